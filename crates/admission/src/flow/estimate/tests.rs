//! Tests of the factors and the reasons.

use proptest::prelude::*;

use super::*;
use crate::opening::Gate;
use crate::time::{Now, WallMs};

const NOW: FlowMs = FlowMs(1_000);
const NEXT: Sequence = Sequence(90);

#[test]
fn the_seeds_example_lies_in_the_range() {
    let mut expectation = Expectation::new(PerMinute(450));
    expectation.update(NOW, NEXT, PerMinute(450), 0.5, 0.1);
    let wait = expectation.wait(Ahead(2_000)).expect("rate above 0");
    assert!(
        wait.low_ms < 148_000 && 148_000 < wait.high_ms,
        "{wait:?} holds 2 minutes 28 seconds"
    );
    assert!(
        wait.high_ms - wait.low_ms < 148_000 * 2 / 5,
        "no wider than 40 %: {wait:?}"
    );
}

/// The poll interval follows from it, so nobody may be reached sooner.
#[test]
fn the_shortest_time_to_be_reached_is_below_every_range() {
    let mut expectation = Expectation::new(PerMinute(100));
    expectation.update(NOW, NEXT, PerMinute(100), 0.5, 0.0);
    let waits = expectation.waits().expect("rate above 0");
    for ahead in (0..500).map(Ahead) {
        let range = waits.exact(ahead).cut();
        assert!(waits.shortest_ms(ahead) <= range.low_ms, "{ahead:?}: {range:?}");
    }
    assert!(waits.shortest_ms(Ahead(20)) < waits.exact(Ahead(20)).cut().low_ms);
}

#[test]
fn an_estimate_rises_only_with_a_reason() {
    let mut expectation = Expectation::new(PerMinute(100));
    let first = expectation.wait(Ahead(50));
    expectation.update(NOW, NEXT, PerMinute(100), 0.0, 0.05);
    assert_eq!(
        (expectation.wait(Ahead(50)), expectation.rise(NOW)),
        (first, None),
        "noise is not shown"
    );
    expectation.update(NOW, NEXT, PerMinute(100), 0.0, 0.3);
    assert_eq!(
        expectation.rise(NOW).map(|rise| rise.reason),
        Some(RiseReason::MoreCameBack)
    );
    expectation.update(NOW, NEXT, PerMinute(50), 0.0, 0.3);
    assert_eq!(
        expectation.rise(NOW).map(|rise| rise.reason),
        Some(RiseReason::OperatorSlowed)
    );
    assert_eq!(expectation.rise(NOW.plus(REASON_SHOWN_MS)), None);
}

#[test]
fn fewer_no_shows_are_no_rise() {
    let mut expectation = Expectation::new(PerMinute(60));
    expectation.update(NOW, NEXT, PerMinute(60), 0.9, 0.0);
    let change = expectation.update(NOW, NEXT, PerMinute(60), 0.1, 0.0);
    assert_eq!((change.costs_more, change.more_turn_up), (false, true));
    assert_eq!(expectation.rise(NOW), None);
}

#[test]
fn a_first_no_show_does_not_make_the_upper_end_rise() {
    for ahead in [0, 1, 2, 3, 10, 1_000].map(Ahead) {
        let mut expectation = Expectation::new(PerMinute(1));
        let mut before = expectation.wait(ahead).expect("rate above 0");
        for percent in (0..=100).step_by(5) {
            expectation.update(NOW, NEXT, PerMinute(1), f64::from(percent) / 100.0, 0.0);
            let after = expectation.wait(ahead).expect("rate above 0");
            assert!(after.high_ms <= before.high_ms, "{ahead:?}: {before:?}, {after:?}");
            before = after;
        }
        assert_eq!(expectation.rise(NOW), None);
    }
}

#[test]
fn the_people_nearest_to_their_turn_count_in_full_however_many_stayed_away() {
    let mut expectation = Expectation::new(PerMinute(2));
    expectation.update(NOW, NEXT, PerMinute(2), 0.75, 0.0);
    let high_ms = |ahead| expectation.wait(Ahead(ahead)).expect("rate above 0").high_ms;
    assert!((90_000..=120_000).contains(&high_ms(3)), "{}", high_ms(3));
    assert!(high_ms(100) < 50 * 30_000, "{}", high_ms(100));
}

#[test]
fn an_insignificant_rise_widens_nothing() {
    let mut expectation = Expectation::new(PerMinute(60));
    expectation.update(NOW, NEXT, PerMinute(60), 0.9, 0.0);
    let before = expectation.wait(Ahead(4));
    expectation.update(NOW, NEXT, PerMinute(60), 0.92, 0.05);
    assert_eq!(expectation.rise(NOW), None);
    assert!(expectation.wait(Ahead(4)).map(|wait| wait.high_ms) <= before.map(|wait| wait.high_ms));
}

#[test]
fn a_rate_below_the_max_outflow_has_its_limit_as_the_reason() {
    let less = |rate| LimitedRate {
        rooms: PerMinute(rate),
        sessions: PerMinute(rate),
        lanes: PerMinute(rate),
        ..LimitedRate::from(PerMinute(100))
    };
    let mut expectation = Expectation::new(PerMinute(100));
    let first = expectation.wait(Ahead(50));
    expectation.update(NOW, NEXT, less(98), 0.0, 0.0);
    assert_eq!(
        (expectation.wait(Ahead(50)), expectation.rise(NOW)),
        (first, None),
        "noise"
    );
    expectation.update(NOW, NEXT, less(50), 0.0, 0.0);
    assert_eq!(
        expectation.rise(NOW).map(|rise| rise.reason),
        Some(RiseReason::PoolShared)
    );
    let slow = expectation.wait(Ahead(50));
    assert!(slow.map(|wait| wait.low_ms) > first.map(|wait| wait.high_ms));
    expectation.update(NOW.plus(1), NEXT, less(50), 0.0, 0.0);
    assert_eq!(expectation.rise(NOW).map(|rise| rise.at), Some(NOW), "told once");
    expectation.update(NOW, NEXT, PerMinute(100), 0.0, 0.0);
    assert_eq!(expectation.wait(Ahead(50)), first);
}

#[test]
fn a_closure_alone_is_no_rise() {
    let less = |rate| LimitedRate {
        sessions: PerMinute(rate),
        lanes: PerMinute(rate),
        ..LimitedRate::from(PerMinute(100))
    };
    let mut expectation = Expectation::new(PerMinute(100));
    let first = expectation.wait(Ahead(50));
    expectation.update(NOW, NEXT, less(0), 0.0, 0.0);
    assert_eq!((expectation.wait(Ahead(50)), expectation.rise(NOW)), (None, None));
    expectation.update(NOW, NEXT, PerMinute(100), 0.0, 0.0);
    assert_eq!((expectation.wait(Ahead(50)), expectation.rise(NOW)), (first, None));

    expectation.update(NOW, NEXT, less(0), 0.0, 0.0);
    expectation.update(NOW, NEXT, less(20), 0.0, 0.0);
    let reason = expectation.rise(NOW).map(|rise| rise.reason);
    assert_eq!(reason, Some(RiseReason::CappedBySessions), "longer than before");
    expectation.update(NOW, NEXT, less(0), 0.0, 0.0);
    expectation.update(NOW.plus(1), NEXT, PerMinute(10), 0.0, 0.0);
    let reason = expectation.rise(NOW.plus(1)).map(|rise| rise.reason);
    assert_eq!(reason, Some(RiseReason::OperatorSlowed), "slowed meanwhile");
}

#[test]
fn the_first_estimate_is_not_a_rise_however_long_nobody_could_come_in_before() {
    let limited_rate = |own, rates| LimitedRate {
        own: PerMinute(own),
        operator: PerMinute(rates),
        autotune: PerMinute(rates),
        rooms: PerMinute(rates),
        sessions: PerMinute(0),
        ..LimitedRate::from(PerMinute(0))
    };
    let mut expectation = Expectation::new(PerMinute(100));
    expectation.update(NOW, NEXT, limited_rate(100, 60), 0.0, 0.0);
    expectation.forget_rise();
    expectation.update(NOW, NEXT, limited_rate(40, 40), 0.0, 0.0);
    expectation.update(NOW, NEXT, PerMinute(40), 0.0, 0.0);
    assert_eq!(expectation.rise(NOW), None, "nobody was told a shorter wait");
    expectation.update(NOW, NEXT, PerMinute(20), 0.0, 0.0);
    assert_eq!(
        expectation.rise(NOW).map(|rise| rise.reason),
        Some(RiseReason::OperatorSlowed)
    );
}

#[test]
fn there_is_no_estimate_while_nobody_is_let_through() {
    assert_eq!(Expectation::new(PerMinute(0)).wait(Ahead(0)), None);
}

const LEFT_MS: u64 = 20_000;

/// Returns the estimate in a room with this gate, and whether its lower end belongs to the first
/// minute's amount.
fn estimate_at(expectation: &Expectation, ahead: u64, gate: Gate) -> (WaitRange, bool) {
    let now = Now {
        flow: FlowMs(15_000),
        wall: WallMs(15_000),
    };
    let wait = gate.lower(expectation.waits().expect("rate above 0").exact(Ahead(ahead)));
    let range = gate.stretch(wait, now, LEFT_MS).cut();
    let amount_ms = match gate {
        Gate::Shut { .. } => 60_000,
        Gate::Opened { .. } | Gate::Steady => LEFT_MS,
    };
    (range, wait.low_ms() < (amount_ms + 1) as f64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// A lower re-entry ratio makes permits come sooner, which lowers the upper end and raises the
    /// lower one by as much.
    #[test]
    fn neither_end_cut_to_milliseconds_raises_the_sum(
        rate in 2_u32..3_000,
        steps in prop::collection::vec((0_u32..40, 0.0..0.02, 0.0..0.05, 0_u64..3), 1..30),
        ahead in 0_u64..400,
        full in any::<bool>(),
    ) {
        let opened = Gate::Opened { at: FlowMs(0), full };
        let shut = Gate::until(WallMs(30_000), if full { crate::Opening::Full } else { crate::Opening::Even });
        let mut expectation = Expectation::new(PerMinute(rate));
        let (mut rate, mut no_show, mut ahead) = (rate, 0.0, ahead);
        for (faster, fewer, re_entry, served) in steps {
            let before = [Gate::Steady, opened, shut].map(|gate| estimate_at(&expectation, ahead, gate));
            (rate, no_show, ahead) = (rate + faster, no_show + fewer, ahead.saturating_sub(served));
            let change = expectation.update(NOW, NEXT, PerMinute(rate), no_show, re_entry);
            prop_assert_eq!(change, ExpectationChange::default());
            let after = [Gate::Steady, opened, shut].map(|gate| estimate_at(&expectation, ahead, gate));
            for ((before, was_first), (after, is_first)) in before.into_iter().zip(after) {
                prop_assert!(after.low_ms <= after.high_ms && after.high_ms <= before.high_ms, "{:?} {:?}", before, after);
                // The lower end rises for places that fall out of the first minute's amount.
                let sum = |range: WaitRange| range.low_ms + range.high_ms;
                let rises = was_first == is_first && sum(after) > sum(before);
                prop_assert!(!rises, "{:?} {:?}", before, after);
            }
        }
    }
}
