//! The few things a store can do.

use std::future::Future;

use crate::{CommitError, Generation, Loaded, Page, PoolId, RecordKey, Records, SCAN_ATTEMPTS_MAX, StoreError, Write};

/// The verbs. See the crate's documentation for what every implementation promises.
pub trait Store: Send + Sync {
    /// Reads a pool's ledger and the named records, all of one generation.
    ///
    /// Whatever is returned is durable: no crash takes it back.
    fn load(&self, pool: &PoolId, keys: &[RecordKey]) -> impl Future<Output = Result<Loaded, StoreError>> + Send;

    /// Reads records whose key starts with `prefix` and comes behind `after`, in order, as many as fit a
    /// page. Pages of one generation belong together.
    fn scan_page(
        &self,
        pool: &PoolId,
        prefix: &[u8],
        after: Option<&RecordKey>,
    ) -> impl Future<Output = Result<Page, StoreError>> + Send;

    /// Replaces the ledger and changes the records, all of it or nothing, if the pool is still at the
    /// generation `expected`; answers the generation this makes, once it is durable.
    fn commit(
        &self,
        pool: &PoolId,
        expected: Generation,
        write: Write,
    ) -> impl Future<Output = Result<Generation, CommitError>> + Send;

    /// Lists the pools that something was committed to, in order.
    fn pools(&self) -> impl Future<Output = Result<Vec<PoolId>, StoreError>> + Send;

    /// Reads every record whose key starts with `prefix`, in order and of one generation.
    ///
    /// As large as what is stored; [`Store::scan_page`] is for those who need a bound. Starts again when
    /// somebody commits in between, and gives up after [`SCAN_ATTEMPTS_MAX`] starts.
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
