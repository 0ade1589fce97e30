//! The world: people, nodes and a store in virtual time, around the real engine and the real store
//! trait.
//!
//! Every event is handled completely at one moment of virtual time. Everything that an outsider
//! could have observed is reported to the oracles, which stop the run at the first violation.
//! Nothing here reads a clock or draws random numbers that do not come from the seed.
//!
//! Three exchanges are simplified. Nodes share one record of when each visitor was heard, by the
//! latest flow time of any node. Each node knows at once how many visitors are in front at the
//! others. And each node learns the latest flow time when it starts and every second: a node that
//! lags would date its grants too early, and a minute of real time could hold too many. The server
//! exchanges all three through the store.

mod agenda;
mod ask;
mod commits;
mod failover;
mod keeper;
mod kept;
mod leased;
mod node;
mod outside;
mod shelf;
mod site;
mod visitor;
mod walk;

use admission::marks::Mark;
use admission::pool::PoolConfig;
use admission::presence::LastSeen;
use admission::{FlowMs, PerMinute, RoomConfig, Run, Sequence, Snapshot, WallMs};

use crate::dice::{Dice, Part};
use crate::oracle::{Fact, FactTime, InvariantViolation, Oracles};
use crate::report::Record;
use crate::scenario::Scenario;
use agenda::{Agenda, Event};
use failover::Failovers;
use keeper::Keeper;
use node::Node;
use outside::Source;
use shelf::Shelf;
use site::Site;
pub(crate) use visitor::Visitor;

/// The wall clock at the start, milliseconds since the Unix epoch.
const WALL_START_MS: u64 = 1_700_000_000_000;
/// [`WALL_START_MS`] as a wall time.
const BEGINS: WallMs = WallMs(WALL_START_MS);
/// The interval at which figures are taken, in milliseconds.
const SECOND_MS: u64 = 1_000;
/// A node that published nothing for this long reads the stored state, in milliseconds.
const FOLLOW_MS: u64 = 5_000;

/// The extent of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Virtual milliseconds.
    pub(crate) end_ms: u64,
    /// The number of events from outside (arrivals, faults, orders) that happen; later ones are
    /// omitted.
    pub(crate) outside_max: u64,
}

/// A slot for a node: the node, if it is up, and its clocks.
#[derive(Debug)]
struct Slot {
    node: Option<Node>,
    boot: u32,
    wall_skew_ms: i64,
    slow_ms_a_second: u64,
    /// The node cannot reach the store until then.
    cut_until: u64,
    /// The process is stopped until then.
    stopped_until: u64,
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
    shelf: Shelf,
    slots: Vec<Slot>,
    boots: u64,
    rate: PerMinute,
    away_until: u64,
    failovers: Failovers,
    site: Option<Site>,
    seen: LastSeen,
    heard_flow: FlowMs,
    visitors: Vec<Visitor>,
    /// The run of the last durable commit, to which new facts belong.
    run: Run,
    /// The visitor who holds each place, if the visitor was told.
    holders: Vec<Option<usize>>,
    /// The range of places that have no number yet.
    unnumbered: Option<(u64, u64)>,
    /// The place of each number, if numbers are drawn.
    places: Vec<u64>,
    sources: Vec<Source<'a>>,
    people: Dice,
    keys: Dice,
    network: Dice,
    faults: Dice,
    jitter: Dice,
    oracles: Oracles,
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
        let mut faults = Dice::of(seed, Part::Faults);
        let slots = (0..scenario.nodes.count).map(|_| Slot {
            node: None,
            boot: 0,
            wall_skew_ms: skew(&mut faults, scenario.nodes.wall_skew_ms),
            slow_ms_a_second: faults.between([0, scenario.nodes.slow_ms_a_second]),
            cut_until: 0,
            stopped_until: 0,
        });
        let slots: Vec<Slot> = slots.collect();
        let rate = PerMinute(scenario.room.max_outflow);
        let mut world = Self {
            scenario,
            seed,
            now: 0,
            events: 0,
            outside: 0,
            extent,
            agenda: Agenda::default(),
            shelf: Shelf::default(),
            oracles: Oracles::new(
                rate.0,
                scenario.room.redirects_max,
                &crate::oracle::OracleContext::of(scenario, BEGINS),
            ),
            slots,
            boots: 0,
            rate,
            away_until: 0,
            failovers: Failovers::default(),
            site: scenario.site.as_ref().map(|site| Site::new(site, seed)),
            seen: LastSeen::default(),
            heard_flow: FlowMs(0),
            visitors: Vec::new(),
            run: Run(0),
            holders: Vec::new(),
            unnumbered: None,
            places: Vec::new(),
            sources: outside::sources(scenario, seed),
            people: Dice::of(seed, Part::People),
            keys: Dice::of(seed, Part::Keys),
            network: Dice::of(seed, Part::Network),
            faults,
            jitter: Dice::of(seed, Part::Jitter),
            record: Record::new(scenario),
        };
        world.begin();
        world
    }

    fn begin(&mut self) {
        (0..self.slots.len()).for_each(|node| self.boot(node));
        (0..self.sources.len()).for_each(|source| self.agenda_source(source));
        self.plan_faults();
        for (index, order) in self.scenario.operator.iter().enumerate() {
            self.agenda.at(order.at_s * SECOND_MS, Event::Order(index));
        }
        self.agenda.at(SECOND_MS, Event::Second);
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
            let flow_ms = self.newest_flow();
            let at = FactTime {
                real_ms: self.extent.end_ms,
                flow_ms,
            };
            broken = self.oracles.finish(at).err();
        }
        self.record.finish(&self.visitors);
        self.record.site = self.site.as_ref().map(|site| site.figures);
        Ended {
            record: self.record,
            events: self.events,
            outside: self.outside,
            broken,
        }
    }

    fn handle(&mut self, event: Event) -> Result<(), InvariantViolation> {
        match event {
            Event::Source(source) => return self.come(source),
            Event::Request { who, ticket } => return self.request(who, ticket),
            Event::Leave { who } => return self.leave(who),
            Event::Call { visit } => return self.call(visit),
            Event::Wake { node, boot } | Event::Answered { node, boot }
                if self.is_up(node, boot) && self.is_stopped(node) =>
            {
                self.put_off(node, event);
            }
            Event::Wake { node, boot } if self.is_up(node, boot) => return self.wake(node),
            Event::AtStore { node, boot } if self.is_up(node, boot) => return self.at_store(node),
            Event::Answered { node, boot } if self.is_up(node, boot) => return self.answered(node),
            Event::Wake { .. } | Event::AtStore { .. } | Event::Answered { .. } => {}
            Event::Crash { node, down_ms } => return self.crash(node, down_ms),
            Event::Boot { node } => self.boot(node),
            Event::Step { node, by_ms } => self.slots[node].wall_skew_ms += by_ms,
            Event::Away { until } => self.away(until),
            Event::Back => self.back(),
            Event::Replicate { loses_ms } => self.replicate(loses_ms),
            Event::FailOver { replica } => return self.fail_over(replica),
            Event::Cut { node, until } => self.slots[node].cut_until = self.slots[node].cut_until.max(until),
            Event::Stop { node, until } => {
                self.slots[node].stopped_until = self.slots[node].stopped_until.max(until);
                self.agenda.at(until, Event::GoesOn);
            }
            Event::GoesOn => return self.tell(0, &Fact::Excused),
            Event::Order(index) => self.order(index),
            Event::RandomCrash => return self.random_crash(),
            Event::RandomStep => self.random_step(),
            Event::RandomFailover => self.random_failover(),
            Event::Second => {
                self.second();
                return self.look_for_failover();
            }
        }
        Ok(())
    }

    fn is_stopped(&self, node: usize) -> bool {
        self.slots[node].stopped_until > self.now
    }

    /// Postpones an event of a stopped process until the process continues.
    fn put_off(&mut self, node: usize, event: Event) {
        let until = self.slots[node].stopped_until;
        if let Event::Wake { .. } = event {
            self.node(node).wake_at_ms = Some(until);
        }
        self.agenda.at(until, event);
    }

    fn is_cut(&self, node: usize) -> bool {
        self.slots[node].cut_until > self.now
    }

    /// Makes the store available to that node, or unavailable if the node cannot reach it.
    fn connect(&self, node: usize) {
        self.shelf.set_away(self.is_cut(node) || self.now < self.away_until);
    }

    fn is_up(&self, node: usize, boot: u32) -> bool {
        self.slots[node].node.is_some() && self.slots[node].boot == boot
    }

    /// Returns the node of a slot, which must be up.
    fn node(&mut self, node: usize) -> &mut Node {
        self.slots[node]
            .node
            .as_mut()
            .expect("the caller has looked whether it is up")
    }

    fn config(&self) -> RoomConfig {
        self.scenario.room.config(self.rate, BEGINS)
    }

    /// Returns the settings of the pool, if the room has a site.
    fn pool(&self) -> Option<PoolConfig> {
        let (site, plan) = self.site.as_ref().zip(self.scenario.site.as_ref())?;
        Some(plan.pool(self.config(), site.limits))
    }

    /// Starts a new run after a reset, in which nobody has a place.
    fn begin_run(&mut self, run: Run) {
        self.run = run;
        self.seen = LastSeen::default();
        self.holders.clear();
        self.unnumbered = None;
        self.places.clear();
    }

    /// Returns the place that has a number.
    fn place_of(&self, number: u64) -> u64 {
        if !self.scenario.room.draws() {
            return number;
        }
        self.places.get(index(number)).copied().unwrap_or(u64::MAX)
    }

    fn wall(&self, node: usize) -> WallMs {
        WallMs((WALL_START_MS + self.now).saturating_add_signed(self.slots[node].wall_skew_ms))
    }

    /// Starts a node with the stored state.
    fn boot(&mut self, at: usize) {
        let config = self.config();
        self.connect(at);
        let opened = Keeper::open(&self.shelf, &config, self.wall(at), self.site.is_some());
        let Ok(keeper) = opened else {
            self.agenda.at(self.now + node::RETRY_MS, Event::Boot { node: at });
            return;
        };
        if self.slots.iter().all(|slot| slot.node.is_none()) {
            self.seen = everybody_just_heard(&keeper);
            self.heard_flow = keeper.state.ledger.flow;
        }
        self.boots += 1;
        let slow_ms_a_second = self.slots[at].slow_ms_a_second;
        let mut node = Node::start(keeper, &self.seen, self.boots, self.now, slow_ms_a_second);
        node.observe(self.heard_flow(), self.now);
        let slot = &mut self.slots[at];
        slot.boot += 1;
        slot.node = Some(node);
        self.wake_at(at, self.now);
    }

    /// Returns the latest flow time of a durable commit that a running node knows.
    fn newest_flow(&self) -> u64 {
        let nodes = self.slots.iter().filter_map(|slot| slot.node.as_ref());
        nodes.map(|node| node.keeper.state.ledger.flow.0).max().unwrap_or(0)
    }

    /// Returns the clock of presence: the latest flow time that any node had.
    fn heard_flow(&mut self) -> FlowMs {
        let nodes = self.slots.iter().filter_map(|slot| slot.node.as_ref());
        let furthest = nodes.map(|node| node.flow(self.now)).max().unwrap_or_default();
        self.heard_flow = self.heard_flow.max(furthest);
        self.heard_flow
    }

    fn tell(&mut self, flow_ms: u64, fact: &Fact) -> Result<(), InvariantViolation> {
        let at = FactTime {
            real_ms: self.now,
            flow_ms,
        };
        self.oracles.witness(at, fact)
    }

    /// Lets nodes that have had nothing to commit for a while read the stored state.
    fn follow(&mut self) {
        for at in 0..self.slots.len() {
            let now = self.now;
            self.connect(at);
            let stopped = self.is_stopped(at);
            let idle = |node: &&mut Node| node.commit.is_none() && node.published_at_ms + FOLLOW_MS <= now;
            let node = self.slots[at].node.as_mut().filter(idle);
            if let Some(node) = node.filter(|_| !stopped)
                && node.keeper.reload(&self.shelf).is_ok()
            {
                // The state after a failover is not published before the commit that recovers it.
                if !node.keeper.is_unsettled() {
                    node.publish(now, &self.seen);
                }
                self.wake_at(at, now);
            }
        }
    }

    fn second(&mut self) {
        let furthest = self.heard_flow();
        let now = self.now;
        let reached = |slot: &&mut Slot| slot.cut_until <= now && slot.stopped_until <= now;
        for slot in self.slots.iter_mut().filter(reached) {
            if let Some(node) = &mut slot.node {
                node.observe(furthest, self.now);
            }
        }
        self.follow();
        let newest = self.slots.iter().filter_map(|slot| slot.node.as_ref());
        let newest = newest.max_by_key(|node| node.keeper.generation);
        let front = self
            .slots
            .iter()
            .filter_map(|slot| slot.node.as_ref())
            .map(|node| node.front.present())
            .sum();
        let inside = newest.and_then(|node| node.keeper.pool.as_ref()?.ledger.sessions());
        if let Some(node) = newest {
            self.record.second(self.now, &node.keeper.state, front, self.rate.0);
        } else {
            self.record.nobody(self.now, self.rate.0);
        }
        self.count_sessions(inside, front);
        self.agenda.at(self.now + SECOND_MS, Event::Second);
    }
}

fn skew(dice: &mut Dice, most_ms: u64) -> i64 {
    dice.between([0, 2 * most_ms]).cast_signed() - most_ms.cast_signed()
}

fn everybody_just_heard(keeper: &Keeper) -> LastSeen {
    let state = &keeper.state;
    let mut seen = LastSeen::default();
    seen.grow(state.ledger.next);
    let snapshot = Snapshot::new(state, seen);
    let places = (0..state.ledger.next.0).map(Sequence);
    places
        .filter(|place| !snapshot.has(*place, Mark::Uncounted))
        .for_each(|place| snapshot.seen().hear(place, state.ledger.flow));
    snapshot.seen().clone()
}

/// Converts a place or a number to an index.
fn index(number: u64) -> usize {
    usize::try_from(number).expect("places in memory fit an address")
}
