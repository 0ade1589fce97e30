//! The identity of a newcomer, if the room requires one: the browser stores it in a cookie of the
//! room. `anteroom_identity_<8 digits of the room>` holds a challenge, an attempt to sign in, or a
//! proof ([`protocol::identity`]); the server keeps none. A visitor with a place needs no identity.

use admission::Phase;
use http::HeaderValue;
use protocol::UnixSeconds;
use protocol::identity::sign_in::{SIGN_IN_SECONDS, SignIn};
use protocol::identity::{CODE_SECONDS, IdentityChallenge, IdentityContext, IdentityHash, PROOF_SECONDS};

use crate::config::IdentityRule;
use crate::http::infra::client::RequestClient;
use crate::http::visit::Visit;
use crate::http::visit::cookie::{cookie, pairs};
use crate::http::visit::error::VisitError;
use crate::oidc::Oidc;

/// The prefix of the name; 8 hex digits of the room follow.
const PREFIX: &str = "anteroom_identity_";

impl Visit<'_> {
    /// The rule by which the room now requires an identity from newcomers, if it does.
    pub(in crate::http) fn identity_rule(&self) -> Option<&IdentityRule> {
        let rule = self.state.settings.joining.identity.as_ref()?;
        let phase = self.state.published.snapshot.ledger().lifecycle.phase();
        let asks = !rule.in_prequeue_only || matches!(phase, Phase::PreQueue | Phase::Closed);
        asks.then_some(rule)
    }

    /// Returns the identity that the newcomer's browser proves; `None` if the room requires none.
    ///
    /// # Errors
    /// Returns [`VisitError::IdentityMissing`] if the room requires an identity and the browser
    /// proves none.
    pub(super) fn identity(&self) -> Result<Option<IdentityHash>, VisitError> {
        match self.identity_rule() {
            None => Ok(None),
            Some(_) => self.proven().map(Some).ok_or(VisitError::IdentityMissing),
        }
    }

    /// Returns the identity that the browser proves in this run of the room.
    pub(in crate::http) fn proven(&self) -> Option<IdentityHash> {
        let keys = &self.edge.identities;
        keys.proven(self.identity_context(), self.remembered()?, self.state.unix_seconds())
    }

    /// Returns the challenge for the code that was sent to this visitor, if the code is still
    /// valid.
    pub(in crate::http) fn challenge(&self) -> Option<IdentityChallenge> {
        let keys = &self.edge.identities;
        keys.open(self.identity_context(), self.remembered()?, self.state.unix_seconds())
    }

    /// Returns the sign-in attempt that the browser has started and that has not ended.
    pub(in crate::http) fn sign_in(&self, oidc: &Oidc) -> Option<SignIn> {
        oidc.keys
            .open(self.identity_context(), self.remembered()?, self.state.unix_seconds())
    }

    /// The context in which an identity counts.
    pub(in crate::http) fn identity_context(&self) -> IdentityContext<'_> {
        IdentityContext {
            room: self.room().name(),
            run: self.state.published.snapshot.run().0,
        }
    }

    /// Returns the `Set-Cookie` header by which the browser remembers a challenge.
    pub(in crate::http) fn remember_challenge(&self, challenge: &IdentityChallenge) -> HeaderValue {
        let text = self.edge.identities.seal(self.identity_context(), challenge);
        self.remember(&text, CODE_SECONDS)
    }

    /// Returns the `Set-Cookie` header by which the browser remembers an attempt to sign in.
    pub(in crate::http) fn remember_sign_in(&self, oidc: &Oidc, attempt: SignIn) -> HeaderValue {
        let text = oidc.keys.seal(self.identity_context(), attempt);
        self.remember(&text, SIGN_IN_SECONDS)
    }

    /// Returns the `Set-Cookie` header that deletes the cookie.
    pub(in crate::http) fn forget_identity(&self) -> HeaderValue {
        self.remember("", 0)
    }

    /// Returns the `Set-Cookie` header by which the browser remembers a proof.
    pub(in crate::http) fn remember_proof(&self, identity: IdentityHash) -> HeaderValue {
        let until = UnixSeconds(self.edge.clock.unix_seconds().0 + PROOF_SECONDS);
        let text = self.edge.identities.prove(self.identity_context(), identity, until);
        self.remember(&text, PROOF_SECONDS)
    }

    fn remember(&self, text: &str, seconds: u64) -> HeaderValue {
        let https = RequestClient::of(self.parts, &self.edge.trusted_proxies).https;
        cookie(&self.identity_cookie(), text, seconds, https)
    }

    fn remembered(&self) -> Option<&str> {
        let wanted = self.identity_cookie();
        pairs(&self.parts.headers).find_map(|(name, value)| (name == wanted).then_some(value))
    }

    fn identity_cookie(&self) -> String {
        format!("{PREFIX}{}", self.edge.identities.room_tag(self.room().name()))
    }
}
