//! Rooms that share a capacity: pools, sessions, shares.

pub mod occupancy;
pub mod pool;
pub mod promotion;
pub mod share;
