//! One place a voucher: the engine against a naive model, on two nodes that share a store and race.

#![expect(clippy::unwrap_used, reason = "tests say what they expect by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use admission::batch::ArrivalOutcome;
use admission::voucher::{Vouched, VoucherHash, VoucherRecord, VoucherRefused};
use admission::{
    Batch, Control, FlowMs, Ledger, Now, PerMinute, RoomConfig, Run, Sequence, State, Step, Visibility, WallMs, apply,
};
use proptest::prelude::*;

fn hash(id: u8) -> VoucherHash {
    VoucherHash([id; 16])
}

/// What is asked in one batch: newcomers with the vouchers they bring, vouchers given back, and
/// whether a new run begins.
#[derive(Debug, Clone, Default)]
struct Asks {
    newcomers: Vec<Vec<u8>>,
    freed: Vec<u8>,
    reset: bool,
}

fn newcomers(newcomers: &[&[u8]]) -> Asks {
    Asks {
        newcomers: newcomers.iter().map(|vouchers| vouchers.to_vec()).collect(),
        ..Asks::default()
    }
}

type Records = BTreeMap<VoucherHash, Option<VoucherRecord>>;

/// What is stored: a ledger (with its marks) of a generation, and the spent vouchers of every run.
#[derive(Debug, Clone)]
struct Store {
    generation: u64,
    state: State,
    spent: BTreeMap<(Run, VoucherHash), Vec<u8>>,
}

/// A node between two commits: what it believes to be stored.
#[derive(Debug, Clone)]
struct Node {
    generation: u64,
    state: State,
}

struct World {
    config: RoomConfig,
    store: Store,
    nodes: [Node; 2],
    now_ms: u64,
}

impl World {
    fn new(config: RoomConfig) -> Self {
        let state = State::new(Ledger::new(&config, WallMs(1_000)));
        let node = Node {
            generation: 0,
            state: state.clone(),
        };
        Self {
            config,
            store: Store {
                generation: 0,
                state,
                spent: BTreeMap::new(),
            },
            nodes: [node.clone(), node],
            now_ms: 0,
        }
    }

    /// The records of all vouchers that are named, as the store has them now, of the run that the
    /// node believes in.
    fn load(&self, node: usize, asks: &Asks) -> Records {
        let run = self.nodes[node].state.ledger.run;
        let named = asks.newcomers.iter().flatten().map(|id| hash(*id));
        named
            .map(|voucher| {
                let stored = self.store.spent.get(&(run, voucher));
                (
                    voucher,
                    stored.map(|bytes| VoucherRecord::decode(bytes).expect("what was written")),
                )
            })
            .collect()
    }

    fn batch(&self, node: usize, asks: &Asks) -> Batch {
        let vouched = (0..).zip(&asks.newcomers).filter(|(_, vouchers)| !vouchers.is_empty());
        let vouched = vouched.map(|(arrival, vouchers)| Vouched {
            arrival,
            vouchers: vouchers.iter().map(|id| hash(*id)).collect(),
        });
        Batch {
            run: self.nodes[node].state.ledger.run,
            arrivals: u32::try_from(asks.newcomers.len()).unwrap(),
            vouched: vouched.collect(),
            freed: asks.freed.iter().map(|id| hash(*id)).collect(),
            spent: self.load(node, asks),
            controls: asks.reset.then_some(Control::Reset).into_iter().collect(),
            ..Batch::default()
        }
    }

    fn plan(&self, node: usize, batch: &Batch) -> Step {
        let now = Now {
            flow: FlowMs(self.now_ms),
            wall: WallMs(1_000 + self.now_ms),
        };
        apply(&self.nodes[node].state, &self.config, now, batch)
    }

    /// Compare and set; whether it was accepted.
    fn commit(&mut self, node: usize, step: &Step) -> bool {
        if self.nodes[node].generation != self.store.generation {
            return false;
        }
        let run = step.state.ledger.run;
        for (voucher, record) in &step.vouchers {
            match record {
                Some(record) => _ = self.store.spent.insert((run, *voucher), record.encode()),
                None => _ = self.store.spent.remove(&(run, *voucher)),
            }
        }
        self.store.generation += 1;
        self.store.state = step.state.clone();
        self.reload(node);
        true
    }

    fn reload(&mut self, node: usize) {
        self.nodes[node] = Node {
            generation: self.store.generation,
            state: self.store.state.clone(),
        };
    }

    /// As the server does it: after a conflict the newer state and its records are read, and the
    /// batch is applied again as it was asked.
    fn ask(&mut self, node: usize, asks: &Asks) -> Vec<ArrivalOutcome> {
        self.now_ms += 10;
        let mut batch = self.batch(node, asks);
        let mut step = self.plan(node, &batch);
        if !self.commit(node, &step) {
            self.reload(node);
            batch.spent = self.load(node, asks);
            step = self.plan(node, &batch);
            assert!(self.commit(node, &step), "nobody else came between");
        }
        step.outcome.arrivals(&batch).collect()
    }
}

/// What should come of it.
#[derive(Debug, Default)]
struct Model {
    run: u16,
    next: u64,
    spent: BTreeSet<u8>,
}

impl Model {
    fn ask(&mut self, asks: &Asks, believed: Run) -> Vec<ArrivalOutcome> {
        if asks.reset {
            *self = Self {
                run: self.run + 1,
                ..Self::default()
            };
        }
        let current = believed == Run(self.run);
        if current {
            asks.freed.iter().for_each(|id| _ = self.spent.remove(id));
        }
        let newcomers = asks.newcomers.iter();
        newcomers.map(|vouchers| self.arrive(vouchers, current)).collect()
    }

    fn arrive(&mut self, vouchers: &[u8], current: bool) -> ArrivalOutcome {
        if !vouchers.is_empty() && !current {
            return ArrivalOutcome::Refused(VoucherRefused::Stale);
        }
        if let Some(at) = vouchers.iter().position(|id| self.spent.contains(id)) {
            return ArrivalOutcome::Refused(VoucherRefused::Spent(at));
        }
        self.spent.extend(vouchers);
        self.next += 1;
        ArrivalOutcome::Given(Sequence(self.next - 1))
    }
}

#[derive(Debug, Clone)]
enum Event {
    /// A node commits, whatever the other did since it last looked.
    Ask(usize, Asks),
    /// A node reads what is stored.
    Look(usize),
    /// A node plans a commit and dies.
    Crash(usize, Asks),
}

fn event() -> impl Strategy<Value = Event> {
    let vouchers = prop_oneof![
        1 => Just(Vec::new()),
        3 => prop::collection::vec(0..6_u8, 1..=2),
    ];
    let asks = (
        prop::collection::vec(vouchers, 0..5),
        prop_oneof![4 => Just(Vec::new()), 1 => prop::collection::vec(0..6_u8, 1..3)],
        prop::bool::weighted(0.05),
    );
    let asks = asks.prop_map(|(newcomers, freed, reset)| Asks {
        newcomers,
        freed,
        reset,
    });
    prop_oneof![
        8 => (0..2_usize, asks.clone()).prop_map(|(node, asks)| Event::Ask(node, asks)),
        1 => (0..2_usize).prop_map(Event::Look),
        1 => (0..2_usize, asks).prop_map(|(node, asks)| Event::Crash(node, asks)),
    ]
}

fn play(config: RoomConfig, events: &[Event]) {
    let (mut world, mut model) = (World::new(config), Model::default());
    for event in events {
        match event {
            Event::Ask(node, asks) => {
                let believed = world.nodes[*node].state.ledger.run;
                let expected = model.ask(asks, believed);
                assert_eq!(world.ask(*node, asks), expected, "{asks:?}");
                assert_eq!(world.store.state.ledger.next, Sequence(model.next));
            }
            Event::Look(node) => world.reload(*node),
            Event::Crash(node, asks) => {
                let _ = world.plan(*node, &world.batch(*node, asks));
                world.reload(*node);
            }
        }
    }
    // Nothing that was not told is stored.
    let spent = world.store.spent.keys().filter(|(run, _)| *run == Run(model.run));
    let spent: BTreeSet<VoucherHash> = spent.map(|(_, voucher)| *voucher).collect();
    assert_eq!(spent, model.spent.iter().map(|id| hash(*id)).collect());
}

proptest! {
    #[test]
    fn one_place_a_voucher_whatever_the_race(events in prop::collection::vec(event(), 1..30)) {
        play(RoomConfig::new(PerMinute(60)), &events);
    }

    /// Where the first newcomers pass unseen, nobody who is refused is among them.
    #[test]
    fn and_where_people_pass_unseen(events in prop::collection::vec(event(), 1..30)) {
        let config = RoomConfig { visibility: Visibility::AtPeak, ..RoomConfig::new(PerMinute(60)) };
        play(config, &events);
    }
}

#[test]
fn of_two_in_one_batch_with_one_voucher_the_first_gets_the_place_and_nobody_else_loses_theirs() {
    let mut world = World::new(RoomConfig::new(PerMinute(0)));
    let told = world.ask(0, &newcomers(&[&[], &[1, 2], &[3, 1], &[3], &[2], &[]]));
    let given = |sequence| ArrivalOutcome::Given(Sequence(sequence));
    let refused = |at| ArrivalOutcome::Refused(VoucherRefused::Spent(at));
    assert_eq!(
        told,
        [given(0), given(1), refused(1), given(2), refused(0), given(3)],
        "who is refused spends nothing"
    );
}

#[test]
fn a_voucher_may_be_brought_twice_by_one_newcomer() {
    let mut world = World::new(RoomConfig::new(PerMinute(0)));
    assert_eq!(
        world.ask(0, &newcomers(&[&[1, 1]])),
        [ArrivalOutcome::Given(Sequence(0))]
    );
}

#[test]
fn a_record_that_was_not_loaded_is_never_guessed() {
    let world = World::new(RoomConfig::new(PerMinute(0)));
    let mut batch = world.batch(0, &newcomers(&[&[1], &[]]));
    batch.spent.clear();
    let step = world.plan(0, &batch);
    let told: Vec<_> = step.outcome.arrivals(&batch).collect();
    assert_eq!(
        told,
        [
            ArrivalOutcome::Refused(VoucherRefused::Stale),
            ArrivalOutcome::Given(Sequence(0))
        ]
    );
    assert!(step.vouchers.is_empty());
}

#[test]
fn where_nobody_gets_a_place_nothing_is_spent() {
    let mut world = World::new(RoomConfig::new(PerMinute(0)));
    let mut batch = world.batch(0, &newcomers(&[&[1], &[]]));
    batch.controls = vec![Control::Disable];
    let step = world.plan(0, &batch);
    let told: Vec<_> = step.outcome.arrivals(&batch).collect();
    assert_eq!(told, [ArrivalOutcome::NotOpen; 2]);
    assert!(step.vouchers.is_empty() && world.commit(0, &step));
}

#[test]
fn neither_a_cancel_nor_time_gives_a_voucher_back_but_an_operator_and_a_new_run_do() {
    let mut world = World::new(RoomConfig::new(PerMinute(0)));
    let asks = newcomers(&[&[1]]);
    world.ask(0, &asks);
    let mut batch = world.batch(0, &Asks::default());
    batch.cancels = vec![admission::Device::first(Sequence(0))];
    let step = world.plan(0, &batch);
    assert!(world.commit(0, &step));
    world.now_ms += 86_400_000;
    let refused = [ArrivalOutcome::Refused(VoucherRefused::Spent(0))];
    assert_eq!(world.ask(1, &asks), refused);
    let freed = Asks {
        freed: vec![1],
        ..asks.clone()
    };
    assert_eq!(world.ask(1, &freed), [ArrivalOutcome::Given(Sequence(1))]);
    assert_eq!(world.ask(0, &asks), refused);
    world.ask(
        0,
        &Asks {
            reset: true,
            ..Asks::default()
        },
    );
    assert_eq!(world.ask(0, &asks), [ArrivalOutcome::Given(Sequence(0))]);
}

#[test]
fn records_come_back_as_they_were_written() {
    let record = VoucherRecord {
        sequence: Sequence(1 << 35),
        spent_at: WallMs(1_700_000_000_000),
    };
    let mut bytes = record.encode();
    assert_eq!(VoucherRecord::decode(&bytes), Some(record));
    bytes.push(0);
    assert_eq!(VoucherRecord::decode(&bytes), None);
    assert_eq!(VoucherRecord::decode(&[]), None);
}
