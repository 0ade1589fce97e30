//! The sliding window in which grants are counted, by buckets: what the bound and leases agree on.

/// Width of a bucket of the window, milliseconds.
pub const BUCKET_MS: u64 = 100;
/// Buckets in the window: 60.4 s.
pub const WINDOW_BUCKETS: u64 = 604;
