//! Garbage collection: deletes the marks, redirects, sessions, transfers, codes and vouchers of
//! past runs. No request reads them, since every look-up names the current run. Also deletes
//! records that have ended in the current run and that no other commit deletes: codes, if transfers
//! no longer happen ([`super::ended_codes`]), and vouchers ([`super::ended_vouchers`]).
//!
//! The deletions are independent of the pool node: each commit deletes a bounded number and leaves
//! the ledger unchanged, and there is one commit a second. Pool nodes treat it like another node's
//! commit. A past run never comes back, so a deletion cannot be wrong, whatever other nodes do
//! meanwhile.
//!
//! Grants are not deleted here, since they have their own retention ([`super::LOG_MS`]);
//! neither are the records of rooms that are no longer configured, because such rooms can be
//! configured again.

use std::time::Duration;

use admission::pool::LineIndex;
use admission::{Run, WallMs};
use store::{AnyStore, Generation, PoolId, RecordKey, Store, StoreError, Write};

use super::{StateError, ended_codes, ended_vouchers, records};
use crate::clock::Clock;

/// The maximum number of records of past runs that one commit deletes.
pub(super) const DELETED_MAX: usize = 1_000;
/// Pause between two commits, so that pool nodes can make theirs.
const PAUSE: Duration = Duration::from_secs(1);
/// The wait before the next scan if nothing is left: meanwhile rooms can be reset and codes can
/// end.
const RESCAN_AFTER: Duration = Duration::from_mins(10);

/// Deletes the records that past runs, ended codes and ended vouchers have left in a pool, and
/// repeats this while more remain. Never returns.
pub(super) async fn run_gc(store: AnyStore, pool: PoolId, clock: Clock) {
    let mut deleted = 0;
    loop {
        match delete_some(&store, &pool, clock.wall()).await {
            Ok(0) => {
                if std::mem::take(&mut deleted) > 0 {
                    tracing::info!(%pool, "nothing is left of past runs, ended codes and ended vouchers");
                }
                tokio::time::sleep(RESCAN_AFTER).await;
            }
            Ok(some) => deleted += some,
            // The store is unavailable, or another commit came first.
            Err(error) => tracing::debug!(%pool, %error, "records of what has ended stay for now"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Deletes some of the records that have ended. Returns how many records it deleted.
async fn delete_some(store: &AnyStore, pool: &PoolId, now: WallMs) -> Result<usize, StateError> {
    let Some(Deletions { generation, write }) = next_deletions(store, pool, now).await? else {
        return Ok(0);
    };
    let deleted = write.records.len();
    store.commit(pool, generation, write).await?;
    Ok(deleted)
}

/// The deletions of one commit.
struct Deletions {
    generation: Generation,
    write: Write,
}

/// The next deletions, or `None` if nothing is left.
async fn next_deletions(store: &AnyStore, pool: &PoolId, now: WallMs) -> Result<Option<Deletions>, StateError> {
    let newest = store.load(pool, &[]).await?;
    let Some(ledger) = newest.ledger else { return Ok(None) };
    if newest.recovering {
        // A recovery allows for lost commits, and only the pool node makes one.
        return Ok(None);
    }
    let mut write = Write::new(ledger);
    for (line, run) in runs(pool, &write.ledger)? {
        for prefix in records::prefixes_of_runs(line) {
            let most = DELETED_MAX - write.records.len();
            let keys = past_keys(store, pool, &prefix, run).await?;
            write.records.extend(keys.into_iter().take(most).map(|key| (key, None)));
        }
        let most = DELETED_MAX - write.records.len();
        let ended = ended_codes::changes(store, pool, (line, run), now, most).await?;
        write.records.extend(ended);
        let most = DELETED_MAX - write.records.len();
        let ended = ended_vouchers::keys(store, pool, (line, run), now, most).await?;
        write.records.extend(ended.into_iter().map(|key| (key, None)));
    }
    let generation = newest.generation;
    Ok((!write.records.is_empty()).then_some(Deletions { generation, write }))
}

/// The current run of each line.
fn runs(pool: &PoolId, ledger: &[u8]) -> Result<Vec<(LineIndex, Run)>, StateError> {
    let stored = records::decode_pool(ledger).map_err(|reason| StateError::Damaged {
        pool: pool.as_str().to_owned(),
        reason,
    })?;
    let runs = stored.lines.into_iter().map(|(_, ledger)| ledger.run);
    Ok((0..).map(LineIndex).zip(runs).collect())
}

/// Some keys under a prefix that belong to runs before `run`. Keys are ordered by run, so these
/// come first.
async fn past_keys(store: &AnyStore, pool: &PoolId, prefix: &[u8], run: Run) -> Result<Vec<RecordKey>, StoreError> {
    if run == Run(0) {
        return Ok(Vec::new());
    }
    let page = store.scan_page(pool, prefix, None).await?;
    let keys = page.records.into_iter().map(|(key, _)| key);
    Ok(keys
        .take_while(|key| records::run_of(key).is_some_and(|of| of < run))
        .collect())
}

#[cfg(test)]
mod tests {
    use admission::marks::ChunkIndex;
    use admission::pool::PoolLedger;
    use admission::transfer::{CODE_VALID_MS, CODES_SPAN_MS, CodeHash, CodeRecord, TransferRecord};
    use admission::voucher::{VoucherHash, VoucherRecord};
    use admission::{BatchNumber, Ledger, NodeId, Number, PerMinute, RoomConfig, Sequence};

    use super::*;
    use ::node::change_log::ChangeLog;

    const ROOMS: [&str; 2] = ["demo/sale", "demo/other"];

    /// A pool of two rooms: the first in its third run, the second in its first.
    fn ledger() -> Vec<u8> {
        let ledger = |run| Ledger {
            run,
            ..Ledger::new(&RoomConfig::new(PerMinute(60)), WallMs(5))
        };
        let (names, ledgers) = (ROOMS.map(str::to_owned), [ledger(Run(2)), ledger(Run(0))]);
        records::encode_pool(&PoolLedger::default(), names.iter().zip(&ledgers), |_| {
            ChangeLog::default()
        })
    }

    /// One record of each kind.
    fn of_run(line: LineIndex, run: Run) -> Vec<RecordKey> {
        vec![
            records::marks_key(line, run, ChunkIndex(1)),
            records::unnumbered_key(line, run, Sequence(1), ChunkIndex(1)),
            records::redirects_key(line, run, Number(1)),
            records::session_key(line, run, Number(1)),
            records::transfer_key(line, run, Sequence(1)),
            records::code_key(line, run, CodeHash([1; 16])),
            records::made_codes_key(line, run),
            records::voucher_key(line, run, VoucherHash([1; 16])),
        ]
    }

    async fn keys(store: &AnyStore, pool: &PoolId) -> Vec<RecordKey> {
        let (_, records) = store.scan(pool, b"").await.unwrap();
        records.into_iter().map(|(key, _)| key).collect()
    }

    #[tokio::test]
    async fn only_records_of_current_runs_remain() {
        let (store, pool) = (store::open("memory:", || 0).unwrap(), PoolId::new("demo/sale").unwrap());
        let (sale, other) = (LineIndex(0), LineIndex(1));
        let mut stay = [of_run(sale, Run(2)), of_run(other, Run(0))].concat();
        stay.push(records::grants_key(WallMs(1), NodeId(1), BatchNumber(1)));
        let mut write = Write::new(ledger());
        for key in [of_run(sale, Run(0)), of_run(sale, Run(1)), stay.clone()].concat() {
            write = write.put(key, "x");
        }
        store.commit(&pool, Generation(0), write).await.unwrap();

        assert_eq!(delete_some(&store, &pool, WallMs(0)).await.unwrap(), 16);
        stay.sort();
        assert_eq!(keys(&store, &pool).await, stay);
        let loaded = store.load(&pool, &[]).await.unwrap();
        assert_eq!((loaded.generation, loaded.ledger), (Generation(2), Some(ledger())));
        assert_eq!(delete_some(&store, &pool, WallMs(0)).await.unwrap(), 0);
        assert_eq!(
            store.load(&pool, &[]).await.unwrap().generation,
            Generation(2),
            "nothing to do is no commit"
        );
    }

    #[tokio::test]
    async fn a_commit_deletes_a_bounded_number_of_records() {
        let (store, pool) = (store::open("memory:", || 0).unwrap(), PoolId::new("demo/sale").unwrap());
        let mut write = Write::new(ledger());
        for n in 0..2 * DELETED_MAX as u64 {
            write = write.put(records::redirects_key(LineIndex(0), Run(1), Number(n)), "x");
        }
        store.commit(&pool, Generation(0), write).await.unwrap();
        for left in [DELETED_MAX, 0] {
            assert_eq!(delete_some(&store, &pool, WallMs(0)).await.unwrap(), DELETED_MAX);
            assert_eq!(keys(&store, &pool).await.len(), left);
        }
    }

    #[tokio::test]
    async fn ended_codes_of_one_room_leave_the_next_room_its_bound() {
        let (store, pool) = (store::open("memory:", || 0).unwrap(), PoolId::new("demo/sale").unwrap());
        let (sale, made_at) = ((LineIndex(0), Run(2)), 1_700_000_000_000);
        let mut write = Write::new(ledger());
        for place in 0..DELETED_MAX as u64 {
            let (sequence, code) = (Sequence(place), CodeHash(u128::from(place).to_be_bytes()));
            let record = TransferRecord {
                code: Some((code, WallMs(made_at + CODE_VALID_MS))),
                made: vec![WallMs(made_at)],
                ..TransferRecord::default()
            };
            let note = Vec::new();
            write = write
                .put(records::transfer_key(sale.0, sale.1, sequence), record.encode())
                .put(
                    records::code_key(sale.0, sale.1, code),
                    CodeRecord { sequence, note }.encode(),
                );
        }
        store.commit(&pool, Generation(0), write).await.unwrap();
        let now = WallMs(made_at + CODES_SPAN_MS);
        for left in [DELETED_MAX, 0] {
            assert_eq!(delete_some(&store, &pool, now).await.unwrap(), DELETED_MAX);
            assert_eq!(keys(&store, &pool).await.len(), left);
        }
        assert_eq!(delete_some(&store, &pool, now).await.unwrap(), 0);
    }

    #[tokio::test]
    async fn of_a_run_that_is_never_reset_what_has_ended_goes() {
        let (store, pool) = (store::open("memory:", || 0).unwrap(), PoolId::new("demo/sale").unwrap());
        let (sale, run) = (LineIndex(0), Run(2));
        let of = |byte, ends_at| {
            let record = VoucherRecord {
                sequence: Sequence(u64::from(byte)),
                spent_at: WallMs(1),
                ends_at,
            };
            (
                records::voucher_key(sale, run, VoucherHash([byte; 16])),
                record.encode(),
            )
        };
        let stay = [of(1, None), of(2, Some(WallMs(5_001)))];
        let mut write = Write::new(ledger());
        for (key, value) in stay
            .iter()
            .cloned()
            .chain((3..=250).map(|byte| of(byte, Some(WallMs(5_000)))))
        {
            write = write.put(key, value);
        }
        store.commit(&pool, Generation(0), write).await.unwrap();
        assert_eq!(delete_some(&store, &pool, WallMs(4_999)).await.unwrap(), 0);
        assert_eq!(delete_some(&store, &pool, WallMs(5_000)).await.unwrap(), 248);
        assert_eq!(keys(&store, &pool).await, stay.map(|(key, _)| key));
        assert_eq!(delete_some(&store, &pool, WallMs(5_000)).await.unwrap(), 0);
    }

    #[tokio::test]
    async fn a_pool_that_nobody_used_stays_so() {
        let (store, pool) = (store::open("memory:", || 0).unwrap(), PoolId::new("demo/sale").unwrap());
        assert_eq!(delete_some(&store, &pool, WallMs(0)).await.unwrap(), 0);
        assert_eq!(store.pools().await.unwrap(), []);
    }
}
