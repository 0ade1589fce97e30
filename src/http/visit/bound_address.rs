//! Binds a grant's token to an address, in rooms with `bind_address`.
//!
//! The address is the one that received the grant first. A lost answer is repeated byte for byte,
//! so a copied cookie yields no token for another address. Each node has its own record of these
//! addresses: if an answer is lost and the next request reaches another node, that node binds the
//! token to the address of that request.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use admission::redirects::repeats;
use admission::{Grant, WallMs};
use protocol::QueueId;
use protocol::queueittoken::HashedIp;

use crate::http::infra::client::RequestClient;
use crate::http::visit::Identified;
use crate::rooms::Place;

/// The maximum number of remembered grants; the oldest are forgotten first. The largest outflow
/// produces fewer grants on one node within the validity of a token.
const GRANTS_MAX: usize = 262_144;

type GrantKey = (QueueId, WallMs);

/// The addresses of the grants whose tokens are still valid.
#[derive(Debug, Default)]
pub(in crate::http) struct BoundAddresses(Mutex<AddressTable>);

#[derive(Debug, Default)]
struct AddressTable {
    addresses: HashMap<GrantKey, IpAddr>,
    order: VecDeque<GrantKey>,
}

impl BoundAddresses {
    /// Returns the address recorded first for a grant; records the given one if there is none.
    fn first(&self, (id, granted_at): GrantKey, address: IpAddr, now: WallMs) -> IpAddr {
        let mut bound = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        bound.forget(now);
        if let Some(first) = bound.addresses.get(&(id, granted_at)) {
            return *first;
        }
        if bound.order.len() == GRANTS_MAX {
            bound.pop();
        }
        bound.addresses.insert((id, granted_at), address);
        bound.order.push_back((id, granted_at));
        address
    }
}

impl AddressTable {
    fn forget(&mut self, now: WallMs) {
        let over = |(_, granted_at): &GrantKey| !repeats(*granted_at, now);
        while self.order.front().is_some_and(over) {
            self.pop();
        }
    }

    fn pop(&mut self) {
        if let Some(oldest) = self.order.pop_front() {
            self.addresses.remove(&oldest);
        }
    }
}

impl Identified<'_> {
    /// Returns the hashed address that binds a grant's token, if the room binds addresses. An
    /// unknown address binds nothing.
    pub(in crate::http) fn bound_address(&self, place: &Place, grant: &Grant) -> Option<HashedIp> {
        let (app, room) = (self.visit.app, &self.visit.state.settings);
        let address = room
            .bind_address
            .then(|| RequestClient::of(self.visit.parts, &app.trusted_proxies).address)??;
        let key = (place.queue_id, grant.granted_at);
        let first = app.bound.first(key, address, app.clock.wall());
        Some(HashedIp::new(&room.secret_key, first))
    }
}

#[cfg(test)]
mod tests {
    use admission::config::TOKEN_VALIDITY_MS;

    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([203, 0, 113, last])
    }

    fn key(n: u32, at: u64) -> GrantKey {
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&n.to_be_bytes());
        (QueueId::from_bytes(bytes), WallMs(at))
    }

    #[test]
    fn a_grant_keeps_the_address_that_was_told_first() {
        let bound = BoundAddresses::default();
        let now = WallMs(1_000);
        assert_eq!(bound.first(key(1, 1_000), address(1), now), address(1));
        assert_eq!(
            bound.first(key(1, 1_000), address(2), now),
            address(1),
            "the same grant"
        );
        assert_eq!(bound.first(key(1, 2_000), address(2), now), address(2), "the next one");
        let later = WallMs(1_000 + TOKEN_VALIDITY_MS);
        assert_eq!(bound.first(key(1, 1_000), address(3), later), address(3), "over");
    }

    #[test]
    fn no_more_than_the_bound_are_remembered() {
        let bound = BoundAddresses::default();
        for n in 0..=u32::try_from(GRANTS_MAX).expect("fits") {
            bound.first(key(n, 1_000), address(1), WallMs(1_000));
        }
        let held = bound.0.lock().expect("nobody panicked");
        assert_eq!((held.order.len(), held.addresses.len()), (GRANTS_MAX, GRANTS_MAX));
        assert!(!held.addresses.contains_key(&key(0, 1_000)), "the oldest went");
    }
}
