//! A pool in virtual time. Visitors arrive wherever a line becomes short, and every visitor who was
//! notified of the turn claims, as far as the line's demand allows.

use std::collections::{BTreeMap, BTreeSet};

use admission::Redirects;
use admission::autotune::Evidence;
use admission::batch::{Batch, Claim};
use admission::occupancy::SessionRecord;
use admission::pool::{
    self, LineIndex, PlaceKey, PoolBatch, PoolConfig, PoolLine, PoolRoom, PoolState, PoolStep, ReportOutcome,
    RoomIndex, SessionReport,
};
use admission::share::Weight;
use admission::{Control, Device, Ledger, Now, Number, PerMinute, RoomConfig, Sequence, State};

use super::minute_bound::MinuteBound;
use super::time::VirtualTime;

/// The least number of visitors who wait in a line while it has any demand.
const WAITING_MIN: u64 = 400;

pub(crate) fn weight(weight: u16) -> Weight {
    Weight::new(weight).expect("above 0")
}

pub(crate) fn room(max_outflow: u32, of: u16, minimum: u32) -> PoolRoom {
    PoolRoom {
        config: RoomConfig {
            redirects_max: 3,
            ..RoomConfig::new(PerMinute(max_outflow))
        },
        weight: weight(of),
        minimum: PerMinute(minimum),
    }
}

pub(crate) fn lane(of: u16, share: u16) -> PoolLine {
    PoolLine {
        room: RoomIndex(of),
        weight: weight(share),
        is_closed: false,
    }
}

/// Returns a pool of rooms with one lane each.
pub(crate) fn plain(rate: Option<u32>, rooms: Vec<PoolRoom>) -> PoolConfig {
    let lines = (0..rooms.len()).map(|index| lane(u16::try_from(index).expect("few"), 1));
    PoolConfig {
        rate: rate.map(PerMinute),
        autotune: false,
        lines: lines.collect(),
        rooms,
        sessions: None,
    }
}

pub(crate) fn new_line(config: &PoolConfig, line: &PoolLine) -> State {
    let room = &config.rooms[usize::from(line.room.0)].config;
    State::new(Ledger::new(room, VirtualTime::default().wall()))
}

pub(crate) fn new_state(config: &PoolConfig) -> PoolState {
    PoolState {
        lines: config.lines.iter().map(|line| new_line(config, line)).collect(),
        ..PoolState::default()
    }
}

fn rate_of(room: &PoolRoom) -> u32 {
    room.config.max_outflow.0
}

#[derive(Debug)]
pub(crate) struct CrowdedPool {
    pub(crate) time: VirtualTime,
    pub(crate) config: PoolConfig,
    pub(crate) state: PoolState,
    /// The bound of the pool.
    bound: MinuteBound,
    /// The bound of each room.
    bounds: Vec<MinuteBound>,
    /// The most claims that each line makes in a commit.
    pub(crate) demand: Vec<u64>,
    /// Places granted so far in each line.
    pub(crate) granted: Vec<u64>,
    pub(crate) sessions: BTreeMap<PlaceKey, SessionRecord>,
    /// Page timings for the next commit.
    pub(crate) timings: Evidence,
    /// The key of the first lines' draws, once it is known.
    pub(crate) draw_key: Option<[u8; 32]>,
    redirects: BTreeMap<PlaceKey, Redirects>,
    present: Vec<BTreeSet<Number>>,
    told: Vec<u64>,
}

impl CrowdedPool {
    pub(crate) fn new(config: PoolConfig) -> Self {
        let lines = config.lines.len();
        Self {
            time: VirtualTime::default(),
            state: new_state(&config),
            bound: MinuteBound::new(config.rate.map(|rate| rate.0)),
            bounds: config
                .rooms
                .iter()
                .map(|room| MinuteBound::new(Some(rate_of(room))))
                .collect(),
            config,
            demand: vec![u64::MAX; lines],
            granted: vec![0; lines],
            sessions: BTreeMap::new(),
            timings: Evidence::default(),
            draw_key: None,
            redirects: BTreeMap::new(),
            present: vec![BTreeSet::new(); lines],
            told: vec![0; lines],
        }
    }

    pub(crate) fn now(&self) -> Now {
        self.time.now()
    }

    /// Lets time pass, and commits everybody's claims.
    pub(crate) fn commit(&mut self, ms: u64) {
        self.commit_with(ms, &[], &[]);
    }

    pub(crate) fn commit_with(
        &mut self,
        ms: u64,
        controls: &[(LineIndex, Control)],
        reports: &[SessionReport],
    ) -> (PoolStep, Vec<u64>) {
        self.time.pass(ms);
        let lines = (0..self.config.lines.len())
            .map(|line| self.batch(line, controls))
            .collect::<Vec<_>>();
        let loaded = self.load(reports, &lines);
        let batch = PoolBatch {
            waited_for: &[],
            lines: &lines,
            reports,
            sessions: Some(&loaded),
            timings: std::mem::take(&mut self.timings),
            memory: None,
        };
        let could = self.could();
        let step = pool::apply(&self.state, &self.config, self.now(), &batch);
        assert_eq!(step.ledger.check(), Ok(()));
        assert!(!step.reports.contains(&ReportOutcome::NotLoaded), "all were loaded");
        self.note(&step);
        let given = step
            .steps
            .iter()
            .map(|step| step.grants.len() as u64)
            .collect::<Vec<_>>();
        // A line spends at most what it was said to be able to spend, unless controls or reports in
        // the batch change that.
        if controls.is_empty() && reports.is_empty() {
            assert!(
                given.iter().zip(&could).all(|(given, could)| given <= could),
                "{given:?} of {could:?}"
            );
        }
        self.state = step.clone().into_state();
        (step, given)
    }

    /// Returns how many permits each line would have alone.
    pub(crate) fn could(&self) -> Vec<u64> {
        let lines = (0..self.config.lines.len()).map(|line| LineIndex(u16::try_from(line).expect("few")));
        lines
            .map(|line| pool::permits(&self.state, &self.config, self.now(), line))
            .collect()
    }

    fn batch(&mut self, line: usize, controls: &[(LineIndex, Control)]) -> Batch {
        let state = &self.state.lines[line];
        let notified_to = state.ledger.serving.notified_to().0;
        let told = (self.told[line]..notified_to).map(Number).collect::<Vec<_>>();
        self.told[line] = notified_to;
        self.present[line].extend(&told);
        let waiting = state.ledger.next.0 - notified_to;
        let demand = usize::try_from(self.demand[line]).unwrap_or(usize::MAX);
        let claims = self.present[line].iter().take(demand);
        let configured = self.config.lines[line];
        let first = self.config.lines.iter().position(|other| other.room == configured.room) == Some(line);
        let of_line = controls.iter().filter(|(of, _)| usize::from(of.0) == line);
        Batch {
            arrivals: u32::try_from(WAITING_MIN.saturating_sub(waiting).min(self.demand[line])).expect("few"),
            claims: claims
                .map(|number| Claim {
                    number: *number,
                    device: Device::first(Sequence(number.0)),
                })
                .collect(),
            present: self.present[line].len() as u64,
            controls: of_line.map(|(_, control)| *control).collect(),
            redirects: self.past(line),
            first_heard: told,
            run: state.ledger.run,
            draw_key: self.draw_key.filter(|_| first),
            ..Batch::default()
        }
    }

    fn past(&self, line: usize) -> BTreeMap<Number, Redirects> {
        let past = self.present[line].iter().filter_map(|number| {
            let key = (LineIndex(u16::try_from(line).expect("few")), *number);
            self.redirects.get(&key).map(|record| (*number, *record))
        });
        past.collect()
    }

    /// Returns the records that a commit names.
    fn load(&self, reports: &[SessionReport], lines: &[Batch]) -> BTreeMap<PlaceKey, Option<SessionRecord>> {
        let reported = reports.iter().map(|report| (report.line, report.number));
        let claimed = (0_u16..).map(LineIndex).zip(lines);
        let claimed = claimed.flat_map(|(line, batch)| batch.claims.iter().map(move |claim| (line, claim.number)));
        reported
            .chain(claimed)
            .map(|place| (place, self.sessions.get(&place).copied()))
            .collect()
    }

    /// Opens a line that was added to the settings.
    pub(crate) fn open(&mut self, line: usize) {
        let configured = self.config.lines[line];
        self.state.lines.push(new_line(&self.config, &configured));
        self.demand.push(u64::MAX);
        self.granted.push(0);
        self.present.push(BTreeSet::new());
        self.told.push(0);
    }

    /// Forgets the visitors of a run that an operator ended by a reset.
    pub(crate) fn forget_the_run(&mut self) {
        self.present.iter_mut().for_each(BTreeSet::clear);
        self.told.fill(0);
        self.redirects.clear();
    }

    /// Lets a visitor who was granted before come again.
    pub(crate) fn return_to(&mut self, place: PlaceKey) {
        self.present[usize::from(place.0.0)].insert(place.1);
    }

    fn note(&mut self, step: &PoolStep) {
        self.sessions.extend(&step.sessions);
        let now = self.time.ms;
        self.bound.rate(now, step.ledger.rate().map(|rate| rate.0));
        for (bound, room) in self.bounds.iter_mut().zip(&self.config.rooms) {
            bound.rate(now, Some(rate_of(room)));
        }
        for ((line, configured), step) in self.config.lines.iter().enumerate().zip(&step.steps) {
            self.granted[line] += step.grants.len() as u64;
            let index = LineIndex(u16::try_from(line).expect("few"));
            self.redirects.extend(
                step.redirects
                    .iter()
                    .map(|(number, record)| ((index, *number), *record)),
            );
            for grant in &step.grants {
                self.present[line].remove(&grant.number);
                self.bound.grant(now);
                self.bounds[usize::from(configured.room.0)].grant(now);
            }
        }
        // Invariant 1, for the pool and for every room.
        for bound in self.bounds.iter().chain([&self.bound]) {
            assert_eq!(bound.objection_at(now), None);
        }
    }
}
