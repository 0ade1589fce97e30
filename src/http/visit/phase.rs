//! The answer to visitors while the room has no line: it is idle, over, or disabled. Pages and
//! polls share it.

use admission::Phase;
use protocol::RedirectType;

use crate::config::IdleBehaviour;
use crate::http::visit::Identified;
use crate::http::visit::error::VisitError;
use crate::http::visit::redirect::pass_url;
use crate::http::visit::status_view::VisitorState;
use crate::rooms::RoomState;

/// The destination of a visitor while the room has no line.
#[derive(Debug, Clone)]
pub(in crate::http) enum NoQueue {
    /// A page of ours.
    Page(VisitorState),
    /// Another address.
    Elsewhere(String),
}

/// Returns whether the room has a line now.
#[must_use]
pub(in crate::http) fn has_queue(state: &RoomState) -> bool {
    let lifecycle = state.published.snapshot.ledger().lifecycle;
    let is_on = matches!(lifecycle.phase(), Phase::PreQueue | Phase::Closed | Phase::Queue);
    is_on && !lifecycle.is_disabled()
}

impl Identified<'_> {
    /// Returns the visitor's destination if the room has no line; `None` while it has one.
    ///
    /// # Errors
    /// Returns an error if the room hides, or if the target is foreign.
    pub(in crate::http) fn no_queue(&self) -> Result<Option<NoQueue>, VisitError> {
        let state = &self.visit.state;
        let lifecycle = state.published.snapshot.ledger().lifecycle;
        let life = &state.settings.room.life;
        let known = self.visitor.known();
        let pass = |redirect_type| -> Result<NoQueue, VisitError> {
            let now = self.visit.edge.clock.unix_seconds();
            let url = pass_url(&state.settings, known, redirect_type, now, &self.target()?);
            Ok(NoQueue::Elsewhere(url))
        };
        let (choice, moment, redirect_type) = match lifecycle.phase() {
            _ if lifecycle.is_disabled() => {
                let way = pass(RedirectType::Disabled)?;
                known.into_iter().for_each(|known| state.passed_on(known));
                return Ok(Some(way));
            }
            Phase::Idle => (&life.before, VisitorState::Idle, RedirectType::Idle),
            Phase::PostQueue => (&life.after, VisitorState::Ended, RedirectType::AfterEvent),
            Phase::PreQueue | Phase::Closed | Phase::Queue => return Ok(None),
        };
        match choice {
            IdleBehaviour::Page => Ok(Some(NoQueue::Page(moment))),
            IdleBehaviour::Target => pass(redirect_type).map(Some),
            IdleBehaviour::Special(address) => Ok(Some(NoQueue::Elsewhere(address.to_string()))),
            IdleBehaviour::Hidden => Err(VisitError::UnknownRoom),
        }
    }
}
