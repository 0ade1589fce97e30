//! Limits how often a client may try a secret within any minute.
//!
//! | | a client | a subnet | a provider | a room |
//! | --- | --- | --- | --- | --- |
//! | wrong transfer codes; signatures of a beacon | 10 | 40 | 120 | 600, of which 300 by providers that tried before |
//! | requests for a transfer code; e-mail addresses given | 10 | 40 | 300 | as above |
//! | requests for a code by e-mail that bring a proof ([`PaidRequests`]) | 10 | 40 | 300 | |
//! | keys on no list of invitations; wrong codes of a provider | 30 | 120 | 1,000 | |
//! | wrong priority codes in calls of integrations | 30 | 120 | 1,000 | 300 in a pool |
//!
//! A node verifies at most 1,200 signatures of beacons a minute, for all rooms together
//! ([`VerifiedSignatures`]).
//!
//! Beyond the limits of priority codes, a visitor who waits is still served: the node checks one
//! code a minute for each place ([`CodeGuesses`]).
//!
//! [`Scope`] defines client, subnet and provider: an IPv4 address, /24, /16; for IPv6 a /64, /48,
//! /32. No subscriber can use up a room's limit: all addresses of a /48 together have 40 attempts,
//! and half of the room's attempts are reserved for providers without an attempt within the minute.
//! No single provider can use up the other half: after 30 attempts within the minute, a provider
//! shares 150 attempts with all others in the same situation. All clients with an unknown address
//! count as one.
//!
//! A code has 38 bits and lives for five minutes: against a room with a thousand live codes at all
//! times, 600 attempts a minute take about 320 days on average to find one of them. Attempts with a
//! right code are taken back and do not count. Only allowed attempts count, so no client is locked
//! out for longer than a minute.
//!
//! The counts are per node and in memory: after a restart, or on another node, they start at zero.
//! The engine, not this module, limits how often a place can have a code made.
//!
//! [`Scope`]: client_address::Scope

mod counts;
mod paid;

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use protocol::QueueId;

pub(in crate::http) use counts::Counts;
use counts::{ByNetwork, RateLimits};
pub(in crate::http) use paid::PaidRequests;

/// The limits of wrong transfer codes within a minute.
const WRONG_CODES_MOST: RateLimits = RateLimits {
    client: 10,
    subnet: 40,
    provider: 120,
};
/// The limits of requests for a transfer code within a minute.
const CODES_ASKED_MOST: RateLimits = RateLimits {
    client: 10,
    subnet: 40,
    provider: 300,
};
/// The limits of unlisted keys within a minute: visitors who share an address mistype some, and a
/// guesser tries more.
const WRONG_KEYS_MOST: RateLimits = RateLimits {
    client: 30,
    subnet: 120,
    provider: 1_000,
};
/// The maximum number of attempts on one room within a minute, from all clients.
const ATTEMPTS_PER_ROOM_MAX: usize = 600;
/// The part of these that providers with an attempt within the minute may use; the rest is reserved
/// for other providers.
const ATTEMPTS_PER_ROOM_AGAIN_MAX: usize = 300;
/// The part of these that providers with more than [`FEW_ATTEMPTS_MAX`] attempts within the minute
/// may use.
const ATTEMPTS_PER_ROOM_MANY_MAX: usize = 150;
/// The number of attempts of a provider within the minute up to which they are few.
const FEW_ATTEMPTS_MAX: usize = 30;

/// The maximum number of signatures of a beacon that a node verifies within a minute, for all rooms
/// and clients together. A verification takes about a millisecond, so all of them take at most 2 %
/// of a processor.
const SIGNATURES_PER_NODE_MAX: usize = 1_200;

/// The number of wrong codes in calls about one pool within a minute, from all callers, beyond
/// which newcomers' codes are not checked.
const GUESSES_PER_POOL_MAX: usize = 300;

/// Attempts on rooms within the last minute: codes tried, or codes requested.
#[derive(Debug)]
pub(in crate::http) struct RateLimit(Mutex<RecentRequests>);

#[derive(Debug)]
struct RecentRequests {
    networks: ByNetwork,
    rooms: Counts<String>,
}

impl RateLimit {
    /// Creates the limit of transfer codes tried.
    #[must_use]
    pub(in crate::http) fn of_transfer_code_attempts() -> Self {
        Self::within(WRONG_CODES_MOST)
    }

    /// Creates the limit of signatures of a beacon, which is the same as that of codes tried.
    #[must_use]
    pub(in crate::http) fn of_beacon_signatures() -> Self {
        Self::within(WRONG_CODES_MOST)
    }

    /// Creates the limit of transfer codes requested.
    #[must_use]
    pub(in crate::http) fn of_transfer_code_requests() -> Self {
        Self::within(CODES_ASKED_MOST)
    }

    /// Creates the limit of e-mail addresses given, which is the same as that of codes requested.
    #[must_use]
    pub(in crate::http) fn of_email_addresses() -> Self {
        Self::within(CODES_ASKED_MOST)
    }

    fn within(most: RateLimits) -> Self {
        Self(Mutex::new(RecentRequests {
            networks: ByNetwork::new(most),
            rooms: Counts::default(),
        }))
    }

    /// Counts an attempt. Returns `false` if it exceeds a limit. If the table of networks is full,
    /// an attempt of a new network counts for the room only, so that no client has to wait because
    /// others are many.
    #[must_use]
    pub(in crate::http) fn allow(&self, client: Option<IpAddr>, room: &str, now_ms: u64) -> bool {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let most = match lately.networks.of_provider(client, now_ms) {
            Some(0) => ATTEMPTS_PER_ROOM_MAX,
            Some(..FEW_ATTEMPTS_MAX) | None => ATTEMPTS_PER_ROOM_AGAIN_MAX,
            Some(_) => ATTEMPTS_PER_ROOM_MANY_MAX,
        };
        let room = room.to_owned();
        // An address over its limit does not use up the room's limit, and vice versa.
        let allowed = lately.networks.allow(client, now_ms)
            && lately.rooms.lately(&room, now_ms) < most
            && lately.rooms.note(room, now_ms);
        if allowed {
            lately.networks.note(client, now_ms);
        }
        allowed
    }

    /// Takes back an attempt that was allowed at this time, since the code was right.
    pub(in crate::http) fn take_back(&self, client: Option<IpAddr>, room: &str, at_ms: u64) {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lately.networks.take_back(client, at_ms);
        lately.rooms.take_back(&room.to_owned(), at_ms);
    }
}

/// Signatures of beacons that this node verified within the last minute, from all clients.
#[derive(Debug, Default)]
pub(in crate::http) struct VerifiedSignatures(Mutex<Counts<()>>);

impl VerifiedSignatures {
    /// Counts a verification. Returns `false` if it exceeds the limit of the node.
    #[must_use]
    pub(in crate::http) fn allow(&self, now_ms: u64) -> bool {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lately.allow((), SIGNATURES_PER_NODE_MAX, now_ms)
    }
}

/// Unlisted invitation keys, or wrong codes of a provider, within the last minute.
#[derive(Debug)]
pub(in crate::http) struct WrongKeys(Mutex<ByNetwork>);

impl Default for WrongKeys {
    fn default() -> Self {
        Self(Mutex::new(ByNetwork::new(WRONG_KEYS_MOST)))
    }
}

impl WrongKeys {
    /// Counts a wrong key. If the table of networks is full, a new network is not recorded, so that
    /// no other client has to wait because of it.
    pub(in crate::http) fn note(&self, client: Option<IpAddr>, now_ms: u64) {
        let mut networks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        networks.note(client, now_ms);
    }

    /// Returns whether the client has to wait because of too many wrong keys from its networks.
    #[must_use]
    pub(in crate::http) fn are_too_many(&self, client: Option<IpAddr>, now_ms: u64) -> bool {
        let networks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !networks.allow(client, now_ms)
    }
}

/// Wrong priority codes in calls of integrations, within the last minute. The address of such a
/// call's visitor is only claimed by the caller, and the caller is a site's server, which also
/// calls for honest visitors: neither can be refused because of other callers' guesses. So beyond
/// the limits a code requires a place in line, and each place can try one code a minute: a guesser
/// has to wait for each guess, and a visitor with a right code gets an answer.
#[derive(Debug)]
pub(in crate::http) struct CodeGuesses(Mutex<RecentGuesses>);

#[derive(Debug)]
struct RecentGuesses {
    callers: ByNetwork,
    pools: Counts<String>,
    places: Counts<QueueId>,
}

impl Default for CodeGuesses {
    fn default() -> Self {
        Self(Mutex::new(RecentGuesses {
            callers: ByNetwork::new(WRONG_KEYS_MOST),
            pools: Counts::default(),
            places: Counts::default(),
        }))
    }
}

impl CodeGuesses {
    /// Counts a wrong code. `caller`: the real address of the call.
    pub(in crate::http) fn note(&self, caller: Option<IpAddr>, pool: &str, now_ms: u64) {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lately.callers.note(caller, now_ms);
        lately.pools.allow(pool.to_owned(), GUESSES_PER_POOL_MAX, now_ms);
    }

    /// Returns whether a code needs a place in line, because too many were wrong.
    #[must_use]
    pub(in crate::http) fn are_too_many(&self, caller: Option<IpAddr>, pool: &str, now_ms: u64) -> bool {
        let lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_pool = lately.pools.lately(&pool.to_owned(), now_ms);
        of_pool >= GUESSES_PER_POOL_MAX || !lately.callers.allow(caller, now_ms)
    }

    /// Counts a code that the holder of a place presents. Returns `false` if the place has
    /// presented a code within the minute, or if the table is full.
    #[must_use]
    pub(in crate::http) fn allow_place(&self, place: &QueueId, now_ms: u64) -> bool {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lately.places.allow(*place, 1, now_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: &str = "demo/sale";

    fn ip(text: &str) -> Option<IpAddr> {
        Some(text.parse().expect("an address"))
    }

    /// Returns how many attempts from these addresses are allowed at one moment.
    fn allowed(attempts: &RateLimit, addresses: impl Iterator<Item = String>) -> usize {
        addresses.filter(|text| attempts.allow(ip(text), ROOM, 0)).count()
    }

    #[test]
    fn a_client_has_ten_attempts_in_any_minute_and_is_never_locked_out() {
        let attempts = RateLimit::of_transfer_code_attempts();
        let allowed = |at_ms| attempts.allow(ip("192.0.2.1"), ROOM, at_ms);
        for n in 0..WRONG_CODES_MOST.client as u64 {
            assert!(allowed(n * 1_000));
        }
        assert!(!allowed(30_000) && !allowed(59_999));
        assert!(allowed(60_000), "the first is a minute ago");
        assert!(!allowed(60_001), "the second is not");
        assert!(attempts.allow(ip("192.0.2.2"), ROOM, 30_000), "somebody else");
    }

    #[test]
    fn a_subscriber_of_ipv6_is_one_client_however_it_is_written() {
        let attempts = RateLimit::of_transfer_code_attempts();
        let of_a_64 = (0..50).map(|n| format!("2001:db8::{n}:1"));
        assert_eq!(allowed(&attempts, of_a_64), WRONG_CODES_MOST.client);
        assert!(!attempts.allow(ip("2001:db8::ffff:0:0:2"), ROOM, 0));
        assert!(attempts.allow(ip("2001:db8:0:1::1"), ROOM, 0));
    }

    #[test]
    fn neither_a_48_nor_a_32_uses_up_what_a_room_has() {
        let attempts = RateLimit::of_transfer_code_attempts();
        let of_a_48 = (0..5_000).map(|n| format!("2001:db8:7:{n:x}::1"));
        assert_eq!(allowed(&attempts, of_a_48), WRONG_CODES_MOST.subnet);
        let of_a_32 = (0..5_000).map(|n| format!("2001:db8:{n:x}::1"));
        assert_eq!(
            allowed(&attempts, of_a_32),
            WRONG_CODES_MOST.provider - WRONG_CODES_MOST.subnet
        );
        for _ in 0..2 {
            assert!(attempts.allow(ip("2a00:1450::1"), ROOM, 0), "another provider, twice");
        }
    }

    #[test]
    fn half_of_a_rooms_attempts_are_kept_for_those_whose_network_tried_nothing_yet() {
        let attempts = RateLimit::of_transfer_code_attempts();
        let many = (0..5_000).map(|n| format!("10.{}.{}.{}", n % 20, n / 20 % 250, n / 5_000));
        assert_eq!(allowed(&attempts, many), ATTEMPTS_PER_ROOM_AGAIN_MAX);
        assert!(!attempts.allow(ip("10.0.251.1"), ROOM, 0), "that provider has tried");
        let others = (0..5_000).map(|n| format!("{}.{}.1.1", 11 + n / 250, n % 250));
        assert_eq!(
            allowed(&attempts, others),
            ATTEMPTS_PER_ROOM_MAX - ATTEMPTS_PER_ROOM_AGAIN_MAX
        );
        assert!(attempts.allow(ip("192.0.2.1"), "demo/second", 0), "another room");
    }

    #[test]
    fn a_few_providers_with_many_addresses_leave_half_to_those_who_try_again() {
        let attempts = RateLimit::of_email_addresses();
        let many = (0..5_000).map(|n| format!("10.{}.{}.{}", n % 2, n / 2 % 250, n / 500));
        assert_eq!(allowed(&attempts, many), ATTEMPTS_PER_ROOM_MANY_MAX);
        for n in 0..FEW_ATTEMPTS_MAX {
            let address = format!("192.0.{}.1", n / 5);
            assert!(
                attempts.allow(ip(&address), ROOM, 0),
                "attempt {n} of an ordinary provider"
            );
        }
        assert!(!attempts.allow(ip("192.0.77.1"), ROOM, 0), "it has had as many");
        assert!(attempts.allow(ip("192.0.77.1"), ROOM, 60_000), "a minute later");
    }

    #[test]
    fn the_unknown_are_one_client() {
        let attempts = RateLimit::of_transfer_code_attempts();
        let unknown = (0..5_000).filter(|_| attempts.allow(None, ROOM, 0)).count();
        assert_eq!(unknown, WRONG_CODES_MOST.client);
        assert!(attempts.allow(ip("192.0.2.1"), ROOM, 0));
    }

    #[test]
    fn attempts_that_were_right_count_for_nobody() {
        let attempts = RateLimit::of_transfer_code_attempts();
        for n in 0..5_000 {
            assert!(attempts.allow(ip("192.0.2.1"), ROOM, n));
            attempts.take_back(ip("192.0.2.1"), ROOM, n);
        }
    }

    #[test]
    fn all_clients_and_rooms_together_have_a_bounded_number_of_verifications() {
        let verified = VerifiedSignatures::default();
        let allowed = (0..5_000).filter(|n| verified.allow(n * 10)).count();
        assert_eq!(allowed, SIGNATURES_PER_NODE_MAX);
        assert!(!verified.allow(59_999));
        assert!(verified.allow(60_000), "the first is a minute ago");
    }

    #[test]
    fn a_guesser_of_keys_waits_until_the_first_guess_is_a_minute_ago() {
        let wrong = WrongKeys::default();
        for n in 0..WRONG_KEYS_MOST.client as u64 {
            assert!(!wrong.are_too_many(ip("192.0.2.1"), n));
            wrong.note(ip("192.0.2.1"), n);
        }
        wrong.note(ip("192.0.2.1"), 59_999);
        assert!(wrong.are_too_many(ip("192.0.2.1"), 59_999));
        assert!(!wrong.are_too_many(ip("192.0.2.1"), 60_000));
        assert!(!wrong.are_too_many(ip("192.0.2.2"), 59_999), "somebody else");
    }

    #[test]
    fn codes_in_calls_need_a_place_once_many_were_wrong_whoever_calls() {
        let guesses = CodeGuesses::default();
        let caller = |n: usize| ip(&format!("{}.0.2.1", 11 + n % 200));
        let mut free = 0;
        for n in 0..2_000 {
            if !guesses.are_too_many(caller(n), "shop", 0) {
                guesses.note(caller(n), "shop", 0);
                free += 1;
            }
        }
        assert_eq!(free, GUESSES_PER_POOL_MAX);
        assert!(guesses.are_too_many(ip("192.0.2.77"), "shop", 59_999), "a new caller");
        assert!(!guesses.are_too_many(ip("192.0.2.77"), "shop", 60_000));
        assert!(!guesses.are_too_many(ip("192.0.2.77"), "other", 0), "another pool");
        let places = [[1; 16], [2; 16]].map(QueueId::from_bytes);
        assert!(places.iter().all(|place| guesses.allow_place(place, 0)));
        assert!(!guesses.allow_place(&places[0], 59_999));
        assert!(guesses.allow_place(&places[0], 60_000));
    }

    #[test]
    fn one_caller_has_as_many_wrong_codes_as_wrong_keys() {
        let guesses = CodeGuesses::default();
        for pool in 0..WRONG_KEYS_MOST.client {
            assert!(!guesses.are_too_many(ip("192.0.2.1"), "shop", 0));
            guesses.note(ip("192.0.2.1"), &pool.to_string(), 0);
        }
        assert!(guesses.are_too_many(ip("192.0.2.1"), "shop", 0), "over all pools");
        assert!(!guesses.are_too_many(ip("192.0.2.2"), "shop", 0));
    }

    #[test]
    fn the_addresses_of_a_subnet_do_not_multiply_guesses_at_keys() {
        let wrong = WrongKeys::default();
        let mut tried = 0;
        for n in 0..5_000 {
            let address = ip(&format!("2001:db8:7:{n:x}::1"));
            if !wrong.are_too_many(address, 0) {
                wrong.note(address, 0);
                tried += 1;
            }
        }
        assert_eq!(tried, WRONG_KEYS_MOST.subnet);
        assert!(!wrong.are_too_many(ip("2001:db8:8::1"), 0), "another subnet");
    }
}
