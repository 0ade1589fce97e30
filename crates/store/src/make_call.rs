//! Makes the calls to a store that are described as values.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use store_values::{StoreCall, StoreReply};

use crate::{PoolId, Store};

/// Makes a call to a store, about this pool. The first failure of a scan ends it.
pub async fn make_call<S: Store>(store: &S, pool: &PoolId, call: StoreCall) -> StoreReply {
    match call {
        StoreCall::LoadNewer { known } => StoreReply::LoadedNewer(store.load_newer(pool, known).await),
        StoreCall::Load { keys } => StoreReply::Loaded(store.load(pool, &keys).await),
        StoreCall::Scan { prefixes } => {
            let mut scanned = Vec::with_capacity(prefixes.len());
            for prefix in &prefixes {
                match store.scan(pool, prefix).await {
                    Ok(found) => scanned.push(found),
                    Err(error) => return StoreReply::Scanned(Err(error)),
                }
            }
            StoreReply::Scanned(Ok(scanned))
        }
        StoreCall::Commit { expected, write } => StoreReply::Committed(store.commit(pool, expected, write).await),
    }
}

/// Returns the answer of a [`MemoryStore`](crate::MemoryStore), which is ready at once.
///
/// # Panics
/// Panics if the answer is not ready, because it comes from another kind of store.
pub fn at_once<T>(answer: impl Future<Output = T>) -> T {
    match pin!(answer).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("a store in memory never waits"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Generation, MemoryStore, RecordKey, Write};

    #[test]
    fn a_call_gets_the_answer_of_its_own_kind() {
        let (store, pool) = (MemoryStore::default(), PoolId::new("demo/sale").expect("an id"));
        let key = RecordKey::new(*b"a1").expect("a key");
        let call = |call| at_once(make_call(&store, &pool, call));
        let write = Write {
            ledger: b"ledger".to_vec(),
            records: vec![(key.clone(), Some(b"value".to_vec()))],
            ..Write::default()
        };
        let expected = Generation::NONE;
        let committed = call(StoreCall::Commit { expected, write });
        assert!(matches!(committed, StoreReply::Committed(Ok(_))), "{committed:?}");
        let looked = call(StoreCall::LoadNewer { known: expected });
        assert!(matches!(looked, StoreReply::LoadedNewer(Ok(Some(_)))), "{looked:?}");
        let loaded = call(StoreCall::Load { keys: vec![key] });
        assert!(matches!(loaded, StoreReply::Loaded(Ok(_))), "{loaded:?}");
        let prefixes = vec![b"a".to_vec(), b"b".to_vec()];
        let StoreReply::Scanned(Ok(scanned)) = call(StoreCall::Scan { prefixes }) else {
            panic!("a scan's answer")
        };
        let found: Vec<usize> = scanned.iter().map(|(_, records)| records.len()).collect();
        assert_eq!(found, [1, 0]);
    }
}
