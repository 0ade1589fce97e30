//! Tests of every bound that the source names, at the bound.

use std::collections::BTreeMap;

use admission::batch::{ARRIVALS_MAX, SILENT_MAX};
use admission::config::TOKEN_VALIDITY_MS;
use admission::estimate::{REASON_SHOWN_MS, RiseReason};
use admission::ledger::{DecodeError, LEDGER_FORMAT, NODES_MAX};
use admission::marks::CHUNK_PLACES;
use admission::outflow::RATES_MAX;
use admission::presence::LastSeen;
use admission::serving::STEPS_MAX;
use admission::snapshot::PollContext;
use admission::{
    Batch, BatchNumber, Claim, ClaimOutcome, Control, Device, FlowMs, Ledger, NodeId, Now, Number, PerMinute,
    PlaceStatus, Redirects, RoomConfig, Sequence, Snapshot, State, Step, WallMs, apply,
};

use crate::kit::minute_bound::MinuteBound;
use crate::kit::time::{VirtualTime, WALL_START_MS};
use crate::kit::visited_room::cas_store::CasStore;
use crate::kit::visited_room::node::claim;

/// A room that stores every commit and keeps the records.
struct StoredRoom {
    state: State,
    store: CasStore,
    generation: u64,
    rate: u32,
    records: BTreeMap<Number, Redirects>,
}

impl StoredRoom {
    fn new(rate: u32) -> Self {
        let ledger = Ledger::new(&config(rate), WallMs(WALL_START_MS));
        let store = CasStore::new(&ledger);
        Self {
            state: State::new(ledger),
            store,
            generation: 0,
            rate,
            records: BTreeMap::new(),
        }
    }

    fn commit(&mut self, flow: u64, mut batch: Batch) -> Step {
        let now = VirtualTime::at(flow).now();
        batch.redirects = self.records.clone();
        let step = apply(&self.state, &config(self.rate), now, &batch);
        self.generation = self.store.commit(self.generation, &step).expect("nobody else commits");
        self.records.extend(step.redirects.iter().copied());
        self.state = step.state.clone();
        step
    }

    /// Lets one place claim; its visitor is the only one present.
    fn claim(&mut self, flow: u64, number: u64) -> ClaimOutcome {
        let batch = Batch {
            claims: vec![claim(Number(number))],
            present: 1,
            ..Batch::default()
        };
        self.commit(flow, batch).outcome.claims[0].1
    }
}

fn config(rate: u32) -> RoomConfig {
    RoomConfig {
        redirects_max: 3,
        ..RoomConfig::new(PerMinute(rate))
    }
}

fn arrivals(arrivals: u32) -> Batch {
    Batch {
        arrivals,
        ..Batch::default()
    }
}

#[test]
fn the_highest_rate_keeps_the_bound_in_a_small_ledger() {
    let mut room = StoredRoom::new(PerMinute::MAX.0);
    let mut bound = MinuteBound::new(Some(PerMinute::MAX.0));
    let mut next_claim = 0;
    let mut flow = 0;
    for commit in 0..1_300_u64 {
        // The rate stays at the top, then decreases until the list of rates is full. As many nodes
        // as are remembered commit, with large ids.
        let decreases = u32::try_from(commit.saturating_sub(1_000).min(2 * RATES_MAX as u64)).expect("small");
        room.rate = PerMinute::MAX.0 - decreases;
        let permits = room.state.ledger.permits(
            &config(room.rate),
            Now {
                flow: FlowMs(flow),
                wall: WallMs(0),
            },
        );
        let notified_to = room.state.ledger.serving.notified_to().0;
        let claims: Vec<Claim> = (next_claim..notified_to.min(next_claim + permits))
            .map(|number| claim(Number(number)))
            .collect();
        next_claim += claims.len() as u64;
        let present = notified_to - next_claim;
        let batch = Batch {
            node: NodeId(u64::MAX - commit % NODES_MAX as u64),
            batch: BatchNumber(commit << 32),
            arrivals: 2_000,
            claims,
            present,
            ..Batch::default()
        };
        let step = room.commit(flow, batch);
        step.grants.iter().for_each(|_| bound.grant(flow));
        room.records.clear();
        flow += 100;
    }
    assert_eq!(bound.objection(), None);
    let grants = bound.grants().len();
    assert!(grants > 1_900_000, "{grants} in 130 s");
    assert!(
        room.state.ledger.encode().len() > 2_000,
        "the ledger is full of what it may hold"
    );
}

#[test]
fn a_grant_is_repeated_until_its_token_ends_and_not_a_millisecond_longer() {
    let mut room = StoredRoom::new(60);
    room.commit(0, arrivals(1));
    let first = room.claim(10, 0);
    let ClaimOutcome::Granted(grant) = first else {
        panic!("{first:?}")
    };
    assert_eq!(room.claim(10 + TOKEN_VALIDITY_MS - 1, 0), ClaimOutcome::Repeated(grant));
    assert!(matches!(
        room.claim(10 + TOKEN_VALIDITY_MS, 0),
        ClaimOutcome::Granted(_)
    ));
    assert!(
        matches!(room.claim(10 + 2 * TOKEN_VALIDITY_MS, 0), ClaimOutcome::Granted(_)),
        "the third, the limit"
    );
    assert!(matches!(
        room.claim(9 + 3 * TOKEN_VALIDITY_MS, 0),
        ClaimOutcome::Repeated(_)
    ));
    assert_eq!(room.claim(10 + 3 * TOKEN_VALIDITY_MS, 0), ClaimOutcome::LimitReached);
}

#[test]
fn the_largest_batch_gives_every_newcomer_a_place_and_silences_everyone_it_names() {
    let mut room = StoredRoom::new(0);
    let first = room
        .commit(0, arrivals(ARRIVALS_MAX))
        .outcome
        .first_arrival
        .expect("open");
    let second = room.commit(1, arrivals(1)).outcome.first_arrival.expect("open");
    assert_eq!(second.0 - first.0, u64::from(ARRIVALS_MAX));
    let silent = (0..SILENT_MAX as u64).rev().map(Sequence).collect();
    room.commit(
        2,
        Batch {
            silent,
            ..Batch::default()
        },
    );
    let snapshot = Snapshot::new(&room.state, LastSeen::default());
    assert_eq!(snapshot.waiting(), 1 + u64::from(ARRIVALS_MAX) - SILENT_MAX as u64);
    room.store.holds_marks_of(&room.state);
    assert_eq!(snapshot.marks().ahead(Number(CHUNK_PLACES * 3)).0, 0);
}

#[test]
fn the_line_passes_a_bounded_number_of_absent_places_per_commit() {
    let mut room = StoredRoom::new(0);
    let people = STEPS_MAX + 10;
    (0..people.div_ceil(u64::from(ARRIVALS_MAX))).for_each(|commit| _ = room.commit(commit, arrivals(ARRIVALS_MAX)));
    for from in (0..people).step_by(SILENT_MAX) {
        let to = people.min(from + SILENT_MAX as u64);
        let silent = (from..to).map(Sequence).collect();
        room.commit(
            10,
            Batch {
                silent,
                ..Batch::default()
            },
        );
    }
    room.rate = 60;
    room.commit(20, Batch::default());
    assert_eq!(room.state.ledger.serving.notified_to(), Number(STEPS_MAX));
    room.commit(30, Batch::default());
    assert_eq!(
        room.state.ledger.serving.notified_to(),
        Number(people + 8),
        "8 s at one a second"
    );
}

#[test]
fn at_the_bound_the_node_silent_longest_is_forgotten() {
    let mut room = StoredRoom::new(60);
    let node = |node: usize| NodeId(node as u64);
    let batch = |id: usize| Batch {
        node: node(id),
        batch: BatchNumber(7),
        ..Batch::default()
    };
    (0..NODES_MAX).for_each(|id| _ = room.commit(0, batch(id)));
    assert!((0..NODES_MAX).all(|id| room.state.ledger.holds(node(id), BatchNumber(7))));
    assert!(!room.state.ledger.holds(node(0), BatchNumber(6)));
    room.commit(0, batch(0));
    room.commit(0, batch(NODES_MAX));
    assert!(room.state.ledger.holds(node(0), BatchNumber(7)), "it came again");
    assert!(!room.state.ledger.holds(node(1), BatchNumber(7)));
}

#[test]
fn a_reason_is_shown_for_three_minutes_to_visitors_who_had_a_shorter_estimate() {
    let mut room = StoredRoom::new(60);
    room.commit(0, arrivals(50));
    room.rate = 30;
    room.commit(1_000, arrivals(1));
    let snapshot = Snapshot::new(&room.state, LastSeen::default());
    let reason = |sequence: u64, now: u64| {
        let context = PollContext {
            device: Device::first(Sequence(sequence)),
            // As if the clocks had been set back by an hour since the place was given.
            since: WallMs(WALL_START_MS + 3_600_000),
            now: VirtualTime::at(now).now(),
            cut_off: None,
            jitter: 0,
            stretch_percent: 100,
        };
        match snapshot.place_status(&context) {
            PlaceStatus::InLine(view) => view.reason,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(reason(49, 1_000), Some(RiseReason::OperatorSlowed));
    assert_eq!(reason(49, 999 + REASON_SHOWN_MS), Some(RiseReason::OperatorSlowed));
    assert_eq!(reason(49, 1_000 + REASON_SHOWN_MS), None);
    assert_eq!(reason(50, 1_000), None, "who came with it was never told less");
}

#[test]
fn bytes_that_are_no_ledger_are_refused() {
    let good = Ledger::new(&config(5), WallMs(WALL_START_MS)).encode();
    let mut other = good.clone();
    other[0] = LEDGER_FORMAT + 1;
    assert_eq!(Ledger::decode(&other), Err(DecodeError::Format(LEDGER_FORMAT + 1)));
    for cut in 0..good.len() {
        assert!(
            matches!(Ledger::decode(&good[..cut]), Err(DecodeError::Damaged(_))),
            "cut at {cut}"
        );
    }
}

#[test]
fn nobody_is_notified_during_a_pause() {
    let mut room = StoredRoom::new(60);
    room.commit(0, arrivals(50));
    let notified_to = room.state.ledger.serving.notified_to();
    assert_eq!(notified_to, Number(8));
    let pause = Batch {
        controls: vec![Control::Pause],
        ..Batch::default()
    };
    room.commit(1_000, pause);
    (2..60).for_each(|second| _ = room.commit(second * 1_000, Batch::default()));
    assert_eq!(room.state.ledger.serving.notified_to(), notified_to);
}
