//! Infrastructure that does not depend on rooms: client addresses, encodings, limits, health,
//! metrics, and files.

pub(in crate::http) mod alerts;
pub(in crate::http) mod assets;
mod byte_range;
pub(in crate::http) mod client;
pub(in crate::http) mod counters;
pub(in crate::http) mod encoding;
pub(in crate::http) mod etag;
pub(in crate::http) mod health;
pub(in crate::http) mod held_polls;
pub(in crate::http) mod load;
pub(in crate::http) mod metrics;
pub(in crate::http) mod rate_limit;
pub(in crate::http) mod retry_after;
pub(in crate::http) mod robots;
pub(in crate::http) mod script;
pub(in crate::http) mod wrong_tokens;
