//! Failures with real processes: the binary under test, real Redis servers, real kills, real links that fail.
//!
//! A fault is made while visitors poll; afterwards the judge looks at everything that they were told. Nothing here asserts how long anything took,
//! only that it happened; times are printed. A room of these tests lets ten a second in, so that seconds are enough to see who is let in when.

mod disk;
mod folder;
mod node;
mod site;
mod starting;
mod support;
mod to_visitors;
