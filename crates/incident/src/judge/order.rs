//! Judges the order of visitors: of two visitors of a line who poll on time, the one with the lower
//! number goes first, to within one poll interval. A visitor who was overtaken and continues to
//! poll on time is let in before any higher number once the interval, one turn and the slack are
//! over.
//!
//! Only visitors below the serving line ask the pool node, so only they are judged, and not while
//! they are late, aside, or without a cookie. All clocks are stopped at the start, by changes of
//! settings and orders, by errors of the store, and if nobody was let in for a while because the
//! minute was full or permits are rare.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use admission::poll_interval::POLL_MS_MIN;
use admission::{Grant, Number, Run};
use node::answer::{Possession, TurnReply};
use node::command::Command;

use crate::numbered::HandleNumbers;

/// How much later than its interval a poll can come, milliseconds.
const LATE_MS: u64 = 500;
/// One interval until the visitor asks, and one more in case others were let in first.
const TURN_MS: u64 = 2 * POLL_MS_MIN;
/// The time that the store and the network can add.
const SLACK_MS: u64 = 3_000;
/// After such a pause between grants, milliseconds, all clocks are stopped.
const PAUSE_MS: u64 = 5_000;

pub(super) struct LineOrder {
    run: Option<Run>,
    /// Open requests, with their numbers.
    open: HashMap<u64, Number>,
    waiting: BTreeMap<Number, WaitingVisitor>,
    done: BTreeSet<Number>,
    last_grant_ms: u64,
}

#[derive(Debug, Clone, Copy)]
struct WaitingVisitor {
    /// Open requests of the visitor.
    open: u32,
    /// The time of the last answer, and its poll interval.
    last_answer: Option<(u64, u64)>,
    /// When a higher number was let in first, since the visitor's clock started.
    overtaken_ms: Option<u64>,
}

impl LineOrder {
    pub(super) fn new(now_ms: u64) -> Self {
        Self {
            run: None,
            open: HashMap::new(),
            waiting: BTreeMap::new(),
            done: BTreeSet::new(),
            last_grant_ms: now_ms,
        }
    }

    /// Stops all clocks.
    pub(super) fn stop_clocks(&mut self) {
        self.waiting
            .values_mut()
            .for_each(|visitor| visitor.overtaken_ms = None);
    }

    pub(super) fn command(&mut self, now_ms: u64, command: &Command<HandleNumbers>) {
        match command {
            Command::Turn {
                place,
                number,
                possession,
                reply,
                ..
            } => {
                if self.run.replace(place.run) != Some(place.run) {
                    *self = Self {
                        run: Some(place.run),
                        ..Self::new(now_ms)
                    };
                }
                if *possession == Possession::Link {
                    self.is_done(*number);
                }
                self.asks(now_ms, *number, *reply);
            }
            Command::StepAside { number, .. } => self.stops(*number),
            Command::Cancel(place, _) => {
                // If numbers are drawn, the place's number is not known here.
                self.is_done(Number(place.device.sequence.0));
                self.stop_clocks();
            }
            _ => {}
        }
    }

    fn asks(&mut self, now_ms: u64, number: Number, handle: u64) {
        if self.done.contains(&number) {
            return;
        }
        self.open.insert(handle, number);
        let visitor = self.waiting.entry(number).or_insert(WaitingVisitor {
            open: 0,
            last_answer: None,
            overtaken_ms: None,
        });
        let is_late = visitor
            .last_answer
            .is_some_and(|(at_ms, interval_ms)| now_ms > at_ms + interval_ms + LATE_MS);
        if is_late && visitor.open == 0 {
            visitor.overtaken_ms = None;
        }
        visitor.open += 1;
    }

    pub(super) fn answer(&mut self, now_ms: u64, handle: u64, reply: TurnReply) {
        let Some(number) = self.open.remove(&handle) else {
            return;
        };
        match reply {
            TurnReply::NotYet { poll_after_ms } => {
                if let Some(visitor) = self.waiting.get_mut(&number) {
                    visitor.open -= 1;
                    visitor.last_answer = Some((now_ms, poll_after_ms));
                }
            }
            _ => self.is_done(number),
        }
    }

    /// Records that the visitor has disconnected.
    pub(super) fn hung_up(&mut self, now_ms: u64, handle: u64) {
        if let Some(number) = self.open.remove(&handle)
            && let Some(visitor) = self.waiting.get_mut(&number)
        {
            visitor.open -= 1;
            (visitor.last_answer, visitor.overtaken_ms) = (Some((now_ms, 0)), None);
        }
    }

    /// Stops waiting for the visitor.
    fn stops(&mut self, number: Number) {
        self.waiting.remove(&number);
        self.open.retain(|_, other| *other != number);
    }

    fn is_done(&mut self, number: Number) {
        self.stops(number);
        self.done.insert(number);
    }

    pub(super) fn grant(&mut self, grant: Grant, now_ms: u64) -> Result<(), String> {
        if now_ms.saturating_sub(self.last_grant_ms) > PAUSE_MS {
            self.stop_clocks();
        }
        self.last_grant_ms = self.last_grant_ms.max(now_ms);
        self.is_done(grant.number);
        let mut passed = None;
        for (number, visitor) in self.waiting.range_mut(..grant.number) {
            let last_answer = visitor.last_answer.filter(|_| visitor.open == 0);
            let is_away = last_answer.is_some_and(|(at_ms, interval_ms)| now_ms > at_ms + interval_ms + LATE_MS);
            if is_away {
                visitor.overtaken_ms = None;
                continue;
            }
            let since_ms = *visitor.overtaken_ms.get_or_insert(now_ms);
            let interval_ms = visitor.last_answer.map_or(POLL_MS_MIN, |(_, interval_ms)| interval_ms);
            let waited_ms = now_ms.saturating_sub(since_ms);
            if waited_ms > interval_ms + TURN_MS + SLACK_MS {
                passed = passed.or(Some((*number, waited_ms)));
            }
        }
        match passed {
            None => Ok(()),
            Some((number, waited_ms)) => {
                self.stop_clocks();
                Err(format!(
                    "number {} asks as told, and {} is let in {waited_ms} ms after the first who overtook",
                    number.0, grant.number.0
                ))
            }
        }
    }
}
