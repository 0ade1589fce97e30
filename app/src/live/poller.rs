//! The island's state between two polls.

use std::{cell::Cell, rc::Rc};

use leptos::prelude::TimeoutHandle;

use super::{
    Live, best_shown::BestShown, countdown::PageCountdown, glide::Glide, milestones::Milestones, notify::Notify,
};
use crate::entry_times::EntryTimes;

pub(super) struct Poller {
    pub(super) live: Live,
    pub(super) promise: Cell<BestShown>,
    pub(super) milestones: Cell<Milestones>,
    pub(super) message: Cell<String>,
    /// `data-page` of `<html>`.
    pub(super) page: String,
    /// Visitors have no place on this page.
    pub(super) idle: bool,
    /// Whether the visitor was aside when the page was loaded.
    pub(super) aside: bool,
    pub(super) digits: String,
    pub(super) countdown: Cell<PageCountdown>,
    pub(super) prequeue: Cell<PageCountdown>,
    pub(super) draw: Cell<PageCountdown>,
    /// The page shows a countdown to the start.
    pub(super) counts: bool,
    /// The times of the expected entry that the page shows.
    pub(super) entry: Cell<EntryTimes>,
    /// The running animation of the number ahead, and in `ahead` the final text.
    pub(super) glide: Cell<Option<Glide>>,
    pub(super) ahead: Cell<String>,
    /// The sentence for the live region that waits for the end of the animation, or empty.
    pub(super) pending: Cell<String>,
    /// The milestones once it is announced.
    pub(super) pending_milestones: Cell<Milestones>,
    /// The title in the last answer that had one; empty before.
    pub(super) title: Cell<String>,
    /// The tab does not show that title yet, or not with the page's number.
    pub(super) is_title_behind: Cell<bool>,
    pub(super) titled_at_ms: Cell<f64>,
    /// An animation frame is requested.
    pub(super) gliding: Cell<bool>,
    /// The theme's own icon, while the tab shows another one.
    pub(super) icon: Cell<Option<String>>,
    pub(super) notify: Notify,
    /// The visitor has been notified of the turn.
    pub(super) is_turn_notified: Cell<bool>,
    pub(super) answered_at_ms: Cell<f64>,
    pub(super) beat_at_ms: Cell<f64>,
    pub(super) timer: Cell<Option<TimeoutHandle>>,
    /// Counts losses and returns of the connection, so that the note of a return is ended by no
    /// earlier one.
    pub(super) connection_changes: Rc<Cell<u32>>,
    pub(super) in_flight: Cell<bool>,
    /// The page is being left; there are no further polls.
    pub(super) left: Cell<bool>,
    pub(super) lost_in_a_row: Cell<u32>,
    pub(super) pause_ms: Cell<f64>,
}
