//! Tests of the limits, and of the remaining records.

use admission::{Run, Sequence};

use super::*;
use crate::reminders::record::decode;

const NOW: WallMs = WallMs(1_700_000_000_000);

fn place(sequence: u64) -> ReminderPlace {
    ReminderPlace {
        line: LineHash::of("demo/sale", 0),
        run: Run(1),
        sequence: Sequence(sequence),
    }
}

fn given(sequence: u64, address: u8) -> GivenRecipient {
    GivenRecipient {
        place: place(sequence),
        since: NOW,
        number: Some(Number(sequence)),
        hash: [address; 16],
        sealed: vec![1; 100],
        counted_by: DayCounts {
            limits: vec![([address; 16], 5)],
            client: [address; 16],
            subnet: [address; 16],
        },
    }
}

fn transaction(ledger: ReminderLedger, in_room: u64) -> ReminderTransaction {
    let mut transaction = ReminderTransaction::new(NOW, ledger);
    (0..4).for_each(|sequence| transaction.read_place(place(sequence), None));
    transaction.read_room(place(0).line, Some(in_room).filter(|places| *places > 0));
    (0..20).for_each(|address| transaction.read_tally([address; 16], None));
    transaction
}

fn ledger(transaction: &ReminderTransaction) -> ReminderLedger {
    decode(&transaction.changes().0).expect("a ledger")
}

#[test]
fn at_the_bound_no_further_place_is_kept_and_those_that_are_go_on() {
    let full = |places, tallies| ReminderLedger {
        places,
        tallies,
        ..ReminderLedger::default()
    };
    for (stored, in_room) in [
        (full(PLACES_MAX - 1, 0), 1),
        (full(0, 0), PLACES_PER_ROOM_MAX - 1),
        (full(0, TALLIES_MAX - 1), 0),
    ] {
        let mut transaction = transaction(stored, in_room);
        assert_eq!(transaction.set_recipient(&given(0, 0)), Ok(()));
        assert_eq!(
            transaction.set_recipient(&given(1, 1)),
            Err(ReminderRefused::Full),
            "{stored:?}"
        );
        assert_eq!(transaction.place(&place(1)), None);
        transaction.remove_recipient(place(0));
        assert!(transaction.place(&place(0)).is_some_and(|kept| kept.sealed.is_empty()));
        transaction.forget(place(0));
        if stored.tallies == 0 {
            assert_eq!(transaction.set_recipient(&given(1, 0)), Ok(()), "there is room again");
        }
    }
}

#[test]
fn records_are_small_and_index_entries_are_deleted_with_them() {
    let mut transaction = transaction(ReminderLedger::default(), 0);
    assert_eq!(transaction.set_recipient(&given(0, 0)), Ok(()));
    let (_, changes) = transaction.changes();
    let kinds: Vec<char> = changes.iter().map(|(key, _)| char::from(key.as_bytes()[0])).collect();
    assert_eq!(kinds, ['w', 'p', 'c', 'd']);
    let bytes = |(key, value): &(RecordKey, Option<Vec<u8>>)| key.as_bytes().len() + value.as_ref().map_or(0, Vec::len);
    let sizes: Vec<usize> = changes.iter().map(bytes).collect();
    assert!(
        sizes[0] <= 50 && sizes[1] <= 29 + 100 + 50 && sizes[2] <= 30 && sizes[3] <= 30,
        "{sizes:?}"
    );
    assert_eq!((ledger(&transaction).places, ledger(&transaction).tallies), (1, 1));
    transaction.send(place(0));
    assert_eq!(transaction.changes().1[0].0.as_bytes()[0], b'o');
    assert!(matches!(transaction.claim(place(0), 1), SendClaim::Granted(_)));
    assert_eq!(transaction.claim(place(0), 1), SendClaim::Gone, "somebody sends it");
    transaction.done(place(0));
    assert_eq!(transaction.set_recipient(&given(0, 1)), Err(ReminderRefused::Sent));
    transaction.forget(place(0));
    transaction.forget_tally([0; 16]);
    assert_eq!(
        (ledger(&transaction).places, ledger(&transaction).tallies),
        (0, 1),
        "today counts"
    );
    transaction.now = WallMs(NOW.0 + DAY_MS);
    transaction.forget_tally([0; 16]);
    assert_eq!(transaction.changes().1, [], "nothing is left");
    assert_eq!(ledger(&transaction).tallies, 0);
}

#[test]
fn the_same_address_again_counts_for_nothing() {
    let mut transaction = transaction(ReminderLedger::default(), 0);
    for _ in 0..20 {
        assert_eq!(transaction.set_recipient(&given(0, 0)), Ok(()));
    }
    for address in 1..GIVEN_PER_PLACE_MAX {
        assert_eq!(transaction.set_recipient(&given(0, address)), Ok(()));
    }
    assert_eq!(
        transaction.set_recipient(&given(0, GIVEN_PER_PLACE_MAX)),
        Err(ReminderRefused::Many)
    );
}

#[test]
fn a_minute_is_used_up_and_a_clock_that_goes_back_opens_no_other() {
    let mut transaction = transaction(ReminderLedger::default(), 0);
    for sequence in 0..3 {
        assert_eq!(
            transaction.set_recipient(&given(sequence, u8::try_from(sequence).unwrap())),
            Ok(())
        );
        transaction.send(place(sequence));
    }
    assert!(matches!(transaction.claim(place(0), 2), SendClaim::Granted(_)));
    assert!(matches!(transaction.claim(place(1), 2), SendClaim::Granted(_)));
    assert_eq!(transaction.claim(place(2), 2), SendClaim::NextMinute);
    transaction.now = WallMs(NOW.0 + MINUTE_MS);
    assert!(matches!(transaction.claim(place(2), 2), SendClaim::Granted(_)));
    assert_eq!(ledger(&transaction).sent, 1);
    for _ in 0..ATTEMPTS_MAX - 1 {
        transaction.retry(place(2));
        transaction.now = WallMs(transaction.now.0 + DAY_MS);
        assert!(matches!(transaction.claim(place(2), 2), SendClaim::Granted(_)));
    }
    transaction.retry(place(2));
    assert!(
        transaction
            .place(&place(2))
            .is_some_and(|kept| kept.state == ReminderState::Done && kept.sealed.is_empty())
    );
}
