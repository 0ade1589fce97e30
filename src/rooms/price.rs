//! The price of a place, as the pool node is expected to decide, and the number of newcomers who
//! were asked for one.
//!
//! Before a newcomer's command goes to the pool node, the engine's own function computes the price
//! by the last commit ([`RoomState::unpaid`]), so that a flood of newcomers who pay nothing makes
//! no commits. The engine and the store get hashes of networks under a key of the room and the run,
//! and no address ([`Room::networks_of`]).

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use admission::networks::{ClientNetworks, NetworkHash};
use admission::price::{PriceReason, PricedOrigin, UnpaidPrice};
use admission::voucher::{Voucher, VoucherHash};
use admission::{Run, WallMs};
use client_address::Scope;
use protocol::proof_of_work::PROOF_SECONDS_MAX;

use super::{Room, RoomState};

/// Newcomers who got no place because its price was not paid, on this node since it started.
/// Newcomers who retry count again. A price that holds at any rate of arrivals is not counted: it
/// says nothing about the crowd, and operators are alerted by these numbers.
#[derive(Debug, Default)]
pub(super) struct SlowedNewcomers {
    by_network: AtomicU64,
    by_rush: AtomicU64,
}

impl SlowedNewcomers {
    fn of(&self, reason: PriceReason) -> Option<&AtomicU64> {
        match reason {
            PriceReason::Network | PriceReason::Provider => Some(&self.by_network),
            PriceReason::Rush => Some(&self.by_rush),
            PriceReason::Standing => None,
        }
    }
}

impl Room {
    /// Returns the hashes of a client's networks, under a key of the room and this run. `caller` is
    /// the client that reports the address, if it is not the visitor's own: then the caller's
    /// subnet and provider count in place of the visitor's, so that reported addresses neither
    /// multiply places nor use up those of a provider. All unknown addresses are one network.
    #[must_use]
    pub fn networks_of(&self, run: Run, client: Option<IpAddr>, caller: Option<IpAddr>) -> ClientNetworks {
        let hash = |scope: Scope, kind: &str, address: Option<IpAddr>| {
            let network = address.map(|address| scope.of(address).to_string());
            let network = network.as_deref().unwrap_or("unknown");
            NetworkHash(self.shared.visitors.network(run.0, kind, network))
        };
        let subnet = match caller {
            Some(caller) => hash(Scope::Subnet, "caller", Some(caller)),
            None => hash(Scope::Subnet, "site", client),
        };
        ClientNetworks {
            client: hash(Scope::Client, "client", client),
            subnet,
            is_subnet_of_one: caller.is_none() && client.is_some_and(|client| client.to_canonical().is_ipv6()),
            provider: hash(Scope::Provider, "provider", caller.or(client)),
        }
    }

    /// Returns the hash of a client's network for proofs that pay a code by e-mail. It differs from
    /// that of [`Self::networks_of`], so a solution for a place does not pay a code.
    #[must_use]
    pub fn network_of_codes(&self, run: Run, client: Option<IpAddr>) -> NetworkHash {
        let network = client.map(|client| Scope::Client.of(client).to_string());
        let network = network.as_deref().unwrap_or("unknown");
        NetworkHash(self.shared.visitors.network(run.0, "code", network))
    }

    /// Returns the voucher of a proof of work or of patience that is valid today.
    #[must_use]
    pub fn voucher_of_proof(&self, id: &str) -> Voucher {
        let hash = VoucherHash(self.shared.visitors.proof_of_price(id));
        let ends_at = WallMs(self.shared.clock.wall().0 + PROOF_SECONDS_MAX * 1_000);
        Voucher::not_accepted_from(hash, Some(ends_at))
    }

    /// The number of newcomers from whom this node demanded a price, by its reason; 0 for
    /// [`PriceReason::Standing`], which is not counted.
    #[must_use]
    pub fn slowed_newcomers(&self, reason: PriceReason) -> u64 {
        let counted = self.shared.slowed.of(reason);
        counted.map_or(0, |counted| counted.load(Ordering::Relaxed))
    }

    /// Counts a newcomer who did not pay.
    pub(super) fn note_slowed(&self, unpaid: UnpaidPrice) {
        if let Some(counted) = self.shared.slowed.of(unpaid.reason) {
            counted.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl RoomState {
    /// The price that the newcomer would have to pay and has not paid, by this state's commit.
    #[must_use]
    pub fn unpaid(&self, origin: &PricedOrigin) -> Option<UnpaidPrice> {
        let snapshot = &self.published.snapshot;
        snapshot.unpaid(&self.settings.engine(), origin, self.now())
    }
}
