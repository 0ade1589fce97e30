//! The judge: a naive model of what is allowed, kept as plain lists of what happened. It trusts
//! nothing that the engine stores.
//!
//! The number at the start of a message is that of the invariant, as the simulator's oracles number
//! them (`crates/simulator/src/oracle/mod.rs`).

use admission::estimate::RiseReason;
use admission::poll_interval::POLL_MS_MIN;
use admission::{ClaimOutcome, Control, FlowMs, Number, PerMinute, PlaceStatus, Sequence};

use super::grant_history::GrantHistory;
use super::node::Commit;
use super::visitor::Shown;
use super::witness;
use crate::kit::fate::Fate;
use crate::kit::minute_bound::MINUTE_MS;

/// How long a token is valid and its grant is repeated, in milliseconds.
const TOKEN_MS: u64 = 180_000;
/// Three of the longest poll intervals, in milliseconds.
const SILENCE_MS: u64 = 180_000;
/// The time from the notification of the turn to the next poll, in milliseconds.
const TURN_MS: u64 = POLL_MS_MIN;
/// How much the steps of virtual time can add to an interval, in milliseconds.
const STEPS_MS: u64 = 1_000;

/// A place, as an outside observer could have recorded it.
#[derive(Debug, Clone, Default)]
pub(crate) struct JudgedPlace {
    pub(crate) counted: bool,
    /// Whether a commit contains a poll of the visitor after the line had reached the place.
    came_forward: bool,
    /// Whether the line stopped waiting for the place before its visitor polled.
    passed_over: bool,
    cancelled: bool,
    /// Wall times of its grants.
    grants: Vec<u64>,
    heard: u64,
    diligent: bool,
    interval_ms: u64,
    /// When a higher number was first granted while this visitor waited and polled, and the
    /// visitor's poll interval at that time.
    overtaken: Option<(u64, u64)>,
}

#[derive(Debug)]
pub(crate) struct VisitJudge {
    pub(crate) closely: bool,
    /// Whether there is only one node at a time, where all visitors meet.
    single: bool,
    pub(crate) places: Vec<JudgedPlace>,
    pub(crate) paused: bool,
    pub(crate) grant_history: GrantHistory,
    pub(crate) repeats: u64,
    pub(crate) overtakings: u64,
}

impl JudgedPlace {
    /// Returns whether visitors behind this place are shown that it is ahead of them.
    pub(crate) fn is_ahead(&self) -> bool {
        self.counted && !self.passed_over
    }
}

impl VisitJudge {
    pub(crate) fn new(rate: PerMinute, closely: bool, single: bool) -> Self {
        Self {
            closely,
            single,
            places: Vec::new(),
            paused: false,
            grant_history: GrantHistory::new(rate),
            repeats: 0,
            overtakings: 0,
        }
    }

    fn place(&mut self, number: Number) -> &mut JudgedPlace {
        &mut self.places[usize::try_from(number.0).expect("few")]
    }

    /// Judges a commit that the store kept.
    pub(crate) fn committed(&mut self, commit: &Commit, real: u64) {
        let flow = commit.step.state.ledger.flow.0;
        if commit.config.max_outflow != self.grant_history.now() {
            self.grant_history.rate(flow, real, commit.config.max_outflow);
        }
        self.controls(commit);
        for sequence in commit.batch.cancels.iter().map(|device| device.sequence) {
            if (sequence.0 as usize) < self.places.len() {
                let place = self.place(Number(sequence.0));
                (place.cancelled, place.counted) = (true, false);
            }
        }
        let first = commit.first_arrival();
        assert_eq!(
            first,
            self.places.len() as u64,
            "2: no number is given twice, none is left out"
        );
        let newcomer = JudgedPlace {
            counted: true,
            heard: commit.now.flow.0,
            ..JudgedPlace::default()
        };
        let places = self.places.len() + commit.batch.arrivals as usize;
        self.places.resize(places, newcomer);
        if self.closely {
            witness::told_before_granted(commit);
            witness::lowest_first(commit);
        }
        self.come_forward(commit);
        for (number, outcome) in &commit.step.outcome.claims {
            self.claim(commit, *number, *outcome, (flow, real));
        }
        for sequence in &commit.batch.silent {
            self.place(Number(sequence.0)).counted = false;
        }
        self.pass_over(commit);
        if self.closely {
            witness::same_again(commit);
            witness::repeats_cost_nothing(commit);
            witness::people_ahead(commit, &self.places);
            witness::rises_have_a_cause(commit, self);
        }
    }

    fn come_forward(&mut self, commit: &Commit) {
        let claims = commit.batch.claims.iter().map(|claim| claim.number);
        let notified_to = commit.base.ledger.serving.notified_to();
        for number in commit.batch.first_heard.iter().copied().chain(claims) {
            if number < notified_to && (number.0 as usize) < self.places.len() {
                self.place(number).came_forward = true;
            }
        }
    }

    fn pass_over(&mut self, commit: &Commit) {
        let passed = commit.step.state.ledger.serving.waited_from().0 as usize;
        for place in self.places.iter_mut().take(passed) {
            place.passed_over |= !place.came_forward;
        }
    }

    fn controls(&mut self, commit: &Commit) {
        let outcomes = &commit.step.outcome.controls;
        assert_eq!(outcomes.len(), commit.batch.controls.len());
        let was_paused = self.paused;
        for (control, outcome) in commit.batch.controls.iter().zip(outcomes) {
            let pauses = *control == Control::Pause;
            assert_eq!(
                outcome.is_ok(),
                self.paused != pauses,
                "a control that changes nothing is refused"
            );
            self.paused = pauses;
        }
        if was_paused && !self.paused {
            self.grant_history.resumed(commit.step.state.ledger.flow.0);
        }
    }

    fn claim(&mut self, commit: &Commit, number: Number, outcome: ClaimOutcome, (flow, real): (u64, u64)) {
        let wall = commit.now.wall.0;
        let held = self.paused || commit.config.max_outflow == PerMinute(0);
        let limit = usize::from(commit.config.redirects_max);
        if number.0 as usize >= self.places.len() {
            return assert_eq!(outcome, ClaimOutcome::Unknown, "2: a place that nobody was given");
        }
        let place = self.place(number);
        let valid = place.grants.last().copied().filter(|at| wall < at + TOKEN_MS);
        match outcome {
            ClaimOutcome::Granted(grant) => {
                assert!(!held, "5: {number:?} is granted while nobody may be");
                assert!(!place.cancelled, "6: {number:?} was cancelled and is granted");
                assert_eq!(valid, None, "5: {number:?} has a valid token and takes another permit");
                assert!(place.grants.len() < limit, "5: {number:?} is granted once too often");
                assert_eq!(grant.granted_at.0, wall);
                place.grants.push(wall);
                place.counted = false;
                self.grant_history.grant(flow, real);
                self.overtaking(number, real);
            }
            ClaimOutcome::Repeated(grant) => {
                assert_eq!(
                    Some(grant.granted_at.0),
                    valid,
                    "5: {number:?} gets the very same grant"
                );
                assert!(!place.cancelled, "6: {number:?} was cancelled and passes again");
                self.repeats += 1;
            }
            ClaimOutcome::NotYet => {
                assert!(!place.cancelled, "6: {number:?} was cancelled and is told to wait");
                assert_eq!(valid, None, "5: {number:?} lost a reply and does not get it again");
            }
            ClaimOutcome::Cancelled => assert!(place.cancelled, "6: {number:?} was not cancelled"),
            ClaimOutcome::LimitReached => assert!(place.grants.len() >= limit, "{number:?} may come again"),
            ClaimOutcome::Unknown | ClaimOutcome::Transferred | ClaimOutcome::Expired => {
                panic!("2: {number:?} was given and is lost")
            }
        }
    }

    /// Asserts that visitors with lower numbers who wait and keep to their poll intervals are
    /// overtaken for at most one poll interval (plus the one in which they are notified of their
    /// turn).
    fn overtaking(&mut self, granted: Number, real: u64) {
        if !(self.single && self.closely) {
            return;
        }
        for (number, place) in self.places.iter_mut().enumerate().take(granted.0 as usize) {
            if !place.diligent || place.cancelled || !place.grants.is_empty() || !place.counted {
                continue;
            }
            self.overtakings += 1;
            let (since, interval_ms) = *place.overtaken.get_or_insert((real, place.interval_ms));
            let span_ms = real - since;
            assert!(
                span_ms <= interval_ms + TURN_MS + STEPS_MS,
                "3: {number} polls every {interval_ms} ms and was overtaken by {granted:?} after {span_ms} ms"
            );
        }
    }

    /// Resets overtaking, because visitors could not keep to their poll intervals.
    pub(crate) fn excuse(&mut self) {
        self.places.iter_mut().for_each(|place| place.overtaken = None);
    }

    pub(crate) fn fault(&mut self, fate: Fate) {
        if fate != Fate::Kept {
            self.excuse();
        }
    }

    pub(crate) fn welcomed(&mut self, number: Number, now: FlowMs, diligent: bool) {
        let place = self.place(number);
        (place.heard, place.diligent) = (place.heard.max(now.0), diligent);
    }

    pub(crate) fn interval(&mut self, number: Number, interval_ms: u64) {
        self.place(number).interval_ms = interval_ms;
    }

    /// Records that a visitor polled and was answered.
    pub(crate) fn heard(&mut self, number: Number, now: FlowMs, place_status: PlaceStatus) {
        let place = self.place(number);
        place.heard = place.heard.max(now.0);
        let lost = matches!(
            place_status,
            PlaceStatus::Unknown | PlaceStatus::Transferred | PlaceStatus::Expired | PlaceStatus::Unnumbered(_)
        );
        assert!(!lost, "2: {number:?} was given and is lost: {place_status:?}");
        assert!(
            place_status != PlaceStatus::Cancelled || place.cancelled,
            "6: {number:?} was not cancelled"
        );
    }

    /// Judges places that are about to count as silent.
    pub(crate) fn silent(&mut self, silent: &[Sequence], flow: FlowMs) {
        for sequence in silent {
            let heard = self.place(Number(sequence.0)).heard;
            assert!(
                flow.0 >= heard + SILENCE_MS,
                "4: {sequence:?} was heard at {heard} and is taken as silent at {flow:?}"
            );
        }
    }

    /// Compares two answers to one visitor, the first possibly from another node.
    pub(crate) fn shown(&self, before: Option<Shown>, now: Shown, reason: Option<RiseReason>) {
        let Some(before) = before.filter(|before| before.generation <= now.generation) else {
            return;
        };
        assert!(
            now.ahead <= before.ahead,
            "4: {} people ahead, then {}",
            before.ahead,
            now.ahead
        );
        let (Some(then), Some(wait)) = (before.wait_ms, now.wait_ms) else {
            return;
        };
        let rises = wait.1 > then.1 || wait.0 + wait.1 > then.0 + then.1;
        assert!(
            !rises || reason.is_some() || now.at_real - before.at_real > 2 * MINUTE_MS,
            "4: the wait rises from {then:?} to {wait:?} without a reason"
        );
    }

    /// Returns the number of counted places below a number.
    pub(crate) fn waiting_below(&self, number: u64) -> u64 {
        let below = self.places.iter().take(usize::try_from(number).expect("few"));
        below.filter(|place| place.counted).count() as u64
    }

    /// Judges the whole history at the end.
    pub(crate) fn finish(&self) {
        self.grant_history.bound(self.single);
    }
}
