//! Runs sequences of calls against a naive model. Stores that keep data outside the process are
//! closed and opened again in between.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use store::{CommitError, Committed, Generation, Newest, RecordKey, Store, Write};

use crate::fixture::{Fixture, Kind, key, pool};

const POOLS: [&str; 3] = ["a", "ab", "b"];
const KEYS: [&[u8]; 6] = [b"\0", b"a", b"a\0", b"ab", b"b", b"\xff"];

#[derive(Debug, Clone)]
enum Step {
    /// Commits under the generation loaded last plus this many (0 unless the test wants a
    /// conflict).
    Commit {
        pool: usize,
        ahead: i64,
        ledger: Vec<u8>,
        records: Vec<(usize, Option<Vec<u8>>)>,
    },
    Load {
        pool: usize,
        keys: Vec<usize>,
    },
    Scan {
        pool: usize,
        prefix: Vec<u8>,
    },
    Page {
        pool: usize,
        prefix: Vec<u8>,
        after: usize,
    },
    Pools,
    Reopen,
}

#[derive(Debug, Clone, Default)]
struct Model(BTreeMap<usize, (Newest, BTreeMap<RecordKey, Vec<u8>>)>);

impl Model {
    fn pool(&self, pool: usize) -> (Newest, BTreeMap<RecordKey, Vec<u8>>) {
        self.0.get(&pool).cloned().unwrap_or_default()
    }

    fn scan(&self, pool: usize, prefix: &[u8], after: Option<&RecordKey>) -> Vec<(RecordKey, Vec<u8>)> {
        let behind = |key: &RecordKey| after.is_none_or(|after| key > after);
        let records = self.pool(pool).1.into_iter();
        records
            .filter(|(key, _)| key.as_bytes().starts_with(prefix) && behind(key))
            .collect()
    }

    fn commit(&mut self, pool: usize, expected: Generation, write: Write) -> Result<Committed, CommitError> {
        let (newest, mut records) = self.pool(pool);
        if newest.generation != expected {
            return Err(CommitError::Conflict { newest });
        }
        for (key, value) in write.records {
            records.remove(&key);
            records.extend(value.map(|value| (key, value)));
        }
        let generation = Generation(expected.0 + 1);
        self.0.insert(
            pool,
            (
                Newest {
                    generation,
                    ledger: Some(write.ledger),
                    recovering: false,
                },
                records,
            ),
        );
        Ok(generation.into())
    }
}

fn step() -> impl Strategy<Value = Step> {
    let a_pool = || 0..POOLS.len();
    let bytes = || vec(any::<u8>(), 0..9);
    let prefix = || {
        prop_oneof![
            Just(vec![]),
            Just(b"a".to_vec()),
            Just(b"a\0".to_vec()),
            Just(b"\xff".to_vec())
        ]
    };
    let records = vec((0..KEYS.len(), proptest::option::weighted(0.7, bytes())), 0..6);
    let ahead = prop_oneof![8 => Just(0), 1 => Just(1), 1 => Just(-1)];
    prop_oneof![
        8 => (a_pool(), ahead, bytes(), records)
            .prop_map(|(pool, ahead, ledger, records)| Step::Commit { pool, ahead, ledger, records }),
        2 => (a_pool(), vec(0..KEYS.len(), 0..5)).prop_map(|(pool, keys)| Step::Load { pool, keys }),
        2 => (a_pool(), prefix()).prop_map(|(pool, prefix)| Step::Scan { pool, prefix }),
        1 => (a_pool(), prefix(), 0..KEYS.len())
            .prop_map(|(pool, prefix, after)| Step::Page { pool, prefix, after }),
        1 => Just(Step::Pools),
        1 => Just(Step::Reopen),
    ]
}

async fn follow(kind: Kind, steps: Vec<Step>) {
    let mut f = Fixture::new(kind);
    let mut model = Model::default();
    for step in steps {
        if matches!(step, Step::Reopen) {
            f = f.reopen();
        } else {
            check(&f, &mut model, step).await;
        }
    }
    f = f.reopen();
    for pool in 0..POOLS.len() {
        check(
            &f,
            &mut model,
            Step::Load {
                pool,
                keys: (0..KEYS.len()).collect(),
            },
        )
        .await;
        check(&f, &mut model, Step::Scan { pool, prefix: vec![] }).await;
    }
}

async fn check(f: &Fixture, model: &mut Model, step: Step) {
    match step {
        Step::Commit {
            pool: p,
            ahead,
            ledger,
            records,
        } => {
            let generation = model.pool(p).0.generation.0;
            let expected = Generation(generation.saturating_add_signed(ahead));
            let records = records.into_iter().map(|(k, value)| (key(KEYS[k]), value)).collect();
            let write = Write {
                ledger,
                records,
                ..Write::default()
            };
            let found = f.store.commit(&pool(POOLS[p]), expected, write.clone()).await;
            assert_eq!(found, model.commit(p, expected, write));
        }
        Step::Load { pool: p, keys } => {
            let keys: Vec<_> = keys.into_iter().map(|k| key(KEYS[k])).collect();
            let loaded = f.store.load(&pool(POOLS[p]), &keys).await.unwrap();
            let (newest, records) = model.pool(p);
            assert_eq!((loaded.generation, loaded.ledger), (newest.generation, newest.ledger));
            let expected: Vec<_> = keys.iter().map(|key| records.get(key).cloned()).collect();
            assert_eq!(loaded.records, expected);
        }
        Step::Scan { pool: p, prefix } => {
            let found = f.store.scan(&pool(POOLS[p]), &prefix).await.unwrap();
            assert_eq!(found, (model.pool(p).0.generation, model.scan(p, &prefix, None)));
        }
        Step::Page { pool: p, prefix, after } => {
            let after = key(KEYS[after]);
            let page = f.store.scan_page(&pool(POOLS[p]), &prefix, Some(&after)).await.unwrap();
            assert_eq!((page.records, page.more), (model.scan(p, &prefix, Some(&after)), false));
        }
        Step::Pools => {
            let expected: Vec<_> = model.0.keys().map(|p| pool(POOLS[*p])).collect();
            assert_eq!(f.store.pools().await.unwrap(), expected);
        }
        Step::Reopen => unreachable!("the caller reopens"),
    }
}

fn run(kind: Kind, steps: Vec<Step>) {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(follow(kind, steps));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn memory_is_like_the_model(steps in vec(step(), 1..60)) {
        run(Kind::Memory, steps);
    }
}

proptest! {
    // Each case costs about ten fsyncs.
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn embedded_is_like_the_model(steps in vec(step(), 1..40)) {
        run(Kind::Embedded, steps);
    }
}

proptest! {
    // Each case starts a server and costs about ten fsyncs.
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn redis_is_like_the_model(steps in vec(step(), 1..40)) {
        run(Kind::Redis, steps);
    }
}
