//! Lines that share a capacity: pools, rooms and lanes around the real `apply`, judged by naive
//! models.
//!
//! [`world`] lets virtual time pass over a crowded pool and writes down every grant; [`judge`]
//! counts them by hand. The tests are in the modules that follow.

mod judge;
mod world;

mod alone;
mod bounds;
mod crowded;
mod format;
mod sessions;
mod shares;
