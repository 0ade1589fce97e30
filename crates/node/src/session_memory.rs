//! The sessions of a room that this node knows: which visitors are on the site, and until when.
//! Requests are answered from this memory; the pool node reports sessions to the ledger where the
//! store needs them.
//!
//! An entry contains when its session ends here, and when it ends in the store. A touch moves the
//! end here to `now + validity` at once. The end in the store is that of the last report, which was
//! `validity + slack` long, with a slack of `max(30 s, validity / 8)`. A place is therefore due for
//! a report only when a touch moves the end here past the end in the store: at most one report per
//! slack, and the store has the session for its whole validity while the report waits. A due place
//! waits in a queue, at most once. The queue is therefore never longer than the list of sessions,
//! and none of its entries is dropped while its session lasts.
//!
//! A grant counts for longer than a session until the visitor is seen. The first touch brings its
//! end nearer, also in the store. The touched node does not inform the others, so an *unseen* entry
//! is sure only for the length of a session, and after that the store is asked.
//!
//! *Unsure* entries are those that another node may have ended without this node's knowledge. They
//! do not answer requests until the store was asked. A touch extends and reports them like others,
//! and the engine ignores a touch after a checkout.
//!
//! A read of the store can be overtaken by an end. Each read therefore begins with a [`ReadMark`],
//! and its result is remembered only if no session of its shard has ended since.
//!
//! The memory is bounded by the number of active sessions: [`SessionMemory::sweep`] drops sessions
//! that are over. A session takes 33 bytes, in tables that are between 7/16 and 7/8 full: 38 to 76
//! bytes, and 8 more while it waits for its report.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use admission::occupancy::{EXPIRY_BUCKET_MS, SESSION_MS_MAX, SessionsConfig};
use admission::{FlowMs, Now, Number, Run, WallMs};

/// Number of parts with a lock each.
const SHARDS: usize = 16;
/// The least time between two reports of a session, milliseconds.
const SLACK_MS_MIN: u64 = 30_000;
/// The slack of a report is at least its validity divided by this.
const SLACK_PARTS: u64 = 8;
/// Tables with less than one entry in this many slots are made smaller.
const SPARSE: usize = 8;

/// The sessions of a room.
#[derive(Debug)]
pub struct SessionMemory {
    validity_ms: u64,
    slack_ms: u64,
    unreported_ms: u64,
    shards: [Mutex<Shard>; SHARDS],
}

#[derive(Debug)]
struct Shard {
    /// The run of the numbers.
    run: Run,
    entries: HashMap<Number, RememberedSession>,
    /// The places that are due for a report, the first that became due first.
    due: VecDeque<Number>,
    /// How often sessions of the shard were ended or became unsure.
    ended: u64,
}

#[derive(Debug, Clone, Copy)]
struct RememberedSession {
    ends: FlowMs,
    /// When the session ends in the store.
    stored: FlowMs,
    report: ReportProgress,
    is_sure: bool,
    /// The visitor was not seen since the grant, which counts for longer than a session because the
    /// token can be used minutes later.
    is_unseen: bool,
    /// The end in the store is too late, so the session must be reported although its end here is
    /// sooner.
    is_shorter: bool,
}

/// The progress of a session's next report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReportProgress {
    /// None is needed.
    Idle,
    /// The place is in the queue.
    Queued,
    /// The pool node commits it.
    Sent,
}

/// A session that lasts, as far as the memory knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedSession {
    /// The number of its place.
    pub number: Number,
    /// When it ends unless it is touched.
    pub ends: FlowMs,
    /// Whether no other node can have ended it without this node's knowledge.
    pub is_sure: bool,
}

/// The state of a shard when a read of the store began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadMark(u64);

impl SessionMemory {
    /// An empty memory for sessions of a run.
    pub fn new(config: &SessionsConfig, run: Run) -> Self {
        let validity_ms = config.validity_ms.min(SESSION_MS_MAX);
        let slack_ms = SLACK_MS_MIN.max(validity_ms / SLACK_PARTS);
        let shard = || {
            Mutex::new(Shard {
                run,
                entries: HashMap::new(),
                due: VecDeque::new(),
                ended: 0,
            })
        };
        Self {
            validity_ms,
            slack_ms: slack_ms.min(SESSION_MS_MAX - validity_ms),
            unreported_ms: config.unreported_ms(),
            shards: std::array::from_fn(|_| shard()),
        }
    }

    /// Takes over the sessions of another memory of the same line, when a new pool node replaces
    /// another one. All of them are unsure, because sessions may have ended in between. Touches
    /// that the store does not have are due for a report again.
    pub fn inherit(&self, before: &Self) {
        let is_as_long = self.validity_ms == before.validity_ms;
        for (mut shard, before) in self.shards().zip(before.shards()) {
            if shard.run != before.run {
                continue;
            }
            for (number, entry) in &before.entries {
                let mut entry = RememberedSession {
                    is_sure: false,
                    ..*entry
                };
                if !is_as_long {
                    // The end in the store stays, and the next touch counts by the new length.
                    entry.is_unseen |= entry.is_shorter;
                    (entry.ends, entry.is_shorter) = (entry.stored, false);
                }
                let was_due = entry.report != ReportProgress::Idle;
                entry.report = ReportProgress::Idle;
                if was_due && (entry.ends > entry.stored || entry.is_shorter) {
                    entry.report = ReportProgress::Queued;
                    shard.due.push_back(*number);
                }
                shard.entries.insert(*number, entry);
            }
        }
    }

    /// How long a reported session is valid in the store, milliseconds.
    pub fn reported_ms(&self) -> u64 {
        self.validity_ms + self.slack_ms
    }

    /// The end of a session that was granted at this time and never reported.
    pub fn unreported_end(&self, now: Now, granted_at: WallMs) -> FlowMs {
        let age_ms = now.wall.0.saturating_sub(granted_at.0);
        FlowMs(now.flow.plus(self.unreported_ms).0.saturating_sub(age_ms))
    }

    /// The end of a session that surely lasts; `None` for any other.
    pub fn ends(&self, run: Run, number: Number, now: FlowMs) -> Option<FlowMs> {
        let shard = self.shard(number);
        let entry = shard.of(run)?.entries.get(&number)?;
        (entry.ends > now && self.is_sure(entry, now)).then_some(entry.ends)
    }

    /// Whether it is certain that no other node has ended a session, or brought its end nearer,
    /// without this node's knowledge.
    fn is_sure(&self, entry: &RememberedSession, now: FlowMs) -> bool {
        let longer_ms = self.unreported_ms.saturating_sub(self.validity_ms);
        entry.is_sure && !(entry.is_unseen && entry.ends <= now.plus(longer_ms))
    }

    /// Records that the visitor was seen. Does nothing for a session that is over or unknown here.
    /// The first touch after a grant can bring the end nearer.
    pub fn touch(&self, run: Run, number: Number, now: FlowMs) {
        let mut shard = self.shard(number);
        let Some(Shard { entries, due, .. }) = shard.of_mut(run) else {
            return;
        };
        let Some(entry) = entries.get_mut(&number).filter(|entry| entry.ends > now) else {
            return;
        };
        let ends = now.plus(self.validity_ms);
        if entry.is_unseen {
            entry.is_unseen = false;
            entry.ends = ends;
            entry.is_shorter = ends.plus(self.slack_ms) < entry.stored;
        } else {
            entry.ends = entry.ends.max(ends);
        }
        if (entry.ends > entry.stored || entry.is_shorter) && entry.report == ReportProgress::Idle {
            entry.report = ReportProgress::Queued;
            due.push_back(number);
        }
    }

    /// Begins or extends a session after a grant that the store counts until `ends`.
    pub fn begin(&self, run: Run, number: Number, ends: FlowMs) {
        if let Some(shard) = self.shard(number).of_mut(run) {
            shard.extend(number, ends, ends);
            let entry = shard.entries.get_mut(&number).expect("known since the line above");
            (entry.is_unseen, entry.is_shorter) = (true, false);
        }
    }

    /// Records that the store has a session until `stored`, by a report.
    pub fn reported(&self, run: Run, number: Number, stored: FlowMs) {
        let mut shard = self.shard(number);
        let entry = shard.of_mut(run).and_then(|shard| shard.entries.get_mut(&number));
        if let Some(entry) = entry {
            entry.stored = if entry.is_shorter {
                stored
            } else {
                entry.stored.max(stored)
            };
            entry.is_shorter = false;
            if entry.report == ReportProgress::Sent {
                entry.report = ReportProgress::Idle;
            }
        }
    }

    /// Ends a session, also for reads of the store that are under way.
    pub fn end(&self, run: Run, number: Number) {
        if let Some(shard) = self.shard(number).of_mut(run) {
            shard.ended += 1;
            shard.entries.remove(&number);
        }
    }

    /// Forgets a session that the store does not have.
    pub fn forget(&self, run: Run, number: Number) {
        if let Some(shard) = self.shard(number).of_mut(run)
            && shard.entries.remove(&number).is_some()
        {
            shard.ended += 1;
        }
    }

    /// Makes all sessions unsure.
    pub fn make_all_unsure(&self) {
        for mut shard in self.shards() {
            shard.ended += 1;
            shard.entries.values_mut().for_each(|entry| entry.is_sure = false);
        }
    }

    /// Forgets all sessions, because another run began.
    pub fn begin_run(&self, run: Run) {
        for mut shard in self.shards() {
            *shard = Shard {
                run,
                entries: HashMap::new(),
                due: VecDeque::new(),
                ended: shard.ended + 1,
            };
        }
    }

    /// Begins a read of a place's session in the store.
    pub fn begin_read(&self, number: Number) -> ReadMark {
        ReadMark(self.shard(number).ended)
    }

    /// Remembers the result of a read: a session that ends at `ends`, and in the store at `stored`.
    /// Returns when the session ends here, which differs from `ends` if this node knows of a touch
    /// that the store does not have; `None` if the read is outdated.
    pub fn learn(
        &self,
        (run, number): (Run, Number),
        (ends, stored): (FlowMs, FlowMs),
        (read, now): (ReadMark, FlowMs),
    ) -> Option<FlowMs> {
        let mut shard = self.shard(number);
        let shard = shard.of_mut(run).filter(|shard| shard.ended == read.0)?;
        if ends <= now && !shard.entries.contains_key(&number) {
            return Some(ends);
        }
        // The touch of a session that is over here is too old to be reported as a current one.
        if let Some(over) = shard.entries.get_mut(&number).filter(|entry| entry.ends <= now) {
            over.is_shorter = false;
        }
        // No touch counts for this long, so the store has the grant and no touch since.
        let is_unseen = ends > now.plus(self.reported_ms() + EXPIRY_BUCKET_MS);
        let entry = shard.entries.get_mut(&number);
        let is_touched = match entry {
            Some(entry) if !entry.is_unseen && entry.ends > now => {
                if is_unseen && entry.is_shorter {
                    // The first touch is on its way to the store, and brings the end nearer there.
                    entry.is_sure = true;
                    return Some(entry.ends);
                }
                !is_unseen
            }
            _ => false,
        };
        if let Some(entry) = shard.entries.get_mut(&number) {
            // A failover can have lost a report, which the next touch then makes again.
            entry.stored = stored;
            if !is_touched {
                entry.ends = ends;
            }
        }
        let ends = shard.extend(number, ends, stored);
        if !is_touched {
            shard
                .entries
                .entry(number)
                .and_modify(|entry| entry.is_unseen = is_unseen);
        }
        Some(ends)
    }

    /// Takes about `most` places that are due for a report, the first ones of each shard. They are
    /// not due again before [`Self::reported`].
    pub fn take_due(&self, (run, now): (Run, FlowMs), most: usize, taken: &mut Vec<Number>) {
        for mut shard in self.shards() {
            let Some(Shard { entries, due, .. }) = shard.of_mut(run) else {
                continue;
            };
            let count = due.len().min(most.div_ceil(SHARDS));
            let is_due = |number: &Number| entries.get_mut(number).is_some_and(|entry| entry.take(now));
            taken.extend(due.drain(..count).filter(is_due));
        }
    }

    /// Whether places are due for a report.
    pub fn has_due(&self, run: Run) -> bool {
        self.shards().any(|shard| shard.run == run && !shard.due.is_empty())
    }

    /// Drops sessions that are over.
    pub fn sweep(&self, now: FlowMs) {
        for mut shard in self.shards() {
            let Shard { entries, due, .. } = &mut *shard;
            entries.retain(|_, entry| entry.ends > now);
            due.retain(|number| entries.contains_key(number));
            if entries.len() < entries.capacity() / SPARSE {
                let twice = 2 * entries.len();
                entries.shrink_to(twice);
            }
        }
    }

    /// All sessions that last, by number.
    pub fn list(&self, run: Run, now: FlowMs) -> Vec<ListedSession> {
        let mut list = Vec::new();
        for shard in self.shards() {
            let entries = shard.of(run).into_iter().flat_map(|shard| &shard.entries);
            let lasting = entries.filter(|(_, entry)| entry.ends > now);
            list.extend(lasting.map(|(number, entry)| ListedSession {
                number: *number,
                ends: entry.ends,
                is_sure: self.is_sure(entry, now),
            }));
        }
        list.sort_unstable_by_key(|known| known.number);
        list
    }

    fn shard(&self, number: Number) -> MutexGuard<'_, Shard> {
        lock(&self.shards[(number.0 % SHARDS as u64) as usize])
    }

    fn shards(&self) -> impl Iterator<Item = MutexGuard<'_, Shard>> {
        self.shards.iter().map(lock)
    }
}

/// Locks a shard. Ignores poisoning, because no method panics between two changes that belong
/// together.
fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shard {
    fn of(&self, run: Run) -> Option<&Self> {
        (self.run == run).then_some(self)
    }

    fn of_mut(&mut self, run: Run) -> Option<&mut Self> {
        (self.run == run).then_some(self)
    }

    /// Marks a session as sure, and sets its end to at least `ends`, and its end in the store to at
    /// least `stored`. Returns when it ends here.
    fn extend(&mut self, number: Number, ends: FlowMs, stored: FlowMs) -> FlowMs {
        let entry = self.entries.entry(number).or_insert(RememberedSession {
            ends,
            stored,
            report: ReportProgress::Idle,
            is_sure: true,
            is_unseen: false,
            is_shorter: false,
        });
        entry.ends = entry.ends.max(ends);
        entry.stored = entry.stored.max(stored);
        entry.is_sure = true;
        entry.ends
    }
}

impl RememberedSession {
    /// Takes a place from the queue. Returns whether its session still has to be reported.
    fn take(&mut self, now: FlowMs) -> bool {
        if self.report != ReportProgress::Queued {
            return false;
        }
        let is_due = self.ends > now && (self.ends > self.stored || self.is_shorter);
        self.report = if is_due {
            ReportProgress::Sent
        } else {
            ReportProgress::Idle
        };
        is_due
    }
}

#[cfg(test)]
mod tests;
