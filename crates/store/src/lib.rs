//! Storage that outlives a node: one small versioned value per pool, with side records.
//!
//! A pool's *ledger* is a few KB that change only by compare-and-set: a node loads it at a
//! [`Generation`], computes the next one, and commits it under the generation it read. The
//! *records* beside the ledger (chunks of bits, grants, unique keys; the caller defines their keys)
//! change in the same commit or not at all. Three implementations offer the same methods and pass
//! the same test suite (`tests/it`): [`MemoryStore`], [`EmbeddedStore`] and [`RedisStore`].
//!
//! Every implementation guarantees:
//! - A pool without commits has generation 0 and no ledger; its first commit expects 0.
//! - A commit that returns `Ok` survives a crash and a power cut (except in memory, where nothing
//!   survives).
//! - A commit that returns [`CommitError::Unknown`] may or may not take effect, now or a moment
//!   later: load the pool before deciding anything. The same holds for a caller that stops waiting
//!   for the answer.
//! - If a [`Write`] names a key twice, the last mention counts.
//!
//! This crate never interprets the stored bytes, never decides anything about visitors, and never
//! reads a clock.

mod any;
mod embedded;
mod error;
mod make_call;
mod memory;
mod meter;
mod redis;
mod transact;
mod verbs;

pub use any::{AnyStore, open};
pub use embedded::{
    CACHE_BYTES_MAX, COMMITS_WAITING_MAX, COMPACTED_LIVE_BYTES_MAX, CopyError, EmbeddedStore, FILE_BYTES_FREE,
    FILE_FACTOR_MAX, FORMAT_VERSION, Size, restore,
};
pub use error::OpenError;
pub use make_call::{at_once, make_call};
pub use memory::{LostReply, MemoryStore};
pub use meter::{Call, CallOutcome, Meter, Metered, Verb};
pub use redis::{
    AddressError, COMMIT_CONNECTIONS, CONNECT_MS_MAX, FIND_MS_MAX, HOSTS_MAX, INTENT_MS, POOLS_KNOWN_MAX,
    PREFIX_BYTES_MAX, REPLICAS_MAX, REPLY_MS_MAX, RedisStore, WAIT_MS_MAX, Warning,
};
pub use store_values::{
    CommitError, Committed, Excess, Generation, LEDGER_BYTES_MAX, LOAD_KEYS_MAX, Loaded, Measure, Newest,
    PAGE_BYTES_MAX, PAGE_RECORDS_MAX, POOL_ID_BYTES_MAX, Page, PoolId, PoolIdError, RECORD_KEY_BYTES_MAX, RecordKey,
    RecordKeyError, Records, SCAN_ATTEMPTS_MAX, StoreError, TRANSACT_ATTEMPTS_MAX, VALUE_BYTES_MAX, WRITE_BYTES_MAX,
    WRITE_RECORDS_MAX, Write,
};
pub use transact::{Attempt, Transacted, transact};
pub use verbs::Store;
