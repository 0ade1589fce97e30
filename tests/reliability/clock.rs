//! A node's wall clock that stops, jumps and is corrected. (The simulator covers the monotonic
//! clock.)
//!
//! Grants carry the time of the wrong clock, so these tests judge them by the arrival of the
//! redirects.

use std::time::Duration;

use testkit::{Bound, Service, TestRoom, Verdict, VisitorCrowd, VisitorViolation, WallClock};

use crate::support::{CROWD, RATE, binary, crowd_before, lasts};

const HOUR_S: i64 = 3_600;

/// Starts a node with a wall clock of its own, and its crowd.
async fn with_a_clock() -> (Service, VisitorCrowd, WallClock) {
    let clock = WallClock::right().expect("libfaketime is there");
    let service = Service::launch_with(binary(), "embedded:", &[clock.environment()], &TestRoom::of(RATE));
    let mut service = service.expect("the service starts");
    service.nodes[0].until_it_is("ok").await.expect("the node is ready");
    let crowd = crowd_before(&service, CROWD).await;
    (service, crowd, clock)
}

/// Judges places, numbers and the pace by a correct clock. The log and repeated redirects are not
/// judged, because both expire by the wrong clock.
async fn judge(service: &Service, crowd: VisitorCrowd) {
    let seen = crowd.leave().await.expect("no visitor panicked");
    let grants = service.operator(0).grants().await.expect("the log can be read");
    let verdict = Verdict::on(&seen, &grants, Bound { max_outflow: RATE }).timed_by_arrival(&seen);
    println!("{verdict}");
    let mut findings = verdict.findings.iter();
    let set_back = findings.find(|finding| matches!(finding, VisitorViolation::SetBack(..)));
    assert_eq!((verdict.lost_places(), set_back), (0, None), "{:?}", verdict.findings);
    assert!(
        !verdict.is_over_the_bound() && verdict.double_numbers.is_empty(),
        "{verdict}"
    );
    assert_eq!(verdict.redirected, seen.len());
}

#[tokio::test]
async fn a_clock_that_stands_still_holds_nobody_up() {
    let (service, crowd, clock) = with_a_clock().await;
    crowd.until_more_are_through(5).await.unwrap();
    clock.stand_still().unwrap();
    let late = crowd_before(&service, 10).await;
    crowd.until_through().await.unwrap();
    late.until_through().await.unwrap();
    judge(&service, crowd).await;
}

#[tokio::test]
async fn a_clock_that_jumps_lets_nobody_in_early_and_loses_no_place() {
    let (service, crowd, clock) = with_a_clock().await;
    for seconds in [HOUR_S, -HOUR_S] {
        crowd.until_more_are_through(5).await.unwrap();
        clock.set(seconds).unwrap();
        lasts(500).await;
    }
    crowd.until_through().await.unwrap();
    judge(&service, crowd).await;
}

#[tokio::test]
async fn a_clock_that_was_lost_with_the_power_costs_no_place() {
    let (mut service, mut crowd, clock) = with_a_clock().await;
    clock.set(HOUR_S).unwrap();
    crowd.come(20, Duration::ZERO);
    crowd.until_more_are_through(5).await.unwrap();
    service.nodes[0].process.kill().await.unwrap();
    clock.set(-24 * HOUR_S).unwrap();
    service.nodes[0].process.restart().unwrap();
    crowd.until_through().await.unwrap();
    judge(&service, crowd).await;
}

#[tokio::test]
async fn a_clock_that_is_put_right_again_costs_no_place() {
    let (service, crowd, clock) = with_a_clock().await;
    clock.set(HOUR_S).unwrap();
    let late = crowd_before(&service, 20).await;
    crowd.until_more_are_through(5).await.unwrap();
    clock.set(0).unwrap();
    late.until_through().await.unwrap();
    crowd.until_through().await.unwrap();
    judge(&service, late).await;
    judge(&service, crowd).await;
}
