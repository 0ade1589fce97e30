//! The readings that a pool node makes of memory which its visitors' requests write concurrently:
//! when places were heard, which sessions were touched, which grants were recalled, and which
//! callers have disconnected.
//!
//! All other inputs of a pool node are events, clocks and random numbers. An [`Observer`] sees the
//! readings, and one that plays a recording replaces them by the recorded ones. A pool node with
//! the same events, times, random numbers and readings therefore does the same.

use std::fmt;

use admission::{Grant, Number, Redirects};
use serde::{Deserialize, Serialize};

/// One reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Observation {
    /// Whether a caller has disconnected, or whether sessions are due for a report.
    Flag(bool),
    /// Places or numbers, in the order in which they were read.
    Places(Vec<u64>),
    /// The grant that a claim repeats, if there is one.
    Repeat(Option<Grant>),
    /// The redirects of a run's places, as far as the log of grants reaches.
    Redirects(Vec<(Number, Redirects)>),
}

/// Observes the readings of a pool node, in order.
pub trait Observer: fmt::Debug + Send + Sync {
    /// Returns the reading that `read` makes, or another one in its place.
    fn observe(&self, read: &mut dyn FnMut() -> Observation) -> Observation;
}

/// Reads places, through the observer if there is one.
pub(crate) fn places(observer: Option<&dyn Observer>, mut read: impl FnMut() -> Vec<u64>) -> Vec<u64> {
    let Some(observer) = observer else {
        return read();
    };
    match observer.observe(&mut || Observation::Places(read())) {
        Observation::Places(places) => places,
        _ => Vec::new(),
    }
}

/// Reads a flag, through the observer if there is one.
pub(crate) fn flag(observer: Option<&dyn Observer>, read: impl Fn() -> bool) -> bool {
    let Some(observer) = observer else {
        return read();
    };
    observer.observe(&mut || Observation::Flag(read())) == Observation::Flag(true)
}
