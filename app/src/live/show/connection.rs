//! The note that the connection is lost, or back, under the page's heading and for screen readers.

use std::time::Duration;

use leptos::prelude::*;

use crate::live::{browser, poller::Poller};

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

impl Poller {
    pub(in crate::live) fn lost(&self) {
        self.lost_in_a_row.set(self.lost_in_a_row.get().saturating_add(1));
        if browser::root_attribute(CONNECTION) != "lost" {
            if let Some(timer) = self.back_timer.take() {
                timer.clear();
            }
            let text = show_connection("lost", OFFLINE);
            self.live.announce.set(text);
        }
    }

    /// Shows that the connection is back. Announces it when it has held for a while, unless
    /// something else was announced by then: a screen reader hears once of a connection that comes
    /// and goes.
    pub(in crate::live) fn connected(&self) {
        if self.lost_in_a_row.replace(0) == 0 {
            return;
        }
        let online = show_connection("back", ONLINE);
        let announce = self.live.announce;
        let timer = set_timeout_with_handle(
            move || {
                browser::set_slot_text("connection", "");
                browser::set_root_attribute(CONNECTION, "good");
                if announce.get_untracked() == browser::island_attribute(OFFLINE) {
                    announce.set(online);
                }
            },
            Duration::from_millis(ONLINE_AGAIN_MS),
        );
        if let Some(earlier) = self.back_timer.replace(timer.ok()) {
            earlier.clear();
        }
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
