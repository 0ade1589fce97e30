//! Records that visitors can create, each created as often as possible: the remaining records have
//! the bound, or the lifetime, that `docs/operations.md` states.
//!
//! The rooms are kept in memory; [`in_redis`] copies the remaining records to a real Redis, to
//! measure their size there.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use admission::made_codes::MADE_CODES_MAX;
use admission::transfer::{CODES_SPAN_MS, NOTE_BYTES_MAX};
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::Request;
use http::header::{COOKIE, HOST};
use protocol::SecretKey;
use store::{Generation, PoolId, RecordKey, Records, Store, Write};
use testkit::Redis;

use crate::sites::joining::token;
use crate::support::{Reply, TestServer, Visitor, room};

/// The number of codes that a room's addresses request in a minute, a little below the room's
/// limit.
const ASKED_PER_MINUTE: u32 = 500;

/// Returns the records of the pool of the room `demo/sale`.
async fn left(server: &TestServer) -> Records {
    let store = server.memory.as_ref().expect("a server in memory");
    store
        .scan(&PoolId::new("demo/sale").expect("a name"), b"")
        .await
        .expect("memory")
        .1
}

/// Returns the number of records of each kind, by the first byte of their keys, and their size in
/// bytes.
fn by_kind(records: &Records) -> BTreeMap<char, (usize, usize)> {
    let mut kinds = BTreeMap::new();
    for (key, value) in records {
        let (count, bytes) = kinds.entry(char::from(key.as_bytes()[0])).or_insert((0, 0));
        *count += 1;
        *bytes += key.as_bytes().len() + value.len();
    }
    kinds
}

/// Returns by how many bytes a Redis grows when it gets these records.
async fn in_redis(records: &Records) -> u64 {
    let redis = Redis::start().await.expect("a Redis");
    let store = store::open(&redis.url(), || 0).expect("an address");
    let pool = PoolId::new("demo/sale").expect("a name");
    let mut generation = store
        .commit(&pool, Generation::NONE, Write::new(""))
        .await
        .expect("what the test set up")
        .generation;
    let before = used(&redis).await;
    for part in records.chunks(1_000) {
        let write = Write {
            ledger: Vec::new(),
            records: part
                .iter()
                .map(|(key, value)| (key.clone(), Some(value.clone())))
                .collect(),
            recovers: false,
        };
        generation = store
            .commit(&pool, generation, write)
            .await
            .expect("what the test set up")
            .generation;
    }
    used(&redis).await - before
}

async fn used(redis: &Redis) -> u64 {
    let reported = redis.ask(&["INFO", "memory"]).await.expect("an answer");
    let line = reported
        .lines()
        .find_map(|line| line.strip_prefix("used_memory_dataset:"));
    line.expect("a figure").trim().parse().expect("bytes")
}

/// Every test in the table of the documentation exists, and the table lists every test of this
/// module.
#[test]
fn the_table_names_tests_that_exist_and_all_of_these() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/operations.md")).expect("what the test set up");
    let (_, section) = page.split_once("\n## What visitors leave\n").expect("the section");
    let section = section.split("\n## ").next().expect("what the test set up");
    let rows = section.lines().filter(|line| line.starts_with("| ")).skip(2);
    let mut named = BTreeSet::new();
    for row in rows {
        let cells = row.strip_prefix('|').and_then(|row| row.strip_suffix('|'));
        let columns: Vec<&str> = cells.expect("a row").split('|').collect();
        assert_eq!(columns.len(), 7, "{row}");
        let tests: Vec<&str> = columns[6].split('`').skip(1).step_by(2).collect();
        assert!(!tests.is_empty(), "{row}");
        named.extend(tests);
    }
    assert!(named.len() > 15, "{named:?}");
    let mut written = BTreeSet::new();
    for folder in ["src", "crates", "tests"] {
        collect_tests(&root.join(folder), &mut written);
    }
    let lost: Vec<&&str> = named.iter().filter(|name| !written.contains(**name)).collect();
    assert!(lost.is_empty(), "the table names tests that do not exist: {lost:?}");
    let mut here = BTreeSet::new();
    add_tests(include_str!("filling.rs"), &mut here);
    here.remove("the_table_names_tests_that_exist_and_all_of_these");
    let missing: Vec<&String> = here.iter().filter(|name| !named.contains(name.as_str())).collect();
    assert!(
        missing.is_empty() && here.len() > 4,
        "the table does not name {missing:?}"
    );
}

fn collect_tests(folder: &Path, tests: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect_tests(&path, tests);
        } else if path.extension().is_some_and(|end| end == "rs") {
            add_tests(&std::fs::read_to_string(path).expect("a file"), tests);
        }
    }
}

/// Adds the functions that follow a test attribute in a file.
fn add_tests(text: &str, tests: &mut BTreeSet<String>) {
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            is_test = true;
        } else if let Some((_, rest)) = line.split_once("fn ").filter(|_| is_test) {
            tests.extend(rest.split_once('(').map(|(name, _)| name.to_owned()));
            is_test = false;
        }
    }
}

/// Returns the address of the nth client, each in a /16 of its own.
fn address(n: u32) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::from_bits(n.rotate_left(16)), 40_000))
}

async fn newcomers(server: &TestServer, count: u32) -> Vec<Visitor> {
    let mut visitors = Vec::new();
    for _ in 0..count {
        let mut visitor = server.visitor();
        let reply = visitor.load().await;
        visitor.follow(&reply);
        visitors.push(visitor);
    }
    visitors
}

/// Presses the button that shows a code, from a separate address and with a very long query.
async fn asks_for_code(server: &TestServer, visitor: &Visitor, n: u32) -> Reply {
    let pairs = visitor.cookies.iter().map(|(name, value)| format!("{name}={value}"));
    let form = format!("{}&cid=en-GB&t_x={}", visitor.query, "x".repeat(1_900));
    let request = Request::post("/move")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("sec-fetch-site", "same-origin")
        .header(HOST, "queue.example")
        .header(COOKIE, pairs.collect::<Vec<_>>().join("; "))
        .extension(ConnectInfo(address(n)));
    server.send(request.body(Body::from(form)).expect("a request")).await
}

/// The attack that once exhausted a Redis of 24 MB for all its rooms.
#[tokio::test]
async fn codes_to_move_a_place_have_a_bound_and_go_when_they_are_over() {
    let server = TestServer::with(&room("sale", "max_outflow = 0")).await;
    let asked = u32::try_from(MADE_CODES_MAX).expect("what the test set up") + ASKED_PER_MINUTE;
    let visitors = newcomers(&server, asked).await;
    let mut statuses = BTreeMap::new();
    for (n, visitor) in (0..).zip(&visitors) {
        if n % ASKED_PER_MINUTE == 0 {
            server.advance(60_000).await;
        }
        let reply = asks_for_code(&server, visitor, n).await;
        *statuses.entry(reply.status.as_u16()).or_insert(0) += 1;
    }
    assert_eq!(
        statuses,
        BTreeMap::from([(200, MADE_CODES_MAX), (429, ASKED_PER_MINUTE as usize)])
    );

    let records = left(&server).await;
    let kinds = by_kind(&records);
    assert_eq!(
        (kinds[&'c'].0, kinds[&'h'].0, kinds[&'o'].0),
        (MADE_CODES_MAX, MADE_CODES_MAX, 1)
    );
    assert!(kinds[&'c'].1 <= MADE_CODES_MAX * (NOTE_BYTES_MAX + 40), "{kinds:?}");
    let bytes = in_redis(&records).await;
    assert!(bytes < 2_000_000, "{bytes} bytes in Redis");

    server.advance(CODES_SPAN_MS).await;
    for n in 0..10 {
        let reply = asks_for_code(&server, &visitors[0], 4_000_000 + n).await;
        assert_ne!(reply.status, 503, "{}", reply.text());
    }
    let kinds = by_kind(&left(&server).await);
    assert_eq!(
        (kinds[&'c'].0, kinds[&'h'].0),
        (1, 1),
        "of the codes that were asked for just now the last one is good"
    );
}

#[tokio::test]
async fn one_address_is_shown_ten_codes_a_minute_whoever_asks_from_there() {
    let server = TestServer::with(&room("sale", "max_outflow = 0")).await;
    let visitors = newcomers(&server, 12).await;
    let mut shown = 0;
    for visitor in &visitors {
        let reply = asks_for_code(&server, visitor, 1).await;
        shown += usize::from(reply.status == 200);
        assert!(matches!(reply.status.as_u16(), 200 | 429));
    }
    assert_eq!(shown, 10);
    assert_eq!(
        asks_for_code(&server, &visitors[11], 2).await.status,
        200,
        "another address"
    );
    server.advance(60_000).await;
    assert_eq!(asks_for_code(&server, &visitors[10], 1).await.status, 200);
}

/// Unwanted places: the visitor requested each, polled once and gave it up.
#[tokio::test]
async fn places_leave_three_bits_each_and_nothing_else() {
    let server = TestServer::with(&room("sale", "max_outflow = 0")).await;
    let visitors = newcomers(&server, 5_000).await;
    let reported = by_kind(&left(&server).await);
    assert!(
        reported.keys().all(|kind| *kind == 'p'),
        "who waits leaves nothing but that they were heard: {reported:?}"
    );
    drop(visitors);
    // The visitors no longer poll.
    for _ in 0..5 {
        server.advance(60_000).await;
    }
    let kinds = by_kind(&left(&server).await);
    assert_eq!(server.stats().await["waiting"], 0);
    assert_eq!(kinds.keys().collect::<Vec<_>>(), [&'m', &'p']);
    assert!(kinds[&'m'].1 <= 2 * 1_600, "two chunks of 4,096 places: {kinds:?}");
}

/// In a room that requires tokens only tokens that the site signed leave a record, one for each
/// token, however often it is tried.
#[tokio::test]
async fn tokens_leave_a_record_each_and_forged_ones_none() {
    let server = TestServer::with(&room("sale", "max_outflow = 0\nrequire_enqueue_token = true")).await;
    let forger = SecretKey::new("somebody-else").expect("what the test set up");
    for number in 0..20 {
        let token = token(&server, number);
        for signed in [
            token.sign(&server.secret()),
            token.sign(&server.secret()),
            token.sign(&forger),
        ] {
            let mut visitor = server.visitor().at(&format!("c=demo&e=sale&enqueuetoken={signed}"));
            visitor.load().await;
        }
    }
    let records = left(&server).await;
    assert_eq!(by_kind(&records).get(&'v').map(|(count, _)| *count), Some(20));
}

/// A run's records of every kind are deleted with the run.
#[tokio::test]
async fn a_reset_makes_everything_of_the_run_past() {
    let server = TestServer::with(&room("sale", "max_outflow = 600")).await;
    let visitors = newcomers(&server, 3).await;
    assert_eq!(asks_for_code(&server, &visitors[2], 1).await.status, 200);
    server.pass(&visitors[0]).await;
    server.act("reset").await;
    drop(visitors);
    let of_the_run = |key: &RecordKey| b"merschov".contains(&key.as_bytes()[0]) && key.as_bytes()[3..5] == [0, 0];
    let records = left(&server).await;
    assert!(
        records.iter().any(|(key, _)| of_the_run(key)),
        "deleted by the next look"
    );
    let server = server.restart(1_000).await;
    for _ in 0..500 {
        if !left(&server).await.iter().any(|(key, _)| of_the_run(key)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("records of a past run stay: {:?}", by_kind(&left(&server).await));
}

/// A visitor who returns repeatedly leaves one record of redirects; the grants are deleted after
/// ten minutes.
#[tokio::test]
async fn redirects_leave_a_record_a_place_and_grants_end_after_ten_minutes() {
    let server = TestServer::with(&room("sale", "max_outflow = 600")).await;
    let visitors = newcomers(&server, 30).await;
    for visitor in &visitors {
        server.pass(visitor).await;
    }
    for _ in 0..3 {
        server.advance(200_000).await;
        server.pass(&visitors[0]).await;
    }
    let kinds = by_kind(&left(&server).await);
    assert_eq!(kinds[&'r'].0, visitors.len());
    server.advance(600_000).await;
    server.pass(&visitors[0]).await;
    server.advance(1_000).await;
    let records = left(&server).await;
    let kinds = by_kind(&records);
    assert_eq!((kinds[&'r'].0, kinds[&'g'].0), (visitors.len(), 1), "{kinds:?}");
    assert!(kinds[&'r'].1 <= visitors.len() * 50, "{kinds:?}");
}
