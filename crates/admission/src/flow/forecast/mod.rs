//! The forecast: how long each place of the line still waits, from what was observed in this room.
//!
//! - [`line_model`]: how many of the people ahead will take a permit, from the outcomes of the
//!   places that the line passed and of visitors by the time since their arrival.
//! - [`permits_ahead`]: how many permits the people ahead of a place use; those who have polled in
//!   front count in full.
//! - [`curve`]: when that many permits can have been given, simulated from the outflow.
//! - [`errors`]: how far earlier forecasts of this room were from the actual waits; they determine
//!   the ends of the [`range`].
//! - [`learning`]: the places for which too little was observed.
//! - [`published_waits`]: the published estimates, which rise only with a reason
//!   ([`crate::estimate::Expectation`] knows the reasons); [`segment`]: those of people who arrived
//!   together; [`risen`]: the estimates before a rise; [`front`]: the beginning of the line, the
//!   segments of simultaneous newcomers, and the segments that end with the front or that the line
//!   has passed; [`order`]: no estimate is longer than that of a visitor behind.
//!
//! The forecast is part of the ledger, so that all nodes publish the same estimates. It consists of
//! a few hundred numbers for a line of any length. It is updated once a second of flow time, and
//! immediately when the rate changes, during a full opening, when a line begins, and when many
//! visitors arrive at once while the window is full.

mod curve;
mod errors;
mod front;
mod learning;
mod line_model;
mod order;
mod permits_ahead;
mod published_waits;
mod range;
mod risen;
mod segment;
mod straight;

use serde::{Deserialize, Serialize};

use self::curve::Curve;
use self::errors::{Errors, ForecastProbe};
pub(crate) use self::learning::Learning;
use self::line_model::LineModel;
use self::published_waits::{Ends, PublishedWaits};
use self::range::{Expected, range_of};
pub(crate) use self::risen::BeforeRise;
use self::risen::WaitBeforeRise;
use crate::estimate::WaitRange;
use crate::held_up::HeldUp;
use crate::limited_rate::LimitedRate;
use crate::marks::Marks;
use crate::outflow::Outflow;
use crate::passed::PassedOver;
use crate::time::{FlowMs, Now, WallMs};
use crate::units::{Number, PerMinute};

/// The shortest time between two updates, in milliseconds.
const UPDATE_MS: u64 = 1_000;
/// A rate change above this share invalidates earlier forecasts.
const RATE_CHANGED: f64 = 0.06;
/// The margin for visitors who come back, at the upper end, in standard deviations: their share of
/// the permits times this factor, because more of them come the longer the line lasts. So they have
/// the whole margin as soon as they take a few of a hundred permits.
const RE_ENTRY_MARGIN: f64 = 120.0;
const RE_ENTRY_MARGIN_MAX: f64 = 5.0;
/// The additional margin of the upper end for visitors who already have an estimate, in standard
/// deviations.
const KEPT: f64 = 0.6;

/// The forecast of a line, part of the ledger.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    at: FlowMs,
    wall: WallMs,
    /// The outflow's rate at the last update, and whether anybody could be admitted.
    rate: PerMinute,
    open: bool,
    /// Whether the fields below were ever updated.
    begun: bool,
    model: LineModel,
    errors: Errors,
    published: PublishedWaits,
    /// Stored apart from the rest.
    #[serde(skip)]
    learning: Learning,
}

/// The forecast of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitForecast {
    /// Nothing was forecast yet.
    Nothing,
    /// Too little was observed for a reliable range.
    NotKnownYet,
    /// The range of the wait.
    Range(WaitRange),
}

/// The figures of the line in a commit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineView<'a> {
    pub(crate) now: FlowMs,
    /// The wall time, which advances while no node runs.
    pub(crate) wall: WallMs,
    pub(crate) marks: &'a Marks,
    /// One past the last number whose visitor was notified of the turn.
    pub(crate) notified_to: Number,
    /// One past the last known number.
    pub(crate) end: Number,
    /// The value of `end` before this commit. Numbers from there on have no estimate yet.
    pub(crate) known_to: Number,
    /// The first number for which the line still waits.
    pub(crate) waited_from: Number,
    /// The places in front that have polled there.
    pub(crate) passed: &'a PassedOver,
    /// Share of the places reached that did not answer.
    pub(crate) no_show: f64,
    /// Share of the permits that went to places no longer counted.
    pub(crate) re_entry: f64,
    pub(crate) limited_rate: LimitedRate,
    pub(crate) outflow: &'a Outflow,
    /// Whether visitors are let through now.
    pub(crate) flows: bool,
    /// Whether permits come at an even pace, other than in the first minute of a full opening.
    pub(crate) even: bool,
    /// Whether a permit costs more from this commit on than the published estimates assume.
    pub(crate) rises: bool,
    /// Whether the grants of the last minute are unknown.
    pub(crate) is_all_lost: bool,
    /// Whether the reason of the last rise can still be shown.
    pub(crate) is_explained: bool,
    /// Whether earlier forecasts do not apply any more, because estimates rise or the line has
    /// changed.
    pub(crate) overtaken: bool,
    /// The upper end for a visitor with nobody ahead, in milliseconds: falls at any time, and rises
    /// only with a reason.
    pub(crate) least_high_ms: f64,
}

impl LineView<'_> {
    /// Returns how many places from one number on and before another count.
    fn people(&self, from: Number, to: Number) -> f64 {
        self.marks.ahead(to).0.saturating_sub(self.marks.ahead(from).0) as f64
    }

    /// Returns how many people from one number on and before another have polled in front.
    fn heard(&self, from: Number, to: Number) -> f64 {
        let below = |number: Number| self.passed.heard_below(number);
        below(to).saturating_sub(below(from)) as f64
    }

    /// Returns whether a line begins with this commit, such as behind a burst that has filled the
    /// window: no visitor with an estimate is ahead of the newcomers.
    fn begins(&self) -> bool {
        self.marks.ahead(self.known_to).0 == 0 && self.marks.ahead(self.end).0 > 0
    }

    /// Returns whether a window holds the next permits up, so that waits are not linear over the
    /// places.
    fn is_held_up(&self) -> bool {
        let own = HeldUp::new(self.outflow, self.now, |permits| {
            self.limited_rate.rate_steps.at_ms(permits)
        });
        [own, self.limited_rate.shared.held_up] != [HeldUp::default(); 2]
    }

    /// Returns how many unspent permits the visitors in line will spend at once, where the first of
    /// them has waited for `first_ms` milliseconds. Nobody can claim before having polled twice, so
    /// a new room saves up the permits of that time. Where permits were unspent before, they lapse
    /// until the first claim.
    fn spare(&self, first_ms: u64) -> f64 {
        if !self.flows || !self.even || self.is_capped() || self.limited_rate.shared.is_spent {
            return 0.0;
        }
        let rate = self
            .limited_rate
            .rate_steps
            .rate_now()
            .min(self.outflow.rate().0.into());
        self.outflow.unspent_ms().min(first_ms) as f64 * rate / 60_000.0
    }

    /// Returns whether the cap on sessions leaves less than the line's rate already. In a room of
    /// one a minute, only slow ends show that, because rates are rounded up to 1.
    fn is_capped(&self) -> bool {
        self.limited_rate.sessions < self.limited_rate.rooms
            || self.limited_rate.slots.is_some_and(|slots| slots.is_slow(1.0))
    }

    /// Returns whether anybody can be admitted, regardless of a pause.
    fn is_open(&self) -> bool {
        !self.limited_rate.is_shut() && self.limited_rate.rate() > PerMinute(0)
    }
}

impl Forecast {
    /// Returns whether nothing was forecast yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.begun
    }

    /// Returns the estimate for a place.
    #[must_use]
    pub fn of(&self, number: Number) -> WaitForecast {
        match self.published.range(number).filter(|_| !self.learning.of(number)) {
            _ if !self.begun => WaitForecast::Nothing,
            Some(range) => WaitForecast::Range(range),
            None => WaitForecast::NotKnownYet,
        }
    }

    /// Returns whether a place's estimate is longer than before the last rise, or the earlier one
    /// is unknown.
    #[must_use]
    pub fn is_risen(&self, number: Number) -> bool {
        !self.begun || self.published.is_risen(number)
    }

    /// Returns the estimates before the last rise, which are stored apart from the rest.
    pub(crate) fn before_rise(&self) -> BeforeRise {
        let before: Vec<_> = self.published.before().collect();
        let is_empty = before.iter().all(Option::is_none);
        BeforeRise(if is_empty { Vec::new() } else { before })
    }

    /// Restores the value that [`Self::before_rise`] returned.
    pub(crate) fn set_before_rise(&mut self, before: BeforeRise) {
        self.published.set_before(before.0.into_iter());
    }

    /// Takes the place of the formula with a commit in which estimates rise, if enough was observed
    /// for all places up to the next one. Returns whether it does. The reason is shown to
    /// everybody, because the estimates before were not the forecast's.
    pub(crate) fn replace_formula(&mut self, next: Number) -> bool {
        let is_known = self.model.has_observed() && matches!(self.of(next), WaitForecast::Range(_));
        if is_known {
            self.published
                .set_before(std::iter::repeat(Some(WaitBeforeRise::NO_WAIT)));
        }
        is_known
    }

    /// Returns the places without a forecast, which are stored apart from the rest.
    pub(crate) fn learning(&self) -> Learning {
        self.learning
    }

    /// Restores the value that [`Self::learning`] returned.
    pub(crate) fn set_learning(&mut self, learning: Learning) {
        self.learning = learning;
    }

    /// Records a grant.
    pub(crate) fn granted(&mut self, Now { flow: now, wall }: Now, number: Number, counted: bool) {
        if counted {
            self.learning.used();
            let arrived_at = self.published.arrived_at(number).unwrap_or(now);
            self.model.took(number, now.since(arrived_at));
            self.errors.reached(wall, number);
        }
    }

    /// Records that a visitor gave the place up, or was silent for too long.
    pub(crate) fn record_loss(&mut self, now: FlowMs, number: Number) {
        if let Some((arrived_at, weight)) = self.published.lose(number) {
            self.model.record_loss(now.since(arrived_at), weight);
        }
    }

    /// Drops the forecasts whose outcome is not known yet, because an order made them invalid.
    fn overtake(&mut self) {
        self.errors.forget_pending();
    }

    /// Updates the forecast after a commit. Returns whether published estimates are withdrawn,
    /// because they depend on sessions of which none has ended. The cap on sessions is then the
    /// reason for the longer estimates that follow.
    pub(crate) fn update(&mut self, view: &LineView<'_>) -> bool {
        let (rate, open) = (view.outflow.rate(), view.is_open());
        let was_learning = self.learning.of_all();
        self.learning.observe(view);
        let learned = was_learning && !self.learning.of_all();
        let changes = learned || view.rises || (rate, open) != (self.rate, self.open);
        // In a full opening, the rest of the first minute's amount falls with every commit.
        let waiting = view.marks.ahead(view.end).0;
        let begins = view.begins();
        let many = self.begun && self.published.are_many(view, waiting);
        let due = changes || begins || many || !view.even || view.now.since(self.at) >= UPDATE_MS;
        if self.begun && !due && !self.published.is_empty() {
            if view.end > view.known_to {
                self.published.keep_order(view.end);
            }
            return false;
        }
        self.observe(view);
        let differs = f64::from(rate.0.abs_diff(self.rate.0)) > RATE_CHANGED * f64::from(self.rate.0);
        (self.rate, self.open) = (rate, open);
        if view.overtaken || differs || !view.flows || waiting == 0 {
            self.overtake();
        }
        let first_ms = match begins {
            true => 0,
            false => self.published.first_waits_ms(view, self.model.served_to()),
        };
        let spare = view.spare(first_ms);
        let curve = Curve::new(view, self.model.efficiency(spare), spare).filter(|_| !self.learning.of_all());
        let Some(curve) = curve else {
            if view.rises {
                self.published.withdraw();
            }
            self.published.extend(view, false, None);
            return false;
        };
        if begins {
            self.published.begin_line(view);
        } else if many {
            self.published.begin_newcomers(view);
        }
        let survival = self.model.survival();
        self.published.split_passed(view, self.model.served_to());
        self.published.split_front(view, &self.model, &survival);
        let mut ends = self.published.forecast(view, &self.model, &survival, &curve);
        if ends
            .known_to
            .is_some_and(|known_to| self.published.split_known(view.end, known_to))
        {
            ends = self.published.forecast(view, &self.model, &survival, &curve);
        }
        self.learning.beyond = ends.known_to;
        let withdraws = self.publish(view, &ends, begins || many);
        self.published.drop_passed(self.model.served_to(), view.least_high_ms);
        self.published.keep_order(view.end);
        withdraws
    }

    /// Adds the time since the last update, and the people who waited, to the model.
    fn observe(&mut self, view: &LineView<'_>) {
        let first = !std::mem::replace(&mut self.begun, true);
        let dt_ms = if first { 0 } else { view.now.since(self.at) };
        let outside_ms = if first {
            0
        } else {
            view.wall.0.saturating_sub(self.wall.0)
        };
        (self.at, self.wall) = (view.now, view.wall);
        self.model.observe(outside_ms.max(dt_ms), view);
        for (age_ms, people) in self.published.people(view.now) {
            self.model.expose(age_ms, people, dt_ms);
        }
    }

    /// Publishes the estimates of the places in line, and of the newest ones; `apart`: those begin
    /// a part of the line for themselves. Returns whether published estimates are withdrawn.
    fn publish(&mut self, view: &LineView<'_>, ends: &Ends, apart: bool) -> bool {
        let back = (view.re_entry * RE_ENTRY_MARGIN).min(RE_ENTRY_MARGIN_MAX);
        let quantiles = self
            .errors
            .quantiles(view.wall, back, |number| self.published.mean_ms(number, ends));
        let range = |expected: Expected| range_of(expected, quantiles, view.least_high_ms);
        let [low, high] = quantiles;
        // The minimum of many forecasts is too short, so the estimates of visitors who already wait
        // get an additional margin.
        let kept = |expected: Expected| range_of(expected, [low, high + KEPT], view.least_high_ms);
        let withdraws = self.published.publish(view, ends, kept);
        if let Some((newest, step_ms)) = self.published.newest(ends) {
            let is_known = self.learning.beyond.is_none();
            let waiting = view.marks.ahead(view.end).0;
            if is_known && view.flows && view.even && waiting > 0 {
                self.errors.probe(ForecastProbe::new(view.wall, view.end, newest));
            }
            self.published
                .extend(view, apart, is_known.then(|| (range(newest), step_ms)));
        }
        withdraws
    }
}
