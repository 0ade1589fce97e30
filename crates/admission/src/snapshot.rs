//! What polls read: a room as of its last commit. O(1) a poll, no lock, no store.

use crate::apply::State;
use crate::estimate::{Reason, WaitRange, poll_interval_ms};
use crate::ledger::Ledger;
use crate::marks::{Mark, Marks};
use crate::presence::Seen;
use crate::time::{FlowMs, WallMs};
use crate::units::{Ahead, Number, Run};

/// A room as of its last commit, for any number of readers.
#[derive(Debug, Clone)]
pub struct Snapshot {
    ledger: Ledger,
    marks: Marks,
    seen: Seen,
}

/// Where a place stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// No such place, as far as this snapshot knows.
    Unknown,
    /// Cancelled; it never passes again.
    Cancelled,
    /// Others are served first.
    InLine(View),
    /// It is this visitor's turn as soon as a permit falls due.
    FirstInLine(View),
}

/// What somebody who waits is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Order of service.
    pub number: Number,
    /// People ahead.
    pub ahead: Ahead,
    /// People in the whole line.
    pub waiting: u64,
    /// The estimate were the room not paused; `None` at rate 0.
    pub wait: Option<WaitRange>,
    /// Why the estimate rose, if it did since this visitor came.
    pub reason: Option<Reason>,
    /// Whether the operator holds everybody.
    pub paused: bool,
    /// Whether the place was redirected before.
    pub redirected: bool,
    /// Milliseconds until the next poll.
    pub poll_after_ms: u64,
}

/// Who asks, and what the node adds to the answer.
#[derive(Debug, Clone, Copy)]
pub struct Asking {
    /// The place.
    pub number: Number,
    /// When the place was given, wall time, from the queue id.
    pub since: WallMs,
    /// The flow time now.
    pub now: FlowMs,
    /// A random number.
    pub jitter: u16,
    /// 100 for a node at ease, more for a loaded one.
    pub stretch_percent: u16,
}

impl Snapshot {
    /// Readers' view of a state.
    #[must_use]
    pub fn new(state: &State, seen: Seen) -> Self {
        Self {
            ledger: state.ledger.clone(),
            marks: state.marks.clone(),
            seen,
        }
    }

    /// The ledger it was taken from.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The marks it was taken from.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Who was heard when; shared with later snapshots.
    #[must_use]
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The run.
    #[must_use]
    pub fn run(&self) -> Run {
        self.ledger.run
    }

    /// People counted in the line.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.ledger.next.0 - self.marks.uncounted()
    }

    /// Where a place stands.
    #[must_use]
    pub fn standing(&self, asking: &Asking) -> Standing {
        let number = asking.number;
        if number.0 >= self.ledger.next.0 {
            return Standing::Unknown;
        }
        if self.marks.has(number, Mark::Cancelled) {
            return Standing::Cancelled;
        }
        let view = self.view(asking);
        if number < self.ledger.serving.told_to() {
            Standing::FirstInLine(View {
                poll_after_ms: poll_interval_ms(Some(0), 0, 100),
                ..view
            })
        } else {
            Standing::InLine(view)
        }
    }

    fn view(&self, asking: &Asking) -> View {
        let ahead = self.marks.ahead(asking.number);
        let moving = self.ledger.expectation.wait(ahead);
        // Whom the line passed over is ahead still, but nobody waits for them: the line may be here sooner than the estimate says.
        let before_line = self.marks.ahead(self.ledger.serving.told_to().min(asking.number));
        let reached = self.ledger.expectation.wait(Ahead(ahead.0 - before_line.0));
        let paused = self.ledger.lifecycle.is_paused();
        let rise = self
            .ledger
            .expectation
            .rise(asking.now)
            .filter(|rise| rise.at_wall >= asking.since);
        View {
            number: asking.number,
            ahead,
            waiting: self.waiting(),
            wait: moving,
            reason: if paused {
                Some(Reason::Paused)
            } else {
                rise.map(|rise| rise.reason)
            },
            paused,
            redirected: self.marks.has(asking.number, Mark::Redirected),
            poll_after_ms: poll_interval_ms(reached.map(|wait| wait.low_ms), asking.jitter, asking.stretch_percent),
        }
    }
}
