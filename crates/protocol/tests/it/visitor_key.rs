//! Tests of visitors' keys: random codes, the hashes that the store keeps, and tokens sealed for a
//! place.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use protocol::enqueue_token::TokenIdentifier;
use protocol::visitor_key::HASH_LENGTH;
use protocol::{MasterKey, QueueId, VisitorHasher, VisitorKey};

type KeyedHash = [u8; HASH_LENGTH];

fn hasher(room: &str) -> VisitorHasher {
    let master = MasterKey::from_bytes([7; 32]);
    VisitorHasher::new(&master, &"acme".parse().unwrap(), &room.parse().unwrap())
}

fn queue_id(text: &str) -> QueueId {
    text.parse().unwrap()
}

/// Hashes one text for every purpose that takes texts.
fn for_every_purpose(hasher: &VisitorHasher, text: &str) -> [KeyedHash; 6] {
    let identifier = TokenIdentifier::new(text).unwrap();
    [
        hasher.key(&text.parse().unwrap()),
        hasher.identifier(&identifier),
        hasher.order(1, text),
        hasher.token_pass(text),
        hasher.proof_of_price(text),
        hasher.identity(1, "email", text),
    ]
}

fn are_all_different<T: Ord>(values: impl IntoIterator<Item = T>) -> bool {
    let values: Vec<T> = values.into_iter().collect();
    let count = values.len();
    values.into_iter().collect::<BTreeSet<T>>().len() == count
}

#[test]
fn the_characters_of_a_random_code_do_not_follow_from_each_other() {
    let code = |random: u128| VisitorKey::from_random(random.to_be_bytes());
    assert!(are_all_different(
        (0..27 * 27).map(|random| code(random).as_str().to_owned())
    ));
}

#[test]
fn a_hash_is_the_same_again_and_differs_by_purpose_text_and_room() {
    let sale = for_every_purpose(&hasher("sale"), "anna");
    assert_eq!(for_every_purpose(&hasher("sale"), "anna"), sale);
    let others = [("sale", "Anna"), ("sale", "annb"), ("sale2", "anna")];
    let others = others.map(|(room, text)| for_every_purpose(&hasher(room), text));
    assert!(are_all_different(others.into_iter().chain([sale]).flatten()));
}

#[test]
fn the_hashes_of_orders_and_identities_differ_between_runs_and_kinds() {
    let sale = hasher("sale");
    assert!(are_all_different([
        sale.order(1, "anna"),
        sale.order(2, "anna"),
        sale.identity(1, "email", "anna"),
        sale.identity(2, "email", "anna"),
        sale.identity(1, "oidc", "anna"),
    ]));
}

#[test]
fn a_token_gets_as_many_places_as_the_room_gives_each_with_its_own_hash() {
    let one = queue_id("11111111-2222-4333-8444-555555555555");
    let other = queue_id("11111111-2222-4333-8444-555555555556");
    let sale = hasher("sale");
    let of = |hasher: &VisitorHasher, id| [0, 1, 2, u8::MAX].map(|nth| hasher.place_elsewhere(id, nth));
    assert_eq!(of(&sale, &one), of(&hasher("sale"), &one));
    let places = [of(&sale, &one), of(&sale, &other), of(&hasher("sale2"), &one)];
    let texts = for_every_purpose(&sale, &one.to_string());
    assert!(are_all_different(places.into_iter().flatten().chain(texts)));
}

/// A store outlives the server's version: with another hash, a token that was used before an update
/// would give a second place after it. The vectors are from Python's `hmac`.
#[test]
fn the_stored_hashes_of_places_elsewhere_stay_what_they_are() {
    let id = queue_id("11111111-2222-4333-8444-555555555555");
    let stored = [0, 1].map(|nth| u128::from_be_bytes(hasher("sale").place_elsewhere(&id, nth)));
    assert_eq!(
        stored,
        [
            0xf271_96b4_08c8_7b24_0d84_e58b_a55d_3f8d,
            0x8a84_19b7_6ee7_4082_b8ea_7f90_554e_669c
        ]
    );
}

#[test]
fn a_network_is_counted_under_one_number_a_room_run_and_purpose() {
    let sale = hasher("sale");
    let network = sale.network(1, "places", "203.0.113.0/24");
    assert_eq!(hasher("sale").network(1, "places", "203.0.113.0/24"), network);
    assert!(are_all_different([
        network,
        sale.network(2, "places", "203.0.113.0/24"),
        sale.network(1, "codes", "203.0.113.0/24"),
        sale.network(1, "places", "203.0.114.0/24"),
        hasher("sale2").network(1, "places", "203.0.113.0/24"),
    ]));
}

#[test]
fn a_token_is_sealed_for_one_place_of_one_room() {
    let (sale, token) = (hasher("sale"), "e30.YWJj.c2ln");
    let sealed = sale.seal_token((1, 7), token);
    assert_eq!(hasher("sale").open_token((1, 7), &sealed), Some(token));
    for other in [(1, 8), (2, 7), (17, 0)] {
        assert_eq!(sale.open_token(other, &sealed), None, "{other:?}");
    }
    assert_eq!(hasher("sale2").open_token((1, 7), &sealed), None);
    for bad in [
        "",
        ".",
        token,
        &format!("{token}."),
        &sealed[1..],
        &sealed[..sealed.len() - 1],
        &sealed.replace("YWJj", "YWJk"),
    ] {
        assert_eq!(sale.open_token((1, 7), bad), None, "{bad}");
    }
}
