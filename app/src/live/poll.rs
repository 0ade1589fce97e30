//! The island's loop: poll, show the answer, wait, poll again.
//!
//! There is one timer and at most one poll at a time, which [`super::request`] sends again where no
//! answer comes. A hidden page in front of the line polls without the timer, which would fire once
//! a minute. After a lost poll the page says so, keeps its contents, and retries after ever longer
//! pauses; a hidden page retries at once the first time. When the room has reached the next page of
//! its life, the browser loads that page.
//! [`super::wake`] triggers polls ahead of the timer; [`super::show`] displays the answers.

use std::{rc::Rc, time::Duration};

use super::{
    browser, poll_pause,
    poller::Poller,
    premiere,
    reply::{PollFigures, PollReply},
    request,
    show::glide,
};
use crate::view::PageState;
use leptos::prelude::*;

/// After a reload because of a refusal, the page reloads for that reason again only when it is at
/// least this old, milliseconds.
const RELOAD_MS_MIN: f64 = 60_000.0;
/// A page whose room has moved to another page reloads no sooner than this after navigation,
/// milliseconds.
const PAGE_MS_MIN: f64 = 2_000.0;
/// The name in the tab's storage that records a reload after a refusal.
const RELOADED: &str = "anteroom-reloaded";
/// The time that the page stays for the sound that announces a number, milliseconds; a reload would
/// cut the sound off.
const SOUND_MS: u64 = 1_000;

pub(super) fn schedule(poller: &Rc<Poller>, pause_ms: f64) {
    let here = Rc::clone(poller);
    let timer = set_timeout_with_handle(move || ask_now(&here), Duration::from_millis(pause_ms as u64));
    if let Some(earlier) = poller.timer.replace(timer.ok()) {
        earlier.clear();
    }
}

pub(super) fn ask_now(poller: &Rc<Poller>) {
    if poller.left.get() || is_leaving() || poller.in_flight.replace(true) {
        return;
    }
    let here = Rc::clone(poller);
    leptos::task::spawn_local(async move {
        let least_ahead = here.promise.get().least_ahead();
        let reply = request::ask(here.pause_ms.get(), least_ahead, &here.on_page()).await;
        here.in_flight.set(false);
        if is_leaving() {
            return;
        }
        here.answered_at_ms.set(browser::monotonic_ms());
        let pause_ms = apply(&here, reply);
        here.draw_icon();
        if poll_pause::is_at_once(pause_ms, browser::is_hidden()) {
            ask_now(&here);
        } else if !here.left.get() {
            schedule(&here, pause_ms);
        }
    });
}

/// Returns whether the visitor leaves the line and can still undo it. The page then neither polls
/// nor shows anything, because the visitor would miss a turn. If the visitor stays, the page's own
/// script polls at once.
pub(super) fn is_leaving() -> bool {
    !browser::root_attribute("data-leaving").is_empty()
}

/// Applies the outcome of a poll and returns the pause until the next poll.
fn apply(poller: &Rc<Poller>, reply: PollReply) -> f64 {
    match reply {
        PollReply::Figures(figures) => {
            poller.connected();
            poller.pause_ms.set(poll_pause::pause_ms(figures.interval_ms));
            if !poller.is_for_another_page(&figures) {
                poller.show(&figures);
                glide(poller);
            } else if browser::monotonic_ms() >= PAGE_MS_MIN {
                poller.load_other_page(&figures);
            }
            return poller.pause_ms.get();
        }
        PollReply::Turn(url) => poller.leave(&url),
        PollReply::Refused if may_reload() => poller.reload(),
        PollReply::Refused | PollReply::Lost => poller.lost(),
    }
    poll_pause::retry_ms(poller.lost_in_a_row.get(), browser::is_hidden(), browser::random())
}

impl Poller {
    /// Returns whether the status belongs to another page: the room has opened or ended, visitors
    /// can get places, or the visitor stepped aside or came back in another tab.
    fn is_for_another_page(&self, figures: &PollFigures) -> bool {
        let is_aside = figures.state == PageState::Aside;
        self.is_other(figures) || self.idle != (figures.state == PageState::Idle) || self.aside != is_aside
    }

    fn is_other(&self, figures: &PollFigures) -> bool {
        figures.page != self.page && !figures.page.is_empty()
    }

    /// Loads the other page; a visitor who has received a number is notified first.
    fn load_other_page(&self, figures: &PollFigures) {
        let drawn = !self.idle && self.is_other(figures) && figures.page == "queue";
        if drawn {
            premiere::expect_reveal();
        }
        let headline = figures.headline.as_deref().unwrap_or_default();
        // The notification has no title of a lost connection.
        self.show_title();
        let sounds = drawn && self.notify.tell(&document().title(), headline);
        if sounds {
            self.left.set(true);
            set_timeout(reload, Duration::from_millis(SOUND_MS));
        } else {
            self.reload();
        }
    }

    fn reload(&self) {
        self.left.set(true);
        reload();
    }
}

fn reload() {
    _ = window().location().reload();
}

/// Returns whether a refused page is allowed to reload itself, and records that it does. The first
/// reload in a tab is allowed at once; a later one only when the page is old enough, by the
/// monotonic clock, since the device's clock can be wrong. Without storage no reload is allowed,
/// since it could loop.
fn may_reload() -> bool {
    let again = browser::stored(RELOADED).is_some();
    let due = !again || browser::monotonic_ms() >= RELOAD_MS_MIN;
    due && browser::store(RELOADED, true)
}
