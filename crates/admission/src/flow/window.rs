//! The sliding window in which grants are counted, in buckets. Bound and leases share these
//! constants.

/// Width of one bucket of the window, in milliseconds.
pub const BUCKET_MS: u64 = 100;
/// Number of buckets in the window: 60.4 s.
pub const WINDOW_BUCKETS: u64 = 604;
