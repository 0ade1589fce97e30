//! The few things a store can do.

use std::future::Future;

use crate::{
    CommitError, Committed, Generation, Loaded, Newest, Page, PoolId, RecordKey, Records, SCAN_ATTEMPTS_MAX,
    StoreError, Write,
};

/// The verbs. See the crate's documentation for what every implementation promises.
pub trait Store: Send + Sync {
    /// Reads a pool's ledger and the named records, all of one generation.
    ///
    /// Whatever is returned is durable: no crash takes it back.
    fn load(&self, pool: &PoolId, keys: &[RecordKey]) -> impl Future<Output = Result<Loaded, StoreError>> + Send;

    /// Reads records whose key starts with `prefix` and comes behind `after`, in order, as many as
    /// fit a page. Pages of one generation belong together.
    fn scan_page(
        &self,
        pool: &PoolId,
        prefix: &[u8],
        after: Option<&RecordKey>,
    ) -> impl Future<Output = Result<Page, StoreError>> + Send;

    /// Reads a pool's ledger where the pool is not at the generation `known`, or is recovering;
    /// `None` where nothing changed. What following others costs while they do nothing.
    fn look(
        &self,
        pool: &PoolId,
        known: Generation,
    ) -> impl Future<Output = Result<Option<Newest>, StoreError>> + Send {
        async move {
            let Loaded {
                generation,
                ledger,
                recovering,
                ..
            } = self.load(pool, &[]).await?;
            Ok((generation != known || recovering).then_some(Newest {
                generation,
                ledger,
                recovering,
            }))
        }
    }

    /// Replaces the ledger and changes the records, all of it or nothing, if the pool is still at
    /// the generation `expected`; answers the generation this makes, once it is durable.
    fn commit(
        &self,
        pool: &PoolId,
        expected: Generation,
        write: Write,
    ) -> impl Future<Output = Result<Committed, CommitError>> + Send;

    /// Asks the other committers of a pool to skip a turn, as long as a few of theirs take: for
    /// whoever met a conflict again and again. They hear of it with their next commit
    /// ([`Committed::others_wait`]). A courtesy: it may get lost, and nobody is held to it.
    fn ask_for_a_turn(&self, pool: &PoolId) -> impl Future<Output = ()> + Send {
        _ = pool;
        async {}
    }

    /// Whether others than this process may commit to the store.
    fn is_shared(&self) -> bool;

    /// The store's own clock, milliseconds since the Unix epoch; `None` where it has none but this
    /// machine's.
    fn wall_ms(&self) -> impl Future<Output = Result<Option<u64>, StoreError>> + Send {
        async { Ok(None) }
    }

    /// Lists the pools that something was committed to, in order.
    fn pools(&self) -> impl Future<Output = Result<Vec<PoolId>, StoreError>> + Send;

    /// Reads every record whose key starts with `prefix`, in order and of one generation.
    ///
    /// As large as what is stored; [`Store::scan_page`] is for those who need a bound. Starts again
    /// when somebody commits in between, and gives up after [`SCAN_ATTEMPTS_MAX`] starts.
    fn scan(
        &self,
        pool: &PoolId,
        prefix: &[u8],
    ) -> impl Future<Output = Result<(Generation, Records), StoreError>> + Send {
        async move {
            for _ in 0..SCAN_ATTEMPTS_MAX {
                if let Some(whole) = scan_once(self, pool, prefix).await? {
                    return Ok(whole);
                }
            }
            Err(StoreError::Changing)
        }
    }
}

/// Strings pages together; `None` when they were not of one generation.
async fn scan_once(
    store: &(impl Store + ?Sized),
    pool: &PoolId,
    prefix: &[u8],
) -> Result<Option<(Generation, Records)>, StoreError> {
    let Page {
        generation,
        mut records,
        mut more,
    } = store.scan_page(pool, prefix, None).await?;
    while more {
        let after = records.last().map(|(key, _)| key);
        let page = store.scan_page(pool, prefix, after).await?;
        if page.generation != generation {
            return Ok(None);
        }
        records.extend(page.records);
        more = page.more;
    }
    Ok(Some((generation, records)))
}
