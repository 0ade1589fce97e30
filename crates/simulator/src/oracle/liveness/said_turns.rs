//! "It is your turn" is not taken back from a visitor who asks as told, unless something that the
//! visitor or the room did takes it back.
//!
//! Causes are everything that excuses the nodes ([`Interruptions`]), a minute that is full for
//! longer than the pace makes people wait, and a visitor with a lower number who comes, or comes
//! back, after the turn was said, or so shortly before that another node could not know. Of a
//! visitor who asks late, gives up the place, or steps aside, nothing is expected.
//!
//! Lines that share a capacity are not judged, because the permits of one can go to another at any
//! moment, and sites with a cap on their sessions are not, because the last free slots do.

use std::collections::BTreeMap;

use admission::Control;
use admission::lease::LEASE_MS;

use super::front_visitors::POLLS_MS;
use super::granted_minute::GrantedMinute;
use super::interruptions::Interruptions;
use super::{COUNTED_LATE_MS, MINUTE_MS, RETURN_MS};
use crate::oracle::draw::Numbering;
use crate::oracle::{Fact, FactTime, OracleContext};

/// A visitor whose page says that it is their turn.
#[derive(Debug, Clone, Copy)]
struct SaidTurn {
    /// When an answer said so first.
    since: u64,
    /// Whether a lower number has come since.
    is_displaced: bool,
}

/// A visitor in front.
#[derive(Debug, Clone, Copy)]
struct AskingVisitor {
    /// When the visitor came, or came back after a gap.
    came_at: u64,
    /// The last request.
    asked_at: u64,
}

#[derive(Debug)]
pub(in crate::oracle) struct SaidTurnsOracle {
    world: OracleContext,
    interruptions: Interruptions,
    said: BTreeMap<u64, SaidTurn>,
    asking: BTreeMap<u64, AskingVisitor>,
    minute: GrantedMinute,
    /// The site's rate, also the one that autotune found.
    site_rate: Option<u32>,
    is_capped: bool,
}

impl SaidTurnsOracle {
    pub(in crate::oracle) fn new(rate: u32, world: &OracleContext) -> Self {
        let leases_ms = if world.leases { LEASE_MS } else { 0 };
        let return_ms = RETURN_MS + leases_ms + world.slack_ms;
        Self {
            world: *world,
            interruptions: Interruptions::new(rate, return_ms, POLLS_MS + world.slack_ms),
            said: BTreeMap::new(),
            asking: BTreeMap::new(),
            minute: GrantedMinute::new(MINUTE_MS + COUNTED_LATE_MS),
            site_rate: None,
            is_capped: false,
        }
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
        if self.interruptions.witness(now, fact, (numbering, lets_in)).is_some() {
            self.interruptions.excuse(now);
        }
        match *fact {
            Fact::Shown {
                number, first: true, ..
            } => self.asks(number, now),
            Fact::Shown { number, .. } => return self.is_told(at, number, false),
            Fact::TurnSaid {
                number,
                says_turn,
                diligent: true,
            } => return self.is_told(at, number, says_turn),
            Fact::NodeFailed { .. } => self.interruptions.excuse(now),
            Fact::CutOff { until_ms } => {
                self.minute.cut_off(until_ms);
                self.interruptions.excuse(until_ms);
            }
            Fact::Unserved { until_ms } => self.interruptions.excuse(until_ms),
            Fact::Grant { number, .. }
            | Fact::Leased {
                number, current: true, ..
            } => {
                self.minute.grant(at);
                self.asking.remove(&number);
                self.said.remove(&number);
            }
            Fact::Late { place }
            | Fact::Cancelled { place }
            | Fact::SteppedAside { place }
            | Fact::Transferred { place, .. }
            | Fact::Uncounted { place } => {
                if let Some(number) = numbering.number(place) {
                    self.said.remove(&number);
                    // Whoever asks again after this comes back.
                    self.asking.remove(&number);
                }
            }
            Fact::Site(site) => {
                self.is_capped = site.cap.is_some();
                let rate = site.found.or(site.rate);
                if rate != self.site_rate {
                    self.site_rate = rate;
                    self.interruptions.excuse(now);
                }
            }
            Fact::Control {
                control: Control::Reset,
                ..
            } => {
                self.said.clear();
                self.asking.clear();
            }
            _ => {}
        }
        Ok(())
    }

    /// The longest time between two requests of a visitor in front who asks as told, in
    /// milliseconds.
    fn gap_ms_max(&self) -> u64 {
        POLLS_MS + self.world.slack_ms
    }

    /// Records that a visitor in front asks. A visitor who comes, or comes back after a gap, goes
    /// before all higher numbers.
    fn asks(&mut self, number: u64, now: u64) {
        let known = self.asking.get(&number).copied();
        let known = known.filter(|known| now <= known.asked_at + self.gap_ms_max());
        if known.is_none() {
            let behind = self.said.range_mut(number + 1..);
            behind.for_each(|(_, said)| said.is_displaced = true);
        }
        let visitor = AskingVisitor {
            came_at: known.map_or(now, |known| known.came_at),
            asked_at: now,
        };
        self.asking.insert(number, visitor);
    }

    /// Returns the permits of a minute.
    fn rate(&self) -> u32 {
        self.site_rate.unwrap_or(u32::MAX).min(self.interruptions.rate())
    }

    /// Returns whether the minute before a flow time has no room for a grant, for longer than the
    /// pace makes people wait.
    fn is_held_up(&mut self, flow: u64) -> bool {
        let rate = self.rate();
        let Some(period_ms) = MINUTE_MS.checked_div(u64::from(rate)) else {
            return true;
        };
        let is_full = self.minute.is_full(flow, rate);
        let leaves = self
            .minute
            .times()
            .next()
            .map(|first| first + MINUTE_MS + COUNTED_LATE_MS);
        is_full && leaves.is_some_and(|at| at > flow + period_ms.max(POLLS_MS))
    }

    /// Records whether an answer says that it is a visitor's turn.
    fn is_told(&mut self, at: FactTime, number: u64, says_turn: bool) -> Result<(), String> {
        let now = at.real_ms;
        if says_turn {
            let gap_ms_max = self.gap_ms_max();
            let mut lower = self.asking.range(..number);
            let is_displaced = lower.any(|(_, visitor)| now <= visitor.came_at + gap_ms_max);
            let since = now;
            self.said.entry(number).or_insert(SaidTurn { since, is_displaced });
            return Ok(());
        }
        let Some(said) = self.said.remove(&number) else {
            return Ok(());
        };
        let is_judged = self.world.lines == 1 && !self.is_capped && !said.is_displaced;
        if !is_judged || now <= self.interruptions.until(number) || self.is_held_up(at.flow_ms) {
            return Ok(());
        }
        Err(format!(
            "{number} was told the turn at {} ms and asks as told, and the turn is taken back without a cause",
            said.since
        ))
    }
}
