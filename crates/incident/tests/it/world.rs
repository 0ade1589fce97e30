//! Pool nodes in virtual time on one store in memory, of which the first is recorded.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use admission::pool::{LineIndex, PoolRoom};
use admission::share::Weight;
use admission::{NodeId, PerMinute, RoomConfig, WallMs};
use incident::entry::RecordingEnd;
use incident::{EventRecorder, HandleNumbering, NodeOpening, Numbered, RecordingKeys, RecordingWriter};
use node::answer::{AnswerTo, Replies};
use node::effect::{Clocks, Effect, Event, RandomSource};
use node::published::Published;
use node::replica::{PoolStore, Replica};
use node::session_memory::SessionMemory;
use node::settings::{LineSettings, NodeSettings, PoolSettings};
use node::shared_line::SharedLine;
use node::store_call::{ReadProgress, StoreReply};
use node::{Command, PoolNode};
use protocol::{MasterKey, QueueIdCodec};
use splitmix::SplitMix64;
use store::{MemoryStore, PoolId, Store, at_once, make_call};

/// The wall clock at the start.
const WALL_START_MS: u64 = 1_700_000_000_000;

thread_local! {
    /// Requests whose senders have disconnected.
    static GONE: RefCell<BTreeSet<u64>> = const { RefCell::new(BTreeSet::new()) };
}

/// Requests are numbers.
pub(crate) struct Requests;

impl Replies for Requests {
    type To<T: Send + 'static> = u64;

    fn is_closed<T: Send + 'static>(to: &u64) -> bool {
        GONE.with_borrow(|gone| gone.contains(to))
    }
}

/// Lets the sender of a request disconnect.
pub(crate) fn hang_up(request: u64) {
    GONE.with_borrow_mut(|gone| gone.insert(request));
}

/// Random numbers that a seed repeats.
pub(crate) struct WorldRng(SplitMix64);

impl WorldRng {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }

    fn bytes(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| u8::try_from(self.below(256)).expect("a byte"))
    }
}

impl RandomSource for WorldRng {
    fn jitter(&mut self) -> u16 {
        u16::try_from(self.below(1 << 16)).expect("16 bits")
    }

    fn seed(&mut self) -> [u8; 32] {
        self.bytes()
    }
}

type Answer = AnswerTo<Numbered<Requests>>;

/// A pool node with its way to the store.
pub(crate) struct Machine {
    node: PoolNode<Numbered<Requests>>,
    numbering: HandleNumbering,
    recording: Option<Recording>,
    pub(crate) line: MemoryStore,
    inbox: Vec<(LineIndex, Command<Requests>)>,
    reply: Option<(u64, StoreReply)>,
    probe: Option<(u64, bool)>,
    pub(crate) published: BTreeMap<LineIndex, Arc<Published>>,
    pub(crate) shared: Vec<Arc<SharedLine>>,
}

/// A recording of a machine.
struct Recording {
    recorder: EventRecorder,
    writer: RecordingWriter,
    bytes: Vec<u8>,
}

/// Pool nodes, and their answers.
pub(crate) struct World {
    pub(crate) store: MemoryStore,
    pub(crate) now_ms: u64,
    /// By how much the wall clock is off.
    pub(crate) wall_off_ms: u64,
    pub(crate) machines: Vec<Option<Machine>>,
    /// Answers that nobody has looked at, with their requests.
    pub(crate) answers: Vec<Answer>,
    pub(crate) rng: WorldRng,
    pub(crate) settings: NodeSettings,
    rooms: BTreeMap<String, RoomConfig>,
    boots: u64,
    is_shared: bool,
}

impl World {
    /// A pool of rooms on a store for one node, or for several.
    pub(crate) fn new(nodes: usize, rooms: &[RoomConfig], pool: PoolSettings, seed: u64) -> Self {
        // Another world of this thread has numbered its requests from 1, too.
        GONE.with_borrow_mut(BTreeSet::clear);
        let settings = |config: &RoomConfig| LineSettings {
            room: PoolRoom {
                config: *config,
                weight: Weight::default(),
                minimum: PerMinute(0),
            },
            weight: Weight::default(),
        };
        let named = rooms.iter().enumerate();
        let named = named.map(|(at, config)| (format!("demo/room{at}"), *config));
        let mut world = Self {
            store: MemoryStore::new(),
            now_ms: 1_000,
            wall_off_ms: 0,
            machines: (0..nodes).map(|_| None).collect(),
            answers: Vec::new(),
            rng: WorldRng(SplitMix64::new(seed)),
            settings: NodeSettings {
                pool,
                lines: rooms.iter().map(|config| Some(settings(config))).collect(),
            },
            rooms: named.collect(),
            boots: 0,
            is_shared: nodes > 1,
        };
        (0..nodes).for_each(|at| world.start(at));
        world
    }

    pub(crate) fn clocks(&self) -> Clocks {
        Clocks {
            monotonic_ms: self.now_ms,
            wall: WallMs(WALL_START_MS + self.now_ms + self.wall_off_ms),
        }
    }

    /// Starts a node on the stored state, with a recording if it is the first.
    pub(crate) fn start(&mut self, at: usize) {
        self.boots += 1;
        let line = self.store.with_own_connection();
        let store = PoolStore {
            pool: pool(),
            is_shared: self.is_shared,
            is_remote: self.is_shared,
        };
        let mut replica = Replica::new(store.clone());
        let (mut progress, mut reads) = (replica.open(), Vec::new());
        let logged = loop {
            match progress {
                ReadProgress::Call(call) => {
                    let reply = at_once(make_call(&line, &pool(), call.clone()));
                    reads.push((call, reply.clone()));
                    progress = replica.resume(reply);
                }
                ReadProgress::Done(read) => break read.expect("the store is there").unwrap_or_default(),
            }
        };
        let clocks = self.clocks();
        replica.add_lines(&self.rooms, clocks.wall);
        let recorder = (at == 0).then(EventRecorder::default);
        let observer = recorder.as_ref().map(EventRecorder::observer);
        let shared: Vec<Arc<SharedLine>> = (0..)
            .map(LineIndex)
            .zip(replica.line_names())
            .map(|(line, name)| {
                let grants = logged.grant_log(line);
                let run = replica.line(line).ledger.run;
                let sessions = self.settings.pool.sessions.as_ref();
                let sessions = sessions.map(|config| SessionMemory::new(config, run));
                let shared = SharedLine::new((name.clone(), 0), codec(), grants, sessions);
                Arc::new(shared.observed(observer.clone()))
            })
            .collect();
        let lines = shared.iter().cloned().map(Some).collect();
        let who = (NodeId(self.boots), self.settings.clone());
        let opening = NodeOpening {
            version: "test".to_owned(),
            keys: RecordingKeys {
                stand_in: self.rng.bytes(),
                hidden: self.rng.bytes(),
            },
            node: who.0,
            store,
            rooms: self.rooms.clone(),
            settings: who.1.clone(),
            lines: shared
                .iter()
                .map(|line| Some((line.name.clone(), line.lane, codec())))
                .collect(),
            reads,
            lines_added_at: clocks.wall,
            clocks,
        };
        let (node, recording) = match recorder {
            None => (PoolNode::new(who, replica, lines, clocks, &mut self.rng), None),
            Some(recorder) => {
                let (node, entry) = recorder.open(opening, &mut self.rng, |random| {
                    PoolNode::new(who, replica, lines, clocks, random)
                });
                let mut writer = RecordingWriter::default();
                writer.push(entry);
                let bytes = RecordingWriter::first_bytes().to_vec();
                let recording = Recording {
                    recorder,
                    writer,
                    bytes,
                };
                (node, Some(recording))
            }
        };
        let lines = (0..).map(LineIndex).take(shared.len());
        let published = lines.filter_map(|line| Some((line, node.published(line)?)));
        self.machines[at] = Some(Machine {
            published: published.collect(),
            node,
            numbering: observer.map(HandleNumbering::observed).unwrap_or_default(),
            recording,
            line,
            inbox: Vec::new(),
            reply: None,
            probe: None,
            shared,
        });
    }

    /// Ends the recording of the first node as a kill does, or with its end, and returns its bytes.
    pub(crate) fn recording(&mut self, end: Option<RecordingEnd>) -> Vec<u8> {
        let machine = self.machines[0].take().expect("a node");
        let mut recording = machine.recording.expect("it is recorded");
        end.into_iter().for_each(|end| recording.writer.end(end));
        let last = recording.writer.take_block();
        [recording.bytes, last].concat()
    }

    /// Puts the changed settings in force on all nodes.
    pub(crate) fn tell_settings(&mut self) {
        for at in 0..self.machines.len() {
            let settings = self.settings.clone();
            self.tell(at, Event::Settings(settings));
            // The server wakes the node with it.
            let takes = |machine: &Machine| machine.node.takes_commands();
            if self.machines[at].as_ref().is_some_and(takes) {
                self.tell(at, Event::Timer);
            }
        }
    }

    /// Asks a node to finish its work and end.
    pub(crate) fn close(&mut self, at: usize) {
        self.tell(at, Event::Close);
    }

    fn tell(&mut self, at: usize, event: Event<Numbered<Requests>>) {
        let clocks = self.clocks();
        if let Some(mut machine) = self.machines[at].take() {
            machine.tell(event, clocks, &mut self.rng);
            self.carry_out(&mut machine);
            self.machines[at] = Some(machine);
        }
    }

    /// Sends a command to a node.
    pub(crate) fn ask(&mut self, at: usize, line: LineIndex, command: Command<Requests>) {
        if let Some(machine) = &mut self.machines[at] {
            machine.inbox.push((line, command));
        }
    }

    /// Moves all nodes on by what is due now, and returns when something is due next.
    pub(crate) fn move_on(&mut self) -> Option<u64> {
        let clocks = self.clocks();
        for at in 0..self.machines.len() {
            let Some(mut machine) = self.machines[at].take() else {
                continue;
            };
            while let Some(event) = machine.due(self.now_ms) {
                machine.tell(event, clocks, &mut self.rng);
                self.carry_out(&mut machine);
            }
            self.machines[at] = Some(machine);
        }
        self.machines.iter().flatten().filter_map(Machine::next_at_ms).min()
    }

    fn carry_out(&mut self, machine: &mut Machine) {
        while let Some(effect) = machine.node.poll_effect() {
            if let Some(recording) = &mut machine.recording {
                let entry = recording.recorder.effect(&effect);
                recording.writer.push(entry);
            }
            match effect {
                Effect::Answer(answer) => self.answers.push(answer),
                Effect::Publish(line, published) => _ = machine.published.insert(line, published),
                Effect::Call(call) => {
                    let reply = at_once(make_call(&machine.line, &pool(), call));
                    machine.reply = Some((self.now_ms + self.rng.below(30), reply));
                }
                Effect::RequestCommitPriority => at_once(machine.line.request_commit_priority(&pool())),
                Effect::Probe { known } => {
                    let is_found = at_once(machine.line.load_newer(&pool(), known)).is_ok();
                    machine.probe = Some((self.now_ms + self.rng.below(30), is_found));
                }
                Effect::WriteDraw { .. } | Effect::AbortDraw { .. } | Effect::RefreshDraws(_) => {}
            }
        }
    }
}

impl Machine {
    fn tell(&mut self, event: Event<Numbered<Requests>>, clocks: Clocks, rng: &mut WorldRng) {
        let Some(recording) = &mut self.recording else {
            return self.node.handle(event, clocks, rng);
        };
        let entry = recording.recorder.handle(&mut self.node, event, clocks, rng);
        recording.writer.push(entry);
        if recording.writer.waiting() > 10_000 {
            recording.bytes.extend(recording.writer.take_block());
        }
    }

    fn due(&mut self, now_ms: u64) -> Option<Event<Numbered<Requests>>> {
        if let Some((_, reply)) = self.reply.take_if(|(at_ms, _)| *at_ms <= now_ms) {
            return Some(Event::Store(reply));
        }
        if let Some((_, is_found)) = self.probe.take_if(|(at_ms, _)| *at_ms <= now_ms) {
            return Some(Event::Probed(is_found));
        }
        if self.node.takes_commands() && !self.inbox.is_empty() {
            let commands = std::mem::take(&mut self.inbox).into_iter();
            let commands = commands.map(|(line, command)| (line, command.exchange(&mut self.numbering)));
            return Some(Event::Commands(commands.collect()));
        }
        let is_due = self.node.wake_at_ms().is_some_and(|at_ms| at_ms <= now_ms);
        is_due.then_some(Event::Timer)
    }

    fn next_at_ms(&self) -> Option<u64> {
        let reply_at_ms = self.reply.as_ref().map(|(at_ms, _)| *at_ms);
        let probed_at_ms = self.probe.map(|(at_ms, _)| at_ms);
        let wake_at_ms = self.node.wake_at_ms();
        reply_at_ms.into_iter().chain(probed_at_ms).chain(wake_at_ms).min()
    }
}

pub(crate) fn pool() -> PoolId {
    PoolId::new("~pool/demo").expect("a pool")
}

pub(crate) fn codec() -> QueueIdCodec {
    QueueIdCodec::new(
        &MasterKey::from_bytes([7; 32]),
        &"demo".parse().expect("a customer"),
        &"room".parse().expect("a room"),
    )
}
