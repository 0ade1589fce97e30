//! Judges that no minute holds more grants than the highest rate in force in it: for each room over
//! its lines, and for the pool if it has a rate. Grants of other nodes are not counted, which can
//! only hide an excess.

use std::collections::VecDeque;

use admission::lease::LEASE_MS;
use admission::pool::LineIndex;
use node::settings::NodeSettings;

use crate::entry::RecordedOpening;

const MINUTE_MS: u64 = 60_000;
/// Grants older than this are forgotten.
const KEPT_MS: u64 = 5 * MINUTE_MS;
/// With leases, a lower rate takes effect this many milliseconds later, when older leases are over.
const LEASED_MS: u64 = LEASE_MS + 2_000;

pub(super) struct OutflowOracle {
    groups: Vec<GrantedGroup>,
}

/// Lines with a common rate.
struct GrantedGroup {
    name: String,
    /// The index of the room, whose settings have the rate; `None` for the pool.
    room: Option<usize>,
    lines: Vec<usize>,
    rates: Vec<RateSpan>,
    /// Times of grants, in order.
    grants: VecDeque<u64>,
}

/// A rate, and the time within which it was in force.
struct RateSpan {
    from_ms: u64,
    until_ms: u64,
    /// `None` for no bound.
    rate: Option<u32>,
}

impl OutflowOracle {
    pub(super) fn new(opening: &RecordedOpening) -> Self {
        let group = |name: String, room, lines| GrantedGroup {
            name,
            room,
            lines,
            rates: Vec::new(),
            grants: VecDeque::new(),
        };
        let lines = opening.lines.iter().enumerate();
        let rooms = lines.clone().filter_map(|(index, line)| {
            let (name, _) = line.as_ref().filter(|(_, lane)| *lane == 0)?;
            let of_room = lines
                .clone()
                .filter(|(_, line)| line.as_ref().is_some_and(|(other, _)| other == name));
            Some(group(
                name.clone(),
                Some(index),
                of_room.map(|(index, _)| index).collect(),
            ))
        });
        let all = (0..opening.lines.len()).collect();
        let mut oracle = Self {
            groups: rooms.chain([group("the pool".to_owned(), None, all)]).collect(),
        };
        oracle.settings(opening.clocks.monotonic_ms, &opening.settings);
        oracle
    }

    pub(super) fn settings(&mut self, now_ms: u64, settings: &NodeSettings) {
        let has_leases = settings.lines.iter().flatten().any(|line| line.room.config.leases);
        for group in &mut self.groups {
            let rate = match group.room {
                None => settings.pool.rate.map(|rate| rate.0),
                Some(index) => {
                    let line = settings.lines.get(index).and_then(Option::as_ref);
                    Some(line.map_or(0, |line| line.room.config.max_outflow.0))
                }
            };
            group.begin(now_ms, rate, has_leases);
        }
    }

    /// Counts a grant.
    pub(super) fn grant(&mut self, line: LineIndex, at_ms: u64) -> Result<(), String> {
        let index = usize::from(line.0);
        let mut groups = self.groups.iter_mut().filter(|group| group.lines.contains(&index));
        groups.try_for_each(|group| group.grant(at_ms))
    }
}

impl GrantedGroup {
    fn begin(&mut self, now_ms: u64, rate: Option<u32>, has_leases: bool) {
        if let Some(last) = self.rates.last_mut() {
            if last.rate == rate {
                return;
            }
            last.until_ms = now_ms + if has_leases { LEASED_MS } else { 0 };
        }
        self.rates.push(RateSpan {
            from_ms: now_ms,
            until_ms: u64::MAX,
            rate,
        });
    }

    fn grant(&mut self, at_ms: u64) -> Result<(), String> {
        let place = self.grants.partition_point(|other| *other <= at_ms);
        self.grants.insert(place, at_ms);
        let newest = self.grants.back().copied().unwrap_or(at_ms);
        while self.grants.front().is_some_and(|first| first + KEPT_MS < newest) {
            self.grants.pop_front();
        }
        // Each window that ends with a grant and contains this one.
        let ends = self.grants.iter().enumerate();
        let ends = ends.filter(|(_, end)| (at_ms..at_ms + MINUTE_MS).contains(end));
        for (last, end) in ends {
            let before = self.grants.partition_point(|other| other + MINUTE_MS <= *end);
            let count = last + 1 - before;
            let in_force = self.rates.iter();
            let in_force =
                in_force.filter(|span| span.from_ms <= *end && span.until_ms.saturating_add(MINUTE_MS) > *end);
            let rates: Option<Vec<u32>> = in_force.map(|span| span.rate).collect();
            let Some(highest) = rates.map(|rates| rates.into_iter().max().unwrap_or(0)) else {
                continue;
            };
            if count > usize::try_from(highest).unwrap_or(usize::MAX) {
                let name = &self.name;
                return Err(format!(
                    "{name}: {count} grants in one minute, and the highest rate in force in it is {highest} a minute"
                ));
            }
        }
        Ok(())
    }
}
