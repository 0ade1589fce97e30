//! Capacity that rooms share: pools, sessions and shares.

mod departures;
pub mod occupancy;
pub mod pool;
pub mod share;
