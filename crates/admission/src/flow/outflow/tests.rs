//! Tests of bound and pace, permit by permit.

use super::*;
use crate::lease::Lease;
use crate::units::NodeId;

/// Spends every permit at once, in steps of `step_ms`. Returns the times of all grants.
fn greedy(rate: PerMinute, minutes: u64, step_ms: u64) -> Vec<u64> {
    let mut outflow = Outflow::new(FlowMs(0), rate);
    let mut grants = Vec::new();
    for now in (0..minutes * 60_000).step_by(usize::try_from(step_ms).expect("small")) {
        outflow.advance(FlowMs(now), rate);
        let permits = outflow.permits();
        outflow.spend(FlowMs(now), permits);
        grants.extend(std::iter::repeat_n(now, usize::try_from(permits).expect("small")));
    }
    grants
}

fn most_in_any_minute(grants: &[u64]) -> usize {
    let mut start = 0;
    let mut most = 0;
    for (end, at) in grants.iter().enumerate() {
        while grants[start] + 60_000 <= *at {
            start += 1;
        }
        most = most.max(end + 1 - start);
    }
    most
}

#[test]
fn bound_holds_and_ninety_nine_percent_is_used_at_every_rate() {
    for rate in [1, 2, 5, 7, 20, 30, 31, 60, 120, 999, 10_000] {
        let grants = greedy(PerMinute(rate), 30, 10);
        assert!(most_in_any_minute(&grants) <= rate as usize, "bound at {rate} a minute");
        let used = grants.len() as f64 / (30.0 * f64::from(rate));
        assert!(used >= 0.99, "{rate} a minute: {used} used");
    }
}

#[test]
fn five_a_minute_is_five_and_never_six() {
    let grants = greedy(PerMinute(5), 120, 1);
    assert_eq!(most_in_any_minute(&grants), 5);
    assert!(grants.len() >= 120 * 49 / 10, "{} in two hours", grants.len());
    let gaps = grants.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(
        gaps.clone().all(|gap| (11_900..=12_600).contains(&gap)),
        "evenly spread: {:?}",
        gaps.max()
    );
}

#[test]
fn unspent_permits_lapse_after_two_seconds() {
    let mut outflow = Outflow::new(FlowMs(0), PerMinute(120));
    outflow.advance(FlowMs(600_000), PerMinute(120));
    assert!(
        outflow.permits() <= 5,
        "two seconds at two a second, and the one just due: {}",
        outflow.permits()
    );
    let mut slow = Outflow::new(FlowMs(0), PerMinute(5));
    slow.advance(FlowMs(2_001), PerMinute(5));
    assert_eq!(slow.permits(), 0, "the first permit has lapsed");
    assert_eq!(slow.next_due(), Some(FlowMs(12_000)), "the rhythm stays");
}

#[test]
fn a_decrease_acts_at_once_and_an_increase_within_a_minute() {
    let mut outflow = Outflow::new(FlowMs(0), PerMinute(600));
    let mut at = Vec::new();
    for now in (0..240_000).step_by(10) {
        let rate = PerMinute(if (60_000..120_000).contains(&now) { 60 } else { 600 });
        outflow.advance(FlowMs(now), rate);
        let permits = outflow.permits();
        outflow.spend(FlowMs(now), permits);
        at.extend(std::iter::repeat_n(now, usize::try_from(permits).expect("small")));
    }
    let between = |from, to| at.iter().filter(|t| (from..to).contains(*t)).count();
    assert!(between(61_000, 71_000) <= 11, "the pace falls at once");
    assert!(
        between(61_000, 71_000) >= 9,
        "and goes on at the new pace although the window still holds the old one"
    );
    assert!(
        between(180_000, 240_000) >= 590,
        "the new level is reached within a minute"
    );
}

#[test]
fn a_minute_that_begins_at_a_decrease_holds_the_lower_rate_only() {
    let mut outflow = Outflow::new(FlowMs(0), PerMinute(600));
    outflow.advance(FlowMs(30_000), PerMinute(600));
    let mut granted = 0;
    for now in (30_000..90_000).step_by(10) {
        outflow.advance(FlowMs(now), PerMinute(60));
        let permits = outflow.permits();
        outflow.spend(FlowMs(now), permits);
        granted += permits;
    }
    assert_eq!(
        granted, 60,
        "what was saved up before the decrease is no addition to it"
    );
    outflow.advance(FlowMs(91_000), PerMinute(60));
    assert!(!outflow.is_exceeded());
}

#[test]
fn more_decreases_than_are_remembered_only_hold_people_back() {
    let mut outflow = Outflow::new(FlowMs(0), PerMinute(100_000));
    outflow.advance(FlowMs(10_000), PerMinute(100_000));
    outflow.spend(FlowMs(10_000), outflow.permits());
    let steps = u32::try_from(RATES_MAX).expect("small") + 1;
    for step in 1..=steps {
        outflow.advance(FlowMs(10_000), PerMinute(100 - step));
    }
    assert!(outflow.in_window() > outflow.bound(), "the oldest rate is forgotten");
    assert_eq!(outflow.permits(), 0);
    assert!(!outflow.is_exceeded(), "that is no damage");
    outflow.advance(FlowMs(70_500), PerMinute(50));
    assert!(outflow.in_window() <= outflow.bound() && !outflow.is_exceeded());
}

#[test]
fn a_permit_that_was_spent_before_its_slot_counts_even_if_it_was_the_slots_last() {
    let rate = PerMinute(120);
    let mut outflow = Outflow::new(FlowMs(0), rate);
    outflow.advance(FlowMs(10_000), rate);
    outflow.spend(FlowMs(10_000), outflow.permits());
    outflow.lease(NodeId(1), &Lease::default());
    let (before, lease) = (outflow.in_window(), outflow.lease_of(NodeId(1)));
    let last = lease.slots.last().expect("a lease");
    assert_eq!(last.permits, 1, "one permit a slot at this rate");
    outflow.end_lease(NodeId(1), std::iter::once(last.index));
    assert_eq!(outflow.in_window(), before + 1);
}

#[test]
fn next_due_is_the_first_moment_with_a_permit() {
    for rate in [1, 5, 30, 120, 5_000] {
        let rate = PerMinute(rate);
        let mut outflow = Outflow::new(FlowMs(0), rate);
        for _ in 0..400 {
            let due = outflow.next_due().expect("rate above 0");
            let mut before = outflow.clone();
            before.advance(FlowMs(due.0.saturating_sub(1)).max(outflow.credited_at), rate);
            assert!(
                due == outflow.credited_at || before.permits() == 0,
                "not a millisecond earlier"
            );
            outflow.advance(due, rate);
            assert!(outflow.permits() >= 1, "due means due, at {due:?}, {rate:?}");
            outflow.spend(due, outflow.permits());
        }
    }
}

#[test]
fn lapsing_permits_are_predicted_and_can_be_spent() {
    let rate = PerMinute(60);
    let mut outflow = Outflow::new(FlowMs(0), rate);
    outflow.advance(FlowMs(1_899), rate);
    assert_eq!((outflow.permits(), outflow.lapsing(100)), (2, 0));
    outflow.advance(FlowMs(1_901), rate);
    assert_eq!(
        (outflow.permits(), outflow.lapsing(100)),
        (2, 1),
        "the one due at first"
    );
    assert_eq!(outflow.lapsing(1_100), 2);
    outflow.spend(FlowMs(1_901), 1);
    assert_eq!(outflow.lapsing(100), 0, "the next lapses a second later");
    outflow.advance(FlowMs(2_901), rate);
    assert_eq!((outflow.permits(), outflow.lapsing(100)), (2, 1), "none was lost");
    assert_eq!(Outflow::new(FlowMs(0), PerMinute(0)).lapsing(100), 0);
}
