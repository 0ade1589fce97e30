//! Transactions that count in a pool's ledger of one byte, with rival commits and lost replies.

use store::{
    Attempt, CommitError, LostReply, Measure, MemoryStore, Store, TRANSACT_ATTEMPTS_MAX, Transacted, VALUE_BYTES_MAX,
    Write, transact,
};

use crate::fixture::{Fixture, Kind, key, pool};

/// The failure of a transaction.
#[derive(Debug, PartialEq, Eq)]
enum Failure {
    Refused,
    Commit(CommitError),
}

impl From<CommitError> for Failure {
    fn from(error: CommitError) -> Self {
        Self::Commit(error)
    }
}

/// The end of a transaction, and the number of its attempts.
struct Counted {
    ended: Result<Transacted<u8, u8>, Failure>,
    attempts: u32,
}

/// Increments the count unless it has reached `goal`; `meanwhile` runs between reading and
/// committing.
async fn count_up_to(goal: u8, store: &impl Store, meanwhile: impl AsyncFn(u32)) -> Counted {
    let (a, attempts) = (pool("a"), std::cell::Cell::new(0));
    let ended = transact(store, &a, || async {
        attempts.set(attempts.get() + 1);
        let loaded = store.load(&pool("a"), &[]).await.unwrap();
        meanwhile(attempts.get()).await;
        match loaded.ledger.map_or(0, |ledger| ledger[0]) {
            count if count >= goal => Ok(Attempt::Settled(count)),
            count => Ok(Attempt::Commit {
                expected: loaded.generation,
                write: Write::new([count + 1]),
                next: count + 1,
            }),
        }
    });
    let ended = ended.await;
    Counted {
        ended,
        attempts: attempts.get(),
    }
}

/// Commits the same count again, which makes another generation.
async fn overtake(store: &impl Store) {
    let loaded = store.load(&pool("a"), &[]).await.unwrap();
    let same = Write::new(loaded.ledger.unwrap_or(vec![0]));
    store.commit(&pool("a"), loaded.generation, same).await.unwrap();
}

async fn count(store: &impl Store) -> u8 {
    let loaded = store.load(&pool("a"), &[]).await.unwrap();
    loaded.ledger.map_or(0, |ledger| ledger[0])
}

#[tokio::test]
async fn a_commit_is_answered_with_its_generation() {
    let store = MemoryStore::new();
    let counted = count_up_to(1, &store, async |_| {}).await;
    let generation = store.load(&pool("a"), &[]).await.unwrap().generation;
    assert_eq!(counted.ended, Ok(Transacted::Committed(generation.into(), 1)));
    assert_eq!(counted.attempts, 1);
}

#[tokio::test]
async fn nothing_to_write_is_no_commit() {
    let store = MemoryStore::new();
    let counted = count_up_to(0, &store, async |_| {}).await;
    assert_eq!(counted.ended, Ok(Transacted::Settled(0)));
    assert_eq!(store.pools().await.unwrap(), []);
}

#[tokio::test]
async fn an_overtaken_committer_decides_again_on_the_stored_content() {
    let store = MemoryStore::new();
    let counted = count_up_to(9, &store, async |attempt| {
        if attempt == 1 {
            Box::pin(count_up_to(9, &store, async |_| {})).await;
        }
    })
    .await;
    assert!(matches!(counted.ended, Ok(Transacted::Committed(_, 2))));
    assert_eq!((counted.attempts, count(&store).await), (2, 2));
}

#[tokio::test]
async fn a_committer_that_is_overtaken_each_time_gives_up_and_writes_nothing() {
    let store = MemoryStore::new();
    let counted = count_up_to(1, &store, async |_| overtake(&store).await).await;
    assert!(matches!(
        counted.ended,
        Err(Failure::Commit(CommitError::Conflict { .. }))
    ));
    assert_eq!((counted.attempts, count(&store).await), (TRANSACT_ATTEMPTS_MAX, 0));
}

#[tokio::test]
async fn the_last_attempt_counts_as_any() {
    let store = MemoryStore::new();
    let counted = count_up_to(1, &store, async |attempt| {
        if attempt < TRANSACT_ATTEMPTS_MAX {
            overtake(&store).await;
        }
    })
    .await;
    assert!(matches!(counted.ended, Ok(Transacted::Committed(_, 1))));
}

#[tokio::test]
async fn a_commit_of_unknown_outcome_that_was_made_is_recognized() {
    let store = MemoryStore::new();
    store.lose_reply(LostReply::Made);
    let counted = count_up_to(1, &store, async |_| {}).await;
    assert_eq!(counted.ended, Ok(Transacted::Settled(1)));
    assert_eq!((counted.attempts, count(&store).await), (2, 1));
}

#[tokio::test]
async fn a_commit_of_unknown_outcome_that_was_not_made_is_made_once() {
    let store = MemoryStore::new();
    store.lose_reply(LostReply::Late);
    let counted = count_up_to(1, &store, async |_| {}).await;
    assert!(matches!(counted.ended, Ok(Transacted::Committed(_, 1))));
    store.deliver();
    assert_eq!((counted.attempts, count(&store).await), (2, 1));
}

#[tokio::test]
async fn a_commit_that_arrives_beside_the_next_attempt_is_made_once() {
    let store = MemoryStore::new();
    store.lose_reply(LostReply::Late);
    let counted = count_up_to(1, &store, async |attempt| {
        if attempt == 2 {
            store.deliver();
        }
    })
    .await;
    assert_eq!(counted.ended, Ok(Transacted::Settled(1)));
    assert_eq!((counted.attempts, count(&store).await), (3, 1));
}

#[tokio::test]
async fn if_no_outcome_is_ever_known_the_last_one_is_reported_as_unknown() {
    let store = MemoryStore::new();
    let counted = count_up_to(1, &store, async |_| store.lose_reply(LostReply::Late)).await;
    assert!(matches!(
        counted.ended,
        Err(Failure::Commit(CommitError::Unknown { .. }))
    ));
    assert_eq!(counted.attempts, TRANSACT_ATTEMPTS_MAX);
    store.deliver();
    assert_eq!(count(&store).await, 1, "all of them expect the same generation");
}

#[tokio::test]
async fn a_store_that_is_away_is_not_asked_again() {
    let store = MemoryStore::new();
    let counted = count_up_to(1, &store, async |_| store.set_away(true)).await;
    assert!(matches!(
        counted.ended,
        Err(Failure::Commit(CommitError::Unavailable { .. }))
    ));
    assert_eq!(counted.attempts, 1);
}

#[tokio::test]
async fn a_refusal_and_an_excess_end_it_at_once() {
    let (store, a) = (MemoryStore::new(), pool("a"));
    let refused = transact(&store, &a, || async { Err::<Attempt<(), ()>, _>(Failure::Refused) });
    assert_eq!(refused.await, Err(Failure::Refused));
    let attempts = std::cell::Cell::new(0);
    let large = transact(&store, &a, || async {
        attempts.set(attempts.get() + 1);
        let write = Write::new("").put(key("k"), vec![0; VALUE_BYTES_MAX + 1]);
        let expected = store.load(&pool("a"), &[]).await.unwrap().generation;
        Ok::<Attempt<(), ()>, Failure>(Attempt::Commit {
            expected,
            write,
            next: (),
        })
    });
    let Err(Failure::Commit(CommitError::TooLarge(excess))) = large.await else {
        panic!("it is too large");
    };
    assert_eq!((excess.measure, attempts.get()), (Measure::ValueBytes, 1));
    assert_eq!(store.pools().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rivals_lose_nothing_on_any_store() {
    for kind in [Kind::Memory, Kind::Embedded, Kind::Redis] {
        let Fixture { store, .. } = &Fixture::new(kind);
        let rival = async || {
            for _ in 0..20 {
                // A rival that is always slower gives up and starts again.
                while count_up_to(u8::MAX, store, async |_| {}).await.ended.is_err() {}
            }
        };
        tokio::join!(rival(), rival());
        assert_eq!(count(store).await, 40, "{kind:?}");
    }
}
