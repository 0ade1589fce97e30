//! The Redis store when its server fails. The servers are real, one or more per test.

mod cluster;
mod failover;
mod outcome;
mod proxy;
mod restart;
mod sentinel;
pub(crate) mod server;
mod settings;

use store::{AnyStore, Generation, Store, Write};

use crate::fixture::pool;

/// Commits ledgers "1", "2" and so on to the pool "a" until it is at the generation `last`.
async fn commit_up_to(store: &AnyStore, last: u64) {
    let mut now = store.load(&pool("a"), &[]).await.unwrap().generation;
    while now < Generation(last) {
        let write = Write::new(now.next().to_string());
        now = store.commit(&pool("a"), now, write).await.unwrap().generation;
    }
}
