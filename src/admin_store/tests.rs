//! Tests the admin store on a store that several nodes share.

mod racing;

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use admission::WallMs;
use proptest::prelude::*;
use serde_json::{Value, json};
use store::{AnyStore, VALUE_BYTES_MAX, Write};

use super::*;

static MASTER: LazyLock<MasterKey> = LazyLock::new(|| MasterKey::from_bytes([7; 32]));
const NOW: WallMs = WallMs(1_700_000_000_000);

fn key(id: &str) -> DocumentKey {
    DocumentKey::new("thing", &[id]).unwrap()
}

/// Returns a source with a new seed on each call, because nodes of one store need different seeds.
fn entropy() -> Entropy {
    static OPENED: AtomicU64 = AtomicU64::new(0);
    Entropy::seeded(OPENED.fetch_add(1, Ordering::Relaxed))
}

fn memory() -> AnyStore {
    store::open("memory:", || 0).unwrap()
}

async fn put(admin_store: &AdminStore, id: &str, value: impl Into<Value>) {
    let value = value.into();
    let done = admin_store.change("anna", NOW, |draft| {
        draft.put(&key(id), &value);
        draft.note(AuditNote::new("change", key(id).as_str()).field("value", None, Some(&value)));
        Ok::<_, ()>(())
    });
    done.await.unwrap();
}

fn kept(admin_store: &AdminStore) -> Vec<(String, Value)> {
    let documents = admin_store.documents();
    let kept = documents
        .of_kind("thing")
        .map(|(key, value)| (key.id().to_owned(), value));
    kept.collect()
}

#[tokio::test]
async fn a_change_of_one_node_is_seen_by_another_at_its_next_refresh() {
    let store = memory();
    let (one, other) = (
        AdminStore::open(store.clone(), &MASTER, entropy()).await.unwrap(),
        AdminStore::open(store.clone(), &MASTER, entropy()).await.unwrap(),
    );
    assert!(!other.refresh().await.unwrap(), "nothing is new");
    put(&one, "a", 1).await;
    put(&one, "b", 2).await;
    assert!(other.refresh().await.unwrap());
    assert_eq!(kept(&other), [("a".to_owned(), json!(1)), ("b".to_owned(), json!(2))]);
    let gone = one.change("anna", NOW, |draft| {
        draft.remove(&key("a"));
        Ok::<_, ()>(())
    });
    gone.await.unwrap();
    other.refresh().await.unwrap();
    assert_eq!(kept(&other), kept(&one));
    assert_eq!((other.documents().revision(), kept(&other).len()), (3, 1));
    // A node that was disconnected for a long time reads everything.
    for count in 0..40 {
        put(&one, "c", count).await;
    }
    other.refresh().await.unwrap();
    assert_eq!(kept(&other), kept(&one));
    assert_eq!(
        kept(&AdminStore::open(store, &MASTER, entropy()).await.unwrap()),
        kept(&one),
        "and so does a new one"
    );
}

#[tokio::test]
async fn a_refused_or_too_large_change_leaves_nothing() {
    let admin_store = AdminStore::open(memory(), &MASTER, entropy()).await.unwrap();
    let refused = admin_store.change("anna", NOW, |draft| {
        draft.put(&key("a"), &1);
        draft.note(AuditNote::new("change", "a"));
        Err::<(), _>("no")
    });
    assert!(matches!(refused.await, Err(ChangeError::Refused("no"))));
    let large = "x".repeat(VALUE_BYTES_MAX);
    let large = admin_store.change("anna", NOW, |draft| {
        draft.put(&key("small"), &1);
        draft.put_archived(&key("large"), &large);
        Ok::<_, ()>(())
    });
    let error = large.await.unwrap_err();
    assert!(error.to_string().starts_with("thing/large has "), "{error}");
    let many = admin_store.change("anna", NOW, |draft| {
        (0..=store::WRITE_RECORDS_MAX).for_each(|id| draft.put(&key(&id.to_string()), &1));
        Ok::<_, ()>(())
    });
    assert!(matches!(
        many.await,
        Err(ChangeError::Bound(DraftLimitError::Change(_)))
    ));
    assert_eq!((kept(&admin_store).len(), admin_store.documents().revision()), (0, 0));
    assert_eq!(
        admin_store.audit(None, None, 10, |_| true).await.unwrap(),
        (Vec::new(), None)
    );
}

#[tokio::test]
async fn archives_are_stored_and_removed() {
    let admin_store = AdminStore::open(memory(), &MASTER, entropy()).await.unwrap();
    let change = async |archived: Option<&str>| {
        let done = admin_store.change("anna", NOW, |draft| {
            match archived {
                Some(text) => draft.put_archived(&key("a"), &text),
                None => draft.remove_archived(&key("a")),
            }
            Ok::<_, ()>(())
        });
        done.await.unwrap();
    };
    change(Some("old")).await;
    assert_eq!(
        admin_store.archived::<String>(&key("a")).await.unwrap().as_deref(),
        Some("old")
    );
    change(None).await;
    assert_eq!(admin_store.archived::<String>(&key("a")).await.unwrap(), None);
}

#[tokio::test]
async fn the_log_lists_the_newest_first_page_by_page_and_drops_the_oldest() {
    let admin_store = AdminStore::open(memory(), &MASTER, entropy()).await.unwrap();
    let chunks = ENTRIES_MAX / 1_001 + 1;
    for chunk in 0..chunks {
        let done = admin_store.change("anna", NOW, |draft| {
            (0..1_001).for_each(|number| draft.note(AuditNote::new(&format!("{chunk} {number}"), "thing")));
            Ok::<_, ()>(())
        });
        done.await.unwrap();
    }
    put(&admin_store, "a", 1).await;
    let total = chunks * 1_001 + 1;
    let (newest, next) = admin_store.audit(None, None, 2, |_| true).await.unwrap();
    let numbers: Vec<u64> = newest.iter().map(|entry| entry.number).collect();
    assert_eq!((numbers, next), (vec![total - 1, total - 2], Some(total - 2)));
    assert_eq!(
        newest[0].changes,
        [FieldChange {
            field: "value".to_owned(),
            before: Value::Null,
            after: json!(1)
        }]
    );
    assert_eq!((newest[0].who.as_str(), newest[0].at), ("anna", NOW.0));
    let (page, next) = admin_store.audit(None, next, 2, |_| true).await.unwrap();
    assert_eq!((page[0].number, next), (total - 3, Some(total - 4)));
    let (found, next) = admin_store
        .audit(None, None, 10, |entry| entry.resource == "thing/a")
        .await
        .unwrap();
    assert_eq!((found.len(), next), (1, None));
    let (oldest, next) = admin_store
        .audit(None, Some(total - ENTRIES_MAX + 1), 10, |_| true)
        .await
        .unwrap();
    assert_eq!((oldest.len(), next), (1, None), "one is left of those");
    assert_eq!(
        admin_store.audit(None, Some(0), 10, |_| true).await.unwrap(),
        (Vec::new(), None)
    );
}

#[tokio::test]
async fn a_customers_many_changes_displace_its_own_entries_alone() {
    let admin_store = AdminStore::open(memory(), &MASTER, entropy()).await.unwrap();
    let note = async |customer: Option<&str>, action: &str, times: u64| {
        let author = Author { name: "t", customer };
        let done = admin_store.change(author, NOW, |draft| {
            (0..times).for_each(|_| draft.note(AuditNote::new(action, "room/demo/sale")));
            Ok::<_, ()>(())
        });
        done.await.unwrap();
    };
    note(None, "of the server", 2).await;
    note(Some("other"), "of another", 3).await;
    for _ in 0..12 {
        note(Some("demo"), "noise", 1_000).await;
    }
    let all = admin_store.audit(None, None, 20_000, |_| true).await.unwrap().0;
    let count = |action: &str| all.iter().filter(|entry| entry.action == action).count();
    assert_eq!((count("of the server"), count("of another")), (2, 3));
    assert_eq!(count("noise") as u64, CUSTOMER_ENTRIES_MAX);
    assert!(all.is_sorted_by(|newer, older| newer.number > older.number));
    let theirs = admin_store
        .audit(Some("other"), None, 20_000, |_| true)
        .await
        .unwrap()
        .0;
    assert_eq!(theirs.len(), 5, "its own, and those of the server");
    let (_, kept) = admin_store
        .store
        .scan(&admin_store.pool, &[Namespace::Audit as u8])
        .await
        .unwrap();
    assert_eq!(kept.len(), all.len(), "what is not told is not kept");
}

#[tokio::test]
async fn a_log_of_an_older_version_is_taken_in() {
    let admin_store = AdminStore::open(memory(), &MASTER, entropy()).await.unwrap();
    // The form that was written before there were logs.
    let ledger = br#"{"revision":1,"nextEntry":2,"recent":[]}"#;
    let mut write = Write::new(ledger.to_vec()).recovering(true);
    for number in 0..2 {
        let entry = AuditNote::new("old", "room/demo/sale").entry(number, NOW, "anna", 1);
        write = write.put(audit::record(number), serde_json::to_vec(&entry).unwrap());
    }
    admin_store
        .store
        .commit(&admin_store.pool, Generation::default(), write)
        .await
        .unwrap();
    let actions = async || {
        let all = admin_store.audit(None, None, 10, |_| true).await.unwrap().0;
        all.into_iter().map(|entry| entry.action).collect::<Vec<_>>()
    };
    assert_eq!(actions().await, ["old", "old"]);
    let author = Author {
        name: "t",
        customer: Some("demo"),
    };
    let done = admin_store.change(author, NOW, |draft| {
        draft.note(AuditNote::new("new", "room/demo/sale"));
        Ok::<_, ()>(())
    });
    done.await.unwrap();
    assert_eq!(actions().await, ["new", "old", "old"]);
}

#[test]
fn a_token_is_known_by_its_secret_alone() {
    let wanted = TokenSpec {
        name: "anna".to_owned(),
        role: Role::Operate,
        customer: None,
        expires_at: Some(NOW.0 + 1),
    };
    let (token, secret) = ApiToken::new(wanted, Stamp::new("root", NOW), [7; 16], [9; 32]);
    let mut documents = Documents::default();
    let stored = serde_json::to_value(&token).unwrap();
    assert!(
        !stored.to_string().contains(secret.as_str().rsplit('_').next().unwrap()),
        "{stored}"
    );
    documents.0.insert(ApiToken::key(&token.id).unwrap(), stored.into());
    let presented = |text: &str, now| ApiToken::presented(&documents, text.as_bytes(), now);
    assert_eq!(presented(secret.as_str(), NOW.0), Ok(token));
    assert_eq!(presented(secret.as_str(), NOW.0 + 1), Err(UnknownToken), "expired");
    let (_, other) = ApiToken::new(
        TokenSpec {
            name: "b".to_owned(),
            role: Role::Admin,
            customer: None,
            expires_at: None,
        },
        Stamp::new("root", NOW),
        [7; 16],
        [8; 32],
    );
    assert_eq!(
        presented(other.as_str(), NOW.0),
        Err(UnknownToken),
        "another secret under the same id"
    );
    for wrong in [
        "",
        "anteroom_",
        "anteroom__",
        "anteroom_0707070707070707_",
        "anteroom_ä_ö",
        &secret.as_str()[1..],
    ] {
        assert_eq!(presented(wrong, NOW.0), Err(UnknownToken), "{wrong}");
    }
    assert_eq!(format!("{secret:?}"), "TokenSecret(redacted)");
    let roles = [Role::Checkout, Role::Read, Role::Operate, Role::Admin];
    let included = roles.map(|role| roles.map(|other| role.includes(other)));
    assert_eq!(
        included,
        [
            [true, false, false, false],
            [false, true, false, false],
            [true, true, true, false],
            [true; 4]
        ]
    );
}

/// A change or removal of one of four documents, by one of two nodes.
fn step() -> impl Strategy<Value = (usize, bool, Option<u8>)> {
    (0..4_usize, any::<bool>(), proptest::option::of(any::<u8>()))
}

proptest! {
    #[test]
    fn two_nodes_agree_with_a_map(steps in proptest::collection::vec(step(), 0..60)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let store = memory();
            let stores = [AdminStore::open(store.clone(), &MASTER, entropy()).await.unwrap(), AdminStore::open(store, &MASTER, entropy()).await.unwrap()];
            let mut model = BTreeMap::new();
            for (thing, second, value) in steps {
                let key = key(&thing.to_string());
                let changed = stores[usize::from(second)].change("anna", NOW, |draft| {
                    match value {
                        Some(value) => draft.put(&key, &value),
                        None => draft.remove(&key),
                    }
                    Ok::<_, ()>(())
                });
                changed.await.unwrap();
                match value {
                    Some(value) => _ = model.insert(thing.to_string(), json!(value)),
                    None => _ = model.remove(&thing.to_string()),
                }
            }
            for admin_store in &stores {
                admin_store.refresh().await.unwrap();
                let model: Vec<_> = model.clone().into_iter().collect();
                assert_eq!(kept(admin_store), model);
            }
        });
    }
}

/// A secret as operators choose them; no part of it may appear in the store.
const SECRET: &str = "shared-with-the-shop-52c3";

async fn stored(store: &AnyStore) -> Vec<Vec<u8>> {
    let pool = PoolId::new(POOL).unwrap();
    let ledger = store.load(&pool, &[]).await.unwrap().ledger;
    let (_, records) = store.scan(&pool, b"").await.unwrap();
    let records = records.into_iter().map(|(_, value)| value);
    ledger.into_iter().chain(records).collect()
}

fn show(records: &[Vec<u8>], text: &str) -> bool {
    let found = |record: &Vec<u8>| record.windows(text.len()).any(|part| part == text.as_bytes());
    records.iter().any(found)
}

#[tokio::test]
async fn documents_archives_and_entries_are_stored_encrypted() {
    let store = memory();
    let admin_store = AdminStore::open(store.clone(), &MASTER, entropy()).await.unwrap();
    let value = json!({ "secretKey": SECRET });
    let done = admin_store.change("anna", NOW, |draft| {
        draft.put(&key("a"), &value);
        draft.put_archived(&key("b"), &value);
        draft.note(AuditNote::new("change", "thing/a").field("name", None, Some(&json!(SECRET))));
        Ok::<_, ()>(())
    });
    done.await.unwrap();
    let records = stored(&store).await;
    assert_eq!(records.len(), 5);
    assert!(!show(&records, SECRET) && !show(&records, "secretKey"));
    let again = AdminStore::open(store, &MASTER, entropy()).await.unwrap();
    assert_eq!(kept(&again), [("a".to_owned(), value.clone())]);
    assert_eq!(again.archived::<Value>(&key("b")).await.unwrap(), Some(value));
    let (entries, _) = again.audit(None, None, 10, |_| true).await.unwrap();
    assert_eq!(entries[0].changes[0].after, json!(SECRET));
}

#[tokio::test]
async fn another_master_key_is_refused_and_loses_nothing() {
    let store = memory();
    put(
        &AdminStore::open(store.clone(), &MASTER, entropy()).await.unwrap(),
        "a",
        SECRET,
    )
    .await;
    let before = stored(&store).await;
    let other = MasterKey::from_bytes([8; 32]);
    let error = AdminStore::open(store.clone(), &other, entropy())
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("server.master_key"), "{error}");
    let admin_store = AdminStore::unread(store.clone(), &other, entropy());
    let change = admin_store.change("eve", NOW, |draft| {
        draft.put(&key("a"), &1);
        Ok::<_, ()>(())
    });
    assert!(matches!(
        change.await,
        Err(ChangeError::Keep(StateError::OtherMasterKey { .. }))
    ));
    assert_eq!(stored(&store).await, before);
    assert_eq!(
        kept(&AdminStore::open(store, &MASTER, entropy()).await.unwrap()),
        [("a".to_owned(), json!(SECRET))]
    );
}

/// An older version stored JSON unencrypted. Any change also encrypts those records.
#[tokio::test]
async fn an_admin_store_of_an_older_version_is_read_and_encrypted_with_the_next_change() {
    let store = memory();
    let pool = PoolId::new(POOL).unwrap();
    let mut write = Write::new(r#"{"revision":7,"nextEntry":1,"recent":[]}"#);
    for id in ["a", "b"] {
        let document = documents::encode(&key(id), &json!(SECRET)).unwrap();
        write = write.put(key(id).record(Namespace::Document), document);
    }
    let entry = AuditNote::new("create", "thing/a").entry(0, NOW, "anna", 7);
    write = write.put(audit::record(0), serde_json::to_vec(&entry).unwrap());
    write = write.put(
        key("old").record(Namespace::Archive),
        documents::encode(&key("old"), &json!("version")).unwrap(),
    );
    store.commit(&pool, Generation::NONE, write).await.unwrap();
    assert!(show(&stored(&store).await, SECRET));

    let admin_store = AdminStore::open(store.clone(), &MASTER, entropy()).await.unwrap();
    assert_eq!(kept(&admin_store).len(), 2);
    assert_eq!(
        admin_store.archived::<String>(&key("old")).await.unwrap().as_deref(),
        Some("version")
    );
    put(&admin_store, "c", 1).await;
    assert!(!show(&stored(&store).await, SECRET));
    assert_eq!(
        kept(&AdminStore::open(store, &MASTER, entropy()).await.unwrap()).len(),
        3
    );
    let (entries, _) = admin_store.audit(None, None, 10, |_| true).await.unwrap();
    assert_eq!(entries.iter().map(|entry| entry.number).collect::<Vec<_>>(), [1, 0]);
}
