//! Newtypes for quantities that several crates share. The engine (`admission`), the wire formats
//! (`protocol`), the simulator and the server use these types; `admission` and `protocol` re-export
//! them, and `protocol` calls [`WallMs`] `UnixMillis`.
//!
//! The types wrap plain integers; all but [`Minutes`], which is at least 1, accept any value.
//! Quantities with a narrower range have other types: the public documents of a draw use
//! `draw::DrawnSequence`, `draw::DrawnNumber`, `draw::DrawnRun` and `draw::StatedMs`, which refuse
//! integers that JSON readers do not represent exactly, and which count within what is drawn, not
//! within the run.
//!
//! The crate depends on serde only, does no IO and reads no clock.

mod place;
mod rate;
mod time;

pub use place::{Ahead, BatchNumber, Holder, NodeId, Number, Run, Sequence};
pub use rate::PerMinute;
pub use time::{FlowMs, Minutes, UnixSeconds, WallMs};
