//! Points in time and lengths of it as the wire writes them. Enqueue tokens alone count
//! milliseconds.

pub use units::{Minutes, UnixSeconds, WallMs as UnixMillis};
