//! Changes that other nodes overtake, and changes of unknown outcome.

use std::cell::Cell;

use store::{LostReply, MemoryStore};

use super::*;

#[tokio::test]
async fn changes_that_race_all_count() {
    let store = memory();
    let (one, other) = (
        AdminStore::open(store.clone(), &MASTER, entropy()).await.unwrap(),
        AdminStore::open(store, &MASTER, entropy()).await.unwrap(),
    );
    let count = async |admin_store: &AdminStore| {
        for _ in 0..20 {
            let added = admin_store.change("anna", NOW, |draft| {
                let before: u64 = draft.documents().get(&key("count")).unwrap_or_default();
                draft.put(&key("count"), &(before + 1));
                Ok::<_, ()>(())
            });
            added.await.unwrap();
            tokio::task::yield_now().await;
        }
    };
    tokio::join!(count(&one), count(&other));
    one.refresh().await.unwrap();
    assert_eq!(kept(&one), [("count".to_owned(), json!(40))]);
}

#[tokio::test]
async fn a_change_of_unknown_outcome_counts_once() {
    // The commit is made at once, or is lost, or arrives while the next attempt decides.
    for (lost, arrives) in [
        (LostReply::Made, false),
        (LostReply::Late, false),
        (LostReply::Late, true),
    ] {
        let memory = MemoryStore::new();
        let admin_store = AdminStore::open(AnyStore::Memory(memory.clone()), &MASTER, entropy())
            .await
            .unwrap();
        put(&admin_store, "count", 7).await;
        memory.lose_reply(lost);
        let attempts = Cell::new(0);
        let added = admin_store.change("anna", NOW, |draft| {
            attempts.set(attempts.get() + 1);
            if arrives && attempts.get() == 2 {
                memory.deliver();
            }
            let before: u64 = draft.documents().get(&key("count")).unwrap_or_default();
            draft.put(&key("count"), &(before + 1));
            draft.note(AuditNote::new("add", "thing/count"));
            Ok::<_, ()>(before + 1)
        });
        assert_eq!(added.await.unwrap(), 8, "{lost:?} {arrives}");
        assert_eq!(kept(&admin_store), [("count".to_owned(), json!(8))]);
        let (entries, _) = admin_store.audit(None, None, 10, |_| true).await.unwrap();
        let changes = entries.iter().filter(|entry| entry.action == "add");
        assert_eq!(changes.count(), 1, "{lost:?} {arrives}");
    }
}
