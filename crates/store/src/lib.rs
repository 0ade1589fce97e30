//! What outlives a node: one small versioned value a pool, with side records.
//!
//! A pool's *ledger* is a few KB that change only by compare-and-set: a node loads it at a
//! [`Generation`], works out the next one, and commits it under the generation it read. The
//! *records* beside it (chunks of bits, grants, unique keys; the caller gives their keys a meaning)
//! change in the same commit or not at all. Three implementations offer the same verbs and pass the
//! same suite (`tests/it`): [`MemoryStore`], [`EmbeddedStore`] and [`RedisStore`].
//!
//! Edge cases every implementation keeps:
//! - A pool that was never committed to has generation 0 and no ledger; the first commit expects 0.
//! - A commit that answers `Ok` survives a crash and a power cut (but in memory, which keeps
//!   nothing).
//! - A commit that answers [`CommitError::Unknown`] may or may not have happened, now or a moment
//!   later: load before deciding anything. The same holds for a caller that stops waiting for the
//!   answer.
//! - A key named twice in one [`Write`] ends as its last mention says.
//!
//! What this is not: it never looks inside the bytes, never decides anything about visitors, and
//! never reads a clock.

mod any;
mod bounds;
mod embedded;
mod error;
mod ids;
mod memory;
mod meter;
mod redis;
mod transact;
mod values;
mod verbs;

pub use any::{AnyStore, open};
pub use bounds::{
    Excess, LEDGER_BYTES_MAX, LOAD_KEYS_MAX, Measure, PAGE_BYTES_MAX, PAGE_RECORDS_MAX, SCAN_ATTEMPTS_MAX,
    TRANSACT_ATTEMPTS_MAX, VALUE_BYTES_MAX, WRITE_BYTES_MAX, WRITE_RECORDS_MAX,
};
pub use embedded::{
    CACHE_BYTES_MAX, COMMITS_WAITING_MAX, COMPACTED_LIVE_BYTES_MAX, CopyError, EmbeddedStore, FILE_BYTES_FREE,
    FILE_FACTOR_MAX, FORMAT_VERSION, Size, restore,
};
pub use error::{CommitError, OpenError, StoreError};
pub use ids::{Generation, POOL_ID_BYTES_MAX, PoolId, PoolIdError, RECORD_KEY_BYTES_MAX, RecordKey, RecordKeyError};
pub use memory::{LostReply, MemoryStore};
pub use meter::{Call, CallOutcome, Meter, Metered, Verb};
pub use redis::{
    AddressError, COMMIT_CONNECTIONS, CONNECT_MS_MAX, FIND_MS_MAX, HOSTS_MAX, INTENT_MS, POOLS_KNOWN_MAX,
    PREFIX_BYTES_MAX, REPLICAS_MAX, REPLY_MS_MAX, RedisStore, WAIT_MS_MAX, Warning,
};
pub use transact::{Attempt, Transacted, transact};
pub use values::{Committed, Loaded, Newest, Page, Records, Write};
pub use verbs::Store;
