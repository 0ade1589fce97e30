//! Tests that a voucher is valid for one place: the engine against a naive model, on two nodes that
//! share a store and race.

use std::collections::BTreeSet;

use admission::batch::ArrivalOutcome;
use admission::voucher::{ArrivalRefused, ConditionalArrival, Voucher, VoucherHash, VoucherRecord};
use admission::{
    Batch, Control, FlowMs, Ledger, Now, PerMinute, RoomConfig, Run, Sequence, State, Visibility, WallMs, apply,
};
use proptest::prelude::*;

use crate::kit::voucher_room::{VoucherAsks, VoucherModel, VoucherRoom, hash, newcomers};

#[derive(Debug, Clone)]
enum VoucherEvent {
    /// A node commits, regardless of what the other node did since it last read the store.
    Ask(usize, VoucherAsks),
    /// A node reads the store.
    Reload(usize),
    /// A node plans a commit and crashes.
    Crash(usize, VoucherAsks),
}

fn event() -> impl Strategy<Value = VoucherEvent> {
    let vouchers = prop_oneof![
        1 => Just(Vec::new()),
        3 => prop::collection::vec(0..6_u8, 1..=2),
    ];
    let asks = (
        prop::collection::vec(vouchers, 0..5),
        prop_oneof![4 => Just(Vec::new()), 1 => prop::collection::vec(0..6_u8, 1..3)],
        prop::bool::weighted(0.05),
    );
    let asks = asks.prop_map(|(newcomers, freed, reset)| VoucherAsks {
        newcomers,
        freed,
        reset,
    });
    prop_oneof![
        8 => (0..2_usize, asks.clone()).prop_map(|(node, asks)| VoucherEvent::Ask(node, asks)),
        1 => (0..2_usize).prop_map(VoucherEvent::Reload),
        1 => (0..2_usize, asks).prop_map(|(node, asks)| VoucherEvent::Crash(node, asks)),
    ]
}

fn play(config: RoomConfig, events: &[VoucherEvent]) {
    let (mut room, mut model) = (VoucherRoom::new(config), VoucherModel::default());
    for event in events {
        match event {
            VoucherEvent::Ask(node, asks) => {
                let believed = room.nodes[*node].state.ledger.run;
                let expected = model.ask(asks, believed);
                assert_eq!(room.ask(*node, asks), expected, "{asks:?}");
                assert_eq!(room.store.state.ledger.next, Sequence(model.next));
            }
            VoucherEvent::Reload(node) => room.reload(*node),
            VoucherEvent::Crash(node, asks) => {
                let _ = room.plan(*node, &room.batch(*node, asks));
                room.reload(*node);
            }
        }
    }
    // The stored vouchers are exactly those of places that visitors learned of.
    let spent = room.store.spent.keys().filter(|(run, _)| *run == Run(model.run));
    let spent: BTreeSet<VoucherHash> = spent.map(|(_, voucher)| *voucher).collect();
    assert_eq!(spent, model.spent.iter().map(|id| hash(*id)).collect());
}

proptest! {
    #[test]
    fn one_place_a_voucher_whatever_the_race(events in prop::collection::vec(event(), 1..30)) {
        play(RoomConfig::new(PerMinute(60)), &events);
    }

    /// If the first newcomers pass unseen, no refused newcomer is among them.
    #[test]
    fn one_place_a_voucher_where_visitors_pass_unseen(events in prop::collection::vec(event(), 1..30)) {
        let config = RoomConfig { visibility: Visibility::AtPeak, ..RoomConfig::new(PerMinute(60)) };
        play(config, &events);
    }
}

#[test]
fn of_two_in_one_batch_with_one_voucher_the_first_gets_the_place_and_nobody_else_loses_theirs() {
    let mut room = VoucherRoom::new(RoomConfig::new(PerMinute(0)));
    let shown = room.ask(0, &newcomers(&[&[], &[1, 2], &[3, 1], &[3], &[2], &[]]));
    let given = |sequence| ArrivalOutcome::Given(Sequence(sequence));
    let refused = |at| ArrivalOutcome::Refused(ArrivalRefused::Spent(at));
    assert_eq!(
        shown,
        [given(0), given(1), refused(1), given(2), refused(0), given(3)],
        "who is refused spends nothing"
    );
}

#[test]
fn a_voucher_may_be_brought_twice_by_one_newcomer() {
    let mut room = VoucherRoom::new(RoomConfig::new(PerMinute(0)));
    assert_eq!(
        room.ask(0, &newcomers(&[&[1, 1]])),
        [ArrivalOutcome::Given(Sequence(0))]
    );
}

#[test]
fn a_record_that_was_not_loaded_is_never_guessed() {
    let room = VoucherRoom::new(RoomConfig::new(PerMinute(0)));
    let mut batch = room.batch(0, &newcomers(&[&[1], &[]]));
    batch.spent.clear();
    let step = room.plan(0, &batch);
    let shown: Vec<_> = step.outcome.arrivals(&batch).collect();
    assert_eq!(
        shown,
        [
            ArrivalOutcome::Refused(ArrivalRefused::Stale),
            ArrivalOutcome::Given(Sequence(0))
        ]
    );
    assert!(step.vouchers.is_empty());
}

#[test]
fn vouchers_are_not_spent_while_the_room_gives_no_places() {
    let mut room = VoucherRoom::new(RoomConfig::new(PerMinute(0)));
    let mut batch = room.batch(0, &newcomers(&[&[1], &[]]));
    batch.controls = vec![Control::Disable];
    let step = room.plan(0, &batch);
    let shown: Vec<_> = step.outcome.arrivals(&batch).collect();
    assert_eq!(shown, [ArrivalOutcome::NotOpen; 2]);
    assert!(step.vouchers.is_empty() && room.commit(0, &step));
}

#[test]
fn neither_a_cancel_nor_time_gives_a_voucher_back_but_an_operator_and_a_new_run_do() {
    let mut room = VoucherRoom::new(RoomConfig::new(PerMinute(0)));
    let asks = newcomers(&[&[1]]);
    room.ask(0, &asks);
    let mut batch = room.batch(0, &VoucherAsks::default());
    batch.cancels = vec![admission::Device::first(Sequence(0))];
    let step = room.plan(0, &batch);
    assert!(room.commit(0, &step));
    room.time.pass(86_400_000);
    let refused = [ArrivalOutcome::Refused(ArrivalRefused::Spent(0))];
    assert_eq!(room.ask(1, &asks), refused);
    let freed = VoucherAsks {
        freed: vec![1],
        ..asks.clone()
    };
    assert_eq!(room.ask(1, &freed), [ArrivalOutcome::Given(Sequence(1))]);
    assert_eq!(room.ask(0, &asks), refused);
    room.ask(
        0,
        &VoucherAsks {
            reset: true,
            ..VoucherAsks::default()
        },
    );
    assert_eq!(room.ask(0, &asks), [ArrivalOutcome::Given(Sequence(0))]);
}

#[test]
fn records_come_back_as_they_were_written() {
    for ends_at in [None, Some(WallMs(1_700_000_600_000))] {
        let record = VoucherRecord {
            sequence: Sequence(1 << 35),
            spent_at: WallMs(1_700_000_000_000),
            ends_at,
        };
        let mut bytes = record.encode();
        assert_eq!(VoucherRecord::decode(&bytes), Some(record));
        for cut in 0..bytes.len() {
            assert_ne!(VoucherRecord::decode(&bytes[..cut]), Some(record));
        }
        bytes.push(0x80);
        assert_eq!(VoucherRecord::decode(&bytes), None, "more bytes than a record has");
    }
    assert_eq!(VoucherRecord::decode(&[]), None);
}

#[test]
fn a_voucher_with_an_end_is_unspent_from_then_on() {
    let mut state = State::new(Ledger::new(&RoomConfig::new(PerMinute(60)), WallMs(0)));
    let hash = VoucherHash([7; 16]);
    let ends_at = Some(WallMs(10_000));
    let mut stored = None;
    let mut arrive = |at: u64| {
        let batch = Batch {
            arrivals: 1,
            conditional: vec![ConditionalArrival::new(0, vec![Voucher { hash, ends_at }])],
            spent: [(hash, stored)].into(),
            ..Batch::default()
        };
        let now = Now {
            flow: FlowMs(at),
            wall: WallMs(at),
        };
        let step = apply(&state, &RoomConfig::new(PerMinute(60)), now, &batch);
        state = step.state.clone();
        stored = step.vouchers.get(&hash).copied().flatten().or(stored);
        step.outcome.arrivals(&batch).next().expect("a newcomer")
    };
    let spent = ArrivalOutcome::Refused(ArrivalRefused::Spent(0));
    assert_eq!(arrive(1_000), ArrivalOutcome::Given(Sequence(0)));
    assert_eq!(arrive(9_999), spent);
    assert_eq!(arrive(10_000), ArrivalOutcome::Given(Sequence(1)), "its end has come");
}

/// Of a commit that begins a run, newcomers whom the past run judged get no place, also without a
/// voucher, and the others keep their order.
#[test]
fn a_newcomer_judged_by_the_rules_of_a_past_run_gets_no_place_in_the_next_one() {
    let mut room = VoucherRoom::new(RoomConfig::new(PerMinute(0)));
    for begins_run in [false, true] {
        let mut batch = room.batch(0, &newcomers(&[&[], &[], &[]]));
        batch.conditional = vec![ConditionalArrival {
            run: Some(batch.run),
            ..ConditionalArrival::new(1, Vec::new())
        }];
        batch.controls = begins_run.then_some(Control::Reset).into_iter().collect();
        let step = room.plan(0, &batch);
        let shown: Vec<_> = step.outcome.arrivals(&batch).collect();
        let given = |sequence| ArrivalOutcome::Given(Sequence(sequence));
        let expected = match begins_run {
            false => vec![given(0), given(1), given(2)],
            true => vec![given(0), ArrivalOutcome::Refused(ArrivalRefused::Stale), given(1)],
        };
        assert_eq!(shown, expected, "a run begins: {begins_run}");
        assert!(room.commit(0, &step));
    }
}
