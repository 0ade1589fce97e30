//! The steps of a commit that change the room's lifecycle: the operator's controls, the schedule,
//! the draw, and the passing of time.

use super::Plan;
use crate::batch::Control;
use crate::lifecycle::{Lifecycle, Phase, TransitionRefused};
use crate::marks::{Mark, Marks};
use crate::opening::Gate;
use crate::order::{OrderKey, Window};
use crate::state::State;
use crate::units::{Number, Run, Sequence};

impl Plan<'_> {
    /// Gives a lane the run and the switches of its room's first lane, to which operators' controls
    /// go. This also updates a lane that was added, or was closed for a while.
    pub(crate) fn follow_room(&mut self) {
        let Some(lane) = self.batch.lane else { return };
        if let Some((run, lifecycle)) = lane.follows {
            self.follow(run, lifecycle);
        }
        self.state.ledger.shown |= lane.shown;
    }

    fn follow(&mut self, run: Run, room: Lifecycle) {
        if self.state.ledger.run != run && self.reset().is_ok() {
            self.state.ledger.run = run;
        }
        let own = self.state.ledger.lifecycle;
        let ended = |lifecycle: Lifecycle| lifecycle.phase() == Phase::PostQueue;
        let controls = [
            (own.is_disabled() && !room.is_disabled(), Control::Enable),
            (!own.is_disabled() && room.is_disabled(), Control::Disable),
            (own.is_paused() && !room.is_paused(), Control::Resume),
            (!own.is_paused() && room.is_paused(), Control::Pause),
            (!ended(own) && ended(room), Control::End),
        ];
        for (_, control) in controls.into_iter().filter(|(differs, _)| *differs) {
            // Refused only if the lane already has the room's state.
            _ = self.control(control);
        }
    }

    pub(crate) fn controls(&mut self) -> Vec<Result<(), TransitionRefused>> {
        let batch = self.batch;
        batch.controls.iter().map(|control| self.control(*control)).collect()
    }

    fn control(&mut self, control: Control) -> Result<(), TransitionRefused> {
        let ledger = &mut self.state.ledger;
        let lifecycle = ledger.lifecycle;
        ledger.lifecycle = match control {
            Control::Pause => lifecycle.pause(self.now.flow)?,
            Control::Resume => {
                let since = lifecycle.paused_since().unwrap_or(self.now.flow);
                ledger.validity.shift(self.now.flow.since(since));
                lifecycle.resume()?
            }
            Control::Disable => lifecycle.disable()?,
            Control::Enable => lifecycle.enable()?,
            Control::End => lifecycle.end()?,
            Control::Reset => return self.reset(),
        };
        Ok(())
    }

    fn reset(&mut self) -> Result<(), TransitionRefused> {
        let next = self.state.ledger.next_run(self.config, self.now)?;
        self.state = State::new(next);
        // The holders of leases may continue to let in visitors of the run that is over.
        self.state.ledger.outflow.outdate_leases();
        self.changed.clear();
        // Newcomers of the same commit are the first of the new run, and had no estimate before.
        self.next_before = self.state.ledger.next;
        self.numbered_before = self.state.ledger.numbered();
        Ok(())
    }

    pub(crate) fn pass_time(&mut self) {
        self.follow_schedule();
        let ledger = &mut self.state.ledger;
        ledger.outflow.advance(self.now.flow, self.config.max_outflow);
        if let Gate::Shut { until, full } = ledger.gate
            && until <= self.now.wall
            && ledger.lifecycle.phase() == Phase::Queue
        {
            ledger.gate = Gate::Opened {
                at: self.now.flow,
                full,
            };
            ledger.outflow.open(full);
        }
        // No commit may have happened while everybody was held, so permits that became due
        // meanwhile are dropped when the hold ends.
        if self.was_held || !ledger.flows() {
            ledger.outflow.hold();
        }
        ledger.re_entries.forget(self.now.flow);
    }

    fn follow_schedule(&mut self) {
        let ledger = &mut self.state.ledger;
        let before = ledger.lifecycle.phase();
        ledger.lifecycle = ledger.lifecycle.by_schedule(&self.config.schedule, self.now.wall);
        let phase = ledger.lifecycle.phase();
        if phase == Phase::PreQueue {
            ledger.order.open(ledger.next, self.now.flow);
        }
        if (before, phase) == (Phase::PreQueue, Phase::Closed) {
            ledger.order.close_prequeue(ledger.next);
            // Later arrivals must not pass waiting visitors. The line is hidden again once it is
            // empty.
            ledger.shown = true;
        }
        if (before, phase) == (Phase::Idle, Phase::Queue) {
            ledger.gate = Gate::of_start(self.config, self.now.wall);
        }
    }

    /// Draws the pre-queue once its key is known.
    pub(crate) fn draw(&mut self) {
        let current = self.is_current();
        let ledger = &mut self.state.ledger;
        let (Some(key), Phase::Closed, true) = (self.batch.draw_key, ledger.lifecycle.phase(), current) else {
            return;
        };
        ledger.lifecycle = ledger.lifecycle.drawn();
        ledger.gate = match self.config.schedule.flows() {
            Some(moment) => Gate::until(moment, self.config.opening),
            None => Gate::Steady,
        };
        if let Some(window) = ledger.order.draw_prequeue(OrderKey(key)) {
            self.number(window);
        }
    }

    /// Ends the open fairness window when its time is over, or when the serving line has reached
    /// it.
    pub(crate) fn close_window(&mut self) {
        let ledger = &mut self.state.ledger;
        let Some((since, from)) = ledger.order.open_since() else {
            return;
        };
        if ledger.lifecycle.phase() != Phase::Queue {
            return;
        }
        let over = self
            .config
            .fairness_ms
            .is_none_or(|span| self.now.flow.since(since) >= span);
        let reached = ledger.flows() && ledger.serving.notified_to() == Number(from.0);
        if (over && ledger.order.has_space()) || reached {
            let window = ledger.order.close_window(ledger.next, &self.batch.seed);
            window.into_iter().for_each(|window| self.number(window));
        }
    }

    /// Moves the marks of a window to the numbers that its visitors were given.
    fn number(&mut self, window: Window) {
        let unnumbered = std::mem::take(&mut self.state.unnumbered);
        let numbers = self.state.ledger.order.numbers_of(window);
        for mark in [Mark::Cancelled, Mark::Uncounted] {
            for place in unnumbered.places(mark) {
                let sequence = Sequence(window.from.0 + place.0);
                self.mark(numbers.number(sequence), mark);
            }
        }
        self.unnumbered_changed.clear();
        if unnumbered != Marks::default() {
            self.unnumbered_gone = Some((window.from, unnumbered.chunk_count()));
        }
    }
}
