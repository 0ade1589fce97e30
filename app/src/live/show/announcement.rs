//! The live region: sentences of milestones, and the operator's messages.
//!
//! A sentence about the line has the number of the answer. While the page's number still falls to
//! it, the sentence waits, and the number is there some seconds before the next answer: page, title
//! and live region then say the same. A change of state, which the heading shows at once, does not
//! wait, and neither does a new message; if there is a sentence too, the number is there at once.

use leptos::prelude::*;

use super::connection;
use crate::live::{browser, poller::Poller, reply::PollFigures};

/// The time for which a number stays that a sentence waited for, milliseconds: enough to begin to
/// read the sentence out, before the next answer removes it.
const STAYS_MS: f64 = 3_000.0;

/// The displayed figures after a poll.
#[derive(Debug, Clone, Copy)]
pub(super) struct FigureChange {
    /// The number ahead or the wait has changed.
    pub(super) line_changed: bool,
    /// The number ahead has begun to fall to the one of this poll.
    pub(super) is_glide_new: bool,
    /// The wait is unknown now.
    pub(super) is_wait_unknown: bool,
}

impl Poller {
    /// Updates the live region: the sentence of a milestone, which the server sends when one is
    /// reached, or that the wait has become known or unknown, followed by a new message of the
    /// operator. A sentence about the line is removed when the line has changed, so that a screen
    /// reader never finds an outdated one.
    pub(super) fn announce(&self, figures: &PollFigures, change: FigureChange) {
        let mut sentence = None;
        let mut milestones = self.milestones.get();
        let waits = figures.message.is_none() && !milestones.is_new_state(figures.state);
        if let Some(announce) = &figures.announce {
            let now_ms = browser::monotonic_ms();
            let reached = milestones.reached(now_ms, figures.state, figures.ahead_count, figures.seconds_to_start);
            let wait_turned = milestones.wait_turned(change.is_wait_unknown);
            sentence = (reached || wait_turned).then_some(announce);
        }
        let glide = self.glide.get().filter(|_| waits);
        if let Some((text, glide)) = sentence.zip(glide) {
            // A sentence counts once it is announced: until then the server sends it again.
            self.pending.set(text.clone());
            self.pending_milestones.set(milestones);
            if change.is_glide_new {
                self.glide.set(Some(glide.sooner(STAYS_MS)));
            }
            sentence = None;
        } else {
            self.milestones.set(milestones);
            if sentence.is_some() || change.line_changed {
                self.pending.set(String::new());
            }
            if sentence.is_some() {
                self.arrive();
                self.show_title();
            }
        }
        let message = self.message.take();
        let said = self.live.announce.get_untracked();
        let is_of_line = said != message && !connection::is_note(&said);
        let ends_with_message = !message.is_empty() && said.ends_with(message.as_str());
        let is_gone = ends_with_message && figures.message.is_some();
        self.message.set(message);
        let mut announcement = match sentence {
            Some(sentence) => Some(sentence.clone()),
            None => (is_gone || is_of_line && change.line_changed).then(String::new),
        };
        if let Some(message) = &figures.message {
            match &figures.message_html {
                Some(html) => browser::set_slot_html("message", html),
                None => browser::set_slot_text("message", message),
            }
            let is_new = self.message.replace(message.clone()) != *message;
            if is_new && !message.is_empty() {
                let mut both = announcement.take().unwrap_or_default();
                if !both.is_empty() {
                    both.push(' ');
                }
                both.push_str(message);
                announcement = Some(both);
            }
        }
        if let Some(announcement) = announcement {
            self.live.announce.set(announcement);
        }
    }

    /// Announces the sentence that waited for the number, which the page now shows, and shows the
    /// number in the title as well. While the connection is lost, nobody confirms the sentence; the
    /// server sends it again.
    pub(super) fn say_pending(&self) {
        let sentence = self.pending.take();
        if !sentence.is_empty() && self.lost_in_a_row.get() == 0 {
            let milestones = self.pending_milestones.get();
            let before = self.milestones.get();
            self.milestones.set(milestones.said_at(browser::monotonic_ms(), before));
            self.live.announce.set(sentence);
            self.show_title();
        }
    }
}
