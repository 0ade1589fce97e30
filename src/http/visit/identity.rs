//! The identity of a newcomer, if the room requires one: the browser stores it in a cookie of the
//! room. `anteroom_identity_<8 digits of the room>` holds a challenge, an attempt to sign in, or a
//! proof ([`protocol::identity`]); the server keeps none. A visitor with a place needs no identity.
//!
//! A dot and the percent-encoded e-mail address follow a challenge, so that the page that asks for
//! the code can name the mailbox. The challenge has a hash of the mailbox, and no other is named.

use http::HeaderValue;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use protocol::UnixSeconds;
use protocol::identity::sign_in::{SIGN_IN_SECONDS, SignIn};
use protocol::identity::{CODE_SECONDS, IdentityChallenge, IdentityContext, IdentityHash, PROOF_SECONDS};

use crate::config::IdentityRule;
use crate::email::EmailAddress;
use crate::http::infra::client::RequestClient;
use crate::http::visit::Visit;
use crate::http::visit::cookie::{cookie, pairs};
use crate::http::visit::error::VisitError;
use crate::oidc::Oidc;

/// The prefix of the name; 8 hex digits of the room follow.
const PREFIX: &str = "anteroom_identity_";
/// Stands between a challenge and the address.
const BEFORE_ADDRESS: char = '.';

impl Visit<'_> {
    /// The rule by which the room now requires an identity from newcomers, if it does.
    pub(in crate::http) fn identity_rule(&self) -> Option<&IdentityRule> {
        let phase = self.state.published.snapshot.ledger().lifecycle.phase();
        self.state.settings.joining.identity_rule(phase)
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
        let keys = &self.app.identities;
        keys.proven(self.identity_context(), self.remembered()?, self.state.unix_seconds())
    }

    /// Returns the challenge for the code that was sent to this visitor, if the code is still
    /// valid.
    pub(in crate::http) fn challenge(&self) -> Option<IdentityChallenge> {
        let keys = &self.app.identities;
        let remembered = self.remembered()?;
        let challenge = remembered.split(BEFORE_ADDRESS).next().unwrap_or_default();
        keys.open(self.identity_context(), challenge, self.state.unix_seconds())
    }

    /// Returns the address to which the code of a challenge was sent, as the visitor typed it;
    /// `None` if the browser remembers none of this mailbox.
    pub(in crate::http) fn address_of(&self, challenge: &IdentityChallenge) -> Option<EmailAddress> {
        let (_, address) = self.remembered()?.split_once(BEFORE_ADDRESS)?;
        let address = percent_decode_str(address).decode_utf8().ok()?;
        let address: EmailAddress = address.parse().ok()?;
        (self.identity_of(&address) == challenge.identity).then_some(address)
    }

    /// Returns the identity of a mailbox in this run of the room.
    pub(in crate::http) fn identity_of(&self, address: &EmailAddress) -> IdentityHash {
        let run = self.state.published.snapshot.run();
        self.room().hash_of_identity(run, "email", &address.mailbox_name())
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

    /// Returns the `Set-Cookie` header by which the browser remembers a challenge and the address
    /// to which its code was sent.
    pub(in crate::http) fn remember_challenge(
        &self,
        challenge: &IdentityChallenge,
        address: &EmailAddress,
    ) -> HeaderValue {
        let challenge = self.app.identities.seal(self.identity_context(), challenge);
        let address = utf8_percent_encode(address.as_str(), NON_ALPHANUMERIC);
        self.remember(&format!("{challenge}{BEFORE_ADDRESS}{address}"), CODE_SECONDS)
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
        let until = UnixSeconds(self.app.clock.unix_seconds().0 + PROOF_SECONDS);
        let text = self.app.identities.prove(self.identity_context(), identity, until);
        self.remember(&text, PROOF_SECONDS)
    }

    fn remember(&self, text: &str, seconds: u64) -> HeaderValue {
        let https = RequestClient::of(self.parts, &self.app.trusted_proxies).https;
        cookie(&self.identity_cookie(), text, seconds, https)
    }

    fn remembered(&self) -> Option<&str> {
        let wanted = self.identity_cookie();
        pairs(&self.parts.headers).find_map(|(name, value)| (name == wanted).then_some(value))
    }

    fn identity_cookie(&self) -> String {
        format!("{PREFIX}{}", self.app.identities.room_tag(self.room().name()))
    }
}
