//! The open connections of this process: how many there are, in all and of one address, and which
//! of them makes room when there are too many.
//!
//! A newcomer is refused only where every connection that was looked at is busy with a request.
//! Otherwise one of those that ask nothing ends for it: first one that has never asked anything,
//! then the one that is idle for the longest; browsers open another without a word. So many silent
//! connections cost an attacker their own, and people behind one address of a mobile carrier lose
//! nothing. Of many connections only [`SAMPLE`] are looked at, in turns, so that an attack costs
//! the same however many there are.

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

/// Connections that are looked at when one has to make room.
const SAMPLE: usize = 64;
/// Programs of this machine may have so many times what another address may: proxies, tests and
/// load generators, which could harm the machine in other ways.
const LOOPBACK_TIMES: usize = 4;
/// One address has this part of all connections at most, whatever is configured: where few files
/// may be open, its own bound could be more than there is.
const ADDRESS_PART: usize = 4;
/// Connections on the operators' own listener.
const OPERATORS_MAX: usize = 64;
/// Bits of an IPv6 address that one customer of a provider has at least.
const IPV6_PREFIX_BITS: u32 = 64;
/// That connections are refused is said so often at most, seconds.
pub(super) const TELL_SECONDS: u64 = 10;

/// Why a connection was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(super) enum ConnectionRefusal {
    /// There are too many, all of them busy.
    Full,
    /// There are too many of its address, all of them busy.
    Address,
    /// The process or the machine has no file or memory left.
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

/// All of them.
#[derive(Debug)]
pub struct Connections {
    max: usize,
    per_address: usize,
    deadlines: Deadlines,
    trusted: Vec<IpNet>,
    table: Mutex<Table>,
    refused: Family<RefusalLabel, Counter>,
    cut: Family<CutLabel, Counter>,
    untold: AtomicU64,
    told: Mutex<Option<Instant>>,
}

/// Connections by their number.
type ConnectionsByNumber = IndexMap<u64, Arc<Connection>>;

#[derive(Debug, Default)]
struct Table {
    all: ConnectionsByNumber,
    /// As many groups as there are connections at most.
    of_group: HashMap<IpAddr, ConnectionsByNumber>,
    /// The next number.
    next: u64,
    /// Where the next look begins.
    turn: usize,
}

/// One of them.
#[derive(Debug)]
pub(super) struct Connection {
    number: u64,
    /// Those counted with it; `None` for a trusted proxy's.
    group: Option<IpAddr>,
    progress: Mutex<Progress>,
    /// Another needs its room.
    evicted: Notify,
    cut: AtomicBool,
}

/// A place in the table, left when it is dropped.
#[derive(Debug)]
pub(super) struct ConnectionGuard {
    connections: Arc<Connections>,
    pub(super) connection: Arc<Connection>,
}

impl Connections {
    /// None yet. How many there may be depends on how many files may be open by now.
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
            untold: AtomicU64::new(0),
            told: Mutex::default(),
        }
    }

    /// Those of operators, on a listener of their own.
    #[must_use]
    pub(super) fn of_operators(server: &ServerSettings) -> Self {
        Self {
            max: OPERATORS_MAX.min(connections_max(None)),
            ..Self::new(server)
        }
    }

    /// How many there may be.
    pub(super) fn max(&self) -> usize {
        self.max
    }

    /// How long each may take.
    pub(super) fn deadlines(&self) -> &Deadlines {
        &self.deadlines
    }

    /// Takes a connection from that address, or says why not.
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
            && table.of_group.get(&group).map_or(0, ConnectionsByNumber::len) >= self.most_of(peer)
        {
            table.make_room(Some(group), now).ok_or(ConnectionRefusal::Address)?;
        }
        if table.all.len() >= self.max {
            table.make_room(None, now).ok_or(ConnectionRefusal::Full)?;
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

    /// Lets one go that asks nothing, where the machine has no room for another.
    pub(super) fn make_room(&self, now: Instant) {
        _ = lock(&self.table).make_room(None, now);
    }

    /// Counts a refusal, and says so in the log, with those that were not said, every
    /// [`TELL_SECONDS`] at most.
    pub(super) fn refuse(&self, reason: ConnectionRefusal, now: Instant) {
        self.refused.get_or_create(&RefusalLabel { reason }).inc();
        let untold = self.untold.fetch_add(1, Ordering::Relaxed) + 1;
        let mut told = lock(&self.told);
        if told.is_some_and(|told| now.duration_since(told).as_secs() < TELL_SECONDS) {
            return;
        }
        *told = Some(now);
        drop(told);
        self.untold.fetch_sub(untold, Ordering::Relaxed);
        let open = lock(&self.table).all.len();
        tracing::warn!(
            last_reason = ?reason,
            refused = untold,
            connections.open = open,
            connections.max = self.max,
            "connections were refused"
        );
    }

    /// Counts a deadline that ended something.
    pub(super) fn count(&self, reason: DeadlineKind) {
        self.cut.get_or_create(&CutLabel { reason }).inc();
    }

    /// Puts the figures among others.
    pub fn register(&self, registry: &mut Registry) {
        let open = lock(&self.table).all.len();
        registry.register(
            "anteroom_connections_open",
            "Open connections",
            ConstGauge::new(i64::try_from(open).unwrap_or(i64::MAX)),
        );
        registry.register(
            "anteroom_connections_max",
            "Open connections at most",
            ConstGauge::new(i64::try_from(self.max).unwrap_or(i64::MAX)),
        );
        registry.register(
            "anteroom_connections_refused",
            "Connections that were not taken",
            self.refused.clone(),
        );
        registry.register(
            "anteroom_connections_ended",
            "Connections that a deadline or a newcomer ended",
            self.cut.clone(),
        );
    }

    /// Of that address at a time.
    fn most_of(&self, peer: IpAddr) -> usize {
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

    /// What was evicted before is gone already.
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

    /// Tells one of a group, or of all, to end at once. It counts no more.
    fn make_room(&mut self, group: Option<IpAddr>, now: Instant) -> Option<()> {
        let among = match group {
            Some(group) => self.of_group.get(&group)?,
            None => &self.all,
        };
        let looks = among.len().min(SAMPLE);
        let from = self.turn;
        self.turn = self.turn.wrapping_add(looks);
        let looked_at = (0..looks).filter_map(|look| {
            let (_, connection) = among.get_index(from.wrapping_add(look) % among.len())?;
            let spare = connection.progress().spare(now)?;
            Some((spare, connection))
        });
        let (_, evicted): (EvictionRank, _) = looked_at.min_by_key(|(spare, _)| *spare)?;
        let evicted = evicted.clone();
        evicted.evicted.notify_one();
        self.remove(&evicted);
        Some(())
    }
}

impl Connection {
    /// Its state.
    pub(super) fn progress(&self) -> MutexGuard<'_, Progress> {
        lock(&self.progress)
    }

    /// Resolves when another needs its room.
    pub(super) async fn evicted(&self) {
        self.evicted.notified().await;
    }

    /// Until when it may go on.
    pub(super) fn due(&self, deadlines: &Deadlines) -> ConnectionDeadline {
        self.progress().due(deadlines)
    }

    /// Whether its peer is a trusted proxy.
    pub(super) fn is_proxy(&self) -> bool {
        self.group.is_none()
    }

    /// From now on what it still has to say is thrown away.
    pub(super) fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }

    /// Whether it is.
    pub(super) fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        lock(&self.connections.table).remove(&self.connection);
    }
}

/// Addresses that are counted together.
fn group_of(peer: IpAddr) -> IpAddr {
    match peer {
        IpAddr::V4(_) => peer,
        IpAddr::V6(address) => {
            let mask = u128::MAX << (128 - IPV6_PREFIX_BITS);
            Ipv6Addr::from_bits(address.to_bits() & mask).into()
        }
    }
}

/// Nothing that runs under these locks can panic half way.
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
            untold: AtomicU64::new(0),
            told: Mutex::default(),
        })
    }

    fn admit(connections: &Arc<Connections>, peer: &str) -> Result<ConnectionGuard, ConnectionRefusal> {
        connections.admit(peer.parse().expect("an address"), false, Instant::now())
    }

    /// With a request, so that it makes room for nobody.
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
    fn who_left_is_counted_no_more() {
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
