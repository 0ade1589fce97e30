//! The effective rate of a line: its room's max outflow, or less if the line shares the room with
//! other lanes, the pool with other rooms, or the site with the visitors inside.
//!
//! The rates are means over the near future, in which the other lines empty
//! ([`super::contention`]); [`crate::rate_steps`] has the rate over time.
//!
//! Formula: the level `λ` at which `Σ clamp(λ × weight, minimum, most) = capacity` over the members
//! that have people waiting; a member's rate is its term of that sum. It is applied once to the
//! rooms of the pool (capacity: the pool's rate in force, and what its sessions leave) and once to
//! the lanes of the room. The line in question counts as having people waiting.
//!
//! The rate is for estimates only. The bounds are in [`crate::outflow`] and [`crate::share`]. It
//! changes as lines empty and fill, so it has to be computed anew with every commit, which costs a
//! few dozen steps per room.

use super::contention::{Contention, LineRates};
use super::free_slots::free_slots;
use super::level::{RatePart, level};
use crate::held_up::{HeldUp, WindowGrants};
use crate::limited_rate::{LimitedRate, RiseReason, SharedWindow};
use crate::pool::config::{LineIndex, PoolConfig, RoomIndex};
use crate::pool::{PoolLedger, PoolState, next_due};
use crate::rate_steps::RateSteps;
use crate::state::State;
use crate::time::{FlowMs, Now};
use crate::units::PerMinute;

/// A line's rate is the mean over this time, in milliseconds, or over this many permits, whichever
/// takes longer.
const MEAN_MS: f64 = 60_000.0;
const MEAN_PERMITS: f64 = 20.0;

/// Returns the current effective rate of a line, after each of the limits in turn.
#[must_use]
pub fn effective(state: &PoolState, config: &PoolConfig, now: Now, line: LineIndex) -> LimitedRate {
    let own = config.room_of(line).config.max_outflow;
    if !config.shares(line) {
        return own.into();
    }
    let mut shared = state.ledger.clone();
    shared.advance(state.flow().max(now.flow), config, &state.lines);
    let (operator, in_force) = (figure(config.rate), figure(shared.rate()));
    let cap = sessions_rate(&shared, config);
    let alone = |capacity: f64| capacity.min(own.0.into());
    let flow = state.flow().max(now.flow);
    let contention = || Contention::new(state, config, flow, line);
    let play = |capacity: f64| contention().play(capacity);
    // Visitors who pass without waiting are no reason for a longer wait.
    let beside = contention();
    let (is_contended, lanes_wait) = (beside.is_waited_beside(), beside.is_waited_in_room());
    let mean = |rate_steps: &RateSteps, capacity: f64| match is_contended {
        true => mean(rate_steps, own),
        false => alone(capacity),
    };
    let within_cap = in_force.min(cap);
    let free = play(in_force);
    let capped = if cap < in_force { play(within_cap) } else { free };
    let of_line = |rates: &LineRates, capacity: f64| match lanes_wait {
        true => mean(&rates.of_line, capacity),
        false => mean(&rates.of_room, capacity),
    };
    let fell = fallen(&state.ledger, &shared, config);
    let lanes = of_line(&capped, within_cap);
    // A line's part of less than a person a minute is no whole number.
    let exact = |rate: f64| match within_cap < 1.0 {
        true => rate,
        false => figure(Some(to_rate(rate))),
    };
    LimitedRate {
        own,
        operator: to_rate(alone(operator)),
        autotune: to_rate(alone(in_force)),
        rooms: to_rate(mean(&free.of_room, in_force)),
        sessions: to_rate(mean(&capped.of_room, within_cap)),
        lanes: to_rate(lanes),
        fell: fell.map(|(before, reason)| {
            let before = f64::from(before.0).min(cap);
            (to_rate(of_line(&play(before), before)), reason)
        }),
        slots: free_slots(
            &shared,
            config,
            to_rate(of_line(&free, in_force)),
            [lanes, within_cap.min(rate_of_waiting(state, config, line))].map(exact),
        ),
        rate_steps: free.of_line,
        shared: shared_window(&shared, config, flow, line),
    }
}

/// The time after which an unspent shared permit counts as left over, in milliseconds.
const SPENT_MS: u64 = 1_500;

/// Returns the window that a line shares with others: the pool's or its room's, whichever holds
/// permits up for longer.
fn shared_window(shared: &PoolLedger, config: &PoolConfig, now: FlowMs, line: LineIndex) -> SharedWindow {
    let outflows = shared.outflows_of(config.lines[line.at()].room);
    outflows.fold(SharedWindow::default(), |window, outflow| {
        let period_ms = outflow.rate().period_ms().unwrap_or(f64::INFINITY);
        window.later(SharedWindow {
            held_up: HeldUp::new(outflow, now, |permits| permits * period_ms),
            grants: WindowGrants::new(outflow, now),
            bound: outflow.bound(),
            rate: outflow.rate(),
            is_spent: outflow.unspent_ms() < SPENT_MS,
        })
    })
}

/// Returns how many permits a line can expect within `within_ms` milliseconds of `now`: none if no
/// permit becomes due by then, and otherwise at least one. A line that shares a capacity has only
/// the permits of its share, even if its own rate is higher. The cap on sessions is not considered,
/// because sessions do not end at an even pace.
#[must_use]
pub fn permits_within(state: &PoolState, config: &PoolConfig, now: Now, line: LineIndex, within_ms: u64) -> u64 {
    let Some(due) = next_due(state, config, line) else {
        return 0;
    };
    let Some(rest_ms) = within_ms.checked_sub(due.since(now.flow)) else {
        return 0;
    };
    let own = state.lines[line.at()].ledger.outflow.pace();
    let rate = match config.shares(line) {
        true => own.min(shared_rate(state, config, now, line)),
        false => own,
    };
    rate.in_ms(rest_ms).max(1)
}

/// Returns how many more sessions the pool can have at `now`; `u64::MAX` without a cap.
#[must_use]
pub fn free_sessions(state: &PoolState, config: &PoolConfig, now: Now) -> u64 {
    let Some(sessions) = config.sessions.as_ref().filter(|sessions| sessions.is_capped()) else {
        return u64::MAX;
    };
    let mut shared = state.ledger.clone();
    shared.advance(state.flow().max(now.flow), config, &state.lines);
    shared
        .occupancy
        .map_or(u64::MAX, |occupancy| occupancy.free_sessions(sessions))
}

/// Returns the rate of a line that shares, apart from the cap on sessions.
fn shared_rate(state: &PoolState, config: &PoolConfig, now: Now, line: LineIndex) -> PerMinute {
    let mut shared = state.ledger.clone();
    shared.advance(state.flow().max(now.flow), config, &state.lines);
    let of_room = room_rate(state, config, line, figure(shared.rate()));
    to_rate(lane_rate(state, config, line, of_room))
}

/// Returns the mean rate of the near future.
fn mean(rate_steps: &RateSteps, own: PerMinute) -> f64 {
    let permits_ms = own.period_ms().unwrap_or(0.0) * MEAN_PERMITS;
    rate_steps.mean_within(permits_ms.max(MEAN_MS))
}

/// Returns a rate as a capacity; infinite for `None`.
fn figure(rate: Option<PerMinute>) -> f64 {
    rate.map_or(f64::INFINITY, |rate| f64::from(rate.0))
}

/// Returns the pool's rate before it fell with this commit, and why it did; `None` if it has not
/// fallen.
fn fallen(before: &PoolLedger, after: &PoolLedger, config: &PoolConfig) -> Option<(PerMinute, RiseReason)> {
    let (before, _) = before
        .rate()
        .zip(after.rate())
        .filter(|(before, after)| after < before)?;
    let by_operator = config.rate.is_some_and(|ceiling| ceiling < before);
    let reason = if by_operator {
        RiseReason::OperatorSlowed
    } else {
        RiseReason::AutotuneSlowed
    };
    Some((before, reason))
}

/// Returns how many visitors per minute the cap on sessions lets in; infinite without a cap.
fn sessions_rate(ledger: &PoolLedger, config: &PoolConfig) -> f64 {
    let sessions = config.sessions.as_ref().filter(|sessions| sessions.cap() < u64::MAX);
    let rate = ledger.occupancy.as_ref().zip(sessions);
    rate.map_or(f64::INFINITY, |(occupancy, sessions)| occupancy.rate(sessions))
}

/// Returns the rate of a line's room out of a pool's `capacity`.
fn room_rate(state: &PoolState, config: &PoolConfig, line: LineIndex, capacity: f64) -> f64 {
    let asked = config.lines[line.at()].room;
    let minimums = config.rooms.iter().map(|room| f64::from(room.minimum.0)).sum::<f64>();
    let scale = if minimums > capacity { capacity / minimums } else { 1.0 };
    let members = waiting(state, config, asked).map(|index| {
        let room = &config.rooms[index.at()];
        let most = f64::from(room.config.max_outflow.0);
        let part = RatePart {
            weight: f64::from(room.weight.get()),
            least: (f64::from(room.minimum.0) * scale).min(most),
            most,
        };
        (index == asked, part)
    });
    fill(capacity, &members.collect::<Vec<_>>())
}

/// Returns the sum of the max outflows of the rooms that a line shares the pool with.
fn rate_of_waiting(state: &PoolState, config: &PoolConfig, line: LineIndex) -> f64 {
    let rooms = waiting(state, config, config.lines[line.at()].room);
    rooms
        .map(|room| f64::from(config.rooms[room.at()].config.max_outflow.0))
        .sum()
}

/// Returns the rooms in which people wait, and the room in question.
fn waiting(state: &PoolState, config: &PoolConfig, asked: RoomIndex) -> impl Iterator<Item = RoomIndex> {
    let has_people_in = move |room| config.lanes(room).any(|line| has_people(&state.lines[line.at()]));
    let rooms = config.room_indices();
    rooms.filter(move |room| *room == asked || has_people_in(*room))
}

/// Returns the rate of a line out of its room's `capacity`.
fn lane_rate(state: &PoolState, config: &PoolConfig, line: LineIndex, capacity: f64) -> f64 {
    let lanes = config.lanes(config.lines[line.at()].room);
    let members = lanes
        .filter(|lane| *lane == line || has_people(&state.lines[lane.at()]))
        .map(|lane| {
            let part = RatePart {
                weight: f64::from(config.lines[lane.at()].weight.get()),
                least: 0.0,
                most: capacity,
            };
            (lane == line, part)
        });
    fill(capacity, &members.collect::<Vec<_>>())
}

fn has_people(line: &State) -> bool {
    line.ledger.flows() && line.waiting() > 0
}

/// Returns the part of `capacity` that the member in question gets.
fn fill(capacity: f64, members: &[(bool, RatePart)]) -> f64 {
    let parts: Vec<RatePart> = members.iter().map(|(_, part)| *part).collect();
    let level = level(capacity, &parts);
    let asked = members.iter().find(|(is_asked, _)| *is_asked);
    asked.map_or(0.0, |(_, part)| part.at(level).min(capacity))
}

fn to_rate(people_a_minute: f64) -> PerMinute {
    if people_a_minute <= 0.0 {
        return PerMinute(0);
    }
    PerMinute((people_a_minute.round() as u32).clamp(1, PerMinute::MAX.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::RoomConfig;
    use crate::ledger::Ledger;
    use crate::occupancy::{Occupancy, SessionsConfig};
    use crate::pool::{PoolLine, PoolRoom};
    use crate::share::Weight;
    use crate::time::WallMs;
    use crate::units::Sequence;

    fn pool_room(max_outflow: u32, weight: u16, minimum: u32) -> PoolRoom {
        PoolRoom {
            config: RoomConfig::new(PerMinute(max_outflow)),
            weight: Weight::new(weight).expect("above 0"),
            minimum: PerMinute(minimum),
        }
    }

    fn lane(room: u16, weight: u16) -> PoolLine {
        PoolLine {
            room: RoomIndex(room),
            weight: Weight::new(weight).expect("above 0"),
            is_closed: false,
        }
    }

    /// Creates a pool with `waiting` people in each line.
    fn crowd(config: &PoolConfig, waiting: &[u64]) -> PoolState {
        let lines = config.lines.iter().zip(waiting).map(|(line, waiting)| {
            let mut ledger = Ledger::new(&config.rooms[line.room.at()].config, WallMs(0));
            ledger.next = Sequence(*waiting);
            State::new(ledger)
        });
        PoolState {
            ledger: PoolLedger::default(),
            lines: lines.collect(),
        }
    }

    /// Returns the rate of a line, and the limit that takes most of its room's max outflow.
    fn of(config: &PoolConfig, waiting: &[u64], line: u16) -> (u32, Option<RiseReason>) {
        let rate = effective(&crowd(config, waiting), config, Now::default(), LineIndex(line));
        (rate.rate().0, rate.lowered_from(rate.own.0.into()))
    }

    #[test]
    fn a_pool_is_shared_with_those_who_have_people_waiting() {
        let config = PoolConfig {
            rate: Some(PerMinute(120)),
            rooms: vec![
                pool_room(100, 1, 0),
                pool_room(100, 3, 0),
                pool_room(10, 1, 0),
                pool_room(500, 1, 20),
            ],
            lines: vec![lane(0, 1), lane(1, 1), lane(2, 1), lane(3, 1)],
            ..PoolConfig::default()
        };
        assert_eq!(of(&config, &[5_000, 0, 0, 0], 0), (100, None));
        assert_eq!(
            of(&config, &[5_000, 5_000, 0, 0], 0),
            (30, Some(RiseReason::PoolShared))
        );
        assert_eq!(
            of(&config, &[5_000, 5_000, 0, 0], 1),
            (90, Some(RiseReason::PoolShared))
        );
        assert_eq!(
            of(&config, &[5_000, 5_000, 5_000, 0], 2),
            (10, None),
            "no more than its own, the rest to others"
        );
        assert_eq!(
            of(&config, &[5_000, 5_000, 0, 5_000], 3),
            (24, Some(RiseReason::OperatorSlowed)),
            "its weight is above its minimum"
        );
        assert_eq!(
            of(&config, &[0, 0, 0, 5_000], 3),
            (120, Some(RiseReason::OperatorSlowed)),
            "the pool's rate is the lower"
        );
    }

    /// `docs/rooms.md` has these figures: each visitor in another room takes one permit.
    #[test]
    fn the_people_in_another_room_count_and_not_only_its_weight() {
        let of_weight = |weight| {
            let config = PoolConfig {
                rate: Some(PerMinute(60)),
                rooms: vec![pool_room(600, weight, 0), pool_room(600, 1, 0)],
                lines: vec![lane(0, 1), lane(1, 1)],
                ..PoolConfig::default()
            };
            [0, 1, 30, 600].map(|others| of(&config, &[60, others], 0).0)
        };
        assert_eq!(of_weight(1), [60, 59, 30, 30]);
        assert_eq!(of_weight(9), [60, 59, 54, 54]);
    }

    #[test]
    fn a_rate_that_autotune_found_is_the_reason_in_later_commits_too() {
        let mut config = PoolConfig {
            rate: Some(PerMinute(60)),
            autotune: true,
            rooms: vec![pool_room(600, 1, 0)],
            lines: vec![lane(0, 1)],
            ..PoolConfig::default()
        };
        let mut state = crowd(&config, &[100]);
        state.ledger.advance(FlowMs(0), &config, &state.lines);
        // The operator allows more, which autotune has not found yet.
        config.rate = Some(PerMinute(120));
        let rate = effective(&state, &config, Now::default(), LineIndex(0));
        assert_eq!(
            (rate.operator, rate.autotune, rate.fell),
            (PerMinute(120), PerMinute(60), None)
        );
        assert_eq!(rate.lowered_from(100.0), Some(RiseReason::AutotuneSlowed));
        assert_eq!(rate.lowered_from(60.0), None);
    }

    #[test]
    fn a_line_expects_the_permits_of_its_share() {
        let config = PoolConfig {
            rate: Some(PerMinute(120)),
            rooms: vec![pool_room(600, 1, 0), pool_room(600, 1, 0)],
            lines: vec![lane(0, 3), lane(0, 1), lane(1, 1)],
            ..PoolConfig::default()
        };
        let now = Now::default();
        let expected = |waiting: &[u64], line| {
            let mut state = crowd(&config, waiting);
            state.ledger.advance(now.flow, &config, &state.lines);
            permits_within(&state, &config, now, LineIndex(line), 10_000)
        };
        assert_eq!(expected(&[5, 0, 0], 0), 20, "the pool's rate, not the room's");
        assert_eq!(expected(&[5, 0, 5], 0), 10);
        assert_eq!([0, 1, 2].map(|line| expected(&[5, 5, 5], line)), [8, 3, 10]);
        let nobody = permits_within(&crowd(&config, &[5, 5, 5]), &config, now, LineIndex(0), 0);
        assert_eq!(nobody, 1);
    }

    #[test]
    fn a_group_whose_people_never_wait_is_not_named() {
        let config = PoolConfig {
            rate: Some(PerMinute(60)),
            rooms: vec![pool_room(60, 1, 0), pool_room(60, 1, 0)],
            lines: vec![lane(0, 1), lane(0, 9), lane(1, 1)],
            ..PoolConfig::default()
        };
        let lost_to_group = |group: u64| {
            let mut state = crowd(&config, &[100, group, 30]);
            let inflow = &mut state.lines[1].ledger.inflow;
            (0..60).for_each(|second| inflow.count(FlowMs(second * 1_000), second % 2));
            let now = Now {
                flow: FlowMs(59_900),
                ..Now::default()
            };
            let rate = effective(&state, &config, now, LineIndex(0));
            rate.sessions.0 - rate.lanes.0
        };
        assert_eq!(lost_to_group(0), 0);
        assert!(lost_to_group(100) > 20, "{}", lost_to_group(100));
    }

    #[test]
    fn lanes_and_sessions_name_themselves() {
        let mut config = PoolConfig {
            rooms: vec![pool_room(100, 1, 0)],
            lines: vec![lane(0, 4), lane(0, 1)],
            ..PoolConfig::default()
        };
        assert_eq!(of(&config, &[1_000, 1_000], 0), (80, Some(RiseReason::Priority)));
        assert_eq!(of(&config, &[1_000, 1_000], 1), (20, Some(RiseReason::Priority)));
        assert_eq!(of(&config, &[0, 1_000], 1), (100, None));
        let sessions = SessionsConfig {
            max_sessions: Some(40),
            stock: None,
            validity_ms: 1_020_000,
        };
        config.sessions = Some(sessions);
        let mut state = crowd(&config, &[1, 0]);
        let mut site = Occupancy::new(FlowMs(0));
        (0..40).for_each(|_| _ = site.admit(&sessions, None));
        state.ledger.occupancy = Some(site);
        let full = effective(&state, &config, Now::default(), LineIndex(0));
        assert_eq!(
            (full.rate(), full.lowered_from(100.0)),
            (PerMinute(2), Some(RiseReason::CappedBySessions)),
            "40 for 20 minutes each"
        );
    }
}
