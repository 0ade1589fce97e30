//! Two rooms in one pool on a store that fails over: the layers above a line also lose commits.

use std::collections::BTreeMap;

use admission::occupancy::{SessionRecord, SessionsConfig};
use admission::pool::{
    self, LineIndex, PlaceKey, PoolBatch, PoolConfig, PoolLedger, PoolLine, PoolRoom, PoolState, RoomIndex,
    SessionReport,
};
use admission::share::Weight;
use admission::{Batch, Claim, Device, Ledger, Memory, Now, Number, PerMinute, RoomConfig, Sequence, State};

use super::time::VirtualTime;

/// Two rooms in one pool, with every visitor in front all the time.
pub(crate) struct FailingPool {
    config: PoolConfig,
    pub(crate) state: PoolState,
    pub(crate) time: VirtualTime,
    /// The sessions' side records.
    pub(crate) records: BTreeMap<PlaceKey, SessionRecord>,
    /// The reports about sessions in the next commit.
    pub(crate) reports: Vec<SessionReport>,
}

impl FailingPool {
    pub(crate) fn new(room_rate: u32, pool_rate: u32, max_sessions: Option<u64>) -> Self {
        let config = RoomConfig::new(PerMinute(room_rate));
        let room = PoolRoom {
            config,
            weight: Weight::default(),
            minimum: PerMinute(0),
        };
        let lines = [0, 1].map(|room| PoolLine {
            room: RoomIndex(room),
            weight: Weight::default(),
            is_closed: false,
        });
        let line = State::new(Ledger::new(&config, VirtualTime::default().wall()));
        Self {
            config: PoolConfig {
                rate: Some(PerMinute(pool_rate)),
                autotune: false,
                sessions: Some(SessionsConfig {
                    max_sessions,
                    stock: None,
                    validity_ms: 600_000,
                }),
                rooms: vec![room.clone(), room],
                lines: lines.to_vec(),
            },
            state: PoolState {
                lines: vec![line.clone(), line],
                ..PoolState::default()
            },
            time: VirtualTime::default(),
            records: BTreeMap::new(),
            reports: Vec::new(),
        }
    }

    pub(crate) fn now(&self) -> Now {
        self.time.now()
    }

    pub(crate) fn commit(&mut self, batch: &Batch, memories: Option<&PoolState>) -> usize {
        let lines = [0, 1].map(LineIndex).map(|line| {
            let state = &self.state.lines[usize::from(line.0)];
            let waiting = (0..state.ledger.serving.notified_to().0)
                .map(Number)
                .filter(|number| !state.marks.settled(*number));
            let claim = |number: Number| Claim {
                number,
                device: Device::first(Sequence(number.0)),
            };
            let claims: Vec<Claim> = waiting.take(20).map(claim).collect();
            let memory = memories.map(|pool| pool.lines[usize::from(line.0)].clone());
            Batch {
                arrivals: 20,
                present: claims.len() as u64,
                claims,
                memory: memory.map(|state| Memory::new(state, Default::default())),
                ..batch.clone()
            }
        });
        let lines: Vec<Batch> = lines.to_vec();
        let reports = std::mem::take(&mut self.reports);
        let named = reports.iter().map(|report| (report.line, report.number));
        let loaded = named.map(|place| (place, self.records.get(&place).copied()));
        let loaded: BTreeMap<_, _> = loaded.collect();
        let batch = PoolBatch {
            lines: &lines,
            reports: &reports,
            sessions: Some(&loaded),
            memory: memories.map(|pool| &pool.ledger),
            ..PoolBatch::default()
        };
        let step = pool::apply(&self.state, &self.config, self.now(), &batch);
        let granted = step.steps.iter().map(|step| step.grants.len()).sum();
        self.records.extend(&step.sessions);
        self.state = step.into_state();
        granted
    }

    pub(crate) fn serve(&mut self, seconds: u64) -> usize {
        let mut granted = 0;
        for _ in 0..seconds {
            granted += self.commit(&Batch::default(), None);
            self.time.pass(1_000);
        }
        granted
    }

    pub(crate) fn ledger(&self) -> &PoolLedger {
        &self.state.ledger
    }
}
