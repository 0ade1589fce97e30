//! The book on a store that several nodes share.

use std::collections::BTreeMap;

use admission::WallMs;
use proptest::prelude::*;
use serde_json::{Value, json};
use store::{AnyStore, VALUE_BYTES_MAX};

use super::*;

const NOW: WallMs = WallMs(1_700_000_000_000);

fn key(id: &str) -> Key {
    Key::new("thing", &[id]).unwrap()
}

fn memory() -> AnyStore {
    store::open("memory:").unwrap()
}

async fn put(book: &Book, id: &str, value: impl Into<Value>) {
    let value = value.into();
    let done = book.change("anna", NOW, |draft| {
        draft.put(&key(id), &value);
        draft.note(Note::new("change", key(id).as_str()).field("value", None, Some(&value)));
        Ok::<_, ()>(())
    });
    done.await.unwrap();
}

fn kept(book: &Book) -> Vec<(String, Value)> {
    let documents = book.documents();
    let kept = documents
        .of_kind("thing")
        .map(|(key, value)| (key.id().to_owned(), value));
    kept.collect()
}

#[tokio::test]
async fn what_one_node_changes_another_sees_at_its_next_look() {
    let store = memory();
    let (one, other) = (
        Book::open(store.clone()).await.unwrap(),
        Book::open(store.clone()).await.unwrap(),
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
    // One that was away for long reads all of it.
    for count in 0..40 {
        put(&one, "c", count).await;
    }
    other.refresh().await.unwrap();
    assert_eq!(kept(&other), kept(&one));
    assert_eq!(
        kept(&Book::open(store).await.unwrap()),
        kept(&one),
        "and so does a new one"
    );
}

#[tokio::test]
async fn changes_that_race_all_count() {
    let store = memory();
    let (one, other) = (
        Book::open(store.clone()).await.unwrap(),
        Book::open(store).await.unwrap(),
    );
    let count = async |book: &Book| {
        for _ in 0..20 {
            let added = book.change("anna", NOW, |draft| {
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
async fn a_refused_or_too_large_change_leaves_nothing() {
    let book = Book::open(memory()).await.unwrap();
    let refused = book.change("anna", NOW, |draft| {
        draft.put(&key("a"), &1);
        draft.note(Note::new("change", "a"));
        Err::<(), _>("no")
    });
    assert!(matches!(refused.await, Err(ChangeError::Refused("no"))));
    let large = "x".repeat(VALUE_BYTES_MAX);
    let large = book.change("anna", NOW, |draft| {
        draft.put(&key("small"), &1);
        draft.put_paper(&key("large"), &large);
        Ok::<_, ()>(())
    });
    let error = large.await.unwrap_err();
    assert!(error.to_string().starts_with("thing/large has "), "{error}");
    let many = book.change("anna", NOW, |draft| {
        (0..=store::WRITE_RECORDS_MAX).for_each(|id| draft.put(&key(&id.to_string()), &1));
        Ok::<_, ()>(())
    });
    assert!(matches!(many.await, Err(ChangeError::Bound(Bound::Change(_)))));
    assert_eq!((kept(&book).len(), book.documents().revision()), (0, 0));
    assert_eq!(book.audit(None, 10, |_| true).await.unwrap(), (Vec::new(), None));
}

#[tokio::test]
async fn papers_are_kept_and_taken_away() {
    let book = Book::open(memory()).await.unwrap();
    let change = async |paper: Option<&str>| {
        let done = book.change("anna", NOW, |draft| {
            match paper {
                Some(text) => draft.put_paper(&key("a"), &text),
                None => draft.remove_paper(&key("a")),
            }
            Ok::<_, ()>(())
        });
        done.await.unwrap();
    };
    change(Some("old")).await;
    assert_eq!(book.paper::<String>(&key("a")).await.unwrap().as_deref(), Some("old"));
    change(None).await;
    assert_eq!(book.paper::<String>(&key("a")).await.unwrap(), None);
}

#[tokio::test]
async fn the_log_tells_the_newest_first_page_by_page_and_forgets_the_oldest() {
    let book = Book::open(memory()).await.unwrap();
    let chunks = ENTRIES_MAX / 1_001 + 1;
    for chunk in 0..chunks {
        let done = book.change("anna", NOW, |draft| {
            (0..1_001).for_each(|number| draft.note(Note::new(&format!("{chunk} {number}"), "thing")));
            Ok::<_, ()>(())
        });
        done.await.unwrap();
    }
    put(&book, "a", 1).await;
    let total = chunks * 1_001 + 1;
    let (newest, next) = book.audit(None, 2, |_| true).await.unwrap();
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
    let (page, next) = book.audit(next, 2, |_| true).await.unwrap();
    assert_eq!((page[0].number, next), (total - 3, Some(total - 4)));
    let (found, next) = book.audit(None, 10, |entry| entry.resource == "thing/a").await.unwrap();
    assert_eq!((found.len(), next), (1, None));
    let (oldest, next) = book.audit(Some(total - ENTRIES_MAX + 1), 10, |_| true).await.unwrap();
    assert_eq!((oldest.len(), next), (1, None), "one is left of those");
    assert_eq!(book.audit(Some(0), 10, |_| true).await.unwrap(), (Vec::new(), None));
}

#[test]
fn a_token_is_known_by_its_secret_alone() {
    let wanted = Wanted {
        name: "anna".to_owned(),
        role: Role::Operate,
        customer: None,
        expires_at: Some(NOW.0 + 1),
    };
    let (token, secret) = Token::new(wanted, Stamp::new("root", NOW), [7; 16], [9; 32]);
    let mut documents = Documents::default();
    let stored = serde_json::to_value(&token).unwrap();
    assert!(
        !stored.to_string().contains(secret.as_str().rsplit('_').next().unwrap()),
        "{stored}"
    );
    documents.0.insert(Token::key(&token.id).unwrap(), stored.into());
    let presented = |text: &str, now| Token::presented(&documents, text.as_bytes(), now);
    assert_eq!(presented(secret.as_str(), NOW.0), Ok(token));
    assert_eq!(presented(secret.as_str(), NOW.0 + 1), Err(NoToken), "expired");
    let (_, other) = Token::new(
        Wanted {
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
        Err(NoToken),
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
        assert_eq!(presented(wrong, NOW.0), Err(NoToken), "{wrong}");
    }
    assert_eq!(format!("{secret:?}"), "TokenSecret(redacted)");
    assert!(Role::Read < Role::Operate && Role::Operate < Role::Admin);
}

/// A change of one of four things, or of none.
fn step() -> impl Strategy<Value = (usize, bool, Option<u8>)> {
    (0..4_usize, any::<bool>(), proptest::option::of(any::<u8>()))
}

proptest! {
    #[test]
    fn two_nodes_agree_with_a_map(steps in proptest::collection::vec(step(), 0..60)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let store = memory();
            let books = [Book::open(store.clone()).await.unwrap(), Book::open(store).await.unwrap()];
            let mut model = BTreeMap::new();
            for (thing, second, value) in steps {
                let key = key(&thing.to_string());
                let changed = books[usize::from(second)].change("anna", NOW, |draft| {
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
            for book in &books {
                book.refresh().await.unwrap();
                let model: Vec<_> = model.clone().into_iter().collect();
                assert_eq!(kept(book), model);
            }
        });
    }
}
