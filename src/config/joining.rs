//! The keys of `[[room]]` that decide which visitors can take a place, and which pass:
//! `require_enqueue_token`, `invite_only`, `visitor_key`, `visitor_key_at`, `identity`,
//! `identity_at` and `bypass_ip_groups`.

mod asked_at;
mod identity;
pub(super) mod oidc;
pub(super) mod price;

use std::sync::Arc;

use admission::Phase;
use protocol::SecretKey;

use asked_at::asked_at;
pub use identity::{IdentityRule, IdentityVerifier};

use super::{ConfigProblems, Customer, DeclaredNames, IpGroup};

/// The conditions that a room sets for newcomers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joining {
    /// Whether newcomers need a valid enqueue token; default false.
    pub token_required: bool,
    /// Whether newcomers need a key on the room's list; default false.
    pub invite_only: bool,
    /// The rule for the key by which the site identifies the visitor; default none, or unique if
    /// the room is invite-only.
    pub key: KeyRule,
    /// Whether a key is needed only before the start, when a place is a ticket of the draw; default
    /// false.
    pub key_in_prequeue_only: bool,
    /// The identity that newcomers prove; default none.
    pub identity: Option<IdentityRule>,
    /// Groups whose visitors pass without a place; default none.
    pub bypass: Vec<Arc<IpGroup>>,
    /// The key that signs enqueue tokens which name no room.
    pub customer_key: SecretKey,
}

/// The rule for a visitor's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyRule {
    /// No key is needed.
    None,
    /// A key is needed.
    Required,
    /// A key is needed, and gets one place in a run.
    Unique,
}

impl Joining {
    /// The rule for visitors' keys in this phase of the room.
    #[must_use]
    pub fn key_rule(&self, phase: Phase) -> KeyRule {
        match self.key_in_prequeue_only && !is_before_start(phase) {
            true => KeyRule::None,
            false => self.key,
        }
    }

    /// Whether newcomers in this phase of the room need a key that is on its list.
    #[must_use]
    pub fn asks_for_invitations(&self, phase: Phase) -> bool {
        self.invite_only && self.key_rule(phase) != KeyRule::None
    }

    /// Whether newcomers in this phase of the room, or before the start that is ahead, need a key
    /// that is on its list.
    #[must_use]
    pub fn takes_invitations(&self, phase: Phase) -> bool {
        self.invite_only && (phase == Phase::Idle || self.asks_for_invitations(phase))
    }

    /// The rule by which newcomers in this phase of the room prove an identity, if they do.
    #[must_use]
    pub fn identity_rule(&self, phase: Phase) -> Option<&IdentityRule> {
        let rule = self.identity.as_ref();
        rule.filter(|rule| !rule.in_prequeue_only || is_before_start(phase))
    }

    /// Whether the room is open to all visitors at all times.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.token_required && self.key == KeyRule::None
    }
}

/// Returns whether a place of this phase is a ticket of the draw, or comes while its numbers are
/// drawn.
fn is_before_start(phase: Phase) -> bool {
    matches!(phase, Phase::PreQueue | Phase::Closed)
}

/// The keys as in the file.
#[derive(Debug)]
pub(super) struct RawJoining {
    pub(super) require_enqueue_token: bool,
    pub(super) invite_only: bool,
    pub(super) visitor_key: Option<String>,
    pub(super) visitor_key_at: Option<String>,
    pub(super) identity: Option<String>,
    pub(super) identity_at: Option<String>,
    pub(super) bypass_ip_groups: Vec<String>,
}

impl RawJoining {
    pub(super) fn check(
        self,
        owner: Option<&Customer>,
        groups: &[Arc<IpGroup>],
        declared: &DeclaredNames,
        problems: &mut ConfigProblems<'_>,
    ) -> Option<Joining> {
        let key = problems.take("visitor_key", key_rule(self.visitor_key.as_deref(), self.invite_only));
        let at = problems.take("visitor_key_at", asked_at(self.visitor_key_at.as_deref()));
        if self.visitor_key_at.is_some() && key == Some(KeyRule::None) {
            let message = "nobody needs a key: set visitor_key or invite_only, or take this key out";
            problems.add("visitor_key_at", message);
        }
        let identity = match identity::identity(self.identity.as_deref(), self.identity_at.as_deref()) {
            Ok(identity) => Some(identity),
            Err((key, message)) => {
                problems.add(key, message);
                None
            }
        };
        let named = self.bypass_ip_groups.iter().enumerate();
        let bypass = named.filter_map(|(index, id)| {
            let found = groups.iter().find(|group| group.id == *id).cloned();
            if found.is_none() && !DeclaredNames::has(&declared.ip_groups, id) {
                // Without a hint: customers must not learn which groups there are.
                let message = format!("no [[ip_group]] has the id {id:?}");
                problems.add(&format!("bypass_ip_groups[{index}]"), message);
            }
            found
        });
        let bypass = bypass.collect();
        Some(Joining {
            token_required: self.require_enqueue_token,
            invite_only: self.invite_only,
            key: key?,
            key_in_prequeue_only: at?,
            identity: identity?,
            bypass,
            customer_key: owner?.secret_key.clone(),
        })
    }
}

fn key_rule(text: Option<&str>, invite_only: bool) -> Result<KeyRule, String> {
    match text {
        None if invite_only => Ok(KeyRule::Unique),
        Some("none") if invite_only => {
            Err("who is invited is known by a key; take this key out, or invite_only".to_owned())
        }
        None | Some("none") => Ok(KeyRule::None),
        Some("required") => Ok(KeyRule::Required),
        Some("unique") => Ok(KeyRule::Unique),
        Some(other) => Err(format!("{other:?} is not one of \"none\", \"required\", \"unique\"")),
    }
}
