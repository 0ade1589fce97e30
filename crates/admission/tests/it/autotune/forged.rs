//! Tests that forged reports change nothing: the rates of a day with forgers equal, second by
//! second, those of the same day without forgers.

use admission::autotune::PageTiming;
use admission::autotune::evidence::WEIGHT_MAX;

use super::operator::Operator;
use super::site::SitePlan;

const SLOW: PageTiming = PageTiming {
    time_ms: 60_000,
    failed: true,
    weight: u32::MAX,
};
const FAST: PageTiming = PageTiming {
    time_ms: 1,
    failed: false,
    weight: u32::MAX,
};

fn undisturbed(ceiling: u32) -> Vec<u32> {
    let mut operator = Operator::new(SitePlan::BRISK, ceiling);
    operator.minutes(90);
    operator.rates
}

fn with_forger(ceiling: u32, mut forger: impl FnMut(&mut Operator, &str)) -> Operator {
    let mut operator = Operator::new(SitePlan::BRISK, ceiling);
    operator.minutes_with(90, &mut forger);
    operator
}

#[test]
fn used_ids_do_not_count_again_whatever_they_say() {
    for (ceiling, lie) in [(480, SLOW), (900, FAST), (900, SLOW)] {
        let mut nth = 0;
        let operator = with_forger(ceiling, |operator, id| {
            nth += 1;
            // A tenth of all genuine ids, ten times each.
            (0..10)
                .filter(|_| nth % 10 == 0)
                .for_each(|_| operator.receive(id, lie));
        });
        assert!(operator.refused > 1_000, "they tried: {}", operator.refused);
        assert!(operator.rates == undisturbed(ceiling), "ceiling {ceiling}, {lie:?}");
    }
}

#[test]
fn made_up_ids_do_not_count() {
    let mut nth: u128 = 0;
    let operator = with_forger(900, |operator, id| {
        nth += 1;
        operator.receive(&format!("{nth:032x}"), SLOW);
        operator.receive(&flipped(id, (nth % 32) as usize), FAST);
        operator.receive("undefined", SLOW);
    });
    assert!(operator.rates == undisturbed(900));
}

#[test]
fn a_visitor_who_asks_all_day_has_one_vote_a_half_minute() {
    let mut operator = Operator::new(SitePlan::BRISK, 480);
    operator.minutes_with(60, |operator, _| {
        let id = operator
            .ids
            .issue(operator.now(), b"one visitor, many requests")
            .to_string();
        operator.receive(&id, SLOW);
    });
    assert!(
        operator.rates.iter().all(|rate| *rate == 480),
        "two votes among six hundred a minute"
    );
}

#[test]
fn a_report_stands_for_ten_pages_at_most_and_a_few_heavy_ones_decide_nothing() {
    assert_eq!(WEIGHT_MAX, 10);
    let mut nth: u64 = 0;
    let mut operator = Operator::new(SitePlan::BRISK, 480);
    operator.minutes_with(60, |operator, _| {
        nth += 1;
        // One visitor in a hundred lies, with an id of their own and the largest weight possible.
        if nth.is_multiple_of(100) {
            let id = operator.ids.issue(operator.now(), &nth.to_be_bytes()).to_string();
            operator.receive(&id, SLOW);
        }
    });
    assert!(operator.rates.iter().all(|rate| *rate == 480));
}

/// Returns the id with one digit changed.
fn flipped(id: &str, at: usize) -> String {
    let other = |digit: char| if digit == '0' { '1' } else { '0' };
    id.chars()
        .enumerate()
        .map(|(index, digit)| if index == at { other(digit) } else { digit })
        .collect()
}
