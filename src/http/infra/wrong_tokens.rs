//! Wrong tokens at the operators' door: how many an address may try, how many all of them may, and
//! when the log says so.
//!
//! An address (of IPv6 its /64) may be wrong [`PER_ADDRESS_MAX`] times in any minute. Beyond that
//! it is told to wait, and a token that somebody may have chosen (`server.admin_token`) is not
//! looked at while it waits: otherwise a right guess would still open the door. Tokens that the API
//! made have 256 random bits, which nobody guesses: they open the door from everywhere and always,
//! so that nobody who shares an address with a guesser (or a proxy that is not in
//! `trusted_proxies`) locks the operators out.
//!
//! All addresses together may be wrong [`IN_ALL_MAX`] times. Beyond that one wrong token is enough
//! to make an address wait. An address that was not wrong lately is always looked at, so a right
//! token from another address is never refused.
//!
//! Per node and in memory: a restart forgives, and so does another node.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use client_address::Scope;
use ipnet::IpNet;

use crate::http::infra::rate_limit::Counts;

/// Wrong tokens of one address within a minute.
pub(in crate::http) const PER_ADDRESS_MAX: usize = 20;
/// Wrong tokens of all addresses within a minute before one alone is too many.
pub(in crate::http) const IN_ALL_MAX: usize = 600;
/// The log counts anew after so long, milliseconds.
const LOG_SPAN_MS: u64 = 60_000;

/// Wrong tokens of the last minute.
#[derive(Debug, Default)]
pub(in crate::http) struct WrongTokens(Mutex<RecentFailures>);

#[derive(Debug, Default)]
struct RecentFailures {
    addresses: Counts<Option<IpNet>>,
    all: Counts<()>,
    /// Since when the log counts, and how many there were since.
    counted: (u64, u64),
}

impl WrongTokens {
    /// In so many milliseconds an address may try again; `None` where it may now.
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

    /// Counts a wrong token of an address that may try. Where as many addresses are kept as may be,
    /// a stranger's is passed over: nobody else is to wait for that.
    pub(in crate::http) fn note(&self, client: Option<IpAddr>, now_ms: u64) {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let address = client.map(|address| Scope::Client.of(address));
        _ = lately.addresses.allow(address, PER_ADDRESS_MAX, now_ms);
        _ = lately.all.allow((), IN_ALL_MAX, now_ms);
    }

    /// Counts a refusal for the log; how many there were within the minute, if it is time to say
    /// so: at the 1st, 10th, 100th and so on.
    #[must_use]
    pub(in crate::http) fn told(&self, now_ms: u64) -> Option<u64> {
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

    /// Wrong as often as it may be; how often that was.
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
    fn the_log_is_told_ever_more_seldom() {
        let wrong = WrongTokens::default();
        let told: Vec<u64> = (0..4_000).filter_map(|n| wrong.told(n / 5)).collect();
        assert_eq!(told, [1, 10, 100, 1_000]);
        assert_eq!(wrong.told(60_000), Some(1));
    }
}
