//! At least 99 % of the permits are used while enough visitors in front ask as told, and nothing is
//! at fault.
//!
//! The oracle counts the permits itself, as they fall due in whole minutes of flow time
//! ([`super::due_permits`]); those beyond the ones of a permit's life, [`PERMIT_LIFE_MS`], lapse. A
//! permit that lapses counts against the room if [`ASKERS_MIN`] visitors, which the serving line
//! keeps present in front, could have taken it: each has claimed since a permit's life ago, polls
//! as told, and is behind no number that nodes still wait for. A visitor claims with the second
//! poll after the line reached the number, and nodes wait for both polls; a permit can lapse
//! meanwhile.
//!
//! With fewer visitors in front, a permit can fall due and lapse while they are between two polls.
//! So it can where the network takes longer than nodes wait for a poll, and in a line that is not
//! alone, whose permits others take: there, nothing is judged. Leases set permits aside for nodes
//! that may not need them. Nodes that do not commit are not excused by that, but only by what
//! happened to them: failures, orders and failovers excuse here as in [`super::turns`]
//! ([`super::interruptions`]), and a store that is away, no running process, and a node without a
//! connection ([`Fact::Unserved`] and [`Fact::CutOff`]) excuse here in every room.

use std::collections::{BTreeMap, BTreeSet};

use admission::outflow::PERMIT_LIFE_MS;
use admission::poll_interval::{POLL_MS_MIN, POLL_MS_UNLOADED_MAX};
use admission::presence::{EXPECTED_MS, NETWORK_MS};
use admission::serving::{COVER_PEOPLE_MIN, poll_ms_max};
use admission::{Ahead, Control};

use super::due_permits::DuePermits;
use super::front_visitors::FrontVisitors;
use super::granted_minute::GrantedMinute;
use super::{COUNTED_LATE_MS, MINUTE_MS, RETURN_MS};
use crate::oracle::draw::Numbering;
use crate::oracle::{Fact, FactTime, OracleContext};

/// The visitors who have to be in front before a permit that lapses counts.
const ASKERS_MIN: usize = COVER_PEOPLE_MIN as usize;
/// A node alone counts a grant in the minute for this much longer, in milliseconds: 0.4 s by
/// design, and a commit. Nodes that learn of each other's grants count them for
/// [`COUNTED_LATE_MS`] longer.
const COUNTED_LATE_ALONE_MS: u64 = 500;
/// Of this many judged permits, one can lapse.
const LAPSED_ONE_IN: u64 = 100;
/// The permits that can lapse besides: one is more than its share of fewer than a hundred.
const LAPSED_BESIDES: u64 = 1;

/// A number for which nodes wait before they let higher ones in.
#[derive(Debug, Clone, Copy)]
struct WaitedFor {
    until: u64,
    /// Whether the visitor has polled since the line reached the number.
    has_polled: bool,
}

#[derive(Debug)]
pub(in crate::oracle) struct PermitUseOracle {
    world: OracleContext,
    /// Whether the line's permits are its own.
    is_alone: bool,
    /// The visitors who were told the turn, each with the time since which the visitor claims, or
    /// was excused last.
    askers: FrontVisitors,
    waited_for: BTreeMap<u64, WaitedFor>,
    /// The numbers that were let in.
    through: BTreeSet<u64>,
    /// The numbers that no longer count, because their visitors gave up or fell silent.
    gone: BTreeSet<u64>,
    /// The line has reached all numbers below this one.
    reached: u64,
    minute: GrantedMinute,
    permits: DuePermits,
    /// Flow time of the last commit.
    flow: u64,
    /// The permits that were judged, and those of them that lapsed.
    due: u64,
    lapsed: u64,
}

impl PermitUseOracle {
    pub(in crate::oracle) fn new(rate: u32, world: &OracleContext) -> Self {
        let is_judged = world.lines == 1 && world.gap_ms <= NETWORK_MS;
        let late_ms = match world.single {
            true => COUNTED_LATE_ALONE_MS,
            false => COUNTED_LATE_MS,
        };
        // A commit can be under way when the minute has room again.
        let window_ms = MINUTE_MS + late_ms + world.gap_ms / 2;
        Self {
            world: *world,
            is_alone: is_judged && !world.leases && !world.unseen,
            // The claim comes with the next poll.
            askers: FrontVisitors::new(rate, RETURN_MS, world.slack_ms, EXPECTED_MS),
            waited_for: BTreeMap::new(),
            through: BTreeSet::new(),
            gone: BTreeSet::new(),
            reached: 0,
            minute: GrantedMinute::new(window_ms),
            permits: DuePermits::new(window_ms),
            flow: 0,
            due: 0,
            lapsed: 0,
        }
    }

    /// Returns how many permits were judged, and how many of them lapsed.
    pub(in crate::oracle) fn permits(&self) -> (u64, u64) {
        (self.due, self.lapsed)
    }

    /// Checks a fact; `lets_in`: whether the room lets visitors in now, as far as its state and the
    /// sessions on the site say.
    pub(in crate::oracle) fn witness(
        &mut self,
        at: FactTime,
        fact: &Fact,
        (numbering, lets_in): (&Numbering, bool),
    ) -> Result<(), String> {
        let now = at.real_ms;
        self.askers.witness(now, fact, (numbering, lets_in));
        match *fact {
            Fact::Durable { .. } => return self.commit(at),
            Fact::Shown {
                number,
                first: true,
                diligent,
                ..
            } => self.polls(number, diligent, now),
            Fact::Late { place } => {
                let number = numbering.number(place);
                number.into_iter().for_each(|number| self.askers.remove(number));
            }
            Fact::Cancelled { place } | Fact::Uncounted { place } => {
                if let Some(number) = numbering.number(place) {
                    self.askers.remove(number);
                    self.waited_for.remove(&number);
                    self.gone.insert(number);
                }
            }
            Fact::Grant { number, .. } => self.granted(number, at),
            Fact::Reached { below } => self.reach(below, now),
            Fact::Control {
                control: Control::Reset,
                ..
            } => self.begin_run(),
            Fact::Pool { .. } | Fact::Groups { .. } | Fact::Site(_) => self.is_alone = false,
            Fact::CutOff { until_ms } => {
                self.minute.cut_off(until_ms);
                self.askers.excuse(until_ms.max(now));
            }
            Fact::Unserved { until_ms } => self.askers.excuse(until_ms.max(now)),
            _ => {}
        }
        Ok(())
    }

    fn begin_run(&mut self) {
        self.askers.clear();
        self.waited_for.clear();
        self.through.clear();
        self.gone.clear();
        self.reached = 0;
    }

    fn polls(&mut self, number: u64, diligent: bool, now: u64) {
        if let Some(waited_for) = self.waited_for.get_mut(&number) {
            if waited_for.has_polled {
                self.waited_for.remove(&number);
            } else {
                let until = now + EXPECTED_MS + self.world.slack_ms;
                *waited_for = WaitedFor {
                    until,
                    has_polled: true,
                };
            }
        }
        if !diligent || self.through.contains(&number) {
            return;
        }
        self.askers.polls(number, now);
    }

    fn granted(&mut self, number: u64, at: FactTime) {
        let counts_as = self.minute.grant(at);
        self.through.insert(number);
        self.askers.remove(number);
        self.waited_for.remove(&number);
        self.due += u64::from(self.permits.spend(counts_as));
    }

    /// Waits for the numbers that the line reaches, as long as nodes do: at most for the interval
    /// that the distance to the line allows.
    fn reach(&mut self, below: u64, now: u64) {
        for number in self.reached..below {
            if self.through.contains(&number) || self.gone.contains(&number) {
                continue;
            }
            let interval_ms = poll_ms_max(Ahead(number - self.reached)).clamp(POLL_MS_MIN, POLL_MS_UNLOADED_MAX);
            let waited_for = WaitedFor {
                until: now + interval_ms + NETWORK_MS + self.world.slack_ms,
                has_polled: false,
            };
            self.waited_for.insert(number, waited_for);
        }
        self.reached = self.reached.max(below);
    }

    /// Returns for how long enough visitors have claimed beyond a permit's life, in milliseconds;
    /// `None` if they are too few, or excused.
    fn asked_for_ms(&mut self, now: u64) -> Option<u64> {
        self.waited_for.retain(|_, waited_for| now < waited_for.until);
        if !self.is_alone || now < self.askers.all_excused_until() {
            return None;
        }
        let first = self.waited_for.keys().next().copied().unwrap_or(u64::MAX);
        let askers = self.askers.asking(now).take_while(|(number, _)| *number <= first);
        let mut since: Vec<u64> = askers.map(|(_, since)| since).collect();
        if since.len() < ASKERS_MIN {
            return None;
        }
        let (_, enough_since, _) = since.select_nth_unstable(ASKERS_MIN - 1);
        now.checked_sub(*enough_since + PERMIT_LIFE_MS)
    }

    /// Counts the permits that fell due and lapsed since the commit before.
    fn commit(&mut self, at: FactTime) -> Result<(), String> {
        self.flow = self.flow.max(at.flow_ms);
        let Some(asked_for_ms) = self.asked_for_ms(at.real_ms) else {
            self.permits.stop(self.flow);
            return Ok(());
        };
        let rate = self.askers.rate();
        let asked = (self.flow, asked_for_ms);
        self.due += self.permits.fall_due(asked, rate, self.minute.times());
        let lapsed = self.permits.lapse(1 + PERMIT_LIFE_MS * u64::from(rate) / MINUTE_MS);
        self.lapsed += lapsed;
        if lapsed == 0 || self.lapsed <= self.due / LAPSED_ONE_IN + LAPSED_BESIDES {
            return Ok(());
        }
        Err(format!(
            "{} of {} permits lapsed while {ASKERS_MIN} visitors or more in front asked as told",
            self.lapsed, self.due
        ))
    }
}
