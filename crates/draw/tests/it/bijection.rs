//! Tests that every order is a bijection and that its inverse is correct.

use draw::{DrawnNumber, DrawnSequence, Permutation, Population};
use proptest::prelude::*;

use crate::keys::{key, number, numbers, order};

/// Asserts that every visitor has a number in `0..population`, and that no number is assigned
/// twice.
fn assert_bijection(order: &Permutation, population: u64) {
    let mut taken = vec![false; usize::try_from(population).unwrap()];
    for (sequence, number) in numbers(order, population).into_iter().enumerate() {
        let place = &mut taken[usize::try_from(number).unwrap()];
        assert!(
            !std::mem::replace(place, true),
            "number {number} of {population} is given twice"
        );
        let back = order.sequence(DrawnNumber::new(number).unwrap());
        assert_eq!(
            usize::try_from(back.get()).unwrap(),
            sequence,
            "population {population}"
        );
    }
}

fn assert_bijections(populations: std::ops::RangeInclusive<u64>) {
    for population in populations {
        assert_bijection(&order(population, population).with_table(), population);
    }
}

// Every population up to 5,000, in parts so that the tests run in parallel.
#[test]
fn every_population_up_to_2500_is_a_bijection() {
    assert_bijections(0..=2500);
}

#[test]
fn every_population_up_to_3500_is_a_bijection() {
    assert_bijections(2501..=3500);
}

#[test]
fn every_population_up_to_4300_is_a_bijection() {
    assert_bijections(3501..=4300);
}

#[test]
fn every_population_up_to_5000_is_a_bijection() {
    assert_bijections(4301..=5000);
}

#[test]
fn the_table_changes_nothing() {
    let populations = (0..=70).chain([255, 256, 257, 1000]);
    for population in populations {
        let plain = order(9, population);
        let table = plain.clone().with_table();
        assert_eq!(
            numbers(&plain, population),
            numbers(&table, population),
            "population {population}"
        );
    }
}

#[test]
fn nobody_and_one_person_are_easily_ordered() {
    for seed in 0..20 {
        assert_eq!(number(&order(seed, 0), 0), 0, "who comes after the cut-off of nobody");
        assert_eq!(number(&order(seed, 1), 0), 0);
        assert_eq!(number(&order(seed, 1), 1), 1);
    }
}

#[test]
fn two_people_are_drawn_both_ways() {
    let swapped = (0..200).filter(|&seed| number(&order(seed, 2), 0) == 1).count();
    assert!((60..=140).contains(&swapped), "{swapped} of 200");
}

#[test]
fn arrivals_after_the_cut_off_keep_their_sequence() {
    let order = order(1, 1000);
    for late in [1000, 1001, 5000, DrawnSequence::MAX.get()] {
        assert_eq!(number(&order, late), late);
        assert_eq!(order.sequence(DrawnNumber::new(late).unwrap()).get(), late);
    }
}

#[test]
fn another_key_or_population_is_another_order() {
    let numbers_of = |seed, population| numbers(&order(seed, population).with_table(), 900);
    let fixed = |a: &[u64], b: &[u64]| a.iter().zip(b).filter(|(a, b)| a == b).count();
    let base = numbers_of(1, 1000);
    assert!(fixed(&base, &numbers_of(2, 1000)) < 10);
    assert!(fixed(&base, &numbers_of(1, 1001)) < 10);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_inverse_takes_back_any_number_of_any_population(
        seed: u64,
        population in prop_oneof![1_u64..=1 << 36, Just(1 << 36), (1_u32..=18).prop_map(|w| (1 << (2 * w)) - 1)],
        place in 0.0..1.0_f64,
    ) {
        let order = Permutation::new(&key(seed), Population::new(population).unwrap());
        let sequence = DrawnSequence::new(((population as f64 * place) as u64).min(population - 1)).unwrap();
        let number = order.number(sequence);
        prop_assert!(number.get() < population);
        prop_assert_eq!(order.sequence(number), sequence);
    }
}
