//! `[[customer]]`: who owns rooms, and the keys shared with their sites.

use protocol::{CustomerId, SecretKey};
use serde::Deserialize;

use super::look::RawLook;
use super::{HostName, Look, Problems, host};

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
    pub look: Look,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCustomer {
    id: String,
    secret_key: String,
    api_key: Option<String>,
    #[serde(default)]
    hosts: Vec<String>,
    logo: Option<String>,
    color: Option<String>,
}

impl RawCustomer {
    pub(super) fn check(self, problems: &mut Problems<'_>) -> Option<Customer> {
        let id = problems.take("id", self.id.parse());
        let secret_key = problems.take("secret_key", SecretKey::new(self.secret_key));
        let api_key = problems.take("api_key", self.api_key.map(SecretKey::new).transpose());
        let hosts = host::names(&self.hosts, problems);
        let look = RawLook {
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
