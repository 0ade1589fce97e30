//! Tests that the order is uniform: all orders of a small population, places and neighbours in a
//! large one. Keys are fixed, so that a test computes the same figure each time. Each test would
//! fail for a network without its coin, with few rounds, or with a bias of the size stated in its
//! comment.

use crate::keys::{chi_square_sigmas, number, numbers, order};

/// Returns the position of an order among all orders of its size, computed from its inversions.
fn rank(order: &[u64]) -> usize {
    let mut rank = 0;
    for (at, here) in order.iter().enumerate() {
        let smaller_later = order[at + 1..].iter().filter(|later| *later < here).count();
        rank = rank * (order.len() - at) + smaller_later;
    }
    rank
}

fn is_odd(order: &[u64]) -> bool {
    let inversions = order
        .iter()
        .enumerate()
        .map(|(at, here)| order[at + 1..].iter().filter(|later| *later < here).count());
    inversions.sum::<usize>() % 2 == 1
}

fn assert_all_orders_alike(population: u64, keys: u64) {
    let orders: u64 = (1..=population).product();
    let mut counts = vec![0; usize::try_from(orders).unwrap()];
    for seed in 0..keys {
        counts[rank(&numbers(&order(seed, population).with_table(), population))] += 1;
    }
    let sigmas = chi_square_sigmas(&counts);
    assert!(
        sigmas.abs() < 5.0,
        "population {population}: {sigmas:.1} standard deviations"
    );
}

#[test]
fn all_orders_of_2_3_and_4_are_alike() {
    assert_all_orders_alike(2, 4_000);
    assert_all_orders_alike(3, 6_000);
    assert_all_orders_alike(4, 12_000);
}

/// Without the coin, even orders would be 1/12 likelier: 167 above a mean of 119, 10 standard
/// deviations.
#[test]
fn all_orders_of_5_are_alike() {
    assert_all_orders_alike(5, 24_000);
}

/// Without the coin, even orders would be 1/8 likelier: 562 above a mean of 719, 15 standard
/// deviations.
#[test]
fn all_orders_of_6_are_alike() {
    assert_all_orders_alike(6, 36_000);
}

/// Without the coin, the shares of odd orders would be 0, 15/16 and, at 64, 0.
#[test]
fn odd_and_even_orders_are_alike_where_the_network_is_even() {
    for (population, keys) in [(16, 2000_u32), (15, 2000), (12, 2000), (64, 1000)] {
        let odd =
            (0..keys).filter(|&seed| is_odd(&numbers(&order(u64::from(seed), population).with_table(), population)));
        let odd = odd.count() as f64;
        let sigmas = (odd - f64::from(keys) / 2.0) / (f64::from(keys) / 4.0).sqrt();
        assert!(sigmas.abs() < 4.5, "population {population}: {odd} of {keys} are odd");
    }
}

/// Over many keys, the first, the last and some visitor in between are each drawn anywhere. The
/// test detects a bias of a tenth in one of 50 cells.
#[test]
fn a_visitor_of_a_large_crowd_is_drawn_anywhere() {
    for (population, sequence) in [
        (1_000_000, 0),
        (1_000_000, 999_999),
        (300_000, 123_456),
        (1 << 36, 1 << 35),
    ] {
        let mut counts = [0; 50];
        for seed in 0..5000 {
            let number = number(&order(seed, population), sequence);
            counts[usize::try_from(number * 50 / population).unwrap()] += 1;
        }
        let sigmas = chi_square_sigmas(&counts);
        assert!(
            sigmas.abs() < 5.0,
            "{sequence} of {population}: {sigmas:.1} standard deviations"
        );
    }
}

/// Within one draw of 100,000, the distance between the numbers of two visitors who arrived one
/// after the other, or a power of two apart, is distributed as for any two visitors.
#[test]
fn neighbours_are_drawn_apart() {
    const POPULATION: u64 = 100_000;
    for seed in 0..3 {
        let numbers = numbers(&order(seed, POPULATION).with_table(), POPULATION);
        for apart in [1, 2, 512, 1 << 9 | 1, 65_536] {
            let mut counts = [0; 100];
            for (a, b) in numbers.iter().zip(&numbers[apart..]) {
                counts[usize::try_from((b + POPULATION - a) % POPULATION * 100 / POPULATION).unwrap()] += 1;
            }
            let sigmas = chi_square_sigmas(&counts);
            assert!(
                sigmas.abs() < 5.0,
                "seed {seed}, {apart} apart: {sigmas:.1} standard deviations"
            );
            let correlation = correlation(&numbers, &numbers[apart..]);
            assert!(
                correlation.abs() < 0.02,
                "seed {seed}, {apart} apart: correlation {correlation:.4}"
            );
        }
        let arrival: Vec<u64> = (0..POPULATION).collect();
        let correlation = correlation(&arrival, &numbers);
        assert!(
            correlation.abs() < 0.016,
            "seed {seed}: coming early changes the number, correlation {correlation:.4}"
        );
    }
}

/// Returns Pearson's correlation over the length of the shorter slice.
fn correlation(a: &[u64], b: &[u64]) -> f64 {
    let n = a.len().min(b.len());
    let mean = |x: &[u64]| x[..n].iter().sum::<u64>() as f64 / n as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let pairs = || a.iter().zip(b).map(|(&a, &b)| (a as f64 - mean_a, b as f64 - mean_b));
    let covariance: f64 = pairs().map(|(a, b)| a * b).sum();
    let (square_a, square_b) = pairs().fold((0.0, 0.0), |(x, y), (a, b)| (x + a * a, y + b * b));
    covariance / (square_a * square_b).sqrt()
}
