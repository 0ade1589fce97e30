//! The operations of a store.

use std::future::Future;

use crate::{
    CommitError, Committed, Generation, Loaded, Newest, Page, PoolId, RecordKey, Records, SCAN_ATTEMPTS_MAX,
    StoreError, Write,
};

/// The operations of a store. The crate's documentation lists what every implementation guarantees.
pub trait Store: Send + Sync {
    /// Reads a pool's ledger and the named records, all of one generation.
    ///
    /// A returned value is durable: no crash undoes it.
    fn load(&self, pool: &PoolId, keys: &[RecordKey]) -> impl Future<Output = Result<Loaded, StoreError>> + Send;

    /// Reads the records whose key starts with `prefix` and follows `after`, in order, as many as
    /// fit a page. Pages of one generation belong together.
    fn scan_page(
        &self,
        pool: &PoolId,
        prefix: &[u8],
        after: Option<&RecordKey>,
    ) -> impl Future<Output = Result<Page, StoreError>> + Send;

    /// Reads a pool's ledger if the pool is not at the generation `known`, or is recovering;
    /// returns `None` if nothing changed. A node follows other nodes with this call, so the call
    /// must be cheap if nothing changed.
    fn load_newer(
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

    /// Replaces the ledger and changes the records, completely or not at all, if the pool is still
    /// at the generation `expected`. Returns the new generation once it is durable.
    fn commit(
        &self,
        pool: &PoolId,
        expected: Generation,
        write: Write,
    ) -> impl Future<Output = Result<Committed, CommitError>> + Send;

    /// Asks the other committers of a pool to skip a commit, for about as long as a few of their
    /// commits take. Meant for a committer after repeated conflicts. The others learn of the
    /// request with their next commit ([`Committed::others_wait`]). The request is advisory: it may
    /// get lost, and no committer has to honour it.
    fn request_commit_priority(&self, pool: &PoolId) -> impl Future<Output = ()> + Send {
        _ = pool;
        async {}
    }

    /// Returns whether other processes may commit to the store.
    fn is_shared(&self) -> bool;

    /// Returns the store's own clock in milliseconds since the Unix epoch; `None` if it has no
    /// clock other than this machine's.
    fn wall_ms(&self) -> impl Future<Output = Result<Option<u64>, StoreError>> + Send {
        async { Ok(None) }
    }

    /// Lists the pools that have a commit, in order.
    fn pools(&self) -> impl Future<Output = Result<Vec<PoolId>, StoreError>> + Send;

    /// Reads every record whose key starts with `prefix`, in order and of one generation.
    ///
    /// The result is as large as the stored records; use [`Store::scan_page`] for a bound. The scan
    /// starts again when another commit happens in between, and gives up after
    /// [`SCAN_ATTEMPTS_MAX`] starts.
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

/// Reads all pages of a scan; returns `None` if they were not of one generation.
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
