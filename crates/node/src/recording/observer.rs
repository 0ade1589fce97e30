//! Readings of a pool node in memory that its visitors' requests write meanwhile: when places were
//! heard, which sessions were touched, which grants were recalled, who has disconnected.
//!
//! All else that a pool node knows comes by events, clocks and random numbers. An [`Observer`] sees
//! these readings too, and one that plays a recording returns those that were made then. So a pool
//! node with the same events, times, random numbers and readings does the same.

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

/// Sees the readings of a pool node, in their order.
pub trait Observer: fmt::Debug + Send + Sync {
    /// Returns a reading: that of `read`, or another one in its place.
    fn observe(&self, read: &mut dyn FnMut() -> Observation) -> Observation;
}

/// Reads places, in front of an observer if there is one.
pub(crate) fn places(observer: Option<&dyn Observer>, mut read: impl FnMut() -> Vec<u64>) -> Vec<u64> {
    let Some(observer) = observer else {
        return read();
    };
    match observer.observe(&mut || Observation::Places(read())) {
        Observation::Places(places) => places,
        _ => Vec::new(),
    }
}

/// Reads a flag, in front of an observer if there is one.
pub(crate) fn flag(observer: Option<&dyn Observer>, read: impl Fn() -> bool) -> bool {
    let Some(observer) = observer else {
        return read();
    };
    observer.observe(&mut || Observation::Flag(read())) == Observation::Flag(true)
}
