//! Scenarios of the tests about order: each is played with several seeds.

use super::diligent::Visitors;
use super::world::World;

pub(crate) const SEEDS: [u64; 3] = [1, 2, 3];

/// A room with a rate of its own, on one node that has the store for itself.
pub(crate) fn embedded(rate: u32, seed: u64) -> Visitors {
    Visitors::new(World::embedded(&[rate], None, seed), seed)
}

/// Plays a scenario with every seed, and asserts that nobody was passed for longer than a poll
/// interval, that nobody still waits, and that everybody was notified before the redirect.
pub(crate) fn assert_in_order(scenario: impl Fn(u64) -> Visitors) {
    let mut objections = Vec::new();
    for seed in SEEDS {
        let visitors = scenario(seed);
        let (overtaken, waiting) = (visitors.overtaken(), visitors.waiting());
        let found = format!("seed {seed}: {overtaken}; {waiting} wait; {} untold", visitors.uncalled);
        println!("{found}");
        if overtaken.people > 0 || waiting > 0 || visitors.uncalled > 0 {
            objections.push(found);
        }
    }
    assert!(objections.is_empty(), "{}", objections.join("\n"));
}
