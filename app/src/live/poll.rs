//! The island's life: ask, show, wait, ask again.
//!
//! One timer and at most one request at a time. A tab that comes back to the front and a network that comes back ask at once. After a lost poll the page says so and tries
//! again, ever more slowly; what it shows stays. Before the start a second timer counts down on the page. When the room has gone on to another page of its life, the browser
//! loads that page.

use std::{cell::Cell, rc::Rc, time::Duration};

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::PageTransitionEvent;

use super::{
    Live, browser,
    countdown::Countdown,
    milestones::Milestones,
    pace,
    promise::Promise,
    reply::{Heard, Standing},
    request,
    show::{SECONDS_TO_START, show_time},
};
use crate::view::PageState;

/// A refused page reloads itself at most once in that time, milliseconds.
const RELOAD_MS_MIN: f64 = 60_000.0;
/// A page whose room has gone on reloads itself no sooner than that after it was asked for, milliseconds.
const PAGE_MS_MIN: f64 = 2_000.0;
/// The count to the start moves on, milliseconds.
const TICK_MS: u64 = 1_000;
/// Where the time of that reload is kept between two loads.
const RELOADED_AT: &str = "anteroom-reloaded-at";

pub(super) struct Poller {
    pub(super) live: Live,
    pub(super) promise: Cell<Promise>,
    pub(super) milestones: Cell<Milestones>,
    pub(super) message: Cell<String>,
    /// `data-page` of `<html>`.
    page: String,
    /// Nobody has a place on this page.
    idle: bool,
    pub(super) digits: String,
    pub(super) countdown: Cell<Countdown>,
    timer: Cell<Option<TimeoutHandle>>,
    asking: Cell<bool>,
    /// On the way to the target; nothing is asked any more.
    pub(super) left: Cell<bool>,
    pub(super) lost_in_a_row: Cell<u32>,
    pause_ms: Cell<f64>,
}

/// Starts to poll, first after the pause that the page told.
pub(super) fn start(live: Live) {
    let number = |text: String| browser::parse(&text);
    let state = PageState::from_name(&browser::root_attribute("data-state")).unwrap_or_default();
    let ahead = number(browser::told("data-ahead"));
    // Told when the page was made, and the monotonic clock begins when it was asked for.
    let seconds_to_start = number(browser::root_attribute(SECONDS_TO_START));
    let now_ms = browser::monotonic_ms();
    let poller = Rc::new(Poller {
        live,
        promise: Cell::new(Promise::new(ahead, number(live.progress.get_untracked()))),
        milestones: Cell::new(Milestones::new(now_ms, state, ahead, seconds_to_start)),
        message: Cell::new(browser::slot_text("message")),
        page: browser::root_attribute("data-page"),
        idle: state == PageState::Idle,
        digits: browser::root_attribute("data-digits"),
        countdown: Cell::new(Countdown::new(seconds_to_start, 0.0)),
        timer: Cell::default(),
        asking: Cell::default(),
        left: Cell::default(),
        lost_in_a_row: Cell::default(),
        pause_ms: Cell::new(pace::pause_ms(number(browser::told("data-poll-ms")))),
    });
    listen(&poller);
    schedule(&poller, poller.pause_ms.get());
    // Hydration takes what it finds for what the signals say, so the first change has to come after it.
    leptos::task::spawn_local(async move {
        show_time(live, &live.updated_utc.get_untracked());
        if browser::has_slot("countdown") {
            tick(&poller);
        }
    });
}

/// Moves the count on, for as long as the page stands.
fn tick(poller: &Rc<Poller>) {
    poller.count();
    let here = Rc::clone(poller);
    set_timeout(move || tick(&here), Duration::from_millis(TICK_MS));
}

fn listen(poller: &Rc<Poller>) {
    let here = Rc::clone(poller);
    let online = window_event_listener_untyped("online", move |_| ask_now(&here));
    let here = Rc::clone(poller);
    let front = window_event_listener_untyped("visibilitychange", move |_| {
        if !browser::is_hidden() {
            ask_now(&here);
        }
    });
    // Back from the target to a page that the browser kept: everything on it is of another time.
    let back = window_event_listener_untyped("pageshow", |event| {
        if event
            .dyn_ref::<PageTransitionEvent>()
            .is_some_and(PageTransitionEvent::persisted)
        {
            _ = window().location().reload();
        }
    });
    // The island lives as long as its page.
    std::mem::forget((online, front, back));
}

fn schedule(poller: &Rc<Poller>, pause_ms: f64) {
    let here = Rc::clone(poller);
    let timer = set_timeout_with_handle(move || ask_now(&here), Duration::from_millis(pause_ms as u64));
    if let Some(earlier) = poller.timer.replace(timer.ok()) {
        earlier.clear();
    }
}

fn ask_now(poller: &Rc<Poller>) {
    if poller.left.get() || poller.asking.replace(true) {
        return;
    }
    let here = Rc::clone(poller);
    leptos::task::spawn_local(async move {
        let heard = request::ask(here.pause_ms.get(), here.promise.get().least_ahead(), &here.on_page()).await;
        here.asking.set(false);
        let pause_ms = here.hear(heard);
        if !here.left.get() {
            schedule(&here, pause_ms);
        }
    });
}

impl Poller {
    /// Takes in what a poll brought; the pause until the next.
    fn hear(&self, heard: Heard) -> f64 {
        match heard {
            Heard::Standing(standing) => {
                self.connected();
                self.pause_ms.set(pace::pause_ms(standing.interval_ms));
                if !self.has_gone_on(&standing) {
                    self.show(&standing);
                } else if browser::monotonic_ms() >= PAGE_MS_MIN {
                    self.reload();
                }
                return self.pause_ms.get();
            }
            Heard::Turn(url) => self.leave(&url),
            Heard::Refused if may_reload() => self.reload(),
            Heard::Refused | Heard::Lost => self.lost(),
        }
        pace::retry_ms(self.lost_in_a_row.get(), browser::random())
    }

    /// Whether this is of another page: the room opened or ended, or there is a place to be had now.
    fn has_gone_on(&self, standing: &Standing) -> bool {
        let other = standing.page != self.page && !standing.page.is_empty();
        other || self.idle != (standing.state == PageState::Idle)
    }

    fn reload(&self) {
        self.left.set(true);
        _ = window().location().reload();
    }
}

/// Whether a refused page may reload itself; remembers that it does. Without storage it may not, lest it loop.
fn may_reload() -> bool {
    let Ok(Some(storage)) = window().session_storage() else {
        return false;
    };
    let now = browser::wall_ms();
    let last = storage
        .get_item(RELOADED_AT)
        .ok()
        .flatten()
        .map(|text| browser::parse(&text));
    let due = last.is_none_or(|last| now - last >= RELOAD_MS_MIN);
    due && storage.set_item(RELOADED_AT, &browser::print(now)).is_ok()
}
