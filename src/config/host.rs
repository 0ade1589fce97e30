//! Host names of customers and rooms, and `[[certificate]]`: the files of their certificates.
//!
//! A certificate contains the hosts that it is for, so the file does not repeat them. A host is
//! served with the first certificate that contains its name, else with the server's own if that
//! contains it. A host without a certificate is reported when the files are read
//! ([`crate::server::tls`]).

use std::borrow::Borrow;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use protocol::host_name::is_host_name;
use serde::Deserialize;
use url::Host;

use super::ConfigProblems;

/// The maximum number of own hosts of one customer, or of one room.
pub(super) const HOSTS_MAX: usize = 100;

/// A host name: lower-case ASCII (international names in their `xn--` form), without port and
/// without a final dot.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HostName(Box<str>);

/// The error for a text that is not a host name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a host name, such as \"queue.brand.example\": no scheme, no port, no wildcard, no address")]
pub struct InvalidHostName(String);

impl HostName {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for HostName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for HostName {
    type Err = InvalidHostName;

    fn from_str(text: &str) -> Result<Self, InvalidHostName> {
        match Host::parse(text) {
            Ok(Host::Domain(name)) if is_host_name(&name) => Ok(Self(name.into())),
            _ => Err(InvalidHostName(text.to_owned())),
        }
    }
}

/// The PEM files of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PemFiles {
    /// The chain, leaf first.
    pub cert: PathBuf,
    /// The private key.
    pub key: PathBuf,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCertificate {
    #[schema(value_type = String)]
    cert: PathBuf,
    #[schema(value_type = String)]
    key: PathBuf,
}

impl RawCertificate {
    pub(super) fn files(self) -> PemFiles {
        PemFiles {
            cert: self.cert,
            key: self.key,
        }
    }
}

/// Checks the names under `hosts` of a customer or a room.
pub(super) fn names(given: &[String], problems: &mut ConfigProblems<'_>) -> Vec<HostName> {
    if given.len() > HOSTS_MAX {
        problems.add("hosts", format!("at most {HOSTS_MAX} hosts, these are {}", given.len()));
    }
    let named = given.iter().take(HOSTS_MAX).enumerate();
    named
        .filter_map(|(index, text)| problems.take(&format!("hosts[{index}]"), text.parse()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_browsers_write_them() {
        let read = |text: &str| text.parse::<HostName>().map(|name| name.to_string());
        assert_eq!(read("Queue.Brand.Example"), Ok("queue.brand.example".to_owned()));
        assert_eq!(read("wärteraum.example"), Ok("xn--wrteraum-0za.example".to_owned()));
        for wrong in [
            "",
            "https://queue.example",
            "queue.example:8443",
            "queue.example.",
            "*.brand.example",
            "192.0.2.1",
            "[::1]",
            "-a.example",
            "a_b.example",
            "a..example",
            &format!("{}.example", "a".repeat(64)),
        ] {
            assert_eq!(read(wrong), Err(InvalidHostName(wrong.to_owned())));
        }
    }
}
