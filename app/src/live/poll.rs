//! The island's life: ask, show, wait, ask again.
//!
//! One timer and at most one request at a time. After a lost poll the page says so and tries again,
//! ever more slowly; what it shows stays. When the room has gone on to another page of its life,
//! the browser loads that page. What makes it ask before its time is in [`super::wake`], what it
//! does with an answer in [`super::show`].

use std::{rc::Rc, time::Duration};

use super::{
    browser, pace,
    poller::Poller,
    reply::{PollFigures, PollReply},
    request,
    show::glide,
};
use crate::view::PageState;
use leptos::prelude::*;

/// A refused page that reloaded itself does so again no sooner than after that time, milliseconds.
const RELOAD_MS_MIN: f64 = 60_000.0;
/// A page whose room has gone on reloads itself no sooner than that after it was asked for,
/// milliseconds.
const PAGE_MS_MIN: f64 = 2_000.0;
/// Where it is kept that it did.
const RELOADED: &str = "anteroom-reloaded";
/// As long as the sound takes that tells of a number, milliseconds; a page that is loaded anew
/// would cut it off.
const SOUND_MS: u64 = 1_000;

pub(super) fn schedule(poller: &Rc<Poller>, pause_ms: f64) {
    let here = Rc::clone(poller);
    let timer = set_timeout_with_handle(move || ask_now(&here), Duration::from_millis(pause_ms as u64));
    if let Some(earlier) = poller.timer.replace(timer.ok()) {
        earlier.clear();
    }
}

pub(super) fn ask_now(poller: &Rc<Poller>) {
    if poller.left.get() || poller.asking.replace(true) {
        return;
    }
    let here = Rc::clone(poller);
    leptos::task::spawn_local(async move {
        let heard = request::ask(here.pause_ms.get(), here.promise.get().least_ahead(), &here.on_page()).await;
        here.asking.set(false);
        here.heard_at_ms.set(browser::monotonic_ms());
        let pause_ms = hear(&here, heard);
        here.draw_icon();
        if !here.left.get() {
            schedule(&here, pause_ms);
        }
    });
}

/// Takes in what a poll brought; the pause until the next.
fn hear(poller: &Rc<Poller>, heard: PollReply) -> f64 {
    match heard {
        PollReply::Standing(standing) => {
            poller.connected();
            poller.pause_ms.set(pace::pause_ms(standing.interval_ms));
            if !poller.has_gone_on(&standing) {
                poller.show(&standing);
                glide(poller);
            } else if browser::monotonic_ms() >= PAGE_MS_MIN {
                poller.go_on(&standing);
            }
            return poller.pause_ms.get();
        }
        PollReply::Turn(url) => poller.leave(&url),
        PollReply::Refused if may_reload() => poller.reload(),
        PollReply::Refused | PollReply::Lost => poller.lost(),
    }
    pace::retry_ms(poller.lost_in_a_row.get(), browser::random())
}

impl Poller {
    /// Whether this is of another page: the room opened or ended, or there is a place to be had
    /// now.
    fn has_gone_on(&self, standing: &PollFigures) -> bool {
        let other = standing.page != self.page && !standing.page.is_empty();
        other || self.idle != (standing.state == PageState::Idle)
    }

    /// Loads the other page; who has a number now is told of it before.
    fn go_on(&self, standing: &PollFigures) {
        let drawn = !self.idle && standing.page == "queue";
        let headline = standing.headline.as_deref().unwrap_or_default();
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

/// Whether a refused page may reload itself; remembers that it does. The first time in a tab it may
/// at once, after that only where it has stood for a while: by a clock that begins with the page,
/// for the device's own may be wrong. Without storage it may not, lest it loop.
fn may_reload() -> bool {
    let again = browser::stored(RELOADED).is_some();
    let due = !again || browser::monotonic_ms() >= RELOAD_MS_MIN;
    due && browser::store(RELOADED, true)
}
