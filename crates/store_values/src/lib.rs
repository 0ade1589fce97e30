//! The values that a store takes and returns: the ids of what is stored, the content of a commit,
//! the result of a read, the errors, and the bounds on the size of one call.
//!
//! The values have a separate crate, so that the code that decides what to store (the pool node)
//! depends on no store, and therefore on no runtime, network or disk. This crate does no IO.

mod bounds;
mod call;
mod error;
mod ids;
mod values;

pub use bounds::{
    Excess, LEDGER_BYTES_MAX, LOAD_KEYS_MAX, Measure, PAGE_BYTES_MAX, PAGE_RECORDS_MAX, SCAN_ATTEMPTS_MAX,
    TRANSACT_ATTEMPTS_MAX, VALUE_BYTES_MAX, WRITE_BYTES_MAX, WRITE_RECORDS_MAX, check_keys,
};
pub use call::{StoreCall, StoreReply};
pub use error::{CommitError, StoreError};
pub use ids::{Generation, POOL_ID_BYTES_MAX, PoolId, PoolIdError, RECORD_KEY_BYTES_MAX, RecordKey, RecordKeyError};
pub use values::{Committed, Loaded, Newest, Page, Records, Write};
