//! A room with leases while its store is unavailable.

use testkit::{EpochMs, LoggedGrant, Redis, Service, TestRoom, Verdict, VisitorViolation};

use crate::support::{RATE, binary, crowd_before, judged, lasts, let_in_again, settled_redirects};

/// The longest duration of a lease, in milliseconds.
const LEASES_MS: u64 = 10_000;
/// The number of visitors whom a lease of all permits of the room lets in.
const LEASED_MAX: u64 = RATE as u64 * LEASES_MS / 60_000;

/// Runs nodes under load without Redis until the last lease has expired, and restores Redis;
/// returns the verdict, and the grants meanwhile.
async fn without_redis_for_longer_than_leases(nodes: usize) -> (Verdict, Vec<LoggedGrant>) {
    let mut redis = Redis::start().await.expect("Redis starts");
    let rooms = TestRoom {
        further: "leases = true".to_owned(),
        ..TestRoom::of(RATE)
    };
    let service = Service::start(binary(), &redis.url(), nodes, &rooms).await;
    let mut service = service.expect("the service starts");
    let crowd = crowd_before(&service, 150).await;
    crowd.until_more_are_through(20).await.expect("people are let in");
    redis.process.kill().await.expect("it can be killed");
    let from = EpochMs::now();
    for node in &mut service.nodes {
        node.until_it_is("degraded").await.expect("it says so");
    }
    // At most a few of these grants are older, because permits accumulate for two seconds only.
    crowd.until_more_are_through(20).await.expect("leases let people in");
    lasts(LEASES_MS).await;
    let alone = settled_redirects(&crowd).await;
    assert_eq!(settled_redirects(&crowd).await, alone, "after the last lease nobody");
    let to = EpochMs::now();

    redis.restart().await.expect("Redis starts again");
    let_in_again(&crowd).await;
    crowd.until_through().await.expect("everybody is let in");
    let verdict = judged(&service, crowd).await.with_leases();
    // The nodes have reported their grants by lease since, with the times of the grants.
    let mut grants = service.operator(0).grants().await.expect("the log can be read");
    grants.retain(|grant| (from.0..to.0).contains(&grant.granted_at));
    println!("{} were let in without Redis", grants.len());
    (verdict, grants)
}

#[tokio::test]
async fn with_leases_people_are_let_in_for_ten_seconds_without_redis_and_no_faster() {
    let (verdict, alone) = without_redis_for_longer_than_leases(1).await;
    verdict.must_hold_unseen().unwrap();
    assert!(
        (LEASED_MAX / 2..=LEASED_MAX).contains(&(alone.len() as u64)),
        "{verdict}"
    );
}

/// Disconnected nodes learn nothing about one another. A visitor who asks another node again gets
/// the same redirect there, because the browser remembers the grant.
#[tokio::test]
async fn with_leases_several_nodes_together_let_in_no_more_than_one_without_redis() {
    let (verdict, alone) = without_redis_for_longer_than_leases(3).await;
    assert_eq!(
        (verdict.lost_places(), verdict.error_pages(), verdict.set_back()),
        (0, 0, 0)
    );
    assert!(verdict.double_numbers.is_empty(), "{:?}", verdict.double_numbers);
    let is_other = |finding: &&VisitorViolation| matches!(finding, VisitorViolation::OtherRedirect(..));
    let others: Vec<_> = verdict.findings.iter().filter(is_other).collect();
    assert!(others.is_empty(), "{others:?}");
    assert!(!verdict.is_over_the_bound(), "{verdict}");
    assert!(
        (LEASED_MAX / 4..=LEASED_MAX).contains(&(alone.len() as u64)),
        "{verdict}"
    );
}
