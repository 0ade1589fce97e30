//! `identity` and `identity_at` of `[[room]]`: whether newcomers prove an identity.

use super::asked_at::asked_at;

/// How a room requires an identity from newcomers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdentityRule {
    /// How an identity is verified.
    pub by: IdentityVerifier,
    /// Whether an identity is required only before the start, when a place is a ticket of the draw.
    pub in_prequeue_only: bool,
}

/// How an identity is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentityVerifier {
    /// By a code that is sent to an e-mail address.
    Email,
    /// By signing in at the provider of `[oidc]`.
    Oidc,
}

/// Reads the keys.
///
/// # Errors
/// If a value is not known, with the key that contains it.
pub(in crate::config) fn identity(
    identity: Option<&str>,
    at: Option<&str>,
) -> Result<Option<IdentityRule>, (&'static str, String)> {
    let by = match identity {
        None | Some("none") => None,
        Some("email") => Some(IdentityVerifier::Email),
        Some("oidc") => Some(IdentityVerifier::Oidc),
        Some(other) => {
            return Err((
                "identity",
                format!("{other:?} is not one of \"none\", \"email\", \"oidc\""),
            ));
        }
    };
    let in_prequeue_only = asked_at(at).map_err(|message| ("identity_at", message))?;
    match by {
        None if at.is_some() => Err((
            "identity_at",
            "nobody is asked who they are: set identity, or take this key out".to_owned(),
        )),
        by => Ok(by.map(|by| IdentityRule { by, in_prequeue_only })),
    }
}
