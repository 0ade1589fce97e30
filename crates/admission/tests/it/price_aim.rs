//! The aim of `docs/abuse.md`: by the standard price, one address that spends 1,000 seconds of a
//! processor holds less than a hundredth of a draw, and people behind a crowded address work for
//! minutes and are not barred. The owner of a whole IPv6 /48 or IPv4 /24 holds more. The tests only
//! add prices up; they derive no keys.

use admission::networks::ClientNetworks;
use admission::price::{
    DRAW_WORKS_MAX, NetworkLimit, Payment, PlacePrice, PricedOrigin, WORK_MAX, WorkPrice, WorkUnits,
};

use crate::kit::priced_room::{PricedRoom, from, hash, paying};

/// The standard work of a room, in derivations.
const STANDARD: u32 = 1_000;
/// The standard works that 1,000 seconds of a processor do: as many as `cargo xtask abuse` was
/// measured to do, on the fastest machine so far.
const BUDGET: u32 = 18_000;
/// Honest visitors with an address each.
const HONEST: u64 = 5_000;
/// The keys `network_places = 12` and `network_share_permille = 2`: a smaller share, for rooms
/// whose visitors hardly ever sit behind one address.
const SMALL_SHARE: NetworkLimit = NetworkLimit {
    free: 12,
    share_permille: 2,
    ..NetworkLimit::STANDARD
};

/// A pre-queue as the standard level has it.
fn standard_level() -> PricedRoom {
    level(NetworkLimit::STANDARD)
}

/// A pre-queue with the standard work and this limit on networks.
fn level(network: NetworkLimit) -> PricedRoom {
    PricedRoom::with_prequeue(PlacePrice {
        network: Some(network),
        work: Some(WorkPrice {
            standard: WorkUnits(STANDARD),
            expected_per_minute: 1_000_000,
            in_prequeue: true,
        }),
    })
}

/// Gives a place to a newcomer who pays any price up to a budget in standard works. Returns the
/// price paid.
fn buy(room: &mut PricedRoom, newcomer: PricedOrigin, budget: u32) -> Option<u32> {
    let Err(unpaid) = room.come(1, &[newcomer])[0] else {
        panic!("each ticket costs work");
    };
    let work = unpaid.work.expect("work is taken");
    if work.0 > budget.saturating_mul(STANDARD) {
        return None;
    }
    let payment = Payment::Work(work);
    let paying = PricedOrigin { payment, ..newcomer };
    assert_eq!(room.come(1, &[paying])[0], Ok(()), "whoever pays is not barred");
    Some(work.0 / STANDARD)
}

fn honest(room: &mut PricedRoom, people: std::ops::Range<u64>) {
    let paying: Vec<PricedOrigin> = people
        .map(|person| paying(1_000 + person, Payment::Work(WorkUnits(STANDARD))))
        .collect();
    assert!(
        room.come(1, &paying).iter().all(Result::is_ok),
        "nobody honest is slowed"
    );
}

/// Tickets of an attacker in a new room who does this many standard works and begins when this many
/// honest visitors are there, and who asks for each ticket from `origin` of the number of tickets
/// before it.
fn attack(mut room: PricedRoom, (works, begins): (u32, u64), origin: impl Fn(u64) -> PricedOrigin) -> u64 {
    honest(&mut room, 0..begins);
    let (mut budget, mut tickets) = (works, 0);
    let mut spend = |room: &mut PricedRoom, keeps: u32| {
        while budget > keeps {
            let Some(works) = buy(room, origin(tickets), budget - keeps) else {
                break;
            };
            (budget, tickets) = (budget - works, tickets + 1);
        }
    };
    // Half at once, and the rest when it is cheapest.
    spend(&mut room, works / 2);
    honest(&mut room, begins..HONEST);
    spend(&mut room, 0);
    tickets
}

/// The mean tickets, and the share of the draw, of twenty addresses that attack in this way, each
/// in a room of its own.
fn mean_of_an_address(limit: NetworkLimit, (works, begins): (u32, u64)) -> (f64, f64) {
    let tickets: Vec<u64> = (1..=20)
        .map(|network| attack(level(limit), (works, begins), |_| from(network)))
        .collect();
    let mean = tickets.iter().sum::<u64>() as f64 / tickets.len() as f64;
    let share = mean / (mean + HONEST as f64);
    println!(
        "{works} works, {begins} before: {mean} tickets, {:.2} %; {tickets:?}",
        share * 100.0
    );
    (mean, share)
}

#[test]
fn by_default_a_budget_of_one_address_buys_less_than_a_hundredth_of_a_draw() {
    for begins in [0, 2_500, HONEST] {
        let (mean, share) = mean_of_an_address(NetworkLimit::STANDARD, (BUDGET, begins));
        assert!(share <= 0.01, "{mean} tickets on average");
        assert!(mean >= 25.0, "a share costs the standard work: {mean} on average");
    }
}

/// A smaller share holds the aim for a program that computes two hashes side by side, too; people
/// behind one address pay for that from the thirteenth on.
#[test]
fn with_a_smaller_share_twice_the_budget_buys_less_than_a_hundredth() {
    for begins in [0, 2_500, HONEST] {
        let (mean, share) = mean_of_an_address(SMALL_SHARE, (2 * BUDGET, begins));
        assert!(share <= 0.01, "{mean} tickets on average");
        assert!(mean >= 12.0, "a share costs the standard work: {mean} on average");
    }
    let works = behind_one_address(SMALL_SHARE, 12, HONEST);
    assert_eq!(works, [1; 12], "a share costs the standard work");
    let works = behind_one_address(SMALL_SHARE, 25, HONEST);
    let priced = works.iter().filter(|works| **works == DRAW_WORKS_MAX).count();
    assert!((10..=16).contains(&priced), "{works:?}");
}

/// A program that computes several hashes side by side does more in the same time.
#[test]
fn a_faster_attacker_gets_more_than_a_hundredth_but_each_ticket_costs_a_sum() {
    for (times, most) in [(2, 0.0125), (4, 0.019)] {
        let (_, share) = mean_of_an_address(NetworkLimit::STANDARD, (BUDGET * times, HONEST));
        assert!(share <= most, "{share} for {times}");
    }
}

/// The mean share of the draw of an attacker who takes all networks of a subnet in turn.
fn share_of_subnet(begins: u64, subnets: u64, clients: u64, is_subnet_of_one: bool) -> f64 {
    let tickets: Vec<u64> = (1..=subnets)
        .map(|subnet| {
            attack(standard_level(), (BUDGET, begins), |ticket| {
                let client = ticket % clients;
                PricedOrigin {
                    networks: ClientNetworks {
                        client: hash(1 << 50 | subnet << 20 | client),
                        subnet: hash(1 << 40 | subnet),
                        is_subnet_of_one,
                        provider: hash(1 << 60 | subnet),
                    },
                    payment: Payment::Nothing,
                }
            })
        })
        .collect();
    let mean = tickets.iter().sum::<u64>() as f64 / tickets.len() as f64;
    let share = mean / (mean + HONEST as f64);
    println!("{begins} before: {mean} tickets, {:.2} %; {tickets:?}", share * 100.0);
    share
}

#[test]
fn an_ipv6_48_gets_hardly_more_than_its_four_shares() {
    for begins in [0, HONEST] {
        let share = share_of_subnet(begins, 20, 1 << 16, true);
        // Four shares of half a percent, and as many tickets beyond them as one address buys.
        assert!((0.02..=0.025).contains(&share), "{share}");
    }
}

/// Carriers put many customers behind one /24, so its price stays that of a line.
#[test]
fn an_ipv4_24_buys_further_tickets_at_the_price_of_a_line() {
    let share = share_of_subnet(HONEST, 5, 256, false);
    assert!((0.08..=0.1).contains(&share), "{share}");
}

/// The works of people behind one address, in order, who come evenly among the others.
fn behind_one_address(limit: NetworkLimit, people: u64, others: u64) -> Vec<u32> {
    let mut room = level(limit);
    let mut works: Vec<u32> = (0..people)
        .map(|person| {
            honest(&mut room, person * others / people..(person + 1) * others / people);
            buy(&mut room, from(7), u32::MAX / STANDARD).expect("they have the time")
        })
        .collect();
    works.sort_unstable();
    works
}

#[test]
fn people_behind_a_crowded_address_work_less_the_larger_the_crowd_is() {
    let mut figures = Vec::new();
    for (people, others) in [
        (25, 5_000),
        (100, 5_000),
        (500, 5_000),
        (100, 50_000),
        (500, 50_000),
        (500, 100_000),
    ] {
        let works = behind_one_address(NetworkLimit::STANDARD, people, others);
        let at = |percent: usize| works[(works.len() * percent).div_ceil(100) - 1];
        println!(
            "{people} behind one address beside {others}: {} without a price of their own, p50 {}, p95 {}",
            works.partition_point(|works| *works <= 1),
            at(50),
            at(95)
        );
        figures.push((at(50), at(95)));
    }
    let [
        few,
        hundred,
        hundreds,
        hundred_of_many,
        hundreds_of_many,
        hundreds_of_most,
    ] = figures[..]
    else {
        panic!("six")
    };
    assert!(few.1 <= 1, "who stay within a share do the standard work: {figures:?}");
    assert!(
        hundred.1 <= DRAW_WORKS_MAX && hundreds.1 <= DRAW_WORKS_MAX,
        "{figures:?}"
    );
    assert!(
        hundred_of_many.0 <= 1,
        "most of them stay within the share: {figures:?}"
    );
    assert!(hundreds_of_many.0 <= 300, "{figures:?}");
    assert!(hundreds_of_most.0 <= 1, "{figures:?}");
}

#[test]
fn a_ticket_costs_no_more_than_a_slow_device_does_within_an_hour() {
    let mut room = PricedRoom::with_prequeue(PlacePrice {
        network: Some(NetworkLimit {
            free: 1,
            share_works: u32::MAX,
            ..NetworkLimit::STANDARD
        }),
        ..standard_level().config.price
    });
    assert_eq!(buy(&mut room, from(1), 1), Some(1));
    assert_eq!(buy(&mut room, from(1), u32::MAX / STANDARD), Some(DRAW_WORKS_MAX));
}

#[test]
fn no_ticket_costs_more_than_a_challenge_lasts_however_dear_the_standard_work_is() {
    let price = standard_level().config.price;
    let mut room = PricedRoom::with_prequeue(PlacePrice {
        work: price.work.map(|work| WorkPrice {
            standard: WorkUnits(100_000),
            ..work
        }),
        ..price
    });
    let works = (0..40).map(|_| {
        let Err(unpaid) = room.come(1, &[from(1)])[0] else {
            panic!("each ticket costs work");
        };
        let work = unpaid.work.expect("work is taken");
        assert_eq!(room.come(1, &[paying(1, Payment::Work(work))])[0], Ok(()));
        work
    });
    let works: Vec<WorkUnits> = works.collect();
    assert_eq!((works[0], works[39]), (WorkUnits(100_000), WORK_MAX), "{works:?}");
}
