//! Newtypes for figures that several crates mean the same by, defined once: the engine
//! (`admission`), the wire formats (`protocol`), the simulator and the server use these, and
//! `admission` and `protocol` hand them on under their own names.
//!
//! They are plain integers with a name. Where a figure has a range of its own, another type says
//! so: the public documents of a draw have `draw::DrawnSequence`, `draw::DrawnNumber`,
//! `draw::DrawnRun` and `draw::StatedMs`, which refuse what no reader of JSON holds exactly, and
//! which count within what is drawn, not within the run.
//!
//! Knows nothing but serde; does no IO and reads no clock.

mod place;
mod rate;
mod time;

pub use place::{Ahead, BatchNumber, Holder, NodeId, Number, Run, Sequence};
pub use rate::PerMinute;
pub use time::{FlowMs, Minutes, UnixSeconds, WallMs};
