//! The lifecycle of a room: idle → pre-queue → closed (the draw) → queue → post-queue, by schedule
//! and by operator.
//!
//! The phase only moves forward; a new run starts again with [`Lifecycle::at_start`]. There are
//! also two switches for the operator: paused (no visitor is let through while others keep
//! arriving) and disabled (all visitors pass as if there were no room). Every transition consumes
//! the state and returns the next one, or refuses.
//!
//! A schedule is evaluated by wall time at a commit: a phase begins with the first commit at or
//! after its scheduled time, for which the pool node wakes
//! ([`crate::ledger::Ledger::changes_in_ms`]). Phases missed while no node ran are skipped, because
//! no visitor arrived meanwhile.

use serde::{Deserialize, Serialize};

use crate::config::Schedule;
use crate::time::{FlowMs, WallMs};

/// The phase of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// Not open: visitors get no place.
    Idle,
    /// Visitors get a place, but no number yet.
    PreQueue,
    /// The pre-queue is closed and its numbers are not drawn yet.
    Closed,
    /// The line is open.
    Queue,
    /// The run is over.
    PostQueue,
}

/// A room's position in its lifecycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lifecycle {
    phase: Phase,
    paused_since: Option<FlowMs>,
    disabled: bool,
}

/// Why a transition was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
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
    /// Pause or resume of a room that has ended.
    #[error("the room has ended; a reset begins a new run")]
    Ended,
    /// Reset of a room that has used every run number that fits into a queue id.
    #[error("the room had its last run; give it a new id")]
    NoRunLeft,
}

impl Lifecycle {
    /// Returns the lifecycle of a run that begins at `now`. Phases whose time has passed are
    /// skipped.
    #[must_use]
    pub fn at_start(schedule: &Schedule, now: WallMs) -> Self {
        let idle = Self {
            phase: Phase::Idle,
            paused_since: None,
            disabled: false,
        };
        idle.by_schedule(schedule, now)
    }

    /// Applies the schedule to the phase at `now`. The caller is responsible for the draw: only
    /// [`Self::drawn`] leaves [`Phase::Closed`], unless the run ends.
    #[must_use]
    pub fn by_schedule(self, schedule: &Schedule, now: WallMs) -> Self {
        let reached = |moment: Option<WallMs>| moment.is_some_and(|moment| moment <= now);
        let cut_off = reached(schedule.cut_off());
        let phase = match self.phase {
            _ if reached(schedule.end) => Phase::PostQueue,
            Phase::Idle if schedule.start.is_none() || cut_off => Phase::Queue,
            Phase::Idle if reached(schedule.opens()) => Phase::PreQueue,
            // If the start was removed, there is nothing to wait for.
            Phase::PreQueue if schedule.start.is_none() || cut_off => Phase::Closed,
            same => same,
        };
        Self { phase, ..self }
    }

    /// Returns the next time at which [`Self::by_schedule`] can change something.
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

    /// Moves from the closed pre-queue to the queue, after its numbers were drawn.
    #[must_use]
    pub fn drawn(self) -> Self {
        let phase = match self.phase {
            Phase::Closed => Phase::Queue,
            other => other,
        };
        Self { phase, ..self }
    }

    /// Returns the phase.
    #[must_use]
    pub fn phase(self) -> Phase {
        self.phase
    }

    /// Returns whether newcomers get a place.
    #[must_use]
    pub fn gives_places(self) -> bool {
        !self.disabled && matches!(self.phase, Phase::PreQueue | Phase::Closed | Phase::Queue)
    }

    /// Returns whether the line can move.
    #[must_use]
    pub fn flows(self) -> bool {
        self.phase == Phase::Queue && self.paused_since.is_none() && !self.disabled
    }

    /// Lets no visitor through from `now` on.
    ///
    /// # Errors
    /// If the room is already paused or has ended.
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
    /// If the room is not paused, and another error if it has ended.
    pub fn resume(self) -> Result<Self, TransitionRefused> {
        match (self.phase, self.paused_since) {
            // A room that was paused when its time came has ended paused.
            (_, Some(_)) => Ok(Self {
                paused_since: None,
                ..self
            }),
            (Phase::PostQueue, None) => Err(TransitionRefused::Ended),
            (_, None) => Err(TransitionRefused::NotPaused),
        }
    }

    /// Lets all visitors pass as if there were no room.
    ///
    /// # Errors
    /// If the room is already disabled.
    pub fn disable(self) -> Result<Self, TransitionRefused> {
        let enabled = !self.disabled;
        let disabled = Self { disabled: true, ..self };
        enabled.then_some(disabled).ok_or(TransitionRefused::AlreadyDisabled)
    }

    /// Enables the room again; visitors keep the places that they have.
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

    /// Ends the run: nobody is let through in it any more.
    ///
    /// # Errors
    /// If the run has already ended.
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

    /// Returns this lifecycle with the later phase of the two.
    pub(crate) fn further(self, other: Self) -> Self {
        let phase = self.phase.max(other.phase);
        Self { phase, ..self }
    }

    /// Returns the lifecycle after a failover. `lost` is the room's lifecycle in lost commits,
    /// `then` the one from which the recovery continued. Switches that nobody changed since take
    /// their lost values, and a run that ended in lost commits has ended.
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

    /// Returns whether the operator paused the room.
    #[must_use]
    pub fn is_paused(self) -> bool {
        self.paused_since.is_some()
    }

    /// Returns when the operator paused the room.
    #[must_use]
    pub fn paused_since(self) -> Option<FlowMs> {
        self.paused_since
    }

    /// Returns whether everybody passes as if there were no room.
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
    fn phases_whose_time_has_passed_are_skipped() {
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
    fn redundant_transitions_are_refused() {
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
        assert_eq!(
            ended.resume(),
            Err(TransitionRefused::Ended),
            "a reset begins a new run"
        );
        assert!(!ended.is_paused(), "nobody waits any more");
    }
}
