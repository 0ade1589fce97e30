//! The claim of a turn: where a place stands and, where it is its turn, the redirect.

use admission::presence::Channel;
use admission::{Grant, Standing};

use super::Identified;
use super::redirect::token_ends;
use crate::edge::query::IDENTIFIER_PARAMETER;
use crate::edge::told::Moment;
use crate::edge::trouble::Trouble;
use crate::room::{Known, Possession, TurnReply};

/// What a claim comes to.
#[derive(Debug)]
pub(in crate::edge) enum ClaimResult {
    /// Still waiting.
    Waiting(Moment),
    /// Off to this URL.
    Redirect(String),
}

/// Somebody's claim of a turn.
#[derive(Debug, Clone, Copy)]
pub(in crate::edge) struct TurnClaim {
    known: Known,
    possession: Possession,
    channel: Channel,
}

impl TurnClaim {
    /// The claim of a place's holder.
    #[must_use]
    pub(in crate::edge) fn new(known: Known, possession: Possession, channel: Channel) -> Self {
        Self {
            known,
            possession,
            channel,
        }
    }
}

impl Identified<'_> {
    /// Where a place stands, for somebody who does not hold it: records no presence and claims nothing.
    ///
    /// # Errors
    /// If the place is not good any more.
    pub(in crate::edge) fn view(&self, known: &Known) -> Result<Moment, Trouble> {
        let edge = self.visit.edge;
        match self
            .state
            .standing(known, edge.clock.jitter(), edge.load.stretch_percent())
        {
            Standing::FirstInLine(view) => Ok(Moment::Line { first: false, view }),
            standing => waiting(standing),
        }
    }

    /// Records that the holder of a place is present, and where it is their turn, asks for a permit. The
    /// target is looked at before a permit is spent on it. A claim may wait for a permit; what is said
    /// after it, is said by the commit of then.
    ///
    /// # Errors
    /// If the place is not good any more, or the target is foreign.
    pub(in crate::edge) async fn claim(&mut self, claim: TurnClaim) -> Result<ClaimResult, Trouble> {
        let view = match self.poll(&claim.known) {
            Standing::FirstInLine(view) => view,
            standing => return waiting(standing).map(ClaimResult::Waiting),
        };
        let target = self.target()?;
        let room = self.visit.room;
        let reply = room.turn(&claim.known, claim.possession, claim.channel).await;
        let first = |view| Ok(ClaimResult::Waiting(Moment::Line { first: true, view }));
        match reply {
            TurnReply::Go(grant) if self.is_used(&grant) => first(view),
            TurnReply::Go(grant) => {
                let known = &claim.known;
                tracing::debug!(room = room.name(), visitor.hash = %room.log_hash(&known.queue_id), "redirected");
                let identifier = room.open_identifier(known, self.visit.query.get(IDENTIFIER_PARAMETER));
                let url = self.redirect_url(known, &grant, identifier.as_ref(), &target);
                Ok(ClaimResult::Redirect(url))
            }
            TurnReply::Cancelled => Err(Trouble::Cancelled),
            TurnReply::Moved => Err(Trouble::Moved),
            TurnReply::LimitReached => Err(Trouble::RedirectLimit),
            TurnReply::Expired => Err(Trouble::Expired),
            TurnReply::Unknown => Err(Trouble::ForeignPlace),
            TurnReply::NotYet => {
                self.state = room.state();
                match self.poll(&claim.known) {
                    Standing::FirstInLine(now) => first(now),
                    _ => first(view),
                }
            }
        }
    }

    fn poll(&self, known: &Known) -> Standing {
        let edge = self.visit.edge;
        self.state.poll(known, edge.clock.jitter(), edge.load.stretch_percent())
    }

    /// Whether the site has refused this grant's token as used: the next one takes a permit of its own.
    fn is_used(&self, grant: &Grant) -> bool {
        self.visit.query.used_token() == Some(token_ends(grant))
    }
}

/// The moment of somebody who waits.
fn waiting(standing: Standing) -> Result<Moment, Trouble> {
    match standing {
        Standing::Unknown => Err(Trouble::ForeignPlace),
        Standing::Cancelled => Err(Trouble::Cancelled),
        Standing::Moved => Err(Trouble::Moved),
        Standing::Expired => Err(Trouble::Expired),
        Standing::Unnumbered(early) => Ok(Moment::Unnumbered(early)),
        Standing::InLine(view) => Ok(Moment::Line { first: false, view }),
        Standing::FirstInLine(view) => Ok(Moment::Line { first: true, view }),
    }
}
