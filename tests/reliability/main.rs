//! The failure matrix of `docs/reliability.md` with real processes: the binary under test, real
//! Redis servers, real kills, real links that fail.
//!
//! One test a cell; what other tests show already is named in the table rather than shown twice,
//! and `matrix` demands that every name there exists. A fault is made while visitors poll;
//! afterwards the judge looks at everything that they were told. Nothing here asserts how long
//! anything took, only that it happened; times are printed. A room of these tests lets ten a second
//! in, so that seconds are enough to see who is let in when.

mod balancers;
mod clock;
mod disk;
mod folder;
mod leases;
mod matrix;
mod node;
mod nodes;
mod primary;
mod replica;
mod site;
mod starting;
mod support;
mod to_redis;
mod to_replica;
mod to_visitors;
