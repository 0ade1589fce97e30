//! Rooms that share a capacity: the pool's rate, weights and minimums, and the people on the site.

use crate::support::{ShownGrant, TestCrowd, TestServer, config, most_in_any_minute, room};

const MINUTE: u64 = 60_000;

/// Returns two rooms of a pool with these keys.
fn two_rooms(pool: &str, sale: &str, second: &str) -> String {
    let sale = room("sale", &format!("max_outflow = 600\npool = \"shop\"\n{sale}"));
    let second = room("second", &format!("max_outflow = 600\npool = \"shop\"\n{second}"));
    format!("[[pool]]\nid = \"shop\"\n{pool}\n\n{sale}\n{second}")
}

fn together(mut grants: Vec<ShownGrant>, others: Vec<ShownGrant>) -> Vec<ShownGrant> {
    grants.extend(others);
    grants.sort_by_key(|grant| grant.granted_at);
    grants
}

fn since(grants: &[ShownGrant], from_ms: u64) -> f64 {
    grants.iter().filter(|grant| grant.granted_at >= from_ms).count() as f64
}

#[tokio::test]
async fn two_rooms_share_a_rate_and_one_alone_has_all_of_it() {
    let server = TestServer::with(&two_rooms("rate = 60", "", "")).await;
    let mut crowd = TestCrowd::enter(&server, 300)
        .await
        .and(TestCrowd::of(&server, "second", 60).await);
    crowd.wait(&server, 90_000).await;
    let (sale, second) = (server.grants().await, server.grants_of("second").await);
    let all = together(sale.clone(), second.clone());
    assert!(most_in_any_minute(&all) <= 60, "{}", most_in_any_minute(&all));
    assert!(
        sale.len().abs_diff(second.len()) <= 3,
        "{} and {}",
        sale.len(),
        second.len()
    );
    assert!(all.len() >= 85, "{}", all.len());
    let answer = server.poll(&crowd.members[299].visitor).await.json();
    assert_eq!(answer["ticket"]["waitReason"], "poolShared", "{answer:#}");
    let answer = server.poll(&crowd.members[359].visitor).await.json();
    assert_eq!(
        answer["ticket"]["waitReason"],
        serde_json::Value::Null,
        "who came second was told the shared rate from the beginning: {answer:#}"
    );
    crowd.wait(&server, 120_000).await;
    let before = server.now_ms();
    crowd.wait(&server, MINUTE).await;
    assert!(
        since(&server.grants().await, before) >= 57.0,
        "the second room is empty: all of it goes to the first"
    );
}

#[tokio::test]
async fn weights_and_minimums_divide_the_pool() {
    let server = TestServer::with(&two_rooms("rate = 60", "weight = 3", "minimum = 20")).await;
    let mut crowd = TestCrowd::enter(&server, 200)
        .await
        .and(TestCrowd::of(&server, "second", 200).await);
    crowd.wait(&server, MINUTE).await;
    let settled = server.now_ms();
    crowd.wait(&server, 2 * MINUTE).await;
    let (sale, second) = (server.grants().await, server.grants_of("second").await);
    let share = since(&second, settled) / (since(&sale, settled) + since(&second, settled));
    assert!(
        (0.31..0.36).contains(&share),
        "at least 20 of 60, and no more than its due: {share}"
    );
    assert!(most_in_any_minute(&together(sale, second)) <= 60);
}

#[tokio::test]
async fn a_claim_is_held_only_if_the_rooms_share_serves_it() {
    let server = TestServer::with(&two_rooms("rate = 240", "", "")).await;
    let mut crowd = TestCrowd::enter(&server, 120)
        .await
        .and(TestCrowd::of(&server, "second", 120).await);
    crowd.wait(&server, 15_000).await;
    let mut most = 0;
    for _ in 0..200 {
        crowd.wait(&server, 50).await;
        most = most.max(crowd.members[..120].iter().filter(|member| member.is_held()).count());
    }
    // Two permits a second, a hold of two seconds, and requests that came with a permit.
    assert!((1..=7).contains(&most), "{most} claims are held open at once");
}

#[tokio::test]
async fn a_pools_rate_of_0_holds_everybody() {
    for second in ["", "minimum = 20"] {
        let server = TestServer::with(&two_rooms("rate = 0", "", second)).await;
        let mut crowd = TestCrowd::enter(&server, 5)
            .await
            .and(TestCrowd::of(&server, "second", 5).await);
        crowd.wait(&server, MINUTE).await;
        assert!(server.grants().await.is_empty());
        assert!(server.grants_of("second").await.is_empty(), "{second}");
    }
}

#[tokio::test]
async fn one_in_one_out() {
    let server = TestServer::with(&two_rooms("max_sessions = 6\nsession_minutes = 10", "", "")).await;
    let mut crowd = TestCrowd::enter(&server, 15)
        .await
        .and(TestCrowd::of(&server, "second", 15).await);
    crowd.wait(&server, MINUTE).await;
    let all = || async { together(server.grants().await, server.grants_of("second").await) };
    assert_eq!(all().await.len(), 6, "the site is full");
    assert_eq!(server.stats().await["sessions"], 6);
    let mut inside = crowd.through()[0].visitor.clone();
    let url = crowd.through()[0].redirected.clone().expect("through").1;
    assert!(
        url.contains("~ce_false~cv_10~rt_queue~"),
        "a session that is counted is never extended: {url}"
    );
    let answer = server.poll(&crowd.members[14].visitor).await.json();
    assert_eq!(answer["ticket"]["waitReason"], "cappedBySessions", "{answer:#}");
    let room = if inside.query.contains("e=sale") {
        "sale"
    } else {
        "second"
    };
    let left = inside.open(&format!("/cancel/demo/{room}/{}", inside.queue_id())).await;
    assert_eq!(left.status, 302);
    crowd.members.retain(|member| member.redirected.is_none());
    crowd.wait(&server, 20_000).await;
    assert_eq!(all().await.len(), 7, "one left, one came in");
    crowd.members.retain(|member| member.redirected.is_none());
    crowd.wait(&server, 13 * MINUTE + 15_000).await;
    assert!(
        server.stats().await["redirectsTotal"].as_u64().expect("a count") > 3,
        "sessions that are over make room"
    );
    assert_eq!(server.stats().await["sessions"], 6);
}

#[tokio::test]
async fn a_pool_outlives_a_restart_and_keeps_its_bound() {
    let rooms = two_rooms("rate = 60", "", "");
    let server = TestServer::durable(&rooms).await;
    let mut crowd = TestCrowd::enter(&server, 60)
        .await
        .and(TestCrowd::of(&server, "second", 60).await);
    crowd.wait(&server, 30_000).await;
    let before = (server.grants().await, server.grants_of("second").await);
    crowd.adrift().await;
    let server = server.restart(0).await;
    crowd.move_to(&server);
    assert_eq!((server.grants().await, server.grants_of("second").await), before);
    crowd.wait(&server, MINUTE).await;
    let all = together(server.grants().await, server.grants_of("second").await);
    assert!(most_in_any_minute(&all) <= 60);
}

#[tokio::test]
async fn a_room_with_people_in_line_does_not_change_its_pool() {
    let server = TestServer::durable(&two_rooms("rate = 60", "", "")).await;
    drop(TestCrowd::enter(&server, 3).await);
    let store = server.config.server.store.clone();
    let moved = config(store.as_str(), &room("sale", "max_outflow = 60"));
    let error = server.fail_to_restart_with(moved).await;
    assert!(error.contains("3 people wait in room demo/sale"), "{error}");
}
