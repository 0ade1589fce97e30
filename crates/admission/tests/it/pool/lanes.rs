//! Tests of a room's lanes: they have one life, an ordinary place is never granted later than the
//! weights say, and its estimate rises with the reason only.

use std::collections::BTreeMap;

use admission::estimate::RiseReason;
use admission::pool::{LineIndex, PoolConfig};
use admission::presence::LastSeen;
use admission::snapshot::{PlaceView, PollContext};
use admission::{Control, Device, Phase, PlaceStatus, Run, Schedule, Sequence, Snapshot, Visibility, WallMs};
use proptest::prelude::*;

use crate::kit::crowded_pool::{CrowdedPool, lane, room};
use crate::kit::time::WALL_START_MS;

/// How many permits the ordinary lane can be behind its share: the shares are whole permits, and
/// the first one becomes due after a moment.
const SLACK: u64 = 3;
const ORDINARY: LineIndex = LineIndex(0);

fn room_with(rate: u32, weights: &[u16]) -> PoolConfig {
    PoolConfig {
        rooms: vec![room(rate, 1, 0)],
        lines: weights.iter().map(|weight| lane(0, *weight)).collect(),
        ..PoolConfig::default()
    }
}

fn view(world: &CrowdedPool, line: LineIndex, sequence: u64) -> Option<PlaceView> {
    let snapshot = Snapshot::new(&world.state.lines[usize::from(line.0)], LastSeen::default());
    let context = PollContext {
        device: Device::first(Sequence(sequence)),
        since: WallMs(WALL_START_MS),
        now: world.now(),
        cut_off: None,
        jitter: 0,
        stretch_percent: 100,
    };
    match snapshot.place_status(&context) {
        PlaceStatus::InLine(view) | PlaceStatus::FirstInLine(view) => Some(view),
        _ => None,
    }
}

fn lives(world: &CrowdedPool) -> Vec<(Run, Phase, bool, bool)> {
    let ledgers = world.state.lines.iter().map(|line| &line.ledger);
    let life = ledgers.map(|ledger| {
        let lifecycle = ledger.lifecycle;
        (
            ledger.run,
            lifecycle.phase(),
            lifecycle.is_paused(),
            lifecycle.is_disabled(),
        )
    });
    life.collect()
}

fn control() -> impl Strategy<Value = Option<Control>> {
    prop::option::of(prop_oneof![
        Just(Control::Pause),
        Just(Control::Resume),
        Just(Control::Disable),
        Just(Control::Enable),
        Just(Control::End),
        Just(Control::Reset),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_ordinary_place_is_granted_when_the_weights_say_at_the_latest(
        rate in prop_oneof![6..60_u32, 60..2_000_u32],
        weights in prop::collection::vec(1..40_u16, 2..=5),
        demands in prop::collection::vec((1..5_usize, prop_oneof![Just(0), 1..4_u64, Just(u64::MAX)]), 40),
    ) {
        let mut world = CrowdedPool::new(room_with(rate, &weights));
        let all = weights.iter().map(|weight| u64::from(*weight)).sum::<u64>();
        for (of, most) in demands {
            if of < weights.len() {
                world.demand[of] = most;
            }
            for _ in 0..60 {
                world.commit(100);
                // With enough people at least 99 % of the permits are used.
                let permits = u64::from(rate) * world.time.ms / 60_000 * 99 / 100;
                let least = permits * u64::from(weights[0]) / all;
                prop_assert!(
                    world.granted[0] + SLACK >= least,
                    "{} of {least} after {} ms, {weights:?}", world.granted[0], world.time.ms
                );
            }
        }
    }

    #[test]
    fn people_ahead_fall_and_an_estimate_rises_for_priority_only(
        weights in prop::collection::vec(1..20_u16, 2..=4),
        demands in prop::collection::vec((1..4_usize, prop_oneof![Just(0), Just(u64::MAX)]), 30),
    ) {
        let mut world = CrowdedPool::new(room_with(120, &weights));
        let mut answered: BTreeMap<u64, PlaceView> = BTreeMap::new();
        (1..weights.len()).for_each(|line| world.demand[line] = 0);
        for (of, most) in demands {
            if of < weights.len() {
                world.demand[of] = most;
            }
            for _ in 0..20 {
                world.commit(100);
                for sequence in (0..world.state.lines[0].ledger.next.0).step_by(37) {
                    let Some(now) = view(&world, ORDINARY, sequence) else { continue };
                    let Some(before) = answered.insert(sequence, now) else { continue };
                    prop_assert!(now.ahead <= before.ahead, "people ahead of {sequence} rise");
                    let rises = now.wait.map(|wait| wait.high_ms) > before.wait.map(|wait| wait.high_ms);
                    prop_assert!(
                        !rises || now.reason == Some(RiseReason::Priority),
                        "the wait of {sequence} rises for {:?}", now.reason
                    );
                }
            }
        }
    }

    #[test]
    fn lanes_have_the_life_of_their_room(
        controls in prop::collection::vec(control(), 1..60),
        opened_at in 0..60_usize,
    ) {
        let mut world = CrowdedPool::new(room_with(600, &[1, 4]));
        for (index, control) in controls.into_iter().enumerate() {
            if index == opened_at {
                world.config.lines.push(lane(0, 9));
                world.open(2);
            }
            let controls = control.map(|control| (ORDINARY, control));
            let (step, given) = world.commit_with(700, controls.as_slice(), &[]);
            if step.steps[0].outcome.run != Run(0) && control == Some(Control::Reset) {
                world.forget_the_run();
            }
            let lives = lives(&world);
            prop_assert!(lives.iter().all(|life| *life == lives[0]), "{lives:?} after {control:?}");
            let holds = lives[0].1 != Phase::Queue || lives[0].2 || lives[0].3;
            prop_assert!(!holds || given.iter().sum::<u64>() == 0, "{given:?} in {lives:?}");
        }
    }
}

#[test]
fn a_prequeue_opens_all_lanes_with_its_draw() {
    let mut config = room_with(600, &[1, 4]);
    config.rooms[0].config.schedule = Schedule {
        start: Some(WallMs(WALL_START_MS + 60_000)),
        prequeue_ms: 30_000,
        end: None,
    };
    let mut world = CrowdedPool::new(config);
    world.demand = vec![0, 0];
    let mut seen = Vec::new();
    for _ in 0..100 {
        world.commit(1_000);
        let lives = lives(&world);
        assert_eq!(lives[0], lives[1]);
        seen.push(lives[0].1);
        if lives[0].1 == Phase::Closed {
            world.draw_key = Some([7; 32]);
        }
    }
    seen.dedup();
    assert_eq!(seen, [Phase::Idle, Phase::PreQueue, Phase::Closed, Phase::Queue]);
    assert!(world.state.lines[1].ledger.flows(), "the lane's gate opened as well");
}

#[test]
fn nobody_passes_unseen_in_a_lane_while_others_of_the_room_see_their_line() {
    let mut config = room_with(60, &[1, 4]);
    config.rooms[0].config.visibility = Visibility::AtPeak;
    let mut world = CrowdedPool::new(config);
    world.demand[1] = 0;
    (0..20).for_each(|_| world.commit(100));
    assert!(world.state.lines[0].ledger.shown, "more came than could pass");
    world.demand[1] = 1;
    let (step, _) = world.commit_with(5_000, &[], &[]);
    let priority = &step.steps[1];
    assert_eq!((priority.outcome.unseen, priority.state.ledger.shown), (0, true));
}
