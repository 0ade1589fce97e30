//! A store that many servers share: Redis 7 or newer, or what speaks its language, alone, with
//! sentinels, or as a cluster.
//!
//! # What lies where
//!
//! Under a prefix, `anteroom` by default. All keys of a pool share a hash tag, its name, so that a
//! cluster keeps them together:
//!
//! | Key | Type | What |
//! | --- | --- | --- |
//! | `anteroom:{POOL}:state` | hash | `g` generation, `v` ledger, `p` run id of the server that took the last commit |
//! | `anteroom:{POOL}:records` | hash | the side records |
//! | `anteroom:{POOL}:index` | sorted set | their keys, all with score 0, for scans in order |
//! | `anteroom:{POOL}:intent` | string | who asked the others to skip a turn; expires after [`INTENT_MS`] |
//! | `anteroom:{POOL}:confirm` | string | written for replicas to acknowledge; expires |
//! | `anteroom:pools` | set | the pools' names, written before a pool's first commit; a pool exists once it has a generation |
//!
//! Generations are decimal strings made here: Lua's numbers are doubles. Keys and values are any
//! bytes.
//!
//! # A commit
//!
//! One script, `scripts/commit.lua`, which decides nothing but whether the pool is at the
//! generation expected and on the server expected. The *run id* of the server that runs it is asked
//! for inside it (some 5 µs), so that it is never that of another server, whatever lies between.
//! Where it is not the one in `p`, the server was started again or another was promoted:
//! acknowledged commits may be missing, and the pool is *recovering* until a commit that knows of
//! it begins a new era of generations ([`Generation::of_recovery`], salted with the run id).
//!
//! A script that is sent again, or that arrives after its sender gave up, finds another generation
//! or is the commit that was expected; it never does its work twice. Nothing is sent again here,
//! though: who got no reply is told [`CommitError::Unknown`].
//!
//! # What is durable
//!
//! What the server's settings say: with `appendonly yes` and `appendfsync always` a reply leaves
//! after the disk has the commit. [`RedisStore::check`] says what is otherwise. With `replicas=N` a
//! commit is acknowledged once that many replicas have *received* it (`WAIT`), and nothing is read
//! here, of our own commits or of others', before they have; who cannot show that within `wait_ms`
//! answers *unknown*, or for a read *unavailable*. A failover to a replica that was not among those
//! still loses commits, and is seen by its run id.
//!
//! A server that comes back with nothing is not told from a new one: its pools start at generation
//! 0. Whoever knows better recovers them, which begins an era of generations as well: a committer
//! that knows one of before must not meet it again.
//!
//! In a cluster every primary needs that many replicas, since the list of pools may be with any.
//! While a slot moves its pools are read and take no commits (`TRYAGAIN`), and afterwards another
//! server has them: they are recovering though nothing was lost.
//!
//! # Rights
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
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redis::{Pipeline, Value, cmd};

pub use self::address::{AddressError, HOSTS_MAX, PREFIX_BYTES_MAX, REPLICAS_MAX, WAIT_MS_MAX};
pub use self::check::Warning;
use self::dial::Dialer;
use self::fault::Fault;
use self::keys::Prefix;
use self::reply::{Parts, RunId};
use self::script::{CONFIRM, RedisCall};
use self::wire::{Wire, WireFailure};
use crate::{Generation, OpenError, PoolId};

/// How long it may take to reach a server.
pub const CONNECT_MS_MAX: u64 = 1_000;
/// How long it may take to find out which server to reach, and to reach it.
pub const FIND_MS_MAX: u64 = 3_000;
/// How long a reply may take, beside what replicas are given.
pub const REPLY_MS_MAX: u64 = 1_000;
/// How long others are asked to skip a turn.
pub const INTENT_MS: u64 = 300;
/// Connections that commit. `WAIT` holds up all that comes behind it on its connection, so pools
/// are spread over a few.
pub const COMMIT_CONNECTIONS: usize = 4;
/// Of so many pools it is kept in mind which generation replicas have; of more it is asked for
/// again.
pub const POOLS_KNOWN_MAX: usize = 10_000;

/// A Redis; clones share connections.
#[derive(Clone)]
pub struct RedisStore {
    shared: Arc<RedisInner>,
}

struct RedisInner {
    dialer: Dialer,
    /// Tells apart who asks for a turn.
    committer: String,
    reads: Wire,
    commits: [Wire; COMMIT_CONNECTIONS],
    known: Mutex<HashMap<PoolId, CachedPool>>,
    spread: RandomState,
}

/// What this process knows of a pool.
#[derive(Debug, Clone, Default)]
struct CachedPool {
    /// It is in the set of pools.
    listed: bool,
    /// The replicas have this generation, which that server made or keeps.
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
    /// Reads the address, what stands before the first colon and what behind it. Connects to
    /// nothing: the first call does.
    ///
    /// `None` where `scheme` is not one of ours.
    pub(crate) fn open(scheme: &str, rest: &str) -> Option<Result<Self, OpenError>> {
        let scheme = address::scheme(scheme)?;
        let open = || {
            let address = address::read(scheme, rest).map_err(OpenError::Address)?;
            // Keyed by the system's random numbers, new in every process and for every store: which
            // is all that is needed here, and decides nothing.
            let spread = RandomState::new();
            let shared = RedisInner {
                dialer: Dialer::new(address)?,
                committer: format!("{:016x}", spread.hash_one("committer")),
                reads: Wire::default(),
                commits: Default::default(),
                known: Mutex::default(),
                spread,
            };
            Ok(Self {
                shared: Arc::new(shared),
            })
        };
        Some(open())
    }

    fn prefix(&self) -> &Prefix {
        &self.shared.dialer.address.prefix
    }

    /// Nothing that runs under the lock can panic half way, so a poisoned lock guards whole data.
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
        let at = self.shared.spread.hash_one(pool) % COMMIT_CONNECTIONS as u64;
        &self.shared.commits[usize::try_from(at).unwrap_or_default()]
    }

    fn replicas(&self) -> u32 {
        self.shared.dialer.address.replicas
    }

    /// Sends a script, and a `WAIT` behind it where replicas have to have what it writes.
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

    /// Sends what only reads.
    async fn read(&self, call: &RedisCall) -> Result<Value, Fault> {
        let mut values = self.repeatable(&self.shared.reads, call, false).await?;
        Ok(values.swap_remove(0))
    }

    /// Sends what may be done twice, again where the connection turns out to be of a server that
    /// was stopped since.
    async fn repeatable(&self, wire: &Wire, call: &RedisCall, waits: bool) -> Result<Vec<Value>, Fault> {
        let sent = match self.run(wire, call, waits).await {
            Err(failure) if failure.broken => self.run(wire, call, waits).await,
            sent => sent,
        };
        sent.map_err(|failure| failure.fault)
    }

    /// Whether enough replicas answered the `WAIT` behind a call.
    fn acknowledged(&self, replies: &[Value]) -> Result<(), Fault> {
        match (self.replicas(), replies.get(1)) {
            (0, _) => Ok(()),
            (wanted, Some(Value::Int(got))) if *got >= i64::from(wanted) => Ok(()),
            (wanted, Some(Value::Int(got))) => {
                let cause = format!("{got} of {wanted} replicas acknowledged in time");
                Err(Fault::Unacknowledged(cause))
            }
            _ => Err(Fault::garbled("number of replicas")),
        }
    }

    /// Sees to it that what was read of a pool is durable: where commits wait for replicas, this
    /// waits as well unless it is known that they have it.
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

    /// Puts a pool on the list before it is committed to. In a cluster the list may lie on another
    /// server, with failovers of its own: hence again by every process, and whenever commits were
    /// lost.
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

    /// Whether anything was committed to the pool.
    async fn exists(&self, pool: &PoolId) -> Result<bool, Fault> {
        let state = self.prefix().state(pool);
        let mut exists = cmd("EXISTS");
        exists.arg(&state);
        Ok(self.read(&RedisCall::plain(exists, state)).await? == Value::Int(1))
    }
}
