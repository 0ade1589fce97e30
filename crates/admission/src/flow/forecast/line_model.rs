//! A model of the people ahead: the share of the permits that they use, the share of the places
//! reached that take a permit, and the share of places that still count at each age.
//!
//! Visitors who leave without notice count until their silence shows it, so a place can be lost at
//! any age up to the wait, and some of the places that the line reaches take no permit. Both are
//! observed: the losses as a hazard by the time since the arrival, the others as a share of the
//! places passed. Old observations count less.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::LineView;
use crate::held_up::HeldUp;
use crate::presence::FRONT_SILENCE_MS;
use crate::units::Number;
use crate::window::{BUCKET_MS, WINDOW_BUCKETS};

/// Width of the first [`NARROW`] bins of ages, in milliseconds.
const NARROW_MS: u64 = 15_000;
const NARROW: usize = 24;
/// Width of the other bins, in milliseconds.
const WIDE_MS: u64 = 120_000;
const BINS: usize = 36;
/// How fast observations of the pace are forgotten, in milliseconds.
const PACE_MS: f64 = 150_000.0;
/// How fast observations of places are forgotten, in milliseconds.
const PLACES_MS: f64 = 150_000.0;
/// How fast observations of ages are forgotten, in milliseconds.
const AGES_MS: f64 = 400_000.0;
/// The most that a gap between two commits counts for, in milliseconds: an outage says nothing
/// about the pace.
const GAP_MS_MAX: u64 = 10_000;
/// The number of recent grants that determine the place that service has reached.
const LAST: usize = 24;
const LAST_MIN: usize = 5;
const LAST_MS: u64 = 20_000;
/// If the next permit is further away than this many periods, the window is full, which says
/// nothing about the pace.
const STALL_PERIODS: f64 = 2.0;
const STALL_MS: f64 = 500.0;
/// The window also counts as full if it delays the permits that become due within the first time by
/// more than the second time and half a period. Both in milliseconds.
const SOON_MS: f64 = 5_000.0;
const SOON_HELD_MS: f64 = 1_500.0;
/// How long after the turn silence has revealed every visitor who left before it, in milliseconds.
pub(super) const SHOWN_MS: f64 = 220_000.0;
/// Permits that are left over for this long, in milliseconds, have no taker.
const IDLE_MS: u64 = 1_500;
/// Where the last grant has left the window before a permit is left over: more unused permits than
/// these mean that an earlier one was left over as well. One at a time is half a permit, because
/// old ones count less.
const UNUSED_MAX: f64 = 0.8;
/// The number of permits and places that count as used before anything is observed.
const PRIOR: f64 = 4.0;
/// The weight of the assumed no-show ratio, in places.
const ANSWERS_PRIOR: f64 = 10.0;
/// The number of places with that ratio by which more people ahead can leave: in a new room, in
/// which nobody was observed, a third is as likely as that nobody does.
const LEAVING_PRIOR: f64 = 3.0;
/// Most people who leave without notice do so within this time, in milliseconds.
const LEAVING_MS: f64 = 60_000.0;
/// The number of segments assumed to have lost nobody, at every age.
const AGES_PRIOR: f64 = 0.5;
/// The least share of permits and places that counts.
const SHARE_MIN: f64 = 0.04;

/// The observations.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct LineModel {
    /// Permits that became due while people waited behind the front, and those that people used.
    due: f64,
    used: f64,
    /// Places that service passed, and those of them that took a permit.
    reached: f64,
    taking: f64,
    /// The sum of the ages of the places that took a permit, in milliseconds.
    ages_ms: f64,
    /// Share of the places reached that did not answer; used while there are few observations.
    no_show: f64,
    /// Grants since the last observation.
    took_now: u64,
    /// The numbers of the last grants, and their median: the place that service has reached.
    last: VecDeque<u64>,
    served_to: Number,
    /// Whether people waited behind the front at the last observation.
    busy: bool,
    /// By age: the visitors who passed through the bin, and those who were lost in it.
    grew: Vec<f32>,
    lost: Vec<f32>,
}

impl LineModel {
    /// Records a grant.
    pub(super) fn took(&mut self, number: Number, age_ms: u64) {
        self.ages_ms += age_ms as f64;
        self.took_now += 1;
        self.taking += 1.0;
        // A place that was passed earlier was counted as reached then.
        self.reached += f64::from(u8::from(number >= self.served_to));
        if self.last.len() == LAST {
            self.last.pop_front();
        }
        self.last.push_back(number.0);
    }

    /// Returns the place that service has reached.
    pub(super) fn served_to(&self) -> Number {
        self.served_to
    }

    fn serve(&mut self, view: &LineView<'_>) {
        let most = (view.outflow.rate().in_ms(LAST_MS) as usize).clamp(LAST_MIN, LAST);
        let mut last: Vec<u64> = self.last.iter().rev().take(most).copied().collect();
        last.sort_unstable();
        let middle = Number(last.get(last.len() / 2).copied().unwrap_or(0));
        // Permits are left over, so none of the awaited visitors is there, unless they wait for
        // sessions to end.
        let idle = view.outflow.unspent_ms() >= IDLE_MS && !view.limited_rate.shared.is_spent && view.flows;
        let idle = idle && !view.is_capped();
        let to = if idle { self.empty_to(view).max(middle) } else { middle };
        if to > self.served_to {
            let skipped = view.marks.ahead(to).0 - view.marks.ahead(self.served_to).0;
            self.reached += skipped as f64;
            self.served_to = to;
        }
    }

    /// Returns the end of the places whose visitors are gone, while permits are left over.
    ///
    /// Visitors who have polled in front are only late, because nobody could poll while the only
    /// node was down: they come back within the time in which visitors in front are not silent.
    fn empty_to(&self, view: &LineView<'_>) -> Number {
        let period_ms = view.outflow.rate().period_ms().unwrap_or(f64::INFINITY);
        let last_grant = view.outflow.leaving(view.now).last();
        let granted_ms = last_grant.map(|(_, in_ms)| (WINDOW_BUCKETS * BUCKET_MS).saturating_sub(in_ms));
        let late_ms = period_ms + FRONT_SILENCE_MS as f64;
        let is_short = match granted_ms {
            Some(ms) => (ms as f64) < late_ms,
            // At one permit a minute a permit lapses before it is left over for as long as visitors
            // in front can be late, and no grant is left in the window.
            None => late_ms > (WINDOW_BUCKETS * BUCKET_MS) as f64 && self.due - self.used < UNUSED_MAX,
        };
        let present = view.passed.first_heard(self.served_to).filter(|_| is_short);
        present.map_or(view.waited_from, |first| view.waited_from.min(first))
    }

    /// Records that a visitor of this age was lost.
    pub(super) fn record_loss(&mut self, age_ms: u64, weight: f64) {
        self.prepare();
        self.lost[bin(age_ms)] += weight as f32;
    }

    fn prepare(&mut self) {
        self.grew.resize(BINS, 0.0);
        self.lost.resize(BINS, 0.0);
    }

    /// Records the time since the last observation.
    pub(super) fn observe(&mut self, dt_ms: u64, view: &LineView<'_>) {
        self.prepare();
        let dt = dt_ms.min(GAP_MS_MAX) as f64;
        let fade = (-dt / PACE_MS).exp();
        (self.due, self.used) = (self.due * fade, self.used * fade);
        let fade = (-dt / PLACES_MS).exp();
        (self.reached, self.taking) = (self.reached * fade, self.taking * fade);
        self.ages_ms *= fade;
        let fade = (-dt / AGES_MS).exp() as f32;
        self.grew.iter_mut().chain(&mut self.lost).for_each(|bin| *bin *= fade);

        self.no_show = view.no_show;
        let took = std::mem::take(&mut self.took_now) as f64;
        self.serve(view);
        let counted_in_front = view.marks.ahead(view.notified_to).0;
        let behind = view.marks.ahead(view.end).0 - counted_in_front;
        let rate_now = view
            .limited_rate
            .rate_steps
            .rate_now()
            .min(view.outflow.rate().0.into());
        let period_ms = 60_000.0 / rate_now;
        let stall_ms = STALL_PERIODS * period_ms + STALL_MS;
        let is_far = view
            .outflow
            .next_due()
            .is_none_or(|due| due.since(view.now) as f64 > stall_ms);
        let stalls = is_far || is_held_up(view, period_ms);
        let busy = view.flows && behind > 0 && !view.is_capped() && !stalls;
        if self.busy && busy && rate_now > 0.0 {
            let pace = f64::from(view.outflow.pace().0) / f64::from(view.outflow.rate().0.max(1));
            self.due += dt / period_ms * pace;
            self.used += took;
        }
        self.busy = busy;
    }

    /// Records that visitors grew older.
    pub(super) fn expose(&mut self, age_ms: u64, people: f64, dt_ms: u64) {
        let (bin, width_ms) = (bin(age_ms), width_ms(bin(age_ms)));
        self.grew[bin] += (people * dt_ms as f64 / width_ms as f64) as f32;
    }

    /// Returns the share of the due permits that visitors in line use. `spare` permits are due and
    /// will still be spent, so their not having been used yet says nothing.
    pub(super) fn efficiency(&self, spare: f64) -> f64 {
        let due = self.due - spare.min((self.due - self.used).max(0.0));
        ((self.used + PRIOR) / (due + PRIOR)).clamp(SHARE_MIN, 1.0)
    }

    /// Returns whether more places were observed than are assumed.
    pub(super) fn has_observed(&self) -> bool {
        self.reached > ANSWERS_PRIOR
    }

    /// Returns the share of places that take a permit, among those whose visitors have not left
    /// when the line reaches them.
    pub(super) fn taking(&self, survival: &Survival) -> f64 {
        let share = (self.taking + ANSWERS_PRIOR * (1.0 - self.no_show)) / (self.reached + ANSWERS_PRIOR);
        let age_ms = self.ages_ms / self.taking.max(1.0);
        (share / survival.share(age_ms, age_ms + SHOWN_MS)).clamp(SHARE_MIN, 1.0)
    }

    /// Returns the standard deviation of the share of places that take a permit, relative to it,
    /// for a wait of `wait_ms`, by Laplace's rule of succession: that every one of few places took
    /// one shows little.
    pub(super) fn taking_deviation(&self, wait_ms: f64) -> f64 {
        let weight = self.weight(wait_ms);
        let places = self.reached * weight + LEAVING_PRIOR;
        let took = (self.taking * weight + LEAVING_PRIOR * (1.0 - self.no_show)).min(places);
        let share = (took + 1.0) / (places + 2.0);
        (share * (1.0 - share) / (places + 3.0)).sqrt() / share
    }

    /// Returns how little was observed for a wait of `wait_ms`, compared with the places that count
    /// as many, or at a slow rate with half of those that are not forgotten yet: 1 in a new room, 0
    /// if it is enough.
    pub(super) fn unobserved(&self, wait_ms: f64, period_ms: f64) -> f64 {
        let enough = ANSWERS_PRIOR.min(PLACES_MS / 2.0 / period_ms).max(1.0);
        (1.0 - self.reached * self.weight(wait_ms) / enough).max(0.0)
    }

    /// Returns the weight of the places observed for a wait of `wait_ms`. At a part of an age, only
    /// that part of those who will have left by then has left: the error of the whole share is
    /// larger by the inverse of the part, so the weight of the places falls with its square.
    fn weight(&self, wait_ms: f64) -> f64 {
        if self.taking < 1.0 {
            return 1.0;
        }
        let age_ms = self.ages_ms / self.taking;
        (age_ms / wait_ms.min(LEAVING_MS)).min(1.0).powi(2)
    }

    /// Returns the share of visitors who remain, by age.
    pub(super) fn survival(&self) -> Survival {
        let mut sum = 0.0;
        let bins = self.grew.iter().zip(&self.lost).map(|(grew, lost)| {
            let before = sum;
            let share = f64::from(*lost) / (f64::from(*grew).max(f64::from(*lost)) + AGES_PRIOR);
            sum -= (-share.min(0.95)).ln_1p();
            before
        });
        let mut hazard: Vec<f64> = bins.collect();
        hazard.push(sum);
        Survival { hazard }
    }
}

/// Returns whether the window clearly holds up the permits of the next seconds. While the grants
/// before a burst leave the window one by one, permits come more slowly than they become due, and
/// nobody can use the others.
fn is_held_up(view: &LineView<'_>, period_ms: f64) -> bool {
    let longest_ms = SOON_HELD_MS + period_ms / 2.0;
    let own = HeldUp::new(view.outflow, view.now, |permits| permits * period_ms);
    let shared = &view.limited_rate.shared;
    let shared_period_ms = shared.rate.period_ms().unwrap_or(f64::INFINITY);
    own.ms(1.0 + SOON_MS / period_ms) > longest_ms || shared.held_up.ms(1.0 + SOON_MS / shared_period_ms) > longest_ms
}

/// The share of visitors who still count, by age.
#[derive(Debug)]
pub(super) struct Survival {
    /// The sum of the hazard up to the beginning of each bin, and to the end of the last.
    hazard: Vec<f64>,
}

impl Survival {
    /// Returns the share of the visitors counted at `age_ms` who still count at `later_ms`.
    pub(super) fn share(&self, age_ms: f64, later_ms: f64) -> f64 {
        (self.hazard(age_ms) - self.hazard(later_ms))
            .min(0.0)
            .exp()
            .max(SHARE_MIN)
    }

    fn hazard(&self, age_ms: f64) -> f64 {
        let (bin, width_ms) = (bin(age_ms as u64), width_ms(bin(age_ms as u64)));
        let within = ((age_ms - from_ms(bin) as f64) / width_ms as f64).clamp(0.0, 1.0);
        let [from, to] = [bin, bin + 1].map(|at| self.hazard.get(at).copied().unwrap_or(0.0));
        from + (to - from) * within
    }
}

fn bin(age_ms: u64) -> usize {
    let narrow = (age_ms / NARROW_MS) as usize;
    match narrow < NARROW {
        true => narrow,
        false => (NARROW + ((age_ms - NARROW as u64 * NARROW_MS) / WIDE_MS) as usize).min(BINS - 1),
    }
}

fn width_ms(bin: usize) -> u64 {
    if bin < NARROW { NARROW_MS } else { WIDE_MS }
}

fn from_ms(bin: usize) -> u64 {
    let wide = bin.saturating_sub(NARROW) as u64;
    bin.min(NARROW) as u64 * NARROW_MS + wide * WIDE_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(due: f64, used: f64) -> LineModel {
        LineModel {
            due,
            used,
            ..LineModel::default()
        }
    }

    #[test]
    fn the_share_of_visitors_who_stay_is_known_from_many_places_only() {
        let observed = |reached, taking, age_ms| LineModel {
            reached,
            taking,
            ages_ms: taking * age_ms,
            ..LineModel::default()
        };
        let deviation = |reached, taking| observed(reached, taking, 60_000.0).taking_deviation(300_000.0);
        assert!((0.15..0.25).contains(&deviation(0.0, 0.0)));
        assert!(deviation(1_000.0, 1_000.0) < 0.002);
        assert!((0.02..0.05).contains(&deviation(1_000.0, 500.0)));
        assert!(
            deviation(10.0, 14.0) > 0.0,
            "some of those who took one were passed before"
        );
        let young = observed(40.0, 40.0, 6_000.0);
        assert!(young.taking_deviation(300_000.0) > 0.18, "they had no time to leave");
        assert!(young.taking_deviation(6_000.0) < 0.03, "nobody else has more");
    }

    #[test]
    fn a_room_is_new_until_places_of_some_age_were_observed() {
        let unobserved = |places, age_ms, period_ms| {
            let model = LineModel {
                reached: places,
                taking: places,
                ages_ms: places * age_ms,
                ..LineModel::default()
            };
            model.unobserved(300_000.0, period_ms)
        };
        assert_eq!(unobserved(0.0, 0.0, 1_000.0), 1.0);
        assert_eq!(unobserved(5.0, 60_000.0, 1_000.0), 0.5);
        assert_eq!(unobserved(20.0, 30_000.0, 1_000.0), 0.5);
        assert_eq!(unobserved(20.0, 60_000.0, 1_000.0), 0.0);
        assert_eq!(
            unobserved(3.0, 60_000.0, 25_000.0),
            0.0,
            "as many as are remembered at 2.4 a minute"
        );
    }

    #[test]
    fn permits_that_can_still_be_spent_are_none_that_nobody_took() {
        let new = model(8.0, 0.0);
        assert_eq!(
            [0.0, 4.0, 8.0].map(|spare| new.efficiency(spare)),
            [1.0 / 3.0, 0.5, 1.0]
        );
        assert_eq!(new.efficiency(20.0), 1.0, "some were due before anybody waited");
        let half = model(100.0, 48.0);
        assert_eq!([0.0, 4.0].map(|spare| half.efficiency(spare)), [0.5, 0.52]);
        assert_eq!(model(8.0, 12.0).efficiency(4.0), 1.0, "a burst was spent");
    }
}
