//! Tests of the layers above a line: lost commits may also have spent their permits and sessions.

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
