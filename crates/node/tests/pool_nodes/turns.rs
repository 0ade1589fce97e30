//! Tests that "It is your turn" is true: a visitor who sees it is let in within two polls, with any
//! other people in front, and with any share of the capacity.

use admission::occupancy::SessionsConfig;
use admission::poll_interval::POLL_MS_MIN;
use admission::pool::LineIndex;
use node::settings::PoolSettings;

use super::diligent::{Kind, Visitors};
use super::scenarios::{SEEDS, embedded};
use super::world::World;

/// Two polls, and half a second for the network.
const TURN_MS_MAX: u64 = 2 * POLL_MS_MIN + 500;

/// Plays a scenario with every seed, and asserts that all turns were short, and that at least so
/// many visitors saw theirs.
fn assert_short_turns(told_least: usize, scenario: impl Fn(u64) -> Visitors) {
    let mut objections = Vec::new();
    for seed in SEEDS {
        let turns = scenario(seed).turns_ms();
        println!("seed {seed}: {turns:?}");
        if turns.len() < told_least || turns.iter().any(|turn| *turn > TURN_MS_MAX) {
            objections.push(format!("seed {seed}: {turns:?}"));
        }
    }
    assert!(objections.is_empty(), "{}", objections.join("\n"));
}

#[test]
fn of_seven_visitors_in_front_only_the_next_sees_the_turn() {
    assert_short_turns(5, |seed| {
        let mut visitors = embedded(2, seed);
        visitors.arrive(7, 1_000, Kind::Diligent);
        visitors.play(270_000);
        assert_eq!(visitors.waiting(), 0);
        visitors
    });
}

#[test]
fn nobody_sees_the_turn_minutes_early_because_of_hidden_tabs() {
    assert_short_turns(3, |seed| {
        let mut visitors = embedded(4, seed);
        visitors.arrive(8, 30_000, Kind::Hidden);
        visitors.arrive(6, 5_000, Kind::Diligent);
        visitors.play(420_000);
        visitors
    });
}

/// Late polls let permits lapse, which changes nothing for their visitors: they are next.
#[test]
fn a_turn_that_was_told_is_not_taken_back_while_polls_come_seconds_late() {
    let (mut told, mut kept) = (0, 0);
    for rate in [4, 6, 12, 60] {
        for seed in SEEDS {
            let mut visitors = embedded(rate, seed);
            visitors.arrive(20, 5_000, Kind::Diligent);
            visitors.play(12_000);
            // Nobody is silent for so long that they count as away.
            visitors.late_ms_max = 3_500;
            visitors.play(300_000);
            let name = format!("{rate} a minute, seed {seed}");
            assert_eq!(visitors.taken_back, 0, "{name}");
            told += visitors.turns_ms().len();
            kept += visitors.kept;
        }
    }
    assert!(told > 50, "{told} were told");
    assert!(kept > 5, "only {kept} answers would have taken a turn back");
}

#[test]
fn a_node_that_starts_takes_no_turn_back() {
    let mut told = 0;
    for seed in SEEDS {
        let mut visitors = embedded(12, seed);
        visitors.arrive(6, 1_000, Kind::Diligent);
        // A slow store, so that visitors poll before the new node has published what it read.
        visitors.world.reply_ms_max = 800;
        for restart in 1..=8 {
            visitors.play_until(restart * 7_300);
            visitors.kill(0);
            visitors.world.start(0);
        }
        visitors.play(60_000);
        assert_eq!(visitors.taken_back, 0, "seed {seed}");
        told += visitors.turns_ms().len();
    }
    assert!(told > 5, "{told} were told");
}

#[test]
fn in_a_slow_pool_only_the_next_visitor_of_all_rooms_sees_the_turn() {
    assert_short_turns(6, |seed| {
        let mut visitors = Visitors::new(World::embedded(&[60, 60, 60], Some(6), seed), seed);
        for line in (0..3).map(LineIndex) {
            visitors.arrive_in(line, 4, 2_000, Kind::Diligent);
        }
        visitors.play(180_000);
        visitors
    });
}

#[test]
fn at_the_cap_nobody_sees_the_turn_before_a_session_has_ended() {
    assert_short_turns(0, |seed| {
        let sessions = SessionsConfig {
            max_sessions: Some(2),
            stock: None,
            validity_ms: 60_000,
        };
        let pool = PoolSettings {
            sessions: Some(sessions),
            ..PoolSettings::default()
        };
        let mut visitors = Visitors::new(World::with(1, &[60], pool, seed), seed);
        visitors.arrive(6, 1_000, Kind::Diligent);
        visitors.play(600_000);
        // The slot that a session leaves is taken at once.
        assert!(visitors.waiting() < 4, "{} wait", visitors.waiting());
        assert_eq!(visitors.turns_ms(), [] as [u64; 0]);
        visitors
    });
}
