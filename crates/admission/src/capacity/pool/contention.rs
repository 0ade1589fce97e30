//! The competition of a pool's lines over time: the rates at which their visitors are let in,
//! simulated until all lines except the one in question are empty.
//!
//! A line with visitors takes its share, and a line without visitors takes as much as its newcomers
//! need. Only visitors who are likely to take a permit count: the visitors in line minus the
//! expected no-shows, and as many newcomers per minute as in the last minute, without bursts. The
//! line in question always has visitors.

use super::level::{RatePart, level};
use super::{LineIndex, PoolConfig, PoolState, RoomIndex};
use crate::rate_steps::RateSteps;
use crate::state::State;
use crate::tally::TALLY_SECONDS;
use crate::time::FlowMs;

/// The minimum share of the visitors in line who are expected to take a permit.
const TAKING_MIN: f64 = 0.05;
/// The shortest time until a line empties, in milliseconds: shorter steps are meaningless.
const STEP_MS_MIN: f64 = 500.0;
/// Fewer visitors than this count as none.
const LEAST_PEOPLE: f64 = 1e-6;
/// The length of the parts into which the last minute is divided to count newcomers, in seconds.
const PART_SECONDS: u64 = 10;

/// A line beside others.
#[derive(Debug, Clone, Copy)]
struct Contender {
    line: LineIndex,
    /// The number of visitors who will take a permit.
    people: f64,
    /// The number of further such visitors per minute.
    coming: f64,
}

/// The rates of a line and of its room as the lines beside them empty.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineRates {
    pub(super) of_room: RateSteps,
    pub(super) of_line: RateSteps,
}

/// The lines of a pool that have visitors or newcomers, and the line in question.
#[derive(Debug)]
pub(super) struct Contention<'a> {
    config: &'a PoolConfig,
    asked: LineIndex,
    contenders: Vec<Contender>,
}

impl<'a> Contention<'a> {
    pub(super) fn new(state: &PoolState, config: &'a PoolConfig, now: FlowMs, asked: LineIndex) -> Self {
        let lines = LineIndex::first(config.lines.len()).zip(&state.lines);
        let contenders = lines
            .filter(|(_, line)| line.ledger.flows())
            .map(|(line, state)| Contender {
                line,
                people: people(state),
                coming: coming(state, now),
            });
        let beside = contenders.filter(|one| one.line != asked && (one.people > 0.0 || one.coming > 0.0));
        let own = Contender {
            line: asked,
            people: f64::INFINITY,
            coming: 0.0,
        };
        Self {
            config,
            asked,
            contenders: beside.chain([own]).collect(),
        }
    }

    /// Returns whether people wait in lines other than the one in question.
    pub(super) fn is_waited_beside(&self) -> bool {
        self.waited_beside().next().is_some()
    }

    /// Returns whether people wait in other lanes of the room of the line in question.
    pub(super) fn is_waited_in_room(&self) -> bool {
        let room = self.config.lines[self.asked.at()].room;
        self.waited_beside().any(|one| self.room(one) == room)
    }

    fn waited_beside(&self) -> impl Iterator<Item = &Contender> {
        let beside = self.contenders.iter().filter(|one| one.line != self.asked);
        beside.filter(|one| one.people > 0.0)
    }

    /// Returns the rates of the line and its room out of a pool's `capacity`.
    pub(super) fn play(mut self, capacity: f64) -> LineRates {
        let outflow = f64::from(self.config.room_of(self.asked).config.max_outflow.0);
        let alone = outflow.min(capacity);
        let (mut of_room, mut of_line) = (RateSteps::new(alone), RateSteps::new(alone));
        loop {
            let (rates, room) = self.rates(capacity);
            let next_ms = self.next_empties_ms(&rates);
            of_room.push(room, next_ms);
            of_line.push(rates.last().copied().unwrap_or(0.0), next_ms);
            if next_ms.is_infinite() || of_line.is_full() {
                return LineRates { of_room, of_line };
            }
            for (one, rate) in self.contenders.iter_mut().zip(&rates) {
                let left = one.people + (one.coming - rate) / 60_000.0 * next_ms;
                one.people = if left < LEAST_PEOPLE { 0.0 } else { left };
            }
        }
    }

    /// Returns in how many milliseconds the next of the other lines empties.
    fn next_empties_ms(&self, rates: &[f64]) -> f64 {
        let beside = self
            .contenders
            .iter()
            .zip(rates)
            .filter(|(one, _)| one.line != self.asked);
        let empties_ms = beside.filter_map(|(one, rate)| {
            let faster = rate - one.coming;
            (one.people > 0.0 && faster > 0.0).then(|| one.people / faster * 60_000.0)
        });
        empties_ms.fold(f64::INFINITY, f64::min).max(STEP_MS_MIN)
    }

    /// Returns the rate of each line, and that of the room of the line in question.
    fn rates(&self, capacity: f64) -> (Vec<f64>, f64) {
        let rooms = self.rooms(capacity);
        let of_room = |of: RoomIndex| {
            rooms
                .iter()
                .find(|(room, _)| *room == of)
                .map_or(0.0, |(_, rate)| *rate)
        };
        let mut rates = vec![0.0; self.contenders.len()];
        for (room, rate) in &rooms {
            let within = || {
                self.contenders
                    .iter()
                    .enumerate()
                    .filter(|(_, one)| self.room(one) == *room)
            };
            let parts: Vec<RatePart> = within().map(|(_, one)| self.part_of_line(one, *rate)).collect();
            let level = level(*rate, &parts);
            for ((at, _), part) in within().zip(&parts) {
                rates[at] = part.at(level);
            }
        }
        (rates, of_room(self.config.lines[self.asked.at()].room))
    }

    fn room(&self, one: &Contender) -> RoomIndex {
        self.config.lines[one.line.at()].room
    }

    fn part_of_line(&self, one: &Contender, most: f64) -> RatePart {
        RatePart {
            weight: f64::from(self.config.lines[one.line.at()].weight.get()),
            least: 0.0,
            most: if one.people > 0.0 { most } else { one.coming.min(most) },
        }
    }

    /// Returns the rate of each room.
    fn rooms(&self, capacity: f64) -> Vec<(RoomIndex, f64)> {
        let minimums: f64 = self.config.rooms.iter().map(|room| f64::from(room.minimum.0)).sum();
        let scale = if minimums > capacity { capacity / minimums } else { 1.0 };
        let mut rooms: Vec<RoomIndex> = self.contenders.iter().map(|one| self.room(one)).collect();
        rooms.sort_unstable();
        rooms.dedup();
        let part = |index: &RoomIndex| {
            let room = &self.config.rooms[index.at()];
            let outflow = f64::from(room.config.max_outflow.0);
            let within = || self.contenders.iter().filter(|one| self.room(one) == *index);
            let most = match within().any(|one| one.people > 0.0) {
                true => outflow,
                false => within().map(|one| one.coming).sum::<f64>().min(outflow),
            };
            RatePart {
                weight: f64::from(room.weight.get()),
                least: (f64::from(room.minimum.0) * scale).min(most),
                most,
            }
        };
        let parts: Vec<RatePart> = rooms.iter().map(part).collect();
        let level = level(capacity, &parts);
        let rates = parts.iter().map(|part| part.at(level).min(capacity));
        rooms.iter().copied().zip(rates).collect()
    }
}

/// Returns how many visitors of a line will take a permit.
fn people(line: &State) -> f64 {
    let passed_over = line.ledger.serving.passed().passed_over(&line.marks);
    let waiting = line.waiting().saturating_sub(passed_over);
    waiting as f64 * (1.0 - line.ledger.no_shows.value()).max(TAKING_MIN)
}

/// Returns how many newcomers per minute continue to arrive at a line and will take a permit. A
/// burst counts only as far as it could be chance, because it says nothing about the next minutes.
fn coming(line: &State, now: FlowMs) -> f64 {
    let ledger = &line.ledger;
    let until = |seconds: u64| match seconds {
        0 => 0,
        seconds => ledger.inflow.last_seconds(now, seconds),
    };
    let parts = (0..TALLY_SECONDS / PART_SECONDS).map(|part| {
        let from = part * PART_SECONDS;
        (until(from + PART_SECONDS) - until(from)) as f64
    });
    let mut parts: Vec<f64> = parts.collect();
    parts.sort_unstable_by(f64::total_cmp);
    // A burst of up to half a minute lies in no more than half of the parts.
    let middle = parts[parts.len() / 2 - 1];
    let most = middle + 2.0 * middle.sqrt() + 1.0;
    let coming: f64 = parts.iter().map(|part| part.min(most)).sum();
    coming * (1.0 - ledger.no_shows.value()).max(TAKING_MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::RoomConfig;
    use crate::ledger::Ledger;
    use crate::pool::{PoolLedger, PoolLine, PoolRoom};
    use crate::share::Weight;
    use crate::time::WallMs;
    use crate::units::{PerMinute, Sequence};

    const ORDINARY: LineIndex = LineIndex(0);

    fn weight(weight: u16) -> Weight {
        Weight::new(weight).expect("above 0")
    }

    /// A room of 60 a minute with a group of weight 9, and people in both lines.
    fn room(waiting: [u64; 2]) -> (PoolConfig, PoolState) {
        let lane = |of| PoolLine {
            room: RoomIndex(0),
            weight: weight(of),
            is_closed: false,
        };
        let config = PoolConfig {
            rooms: vec![PoolRoom {
                config: RoomConfig::new(PerMinute(60)),
                weight: weight(1),
                minimum: PerMinute(0),
            }],
            lines: vec![lane(1), lane(9)],
            ..PoolConfig::default()
        };
        let lines = waiting.map(|waiting| {
            let mut ledger = Ledger::new(&config.rooms[0].config, WallMs(0));
            ledger.next = Sequence(waiting);
            State::new(ledger)
        });
        let state = PoolState {
            ledger: PoolLedger::default(),
            lines: lines.into(),
        };
        (config, state)
    }

    fn rate_steps(waiting: [u64; 2]) -> RateSteps {
        let (config, state) = room(waiting);
        Contention::new(&state, &config, FlowMs(0), ORDINARY)
            .play(f64::INFINITY)
            .of_line
    }

    #[test]
    fn a_group_takes_its_share_until_it_is_empty() {
        let rate_steps = rate_steps([60, 27]);
        assert_eq!(rate_steps.rate_now(), 6.0);
        assert!((rate_steps.at_ms(3.0) - 30_000.0).abs() < 10.0, "{rate_steps:?}");
        assert!((rate_steps.at_ms(33.0) - 60_000.0).abs() < 10.0, "{rate_steps:?}");
    }

    #[test]
    fn a_single_person_takes_one_permit() {
        let rate_steps = rate_steps([60, 1]);
        assert!((rate_steps.at_ms(60.0) - 61_000.0).abs() < 500.0, "{rate_steps:?}");
        assert!(rate_steps.mean_within(60_000.0) > 58.0, "{rate_steps:?}");
    }

    #[test]
    fn those_who_keep_coming_are_expected_and_a_burst_is_not() {
        let (config, mut state) = room([60, 0]);
        let group = &mut state.lines[1].ledger.inflow;
        (0..60).for_each(|second| group.count(FlowMs(second * 1_000), second % 2));
        let now = FlowMs(59_900);
        let expected = |state: &PoolState| {
            let rates = Contention::new(state, &config, now, ORDINARY).play(f64::INFINITY);
            rates.of_line.rate_now()
        };
        assert_eq!(expected(&state), 30.0);
        state.lines[1].ledger.inflow = crate::tally::Tally::default();
        state.lines[1].ledger.inflow.count(FlowMs(55_000), 30);
        assert!(expected(&state) >= 59.0, "{}", expected(&state));
        // A burst of 20 s is recognized at any position in the minute.
        let burst = crate::tally::Tally::default();
        for ends in [25_000, 31_000, 37_000, 44_000, 58_000] {
            let inflow = &mut state.lines[1].ledger.inflow;
            *inflow = burst.clone();
            (0..20)
                .rev()
                .for_each(|second| inflow.count(FlowMs(ends - second * 1_000), 6));
            assert!(expected(&state) >= 56.0, "{} at {ends}", expected(&state));
        }
    }
}
