//! Counts how often each of many keys occurred within the last minute.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;

use client_address::Scope;
use ipnet::IpNet;

/// The maximum number of keys in a table. Beyond it, new keys are not recorded.
const KEYS_MAX: usize = 65_536;
/// The span, milliseconds.
const SPAN_MS: u64 = 60_000;
/// The minimum interval between sweeps for expired keys in a full table, milliseconds.
const SWEEP_MS: u64 = 1_000;

/// The maximum counts within the span, by the width of the network.
#[derive(Debug, Clone, Copy)]
pub(in crate::http) struct RateLimits {
    pub(in crate::http) client: usize,
    pub(in crate::http) subnet: usize,
    pub(in crate::http) provider: usize,
}

/// Counts by client, and by the networks of its subnet and of its provider.
#[derive(Debug)]
pub(in crate::http) struct ByNetwork {
    /// Networks of all three widths; `None` stands for unknown addresses.
    counts: Counts<Option<IpNet>>,
    most: RateLimits,
}

impl ByNetwork {
    pub(in crate::http) fn new(most: RateLimits) -> Self {
        Self {
            counts: Counts::default(),
            most,
        }
    }

    /// Returns the count of the client's provider; `None` for an unknown address.
    pub(in crate::http) fn of_provider(&self, client: Option<IpAddr>, now_ms: u64) -> Option<usize> {
        let provider = Scope::Provider.of(client?);
        Some(self.counts.lately(&Some(provider), now_ms))
    }

    /// Returns whether the client is below the maximum at every width.
    pub(in crate::http) fn allow(&self, client: Option<IpAddr>, now_ms: u64) -> bool {
        let mut keys = self.keys(client);
        keys.all(|(key, most)| self.counts.lately(&key, now_ms) < most)
    }

    /// Counts the client at every width, if [`Self::allow`] permits it.
    pub(in crate::http) fn note(&mut self, client: Option<IpAddr>, now_ms: u64) {
        if !self.allow(client, now_ms) {
            return;
        }
        for (key, _) in self.keys(client) {
            self.counts.note(key, now_ms);
        }
    }

    /// Removes a count that was noted at this time.
    pub(in crate::http) fn take_back(&mut self, client: Option<IpAddr>, at_ms: u64) {
        for (key, _) in self.keys(client) {
            self.counts.take_back(&key, at_ms);
        }
    }

    /// Returns the keys that count a client, each with its maximum.
    fn keys(&self, client: Option<IpAddr>) -> impl Iterator<Item = (Option<IpNet>, usize)> + use<> {
        let scopes = [
            (Scope::Provider, self.most.provider),
            (Scope::Subnet, self.most.subnet),
            (Scope::Client, self.most.client),
        ];
        let of = |address: IpAddr| scopes.map(|(scope, most)| (Some(scope.of(address)), most));
        let known = client.map(of).into_iter().flatten();
        known.chain(client.is_none().then_some((None, self.most.client)))
    }
}

/// The times at which each key occurred, oldest first.
#[derive(Debug)]
pub(in crate::http) struct Counts<K> {
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
    /// Returns how often a key occurred within the span.
    pub(in crate::http) fn lately(&self, key: &K, now_ms: u64) -> usize {
        let times = self.times_ms.get(key).into_iter().flatten();
        times.filter(|at_ms| !is_over(**at_ms, now_ms)).count()
    }

    /// Returns after how many milliseconds the oldest occurrence leaves the span; 0 if there is
    /// none.
    pub(in crate::http) fn wait_ms(&self, key: &K, now_ms: u64) -> u64 {
        let times = self.times_ms.get(key).into_iter().flatten();
        let mut left = times.map(|at_ms| (at_ms + SPAN_MS).saturating_sub(now_ms));
        left.find(|left_ms| *left_ms > 0).unwrap_or(0)
    }

    /// Counts a key, unless it would exceed `most` within the span or the table is full. Returns
    /// whether it was counted.
    pub(in crate::http) fn allow(&mut self, key: K, most: usize, now_ms: u64) -> bool {
        self.lately(&key, now_ms) < most && self.note(key, now_ms)
    }

    /// Counts a key whose maximum the caller has checked. Returns `false` if the table has no room
    /// for it.
    pub(in crate::http) fn note(&mut self, key: K, now_ms: u64) -> bool {
        if self.times_ms.len() >= KEYS_MAX && !self.times_ms.contains_key(&key) {
            if self.swept_ms.is_none_or(|swept_ms| swept_ms + SWEEP_MS <= now_ms) {
                self.swept_ms = Some(now_ms);
                let is_kept = |times: &VecDeque<u64>| times.back().is_some_and(|at_ms| !is_over(*at_ms, now_ms));
                self.times_ms.retain(|_, times| is_kept(times));
            }
            if self.times_ms.len() >= KEYS_MAX {
                return false;
            }
        }
        let times = self.times_ms.entry(key).or_default();
        while times.front().is_some_and(|at_ms| is_over(*at_ms, now_ms)) {
            times.pop_front();
        }
        times.push_back(now_ms);
        true
    }

    /// Removes an occurrence that was noted at this time.
    pub(in crate::http) fn take_back(&mut self, key: &K, at_ms: u64) {
        let Some(times) = self.times_ms.get_mut(key) else {
            return;
        };
        if let Some(found) = times.iter().rposition(|noted_ms| *noted_ms == at_ms) {
            times.remove(found);
        }
        if times.is_empty() {
            self.times_ms.remove(key);
        }
    }
}

fn is_over(at_ms: u64, now_ms: u64) -> bool {
    at_ms + SPAN_MS <= now_ms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_bound_new_keys_are_not_recorded_until_an_old_one_expires() {
        let mut counts = Counts::default();
        for key in 0..KEYS_MAX {
            assert!(counts.note(key, 0));
        }
        assert!(!counts.note(KEYS_MAX, 59_999));
        assert!(counts.note(7, 59_999), "who is known may go on");
        assert!(!counts.note(KEYS_MAX, 60_000), "not looked for again within a second");
        assert!(counts.note(KEYS_MAX, 61_000));
        assert_eq!(counts.times_ms.len(), 2, "the seventh and the newcomer");
    }

    /// A whole /32 cannot fill the table, which other clients need.
    #[test]
    fn refused_attempts_take_no_space() {
        let most = RateLimits {
            client: 10,
            subnet: 40,
            provider: 120,
        };
        let mut networks = ByNetwork::new(most);
        for n in 0..50_000_u32 {
            let address = IpAddr::V6(((0x2001_0db8_u128 << 96) | (u128::from(n) << 64)).into());
            networks.note(Some(address), 0);
        }
        assert!(networks.counts.times_ms.len() <= 2 * most.provider + 1);
        networks.take_back("192.0.2.1".parse().ok(), 0);
        networks.note("192.0.2.1".parse().ok(), 5);
        networks.take_back("192.0.2.1".parse().ok(), 5);
        assert_eq!(networks.of_provider("192.0.2.1".parse().ok(), 5), Some(0));
    }
}
