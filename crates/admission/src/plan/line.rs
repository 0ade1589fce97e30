//! Moves the serving line and updates the expectation.

use super::Plan;
use crate::forecast::LineView;
use crate::limited_rate::{LimitedRate, RiseReason};
use crate::opening::{Gate, WINDOW_MS};
use crate::poll_interval::{POLL_MS_MIN, poll_interval_ms};
use crate::serving::{COVER_MS, Cover, poll_ms_max};
use crate::state::State;
use crate::units::{Ahead, PerMinute, Sequence};

impl Plan<'_> {
    pub(crate) fn move_line(&mut self) {
        let State {
            ledger,
            marks,
            unnumbered,
            ..
        } = &mut self.state;
        ledger
            .serving
            .expire(self.now.flow, self.flow_before, &mut ledger.no_shows);
        // The first visitors are notified shortly before the gate opens.
        let soon = ledger.gate.opens_in_ms(self.now.wall) <= COVER_MS;
        let pace = match ledger.gate {
            Gate::Shut { full: true, .. } => PerMinute(ledger.outflow.rate().0.saturating_mul(2)),
            _ => ledger.outflow.pace(),
        };
        let rate = self.batch.limited_rate.map_or(pace, |shared| shared.rate().min(pace));
        let slots = self.batch.limited_rate.and_then(|shared| shared.slots);
        let granted = self.grants.len() as u64;
        if ledger.lifecycle.flows() && soon {
            let mut cover = Cover {
                now: self.now.flow,
                rate,
                slots: slots.map_or(0, |slots| slots.without(granted).taken_within(COVER_MS, pace)),
                present: self.batch.present.saturating_sub(granted),
                next: ledger.numbered(),
                no_show: ledger.no_shows.value(),
                poll_interval_ms: 0,
                marks,
            };
            // The visitors about to be reached have a poll interval that depends on their distance
            // from the line; the last of them has the longest.
            let mut reached = ledger.serving.clone();
            reached.advance(&cover);
            let distance = Ahead(marks.ahead(reached.notified_to()).0 - marks.ahead(ledger.serving.notified_to()).0);
            let shortest_ms = ledger.expectation.waits().map(|waits| waits.shortest_ms(distance));
            cover.poll_interval_ms = poll_interval_ms(shortest_ms, 0, 100).min(poll_ms_max(distance).max(POLL_MS_MIN));
            ledger.serving.advance(&cover);
            let notified_to = ledger.serving.notified_to();
            ledger
                .validity
                .note(self.now.flow, notified_to, self.config.number_valid_ms);
        }
        let counted = ledger.next.0 - marks.uncounted() - unnumbered.uncounted();
        ledger.shown &= counted > 0;
        if counted == 0 {
            ledger.outflow.end_opening();
        }
    }

    pub(crate) fn expect(&mut self) {
        let State { ledger, marks, .. } = &mut self.state;
        let (no_show, re_entry) = (ledger.no_shows.value(), ledger.re_entries.value());
        let mut rate: LimitedRate = self
            .batch
            .limited_rate
            .unwrap_or_else(|| self.config.max_outflow.into());
        // The rate was determined before the commit's grants.
        let granted = self.grants.len() as u64;
        rate.shared = rate.shared.after(granted);
        rate.slots = rate.slots.map(|slots| slots.without(granted));
        let expected = match ledger.gate.is_steady() {
            true => rate,
            false => rate.of_formula(),
        };
        let change = ledger
            .expectation
            .update(self.now.flow, self.next_before, expected, no_show, re_entry);
        // Only the formula, which is used after a scheduled start, gives a longer estimate for
        // that.
        if change.more_turn_up && !change.costs_more && !ledger.gate.is_steady() {
            ledger
                .expectation
                .record(RiseReason::MoreCameBack, self.now.flow, self.next_before);
        }
        let people = marks.ahead(ledger.numbered()).0 as f64 * (1.0 - no_show);
        let planned_late = match self.batch.limited_rate {
            Some(rate) => ledger
                .expectation
                .plan(self.now.flow, self.next_before, &rate, people, change.costs_more),
            None => {
                ledger.expectation.published_rates.forget_plan();
                false
            }
        };
        // After a recovery, estimates rise because permits count as spent.
        let rises = change.costs_more || planned_late || self.batch.recovery.is_some();
        let overtaken = rises || change.more_turn_up;
        if self.next_before == Sequence(0) || ledger.commits == 0 {
            // The first newcomers had no shorter estimate before. Those of the batch who are
            // refused because the room is full do not count as such.
            ledger.expectation.forget_rise();
            ledger.expectation.begin(rate.rate());
        }
        let full = match ledger.gate {
            Gate::Shut { full, .. } => full,
            Gate::Opened { at, full } => full && self.now.flow.since(at) < WINDOW_MS,
            Gate::Steady => false,
        };
        let withdraws = ledger.forecast.update(&LineView {
            now: self.now.flow,
            wall: self.now.wall,
            marks,
            notified_to: ledger.serving.notified_to(),
            end: ledger.numbered(),
            known_to: self.numbered_before.min(ledger.numbered()),
            waited_from: ledger.serving.waited_from(),
            passed: ledger.serving.passed(),
            no_show,
            re_entry,
            limited_rate: rate,
            outflow: &ledger.outflow,
            flows: ledger.flows(),
            even: !full,
            rises,
            is_all_lost: self.presumed_spent == u64::MAX,
            is_explained: ledger.expectation.rise(self.now.flow).is_some(),
            overtaken,
            least_high_ms: ledger.expectation.least_high_ms(),
        });
        if withdraws {
            let reason = RiseReason::CappedBySessions;
            ledger.expectation.record(reason, self.now.flow, self.next_before);
        }
        if change.costs_more {
            self.adopt_forecast();
        }
    }

    /// Lets the forecast replace the formula in a room with a scheduled start, if enough was
    /// observed since. The caller knows that estimates rise with this commit, for a reason: the
    /// forecast can be longer than the formula, so at any other time it would rise without one.
    fn adopt_forecast(&mut self) {
        let ledger = &mut self.state.ledger;
        let (next, double_left) = (ledger.numbered(), ledger.outflow.double_left());
        let is_past_opening =
            matches!(ledger.gate, Gate::Opened { .. }) && !ledger.gate.is_first_minute(self.now.flow, double_left);
        if is_past_opening && ledger.forecast.replace_formula(next) {
            ledger.gate = Gate::Steady;
        }
    }
}
