//! A line as its visitors see it, and the claims of those who are notified.

use std::ops::Range;

use admission::presence::LastSeen;
use admission::snapshot::{PlaceView, PollContext};
use admission::{Batch, Claim, Device, Now, Number, PlaceStatus, Sequence, Snapshot, State};

/// Returns a batch in which these places claim their turn, each for the first time.
pub(crate) fn claims(numbers: Range<u64>) -> Batch {
    let claims = numbers.map(|number| Claim {
        number: Number(number),
        device: Device::first(Sequence(number)),
    });
    let claims: Vec<Claim> = claims.collect();
    Batch {
        present: claims.len() as u64,
        first_heard: claims.iter().map(|claim| claim.number).collect(),
        claims,
        ..Batch::default()
    }
}

/// Returns what a poll shows at a place that waits.
pub(crate) fn place_view(line: &State, sequence: u64, now: Now) -> PlaceView {
    let mut seen = LastSeen::default();
    seen.grow(line.ledger.next);
    let context = PollContext {
        device: Device::first(Sequence(sequence)),
        since: now.wall,
        now,
        cut_off: None,
        jitter: 0,
        stretch_percent: 100,
    };
    match Snapshot::new(line, seen).place_status(&context) {
        PlaceStatus::InLine(view) | PlaceStatus::FirstInLine(view) => view,
        other => panic!("{other:?}"),
    }
}
