//! Points in time and durations in the units of the wire formats. Only enqueue tokens use
//! milliseconds.

pub use units::{Minutes, UnixSeconds, WallMs as UnixMillis};
