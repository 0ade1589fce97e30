//! What leases cost and bring while the store does not answer.

use super::courses::SEEDS;
use super::diligent::{Kind, Visitors};
use super::world::World;

/// The rate of the room.
const RATE: u32 = 600;
/// When the store goes away, and how long the use of permits is counted from then on, milliseconds.
const FROM_MS: u64 = 30_000;
const COUNTED_MS: u64 = 60_000;

/// Returns how many people three nodes let in within a minute from the beginning of an outage.
fn let_in(leases: bool, outage_ms: u64, seed: u64) -> usize {
    let mut visitors = Visitors::new(World::new(3, &[RATE], None, seed), seed);
    if leases {
        visitors.world.lease();
    }
    visitors.arrive(1_500, 10_000, Kind::Diligent);
    visitors.play_until(FROM_MS);
    visitors.world.set_away(true);
    visitors.play(outage_ms);
    visitors.world.set_away(false);
    visitors.play_until(FROM_MS + COUNTED_MS);
    println!("leases {leases}, {outage_ms} ms, seed {seed}: {}", visitors.overtaken());
    visitors.granted(FROM_MS, FROM_MS + COUNTED_MS)
}

#[test]
fn leases_cost_no_permits() {
    for outage_ms in [1_000, 5_000, 12_000] {
        for seed in SEEDS {
            let (without, with) = (let_in(false, outage_ms, seed), let_in(true, outage_ms, seed));
            println!("{outage_ms} ms, seed {seed}: {without} without leases, {with} with leases");
        }
    }
}
