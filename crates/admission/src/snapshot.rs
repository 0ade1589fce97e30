//! A room as of its last commit, from which polls are answered: O(1) per poll, without a lock and
//! without the store.

pub mod newcomer;

use crate::estimate::{ExactWait, RiseReason, WaitRange, Waits};
use crate::forecast::WaitForecast;
use crate::held_up::HeldUp;
use crate::holders::Device;
use crate::ledger::Ledger;
use crate::lifecycle::Phase;
use crate::marks::{Mark, Marks};
use crate::opening::poll_before_ms;
use crate::poll_interval::{LOW_OF_POLL, POLL_MS_MIN, poll_interval_ms};
use crate::presence::LastSeen;
use crate::serving::poll_ms_max;
use crate::state::State;
use crate::time::{FlowMs, Now, WallMs};
use crate::units::{Ahead, Number, Run, Sequence};

/// A room as of its last commit, for any number of readers.
#[derive(Debug, Clone)]
pub struct Snapshot {
    state: State,
    seen: LastSeen,
    line: SnapshotLine,
}

/// Values that are the same for every poll between two commits.
#[derive(Debug, Clone, Copy)]
struct SnapshotLine {
    /// People counted in the line.
    waiting: u64,
    /// How many of them the serving line has reached.
    reached: Ahead,
    /// The number below which it no longer waits for anybody, and how many places below it no
    /// longer count as ahead of others.
    passed_to: Number,
    passed_over: u64,
    waits: Option<Waits>,
    /// The rest of the first minute's amount, in milliseconds of the even pace.
    left_ms: u64,
    /// The hold-up since a recovery, as of that flow time: the permits that count as spent fill the
    /// window.
    held_up: Option<(FlowMs, HeldUp)>,
}

impl SnapshotLine {
    fn of(state: &State) -> Self {
        let ledger = &state.ledger;
        let period = ledger.outflow.rate().period_ms().unwrap_or(0.0);
        Self {
            waiting: state.waiting(),
            reached: state.marks.ahead(ledger.serving.notified_to()),
            passed_to: ledger.serving.passed().to(),
            passed_over: ledger.serving.passed().passed_over(&state.marks),
            waits: ledger.expectation.waits(),
            left_ms: (ledger.outflow.double_left() as f64 * period) as u64,
            held_up: ledger.recovered.filter(|_| period > 0.0).map(|_| {
                let held_up = HeldUp::new(&ledger.outflow, ledger.flow, |permits| permits * period);
                (ledger.flow, held_up)
            }),
        }
    }

    /// Returns by how many milliseconds a visitor with `ahead` people ahead is delayed, because
    /// permits count as spent since a recovery.
    fn held_ms(&self, ahead: Ahead, now: Now) -> u64 {
        let since = |(at, held_up): (FlowMs, HeldUp)| {
            let held_ms = held_up.ms((ahead.0 + 1) as f64) as u64;
            held_ms.saturating_sub(now.flow.since(at))
        };
        self.held_up.map_or(0, since)
    }
}

/// The estimate for a place; the default while nobody is let through.
#[derive(Debug, Clone, Copy, Default)]
struct ShownWait {
    wait: Option<WaitRange>,
    /// As in [`PlaceView`].
    is_not_known_yet: bool,
}

/// The position of a place in the room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceStatus {
    /// This snapshot does not contain such a place.
    Unknown,
    /// The place was cancelled and never passes again.
    Cancelled,
    /// Another device holds the place now.
    Transferred,
    /// The serving line reached the number so long ago that it is no longer valid.
    Expired,
    /// The place has no number yet: the pre-queue is open, or its numbers are being drawn.
    Unnumbered(Unnumbered),
    /// Other places are served first.
    InLine(PlaceView),
    /// It is this visitor's turn as soon as a permit becomes due.
    FirstInLine(PlaceView),
}

/// The answer to a visitor who has no number yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unnumbered {
    /// People in the whole line.
    pub waiting: u64,
    /// Whether the operator paused the room.
    pub paused: bool,
    /// Whether the pre-queue is closed, or the place belongs to a fairness window of a few seconds.
    pub drawing: bool,
    /// Milliseconds until the next poll.
    pub poll_after_ms: u64,
}

/// The answer to a visitor who waits in line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceView {
    /// Order of service.
    pub number: Number,
    /// People ahead.
    pub ahead: Ahead,
    /// People in the whole line.
    pub waiting: u64,
    /// The estimated wait, as if the room were not paused; `None` at rate 0, and while too little
    /// was observed.
    pub wait: Option<WaitRange>,
    /// Whether visitors are let through but too little was observed for an estimate.
    pub is_not_known_yet: bool,
    /// Why the estimate rose, if it rose since this visitor arrived.
    pub reason: Option<RiseReason>,
    /// Whether the operator paused the room.
    pub paused: bool,
    /// Whether the place was redirected before.
    pub redirected: bool,
    /// When the serving line reached the number, in wall time; only where numbers are valid for a
    /// limited time.
    pub reached_at: Option<WallMs>,
    /// Milliseconds until the next poll.
    pub poll_after_ms: u64,
}

/// A visitor's poll, and what the node contributes to the answer.
#[derive(Debug, Clone, Copy)]
pub struct PollContext {
    /// The device that polls.
    pub device: Device,
    /// When the place was given, in wall time, from the queue id.
    pub since: WallMs,
    /// The current time.
    pub now: Now,
    /// When the pre-queue closes, in wall time.
    pub cut_off: Option<WallMs>,
    /// A random number that spreads polls.
    pub jitter: u16,
    /// Stretches poll intervals: 100 for a node that is not loaded, more for a loaded one.
    pub stretch_percent: u16,
}

impl Snapshot {
    /// Returns the device that holds a place now, as far as this snapshot knows.
    #[must_use]
    pub fn holder(&self, sequence: Sequence) -> Device {
        Device {
            sequence,
            holder: self.state.holders.of(sequence),
        }
    }

    /// Takes a snapshot of a state.
    #[must_use]
    pub fn new(state: &State, seen: LastSeen) -> Self {
        Self {
            line: SnapshotLine::of(state),
            state: state.clone(),
            seen,
        }
    }

    /// Returns the ledger that the snapshot was taken from.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.state.ledger
    }

    /// Returns the marks that the snapshot was taken from.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        &self.state.marks
    }

    /// Returns when each place was last heard; shared with later snapshots.
    #[must_use]
    pub fn seen(&self) -> &LastSeen {
        &self.seen
    }

    /// Returns the run.
    #[must_use]
    pub fn run(&self) -> Run {
        self.state.ledger.run
    }

    /// Returns the number of visitors in the line, without those who were passed over.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.line.waiting.saturating_sub(self.line.passed_over)
    }

    /// Returns the number of places that count towards a room's capacity: those of people in the
    /// line, and those passed over whose visitors can still come back.
    #[must_use]
    pub fn places(&self) -> u64 {
        self.line.waiting
    }

    /// Returns the shown people ahead of a number; `raw`: the people ahead by the marks alone.
    fn shown_ahead(&self, number: Number, raw: Ahead) -> Ahead {
        if number <= self.line.passed_to {
            return Ahead(self.state.ledger.serving.passed().heard_below(number));
        }
        Ahead(raw.0.saturating_sub(self.line.passed_over))
    }

    /// Returns whether a place carries a mark.
    #[must_use]
    pub fn has(&self, sequence: Sequence, mark: Mark) -> bool {
        self.state.has(sequence, mark)
    }

    /// Returns whether the place of a device was transferred to another device.
    #[must_use]
    pub fn is_transferred(&self, device: Device) -> bool {
        self.state.holders.is_past(device)
    }

    /// Returns the position of a place.
    #[must_use]
    pub fn place_status(&self, context: &PollContext) -> PlaceStatus {
        let sequence = context.device.sequence;
        if sequence >= self.state.ledger.next {
            return PlaceStatus::Unknown;
        }
        if self.is_transferred(context.device) {
            return PlaceStatus::Transferred;
        }
        let Some(number) = self.state.ledger.number(sequence) else {
            return match self.has(sequence, Mark::Cancelled) {
                true => PlaceStatus::Cancelled,
                false => PlaceStatus::Unnumbered(self.unnumbered(context)),
            };
        };
        if self.state.marks.has(number, Mark::Cancelled) {
            return PlaceStatus::Cancelled;
        }
        if self.state.ledger.is_expired(&self.state.marks, number) {
            return PlaceStatus::Expired;
        }
        let raw = self.state.marks.ahead(number);
        let ahead = self.shown_ahead(number, raw);
        let shown = self.shown_wait(number, ahead, context.now);
        if number < self.state.ledger.serving.notified_to() {
            let poll_after_ms = poll_interval_ms(Some(0), 0, 100);
            PlaceStatus::FirstInLine(self.view(context, (number, ahead), shown, poll_after_ms))
        } else {
            let low_ms = self.poll_low_ms(raw, context.now);
            let low_ms = shown.wait.map_or(low_ms, |wait| low_ms.min(wait.low_ms));
            let poll_after_ms = poll_interval_ms(Some(low_ms), context.jitter, context.stretch_percent);
            PlaceStatus::InLine(self.view(context, (number, ahead), shown, poll_after_ms))
        }
    }

    fn unnumbered(&self, context: &PollContext) -> Unnumbered {
        let prequeue = self.state.ledger.lifecycle.phase() == Phase::PreQueue;
        let until_ms = context
            .cut_off
            .filter(|_| prequeue)
            .map(|moment| moment.0.saturating_sub(context.now.wall.0));
        Unnumbered {
            waiting: self.waiting(),
            paused: self.state.ledger.lifecycle.is_paused(),
            drawing: !prequeue,
            poll_after_ms: until_ms.map_or(POLL_MS_MIN, |ms| {
                poll_before_ms(ms, context.jitter, context.stretch_percent)
            }),
        }
    }

    fn view(
        &self,
        context: &PollContext,
        (number, ahead): (Number, Ahead),
        shown: ShownWait,
        poll_after_ms: u64,
    ) -> PlaceView {
        let paused = self.state.ledger.lifecycle.is_paused();
        let rise = self
            .state
            .ledger
            .expectation
            .rise(context.now.flow)
            .filter(|rise| context.device.sequence < rise.before)
            .filter(|_| !self.is_forecast() || self.state.ledger.forecast.is_risen(number));
        PlaceView {
            number,
            ahead,
            waiting: self.waiting(),
            wait: shown.wait,
            is_not_known_yet: shown.is_not_known_yet,
            reason: if paused {
                Some(RiseReason::Paused)
            } else {
                rise.map(|rise| rise.reason)
            },
            paused,
            redirected: self.state.marks.has(number, Mark::Redirected),
            reached_at: self.reached_at(number, context.now),
            poll_after_ms,
        }
    }

    /// Returns the estimate for a place. Looks the forecast up only once, because every poll calls
    /// this.
    fn shown_wait(&self, number: Number, ahead: Ahead, now: Now) -> ShownWait {
        if self.line.waits.is_none() {
            return ShownWait::default();
        }
        match self.wait_forecast(number) {
            WaitForecast::Range(range) => ShownWait {
                wait: Some(range),
                is_not_known_yet: false,
            },
            WaitForecast::NotKnownYet => ShownWait {
                wait: None,
                is_not_known_yet: true,
            },
            WaitForecast::Nothing => ShownWait {
                wait: self.wait_behind(ahead, now),
                is_not_known_yet: false,
            },
        }
    }

    /// Returns the forecast of a place.
    fn wait_forecast(&self, number: Number) -> WaitForecast {
        match self.is_forecast() {
            true => self.state.ledger.forecast.of(number),
            false => WaitForecast::Nothing,
        }
    }

    /// Returns whether the estimate uses the forecast. Visitors of a scheduled start get the
    /// formula, because no observations exist yet; once they do, the forecast replaces it as soon
    /// as estimates rise for a reason.
    fn is_forecast(&self) -> bool {
        self.state.ledger.gate.is_steady()
    }

    fn wait_behind(&self, ahead: Ahead, now: Now) -> Option<WaitRange> {
        let gate = &self.state.ledger.gate;
        let wait = gate.lower(self.line.waits?.exact(ahead));
        let stretched = gate.stretch(wait, now, self.line.left_ms);
        let held_ms = self.line.held_ms(ahead, now);
        if held_ms == 0 {
            return Some(stretched.cut());
        }
        let low_ms = stretched.low_ms().max(wait.low_ms() + held_ms as f64);
        let high_ms = stretched.high_ms.max(wait.high_ms + held_ms as f64);
        Some(ExactWait::of_ends([low_ms, high_ms]).cut())
    }

    /// Returns the shortest time in which the serving line can reach a place, in milliseconds;
    /// `None` while nobody is let through. It can be shorter than the estimate, because places that
    /// the serving line has passed still count as people ahead although the line does not wait for
    /// them.
    fn reached_low_ms(&self, ahead: Ahead, now: Now) -> Option<u64> {
        let waits = self.line.waits?;
        if self.line.reached == Ahead(0) {
            return Some(self.wait_behind(ahead, now)?.low_ms);
        }
        let shortest_ms = waits.shortest_ms(Ahead(ahead.0 - self.line.reached.0));
        Some(self.state.ledger.gate.stretch_ms(shortest_ms, now, self.line.left_ms))
    }

    /// Returns the lower estimate from which a place's poll interval follows. It is limited so that
    /// the place polls within [`poll_ms_max`], counted from the opening of the gate.
    fn poll_low_ms(&self, ahead: Ahead, now: Now) -> u64 {
        let distance = Ahead(ahead.0.saturating_sub(self.line.reached.0));
        let gate_ms = self.state.ledger.gate.opens_in_ms(now.wall);
        let most_ms = gate_ms.saturating_add(LOW_OF_POLL.saturating_mul(poll_ms_max(distance)));
        self.reached_low_ms(ahead, now)
            .map_or(most_ms, |low_ms| low_ms.min(most_ms))
    }

    /// Returns the longest poll interval of a place in line on a node that is not loaded, in
    /// milliseconds.
    #[must_use]
    pub fn longest_poll_ms(&self, number: Number, now: Now) -> u64 {
        let ahead = self.state.marks.ahead(number);
        let low_ms = self.poll_low_ms(ahead, now);
        poll_interval_ms(Some(low_ms), 0, 100)
    }

    fn reached_at(&self, number: Number, now: Now) -> Option<WallMs> {
        let at = self.state.ledger.validity.reached_at(number)?;
        Some(WallMs(now.wall.0.saturating_sub(now.flow.since(at))))
    }
}
