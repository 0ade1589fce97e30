//! A visitor who was told that it is their turn, and polls as told, is let in in time, unless
//! others go first.
//!
//! The first answer that says so starts a clock. It starts again with each grant of a lower number,
//! because the permit was used in order, and with everything that excuses the nodes. Within
//! [`PERIODS`] permit periods and two polls, a permit must have gone to the visitor or to a lower
//! number. While the minute is full, the clock stands.
//!
//! Where a message takes so long that polls come later than nodes wait for them, a visitor can miss
//! some permits: there the clock runs [`PERIODS_SLOW`] periods.

use std::collections::BTreeSet;

use admission::Control;
use admission::lease::LEASE_MS;

use super::front_visitors::{FrontVisitors, POLLS_MS};
use super::granted_minute::GrantedMinute;
use super::{COUNTED_LATE_MS, MINUTE_MS, RETURN_MS};
use crate::oracle::draw::Numbering;
use crate::oracle::{Fact, FactTime, OracleContext};

/// The permit periods within which a permit goes to the visitor in front.
const PERIODS: u64 = 2;
/// The same where polls come later than nodes wait for them.
const PERIODS_SLOW: u64 = 10;
/// Nodes wait for a poll this long after its interval, in milliseconds. Where the network takes
/// longer, they let others go first.
const GAP_MS_MAX: u64 = admission::presence::NETWORK_MS;

#[derive(Debug)]
pub(in crate::oracle) struct TurnsOracle {
    world: OracleContext,
    /// The visitors who were told that it is their turn, each with the time when the clock started.
    front: FrontVisitors,
    /// The numbers that were let in.
    through: BTreeSet<u64>,
    minute: GrantedMinute,
    /// The rate that the rooms share.
    shared_rate: Option<u32>,
    /// The site's rate, also the one that autotune found.
    site_rate: Option<u32>,
    /// Whether the site has a cap. Its last free slots wait for the visitors called for them.
    is_capped: bool,
}

impl TurnsOracle {
    pub(in crate::oracle) fn new(rate: u32, world: &OracleContext) -> Self {
        let leases_ms = if world.leases { LEASE_MS } else { 0 };
        Self {
            world: *world,
            front: FrontVisitors::new(rate, RETURN_MS + leases_ms, world.slack_ms, 0),
            through: BTreeSet::new(),
            minute: GrantedMinute::new(MINUTE_MS + COUNTED_LATE_MS),
            shared_rate: None,
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
        self.front.witness(now, fact, (numbering, lets_in));
        match *fact {
            Fact::Shown {
                number,
                first,
                diligent,
                ..
            } => {
                if first && diligent && !self.through.contains(&number) {
                    // The clock starts with the first answer, and with one after a late poll.
                    self.front.polls(number, now);
                }
                return self.judge(at);
            }
            Fact::Late { place } | Fact::Cancelled { place } => {
                if let Some(number) = numbering.number(place) {
                    self.front.remove(number);
                }
            }
            Fact::Grant { number, .. }
            | Fact::Leased {
                number, current: true, ..
            } => self.granted(number, at),
            Fact::Pool {
                per_minute, is_full, ..
            } if is_full || self.shared_rate != Some(per_minute) => {
                self.shared_rate = Some(per_minute);
                self.front.excuse(now);
            }
            Fact::Site(site) => {
                let rate = site.found.or(site.rate);
                self.is_capped = site.cap.is_some();
                if rate != self.site_rate {
                    self.site_rate = rate;
                    self.front.excuse(now);
                }
            }
            Fact::Control {
                control: Control::Reset,
                ..
            } => self.begin_run(),
            Fact::CutOff { until_ms } => self.minute.cut_off(until_ms),
            // The leases of before last on when the first node is back, because flow time stood.
            Fact::Unserved { until_ms } if self.world.leases => self.front.excuse(until_ms.max(now)),
            Fact::Durable { .. } => return self.judge(at),
            _ => {}
        }
        Ok(())
    }

    fn begin_run(&mut self) {
        self.front.clear();
        self.through.clear();
    }

    fn granted(&mut self, number: u64, at: FactTime) {
        self.minute.grant(at);
        self.through.insert(number);
        self.front.remove(number);
        self.front.count_from_now(number, at.real_ms);
    }

    /// Returns the permits of a minute, over all limits.
    fn rate(&self) -> u32 {
        let shared = self.shared_rate.map(|rate| rate.saturating_sub(self.world.reserved));
        let rates = [Some(self.front.rate()), shared, self.site_rate];
        let rates = rates.into_iter().flatten();
        rates.min().unwrap_or(0)
    }

    fn judge(&mut self, at: FactTime) -> Result<(), String> {
        let now = at.real_ms;
        let rate = self.rate();
        if self.minute.is_full(at.flow_ms, rate) {
            self.front.excuse(now);
        }
        let Some((number, since)) = self.front.asking(now).min_by_key(|(_, since)| *since) else {
            return Ok(());
        };
        let Some(period_ms) = (MINUTE_MS * self.world.lines).checked_div(u64::from(self.rate())) else {
            return Ok(());
        };
        let is_slow = self.world.gap_ms > GAP_MS_MAX;
        let periods = if is_slow { PERIODS_SLOW } else { PERIODS };
        let called_ms = if self.is_capped { RETURN_MS } else { 0 };
        let allowed_ms = periods * period_ms + POLLS_MS + called_ms + self.world.slack_ms;
        let waited_ms = now.saturating_sub(since);
        if waited_ms <= allowed_ms {
            return Ok(());
        }
        Err(format!(
            "{number} was told the turn and asks as told, and for {waited_ms} ms no permit went to a number up to it, {allowed_ms} ms are allowed"
        ))
    }
}
