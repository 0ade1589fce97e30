//! Tests that any script keeps the invariants 1 to 6 of the simulator's oracles
//! (`crates/simulator/src/oracle/mod.rs`), as far as the judge of a visited room checks them.

use proptest::prelude::*;
use proptest::test_runner::Config;

use crate::kit::visited_room::Terms;
use crate::kit::visited_room::script::{RoomEvent, arrivals, failures, operator, play, script, terms};
use crate::kit::visited_room::visitor::Habit;

fn config(cases: u32) -> Config {
    Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 400,
        ..Config::default()
    }
}

proptest! {
    #![proptest_config(config(256))]

    /// With one node, visitors who keep to their poll intervals all meet at that node, so the order
    /// is also judged.
    #[test]
    fn one_node_keeps_the_invariants(
        terms in terms(1..=1),
        script in script(prop_oneof![3 => arrivals(), 2 => operator(), 1 => failures()], 24),
    ) {
        play(terms, &script);
    }

    #[test]
    fn several_nodes_keep_the_invariants(
        terms in terms(2..=3),
        script in script(prop_oneof![3 => arrivals(), 1 => operator(), 2 => failures()], 24),
    ) {
        play(terms, &script);
    }

    /// The operator raises and lowers the max outflow while everybody is present, and nodes crash.
    #[test]
    fn no_minute_holds_more_than_its_highest_rate(
        terms in terms(1..=2),
        script in script(prop_oneof![4 => operator(), 1 => failures()], 40),
    ) {
        play(terms, &script);
    }
}

/// A case of [`several_nodes_keep_the_invariants`]: visitors who arrived between two updates of the
/// forecast, behind many others, had estimates from a falling straight line of the forecast, and
/// longer ones once the serving line had passed its segment.
#[test]
fn an_estimate_behind_a_burst_does_not_rise_later() {
    let terms = Terms {
        seed: 7_714_277_890_106_127_978,
        nodes: 2,
        rate: 58,
        closely: true,
        lost_replies: 0,
        come_again: 0,
    };
    let script = vec![
        (RoomEvent::Arrive(Habit::Diligent, 9), 1_180),
        (RoomEvent::Restart, 455),
        (RoomEvent::Arrive(Habit::Pushy, 7), 0),
    ];
    play(terms, &script);
}
