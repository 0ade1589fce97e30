//! One room with visitors who are always present: each claims at every step once it is their turn.
//! For tests of a room's lifecycle, to which presence is irrelevant.

use std::collections::BTreeMap;

use admission::presence::LastSeen;
use admission::snapshot::PollContext;
use admission::{
    Batch, ClaimOutcome, Control, Device, FlowMs, Grant, Ledger, Now, Number, PlaceStatus, Redirects, RoomConfig,
    Sequence, Snapshot, State, Step, WallMs, apply,
};

use super::stored_form;
use super::visited_room::node::claim;

pub(crate) struct AttendedRoom {
    pub(crate) config: RoomConfig,
    pub(crate) state: State,
    pub(crate) now_ms: u64,
    pub(crate) grants: Vec<(u64, Grant)>,
    records: BTreeMap<Number, Redirects>,
    began_ms: u64,
}

impl AttendedRoom {
    /// Returns a room whose first commit is at that wall time.
    pub(crate) fn at(config: RoomConfig, wall_ms: u64) -> Self {
        Self {
            state: State::new(Ledger::new(&config, WallMs(wall_ms))),
            config,
            now_ms: wall_ms,
            grants: Vec::new(),
            records: BTreeMap::new(),
            began_ms: wall_ms,
        }
    }

    pub(crate) fn now(&self) -> Now {
        Now {
            flow: FlowMs(self.now_ms - self.began_ms),
            wall: WallMs(self.now_ms),
        }
    }

    pub(crate) fn commit(&mut self, batch: Batch) -> Step {
        let batch = Batch {
            run: self.state.ledger.run,
            redirects: self.records.clone(),
            seed: [9; 32],
            ..batch
        };
        let step = apply(&self.state, &self.config, self.now(), &batch);
        self.records.extend(step.redirects.iter().copied());
        self.grants
            .extend(step.grants.iter().map(|grant| (self.now_ms, *grant)));
        stored_form::check_step(&self.state, &step);
        self.state = step.state.clone();
        step
    }

    pub(crate) fn arrive(&mut self, arrivals: u32) -> Step {
        self.commit(Batch {
            arrivals,
            ..Batch::default()
        })
    }

    pub(crate) fn control(&mut self, control: Control) {
        let step = self.commit(Batch {
            controls: vec![control],
            ..Batch::default()
        });
        assert_eq!(step.outcome.controls, [Ok(())]);
    }

    /// Lets time pass in steps. At each step everybody whose turn it is claims.
    pub(crate) fn pass_until(&mut self, wall_ms: u64, step_ms: u64) {
        while self.now_ms < wall_ms {
            self.now_ms = (self.now_ms + step_ms).min(wall_ms);
            self.serve();
        }
    }

    pub(crate) fn serve(&mut self) {
        self.serve_from(0);
    }

    /// Like [`Self::serve`], but the visitors before number `first` have left.
    pub(crate) fn serve_from(&mut self, first: u64) {
        let marks = &self.state.marks;
        let waiting = (first..self.state.ledger.serving.notified_to().0)
            .map(Number)
            .filter(|number| !marks.settled(*number));
        let shown: Vec<Number> = waiting.collect();
        self.commit(Batch {
            present: shown.len() as u64,
            claims: shown.iter().map(|number| claim(*number)).collect(),
            first_heard: shown,
            ..Batch::default()
        });
    }

    pub(crate) fn claim(&mut self, number: Number) -> ClaimOutcome {
        let batch = Batch {
            claims: vec![claim(number)],
            present: 1,
            ..Batch::default()
        };
        self.commit(batch).outcome.claims[0].1
    }

    pub(crate) fn cancel(&mut self, sequences: impl IntoIterator<Item = u64>) {
        let cancels = sequences.into_iter().map(Sequence).map(Device::first).collect();
        self.commit(Batch {
            cancels,
            ..Batch::default()
        });
    }

    /// Draws the pre-queue with a fixed key.
    pub(crate) fn draw(&mut self) {
        self.commit(Batch {
            draw_key: Some([5; 32]),
            ..Batch::default()
        });
    }

    pub(crate) fn place_status(&self, sequence: u64) -> PlaceStatus {
        let context = PollContext {
            device: Device::first(Sequence(sequence)),
            since: WallMs(self.began_ms),
            now: self.now(),
            cut_off: self.config.schedule.cut_off(),
            jitter: 0,
            stretch_percent: 100,
        };
        Snapshot::new(&self.state, LastSeen::default()).place_status(&context)
    }

    /// Returns the number of grants from one wall time on and before another.
    pub(crate) fn granted(&self, from_ms: u64, to_ms: u64) -> usize {
        self.grants
            .iter()
            .filter(|(at, _)| (from_ms..to_ms).contains(at))
            .count()
    }

    /// Returns the most grants of any half-open minute.
    pub(crate) fn minute_max(&self) -> usize {
        let counts = self.grants.iter().map(|(at, _)| self.granted(*at, at + 60_000));
        counts.max().unwrap_or(0)
    }
}
