//! The answer to visitors while the room has no line: it is idle, over, or disabled. Pages and
//! polls share it.

use admission::Phase;
use protocol::RedirectType;

use crate::config::IdleBehaviour;
use crate::http::visit::Identified;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::{RETURN_PARAMETER, RETURN_TO_CROWDHANDLER};
use crate::http::visit::redirect::pass_url;
use crate::http::visit::status_view::VisitorState;
use crate::rooms::RoomState;

/// The destination of a visitor while the room has no line.
#[derive(Debug, Clone)]
pub(in crate::http) enum NoQueue {
    /// A page of this server.
    Page(VisitorState),
    /// Another address, which the room's configuration names instead of the page for this moment.
    Elsewhere(VisitorState, String),
    /// The target, because the room is disabled: everybody passes.
    Disabled(String),
}

/// Returns whether the room has a line now.
#[must_use]
pub(in crate::http) fn has_queue(state: &RoomState) -> bool {
    let lifecycle = state.published.snapshot.ledger().lifecycle;
    has_queue_in(lifecycle.phase()) && !lifecycle.is_disabled()
}

/// Returns whether a room that is not disabled has a line in a phase.
#[must_use]
pub(in crate::http) fn has_queue_in(phase: Phase) -> bool {
    matches!(phase, Phase::PreQueue | Phase::Closed | Phase::Queue)
}

impl Identified<'_> {
    /// Returns the visitor's destination if the room has no line; `None` while it has one.
    ///
    /// # Errors
    /// Returns an error if the room hides, or if the target is foreign.
    pub(in crate::http) fn no_queue(&self) -> Result<Option<NoQueue>, VisitError> {
        let state = &self.visit.state;
        let lifecycle = state.published.snapshot.ledger().lifecycle;
        let life = &state.settings.life;
        let place = self.visitor.place();
        let pass = |redirect_type| -> Result<String, VisitError> {
            let (now, target) = (state.unix_seconds(), self.target()?);
            Ok(pass_url(&state.settings, place, redirect_type, now, &target))
        };
        let (choice, visitor_state, redirect_type) = match lifecycle.phase() {
            _ if lifecycle.is_disabled() => return Ok(Some(NoQueue::Disabled(pass(RedirectType::Disabled)?))),
            Phase::Idle => (&life.before, VisitorState::Idle, RedirectType::Idle),
            Phase::PostQueue => (&life.after, VisitorState::Ended, RedirectType::AfterEvent),
            Phase::PreQueue | Phase::Closed | Phase::Queue => return Ok(None),
        };
        let address = match choice {
            IdleBehaviour::Page => return Ok(Some(NoQueue::Page(visitor_state))),
            // The site's integration checks the target and gets the answer to wait: it would
            // redirect the visitor back here at once.
            IdleBehaviour::Target if self.returns_to_crowdhandler() => return Ok(Some(NoQueue::Page(visitor_state))),
            IdleBehaviour::Target => pass(redirect_type)?,
            IdleBehaviour::Special(address) => address.to_string(),
            IdleBehaviour::Hidden => return Err(VisitError::UnknownRoom),
        };
        Ok(Some(NoQueue::Elsewhere(visitor_state, address)))
    }

    /// Whether the visitor came from a site with CrowdHandler's integrations.
    fn returns_to_crowdhandler(&self) -> bool {
        let way = self.visit.query.get(RETURN_PARAMETER);
        way.is_some_and(|way| way.starts_with(RETURN_TO_CROWDHANDLER))
    }
}
