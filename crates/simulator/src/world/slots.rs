//! The slots of the nodes: each has a machine while it is up, and clocks. Passes events to a
//! machine, and carries out its effects.

use std::collections::BTreeSet;
use std::mem;

use admission::pool::LineIndex;
use admission::{NodeId, Run, Sequence};
use node::answer::AnswerTo;
use node::effect::{Clocks, DrawNotWritten, DueDocument, Effect, Event, RandomSource, WrittenDocument};
use node::store_call::StoreCall;
use store::{MemoryStore, Store, at_once};

use super::World;
use super::agenda::WorldEvent;
use super::callers::Callers;
use crate::machine::Machine;
use crate::oracle::{Fact, InvariantViolation};
use crate::sim_rng::{Part, SimRng};

/// The time after which a node that found no store is started again, in milliseconds.
const START_AGAIN_MS: u64 = 500;
/// The time from the end of the pre-queue until the draw's key is known, in milliseconds: a beacon
/// round must pass.
const DRAWN_AFTER_MS: u64 = 5_000;

/// A slot for a node: the machine, if it is up, and its clocks.
pub(super) struct NodeSlot {
    pub(super) machine: Option<Machine<Callers>>,
    pub(super) boot: u32,
    /// When the node started last, in virtual time.
    pub(super) started_at: u64,
    /// When the node starts next, in virtual time; `None` while it runs.
    boots_at: Option<u64>,
    pub(super) wall_skew_ms: i64,
    pub(super) slow_ms_a_second: u64,
    /// The time until which the node cannot reach the store.
    pub(super) cut_until: u64,
    /// The time until which the process is stopped.
    pub(super) stopped_until: u64,
    /// How long the node is down after its orderly end, if it was asked to end.
    pub(super) closing_ms: Option<u64>,
    /// The time of the next wake event.
    wake_at_ms: Option<u64>,
    /// Whether the settings have changed since the node got them.
    has_old_settings: bool,
    /// Places that were reported to the oracles as silent by this node's judgement.
    pub(super) silent: BTreeSet<(LineIndex, Run, Sequence)>,
}

impl RandomSource for SimRng {
    fn jitter(&mut self) -> u16 {
        Self::jitter(self)
    }

    fn seed(&mut self) -> [u8; 32] {
        self.key()
    }
}

impl NodeSlot {
    pub(super) fn new(wall_skew_ms: i64, slow_ms_a_second: u64) -> Self {
        Self {
            machine: None,
            boot: 0,
            started_at: 0,
            boots_at: None,
            wall_skew_ms,
            slow_ms_a_second,
            cut_until: 0,
            stopped_until: 0,
            closing_ms: None,
            wake_at_ms: None,
            has_old_settings: false,
            silent: BTreeSet::new(),
        }
    }

    /// Returns the time of the node's own clock.
    fn monotonic_ms(&self, now: u64) -> u64 {
        now * (1_000 - self.slow_ms_a_second) / 1_000
    }

    /// Returns when the node's own clock shows a time.
    fn shows_at(&self, monotonic_ms: u64) -> u64 {
        let ms = monotonic_ms.min(u64::MAX / 1_000);
        (ms * 1_000).div_ceil(1_000 - self.slow_ms_a_second)
    }
}

/// Returns when the first node starts, if no node runs.
fn first_boot(slots: &[NodeSlot]) -> Option<u64> {
    // The time of a node that runs, `None`, is less than any other.
    slots.iter().map(|slot| slot.boots_at).min().flatten()
}

impl World<'_> {
    pub(super) fn clocks(&self, at: usize) -> Clocks {
        Clocks {
            monotonic_ms: self.slots[at].monotonic_ms(self.now),
            wall: self.wall(at),
        }
    }

    pub(super) fn is_stopped(&self, at: usize) -> bool {
        self.slots[at].stopped_until > self.now
    }

    pub(super) fn is_cut(&self, at: usize) -> bool {
        self.slots[at].cut_until > self.now
    }

    pub(super) fn is_up(&self, at: usize, boot: u32) -> bool {
        self.slots[at].machine.is_some() && self.slots[at].boot == boot
    }

    /// Returns the machine of a slot, which must be up.
    pub(super) fn machine(&self, at: usize) -> &Machine<Callers> {
        self.slots[at]
            .machine
            .as_ref()
            .expect("the caller has looked whether it is up")
    }

    /// Returns whether a node takes requests.
    pub(super) fn serves(&self, at: usize) -> bool {
        let slot = self.slots.get(at);
        slot.is_some_and(|slot| slot.machine.is_some() && slot.closing_ms.is_none())
    }

    /// Starts a node with the stored state.
    pub(super) fn boot(&mut self, at: usize) {
        if self.is_store_bare() {
            self.plan_boot(at, START_AGAIN_MS);
            return;
        }
        let connection = self.store.with_own_connection();
        self.connect(at, &connection);
        let id = (NodeId(self.boots + 1), &self.setup);
        let started = Machine::start(id, connection, self.clocks(at), &mut self.nodes);
        let Ok(machine) = started else {
            self.plan_boot(at, START_AGAIN_MS);
            return;
        };
        self.boots += 1;
        if let Some(screening) = &mut self.screening {
            screening.restarted(at);
        }
        let slot = &mut self.slots[at];
        slot.boot += 1;
        (slot.started_at, slot.boots_at) = (self.now, None);
        slot.machine = Some(machine);
        (slot.closing_ms, slot.wake_at_ms) = (None, None);
        slot.silent.clear();
        slot.has_old_settings = false;
        self.schedule(at);
    }

    fn plan_boot(&mut self, at: usize, after_ms: u64) {
        let boots_at = self.now + after_ms;
        self.slots[at].boots_at = Some(boots_at);
        self.agenda.at(boots_at, WorldEvent::Boot { node: at });
    }

    /// Reports if no node runs, with the time at which the first one starts.
    pub(super) fn tell_unserved(&mut self) -> Result<(), InvariantViolation> {
        match first_boot(&self.slots) {
            Some(until_ms) => self.tell_all(&Fact::Unserved { until_ms }),
            None => Ok(()),
        }
    }

    /// Makes the store available over a node's connection, or unavailable if the node cannot reach
    /// it.
    pub(super) fn connect(&self, at: usize, connection: &MemoryStore) {
        connection.set_away(self.is_cut(at) || self.is_away());
    }

    /// Puts changed settings in force at every node.
    pub(super) fn tell_settings(&mut self) {
        self.setup.settings = self.settings();
        for at in 0..self.slots.len() {
            self.slots[at].has_old_settings = true;
            self.schedule(at);
        }
    }

    /// Plans the time of a machine's next wake-up.
    pub(super) fn schedule(&mut self, at: usize) {
        let now = self.now;
        let slot = &mut self.slots[at];
        let Some(machine) = &slot.machine else { return };
        let looks = slot.has_old_settings && machine.node.takes_commands();
        let ms = match machine.node.wake_at_ms() {
            _ if looks || machine.has_commands() => now,
            Some(wake_at_ms) => slot.shows_at(wake_at_ms).max(now),
            None => return,
        };
        if slot.wake_at_ms.is_none_or(|planned| planned > ms) {
            slot.wake_at_ms = Some(ms);
            let boot = slot.boot;
            self.agenda.at(ms, WorldEvent::Wake { node: at, boot });
        }
    }

    /// Passes the events that are due to a machine.
    pub(super) fn wake(&mut self, at: usize) -> Result<(), InvariantViolation> {
        if self.slots[at].wake_at_ms != Some(self.now) {
            return Ok(());
        }
        self.slots[at].wake_at_ms = None;
        if self.is_stopped(at) {
            let (until, boot) = (self.slots[at].stopped_until, self.slots[at].boot);
            self.slots[at].wake_at_ms = Some(until);
            self.agenda.at(until, WorldEvent::Wake { node: at, boot });
            return Ok(());
        }
        let clock_ms = self.clocks(at).monotonic_ms;
        let slot = &mut self.slots[at];
        let Some(machine) = &mut slot.machine else {
            return Ok(());
        };
        let looks = slot.has_old_settings && machine.node.takes_commands();
        let is_due = looks
            || machine
                .node
                .wake_at_ms()
                .is_some_and(|wake_at_ms| wake_at_ms <= clock_ms);
        match machine.commands() {
            Some(commands) => self.drive(at, commands),
            None if is_due => self.drive(at, Event::Timer),
            None => {
                self.schedule(at);
                Ok(())
            }
        }
    }

    /// Passes an event to a machine, and carries out the effects.
    pub(super) fn drive(&mut self, at: usize, event: Event<Callers>) -> Result<(), InvariantViolation> {
        let clocks = self.clocks(at);
        let Some(mut machine) = self.slots[at].machine.take() else {
            return Ok(());
        };
        if mem::take(&mut self.slots[at].has_old_settings) {
            let settings = self.setup.settings.clone();
            machine.node.handle(Event::Settings(settings), clocks, &mut self.nodes);
        }
        machine.node.handle(event, clocks, &mut self.nodes);
        let answers = self.carry_out(at, &mut machine);
        let told = &mut self.slots[at].silent;
        let silent: Vec<_> = machine
            .node
            .silent_places()
            .filter(|place| told.insert(*place))
            .collect();
        let is_over = machine.node.is_over();
        self.slots[at].machine = Some(machine);
        for (line, run, sequence) in silent {
            if run == self.lines[usize::from(line.0)].run {
                self.report_fact(line, 0, &Fact::Silent { place: sequence.0 })?;
            }
        }
        for answer in answers {
            self.deliver(at, answer)?;
        }
        if is_over {
            let down_ms = self.slots[at].closing_ms.unwrap_or(0);
            return self.go_down(at, down_ms);
        }
        self.schedule(at);
        Ok(())
    }

    /// Carries out effects; returns the answers, for which the machine must be in its slot.
    fn carry_out(&mut self, at: usize, machine: &mut Machine<Callers>) -> Vec<AnswerTo<Callers>> {
        let mut answers = Vec::new();
        while let Some(effect) = machine.node.poll_effect() {
            match effect {
                Effect::Answer(answer) => answers.push(answer),
                Effect::Publish(line, published) => machine.publish(line, published),
                Effect::Call(call) => {
                    let is_commit = matches!(call, StoreCall::Commit { .. });
                    let commit = if is_commit {
                        machine.node.commit_under_way()
                    } else {
                        None
                    };
                    self.send_call(at, call, commit);
                }
                Effect::Probe { .. } => {
                    let (boot, found) = (self.slots[at].boot, !(self.is_cut(at) || self.is_away()));
                    let way_ms = 2 * self.way_ms();
                    let probed = WorldEvent::Probed { node: at, boot, found };
                    self.agenda.at(self.now + way_ms, probed);
                }
                Effect::RequestCommitPriority => at_once(machine.connection.request_commit_priority(&self.setup.pool)),
                Effect::WriteDraw { line, document, .. } => {
                    let cut_off = match document {
                        DueDocument::CutOff { run, .. } => Some(run),
                        DueDocument::Commitment { .. } | DueDocument::Reveal { .. } => None,
                    };
                    let (boot, way_ms) = (self.slots[at].boot, 2 * self.way_ms());
                    let written = WorldEvent::DrawWritten {
                        node: at,
                        boot,
                        line,
                        cut_off,
                    };
                    self.agenda.at(self.now + way_ms, written);
                }
                // The simulation has no readers of the documents of draws.
                Effect::AbortDraw { .. } | Effect::RefreshDraws(_) => {}
            }
        }
        answers
    }

    /// Tells a node that a document of a draw is written; the key of a draw is the same at every
    /// node.
    pub(super) fn draw_written(
        &mut self,
        at: usize,
        line: LineIndex,
        cut_off: Option<Run>,
    ) -> Result<(), InvariantViolation> {
        let Some(run) = cut_off else {
            return self.drive(at, Event::DrawWritten(Ok(WrittenDocument::Published)));
        };
        let watched = self.line(line);
        let closes = watched.room.config(watched.rate, super::BEGINS).schedule.cut_off();
        let is_known = closes.is_none_or(|closes| closes.0 + DRAWN_AFTER_MS <= self.wall(at).0);
        let draw = u64::from(line.0) << 32 | u64::from(run.0);
        let key = SimRng::of(self.seed, Part::Draws(draw << 1)).key();
        let written = if is_known {
            Ok(WrittenDocument::CutOff(key))
        } else {
            Err(DrawNotWritten)
        };
        self.drive(at, Event::DrawWritten(written))
    }

    /// Asks a node to finish its work and end.
    pub(super) fn close(&mut self, at: usize, down_ms: u64) -> Result<(), InvariantViolation> {
        if self.slots[at].machine.is_none() || self.is_stopped(at) {
            return Ok(());
        }
        if self.failovers.is_emptied() {
            let close = WorldEvent::Close { node: at, down_ms };
            self.agenda.at(self.now + START_AGAIN_MS, close);
            return Ok(());
        }
        self.slots[at].closing_ms = Some(down_ms);
        self.drive(at, Event::Close)
    }

    /// Takes a node out of its slot and starts another one there later; connections to it are cut.
    pub(super) fn go_down(&mut self, at: usize, down_ms: u64) -> Result<(), InvariantViolation> {
        self.slots[at].machine = None;
        self.answers.is_down(at);
        self.plan_boot(at, down_ms);
        for who in 0..self.visitors.len() {
            self.cut_off(who, at)?;
        }
        self.tell_unserved()?;
        self.tell_failed(at)
    }

    /// Reports that a node failed, or that a call of it to the store did.
    pub(super) fn tell_failed(&mut self, node: usize) -> Result<(), InvariantViolation> {
        self.tell_all(&Fact::NodeFailed { node })?;
        self.tell_all(&Fact::Excused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_served_until_the_first_of_the_planned_starts() {
        let slots = |boots: &[Option<u64>]| {
            let slots = boots.iter().map(|boots_at| NodeSlot {
                boots_at: *boots_at,
                ..NodeSlot::new(0, 0)
            });
            slots.collect::<Vec<_>>()
        };
        let last_down = Some(9_000);
        assert_eq!(first_boot(&slots(&[Some(4_000), last_down, Some(5_000)])), Some(4_000));
        assert_eq!(first_boot(&slots(&[last_down])), Some(9_000));
        assert_eq!(first_boot(&slots(&[Some(4_000), None])), None, "one runs");
    }
}
