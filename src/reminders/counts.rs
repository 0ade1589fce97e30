//! Counts how often something is given within a day, by keyed hashes.

use std::fmt;
use std::net::IpAddr;

use client_address::Scope;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// How often recipients can be given within a day from one network, by its size. Many visitors
/// share an address of a company or a mobile network.
pub(crate) const NETWORKS_DAY_MAX: [(Scope, u32); 3] =
    [(Scope::Client, 100), (Scope::Subnet, 1_000), (Scope::Provider, 20_000)];

/// The day's counters in which a recipient counts, as keyed hashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DayCounts {
    /// The counters, the networks among them, and how often a day allows each.
    pub(crate) limits: Vec<([u8; 16], u32)>,
    /// The client, which is one of the networks.
    pub(crate) client: [u8; 16],
    /// The client's subnet, which is one of the networks.
    pub(crate) subnet: [u8; 16],
}

impl DayCounts {
    /// The hashes, for reading their counts.
    pub(crate) fn hashes(&self) -> Vec<[u8; 16]> {
        self.limits.iter().map(|(hash, _)| *hash).collect()
    }
}

/// The keyed hash of something whose count ends within minutes or hours. The hashes of a day's
/// counters are others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RecentHash(pub(crate) [u8; 16]);

/// The key for hashes of recipients and networks.
#[derive(Clone)]
pub(crate) struct DayHasher(Hmac<Sha256>);

impl DayHasher {
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        Self(Hmac::new_from_slice(key).expect("HMAC takes a key of any length"))
    }

    /// A hash of these bytes for one purpose.
    pub(crate) fn hash(&self, purpose: u8, bytes: &[u8]) -> [u8; 16] {
        let mut mac = self.0.clone();
        mac.update(&[purpose]);
        mac.update(bytes);
        let mac: [u8; 32] = mac.finalize().into_bytes().into();
        *mac.first_chunk().expect("32 bytes")
    }

    /// A hash of a text for one purpose on one day. The hashes of two days cannot be compared.
    pub(crate) fn of_day(&self, purpose: u8, text: &str, day: u64) -> [u8; 16] {
        self.hash(purpose, format!("{day} {text}").as_bytes())
    }

    /// Returns the counters of the networks around a client. All clients whose address is unknown
    /// count as one.
    pub(crate) fn networks(&self, purpose: u8, client: Option<IpAddr>, day: u64) -> DayCounts {
        self.networks_within(purpose, (client, day), NETWORKS_DAY_MAX)
    }

    /// Like [`Self::networks`], with other limits.
    pub(crate) fn networks_within(
        &self,
        purpose: u8,
        (client, day): (Option<IpAddr>, u64),
        most: [(Scope, u32); 3],
    ) -> DayCounts {
        let counter = |scope| self.of_day(purpose, &network(client, scope), day);
        DayCounts {
            limits: most.map(|(scope, most)| (counter(scope), most)).into(),
            client: counter(Scope::Client),
            subnet: counter(Scope::Subnet),
        }
    }
}

/// The text by which a network around a client is counted.
pub(crate) fn network(client: Option<IpAddr>, scope: Scope) -> String {
    // Nodes of other versions hash the same texts for unknown addresses.
    let unknown = match scope {
        Scope::Client => "Client",
        Scope::Subnet => "Site",
        Scope::Provider => "Provider",
    };
    client.map_or_else(|| unknown.to_owned(), |client| scope.of(client).to_string())
}

impl fmt::Debug for DayHasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DayHasher(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_addresses_count_under_the_texts_that_other_versions_hash() {
        let texts = [Scope::Client, Scope::Subnet, Scope::Provider].map(|scope| network(None, scope));
        assert_eq!(texts, ["Client", "Site", "Provider"]);
    }
}
