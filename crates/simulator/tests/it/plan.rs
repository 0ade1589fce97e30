//! The capacity planner: arithmetic, the engine and Little's law must agree.

use simulator::plan::{PlanError, Proposal, SiteEstimate, propose};

const SITE: SiteEstimate = SiteEstimate {
    capacity: 1_000,
    journey_minutes: 10.0,
    crowd: 6_000,
    arrive_minutes: 20.0,
    abandonment: 0.0,
    reserve: 0.0,
};

fn proposed(wanted: SiteEstimate) -> Proposal {
    propose(wanted, 1).expect("figures are in range")
}

/// 1,000 sessions of ten minutes are 100 newcomers a minute.
#[test]
fn a_site_is_kept_at_its_capacity() {
    let plan = proposed(SITE);
    assert_eq!((plan.max_outflow, plan.session_cap), (100, 1_000));
    assert_eq!(plan.broken, None);
    assert!((plan.through_minutes - 60.0).abs() < 0.01);
    assert!((950..=1_000).contains(&plan.sessions_max), "{plan:?}");
    let (mean, little) = (plan.sessions_mean.unwrap(), plan.sessions_little.unwrap());
    assert!((mean - little).abs() / little < 0.02, "{plan:?}");
    // The last visitor waits for all others: 60 minutes of outflow, less the 20 within which they
    // came.
    assert!((38.0..=42.0).contains(&plan.wait_minutes[2]), "{plan:?}");
}

#[test]
fn a_large_crowd_is_played_on_a_smaller_scale() {
    let wanted = SiteEstimate {
        capacity: 100_000,
        crowd: 400_000,
        reserve: 0.1,
        ..SITE
    };
    let plan = proposed(wanted);
    assert_eq!((plan.max_outflow, plan.session_cap), (9_000, 90_000));
    assert!((80_000..=90_000).contains(&plan.sessions_max), "{plan:?}");
    assert!((23.0..=26.0).contains(&plan.wait_minutes[2]), "{plan:?}");
}

#[test]
fn impossible_plans_are_refused() {
    let tiny = SiteEstimate { capacity: 5, ..SITE };
    assert_eq!(propose(tiny, 1), Err(PlanError::TooSmall));
    let endless = SiteEstimate {
        abandonment: 1.0,
        ..SITE
    };
    let message = propose(endless, 1).unwrap_err().to_string();
    assert_eq!(message, "abandonment must be at least 0 and below 1");
}
