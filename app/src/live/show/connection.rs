//! The note that the connection is lost, or back: under the page's heading, for screen readers, and
//! while it is lost in the tab's title, whose number nobody has confirmed since.

use std::{rc::Rc, time::Duration};

use leptos::prelude::*;

use crate::live::{browser, countdown::SECONDS_TO_START, poller::Poller, premiere::TURNED};

/// The time for which the note "connected again" is displayed, milliseconds.
const ONLINE_AGAIN_MS: u64 = 5_000;
/// The attribute of `<html>` with the state of the connection: `lost`, `back` or `good`.
const CONNECTION: &str = "data-connection";
/// The attributes of the island's root with the notes that the connection is lost, and back.
const OFFLINE: &str = "data-offline";
const ONLINE: &str = "data-online";

/// Returns whether a text of the live region is about the connection, and not about the line.
pub(super) fn is_note(said: &str) -> bool {
    [OFFLINE, ONLINE]
        .iter()
        .any(|note| said == browser::island_attribute(note))
}

/// Returns the note of a lost connection for the title while it is lost. From the start to the
/// number there is none: the page then changes by its own clock, and so does its title.
pub(super) fn lost_note() -> Option<String> {
    let is_lost = browser::root_attribute(CONNECTION) == "lost";
    let has_turned =
        !browser::root_attribute(TURNED).is_empty() && browser::root_attribute(SECONDS_TO_START).is_empty();
    (is_lost && !has_turned).then(|| browser::island_attribute(OFFLINE))
}

/// Returns whether the connection was lost until some seconds ago.
pub(super) fn is_back() -> bool {
    browser::root_attribute(CONNECTION) == "back"
}

impl Poller {
    pub(in crate::live) fn lost(&self) {
        self.lost_in_a_row.set(self.lost_in_a_row.get().saturating_add(1));
        if browser::root_attribute(CONNECTION) != "lost" {
            self.count_connection_change();
            let text = show_connection("lost", OFFLINE);
            self.live.announce.set(text);
        }
        self.is_title_behind.set(true);
        self.show_title();
    }

    /// Shows that the connection is back. Announces it when it has held for a while, unless
    /// something else was announced by then: a screen reader hears once of a connection that comes
    /// and goes.
    pub(in crate::live) fn connected(&self) {
        if self.lost_in_a_row.replace(0) == 0 {
            return;
        }
        let online = show_connection("back", ONLINE);
        // The answer that follows shows it, with its number.
        self.is_title_behind.set(true);
        let (announce, changes) = (self.live.announce, Rc::clone(&self.connection_changes));
        let change = self.count_connection_change();
        set_timeout(
            move || {
                if changes.get() != change {
                    return;
                }
                browser::set_slot_text("connection", "");
                browser::set_root_attribute(CONNECTION, "good");
                if announce.get_untracked() == browser::island_attribute(OFFLINE) {
                    announce.set(online);
                }
            },
            Duration::from_millis(ONLINE_AGAIN_MS),
        );
    }

    fn count_connection_change(&self) -> u32 {
        let change = self.connection_changes.get().wrapping_add(1);
        self.connection_changes.set(change);
        change
    }
}

/// Shows the note under the page's heading that the connection is lost, or back, and returns its
/// text.
fn show_connection(mark: &str, text: &str) -> String {
    let text = browser::island_attribute(text);
    browser::set_slot_text("connection", &text);
    browser::set_root_attribute(CONNECTION, mark);
    text
}
