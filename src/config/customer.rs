//! `[[customer]]`: the owners of rooms, and the keys shared with their sites.

use std::str::FromStr;

use crowdhandler::{AccountPublicKey, PrivateKey};
use protocol::{CustomerId, SecretKey};
use serde::Deserialize;

use super::branding::RawBranding;
use super::{Branding, ConfigProblems, HostName, host};

/// A customer.
#[derive(Debug, Clone)]
pub struct Customer {
    /// The customer's id, `c` in URLs.
    pub id: CustomerId,
    /// The key that signs tokens, shared with the site's connectors.
    pub secret_key: SecretKey,
    /// The key for the download of the integration configuration; without it the download is
    /// closed.
    pub api_key: Option<SecretKey>,
    /// The keys of CrowdHandler's API; without them the customer has no such API.
    pub crowdhandler: Option<CrowdHandlerKeys>,
    /// Hosts that serve this customer's rooms only, in addition to the server's own host; default
    /// none.
    pub hosts: Vec<HostName>,
    /// The branding of its rooms that set none.
    pub branding: Branding,
}

/// A customer's keys for CrowdHandler's API.
#[derive(Debug, Clone)]
pub struct CrowdHandlerKeys {
    /// Identifies the customer in calls; sites publish it.
    pub public: AccountPublicKey,
    /// Signs what integrations verify, and opens the private API.
    pub private: PrivateKey,
    /// The role of the private key in the private API.
    pub role: PrivateKeyRole,
}

/// The role of a private key in CrowdHandler's private API. Sites in hybrid mode hold the key to
/// sign with it, and need no role for that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PrivateKeyRole {
    /// No access.
    Nothing,
    /// Read everything except secrets.
    Read,
    /// Also change rates, stock and messages, and end sessions.
    Operate,
    /// Change everything that is the customer's own.
    #[default]
    Admin,
}

impl FromStr for PrivateKeyRole {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "none" => Ok(Self::Nothing),
            "read" => Ok(Self::Read),
            "operate" => Ok(Self::Operate),
            "admin" => Ok(Self::Admin),
            _ => Err("none, read, operate or admin is wanted"),
        }
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(super) struct RawCustomer {
    /// The customer's id, `c` in URLs.
    #[schema(pattern = "^[A-Za-z0-9-]{1,50}$")]
    id: String,
    /// The key that signs tokens, shared with the site's connectors. Never shown.
    #[schema(min_length = 1, write_only)]
    secret_key: String,
    /// The key for the download of the integration configuration; without it the download is
    /// closed. Never shown.
    #[schema(min_length = 1, write_only)]
    api_key: Option<String>,
    /// The public key of CrowdHandler's API, 64 hex digits; without it the customer has no such
    /// API.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    public_key: Option<String>,
    /// The private key that signs for CrowdHandler's integrations and opens their private API, 64
    /// hex digits. Never shown.
    #[schema(pattern = "^[0-9a-f]{64}$", write_only)]
    private_key: Option<String>,
    /// The role of the private key in CrowdHandler's private API; default `admin`.
    #[schema(pattern = "^(none|read|operate|admin)$")]
    private_key_role: Option<String>,
    /// Hosts that serve this customer's rooms only; default none.
    #[serde(default)]
    #[schema(max_items = 100)]
    hosts: Vec<String>,
    /// A picture beside the configuration or in the themes' directory, for rooms that set none.
    logo: Option<String>,
    /// The brand's colour, such as `#0b57d0`, for rooms that set none.
    #[schema(pattern = "^#[0-9A-Fa-f]{6}$")]
    color: Option<String>,
}

impl RawCustomer {
    pub(super) fn check(self, problems: &mut ConfigProblems<'_>) -> Option<Customer> {
        let id = problems.take("id", self.id.parse());
        let secret_key = problems.take("secret_key", SecretKey::new(self.secret_key));
        let api_key = problems.take("api_key", self.api_key.map(SecretKey::new).transpose());
        let role = self.private_key_role;
        let crowdhandler = crowdhandler_keys((self.public_key, self.private_key), role, problems);
        let hosts = host::names(&self.hosts, problems);
        let branding = RawBranding {
            logo: self.logo,
            color: self.color,
        };
        let branding = branding.check(problems);
        Some(Customer {
            id: id?,
            secret_key: secret_key?,
            api_key: api_key?,
            crowdhandler: crowdhandler?,
            hosts,
            branding,
        })
    }
}

/// Reads the keys of CrowdHandler's API: both or neither.
fn crowdhandler_keys(
    (public, private): (Option<String>, Option<String>),
    role: Option<String>,
    problems: &mut ConfigProblems<'_>,
) -> Option<Option<CrowdHandlerKeys>> {
    for (key, given, other, wanted) in [
        ("private_key", private.is_some(), "public_key", public.is_some()),
        ("public_key", public.is_some(), "private_key", private.is_some()),
    ] {
        if given && !wanted {
            problems.add(other, format!("is needed beside {key}; set it, or take {key} out"));
        }
    }
    if role.is_some() && private.is_none() {
        problems.add(
            "private_key_role",
            "there is no private_key whose role this could be; set it, or take this key out",
        );
    }
    let role = problems.take("private_key_role", role.map(|text| text.parse()).transpose())?;
    let public = problems.take(
        "public_key",
        public.map(|text| text.parse::<AccountPublicKey>()).transpose(),
    )?;
    let private = problems.take(
        "private_key",
        private.map(|text| text.parse::<PrivateKey>()).transpose(),
    )?;
    Some(public.zip(private).map(|(public, private)| CrowdHandlerKeys {
        public,
        private,
        role: role.unwrap_or_default(),
    }))
}
