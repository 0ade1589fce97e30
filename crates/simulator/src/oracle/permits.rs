//! Invariant 5: nothing is granted while the room is paused or disabled, before the start or after
//! the end, at rate 0 or without a permit. A lost reply is repeated unchanged and without a permit.
//!
//! Permits become due at regular intervals and lapse after 2 s, so ten seconds hold no more grants
//! than the permits that become due in twelve seconds, plus one; twice that at a full opening,
//! until the first minute's amount is spent. If visitors pass unseen, only the bound applies.
//!
//! In a room that is always visible, nobody is redirected before an answer has told that the
//! visitor is first in line. An answer that is lost on its way counts: no node can know of it.

use std::collections::VecDeque;

use admission::Control;

use super::{Fact, FactTime, OracleContext, entry};

const TOKEN_MS: u64 = 180_000;
/// For how long nodes remember grants, in milliseconds.
const REMEMBERED_MS: u64 = node::grants::LOG_MS;
const SPAN_MS: u64 = 10_000;
const LAPSE_MS: u64 = 2_000;

#[derive(Debug)]
pub(super) struct Permits {
    rate: u32,
    redirects_max: u8,
    world: OracleContext,
    paused: bool,
    disabled: bool,
    /// Whether the run is over, by schedule or by order.
    ended: bool,
    /// Wall time of the last commit.
    wall: u64,
    /// Flow time of the first commit of the run at or after the moment at which the line starts to
    /// move.
    opened_at: Option<u64>,
    /// The first minute's amount: the rate when the run opened.
    amount: u64,
    /// Flow time at which that amount was spent.
    amount_spent_at: Option<u64>,
    total: u64,
    places: Vec<PlacePermits>,
    /// Grants of the last ten seconds of flow time.
    lately: VecDeque<u64>,
    /// The rates of the last ten seconds, each with its start.
    rates: VecDeque<(u64, u32)>,
    /// The moment up to which a failover kept commits (real time), until the recovery from it.
    failing: Option<u64>,
    /// Whether the operator gave orders since the failover.
    ordered: bool,
    /// The real time until which nodes may not know the last orders.
    unknown_until: u64,
}

/// The grants of a place.
#[derive(Debug, Clone, Default)]
struct PlacePermits {
    count: u8,
    /// Stamps of the last two grants.
    last: u64,
    before: u64,
    /// Real time of the commit that reported each grant, the last of them at the end.
    kept: Vec<u64>,
    /// Whether the commit of the last grant was lost, so that possibly no node remembers its time.
    forgotten: bool,
    /// Stamp of the last grant that a commit made or recorded, if no failover lost it.
    committed: Option<u64>,
    /// The number of leased grants that no commit has recorded yet.
    alone: u8,
    /// Whether a node told the visitor to be first in line.
    told_first: bool,
}

impl Permits {
    pub(super) fn new(rate: u32, redirects_max: u8, world: &OracleContext) -> Self {
        Self {
            rate,
            redirects_max,
            world: *world,
            paused: false,
            disabled: false,
            ended: false,
            wall: 0,
            opened_at: world.flows_wall.is_none().then_some(0),
            amount: u64::from(rate),
            amount_spent_at: None,
            total: 0,
            places: Vec::new(),
            lately: VecDeque::new(),
            rates: VecDeque::from([(0, rate)]),
            failing: None,
            ordered: false,
            unknown_until: 0,
        }
    }

    pub(super) fn witness(&mut self, at: FactTime, fact: &Fact) -> Result<(), String> {
        match *fact {
            Fact::Durable { wall, .. } => {
                self.kept(at.flow_ms, wall);
                Ok(())
            }
            Fact::Rate { per_minute } if per_minute != self.rate => {
                self.rate = per_minute;
                self.rates.push_back((at.flow_ms, per_minute));
                Ok(())
            }
            Fact::Control { control, accepted } => self.control(at.flow_ms, control, accepted),
            Fact::Grant { number, wall } => {
                self.spread(at.flow_ms)?;
                self.grant(at.real_ms, number, wall)?;
                if self.total >= self.amount {
                    self.amount_spent_at.get_or_insert(at.flow_ms);
                }
                Ok(())
            }
            Fact::Emptied { counted_from_ms } => {
                self.forget_grants(at.real_ms, counted_from_ms);
                Ok(())
            }
            Fact::FailedOver { kept_ms } => {
                self.fail(kept_ms);
                Ok(())
            }
            Fact::Recovered {
                known,
                paused,
                disabled,
                ended,
                granted,
            } => self.recovered(known, [paused, disabled, ended], granted),
            Fact::Granted { total } if self.failing.is_some() => {
                self.total = total;
                Ok(())
            }
            Fact::Leased { number, wall, current } => self.leased(at.real_ms, number, wall, current),
            Fact::Recorded { number, wall } => self.recorded(at.real_ms, number, wall),
            Fact::RecordedBefore { number, wall } => {
                let place = entry(&mut self.places, number);
                // A node may remember what a failover lost.
                match place.committed == Some(wall) || place.forgotten {
                    true => Ok(()),
                    false => Err(format!("no commit recorded that {number} was let in by a lease")),
                }
            }
            Fact::Confirmed { in_ms } => {
                let slow_ms = if in_ms > 0 { self.world.late_ms } else { 0 };
                self.unknown_until = self.unknown_until.max(at.real_ms + in_ms + slow_ms);
                Ok(())
            }
            Fact::Granted { total } if total != self.total => {
                Err(format!("the room counts {total} grants, {} were given", self.total))
            }
            Fact::Repeated {
                number,
                granted_at,
                wall,
            } => self.repeated(number, granted_at, wall),
            Fact::ToldFirst { number } => {
                entry(&mut self.places, number).told_first = true;
                Ok(())
            }
            Fact::Sent { number, granted_at } => self.sent(number, granted_at),
            _ => Ok(()),
        }
    }

    /// Returns whether the room lets visitors in: it is open, and neither paused nor disabled.
    pub(super) fn lets_in(&self) -> bool {
        let is_held = self.paused || self.disabled || self.ended || self.rate == 0 || self.is_over();
        !is_held && self.opened_at.is_some() && self.failing.is_none()
    }

    fn fail(&mut self, kept_ms: u64) {
        (self.failing, self.ordered) = (Some(kept_ms), false);
        let lost = self
            .places
            .iter_mut()
            .filter(|place| place.count > 0 && place.kept.last().is_some_and(|kept_at| *kept_at >= kept_ms));
        lost.for_each(|place| (place.forgotten, place.committed) = (true, None));
    }

    /// Forgets the grants that a running node may not remember: those of before `from_ms`, and
    /// those of more than [`REMEMBERED_MS`] ago by any wall clock. How often a place was let
    /// through is then known for the remembered grants only; of a place without any, nodes still
    /// know that it was let through, but not when.
    fn forget_grants(&mut self, now: u64, from_ms: u64) {
        let error_ms = 2 * self.world.wall_error_ms;
        let is_known = |kept_at: u64| kept_at >= from_ms && kept_at + REMEMBERED_MS > now + error_ms;
        let can_be_valid = |kept_at: u64| kept_at + TOKEN_MS + error_ms > now;
        for place in self.places.iter_mut().filter(|place| place.count > 0) {
            let last = place.kept.last().copied();
            place.forgotten |= last.is_none_or(|kept_at| !is_known(kept_at) && can_be_valid(kept_at));
            let known = place.kept.iter().filter(|kept_at| is_known(**kept_at)).count();
            place.count = place.count.min(u8::try_from(known.max(1)).unwrap_or(u8::MAX));
        }
    }

    /// Checks that the operator's orders still hold if a node remembered them.
    fn recovered(&mut self, known: bool, stands: [bool; 3], granted: u64) -> Result<(), String> {
        let before = [self.paused, self.disabled, self.ended];
        if known && !self.ordered && stands != before {
            return Err(format!(
                "paused, disabled, ended were {before:?}, somebody knew, and are {stands:?}"
            ));
        }
        [self.paused, self.disabled, self.ended] = stands;
        (self.failing, self.total) = (None, granted);
        Ok(())
    }

    fn kept(&mut self, flow: u64, wall: u64) {
        // The orders of a commit precede the effects of its schedule.
        self.ended |= self.is_over();
        self.wall = wall;
        if self.opened_at.is_none() && self.world.flows_wall.is_none_or(|moment| moment <= wall) {
            (self.opened_at, self.amount) = (Some(flow), u64::from(self.rate));
        }
    }

    fn is_over(&self) -> bool {
        self.world.end_wall.is_some_and(|moment| moment <= self.wall)
    }

    fn control(&mut self, flow: u64, control: Control, accepted: bool) -> Result<(), String> {
        let allowed = match control {
            Control::Pause => !self.paused && !self.ended,
            Control::Resume => self.paused,
            Control::Disable => !self.disabled,
            Control::Enable => self.disabled,
            Control::End => !self.ended,
            Control::Reset => true,
        };
        self.ordered = true;
        if accepted != allowed && self.failing.is_none() {
            return Err(format!(
                "{control:?} was accepted: {accepted} (paused {}, disabled {}, ended {})",
                self.paused, self.disabled, self.ended
            ));
        }
        match control {
            _ if !accepted => {}
            Control::Pause => self.paused = true,
            Control::Resume => self.paused = false,
            Control::Disable => self.disabled = true,
            Control::Enable => self.disabled = false,
            Control::End => (self.ended, self.paused) = (true, false),
            Control::Reset => self.begin_run(flow),
        }
        Ok(())
    }

    /// Starts a new run. A disabled room stays disabled; everything else starts afresh.
    fn begin_run(&mut self, flow: u64) {
        (self.paused, self.ended, self.total, self.opened_at) = (false, self.is_over(), 0, None);
        self.amount_spent_at = None;
        self.places.clear();
        self.kept(flow, self.wall);
    }

    fn grant(&mut self, now: u64, number: u64, wall: u64) -> Result<(), String> {
        if (self.paused || self.disabled) && self.failing.is_none() || self.rate == 0 {
            return Err(format!("{number} is granted while nobody may be"));
        }
        if self.opened_at.is_none() {
            return Err(format!("{number} is granted before the room opens"));
        }
        if self.ended && self.failing.is_none() || self.is_over() {
            return Err(format!("{number} is granted after the end"));
        }
        let place = entry(&mut self.places, number);
        if place.alone > 0 && place.last == wall {
            // The node did not know the outcome of this commit, and gave its grant by the lease.
            return self.recorded(now, number, wall);
        }
        if place.forgotten {
            // The visitor can take another permit, one more than the limit.
            (place.count, place.forgotten) = (place.count.min(self.redirects_max) - 1, false);
            place.last = place.before;
        }
        if place.count > 0 && place.alone == 0 && wall < place.last + TOKEN_MS {
            return Err(format!("{number} has a valid token and takes another permit"));
        }
        // The room does not know a grant by a node that stopped before reporting it.
        if place.count.saturating_sub(place.alone) >= self.redirects_max {
            return Err(format!("{number} is granted more than {} times", self.redirects_max));
        }
        (place.before, place.last) = (place.last, wall);
        place.kept.push(now);
        place.committed = Some(wall);
        place.count += 1;
        self.total += 1;
        Ok(())
    }

    /// Counts a grant that a node gave by its lease, when a commit makes or records it.
    fn recorded(&mut self, now: u64, number: u64, wall: u64) -> Result<(), String> {
        let place = entry(&mut self.places, number);
        if place.committed == Some(wall) {
            return Err(format!("a grant of {number} is recorded twice"));
        }
        place.alone = place.alone.saturating_sub(1);
        place.kept.push(now);
        place.committed = Some(wall);
        self.total += 1;
        Ok(())
    }

    /// Checks a grant by lease: while its lease lasts, the node follows the last orders that it
    /// knew.
    fn leased(&mut self, now: u64, number: u64, wall: u64, current: bool) -> Result<(), String> {
        let held = self.paused || self.disabled || self.ended || self.rate == 0 || self.opened_at.is_none();
        if (held || !current) && now > self.unknown_until {
            return Err(format!(
                "{number} is granted alone while nobody may be, and every node should know"
            ));
        }
        if current {
            let place = entry(&mut self.places, number);
            (place.before, place.last) = (place.last, wall);
            (place.count, place.alone) = (place.count + 1, place.alone + 1);
        }
        Ok(())
    }

    fn repeated(&mut self, number: u64, granted_at: u64, wall: u64) -> Result<(), String> {
        let &mut PlacePermits {
            last,
            before,
            forgotten,
            ..
        } = entry(&mut self.places, number);
        let remembered = granted_at == last || (forgotten && granted_at == before);
        if !remembered || granted_at == 0 {
            return Err(format!(
                "{number} was granted at {last} and gets a token of {granted_at}"
            ));
        }
        if wall >= granted_at + TOKEN_MS {
            return Err(format!("{number} gets a token that is not valid any more"));
        }
        Ok(())
    }

    /// Checks the token of a redirect. The grant before the last can still be valid by the clock of
    /// the node that made it.
    fn sent(&mut self, number: u64, granted_at: u64) -> Result<(), String> {
        let place = entry(&mut self.places, number);
        if place.count == 0 || ![place.last, place.before].contains(&granted_at) {
            return Err(format!(
                "{number} is sent on with a token of {granted_at}, which was never granted"
            ));
        }
        if !(place.told_first || self.world.unseen) {
            return Err(format!("{number} is sent on and was never told to be first in line"));
        }
        Ok(())
    }

    fn spread(&mut self, now: u64) -> Result<(), String> {
        if self.world.unseen {
            return Ok(());
        }
        self.lately.push_back(now);
        while self.lately.front().is_some_and(|at| at + SPAN_MS <= now) {
            self.lately.pop_front();
        }
        while self
            .rates
            .get(1)
            .is_some_and(|(from, _)| from + SPAN_MS + LAPSE_MS <= now)
        {
            self.rates.pop_front();
        }
        let highest = self.rates.iter().map(|(_, rate)| u64::from(*rate)).max().unwrap_or(0);
        let doubled = self.world.full && self.world.flows_wall.is_some();
        let spent = self.amount_spent_at.is_some_and(|at| now > at + SPAN_MS + LAPSE_MS);
        let pace = if doubled && !spent { 2 } else { 1 };
        let due = (highest * pace * (SPAN_MS + LAPSE_MS)).div_ceil(60_000) + 1;
        let given = self.lately.len() as u64;
        if given > due {
            return Err(format!("{given} grants in ten seconds, {due} permits fell due"));
        }
        Ok(())
    }
}
