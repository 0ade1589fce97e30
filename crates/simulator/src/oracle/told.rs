//! 4: people ahead never rises for anybody and is the count of counted places below; a place that polls stays counted; an estimate rises only with a
//! reason whose cause really occurred.

use std::collections::VecDeque;

use admission::estimate::Reason;

use super::count::Count;
use super::{At, Fact, entry, index};

/// A place is silent after three of the longest intervals.
const SILENCE_MS: u64 = 180_000;
/// A reason is told for so long after its cause, milliseconds; ratios look back as long.
const REASON_MS: u64 = 180_000;
/// Steps in which presence is kept, and rounding.
const STEP_MS: u64 = 1_000;
/// What a node shows may be so old: it hears of others' commits with its own next one.
const SNAPSHOT_MS: u64 = 2_000;
/// Somebody not heard for so long, or so long after their interval, may have been passed over: two of the shortest intervals, and 2 s.
const LATE_MS: u64 = 6_000;
/// A place told is waited for no longer than two of the longest intervals, and 2 s.
const PASSING_MS: u64 = 82_000;
/// Who did not look for so long may have missed a reason.
const GAP_MS: u64 = 120_000;

#[derive(Debug)]
pub(super) struct Told {
    slow_ms_a_second: u64,
    count: Count,
    persons: Vec<Person>,
    rate: u32,
    slowed_at: Option<u64>,
    paused: bool,
    /// When the last pause ended.
    resumed_at: Option<u64>,
    /// When somebody came last who had been away, or had seemed to be: a place not counted any more or passed over, or one that polled late.
    came_back_at: Option<u64>,
    passed: Passed,
}

#[derive(Debug, Clone, Default)]
struct Person {
    heard: Option<u64>,
    interval_ms: u64,
    shown: Option<Shown>,
}

#[derive(Debug, Clone, Copy)]
struct Shown {
    generation: u64,
    ahead: u64,
    wait: Option<(u64, u64)>,
    at: u64,
}

impl Told {
    pub(super) fn new(per_minute: u32, slow_ms_a_second: u64) -> Self {
        Self {
            slow_ms_a_second,
            count: Count::default(),
            persons: Vec::new(),
            rate: per_minute,
            slowed_at: None,
            paused: false,
            resumed_at: None,
            came_back_at: None,
            passed: Passed::default(),
        }
    }

    pub(super) fn witness(&mut self, at: At, fact: &Fact) -> Result<(), String> {
        let now = at.real_ms;
        match *fact {
            Fact::Rate { per_minute } => {
                if per_minute < self.rate {
                    self.slowed_at = Some(now);
                }
                self.rate = per_minute;
            }
            Fact::Control { paused, .. } => {
                if self.paused && !paused {
                    self.resumed_at = Some(now);
                }
                self.paused = paused;
            }
            Fact::Placed { number, .. } => entry(&mut self.persons, number).heard = Some(now),
            Fact::Heard { number } => self.heard(number, now),
            Fact::Late { .. } => self.came_back_at = Some(now),
            Fact::Silent { number } => return self.silent(number, now),
            Fact::Uncounted { number } | Fact::Cancelled { number } => self.count.uncount(number),
            Fact::Grant { number, .. } => {
                if self.count.is_uncounted(number) || self.passed.by(number) {
                    self.came_back_at = Some(now);
                }
                self.count.uncount(number);
                self.passed.granted(number, now, &self.count);
            }
            Fact::Shown {
                number,
                generation,
                ahead,
                wait,
                reason,
                interval_ms,
                ..
            } => {
                entry(&mut self.persons, number).interval_ms = interval_ms;
                let shown = Shown {
                    generation,
                    ahead,
                    wait,
                    at: now,
                };
                return self.shown(number, shown, reason);
            }
            _ => {}
        }
        Ok(())
    }

    fn heard(&mut self, number: u64, now: u64) {
        let person = entry(&mut self.persons, number);
        let late_ms = person.interval_ms + LATE_MS;
        if person.heard.replace(now).is_some_and(|heard| now - heard > late_ms) {
            self.came_back_at = Some(now);
        }
    }

    fn silent(&self, number: u64, now: u64) -> Result<(), String> {
        let heard = self.persons.get(index(number)).and_then(|person| person.heard);
        // Flow time runs no faster than real time.
        let allowed = SILENCE_MS.saturating_sub(STEP_MS);
        match heard {
            Some(heard) if now < heard + allowed => Err(format!(
                "{number} polled {} ms ago and is taken as silent (clocks lose {} ms a second)",
                now - heard,
                self.slow_ms_a_second
            )),
            _ => Ok(()),
        }
    }

    fn shown(&mut self, number: u64, now: Shown, reason: Option<Reason>) -> Result<(), String> {
        let counted = self.count.ahead(number);
        if now.ahead < counted {
            return Err(format!(
                "{} people ahead of {number} are shown, {counted} are",
                now.ahead
            ));
        }
        self.caused(reason, now.at)?;
        let before = entry(&mut self.persons, number).shown.replace(now);
        let Some(before) = before.filter(|before| before.generation <= now.generation) else {
            return Ok(());
        };
        if now.ahead > before.ahead {
            return Err(format!(
                "{number} had {} people ahead and now has {}",
                before.ahead, now.ahead
            ));
        }
        let (Some(then), Some(wait)) = (before.wait, now.wait) else {
            return Ok(());
        };
        let rises = wait.1 > then.1 || wait.0 + wait.1 > then.0 + then.1;
        if rises && reason.is_none() && now.at - before.at <= GAP_MS {
            return Err(format!(
                "the wait of {number} rises from {then:?} to {wait:?} ms without a reason"
            ));
        }
        Ok(())
    }

    /// Whether the cause of a reason really occurred.
    fn caused(&self, reason: Option<Reason>, now: u64) -> Result<(), String> {
        let Some(reason) = reason else { return Ok(()) };
        // A reason is told for three minutes of flow time, which may be slow.
        let shown_ms = (REASON_MS + SNAPSHOT_MS) * 1_000 / (1_000 - self.slow_ms_a_second);
        let lately = |at: Option<u64>, span_ms: u64| at.is_some_and(|at| at + span_ms >= now);
        let occurred = if reason == Reason::OperatorSlowed {
            lately(self.slowed_at, shown_ms)
        } else if reason == Reason::Paused {
            self.paused || lately(self.resumed_at, SNAPSHOT_MS)
        } else if reason == Reason::MoreCameBack {
            // Somebody came back lately, or somebody had stayed away and fewer do: a ratio looks back as long as its rise is told.
            let span_ms = 2 * shown_ms + PASSING_MS;
            lately(self.came_back_at, span_ms) || lately(self.passed.over_at, span_ms)
        } else {
            return Err(format!("nobody here can judge the reason {reason:?}"));
        };
        if occurred {
            return Ok(());
        }
        Err(format!("the reason {reason:?} is given and did not occur"))
    }
}

/// Who was passed over: counted still when a higher number had been granted for [`LATE_MS`].
#[derive(Debug, Default)]
struct Passed {
    /// Highest numbers granted, one past, and when each was.
    highest: VecDeque<(u64, u64)>,
    /// Below this everybody was granted, uncounted or passed over.
    below: u64,
    /// When somebody was passed over last.
    over_at: Option<u64>,
}

impl Passed {
    /// Whether a number was passed.
    fn by(&self, number: u64) -> bool {
        number < self.below
    }

    fn granted(&mut self, number: u64, now: u64, count: &Count) {
        if self.highest.back().map_or(self.below, |(_, highest)| *highest) <= number {
            self.highest.push_back((now, number + 1));
        }
        while let Some((at, highest)) = self.highest.pop_front_if(|(at, _)| *at + LATE_MS <= now) {
            if (self.below..highest).any(|passed| !count.is_uncounted(passed)) {
                self.over_at = Some(at + LATE_MS);
            }
            self.below = highest;
        }
    }
}
