//! The island's start: reads the initial state from the page, then listens and polls.

use std::{cell::Cell, rc::Rc};

use super::{
    Live,
    best_shown::BestShown,
    browser,
    countdown::{PageCountdown, SECONDS_TO_DRAW, SECONDS_TO_PREQUEUE, SECONDS_TO_START},
    milestones::Milestones,
    notify::{self, Notify},
    poll::schedule,
    poll_pause,
    poller::Poller,
    premiere,
    show::{is_wait_unknown, show_date, show_time},
    wake,
};
use crate::{entry_times::EntryTimes, view::PageState};
use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(module = "/src/page/controls.js")]
extern "C" {
    /// Gives the page's controls their meaning.
    fn controls();
}

/// Starts to poll, first after the pause that the page states.
pub(super) fn start(live: Live) {
    let number = |text: String| browser::parse(&text);
    let state = PageState::from_name(&browser::root_attribute("data-state")).unwrap_or_default();
    let ahead = number(browser::island_attribute("data-ahead"));
    // The number dates from the page's creation, and the monotonic clock begins with the navigation
    // to the page.
    let seconds_to_start = number(browser::root_attribute(SECONDS_TO_START));
    let now_ms = browser::monotonic_ms();
    let is_wait_unknown = is_wait_unknown(&live.wait.get_untracked());
    let milestones = Milestones::new(now_ms, state, ahead, seconds_to_start, is_wait_unknown);
    let poller = Rc::new(Poller {
        live,
        promise: Cell::new(BestShown::new(ahead, number(live.progress.get_untracked()))),
        milestones: Cell::new(milestones),
        message: Cell::new(browser::slot_text("message")),
        page: browser::root_attribute("data-page"),
        idle: state == PageState::Idle,
        aside: state == PageState::Aside,
        digits: browser::root_attribute("data-digits"),
        countdown: Cell::new(PageCountdown::new(seconds_to_start, 0.0)),
        prequeue: Cell::new(PageCountdown::new(
            number(browser::root_attribute(SECONDS_TO_PREQUEUE)),
            0.0,
        )),
        draw: Cell::new(PageCountdown::new(
            number(browser::root_attribute(SECONDS_TO_DRAW)),
            0.0,
        )),
        counts: browser::has_slot("countdown"),
        entry: Cell::new(EntryTimes::NONE),
        glide: Cell::default(),
        ahead: Cell::default(),
        pending: Cell::default(),
        pending_milestones: Cell::new(milestones),
        title: Cell::default(),
        is_title_behind: Cell::default(),
        titled_at_ms: Cell::default(),
        gliding: Cell::default(),
        icon: Cell::default(),
        notify: Notify::default(),
        is_turn_notified: Cell::new(state == PageState::FirstInLine),
        answered_at_ms: Cell::default(),
        beat_at_ms: Cell::new(now_ms),
        timer: Cell::default(),
        connection_changes: Rc::default(),
        in_flight: Cell::default(),
        left: Cell::default(),
        lost_in_a_row: Cell::default(),
        pause_ms: Cell::new(poll_pause::pause_ms(number(browser::island_attribute("data-poll-ms")))),
    });
    controls();
    premiere::reveal(state);
    wake::listen(&poller);
    notify::buttons::start(&poller);
    schedule(&poller, poller.pause_ms.get());
    // Hydration assumes that the DOM shows the signals' values, so the first change must come after
    // it.
    leptos::task::spawn_local(async move {
        show_time(live, &live.updated_utc.get_untracked());
        show_date(live, &live.starts_utc.get_untracked());
        wake::beat(poller);
    });
}
