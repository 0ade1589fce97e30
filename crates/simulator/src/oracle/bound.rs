//! 1: no half-open minute holds more grants than the highest max outflow in force within it, by flow time and by a clock on the wall.
//!
//! A minute that ends with a grant is looked at when it is given; a minute that begins with a decrease when it is over.

use std::collections::VecDeque;

use super::{At, Fact};

const MINUTE_MS: u64 = 60_000;

#[derive(Debug)]
pub(super) struct Bound {
    by_flow: Minutes,
    by_wall: Minutes,
}

/// Grants and rates by one clock.
#[derive(Debug)]
struct Minutes {
    clock: &'static str,
    grants: VecDeque<u64>,
    /// Rates with the moment from which they are in force; the first was before the window.
    rates: VecDeque<(u64, u32)>,
    /// Minutes that began with a decrease: when, grants since, highest rate since.
    begun: VecDeque<(u64, u64, u32)>,
    /// Commits that were lost may have been further.
    may_go_back: bool,
}

impl Bound {
    pub(super) fn new(per_minute: u32) -> Self {
        let minutes = |clock| Minutes {
            clock,
            grants: VecDeque::new(),
            rates: VecDeque::from([(0, per_minute)]),
            begun: VecDeque::new(),
            may_go_back: false,
        };
        Self {
            by_flow: minutes("flow time"),
            by_wall: minutes("real time"),
        }
    }

    pub(super) fn witness(&mut self, at: At, fact: &Fact) -> Result<(), String> {
        if let Fact::FailedOver { .. } = fact {
            self.by_flow.may_go_back = true;
        }
        for (minutes, now) in [(&mut self.by_flow, at.flow_ms), (&mut self.by_wall, at.real_ms)] {
            match fact {
                Fact::Rate { per_minute } => minutes.rate(now, *per_minute)?,
                Fact::Grant { .. } => minutes.grant(now)?,
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn finish(&mut self, at: At) -> Result<(), String> {
        self.by_flow.judge_begun(at.flow_ms)?;
        self.by_wall.judge_begun(at.real_ms)
    }
}

impl Minutes {
    fn rate(&mut self, now: u64, rate: u32) -> Result<(), String> {
        self.judge_begun(now)?;
        let present = self.rates.back().map_or(0, |(_, rate)| *rate);
        if rate == present {
            return Ok(());
        }
        self.rates.push_back((now, rate));
        self.begun
            .iter_mut()
            .for_each(|(.., highest)| *highest = rate.max(*highest));
        if rate < present {
            self.begun.push_back((now, 0, rate));
        }
        Ok(())
    }

    fn grant(&mut self, now: u64) -> Result<(), String> {
        self.judge_begun(now)?;
        let last = self.grants.back().copied().unwrap_or(0);
        if last > now && !self.may_go_back {
            return Err(format!("{} goes back", self.clock));
        }
        // What it was when commits were lost not everybody need know.
        self.may_go_back &= last > now;
        let now = now.max(last);
        self.grants.push_back(now);
        self.begun.iter_mut().for_each(|(_, grants, _)| *grants += 1);
        while self.grants.front().is_some_and(|first| first + MINUTE_MS <= now) {
            self.grants.pop_front();
        }
        // The second rate came into force before the window: the first was not in force within it.
        while self.rates.get(1).is_some_and(|(from, _)| from + MINUTE_MS <= now) {
            self.rates.pop_front();
        }
        let highest = self.rates.iter().map(|(_, rate)| *rate).max().unwrap_or(0);
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
