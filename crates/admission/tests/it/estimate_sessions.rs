//! Tests of estimates in front of a site with a cap on its sessions.

use admission::occupancy::SessionsConfig;
use admission::pool::{self, PoolBatch, PoolConfig, PoolRoom, PoolState};
use admission::snapshot::PlaceView;
use admission::{Batch, FlowMs, Now, Opening, WallMs};

use crate::kit::crowded_pool::{new_state, plain, room};
use crate::kit::line::{claims, place_view};

const START: Now = Now {
    flow: FlowMs(5_000),
    wall: WallMs(1_700_000_000_000),
};

/// A room at 60 a minute in front of a site.
struct SiteRoom {
    config: PoolConfig,
    state: PoolState,
    ms: u64,
    granted: u64,
}

impl SiteRoom {
    fn new(max_sessions: u64, validity_ms: u64) -> Self {
        Self::of((max_sessions, validity_ms), room(60, 1, 0))
    }

    /// Returns a room with a scheduled start, which lets people in after eight seconds.
    fn with_a_start(max_sessions: u64, validity_ms: u64) -> Self {
        let mut room = room(60, 1, 0);
        room.config.schedule.start = Some(WallMs(START.wall.0 - 22_000));
        room.config.opening = Opening::Even;
        Self::of((max_sessions, validity_ms), room)
    }

    fn of((max_sessions, validity_ms): (u64, u64), room: PoolRoom) -> Self {
        let mut config = plain(None, vec![room]);
        config.sessions = Some(SessionsConfig {
            max_sessions: Some(max_sessions),
            stock: None,
            validity_ms,
        });
        Self {
            state: new_state(&config),
            config,
            ms: 0,
            granted: 0,
        }
    }

    fn now(&self) -> Now {
        Now {
            flow: FlowMs(START.flow.0 + self.ms),
            wall: WallMs(START.wall.0 + self.ms),
        }
    }

    /// Lets `ms` milliseconds pass, and commits the claims of everybody who was notified.
    fn commit(&mut self, ms: u64, arrivals: u32) {
        self.ms += ms;
        let notified_to = self.state.lines[0].ledger.serving.notified_to().0;
        let lines = [Batch {
            arrivals,
            ..claims(self.granted..notified_to)
        }];
        let batch = PoolBatch {
            lines: &lines,
            ..PoolBatch::default()
        };
        let step = pool::apply(&self.state, &self.config, self.now(), &batch);
        self.granted += step.steps[0].grants.len() as u64;
        self.state = step.into_state();
    }

    fn view(&self, sequence: u64) -> PlaceView {
        place_view(&self.state.lines[0], sequence, self.now())
    }
}

#[test]
fn free_slots_for_several_minutes_say_nothing_about_the_visitors_behind_them() {
    // There are free slots for two minutes at the room's rate, and people for more than three.
    let mut room = SiteRoom::new(120, 60_000);
    room.commit(0, 200);
    room.commit(2_000, 0);
    for (place, is_known) in [(20, true), (60, true), (110, true), (130, false), (199, false)] {
        let shown = room.view(place);
        assert_eq!(
            (shown.wait.is_some(), shown.is_not_known_yet),
            (is_known, !is_known),
            "{place}"
        );
    }
    let wait = room.view(110).wait.expect("known");
    let true_ms = 110_000;
    assert!(
        (wait.low_ms..=wait.high_ms).contains(&true_ms) && wait.high_ms < true_ms * 3 / 2,
        "the wait does not depend on sessions: {wait:?}"
    );
    // All of the free slots are taken, and no session has ended.
    (0..150).for_each(|_| room.commit(1_000, 0));
    assert_eq!(room.granted, 120);
    assert!(room.view(130).is_not_known_yet);
    // Sessions end four minutes after they began, one a second.
    while room.granted < 125 {
        room.commit(1_000, 0);
        assert!(room.ms < 300_000, "{} are in", room.granted);
    }
    assert!(room.view(190).wait.is_some());
}

#[test]
fn sessions_that_began_in_a_rush_are_expected_to_end_in_a_rush() {
    // Sixty people come in within a minute, and their sessions last for seven minutes.
    let mut room = SiteRoom::new(60, 240_000);
    (0..50).for_each(|_| room.commit(1_000, 4));
    while room.granted < 62 {
        room.commit(1_000, 0);
        assert!(room.ms < 440_000, "{} are in", room.granted);
    }
    let place = room.granted + 30;
    let wait = room.view(place).wait.expect("sessions have ended");
    let from_ms = room.ms;
    while room.granted <= place {
        room.commit(1_000, 0);
        assert!(room.ms < from_ms + 100_000, "one a second: {} are in", room.granted);
    }
    let true_ms = room.ms - from_ms;
    let middle_ms = u64::midpoint(wait.low_ms, wait.high_ms);
    assert!(
        (true_ms / 2..true_ms * 2).contains(&middle_ms),
        "{wait:?}, not {true_ms}: at the mean rate of ten minutes it would be several minutes"
    );
}

#[test]
fn visitors_in_front_of_a_full_site_have_not_left() {
    // Thirty people come in within half a minute, for four minutes, and then the next thirty.
    let mut room = SiteRoom::new(30, 60_000);
    (0..50).for_each(|_| room.commit(1_000, 4));
    while room.granted < 60 {
        room.commit(1_000, 0);
        assert!(room.ms < 300_000, "{} are in", room.granted);
    }
    let high_ms = |room: &SiteRoom| room.view(150).wait.expect("sessions have ended").high_ms;
    let before_ms = high_ms(&room);
    (0..40).for_each(|_| room.commit(1_000, 0));
    assert_eq!(room.granted, 60, "nobody leaves");
    let after_ms = high_ms(&room);
    assert!(
        after_ms * 100 >= before_ms * 97,
        "the same people are ahead: {after_ms} after {before_ms} ms"
    );
}

/// The people who wait where a slot becomes free every three minutes.
const BEHIND_FOUR: std::ops::Range<u64> = 5..10;

/// Returns a full site with four slots, of which one becomes free every three minutes, and a line
/// of five people, 20 s after the first slot became free.
fn one_in_three_minutes() -> SiteRoom {
    // Four people come in three minutes apart, for twelve minutes each.
    let mut room = SiteRoom::new(4, 540_000);
    for _ in 0..4 {
        room.commit(0, 1);
        (0..180).for_each(|_| room.commit(1_000, 0));
    }
    room.commit(0, 6);
    while room.granted < BEHIND_FOUR.start {
        room.commit(1_000, 0);
        assert!(room.ms < 760_000, "{} are in", room.granted);
    }
    (0..20).for_each(|_| room.commit(1_000, 0));
    room
}

/// Returns when each of the people in line comes in, in milliseconds.
fn true_waits(mut room: SiteRoom) -> Vec<u64> {
    let from_ms = room.ms;
    let comes_in = BEHIND_FOUR.map(|place| {
        while room.granted <= place {
            room.commit(1_000, 0);
            assert!(room.ms < 2_000_000, "{} are in", room.granted);
        }
        room.ms - from_ms
    });
    comes_in.collect()
}

#[test]
fn waits_are_known_where_one_session_in_three_minutes_ends() {
    let room = one_in_three_minutes();
    let shown = BEHIND_FOUR.map(|place| room.view(place).wait.expect("a session has ended"));
    let shown: Vec<_> = shown.collect();
    for (wait, true_ms) in shown.iter().zip(true_waits(room)) {
        let middle_ms = u64::midpoint(wait.low_ms, wait.high_ms);
        assert!(
            (true_ms / 2..true_ms * 2).contains(&middle_ms),
            "{wait:?}, not {true_ms}"
        );
    }
}

#[test]
fn ranges_are_as_wide_as_a_few_ends_of_sessions_require() {
    let room = one_in_three_minutes();
    let shown: Vec<_> = BEHIND_FOUR.map(|place| room.view(place).wait.expect("known")).collect();
    for (wait, true_ms) in shown.iter().zip(true_waits(room)) {
        assert!(
            (wait.low_ms..=wait.high_ms).contains(&true_ms),
            "{wait:?}, not {true_ms}"
        );
    }
    let farthest = shown.last().expect("five people");
    assert!(farthest.low_ms > 180_000, "four are ahead: {farthest:?}");
}

/// The formula takes people to come in at a steady rate from the beginning on.
#[test]
fn the_formula_of_a_scheduled_start_tells_no_wait_for_ends_of_sessions_that_are_minutes_apart() {
    // Four slots for sessions of an hour.
    let mut room = SiteRoom::with_a_start(4, 3_600_000);
    room.commit(0, 30);
    (0..60).for_each(|_| room.commit(1_000, 0));
    assert_eq!(room.granted, 4);
    assert_eq!(room.view(4).wait, None, "nobody comes in for an hour");
    assert_eq!(room.view(20).wait, None);
}
