//! Capacity that rooms share: pools, sessions and shares.

pub mod occupancy;
pub mod pool;
pub mod share;
