//! Tests of lines that share a capacity: pools, rooms and lanes around the real `apply`, judged by
//! naive models.

mod alone;
mod autotune;
mod bounds;
mod capacity;
mod crowded;
mod format;
mod lanes;
mod new_run;
mod sessions;
mod shares;
mod unseen;
