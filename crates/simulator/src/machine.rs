//! A machine: the shipped pool node ([`node::PoolNode`]) with the parts that surround it in a
//! process, in virtual time: its own connection to the store, the commands that the pool node does
//! not accept yet, and the values that it has published.
//!
//! The driver of a machine passes events to its pool node, and carries out the effects: the driver
//! decides when a call reaches the store, and whether the reply comes back.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use admission::pool::LineIndex;
use admission::{Device, Grant, NodeId, Now, Number, RoomConfig, Run, Sequence};
use node::answer::Replies;
use node::effect::{Clocks, Event, RandomSource};
use node::error::StateError;
use node::place::Place;
use node::published::Published;
use node::replica::{PoolStore, Replica};
use node::session_memory::SessionMemory;
use node::settings::NodeSettings;
use node::shared_line::SharedLine;
use node::store_call::ReadProgress;
use node::{Command, PoolNode};
use protocol::{MasterKey, QueueIdCodec};
use store::{Generation, MemoryStore, PoolId, at_once, make_call};

/// The names of the customer and the room that queue ids belong to.
const CUSTOMER: &str = "demo";
const ROOM: &str = "room";

/// The values with which a machine is started.
#[derive(Debug, Clone)]
pub struct MachineSetup {
    /// The pool's name in the store.
    pub pool: PoolId,
    /// Whether nodes share the store, as they share a remote one; otherwise one node uses it alone.
    pub is_shared: bool,
    /// The settings in force, by the order of the rooms' names.
    pub settings: NodeSettings,
    /// The rooms, by their full names.
    pub rooms: BTreeMap<String, RoomConfig>,
    /// For each line of a priority group: its room, and its lane in the room.
    pub lanes: BTreeMap<String, (String, u8)>,
}

/// The published state of a line at a machine, and the generation of the stored state behind it.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The values that requests read.
    pub published: Arc<Published>,
    /// The generation that the pool node knew when it published this.
    pub generation: Generation,
}

/// A pool node with the parts that surround it in a process.
pub struct Machine<R: Replies> {
    /// The pool node.
    pub node: PoolNode<R>,
    /// Its connection to the store.
    pub connection: MemoryStore,
    shown: BTreeMap<LineIndex, Shown>,
    shared: Vec<Arc<SharedLine>>,
    /// Commands that the pool node does not accept yet.
    inbox: Vec<(LineIndex, Command<R>)>,
}

impl<R: Replies> Machine<R> {
    /// Starts a pool node on the stored state.
    ///
    /// # Errors
    /// Returns an error if the store is away.
    pub fn start(
        (id, setup): (NodeId, &MachineSetup),
        connection: MemoryStore,
        clocks: Clocks,
        random: &mut dyn RandomSource,
    ) -> Result<Self, StateError> {
        let mut replica = Replica::new(PoolStore {
            pool: setup.pool.clone(),
            is_shared: setup.is_shared,
            is_remote: setup.is_shared,
        });
        let mut progress = replica.open();
        let logged = loop {
            match progress {
                ReadProgress::Call(call) => {
                    progress = replica.resume(at_once(make_call(&connection, &setup.pool, call)))
                }
                ReadProgress::Done(read) => break read?.unwrap_or_default(),
            }
        };
        replica.add_lines(&setup.rooms, clocks.wall);
        let line = |(line, name): (LineIndex, &String)| {
            let grants = logged.grant_log(line);
            let run = replica.line(line).ledger.run;
            let sessions = setup.settings.pool.sessions.as_ref();
            let sessions = sessions.map(|config| SessionMemory::new(config, run));
            let lane = setup.lanes.get(name).cloned();
            let lane = lane.unwrap_or_else(|| (name.clone(), 0));
            Arc::new(SharedLine::new(lane, codec(), grants, sessions))
        };
        let lines = (0..).map(LineIndex).zip(replica.line_names());
        let shared: Vec<Arc<SharedLine>> = lines.map(line).collect();
        let node = PoolNode::new(
            (id, setup.settings.clone()),
            replica,
            shared.iter().cloned().map(Some).collect(),
            clocks,
            random,
        );
        let generation = node.generation();
        let lines = (0..).map(LineIndex).take(shared.len());
        let shown = lines.filter_map(|line| {
            let published = node.published(line)?;
            Some((line, Shown { published, generation }))
        });
        Ok(Self {
            shown: shown.collect(),
            node,
            connection,
            shared,
            inbox: Vec::new(),
        })
    }

    /// Adds a command to the pool node's next batch.
    pub fn ask(&mut self, line: LineIndex, command: Command<R>) {
        self.inbox.push((line, command));
    }

    /// Returns whether commands wait and the pool node accepts them.
    #[must_use]
    pub fn has_commands(&self) -> bool {
        !self.inbox.is_empty() && self.node.takes_commands()
    }

    /// Returns the waiting commands, if the pool node accepts them.
    pub fn commands(&mut self) -> Option<Event<R>> {
        self.has_commands().then(|| Event::Commands(mem::take(&mut self.inbox)))
    }

    /// Publishes a line's state on behalf of the pool node. During a recovery, this is the last
    /// published state again.
    pub fn publish(&mut self, line: LineIndex, published: Arc<Published>) {
        let before = self.shown.get(&line).filter(|_| self.node.is_recovering());
        let generation = before.map_or_else(|| self.node.generation(), |shown| shown.generation);
        self.shown.insert(line, Shown { published, generation });
    }

    /// Returns the published values of a line.
    #[must_use]
    pub fn shown(&self, line: LineIndex) -> &Shown {
        &self.shown[&line]
    }

    /// Returns the lines with their published states.
    pub fn all_shown(&self) -> impl Iterator<Item = (LineIndex, &Shown)> {
        self.shown.iter().map(|(line, shown)| (*line, shown))
    }

    /// Returns the time as a request reads it.
    #[must_use]
    pub fn now(&self, line: LineIndex, clocks: Clocks) -> Now {
        Now {
            flow: self.shown(line).published.flow.now(clocks.monotonic_ms),
            wall: clocks.wall,
        }
    }

    /// Returns a device's place in the published run.
    #[must_use]
    pub fn place(&self, line: LineIndex, run: Run, device: Device) -> Place {
        let began = self.shown(line).published.snapshot.ledger().run_began;
        self.shared(line).name_device((run, began), device, began)
    }

    /// Returns the number of a place, if it has one.
    #[must_use]
    pub fn number(&self, line: LineIndex, sequence: Sequence) -> Option<Number> {
        self.shown(line).published.snapshot.ledger().number(sequence)
    }

    /// Returns whether this is the last grant of its place in the log of grants.
    #[must_use]
    pub fn has_logged(&self, line: LineIndex, run: Run, grant: Grant) -> bool {
        let last = self.shared(line).log().last(run, grant.number);
        last.is_some_and(|last| last.granted_at == grant.granted_at)
    }

    /// Returns the memory of a line's sessions; `None` if the pool counts none.
    #[must_use]
    pub fn sessions(&self, line: LineIndex) -> Option<&SessionMemory> {
        self.shared(line).sessions.as_ref()
    }

    fn shared(&self, line: LineIndex) -> &SharedLine {
        &self.shared[usize::from(line.0)]
    }
}

fn codec() -> QueueIdCodec {
    QueueIdCodec::new(
        &MasterKey::from_bytes([7; 32]),
        &CUSTOMER.parse().expect("a customer"),
        &ROOM.parse().expect("a room"),
    )
}
