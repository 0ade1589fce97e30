//! Judges that nobody is let in before the start of a room, nor while it is paused. The earliest
//! start of all settings so far counts, unless visitors were already let in when the pool node
//! opened. A pause counts from its answer to the next order of another kind, and only if one node
//! serves the pool, because another node could end it.

use std::collections::HashMap;

use admission::pool::LineIndex;
use admission::{Control, Grant, WallMs};
use node::answer::AnswerTo;
use node::command::Command;
use node::settings::NodeSettings;

use super::{Moment, OpenedLine};
use crate::entry::RecordedOpening;
use crate::numbered::HandleNumbers;

pub(super) struct GateOracle {
    is_shared: bool,
    /// By line.
    gates: Vec<LineGate>,
    /// Orders that are not answered yet.
    asked: HashMap<u64, (LineIndex, Control)>,
}

struct LineGate {
    /// The earliest time at which any setting so far has let visitors in.
    flows: Option<WallMs>,
    paused_ms: Option<u64>,
}

impl GateOracle {
    pub(super) fn new(opening: &RecordedOpening, lines: &[OpenedLine]) -> Self {
        let gate = |line: &OpenedLine| LineGate {
            flows: (!line.flows).then_some(WallMs(u64::MAX)),
            paused_ms: None,
        };
        let mut oracle = Self {
            is_shared: opening.is_shared,
            gates: lines.iter().map(gate).collect(),
            asked: HashMap::new(),
        };
        oracle.settings(&opening.settings);
        oracle
    }

    pub(super) fn settings(&mut self, settings: &NodeSettings) {
        for (gate, line) in self.gates.iter_mut().zip(&settings.lines) {
            let flows = line.as_ref().and_then(|line| line.room.config.schedule.flows());
            gate.flows = gate.flows.zip(flows).map(|(before, flows)| before.min(flows));
        }
    }

    pub(super) fn command(&mut self, line: LineIndex, command: &Command<HandleNumbers>) {
        let Command::Control(control, reply) = command else {
            return;
        };
        self.asked.insert(*reply, (line, *control));
        if let Some(gate) = self.gates.get_mut(usize::from(line.0)) {
            match control {
                Control::Pause => {}
                Control::Reset => {
                    *gate = LineGate {
                        flows: None,
                        paused_ms: None,
                    }
                }
                Control::Resume | Control::Disable | Control::Enable | Control::End => gate.paused_ms = None,
            }
        }
    }

    pub(super) fn answer(&mut self, now: Moment, answer: &AnswerTo<HandleNumbers>) {
        let AnswerTo::Control(handle, result) = answer else {
            return;
        };
        if let Some((line, Control::Pause)) = self.asked.remove(handle)
            && matches!(result, Ok(Ok(())))
            && let Some(gate) = self.gates.get_mut(usize::from(line.0))
        {
            // Another order that arrived in the meantime may be part of the same commit.
            let is_last = !self.asked.values().any(|(other, _)| *other == line);
            gate.paused_ms = is_last.then_some(now.ms());
        }
    }

    pub(super) fn grant(&self, line: LineIndex, grant: Grant, decided_ms: u64) -> Result<(), String> {
        let Some(gate) = self.gates.get(usize::from(line.0)) else {
            return Ok(());
        };
        let number = grant.number.0;
        if let Some(flows) = gate.flows.filter(|flows| grant.granted_at < *flows) {
            let early_ms = flows.0 - grant.granted_at.0;
            return Err(format!(
                "number {number} of line {} was let in {early_ms} ms before anybody may be",
                line.0
            ));
        }
        if let Some(paused_ms) = gate
            .paused_ms
            .filter(|paused_ms| !self.is_shared && decided_ms > *paused_ms)
        {
            return Err(format!(
                "number {number} of line {} was let in {} ms after the room was paused",
                line.0,
                decided_ms - paused_ms
            ));
        }
        Ok(())
    }
}
