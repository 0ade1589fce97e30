//! Finds visitors who fell silent: from the polls that this node received or, where other nodes can
//! serve the pool as well, from those that all nodes received ([`crate::presence`]).

use admission::FlowMs;
use admission::marks::Mark;

use super::line::TickContext;
use super::{PoolNode, Random, SWEEP_MS, Stage};
use crate::answer::Replies;
use crate::effect::Effect;
use crate::presence::{Flush, PeersResult};
use crate::store_call::{ReadProgress, StoreReply};

/// The interval at which a node reads the others' flushes and judges silence, milliseconds.
const READ_PEERS_MS: u64 = 10_000;

impl<R: Replies> PoolNode<R> {
    /// Looks for silent places, then continues.
    pub(super) fn sweep(&mut self, random: Random<'_>) {
        let now = self.now().flow;
        let Some(presence) = &mut self.presence else {
            self.sweep_at_ms = self.clocks.monotonic_ms + SWEEP_MS;
            let lines = self.lines.iter_mut().flatten();
            lines.for_each(|line| line.sweep(now, |_| true));
            return self.swept(random);
        };
        self.sweep_at_ms = self.clocks.monotonic_ms + READ_PEERS_MS;
        let states = &self.replica.state.lines;
        let mut lines = self
            .lines
            .iter()
            .zip(states)
            .filter_map(|(line, state)| Some(line.as_ref()?.presence(state)));
        if !lines.any(|line| line.somebody_waits()) {
            return self.swept(random);
        }
        let call = presence.read_peers(now);
        self.out.push(Effect::Call(call));
        self.stage = Stage::ReadingPeers;
    }

    /// Continues the read of the places that other nodes heard.
    pub(super) fn read_peers(&mut self, reply: StoreReply, random: Random<'_>) {
        let Some(presence) = &mut self.presence else {
            unreachable!("there are other nodes");
        };
        let states = &self.replica.state.lines;
        let lines = self
            .lines
            .iter()
            .zip(states)
            .filter_map(|(line, state)| Some(line.as_ref()?.presence(state)));
        match presence.resume(reply, &lines.collect::<Vec<_>>()) {
            ReadProgress::Call(call) => {
                self.out.push(Effect::Call(call));
                self.stage = Stage::ReadingPeers;
            }
            ReadProgress::Done(read) => {
                self.judge(read);
                self.swept(random);
            }
        }
    }

    /// Judges silence after that read.
    fn judge(&mut self, read: PeersResult) {
        let until: FlowMs = match read {
            Ok(Some(until)) => until,
            Ok(None) => return,
            Err(error) => return tracing::debug!(error = %error, "nobody's silence can be judged now"),
        };
        let Some(presence) = &self.presence else { return };
        for (line, state) in self.lines.iter_mut().zip(&self.replica.state.lines) {
            let is_judged = |sequence| presence.is_owner(sequence) && !state.has(sequence, Mark::Uncounted);
            line.iter_mut().for_each(|line| line.sweep(until, is_judged));
        }
    }

    /// Whether a flush to the other nodes is due: the interval has elapsed, and visitors wait.
    pub(super) fn flush_is_due(&self, tick: &TickContext<'_>) -> bool {
        let due = self
            .presence
            .as_ref()
            .is_some_and(|presence| presence.is_due(tick.readings.now.flow));
        due && self.lines.iter().flatten().any(|line| line.somebody_waits(tick))
    }

    /// The flush that goes out with the next commit, if one is due.
    pub(super) fn flush(&mut self) -> Option<Flush> {
        let now = self.now().flow;
        let presence = self.presence.as_mut().filter(|presence| presence.is_due(now))?;
        let lines = self.lines.iter().zip(&self.replica.state.lines);
        let lines = lines.filter_map(|(line, state)| Some(line.as_ref()?.presence(state)));
        Some(presence.flush(lines, now))
    }
}
