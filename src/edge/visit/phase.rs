//! What people find where there is no line: the room is idle, over, or disabled. One answer for pages and polls.

use admission::Phase;
use protocol::RedirectType;

use super::Identified;
use super::redirect::pass_url;
use crate::config::Outside;
use crate::edge::told::Moment;
use crate::edge::trouble::Trouble;
use crate::room::RoomState;

/// What there is instead of a line.
#[derive(Debug, Clone)]
pub(in crate::edge) enum NoQueue {
    /// A page of ours.
    Page(Moment),
    /// Another address.
    Elsewhere(String),
}

/// Whether the room has a line now.
#[must_use]
pub(in crate::edge) fn has_queue(state: &RoomState<'_>) -> bool {
    let lifecycle = state.published.snapshot.ledger().lifecycle;
    let is_on = matches!(lifecycle.phase(), Phase::PreQueue | Phase::Closed | Phase::Queue);
    is_on && !lifecycle.is_disabled()
}

impl Identified<'_> {
    /// What there is instead of a line; `None` while there is one.
    ///
    /// # Errors
    /// If the room hides, or the target is foreign.
    pub(super) fn no_queue(&self) -> Result<Option<NoQueue>, Trouble> {
        let state = &self.state;
        let lifecycle = state.published.snapshot.ledger().lifecycle;
        let life = &state.settings.room.life;
        let known = self.visitor.known();
        let pass = |redirect_type| -> Result<NoQueue, Trouble> {
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
            Phase::Idle => (&life.before, Moment::Idle, RedirectType::Idle),
            Phase::PostQueue => (&life.after, Moment::Ended, RedirectType::AfterEvent),
            Phase::PreQueue | Phase::Closed | Phase::Queue => return Ok(None),
        };
        match choice {
            Outside::Page => Ok(Some(NoQueue::Page(moment))),
            Outside::Target => pass(redirect_type).map(Some),
            Outside::Special(address) => Ok(Some(NoQueue::Elsewhere(address.to_string()))),
            Outside::Hidden => Err(Trouble::UnknownRoom),
        }
    }
}
