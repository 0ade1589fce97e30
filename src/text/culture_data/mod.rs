//! The formats of a culture: numbers, durations, dates.

pub(super) mod culture;
pub(super) mod duration;
pub(super) mod number;
pub(super) mod times;
