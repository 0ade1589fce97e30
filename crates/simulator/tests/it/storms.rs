//! A thousand small nasty stories keep every invariant. More: `cargo xtask simulate --seeds N`.

use simulator::{run_each, storm};

const SEEDS: std::ops::RangeInclusive<u64> = 1..=1_000;

#[test]
fn a_thousand_storms_keep_the_invariants() {
    let all = run_each(storm, SEEDS);
    let told: Vec<String> = all.failures.iter().map(ToString::to_string).collect();
    assert!(
        all.failed == 0,
        "{} of {} seeds:\n{}",
        all.failed,
        all.played,
        told.join("\n")
    );
    assert!(all.events > 5_000_000, "they are stories: {} events", all.events);
}
