//! The scenarios of rooms that show their line only at peak: until then, newcomers pass unseen.

use super::situation_scenarios::{empty, poisson, spike};
use crate::scenario::{Arrivals, Crowd, Scenario, ScenarioPool, ScenarioRoom, ScenarioVisibility};

pub(super) fn at_peak(rate: u32, visibility: ScenarioVisibility) -> Scenario {
    let people = f64::from(rate);
    let (pressure, rush) = match visibility {
        ScenarioVisibility::AtPeakBurst => (0.7, 0.7),
        ScenarioVisibility::AtPeak | ScenarioVisibility::Always => (0.95, 0.5),
    };
    Scenario {
        room: ScenarioRoom {
            visibility,
            ..ScenarioRoom::open(rate)
        },
        arrivals: Arrivals {
            spike: (0..7).map(|wave| spike(100 + wave * 200, 10, people * rush)).collect(),
            poisson: vec![poisson(people * pressure)],
            ..Arrivals::default()
        },
        measure_from_s: 0,
        ..empty(rate, Crowd::default())
    }
}

/// An empty room at peak, or a pool with such a room, whose window bursts fill at once: people pass
/// unseen, and the people behind them wait until grants leave the window.
pub(super) fn burst_fills(rate: u32, pool: Option<ScenarioPool>) -> Scenario {
    let people = f64::from(rate);
    let max_outflow = if pool.is_some() { rate * 10 } else { rate };
    Scenario {
        room: ScenarioRoom {
            visibility: ScenarioVisibility::AtPeak,
            ..ScenarioRoom::open(max_outflow)
        },
        pool,
        arrivals: Arrivals {
            spike: (0..4).map(|wave| spike(100 + wave * 350, 5, people * 2.0)).collect(),
            poisson: vec![poisson(people * 0.2)],
            ..Arrivals::default()
        },
        measure_from_s: 0,
        ..empty(rate, Crowd::default())
    }
}
