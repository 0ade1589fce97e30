//! Times of an arrival, a poll and a claim in a room with ten million people in line.

use std::hint::black_box;

use admission::snapshot::PollContext;
use admission::{Batch, ClaimOutcome, Device, PlaceStatus, Sequence};

use crate::bare::{self, List, Xorshift};
use crate::measure::{Speed, each_ns, timed};
use crate::room::Room;

/// The number of measured rounds; one round before them is the warm-up.
const ROUNDS: usize = 5;
const BATCHES: u64 = 100;
const BATCH: u64 = 1_000;
const POLLS: u64 = 1_000_000;
/// At the highest rate, a batch of permits becomes due in this many milliseconds.
const BATCH_MS: u64 = 60;
/// The least share of the claims that is granted in such a room, since permits become due for all
/// of them.
const GRANTED_MIN: f64 = 0.99;

/// Measures arrivals, 1,000 per commit.
pub(crate) fn arrivals(room: &mut Room) -> Speed {
    let mut list = List::of(room.places());
    let batch = Batch {
        arrivals: BATCH as u32,
        ..Batch::default()
    };
    let (ours_ns, bare_ns) = rounds(|| {
        let ours = (0..BATCHES).map(|_| timed(|| room.commit(batch.clone())).1).sum();
        let bare = (0..BATCHES).map(|_| timed(|| list.arrive(BATCH)).1).sum();
        [ours, bare].map(|seconds| each_ns(seconds, BATCH * BATCHES))
    });
    Speed {
        what: "an arrival, 1,000 a commit".to_owned(),
        bare_does: "push onto a list, small record to bytes",
        times: BATCH * BATCHES,
        ours_ns,
        bare_ns,
    }
}

/// Measures polls of any place.
pub(crate) fn polls(room: &Room) -> Speed {
    let (snapshot, now, places) = (room.published(), room.now(), room.places());
    let bytes = bare::bytes(places);
    let poll = |sequence| {
        let context = PollContext {
            device: Device::first(Sequence(sequence)),
            since: now.wall,
            now,
            cut_off: None,
            jitter: sequence as u16,
            stretch_percent: 100,
        };
        snapshot.seen().record_poll(context.device.sequence, now.flow);
        let place_status = black_box(snapshot.place_status(&context));
        matches!(place_status, PlaceStatus::InLine(_) | PlaceStatus::FirstInLine(_))
    };
    let (mut rng, mut bare_rng) = (Xorshift::new(), Xorshift::new());
    let (ours_ns, bare_ns) = rounds(|| {
        let ours = timed(|| (0..POLLS).filter(|_| poll(rng.below(places))).count());
        let bare = timed(|| {
            (0..POLLS)
                .filter(|_| bare::read(&bytes, bare_rng.below(places)) > 0)
                .count()
        });
        assert!(ours.0 > 0 && bare.0 > 0, "somebody is in line");
        [ours.1, bare.1].map(|seconds| each_ns(seconds, POLLS))
    });
    Speed {
        what: "a poll of anybody".to_owned(),
        bare_does: "read a byte of an array as long",
        times: POLLS,
        ours_ns,
        bare_ns,
    }
}

/// Measures claims, 1,000 per commit, and as many polls of visitors who are notified of their turn.
pub(crate) fn claims(room: &mut Room) -> Result<Speed, String> {
    let mut list = List::of(room.places());
    let mut granted = 0;
    let (ours_ns, bare_ns) = rounds(|| {
        let (mut ours, mut bare) = (0.0, 0.0);
        for _ in 0..BATCHES {
            room.pass(BATCH_MS);
            let batch = room.asks(BATCH as usize);
            let numbers: Vec<u64> = batch.claims.iter().map(|claim| claim.number.0).collect();
            let (outcome, seconds) = timed(|| room.commit(batch));
            ours += seconds;
            bare += timed(|| list.claim(&numbers)).1;
            let is_granted = |outcome: &ClaimOutcome| matches!(outcome, ClaimOutcome::Granted(_));
            let through = outcome.claims.iter().filter(|(_, outcome)| is_granted(outcome)).count() as u64;
            room.went(through);
            granted += through;
        }
        [ours, bare].map(|seconds| each_ns(seconds, BATCH * BATCHES))
    });
    let asked = BATCH * BATCHES * (ROUNDS as u64 + 1);
    if (granted as f64) < GRANTED_MIN * asked as f64 {
        return Err(format!("only {granted} of {asked} claims were granted"));
    }
    Ok(Speed {
        what: "a claim that is granted, 1,000 a commit".to_owned(),
        bare_does: "sort the batch, set a bit each, small record to bytes",
        times: BATCH * BATCHES,
        ours_ns,
        bare_ns,
    })
}

/// Runs the engine's and the bare code's operations in alternation.
fn rounds(mut round: impl FnMut() -> [f64; 2]) -> (Vec<f64>, Vec<f64>) {
    round();
    (0..ROUNDS).map(|_| round()).map(|[ours, bare]| (ours, bare)).unzip()
}
