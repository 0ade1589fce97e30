//! Recordings of incidents: the events and outcomes of a pool node, and their replay.
//!
//! A pool node is deterministic: its state, an event, the clocks and random numbers determine its
//! behaviour. A recording contains the pool node's reads at its opening, and then each event with
//! its clocks, the random numbers drawn, the readings of memory that requests write
//! ([`node::observer`]), and the resulting effects. [`replay`] plays all of this through the
//! current [`node::PoolNode`], requires the same effects, and lets independent oracles judge the
//! answers ([`ReplayOracle`]).
//!
//! - [`EventRecorder`]: beside a running pool node; [`Numbered`]: the handles that it numbers.
//! - [`RecordingWriter`]: replaces queue ids and notes of transfers (`mask.rs`), and makes the
//!   bytes of the file: [`entry`] has the entries, [`frame`] their format with checksums.
//! - [`replay`]: plays the bytes (`player.rs`) and judges (`judge/`).
//!
//! Nothing here does IO or reads a clock: the caller writes the bytes to a file, and reads them. A
//! recording is replayed by the version that made it; another version may behave differently.

mod call;
mod described;
pub mod entry;
pub mod frame;
mod judge;
mod mask;
mod numbered;
mod player;
mod recorder;
mod replay;
mod report;
mod tape;
mod writer;

pub use judge::{ANSWER_MS_MAX, Objection, ReplayOracle};
pub use numbered::{HandleNumbering, HandleNumbers, Numbered, NumberedHandle};
pub use recorder::{EventRecorder, NodeOpening, RawEntry, RecordingKeys};
pub use replay::replay;
pub use report::ReplayReport;
pub use writer::RecordingWriter;
