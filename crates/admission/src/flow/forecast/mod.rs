//! The forecast: how long each place of the line still waits, from what was observed in this room.
//!
//! - [`line_model`]: what became of the places that the line passed, and of people by the age of
//!   their arrival; from it follows how many of the people ahead will take a permit.
//! - [`curve`]: when that many permits can have been given, played forward from the outflow.
//! - [`errors`]: how far earlier forecasts of this room were from what came true; the range takes
//!   its ends from them.
//! - [`learning`]: the places for which too little was observed.
//! - [`told`]: the waits that people were told, which rise only with a reason
//!   ([`crate::estimate::Expectation`] knows the reasons); [`risen`]: the waits that people were
//!   told before a rise; [`front`]: where the line begins, where newcomers begin who came at once,
//!   and which segments the line has passed.
//!
//! The forecast is part of the ledger, so that all nodes say the same. It has a few hundred numbers
//! for a line of any length, and is brought up to date once a second of flow time, and at once
//! where the rate changes, in a full opening, where a line begins, and where many come at once to a
//! full window.

mod curve;
mod errors;
mod front;
mod learning;
mod line_model;
mod risen;
mod straight;
mod told;

use serde::{Deserialize, Serialize};

use self::curve::Curve;
use self::errors::{Errors, ForecastProbe};
pub(crate) use self::learning::Learning;
use self::line_model::LineModel;
pub(crate) use self::risen::BeforeRise;
use self::told::ToldWaits;
use crate::estimate::WaitRange;
use crate::held_up::HeldUp;
use crate::marks::Marks;
use crate::outflow::Outflow;
use crate::pace::Pace;
use crate::time::{FlowMs, Now, WallMs};
use crate::units::{Number, PerMinute};

/// The shortest time between two updates, in milliseconds.
const UPDATE_MS: u64 = 1_000;
/// A rate that differs by this share makes earlier forecasts worthless.
const RATE_CHANGED: f64 = 0.06;
/// The margin of a cap on sessions at both ends, in standard deviations: sessions end in no order.
const CAPPED_MARGIN: f64 = 0.8;
/// The margin of people who come back at the upper end, in standard deviations: their share of the
/// permits times this, because more of them come the longer the line lasts.
const RE_ENTRY_MARGIN: f64 = 20.0;
const RE_ENTRY_MARGIN_MAX: f64 = 2.0;
/// The margin of the upper end for people who were told a range before, in standard deviations.
const KEPT: f64 = 0.6;
/// The widest range, relative to the wait.
const WIDTH_MAX: f64 = 0.39;

/// The forecast of a line, part of the ledger.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    at: FlowMs,
    wall: WallMs,
    /// The outflow's rate at the last update, and whether anybody could come in.
    rate: PerMinute,
    open: bool,
    /// Whether the numbers below were ever brought up to date.
    begun: bool,
    model: LineModel,
    errors: Errors,
    told: ToldWaits,
    /// Stored apart from the rest.
    #[serde(skip)]
    learning: Learning,
}

/// The forecast of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foretold {
    /// Nothing was forecast yet.
    Nothing,
    /// Too little was observed for a range that can hold.
    NotKnownYet,
    /// The range of the wait.
    Range(WaitRange),
}

/// The figures of the line in a commit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineView<'a> {
    pub(crate) now: FlowMs,
    /// The time outside, which goes on while no node runs.
    pub(crate) wall: WallMs,
    pub(crate) marks: &'a Marks,
    /// One past the last number that was told it is first in line.
    pub(crate) told_to: Number,
    /// One past the last known number.
    pub(crate) end: Number,
    /// The same before this commit: nobody from there on was told anything yet.
    pub(crate) known_to: Number,
    /// The first number of those for whom the line still waits.
    pub(crate) waited_from: Number,
    /// Share of the places reached that did not answer.
    pub(crate) no_show: f64,
    /// Share of the permits that went to places no longer counted.
    pub(crate) re_entry: f64,
    pub(crate) pace: Pace,
    pub(crate) outflow: &'a Outflow,
    /// Whether visitors are let through now.
    pub(crate) flows: bool,
    /// Whether permits come at an even pace, other than in the first minute of a full opening.
    pub(crate) even: bool,
    /// Whether a permit costs more from this commit on than people were told.
    pub(crate) rises: bool,
    /// Whether it is not known any more what was granted in the last minute.
    pub(crate) is_all_lost: bool,
    /// Whether the reason of the last rise can still be shown.
    pub(crate) is_explained: bool,
    /// Whether earlier forecasts say nothing about the next ones: people are told more, or the line
    /// has changed.
    pub(crate) overtaken: bool,
    /// The upper end for a visitor with nobody ahead, in milliseconds: falls at any time, and rises
    /// only with a reason.
    pub(crate) least_high_ms: f64,
}

impl LineView<'_> {
    /// Returns whether a line begins with this commit, such as behind a burst that has filled the
    /// window: nobody of whom anything was told is ahead of anybody.
    fn begins(&self) -> bool {
        self.marks.ahead(self.known_to).0 == 0 && self.marks.ahead(self.end).0 > 0
    }

    /// Returns whether a window holds the next permits up, so that waits are no straight line over
    /// the places.
    fn is_held_up(&self) -> bool {
        let own = HeldUp::new(self.outflow, self.now, |permits| self.pace.course.at_ms(permits));
        [own, self.pace.shared.held_up] != [HeldUp::default(); 2]
    }

    /// Returns whether anybody can come in, apart from a pause.
    fn is_open(&self) -> bool {
        !self.pace.is_shut() && self.pace.rate() > PerMinute(0)
    }
}

/// The expected wait of a place and its standard deviation, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Expected {
    mean_ms: f64,
    deviation_ms: f64,
}

impl Forecast {
    /// Returns whether nothing was forecast yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.begun
    }

    /// Returns the wait that a place is told.
    #[must_use]
    pub fn of(&self, number: Number) -> Foretold {
        match self.told.range(number).filter(|_| !self.learning.of(number)) {
            _ if !self.begun => Foretold::Nothing,
            Some(range) => Foretold::Range(range),
            None => Foretold::NotKnownYet,
        }
    }

    /// Returns whether a place is told a longer wait than before the last rise, or the earlier wait
    /// is unknown.
    #[must_use]
    pub fn is_risen(&self, number: Number) -> bool {
        !self.begun || self.told.is_risen(number)
    }

    /// Returns the waits that people were told before the last rise, which are stored apart from
    /// the rest.
    pub(crate) fn before_rise(&self) -> BeforeRise {
        let before: Vec<_> = self.told.before().collect();
        let is_empty = before.iter().all(Option::is_none);
        BeforeRise(if is_empty { Vec::new() } else { before })
    }

    /// Gives back what [`Self::before_rise`] returned.
    pub(crate) fn set_before_rise(&mut self, before: BeforeRise) {
        self.told.set_before(before.0.into_iter());
    }

    /// Returns the places without a forecast, which are stored apart from the rest.
    pub(crate) fn learning(&self) -> Learning {
        self.learning
    }

    /// Gives back what [`Self::learning`] returned.
    pub(crate) fn set_learning(&mut self, learning: Learning) {
        self.learning = learning;
    }

    /// Records a grant.
    pub(crate) fn granted(&mut self, Now { flow: now, wall }: Now, number: Number, counted: bool) {
        if counted {
            self.learning.used();
            let arrived_at = self.told.arrived_at(number).unwrap_or(now);
            self.model.took(number, now.since(arrived_at));
            self.errors.reached(wall, number);
        }
    }

    /// Records a visitor who gave the place up, or was silent for too long.
    pub(crate) fn gone(&mut self, now: FlowMs, number: Number) {
        if let Some((arrived_at, weight)) = self.told.lose(number) {
            self.model.gone(now.since(arrived_at), weight);
        }
    }

    /// Forgets the forecasts that wait for their truth, because an order overtook them.
    fn overtake(&mut self) {
        self.errors.forget_pending();
    }

    /// Brings the forecast up to date after a commit. Returns whether waits that were told are
    /// withdrawn, because they depend on sessions of which none has ended: the cap on sessions is
    /// the reason of the longer ones that follow.
    pub(crate) fn update(&mut self, view: &LineView<'_>) -> bool {
        let (rate, open) = (view.outflow.rate(), view.is_open());
        let was_learning = self.learning.of_all();
        self.learning.observe(view);
        let learned = was_learning && !self.learning.of_all();
        let changes = learned || view.rises || (rate, open) != (self.rate, self.open);
        // In a full opening the rest of the first minute's amount falls with every commit.
        let waiting = view.marks.ahead(view.end).0;
        let begins = view.begins();
        let many = self.begun && self.told.are_many(view, waiting);
        let due = changes || begins || many || !view.even || view.now.since(self.at) >= UPDATE_MS;
        if self.begun && !due && !self.told.is_empty() {
            return false;
        }
        let first = !std::mem::replace(&mut self.begun, true);
        let dt_ms = if first { 0 } else { view.now.since(self.at) };
        let outside_ms = if first {
            0
        } else {
            view.wall.0.saturating_sub(self.wall.0)
        };
        (self.at, self.wall) = (view.now, view.wall);
        self.model.observe(outside_ms.max(dt_ms), view);
        for (age_ms, people) in self.told.people(view.now) {
            self.model.expose(age_ms, people, dt_ms);
        }
        let differs = f64::from(rate.0.abs_diff(self.rate.0)) > RATE_CHANGED * f64::from(self.rate.0);
        (self.rate, self.open) = (rate, open);
        if view.overtaken || differs || !view.flows || waiting == 0 {
            self.overtake();
        }
        let curve = Curve::new(view, self.model.efficiency()).filter(|_| !self.learning.of_all());
        let Some(curve) = curve else {
            if view.rises {
                self.told.take_back();
            }
            self.told.extend(view, false, None);
            return false;
        };
        if begins {
            self.told.begin_line(view);
        } else if many {
            self.told.begin_newcomers(view);
        }
        let survival = self.model.survival();
        let ends = self.told.forecast(view, &self.model, &survival, &curve);
        self.learning.beyond = ends.known_to;
        let quantiles = self
            .errors
            .quantiles(view.wall, margin(view), |number| self.told.mean_ms(number, &ends));
        let range = |expected: Expected| range_of(expected, quantiles, view.least_high_ms);
        let [low, high] = quantiles;
        // The least of many forecasts is too little: people who wait already keep a little more.
        let kept = |expected: Expected| range_of(expected, [low, high + KEPT], view.least_high_ms);
        let withdraws = self.told.tell(view, &ends, kept);
        if let Some((newest, step_ms)) = self.told.newest(&ends) {
            if view.flows && view.even && waiting > 0 {
                self.errors.probe(ForecastProbe::new(view.wall, view.end, newest));
            }
            let is_known = self.learning.beyond.is_none();
            self.told
                .extend(view, begins || many, is_known.then(|| (range(newest), step_ms)));
        }
        self.told.drop_passed(self.model.served_to(), view.least_high_ms);
        withdraws
    }
}

/// Returns the margin of a range for errors that the observations do not show yet.
fn margin(view: &LineView<'_>) -> [f64; 2] {
    let capped = if view.pace.sessions < view.pace.rooms {
        CAPPED_MARGIN
    } else {
        0.0
    };
    let back = (view.re_entry * RE_ENTRY_MARGIN).min(RE_ENTRY_MARGIN_MAX);
    [capped, capped + back]
}

/// Returns the range of an expected wait: low and high, in milliseconds.
fn range_of(expected: Expected, [low, high]: [f64; 2], least_high_ms: f64) -> [f64; 2] {
    let Expected { mean_ms, deviation_ms } = expected;
    let low_ms = (mean_ms + low * deviation_ms).max(0.0);
    let high_ms = (mean_ms + high * deviation_ms).max(low_ms);
    let excess = (high_ms - low_ms - WIDTH_MAX * f64::midpoint(low_ms, high_ms)).max(0.0) / 2.0;
    let high_ms = (high_ms - excess).max(least_high_ms);
    [(low_ms + excess).min(high_ms), high_ms]
}
