//! One room, its stored side records of transfers, and a twin of the room without transfers.

use std::collections::BTreeMap;

use admission::made_codes::MadeCodes;
use admission::presence::LastSeen;
use admission::snapshot::PollContext;
use admission::transfer::{
    CodeHash, CodeRecord, TransferOutcome, TransferRecord, TransferRecords, TransferRefused, TransferRequest,
};
use admission::{
    Batch, Claim, ClaimOutcome, Device, Holder, Holders, Ledger, Now, Number, PerMinute, PlaceStatus, Redirects,
    RoomConfig, Sequence, Snapshot, State, Step, WallMs, apply,
};

use super::stored_form;
use super::time::VirtualTime;

/// The requests in one batch.
#[derive(Debug, Clone, Default)]
pub(crate) struct TransferAsks {
    pub(crate) arrivals: u32,
    pub(crate) transfers: Vec<TransferRequest>,
    pub(crate) cancels: Vec<Device>,
    pub(crate) claims: Vec<Device>,
}

/// The room.
#[derive(Debug)]
pub(crate) struct TransferRoom {
    pub(crate) config: RoomConfig,
    pub(crate) state: State,
    twin: State,
    time: VirtualTime,
    places: BTreeMap<Sequence, Vec<u8>>,
    codes: BTreeMap<CodeHash, Vec<u8>>,
    made: Vec<u8>,
    redirects: BTreeMap<Number, Redirects>,
}

pub(crate) fn device(sequence: u64, holder: u8) -> Device {
    Device {
        sequence: Sequence(sequence),
        holder: Holder(holder),
    }
}

pub(crate) fn code(of: u64) -> CodeHash {
    CodeHash(u128::from(of).to_be_bytes())
}

pub(crate) fn offer(device: Device, of: u64) -> TransferRequest {
    TransferRequest::Offer {
        device,
        code: code(of),
        note: of.to_be_bytes().to_vec(),
    }
}

pub(crate) fn take(of: u64) -> TransferRequest {
    TransferRequest::Take { code: code(of) }
}

impl TransferRoom {
    pub(crate) fn new(config: RoomConfig) -> Self {
        let state = State::new(Ledger::new(&config, VirtualTime::default().wall()));
        Self {
            config,
            twin: state.clone(),
            state,
            time: VirtualTime::default(),
            places: BTreeMap::new(),
            codes: BTreeMap::new(),
            made: MadeCodes::default().encode(),
            redirects: BTreeMap::new(),
        }
    }

    /// Returns a room that is always open, with `people` in line.
    pub(crate) fn open(rate: u32, people: u32) -> Self {
        let mut room = Self::new(RoomConfig::new(PerMinute(rate)));
        room.commit(&TransferAsks {
            arrivals: people,
            ..TransferAsks::default()
        });
        room
    }

    pub(crate) fn wall(&self) -> WallMs {
        self.time.wall()
    }

    pub(crate) fn now(&self) -> Now {
        self.time.now()
    }

    pub(crate) fn pass(&mut self, ms: u64) {
        self.time.pass(ms);
    }

    /// Returns the records that a node loads for a batch.
    pub(crate) fn load(&self, asks: &TransferAsks) -> TransferRecords {
        let named = asks.transfers.iter().map(|ask| match ask {
            TransferRequest::Offer { code, .. } | TransferRequest::Take { code } => *code,
        });
        let codes = named.map(|code| {
            let stored = self.codes.get(&code);
            (
                code,
                stored.map(|bytes| CodeRecord::decode(bytes).expect("what was written")),
            )
        });
        let codes: BTreeMap<_, Option<CodeRecord>> = codes.collect();
        let offering = asks.transfers.iter().filter_map(|ask| match ask {
            TransferRequest::Offer { device, .. } => Some(device.sequence),
            TransferRequest::Take { .. } => None,
        });
        let made = MadeCodes::decode(&self.made).expect("what was written");
        let places = offering
            .chain(codes.values().flatten().map(|record| record.sequence))
            .chain(asks.claims.iter().map(|device| device.sequence))
            .chain(made.oldest_places());
        let record = |sequence: Sequence| {
            let stored = self.places.get(&sequence);
            (
                sequence,
                stored.map(|bytes| TransferRecord::decode(bytes).expect("what was written")),
            )
        };
        TransferRecords {
            places: places.map(record).collect(),
            codes,
            made: (!asks.transfers.is_empty()).then(|| made.clone()),
        }
    }

    /// Plans a batch with these records.
    pub(crate) fn plan(&self, asks: &TransferAsks, records: TransferRecords) -> Step {
        apply(&self.state, &self.config, self.now(), &self.batch(asks, records))
    }

    fn batch(&self, asks: &TransferAsks, records: TransferRecords) -> Batch {
        let claims = asks.claims.iter().map(|device| Claim {
            number: self.number(device.sequence),
            device: *device,
        });
        Batch {
            run: self.state.ledger.run,
            arrivals: asks.arrivals,
            transfers: asks.transfers.clone(),
            cancels: asks.cancels.clone(),
            first_heard: asks.claims.iter().map(|device| self.number(device.sequence)).collect(),
            present: 3,
            claims: claims.collect(),
            redirects: self.redirects.clone(),
            records,
            seed: [9; 32],
            ..Batch::default()
        }
    }

    pub(crate) fn number(&self, sequence: Sequence) -> Number {
        self.state.ledger.number(sequence).unwrap_or(Number(u64::MAX))
    }

    /// Makes a step durable. The twin does the same, except for everything that has to do with
    /// transfers.
    pub(crate) fn keep(&mut self, asks: &TransferAsks, step: &Step) {
        let (config, now) = (self.config, self.now());
        let mut without_transfers = self.batch(asks, TransferRecords::default());
        without_transfers.transfers.clear();
        let past = step
            .outcome
            .claims
            .iter()
            .filter(|(_, shown)| *shown == ClaimOutcome::Transferred);
        let past: Vec<Number> = past.map(|(number, _)| *number).collect();
        without_transfers.claims.retain(|claim| !past.contains(&claim.number));
        without_transfers
            .claims
            .iter_mut()
            .for_each(|claim| claim.device.holder = Holder(0));
        without_transfers
            .cancels
            .retain(|device| !self.state.holders.is_past(*device));
        let twin = apply(&self.twin, &config, now, &without_transfers);
        self.twin = twin.state;

        stored_form::check_step(&self.state, step);
        self.state = step.state.clone();
        for (sequence, record) in &step.transfers.places {
            match record {
                Some(record) => _ = self.places.insert(*sequence, record.encode()),
                None => _ = self.places.remove(sequence),
            }
        }
        for (code, record) in &step.transfers.codes {
            match record {
                Some(record) => _ = self.codes.insert(*code, record.encode()),
                None => _ = self.codes.remove(code),
            }
        }
        if let Some(made) = &step.transfers.made {
            self.made = made.encode();
        }
        self.redirects.extend(step.redirects.iter().copied());
        assert_eq!(
            self.state.ledger.encode(),
            self.twin.ledger.encode(),
            "transfers change nothing about order, number and pace"
        );
        assert_eq!(
            (&self.state.marks, &self.state.unnumbered),
            (&self.twin.marks, &self.twin.unnumbered)
        );
    }

    pub(crate) fn commit(&mut self, asks: &TransferAsks) -> Step {
        let step = self.plan(asks, self.load(asks));
        self.keep(asks, &step);
        step
    }

    /// Requests one transfer. Returns the answer.
    pub(crate) fn ask(&mut self, ask: TransferRequest) -> TransferOutcome {
        let asks = TransferAsks {
            transfers: vec![ask],
            ..TransferAsks::default()
        };
        self.commit(&asks).outcome.transfers.remove(0)
    }

    pub(crate) fn refused(&mut self, ask: TransferRequest) -> TransferRefused {
        match self.ask(ask) {
            TransferOutcome::Refused(refused) => refused,
            done => panic!("{done:?}"),
        }
    }

    pub(crate) fn claim(&mut self, device: Device) -> ClaimOutcome {
        let asks = TransferAsks {
            claims: vec![device],
            ..TransferAsks::default()
        };
        self.commit(&asks).outcome.claims[0].1
    }

    pub(crate) fn cancel(&mut self, device: Device) {
        self.commit(&TransferAsks {
            cancels: vec![device],
            ..TransferAsks::default()
        });
    }

    /// Restarts the node: it only knows what is stored.
    pub(crate) fn restart(&mut self) {
        let records = self.places.iter().map(|(sequence, bytes)| Device {
            sequence: *sequence,
            holder: TransferRecord::decode(bytes).expect("what was written").holder,
        });
        self.state.holders = Holders::new(records);
    }

    pub(crate) fn codes_kept(&self) -> usize {
        self.codes.len()
    }

    /// Returns the numbers of stored records of places and of codes, and of codes entered.
    pub(crate) fn records_kept(&self) -> (usize, usize, usize) {
        let made = MadeCodes::decode(&self.made).expect("what was written");
        (self.places.len(), self.codes.len(), made.len())
    }

    pub(crate) fn place_status(&self, device: Device) -> PlaceStatus {
        let context = PollContext {
            device,
            since: WallMs(0),
            now: self.now(),
            cut_off: None,
            jitter: 0,
            stretch_percent: 100,
        };
        Snapshot::new(&self.state, LastSeen::default()).place_status(&context)
    }
}
