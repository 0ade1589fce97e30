//! Tests of the layers above a line: lost commits may also have spent their permits and sessions.

use admission::occupancy::{ReportKind, SessionRecord};
use admission::pool::SessionReport;
use admission::{Batch, FlowMs, Recovery};

use crate::kit::failing_pool::FailingPool;

fn recovery(heard: Option<u64>) -> Batch {
    Batch {
        recovery: Some(Recovery {
            heard: heard.map(FlowMs),
        }),
        ..Batch::default()
    }
}

#[test]
fn the_pools_own_bound_counts_what_may_be_lost() {
    let mut pool = FailingPool::new(120, 60, None);
    pool.serve(120);
    let kept = pool.state.clone();
    let lost = pool.serve(10);
    assert!(lost >= 9, "{lost}");
    pool.state = kept;
    assert_eq!(pool.commit(&recovery(None), None), 0);
    let now = pool.now().flow;
    assert!(pool.ledger().last_minute(now) >= Some(59));
    // Each room alone could use its whole rate.
    let mut window = pool.serve(50);
    assert!(window <= 50, "{window}");
    window += pool.serve(70);
    assert!(window > 50, "{window}");
}

#[test]
fn a_pool_goes_on_from_what_its_node_remembers() {
    let mut pool = FailingPool::new(120, 60, Some(400));
    pool.serve(100);
    let kept = pool.state.clone();
    pool.serve(20);
    let known = pool.state.clone();
    pool.state = kept;
    let heard = pool.time.ms - 1_000;
    pool.commit(&recovery(Some(heard)), Some(&known));
    let sessions = known.ledger.sessions().expect("they are counted");
    let now = pool.ledger().sessions().expect("they are counted");
    assert!(now > sessions && now <= sessions + 10, "{sessions} and {now}");
    let granted = [&known, &pool.state].map(|state| state.lines.iter().map(|line| line.ledger.granted).sum::<u64>());
    assert_eq!(granted[0], granted[1]);
    assert!(pool.serve(20) > 8);
}

#[test]
fn sessions_that_may_have_begun_count_until_they_would_have_ended() {
    let mut pool = FailingPool::new(120, 60, Some(100));
    pool.serve(60);
    let inside = pool.ledger().sessions().expect("they are counted");
    assert!((55..=62).contains(&inside), "{inside}");
    pool.commit(&recovery(None), None);
    assert_eq!(pool.ledger().sessions(), Some(100));
    assert_eq!(pool.serve(300), 0, "the site may be full");
    pool.time.pass(600_000);
    assert!(pool.serve(60) > 30);
}

/// A lost touch had brought a session's end nearer. Its record, which is stored, names a later end,
/// at which others count.
#[test]
fn a_record_that_is_older_than_the_memory_takes_nobody_elses_session() {
    let mut pool = FailingPool::new(120, 60, Some(1_000));
    pool.serve(10);
    let (kept, records) = (pool.state.clone(), pool.records.clone());
    let inside = records.len() as u64;
    let (&(line, number), _) = records.first_key_value().expect("somebody is inside");
    let report = |kind| SessionReport { line, number, kind };
    pool.reports = vec![report(ReportKind::Touched { valid_for_ms: 60_000 })];
    pool.commit(&Batch::default(), None);
    let known = pool.state.clone();
    assert_ne!(pool.records[&(line, number)], records[&(line, number)]);
    (pool.state, pool.records) = (kept, records);

    let heard = pool.time.ms;
    pool.commit(&recovery(Some(heard)), Some(&known));
    let before = pool.ledger().sessions().expect("they are counted");
    assert!(before >= inside, "{inside} are inside, {before} count");
    pool.reports = vec![report(ReportKind::Ended)];
    let more = pool.commit(&Batch::default(), None) as u64;
    assert_eq!(pool.ledger().sessions(), Some(before + more - 1));
    assert_eq!(pool.records[&(line, number)], SessionRecord::Ended);

    // The touched session would have ended by now, and no other has.
    pool.time.pass(90_000);
    let more = more + pool.commit(&Batch::default(), None) as u64;
    assert_eq!(pool.ledger().sessions(), Some(before + more - 1));
}

#[test]
fn a_visitor_let_in_by_a_lost_commit_counts_once() {
    let mut pool = FailingPool::new(120, 60, Some(1_000));
    pool.serve(10);
    let (kept, records) = (pool.state.clone(), pool.records.clone());
    pool.serve(10);
    let known = pool.state.clone();
    let granted = pool.records.keys().copied().collect::<Vec<_>>();
    let inside = granted.len() as u64;
    assert!(granted.len() > records.len());
    (pool.state, pool.records) = (kept, records);
    let heard = pool.time.ms;
    pool.commit(&recovery(Some(heard)), Some(&known));
    assert!(granted.iter().all(|place| pool.records.contains_key(place)));
    let counted = pool.ledger().sessions().expect("they are counted");
    assert!(
        (inside..=inside + 10).contains(&counted),
        "{inside} are inside, {counted} count"
    );

    // Nobody's first call counts them a second time.
    pool.reports = granted
        .iter()
        .map(|(line, number)| SessionReport {
            line: *line,
            number: *number,
            kind: ReportKind::Touched { valid_for_ms: 600_000 },
        })
        .collect();
    let more = pool.commit(&Batch::default(), None) as u64;
    assert_eq!(pool.ledger().sessions(), Some(counted + more));
}
