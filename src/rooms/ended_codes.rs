//! Finds the records of codes that have ended in the current run: the code's own record, and the
//! record of a place that was never transferred.
//!
//! The engine deletes these with the next transfer ([`admission::made_codes`]). This module is for
//! rooms without further transfers, and for records left by versions that did not keep a list of
//! made codes. The caller commits under the generation that it read before, so that it deletes
//! nothing that has changed meanwhile.

use admission::made_codes::MadeCodes;
use admission::pool::LineIndex;
use admission::transfer::{CodeHash, CodeRecord, TransferRecord};
use admission::{Holder, Run, WallMs};
use store::{AnyStore, Page, PoolId, RecordKey, Store, StoreError};

use super::records;

/// The maximum number of records that are changed together: that of a code and that of its place.
const TOGETHER_MAX: usize = 2;

/// Records to put or to delete.
pub(super) type Changes = Vec<(RecordKey, Option<Vec<u8>>)>;

/// Returns the changes to a line's records for the first page of its codes on which a code has
/// ended: at most `most` changes, and none if `most` leaves no room for the list of made codes and
/// one code with its place.
pub(super) async fn changes(
    store: &AnyStore,
    pool: &PoolId,
    (line, run): (LineIndex, Run),
    now: WallMs,
    most: usize,
) -> Result<Changes, StoreError> {
    if most <= TOGETHER_MAX {
        return Ok(Changes::new());
    }
    let mut changes = made_codes(store, pool, (line, run), now).await?;
    let most = most - changes.len();
    let prefix = records::codes_prefix(line, run);
    let mut after = None;
    loop {
        let page = store.scan_page(pool, &prefix, after.as_ref()).await?;
        let ended = ended(store, pool, (line, run), &page, now, most).await?;
        if !ended.is_empty() || !page.more {
            changes.extend(ended);
            return Ok(changes);
        }
        after = page.records.last().map(|(key, _)| key.clone());
    }
}

/// Returns the change that removes expired entries from the list of made codes.
async fn made_codes(
    store: &AnyStore,
    pool: &PoolId,
    (line, run): (LineIndex, Run),
    now: WallMs,
) -> Result<Changes, StoreError> {
    let key = records::made_codes_key(line, run);
    let stored = store.load(pool, std::slice::from_ref(&key)).await?.records;
    let made = stored
        .into_iter()
        .flatten()
        .find_map(|stored| MadeCodes::decode(&stored));
    let Some(mut made) = made else {
        return Ok(Changes::new());
    };
    Ok(match made.forget_all_over(now) {
        false => Changes::new(),
        true => vec![(key, (!made.is_empty()).then(|| made.encode()))],
    })
}

/// Returns the deletions for the codes of a page that have ended, at most `most`.
async fn ended(
    store: &AnyStore,
    pool: &PoolId,
    (line, run): (LineIndex, Run),
    page: &Page,
    now: WallMs,
    most: usize,
) -> Result<Changes, StoreError> {
    let codes = page.records.iter().filter_map(|(key, value)| {
        let place = CodeRecord::decode(value)?.sequence;
        Some((key, records::code_of(key)?, records::transfer_key(line, run, place)))
    });
    let codes: Vec<(&RecordKey, CodeHash, RecordKey)> = codes.collect();
    if codes.is_empty() {
        return Ok(Changes::new());
    }
    let keys: Vec<RecordKey> = codes.iter().map(|(_, _, place)| place.clone()).collect();
    let places = store.load(pool, &keys).await?.records;
    let mut changes = Changes::new();
    for ((code_key, code, place_key), place) in codes.into_iter().zip(places) {
        // A place whose record cannot be read is unchanged, and so is its code.
        let Some(place) = place.map_or(Some(TransferRecord::default()), |bytes| TransferRecord::decode(&bytes)) else {
            continue;
        };
        let counts_for_its_place = place.holder == Holder(0) && !place.is_over(now);
        if counts_for_its_place || place.is_good(code, now) {
            continue;
        }
        if changes.len() + TOGETHER_MAX > most {
            break;
        }
        changes.push((code_key.clone(), None));
        if place.is_over(now) {
            changes.push((place_key, None));
        }
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use admission::Sequence;
    use admission::transfer::{CODE_VALID_MS, CODES_SPAN_MS};
    use store::{Generation, Write};

    use super::*;

    const AT: (LineIndex, Run) = (LineIndex(0), Run(3));
    const MOST: usize = 100;
    const MADE_AT: u64 = 1_700_000_000_000;

    fn code(of: u64) -> CodeHash {
        CodeHash(u128::from(of).to_be_bytes())
    }

    /// Stores this many places with one code each, as versions without the list of made codes left
    /// them; every tenth place was transferred and made another code.
    async fn filled(places: u64) -> (AnyStore, PoolId, Generation) {
        let (store, pool) = (store::open("memory:", || 0).unwrap(), PoolId::new("demo/sale").unwrap());
        let mut write = Write::new("ledger");
        for place in 0..places {
            let record = TransferRecord {
                holder: Holder(u8::from(place % 10 == 0)),
                code: Some((code(place), WallMs(MADE_AT + CODE_VALID_MS))),
                made: vec![WallMs(MADE_AT)],
            };
            let sequence = Sequence(place);
            let note = vec![7; 2_000];
            write = write
                .put(records::transfer_key(AT.0, AT.1, sequence), record.encode())
                .put(
                    records::code_key(AT.0, AT.1, code(place)),
                    CodeRecord { sequence, note }.encode(),
                );
        }
        let committed = store.commit(&pool, Generation(0), write).await.unwrap();
        (store, pool, committed.generation)
    }

    #[tokio::test]
    async fn ended_codes_are_deleted_page_by_page_and_moved_places_stay() {
        let (store, pool, mut generation) = filled(2_000).await;
        let early = WallMs(MADE_AT + CODE_VALID_MS - 1);
        assert_eq!(
            changes(&store, &pool, AT, early, MOST).await.unwrap(),
            [],
            "the codes are good"
        );
        let now = WallMs(MADE_AT + CODES_SPAN_MS);
        loop {
            let changes = changes(&store, &pool, AT, now, MOST).await.unwrap();
            if changes.is_empty() {
                break;
            }
            assert!(changes.len() <= MOST);
            let write = Write {
                ledger: b"ledger".to_vec(),
                records: changes,
                recovers: false,
            };
            generation = store.commit(&pool, generation, write).await.unwrap().generation;
        }
        let (_, left) = store.scan(&pool, b"").await.unwrap();
        assert_eq!(left.len(), 200, "transferred places");
        assert!(
            left.iter()
                .all(|(_, place)| TransferRecord::decode(place).unwrap().holder == Holder(1))
        );
    }
}
