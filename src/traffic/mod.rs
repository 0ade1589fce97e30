//! Statistics of the requests for places: by network, kind of browser, score and outcome. Pure;
//! `src/http/visit/gates.rs` records requests, `src/http/admin/figures.rs` shows them.
//!
//! Everything is in memory and per node, has a bound, and ends after 10 to 20 minutes
//! ([`activity`]). No address is stored: clients and networks are keyed hashes, under a key that is
//! drawn again every day and never stored. Only if the operator enables it
//! (`server.show_networks`), a network's prefix (IPv4 /24, IPv6 /48) is kept beside its hash, in
//! memory like everything else.
//!
//! A request for a place has a score from 0 to 100 ([`score`]): the sum of the weights of the
//! reasons that apply. A score has no effect unless a room's setting gives it one (`suspects`).
//! Operators can get e-mails about counts beyond a limit ([`alerts`](mod@alerts)).

mod activity;
mod agent;
mod alerts;
mod score;

use std::hash::Hasher;
use std::net::IpAddr;

use ipnet::IpNet;
use serde::Serialize;
use siphasher::sip::SipHasher24;

pub use activity::{
    AgentLine, EntryRequest, NetworkLine, OutcomeLine, ReasonLine, ScoreLine, TrafficOverview, TrafficTable,
};
pub use alerts::{AlertKind, AlertLimits, TrafficAlert, TrafficReading, TrafficTotals, alerts};
pub use score::{AnomalyScore, RequestHead, ScoreReason, Velocity};
pub use screening::{SUSPECT_FROM, SuspectAction, SuspectPolicy};

/// The outcome of a request at the gates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EntryOutcome {
    /// A newcomer goes on to get a place.
    Newcomer,
    /// The visitor has a place.
    Holder,
    /// The visitor bypasses the room by their address.
    Bypassed,
    /// The room has no line.
    NoLine,
    /// The visitor's address is blocked.
    Blocked,
    /// The newcomer is asked for work or patience.
    Challenged,
    /// The newcomer is asked for that by a soft block, of a rule or of a score.
    SoftBlocked,
    /// The newcomer's score is too high.
    Suspect,
    /// The newcomer lacks a token or a key, or is refused for another reason.
    Refused,
}

impl EntryOutcome {
    /// Every outcome, in the order of declaration.
    pub const ALL: [Self; 9] = [
        Self::Newcomer,
        Self::Holder,
        Self::Bypassed,
        Self::NoLine,
        Self::Blocked,
        Self::Challenged,
        Self::SoftBlocked,
        Self::Suspect,
        Self::Refused,
    ];

    /// Whether the visitor was refused.
    #[must_use]
    pub fn is_refused(self) -> bool {
        matches!(self, Self::Blocked | Self::Suspect | Self::Refused)
    }
}

/// A key for hashes that are compared within a day on one node. The hash is SipHash-2-4: without
/// the key, nobody can compute it or find two texts with the same one. Every page of a room takes a
/// hash, at a fraction of the cost of SHA-256.
#[derive(Clone)]
pub struct TrafficKey([u8; 16]);

impl TrafficKey {
    /// Makes a key from random bytes.
    #[must_use]
    pub fn new(random: [u8; 16]) -> Self {
        Self(random)
    }

    fn hash(&self, kind: &str, parts: &[&[u8]]) -> u64 {
        let mut hasher = SipHasher24::new_with_key(&self.0);
        hasher.write(kind.as_bytes());
        for part in parts {
            hasher.write_usize(part.len());
            hasher.write(part);
        }
        hasher.finish()
    }
}

impl std::fmt::Debug for TrafficKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TrafficKey(redacted)")
    }
}

/// Returns the network of one client: an IPv4 address, or the /64 of an IPv6 address.
fn client_network(address: IpAddr) -> IpNet {
    within(address, 32, 64)
}

/// Returns the network that is shown: /24 or /48.
fn shown_network(address: IpAddr) -> IpNet {
    within(address, 24, 48)
}

/// Returns a network's address for a hash: that of an IPv4 network as the IPv6 address to which it
/// is mapped, which belongs to no IPv6 network here.
fn octets(network: IpNet) -> [u8; 16] {
    match network.addr() {
        IpAddr::V4(address) => address.to_ipv6_mapped().octets(),
        IpAddr::V6(address) => address.octets(),
    }
}

fn within(address: IpAddr, v4: u8, v6: u8) -> IpNet {
    let address = address.to_canonical();
    let length = if address.is_ipv4() { v4 } else { v6 };
    let network = IpNet::new(address, length).expect("the length fits the version");
    network.trunc()
}
