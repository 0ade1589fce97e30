//! Finds visitors who fell silent: by what this node heard or, where other nodes can serve the pool
//! as well, by what all nodes heard ([`crate::rooms::presence`]).

use admission::marks::Mark;

use super::line::{Line, TickContext};
use super::{PoolNode, SWEEP_MS};
use crate::rooms::presence::{Flush, LinePresence};

/// The interval at which a node reads the others' flushes and judges silence, milliseconds.
const READ_PEERS_MS: u64 = 10_000;

impl PoolNode {
    /// Looks for silent places.
    pub(super) async fn sweep(&mut self) {
        let now = self.now().flow;
        let Some(presence) = &mut self.presence else {
            self.sweep_at_ms = self.clock.monotonic_ms() + SWEEP_MS;
            let lines = self.lines.iter_mut().flatten();
            return lines.for_each(|line| line.sweep(now, |_| true));
        };
        self.sweep_at_ms = self.clock.monotonic_ms() + READ_PEERS_MS;
        let states = &self.replica.state.lines;
        let lines = self.lines.iter().zip(states).filter_map(|(line, state)| {
            let Line { at, seen, .. } = line.as_ref()?;
            Some(LinePresence { at: *at, state, seen })
        });
        let lines: Vec<LinePresence<'_>> = lines.collect();
        if !lines.iter().any(LinePresence::somebody_waits) {
            return;
        }
        let until = match presence.read_peers(&lines, now).await {
            Ok(until) => until,
            Err(error) => return tracing::debug!(error = %error, "nobody's silence can be judged now"),
        };
        let Some(until) = until else { return };
        for (line, state) in self.lines.iter_mut().zip(states) {
            let is_judged = |sequence| presence.is_judge(sequence) && !state.has(sequence, Mark::Uncounted);
            line.iter_mut().for_each(|line| line.sweep(until, is_judged));
        }
    }

    /// Whether a flush to the other nodes is due: the time has come, and somebody waits.
    pub(super) fn flush_is_due(&self, tick: &TickContext<'_>) -> bool {
        let due = self
            .presence
            .as_ref()
            .is_some_and(|presence| presence.is_due(tick.now.flow));
        due && self.lines.iter().flatten().any(|line| line.somebody_waits(tick))
    }

    /// The flush that goes out with the next commit, if one is due.
    pub(super) fn flush(&mut self) -> Option<Flush> {
        let now = self.now().flow;
        let presence = self.presence.as_mut().filter(|presence| presence.is_due(now))?;
        let lines = self.lines.iter().zip(&self.replica.state.lines);
        let lines = lines.filter_map(|(line, state)| {
            let Line { at, seen, .. } = line.as_ref()?;
            Some(LinePresence { at: *at, state, seen })
        });
        Some(presence.flush(lines, now))
    }
}
