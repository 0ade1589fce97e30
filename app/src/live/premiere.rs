//! The premiere: from the start through the draw to the number, on a page of the pre-queue. The
//! page changes by its own clock, at the times that the server sent; the number comes with a poll.

use super::{browser, countdown::SECONDS_TO_START, poller::Poller};
use crate::{status::ROOM_NAME, view::PageState};
use leptos::prelude::*;

/// The attribute of `<html>` that is set once the segments of the countdown are written.
const COUNTING: &str = "data-counting";
/// The attribute of `<html>` that is set once the page has changed at the start by itself.
pub(super) const TURNED: &str = "data-turned";
/// The name in the tab's storage that records that the next page reveals a number.
const REVEAL: &str = "anteroom-reveal";

/// Lets the next page celebrate the number, unless visitors are already being let in.
pub(super) fn expect_reveal() {
    browser::store(REVEAL, true);
}

/// Celebrates the number once, if this page is the first one after the draw. The stylesheet shows
/// the celebration while `<html>` has `data-reveal`.
pub(super) fn reveal(state: PageState) {
    if browser::stored(REVEAL).is_some() {
        browser::store(REVEAL, false);
        if state == PageState::Drawn {
            browser::set_root_attribute("data-reveal", "");
        }
    }
}

impl Poller {
    /// Shows the time to the start in segments, from the first one that is not zero on; not while
    /// the pre-queue, which comes earlier, is still to open.
    pub(super) fn show_segments(&self, now_ms: f64) {
        let segments = self.countdown.get().segments(now_ms);
        let counts = self.counts && self.prequeue.get().segments(now_ms).is_none();
        let Some(segments) = segments.filter(|_| counts) else {
            return browser::set_root_attribute(COUNTING, "");
        };
        let mut is_shown = false;
        for (at, number) in segments.into_iter().enumerate() {
            // Minutes and seconds are always shown.
            is_shown |= number > 0 || at > 1;
            let text = self.two_digits(number);
            browser::set_segment(at, is_shown.then_some(text.as_str()));
        }
        browser::set_root_attribute(COUNTING, "1");
    }

    fn two_digits(&self, number: usize) -> String {
        let digit = |number: usize| self.digits.chars().nth(number % 10).unwrap_or('–');
        let mut text = String::from_iter([digit(number / 10), digit(number)]);
        if number > 99 {
            text.insert(0, digit(number / 100));
        }
        text
    }

    /// Changes the page at the start and at the draw.
    pub(super) fn turn_pages(&self, now_ms: f64) {
        if browser::root_attribute("data-state") != PageState::Prequeue.as_str() {
            return;
        }
        if self.draw.get().is_over(now_ms) {
            self.turn(PageState::Drawing, "data-drawing");
        } else if self.countdown.get().is_over(now_ms) && !browser::root_attribute(SECONDS_TO_START).is_empty() {
            browser::set_root_attribute(SECONDS_TO_START, "");
            browser::set_root_attribute(TURNED, "1");
            self.turn(PageState::Prequeue, "data-started");
        }
    }

    fn turn(&self, state: PageState, texts: &str) {
        let headline = browser::slot_attribute("headline", texts);
        // A page without a draw has no such texts.
        if !headline.is_empty() {
            // In the format of the server's titles.
            let title = [headline.as_str(), " · ", ROOM_NAME.encode_utf8(&mut [0; 4])].concat();
            self.show_heading(state, &Some(title), &Some(headline.clone()), &None);
            self.live.announce.set(headline);
        }
    }
}
