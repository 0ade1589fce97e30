//! The disk of an embedded store: slow, full, failing, damaged, and repaired.
//!
//! A separate file system and tracing system calls need root; without root the test prints that the
//! cell was not tested.

use std::time::Duration;

use testkit::{Service, SmallDisk, TestRoom, Tracer, VisitorCrowd, is_root, now};

use crate::support::{CROWD, RATE, binary, crowd_before, embedded, judged, lasts, report};

/// The size of the disk in KiB: enough for the store and a few minutes of a test.
const DISK_KIB: u32 = 16 * 1024;

/// Prints that a cell was not tested, and why.
fn not_shown() {
    println!("not shown: this needs root");
}

/// Starts a node whose store is on a small file system, and its crowd.
async fn on(disk: &SmallDisk) -> (Service, VisitorCrowd) {
    let store = format!("embedded:{}", disk.path().join("data").display());
    let service = Service::start(binary(), &store, 1, &TestRoom::of(RATE)).await;
    let service = service.expect("the service starts");
    let crowd = crowd_before(&service, CROWD).await;
    (service, crowd)
}

/// Returns how many were redirected in 1.5 s in which no commit succeeded.
///
/// On a full disk a small commit can still succeed in the file's free space, so its grants are
/// durable; such a time does not count.
async fn while_nothing_is_kept(service: &Service, crowd: &VisitorCrowd) -> usize {
    let started = now();
    while now() - started < testkit::patience() {
        let (kept, before) = (service.nodes[0].commits().await.expect("figures"), crowd.redirected());
        lasts(1_500).await;
        let granted = crowd.redirected() - before;
        if service.nodes[0].commits().await.expect("figures") == kept {
            return granted;
        }
    }
    panic!("the store goes on committing on a full disk");
}

#[tokio::test]
async fn a_slow_disk_makes_everything_later_and_nothing_wrong() {
    if !is_root() {
        return not_shown();
    }
    let (mut service, crowd) = embedded().await;
    crowd.until_more_are_through(5).await.unwrap();
    let process = &mut service.nodes[0].process;
    let slow = Tracer::slow_disk(process, Duration::from_millis(400)).await.unwrap();
    let newcomers = crowd_before(&service, 30).await;
    slow.take_away().await.unwrap();
    newcomers.until_through().await.unwrap();
    crowd.until_through().await.unwrap();
    judged(&service, newcomers).await.must_hold_unseen().unwrap();
    judged(&service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn a_full_disk_gives_no_new_places_and_goes_on_when_there_is_room() {
    if !is_root() {
        return not_shown();
    }
    let disk = SmallDisk::of_kib(DISK_KIB).await.unwrap();
    let (mut service, crowd) = on(&disk).await;
    crowd.until_more_are_through(5).await.unwrap();
    disk.fill().unwrap();
    let mut late = VisitorCrowd::before(service.balancer());
    // The store's file has some free space, so the disk counts as full once a visitor is put off.
    let started = now();
    while late.seen().iter().all(|seen| seen.held == 0) {
        assert!(now() - started < testkit::patience(), "nobody is put off");
        late.come(5, Duration::ZERO);
        lasts(100).await;
    }
    service.nodes[0].until_it_is("degraded").await.unwrap();
    let granted = while_nothing_is_kept(&service, &crowd).await;
    assert!(granted <= 1, "nobody is granted what cannot be kept: {granted}");

    disk.make_room().unwrap();
    let room = now();
    service.nodes[0].until_it_is("ok").await.unwrap();
    report("well again after", now() - room);
    crowd.until_through().await.unwrap();
    late.until_through().await.unwrap();
    let verdict = judged(&service, late).await;
    verdict.must_hold_unseen().unwrap();
    assert!(verdict.held > 0);
    judged(&service, crowd).await.must_hold_unseen().unwrap();
}

#[tokio::test]
async fn commits_whose_sync_fails_let_nobody_in() {
    if !is_root() {
        return not_shown();
    }
    let (mut service, crowd) = embedded().await;
    crowd.until_more_are_through(5).await.unwrap();
    let failing = Tracer::failing_disk(&mut service.nodes[0].process).await.unwrap();
    service.nodes[0].until_it_is("degraded").await.unwrap();
    let before = crowd.redirected();
    lasts(1_500).await;
    assert!(
        crowd.redirected() <= before + 1,
        "nobody is granted what is not known to be kept"
    );
    // Places that visitors received still exist, whichever writes had succeeded by then.
    service.nodes[0].process.kill().await.unwrap();
    failing.take_away().await.ok();
    service.nodes[0].process.restart().unwrap();
    crowd.until_through().await.unwrap();
    judged(&service, crowd).await.must_hold().unwrap();
}

#[tokio::test]
async fn a_damaged_store_is_refused_with_a_word_and_left_as_it_is() {
    let (mut service, crowd) = embedded().await;
    service.nodes[0].process.kill().await.unwrap();
    crowd.leave().await.unwrap();
    let file = service.data().join("anteroom.redb");
    let rubbish = vec![0x5a; 8 * 1024];
    std::fs::write(&file, &rubbish).unwrap();
    let node = &mut service.nodes[0];
    node.process.restart().unwrap();
    let status = node.process.ended().await.unwrap();
    assert!(!status.success(), "{status}");
    let log = node.process.log();
    assert!(log.contains("the store \"embedded\" cannot be opened"), "{log}");
    assert!(!log.contains("panicked"), "{log}");
    assert_eq!(std::fs::read(&file).unwrap(), rubbish, "nothing is made anew over it");
}
#[tokio::test]
async fn a_disk_that_failed_for_a_while_needs_nobody_to_go_on() {
    if !is_root() {
        return not_shown();
    }
    let (mut service, crowd) = embedded().await;
    for _ in 0..2 {
        crowd.until_more_are_through(5).await.unwrap();
        let failing = Tracer::failing_disk(&mut service.nodes[0].process).await.unwrap();
        service.nodes[0].until_it_is("degraded").await.unwrap();
        failing.take_away().await.unwrap();
        let well = now();
        service.nodes[0].until_it_is("ok").await.unwrap();
        report("well again after", now() - well);
    }
    crowd.until_through().await.unwrap();
    judged(&service, crowd).await.must_hold_unseen().unwrap();
}
