//! The open connections of this process: their number, in total and per address, and which of them
//! is evicted when there are too many.
//!
//! A new connection is refused only if every examined connection is busy with a request. Otherwise
//! a connection without a request is ended in its favour: first one that has never sent a request,
//! then the one that has been idle longest; browsers silently open another. Thus an attacker's
//! silent connections displace only each other, and people behind one address of a mobile carrier
//! lose nothing. At most [`SAMPLE`] connections are examined, in rotation, so that the cost of an
//! attack does not grow with the number of connections.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indexmap::IndexMap;
use ipnet::IpNet;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::open_files::connections_max;
use super::progress::{ConnectionDeadline, DeadlineKind, EvictionRank, Progress};
use crate::config::{Deadlines, ServerSettings};

/// Number of connections examined for eviction.
const SAMPLE: usize = 64;
/// Factor on the limit per address for programs of this machine, such as proxies, tests and load
/// generators; these could harm the machine in other ways anyway.
const LOOPBACK_TIMES: usize = 4;
/// One address has at most this fraction of all connections, whatever the configuration allows
/// (loopback twice the fraction): if few files can be open, the configured limit could exceed the
/// total.
const ADDRESS_PART: usize = 4;
/// Maximum number of connections on the operators' listener.
const OPERATORS_MAX: usize = 64;
/// Length of the IPv6 prefix that a provider assigns to one customer at least, bits.
const IPV6_PREFIX_BITS: u32 = 64;
/// Minimum interval between log lines about refused connections, seconds.
pub(super) const LOG_SECONDS: u64 = 10;

/// The reason why a connection was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(super) enum ConnectionRefusal {
    /// There are too many connections, all of them busy.
    Full,
    /// There are too many connections from the address, all of them busy.
    Address,
    /// The process or the machine has no files or memory left.
    Files,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RefusalLabel {
    reason: ConnectionRefusal,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CutLabel {
    reason: DeadlineKind,
}

/// The open connections of one or more listeners.
#[derive(Debug)]
pub struct Connections {
    max: usize,
    per_address: usize,
    deadlines: Deadlines,
    trusted: Vec<IpNet>,
    table: Mutex<Table>,
    refused: Family<RefusalLabel, Counter>,
    cut: Family<CutLabel, Counter>,
    unlogged: AtomicU64,
    logged_at: Mutex<Option<Instant>>,
}

/// Connections by number.
type ConnectionsByNumber = IndexMap<u64, Arc<Connection>>;

#[derive(Debug, Default)]
struct Table {
    all: ConnectionsByNumber,
    /// Connections by counted address; at most as many entries as connections.
    of_group: HashMap<IpAddr, ConnectionsByNumber>,
    /// The number of the next connection.
    next: u64,
    /// The position at which the next examination begins.
    turn: usize,
}

/// One connection.
#[derive(Debug)]
pub(super) struct Connection {
    number: u64,
    /// The address under which the connection is counted; `None` for a trusted proxy.
    group: Option<IpAddr>,
    progress: Mutex<Progress>,
    /// Notified when another connection needs the slot.
    evicted: Notify,
    cut: AtomicBool,
}

/// An entry in the table, removed on drop.
#[derive(Debug)]
pub(super) struct ConnectionGuard {
    connections: Arc<Connections>,
    pub(super) connection: Arc<Connection>,
}

impl Connections {
    /// Creates an empty table. The maximum depends on the current limit of open files.
    #[must_use]
    pub fn new(server: &ServerSettings) -> Self {
        let limits = &server.connections;
        Self {
            max: connections_max(limits.in_all.map(std::num::NonZeroU32::get)),
            per_address: usize::try_from(limits.per_address.get()).unwrap_or(usize::MAX),
            deadlines: limits.deadlines,
            trusted: server.trusted_proxies.clone(),
            table: Mutex::default(),
            refused: Family::default(),
            cut: Family::default(),
            unlogged: AtomicU64::new(0),
            logged_at: Mutex::default(),
        }
    }

    /// Creates an empty table for the operators' own listener.
    #[must_use]
    pub(super) fn of_operators(server: &ServerSettings) -> Self {
        Self {
            max: OPERATORS_MAX.min(connections_max(None)),
            ..Self::new(server)
        }
    }

    /// Returns the maximum number of connections.
    pub(super) fn max(&self) -> usize {
        self.max
    }

    /// Returns the deadlines of each connection.
    pub(super) fn deadlines(&self) -> &Deadlines {
        &self.deadlines
    }

    /// Admits a connection from that address, or returns the reason for its refusal.
    pub(super) fn admit(
        self: &Arc<Self>,
        peer: IpAddr,
        tls: bool,
        now: Instant,
    ) -> Result<ConnectionGuard, ConnectionRefusal> {
        let peer = peer.to_canonical();
        let is_proxy = self.trusted.iter().any(|network| network.contains(&peer));
        let group = (!is_proxy).then(|| group_of(peer));
        let mut table = lock(&self.table);
        if let Some(group) = group
            && table.of_group.get(&group).map_or(0, ConnectionsByNumber::len) >= self.max_per_address(peer)
        {
            table.evict_one(Some(group), now).ok_or(ConnectionRefusal::Address)?;
        }
        if table.all.len() >= self.max {
            table.evict_one(None, now).ok_or(ConnectionRefusal::Full)?;
        }
        let connection = Arc::new(Connection {
            number: table.next,
            group,
            progress: Mutex::new(Progress::new(now, tls)),
            evicted: Notify::new(),
            cut: AtomicBool::new(false),
        });
        table.insert(&connection);
        Ok(ConnectionGuard {
            connections: self.clone(),
            connection,
        })
    }

    /// Evicts one connection without a request, because the machine has no resources for another.
    pub(super) fn evict_one(&self, now: Instant) {
        _ = lock(&self.table).evict_one(None, now);
    }

    /// Counts a refusal. Logs it together with refusals not yet logged, at most every
    /// [`LOG_SECONDS`].
    pub(super) fn refuse(&self, reason: ConnectionRefusal, now: Instant) {
        self.refused.get_or_create(&RefusalLabel { reason }).inc();
        let unlogged = self.unlogged.fetch_add(1, Ordering::Relaxed) + 1;
        let mut logged_at = lock(&self.logged_at);
        if logged_at.is_some_and(|logged_at| now.duration_since(logged_at).as_secs() < LOG_SECONDS) {
            return;
        }
        *logged_at = Some(now);
        drop(logged_at);
        self.unlogged.fetch_sub(unlogged, Ordering::Relaxed);
        let open = lock(&self.table).all.len();
        tracing::warn!(
            last_reason = ?reason,
            refused = unlogged,
            connections.open = open,
            connections.max = self.max,
            "connections were refused"
        );
    }

    /// Counts a deadline that has ended a connection or request.
    pub(super) fn count(&self, reason: DeadlineKind) {
        self.cut.get_or_create(&CutLabel { reason }).inc();
    }

    /// Registers the metrics.
    pub fn register(&self, registry: &mut Registry) {
        let open = lock(&self.table).all.len();
        registry.register(
            "anteroom_connections_open",
            "Open connections",
            ConstGauge::new(i64::try_from(open).unwrap_or(i64::MAX)),
        );
        registry.register(
            "anteroom_connections_max",
            "Maximum number of open connections",
            ConstGauge::new(i64::try_from(self.max).unwrap_or(i64::MAX)),
        );
        registry.register(
            "anteroom_connections_refused",
            "Connections refused",
            self.refused.clone(),
        );
        registry.register(
            "anteroom_connections_ended",
            "Connections closed at a deadline or to make room for a new one",
            self.cut.clone(),
        );
    }

    /// Returns the maximum number of connections from that address.
    fn max_per_address(&self, peer: IpAddr) -> usize {
        let (most, part) = match peer.is_loopback() {
            true => (self.per_address.saturating_mul(LOOPBACK_TIMES), ADDRESS_PART / 2),
            false => (self.per_address, ADDRESS_PART),
        };
        most.min(self.max.div_ceil(part))
    }
}

impl Table {
    fn insert(&mut self, connection: &Arc<Connection>) {
        self.next += 1;
        self.all.insert(connection.number, connection.clone());
        if let Some(group) = connection.group {
            let numbered = self.of_group.entry(group).or_default();
            numbered.insert(connection.number, connection.clone());
        }
    }

    /// Does nothing for a connection that was evicted before.
    fn remove(&mut self, connection: &Connection) {
        self.all.swap_remove(&connection.number);
        if let Some(group) = connection.group
            && let Some(numbered) = self.of_group.get_mut(&group)
        {
            numbered.swap_remove(&connection.number);
            if numbered.is_empty() {
                self.of_group.remove(&group);
            }
        }
    }

    /// Evicts a connection of a group, or of all, and removes it from the table at once.
    fn evict_one(&mut self, group: Option<IpAddr>, now: Instant) -> Option<()> {
        let among = match group {
            Some(group) => self.of_group.get(&group)?,
            None => &self.all,
        };
        let looks = among.len().min(SAMPLE);
        let from = self.turn;
        self.turn = self.turn.wrapping_add(looks);
        let looked_at = (0..looks).filter_map(|look| {
            let (_, connection) = among.get_index(from.wrapping_add(look) % among.len())?;
            let rank = connection.progress().eviction_rank(now)?;
            Some((rank, connection))
        });
        let (_, evicted): (EvictionRank, _) = looked_at.min_by_key(|(rank, _)| *rank)?;
        let evicted = evicted.clone();
        evicted.evicted.notify_one();
        self.remove(&evicted);
        Some(())
    }
}

impl Connection {
    /// Returns the connection's progress.
    pub(super) fn progress(&self) -> MutexGuard<'_, Progress> {
        lock(&self.progress)
    }

    /// Resolves when another connection needs the slot.
    pub(super) async fn evicted(&self) {
        self.evicted.notified().await;
    }

    /// Returns the connection's current deadline.
    pub(super) fn due(&self, deadlines: &Deadlines) -> ConnectionDeadline {
        self.progress().due(deadlines)
    }

    /// Makes the connection discard unsent data when it closes.
    pub(super) fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }

    /// Returns whether unsent data is to be discarded.
    pub(super) fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        lock(&self.connections.table).remove(&self.connection);
    }
}

/// Returns the address under which a peer is counted.
fn group_of(peer: IpAddr) -> IpAddr {
    match peer {
        IpAddr::V4(_) => peer,
        IpAddr::V6(address) => {
            let mask = u128::MAX << (128 - IPV6_PREFIX_BITS);
            Ipv6Addr::from_bits(address.to_bits() & mask).into()
        }
    }
}

/// No code under these locks can panic in between updates.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn connections(max: usize, per_address: usize) -> Arc<Connections> {
        Arc::new(Connections {
            max,
            per_address,
            deadlines: Deadlines::default(),
            trusted: vec!["10.0.0.0/8".parse().expect("a network")],
            table: Mutex::default(),
            refused: Family::default(),
            cut: Family::default(),
            unlogged: AtomicU64::new(0),
            logged_at: Mutex::default(),
        })
    }

    fn admit(connections: &Arc<Connections>, peer: &str) -> Result<ConnectionGuard, ConnectionRefusal> {
        connections.admit(peer.parse().expect("an address"), false, Instant::now())
    }

    /// Admits a connection with an open request, which cannot be evicted.
    fn busy(connections: &Arc<Connections>, peer: &str) -> ConnectionGuard {
        let admitted = admit(connections, peer).expect("there is room");
        admitted.connection.progress().begin(Instant::now(), false);
        admitted
    }

    #[test]
    fn an_address_has_its_share_a_prefix_of_ipv6_too_and_a_proxy_more() {
        let all = connections(100, 2);
        for (same, other) in [
            (["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"], "192.0.2.2"),
            (["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::"], "2001:db8:0:1::1"),
        ] {
            let _open = [same[0], same[1]].map(|peer| busy(&all, peer));
            assert_eq!(admit(&all, same[2]).err(), Some(ConnectionRefusal::Address), "{same:?}");
            let _other = busy(&all, other);
        }
        let _proxied: Vec<_> = (0..5).map(|_| busy(&all, "10.1.2.3")).collect();
        let _here: Vec<_> = (0..8).map(|_| busy(&all, "127.0.0.1")).collect();
        assert_eq!(
            admit(&all, "127.0.0.1").err(),
            Some(ConnectionRefusal::Address),
            "four times as many"
        );
    }

    #[test]
    fn no_address_has_all_connections_however_few_there_are() {
        let all = connections(100, 1_024);
        let _open: Vec<_> = (0..25).map(|_| busy(&all, "192.0.2.1")).collect();
        assert_eq!(admit(&all, "192.0.2.1").err(), Some(ConnectionRefusal::Address));
        let _here: Vec<_> = (0..50).map(|_| busy(&all, "127.0.0.1")).collect();
        assert_eq!(admit(&all, "127.0.0.1").err(), Some(ConnectionRefusal::Address));
        let _visitor = busy(&all, "192.0.2.2");
    }

    #[test]
    fn closed_connections_are_no_longer_counted() {
        let all = connections(1, 1);
        for _ in 0..3 {
            drop(busy(&all, "192.0.2.1"));
        }
        assert!(lock(&all.table).of_group.is_empty() && lock(&all.table).all.is_empty());
        let _one = busy(&all, "192.0.2.1");
        assert_eq!(admit(&all, "192.0.2.2").err(), Some(ConnectionRefusal::Full));
    }

    #[tokio::test]
    async fn the_longest_silent_makes_room_and_nobody_who_asks() {
        let all = connections(3, 100);
        let _busy = busy(&all, "192.0.2.1");
        let now = Instant::now();
        let at = |seconds| now + Duration::from_secs(seconds);
        let peer = |last: u8| IpAddr::from([192, 0, 2, last]);
        let [older, newer] = [2, 3].map(|last| all.admit(peer(last), false, at(last.into())).expect("there is room"));
        let _new = all.admit(peer(4), false, at(5)).expect("one goes");
        older.connection.evicted().await;
        drop(older);
        assert_eq!(lock(&all.table).all.len(), 3, "it was gone already");
        let _newest = all.admit(peer(5), false, at(6)).expect("one goes");
        newer.connection.evicted().await;
    }
}
