//! 4: people ahead never rises for anybody and is the count of counted places below; a place that polls stays counted; an estimate rises only with a
//! reason whose cause really occurred.

use admission::estimate::Reason;

use super::count::Count;
use super::{At, Fact, entry, index};

/// A place is silent after three of the longest intervals.
const SILENCE_MS: u64 = 180_000;
/// A reason is told for so long after its cause, milliseconds; ratios look back as long.
const REASON_MS: u64 = 180_000;
/// Steps in which presence is kept, and rounding.
const STEP_MS: u64 = 1_000;
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
    /// When a place not counted any more was granted last.
    came_back_at: Option<u64>,
    /// Highest number granted; whether anybody below was left out is seen from the count of grants.
    passed: u64,
    grants: u64,
}

#[derive(Debug, Clone, Default)]
struct Person {
    heard: Option<u64>,
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
            came_back_at: None,
            passed: 0,
            grants: 0,
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
            Fact::Control { paused, .. } => self.paused = paused,
            Fact::Placed { number, .. } | Fact::Heard { number } => {
                entry(&mut self.persons, number).heard = Some(now);
            }
            Fact::Silent { number } => return self.silent(number, now),
            Fact::Uncounted { number } | Fact::Cancelled { number } => self.count.uncount(number),
            Fact::Grant { number, .. } => {
                if self.count.is_uncounted(number) {
                    self.came_back_at = Some(now);
                } else {
                    self.grants += 1;
                }
                self.passed = self.passed.max(number + 1);
                self.count.uncount(number);
            }
            Fact::Shown {
                number,
                generation,
                ahead,
                wait,
                reason,
                ..
            } => {
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
        // A reason is told for three minutes of flow time, which may be slow; and a snapshot may be a moment old.
        let shown_ms = (REASON_MS + 2_000) * 1_000 / (1_000 - self.slow_ms_a_second);
        let lately = |at: Option<u64>, span_ms: u64| at.is_some_and(|at| at + span_ms >= now);
        let occurred = if reason == Reason::OperatorSlowed {
            lately(self.slowed_at, shown_ms)
        } else if reason == Reason::Paused {
            self.paused
        } else if reason == Reason::MoreCameBack {
            // Somebody came back lately, or somebody had stayed away and fewer do.
            lately(self.came_back_at, 2 * shown_ms) || self.grants < self.passed
        } else {
            return Err(format!("nobody here can judge the reason {reason:?}"));
        };
        if occurred {
            return Ok(());
        }
        Err(format!("the reason {reason:?} is given and did not occur"))
    }
}
