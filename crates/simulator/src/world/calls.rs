//! Calls to the store on their way there and back: delayed, refused, lost, delivered twice, or
//! answered after the node has given them up. A crash can happen between any two steps; a call that
//! a node sent before a crash can still arrive.
//!
//! The world matches replies to calls, as the client of a remote store does: a node gets one reply
//! to each call, and what arrives after that is dropped.

use std::collections::BTreeMap;

use node::effect::Event;
use node::pool_node::CommitDecisions;
use node::store_call::{StoreCall, StoreReply};
use store::{CommitError, StoreError, at_once, make_call};

use super::World;
use super::agenda::WorldEvent;
use crate::oracle::{Fact, InvariantViolation};
use crate::sim_rng::{Part, SimRng};

/// How late a commit can be after the node has given up its reply, from and to, in milliseconds.
const LATE_MS: [u64; 2] = [10, 3_000];
/// How long a node waits for a reply that does not come, in milliseconds; the client of Redis waits
/// as long.
const GIVE_UP_MS: u64 = 1_000;
const CAUSE: &str = "the scenario says so";

/// The fate of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// The store decides, and the node receives the answer.
    Heard,
    /// The store refuses the commit.
    Refused,
    /// The store decides, and the answer is lost.
    Unheard,
    /// The commit is lost on its way to the store.
    Lost,
    /// The commit reaches the store after the node has given it up.
    Late,
}

/// A call that was sent.
#[derive(Debug)]
struct SentCall {
    node: usize,
    boot: u32,
    call: StoreCall,
    /// The decisions of a commit.
    commit: Option<Box<CommitDecisions>>,
    /// Whether the node no longer waits for the reply.
    is_late: bool,
    /// Whether the network delivers the call for the second time.
    is_repeated: bool,
    /// Whether the store's reply comes after the node has given it up.
    is_answered_late: bool,
    reply: Option<StoreReply>,
}

/// The calls on their way.
#[derive(Debug)]
pub(super) struct Calls {
    count: u64,
    sent: BTreeMap<u64, SentCall>,
    /// Draws which calls are delivered twice or answered late, so that the other faults of a seed
    /// stay the same.
    rng: SimRng,
}

impl Calls {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            count: 0,
            sent: BTreeMap::new(),
            rng: SimRng::of(seed, Part::Replies),
        }
    }

    fn add(&mut self, sent: SentCall) -> u64 {
        self.count += 1;
        self.sent.insert(self.count, sent);
        self.count
    }

    /// Returns whether the reply to a durable commit is on its way to a node that will hear it;
    /// `is_up`: whether a node runs that was started as that boot.
    pub(super) fn has_unheard_commit(&self, is_up: impl Fn(usize, u32) -> bool) -> bool {
        let is_unheard = |sent: &SentCall| matches!(sent.reply, Some(StoreReply::Committed(Ok(_))));
        let mut unheard = self.sent.values().filter(|sent| is_unheard(sent));
        unheard.any(|sent| is_up(sent.node, sent.boot))
    }

    /// Drops those calls of a crashed node for which `is_lost` returns true, before they reach the
    /// store.
    pub(super) fn crash(&mut self, node: usize, mut is_lost: impl FnMut() -> bool) {
        self.sent
            .retain(|_, sent| sent.node != node || sent.reply.is_some() || sent.is_repeated || !is_lost());
    }
}

impl World<'_> {
    /// Sends a node's call to the store. `commit` contains the decisions of a commit.
    pub(super) fn send_call(&mut self, at: usize, call: StoreCall, commit: Option<CommitDecisions>) {
        let sent = SentCall {
            node: at,
            boot: self.slots[at].boot,
            call,
            commit: commit.map(Box::new),
            is_late: false,
            is_repeated: false,
            is_answered_late: false,
            reply: None,
        };
        let call = self.calls.add(sent);
        let way_ms = self.way_ms();
        self.agenda.at(self.now + way_ms, WorldEvent::AtStore { call });
    }

    /// Draws how long a message takes between a node and the store.
    pub(super) fn way_ms(&mut self) -> u64 {
        let [from, to] = self.scenario.nodes.commit_ms;
        self.network.between([from / 2, to.div_ceil(2)])
    }

    /// Handles a call that reaches the store.
    pub(super) fn at_store(&mut self, id: u64) -> Result<(), InvariantViolation> {
        let Some(mut sent) = self.calls.sent.remove(&id) else {
            return Ok(());
        };
        if sent.is_repeated && !self.is_away() {
            self.record.repeated_commit();
        }
        if sent.is_late {
            return self.execute(&sent).map(drop);
        }
        let mut is_answered_late = false;
        let reply = if self.is_cut(sent.node) || self.is_away() {
            unreached(&sent.call, self.is_cut(sent.node))
        } else {
            match self.fate(sent.commit.is_some()) {
                Fate::Heard => {
                    self.repeat(&sent);
                    is_answered_late = self.calls.rng.chance(self.scenario.faults.chaos.late_replies);
                    self.execute(&sent)?
                }
                Fate::Refused => unreached(&sent.call, false),
                Fate::Lost => unreached(&sent.call, true),
                Fate::Unheard => {
                    self.repeat(&sent);
                    self.execute(&sent)?;
                    unreached(&sent.call, true)
                }
                Fate::Late => {
                    self.delay(&mut sent);
                    unreached(&sent.call, true)
                }
            }
        };
        if is_answered_late {
            return self.answer_late(id, sent);
        }
        if matches!(reply, StoreReply::Committed(Ok(_))) {
            self.empty_amid_commit();
        }
        sent.reply = Some(reply);
        self.calls.sent.insert(id, sent);
        let way_ms = self.way_ms();
        self.agenda.at(self.now + way_ms, WorldEvent::Replied { call: id });
        Ok(())
    }

    /// Lets a call that the store has carried out be answered after its node has given it up. Until
    /// then the node does nothing else, which excuses those who ask it; other nodes go on.
    fn answer_late(&mut self, id: u64, sent: SentCall) -> Result<(), InvariantViolation> {
        let node = sent.node;
        let given_up_at = self.now + GIVE_UP_MS;
        let arrives_at = given_up_at + self.calls.rng.between(LATE_MS);
        let late = SentCall {
            reply: Some(unreached(&sent.call, true)),
            is_answered_late: true,
            ..sent
        };
        self.calls.sent.insert(id, late);
        for at in [given_up_at, arrives_at] {
            self.agenda.at(at, WorldEvent::Replied { call: id });
        }
        self.answers.hinder(node, given_up_at);
        self.tell_all(&Fact::NodeFailed { node })
    }

    /// Lets the network deliver some commits a second time. The store has another generation by
    /// then, so that it must refuse the second one.
    fn repeat(&mut self, sent: &SentCall) {
        let share = self.scenario.faults.chaos.repeated_commits;
        if sent.commit.is_none() || !self.calls.rng.chance(share) {
            return;
        }
        let again = SentCall {
            call: sent.call.clone(),
            commit: sent.commit.clone(),
            is_late: true,
            is_repeated: true,
            reply: None,
            ..*sent
        };
        let call = self.calls.add(again);
        let after_ms = self.calls.rng.between(LATE_MS);
        self.agenda.at(self.now + after_ms, WorldEvent::AtStore { call });
    }

    /// Lets a commit reach the store later than its node waits for it.
    fn delay(&mut self, sent: &mut SentCall) {
        let late = SentCall {
            call: sent.call.clone(),
            commit: sent.commit.take(),
            is_late: true,
            reply: None,
            ..*sent
        };
        let call = self.calls.add(late);
        let after_ms = self.faults.between(LATE_MS);
        self.agenda.at(self.now + after_ms, WorldEvent::AtStore { call });
    }

    /// Carries a call out, and reports a durable commit.
    fn execute(&mut self, sent: &SentCall) -> Result<StoreReply, InvariantViolation> {
        if sent.is_late && self.is_away() {
            return Ok(unreached(&sent.call, true));
        }
        let slot = &self.slots[sent.node];
        let machine = slot.machine.as_ref().filter(|_| sent.boot == slot.boot);
        let store = machine.map_or(&self.store, |machine| {
            // Whether the store can be reached is decided by now.
            machine.connection.set_away(false);
            &machine.connection
        });
        let reply = at_once(make_call(store, &self.setup.pool, sent.call.clone()));
        if let (Some(commit), StoreReply::Committed(Ok(committed))) = (&sent.commit, &reply) {
            self.report_decisions(commit, committed.generation)?;
        }
        Ok(reply)
    }

    /// Draws the fate of a call. Reads are answered or fail.
    fn fate(&mut self, is_commit: bool) -> Fate {
        let chaos = &self.scenario.faults.chaos;
        let rng = &mut self.faults;
        if rng.chance(chaos.refused_commits) {
            Fate::Refused
        } else if !is_commit || !rng.chance(chaos.unknown_commits) {
            Fate::Heard
        } else {
            [Fate::Unheard, Fate::Unheard, Fate::Lost, Fate::Late][rng.below(4) as usize]
        }
    }

    /// Hands the store's reply to the node that waits for it.
    pub(super) fn replied(&mut self, id: u64) -> Result<(), InvariantViolation> {
        let Some(sent) = self.calls.sent.get(&id) else {
            self.record.late_reply();
            return Ok(());
        };
        let (at, boot) = (sent.node, sent.boot);
        if self.is_up(at, boot) && self.is_stopped(at) {
            let until = self.slots[at].stopped_until;
            self.agenda.at(until, WorldEvent::Replied { call: id });
            return Ok(());
        }
        let sent = self.calls.sent.remove(&id).expect("it is there, see above");
        if !self.is_up(at, boot) {
            return Ok(());
        }
        let is_cut = self.is_cut(at);
        let reply = sent.reply.filter(|_| !is_cut);
        let reply = reply.unwrap_or_else(|| unreached(&sent.call, true));
        self.count_reply(at, &reply, sent.is_answered_late)?;
        self.drive(at, Event::Store(reply))
    }

    /// `is_late`: the store has carried the call out, and its node no longer waits for the reply.
    fn count_reply(&mut self, at: usize, reply: &StoreReply, is_late: bool) -> Result<(), InvariantViolation> {
        let has_failed = match reply {
            StoreReply::Committed(Ok(_)) => {
                self.slots[at].silent.clear();
                false
            }
            StoreReply::Committed(Err(error)) => match error {
                CommitError::Conflict { .. } => {
                    self.record.conflict();
                    false
                }
                CommitError::Unknown { .. } => {
                    self.record.conflict();
                    true
                }
                CommitError::Unavailable { .. } => {
                    self.record.failed();
                    true
                }
                CommitError::TooLarge(excess) => {
                    let what = excess.to_string();
                    return self.tell_all(&Fact::Damaged { what });
                }
            },
            StoreReply::LoadedNewer(read) => read.is_err(),
            StoreReply::Loaded(read) => read.is_err(),
            StoreReply::Scanned(read) => read.is_err(),
        };
        if !has_failed {
            return Ok(());
        }
        self.answers.hinder(at, self.now);
        match is_late {
            true => self.tell_all(&Fact::NodeFailed { node: at }),
            false => self.tell_failed(at),
        }
    }
}

/// Returns the reply to a call that the store did not answer; `is_unknown`: the outcome of a commit
/// is unknown.
fn unreached(call: &StoreCall, is_unknown: bool) -> StoreReply {
    let away = || StoreError::Unavailable { cause: CAUSE.into() };
    match call {
        StoreCall::LoadNewer { .. } => StoreReply::LoadedNewer(Err(away())),
        StoreCall::Load { .. } => StoreReply::Loaded(Err(away())),
        StoreCall::Scan { .. } => StoreReply::Scanned(Err(away())),
        StoreCall::Commit { .. } if is_unknown => {
            StoreReply::Committed(Err(CommitError::Unknown { cause: CAUSE.into() }))
        }
        StoreCall::Commit { .. } => StoreReply::Committed(Err(CommitError::Unavailable { cause: CAUSE.into() })),
    }
}

#[cfg(test)]
mod tests {
    use store::{Committed, Generation};

    use super::*;

    #[test]
    fn a_commit_is_unheard_while_its_reply_is_on_its_way_to_the_node_that_sent_it() {
        let sent = |reply| SentCall {
            node: 1,
            boot: 2,
            call: StoreCall::LoadNewer {
                known: Generation::NONE,
            },
            commit: None,
            is_late: false,
            is_repeated: false,
            is_answered_late: false,
            reply,
        };
        let is_unheard = |reply, runs: (usize, u32)| {
            let mut calls = Calls::new(1);
            calls.add(sent(reply));
            calls.has_unheard_commit(|node, boot| (node, boot) == runs)
        };
        let committed = || Some(StoreReply::Committed(Ok(Committed::from(Generation(7)))));
        assert!(is_unheard(committed(), (1, 2)));
        assert!(!is_unheard(committed(), (1, 3)), "the node was started again");
        assert!(!is_unheard(committed(), (0, 2)), "another node runs");
        assert!(!is_unheard(None, (1, 2)), "the store has not decided");
        assert!(!is_unheard(Some(StoreReply::LoadedNewer(Ok(None))), (1, 2)));
    }
}
