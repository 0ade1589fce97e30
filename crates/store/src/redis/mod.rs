//! A store that many servers share: Redis 7 or newer, or a server with the same protocol, alone,
//! with sentinels, or as a cluster.
//!
//! # Layout
//!
//! All keys have a prefix, `anteroom` by default. The keys of a pool share the pool's name as hash
//! tag, so that a cluster keeps them together:
//!
//! - `anteroom:{POOL}:state`, a hash: `g` generation, `v` ledger, `p` run id of the server that
//!   took the last commit
//! - `anteroom:{POOL}:records`, a hash: the side records
//! - `anteroom:{POOL}:index`, a sorted set: the records' keys, all with score 0, for scans in order
//! - `anteroom:{POOL}:intent`, a string: the committer that asks the others to skip a commit;
//!   expires after [`INTENT_MS`]
//! - `anteroom:{POOL}:confirm`, a string: written for replicas to acknowledge; expires
//! - `anteroom:pools`, a set: the pools' names, written before a pool's first commit; a pool exists
//!   once it has a generation
//!
//! Generations are decimal strings computed by this crate, because Lua's numbers are doubles. Keys
//! and values are arbitrary bytes.
//!
//! # A commit
//!
//! A commit is one script, `scripts/commit.lua`, which only checks whether the pool is at the
//! expected generation and on the expected server. The script itself asks for the *run id* of the
//! server that runs it (about 5 µs), so that the run id is correct behind any proxy. If it differs
//! from `p`, the server was restarted or another was promoted: acknowledged commits may be missing,
//! and the pool is *recovering* until a commit that declares the recovery begins a new era of
//! generations ([`Generation::of_recovery`], salted with the run id).
//!
//! A script that is sent again, or that arrives after its sender gave up, either finds another
//! generation or is the commit that was expected; it never takes effect twice. This crate does not
//! send a commit again, however: a caller whose commit got no reply receives
//! [`CommitError::Unknown`].
//!
//! # Durability
//!
//! Durability follows from the server's settings: with `appendonly yes` and `appendfsync always` a
//! reply is sent after the commit is on disk. [`RedisStore::check`] reports other settings. With
//! `replicas=N` a commit is acknowledged once that many replicas have *received* it (`WAIT`), and a
//! read returns no commit, of this process or of others, before they have. If they do not
//! acknowledge within `wait_ms`, a commit returns *unknown* and a read *unacknowledged*. A failover
//! to a replica that did not acknowledge still loses commits, and the run id reveals it.
//!
//! A server that returns without data looks like a new one: its pools start at generation 0. A
//! committer that knows the earlier content recovers the pool, which also begins an era of
//! generations, so that no committer meets a generation that it knows from before.
//!
//! In a cluster every primary needs that many replicas, because any of them may hold the list of
//! pools. While a slot migrates, its pools can be read and take no commits (`TRYAGAIN`). Afterwards
//! another server holds them: they are recovering although nothing was lost.
//!
//! # Permissions
//!
//! Under an ACL the user needs the keys `PREFIX:*` and the commands `evalsha`, `eval`, `info`,
//! `time`, `hset`, `hget`, `hmget`, `hdel`, `exists`, `zadd`, `zrem`, `zrangebylex`, `set`, `get`,
//! `del`, `sadd`, `smembers`, `wait`, in a cluster also `cluster` and `asking`, and for
//! [`RedisStore::check`] `config|get`.

mod address;
mod check;
mod commit;
mod dial;
mod fault;
mod keys;
mod link;
mod reply;
mod script;
mod verbs;
mod wire;

use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redis::{Pipeline, Value, cmd};

pub use self::address::{AddressError, HOSTS_MAX, PREFIX_BYTES_MAX, REPLICAS_MAX, WAIT_MS_MAX};
pub use self::check::Warning;
use self::dial::Dialer;
use self::fault::Fault;
use self::keys::KeyPrefix;
use self::reply::{Parts, RunId};
use self::script::{CONFIRM, RedisCall};
use self::wire::{Wire, WireFailure};
use crate::{Generation, OpenError, PoolId};

/// Longest time to connect to a server, in milliseconds.
pub const CONNECT_MS_MAX: u64 = 1_000;
/// Longest time to find the server to connect to and to connect, in milliseconds.
pub const FIND_MS_MAX: u64 = 3_000;
/// Longest time to wait for a reply, in milliseconds, in addition to the time for replicas.
pub const REPLY_MS_MAX: u64 = 1_000;
/// The time for which the other committers are asked to skip a commit, in milliseconds.
pub const INTENT_MS: u64 = 300;
/// Number of connections for commits. `WAIT` blocks everything behind it on its connection, so
/// pools are spread over several.
pub const COMMIT_CONNECTIONS: usize = 4;
/// Most pools whose acknowledged generation is remembered; for others it is confirmed again.
pub const POOLS_KNOWN_MAX: usize = 10_000;

/// A store in Redis. Clones share connections.
#[derive(Clone)]
pub struct RedisStore {
    shared: Arc<RedisInner>,
}

struct RedisInner {
    dialer: Dialer,
    /// Identifies this process when it requests commit priority.
    committer: String,
    reads: Wire,
    commits: [Wire; COMMIT_CONNECTIONS],
    known: Mutex<HashMap<PoolId, CachedPool>>,
}

/// Facts that this process knows about a pool.
#[derive(Debug, Clone, Default)]
struct CachedPool {
    /// Whether the set of pools contains the pool.
    listed: bool,
    /// The replicas have this generation, written or held by this server.
    acknowledged: Option<(Generation, RunId)>,
}

impl fmt::Debug for RedisStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisStore")
            .field("hosts", &self.shared.dialer.address.hosts)
            .finish_non_exhaustive()
    }
}

impl RedisStore {
    /// Parses the address, split at its first colon into `scheme` and `rest`. Does not connect; the
    /// first call does. `committer` draws a random number, which no other process has.
    ///
    /// Returns `None` if `scheme` is not one of a Redis.
    pub(crate) fn open(scheme: &str, rest: &str, committer: impl FnOnce() -> u64) -> Option<Result<Self, OpenError>> {
        let scheme = address::scheme(scheme)?;
        let open = || {
            let address = address::read(scheme, rest).map_err(OpenError::Address)?;
            let shared = RedisInner {
                dialer: Dialer::new(address)?,
                committer: format!("{:016x}", committer()),
                reads: Wire::default(),
                commits: Default::default(),
                known: Mutex::default(),
            };
            Ok(Self {
                shared: Arc::new(shared),
            })
        };
        Some(open())
    }

    fn prefix(&self) -> &KeyPrefix {
        &self.shared.dialer.address.prefix
    }

    /// No code that runs under the lock can panic halfway, so a poisoned lock guards consistent
    /// data.
    fn known(&self) -> MutexGuard<'_, HashMap<PoolId, CachedPool>> {
        self.shared.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, pool: &PoolId, change: impl FnOnce(&mut CachedPool)) {
        let mut known = self.known();
        if known.len() >= POOLS_KNOWN_MAX && !known.contains_key(pool) {
            known.clear();
        }
        change(known.entry(pool.clone()).or_default());
    }

    fn commit_wire(&self, pool: &PoolId) -> &Wire {
        let mut hasher = DefaultHasher::new();
        pool.hash(&mut hasher);
        let at = hasher.finish() % COMMIT_CONNECTIONS as u64;
        &self.shared.commits[usize::try_from(at).unwrap_or_default()]
    }

    fn replicas(&self) -> u32 {
        self.shared.dialer.address.replicas
    }

    /// Sends a script, followed by `WAIT` if `waits` is set and replicas are configured.
    async fn run(&self, wire: &Wire, call: &RedisCall, waits: bool) -> Result<Vec<Value>, WireFailure> {
        match self.send(wire, call.by_digest(), &call.slot_of, waits).await {
            Err(failure) if failure.no_script => self.send(wire, call.by_text(), &call.slot_of, waits).await,
            sent => sent,
        }
    }

    async fn send(
        &self,
        wire: &Wire,
        command: redis::Cmd,
        slot_of: &str,
        waits: bool,
    ) -> Result<Vec<Value>, WireFailure> {
        let address = &self.shared.dialer.address;
        let mut commands = Pipeline::new();
        commands.add_command(command);
        let mut limit = Duration::from_millis(REPLY_MS_MAX);
        if waits && address.replicas > 0 {
            let mut wait = cmd("WAIT");
            wait.arg(address.replicas).arg(address.wait_ms);
            commands.add_command(wait);
            limit += address.wait();
        }
        wire.send(&self.shared.dialer, &commands, slot_of, limit).await
    }

    /// Sends a call that only reads.
    async fn read(&self, call: &RedisCall) -> Result<Value, Fault> {
        let mut values = self.repeatable(&self.shared.reads, call, false).await?;
        Ok(values.swap_remove(0))
    }

    /// Sends a call that may be repeated, and repeats it if the connection broke, for instance
    /// because the server was stopped.
    async fn repeatable(&self, wire: &Wire, call: &RedisCall, waits: bool) -> Result<Vec<Value>, Fault> {
        let sent = match self.run(wire, call, waits).await {
            Err(failure) if failure.broken => self.run(wire, call, waits).await,
            sent => sent,
        };
        sent.map_err(|failure| failure.fault)
    }

    /// Returns whether enough replicas answered the `WAIT` behind a call.
    fn acknowledged(&self, replies: &[Value]) -> Result<(), Fault> {
        match (self.replicas(), replies.get(1)) {
            (0, _) => Ok(()),
            (wanted, Some(Value::Int(got))) if *got >= i64::from(wanted) => Ok(()),
            (wanted, Some(Value::Int(got))) => {
                let cause = format!("{got} of {wanted} replicas acknowledged in time");
                Err(Fault::Unacknowledged(cause))
            }
            _ => Err(Fault::malformed("number of replicas")),
        }
    }

    /// Ensures that the state read of a pool is durable: if commits wait for replicas, this waits
    /// too, unless the replicas are known to have the generation.
    async fn settle(&self, pool: &PoolId, generation: Generation, run: RunId) -> Result<(), Fault> {
        let here = (generation, run);
        let had = |known: &HashMap<PoolId, CachedPool>| known.get(pool).and_then(|known| known.acknowledged.clone());
        if self.replicas() == 0 || generation == Generation::NONE || had(&self.known()).as_ref() == Some(&here) {
            return Ok(());
        }
        let call = CONFIRM.on([self.prefix().confirm(pool)]);
        let mut replies = self.repeatable(self.commit_wire(pool), &call, true).await?;
        self.acknowledged(&replies)?;
        if Parts::of(replies.swap_remove(0))?.run()? != here.1 {
            return Err(Fault::Refused(
                "another server took over while the pool was read".to_owned(),
            ));
        }
        self.note(pool, |known| known.acknowledged = Some(here));
        Ok(())
    }

    /// Adds a pool to the list before a commit to it. In a cluster another server may hold the
    /// list, with failovers of its own; so every process adds the pool again, and also whenever
    /// commits were lost.
    async fn list(&self, pool: &PoolId, again: bool) -> Result<(), Fault> {
        if !again && self.known().get(pool).is_some_and(|known| known.listed) {
            return Ok(());
        }
        let pools = self.prefix().pools();
        let mut add = cmd("SADD");
        add.arg(&pools).arg(pool.as_str());
        let add = RedisCall::plain(add, pools);
        let replies = self.repeatable(self.commit_wire(pool), &add, true).await?;
        self.acknowledged(&replies)?;
        self.note(pool, |known| known.listed = true);
        Ok(())
    }

    /// Returns whether anything was committed to the pool.
    async fn exists(&self, pool: &PoolId) -> Result<bool, Fault> {
        let state = self.prefix().state(pool);
        let mut exists = cmd("EXISTS");
        exists.arg(&state);
        Ok(self.read(&RedisCall::plain(exists, state)).await? == Value::Int(1))
    }
}
