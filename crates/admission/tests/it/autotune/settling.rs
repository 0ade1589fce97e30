//! Tests that the rate settles within ten minutes, does not vary by more than 15 %, and recovers
//! after a brown-out.

use super::operator::Operator;
use super::site::SitePlan;

const SWING_MAX: f64 = 0.15;

fn brisk(seed: u64, times_the_knee: f64) -> Operator {
    let plan = SitePlan {
        seed,
        ..SitePlan::BRISK
    };
    Operator::new(plan, (plan.knee * times_the_knee) as u32)
}

#[test]
fn from_up_to_twice_the_knee_it_settles_within_ten_minutes() {
    for seed in 1..=6 {
        for times in [1.05, 1.2, 1.4, 1.6, 2.0] {
            let mut operator = brisk(seed, times);
            operator.minutes(180);
            let (swing, mean) = (operator.swing(10, 180), operator.mean(10, 180) / SitePlan::BRISK.knee);
            assert!(swing <= SWING_MAX, "from {times}, seed {seed}: ±{swing:.3}");
            assert!(
                (0.8..1.0).contains(&mean),
                "from {times}, seed {seed}: {mean:.2} of the knee"
            );
        }
    }
}

#[test]
fn from_ten_times_the_knee_it_falls_first_and_has_to_climb() {
    for seed in 1..=3 {
        for times in [3.0, 5.0, 10.0] {
            let mut operator = brisk(seed, times);
            operator.minutes(150);
            let (swing, mean) = (operator.swing(30, 150), operator.mean(30, 150) / SitePlan::BRISK.knee);
            assert!(swing <= SWING_MAX, "from {times}, seed {seed}: ±{swing:.3}");
            assert!(
                (0.8..1.0).contains(&mean),
                "from {times}, seed {seed}: {mean:.2} of the knee"
            );
            let below = operator.between(8, 9)[0];
            assert!(
                f64::from(below) < SitePlan::BRISK.knee,
                "the site is relieved by then: {below}"
            );
        }
    }
}

#[test]
fn a_site_whose_visitors_stay_long_answers_late_and_still_settles() {
    for seed in 1..=3 {
        let plan = SitePlan {
            seed,
            stay_s: 180,
            ..SitePlan::BRISK
        };
        let mut operator = Operator::new(plan, 1_200);
        operator.minutes(240);
        let (swing, mean) = (operator.swing(90, 240), operator.mean(90, 240) / plan.knee);
        assert!(swing <= 0.25, "seed {seed}: ±{swing:.3}");
        assert!((0.75..1.0).contains(&mean), "seed {seed}: {mean:.2} of the knee");
    }
}

#[test]
fn after_a_brown_out_it_comes_back() {
    for seed in 1..=3 {
        let mut operator = brisk(seed, 1.4);
        operator.minutes(60);
        let before = operator.mean(30, 60);
        operator.health = 0.1;
        operator.minutes(5);
        operator.health = 1.0;
        operator.minutes(115);
        let lowest = operator.between(60, 70).iter().min().copied().expect("minutes");
        assert!(f64::from(lowest) < 0.3 * before, "seed {seed}: relieved, {lowest}");
        let back = operator.mean(110, 180) / before;
        assert!(back > 0.9, "seed {seed}: {back:.2} of the rate before");
        assert!(operator.swing(110, 180) <= SWING_MAX, "seed {seed}");
    }
}

#[test]
fn a_site_that_grew_is_found_out() {
    let mut operator = brisk(1, 2.0);
    operator.minutes(60);
    operator.health = 1.5;
    operator.minutes(180);
    let mean = operator.mean(180, 240) / SitePlan::BRISK.knee;
    assert!(mean > 1.1, "{mean:.2} of the first knee");
}

#[test]
fn slow_pages_as_many_as_may_be_lower_nothing() {
    for seed in 1..=3 {
        let plan = SitePlan {
            seed,
            slow_permille: 12,
            ..SitePlan::BRISK
        };
        let mut operator = Operator::new(plan, 450);
        operator.minutes(240);
        assert_eq!(operator.rates.iter().min(), Some(&450), "seed {seed}");
    }
}
