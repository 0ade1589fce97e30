//! The waiting room's address as given on the command line.

use std::fmt;
use std::str::FromStr;

use connector::Scheme;

/// An address `http(s)://host[:port][/path]`, split into the two parts that the connector takes.
/// The connector checks the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QueueAddress {
    pub(crate) scheme: Scheme,
    pub(crate) domain: String,
}

impl QueueAddress {
    /// Returns `scheme://host[:port]`, the form of a source in a content security policy.
    pub(crate) fn origin(&self) -> String {
        let host = self.domain.split('/').next().unwrap_or_default();
        format!("{}://{host}", self.scheme.as_str())
    }
}

impl fmt::Display for QueueAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme.as_str(), self.domain)
    }
}

/// The error of a text that is not such an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoAddress;

impl fmt::Display for NoAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the waiting room's address must look like https://queue.example or http://127.0.0.1:8080")
    }
}

impl std::error::Error for NoAddress {}

impl FromStr for QueueAddress {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Self, NoAddress> {
        let (scheme, domain) = text.split_once("://").ok_or(NoAddress)?;
        let scheme = [Scheme::Http, Scheme::Https]
            .into_iter()
            .find(|known| known.as_str() == scheme)
            .ok_or(NoAddress)?;
        let domain = domain.trim_end_matches('/').to_owned();
        if domain.is_empty() || domain.contains([' ', ';', ',']) {
            Err(NoAddress)
        } else {
            Ok(Self { scheme, domain })
        }
    }
}
