//! Tests of failovers that lose acknowledged commits: single cases, and any history of which any
//! part at the end is lost, judged by the answers that visitors got.

mod cases;
mod pools;
mod properties;
mod unseen_pools;
