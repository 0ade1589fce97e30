//! Invariant 1: no half-open minute holds more grants than the highest max outflow in force within
//! it, by flow time and by real time.
//!
//! A minute that ends with a grant is checked when the grant is given; a minute that begins with a
//! decrease is checked when it is over. While nodes hold older leases, a decrease takes effect at
//! the moment that its commit stated for all nodes.

use std::collections::VecDeque;

use super::{Fact, FactTime};

const MINUTE_MS: u64 = 60_000;

#[derive(Debug)]
pub(super) struct Bound {
    by_flow: GrantedMinutes,
    by_wall: GrantedMinutes,
    /// The delay after which the commit's orders are in force at all nodes.
    confirmed_in_ms: u64,
    /// The additional delay by a slow clock.
    late_ms: u64,
}

/// Grants and rates by one clock.
#[derive(Debug)]
struct GrantedMinutes {
    clock: &'static str,
    grants: VecDeque<u64>,
    rate: u32,
    /// Earlier rates that may still count for the minute, each with the end of its validity.
    before: Vec<(u64, u32)>,
    /// Minutes that began with a decrease: start, grants since, highest rate since.
    begun: VecDeque<(u64, u64, u32)>,
    /// Whether lost commits can have had later times.
    may_go_back: bool,
}

impl Bound {
    pub(super) fn new(per_minute: u32, late_ms: u64) -> Self {
        let minutes = |clock| GrantedMinutes {
            clock,
            grants: VecDeque::new(),
            rate: per_minute,
            before: Vec::new(),
            begun: VecDeque::new(),
            may_go_back: false,
        };
        Self {
            by_flow: minutes("flow time"),
            by_wall: minutes("real time"),
            confirmed_in_ms: 0,
            late_ms,
        }
    }

    pub(super) fn witness(&mut self, at: FactTime, fact: &Fact) -> Result<(), String> {
        if let Fact::FailedOver { .. } = fact {
            self.by_flow.may_go_back = true;
        }
        match *fact {
            Fact::Confirmed { in_ms } => self.confirmed_in_ms = in_ms,
            // The slots of leased grants may be older than the grant, so only real time is checked.
            Fact::Leased { .. } => self.by_wall.grant(at.real_ms)?,
            _ => {}
        }
        let late_ms = match self.confirmed_in_ms {
            0 => 0,
            in_ms => in_ms + self.late_ms,
        };
        for (minutes, now) in [(&mut self.by_flow, at.flow_ms), (&mut self.by_wall, at.real_ms)] {
            match fact {
                Fact::Rate { per_minute } => minutes.rate(now, now + late_ms, *per_minute)?,
                Fact::Grant { .. } => minutes.grant(now)?,
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn finish(&mut self, at: FactTime) -> Result<(), String> {
        self.by_flow.judge_begun(at.flow_ms)?;
        self.by_wall.judge_begun(at.real_ms)
    }
}

impl GrantedMinutes {
    /// Puts a rate in force; a higher previous rate stays valid until `until`.
    fn rate(&mut self, now: u64, until: u64, rate: u32) -> Result<(), String> {
        self.judge_begun(now)?;
        let present = std::mem::replace(&mut self.rate, rate);
        if rate == present {
            return Ok(());
        }
        self.begun
            .iter_mut()
            .for_each(|(.., highest)| *highest = rate.max(*highest));
        let until = if rate < present { until } else { now };
        self.before.push((until, present));
        if rate < present {
            let pending = self.before.iter().filter(|(other, _)| *other > until);
            let highest = pending.map(|(_, before)| *before).fold(rate, u32::max);
            let place = self.begun.partition_point(|(from, ..)| *from <= until);
            self.begun.insert(place, (until, 0, highest));
        }
        Ok(())
    }

    fn grant(&mut self, now: u64) -> Result<(), String> {
        self.judge_begun(now)?;
        let last = self.grants.back().copied().unwrap_or(0);
        if last > now && !self.may_go_back {
            return Err(format!("{} goes back", self.clock));
        }
        // After lost commits not every node knows the latest time.
        self.may_go_back &= last > now;
        let now = now.max(last);
        self.grants.push_back(now);
        let begun = self.begun.iter_mut().filter(|(from, ..)| *from <= now);
        begun.for_each(|(_, grants, _)| *grants += 1);
        while self.grants.front().is_some_and(|first| first + MINUTE_MS <= now) {
            self.grants.pop_front();
        }
        // Drops rates that ended before the minute began.
        self.before.retain(|(until, _)| until + MINUTE_MS > now);
        let before = self.before.iter().map(|(_, rate)| *rate);
        let highest = before.fold(self.rate, u32::max);
        self.within(self.grants.len() as u64, highest, now)
    }

    fn judge_begun(&mut self, now: u64) -> Result<(), String> {
        while let Some((from, grants, highest)) = self.begun.pop_front_if(|(from, ..)| *from + MINUTE_MS <= now) {
            self.within(grants, highest, from + MINUTE_MS)?;
        }
        Ok(())
    }

    fn within(&self, grants: u64, highest: u32, end: u64) -> Result<(), String> {
        if grants <= u64::from(highest) {
            return Ok(());
        }
        Err(format!(
            "{grants} grants in the minute of {} that ends at {end} ms, {highest} allowed",
            self.clock
        ))
    }
}
