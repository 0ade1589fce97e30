//! Autotune inside a pool: the rate that it finds limits every grant and every estimate, and the
//! operator's rate limits what it finds.

use admission::PerMinute;
use admission::autotune::PageTiming;
use admission::estimate::RiseReason;
use admission::pool::ledger::PoolLedger;
use admission::pool::{LineIndex, PoolConfig, effective};
use proptest::prelude::*;

use crate::kit::crowded_pool::{CrowdedPool, plain, room};

const SLOW_MS: u64 = 9_000;
const QUICK_MS: u64 = 80;

fn tuned(rate: u32) -> PoolConfig {
    PoolConfig {
        autotune: true,
        ..plain(Some(rate), vec![room(900, 2, 30), room(900, 1, 0)])
    }
}

/// Lets a minute pass in which 120 pages took this long.
fn minute(world: &mut CrowdedPool, time_ms: u64) {
    for _ in 0..60 {
        for _ in 0..2 {
            world.timings.add(PageTiming {
                time_ms,
                failed: false,
                weight: 1,
            });
        }
        world.commit(1_000);
    }
}

fn found(world: &CrowdedPool) -> u32 {
    let ledger = &world.state.ledger;
    let rate = ledger.rate().expect("the pool has a rate");
    assert!(
        rate <= world.config.rate.expect("the pool has a rate"),
        "never above the ceiling"
    );
    rate.0
}

fn granted_within(world: &mut CrowdedPool, minutes: u64, time_ms: u64) -> u64 {
    let before: u64 = world.granted.iter().sum();
    (0..minutes).for_each(|_| minute(world, time_ms));
    world.granted.iter().sum::<u64>() - before
}

#[test]
fn a_slow_site_lowers_the_rate_and_a_quick_one_raises_it_to_the_ceiling() {
    let mut world = CrowdedPool::new(tuned(600));
    (0..3).for_each(|_| minute(&mut world, QUICK_MS));
    assert_eq!(found(&world), 600);
    (0..4).for_each(|_| minute(&mut world, SLOW_MS));
    let low = found(&world);
    assert!(low <= 600 * 7 / 10 * 7 / 10, "{low}");
    let estimate = effective(&world.state, &world.config, world.now(), LineIndex(1));
    assert!(
        estimate.operator.0 == 600 && estimate.autotune.0 == low && estimate.rooms < estimate.autotune,
        "{estimate:?}"
    );
    let granted = granted_within(&mut world, 1, SLOW_MS);
    assert!(granted <= u64::from(low), "{granted} at {low} a minute");
    let mut last = found(&world);
    for _ in 0..40 {
        minute(&mut world, QUICK_MS);
        assert!(found(&world) <= last + last / 20 + 1, "by 5 % a minute");
        last = found(&world);
    }
    assert_eq!(found(&world), 600);
    let granted = granted_within(&mut world, 5, QUICK_MS);
    assert!(granted > 5 * 580, "{granted}");
}

/// Returns the reasons shown to a visitor of the last line, in the order in which they change.
fn told_reasons(world: &mut CrowdedPool, mut step: impl FnMut(&mut CrowdedPool, u64)) -> Vec<RiseReason> {
    let line = world.state.lines.len() - 1;
    let mut shown = Vec::new();
    for second in 0..300 {
        step(world, second);
        world.commit(1_000);
        let rise = world.state.lines[line].ledger.expectation.rise(world.now().flow);
        if let Some(rise) = rise.filter(|rise| shown.last() != Some(&rise.reason)) {
            shown.push(rise.reason);
        }
    }
    shown
}

fn pages(world: &mut CrowdedPool, time_ms: u64) {
    let weight = 2;
    let failed = false;
    world.timings.add(PageTiming {
        time_ms,
        failed,
        weight,
    });
}

#[test]
fn a_slow_site_is_shown_as_the_reason_and_a_quick_one_is_not() {
    for rooms in [vec![room(900, 1, 0)], vec![room(900, 2, 30), room(900, 1, 0)]] {
        let world = || {
            CrowdedPool::new(PoolConfig {
                autotune: true,
                ..plain(Some(600), rooms.clone())
            })
        };
        let before = told_reasons(&mut world(), |world, _| pages(world, QUICK_MS));
        assert!(!before.contains(&RiseReason::AutotuneSlowed), "{before:?}");
        let slow = told_reasons(&mut world(), |world, _| pages(world, SLOW_MS));
        assert_eq!(slow.last(), Some(&RiseReason::AutotuneSlowed));
    }
}

#[test]
fn an_operator_who_lowers_the_rate_is_the_reason_and_no_other_line_is() {
    for autotune in [false, true] {
        for rate in [0, 60] {
            let mut world = CrowdedPool::new(PoolConfig {
                autotune,
                ..plain(Some(600), vec![room(900, 1, 0)])
            });
            let shown = told_reasons(&mut world, |world, second| {
                pages(world, QUICK_MS);
                if second == 90 {
                    world.config.rate = Some(PerMinute(rate));
                }
            });
            assert_eq!(shown, [RiseReason::OperatorSlowed], "{rate} a minute");
        }
    }
}

#[test]
fn a_low_rate_is_found_to_be_used_and_rises() {
    let mut world = CrowdedPool::new(tuned(5));
    (0..6).for_each(|_| minute(&mut world, SLOW_MS));
    assert_eq!(found(&world), 1);
    (0..60).for_each(|_| minute(&mut world, QUICK_MS));
    assert_eq!(found(&world), 5);
}

#[test]
fn the_operators_rate_is_the_ceiling_at_once() {
    let mut world = CrowdedPool::new(tuned(300));
    (0..2).for_each(|_| minute(&mut world, QUICK_MS));
    world.config.rate = Some(PerMinute(100));
    world.commit(1_000);
    assert_eq!(found(&world), 100);
    world.config.rate = Some(PerMinute(0));
    world.commit(1_000);
    assert_eq!(found(&world), 0);
    assert_eq!(granted_within(&mut world, 2, QUICK_MS), 0);
    world.config.rate = Some(PerMinute(100));
    world.commit(1_000);
    assert_eq!(found(&world), 100, "a rate of 0 says nothing about the site");
}

#[test]
fn a_pool_that_starts_closed_opens_with_its_whole_rate() {
    let mut world = CrowdedPool::new(tuned(0));
    minute(&mut world, QUICK_MS);
    assert_eq!(world.state.ledger.rate_found(), None);
    world.config.rate = Some(PerMinute(300));
    world.commit(1_000);
    assert_eq!(found(&world), 300);
}

#[test]
fn switched_off_it_forgets_what_it_found() {
    let mut world = CrowdedPool::new(tuned(600));
    (0..5).for_each(|_| minute(&mut world, SLOW_MS));
    assert!(found(&world) < 600);
    let written = world.state.ledger.encode();
    assert_eq!(PoolLedger::decode(&written), Ok(world.state.ledger.clone()));
    world.config.autotune = false;
    world.commit(1_000);
    assert_eq!((found(&world), world.state.ledger.rate_found()), (600, None));
    world.config.autotune = true;
    world.commit(1_000);
    assert_eq!(found(&world), 600);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Without autotune timings change nothing. With it no minute holds more grants than the
    /// highest rate in force within it, which the world checks after every commit, and the rate in
    /// force never exceeds the operator's.
    #[test]
    fn without_autotune_timings_change_nothing_and_with_it_the_bound_holds(
        rate in 1_u32..400,
        times in prop::collection::vec((0_u64..12_000, 0_u32..600), 1..12),
    ) {
        let mut off = CrowdedPool::new(PoolConfig { autotune: false, ..tuned(rate) });
        let mut deaf = CrowdedPool::new(PoolConfig { autotune: false, ..tuned(rate) });
        let mut on = CrowdedPool::new(tuned(rate));
        for (time_ms, ceiling) in times {
            minute(&mut off, time_ms);
            (0..60).for_each(|_| deaf.commit(1_000));
            minute(&mut on, time_ms);
            found(&on);
            prop_assert_eq!(&off.state.ledger, &deaf.state.ledger);
            prop_assert_eq!(&off.granted, &deaf.granted);
            prop_assert_eq!(off.state.ledger.rate(), off.config.rate);
            let ledger = &on.state.ledger;
            prop_assert_eq!(&PoolLedger::decode(&ledger.encode()), &Ok(ledger.clone()));
            for world in [&mut off, &mut deaf, &mut on] {
                world.config.rate = Some(PerMinute(ceiling));
            }
        }
    }
}
