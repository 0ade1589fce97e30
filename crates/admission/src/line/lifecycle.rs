//! The life of a room: idle → pre-queue → closed (the draw) → queue → post-queue, by schedule and
//! by operator.
//!
//! The phase moves forward only; a new run begins with [`Lifecycle::at_start`] again. Beside it
//! stand two switches of the operator: paused (the line stands, people keep coming) and disabled
//! (everybody passes as if there were no room). Every transition consumes the state and returns the
//! next one, or refuses.
//!
//! A schedule is judged by wall time at a commit: a phase begins with the first commit at or after
//! its moment. What was missed while no node ran is skipped: nobody came meanwhile.

use serde::{Deserialize, Serialize};

use crate::config::Schedule;
use crate::time::{FlowMs, WallMs};

/// Where a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// Not open: nobody gets a place.
    Idle,
    /// People get a place, and no number yet.
    PreQueue,
    /// The pre-queue is closed and its numbers are not drawn yet.
    Closed,
    /// The line.
    Queue,
    /// Over.
    PostQueue,
}

/// Where a room is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lifecycle {
    phase: Phase,
    paused_since: Option<FlowMs>,
    disabled: bool,
}

/// Why a transition was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TransitionRefused {
    /// Pause of a paused room.
    #[error("the room is paused already")]
    AlreadyPaused,
    /// Resume of a room that is not paused.
    #[error("the room is not paused")]
    NotPaused,
    /// Disable of a disabled room.
    #[error("the room is disabled already")]
    AlreadyDisabled,
    /// Enable of a room that is not disabled.
    #[error("the room is not disabled")]
    NotDisabled,
    /// End of a room that has ended.
    #[error("the room has ended already")]
    AlreadyEnded,
    /// Pause of a room that has ended.
    #[error("the room has ended; a reset begins a new run")]
    Ended,
    /// Reset of a room that had as many runs as a queue id can name.
    #[error("the room had its last run; give it a new id")]
    NoRunLeft,
}

impl Lifecycle {
    /// How a run begins at `now`: phases whose time has passed are skipped.
    #[must_use]
    pub fn at_start(schedule: &Schedule, now: WallMs) -> Self {
        let idle = Self {
            phase: Phase::Idle,
            paused_since: None,
            disabled: false,
        };
        idle.by_schedule(schedule, now)
    }

    /// What the schedule makes of the phase at `now`. The draw is the caller's: [`Self::drawn`]
    /// leaves [`Phase::Closed`].
    #[must_use]
    pub fn by_schedule(self, schedule: &Schedule, now: WallMs) -> Self {
        let reached = |moment: Option<WallMs>| moment.is_some_and(|moment| moment <= now);
        let cut_off = reached(schedule.cut_off());
        let phase = match self.phase {
            _ if reached(schedule.end) => Phase::PostQueue,
            Phase::Idle if schedule.start.is_none() || cut_off => Phase::Queue,
            Phase::Idle if reached(schedule.opens()) => Phase::PreQueue,
            // Without a start any more there is nothing to wait for.
            Phase::PreQueue if schedule.start.is_none() || cut_off => Phase::Closed,
            same => same,
        };
        Self { phase, ..self }
    }

    /// The next moment at which [`Self::by_schedule`] may change something.
    #[must_use]
    pub fn next_change(self, schedule: &Schedule) -> Option<WallMs> {
        let next = match self.phase {
            Phase::Idle => schedule.opens(),
            Phase::PreQueue => schedule.cut_off(),
            Phase::Closed | Phase::Queue => None,
            Phase::PostQueue => return None,
        };
        match (next, schedule.end) {
            (Some(next), Some(end)) => Some(next.min(end)),
            (next, end) => next.or(end),
        }
    }

    /// The numbers of the pre-queue are drawn.
    #[must_use]
    pub fn drawn(self) -> Self {
        let phase = match self.phase {
            Phase::Closed => Phase::Queue,
            other => other,
        };
        Self { phase, ..self }
    }

    /// The phase.
    #[must_use]
    pub fn phase(self) -> Phase {
        self.phase
    }

    /// Whether newcomers get a place.
    #[must_use]
    pub fn gives_places(self) -> bool {
        !self.disabled && matches!(self.phase, Phase::PreQueue | Phase::Closed | Phase::Queue)
    }

    /// Whether the line may move.
    #[must_use]
    pub fn flows(self) -> bool {
        self.phase == Phase::Queue && self.paused_since.is_none() && !self.disabled
    }

    /// Holds everybody from `now` on.
    ///
    /// # Errors
    /// If the room is paused already, or over.
    pub fn pause(self, now: FlowMs) -> Result<Self, TransitionRefused> {
        match (self.phase, self.paused_since) {
            (Phase::PostQueue, _) => Err(TransitionRefused::Ended),
            (_, Some(_)) => Err(TransitionRefused::AlreadyPaused),
            (_, None) => Ok(Self {
                paused_since: Some(now),
                ..self
            }),
        }
    }

    /// Lets the line move again.
    ///
    /// # Errors
    /// If the room is not paused.
    pub fn resume(self) -> Result<Self, TransitionRefused> {
        self.paused_since.ok_or(TransitionRefused::NotPaused)?;
        Ok(Self {
            paused_since: None,
            ..self
        })
    }

    /// Everybody passes as if there were no room.
    ///
    /// # Errors
    /// If the room is disabled already.
    pub fn disable(self) -> Result<Self, TransitionRefused> {
        let enabled = !self.disabled;
        let disabled = Self { disabled: true, ..self };
        enabled.then_some(disabled).ok_or(TransitionRefused::AlreadyDisabled)
    }

    /// The room works again; who has a place has it still.
    ///
    /// # Errors
    /// If the room is not disabled.
    pub fn enable(self) -> Result<Self, TransitionRefused> {
        let enabled = Self {
            disabled: false,
            ..self
        };
        self.disabled.then_some(enabled).ok_or(TransitionRefused::NotDisabled)
    }

    /// Over: nobody is let through in this run any more.
    ///
    /// # Errors
    /// If it is over already.
    pub fn end(self) -> Result<Self, TransitionRefused> {
        match self.phase {
            Phase::PostQueue => Err(TransitionRefused::AlreadyEnded),
            _ => Ok(Self {
                phase: Phase::PostQueue,
                paused_since: None,
                ..self
            }),
        }
    }

    /// In a phase that is at least as far as the other's.
    pub(crate) fn further(self, other: Self) -> Self {
        let phase = self.phase.max(other.phase);
        Self { phase, ..self }
    }

    /// What is to hold after a failover: `lost` is where the room was by commits that are missing,
    /// `then` where it was taken up again. Switches that nobody touched since are as they were
    /// lost, and what was ended has ended.
    pub(crate) fn remembering(self, then: Self, lost: Self) -> Self {
        let touched = (self.paused_since, self.disabled) != (then.paused_since, then.disabled);
        let switches = if touched { self } else { lost };
        let ended =
            self.phase == Phase::PostQueue || (lost.phase == Phase::PostQueue && then.phase != Phase::PostQueue);
        match ended {
            true => Self {
                phase: Phase::PostQueue,
                paused_since: None,
                disabled: switches.disabled,
            },
            false => Self {
                phase: self.phase,
                ..switches
            },
        }
    }

    /// Whether the operator holds everybody.
    #[must_use]
    pub fn is_paused(self) -> bool {
        self.paused_since.is_some()
    }

    /// Since when the operator holds everybody.
    #[must_use]
    pub fn paused_since(self) -> Option<FlowMs> {
        self.paused_since
    }

    /// Whether everybody passes as if there were no room.
    #[must_use]
    pub fn is_disabled(self) -> bool {
        self.disabled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3_600_000;
    const SALE: Schedule = Schedule {
        start: Some(WallMs(10 * HOUR)),
        prequeue_ms: HOUR,
        end: Some(WallMs(12 * HOUR)),
    };

    #[test]
    fn the_schedule_leads_through_every_phase() {
        let mut life = Lifecycle::at_start(&SALE, WallMs(0));
        let mut seen = Vec::new();
        let mut draws = 0;
        while let Some(next) = life.next_change(&SALE) {
            assert_eq!(life.by_schedule(&SALE, WallMs(next.0 - 1)), life, "not a moment early");
            life = life.by_schedule(&SALE, next);
            seen.push(life.phase());
            if life.phase() == Phase::Closed {
                draws += 1;
                life = life.drawn();
            }
        }
        assert_eq!(seen, [Phase::PreQueue, Phase::Closed, Phase::PostQueue]);
        assert_eq!(draws, 1);
    }

    #[test]
    fn what_has_passed_is_skipped() {
        let at = |ms| Lifecycle::at_start(&SALE, WallMs(ms)).phase();
        assert_eq!(at(9 * HOUR - 1), Phase::Idle);
        assert_eq!(at(10 * HOUR + 14_999), Phase::PreQueue);
        assert_eq!(at(10 * HOUR + 15_000), Phase::Queue, "nobody was there to draw");
        assert_eq!(at(12 * HOUR), Phase::PostQueue);
        let always = Lifecycle::at_start(&Schedule::ALWAYS, WallMs(0));
        assert_eq!(
            (always.phase(), always.next_change(&Schedule::ALWAYS)),
            (Phase::Queue, None)
        );
    }

    #[test]
    fn what_is_already_so_is_refused() {
        let room = Lifecycle::at_start(&Schedule::ALWAYS, WallMs(0));
        let paused = room.pause(FlowMs(7)).expect("it ran");
        assert_eq!(paused.pause(FlowMs(8)), Err(TransitionRefused::AlreadyPaused));
        assert_eq!(paused.resume(), Ok(room));
        assert_eq!(room.resume(), Err(TransitionRefused::NotPaused));
        let disabled = room.disable().expect("it was enabled");
        assert!(!disabled.gives_places() && !disabled.flows());
        assert_eq!(disabled.disable(), Err(TransitionRefused::AlreadyDisabled));
        assert_eq!(disabled.enable(), Ok(room));
        assert_eq!(room.enable(), Err(TransitionRefused::NotDisabled));
        let ended = paused.end().expect("it ran");
        assert_eq!(
            (ended.end(), ended.pause(FlowMs(9))),
            (Err(TransitionRefused::AlreadyEnded), Err(TransitionRefused::Ended))
        );
        assert!(!ended.is_paused(), "nobody waits any more");
    }
}
