//! The queue id: a visitor's place in one AES-128 block, written as a GUID.
//!
//! Plaintext, big-endian, highest bit first:
//!
//! | bits | field | bound |
//! |---|---|---|
//! | 24 | room tag, derived from master key, customer and room | |
//! | 16 | run (from one reset to the next) | |
//! | 4 | lane | 0..16 |
//! | 4 | holder (which device holds a transferred place) | 0..16 |
//! | 36 | sequence (order of arrival) | 0..2^36 |
//! | 28 | seconds since the run began | 0..2^28, 8.5 years |
//! | 16 | zeros | |
//!
//! An id opens only under its own room's key, where tag and zeros must match: 40 bits that a forger
//! cannot see. The caller checks run and time in addition: only the caller knows the current run
//! and the current time (see [`PlaceId::issued_by`]). An id does not say whether the place is still
//! valid.
//!
//! The text only looks like a GUID; it carries no version or variant bits.

mod codec;
mod place;
mod text;

pub use codec::{LogHash, QueueIdCodec};
pub use place::{CLOCK_TOLERANCE_SECONDS, HOLDER_END, LANE_END, PlaceError, PlaceId, SECONDS_END, SEQUENCE_END};
pub use text::{QueueId, QueueIdText, QueueIdTextError};
