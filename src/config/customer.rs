//! `[[customer]]`: who owns rooms, and the keys shared with their sites.

use protocol::{CustomerId, SecretKey};
use serde::Deserialize;

use super::{HostName, Problems, host};

/// A customer.
#[derive(Debug, Clone)]
pub struct Customer {
    /// `c` in URLs.
    pub id: CustomerId,
    /// Signs tokens; the site's connectors hold the same.
    pub secret_key: SecretKey,
    /// Where its rooms alone answer, beside the server's own host; default none.
    pub hosts: Vec<HostName>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCustomer {
    id: String,
    secret_key: String,
    #[expect(
        dead_code,
        reason = "part of the contract's file; read once the integration config is served"
    )]
    api_key: Option<String>,
    #[serde(default)]
    hosts: Vec<String>,
}

impl RawCustomer {
    pub(super) fn check(self, problems: &mut Problems<'_>) -> Option<Customer> {
        let id = problems.take("id", self.id.parse());
        let secret_key = problems.take("secret_key", SecretKey::new(self.secret_key));
        let hosts = host::names(&self.hosts, problems);
        Some(Customer {
            id: id?,
            secret_key: secret_key?,
            hosts,
        })
    }
}
