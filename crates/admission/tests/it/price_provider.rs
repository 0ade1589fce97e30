//! The price for a provider: somebody with a whole allocation of networks gets a large part of the
//! places and no more for nothing, the price stays small, and visitors of others are not slowed.

use admission::networks::ClientNetworks;
use admission::price::{
    NetworkLimit, PROVIDER_WORKS_MAX, Payment, PlacePrice, PriceReason, PricedOrigin, ProviderLimit, WorkPrice,
    WorkUnits,
};

use crate::kit::priced_room::{PricedRoom, from, hash};

const STANDARD: WorkUnits = WorkUnits(100);

/// A room whose other prices nobody in these tests reaches.
fn limited(free: u32) -> PlacePrice {
    PlacePrice {
        network: Some(NetworkLimit {
            free: 20,
            providers: Some(ProviderLimit {
                free,
                share_permille: 250,
            }),
            ..NetworkLimit::STANDARD
        }),
        work: Some(WorkPrice {
            standard: STANDARD,
            expected_per_minute: 10_000_000,
            in_prequeue: false,
        }),
    }
}

/// A newcomer of a network in a subnet of its own, both of one provider.
fn of_provider(network: u64, payment: Payment) -> PricedOrigin {
    PricedOrigin {
        networks: ClientNetworks {
            provider: hash(77),
            ..from(network).networks
        },
        payment,
    }
}

#[test]
fn the_owner_of_very_many_networks_gets_a_quarter_of_a_draw_and_others_are_not_slowed() {
    let mut room = PricedRoom::with_prequeue(limited(100));
    let (mut owned, mut honest) = (0, 0);
    for person in 0..2_000 {
        honest += usize::from(room.come(100, &[from(1_000_000 + person)])[0].is_ok());
        let owner = of_provider(person, Payment::Nothing);
        owned += usize::from(room.come(10, &[owner])[0].is_ok());
    }
    assert!(honest >= 1_995, "{honest} of 2,000");
    // A third of the others' places is a quarter of all, and the sketch errs by some.
    assert!((560..=800).contains(&owned), "{owned} of 2,000 tries");
}

#[test]
fn the_price_stays_small_and_work_or_waiting_pays_it() {
    let mut room = PricedRoom::with_prequeue(limited(10));
    let mut prices = Vec::new();
    for network in 0..200 {
        let Err(unpaid) = room.come(1, &[of_provider(network, Payment::Nothing)])[0] else {
            continue;
        };
        assert_eq!(unpaid.reason, PriceReason::Provider);
        let price = unpaid.work.expect("work is taken");
        let less = Payment::Work(WorkUnits(price.0 / 2 - 1));
        assert!(
            room.come(1, &[of_provider(network, less)])[0].is_err(),
            "less than half"
        );
        let payment = match prices.len() {
            0 => Payment::Patience,
            _ => Payment::Work(price),
        };
        assert_eq!(room.come(1, &[of_provider(network, payment)])[0], Ok(()));
        prices.push(price.0 / STANDARD.0);
    }
    assert_eq!(prices.len(), 190, "ten cost nothing");
    assert_eq!((prices[0], prices[189]), (1, PROVIDER_WORKS_MAX), "{prices:?}");
    assert!(prices.iter().all(|price| (1..=PROVIDER_WORKS_MAX).contains(price)));
    assert_eq!(room.come(1, &[from(9_999)])[0], Ok(()), "another provider pays nothing");
}

#[test]
fn without_the_limit_or_without_work_no_provider_has_a_price() {
    let off = limited(10);
    let without_limit = PlacePrice {
        network: off.network.map(|limit| NetworkLimit {
            providers: None,
            ..limit
        }),
        ..off
    };
    let without_work = PlacePrice { work: None, ..off };
    for price in [without_limit, without_work] {
        let mut room = PricedRoom::with_prequeue(price);
        let given = (0..200).filter(|network| room.come(1, &[of_provider(*network, Payment::Nothing)])[0].is_ok());
        assert_eq!(given.count(), 200);
    }
}

/// Without a line, a place makes no other visitor wait, so it has no price.
#[test]
fn a_line_that_is_not_scarce_has_no_price_for_a_provider() {
    let mut room = PricedRoom::new(limited(1), admission::Schedule::ALWAYS);
    let given = (0..10).filter(|network| room.come(1_000, &[of_provider(*network, Payment::Nothing)])[0].is_ok());
    assert_eq!(given.count(), 10, "served at the rate of their arrival");
}
