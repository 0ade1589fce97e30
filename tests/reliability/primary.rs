//! The Redis primary of three nodes: slow, down, refusing, outdated after a failover, and back.

use std::time::Duration;

use testkit::{Bound, EpochMs, Link, Sentinels, Service, TestRoom, Verdict, VisitorCrowd, now, until};

use crate::support::{
    CROWD, RATE, binary, crowd_before, judged, lasts, let_in_again, report, settled_redirects, three,
};

#[tokio::test]
async fn a_redis_that_stands_still_holds_all_up_and_loses_nothing() {
    let (mut all, crowd) = three().await;
    crowd.until_more_are_through(5).await.unwrap();
    all.redis.process.freeze().unwrap();
    lasts(4_000).await;
    all.redis.process.thaw().unwrap();
    let_in_again(&crowd).await;
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn without_redis_people_keep_their_places_and_newcomers_are_put_off() {
    let (mut all, crowd) = three().await;
    crowd.until_more_are_through(5).await.unwrap();
    all.redis.process.kill().await.unwrap();
    for node in &mut all.service.nodes {
        node.until_it_is("degraded").await.unwrap();
    }
    let from = EpochMs::now();
    let mut late = VisitorCrowd::before(all.service.balancer());
    late.come(10, Duration::ZERO);
    until("all newcomers are put off", || async {
        late.seen().iter().all(|seen| seen.held > 0).then_some(())
    })
    .await
    .unwrap();
    let away = now();
    // Visitors in line still get answers to their polls.
    lasts(2_500).await;
    crowd.until_served_since(away).await.unwrap();
    assert_eq!(all.service.operator(0).tries_to("pause").await.unwrap().status, 503);

    let to = EpochMs::now();
    all.redis.restart().await.unwrap();
    let_in_again(&crowd).await;
    late.until_through().await.unwrap();
    crowd.until_through().await.unwrap();
    judged(&all.service, late).await.must_hold_unseen().unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
    let grants = all.service.operator(0).grants().await.unwrap();
    let on_trust = grants.iter().filter(|grant| (from.0..to.0).contains(&grant.granted_at));
    assert_eq!(on_trust.count(), 0, "nobody is let in on trust");
}

#[tokio::test]
async fn a_redis_that_answers_but_refuses_writes_lets_nobody_in() {
    let (mut all, crowd) = three().await;
    crowd.until_more_are_through(5).await.unwrap();
    // Redis still answers reads, pings and health checks, and refuses writes.
    all.redis.ask(&["CONFIG", "SET", "maxmemory", "1"]).await.unwrap();
    for node in &mut all.service.nodes {
        node.until_it_is("degraded").await.unwrap();
    }
    let before = settled_redirects(&crowd).await;
    assert_eq!(settled_redirects(&crowd).await, before);
    all.redis.ask(&["CONFIG", "SET", "maxmemory", "0"]).await.unwrap();
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn a_failover_that_lost_acknowledged_commits_gives_no_number_twice() {
    let mut sentinels = Sentinels::start().await.unwrap();
    let service = Service::start(binary(), &sentinels.url(""), 3, &TestRoom::of(RATE)).await;
    let service = service.unwrap();
    let crowd = crowd_before(&service, CROWD).await;
    crowd.until_more_are_through(5).await.unwrap();
    let leader = sentinels.leader().await.unwrap();
    sentinels.make(leader, Link::ReplicationHeld);
    // These visitors learn their places, which never reach the replica; neither do the grants.
    let informed = crowd_before(&service, 20).await;
    crowd.until_more_are_through(5).await.unwrap();
    sentinels.fail_over().await.unwrap();
    let promoted = now();
    let late = crowd_before(&service, 20).await;
    report("newcomers have places after", now() - promoted);
    crowd.until_served_since(promoted).await.unwrap();
    informed.until_served_since(promoted).await.unwrap();

    // The test does not wait for permits that the recovery deliberately holds back; it judges
    // places, numbers and grants.
    let mut seen = crowd.leave().await.unwrap();
    seen.extend(informed.leave().await.unwrap());
    seen.extend(late.leave().await.unwrap());
    let grants = service.operator(0).grants().await.unwrap();
    let verdict = Verdict::on(&seen, &grants, Bound { max_outflow: RATE }).timed_by_arrival(&seen);
    println!("{verdict}");
    assert_eq!(verdict.lost_places(), 0, "{:?}", verdict.findings);
    assert!(verdict.double_numbers.is_empty(), "{:?}", verdict.double_numbers);
    assert!(!verdict.is_over_the_bound());
}

#[tokio::test]
async fn nodes_restore_a_redis_that_comes_back_empty() {
    let (mut all, crowd) = three().await;
    crowd.until_more_are_through(5).await.unwrap();
    all.redis.process.kill().await.unwrap();
    all.redis.lose_everything().unwrap();
    all.redis.restart().await.unwrap();
    let back = now();
    let late = crowd_before(&all.service, 20).await;
    report("newcomers have places after", now() - back);
    crowd.until_more_are_through(1).await.unwrap();
    report("somebody is let in again after", now() - back);
    // After the restart these nodes know only the data that the others have written to Redis again.
    for node in &mut all.service.nodes {
        node.process.kill().await.unwrap();
        node.process.restart().unwrap();
        node.until_it_is("ok").await.unwrap();
    }
    crowd.until_through().await.unwrap();
    late.until_through().await.unwrap();
    let mut seen = crowd.leave().await.unwrap();
    seen.extend(late.leave().await.unwrap());
    let grants = all.service.operator(0).grants().await.unwrap();
    let verdict = Verdict::on_all_redirected(&seen, &grants, Bound { max_outflow: RATE }).timed_by_arrival(&seen);
    println!("{verdict}");
    assert_eq!(verdict.redirected, CROWD + 20);
    assert_eq!(verdict.lost_places(), 0, "{:?}", verdict.findings);
    assert!(verdict.double_numbers.is_empty(), "{:?}", verdict.double_numbers);
    assert!(!verdict.is_over_the_bound());
}

#[tokio::test]
async fn a_redis_that_is_killed_and_started_again_has_lost_nothing() {
    let (mut all, mut crowd) = three().await;
    for _ in 0..3 {
        crowd.come(10, Duration::from_millis(20));
        crowd.until_more_are_through(3).await.unwrap();
        all.redis.process.kill().await.unwrap();
        all.redis.restart().await.unwrap();
        let_in_again(&crowd).await;
    }
    crowd.until_through().await.unwrap();
    judged(&all.service, crowd).await.must_hold_unseen().unwrap();
}
