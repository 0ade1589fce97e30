//! What the island knows between two polls.

use std::cell::Cell;

use leptos::prelude::TimeoutHandle;

use super::{Live, countdown::Countdown, glide::Glide, milestones::Milestones, notify::Notify, promise::Promise};

pub(super) struct Poller {
    pub(super) live: Live,
    pub(super) promise: Cell<Promise>,
    pub(super) milestones: Cell<Milestones>,
    pub(super) message: Cell<String>,
    /// `data-page` of `<html>`.
    pub(super) page: String,
    /// Nobody has a place on this page.
    pub(super) idle: bool,
    pub(super) digits: String,
    pub(super) countdown: Cell<Countdown>,
    pub(super) prequeue: Cell<Countdown>,
    /// There is a count to the start on this page.
    pub(super) counts: bool,
    /// The number ahead on its way to the one told, and that one as it was told.
    pub(super) glide: Cell<Option<Glide>>,
    pub(super) ahead: Cell<String>,
    /// A frame of it is due.
    pub(super) gliding: Cell<bool>,
    /// The theme's own icon, while the tab shows another.
    pub(super) icon: Cell<Option<String>>,
    pub(super) notify: Notify,
    /// It was told that one's turn has come.
    pub(super) turn_told: Cell<bool>,
    pub(super) heard_at_ms: Cell<f64>,
    pub(super) beat_at_ms: Cell<f64>,
    pub(super) timer: Cell<Option<TimeoutHandle>>,
    pub(super) asking: Cell<bool>,
    /// On the way to the target; nothing is asked any more.
    pub(super) left: Cell<bool>,
    pub(super) lost_in_a_row: Cell<u32>,
    pub(super) pause_ms: Cell<f64>,
}
