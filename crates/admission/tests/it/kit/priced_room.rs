//! A room whose places have a price, and newcomers from networks.

use admission::batch::ArrivalOutcome;
use admission::ledger::Ledger;
use admission::networks::{ClientNetworks, NetworkHash};
use admission::price::{Payment, PlacePrice, PricedOrigin, UnpaidPrice};
use admission::voucher::{ArrivalRefused, ConditionalArrival};
use admission::{Batch, BatchNumber, FlowMs, NodeId, Now, PerMinute, RoomConfig, Schedule, State, WallMs, apply};

pub(crate) struct PricedRoom {
    pub(crate) config: RoomConfig,
    pub(crate) state: State,
    now_ms: u64,
    batches: u64,
}

impl PricedRoom {
    pub(crate) fn new(price: PlacePrice, schedule: Schedule) -> Self {
        let config = RoomConfig {
            price,
            schedule,
            ..RoomConfig::new(PerMinute(60))
        };
        Self {
            config,
            state: State::new(Ledger::new(&config, WallMs(0))),
            now_ms: 0,
            batches: 0,
        }
    }

    /// A room whose pre-queue is open for an hour.
    pub(crate) fn with_prequeue(price: PlacePrice) -> Self {
        Self::new(
            price,
            Schedule {
                start: Some(WallMs(3_600_000)),
                prequeue_ms: 3_600_000,
                end: None,
            },
        )
    }

    /// Commits newcomers after a time; returns for each whether they got a place, or the price.
    pub(crate) fn come(&mut self, after_ms: u64, newcomers: &[PricedOrigin]) -> Vec<Result<(), UnpaidPrice>> {
        self.now_ms += after_ms;
        self.batches += 1;
        let conditional = (0..).zip(newcomers).map(|(arrival, origin)| ConditionalArrival {
            origin: Some(*origin),
            ..ConditionalArrival::new(arrival, Vec::new())
        });
        let batch = Batch {
            node: NodeId(1),
            batch: BatchNumber(self.batches),
            run: self.state.ledger.run,
            arrivals: u32::try_from(newcomers.len()).expect("few"),
            conditional: conditional.collect(),
            ..Batch::default()
        };
        let now = Now {
            flow: FlowMs(self.now_ms),
            wall: WallMs(self.now_ms),
        };
        let step = apply(&self.state, &self.config, now, &batch);
        let outcomes = step.outcome.arrivals(&batch).map(|arrival| match arrival {
            ArrivalOutcome::Given(_) => Ok(()),
            ArrivalOutcome::Refused(ArrivalRefused::Unpaid(unpaid)) => Err(unpaid),
            other => panic!("{other:?}"),
        });
        let outcomes = outcomes.collect();
        self.state = step.state;
        let stored = Ledger::decode(&self.state.ledger.encode()).expect("what was written");
        assert_eq!(stored.networks, self.state.ledger.networks);
        outcomes
    }

    /// Commits newcomers of one network one after the other, `every_ms` apart; returns how many got
    /// a place.
    pub(crate) fn flood(&mut self, network: u64, people: u64, every_ms: u64) -> usize {
        let outcomes = (0..people).flat_map(|_| self.come(every_ms, &[from(network)]));
        outcomes.filter(Result::is_ok).count()
    }
}

/// Mixes a number as a keyed hash would.
pub(crate) fn hash(number: u64) -> NetworkHash {
    NetworkHash(splitmix::mix(number.wrapping_add(1)))
}

/// A newcomer of a network, in a subnet of its own, who brings nothing.
pub(crate) fn from(network: u64) -> PricedOrigin {
    PricedOrigin {
        networks: ClientNetworks {
            client: hash(network),
            subnet: hash(1 << 40 | network),
            is_subnet_of_one: false,
            provider: hash(1 << 60 | network),
        },
        payment: Payment::Nothing,
    }
}

pub(crate) fn paying(network: u64, payment: Payment) -> PricedOrigin {
    PricedOrigin {
        payment,
        ..from(network)
    }
}
