//! Tests of estimates where little was observed, or where the wait depends on more than the line's
//! own pace.

use admission::estimate::RiseReason;
use admission::occupancy::SessionsConfig;
use admission::pool::{self, PoolBatch};
use admission::presence::LastSeen;
use admission::{
    Batch, BatchNumber, Device, FlowMs, Ledger, NodeId, Now, Opening, PerMinute, Recovery, RoomConfig, Schedule,
    Sequence, Snapshot, State, Visibility, WallMs, apply,
};

use crate::kit::crowded_pool::{lane, new_state, plain, room};
use crate::kit::line::{claims, place_view};

const NOW: Now = Now {
    flow: FlowMs(5_000),
    wall: WallMs(1_700_000_000_000),
};

/// Returns the estimate of the next newcomer behind visitors who all arrived at the same moment,
/// each with a commit of their own, in milliseconds.
fn told_behind(people: u64, rate: u32) -> (u64, u64) {
    let config = RoomConfig::new(PerMinute(rate));
    let mut state = State::new(Ledger::new(&config, NOW.wall));
    for batch in 0..people {
        let batch = Batch {
            node: NodeId(1),
            batch: BatchNumber(batch + 1),
            arrivals: 1,
            ..Batch::default()
        };
        state = apply(&state, &config, NOW, &batch).state;
    }
    let mut seen = LastSeen::default();
    seen.grow(state.ledger.next);
    let wait = Snapshot::new(&state, seen)
        .newcomer_wait(NOW)
        .expect("the room is open");
    (wait.low_ms, wait.high_ms)
}

#[test]
fn simultaneous_newcomers_get_a_range_around_their_wait() {
    for (people, rate) in [(10, 6), (30, 1), (300, 60), (2_000, 600)] {
        let true_ms = people * 60_000 / u64::from(rate);
        let (low_ms, high_ms) = told_behind(people, rate);
        assert!(
            low_ms * 2 > true_ms && low_ms <= true_ms,
            "{people} ahead at {rate}: {low_ms} of {true_ms} ms"
        );
        assert!(
            high_ms * 10 > true_ms * 8 && high_ms < true_ms * 2,
            "{people} ahead at {rate}: {high_ms} of {true_ms} ms"
        );
    }
}

/// Returns a line's view of the place with that sequence.
fn after(ms: u64) -> Now {
    Now {
        flow: FlowMs(NOW.flow.0 + ms),
        wall: WallMs(NOW.wall.0 + ms),
    }
}

fn places(sequences: std::ops::Range<u64>) -> Vec<Device> {
    sequences.map(|sequence| Device::first(Sequence(sequence))).collect()
}

#[test]
fn a_reason_ends_with_its_cause() {
    let mut config = plain(None, vec![room(60, 1, 0)]);
    config.lines = vec![lane(0, 1), lane(0, 9)];
    let mut state = new_state(&config);
    let (mut second, mut granted) = (0, 0);
    // Each second, the visitors in front claim.
    let mut commit = |arrivals: u32, group: Batch| {
        let notified_to = state.lines[0].ledger.serving.notified_to().0;
        let ordinary = Batch {
            arrivals,
            ..claims(granted..notified_to)
        };
        let lines = [ordinary, group];
        let batch = PoolBatch {
            lines: &lines,
            ..PoolBatch::default()
        };
        second += 1;
        let step = pool::apply(&state, &config, after(second * 1_000), &batch);
        granted += step.steps[0].grants.len() as u64;
        state = step.into_state();
        let place = place_view(&state.lines[0], 99, after(second * 1_000));
        (place.reason, place.wait.expect("known").high_ms)
    };
    commit(100, Batch::default());
    let shown = [(); 20].map(|()| commit(0, Batch::default()));
    let (reason, before_ms) = shown[19];
    assert_eq!(reason, None);
    let arrive = Batch {
        arrivals: 60,
        ..Batch::default()
    };
    commit(0, arrive);
    let (reason, risen_ms) = commit(0, Batch::default());
    assert!(risen_ms > before_ms, "{risen_ms} after {before_ms}");
    assert_eq!(reason, Some(RiseReason::Priority));
    let leave = Batch {
        cancels: places(0..60),
        ..Batch::default()
    };
    commit(0, leave);
    let fallen = [(); 20].map(|()| commit(0, Batch::default()));
    let (reason, fallen_ms) = fallen[19];
    assert!(fallen_ms <= before_ms, "{fallen_ms} after {before_ms}");
    assert_eq!(reason, None, "they are told no more than before the group came");
}

#[test]
fn after_a_rate_of_0_nothing_is_known_until_people_come_in() {
    let mut state = State::new(Ledger::new(&RoomConfig::new(PerMinute(60)), NOW.wall));
    let mut commit = |ms: u64, rate: u32, batch: Batch| {
        state = apply(&state, &RoomConfig::new(PerMinute(rate)), after(ms), &batch).state;
        let place = place_view(&state, 99, after(ms));
        (place.wait.is_some(), place.is_not_known_yet)
    };
    let arrive = Batch {
        arrivals: 100,
        ..Batch::default()
    };
    assert_eq!(commit(0, 60, arrive), (true, false));
    assert_eq!(commit(2_000, 0, Batch::default()), (false, false), "nobody is let in");
    assert_eq!(commit(90_000, 60, Batch::default()), (false, true));
    assert_eq!(commit(91_000, 60, claims(0..5)), (false, true), "one came in");
    for second in 92..95 {
        commit(second * 1_000, 60, claims(1..8));
    }
    assert_eq!(commit(96_000, 60, Batch::default()), (true, false), "three came in");
    commit(97_000, 0, Batch::default());
    commit(150_000, 60, Batch::default());
    assert_eq!(commit(160_000, 60, Batch::default()), (false, true));
    assert_eq!(
        commit(172_000, 60, Batch::default()),
        (true, false),
        "nobody takes the permits"
    );
}

#[test]
fn behind_the_free_slots_of_a_site_nothing_is_known_until_a_session_has_ended() {
    let mut config = plain(None, vec![room(60, 1, 0)]);
    config.sessions = Some(SessionsConfig {
        max_sessions: Some(20),
        stock: None,
        validity_ms: 60_000,
    });
    let mut state = new_state(&config);
    let mut commit = |ms: u64, batch: Batch| {
        let lines = [batch];
        let batch = PoolBatch {
            lines: &lines,
            ..PoolBatch::default()
        };
        state = pool::apply(&state, &config, after(ms), &batch).into_state();
        [10, 60].map(|place| {
            let view = place_view(&state.lines[0], place, after(ms));
            (view.wait.is_some(), view.is_not_known_yet)
        })
    };
    let arrive = Batch {
        arrivals: 80,
        ..Batch::default()
    };
    commit(0, arrive);
    let [near, far] = commit(2_000, Batch::default());
    assert_eq!((near, far), ((true, false), (false, true)));
    for second in 3..10 {
        commit(second * 1_000, claims(0..9));
    }
    assert_eq!(commit(200_000, Batch::default())[1], (false, true));
    // After its validity and three minutes the first session ends.
    assert_eq!(commit(255_000, Batch::default())[1], (true, false));
}

#[test]
fn estimates_of_a_scheduled_room_include_a_full_window_after_a_recovery() {
    let schedule = Schedule {
        start: Some(WallMs(NOW.wall.0 + 10_000)),
        ..Schedule::ALWAYS
    };
    let config = RoomConfig {
        schedule,
        opening: Opening::Even,
        ..RoomConfig::new(PerMinute(60))
    };
    let mut state = State::new(Ledger::new(&config, NOW.wall));
    for ms in [0, 11_000, 26_000, 41_000] {
        state = apply(&state, &config, after(ms), &Batch::default()).state;
    }
    let mut commit = |ms: u64, batch: Batch| {
        state = apply(&state, &config, after(ms), &batch).state;
        let wait = |place| place_view(&state, place, after(ms)).wait.expect("known");
        [5, 99].map(wait)
    };
    let arrive = Batch {
        arrivals: 100,
        ..Batch::default()
    };
    commit(60_000, arrive);
    let before = commit(62_000, Batch::default());
    let lost = Batch {
        recovery: Some(Recovery { heard: None }),
        ..Batch::default()
    };
    let shown = commit(64_000, lost);
    for (shown, before) in shown.iter().zip(before) {
        assert!(
            shown.low_ms >= 55_000 && shown.high_ms >= before.high_ms + 50_000,
            "{shown:?}"
        );
    }
    let later = commit(104_000, Batch::default());
    assert!((15_000..40_000).contains(&later[0].high_ms), "{later:?}");
}

/// Newcomers of a room that shows its line at peak, alone or in a pool, at 60 a minute.
struct AtPeak {
    config: pool::PoolConfig,
    state: pool::PoolState,
}

impl AtPeak {
    fn new(is_pooled: bool) -> Self {
        let mut config = match is_pooled {
            true => plain(Some(60), vec![room(600, 1, 0)]),
            false => plain(None, vec![room(60, 1, 0)]),
        };
        config.rooms[0].config.visibility = Visibility::AtPeak;
        Self {
            state: new_state(&config),
            config,
        }
    }

    fn commit(&mut self, ms: u64, batch: Batch) -> u64 {
        let lines = [batch];
        let batch = PoolBatch {
            lines: &lines,
            ..PoolBatch::default()
        };
        let step = pool::apply(&self.state, &self.config, after(ms), &batch);
        let granted = step.steps[0].grants.len() as u64;
        self.state = step.into_state();
        granted
    }

    fn arrive(&mut self, ms: u64, arrivals: u32) -> u64 {
        self.commit(
            ms,
            Batch {
                arrivals,
                ..Batch::default()
            },
        )
    }

    /// Returns the estimate of a place, from and to, in milliseconds.
    fn shown_ms(&self, place: u64, ms: u64) -> [u64; 2] {
        let wait = place_view(&self.state.lines[0], place, after(ms)).wait.expect("known");
        [wait.low_ms, wait.high_ms]
    }
}

#[test]
fn estimates_of_a_burst_include_the_full_minute_at_once() {
    for is_pooled in [false, true] {
        let mut room = AtPeak::new(is_pooled);
        (0..20).for_each(|second| _ = room.arrive(second * 1_000, 0));
        assert_eq!(room.arrive(19_300, 100), 60, "as many as the minute has");
        for (place, true_ms) in [(60, 60_400), (70, 70_400), (99, 99_400)] {
            let [low_ms, high_ms] = room.shown_ms(place, 19_300);
            assert!(
                low_ms <= true_ms && low_ms > 45_000 && high_ms >= true_ms,
                "{place}: {low_ms} to {high_ms}, pooled: {is_pooled}"
            );
        }
    }
}

#[test]
fn estimates_after_a_burst_include_the_full_minute() {
    for is_pooled in [false, true] {
        let mut room = AtPeak::new(is_pooled);
        // Twelve pass, one every 5 s; then a burst fills the minute, and more come before the next
        // update of the forecast.
        (0..12).for_each(|at| _ = room.arrive(at * 5_000, 1));
        assert_eq!(room.arrive(58_000, 52), 48);
        room.arrive(58_200, 56);
        // Four are ahead of the first of them. At 118.4 s the burst leaves the minute, and then a
        // permit comes every second.
        for (place, true_ms) in [(64, 22_200), (119, 107_200)] {
            let [low_ms, high_ms] = room.shown_ms(place, 58_200);
            assert!(
                low_ms <= true_ms && low_ms * 2 > true_ms && (true_ms..true_ms * 3 / 2).contains(&high_ms),
                "{place}: {low_ms} to {high_ms}, not {true_ms}, pooled: {is_pooled}"
            );
        }
    }
}

#[test]
fn permits_that_a_full_minute_holds_back_are_none_that_nobody_took() {
    for is_pooled in [false, true] {
        let mut room = AtPeak::new(is_pooled);
        // Twelve pass, one every 5 s; then a burst fills the minute.
        let mut granted: u64 = (0..12).map(|at| room.arrive(at * 5_000, 1)).sum();
        granted += room.arrive(58_000, 120);
        assert_eq!(granted, 60);
        for second in 59..110 {
            let notified_to = room.state.lines[0].ledger.serving.notified_to().0;
            granted += room.commit(second * 1_000, claims(granted..notified_to));
        }
        // The other twelve have come in as those left the minute; at 118.4 s the burst leaves it.
        assert!((70..73).contains(&granted), "{granted}");
        let [low_ms, high_ms] = room.shown_ms(131, 109_000);
        let true_ms = 118_400 + 60_000 - 109_000;
        assert!(
            low_ms <= true_ms && (true_ms..true_ms * 5 / 4).contains(&high_ms),
            "{low_ms} to {high_ms}, not {true_ms}, pooled: {is_pooled}"
        );
    }
}

/// A new room, in which nobody can claim for the first two seconds.
struct NewRoom {
    config: RoomConfig,
    state: State,
    granted: u64,
}

impl NewRoom {
    fn new(rate: u32) -> Self {
        let config = RoomConfig::new(PerMinute(rate));
        Self {
            state: State::new(Ledger::new(&config, NOW.wall)),
            config,
            granted: 0,
        }
    }

    /// The time `ms` milliseconds after the first commit, with which flow time begins.
    fn at(ms: u64) -> Now {
        Now {
            flow: FlowMs(ms),
            wall: WallMs(NOW.wall.0 + ms),
        }
    }

    fn commit(&mut self, ms: u64, arrivals: u32) {
        let notified_to = self.state.ledger.serving.notified_to().0;
        let claiming = if ms > 2_000 { self.granted..notified_to } else { 0..0 };
        let batch = Batch {
            arrivals,
            ..claims(claiming)
        };
        let step = apply(&self.state, &self.config, Self::at(ms), &batch);
        self.granted += step.grants.len() as u64;
        self.state = step.state;
    }

    /// Plays on until a place is let in, and returns the time of that.
    fn let_in_ms(&mut self, place: u64, from_ms: u64) -> u64 {
        let times = (from_ms..).step_by(100).skip(1).take(1_000);
        let mut let_in = times.filter(|ms| {
            self.commit(*ms, 0);
            self.granted > place
        });
        let_in.next().expect("in less than 100 s")
    }
}

#[test]
fn estimates_in_a_new_room_include_the_permits_saved_up_at_its_start() {
    // A crowd, and visitors who come at twice the rate.
    for (rate, first, more) in [(60, 30, 0), (120, 40, 0), (600, 10, 10)] {
        let mut room = NewRoom::new(rate);
        room.commit(0, first);
        (1..5).for_each(|at| room.commit(at * 500, more));
        room.commit(2_100, 5);
        let place = u64::from(first + 4 * more + 2);
        let wait = place_view(&room.state, place, NewRoom::at(2_100)).wait.expect("known");
        let true_ms = room.let_in_ms(place, 2_100) - 2_100;
        assert!(
            (wait.low_ms..=wait.high_ms).contains(&true_ms),
            "{place} at {rate}: {wait:?}, not {true_ms}"
        );
        let middle_ms = u64::midpoint(wait.low_ms, wait.high_ms);
        assert!(
            (true_ms * 3 / 4..true_ms * 4 / 3).contains(&middle_ms),
            "{place} at {rate}: {wait:?}, not {true_ms}"
        );
    }
}

#[test]
fn the_first_range_in_a_new_room_allows_for_a_quarter_to_leave() {
    let mut room = NewRoom::new(60);
    (0..3).for_each(|second| room.commit(second * 1_000, 80));
    let mut seen = LastSeen::default();
    seen.grow(room.state.ledger.next);
    let wait = Snapshot::new(&room.state, seen).newcomer_wait(NewRoom::at(2_000));
    let wait = wait.expect("known");
    assert!(wait.low_ms <= 180_000 && wait.high_ms >= 250_000, "{wait:?}");
    assert!(
        (wait.high_ms - wait.low_ms) * 5 <= wait.low_ms + wait.high_ms,
        "{wait:?}"
    );
}
