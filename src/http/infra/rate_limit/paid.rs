//! Limits requests for a code by e-mail that bring a proof which pays for it.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use super::counts::{ByNetwork, RateLimits};

/// The limits of these requests within a minute.
const PAID_MOST: RateLimits = RateLimits {
    client: 10,
    subnet: 40,
    provider: 300,
};

/// Requests within the last minute that brought a proof of work or of a wait. They are counted
/// apart from those without a proof: in a rush each visitor's first request brings none, and the
/// first requests of many would use up what a room allows before the visitors who did the work come
/// back. A room has no limit here, since a proof can be sent again and again: by that, a few
/// strangers could use the limit up. The commit that counts a code accepts each proof once.
#[derive(Debug)]
pub(in crate::http) struct PaidRequests(Mutex<ByNetwork>);

impl Default for PaidRequests {
    fn default() -> Self {
        Self(Mutex::new(ByNetwork::new(PAID_MOST)))
    }
}

impl PaidRequests {
    /// Counts a request. Returns `false` if it exceeds a limit. If the table of networks is full, a
    /// new network is not recorded, so that no client has to wait because others are many.
    #[must_use]
    pub(in crate::http) fn allow(&self, client: Option<IpAddr>, now_ms: u64) -> bool {
        let mut networks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let allowed = networks.allow(client, now_ms);
        if allowed {
            networks.note(client, now_ms);
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_tried_ten_times_a_minute_and_bars_nobody_else() {
        let paid = PaidRequests::default();
        let allowed = |address: &str, now_ms| paid.allow(Some(address.parse().expect("an address")), now_ms);
        let tried = (0..50).filter(|_| allowed("192.0.2.1", 0)).count();
        assert_eq!(tried, PAID_MOST.client);
        let of_a_48 = (0..500).filter(|n| allowed(&format!("2001:db8:7:{n:x}::1"), 0));
        assert_eq!(of_a_48.count(), PAID_MOST.subnet);
        let others = (0..1_000_u32).filter(|n| allowed(&format!("10.{}.{}.1", n % 10, n / 10), 0));
        assert_eq!(others.count(), 1_000, "a room has no limit of its own");
        assert!(!allowed("192.0.2.1", 59_999));
        assert!(allowed("192.0.2.1", 60_000), "the first is a minute ago");
    }
}
