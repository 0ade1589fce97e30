//! Rooms and their store: many nodes, outages, restarts, and what is kept.

mod away;
mod filling;
mod hidden;
mod holding;
mod nodes;
mod pool;
mod restart;
