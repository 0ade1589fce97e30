//! Sessions of people inside the site: kept alive by calls, ended by time, by a checkout, by a
//! cancel and by an operator; on one node and on several.

use admission::FlowMs;
use anteroom::rooms::{Place, RoomState, SessionStatus, StoredSession};
use store::{AnyStore, MemoryStore};

use crate::support::{TestServer, Visitor, room, settle};

const MINUTE: u64 = 60_000;
const SITE: &str = "domains = [\"https://shop.example\"]";
/// The longest that a session of 20 minutes lasts without calls: three minutes, and a bucket.
const UNREPORTED_MS: u64 = 23 * MINUTE + 10_000;

/// Returns a room of a pool with these keys.
fn sale(pool: &str) -> String {
    let sale = room("sale", "max_outflow = 600\npool = \"shop\"");
    format!("[[pool]]\nid = \"shop\"\n{pool}\n\n{sale}")
}

/// Returns a visitor in line.
async fn waiting(server: &TestServer) -> Visitor {
    let mut visitor = server.visitor();
    visitor.enter().await;
    visitor
}

/// Returns a visitor who was let through.
async fn inside(server: &TestServer) -> Visitor {
    let visitor = waiting(server).await;
    server.pass(&visitor).await;
    visitor
}

fn state(server: &TestServer) -> RoomState {
    RoomState::load(server.room("sale"))
}

fn place(server: &TestServer, visitor: &Visitor) -> Place {
    let queue_id = visitor.queue_id().parse().expect("an id");
    state(server).open_id(queue_id).expect("a place")
}

fn session(server: &TestServer, known: &Place) -> SessionStatus {
    state(server).session(known)
}

fn is_active(server: &TestServer, known: &Place) -> bool {
    matches!(session(server, known), SessionStatus::Active { .. })
}

async fn stored(server: &TestServer, known: &Place) -> StoredSession {
    state(server).load_session(known).await.expect("the store answers")
}

async fn is_stored(server: &TestServer, known: &Place) -> bool {
    matches!(stored(server, known).await, StoredSession::Active { .. })
}

async fn end(server: &TestServer, known: &Place) -> bool {
    state(server).end_session(known).await.expect("the store answers")
}

/// Lets minutes pass on all nodes, with a call of each of these visitors every 30 s.
async fn browse(servers: &[&TestServer], minutes: u64, calls: &[(&TestServer, &Place)]) {
    for _ in 0..2 * minutes {
        servers[0].clock.advance_ms(MINUTE / 2);
        settle(servers).await;
        calls.iter().for_each(|(server, known)| state(server).touch(known));
    }
}

/// Lets a second pass on all nodes.
async fn second(servers: &[&TestServer]) {
    for _ in 0..20 {
        servers[0].clock.advance_ms(50);
        settle(servers).await;
    }
}

#[tokio::test]
async fn calls_keep_a_session_alive_and_without_them_it_ends() {
    let server = TestServer::with(&sale(SITE)).await;
    let (busy, idle) = (
        place(&server, &inside(&server).await),
        place(&server, &inside(&server).await),
    );
    let line = place(&server, &waiting(&server).await);
    assert!(is_active(&server, &busy) && is_active(&server, &idle));
    assert_eq!(session(&server, &line), SessionStatus::Unknown);
    assert_eq!(stored(&server, &line).await, StoredSession::Never);
    assert_eq!(server.stats().await["sessions"], 2);

    browse(&[&server], 90, &[(&server, &busy), (&server, &line)]).await;
    assert!(is_active(&server, &busy), "{:?}", session(&server, &busy));
    assert_eq!(session(&server, &idle), SessionStatus::Unknown);
    assert_eq!(stored(&server, &idle).await, StoredSession::Ended);
    state(&server).touch(&idle);
    assert_eq!(session(&server, &idle), SessionStatus::Unknown, "it stays over");
    assert_eq!(
        stored(&server, &line).await,
        StoredSession::Never,
        "a touch lets nobody in"
    );
    assert_eq!(server.stats().await["sessions"], 1);
    let listed = state(&server).sessions(10).await.expect("in memory");
    assert_eq!(listed.iter().map(|(key, _)| key.number.0).collect::<Vec<_>>(), [0]);

    server.advance(UNREPORTED_MS).await;
    assert_eq!(session(&server, &busy), SessionStatus::Unknown);
    assert_eq!(stored(&server, &busy).await, StoredSession::Ended);
    server.advance(10_000).await;
    assert_eq!(server.stats().await["sessions"], 0);
    assert_eq!(state(&server).sessions(10).await.map(|listed| listed.len()), Ok(0));
}

#[tokio::test]
async fn sessions_end_by_time_though_no_commit_follows() {
    let server = TestServer::with(&sale(SITE)).await;
    inside(&server).await;
    assert_eq!(server.stats().await["sessions"], 1);
    server.clock.advance_ms(UNREPORTED_MS + 10_000);
    assert_eq!(server.stats().await["sessions"], 0);
}

#[tokio::test]
async fn the_first_touch_sets_the_end_and_later_ones_never_bring_it_nearer() {
    let server = TestServer::with(&sale(&format!("{SITE}\nsession_minutes = 30"))).await;
    let known = place(&server, &inside(&server).await);
    let ends = |state: &RoomState| match state.session(&known) {
        SessionStatus::Active { ends } => ends,
        other => panic!("{other:?}"),
    };
    let granted = ends(&state(&server));
    let now = state(&server);
    now.touch(&known);
    let first = FlowMs(now.now().flow.0 + 30 * MINUTE);
    assert_eq!(ends(&state(&server)), first, "whoever is there needs no time to come");
    assert!(first < granted);
    server.clock.advance_ms(20 * MINUTE);
    let now = state(&server);
    now.touch(&known);
    assert_eq!(ends(&now), FlowMs(now.now().flow.0 + 30 * MINUTE));
}

#[tokio::test]
async fn a_session_that_was_ended_stays_so_until_another_grant() {
    let server = TestServer::with(&sale(SITE)).await;
    let visitor = inside(&server).await;
    let known = place(&server, &visitor);
    let line = place(&server, &waiting(&server).await);
    assert!(!end(&server, &line).await, "nobody who waits has a session");
    server.advance(5 * MINUTE).await;
    state(&server).touch(&known);
    assert!(end(&server, &known).await);
    assert!(!end(&server, &known).await, "it is over");
    assert_eq!(session(&server, &known), SessionStatus::Unknown);
    assert_eq!(stored(&server, &known).await, StoredSession::Ended);
    state(&server).touch(&known);
    server.advance(10_000).await;
    assert_eq!(stored(&server, &known).await, StoredSession::Ended, "a touch came late");
    assert_eq!(server.stats().await["sessions"], 0);

    server.pass(&visitor).await;
    assert!(is_active(&server, &known));
    assert_eq!(server.stats().await["sessions"], 1);
}

#[tokio::test]
async fn a_cancel_ends_the_session() {
    let server = TestServer::with(&sale(SITE)).await;
    let mut visitor = inside(&server).await;
    let known = place(&server, &visitor);
    visitor.open(&format!("/cancel/demo/sale/{}", visitor.queue_id())).await;
    assert_eq!(session(&server, &known), SessionStatus::Unknown);
    assert_eq!(stored(&server, &known).await, StoredSession::Ended);
    assert_eq!(server.stats().await["sessions"], 0);
}

#[tokio::test]
async fn a_full_site_lets_the_next_in_when_a_session_ends_and_not_while_calls_come() {
    let server = TestServer::with(&sale(&format!("{SITE}\nmax_sessions = 1"))).await;
    let known = place(&server, &inside(&server).await);
    let next = waiting(&server).await;
    for _ in 0..60 {
        let answer = server.poll(&next).await.json();
        assert!(answer["redirectUrl"].is_null(), "{answer:#}");
        browse(&[&server], 1, &[(&server, &known)]).await;
    }
    assert!(is_active(&server, &known));
    assert!(end(&server, &known).await);
    server.pass(&next).await;
    assert!(is_active(&server, &place(&server, &next)));
    assert_eq!(server.stats().await["sessions"], 1);
}

#[tokio::test]
async fn without_a_limit_connectors_extend_sessions_and_nobody_is_held() {
    let server = TestServer::with(&sale(SITE)).await;
    for _ in 0..20 {
        let visitor = waiting(&server).await;
        let url = server.pass(&visitor).await;
        assert!(url.contains("~ce_true~"), "{url}");
    }
    assert_eq!(server.stats().await["sessions"], 20);
}

#[tokio::test]
async fn a_pool_that_counts_none_says_so() {
    let server = TestServer::with(&sale("rate = 600")).await;
    let known = place(&server, &inside(&server).await);
    assert_eq!(session(&server, &known), SessionStatus::Uncounted);
    assert_eq!(stored(&server, &known).await, StoredSession::Uncounted);
    state(&server).touch(&known);
    assert!(!end(&server, &known).await);
    assert!(server.stats().await["sessions"].is_null());
}

#[tokio::test]
async fn a_restart_forgets_no_session_and_no_touch() {
    let server = TestServer::durable(&sale(SITE)).await;
    let visitor = inside(&server).await;
    let idle = inside(&server).await.adrift();
    let known = place(&server, &visitor);
    server.advance(10 * MINUTE).await;
    // The report of this touch goes out while the node stops.
    state(&server).touch(&known);
    let visitor = visitor.adrift();
    let server = server.restart(0).await;
    let known = place(&server, &visitor.move_to(&server));
    assert_eq!(session(&server, &known), SessionStatus::Unknown, "the memory is empty");
    assert!(is_stored(&server, &known).await && is_active(&server, &known));
    server.advance(19 * MINUTE).await;
    assert!(is_active(&server, &known));
    assert_eq!(
        stored(&server, &place(&server, &idle.move_to(&server))).await,
        StoredSession::Ended
    );
}

#[tokio::test]
async fn visitors_let_in_before_sessions_were_counted_have_one() {
    let rooms = |keys: &str| sale(&format!("rate = 600\n{keys}"));
    let server = TestServer::durable(&rooms("")).await;
    let (visitor, early) = (inside(&server).await, inside(&server).await);
    server.advance(15 * MINUTE).await;
    server.pass(&visitor).await;
    let (visitor, early) = (visitor.adrift(), early.adrift());
    let store = server.config.server.store.as_str().to_owned();
    let server = server
        .restart_with(10 * MINUTE, crate::support::config(&store, &rooms(SITE)))
        .await;
    let known = place(&server, &visitor.move_to(&server));
    assert!(is_stored(&server, &known).await);
    let early = place(&server, &early.move_to(&server));
    assert_eq!(
        stored(&server, &early).await,
        StoredSession::Ended,
        "let in 25 minutes ago"
    );
    state(&server).touch(&known);
    server.advance(10_000).await;
    assert_eq!(server.stats().await["sessions"], 1);
}

#[tokio::test]
async fn a_store_that_is_away_ends_no_session() {
    let memory = MemoryStore::new();
    let server = TestServer::on(AnyStore::Memory(memory.clone()), &sale(SITE)).await;
    let known = place(&server, &inside(&server).await);
    memory.set_away(true);
    browse(&[&server], 60, &[(&server, &known)]).await;
    assert!(is_active(&server, &known));
    assert!(state(&server).load_session(&known).await.is_err());
    let away = state(&server);
    let ending = tokio::spawn(async move { away.end_session(&known).await });
    server.settle().await;
    server.advance(1_000).await;
    assert!(ending.await.expect("no panic").is_err());
    memory.set_away(false);
    browse(&[&server], 1, &[(&server, &known)]).await;
    assert!(is_stored(&server, &known).await, "the touch was reported");
    assert_eq!(server.stats().await["sessions"], 1);
}

#[tokio::test]
async fn a_session_lives_and_ends_on_all_nodes() {
    let first = TestServer::with(&sale(SITE)).await;
    let next = first.beside().await;
    let both = [&first, &next];
    let visitor = inside(&first).await;
    second(&both).await;
    let known = place(&first, &visitor);
    assert!(is_active(&next, &known), "by the change log");
    browse(&both, 60, &[(&first, &known)]).await;
    assert_eq!(
        session(&next, &known),
        SessionStatus::Unknown,
        "it was not told of calls"
    );
    assert!(is_stored(&next, &known).await);
    assert!(is_active(&first, &known) && is_active(&next, &known));
    browse(&both, 60, &[(&next, &known)]).await;
    assert!(is_stored(&first, &known).await, "and the other way round");

    assert!(end(&first, &known).await);
    assert_eq!(
        stored(&next, &known).await,
        StoredSession::Ended,
        "who asks the store sees it at once"
    );
    let other = place(&first, &inside(&first).await);
    second(&both).await;
    assert!(is_active(&next, &other));
    assert!(end(&first, &other).await);
    assert!(is_active(&next, &other), "not yet known");
    second(&both).await;
    assert_eq!(session(&next, &other), SessionStatus::Unknown);
    state(&next).touch(&other);
    second(&both).await;
    assert_eq!(stored(&next, &other).await, StoredSession::Ended);
    assert_eq!(next.stats().await["sessions"], 0);
}

/// For the other node, which knows only of the grant, a visitor whom one node lets in and sees once
/// is still on the way.
#[tokio::test]
async fn a_session_that_is_over_on_one_node_is_over_on_all() {
    let pool = format!("{SITE}\nsession_minutes = 1");
    let first = TestServer::with(&sale(&pool)).await;
    let next = first.beside().await;
    let both = [&first, &next];
    let visitor = inside(&first).await;
    let known = place(&first, &visitor);
    state(&first).touch(&known);
    browse(&both, 3, &[]).await;
    assert_eq!(first.stats().await["sessions"], 0, "its slot is free");
    for server in both {
        assert_eq!(session(server, &known), SessionStatus::Unknown);
        assert_eq!(stored(server, &known).await, StoredSession::Ended);
        assert_eq!(session(server, &known), SessionStatus::Unknown);
    }
}

#[tokio::test]
async fn a_node_that_lost_the_thread_asks_the_store() {
    let first = TestServer::with(&sale(SITE)).await;
    let next = first.beside().await;
    let both = [&first, &next];
    let (stays, goes) = (inside(&first).await, inside(&first).await);
    let (stays, goes) = (place(&first, &stays), place(&first, &goes));
    second(&both).await;
    assert!(is_active(&next, &stays) && is_active(&next, &goes));
    assert!(end(&first, &goes).await);
    // More commits than the change log has, while the other node does not read them.
    for _ in 0..100 {
        drop(waiting(&first).await);
    }
    second(&both).await;
    assert_eq!(session(&next, &stays), SessionStatus::Unknown);
    assert_eq!(session(&next, &goes), SessionStatus::Unknown);
    assert!(is_stored(&next, &stays).await && is_active(&next, &stays));
    assert_eq!(stored(&next, &goes).await, StoredSession::Ended);
}

#[tokio::test]
async fn an_end_on_a_node_that_has_not_heard_of_the_grant_counts() {
    let first = TestServer::with(&sale(SITE)).await;
    let next = first.beside().await;
    second(&[&first, &next]).await;
    let visitor = waiting(&first).await;
    second(&[&first, &next]).await;
    first.pass(&visitor).await;
    let known = place(&first, &visitor);
    assert!(is_stored(&next, &known).await, "the store knows of the grant");
    assert!(end(&next, &known).await);
    second(&[&first, &next]).await;
    assert_eq!(session(&first, &known), SessionStatus::Unknown);
}

#[tokio::test]
async fn a_failover_that_lost_a_grant_ends_no_session() {
    for left in [MemoryStore::replica, |_: &MemoryStore| MemoryStore::new()] {
        let memory = MemoryStore::new();
        let server = TestServer::on(AnyStore::Memory(memory.clone()), &sale(SITE)).await;
        let visitor = waiting(&server).await;
        let replica = left(&memory);
        server.pass(&visitor).await;
        let known = place(&server, &visitor);
        server.advance(10 * MINUTE).await;
        memory.fail_over(&replica);
        // The report of this touch goes with the commit that recovers the pool.
        state(&server).touch(&known);
        second(&[&server]).await;
        browse(&[&server], 30, &[(&server, &known)]).await;
        assert!(is_stored(&server, &known).await, "the store knows it again");
        assert!(is_active(&server, &known));
        assert_eq!(server.stats().await["sessions"], 1);
    }
}
