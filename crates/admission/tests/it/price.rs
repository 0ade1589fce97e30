//! The price of a place: a network that takes many places gets them slowly, others are not slowed,
//! and nobody is barred.

use admission::ledger::Ledger;
use admission::networks::ClientNetworks;
use admission::price::{
    NETWORK_WORKS, NetworkLimit, Payment, PlacePrice, PriceReason, PricedOrigin, WorkPrice, WorkUnits,
};
use admission::voucher::{ArrivalRefused, ConditionalArrival, VoucherHash};
use admission::{Batch, BatchNumber, FlowMs, NodeId, Now, Schedule, State, WallMs, apply};
use proptest::prelude::*;

use crate::kit::priced_room::{PricedRoom, from, hash, paying};

const STANDARD: WorkUnits = WorkUnits(100);

/// A room that counts networks and, if asked to, takes work.
const LIMIT: NetworkLimit = NetworkLimit {
    free: 10,
    share_permille: 5,
    share_works: 0,
    providers: None,
};

fn limited() -> PlacePrice {
    PlacePrice {
        network: Some(LIMIT),
        work: None,
    }
}

fn with_work(expected_per_minute: u32, in_prequeue: bool) -> PlacePrice {
    PlacePrice {
        network: Some(LIMIT),
        work: Some(WorkPrice {
            standard: STANDARD,
            expected_per_minute,
            in_prequeue,
        }),
    }
}

#[test]
fn a_flood_from_one_network_gets_no_more_than_its_share_of_a_pre_queue() {
    let mut room = PricedRoom::with_prequeue(limited());
    let (mut flooded, mut honest) = (0, 0);
    for person in 0..5_000 {
        honest += usize::from(room.come(100, &[from(1_000 + person)])[0].is_ok());
        flooded += room.flood(1, 4, 1);
    }
    assert_eq!(honest, 5_000, "nobody else is slowed");
    // A share of 25 places, and what the sketch errs by.
    assert!((20..=40).contains(&flooded), "{flooded} of 20,000 tries");
}

#[test]
fn a_network_that_had_its_share_gets_further_places_at_a_steady_pace() {
    let mut room = PricedRoom::new(limited(), Schedule::ALWAYS);
    assert_eq!(
        room.flood(1, 1_000, 0),
        11,
        "ten that nobody waits behind do not count, and one to begin with"
    );
    let given: Vec<usize> = (0..10).map(|_| room.flood(1, 600, 100)).collect();
    let all: usize = given.iter().sum();
    assert!(
        (45..=60).contains(&all) && given.iter().all(|given| *given <= 10),
        "a minute: {given:?}"
    );
}

#[test]
fn rooms_without_a_line_do_not_slow_others() {
    let mut room = PricedRoom::new(limited(), Schedule::ALWAYS);
    let people: Vec<PricedOrigin> = (0..10).map(|_| from(7)).collect();
    for _ in 0..50 {
        // Everybody is served, or leaves, before the next come.
        room.state = State::new(Ledger {
            networks: room.state.ledger.networks.clone(),
            flow: room.state.ledger.flow,
            ..Ledger::new(&room.config, WallMs(0))
        });
        assert!(room.come(1_000, &people).iter().all(Result::is_ok));
    }
}

#[test]
fn many_addresses_of_one_subnet_share_four_shares() {
    let mut room = PricedRoom::with_prequeue(limited());
    let of_subnet = |client| PricedOrigin {
        networks: ClientNetworks {
            client: hash(client),
            subnet: hash(99),
            is_subnet_of_one: false,
            provider: hash(98),
        },
        payment: Payment::Nothing,
    };
    let given = (0..2_000).filter(|client| room.come(10, &[of_subnet(*client)])[0].is_ok());
    assert_eq!(given.count(), 40);
}

#[test]
fn work_buys_a_place_beyond_the_share_at_a_rising_price() {
    let mut room = PricedRoom::with_prequeue(with_work(1_000_000, false));
    assert_eq!(room.flood(1, 50, 1), 10);
    let mut bought = Vec::new();
    for _ in 0..40 {
        let Err(unpaid) = room.come(1, &[from(1)])[0] else {
            panic!("beyond the share");
        };
        let price = unpaid.work.expect("work is taken");
        assert_eq!(unpaid.reason, PriceReason::Network);
        let half = WorkUnits(price.0 / 2 - 1);
        assert!(
            room.come(1, &[paying(1, Payment::Work(half))])[0].is_err(),
            "less than half"
        );
        assert!(
            room.come(1, &[paying(1, Payment::Patience)])[0].is_err(),
            "patience does not outbid a share"
        );
        assert_eq!(room.come(1, &[paying(1, Payment::Work(price))])[0], Ok(()));
        bought.push(price.0 / STANDARD.0);
    }
    assert_eq!(bought[..10], [NETWORK_WORKS; 10]);
    assert!(bought.is_sorted() && bought[39] == 64, "{bought:?}");
    assert_eq!(room.come(1, &[from(2)])[0], Ok(()), "another network pays nothing");
}

#[test]
fn beyond_a_share_a_ticket_for_a_draw_costs_more_than_a_place_in_a_line() {
    let price = PlacePrice {
        network: Some(NetworkLimit {
            share_works: 5_000,
            ..LIMIT
        }),
        ..with_work(1_000_000, false)
    };
    let price_after = |mut room: PricedRoom| {
        assert!(room.flood(1, 50, 1) >= 10);
        let Err(unpaid) = room.come(1, &[from(1)])[0] else {
            panic!("beyond the share");
        };
        unpaid.work.map(|work| work.0 / STANDARD.0)
    };
    assert_eq!(
        price_after(PricedRoom::with_prequeue(price)),
        Some(500),
        "a tenth, as the share has ten tickets"
    );
    assert_eq!(
        price_after(PricedRoom::new(price, Schedule::ALWAYS)),
        Some(NETWORK_WORKS)
    );
}

#[test]
fn a_rush_has_a_price_for_everybody_that_ends_with_it() {
    let mut room = PricedRoom::new(with_work(600, false), Schedule::ALWAYS);
    let calm = (0..100).map(|person| room.come(110, &[from(person)])[0].is_ok());
    assert_eq!(
        calm.filter(|given| *given).count(),
        100,
        "at the expected rate nothing is asked"
    );
    let rush: Vec<PricedOrigin> = (1_000..1_500).map(from).collect();
    let given = room.come(1, &rush).iter().filter(|outcome| outcome.is_ok()).count();
    assert!(given <= 100, "{given} of a crowd of one moment");
    let Err(unpaid) = room.come(1, &[from(2_000)])[0] else {
        panic!("a rush");
    };
    assert_eq!((unpaid.reason, unpaid.work), (PriceReason::Rush, Some(STANDARD)));
    let paid: Vec<PricedOrigin> = (3_000..3_100)
        .map(|person| paying(person, Payment::Work(STANDARD)))
        .collect();
    assert!(room.come(1, &paid).iter().all(Result::is_ok));
    let patient: Vec<PricedOrigin> = (4_000..4_100).map(|person| paying(person, Payment::Patience)).collect();
    let waited = room.come(1, &patient).iter().filter(|outcome| outcome.is_ok()).count();
    assert_eq!(waited, 12, "twelve a minute are kept for the patient");
    assert_eq!(room.come(60_000, &[from(5_000)])[0], Ok(()), "the rush is over");
}

#[test]
fn tickets_of_a_pre_queue_can_cost_work_at_any_rate() {
    let mut room = PricedRoom::with_prequeue(with_work(600, true));
    let unpaid = room.come(60_000, &[from(1)])[0].expect_err("a price");
    assert_eq!((unpaid.reason, unpaid.work), (PriceReason::Standing, Some(STANDARD)));
    assert_eq!(room.come(1, &[paying(1, Payment::Work(STANDARD))])[0], Ok(()));
    assert_eq!(room.come(1, &[paying(2, Payment::Patience)])[0], Ok(()));
}

#[test]
fn a_code_pays_what_a_wait_pays_for_any_number_of_newcomers() {
    let mut room = PricedRoom::with_prequeue(with_work(600, true));
    let proven: Vec<PricedOrigin> = (4_000..4_100).map(|person| paying(person, Payment::Code)).collect();
    assert!(room.come(1, &proven).iter().all(Result::is_ok));
    assert_eq!(room.flood(1, 50, 1), 0, "others pay");
    let mut room = PricedRoom::with_prequeue(with_work(600, true));
    let given = (0..50).filter(|_| room.come(1, &[paying(1, Payment::Code)])[0].is_ok());
    assert_eq!(given.count(), 10, "a network's further places cost work");
}

#[test]
fn a_slow_drip_of_those_who_wait_gets_a_small_part_of_a_draw() {
    let mut room = PricedRoom::with_prequeue(with_work(6_000, true));
    let (mut honest, mut dripped) = (0, 0);
    for second in 0..180 {
        let works = (0..3).map(|person| paying(1_000 + second * 3 + person, Payment::Work(STANDARD)));
        let works: Vec<PricedOrigin> = works.collect();
        let waits = (0..5).map(|person| paying(100_000 + second * 5 + person, Payment::Patience));
        let waits: Vec<PricedOrigin> = waits.collect();
        honest += room.come(500, &works).iter().filter(|outcome| outcome.is_ok()).count();
        dripped += room.come(500, &waits).iter().filter(|outcome| outcome.is_ok()).count();
    }
    assert_eq!(honest, 540);
    assert!((30..=48).contains(&dripped), "twelve a minute: {dripped}");
}

#[test]
fn of_those_who_wait_as_many_are_let_in_as_are_a_twentieth_of_the_others() {
    let mut room = PricedRoom::with_prequeue(with_work(6_000, true));
    let mut waited = 0;
    for second in 0..120 {
        let works: Vec<PricedOrigin> = (0..20)
            .map(|person| paying(1_000 + second * 20 + person, Payment::Work(STANDARD)))
            .collect();
        assert!(room.come(500, &works).iter().all(Result::is_ok));
        let waits: Vec<PricedOrigin> = (0..5)
            .map(|person| paying(100_000 + second * 5 + person, Payment::Patience))
            .collect();
        waited += room.come(500, &waits).iter().filter(|outcome| outcome.is_ok()).count();
    }
    assert!((100..=125).contains(&waited), "a twentieth of 2,400: {waited}");
}

#[test]
fn a_voucher_is_not_spent_on_a_place_that_is_not_paid() {
    let mut room = PricedRoom::with_prequeue(limited());
    room.flood(1, 20, 1);
    let voucher = VoucherHash([7; 16]);
    let batch = Batch {
        node: NodeId(1),
        batch: BatchNumber(1_000),
        arrivals: 1,
        conditional: vec![ConditionalArrival {
            origin: Some(from(1)),
            ..ConditionalArrival::new(0, vec![voucher.into()])
        }],
        spent: [(voucher, None)].into(),
        ..Batch::default()
    };
    let now = Now {
        flow: FlowMs(1_000),
        wall: WallMs(1_000),
    };
    let step = apply(&room.state, &room.config, now, &batch);
    assert!(matches!(step.outcome.conditional[..], [Err(ArrivalRefused::Unpaid(_))]));
    assert!(step.vouchers.is_empty() && step.state.ledger.next == room.state.ledger.next);
}

#[test]
fn a_new_run_has_counted_nothing() {
    let mut room = PricedRoom::with_prequeue(limited());
    room.flood(1, 20, 1);
    let batch = Batch {
        node: NodeId(1),
        batch: BatchNumber(1_000),
        controls: vec![admission::Control::Reset],
        ..Batch::default()
    };
    let now = Now {
        flow: FlowMs(1_000),
        wall: WallMs(1_000),
    };
    let step = apply(&room.state, &room.config, now, &batch);
    assert!(step.state.ledger.networks.is_empty() && !room.state.ledger.networks.is_empty());
}

proptest! {
    /// However a flood and a crowd are cut into commits, the flood gets its share and the crowd is
    /// not slowed.
    #[test]
    fn no_cut_into_commits_gets_a_network_more(
        cuts in prop::collection::vec((1_usize..400, 0_u64..2_000), 1..40),
        part in 2_u64..20,
    ) {
        let mut room = PricedRoom::with_prequeue(limited());
        let (mut person, mut flooded, mut given) = (0, 0, 0);
        for (size, after_ms) in cuts {
            let newcomers: Vec<PricedOrigin> = (0..size)
                .map(|_| {
                    person += 1;
                    from(if person % part == 0 { 1 } else { 1_000 + person })
                })
                .collect();
            for (newcomer, outcome) in newcomers.iter().zip(room.come(after_ms, &newcomers)) {
                let is_flood = newcomer.networks.client == hash(1);
                prop_assert!(is_flood || outcome.is_ok(), "one of the crowd was slowed");
                flooded += u64::from(is_flood && outcome.is_ok());
                given += u64::from(outcome.is_ok());
            }
        }
        let share = (given * 5 / 1_000).max(10);
        // The sketch errs by about the square root of what chance puts into a counter; four times
        // that is out of its reach in practice.
        let chance = given * 2 / admission::networks::CELLS as u64;
        prop_assert!(flooded <= share + 4 * chance.isqrt() + 5, "{flooded} of {given}");
    }
}
