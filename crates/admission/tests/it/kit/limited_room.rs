//! The lanes of a room that takes a limited number of people. Two nodes bring newcomers, cancels,
//! claims and silent places in batches; a commit can be lost, or its outcome unknown.
//!
//! The judge counts people by the answers to visitors, and never asks the engine for a count.

use std::collections::BTreeMap;

use admission::batch::ArrivalOutcome;
use admission::pool::{self, PoolBatch, PoolConfig, PoolState, PoolStep};
use admission::voucher::{ArrivalRefused, ConditionalArrival, VoucherHash, VoucherRecord};
use admission::{Batch, BatchNumber, Claim, Control, Device, NodeId, Number, Run, Sequence};

use super::crowded_pool::{lane, new_state, room};
use super::fate::Fate;
use super::seeded_rng::SeededRng;
use super::time::VirtualTime;

#[derive(Debug)]
pub(crate) struct LimitedRoom {
    config: PoolConfig,
    state: PoolState,
    time: VirtualTime,
    rng: SeededRng,
    run: Run,
    /// Whether the holder of each place waits, by lane.
    places: Vec<Vec<bool>>,
    /// Places to cancel, because their visitors have moved to another lane.
    left: Vec<(usize, usize)>,
    vouchers: BTreeMap<VoucherHash, Option<VoucherRecord>>,
    batches: [u64; 2],
    /// How many newcomers were refused because the room is full, and how many got a place.
    pub(crate) refused: u64,
    pub(crate) given: u64,
    pub(crate) moved: u64,
    pub(crate) most: u64,
}

impl LimitedRoom {
    pub(crate) fn new(seed: u64) -> Self {
        let mut rng = SeededRng::new(seed);
        let rate = [6, 60, 600][usize::try_from(rng.below(3)).expect("few")];
        let mut of_room = room(rate, 1, 0);
        of_room.config.capacity = Some(rng.below(12));
        let lanes = 1 + rng.below(3);
        let config = PoolConfig {
            rooms: vec![of_room],
            lines: (0..lanes).map(|_| lane(0, 1)).collect(),
            ..PoolConfig::default()
        };
        Self {
            state: new_state(&config),
            places: vec![Vec::new(); config.lines.len()],
            config,
            time: VirtualTime::default(),
            rng,
            run: Run(0),
            left: Vec::new(),
            vouchers: BTreeMap::new(),
            batches: [0; 2],
            refused: 0,
            given: 0,
            moved: 0,
            most: 0,
        }
    }

    fn capacity(&self) -> u64 {
        self.config.rooms[0].config.capacity.expect("it takes a limited number")
    }

    /// Returns how many people wait.
    pub(crate) fn waiting(&self) -> u64 {
        self.places.iter().flatten().filter(|waits| **waits).count() as u64
    }

    /// One node's batch, until its outcome is known.
    pub(crate) fn commit(&mut self) {
        if self.rng.chance(2) {
            self.config.rooms[0].config.capacity = Some(self.rng.below(12));
        }
        let lines = self.batch();
        loop {
            self.time.pass(self.rng.below(2_000));
            let step = self.decide(&lines);
            let fate = match self.rng.below(10) {
                0 => Fate::Lost,
                1 => Fate::LostUnheard,
                2 => Fate::KeptUnheard,
                _ => Fate::Kept,
            };
            if matches!(fate, Fate::Kept | Fate::KeptUnheard) {
                self.kept(&lines, &step);
            }
            // After an unknown outcome the node looks whether the store has the batch.
            let ledger = &self.state.lines[0].ledger;
            if fate == Fate::Lost || ledger.holds(lines[0].node, lines[0].batch) {
                return;
            }
        }
    }

    fn decide(&self, lines: &[Batch]) -> PoolStep {
        let spent = |batch: &Batch| {
            let named = batch.conditional.iter().flat_map(|conditional| &conditional.vouchers);
            named
                .map(|voucher| (voucher.hash, self.vouchers.get(&voucher.hash).copied().flatten()))
                .collect()
        };
        let lines: Vec<Batch> = lines
            .iter()
            .map(|batch| Batch {
                spent: spent(batch),
                ..batch.clone()
            })
            .collect();
        let batch = PoolBatch {
            lines: &lines,
            ..PoolBatch::default()
        };
        pool::apply(&self.state, &self.config, self.time.now(), &batch)
    }

    fn batch(&mut self) -> Vec<Batch> {
        let node = self.rng.below(2);
        let at = usize::try_from(node).expect("one of two");
        self.batches[at] += 1;
        let batch = BatchNumber(self.batches[at]);
        let resets = self.rng.chance(1);
        let left = std::mem::take(&mut self.left);
        let lanes = 0..self.places.len();
        let batches = lanes.map(|lane| {
            let arrivals = self.rng.below(6).saturating_sub(2);
            let notified_to = self.state.lines[lane].ledger.serving.notified_to();
            let (mut cancels, mut silent, mut claims) = (Vec::new(), Vec::new(), Vec::new());
            for (place, waits) in (0_u64..).zip(self.places[lane].clone()) {
                let device = Device::first(Sequence(place));
                let is_left = left.contains(&(lane, usize::try_from(place).expect("few")));
                match self.rng.below(40) {
                    0 => cancels.push(device),
                    _ if is_left => cancels.push(device),
                    1 if waits => silent.push(device.sequence),
                    // A visitor whose place counted as silent can claim as well.
                    2..20 if Number(place) < notified_to && !self.is_settled(lane, place) => claims.push(Claim {
                        number: Number(place),
                        device,
                    }),
                    _ => {}
                }
            }
            let conditional = (0..u32::try_from(arrivals).expect("few")).filter_map(|arrival| {
                let brings = self.rng.chance(40).then(|| self.rng.below(40))?;
                let mut voucher = [0; 16];
                voucher[0] = u8::try_from(brings).expect("below 40");
                voucher[1] = u8::try_from(lane).expect("few");
                Some(ConditionalArrival {
                    arrival,
                    vouchers: vec![VoucherHash(voucher).into()],
                    origin: None,
                    leaves: lane > 0 && self.rng.chance(50),
                    run: None,
                })
            });
            Batch {
                node: NodeId(node),
                batch,
                run: self.run,
                conditional: conditional.collect(),
                arrivals: u32::try_from(arrivals).expect("few"),
                present: claims.len() as u64,
                claims,
                cancels,
                silent,
                controls: if resets && lane == 0 {
                    vec![Control::Reset]
                } else {
                    Vec::new()
                },
                ..Batch::default()
            }
        });
        batches.collect()
    }

    fn is_settled(&self, lane: usize, place: u64) -> bool {
        self.state.lines[lane].is_settled(Sequence(place))
    }

    /// Notes a durable commit, and judges it.
    fn kept(&mut self, lines: &[Batch], step: &PoolStep) {
        let before = self.waiting();
        let run = step.steps[0].outcome.run;
        if run != self.run {
            self.run = run;
            self.places.iter_mut().for_each(Vec::clear);
            self.vouchers.clear();
        }
        let begins = self.waiting();
        let (mut cancelled, mut refusing) = (vec![0; lines.len()], Vec::new());
        let (mut given, mut ordinary, mut moved) = (0, 0, 0);
        for (lane, (batch, step)) in lines.iter().zip(&step.steps).enumerate() {
            let places = &mut self.places[lane];
            if batch.run == run {
                for device in &batch.cancels {
                    let place = usize::try_from(device.sequence.0).expect("few");
                    cancelled[lane] += u64::from(std::mem::take(&mut places[place]));
                }
            }
            for (index, outcome) in (0..).zip(step.outcome.arrivals(batch)) {
                let leaves = batch.conditional.iter().any(|one| one.arrival == index && one.leaves);
                match outcome {
                    ArrivalOutcome::Given(sequence) => {
                        assert_eq!(sequence.0, places.len() as u64, "places follow one another");
                        places.push(true);
                        given += 1;
                        (ordinary, moved) = (ordinary + u64::from(!leaves), moved + u64::from(leaves));
                    }
                    ArrivalOutcome::Refused(ArrivalRefused::RoomFull) => {
                        assert!(!leaves, "who leaves another lane needs no room");
                        refusing.push(lane);
                    }
                    ArrivalOutcome::Refused(_) => {}
                    ArrivalOutcome::NotOpen => panic!("the room is open"),
                }
            }
            self.vouchers.extend(&step.vouchers);
        }
        for lane in &refusing {
            let found = begins - cancelled[*lane] + given;
            assert!(
                found >= self.capacity(),
                "{found} of {} wait, and somebody is refused",
                self.capacity()
            );
        }
        for (places, (batch, step)) in self.places.iter_mut().zip(lines.iter().zip(&step.steps)) {
            let granted = step.grants.iter().map(|grant| grant.number.0);
            let silent = batch.silent.iter().filter(|_| batch.run == run);
            for place in granted.chain(silent.map(|sequence| sequence.0)) {
                places[usize::try_from(place).expect("few")] = false;
            }
        }
        let most = if ordinary > 0 { self.capacity() } else { before };
        let waiting = self.waiting();
        assert!(waiting <= most + moved, "{waiting} wait, {most} may, and {moved} moved");
        self.refused += refusing.len() as u64;
        (self.given, self.moved) = (self.given + given, self.moved + moved);
        self.most = self.most.max(waiting);
        self.leave(moved);
        self.state = step.clone().into_state();
    }

    /// Notes that the visitors who moved give up their places in the ordinary lane.
    fn leave(&mut self, moved: u64) {
        let waiting = (0..).zip(&self.places[0]).filter(|(_, waits)| **waits);
        let left = waiting.take(usize::try_from(moved).expect("few"));
        self.left = left.map(|(place, _)| (0, place)).collect();
    }
}
