//! The world: people, nodes and a store in virtual time. The nodes are the shipped pool node
//! ([`node::PoolNode`]), and the store has the semantics of the real ones.
//!
//! Every event is handled completely at one moment of virtual time. Everything that an outsider
//! could have observed is reported to the oracles, which stop the run at the first violation.
//! Nothing here reads a clock or draws random numbers that do not come from the seed.
//!
//! The world takes the steps of the server around a pool node in the same order, without HTTP: a
//! request reads the published state and records that the visitor was heard, a place that the node
//! does not know makes it read the stored state, and a visitor who is first in line asks the pool
//! node.

mod agenda;
mod answers;
mod asides;
mod callers;
mod calls;
mod codes;
mod commit_order;
mod decisions;
mod failover;
mod lines;
mod outside;
mod proofs;
mod room_capacity;
mod screened;
mod site;
mod slots;
mod transfers;
mod visitor;
mod walk;

use std::collections::BTreeMap;

use admission::pool::{LineIndex, PoolRoom};
use admission::share::Weight;
use admission::{PerMinute, WallMs};
use node::settings::{LineSettings, NodeSettings, PoolSettings};
use store::{MemoryStore, PoolId};

use crate::machine::MachineSetup;
use crate::oracle::{Fact, FactTime, InvariantViolation, LateAnswersOracle, PoolOracle};
use crate::report::{Record, Second};
use crate::scenario::Scenario;
use crate::sim_rng::{Part, SimRng};
use agenda::{Agenda, WorldEvent};
use calls::Calls;
use codes::CodeUses;
use commit_order::CommitOrder;
use failover::Failovers;
use lines::WatchedLine;
use outside::ArrivalSource;
use proofs::NewcomerProofs;
use screened::RoomScreening;
use site::SimSite;
use slots::NodeSlot;
use transfers::Transfers;
pub(crate) use visitor::SimVisitor;

/// The wall clock at the start, milliseconds since the Unix epoch.
const WALL_START_MS: u64 = 1_700_000_000_000;
/// [`WALL_START_MS`] as a wall time.
const BEGINS: WallMs = WallMs(WALL_START_MS);
/// The interval at which figures are taken, in milliseconds.
const SECOND_MS: u64 = 1_000;

/// The extent of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Virtual milliseconds.
    pub(crate) end_ms: u64,
    /// The number of events from outside (arrivals, faults, orders) that happen; later ones are
    /// omitted.
    pub(crate) outside_max: u64,
}

/// The world.
pub(crate) struct World<'a> {
    scenario: &'a Scenario,
    seed: u64,
    now: u64,
    events: u64,
    outside: u64,
    extent: Extent,
    agenda: Agenda,
    store: MemoryStore,
    calls: Calls,
    slots: Vec<NodeSlot>,
    boots: u64,
    setup: MachineSetup,
    lines: Vec<WatchedLine<'a>>,
    /// The rate of the pool that the operator has set, if the rooms share one.
    pool_rate: Option<PerMinute>,
    pool: Option<PoolOracle>,
    answers: LateAnswersOracle,
    away_until: u64,
    commit_order: CommitOrder,
    failovers: Failovers,
    site: Option<SimSite>,
    visitors: Vec<SimVisitor>,
    sources: Vec<ArrivalSource<'a>>,
    people: SimRng,
    keys: SimRng,
    room_changes: SimRng,
    transfers: Transfers,
    asides: SimRng,
    codes: CodeUses,
    screening: Option<RoomScreening>,
    proofs: NewcomerProofs,
    scores: SimRng,
    network: SimRng,
    faults: SimRng,
    jitter: SimRng,
    /// The random numbers of the nodes.
    nodes: SimRng,
    record: Record,
}

/// The end of a run.
pub(crate) struct Ended {
    pub(crate) record: Record,
    pub(crate) events: u64,
    pub(crate) outside: u64,
    pub(crate) broken: Option<InvariantViolation>,
}

impl<'a> World<'a> {
    pub(crate) fn new(scenario: &'a Scenario, seed: u64, extent: Extent) -> Self {
        let mut faults = SimRng::of(seed, Part::Faults);
        let slots = (0..scenario.nodes.count).map(|_| {
            let wall_skew_ms = skew(&mut faults, scenario.nodes.wall_skew_ms);
            NodeSlot::new(wall_skew_ms, faults.between([0, scenario.nodes.slow_ms_a_second]))
        });
        let slots: Vec<NodeSlot> = slots.collect();
        let lines = scenario.rooms().map(|room| WatchedLine::new(scenario, room));
        let mut world = Self {
            scenario,
            seed,
            now: 0,
            events: 0,
            outside: 0,
            extent,
            agenda: Agenda::default(),
            store: MemoryStore::new(),
            calls: Calls::new(seed),
            slots,
            boots: 0,
            setup: MachineSetup {
                pool: PoolId::new("~pool/simulated").expect("keeps to the alphabet"),
                is_shared: scenario.is_shared(),
                settings: NodeSettings {
                    pool: PoolSettings::default(),
                    lines: Vec::new(),
                },
                rooms: BTreeMap::new(),
                lanes: lines::lanes(scenario),
            },
            lines: lines.collect(),
            pool_rate: scenario.pool.map(|pool| PerMinute(pool.rate)),
            pool: scenario.pool.map(|pool| PoolOracle::new(pool.rate)),
            answers: LateAnswersOracle::new(scenario),
            away_until: 0,
            commit_order: CommitOrder::default(),
            failovers: Failovers::default(),
            site: scenario.site.as_ref().map(|site| SimSite::new(site, seed)),
            visitors: Vec::new(),
            sources: outside::sources(scenario, seed),
            people: SimRng::of(seed, Part::People),
            keys: SimRng::of(seed, Part::Keys),
            room_changes: SimRng::of(seed, Part::RoomChanges),
            transfers: Transfers::new(seed),
            asides: SimRng::of(seed, Part::Asides),
            codes: CodeUses::new(scenario, seed),
            screening: RoomScreening::new(scenario),
            proofs: NewcomerProofs::new(scenario, seed),
            scores: SimRng::of(seed, Part::Scores),
            network: SimRng::of(seed, Part::Network),
            faults,
            jitter: SimRng::of(seed, Part::Jitter),
            nodes: SimRng::of(seed, Part::Nodes),
            record: Record::new(scenario),
        };
        world.begin();
        world
    }

    fn begin(&mut self) {
        self.setup.settings = self.settings();
        let lines = self.setup.settings.lines.iter().flatten().enumerate();
        let rooms = lines.map(|(at, line)| (lines::line_name(at), line.room.config));
        self.setup.rooms = rooms.collect();
        self.add_codes();
        (0..self.slots.len()).for_each(|node| self.boot(node));
        (0..self.sources.len()).for_each(|source| self.agenda_source(source));
        self.plan_faults();
        for (index, order) in self.scenario.operator.iter().enumerate() {
            self.agenda.at(order.at_s * SECOND_MS, WorldEvent::Order(index));
        }
        self.agenda.at(SECOND_MS, WorldEvent::Second);
    }

    /// Returns the settings in force.
    fn settings(&self) -> NodeSettings {
        let plan = self.scenario.site.as_ref().zip(self.site.as_ref());
        let pool = PoolSettings {
            rate: self.pool_rate,
            ..PoolSettings::default()
        };
        let lines = self.lines.iter().map(|line| {
            let (share, group_of) = (line.room.share, line.room.group_of);
            let room = group_of.map_or(line, |of| self.line(LineIndex(of)));
            let weights = [share.weight(), Weight::default()];
            let [of_room, of_line] = match group_of {
                Some(_) => [weights[1], weights[0]],
                None => weights,
            };
            Some(LineSettings {
                room: PoolRoom {
                    config: room.room.config(room.rate, BEGINS),
                    weight: of_room,
                    minimum: PerMinute(share.minimum),
                },
                weight: of_line,
            })
        });
        NodeSettings {
            pool: plan.map_or(pool, |(plan, site)| plan.pool(site.limits)),
            lines: lines.collect(),
        }
    }

    /// Plays to the end, or to the first violation of an invariant.
    pub(crate) fn play(mut self) -> Ended {
        let mut broken = None;
        while let Some((at, event)) = self.agenda.next(self.extent.end_ms) {
            if event.is_outside() {
                if self.outside == self.extent.outside_max {
                    continue;
                }
                self.outside += 1;
            }
            self.now = at;
            self.events += 1;
            if let Err(found) = self.handle(event) {
                broken = Some(found);
                break;
            }
        }
        if broken.is_none() {
            let at = FactTime {
                real_ms: self.extent.end_ms,
                flow_ms: self.newest_flow(),
            };
            broken = self.lines.iter_mut().find_map(|line| line.oracles.finish(at).err());
            broken = broken.or_else(|| self.pool.as_mut()?.finish(at).err());
        }
        self.record.finish(&self.visitors);
        self.record.site = self.site.as_ref().map(|site| site.figures);
        for line in &self.lines {
            self.record.permits(line.oracles.permit_use());
        }
        Ended {
            record: self.record,
            events: self.events,
            outside: self.outside,
            broken,
        }
    }

    fn handle(&mut self, event: WorldEvent) -> Result<(), InvariantViolation> {
        match event {
            WorldEvent::Source(source) => return self.come(source),
            WorldEvent::Request { who, ticket } => return self.request(who, ticket),
            WorldEvent::Leave { who } => return self.leave(who),
            WorldEvent::ChangeRoom { who, to } => return self.change_room(who, to),
            WorldEvent::OfferPlace { who, has_rival } => self.offer_place(who, has_rival),
            WorldEvent::StepAside { who } => return self.step_aside(who),
            WorldEvent::TakePlace { transfer } => self.take_place(transfer),
            WorldEvent::OldDevice { transfer } => return self.ask_with_old_device(transfer),
            WorldEvent::UseCode { who, is_twin } => return self.use_code(who, is_twin),
            WorldEvent::CodeAtStore { used } => self.code_at_store(used),
            WorldEvent::CodeReplied { used } => return self.code_replied(used),
            WorldEvent::Call { visit } => return self.call(visit),
            WorldEvent::Wake { node, boot } if self.is_up(node, boot) => return self.wake(node),
            WorldEvent::AtStore { call } => return self.at_store(call),
            WorldEvent::Replied { call } => return self.replied(call),
            WorldEvent::Probed { node, boot, .. } | WorldEvent::DrawWritten { node, boot, .. }
                if self.is_up(node, boot) && self.is_stopped(node) =>
            {
                self.agenda.at(self.slots[node].stopped_until, event);
            }
            WorldEvent::Probed { node, boot, found } if self.is_up(node, boot) => {
                return self.drive(node, node::effect::Event::Probed(found));
            }
            WorldEvent::DrawWritten {
                node,
                boot,
                line,
                cut_off,
            } if self.is_up(node, boot) => {
                return self.draw_written(node, line, cut_off);
            }
            WorldEvent::Wake { .. } | WorldEvent::Probed { .. } | WorldEvent::DrawWritten { .. } => {}
            WorldEvent::Crash { node, down_ms } => return self.crash(node, down_ms),
            WorldEvent::Close { node, down_ms } => return self.close(node, down_ms),
            WorldEvent::Boot { node } => {
                self.boot(node);
                return self.tell_unserved();
            }
            WorldEvent::Step { node, by_ms } => self.slots[node].wall_skew_ms += by_ms,
            WorldEvent::Away { until } => {
                self.away_until = self.away_until.max(until);
                self.answers.hinder_all(until);
                return self.tell_all(&Fact::Unserved { until_ms: until });
            }
            WorldEvent::Replicate { loses_ms } => self.replicate(loses_ms),
            WorldEvent::Empty { amid_commit } => return self.empty(amid_commit),
            WorldEvent::EmptyAmidCommit => return self.empty_now(true),
            WorldEvent::FailOver { replica } => return self.fail_over(replica),
            WorldEvent::Cut { node, until } => {
                self.slots[node].cut_until = self.slots[node].cut_until.max(until);
                self.answers.hinder(node, until);
                return self.tell_all(&Fact::CutOff { until_ms: until });
            }
            WorldEvent::Stop { node, until } => {
                self.slots[node].stopped_until = self.slots[node].stopped_until.max(until);
                self.answers.hinder(node, until);
                self.agenda.at(until, WorldEvent::GoesOn { node });
                return self.tell_all(&Fact::CutOff { until_ms: until });
            }
            WorldEvent::GoesOn { node } => return self.tell_failed(node),
            WorldEvent::Order(index) => self.order(index),
            WorldEvent::RandomCrash => return self.random_crash(),
            WorldEvent::RandomStep => self.random_step(),
            WorldEvent::RandomFailover => self.random_failover(),
            WorldEvent::Second => {
                self.second();
                self.judge_answers()?;
                return self.look_for_failover();
            }
        }
        Ok(())
    }

    /// Checks that no visitor waits for an answer for too long.
    fn judge_answers(&mut self) -> Result<(), InvariantViolation> {
        if self.failovers.is_under_way() {
            self.answers.hinder_all(self.now);
        }
        let visitors = &self.visitors;
        self.answers.judge(|who| visitors[who].ticket, self.now)
    }

    fn is_away(&self) -> bool {
        self.now < self.away_until
    }

    fn wall(&self, node: usize) -> WallMs {
        WallMs((WALL_START_MS + self.now).saturating_add_signed(self.slots[node].wall_skew_ms))
    }

    /// Returns the node that knows the newest state.
    fn newest(&self) -> Option<usize> {
        let up = (0..self.slots.len()).filter(|at| self.slots[*at].machine.is_some());
        up.max_by_key(|at| self.commit_order.position(self.machine(*at).node.generation()))
    }

    /// Returns the latest flow time of a durable commit that a running node knows.
    fn newest_flow(&self) -> u64 {
        let Some(at) = self.newest() else { return 0 };
        let shown = self.machine(at).all_shown();
        shown
            .map(|(_, shown)| shown.published.snapshot.ledger().flow.0)
            .max()
            .unwrap_or(0)
    }

    /// Takes the figures of a second.
    fn second(&mut self) {
        let mut figures = Second {
            max_outflow: self.lines.iter().map(|line| line.rate.0).sum(),
            ..Second::default()
        };
        let newest = self.newest();
        let (mut inside, mut flows) = (None, false);
        if let Some(at) = newest {
            for (line, shown) in self.machine(at).all_shown() {
                let (snapshot, pool) = (&shown.published.snapshot, &shown.published.pool);
                figures.waiting += snapshot.waiting();
                figures.front += shown.published.front;
                figures.bound += snapshot.ledger().outflow.bound();
                flows |= snapshot.ledger().flows();
                inside = pool.sessions(self.machine(at).now(line, self.clocks(at)).flow);
            }
            figures.paused = !flows;
        } else {
            figures.bound = u64::from(figures.max_outflow);
        }
        self.record.second(self.now, figures);
        self.count_sessions(inside, figures.front);
        self.agenda.at(self.now + SECOND_MS, WorldEvent::Second);
    }
}

fn skew(rng: &mut SimRng, most_ms: u64) -> i64 {
    rng.between([0, 2 * most_ms]).cast_signed() - most_ms.cast_signed()
}

/// Converts a place or a number to an index.
fn index(number: u64) -> usize {
    usize::try_from(number).expect("places in memory fit an address")
}
