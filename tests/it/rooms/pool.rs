//! Rooms that share a capacity: the pool's rate, weights and minimums, and the people on the site.

use crate::support::{House, ShownGrant, TestCrowd, config, most_in_any_minute, room};

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
    let house = House::with(&two_rooms("rate = 60", "", "")).await;
    let mut crowd = TestCrowd::enter(&house, 300)
        .await
        .and(TestCrowd::of(&house, "second", 60).await);
    crowd.wait(&house, 90_000).await;
    let (sale, second) = (house.grants().await, house.grants_of("second").await);
    let all = together(sale.clone(), second.clone());
    assert!(most_in_any_minute(&all) <= 60, "{}", most_in_any_minute(&all));
    assert!(
        sale.len().abs_diff(second.len()) <= 3,
        "{} and {}",
        sale.len(),
        second.len()
    );
    assert!(all.len() >= 85, "{}", all.len());
    let answer = house.poll(&crowd.members[299].visitor).await.json();
    assert_eq!(answer["ticket"]["waitReason"], "poolShared", "{answer:#}");
    let answer = house.poll(&crowd.members[359].visitor).await.json();
    assert_eq!(
        answer["ticket"]["waitReason"],
        serde_json::Value::Null,
        "who came second was told the shared rate from the beginning: {answer:#}"
    );
    crowd.wait(&house, 120_000).await;
    let before = house.now_ms();
    crowd.wait(&house, MINUTE).await;
    assert!(
        since(&house.grants().await, before) >= 57.0,
        "the second room is empty: all of it goes to the first"
    );
}

#[tokio::test]
async fn weights_and_minimums_divide_the_pool() {
    let house = House::with(&two_rooms("rate = 60", "weight = 3", "minimum = 20")).await;
    let mut crowd = TestCrowd::enter(&house, 200)
        .await
        .and(TestCrowd::of(&house, "second", 200).await);
    crowd.wait(&house, MINUTE).await;
    let settled = house.now_ms();
    crowd.wait(&house, 2 * MINUTE).await;
    let (sale, second) = (house.grants().await, house.grants_of("second").await);
    let share = since(&second, settled) / (since(&sale, settled) + since(&second, settled));
    assert!(
        (0.31..0.36).contains(&share),
        "at least 20 of 60, and no more than its due: {share}"
    );
    assert!(most_in_any_minute(&together(sale, second)) <= 60);
}

#[tokio::test]
async fn a_claim_is_held_only_if_the_rooms_share_serves_it() {
    let house = House::with(&two_rooms("rate = 240", "", "")).await;
    let mut crowd = TestCrowd::enter(&house, 120)
        .await
        .and(TestCrowd::of(&house, "second", 120).await);
    crowd.wait(&house, 15_000).await;
    let mut most = 0;
    for _ in 0..200 {
        crowd.wait(&house, 50).await;
        most = most.max(crowd.members[..120].iter().filter(|member| member.is_held()).count());
    }
    // Two permits a second, a hold of two seconds, and requests that came with a permit.
    assert!((1..=7).contains(&most), "{most} claims are held open at once");
}

#[tokio::test]
async fn a_pools_rate_of_0_holds_everybody() {
    for second in ["", "minimum = 20"] {
        let house = House::with(&two_rooms("rate = 0", "", second)).await;
        let mut crowd = TestCrowd::enter(&house, 5)
            .await
            .and(TestCrowd::of(&house, "second", 5).await);
        crowd.wait(&house, MINUTE).await;
        assert!(house.grants().await.is_empty());
        assert!(house.grants_of("second").await.is_empty(), "{second}");
    }
}

#[tokio::test]
async fn one_in_one_out() {
    let house = House::with(&two_rooms("max_sessions = 6\nsession_minutes = 10", "", "")).await;
    let mut crowd = TestCrowd::enter(&house, 15)
        .await
        .and(TestCrowd::of(&house, "second", 15).await);
    crowd.wait(&house, MINUTE).await;
    let all = || async { together(house.grants().await, house.grants_of("second").await) };
    assert_eq!(all().await.len(), 6, "the site is full");
    assert_eq!(house.stats().await["sessions"], 6);
    let mut inside = crowd.through()[0].visitor.clone();
    let url = crowd.through()[0].redirected.clone().expect("through").1;
    assert!(
        url.contains("~ce_false~cv_10~rt_queue~"),
        "a session that is counted is never extended: {url}"
    );
    let answer = house.poll(&crowd.members[14].visitor).await.json();
    assert_eq!(answer["ticket"]["waitReason"], "cappedBySessions", "{answer:#}");
    let room = if inside.query.contains("e=sale") {
        "sale"
    } else {
        "second"
    };
    let left = inside.open(&format!("/cancel/demo/{room}/{}", inside.queue_id())).await;
    assert_eq!(left.status, 302);
    crowd.members.retain(|member| member.redirected.is_none());
    crowd.wait(&house, 20_000).await;
    assert_eq!(all().await.len(), 7, "one left, one came in");
    crowd.members.retain(|member| member.redirected.is_none());
    crowd.wait(&house, 13 * MINUTE + 15_000).await;
    assert!(
        house.stats().await["redirectsTotal"].as_u64().expect("a count") > 3,
        "sessions that are over make room"
    );
    assert_eq!(house.stats().await["sessions"], 6);
}

#[tokio::test]
async fn a_pool_outlives_a_restart_and_keeps_its_bound() {
    let rooms = two_rooms("rate = 60", "", "");
    let house = House::durable(&rooms).await;
    let mut crowd = TestCrowd::enter(&house, 60)
        .await
        .and(TestCrowd::of(&house, "second", 60).await);
    crowd.wait(&house, 30_000).await;
    let before = (house.grants().await, house.grants_of("second").await);
    crowd.adrift().await;
    let house = house.restart(0).await;
    crowd.move_to(&house);
    assert_eq!((house.grants().await, house.grants_of("second").await), before);
    crowd.wait(&house, MINUTE).await;
    let all = together(house.grants().await, house.grants_of("second").await);
    assert!(most_in_any_minute(&all) <= 60);
}

#[tokio::test]
async fn a_room_with_people_in_line_does_not_change_its_pool() {
    let house = House::durable(&two_rooms("rate = 60", "", "")).await;
    drop(TestCrowd::enter(&house, 3).await);
    let store = house.config.server.store.clone();
    let moved = config(store.as_str(), &room("sale", "max_outflow = 60"));
    let error = house.fail_to_restart_with(moved).await;
    assert!(error.contains("3 people wait in room demo/sale"), "{error}");
}
