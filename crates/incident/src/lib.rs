//! Recordings of incidents: the events and outcomes of a pool node, and their replay.
//!
//! A pool node is deterministic: its state, an event, the clocks and random numbers decide what it
//! does. So a recording holds what the pool node read when it opened, and then each event with its
//! clocks, the random numbers drawn meanwhile, the readings of memory that requests write
//! ([`node::observer`]), and what came out. [`replay`] plays all that through [`node::PoolNode`]
//! as it is built here, demands that the same comes out, and lets oracles judge the answers by an
//! arithmetic of their own ([`ReplayOracle`]).
//!
//! - [`EventRecorder`]: beside a running pool node; [`Numbered`]: the handles that it numbers.
//! - [`RecordingWriter`]: replaces queue ids and notes of transfers (`mask.rs`), and makes the
//!   bytes of the file: [`entry`] has the entries, [`frame`] their form with checksums.
//! - [`replay`]: plays the bytes (`player.rs`) and judges (`judge/`).
//!
//! Nothing here does IO or reads a clock: the caller writes the bytes to a file, and reads them.
//! A recording is played by the version that made it; another version may do another thing.

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
