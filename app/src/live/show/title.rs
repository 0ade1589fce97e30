//! The title of the tab: its number of people ahead is the one that the page shows.
//!
//! An answer's title has the answer's number, which the number on the page reaches only at the end
//! of the animation. Until then the title has the page's number in its place, as the page writes
//! it. The title of a visitor who waits changes at most once a second, and when the number is
//! announced. A hidden tab, which has no animation, and a page whose line stands still or ends have
//! the answer's title at once. While the connection is lost, the title says so in place of a number
//! that may be outdated. While leaving can be undone, the title is that of `controls.js`.

use js_sys::JsString;
use leptos::prelude::*;

use super::connection::lost_note;
use crate::{
    live::{browser, poll::is_leaving, poller::Poller},
    status::ROOM_NAME,
};

/// The shortest time between two titles of a visitor who waits, milliseconds.
const TITLE_MS_MIN: f64 = 1_000.0;

impl Poller {
    /// Takes the title of an answer.
    pub(super) fn set_title(&self, title: &str) {
        self.title.set(title.to_owned());
        self.is_title_behind.set(true);
    }

    /// Shows the title unless the previous one is too new.
    pub(super) fn follow_title(&self, now_ms: f64) {
        if now_ms - self.titled_at_ms.get() >= TITLE_MS_MIN {
            self.show_title();
        }
    }

    /// Shows the title at once.
    pub(in crate::live) fn show_title(&self) {
        if is_leaving() || !self.is_title_behind.replace(false) {
            return;
        }
        self.titled_at_ms.set(browser::monotonic_ms());
        let (mut latest, ahead) = (self.title.take(), self.ahead.take());
        if latest.is_empty() {
            // Before the first answer with a title, the page has the one that it was loaded with.
            latest = document().title();
        }
        let mut title = latest.clone();
        if self.glide.get().is_some() {
            // The number is the title's only one, since the room's name is not in it yet.
            let shown = self.live.ahead.get_untracked();
            title = JsString::from(title.as_str()).replace(&ahead, &shown).into();
        }
        let title = with_room_name(&title, &browser::island_attribute("data-room"));
        let title = lost_note().unwrap_or(title);
        self.title.set(latest);
        self.ahead.set(ahead);
        if title != document().title() {
            document().set_title(&title);
        }
    }
}

/// Written by hand, since the standard library's pattern search is larger than the rest of this
/// file.
fn with_room_name(title: &str, name: &str) -> String {
    let mut whole = String::new();
    for character in title.chars() {
        if character == ROOM_NAME {
            whole.push_str(name);
        } else {
            whole.push(character);
        }
    }
    whole
}
