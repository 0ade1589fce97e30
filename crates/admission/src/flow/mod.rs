//! How fast people are let through, and what they are told of it.

pub mod autotune;
pub mod estimate;
pub mod lease;
pub mod outflow;
pub mod ratio;
pub mod serving;
pub mod window;
