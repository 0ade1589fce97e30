//! 5: nobody is granted while paused, at rate 0 or without a permit; a lost reply is repeated as it was, without one.
//!
//! A permit falls due every so often and lapses after 2 s, so ten seconds hold no more than what falls due in twelve, and one.

use std::collections::VecDeque;

use super::{At, Fact, entry};

const TOKEN_MS: u64 = 180_000;
const SPAN_MS: u64 = 10_000;
const LAPSE_MS: u64 = 2_000;

#[derive(Debug)]
pub(super) struct Permits {
    rate: u32,
    redirects_max: u8,
    paused: bool,
    total: u64,
    places: Vec<Place>,
    /// Grants of the last ten seconds of flow time.
    lately: VecDeque<u64>,
    /// Highest rates of the last ten seconds: since when each.
    rates: VecDeque<(u64, u32)>,
}

/// Grants of a place.
#[derive(Debug, Clone, Default)]
struct Place {
    count: u8,
    /// Stamps of the last two.
    last: u64,
    before: u64,
}

impl Permits {
    pub(super) fn new(rate: u32, redirects_max: u8) -> Self {
        Self {
            rate,
            redirects_max,
            paused: false,
            total: 0,
            places: Vec::new(),
            lately: VecDeque::new(),
            rates: VecDeque::from([(0, rate)]),
        }
    }

    pub(super) fn witness(&mut self, at: At, fact: &Fact) -> Result<(), String> {
        match *fact {
            Fact::Rate { per_minute } if per_minute != self.rate => {
                self.rate = per_minute;
                self.rates.push_back((at.flow_ms, per_minute));
                Ok(())
            }
            Fact::Control { paused, accepted } => self.control(paused, accepted),
            Fact::Grant { number, wall } => {
                self.spread(at.flow_ms)?;
                self.grant(number, wall)
            }
            Fact::Granted { total } if total != self.total => {
                Err(format!("the room counts {total} grants, {} were given", self.total))
            }
            Fact::Repeated {
                number,
                granted_at,
                wall,
            } => self.repeated(number, granted_at, wall),
            Fact::Sent { number, granted_at } => self.sent(number, granted_at),
            _ => Ok(()),
        }
    }

    fn control(&mut self, paused: bool, accepted: bool) -> Result<(), String> {
        if accepted == (paused == self.paused) {
            return Err(format!(
                "paused is {} and becoming {paused} was accepted: {accepted}",
                self.paused
            ));
        }
        self.paused = paused;
        Ok(())
    }

    fn grant(&mut self, number: u64, wall: u64) -> Result<(), String> {
        if self.paused || self.rate == 0 {
            return Err(format!("{number} is granted while nobody may be"));
        }
        let place = entry(&mut self.places, number);
        if place.count > 0 && wall < place.last + TOKEN_MS {
            return Err(format!("{number} has a valid token and takes another permit"));
        }
        if place.count >= self.redirects_max {
            return Err(format!("{number} is granted more than {} times", self.redirects_max));
        }
        (place.before, place.last) = (place.last, wall);
        place.count += 1;
        self.total += 1;
        Ok(())
    }

    fn repeated(&mut self, number: u64, granted_at: u64, wall: u64) -> Result<(), String> {
        let last = entry(&mut self.places, number).last;
        if granted_at != last || last == 0 {
            return Err(format!(
                "{number} was granted at {last} and gets a token of {granted_at}"
            ));
        }
        if wall >= granted_at + TOKEN_MS {
            return Err(format!("{number} gets a token that is not valid any more"));
        }
        Ok(())
    }

    /// The grant before the last may still be valid by the clock of the node that gave it.
    fn sent(&mut self, number: u64, granted_at: u64) -> Result<(), String> {
        let place = entry(&mut self.places, number);
        if place.count > 0 && [place.last, place.before].contains(&granted_at) {
            return Ok(());
        }
        Err(format!(
            "{number} is sent on with a token of {granted_at}, which was never granted"
        ))
    }

    fn spread(&mut self, now: u64) -> Result<(), String> {
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
        let due = (highest * (SPAN_MS + LAPSE_MS)).div_ceil(60_000) + 1;
        let given = self.lately.len() as u64;
        if given > due {
            return Err(format!("{given} grants in ten seconds, {due} permits fell due"));
        }
        Ok(())
    }
}
