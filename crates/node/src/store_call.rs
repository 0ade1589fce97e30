//! The calls that a pool node makes to its store, as values, and the store's replies.

pub use store_values::{StoreCall, StoreReply};

/// The progress of work that needs the store.
#[derive(Debug)]
pub enum ReadProgress<T> {
    /// The work continues with the reply to this call.
    Call(StoreCall),
    /// The work is done.
    Done(T),
}
