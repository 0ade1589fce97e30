//! Pool nodes in virtual time on one store in memory: carries out their effects, and hands replies
//! back later.

use std::collections::BTreeMap;
use std::sync::Arc;

use admission::pool::{LineIndex, PoolRoom};
use admission::share::Weight;
use admission::{Grant, NodeId, Number, PerMinute, RoomConfig, Run, Sequence, Visibility, WallMs};
use node::answer::Replies;
use node::effect::{Clocks, Effect, Event, RandomSource};
use node::published::Published;
use node::replica::{PoolStore, Replica};
use node::session_memory::SessionMemory;
use node::settings::{LineSettings, NodeSettings, PoolSettings};
use node::shared_line::SharedLine;
use node::store_call::{ReadProgress, StoreCall, StoreReply};
use node::{Command, PoolNode};
use protocol::{MasterKey, QueueIdCodec};
use splitmix::SplitMix64;
use store::{CommitError, MemoryStore, PoolId, Store, at_once, make_call};

use super::visitor_answer::{VisitorAnswer, visitor_answer};

/// The wall clock at the start.
const WALL_START_MS: u64 = 1_700_000_000_000;

/// Requests are numbers, and nobody disconnects.
pub(crate) struct Requests;

impl Replies for Requests {
    type To<T: Send + 'static> = u64;

    fn is_closed<T: Send + 'static>(_: &u64) -> bool {
        false
    }
}

/// Random numbers that a seed repeats.
pub(crate) struct TestRng(SplitMix64);

impl TestRng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }
}

impl RandomSource for TestRng {
    fn jitter(&mut self) -> u16 {
        u16::try_from(self.below(1 << 16)).expect("16 bits")
    }

    fn seed(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| u8::try_from(self.below(256)).expect("a byte"))
    }
}

/// A pool node with its way to the store.
pub(crate) struct Machine {
    pub(crate) node: PoolNode<Requests>,
    pub(crate) line: MemoryStore,
    /// Commands that the pool node does not take yet.
    pub(crate) inbox: Vec<(LineIndex, Command<Requests>)>,
    /// The reply to the call under way, and when it arrives.
    reply: Option<(u64, StoreReply)>,
    /// The outcome of the probe under way, and when it arrives.
    probe: Option<(u64, bool)>,
    pub(crate) published: BTreeMap<LineIndex, Arc<Published>>,
    /// Whether the store goes away with its next commit, before the answer.
    loses_answer: bool,
    /// By how much its clock is slow, milliseconds a minute.
    slow_ms_a_minute: u64,
    shared: Vec<Arc<SharedLine>>,
}

/// Pool nodes, and their answers.
pub(crate) struct World {
    pub(crate) store: MemoryStore,
    pub(crate) now_ms: u64,
    pub(crate) machines: Vec<Option<Machine>>,
    /// Answers in their order, with the node and the time.
    pub(crate) answers: Vec<(u64, u64, VisitorAnswer)>,
    pub(crate) rng: TestRng,
    /// The most milliseconds that a reply of the store takes.
    pub(crate) reply_ms_max: u64,
    /// The most by which a node's clock is slow, milliseconds a minute.
    pub(crate) slow_ms_a_minute_max: u64,
    settings: NodeSettings,
    rooms: BTreeMap<String, RoomConfig>,
    boots: u64,
    /// Whether the nodes share the store, as a remote one; otherwise one node has it for itself.
    is_shared: bool,
}

fn at_rate(shared: Option<u32>) -> PoolSettings {
    PoolSettings {
        rate: shared.map(PerMinute),
        ..PoolSettings::default()
    }
}

impl World {
    /// A pool of rooms with a rate each, and a rate that they share, on a store that nodes share.
    pub(crate) fn new(nodes: usize, rates: &[u32], shared: Option<u32>, seed: u64) -> Self {
        Self::on_a_store(true, nodes, rates, at_rate(shared), seed)
    }

    /// Like [`Self::new`], with one node that has the store for itself.
    pub(crate) fn embedded(rates: &[u32], shared: Option<u32>, seed: u64) -> Self {
        Self::on_a_store(false, 1, rates, at_rate(shared), seed)
    }

    /// A pool of rooms with a rate each, and these settings.
    pub(crate) fn with(nodes: usize, rates: &[u32], pool: PoolSettings, seed: u64) -> Self {
        Self::on_a_store(true, nodes, rates, pool, seed)
    }

    fn on_a_store(is_shared: bool, nodes: usize, rates: &[u32], pool: PoolSettings, seed: u64) -> Self {
        let settings = |rate: &u32| LineSettings {
            room: PoolRoom {
                config: RoomConfig::new(PerMinute(*rate)),
                weight: Weight::default(),
                minimum: PerMinute(0),
            },
            weight: Weight::default(),
        };
        let rooms = rates.iter().enumerate();
        let rooms = rooms.map(|(at, rate)| (format!("demo/room{at}"), RoomConfig::new(PerMinute(*rate))));
        let mut world = Self {
            store: MemoryStore::new(),
            now_ms: 0,
            machines: Vec::new(),
            answers: Vec::new(),
            rng: TestRng::new(seed),
            reply_ms_max: 30,
            slow_ms_a_minute_max: 0,
            settings: NodeSettings {
                pool,
                lines: rates.iter().map(|rate| Some(settings(rate))).collect(),
            },
            rooms: rooms.collect(),
            boots: 0,
            is_shared,
        };
        world.machines = (0..nodes).map(|_| None).collect();
        (0..nodes).for_each(|at| world.start(at));
        world
    }

    fn clocks(&self, slow_ms_a_minute: u64) -> Clocks {
        Clocks {
            monotonic_ms: self.now_ms - self.now_ms * slow_ms_a_minute / 60_000,
            wall: self.wall(),
        }
    }

    /// Puts changed rates of the rooms in force on all nodes.
    pub(crate) fn change(&mut self, rates: &[u32]) {
        for (line, rate) in self.settings.lines.iter_mut().flatten().zip(rates) {
            line.room.config = RoomConfig::new(PerMinute(*rate));
        }
        self.tell_settings();
    }

    /// Lets the nodes spend permits by leases while the store does not answer.
    pub(crate) fn lease(&mut self) {
        for line in self.settings.lines.iter_mut().flatten() {
            line.room.config.leases = true;
        }
        self.tell_settings();
    }

    /// Lets newcomers pass unseen while no room has a line.
    pub(crate) fn hide(&mut self) {
        for line in self.settings.lines.iter_mut().flatten() {
            line.room.config.visibility = Visibility::AtPeak;
        }
        self.tell_settings();
    }

    /// Takes the store away from all nodes, or gives it back.
    pub(crate) fn set_away(&mut self, is_away: bool) {
        let machines = self.machines.iter().flatten();
        machines.for_each(|machine| machine.line.set_away(is_away));
    }

    /// Takes the store away from a node after its next commit, whose answer is lost.
    pub(crate) fn lose_answer(&mut self, at: usize) {
        let machine = self.machines[at].as_mut();
        machine.expect("it runs").loses_answer = true;
    }

    /// Puts a changed rate of the pool in force on all nodes.
    pub(crate) fn change_pool(&mut self, rate: u32) {
        self.settings.pool.rate = Some(PerMinute(rate));
        self.tell_settings();
    }

    fn tell_settings(&mut self) {
        let clocks = self.clocks(0);
        for machine in self.machines.iter_mut().flatten() {
            let clocks = Clocks {
                monotonic_ms: machine.clock_ms(clocks.monotonic_ms),
                ..clocks
            };
            let settings = self.settings.clone();
            machine.node.handle(Event::Settings(settings), clocks, &mut self.rng);
            // The server wakes the node with it.
            if machine.node.takes_commands() {
                machine.node.handle(Event::Timer, clocks, &mut self.rng);
            }
        }
    }

    /// Kills a node: what it was asked and has not answered is lost.
    pub(crate) fn kill(&mut self, at: usize) {
        self.machines[at] = None;
    }

    /// Asks a node to finish its work and end.
    pub(crate) fn close(&mut self, at: usize) {
        let clocks = self.clocks(0);
        if let Some(machine) = &mut self.machines[at] {
            machine.node.handle(Event::Close, clocks, &mut self.rng);
        }
    }

    pub(crate) fn wall(&self) -> WallMs {
        WallMs(WALL_START_MS + self.now_ms)
    }

    /// Starts a node on the stored state, or starts it again.
    pub(crate) fn start(&mut self, at: usize) {
        self.boots += 1;
        let line = self.store.with_own_connection();
        let mut replica = Replica::new(PoolStore {
            pool: pool(),
            is_shared: self.is_shared,
            is_remote: self.is_shared,
        });
        let mut progress = replica.open();
        let logged = loop {
            match progress {
                ReadProgress::Call(call) => progress = replica.resume(carried_out(&line, call)),
                ReadProgress::Done(read) => break read.expect("memory").unwrap_or_default(),
            }
        };
        replica.add_lines(&self.rooms, self.wall());
        let slow_ms_a_minute = self.rng.below(self.slow_ms_a_minute_max + 1);
        let shared: Vec<Arc<SharedLine>> = (0..)
            .map(LineIndex)
            .zip(replica.line_names())
            .map(|(line, name)| {
                let grants = logged.grant_log(line);
                let codec = QueueIdCodec::new(
                    &MasterKey::from_bytes([7; 32]),
                    &"demo".parse().expect("a customer"),
                    &"room".parse().expect("a room"),
                );
                let run = replica.line(line).ledger.run;
                let sessions = self.settings.pool.sessions.as_ref();
                let sessions = sessions.map(|config| SessionMemory::new(config, run));
                Arc::new(SharedLine::new((name.clone(), 0), codec, grants, sessions))
            })
            .collect();
        let node = PoolNode::new(
            (NodeId(self.boots), self.settings.clone()),
            replica,
            shared.iter().cloned().map(Some).collect(),
            self.clocks(slow_ms_a_minute),
            &mut self.rng,
        );
        let lines = (0..).map(LineIndex).take(shared.len());
        let published = lines.filter_map(|line| Some((line, node.published(line)?)));
        self.machines[at] = Some(Machine {
            published: published.collect(),
            node,
            line,
            inbox: Vec::new(),
            reply: None,
            probe: None,
            loses_answer: false,
            slow_ms_a_minute,
            shared,
        });
    }

    /// Sends a command to a node.
    pub(crate) fn ask(&mut self, at: usize, line: LineIndex, command: Command<Requests>) {
        if let Some(machine) = &mut self.machines[at] {
            machine.inbox.push((line, command));
        }
    }

    /// Plays until a time.
    pub(crate) fn play_until(&mut self, end_ms: u64) {
        while self.now_ms < end_ms {
            (0..self.machines.len()).for_each(|at| self.move_on(at));
            let next = self.machines.iter().flatten().filter_map(Machine::next_at_ms).min();
            self.now_ms = next.unwrap_or(end_ms).clamp(self.now_ms + 1, end_ms);
        }
        (0..self.machines.len()).for_each(|at| self.move_on(at));
    }

    /// Moves a node on by everything that is due.
    fn move_on(&mut self, at: usize) {
        let Some(mut machine) = self.machines[at].take() else {
            return;
        };
        let clocks = self.clocks(machine.slow_ms_a_minute);
        self.carry_out(&mut machine);
        while let Some(event) = machine.due(self.now_ms) {
            machine.node.handle(event, clocks, &mut self.rng);
            self.carry_out(&mut machine);
        }
        self.machines[at] = Some(machine);
    }

    fn carry_out(&mut self, machine: &mut Machine) {
        while let Some(effect) = machine.node.poll_effect() {
            match effect {
                Effect::Answer(answer) => self.answers.push(visitor_answer(self.now_ms, &answer)),
                Effect::Publish(line, published) => _ = machine.published.insert(line, published),
                Effect::Call(call) => {
                    assert!(machine.reply.is_none(), "one call at a time");
                    let reply = machine.carried_out(call);
                    let after_ms = self.rng.below(self.reply_ms_max + 1);
                    machine.reply = Some((self.now_ms + after_ms, reply));
                }
                Effect::RequestCommitPriority => request_priority(&machine.line),
                Effect::Probe { known } => {
                    let is_found = at_once(machine.line.load_newer(&pool(), known)).is_ok();
                    machine.probe = Some((self.now_ms + self.rng.below(self.reply_ms_max + 1), is_found));
                }
                Effect::WriteDraw { .. } | Effect::AbortDraw { .. } => unreachable!("there are no draws"),
                Effect::RefreshDraws(_) => {}
            }
        }
    }
}

impl Machine {
    fn carried_out(&mut self, call: StoreCall) -> StoreReply {
        let loses_answer = self.loses_answer && matches!(call, StoreCall::Commit { .. });
        let reply = carried_out(&self.line, call);
        if !loses_answer {
            return reply;
        }
        self.loses_answer = false;
        self.line.set_away(true);
        StoreReply::Committed(Err(CommitError::Unknown {
            cause: "the answer is lost".to_owned(),
        }))
    }

    /// The next event that is due.
    fn due(&mut self, now_ms: u64) -> Option<Event<Requests>> {
        if let Some((_, reply)) = self.reply.take_if(|(at_ms, _)| *at_ms <= now_ms) {
            return Some(Event::Store(reply));
        }
        if let Some((_, is_found)) = self.probe.take_if(|(at_ms, _)| *at_ms <= now_ms) {
            return Some(Event::Probed(is_found));
        }
        if self.node.takes_commands() && !self.inbox.is_empty() {
            return Some(Event::Commands(std::mem::take(&mut self.inbox)));
        }
        let clock_ms = self.clock_ms(now_ms);
        let is_due = self.node.wake_at_ms().is_some_and(|at_ms| at_ms <= clock_ms);
        is_due.then_some(Event::Timer)
    }

    fn next_at_ms(&self) -> Option<u64> {
        let reply_at_ms = self.reply.as_ref().map(|(at_ms, _)| *at_ms);
        let wake_at_ms = self.node.wake_at_ms();
        let wake_at_ms = wake_at_ms
            .map(|at_ms| at_ms.min(u64::MAX / 60_000).saturating_mul(60_000) / (60_000 - self.slow_ms_a_minute) + 1);
        let probed_at_ms = self.probe.map(|(at_ms, _)| at_ms);
        reply_at_ms.into_iter().chain(probed_at_ms).chain(wake_at_ms).min()
    }

    /// Returns the time of the node's own clock.
    fn clock_ms(&self, now_ms: u64) -> u64 {
        now_ms - now_ms * self.slow_ms_a_minute / 60_000
    }

    /// The queue id of a place.
    pub(crate) fn place(&self, line: LineIndex, run: Run, sequence: Sequence) -> node::place::Place {
        let began = self.published[&line].snapshot.ledger().run_began;
        let device = admission::Device::first(sequence);
        self.shared[usize::from(line.0)].name_device((run, began), device, began)
    }

    /// Records, as the server does, that a visitor who was aside asks again.
    pub(crate) fn comes_back(&self, line: LineIndex, run: Run, number: Number) {
        self.shared[usize::from(line.0)].aside().forget(run, number);
    }

    /// How many visitors are aside in the first line, as far as the node knows.
    pub(crate) fn aside(&self, wall: WallMs) -> usize {
        let everybody = Number(0)..Number(u64::MAX);
        self.shared[0].aside().numbers(Run(0), everybody, wall).count()
    }

    /// The first grant of a place that the log has, in wall time.
    pub(crate) fn first_grant(&self, line: LineIndex, number: Number) -> Option<WallMs> {
        let grants = self.shared[usize::from(line.0)].log().since(WallMs(0));
        let of_place = grants.iter().filter(|granted| granted.number == number);
        of_place.map(|granted| granted.granted_at).min()
    }

    /// The numbers in the first line's log of grants, once for each grant.
    pub(crate) fn logged(&self) -> Vec<Number> {
        let grants = self.shared[0].log().since(WallMs(0)).into_iter();
        grants.map(|granted| granted.number).collect()
    }

    /// Whether the node is sure that the session of a place of the first run lasts.
    pub(crate) fn is_inside(&self, line: LineIndex, number: Number) -> bool {
        let (run, now) = (Run(0), self.published[&line].snapshot.ledger().flow);
        let sessions = self.shared[usize::from(line.0)].sessions.as_ref();
        sessions.is_some_and(|memory| memory.ends(run, number, now).is_some())
    }

    /// Whether the log of grants has this as the last grant of its place.
    pub(crate) fn has_logged(&self, line: LineIndex, run: Run, grant: Grant) -> bool {
        let last = self.shared[usize::from(line.0)].log().last(run, grant.number);
        last.is_some_and(|last| last.granted_at == grant.granted_at)
    }

    /// Returns the number of a place, if the published state knows one.
    pub(crate) fn number(&self, line: LineIndex, sequence: Sequence) -> Option<Number> {
        self.published[&line].snapshot.ledger().number(sequence)
    }
}

pub(crate) fn pool() -> PoolId {
    PoolId::new("~pool/demo").expect("a pool")
}

fn request_priority(store: &MemoryStore) {
    at_once(store.request_commit_priority(&pool()));
}

pub(crate) fn carried_out(store: &MemoryStore, call: StoreCall) -> StoreReply {
    at_once(make_call(store, &pool(), call))
}
