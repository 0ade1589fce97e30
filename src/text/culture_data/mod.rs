//! What a culture writes in its own way: numbers, durations, dates.

pub(super) mod culture;
pub(super) mod duration;
pub(super) mod number;
pub(super) mod times;
