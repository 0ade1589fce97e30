//! The situations in which estimates are judged: the arrivals, how people behave, and the events in
//! the room. Everything is scaled by the room's rate, so that each situation is played at several
//! rates.

use super::peak_scenarios::{at_peak, burst_fills};
use super::situation_scenarios::{
    bots, failing_over, filling, first_minute, full_site, group_comes, group_forms, growing, half_rate, hidden, killed,
    leaving, opening, ordered, rush, rush_behind_bots, second_room, single_codes, steady, stock_returns, store_away,
    waves,
};
use crate::scenario::{
    Act, Crowd, Network, Nodes, RoomOpening, Scenario, ScenarioPool, ScenarioRoom, ScenarioVisibility,
};

/// The rates at which each situation is played, in redirects a minute.
pub const RATES: [u32; 3] = [12, 60, 300];
/// A situation: its name, and its scenario at a rate.
pub(super) type Situation = (&'static str, fn(u32) -> Scenario);

/// All situations; the ten commonest come first, and a test checks their figures.
pub(super) const SITUATIONS: [Situation; 43] = [
    ("everybody stays", |rate| steady(rate, Crowd::default())),
    ("20 % close the page within 2 minutes", |rate| {
        steady(rate, leaving(0.2, [0, 120]))
    }),
    ("half close the page within 2 minutes", |rate| {
        steady(rate, leaving(0.5, [0, 120]))
    }),
    ("half close the page at once", |rate| steady(rate, leaving(0.5, [0, 5]))),
    ("a fifth in hidden tabs", |rate| steady(rate, hidden(0.2))),
    ("20 % come again", |rate| {
        steady(
            rate,
            Crowd {
                returners: 0.2,
                ..Crowd::default()
            },
        )
    }),
    ("a rush, then nobody", rush),
    ("full opening after a pre-queue", |rate| {
        opening(rate, RoomOpening::Full)
    }),
    ("the rate is halved", |rate| ordered(rate, &[(600, half_rate(rate))])),
    ("full site, one in one out", full_site),
    ("a line that grows from nothing", growing),
    ("80 % close the page within 2 minutes", |rate| {
        steady(rate, leaving(0.8, [0, 120]))
    }),
    ("half give up their place by the link", |rate| {
        steady(
            rate,
            Crowd {
                goodbyes: 1.0,
                ..leaving(0.5, [0, 120])
            },
        )
    }),
    ("patience of 10 minutes", |rate| {
        steady(
            rate,
            Crowd {
                patience_s: 600,
                ..Crowd::default()
            },
        )
    }),
    ("half leave, half of them come back", |rate| {
        steady(
            rate,
            Crowd {
                come_back: 0.5,
                ..leaving(0.5, [0, 120])
            },
        )
    }),
    ("half in hidden tabs", |rate| steady(rate, hidden(0.5))),
    ("a fifth never claim their turn", |rate| {
        steady(
            rate,
            Crowd {
                robots: 0.2,
                ..Crowd::default()
            },
        )
    }),
    ("messages take 3 s", |rate| Scenario {
        network: Network {
            delay_ms: [1_500, 3_000],
            ..Network::default()
        },
        ..steady(rate, leaving(0.2, [0, 120]))
    }),
    ("5 % of messages are lost", |rate| Scenario {
        network: Network {
            loss: 0.05,
            ..Network::default()
        },
        ..steady(rate, Crowd::default())
    }),
    ("first minute, half close the page at once", |rate| {
        first_minute(rate, leaving(0.5, [0, 5]))
    }),
    ("first minute, 35 % close the page within a minute", |rate| {
        first_minute(rate, leaving(0.35, [0, 60]))
    }),
    ("even opening after a pre-queue", |rate| {
        opening(rate, RoomOpening::Even)
    }),
    ("the rate is doubled", |rate| {
        ordered(rate, &[(600, Act::MaxOutflow(2 * rate))])
    }),
    ("paused for two minutes", |rate| {
        ordered(rate, &[(480, Act::Pause), (600, Act::Resume)])
    }),
    ("free slots of a site fill", filling),
    ("sold out, and stock comes back", stock_returns),
    ("at peak, arrivals about the rate", |rate| {
        at_peak(rate, ScenarioVisibility::AtPeak)
    }),
    ("at peak, a burst shows the line", |rate| {
        at_peak(rate, ScenarioVisibility::AtPeakBurst)
    }),
    ("a node is killed every 5 s", killed),
    ("failovers that lose commits", failing_over),
    ("the store is away for a minute", store_away),
    ("a wave of requests that never come again", bots),
    ("a rush behind such a wave", rush_behind_bots),
    ("a fifth of all requests never come again", |rate| {
        steady(rate, leaving(0.2, [1, 1]))
    }),
    ("three nodes", |rate| Scenario {
        nodes: Nodes {
            count: 3,
            ..Nodes::default()
        },
        ..steady(rate, leaving(0.2, [0, 120]))
    }),
    ("windows of a minute are drawn", |rate| {
        let steady = steady(rate, Crowd::default());
        Scenario {
            room: ScenarioRoom {
                fairness_s: Some(60),
                ..steady.room
            },
            ..steady
        }
    }),
    ("arrivals rise and fall", waves),
    ("a group forms behind the line", group_forms),
    ("people with a code keep coming", group_comes),
    ("single people with a code", single_codes),
    ("a second room of the pool fills", second_room),
    ("at peak, bursts fill the minute", |rate| burst_fills(rate, None)),
    ("at peak, bursts fill the minute of a pool", |rate| {
        burst_fills(rate, Some(ScenarioPool { rate }))
    }),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_situation_is_a_valid_scenario_file() {
        for (name, scenario) in SITUATIONS {
            for rate in RATES {
                assert!(scenario(rate).check().is_ok(), "{name} at {rate}");
            }
        }
    }
}
