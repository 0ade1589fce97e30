//! Tests every bound, at the bound and one above, on every store.

use store::{
    CommitError, Excess, Generation, LEDGER_BYTES_MAX, LOAD_KEYS_MAX, Measure, Page, PoolId, RecordKey,
    SCAN_ATTEMPTS_MAX, Store, StoreError, VALUE_BYTES_MAX, WRITE_BYTES_MAX, WRITE_RECORDS_MAX, Write,
};

use crate::fixture::{Fixture, Kind, key, pool};

/// Commits a write at the bound, then one above the bound, and checks that the latter changed
/// nothing.
async fn at_the_bound(name: &str, measure: Measure, max: usize, write: impl Fn(usize) -> Write) {
    let a = pool(name);
    for kind in [Kind::Memory, Kind::Embedded, Kind::Redis] {
        let f = Fixture::new(kind);
        let committed = f.store.commit(&a, Generation(0), write(max)).await;
        assert_eq!(committed, Ok(Generation(1).into()), "{kind:?}");
        let refused = f.store.commit(&a, Generation(1), write(max + 1)).await;
        let excess = Excess {
            measure,
            found: max + 1,
            max,
        };
        assert_eq!(refused, Err(CommitError::TooLarge(excess)), "{kind:?}");
        assert_eq!(
            f.store.load(&a, &[]).await.unwrap().generation,
            Generation(1),
            "{kind:?}"
        );
    }
}

#[tokio::test]
async fn a_ledger_is_bounded() {
    at_the_bound("ledger", Measure::LedgerBytes, LEDGER_BYTES_MAX, |size| {
        Write::new(vec![1; size])
    })
    .await;
}

#[tokio::test]
async fn a_value_is_bounded() {
    let write = |size| Write::new("").put(key("k"), vec![1; size]);
    at_the_bound("value", Measure::ValueBytes, VALUE_BYTES_MAX, write).await;
}

#[tokio::test]
async fn the_records_of_a_commit_are_bounded() {
    let write = |count: usize| (0..count).fold(Write::new(""), |write, n| write.put(key(&n.to_be_bytes()), "v"));
    at_the_bound("records", Measure::WriteRecords, WRITE_RECORDS_MAX, write).await;
}

#[tokio::test]
async fn the_bytes_of_a_commit_are_bounded() {
    const KEY_BYTES: usize = 2;
    let write = |bytes: usize| {
        let full = bytes / (KEY_BYTES + VALUE_BYTES_MAX);
        let write = (0..full).fold(Write::new(""), |write, n| {
            write.put(key(&u16::try_from(n).unwrap().to_be_bytes()), vec![1; VALUE_BYTES_MAX])
        });
        let rest = bytes - full * (KEY_BYTES + VALUE_BYTES_MAX);
        Write {
            ledger: vec![1; rest],
            ..write
        }
    };
    at_the_bound("bytes", Measure::WriteBytes, WRITE_BYTES_MAX, write).await;
}

#[tokio::test]
async fn the_keys_of_a_load_are_bounded() {
    for kind in [Kind::Memory, Kind::Embedded, Kind::Redis] {
        let f = Fixture::new(kind);
        let mut keys = vec![key("k"); LOAD_KEYS_MAX];
        assert_eq!(
            f.store.load(&pool("a"), &keys).await.unwrap().records.len(),
            LOAD_KEYS_MAX
        );
        keys.push(key("k"));
        let excess = Excess {
            measure: Measure::LoadKeys,
            found: LOAD_KEYS_MAX + 1,
            max: LOAD_KEYS_MAX,
        };
        assert_eq!(
            f.store.load(&pool("a"), &keys).await,
            Err(StoreError::TooLarge(excess)),
            "{kind:?}"
        );
    }
}

#[test]
fn an_excess_says_what_and_how_much() {
    let excess = Excess {
        measure: Measure::LedgerBytes,
        found: 70_000,
        max: 65_536,
    };
    assert_eq!(
        excess.to_string(),
        "70000 bytes of ledger are too many, at most 65536 are allowed"
    );
}

/// A store in which other committers commit between a scan's pages, this many times.
struct Busy {
    inner: store::MemoryStore,
    commits_left: std::sync::atomic::AtomicU32,
}

impl Busy {
    async fn new(commits: u32) -> Self {
        let inner = store::MemoryStore::new();
        let many = u16::try_from(store::PAGE_RECORDS_MAX + 1).unwrap();
        let write = (0..many).fold(Write::new(""), |write, n| write.put(key(&n.to_be_bytes()), "v"));
        inner.commit(&pool("a"), Generation(0), write).await.unwrap();
        Self {
            inner,
            commits_left: commits.into(),
        }
    }
}

impl Store for Busy {
    async fn load(&self, pool: &PoolId, keys: &[RecordKey]) -> Result<store::Loaded, StoreError> {
        self.inner.load(pool, keys).await
    }

    async fn scan_page(&self, pool: &PoolId, prefix: &[u8], after: Option<&RecordKey>) -> Result<Page, StoreError> {
        use std::sync::atomic::Ordering::Relaxed;
        let page = self.inner.scan_page(pool, prefix, after).await?;
        if after.is_none()
            && self
                .commits_left
                .fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1))
                .is_ok()
        {
            self.inner.commit(pool, page.generation, Write::new("")).await.unwrap();
        }
        Ok(page)
    }

    async fn commit(&self, pool: &PoolId, expected: Generation, write: Write) -> Result<store::Committed, CommitError> {
        self.inner.commit(pool, expected, write).await
    }

    fn is_shared(&self) -> bool {
        self.inner.is_shared()
    }

    async fn pools(&self) -> Result<Vec<PoolId>, StoreError> {
        self.inner.pools().await
    }
}

#[tokio::test]
async fn a_scan_starts_again_until_it_is_of_one_generation() {
    let busy = Busy::new(SCAN_ATTEMPTS_MAX - 1).await;
    let (generation, records) = busy.scan(&pool("a"), b"").await.unwrap();
    assert_eq!(generation, Generation(u64::from(SCAN_ATTEMPTS_MAX)));
    assert_eq!(records.len(), store::PAGE_RECORDS_MAX + 1);
}

#[tokio::test]
async fn a_scan_gives_up_on_a_pool_that_never_rests() {
    let busy = Busy::new(SCAN_ATTEMPTS_MAX).await;
    assert_eq!(busy.scan(&pool("a"), b"").await, Err(StoreError::Changing));
}
