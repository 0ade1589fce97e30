//! Tests of autotune with any reports at any times: the rate stays between floor and ceiling,
//! changes by at most one step per minute, and does not change on little evidence.

use admission::autotune::evidence::REPORTS_MIN;
use admission::autotune::{Autotune, PageTiming, STEP_MS};
use admission::{FlowMs, PerMinute};
use proptest::prelude::*;

/// An event: elapsed time, reports, a ceiling, and how much of the rate was used.
#[derive(Debug, Clone)]
struct Moment {
    elapsed_ms: u64,
    reports: u64,
    slow_percent: u64,
    weight: u32,
    used: f64,
    ceiling: u32,
}

fn moment() -> impl Strategy<Value = Moment> {
    let ceiling = prop_oneof![1 => Just(0), 2 => 1..20_u32, 8 => Just(1_000), 1 => Just(u32::MAX)];
    let used = prop_oneof![4 => Just(1.0), 1 => 0.0..1.2_f64, 1 => Just(f64::NAN)];
    (
        0..90_000_u64,
        0..120_u64,
        prop_oneof![Just(0), 0..101_u64],
        any::<u32>(),
        used,
        ceiling,
    )
        .prop_map(|(elapsed_ms, reports, slow_percent, weight, used, ceiling)| Moment {
            elapsed_ms,
            reports,
            slow_percent,
            weight,
            used,
            ceiling,
        })
}

fn tell(autotune: &mut Autotune, now: FlowMs, moment: &Moment) {
    for nth in 0..moment.reports {
        let slow = nth * moment.slow_percent / 100 != (nth + 1) * moment.slow_percent / 100;
        let report = PageTiming {
            time_ms: if slow { u64::MAX } else { nth },
            failed: slow && nth % 2 == 0,
            weight: moment.weight,
        };
        autotune.report(now, report);
    }
}

proptest! {
    #[test]
    fn bounds_and_steps_hold(start in 0..3_000_u32, moments in prop::collection::vec(moment(), 1..120)) {
        let mut autotune = Autotune::new(FlowMs(0), PerMinute(start));
        let (mut now, mut stepped_at, mut reports) = (FlowMs(0), FlowMs(0), 0);
        for moment in moments {
            now = now.plus(moment.elapsed_ms);
            tell(&mut autotune, now, &moment);
            reports += moment.reports;
            let ceiling = PerMinute(moment.ceiling);
            let before = match ceiling {
                PerMinute(0) => autotune.rate(),
                ceiling => autotune.rate().min(ceiling),
            };
            let shown = autotune.step(now, ceiling, moment.used);
            let after = autotune.rate();
            prop_assert!(shown <= ceiling, "never above the ceiling");
            prop_assert!(after >= PerMinute(1) && (shown >= PerMinute(1) || ceiling == PerMinute(0)), "never below the floor");
            let (low, high) = (f64::from(before.0) * 0.7 - 1.0, f64::from(before.0 + 1) * 1.05);
            prop_assert!((low..=high).contains(&f64::from(after.0)), "one step: {before:?} to {after:?}");
            if after != before {
                prop_assert!(now.since(stepped_at) >= STEP_MS, "one step a minute");
                prop_assert!(reports >= REPORTS_MIN, "a step on {reports} reports");
                prop_assert!(after < before || moment.used >= 0.9, "no rise unless used");
                (stepped_at, reports) = (now, 0);
            }
        }
    }

    #[test]
    fn a_stored_state_goes_on_as_if_it_had_stayed(moments in prop::collection::vec(moment(), 1..60)) {
        let mut stayed = Autotune::new(FlowMs(0), PerMinute(700));
        let mut stored = stayed.clone();
        let mut now = FlowMs(0);
        for moment in moments {
            now = now.plus(moment.elapsed_ms);
            let bytes = postcard::to_allocvec(&stored).expect("written");
            prop_assert!(bytes.len() <= 200, "{} bytes", bytes.len());
            stored = postcard::from_bytes(&bytes).expect("read");
            for autotune in [&mut stayed, &mut stored] {
                tell(autotune, now, &moment);
                autotune.step(now, PerMinute(moment.ceiling), moment.used);
            }
            prop_assert_eq!(&stayed, &stored);
        }
    }
}

fn minute(autotune: &mut Autotune, nth: u64, time_ms: u64, used: f64) -> u32 {
    let now = FlowMs(nth * STEP_MS);
    for _ in 0..REPORTS_MIN {
        let report = PageTiming {
            time_ms,
            failed: false,
            weight: 1,
        };
        autotune.report(FlowMs(now.0 - 1), report);
    }
    autotune.step(now, PerMinute(1_000), used).0
}

#[test]
fn the_steps_are_five_percent_up_and_thirty_down() {
    let mut autotune = Autotune::new(FlowMs(0), PerMinute(100));
    assert_eq!(minute(&mut autotune, 1, 100, 1.0), 105);
    assert_eq!(
        minute(&mut autotune, 2, 100, 0.95),
        110,
        "110.25, of which nobody is granted a quarter"
    );
    assert_eq!(minute(&mut autotune, 3, 100, 0.89), 110, "not used up");
    assert_eq!(minute(&mut autotune, 4, 6_000, 1.0), 77);
}

#[test]
fn a_floor_of_one_a_minute_is_left_again() {
    let mut autotune = Autotune::new(FlowMs(0), PerMinute(2));
    for nth in 1..12 {
        minute(&mut autotune, nth, 20_000, 1.0);
    }
    assert_eq!(autotune.rate(), PerMinute(1));
    for nth in 12..30 {
        minute(&mut autotune, nth, 100, 1.0);
    }
    assert_eq!(autotune.rate(), PerMinute(2), "5 % of one is not lost");
}

#[test]
fn holding_everybody_is_no_opinion_about_the_site() {
    let mut autotune = Autotune::new(FlowMs(0), PerMinute(400));
    assert_eq!(autotune.step(FlowMs(10), PerMinute(0), 0.0), PerMinute(0));
    assert_eq!(autotune.step(FlowMs(20), PerMinute(1_000), 0.0), PerMinute(400));
    assert_eq!(
        autotune.step(FlowMs(30), PerMinute(300), 0.0),
        PerMinute(300),
        "a lower ceiling acts at once"
    );
    assert_eq!(
        autotune.step(FlowMs(40), PerMinute(1_000), 0.0),
        PerMinute(300),
        "a higher one is climbed to"
    );
}
