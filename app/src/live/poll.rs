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
};
use crate::view::PageState;

/// How long "connected again" stands, milliseconds.
const ONLINE_AGAIN_MS: u64 = 5_000;
/// A refused page reloads itself at most once in that time, milliseconds.
const RELOAD_MS_MIN: f64 = 60_000.0;
/// A page whose room has gone on reloads itself no sooner than that after it was asked for, milliseconds.
const PAGE_MS_MIN: f64 = 2_000.0;
/// The count to the start moves on, milliseconds.
const TICK_MS: u64 = 1_000;
/// Where the seconds to the start stand on `<html>`; without any the stylesheet hides the count.
const SECONDS_TO_START: &str = "data-seconds-to-start";
/// Where the time of that reload is kept between two loads.
const RELOADED_AT: &str = "anteroom-reloaded-at";

struct Poller {
    live: Live,
    promise: Cell<Promise>,
    milestones: Cell<Milestones>,
    message: Cell<String>,
    /// `data-page` of `<html>`.
    page: String,
    /// Nobody has a place on this page.
    idle: bool,
    digits: String,
    countdown: Cell<Countdown>,
    timer: Cell<Option<TimeoutHandle>>,
    asking: Cell<bool>,
    /// On the way to the target; nothing is asked any more.
    left: Cell<bool>,
    lost_in_a_row: Cell<u32>,
    pause_ms: Cell<f64>,
}

/// Starts to poll, first after the pause that the page told.
pub(super) fn start(live: Live) {
    let number = |text: String| browser::parse(&text);
    let state = browser::root_attribute("data-state");
    let poller = Rc::new(Poller {
        live,
        promise: Cell::new(Promise::new(
            number(browser::told("data-ahead")),
            number(live.progress.get_untracked()),
        )),
        milestones: Cell::new(Milestones::new(browser::monotonic_ms())),
        message: Cell::new(browser::slot_text("message")),
        page: browser::root_attribute("data-page"),
        idle: state == PageState::Idle.as_str(),
        digits: browser::root_attribute("data-digits"),
        // Told when the page was made, and the monotonic clock begins when it was asked for.
        countdown: Cell::new(Countdown::new(number(browser::root_attribute(SECONDS_TO_START)), 0.0)),
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
        let heard = request::ask(here.pause_ms.get(), here.promise.get().least_ahead()).await;
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

    fn show(&self, standing: &Standing) {
        let live = self.live;
        // Where there is no line yet, a number ahead promises nothing.
        if !standing.ahead_count.is_nan() {
            let mut promise = self.promise.get();
            if promise.admits_ahead(standing.ahead_count) {
                live.ahead.set(standing.ahead.clone());
            }
            live.progress.set(browser::print(promise.progress(standing.progress)));
            self.promise.set(promise);
        }
        self.show_start(standing);

        if !standing.headline.is_empty() {
            live.wait.set(standing.wait.clone());
            live.reason.set(standing.reason.clone());
            live.number.set(standing.number.clone());
        }
        live.updated_utc.set(standing.updated_utc.clone());
        show_time(live, &standing.updated_utc);
        show_heading(standing.state, &standing.title, &standing.headline, &standing.lead);
        browser::set_slot_text("message", &standing.message);
        self.announce(standing);
    }

    /// The time to the start as told; below an hour the page's own count stands for it.
    fn show_start(&self, standing: &Standing) {
        let seconds = standing.seconds_to_start;
        let countdown = self.countdown.get().hear(seconds, browser::monotonic_ms());
        self.countdown.set(countdown);
        let there_is_one = !seconds.is_nan();
        browser::set_root_attribute(
            SECONDS_TO_START,
            &if there_is_one {
                browser::print(seconds)
            } else {
                String::new()
            },
        );
        if let Some(starts_utc) = browser::seconds_after(&standing.updated_utc, seconds) {
            self.live.starts_utc.set(starts_utc);
        }
        self.live.countdown.set(standing.countdown.clone());
        self.count();
    }

    fn count(&self) {
        let clock = self.countdown.get().clock(browser::monotonic_ms(), &self.digits);
        if let Some(clock) = clock {
            self.live.countdown.set(clock);
        }
    }

    /// A new message of the operator is read out; otherwise milestones are.
    fn announce(&self, standing: &Standing) {
        let now_ms = browser::monotonic_ms();
        let mut milestones = self.milestones.get();
        let reached = milestones.reached(now_ms, standing.state, standing.ahead_count, standing.seconds_to_start);
        self.milestones.set(milestones);
        let changed = self.message.replace(standing.message.clone()) != standing.message;
        if changed && !standing.message.is_empty() {
            self.live.announce.set(standing.message.clone());
        } else if reached {
            self.live.announce.set(standing.announce.clone());
        }
    }

    fn lost(&self) {
        self.lost_in_a_row.set(self.lost_in_a_row.get().saturating_add(1));
        let offline = browser::told("data-offline");
        if self.live.connection.get_untracked() != offline {
            self.live.announce.set(offline.clone());
            self.live.connection.set(offline);
        }
        browser::set_root_attribute("data-connection", "lost");
    }

    fn connected(&self) {
        if self.lost_in_a_row.replace(0) == 0 {
            return;
        }
        let again = browser::told("data-online");
        self.live.announce.set(again.clone());
        self.live.connection.set(again.clone());
        browser::set_root_attribute("data-connection", "back");
        let connection = self.live.connection;
        set_timeout(
            move || {
                if connection.get_untracked() == again {
                    connection.set(String::new());
                    browser::set_root_attribute("data-connection", "good");
                }
            },
            Duration::from_millis(ONLINE_AGAIN_MS),
        );
    }

    fn leave(&self, url: &str) {
        self.left.set(true);
        self.connected();
        let headline = browser::slot_attribute("headline", "data-redirecting");
        let lead = browser::slot_attribute("lead", "data-redirecting");
        show_heading(PageState::Redirecting, &headline, &headline, &lead);
        self.live.progress.set("1".to_owned());
        self.live.target.set(url.to_owned());
        self.live.announce.set(headline);
        _ = window().location().replace(url);
    }
}

fn show_time(live: Live, utc: &str) {
    if let Some(local) = browser::local_time(utc) {
        live.updated.set(local);
    }
}

fn show_heading(state: PageState, title: &str, headline: &str, lead: &str) {
    browser::set_root_attribute("data-state", state.as_str());
    if !headline.is_empty() {
        document().set_title(title);
        browser::set_slot_text("headline", headline);
        browser::set_slot_text("lead", lead);
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
