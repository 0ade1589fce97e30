//! Layers above a line: their permits and sessions may be lost too.

use admission::occupancy::SessionsConfig;
use admission::pool::{self, LineIndex, LineSeat, PoolBatch, PoolConfig, PoolLedger, PoolState, RoomIndex, RoomSeat};
use admission::share::Weight;
use admission::{
    Batch, Claim, Device, FlowMs, Ledger, Memory, Now, Number, PerMinute, Recovery, RoomConfig, Sequence, State, WallMs,
};

use super::world::WALL_START_MS;

/// Two rooms in one pool, everybody in front all the time.
struct World {
    config: PoolConfig,
    state: PoolState,
    now_ms: u64,
}

impl World {
    fn new(room_rate: u32, pool_rate: u32, max_sessions: Option<u64>) -> Self {
        let config = RoomConfig::new(PerMinute(room_rate));
        let seat = RoomSeat {
            config,
            weight: Weight::default(),
            minimum: PerMinute(0),
        };
        let lines = [0, 1].map(|room| LineSeat {
            room: RoomIndex(room),
            weight: Weight::default(),
        });
        let line = State::new(Ledger::new(&config, WallMs(WALL_START_MS)));
        Self {
            config: PoolConfig {
                rate: Some(PerMinute(pool_rate)),
                sessions: Some(SessionsConfig {
                    max_sessions,
                    stock: None,
                    validity_ms: 600_000,
                }),
                rooms: vec![seat.clone(), seat],
                lines: lines.to_vec(),
            },
            state: PoolState {
                lines: vec![line.clone(), line],
                ..PoolState::default()
            },
            now_ms: 0,
        }
    }

    fn now(&self) -> Now {
        Now {
            flow: FlowMs(self.now_ms),
            wall: WallMs(WALL_START_MS + self.now_ms),
        }
    }

    fn commit(&mut self, batch: &Batch, memories: Option<&PoolState>) -> usize {
        let lines = [0, 1].map(LineIndex).map(|line| {
            let state = &self.state.lines[usize::from(line.0)];
            let waiting = (0..state.ledger.serving.told_to().0)
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
        let batch = PoolBatch {
            lines: &lines,
            again: memories.map(|pool| &pool.ledger),
            ..PoolBatch::default()
        };
        let step = pool::apply(&self.state, &self.config, self.now(), &batch);
        let granted = step.steps.iter().map(|step| step.grants.len()).sum();
        self.state = step.into_state();
        granted
    }

    fn serve(&mut self, seconds: u64) -> usize {
        let mut granted = 0;
        for _ in 0..seconds {
            granted += self.commit(&Batch::default(), None);
            self.now_ms += 1_000;
        }
        granted
    }

    fn ledger(&self) -> &PoolLedger {
        &self.state.ledger
    }
}

fn recovery(heard: Option<u64>) -> Batch {
    Batch {
        recovery: Some(Recovery {
            heard: heard.map(FlowMs),
        }),
        ..Batch::default()
    }
}

#[test]
fn the_pools_own_bound_counts_what_may_be_lost() {
    let mut world = World::new(120, 60, None);
    world.serve(120);
    let kept = world.state.clone();
    let lost = world.serve(10);
    assert!(lost >= 9, "{lost}");
    world.state = kept;
    assert_eq!(world.commit(&recovery(None), None), 0);
    let now = world.now().flow;
    assert!(world.ledger().last_minute(now) >= Some(59));
    // Either room alone could have its own rate.
    let mut window = world.serve(50);
    assert!(window <= 50, "{window}");
    window += world.serve(70);
    assert!(window > 50, "{window}");
}

#[test]
fn a_pool_goes_on_from_what_its_node_remembers() {
    let mut world = World::new(120, 60, Some(400));
    world.serve(100);
    let kept = world.state.clone();
    world.serve(20);
    let known = world.state.clone();
    world.state = kept;
    let heard = world.now_ms - 1_000;
    world.commit(&recovery(Some(heard)), Some(&known));
    let sessions = known.ledger.sessions().expect("they are counted");
    let now = world.ledger().sessions().expect("they are counted");
    assert!(now > sessions && now <= sessions + 10, "{sessions} and {now}");
    let granted = [&known, &world.state].map(|pool| pool.lines.iter().map(|line| line.ledger.granted).sum::<u64>());
    assert_eq!(granted[0], granted[1]);
    assert!(world.serve(20) > 8);
}

#[test]
fn sessions_that_may_have_begun_count_until_they_would_have_ended() {
    let mut world = World::new(120, 60, Some(100));
    world.serve(60);
    let inside = world.ledger().sessions().expect("they are counted");
    assert!((55..=62).contains(&inside), "{inside}");
    world.commit(&recovery(None), None);
    assert_eq!(world.ledger().sessions(), Some(100));
    assert_eq!(world.serve(300), 0, "the site may be full");
    world.now_ms += 600_000;
    assert!(world.serve(60) > 30);
}
