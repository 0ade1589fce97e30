//! Single cases of transfers.

use admission::holders::{Holders, TRANSFERRED_MAX};
use admission::made_codes::{CODES_FORGOTTEN_MAX, MADE_CODES_MAX};
use admission::transfer::{
    CODE_VALID_MS, CODES_MAX, CODES_SPAN_MS, NOTE_BYTES_MAX, TRANSFERS_MAX, TransferOutcome, TransferRecords,
    TransferRefused,
};
use admission::{
    Batch, ClaimOutcome, Control, Opening, PerMinute, PlaceStatus, RoomConfig, Schedule, Sequence, State, apply,
};

use crate::kit::transfer_room::{TransferAsks, TransferRoom, code, device, offer, take};

#[test]
fn a_place_is_transferred_as_often_as_the_queue_id_can_tell_and_no_further() {
    let mut room = TransferRoom::open(0, 3);
    for holder in 0..TRANSFERS_MAX {
        let of = u64::from(holder);
        assert!(matches!(
            room.ask(offer(device(1, holder), of)),
            TransferOutcome::Offered(_)
        ));
        assert!(matches!(room.ask(take(of)), TransferOutcome::Taken { .. }));
        room.pass(CODES_SPAN_MS);
    }
    assert_eq!(
        room.refused(offer(device(1, TRANSFERS_MAX), 99)),
        TransferRefused::TransferredTooOften
    );
    assert_eq!(room.state.ledger.next.0, 3);
}

#[test]
fn a_code_is_good_to_its_last_millisecond_and_not_at_its_end() {
    let mut room = TransferRoom::open(0, 2);
    room.ask(offer(device(0, 0), 1));
    room.pass(CODE_VALID_MS);
    assert_eq!(room.refused(take(1)), TransferRefused::WrongCode);
    room.ask(offer(device(0, 0), 2));
    room.pass(CODE_VALID_MS - 1);
    assert!(matches!(room.ask(take(2)), TransferOutcome::Taken { .. }));
    assert_eq!(room.refused(take(2)), TransferRefused::WrongCode, "used");
}

#[test]
fn a_new_code_makes_the_one_before_worthless_and_only_so_many_are_made() {
    let mut room = TransferRoom::open(0, 2);
    for of in 0..CODES_MAX as u64 {
        room.ask(offer(device(0, 0), of));
        room.pass(1_000);
    }
    assert_eq!(room.codes_kept(), 1);
    assert_eq!(room.refused(offer(device(0, 0), 50)), TransferRefused::TooManyCodes);
    assert_eq!(room.refused(take(0)), TransferRefused::WrongCode);
    // The first code is ten minutes old, the others are not.
    room.pass(CODES_SPAN_MS - CODES_MAX as u64 * 1_000);
    assert!(matches!(room.ask(offer(device(0, 0), 51)), TransferOutcome::Offered(_)));
    assert_eq!(room.refused(offer(device(0, 0), 52)), TransferRefused::TooManyCodes);
    assert!(matches!(room.ask(take(51)), TransferOutcome::Taken { .. }));
}

/// A visitor with very many places makes codes until the room refuses, in batches of the maximum
/// size.
#[test]
fn a_line_makes_so_many_codes_in_ten_minutes_and_forgets_them_with_the_next() {
    let mut room = TransferRoom::open(0, 10_000);
    let mut shown = Vec::new();
    for from in (0..2_500).step_by(500) {
        let transfers = (from..from + 500).map(|of| offer(device(of, 0), of)).collect();
        shown.extend(
            room.commit(&TransferAsks {
                transfers,
                ..TransferAsks::default()
            })
            .outcome
            .transfers,
        );
    }
    let offered = |shown: &[TransferOutcome]| {
        shown
            .iter()
            .filter(|shown| matches!(shown, TransferOutcome::Offered(_)))
            .count()
    };
    assert_eq!(offered(&shown), MADE_CODES_MAX);
    assert_eq!(
        shown.last(),
        Some(&TransferOutcome::Refused(TransferRefused::TooManyCodesInRoom))
    );
    assert_eq!(room.records_kept(), (MADE_CODES_MAX, MADE_CODES_MAX, MADE_CODES_MAX));
    assert!(
        matches!(room.ask(take(7)), TransferOutcome::Taken { .. }),
        "a code goes on to be good"
    );

    room.pass(CODES_SPAN_MS - 1);
    assert_eq!(
        room.refused(offer(device(9_999, 0), 9_999)),
        TransferRefused::TooManyCodesInRoom
    );
    room.pass(1);
    assert!(matches!(
        room.ask(offer(device(9_999, 0), 9_999)),
        TransferOutcome::Offered(_)
    ));
    let left = MADE_CODES_MAX - CODES_FORGOTTEN_MAX;
    assert_eq!(
        room.records_kept(),
        (left + 2, left + 1, left + 1),
        "the transferred place stays"
    );
    for _ in 0..MADE_CODES_MAX / CODES_FORGOTTEN_MAX {
        assert_eq!(room.refused(take(1)), TransferRefused::WrongCode);
    }
    assert_eq!(
        room.records_kept(),
        (2, 1, 1),
        "the transferred place and the one with the new code"
    );
    assert!(matches!(room.ask(take(9_999)), TransferOutcome::Taken { .. }));
}

#[test]
fn a_note_has_a_bound() {
    let mut room = TransferRoom::open(0, 2);
    let long = |bytes| admission::transfer::TransferRequest::Offer {
        device: device(0, 0),
        code: code(1),
        note: vec![7; bytes],
    };
    assert_eq!(room.refused(long(NOTE_BYTES_MAX + 1)), TransferRefused::NoteTooLong);
    assert!(matches!(room.ask(long(NOTE_BYTES_MAX)), TransferOutcome::Offered(_)));
}

#[test]
fn two_places_never_have_one_code() {
    let mut room = TransferRoom::open(0, 2);
    room.ask(offer(device(0, 0), 7));
    assert_eq!(room.refused(offer(device(1, 0), 7)), TransferRefused::CodeInUse);
}

#[test]
fn the_old_device_neither_claims_nor_cancels_and_the_new_one_does() {
    let mut room = TransferRoom::open(600, 3);
    room.ask(offer(device(0, 0), 1));
    room.ask(take(1));
    room.pass(1_000);
    assert_eq!(room.claim(device(0, 0)), ClaimOutcome::Transferred);
    room.cancel(device(0, 0));
    assert!(matches!(room.place_status(device(0, 1)), PlaceStatus::FirstInLine(_)));
    assert!(matches!(room.claim(device(0, 1)), ClaimOutcome::Granted(_)));
    assert_eq!(
        room.claim(device(0, 0)),
        ClaimOutcome::Transferred,
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
    assert_eq!(room.refused(take(1)), TransferRefused::LetThrough);
    assert_eq!(room.refused(offer(device(0, 0), 3)), TransferRefused::LetThrough);
    room.cancel(device(1, 0));
    assert_eq!(room.refused(take(2)), TransferRefused::NoPlace);
    assert_eq!(room.refused(offer(device(9, 0), 4)), TransferRefused::NoPlace);
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
    assert_eq!(room.claim(device(0, 0)), ClaimOutcome::Transferred);
    assert!(matches!(room.claim(device(0, 1)), ClaimOutcome::Repeated(_)));
    assert_eq!(room.refused(offer(device(0, 1), 2)), TransferRefused::LetThrough);
}

#[test]
fn no_more_places_are_transferred_than_can_be_kept_and_those_that_were_go_on() {
    let mut room = TransferRoom::open(0, 3);
    room.ask(offer(device(0, 0), 1));
    room.ask(take(1));
    let others = (1..TRANSFERRED_MAX as u64).map(|n| device(100 + n, 1));
    room.state.holders = Holders::new(others.chain([device(0, 1)]));
    assert_eq!(room.state.holders.len(), TRANSFERRED_MAX);
    assert_eq!(room.refused(offer(device(1, 0), 2)), TransferRefused::Full);
    assert!(matches!(room.ask(offer(device(0, 1), 3)), TransferOutcome::Offered(_)));
    assert!(matches!(room.ask(take(3)), TransferOutcome::Taken { .. }));
    assert_eq!(room.state.holders.len(), TRANSFERRED_MAX);
}

/// Within a batch the cancel is applied first, and the transfer before the claim.
#[test]
fn within_a_batch_a_cancel_beats_a_transfer_and_a_transfer_beats_a_claim() {
    let mut room = TransferRoom::open(600, 3);
    room.ask(offer(device(0, 0), 1));
    room.ask(offer(device(1, 0), 2));
    room.pass(1_000);
    let outcome = room.commit(&TransferAsks {
        transfers: vec![take(1), take(2)],
        cancels: vec![device(0, 0)],
        claims: vec![device(1, 0)],
        ..TransferAsks::default()
    });
    assert_eq!(
        outcome.outcome.transfers[0],
        TransferOutcome::Refused(TransferRefused::NoPlace)
    );
    assert!(matches!(outcome.outcome.transfers[1], TransferOutcome::Taken { .. }));
    assert_eq!(outcome.outcome.claims[0].1, ClaimOutcome::Transferred);
    assert_eq!(outcome.grants, []);
}

#[test]
fn transfers_without_loaded_records_are_refused_as_stale() {
    let mut room = TransferRoom::open(0, 2);
    room.ask(offer(device(0, 0), 1));
    let asks = TransferAsks {
        transfers: vec![take(1), offer(device(1, 0), 2)],
        ..TransferAsks::default()
    };
    let outcome = room.plan(&asks, TransferRecords::default()).outcome;
    assert_eq!(
        outcome.transfers,
        [
            TransferOutcome::Refused(TransferRefused::Stale),
            TransferOutcome::Refused(TransferRefused::Stale)
        ]
    );
}

/// In the pre-queue nobody has a number: the transfer applies to the sequence, which is drawn the
/// same number as without the transfer.
#[test]
fn a_place_is_transferred_in_the_pre_queue_and_gets_the_number_it_would_have_had() {
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
    assert_eq!(room.place_status(device(20, 0)), PlaceStatus::Transferred);
    assert!(matches!(room.place_status(device(20, 1)), PlaceStatus::Unnumbered(_)));
    room.pass(76_000);
    room.commit(&TransferAsks::default());
    let draw = Batch {
        draw_key: Some([5; 32]),
        ..Batch::default()
    };
    let drawn = apply(&room.state, &room.config, room.now(), &draw).state;
    let without_transfers = State {
        holders: Default::default(),
        ..room.state.clone()
    };
    let without_transfers = apply(&without_transfers, &room.config, room.now(), &draw).state;
    let number = drawn.ledger.number(Sequence(20));
    assert!(number.is_some());
    assert_eq!(number, without_transfers.ledger.number(Sequence(20)));
    assert!(drawn.holders.is_past(device(20, 0)));
}

#[test]
fn a_reset_forgets_all_transfers_and_their_codes() {
    let mut room = TransferRoom::open(0, 2);
    room.ask(offer(device(0, 0), 1));
    room.ask(take(1));
    room.ask(offer(device(0, 1), 2));
    let asks = TransferAsks {
        transfers: vec![take(2)],
        ..TransferAsks::default()
    };
    let batch = Batch {
        controls: vec![Control::Reset],
        transfers: asks.transfers.clone(),
        records: room.load(&asks),
        ..Batch::default()
    };
    let step = apply(&room.state, &room.config, room.now(), &batch);
    assert_eq!(
        step.outcome.transfers,
        [TransferOutcome::Refused(TransferRefused::WrongCode)]
    );
    assert!(step.state.holders.is_empty());
}
