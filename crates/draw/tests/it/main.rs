//! Tests of the draw's public interface: orders, statements, tampering, and the second verifier.

#![expect(clippy::unwrap_used, reason = "tests say what they expect by panicking")]

mod bijection;
mod cheating;
mod golden;
mod keys;
mod limits;
mod properties;
mod python;
mod tampering;
mod uniform;
mod unsigned_draw;
