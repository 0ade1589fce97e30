//! The failure matrix of `docs/reliability.md` with real processes: the binary under test, real
//! Redis servers, real kills, real links that fail.
//!
//! There is one test per cell. Results that other tests show are named in the table and not tested
//! again, and `matrix` requires that every named test exists. A fault happens while visitors poll;
//! afterwards, the test judges all answers that they received. The tests assert only that something
//! happened, never how long it took; times are printed. The rooms of these tests let in ten
//! visitors a second, so a few seconds show the order and the times of admissions.

mod autotune;
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
mod session_crowd;
mod sessions;
mod site;
mod starting;
mod support;
mod to_redis;
mod to_replica;
mod to_visitors;
