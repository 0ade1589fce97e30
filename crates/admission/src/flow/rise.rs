//! Records why a wait rose, how long the reason is shown, and the plan that detects rises not yet
//! visible in the current rate, such as more visitors of a group behind those already in line.

use serde::{Deserialize, Serialize};

use crate::limited_rate::RiseReason;
use crate::rate_steps::RateSteps;
use crate::time::FlowMs;
use crate::units::Sequence;

/// The longest time that a reason is shown after its cause, in milliseconds.
pub const REASON_SHOWN_MS: u64 = 180_000;
/// How much later than planned the visitors of a line must come in for a rise, as a share of the
/// plan and in milliseconds.
const LATER: f64 = 0.06;
const LATER_MS: f64 = 3_000.0;
/// The parts of a line at which plans are compared.
const PARTS: [f64; 3] = [0.25, 0.5, 1.0];

/// A rise that was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rise {
    /// The cause.
    pub reason: RiseReason,
    /// The time of the rise, in flow time.
    pub at: FlowMs,
    /// The first place that was not given yet: visitors with later places never had a shorter
    /// estimate. A time would not do, because a clock can be set back.
    pub before: Sequence,
}

impl Rise {
    /// Returns whether the reason is still shown.
    pub(crate) fn is_shown(&self, now: FlowMs) -> bool {
        now.since(self.at) < REASON_SHOWN_MS
    }
}

/// The line's rate over time behind the published estimates, which depends on the lines beside it.
/// Part of the ledger.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PublishedRates {
    /// The last published rate steps of the line, and since when they apply.
    plan: Option<(FlowMs, RateSteps)>,
}

impl PublishedRates {
    /// Compares the rate steps of a line with the plan, for a line in which `people` visitors will
    /// take a permit. Returns whether they come in clearly later than planned and a reason can be
    /// shown. `rises`: the estimate changes in any case, so the result is false. `has_reason`: a
    /// reason can be shown.
    pub(crate) fn plan(
        &mut self,
        now: FlowMs,
        rate_steps: &RateSteps,
        people: f64,
        [rises, has_reason]: [bool; 2],
    ) -> bool {
        let Some((at, planned)) = self.plan else {
            self.plan = rate_steps.changes().then_some((now, *rate_steps));
            return false;
        };
        let planned = planned.after(now.since(at));
        let parts = PARTS.map(|part| (people * part).max(1.0));
        let period_ms = rate_steps.at_ms(1.0);
        let later =
            |permits: f64| rate_steps.at_ms(permits) > planned.at_ms(permits) * (1.0 + LATER) + LATER_MS + period_ms;
        let rises_late = !rises && has_reason && parts.iter().any(|permits| later(*permits));
        let sooner = parts
            .iter()
            .all(|permits| rate_steps.at_ms(*permits) <= planned.at_ms(*permits));
        if rises || rises_late || sooner {
            self.plan = Some((now, *rate_steps));
        }
        rises_late
    }

    /// Forgets the plan, because the line shares no capacity.
    pub(crate) fn forget_plan(&mut self) {
        self.plan = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::PerMinute;

    #[test]
    fn more_people_far_ahead_are_a_rise_though_the_rate_of_now_is_the_same() {
        let with_group = |lasts_ms| {
            let mut rate_steps = RateSteps::default();
            rate_steps.push(6.0, lasts_ms);
            rate_steps.push(60.0, 0.0);
            rate_steps
        };
        let mut rates = PublishedRates::default();
        assert!(!rates.plan(FlowMs(0), &with_group(100_000.0), 100.0, [false, true]));
        assert!(
            !rates.plan(FlowMs(50_000), &with_group(50_000.0), 95.0, [false, true]),
            "as planned"
        );
        assert!(rates.plan(FlowMs(60_000), &with_group(300_000.0), 94.0, [false, true]));
        assert!(
            !rates.plan(FlowMs(60_000), &with_group(300_000.0), 94.0, [false, true]),
            "told"
        );
        assert!(
            !rates.plan(FlowMs(90_000), &PerMinute(60).into(), 90.0, [false, true]),
            "the group left"
        );
    }
}
