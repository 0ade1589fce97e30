//! Visitors who wait and bring a code of a priority group. They ask again, at any node, until they
//! get an answer, and some ask twice at once. The world takes the same steps as the server
//! ([`node::priority`]); a crash, a disconnected node or a failover can interrupt each of them.

use admission::marks::Mark;
use admission::pool::LineIndex;
use admission::voucher::{ArrivalRefused, VoucherHash, VoucherRecord};
use admission::{Device, Holder, Sequence, WallMs};
use node::answer::ArriveResult;
use node::command::Newcomer;
use node::place::Place;
use node::priority::{CodeRefused, PriorityCodeRecord, PriorityMove, PriorityStep, redeemed};
use node::{Command, records};
use store::{CommitError, Generation, MemoryStore, PoolId, RecordKey, Store, Write, at_once};

use super::World;
use super::agenda::WorldEvent;
use super::callers::{Caller, Handle};
use super::visitor::{VisitorPhase, VisitorPlace};
use crate::oracle::{CodeAnswer, CodesOracle, Fact, InvariantViolation};
use crate::scenario::Scenario;
use crate::sim_rng::{Part, SimRng};

/// The time after which a visitor without an answer brings the code again, from and to, in
/// milliseconds.
const AGAIN_MS: [u64; 2] = [2_000, 9_000];
/// The most time between two requests of a visitor who asks twice, in milliseconds.
const TWICE_MS: u64 = 100;

/// The codes of a run, and visitors' uses of them.
pub(super) struct CodeUses {
    pub(super) rng: SimRng,
    pool: PoolId,
    uses: Vec<CodeUse>,
    /// The visitor who made the last durable use of each code.
    last_by: Vec<Option<usize>>,
    pub(super) oracle: CodesOracle,
}

/// A request with a code.
struct CodeUse {
    who: usize,
    code: usize,
    left: VisitorPlace,
    known: Place,
    node: usize,
    boot: u32,
    moving: PriorityMove,
    /// Whether the visitor's use, or a place for it, was durable when the request began.
    was_counted: bool,
    /// The record to write, over one that was read.
    write: Option<(Generation, PriorityCodeRecord)>,
    reply: Option<CodeReply>,
}

/// A reply of the store.
enum CodeReply {
    Found(Option<Sequence>),
    Read(Generation, Option<PriorityCodeRecord>),
    /// Whether the record is known to be written.
    Written(bool),
    Unreached,
}

impl CodeUses {
    pub(super) fn new(scenario: &Scenario, seed: u64) -> Self {
        let codes = &scenario.codes;
        Self {
            rng: SimRng::of(seed, Part::Codes),
            pool: PoolId::new("~codes/simulated").expect("keeps to the alphabet"),
            uses: Vec::new(),
            last_by: vec![None; codes.len()],
            oracle: CodesOracle::new(codes.iter().map(|code| code.uses_max)),
        }
    }

    fn stored(&self, store: &MemoryStore, code: usize) -> (Generation, Option<PriorityCodeRecord>) {
        let loaded = at_once(store.load(&self.pool, &[key(code)])).expect("memory is always there");
        let record = loaded.records.into_iter().next().flatten();
        (loaded.generation, record.and_then(|bytes| records::decode(&bytes)))
    }
}

fn key(code: usize) -> RecordKey {
    let code = u32::try_from(code).expect("a thousand at most");
    RecordKey::new([b"k".as_slice(), &code.to_be_bytes()].concat()).expect("five bytes")
}

fn write(records: Vec<(RecordKey, Option<Vec<u8>>)>) -> Write {
    Write {
        ledger: b"codes".to_vec(),
        records,
        recovers: true,
    }
}

impl World<'_> {
    /// Stores the codes, none of them used yet.
    pub(super) fn add_codes(&mut self) {
        let codes = self.scenario.codes.iter().enumerate();
        let added = codes.map(|(at, code)| {
            let record = PriorityCodeRecord {
                group: code.line.to_string(),
                batch: String::new(),
                uses_max: code.uses_max,
                uses: 0,
                last_by: None,
                added_at: WallMs(0),
                ends_at: None,
            };
            (key(at), Some(records::encode(&record)))
        });
        let added = added.collect::<Vec<_>>();
        if !added.is_empty() {
            let pool = &self.codes.pool;
            let done = at_once(self.store.commit(pool, Generation::NONE, write(added)));
            done.expect("nobody else has committed yet");
        }
    }

    /// Returns whether a visitor has not yet learned the outcome of a code.
    pub(super) fn waits_for_word(&self, who: usize) -> bool {
        let visitor = &self.visitors[who];
        visitor.code.as_ref().is_some_and(|code| code.asked && !code.is_told)
    }

    /// Handles that a visitor learns of the cancelled place: the visit ends, unless the visitor
    /// left the place for one in a group, which another request will report.
    pub(super) fn lost_place(&mut self, who: usize) {
        self.visitors[who].phase = match self.waits_for_word(who) {
            true => VisitorPhase::Waiting,
            false => VisitorPhase::Gone,
        };
    }

    /// Lets a visitor who waits bring the code.
    pub(super) fn use_code(&mut self, who: usize, is_twin: bool) -> Result<(), InvariantViolation> {
        let visitor = &self.visitors[who];
        let Some(brought) = visitor.code.filter(|code| !code.is_told) else {
            return Ok(());
        };
        if visitor.through || visitor.phase == VisitorPhase::Gone {
            return Ok(());
        }
        if !is_twin {
            let again = self.now + self.codes.rng.between(AGAIN_MS);
            self.agenda.at(again, WorldEvent::UseCode { who, is_twin: false });
            if brought.twice {
                let twin = self.now + self.codes.rng.below(TWICE_MS);
                self.agenda.at(twin, WorldEvent::UseCode { who, is_twin: true });
            }
        }
        let node = self.up_node().filter(|at| !self.is_stopped(*at));
        let (Some(left), Some(at)) = (self.visitors[who].place, node) else {
            return Ok(());
        };
        let snapshot = &self.machine(at).shown(left.line).published.snapshot;
        // The server would read the stored state first; here the visitor asks again.
        if snapshot.run() != left.run || snapshot.ledger().next <= left.sequence {
            return Ok(());
        }
        let known = self.machine(at).place(left.line, left.run, left.device());
        let exchange = *known.queue_id.as_bytes();
        if let Some(code) = &mut self.visitors[who].code {
            code.asked = true;
        }
        let used = self.codes.uses.len();
        let place = (left.line.0, left.sequence.0);
        self.codes.oracle.brings(exchange, place, (who, brought.code));
        let was_last = self.codes.last_by[brought.code] == Some(who);
        self.codes.uses.push(CodeUse {
            who,
            code: brought.code,
            left,
            known,
            node: at,
            boot: self.slots[at].boot,
            moving: PriorityMove::new(known),
            was_counted: self.codes.oracle.is_given(&exchange) || (was_last && self.is_single(brought.code)),
            write: None,
            reply: None,
        });
        self.next_of_code(used)
    }

    fn is_single(&self, code: usize) -> bool {
        self.scenario.codes[code].uses_max == Some(1)
    }

    fn lane_of_code(&self, used: usize) -> LineIndex {
        LineIndex(self.scenario.codes[self.codes.uses[used].code].line)
    }

    /// Does the next step of a request.
    fn next_of_code(&mut self, used: usize) -> Result<(), InvariantViolation> {
        let CodeUse {
            moving,
            known,
            node,
            left,
            ..
        } = self.codes.uses[used];
        let lane = self.lane_of_code(used);
        match moving.step() {
            PriorityStep::FindTaken | PriorityStep::Redeem => {
                let way_ms = self.way_ms();
                self.agenda.at(self.now + way_ms, WorldEvent::CodeAtStore { used });
                Ok(())
            }
            PriorityStep::TakePlace => {
                let newcomer = Newcomer {
                    vouchers: vec![VoucherHash(*known.queue_id.as_bytes()).into()],
                    origin: None,
                    leaves: true,
                    run: None,
                };
                self.ask(node, lane, Command::Arrive(newcomer, Handle::of(Caller::CodeUse(used))));
                Ok(())
            }
            PriorityStep::GiveUp(place) => {
                let line = if place == known { left.line } else { lane };
                self.ask(node, line, Command::Cancel(place, Handle::of(Caller::CodeUse(used))));
                Ok(())
            }
            PriorityStep::LookAgain => {
                let snapshot = &self.machine(node).shown(left.line).published.snapshot;
                let was_let_through = snapshot.has(left.sequence, Mark::Redirected);
                self.codes.uses[used].moving.looked_again(was_let_through);
                self.next_of_code(used)
            }
            PriorityStep::Later => Ok(()),
            PriorityStep::Done(outcome) => self.code_done(used, outcome),
        }
    }

    /// Handles a request's call that reaches the store.
    pub(super) fn code_at_store(&mut self, used: usize) {
        let node = self.codes.uses[used].node;
        let reply = if self.is_cut(node) || self.is_away() {
            CodeReply::Unreached
        } else {
            self.asked_store(used)
        };
        self.codes.uses[used].reply = Some(reply);
        let way_ms = self.way_ms();
        self.agenda.at(self.now + way_ms, WorldEvent::CodeReplied { used });
    }

    fn asked_store(&mut self, used: usize) -> CodeReply {
        let lane = self.lane_of_code(used);
        let CodeUse {
            code, who, known, left, ..
        } = self.codes.uses[used];
        if self.codes.uses[used].moving.step() == PriorityStep::FindTaken {
            let voucher = records::voucher_key(lane, left.run, VoucherHash(*known.queue_id.as_bytes()));
            let loaded = at_once(self.store.load(&self.setup.pool, &[voucher])).expect("memory is always there");
            let record = loaded.records.into_iter().flatten().next();
            let record = record.and_then(|bytes| VoucherRecord::decode(&bytes));
            return CodeReply::Found(record.map(|record| record.sequence));
        }
        let Some((expected, record)) = self.codes.uses[used].write.take() else {
            let (generation, record) = self.codes.stored(&self.store, code);
            return CodeReply::Read(generation, record);
        };
        let chaos = &self.scenario.faults.chaos;
        let (refused, unknown) = (chaos.refused_commits, chaos.unknown_commits);
        if self.faults.chance(refused) {
            return CodeReply::Written(false);
        }
        let is_lost = self.faults.chance(unknown);
        if is_lost && self.faults.chance(0.5) {
            return CodeReply::Written(false);
        }
        let written = write(vec![(key(code), Some(records::encode(&record)))]);
        match at_once(self.store.commit(&self.codes.pool, expected, written)) {
            Ok(_) => {
                self.codes.last_by[code] = Some(who);
                CodeReply::Written(!is_lost)
            }
            Err(CommitError::Conflict { .. }) => CodeReply::Written(false),
            Err(error) => unreachable!("memory takes so little: {error}"),
        }
    }

    /// Hands the store's reply to the node that waits for it.
    pub(super) fn code_replied(&mut self, used: usize) -> Result<(), InvariantViolation> {
        let CodeUse { node, boot, known, .. } = self.codes.uses[used];
        if !self.is_up(node, boot) {
            return Ok(());
        }
        if self.is_stopped(node) {
            let until = self.slots[node].stopped_until;
            self.agenda.at(until, WorldEvent::CodeReplied { used });
            return Ok(());
        }
        let reply = self.codes.uses[used].reply.take().filter(|_| !self.is_cut(node));
        let (lane, wall) = (self.lane_of_code(used), self.wall(node));
        match reply.unwrap_or(CodeReply::Unreached) {
            CodeReply::Unreached => return Ok(()),
            CodeReply::Found(sequence) => {
                let run = self.codes.uses[used].left.run;
                let place = |sequence| self.machine(node).place(lane, run, Device::first(sequence));
                let taken = sequence.map(place);
                self.codes.uses[used].moving.place_found(taken);
            }
            CodeReply::Read(generation, stored) => match redeemed(stored.as_ref(), *known.queue_id.as_bytes(), wall) {
                Ok(Some(record)) => self.codes.uses[used].write = Some((generation, record)),
                Ok(None) => self.codes.uses[used].moving.code_redeemed(Ok(())),
                Err(refused) => self.codes.uses[used].moving.code_redeemed(Err(refused)),
            },
            CodeReply::Written(true) => self.codes.uses[used].moving.code_redeemed(Ok(())),
            // The outcome is read again.
            CodeReply::Written(false) => {}
        }
        self.next_of_code(used)
    }

    /// Takes the pool node's answer to a request for a place in the group's line.
    pub(super) fn code_given(&mut self, used: usize, result: &ArriveResult) -> Result<(), InvariantViolation> {
        let (node, lane) = (self.codes.uses[used].node, self.lane_of_code(used));
        let taken = match result {
            Ok(Ok(given)) => {
                let device = Device::first(given.sequence);
                Some(self.machine(node).place(lane, given.run, device))
            }
            Ok(Err(ArrivalRefused::Spent(_))) => None,
            Ok(Err(_)) | Err(_) => return Ok(()),
        };
        self.codes.uses[used].moving.place_taken(taken);
        self.next_of_code(used)
    }

    /// Continues after a place was given up.
    pub(super) fn code_gave_up(&mut self, used: usize, is_done: bool) -> Result<(), InvariantViolation> {
        if !is_done {
            return Ok(());
        }
        self.codes.uses[used].moving.place_given_up();
        self.next_of_code(used)
    }

    /// Tells the visitor the outcome of the code, unless the answer is lost.
    fn code_done(&mut self, used: usize, outcome: Result<Place, CodeRefused>) -> Result<(), InvariantViolation> {
        let CodeUse {
            who,
            known,
            left,
            was_counted,
            ..
        } = self.codes.uses[used];
        let visitor = &self.visitors[who];
        let is_waiting = visitor.place == Some(left) && !visitor.through && visitor.phase != VisitorPhase::Gone;
        if self.network.chance(self.scenario.network.loss) || !is_waiting || !self.waits_for_word(who) {
            return Ok(());
        }
        let answer = self.code_answer(left, &known);
        let is_told = match outcome {
            Ok(place) => {
                if place != known {
                    self.codes.oracle.check_answer(&answer, self.now)?;
                    self.enter_group(who, used, place)?;
                }
                true
            }
            Err(_) => {
                self.codes.oracle.refused(&answer, was_counted, self.now)?;
                // Another request of the visitor may be on its way to the group.
                !answer.left_is_cancelled
            }
        };
        if let Some(code) = &mut self.visitors[who].code {
            code.is_told = is_told;
        }
        Ok(())
    }

    fn code_answer(&self, left: VisitorPlace, known: &Place) -> CodeAnswer {
        let newest = self
            .newest()
            .map(|at| self.machine(at).shown(left.line).published.clone());
        let number = newest
            .as_ref()
            .and_then(|newest| newest.snapshot.ledger().number(left.sequence));
        let granted = |grants: &std::collections::HashSet<_>| {
            let own =
                |(run, of, _): &(admission::Run, admission::Number, WallMs)| *run == left.run && Some(*of) == number;
            grants.iter().any(own)
        };
        CodeAnswer {
            exchange: *known.queue_id.as_bytes(),
            left_is_cancelled: newest.is_some_and(|newest| newest.snapshot.has(left.sequence, Mark::Cancelled)),
            left_is_granted: granted(&self.line(left.line).grants),
        }
    }

    /// Lets the visitor continue in the group's line.
    fn enter_group(&mut self, who: usize, used: usize, place: Place) -> Result<(), InvariantViolation> {
        let line = self.lane_of_code(used);
        let held = VisitorPlace {
            line,
            run: place.run,
            sequence: place.device.sequence,
            holder: Holder(0),
        };
        let visitor = &mut self.visitors[who];
        (visitor.place, visitor.phase) = (Some(held), VisitorPhase::Waiting);
        visitor.diligent = visitor.code.is_some_and(|code| code.diligent);
        visitor.ask_anew();
        let fact = Fact::Placed {
            place: held.sequence.0,
            who: who as u64,
            diligent: visitor.diligent,
        };
        let holders = &mut self.line_mut(line).holders;
        let at = super::index(held.sequence.0);
        holders.resize(holders.len().max(at + 1), None);
        holders[at] = Some(who);
        let node = self.codes.uses[used].node;
        let flow = self.machine(node).now(line, self.clocks(node)).flow.0;
        self.tell_of(held, flow, &fact)?;
        let network = &self.scenario.network;
        let heard_at = self.now + self.network.between(network.delay_ms);
        self.send(who, heard_at)
    }

    /// Reports to the oracle the uses of codes that a failover to this store loses.
    pub(super) fn lose_uses(&mut self, store: &MemoryStore) {
        self.codes.oracle.failed_over();
        for code in 0..self.scenario.codes.len() {
            let uses = |store: &MemoryStore| self.codes.stored(store, code).1.map_or(0, |record| record.uses);
            let lost = uses(&self.store).saturating_sub(uses(store));
            self.codes.oracle.lost_uses(code, lost);
        }
    }

    /// Reports to the oracle that a place was given up.
    pub(super) fn left_place(&self, line: LineIndex, place: u64) -> Result<(), InvariantViolation> {
        let holder = self.line(line).holders.get(super::index(place)).copied().flatten();
        let has_left = holder.is_some_and(|who| self.visitors[who].left_at.is_some());
        match has_left {
            true => Ok(()),
            false => self.codes.oracle.cancelled((line.0, place), self.now),
        }
    }
}
