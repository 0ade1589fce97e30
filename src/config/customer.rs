//! `[[customer]]`: who owns rooms, and the keys shared with their sites.

use protocol::{CustomerId, SecretKey};
use serde::Deserialize;

use super::branding::RawBranding;
use super::{Branding, ConfigProblems, HostName, host};

/// A customer.
#[derive(Debug, Clone)]
pub struct Customer {
    /// `c` in URLs.
    pub id: CustomerId,
    /// Signs tokens; the site's connectors hold the same.
    pub secret_key: SecretKey,
    /// Opens the download of the integration configuration; without it nobody may.
    pub api_key: Option<SecretKey>,
    /// Where its rooms alone answer, beside the server's own host; default none.
    pub hosts: Vec<HostName>,
    /// What its rooms look like that say nothing else.
    pub look: Branding,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(super) struct RawCustomer {
    /// `c` in URLs.
    #[schema(pattern = "^[A-Za-z0-9-]{1,50}$")]
    id: String,
    /// Signs tokens; the site's connectors hold the same. Never shown.
    #[schema(min_length = 1, write_only)]
    secret_key: String,
    /// Opens the download of the integration configuration; without it nobody may. Never shown.
    #[schema(min_length = 1, write_only)]
    api_key: Option<String>,
    /// Where its rooms alone answer; default none.
    #[serde(default)]
    #[schema(max_items = 100)]
    hosts: Vec<String>,
    /// A picture beside the configuration or in the themes' directory, for rooms that name none.
    logo: Option<String>,
    /// Such as `#0b57d0`, for rooms that name none.
    #[schema(pattern = "^#[0-9A-Fa-f]{6}$")]
    color: Option<String>,
}

impl RawCustomer {
    pub(super) fn check(self, problems: &mut ConfigProblems<'_>) -> Option<Customer> {
        let id = problems.take("id", self.id.parse());
        let secret_key = problems.take("secret_key", SecretKey::new(self.secret_key));
        let api_key = problems.take("api_key", self.api_key.map(SecretKey::new).transpose());
        let hosts = host::names(&self.hosts, problems);
        let look = RawBranding {
            logo: self.logo,
            color: self.color,
        };
        let look = look.check(problems);
        Some(Customer {
            id: id?,
            secret_key: secret_key?,
            api_key: api_key?,
            hosts,
            look,
        })
    }
}
