//! A room as one node holds it: the state, when places were heard, and the snapshot that answers
//! polls.

use std::hint::black_box;

use admission::batch::{ARRIVALS_MAX, BatchOutcome, SILENT_MAX};
use admission::marks::Mark;
use admission::presence::LastSeen;
use admission::{
    Batch, BatchNumber, Claim, Device, FlowMs, Ledger, NodeId, Now, Number, PerMinute, RoomConfig, Schedule, Sequence,
    Snapshot, State, WallMs, apply,
};

/// One place in this many is given up: alternately by cancel and by silence.
const LEFT_EVERY: u64 = 10;
/// The start of rooms that have one, in wall time.
const START: WallMs = WallMs(10_000_000);
const PREQUEUE_MS: u64 = 5_000_000;

/// A room, and the only node that serves it.
pub(crate) struct Room {
    config: RoomConfig,
    state: State,
    seen: LastSeen,
    published: Snapshot,
    now: Now,
    batch: BatchNumber,
    /// All places below this number were heard in front.
    heard_to: Number,
    /// All places below this number claimed.
    asked_to: Number,
    /// How many visitors are in front.
    present: u64,
}

impl Room {
    /// Returns a line that is always open, at the highest rate.
    pub(crate) fn open() -> Self {
        Self::new(RoomConfig::new(PerMinute::MAX), START)
    }

    /// Returns a pre-queue.
    pub(crate) fn prequeue() -> Self {
        let config = RoomConfig {
            schedule: Schedule {
                start: Some(START),
                prequeue_ms: PREQUEUE_MS,
                end: None,
            },
            ..RoomConfig::new(PerMinute::MAX)
        };
        Self::new(config, WallMs(START.0 - PREQUEUE_MS))
    }

    fn new(config: RoomConfig, wall: WallMs) -> Self {
        let (state, seen) = (State::new(Ledger::new(&config, wall)), LastSeen::default());
        Self {
            config,
            published: Snapshot::new(&state, seen.clone()),
            state,
            seen,
            now: Now { flow: FlowMs(0), wall },
            batch: BatchNumber(0),
            heard_to: Number(0),
            asked_to: Number(0),
            present: 0,
        }
    }

    pub(crate) fn places(&self) -> u64 {
        self.state.ledger.next.0
    }

    pub(crate) fn waiting(&self) -> u64 {
        self.published.waiting()
    }

    pub(crate) fn now(&self) -> Now {
        self.now
    }

    pub(crate) fn published(&self) -> &Snapshot {
        &self.published
    }

    /// Lets time pass.
    pub(crate) fn pass(&mut self, ms: u64) {
        self.now.flow = self.now.flow.plus(ms);
        self.now.wall.0 += ms;
    }

    /// Lets time pass until the pre-queue closes.
    pub(crate) fn close(&mut self) {
        let over = self.config.schedule.cut_off().unwrap_or(self.now.wall);
        self.pass(over.0 - self.now.wall.0);
        self.commit(Batch::default());
    }

    /// Does everything that a commit means to a node except the store: the engine's step, the bytes
    /// to be stored, and the snapshot that readers see afterwards.
    pub(crate) fn commit(&mut self, batch: Batch) -> BatchOutcome {
        self.batch.0 += 1;
        let batch = Batch {
            node: NodeId(1),
            batch: self.batch,
            present: self.present,
            ..batch
        };
        let step = apply(&self.state, &self.config, self.now, &batch);
        black_box(step.state.ledger.encode());
        for chunk in &step.changed {
            black_box(step.state.marks.encode_chunk(*chunk));
        }
        self.state = step.state;
        self.seen.grow(self.state.ledger.next);
        if let Some(first) = step.outcome.first_arrival {
            let newcomers = first.0..first.0 + u64::from(batch.arrivals);
            newcomers.for_each(|sequence| self.seen.record_poll(Sequence(sequence), self.now.flow));
        }
        self.published = Snapshot::new(&self.state, self.seen.clone());
        step.outcome
    }

    /// Lets `people` arrive, in batches of the maximum size.
    pub(crate) fn fill(&mut self, people: u64) {
        let mut left = people;
        while left > 0 {
            let arrivals = u32::try_from(left).map_or(ARRIVALS_MAX, |left| left.min(ARRIVALS_MAX));
            self.commit(Batch {
                arrivals,
                ..Batch::default()
            });
            left -= u64::from(arrivals);
        }
    }

    /// Gives up one place in ten.
    pub(crate) fn leave(&mut self) {
        let last = (LEFT_EVERY - 1..self.places()).step_by(LEFT_EVERY as usize);
        let mut last = last.map(Sequence).peekable();
        while last.peek().is_some() {
            let left = last.by_ref().take(SILENT_MAX);
            let (cancels, silent): (Vec<Sequence>, _) =
                left.partition(|sequence| (sequence.0 / LEFT_EVERY).is_multiple_of(2));
            cancels
                .iter()
                .chain(&silent)
                .for_each(|sequence| self.seen.release(*sequence));
            self.commit(Batch {
                cancels: cancels.into_iter().map(Device::first).collect(),
                silent,
                ..Batch::default()
            });
        }
    }

    /// Returns a batch in which visitors who were notified recently poll for the first time, and
    /// the first `most` visitors in front claim.
    pub(crate) fn asks(&mut self, most: usize) -> Batch {
        let line = self.state.ledger.serving.notified_to();
        let told: Vec<Number> = (self.heard_to.0..line.0)
            .map(Number)
            .filter(|n| self.is_there(*n))
            .collect();
        self.heard_to = line;
        self.present += told.len() as u64;
        let mut claims = Vec::with_capacity(most);
        while claims.len() < most && self.asked_to < line {
            if self.is_there(self.asked_to) {
                claims.push(Claim {
                    number: self.asked_to,
                    device: Device::first(Sequence(self.asked_to.0)),
                });
            }
            self.asked_to.0 += 1;
        }
        Batch {
            first_heard: told,
            claims,
            ..Batch::default()
        }
    }

    /// Removes visitors who were let through from those in front.
    pub(crate) fn went(&mut self, people: u64) {
        self.present -= people;
    }

    fn is_there(&self, number: Number) -> bool {
        !self.state.marks.has(number, Mark::Uncounted)
    }
}
