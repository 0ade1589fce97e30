//! The flow of a room: the pace at which visitors are let through, and their estimated waits.

pub mod autotune;
pub mod estimate;
pub mod expected_ends;
pub mod forecast;
pub mod held_up;
pub mod lease;
pub mod limited_rate;
pub mod networks;
pub mod outflow;
pub mod passed;
pub mod poll_interval;
pub mod price;
pub mod providers;
pub mod rate_steps;
pub mod ratio;
pub mod rise;
pub mod serving;
pub mod window;
