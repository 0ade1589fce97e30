//! A memory store after a failover, which behaves like Redis after a failover.

use store::{CommitError, Generation, MemoryStore, Newest, Store, Write};

use crate::fixture::pool;

#[tokio::test]
async fn a_loss_is_reported_until_a_node_recovers_the_pool() {
    let (store, a) = (MemoryStore::new(), pool("a"));
    store.commit(&a, Generation(0), Write::new("kept")).await.unwrap();
    let replica = store.replica();
    store.commit(&a, Generation(1), Write::new("lost")).await.unwrap();
    store.fail_over(&replica);

    let newest = store.load_newer(&a, Generation(1)).await.unwrap().unwrap();
    assert_eq!((newest.generation, newest.recovering), (Generation(1), true));
    let unaware = store.commit(&a, Generation(1), Write::new("unaware")).await;
    assert_eq!(unaware, Err(CommitError::Conflict { newest }), "it was not told");
    let recovers = Write::new("recovered").recovering(true);
    let recovered = store.commit(&a, Generation(1), recovers).await.unwrap().generation;
    assert!(!store.load(&a, &[]).await.unwrap().recovering);
    let next = store.commit(&a, recovered, Write::new("on")).await.unwrap();
    assert_eq!(next.generation, recovered.next());
}

#[tokio::test]
async fn a_store_that_lost_all_begins_an_era_for_whoever_knows() {
    let (store, a) = (MemoryStore::new(), pool("a"));
    store.commit(&a, Generation(0), Write::new("lost")).await.unwrap();
    let mut known = vec![Generation(1)];
    for _ in 0..2 {
        store.fail_over(&MemoryStore::new());
        assert_eq!(
            store.load_newer(&a, Generation(1)).await.unwrap(),
            Some(Newest::default())
        );
        assert!(store.pools().await.unwrap().is_empty());
        let recovers = Write::new("recovered").recovering(true);
        let made = store.commit(&a, Generation::NONE, recovers).await.unwrap().generation;
        assert!(!known.contains(&made), "{made} is of before");
        known.push(made);
    }
    let anew = store
        .commit(&pool("b"), Generation::NONE, Write::new(""))
        .await
        .unwrap();
    assert_eq!(
        anew.generation,
        Generation(1),
        "who knows of nothing begins at the beginning"
    );
}

#[tokio::test]
async fn no_generation_means_two_things() {
    let (store, a) = (MemoryStore::new(), pool("a"));
    store.commit(&a, Generation(0), Write::new("")).await.unwrap();
    let replica = store.replica();
    let recover = |store: MemoryStore, a| async move {
        let write = Write::new("").recovering(true);
        store.commit(&a, Generation(1), write).await.unwrap().generation
    };
    store.fail_over(&replica);
    let first = recover(store.clone(), a.clone()).await;
    store.fail_over(&replica);
    let second = recover(store.clone(), a.clone()).await;
    assert!(first > Generation(1) && second > Generation(1));
    assert_ne!(first, second, "both follow the same commit, on different servers");
}

#[tokio::test]
async fn a_request_for_commit_priority_is_heard_by_others_until_its_sender_commits_or_they_made_eight_commits() {
    let (busy, a) = (MemoryStore::new(), pool("a"));
    let waiting = busy.with_own_connection();
    let mut generation = Generation::NONE;
    let mut commit = async |store: &MemoryStore| {
        let committed = store.commit(&a, generation, Write::new("")).await.unwrap();
        generation = committed.generation;
        committed.others_wait
    };
    assert!(!commit(&busy).await, "nobody asked");
    waiting.request_commit_priority(&a).await;
    assert!(commit(&busy).await);
    assert!(!commit(&waiting).await, "it is the sender's own");
    assert!(!commit(&busy).await, "it had its commit");
    waiting.request_commit_priority(&a).await;
    for _ in 0..8 {
        assert!(commit(&busy).await);
    }
    assert!(!commit(&busy).await, "it does not last");
}
