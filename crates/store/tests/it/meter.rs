//! The meter learns the result of every call, and a disconnected store answers no call.

use std::sync::{Arc, Mutex};

use store::{
    AnyStore, Call, CallOutcome, CommitError, Generation, MemoryStore, Meter, PoolId, Store, StoreError, Verb, Write,
};

type Heard = (Verb, Option<String>, CallOutcome, u64);

/// Each reading of the clock is one microsecond later than the previous one.
#[derive(Debug, Default)]
struct Listener(Mutex<(u64, Vec<Heard>)>);

impl Meter for Listener {
    fn now_us(&self) -> u64 {
        let mut heard = self.0.lock().unwrap();
        heard.0 += 1;
        heard.0
    }

    fn ended(&self, call: Call<'_>) {
        let pool = call.pool.map(ToString::to_string);
        self.0
            .lock()
            .unwrap()
            .1
            .push((call.verb, pool, call.outcome, call.took_us));
    }
}

impl Listener {
    fn heard(&self) -> Vec<Heard> {
        std::mem::take(&mut self.0.lock().unwrap().1)
    }
}

#[tokio::test]
async fn every_call_is_reported_with_its_outcome() {
    let (memory, listener) = (MemoryStore::new(), Arc::new(Listener::default()));
    let store = AnyStore::Memory(memory.clone()).metered(listener.clone());
    let pool = PoolId::new("one").unwrap();
    let write = || Write::new(b"ledger".to_vec());
    store.commit(&pool, Generation::NONE, write()).await.unwrap();
    store.commit(&pool, Generation::NONE, write()).await.unwrap_err();
    assert_eq!(store.load(&pool, &[]).await.unwrap().ledger.unwrap(), b"ledger");
    store.load_newer(&pool, Generation::NONE).await.unwrap().unwrap();
    assert_eq!(store.scan(&pool, b"").await.unwrap().1, []);
    store.request_commit_priority(&pool).await;
    assert_eq!(store.pools().await.unwrap(), std::slice::from_ref(&pool));
    assert_eq!(store.wall_ms().await.unwrap(), None);
    let named = |verb, outcome| (verb, Some("one".to_owned()), outcome, 1);
    assert_eq!(
        listener.heard(),
        [
            named(Verb::Commit, CallOutcome::Done),
            named(Verb::Commit, CallOutcome::Conflict),
            named(Verb::Load, CallOutcome::Done),
            named(Verb::LoadNewer, CallOutcome::Done),
            named(Verb::Scan, CallOutcome::Done),
            named(Verb::CommitPriority, CallOutcome::Done),
            (Verb::Pools, None, CallOutcome::Done, 1),
            (Verb::Clock, None, CallOutcome::Done, 1),
        ]
    );
    memory.set_away(true);
    store.commit(&pool, Generation::NONE, write()).await.unwrap_err();
    store.load(&pool, &[]).await.unwrap_err();
    let away = listener.heard();
    assert!(
        away.iter().all(|(_, _, outcome, _)| *outcome == CallOutcome::Away),
        "{away:?}"
    );
    assert_eq!(away.len(), 2);
}

#[tokio::test]
async fn a_handle_is_away_alone_where_it_has_a_line_of_its_own() {
    let memory = MemoryStore::new();
    let (clone, other) = (memory.clone(), memory.with_own_connection());
    let pool = PoolId::new("one").unwrap();
    let write = || Write::new(b"ledger".to_vec());
    memory.set_away(true);
    memory.set_wall_ms(5);
    for store in [&memory, &clone] {
        let committed = store.commit(&pool, Generation::NONE, write()).await;
        assert!(matches!(committed, Err(CommitError::Unavailable { .. })));
        assert!(matches!(
            store.load(&pool, &[]).await,
            Err(StoreError::Unavailable { .. })
        ));
        assert!(matches!(
            store.load_newer(&pool, Generation::NONE).await,
            Err(StoreError::Unavailable { .. })
        ));
        assert!(matches!(
            store.scan(&pool, b"").await,
            Err(StoreError::Unavailable { .. })
        ));
        assert!(matches!(store.pools().await, Err(StoreError::Unavailable { .. })));
        assert!(matches!(store.wall_ms().await, Err(StoreError::Unavailable { .. })));
    }
    other.commit(&pool, Generation::NONE, write()).await.unwrap();
    assert_eq!(other.wall_ms().await, Ok(None));
    memory.set_away(false);
    assert_eq!(
        clone.load(&pool, &[]).await.unwrap().ledger.unwrap(),
        b"ledger",
        "one store"
    );
    assert_eq!(clone.wall_ms().await, Ok(Some(5)));
}
