//! How often somebody may try what they should know. A code by which a place moves: an address 10 times in any minute, a room's codes 600 times. A code has 38 bits and lives for five minutes: against a
//! room that has a thousand live codes day and night, that rate finds one of them in most of a year. Only what is allowed is counted, so nobody is locked out for longer than a minute.
//!
//! Per node and in memory: a restart forgives, and so does another node. Not here: how often a place may have a code made, which is the engine's.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

/// Attempts of one address within [`SPAN_MS`].
pub(super) const ATTEMPTS_PER_ADDRESS_MAX: usize = 10;
/// Attempts before one room within [`SPAN_MS`], whoever makes them.
pub(super) const ATTEMPTS_PER_ROOM_MAX: usize = 600;
/// Keys that no list has, of one address within [`SPAN_MS`]: people who share an address mistype some, who guesses tries more.
pub(super) const WRONG_KEYS_MAX: usize = 30;
/// Addresses, and rooms, that are kept at most; beyond it whoever is not known must wait.
pub(super) const KEYS_MAX: usize = 65_536;
/// The span of all of these, milliseconds.
const SPAN_MS: u64 = 60_000;
/// Where as many are kept as may be, those whose attempts are over are looked for so often, milliseconds.
const SWEEP_MS: u64 = 1_000;

/// Attempts of the last minute.
#[derive(Debug, Default)]
pub(super) struct Attempts(Mutex<Lately>);

#[derive(Debug, Default)]
struct Lately {
    addresses: Counts<Option<IpAddr>>,
    rooms: Counts<String>,
}

impl Attempts {
    /// Counts an attempt, or says that it is one too many. A client without an address is one of all of them.
    #[must_use]
    pub(super) fn allow(&self, client: Option<IpAddr>, room: &str, now_ms: u64) -> bool {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let address = client.map(site_of);
        // An address that may not try takes nothing from what the room has.
        lately.addresses.allow(address, ATTEMPTS_PER_ADDRESS_MAX, now_ms)
            && lately.rooms.allow(room.to_owned(), ATTEMPTS_PER_ROOM_MAX, now_ms)
    }
}

/// Keys of the last minute that no list had, by address.
#[derive(Debug, Default)]
pub(super) struct WrongKeys(Mutex<Counts<Option<IpAddr>>>);

impl WrongKeys {
    /// Counts one. Where as many addresses are kept as may be, a stranger's is passed over: nobody else is to wait for that.
    pub(super) fn note(&self, client: Option<IpAddr>, now_ms: u64) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        _ = counts.allow(client.map(site_of), WRONG_KEYS_MAX, now_ms);
    }

    /// Whether an address has tried so many that it must wait.
    #[must_use]
    pub(super) fn are_too_many(&self, client: Option<IpAddr>, now_ms: u64) -> bool {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.lately(&client.map(site_of), now_ms) >= WRONG_KEYS_MAX
    }
}

/// What one subscriber has: an IPv4 address, or the /64 of an IPv6 one.
fn site_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    }
}

/// When each of many did something, oldest first.
#[derive(Debug)]
struct Counts<K> {
    times_ms: HashMap<K, VecDeque<u64>>,
    swept_ms: Option<u64>,
}

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self {
            times_ms: HashMap::new(),
            swept_ms: None,
        }
    }
}

impl<K: Hash + Eq> Counts<K> {
    /// How often within the last minute.
    fn lately(&self, key: &K, now_ms: u64) -> usize {
        let times = self.times_ms.get(key).into_iter().flatten();
        times.filter(|at_ms| *at_ms + SPAN_MS > now_ms).count()
    }

    fn allow(&mut self, key: K, most: usize, now_ms: u64) -> bool {
        let is_over = |at_ms: &u64| at_ms + SPAN_MS <= now_ms;
        if self.times_ms.len() >= KEYS_MAX && !self.times_ms.contains_key(&key) {
            if self.swept_ms.is_none_or(|swept_ms| swept_ms + SWEEP_MS <= now_ms) {
                self.swept_ms = Some(now_ms);
                self.times_ms
                    .retain(|_, times| times.back().is_some_and(|at_ms| !is_over(at_ms)));
            }
            if self.times_ms.len() >= KEYS_MAX {
                return false;
            }
        }
        let times = self.times_ms.entry(key).or_default();
        while times.front().is_some_and(is_over) {
            times.pop_front();
        }
        let allowed = times.len() < most;
        if allowed {
            times.push_back(now_ms);
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> Option<IpAddr> {
        Some(text.parse().expect("an address"))
    }

    #[test]
    fn an_address_has_ten_attempts_in_any_minute_and_is_never_locked_out() {
        let attempts = Attempts::default();
        let allowed = |at_ms| attempts.allow(ip("192.0.2.1"), "demo/sale", at_ms);
        for n in 0..ATTEMPTS_PER_ADDRESS_MAX as u64 {
            assert!(allowed(n * 1_000));
        }
        assert!(!allowed(30_000) && !allowed(59_999));
        assert!(allowed(60_000), "the first is a minute ago");
        assert!(!allowed(60_001), "the second is not");
        assert!(attempts.allow(ip("192.0.2.2"), "demo/sale", 30_000), "somebody else");
    }

    #[test]
    fn a_network_of_ipv6_is_one_client_however_it_is_written() {
        let attempts = Attempts::default();
        for n in 0..ATTEMPTS_PER_ADDRESS_MAX {
            assert!(attempts.allow(ip(&format!("2001:db8::{n}:1")), "demo/sale", 0));
        }
        assert!(!attempts.allow(ip("2001:db8::ffff:0:0:2"), "demo/sale", 0));
        assert!(attempts.allow(ip("2001:db8:0:1::1"), "demo/sale", 0));
        assert_eq!(site_of(ip("::ffff:192.0.2.1").unwrap()), ip("192.0.2.1").unwrap());
    }

    #[test]
    fn a_room_has_its_own_bound_which_addresses_beyond_theirs_do_not_use_up() {
        let attempts = Attempts::default();
        for n in 0..ATTEMPTS_PER_ROOM_MAX {
            assert_eq!(attempts.allow(None, "demo/sale", 0), n < ATTEMPTS_PER_ADDRESS_MAX);
        }
        let from = |n: usize| ip(&format!("10.0.{}.{}", n / 250, n % 250 + 1));
        let used = (0..700).filter(|n| attempts.allow(from(*n), "demo/sale", 0)).count();
        assert_eq!(used, ATTEMPTS_PER_ROOM_MAX - ATTEMPTS_PER_ADDRESS_MAX);
        assert!(attempts.allow(from(701), "demo/second", 0));
    }

    #[test]
    fn who_guesses_keys_waits_until_the_first_of_them_is_a_minute_ago() {
        let wrong = WrongKeys::default();
        for n in 0..WRONG_KEYS_MAX as u64 {
            assert!(!wrong.are_too_many(ip("192.0.2.1"), n));
            wrong.note(ip("192.0.2.1"), n);
        }
        wrong.note(ip("192.0.2.1"), 59_999);
        assert!(wrong.are_too_many(ip("192.0.2.1"), 59_999));
        assert!(!wrong.are_too_many(ip("192.0.2.1"), 60_000));
        assert!(!wrong.are_too_many(ip("192.0.2.2"), 59_999), "somebody else");
    }

    #[test]
    fn at_the_bound_strangers_wait_until_somebody_is_forgotten() {
        let mut counts = Counts::default();
        for key in 0..KEYS_MAX {
            assert!(counts.allow(key, 2, 0));
        }
        assert!(!counts.allow(KEYS_MAX, 2, 59_999));
        assert!(counts.allow(7, 2, 59_999), "who is known may go on");
        assert!(
            !counts.allow(KEYS_MAX, 2, 60_000),
            "not looked for again within a second"
        );
        assert!(counts.allow(KEYS_MAX, 2, 61_000));
        assert_eq!(counts.times_ms.len(), 2, "the seventh and the newcomer");
    }
}
