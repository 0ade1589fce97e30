//! Checks that each command is answered once, within [`ANSWER_MS_MAX`], not counting the time in
//! which the pool node waits for the store. With leases, the limit is longer by the length of a
//! lease, because a node that spends one does not try to commit. A handle is dropped without an
//! answer only where its caller has disconnected, where the line is not configured, or where the
//! pool node ends.

use std::collections::BTreeMap;

use admission::lease::LEASE_MS;
use admission::pool::LineIndex;
use node::answer::AnswerTo;
use node::command::Command;
use node::settings::NodeSettings;

use super::Moment;
use crate::numbered::{HandleNumbers, handle_of};

/// The most time until a command is answered, apart from the time in which the pool node waits for
/// the store, milliseconds: a claim is held for a poll interval, a commit is made again after
/// 0.6 s, a recovery left to other nodes for 3 s.
pub const ANSWER_MS_MAX: u64 = 10_000;
/// The maximum credited time between two events, milliseconds. A pool node that receives no event,
/// because its machine is suspended, cannot answer.
const GAP_MS_MAX: u64 = 2_000;

pub(super) struct AnswersOracle {
    /// By line, whether it is configured.
    configured: Vec<bool>,
    /// Commands without an answer, with the free time at which they came.
    waiting: BTreeMap<u64, u64>,
    /// Late commands without an answer.
    late: BTreeMap<u64, u64>,
    last: u64,
    /// The time without calls to the store so far.
    free_ms: u64,
    now_ms: Option<u64>,
    calls: u32,
    most_ms: u64,
    is_closing: bool,
    is_played: bool,
    commands: u64,
    answers: u64,
}

impl AnswersOracle {
    pub(super) fn new(lines: &[Option<(String, u8)>], settings: &NodeSettings) -> Self {
        let mut oracle = Self {
            configured: lines.iter().map(Option::is_some).collect(),
            waiting: BTreeMap::new(),
            late: BTreeMap::new(),
            last: 0,
            free_ms: 0,
            now_ms: None,
            calls: 0,
            most_ms: ANSWER_MS_MAX,
            is_closing: false,
            is_played: true,
            commands: 0,
            answers: 0,
        };
        oracle.settings(settings);
        oracle
    }

    pub(super) fn settings(&mut self, settings: &NodeSettings) {
        if settings.lines.iter().flatten().any(|line| line.room.config.leases) {
            self.most_ms = ANSWER_MS_MAX + LEASE_MS;
        }
    }

    pub(super) fn counts(&self) -> (u64, u64) {
        (self.commands, self.answers)
    }

    /// Dropped handles are unknown from now on, so unanswered commands are not judged.
    pub(super) fn loses_player(&mut self) {
        self.is_played = false;
    }

    pub(super) fn call_begins(&mut self) {
        self.calls += 1;
    }

    pub(super) fn call_ends(&mut self) {
        self.calls = self.calls.saturating_sub(1);
    }

    pub(super) fn closes(&mut self) {
        self.is_closing = true;
    }

    pub(super) fn passes(&mut self, now: Moment) -> Result<(), String> {
        let before_ms = self.now_ms.replace(now.ms()).unwrap_or(now.ms());
        if self.calls == 0 {
            self.free_ms += now.ms().saturating_sub(before_ms).min(GAP_MS_MAX);
        }
        let Some((handle, since_ms)) = self.waiting.first_key_value().map(|(handle, since)| (*handle, *since)) else {
            return Ok(());
        };
        let waited_ms = self.free_ms - since_ms;
        if waited_ms <= self.most_ms || !self.is_played {
            return Ok(());
        }
        self.waiting.remove(&handle);
        self.late.insert(handle, since_ms);
        Err(format!(
            "command {handle} has no answer after {waited_ms} ms in which the pool node did not wait for the store"
        ))
    }

    pub(super) fn command(&mut self, line: LineIndex, command: &Command<HandleNumbers>) {
        let Some(handle) = asked_by(command) else { return };
        self.commands += 1;
        self.last = self.last.max(handle);
        let is_configured = self.configured.get(usize::from(line.0)).copied().unwrap_or(false);
        let is_of_pool = matches!(command, Command::Tick(_) | Command::Behind(_));
        if is_configured || is_of_pool {
            self.waiting.insert(handle, self.free_ms);
        }
    }

    pub(super) fn answer(&mut self, answer: &AnswerTo<HandleNumbers>) -> Result<(), String> {
        let handle = &handle_of(answer);
        self.answers += 1;
        if self
            .waiting
            .remove(handle)
            .or_else(|| self.late.remove(handle))
            .is_some()
        {
            return Ok(());
        }
        Err(match *handle <= self.last {
            true => format!("command {handle} was answered, and had its answer before"),
            false => format!("there is an answer to command {handle}, which nobody gave"),
        })
    }

    pub(super) fn dropped(&mut self, handle: u64, was_closed: bool) -> Result<(), String> {
        let was_waiting = self
            .waiting
            .remove(&handle)
            .or_else(|| self.late.remove(&handle))
            .is_some();
        if !was_waiting || was_closed || self.is_closing || !self.is_played {
            return Ok(());
        }
        Err(format!("command {handle} was dropped without an answer"))
    }
}

fn asked_by(command: &Command<HandleNumbers>) -> Option<u64> {
    match command {
        Command::Arrive(_, to) => Some(*to),
        Command::Free(_, to) | Command::Cancel(_, to) | Command::Behind(to) => Some(*to),
        Command::Turn { reply, .. } => Some(*reply),
        Command::StepAside { reply, .. } => Some(*reply),
        Command::EndSession { reply, .. } => Some(*reply),
        Command::Offer { reply, .. } | Command::TakeOver(_, reply) => Some(*reply),
        Command::Control(_, to) => Some(*to),
        Command::Tick(to) => Some(*to),
        Command::PageTimings(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use admission::WallMs;
    use node::effect::Clocks;

    use super::*;

    fn oracle() -> AnswersOracle {
        let settings = NodeSettings {
            pool: node::settings::PoolSettings::default(),
            lines: vec![None, None],
        };
        let mut oracle = AnswersOracle::new(&[Some(("demo/room".to_owned(), 0)), None], &settings);
        oracle.passes(at(0)).expect("nobody waits");
        oracle
    }

    fn at(monotonic_ms: u64) -> Moment {
        let clocks = Clocks {
            monotonic_ms,
            wall: WallMs(0),
        };
        Moment { event: 0, clocks }
    }

    fn late_at(oracle: &mut AnswersOracle, times: impl Iterator<Item = u64>) -> Vec<u64> {
        times.filter(|time| oracle.passes(at(*time)).is_err()).collect()
    }

    #[test]
    fn a_command_without_an_answer_is_late_once() {
        let mut oracle = oracle();
        oracle.command(LineIndex(0), &Command::Tick(1));
        let times = || (0..40).map(|step| 500 * step);
        assert_eq!(late_at(&mut oracle, times()), [10_500]);
        assert_eq!(oracle.answer(&AnswerTo::Ticked(1)), Ok(()), "better late than never");
        assert!(oracle.answer(&AnswerTo::Ticked(1)).is_err());
    }

    #[test]
    fn the_time_of_calls_and_of_a_machine_that_stands_still_does_not_count() {
        let mut oracle = oracle();
        oracle.command(LineIndex(0), &Command::Tick(1));
        oracle.call_begins();
        assert_eq!(late_at(&mut oracle, [60_000].into_iter()), [0; 0]);
        oracle.call_ends();
        assert_eq!(late_at(&mut oracle, [600_000, 601_000].into_iter()), [0; 0]);
    }

    #[test]
    fn a_handle_is_dropped_where_nobody_waits_and_nowhere_else() {
        let mut oracle = oracle();
        let cancelled = |to| Command::Control(admission::Control::Pause, to);
        (1..4).for_each(|to| oracle.command(LineIndex(0), &cancelled(to)));
        oracle.command(LineIndex(1), &cancelled(4));
        assert!(oracle.dropped(1, false).is_err(), "somebody waits");
        assert_eq!(oracle.dropped(2, true), Ok(()), "disconnected");
        assert_eq!(oracle.dropped(4, false), Ok(()), "the line is not configured");
        oracle.closes();
        assert_eq!(oracle.dropped(3, false), Ok(()), "the pool node ends");
    }
}
