//! A reason for a longer wait needs its cause: the operator's rates, the rate that page timings
//! allow, and the cap are each judged by the values in a commit.

use admission::estimate::RiseReason;
use simulator::oracle::{Fact, SiteFact};

use super::{breaks, given, shown, tell};

const MINUTE_MS: u64 = 60_000;
const OPEN: SiteFact = SiteFact {
    cap: None,
    validity_ms: MINUTE_MS,
    rate: Some(60),
    found: None,
};

/// Returns the limits that commits carry, each from its moment on, and a reason that is shown at
/// the end.
fn story(limits: &[(u64, SiteFact)], at_ms: u64, reason: RiseReason) -> Vec<(u64, Fact)> {
    let carried = limits.iter().map(|(ms, site)| (*ms, Fact::Site(*site)));
    let reported = shown(at_ms, 9, 9, 1_000, Some(reason));
    [given(20)].into_iter().chain(carried).chain([reported]).collect()
}

#[track_caller]
fn is_true(limits: &[(u64, SiteFact)], at_ms: u64, reason: RiseReason) {
    assert_eq!(tell(&story(limits, at_ms, reason)), None);
}

#[track_caller]
fn is_false(limits: &[(u64, SiteFact)], at_ms: u64, reason: RiseReason) {
    breaks(4, "did not occur", &story(limits, at_ms, reason));
}

fn rate(per_minute: u32) -> SiteFact {
    SiteFact {
        rate: Some(per_minute),
        ..OPEN
    }
}

fn cap(people: u64) -> SiteFact {
    SiteFact {
        cap: Some(people),
        ..OPEN
    }
}

fn found(per_minute: u32) -> SiteFact {
    SiteFact {
        found: Some(per_minute),
        ..OPEN
    }
}

#[test]
fn the_operator_slowed_where_a_rate_fell() {
    let slowed = RiseReason::OperatorSlowed;
    is_true(&[(0, rate(60)), (1_000, rate(30))], 2_000, slowed);
    is_false(&[(0, rate(30))], 2_000, slowed);
    is_false(&[(0, rate(30)), (1_000, rate(60))], 2_000, slowed);
    is_false(&[(0, rate(60)), (1_000, rate(30))], 182_000, slowed);
    is_false(&[(0, cap(90)), (1_000, cap(0)), (2_000, cap(90))], 3_000, slowed);
}

#[test]
fn a_lower_rate_set_during_a_closure_is_explained_afterwards() {
    let sold_out = SiteFact {
        cap: Some(0),
        ..rate(30)
    };
    let limits = [(0, rate(60)), (1_000, cap(0)), (2_000, sold_out), (900_000, rate(30))];
    is_true(&limits, 901_000, RiseReason::OperatorSlowed);
    is_false(&limits, 1_081_000, RiseReason::OperatorSlowed);
}

#[test]
fn autotune_slowed_where_it_found_less_than_the_operator_allows() {
    let slowed = RiseReason::AutotuneSlowed;
    is_true(&[(0, found(60)), (1_000, found(42))], 2_000, slowed);
    is_false(&[(0, found(42))], 2_000, slowed);
    is_false(&[(0, found(42)), (1_000, found(44))], 2_000, slowed);
    let lowered = SiteFact {
        rate: Some(30),
        ..found(30)
    };
    is_false(&[(0, found(60)), (1_000, lowered)], 2_000, slowed);
    is_true(&[(0, found(60)), (1_000, lowered)], 2_000, RiseReason::OperatorSlowed);
}

#[test]
fn sessions_cap_a_line_where_fewer_slots_are_free_than_the_rate_would_use() {
    let capped = RiseReason::CappedBySessions;
    is_true(&[(0, cap(59))], 1_000, capped);
    is_false(&[(0, cap(60))], 1_000, capped);
    is_false(&[(0, OPEN)], 1_000, capped);
    is_false(&[(0, cap(59)), (1_000, cap(90))], 182_000, capped);
    is_true(&[(0, cap(31)), (1_000, found(30))], 2_000, capped);
    is_false(
        &[(
            0,
            SiteFact {
                cap: Some(31),
                ..found(30)
            },
        )],
        2_000,
        capped,
    );
}

#[test]
fn rooms_in_which_people_wait_use_the_free_slots_together() {
    let capped = |cap_of_site, others| {
        let per_minute = others;
        let others = (0, Fact::OthersInside { count: 0, per_minute });
        let reported = shown(1_000, 9, 9, 1_000, Some(RiseReason::CappedBySessions));
        [
            given(20),
            (
                0,
                Fact::Site(SiteFact {
                    rate: Some(90),
                    ..cap(cap_of_site)
                }),
            ),
            others,
            reported,
        ]
    };
    breaks(4, "did not occur", &capped(60, 0));
    breaks(4, "did not occur", &capped(80, 20));
    assert_eq!(tell(&capped(79, 20)), None);
    assert_eq!(tell(&capped(89, 300)), None);
    breaks(4, "did not occur", &capped(90, 300));
}

#[test]
fn restored_after_a_failover_only() {
    let reported = |ms| shown(ms, 9, 9, 1_000, Some(RiseReason::Restored));
    let failover = |ms| (ms, Fact::FailedOver { kept_ms: 90 });
    let recovered = |ms| {
        let recovered = Fact::Recovered {
            known: true,
            paused: false,
            disabled: false,
            ended: false,
            granted: 0,
        };
        (ms, recovered)
    };
    let story = |ms| tell(&[given(20), failover(150), recovered(200), reported(ms)]);
    assert_eq!(story(300), None);
    assert_eq!(story(170_000), None);
    assert!(story(190_000).is_some(), "it is told for three minutes");
    breaks(4, "did not occur", &[given(20), reported(300)]);
}

#[test]
fn nobody_shares_the_pool_of_one_room() {
    for reason in [RiseReason::PoolShared, RiseReason::Priority] {
        is_false(&[(0, cap(1)), (1_000, rate(1))], 2_000, reason);
    }
}

#[test]
fn the_pool_is_shared_where_people_wait_in_another_room() {
    let story = |others_wait, at_ms| {
        let pool = Fact::Pool {
            per_minute: 60,
            others_wait,
            is_full: false,
        };
        let reported = shown(at_ms, 9, 9, 1_000, Some(RiseReason::PoolShared));
        [given(20), (1_000, pool), reported]
    };
    assert_eq!(tell(&story(true, 2_000)), None);
    breaks(4, "did not occur", &story(false, 2_000));
    breaks(4, "did not occur", &story(true, 10 * MINUTE_MS));
}

#[test]
fn a_pool_whose_rate_fell_was_slowed_by_the_operator() {
    let pool = |ms, per_minute| {
        let others_wait = false;
        let fact = Fact::Pool {
            per_minute,
            others_wait,
            is_full: false,
        };
        (ms, fact)
    };
    let reported = shown(2_000, 9, 9, 1_000, Some(RiseReason::OperatorSlowed));
    assert_eq!(tell(&[given(20), pool(0, 60), pool(1_000, 30), reported.clone()]), None);
    breaks(4, "did not occur", &[given(20), pool(0, 30), pool(1_000, 60), reported]);
}
