//! Limits wrong tokens for the admin API: per address, over all addresses, and in the log.
//!
//! An address (for IPv6 its /64) may send [`PER_ADDRESS_MAX`] wrong tokens within any minute.
//! Beyond that it has to wait, and a token that an operator may have chosen (`server.admin_token`)
//! is not checked meanwhile: otherwise a right guess would still succeed. Tokens made by the API
//! have 256 random bits and cannot be guessed. They work from every address at any time, so that a
//! guesser cannot lock out operators behind the same address (or behind a proxy that is missing
//! from `trusted_proxies`).
//!
//! All addresses together may send [`IN_ALL_MAX`] wrong tokens. Beyond that, one wrong token makes
//! an address wait. An address without a recent wrong token is always checked, so a right token
//! from another address is never refused.
//!
//! The counts are per node and in memory: after a restart, or on another node, they start at zero.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use client_address::Scope;
use ipnet::IpNet;

use crate::http::infra::rate_limit::Counts;

/// The maximum number of wrong tokens of one address within a minute.
pub(in crate::http) const PER_ADDRESS_MAX: usize = 20;
/// The number of wrong tokens of all addresses within a minute from which one alone makes an
/// address wait.
pub(in crate::http) const IN_ALL_MAX: usize = 600;
/// The span after which the log restarts its count, milliseconds.
const LOG_SPAN_MS: u64 = 60_000;

/// The wrong tokens of the last minute.
#[derive(Debug, Default)]
pub(in crate::http) struct WrongTokens(Mutex<RecentFailures>);

#[derive(Debug, Default)]
struct RecentFailures {
    addresses: Counts<Option<IpNet>>,
    all: Counts<()>,
    /// The start of the log's span, and the number of refusals since.
    counted: (u64, u64),
}

impl WrongTokens {
    /// Returns after how many milliseconds an address may try again; `None` if it may now.
    #[must_use]
    pub(in crate::http) fn wait_ms(&self, client: Option<IpAddr>, now_ms: u64) -> Option<u64> {
        let lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let address = client.map(|address| Scope::Client.of(address));
        let most = match lately.all.lately(&(), now_ms) >= IN_ALL_MAX {
            true => 1,
            false => PER_ADDRESS_MAX,
        };
        let is_over = lately.addresses.lately(&address, now_ms) >= most;
        is_over.then(|| lately.addresses.wait_ms(&address, now_ms))
    }

    /// Counts a wrong token of an address that may try. If the table is full, a new address is not
    /// recorded, so that no other address has to wait because of it.
    pub(in crate::http) fn note(&self, client: Option<IpAddr>, now_ms: u64) {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let address = client.map(|address| Scope::Client.of(address));
        _ = lately.addresses.allow(address, PER_ADDRESS_MAX, now_ms);
        _ = lately.all.allow((), IN_ALL_MAX, now_ms);
    }

    /// Counts a refusal for the log. Returns the count within the minute if it should be logged: at
    /// the 1st, 10th, 100th and so on.
    #[must_use]
    pub(in crate::http) fn count_for_log(&self, now_ms: u64) -> Option<u64> {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since_ms, count) = lately.counted;
        lately.counted = match count > 0 && now_ms < since_ms + LOG_SPAN_MS {
            true => (since_ms, count + 1),
            false => (now_ms, 1),
        };
        let (_, count) = lately.counted;
        (10_u64.pow(count.ilog10()) == count).then_some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> Option<IpAddr> {
        Some(text.parse().expect("an address"))
    }

    /// Sends wrong tokens until the address has to wait; returns how many.
    fn guess(wrong: &WrongTokens, client: Option<IpAddr>, now_ms: u64) -> usize {
        let mut tried = 0;
        while wrong.wait_ms(client, now_ms).is_none() {
            wrong.note(client, now_ms);
            tried += 1;
        }
        tried
    }

    #[test]
    fn an_address_waits_until_the_first_is_a_minute_ago_and_nobody_else_does() {
        let wrong = WrongTokens::default();
        assert_eq!(guess(&wrong, ip("192.0.2.1"), 5), PER_ADDRESS_MAX);
        assert_eq!(wrong.wait_ms(ip("192.0.2.1"), 1_005), Some(59_000));
        assert_eq!(wrong.wait_ms(ip("192.0.2.2"), 1_005), None);
        assert_eq!(wrong.wait_ms(ip("192.0.2.1"), 60_005), None);
        assert_eq!(guess(&wrong, ip("2001:db8::1"), 0), PER_ADDRESS_MAX);
        assert!(wrong.wait_ms(ip("2001:db8::2:3:4:5"), 0).is_some(), "the same /64");
        assert!(wrong.wait_ms(ip("2001:db8:0:1::1"), 0).is_none());
    }

    #[test]
    fn at_the_bound_of_all_one_is_enough_and_who_was_right_is_not_asked_to_wait() {
        let wrong = WrongTokens::default();
        let from = |n: usize| ip(&format!("10.0.{}.{}", n / 250, n % 250 + 1));
        let addresses = IN_ALL_MAX / PER_ADDRESS_MAX;
        for n in 0..addresses {
            assert_eq!(guess(&wrong, from(n), 0), PER_ADDRESS_MAX);
        }
        assert_eq!(guess(&wrong, from(addresses), 0), 1);
        assert_eq!(wrong.wait_ms(from(addresses + 1), 0), None, "was never wrong");
        assert_eq!(guess(&wrong, from(addresses), 60_000), PER_ADDRESS_MAX);
    }

    #[test]
    fn the_log_reports_ever_more_rarely() {
        let wrong = WrongTokens::default();
        let logged: Vec<u64> = (0..4_000).filter_map(|n| wrong.count_for_log(n / 5)).collect();
        assert_eq!(logged, [1, 10, 100, 1_000]);
        assert_eq!(wrong.count_for_log(60_000), Some(1));
    }
}
