//! Events from outside: people, faults, the operator.

use admission::pool::LineIndex;
use admission::{Control, PerMinute};
use node::Command;

use super::agenda::WorldEvent;
use super::callers::{Caller, Handle};
use super::visitor::{SimVisitor, VisitorPhase};
use super::{SECOND_MS, World, skew};
use crate::oracle::InvariantViolation;
use crate::scenario::{Act, Arrivals, Crowd, OpeningCrowd, OperatorAction, Poisson, Scenario, Spike};
use crate::sim_rng::{Part, SimRng};

/// Most people of one source who come in one event; people who come within a millisecond share an
/// event.
const TOGETHER_MAX: u64 = 1_000;
/// The time after which connections cut by a crash are opened again, from and to, in milliseconds.
const RECONNECT_MS: [u64; 2] = [200, 2_000];

/// One source of people.
pub(super) struct ArrivalSource<'a> {
    crowd: &'a Crowd,
    moments: Moments<'a>,
    rng: SimRng,
    /// A moment that was drawn and is in the future.
    next: Option<u64>,
    /// The number of people who come with the planned event.
    coming: u64,
}

/// The moments at which people of a source come.
enum Moments<'a> {
    Poisson {
        source: &'a Poisson,
        at_ms: f64,
        end_ms: f64,
    },
    /// A spike: the number of people left, and the share of its span that has passed.
    Spike { source: &'a Spike, left: u64, gone: f64 },
    Opening {
        source: &'a OpeningCrowd,
        left: u64,
        gone: f64,
    },
    Recorded {
        lines: &'a [(u64, u64)],
        from_s: u64,
        second: u64,
        left: u64,
        gone: f64,
    },
}

pub(super) fn sources<'a>(scenario: &'a Scenario, seed: u64) -> Vec<ArrivalSource<'a>> {
    let end_ms = (scenario.duration_s * SECOND_MS) as f64;
    let Arrivals {
        poisson,
        spike,
        opening,
        recorded,
    } = &scenario.arrivals;
    let poisson = poisson.iter().map(|source| {
        let to_ms = source.to_s.map_or(end_ms, |to_s| (to_s * SECOND_MS) as f64);
        let at_ms = (source.from_s * SECOND_MS) as f64;
        (
            &source.crowd,
            Moments::Poisson {
                source,
                at_ms,
                end_ms: to_ms.min(end_ms),
            },
        )
    });
    let spike = spike.iter().map(|source| {
        (
            &source.crowd,
            Moments::Spike {
                source,
                left: source.people,
                gone: 0.0,
            },
        )
    });
    let opening = opening.iter().map(|source| {
        (
            &source.crowd,
            Moments::Opening {
                source,
                left: source.people,
                gone: 0.0,
            },
        )
    });
    let recorded = recorded.iter().map(|source| {
        let (lines, from_s) = (source.lines.as_slice(), source.from_s);
        (
            &source.crowd,
            Moments::Recorded {
                lines,
                from_s,
                second: 0,
                left: 0,
                gone: 0.0,
            },
        )
    });
    let all = poisson.chain(spike).chain(opening).chain(recorded);
    all.enumerate()
        .map(|(index, (crowd, moments))| ArrivalSource {
            crowd: scenario.crowd(crowd),
            moments,
            rng: SimRng::of(seed, Part::Arrivals(index as u64)),
            next: None,
            coming: 0,
        })
        .collect()
}

impl ArrivalSource<'_> {
    /// Draws the next moment and the number of people.
    fn draw(&mut self) -> Option<(u64, u64)> {
        let (first, mut people) = (self.moment()?, 1);
        while people < TOGETHER_MAX {
            match self.moment() {
                Some(at) if at == first => people += 1,
                later => {
                    self.next = later;
                    break;
                }
            }
        }
        Some((first, people))
    }

    fn moment(&mut self) -> Option<u64> {
        if let Some(at) = self.next.take() {
            return Some(at);
        }
        let rng = &mut self.rng;
        match &mut self.moments {
            Moments::Poisson { source, at_ms, end_ms } => poisson(source, at_ms, *end_ms, rng),
            Moments::Spike { source, left, gone } => {
                let gone = next_of(left, gone, rng)?;
                Some(source.at_s * SECOND_MS + (gone * (source.over_s * SECOND_MS) as f64) as u64)
            }
            Moments::Opening { source, left, gone } => {
                let gone = next_of(left, gone, rng)?.powf(1.0 / source.eagerness);
                let from_ms = (source.at_s - source.gather_s) * SECOND_MS;
                Some(from_ms + (gone * (source.gather_s * SECOND_MS) as f64) as u64)
            }
            Moments::Recorded {
                lines,
                from_s,
                second,
                left,
                gone,
            } => {
                while *left == 0 {
                    let ((at, people), rest) = lines.split_first()?;
                    (*second, *left, *gone, *lines) = (*at, *people, 0.0, rest);
                }
                let gone = next_of(left, gone, rng)?;
                Some((*from_s + *second) * SECOND_MS + (gone * SECOND_MS as f64) as u64)
            }
        }
    }
}

/// Returns the next of `left` uniformly distributed moments in the rest of a span, as a share of
/// the span. Yields the moments in order, without a list.
fn next_of(left: &mut u64, gone: &mut f64, rng: &mut SimRng) -> Option<f64> {
    if *left == 0 {
        return None;
    }
    // The minimum of n moments has the distribution of 1 - u^(1/n).
    *gone += (1.0 - *gone) * (1.0 - (1.0 - rng.unit()).powf(1.0 / *left as f64));
    *left -= 1;
    Some(gone.min(0.999_999))
}

/// Returns the next moment of a process with a changing rate, by thinning: moments at the higher
/// rate are drawn and some are discarded.
fn poisson(source: &Poisson, at_ms: &mut f64, end_ms: f64, rng: &mut SimRng) -> Option<u64> {
    let (from, to) = (source.per_minute, source.per_minute_at_end.unwrap_or(source.per_minute));
    let highest = from.max(to);
    if highest <= 0.0 {
        return None;
    }
    let from_ms = (source.from_s * SECOND_MS) as f64;
    loop {
        *at_ms += rng.exponential(60_000.0 / highest);
        if *at_ms >= end_ms {
            return None;
        }
        let now = from + (to - from) * (*at_ms - from_ms) / (end_ms - from_ms);
        if rng.unit() * highest < now {
            return Some(*at_ms as u64);
        }
    }
}

impl World<'_> {
    pub(super) fn agenda_source(&mut self, source: usize) {
        let drawn = self.sources[source].draw();
        if let Some((at, people)) = drawn {
            self.sources[source].coming = people;
            self.agenda.at(at, WorldEvent::Source(source));
        }
    }

    /// Lets the next people of a source come.
    pub(super) fn come(&mut self, source: usize) -> Result<(), InvariantViolation> {
        for _ in 0..self.sources[source].coming {
            let crowd = self.sources[source].crowd;
            let visitor = SimVisitor::draw(crowd, self.now, &mut self.people)
                .with_key(crowd, &mut self.keys)
                .with_room_change(crowd, self.now, &mut self.room_changes)
                .with_transfer(crowd, self.now, &mut self.transfers.rng)
                .with_code(crowd, self.now, (&mut self.codes.rng, self.scenario.codes.len()))
                .with_score(crowd, &mut self.scores)
                .with_aside(crowd, &mut self.asides)
                .with_scripts(crowd, &mut self.proofs.scripts)
                .with_mailbox(crowd, self.visitors.len(), &mut self.proofs.mailboxes);
            let who = self.visitors.len();
            if let Some(at) = visitor.leaves_at {
                self.agenda.at(at, WorldEvent::Leave { who });
            }
            if let Some((at, to)) = visitor.changes_room {
                self.agenda.at(at, WorldEvent::ChangeRoom { who, to });
            }
            if let Some((at, has_rival)) = visitor.transfer {
                self.agenda.at(at, WorldEvent::OfferPlace { who, has_rival });
            }
            if visitor.aside_ms.is_some() {
                self.agenda.at(self.now, WorldEvent::StepAside { who });
            }
            if let Some(code) = visitor.code {
                self.agenda.at(code.at_ms, WorldEvent::UseCode { who, is_twin: false });
            }
            self.visitors.push(visitor);
            self.send(who, self.now)?;
        }
        self.agenda_source(source);
        Ok(())
    }

    pub(super) fn plan_faults(&mut self) {
        let faults = &self.scenario.faults;
        for crash in &faults.crash {
            let (node, down_ms) = (crash.node, crash.down_ms);
            self.agenda
                .at(crash.at_s * SECOND_MS, WorldEvent::Crash { node, down_ms });
        }
        for restart in &faults.restart {
            let (node, down_ms) = (restart.node, restart.down_ms);
            self.agenda
                .at(restart.at_s * SECOND_MS, WorldEvent::Close { node, down_ms });
        }
        for emptied in &faults.emptied {
            let amid_commit = emptied.amid_commit;
            self.agenda
                .at(emptied.at_s * SECOND_MS, WorldEvent::Empty { amid_commit });
        }
        for step in &faults.clock_step {
            let (node, by_ms) = (step.node, step.by_ms);
            self.agenda.at(step.at_s * SECOND_MS, WorldEvent::Step { node, by_ms });
        }
        for away in &faults.store_away {
            let at = away.at_s * SECOND_MS;
            self.agenda.at(
                at,
                WorldEvent::Away {
                    until: at + away.for_ms,
                },
            );
        }
        for failover in &faults.failover {
            let (at, loses_ms) = (failover.at_s * SECOND_MS, failover.loses_ms);
            self.agenda
                .at(at.saturating_sub(loses_ms), WorldEvent::Replicate { loses_ms });
        }
        self.plan_random(faults.chaos.failovers_an_hour, WorldEvent::RandomFailover);
        for partition in &faults.partition {
            let (node, at) = (partition.node, partition.at_s * SECOND_MS);
            let until = at + partition.for_ms;
            self.agenda.at(at, WorldEvent::Cut { node, until });
        }
        for pause in &faults.pause {
            let (node, at) = (pause.node, pause.at_s * SECOND_MS);
            let until = at + pause.for_ms;
            self.agenda.at(at, WorldEvent::Stop { node, until });
        }
        self.plan_random(faults.chaos.crashes_an_hour, WorldEvent::RandomCrash);
        self.plan_random(faults.chaos.clock_steps_an_hour, WorldEvent::RandomStep);
    }

    fn plan_random(&mut self, an_hour: f64, event: WorldEvent) {
        if an_hour > 0.0 {
            let wait_ms = self.faults.exponential(3_600_000.0 / an_hour) as u64;
            self.agenda.at(self.now + 1 + wait_ms, event);
        }
    }

    pub(super) fn random_crash(&mut self) -> Result<(), InvariantViolation> {
        let chaos = &self.scenario.faults.chaos;
        let node = self.faults.below(self.slots.len() as u64) as usize;
        let down_ms = self.faults.between([0, chaos.down_ms_max]);
        self.plan_random(chaos.crashes_an_hour, WorldEvent::RandomCrash);
        self.crash(node, down_ms)
    }

    pub(super) fn random_step(&mut self) {
        let chaos = &self.scenario.faults.chaos;
        let node = self.faults.below(self.slots.len() as u64) as usize;
        self.slots[node].wall_skew_ms = skew(&mut self.faults, chaos.clock_step_ms_max);
        self.plan_random(chaos.clock_steps_an_hour, WorldEvent::RandomStep);
    }

    pub(super) fn random_failover(&mut self) {
        let chaos = &self.scenario.faults.chaos;
        let loses_ms = self.faults.between([0, chaos.failover_loses_ms_max]);
        self.plan_random(chaos.failovers_an_hour, WorldEvent::RandomFailover);
        self.replicate(loses_ms);
    }

    /// Crashes a node: everything that was not durable is lost, and connections to the node are
    /// cut. Half of the calls that it has just sent still reach the store. While a store without
    /// data is being recovered, no node crashes.
    pub(super) fn crash(&mut self, at: usize, down_ms: u64) -> Result<(), InvariantViolation> {
        if self.slots[at].machine.is_none() || self.failovers.is_emptied() {
            return Ok(());
        }
        let rng = &mut self.faults;
        self.calls.crash(at, || rng.chance(0.5));
        self.go_down(at, down_ms)
    }

    /// Makes a visitor who waits for an answer of a crashed node ask again.
    pub(super) fn cut_off(&mut self, who: usize, node: usize) -> Result<(), InvariantViolation> {
        let visitor = &mut self.visitors[who];
        if visitor.node != node {
            return Ok(());
        }
        visitor.node = usize::MAX;
        match visitor.phase {
            VisitorPhase::Asking => visitor.phase = VisitorPhase::Waiting,
            VisitorPhase::Outside if visitor.ticket > 0 => {}
            _ => return Ok(()),
        }
        self.excuse(who)?;
        let again = self.now + self.network.between(RECONNECT_MS);
        self.send(who, again)
    }

    pub(super) fn order(&mut self, index: usize) {
        let OperatorAction { action, room, .. } = self.scenario.operator[index];
        let control = match action {
            Act::Pause => Control::Pause,
            Act::Resume => Control::Resume,
            Act::Disable => Control::Disable,
            Act::Enable => Control::Enable,
            Act::End => Control::End,
            Act::Reset => Control::Reset,
            Act::MaxOutflow(rate) => {
                self.line_mut(LineIndex(room)).rate = PerMinute(rate);
                return self.tell_settings();
            }
            Act::PoolRate(rate) => {
                self.pool_rate = Some(PerMinute(rate));
                return self.tell_settings();
            }
            Act::MaxSessions(most) => return self.limit_site(|limits| limits.max_sessions = Some(most)),
            Act::Stock(left) => return self.limit_site(|limits| limits.stock = Some(left)),
            Act::SiteRate(rate) => return self.limit_site(|limits| limits.rate = Some(rate)),
            Act::EndSessions(most) => return self.end_sessions(most),
        };
        match self.up_node() {
            Some(node) => {
                let handle = Handle::of(Caller::Operator(index));
                self.ask(node, LineIndex(room), Command::Control(control, handle));
            }
            // The operator tries again.
            None => self.agenda.at(self.now + SECOND_MS, WorldEvent::Order(index)),
        }
    }

    /// Draws one of the nodes that take requests.
    pub(super) fn up_node(&mut self) -> Option<usize> {
        let up: Vec<usize> = (0..self.slots.len()).filter(|at| self.serves(*at)).collect();
        let chosen = self.network.below(up.len() as u64) as usize;
        up.get(chosen).copied()
    }
}
