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
    #[expect(
        dead_code,
        reason = "part of the contract's file; read once the integration config is served"
    )]
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
        let hosts = host::names(&self.hosts, problems);
        let look = RawLook {
            logo: self.logo,
            color: self.color,
        };
        let look = look.check(problems);
        Some(Customer {
            id: id?,
            secret_key: secret_key?,
            hosts,
            look,
        })
    }
}
