//! `[oidc]`: the OpenID Connect provider at which visitors of rooms with `identity = "oidc"` sign
//! in. It belongs to the process like `[server]`, so the admin API does not change it.

use std::fmt;
use std::path::PathBuf;

use serde::Deserialize;
use url::{Host, Url};

use crate::config::ConfigProblems;

/// The provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OidcSettings {
    /// The issuer's address, exactly as the provider states it.
    pub issuer: String,
    /// The id of this server at the provider.
    pub client_id: String,
    /// The secret, if the provider requires one.
    pub secret: Option<OidcSecret>,
}

/// The source of the secret. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub enum OidcSecret {
    /// In the configuration.
    Value(Box<str>),
    /// In a separate file; a final line end does not belong to the secret.
    File(PathBuf),
}

impl fmt::Debug for OidcSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(_) => f.write_str("OidcSecret(redacted)"),
            Self::File(path) => write!(f, "OidcSecret({})", path.display()),
        }
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(in crate::config) struct RawOidc {
    issuer: String,
    client_id: String,
    client_secret: Option<String>,
    #[schema(value_type = Option<String>)]
    client_secret_file: Option<PathBuf>,
}

impl RawOidc {
    pub(in crate::config) fn check(self, problems: &mut ConfigProblems<'_>) -> Option<OidcSettings> {
        let issuer = problems.take("issuer", issuer(&self.issuer));
        let client_id = Some(self.client_id).filter(|id| !id.is_empty());
        if client_id.is_none() {
            problems.add("client_id", "the id that the provider gave this server is wanted");
        }
        let secret = match (self.client_secret, self.client_secret_file) {
            (Some(_), Some(_)) => {
                problems.add(
                    "client_secret_file",
                    "either client_secret or client_secret_file, not both",
                );
                return None;
            }
            (Some(value), None) if value.is_empty() => {
                problems.add("client_secret", "is empty; take this key out for a public client");
                return None;
            }
            (Some(value), None) => Some(OidcSecret::Value(value.into())),
            (None, Some(file)) => Some(OidcSecret::File(file)),
            (None, None) => None,
        };
        Some(OidcSettings {
            issuer: issuer?,
            client_id: client_id?,
            secret,
        })
    }
}

/// Whether nobody between this server and an address can read or change the traffic: https, or http
/// on this machine.
#[must_use]
pub(crate) fn is_safe_address(url: &Url) -> bool {
    match url.scheme() {
        "https" => true,
        "http" => match url.host() {
            Some(Host::Domain(name)) => name == "localhost",
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        },
        _ => false,
    }
}

/// Checks an issuer. The text is unchanged: providers are compared by it character for character.
fn issuer(text: &str) -> Result<String, String> {
    let url = Url::parse(text).ok();
    let is_plain = |url: &Url| url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    match url.filter(|url| is_plain(url) && is_safe_address(url)) {
        Some(_) => Ok(text.to_owned()),
        None => Err(format!(
            "{text:?} is no issuer, such as \"https://accounts.example.com\": https, or http on this machine, and no query"
        )),
    }
}
