//! Single cases of moves.

use admission::holders::{Holders, MOVED_MAX};
use admission::made_codes::{CODES_FORGOTTEN_MAX, MADE_CODES_MAX};
use admission::transfer::{
    CODE_VALID_MS, CODES_MAX, CODES_SPAN_MS, MOVES_MAX, MoveOutcome, MoveRecords, MoveRefused, NOTE_BYTES_MAX,
};
use admission::{
    Batch, ClaimOutcome, Control, Opening, PerMinute, PlaceStatus, RoomConfig, Schedule, Sequence, State, apply,
};

use crate::kit::transfer_room::{TransferAsks, TransferRoom, code, device, offer, take};

#[test]
fn a_place_moves_as_often_as_the_queue_id_can_tell_and_no_further() {
    let mut room = TransferRoom::open(0, 3);
    for holder in 0..MOVES_MAX {
        let of = u64::from(holder);
        assert!(matches!(
            room.ask(offer(device(1, holder), of)),
            MoveOutcome::Offered(_)
        ));
        assert!(matches!(room.ask(take(of)), MoveOutcome::Taken { .. }));
        room.pass(CODES_SPAN_MS);
    }
    assert_eq!(
        room.refused(offer(device(1, MOVES_MAX), 99)),
        MoveRefused::MovedTooOften
    );
    assert_eq!(room.state.ledger.next.0, 3);
}

#[test]
fn a_code_is_good_to_its_last_millisecond_and_not_at_its_end() {
    let mut room = TransferRoom::open(0, 2);
    room.ask(offer(device(0, 0), 1));
    room.pass(CODE_VALID_MS);
    assert_eq!(room.refused(take(1)), MoveRefused::WrongCode);
    room.ask(offer(device(0, 0), 2));
    room.pass(CODE_VALID_MS - 1);
    assert!(matches!(room.ask(take(2)), MoveOutcome::Taken { .. }));
    assert_eq!(room.refused(take(2)), MoveRefused::WrongCode, "used");
}

#[test]
fn a_new_code_makes_the_one_before_worthless_and_only_so_many_are_made() {
    let mut room = TransferRoom::open(0, 2);
    for of in 0..CODES_MAX as u64 {
        room.ask(offer(device(0, 0), of));
        room.pass(1_000);
    }
    assert_eq!(room.codes_kept(), 1);
    assert_eq!(room.refused(offer(device(0, 0), 50)), MoveRefused::TooManyCodes);
    assert_eq!(room.refused(take(0)), MoveRefused::WrongCode);
    // The first code is ten minutes old, the others are not.
    room.pass(CODES_SPAN_MS - CODES_MAX as u64 * 1_000);
    assert!(matches!(room.ask(offer(device(0, 0), 51)), MoveOutcome::Offered(_)));
    assert_eq!(room.refused(offer(device(0, 0), 52)), MoveRefused::TooManyCodes);
    assert!(matches!(room.ask(take(51)), MoveOutcome::Taken { .. }));
}

/// A visitor with very many places makes codes until the room refuses, in batches of the maximum
/// size.
#[test]
fn a_line_makes_so_many_codes_in_ten_minutes_and_forgets_them_with_the_next() {
    let mut room = TransferRoom::open(0, 10_000);
    let mut shown = Vec::new();
    for from in (0..2_500).step_by(500) {
        let moves = (from..from + 500).map(|of| offer(device(of, 0), of)).collect();
        shown.extend(
            room.commit(&TransferAsks {
                moves,
                ..TransferAsks::default()
            })
            .outcome
            .moves,
        );
    }
    let offered = |shown: &[MoveOutcome]| {
        shown
            .iter()
            .filter(|shown| matches!(shown, MoveOutcome::Offered(_)))
            .count()
    };
    assert_eq!(offered(&shown), MADE_CODES_MAX);
    assert_eq!(
        shown.last(),
        Some(&MoveOutcome::Refused(MoveRefused::TooManyCodesInRoom))
    );
    assert_eq!(room.records_kept(), (MADE_CODES_MAX, MADE_CODES_MAX, MADE_CODES_MAX));
    assert!(
        matches!(room.ask(take(7)), MoveOutcome::Taken { .. }),
        "a code goes on to be good"
    );

    room.pass(CODES_SPAN_MS - 1);
    assert_eq!(
        room.refused(offer(device(9_999, 0), 9_999)),
        MoveRefused::TooManyCodesInRoom
    );
    room.pass(1);
    assert!(matches!(
        room.ask(offer(device(9_999, 0), 9_999)),
        MoveOutcome::Offered(_)
    ));
    let left = MADE_CODES_MAX - CODES_FORGOTTEN_MAX;
    assert_eq!(
        room.records_kept(),
        (left + 2, left + 1, left + 1),
        "the moved place stays"
    );
    for _ in 0..MADE_CODES_MAX / CODES_FORGOTTEN_MAX {
        assert_eq!(room.refused(take(1)), MoveRefused::WrongCode);
    }
    assert_eq!(
        room.records_kept(),
        (2, 1, 1),
        "the moved place and the one with the new code"
    );
    assert!(matches!(room.ask(take(9_999)), MoveOutcome::Taken { .. }));
}

#[test]
fn a_note_has_a_bound() {
    let mut room = TransferRoom::open(0, 2);
    let long = |bytes| admission::transfer::MoveRequest::Offer {
        device: device(0, 0),
        code: code(1),
        note: vec![7; bytes],
    };
    assert_eq!(room.refused(long(NOTE_BYTES_MAX + 1)), MoveRefused::NoteTooLong);
    assert!(matches!(room.ask(long(NOTE_BYTES_MAX)), MoveOutcome::Offered(_)));
}

#[test]
fn two_places_never_have_one_code() {
    let mut room = TransferRoom::open(0, 2);
    room.ask(offer(device(0, 0), 7));
    assert_eq!(room.refused(offer(device(1, 0), 7)), MoveRefused::CodeInUse);
}

#[test]
fn the_old_device_neither_claims_nor_cancels_and_the_new_one_does() {
    let mut room = TransferRoom::open(600, 3);
    room.ask(offer(device(0, 0), 1));
    room.ask(take(1));
    room.pass(1_000);
    assert_eq!(room.claim(device(0, 0)), ClaimOutcome::Moved);
    room.cancel(device(0, 0));
    assert!(matches!(room.standing(device(0, 1)), PlaceStatus::FirstInLine(_)));
    assert!(matches!(room.claim(device(0, 1)), ClaimOutcome::Granted(_)));
    assert_eq!(
        room.claim(device(0, 0)),
        ClaimOutcome::Moved,
        "no repeat of another's grant"
    );
    assert!(matches!(room.claim(device(0, 1)), ClaimOutcome::Repeated(_)));
    room.cancel(device(0, 1));
    assert_eq!(room.claim(device(0, 1)), ClaimOutcome::Cancelled);
}

#[test]
fn a_place_that_was_let_through_or_cancelled_stays_where_it_is() {
    let mut room = TransferRoom::open(600, 3);
    room.ask(offer(device(0, 0), 1));
    room.ask(offer(device(1, 0), 2));
    room.pass(1_000);
    assert!(matches!(room.claim(device(0, 0)), ClaimOutcome::Granted(_)));
    assert_eq!(room.refused(take(1)), MoveRefused::LetThrough);
    assert_eq!(room.refused(offer(device(0, 0), 3)), MoveRefused::LetThrough);
    room.cancel(device(1, 0));
    assert_eq!(room.refused(take(2)), MoveRefused::NoPlace);
    assert_eq!(room.refused(offer(device(9, 0), 4)), MoveRefused::NoPlace);
}

/// When the holders are full, settled places are dropped from them.
#[test]
fn a_forgotten_place_is_known_by_its_record() {
    let mut room = TransferRoom::open(600, 3);
    room.ask(offer(device(0, 0), 1));
    room.ask(take(1));
    room.pass(1_000);
    assert!(matches!(room.claim(device(0, 1)), ClaimOutcome::Granted(_)));
    room.state.holders = Holders::default();
    assert_eq!(room.claim(device(0, 0)), ClaimOutcome::Moved);
    assert!(matches!(room.claim(device(0, 1)), ClaimOutcome::Repeated(_)));
    assert_eq!(room.refused(offer(device(0, 1), 2)), MoveRefused::LetThrough);
}

#[test]
fn no_more_places_move_than_can_be_kept_and_those_that_have_moved_go_on() {
    let mut room = TransferRoom::open(0, 3);
    room.ask(offer(device(0, 0), 1));
    room.ask(take(1));
    let others = (1..MOVED_MAX as u64).map(|n| device(100 + n, 1));
    room.state.holders = Holders::new(others.chain([device(0, 1)]));
    assert_eq!(room.state.holders.len(), MOVED_MAX);
    assert_eq!(room.refused(offer(device(1, 0), 2)), MoveRefused::Full);
    assert!(matches!(room.ask(offer(device(0, 1), 3)), MoveOutcome::Offered(_)));
    assert!(matches!(room.ask(take(3)), MoveOutcome::Taken { .. }));
    assert_eq!(room.state.holders.len(), MOVED_MAX);
}

/// Within a batch the cancel is applied first, and the move before the claim.
#[test]
fn within_a_batch_a_cancel_beats_a_move_and_a_move_beats_a_claim() {
    let mut room = TransferRoom::open(600, 3);
    room.ask(offer(device(0, 0), 1));
    room.ask(offer(device(1, 0), 2));
    room.pass(1_000);
    let outcome = room.commit(&TransferAsks {
        moves: vec![take(1), take(2)],
        cancels: vec![device(0, 0)],
        claims: vec![device(1, 0)],
        ..TransferAsks::default()
    });
    assert_eq!(outcome.outcome.moves[0], MoveOutcome::Refused(MoveRefused::NoPlace));
    assert!(matches!(outcome.outcome.moves[1], MoveOutcome::Taken { .. }));
    assert_eq!(outcome.outcome.claims[0].1, ClaimOutcome::Moved);
    assert_eq!(outcome.grants, []);
}

#[test]
fn moves_without_loaded_records_are_refused_as_stale() {
    let mut room = TransferRoom::open(0, 2);
    room.ask(offer(device(0, 0), 1));
    let asks = TransferAsks {
        moves: vec![take(1), offer(device(1, 0), 2)],
        ..TransferAsks::default()
    };
    let outcome = room.plan(&asks, MoveRecords::default()).outcome;
    assert_eq!(
        outcome.moves,
        [
            MoveOutcome::Refused(MoveRefused::Stale),
            MoveOutcome::Refused(MoveRefused::Stale)
        ]
    );
}

/// In the pre-queue nobody has a number: the move applies to the sequence, which is drawn the same
/// number as if it had not moved.
#[test]
fn a_place_moves_in_the_pre_queue_and_gets_the_number_it_would_have_had() {
    let start = admission::WallMs(1_700_000_060_000);
    let mut room = TransferRoom::new(RoomConfig {
        schedule: Schedule {
            start: Some(start),
            prequeue_ms: 60_000,
            end: None,
        },
        opening: Opening::Even,
        ..RoomConfig::new(PerMinute(600))
    });
    room.commit(&TransferAsks {
        arrivals: 50,
        ..TransferAsks::default()
    });
    room.ask(offer(device(20, 0), 1));
    room.ask(take(1));
    assert_eq!(room.standing(device(20, 0)), PlaceStatus::Moved);
    assert!(matches!(room.standing(device(20, 1)), PlaceStatus::Unnumbered(_)));
    room.pass(76_000);
    room.commit(&TransferAsks::default());
    let draw = Batch {
        draw_key: Some([5; 32]),
        ..Batch::default()
    };
    let drawn = apply(&room.state, &room.config, room.now(), &draw).state;
    let unmoved = State {
        holders: Default::default(),
        ..room.state.clone()
    };
    let unmoved = apply(&unmoved, &room.config, room.now(), &draw).state;
    let number = drawn.ledger.number(Sequence(20));
    assert!(number.is_some());
    assert_eq!(number, unmoved.ledger.number(Sequence(20)));
    assert!(drawn.holders.is_past(device(20, 0)));
}

#[test]
fn a_reset_forgets_all_moves_and_their_codes() {
    let mut room = TransferRoom::open(0, 2);
    room.ask(offer(device(0, 0), 1));
    room.ask(take(1));
    room.ask(offer(device(0, 1), 2));
    let asks = TransferAsks {
        moves: vec![take(2)],
        ..TransferAsks::default()
    };
    let batch = Batch {
        controls: vec![Control::Reset],
        moves: asks.moves.clone(),
        records: room.load(&asks),
        ..Batch::default()
    };
    let step = apply(&room.state, &room.config, room.now(), &batch);
    assert_eq!(step.outcome.moves, [MoveOutcome::Refused(MoveRefused::WrongCode)]);
    assert!(step.state.holders.is_empty());
}
