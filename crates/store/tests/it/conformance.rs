//! The test suite that every store must pass, one module per store.

use std::sync::Arc;

use store::{CommitError, Generation, Loaded, Newest, PAGE_BYTES_MAX, PAGE_RECORDS_MAX, Store, VALUE_BYTES_MAX, Write};

use crate::fixture::{Fixture, Kind, key, pool};

/// Lists the tests once and runs each on the given store.
macro_rules! conformance {
    ($store:ident, $kind:expr, [$($test:ident),* $(,)?]) => {
        mod $store {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::$test(super::Fixture::new($kind)).await;
                }
            )*
        }
    };
    ($($test:ident),* $(,)?) => {
        conformance!(memory, super::Kind::Memory, [$($test),*]);
        conformance!(embedded, super::Kind::Embedded, [$($test),*]);
        conformance!(redis, super::Kind::Redis, [$($test),*]);
    };
}

conformance!(
    nothing_is_stored_at_first,
    a_commit_is_loaded,
    records_come_in_the_order_asked,
    a_conflict_returns_the_newest_generation_and_writes_nothing,
    a_future_generation_is_a_conflict,
    a_delete_takes_the_record_away,
    the_last_mention_of_a_key_counts,
    an_empty_ledger_and_an_empty_value_are_values,
    a_scan_is_sorted_and_keeps_to_its_prefix,
    a_scan_reads_across_pages,
    a_page_ends_at_its_bytes,
    a_page_starts_behind_a_key_even_before_the_prefix,
    pools_do_not_see_each_other,
    pools_are_listed_in_order,
    a_refresh_returns_changes_and_nothing_else,
    concurrent_committers_lose_nothing,
    one_of_many_rivals_wins,
    commits_are_still_there_after_reopening,
);

async fn nothing_is_stored_at_first(f: Fixture) {
    let loaded = f.store.load(&pool("a"), &[key("k")]).await.unwrap();
    let expected = Loaded {
        generation: Generation::NONE,
        ledger: None,
        records: vec![None],
        recovering: false,
    };
    assert_eq!(loaded, expected);
    assert_eq!(f.store.scan(&pool("a"), b"").await.unwrap(), (Generation::NONE, vec![]));
    assert_eq!(f.store.pools().await.unwrap(), []);
}

async fn a_commit_is_loaded(f: Fixture) {
    let a = pool("a");
    let write = Write::new("one").put(key("k"), "v");
    assert_eq!(f.store.commit(&a, Generation(0), write).await, Ok(Generation(1).into()));
    assert_eq!(
        f.store.commit(&a, Generation(1), Write::new("two")).await,
        Ok(Generation(2).into())
    );
    let loaded = f.store.load(&a, &[key("k")]).await.unwrap();
    let records = vec![Some(b"v".to_vec())];
    let expected = Loaded {
        generation: Generation(2),
        ledger: Some(b"two".to_vec()),
        records,
        recovering: false,
    };
    assert_eq!(loaded, expected);
}

async fn records_come_in_the_order_asked(f: Fixture) {
    let a = pool("a");
    let write = Write::new("").put(key("x"), "1").put(key("y"), "2");
    f.store.commit(&a, Generation(0), write).await.unwrap();
    let keys = [key("y"), key("missing"), key("x"), key("y")];
    let loaded = f.store.load(&a, &keys).await.unwrap();
    let (one, two) = (Some(b"1".to_vec()), Some(b"2".to_vec()));
    assert_eq!(loaded.records, [two.clone(), None, one, two]);
}

async fn a_conflict_returns_the_newest_generation_and_writes_nothing(f: Fixture) {
    let a = pool("a");
    let first = Write::new("first").put(key("kept"), "1");
    f.store.commit(&a, Generation(0), first).await.unwrap();
    let late = Write::new("late").put(key("new"), "2").delete(key("kept"));
    let newest = Newest {
        generation: Generation(1),
        ledger: Some(b"first".to_vec()),
        recovering: false,
    };
    let refused = f.store.commit(&a, Generation(0), late).await;
    assert_eq!(refused, Err(CommitError::Conflict { newest }));
    let loaded = f.store.load(&a, &[key("kept"), key("new")]).await.unwrap();
    assert_eq!(loaded.generation, Generation(1));
    assert_eq!(loaded.ledger, Some(b"first".to_vec()));
    assert_eq!(loaded.records, [Some(b"1".to_vec()), None]);
}

async fn a_future_generation_is_a_conflict(f: Fixture) {
    let refused = f.store.commit(&pool("a"), Generation(3), Write::new("x")).await;
    assert_eq!(
        refused,
        Err(CommitError::Conflict {
            newest: Newest::default()
        })
    );
    assert_eq!(f.store.pools().await.unwrap(), []);
}

async fn a_delete_takes_the_record_away(f: Fixture) {
    let a = pool("a");
    let write = Write::new("").put(key("gone"), "1").put(key("here"), "2");
    f.store.commit(&a, Generation(0), write).await.unwrap();
    let write = Write::new("").delete(key("gone")).delete(key("never"));
    f.store.commit(&a, Generation(1), write).await.unwrap();
    let found = f.store.scan(&a, b"").await.unwrap();
    assert_eq!(found, (Generation(2), vec![(key("here"), b"2".to_vec())]));
}

async fn the_last_mention_of_a_key_counts(f: Fixture) {
    let a = pool("a");
    let write = Write::new("")
        .put(key("k"), "1")
        .put(key("k"), "2")
        .put(key("d"), "3")
        .delete(key("d"))
        .delete(key("b"))
        .put(key("b"), "4");
    f.store.commit(&a, Generation(0), write).await.unwrap();
    let (_, records) = f.store.scan(&a, b"").await.unwrap();
    assert_eq!(records, [(key("b"), b"4".to_vec()), (key("k"), b"2".to_vec())]);
}

async fn an_empty_ledger_and_an_empty_value_are_values(f: Fixture) {
    let a = pool("a");
    f.store
        .commit(&a, Generation(0), Write::new("").put(key("k"), ""))
        .await
        .unwrap();
    let loaded = f.store.load(&a, &[key("k")]).await.unwrap();
    assert_eq!(loaded.ledger, Some(vec![]));
    assert_eq!(loaded.records, [Some(vec![])]);
}

async fn a_scan_is_sorted_and_keeps_to_its_prefix(f: Fixture) {
    let a = pool("a");
    let keys: [&[u8]; 8] = [b"b", b"a\xff", b"a", b"a\0", b"ab", b"\xff", b"b\0", b"\0"];
    let write = keys.iter().fold(Write::new(""), |write, k| write.put(key(k), *k));
    f.store.commit(&a, Generation(0), write).await.unwrap();
    let scan = async |prefix: &[u8]| {
        let (generation, records) = f.store.scan(&a, prefix).await.unwrap();
        assert_eq!(generation, Generation(1));
        assert!(records.iter().all(|(key, value)| key.as_bytes() == value));
        records.into_iter().map(|(_, value)| value).collect::<Vec<_>>()
    };
    assert_eq!(scan(b"a").await, [&b"a"[..], b"a\0", b"ab", b"a\xff"]);
    assert_eq!(scan(b"\xff").await, [b"\xff"]);
    assert_eq!(scan(b"c").await, [b""; 0]);
    assert_eq!(scan(&[b'a'; 100]).await, [b""; 0]);
    let mut all = keys;
    all.sort_unstable();
    assert_eq!(scan(b"").await, all);
}

async fn a_scan_reads_across_pages(f: Fixture) {
    let a = pool("a");
    let many = u16::try_from(2 * PAGE_RECORDS_MAX + 1).unwrap();
    let write = (0..many).fold(Write::new(""), |write, n| {
        write.put(key(&n.to_be_bytes()), n.to_le_bytes())
    });
    f.store
        .commit(&a, Generation(0), write.put(key(&[0xff; 3]), "other"))
        .await
        .unwrap();
    let page = f.store.scan_page(&a, b"", None).await.unwrap();
    assert_eq!((page.records.len(), page.more), (PAGE_RECORDS_MAX, true));
    let (generation, records) = f.store.scan(&a, b"").await.unwrap();
    assert_eq!(generation, Generation(1));
    let expected = (0..many).map(|n| (key(&n.to_be_bytes()), n.to_le_bytes().to_vec()));
    let expected = expected.chain([(key(&[0xff; 3]), b"other".to_vec())]);
    assert_eq!(records, expected.collect::<Vec<_>>());
}

async fn a_page_ends_at_its_bytes(f: Fixture) {
    let a = pool("a");
    let value = vec![7; VALUE_BYTES_MAX];
    let fit = u8::try_from(PAGE_BYTES_MAX / VALUE_BYTES_MAX).unwrap();
    let write = (0..=fit).fold(Write::new(""), |write, n| write.put(key(&[n]), value.clone()));
    f.store.commit(&a, Generation(0), write).await.unwrap();
    let page = f.store.scan_page(&a, b"", None).await.unwrap();
    assert_eq!((page.records.len(), page.more), (fit.into(), true));
    let last = key(&[fit - 1]);
    let page = f.store.scan_page(&a, b"", Some(&last)).await.unwrap();
    assert_eq!((page.records, page.more), (vec![(key(&[fit]), value)], false));
}

async fn a_page_starts_behind_a_key_even_before_the_prefix(f: Fixture) {
    let a = pool("a");
    let write = ["b1", "b2", "c"]
        .iter()
        .fold(Write::new(""), |write, k| write.put(key(k), ""));
    f.store.commit(&a, Generation(0), write).await.unwrap();
    for (after, expected) in [("a", &["b1", "b2"][..]), ("b1", &["b2"]), ("b2", &[]), ("z", &[])] {
        let page = f.store.scan_page(&a, b"b", Some(&key(after))).await.unwrap();
        let found: Vec<_> = page.records.iter().map(|(key, _)| key.clone()).collect();
        assert_eq!(found, expected.iter().map(key).collect::<Vec<_>>(), "behind {after}");
    }
}

async fn pools_do_not_see_each_other(f: Fixture) {
    // One name is a prefix of another, so their keys would collide without a separator.
    for name in ["a", "ab", "a/b"] {
        let write = Write::new(name).put(key("b"), name).put(key("bb"), name);
        assert_eq!(
            f.store.commit(&pool(name), Generation(0), write).await,
            Ok(Generation(1).into())
        );
    }
    f.store
        .commit(&pool("a"), Generation(1), Write::new("").delete(key("b")))
        .await
        .unwrap();
    for (name, generation, keys) in [("a", 2, &["bb"][..]), ("ab", 1, &["b", "bb"])] {
        let (found, records) = f.store.scan(&pool(name), b"").await.unwrap();
        assert_eq!(found, Generation(generation));
        let expected = keys.iter().map(|k| (key(k), name.as_bytes().to_vec()));
        assert_eq!(records, expected.collect::<Vec<_>>());
    }
}

async fn pools_are_listed_in_order(f: Fixture) {
    for name in ["b", "a/1", "c", "a"] {
        f.store
            .commit(&pool(name), Generation(0), Write::new(""))
            .await
            .unwrap();
    }
    let listed = f.store.pools().await.unwrap();
    assert_eq!(listed, ["a", "a/1", "b", "c"].map(pool));
}

/// Each task adds 1 to the number in the ledger by compare-and-set, and puts a record of its own.
async fn concurrent_committers_lose_nothing(f: Fixture) {
    const TASKS: u64 = 8;
    const COMMITS_A_TASK: u64 = 25;
    let store = Arc::new(f.store.clone());
    let tasks: Vec<_> = (0..TASKS)
        .map(|task| tokio::spawn(count(store.clone(), task, COMMITS_A_TASK)))
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let loaded = store.load(&pool("a"), &[]).await.unwrap();
    assert_eq!(loaded.generation, Generation(TASKS * COMMITS_A_TASK));
    assert_eq!(number(loaded.ledger.as_deref()), TASKS * COMMITS_A_TASK);
    let (_, records) = store.scan(&pool("a"), b"").await.unwrap();
    assert_eq!(records.len() as u64, TASKS * COMMITS_A_TASK);
}

async fn count(store: Arc<impl Store>, task: u64, commits: u64) {
    let a = pool("a");
    let loaded = store.load(&a, &[]).await.unwrap();
    let mut newest = Newest {
        generation: loaded.generation,
        ledger: loaded.ledger,
        recovering: false,
    };
    for commit in 0..commits {
        loop {
            let next = number(newest.ledger.as_deref()) + 1;
            let name = key(&[task.to_be_bytes(), commit.to_be_bytes()].concat());
            let write = Write::new(next.to_be_bytes()).put(name, "");
            match store.commit(&a, newest.generation, write).await {
                Ok(committed) => {
                    newest = Newest {
                        generation: committed.generation,
                        ledger: Some(next.to_be_bytes().to_vec()),
                        recovering: false,
                    };
                    break;
                }
                Err(CommitError::Conflict { newest: other }) => newest = other,
                Err(error) => panic!("{error}"),
            }
        }
    }
}

fn number(ledger: Option<&[u8]>) -> u64 {
    ledger.map_or(0, |bytes| u64::from_be_bytes(bytes.try_into().unwrap()))
}

async fn a_refresh_returns_changes_and_nothing_else(f: Fixture) {
    let a = pool("a");
    assert_eq!(f.store.load_newer(&a, Generation(0)).await, Ok(None));
    f.store.commit(&a, Generation(0), Write::new("one")).await.unwrap();
    let newest = Newest {
        generation: Generation(1),
        ledger: Some(b"one".to_vec()),
        recovering: false,
    };
    assert_eq!(f.store.load_newer(&a, Generation(0)).await, Ok(Some(newest.clone())));
    assert_eq!(f.store.load_newer(&a, Generation(7)).await, Ok(Some(newest)));
    assert_eq!(f.store.load_newer(&a, Generation(1)).await, Ok(None));
}

/// Of several commits that expect the same generation, one succeeds, and the others return a
/// conflict.
async fn one_of_many_rivals_wins(f: Fixture) {
    let store = Arc::new(f.store.clone());
    let rivals: Vec<_> = (0..16_u8)
        .map(|rival| {
            let store = store.clone();
            let write = Write::new([rival]).put(key(&[rival]), "");
            tokio::spawn(async move { store.commit(&pool("a"), Generation(0), write).await })
        })
        .collect();
    let mut results = Vec::new();
    for rival in rivals {
        results.push(rival.await.unwrap());
    }
    let winner = results
        .iter()
        .position(|result| *result == Ok(Generation(1).into()))
        .unwrap();
    let ledger = Some(vec![u8::try_from(winner).unwrap()]);
    let newest = Newest {
        generation: Generation(1),
        ledger,
        recovering: false,
    };
    for (rival, result) in results.into_iter().enumerate().filter(|(rival, _)| *rival != winner) {
        let refused = Err(CommitError::Conflict { newest: newest.clone() });
        assert_eq!(result, refused, "rival {rival}");
    }
    assert_eq!(store.scan(&pool("a"), b"").await.unwrap().1.len(), 1);
}

async fn commits_are_still_there_after_reopening(f: Fixture) {
    let a = pool("a");
    let write = Write::new("one").put(key("x"), "1").put(key("y"), "2");
    f.store.commit(&a, Generation(0), write).await.unwrap();
    f.store
        .commit(&a, Generation(1), Write::new("two").delete(key("x")))
        .await
        .unwrap();
    let f = f.reopen();
    let loaded = f.store.load(&a, &[key("x"), key("y")]).await.unwrap();
    let records = vec![None, Some(b"2".to_vec())];
    let expected = Loaded {
        generation: Generation(2),
        ledger: Some(b"two".to_vec()),
        records,
        recovering: false,
    };
    assert_eq!(loaded, expected);
    assert_eq!(f.store.pools().await.unwrap(), [pool("a")]);
    assert_eq!(
        f.store.commit(&a, Generation(2), Write::new("three")).await,
        Ok(Generation(3).into())
    );
}
