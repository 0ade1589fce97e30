//! The gates before a room's line, in one order for all endpoints that serve a visitor.
//!
//! The order is abuse, address, phase, score, token and key. The protection against abuse comes
//! first: neither an address nor a phase of the room bypasses it. Then the firewall's rule for the
//! visitor's address decides, if there is one ([`crate::firewall`]). A visitor with a place needs
//! no token or key again; only a newcomer who would be given a place needs one.

use std::net::IpAddr;

use admission::Phase;
use protocol::enqueue_token::{EnqueueTokenContext, EnqueueTokenError, EnqueueTokenKeys, Unverified};
use protocol::{EnqueueToken, VisitorKey};
use screening::{AddressVerdict, Screening, SoftBlock, SuspectAction};

use crate::config::{Joining, KeyRule};
use crate::firewall::{AddressRule, FirewallAction};
use crate::http::infra::client::RequestClient;
use crate::http::infra::rate_limit::WrongKeys;
use crate::http::visit::error::VisitError;
use crate::http::visit::identify::Visitor;
use crate::http::visit::phase::NoQueue;
use crate::http::visit::query::{self, Query};
use crate::http::visit::redirect::bypass_url;
use crate::http::visit::{Identified, Visit};
use crate::rooms::EntryTicket;
use crate::traffic::AnomalyScore;

/// A gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum VisitGate {
    /// Stops addresses that try too many wrong keys.
    Abuse,
    /// Refuses visitors by their address, or lets them bypass the room.
    Address,
    /// Answers visitors while the room has no line.
    Phase,
    /// Refuses newcomers with a high score.
    Score,
    /// Requires a token, a key or an identity from newcomers, and the demanded price.
    Key,
}

/// The order of the gates. The line follows the last gate.
const ORDER: [VisitGate; 5] = [
    VisitGate::Abuse,
    VisitGate::Address,
    VisitGate::Phase,
    VisitGate::Score,
    VisitGate::Key,
];

/// A visitor at the gates.
struct GateCheck<'a> {
    identified: &'a Identified<'a>,
    /// The credentials of a newcomer; `None` if the endpoint gives newcomers no place.
    brings: Option<EntryCredentials<'a>>,
}

/// The credentials of a newcomer, as received.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::http) struct EntryCredentials<'a> {
    /// The enqueue token.
    pub(in crate::http) token: Option<&'a str>,
    /// The key, such as that of an invitation.
    pub(in crate::http) key: Option<&'a str>,
    /// Whether a browser asks for the room's page, so that its head can be judged.
    pub(in crate::http) is_page: bool,
}

impl<'a> EntryCredentials<'a> {
    /// Reads the credentials from a link: `enqueuetoken` and `code`.
    pub(in crate::http) fn of(query: &'a Query<'_>) -> Self {
        Self {
            token: query.get(protocol::enqueue_token::PARAMETER),
            key: query.get(query::KEY_PARAMETER),
            is_page: false,
        }
    }

    /// Reads the credentials from the link of the room's page.
    pub(in crate::http) fn of_page(query: &'a Query<'_>) -> Self {
        Self {
            is_page: true,
            ..Self::of(query)
        }
    }
}

/// The result of the gates.
#[derive(Debug)]
pub(in crate::http) enum VisitRoute {
    /// The visitor bypasses the room by their address, to this URL.
    Bypass(String),
    /// The room has no line.
    NoQueue(NoQueue),
    /// The visitor goes to the line; a newcomer joins with this ticket.
    Line(EntryTicket),
}

impl Identified<'_> {
    /// Leads the visitor through the gates. `brings` contains the credentials of a newcomer, or is
    /// `None` if the endpoint gives newcomers no place.
    ///
    /// # Errors
    /// Returns the error of the first gate that stops the visitor.
    pub(in crate::http) async fn pass_gates(
        &self,
        brings: Option<EntryCredentials<'_>>,
    ) -> Result<VisitRoute, VisitError> {
        let check = GateCheck {
            identified: self,
            brings,
        };
        let mut score = None;
        let route = check.lead(&mut score).await;
        if let Ok(route) = &route {
            self.record_passed_on(route);
        }
        if brings.is_some() {
            self.note_entry(&route, score);
        }
        route
    }

    /// Records that the holder of a place was sent to the target without a turn, if the gates sent
    /// the visitor there because of the address or because the room is disabled.
    fn record_passed_on(&self, route: &VisitRoute) {
        let is_passed_on = matches!(route, VisitRoute::Bypass(_) | VisitRoute::NoQueue(NoQueue::Disabled(_)));
        if let Some(place) = self.visitor.place().filter(|_| is_passed_on) {
            self.state().record_passed_on(place);
        }
    }

    /// Refuses a visitor whose address the firewall blocks, for endpoints that do not lead to a
    /// line.
    ///
    /// # Errors
    /// [`VisitError::Blocked`].
    pub(in crate::http) fn refuse_blocked(&self) -> Result<(), VisitError> {
        let check = GateCheck {
            identified: self,
            brings: None,
        };
        match check.screening().address_verdict() {
            AddressVerdict::Block(rule) => Err(check.blocked(rule)),
            AddressVerdict::Bypass(_) | AddressVerdict::Continue => Ok(()),
        }
    }

    /// Returns the soft block of the visitor's address, if it has one.
    pub(in crate::http) fn soft_block(&self) -> Option<SoftBlock> {
        let check = GateCheck {
            identified: self,
            brings: None,
        };
        check.screening().soft_block(self.scored_soft_block())
    }
}

impl GateCheck<'_> {
    /// Leads the visitor from gate to gate; sets `score` to that of a newcomer who would be given a
    /// place.
    async fn lead(&self, score: &mut Option<AnomalyScore>) -> Result<VisitRoute, VisitError> {
        for gate in ORDER {
            let passed = match gate {
                VisitGate::Abuse => self.abuse()?,
                VisitGate::Address => self.bypass()?.map(VisitRoute::Bypass),
                VisitGate::Phase => self.identified.no_queue()?.map(VisitRoute::NoQueue),
                VisitGate::Score => {
                    *score = self.score();
                    self.suspects(*score)?
                }
                VisitGate::Key => Some(VisitRoute::Line(self.bound_to_run(self.ticket(*score).await?))),
            };
            if let Some(admitted) = passed {
                return Ok(admitted);
            }
        }
        unreachable!("the last gate sends everybody on")
    }

    /// Returns the score of a newcomer who would be given a place. Addresses that the firewall
    /// exempts have none.
    fn score(&self) -> Option<AnomalyScore> {
        let brings = self.joins()?;
        let is_scored = self.screening().is_scored();
        is_scored.then(|| self.identified.score(brings.is_page))
    }

    fn suspects(&self, score: Option<AnomalyScore>) -> Result<Option<VisitRoute>, VisitError> {
        // Every poll passes here, and without a score the rules need not be checked.
        if score.is_none() {
            return Ok(None);
        }
        let action = self.screening().suspected(points_of(score));
        self.identified.visit.app.metrics.suspect(action);
        match action {
            SuspectAction::Refuse => {
                let room = self.identified.visit.room().name();
                tracing::debug!(room, score = points_of(score), "a suspect gets no place");
                return Err(VisitError::Suspect);
            }
            SuspectAction::SoftBlock => self.identified.block_softly(),
            SuspectAction::Nothing | SuspectAction::Work | SuspectAction::Behind => {}
        }
        Ok(None)
    }

    fn joining(&self) -> &Joining {
        &self.identified.state().settings.joining
    }

    /// Returns the credentials if the visitor is a newcomer who would be given a place.
    fn joins(&self) -> Option<EntryCredentials<'_>> {
        self.brings.filter(|_| self.identified.visitor == Visitor::Newcomer)
    }

    fn client(&self) -> Option<IpAddr> {
        RequestClient::of(self.identified.visit.parts, &self.identified.visit.app.trusted_proxies).address
    }

    /// Stops only newcomers to rooms whose keys can be guessed: other visitors are never refused
    /// because of others behind the same address.
    fn abuse(&self) -> Result<Option<VisitRoute>, VisitError> {
        let guesses = self.asks_for_invitations() && self.joins().is_some();
        // Every poll passes here, so the clock is read only for those whose guesses count.
        let now_ms = || self.identified.visit.app.clock.monotonic_ms();
        if guesses && self.wrong_keys().are_too_many(self.client(), now_ms()) {
            tracing::info!(room = self.identified.visit.room().name(), "too many keys were tried");
            return Err(VisitError::Overload);
        }
        Ok(None)
    }

    /// Returns the address to which a visitor bypasses the room, if the firewall says so.
    fn bypass(&self) -> Result<Option<String>, VisitError> {
        let rule = match self.screening().address_verdict() {
            AddressVerdict::Block(rule) => return Err(self.blocked(rule)),
            AddressVerdict::Continue => return Ok(None),
            AddressVerdict::Bypass(rule) => rule,
        };
        let room = self.identified.visit.room().name();
        let Some(address) = self.client() else {
            return Ok(None);
        };
        self.identified.visit.app.metrics.firewall(&rule.action);
        let now = self.identified.state().unix_seconds();
        let url = bypass_url(
            &self.identified.state().settings,
            address,
            now,
            &self.identified.target()?,
        );
        tracing::info!(room, rule = rule.source.id(), "passed by address");
        Ok(Some(url))
    }

    fn blocked(&self, rule: &AddressRule) -> VisitError {
        self.identified.visit.app.metrics.firewall(&rule.action);
        let room = self.identified.visit.room().name();
        tracing::debug!(room, rule = rule.source.id(), "refused by address");
        VisitError::Blocked
    }

    /// Returns the firewall's rule for the visitor's address.
    fn rule(&self) -> Option<&AddressRule> {
        let visit = &self.identified.visit;
        visit.app.rule_for(self.identified.state(), visit.parts)
    }

    /// Returns the settings that decide about the visitor by address and score.
    fn screening(&self) -> Screening<'_> {
        let room = &self.identified.state().settings;
        Screening {
            rule: self.rule(),
            policy: room.suspects,
            standard: room.price.engine.work.map(|work| work.standard),
        }
    }

    /// Returns the group whose line a newcomer joins because of the address, if the room accepts
    /// visitors into it now.
    fn prioritised(&self) -> Option<&str> {
        let group = self.joins().and_then(|_| self.rule())?.group()?;
        let state = self.identified.state();
        let is_there = state.accepts_codes() && state.room().lane_of_group(group).is_some();
        is_there.then_some(group)
    }

    async fn ticket(&self, score: Option<AnomalyScore>) -> Result<EntryTicket, VisitError> {
        let joining = self.joining();
        let Some(brings) = self.joins() else {
            return Ok(EntryTicket::default());
        };
        let visit = &self.identified.visit;
        let scored = self.identified.scored_soft_block();
        let demanded = self.screening().demanded(points_of(score), scored);
        let needs_identity = visit.identity_rule().is_some();
        let (key_rule, invites) = (joining.key_rule(self.phase()), self.asks_for_invitations());
        let is_open = !joining.token_required && key_rule == KeyRule::None;
        if is_open && !needs_identity {
            let group = self.prioritised();
            if group.is_some() {
                visit.app.metrics.firewall(&FirewallAction::Prioritise(String::new()));
                return Ok(EntryTicket::in_group(group));
            }
            return visit.priced(EntryTicket::default(), demanded);
        }
        // A room that requires neither token nor key reads none.
        let token = brings.token.filter(|_| !is_open);
        let token = token.map(|text| self.token(text)).transpose();
        let token = token.map_err(|error| self.stopped(of_refused_token(error), error))?;
        if joining.token_required && token.is_none() {
            return Err(VisitError::EnqueueToken);
        }
        let key = self.key(brings.key, token.as_ref());
        if key_rule != KeyRule::None && key.is_none() {
            return Err(match (invites, brings.key) {
                (false, _) => VisitError::KeyMissing,
                (true, None) => VisitError::InvitationMissing,
                // No key has this form.
                (true, Some(_)) => VisitError::InvitationInvalid,
            });
        }
        if let Some(key) = key.as_ref().filter(|_| invites) {
            self.invited(key).await?;
        }
        let unique = key.filter(|_| key_rule == KeyRule::Unique);
        let identity = visit.identity()?;
        let ticket = visit.priced(visit.room().ticket(token.as_ref(), unique.as_ref()), demanded)?;
        Ok(ticket.identified(identity))
    }

    /// Binds a ticket to the run of these gates if another run can judge otherwise: a room that
    /// asks only before the start asks again in the next run, and proofs and identities are those
    /// of one run. All other newcomers are only counted in the commit.
    fn bound_to_run(&self, ticket: EntryTicket) -> EntryTicket {
        let joining = self.joining();
        let is_judged = !joining.is_open() || joining.identity.is_some() || ticket.is_vouched();
        if !is_judged {
            return ticket;
        }
        ticket.judged_in(self.identified.state().published.snapshot.run())
    }

    /// Returns whether newcomers now need a key that is on the room's list.
    fn asks_for_invitations(&self) -> bool {
        self.joining().asks_for_invitations(self.phase())
    }

    fn phase(&self) -> Phase {
        let snapshot = &self.identified.state().published.snapshot;
        snapshot.ledger().lifecycle.phase()
    }

    /// Verifies an enqueue token, except for whether it was used before.
    fn token(&self, text: &str) -> Result<EnqueueToken, EnqueueTokenError> {
        let room = &self.identified.state().settings;
        let keys = EnqueueTokenKeys {
            room: &room.secret_key,
            customer: &room.joining.customer_key,
        };
        let expected = EnqueueTokenContext {
            customer: &room.customer,
            room: &room.id,
            now: self.identified.state().now().wall,
            address: self.client(),
        };
        Unverified::parse(text)?.verify(&keys, &expected)
    }

    /// Returns the key that the site confirms by its token, or that has to be confirmed by the list
    /// of invitations. A key from a link is read only if the room has such a list.
    fn key(&self, linked: Option<&str>, token: Option<&EnqueueToken>) -> Option<VisitorKey> {
        let linked = linked.filter(|_| self.asks_for_invitations());
        let signed = || token?.content.key.as_deref();
        linked.or_else(signed)?.parse().ok()
    }

    fn wrong_keys(&self) -> &WrongKeys {
        let Visit { app, parts, .. } = &self.identified.visit;
        app.wrong_keys_of(parts)
    }

    async fn invited(&self, key: &VisitorKey) -> Result<(), VisitError> {
        let invites = self.identified.visit.room().invites();
        let listed = invites.since(invites.id(key)).await.map_err(|error| {
            tracing::error!(room = self.identified.visit.room().name(), error = %error, "the list of invites cannot be read");
            VisitError::Holding
        })?;
        if listed.is_none() {
            let now_ms = self.identified.visit.app.clock.monotonic_ms();
            self.wrong_keys().note(self.client(), now_ms);
            return Err(self.stopped(VisitError::InvitationInvalid, "the key is not on the list"));
        }
        Ok(())
    }

    fn stopped(&self, error: VisitError, reason: impl std::fmt::Display) -> VisitError {
        tracing::info!(room = self.identified.visit.room().name(), reason = %reason, "a newcomer may not join");
        error
    }
}

/// Returns the error of a token that a check refuses. Only the holder of a genuine token learns
/// that it has expired.
fn of_refused_token(error: EnqueueTokenError) -> VisitError {
    match error {
        EnqueueTokenError::Expired => VisitError::EnqueueTokenOver,
        _ => VisitError::EnqueueTokenInvalid,
    }
}

fn points_of(score: Option<AnomalyScore>) -> Option<u8> {
    score.map(|score| score.points())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lets_past_stands_behind_the_protection_against_abuse() {
        let at = |gate| ORDER.iter().position(|other| *other == gate);
        assert_eq!(at(VisitGate::Abuse), Some(0));
        assert_eq!(at(VisitGate::Key), Some(ORDER.len() - 1));
        assert!(
            at(VisitGate::Address) < at(VisitGate::Phase),
            "who passes by address passes a room of any phase"
        );
    }
}
