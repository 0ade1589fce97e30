//! Reproducible keys, and the arithmetic of the statistical tests.

use draw::{DrawKey, DrawnSequence, Permutation, Population};
use splitmix::SplitMix64;

/// Returns a distinct key for each `seed`: four words of SplitMix64, with seeds far apart in its
/// stream.
pub(crate) fn key(seed: u64) -> DrawKey {
    let mut rng = SplitMix64::new(seed.wrapping_mul(0xd134_2543_de82_ef95));
    let mut octets = [0; 32];
    for word in octets.chunks_exact_mut(8) {
        word.copy_from_slice(&rng.next_u64().to_le_bytes());
    }
    DrawKey::from_bytes(octets)
}

pub(crate) fn order(seed: u64, population: u64) -> Permutation {
    Permutation::new(&key(seed), Population::new(population).unwrap())
}

/// Returns all visitors' numbers, in order of arrival.
pub(crate) fn numbers(order: &Permutation, population: u64) -> Vec<u64> {
    (0..population).map(|sequence| number(order, sequence)).collect()
}

pub(crate) fn number(order: &Permutation, sequence: u64) -> u64 {
    order.number(DrawnSequence::new(sequence).unwrap()).get()
}

/// Returns how far a chi-square statistic lies above its mean, in standard deviations (degrees of
/// freedom: the number of cells less one). With many cells and counts the distribution is nearly
/// normal: a value above 5 occurs about once in three million cases.
pub(crate) fn chi_square_sigmas(counts: &[u64]) -> f64 {
    let total: u64 = counts.iter().sum();
    let expected = total as f64 / counts.len() as f64;
    assert!(expected >= 5.0, "too few counts a cell for chi-square");
    let statistic: f64 = counts
        .iter()
        .map(|&count| (count as f64 - expected).powi(2) / expected)
        .sum();
    let freedom = counts.len() as f64 - 1.0;
    (statistic - freedom) / (2.0 * freedom).sqrt()
}
