//! Proofs of work and of patience, as newcomers bring them to a node. Challenges, solutions and
//! stamps are those of the server ([`WorkKey`]), and a node takes the same steps as the server
//! (`src/http/visit/price.rs`, `src/rooms/ticket.rs`): it looks at a proof only where the place has
//! a price, by the room or by a rule for addresses and scores, refuses without a commit where it
//! can, and passes each proof on as a voucher of the place. No node remembers a proof, so a restart
//! forgets none.
//!
//! Each challenge is drawn so that the first counter solves it: the time of the work is virtual.

mod mailboxes;
mod thieves;

use admission::batch::ArrivalOutcome;
use admission::pool::LineIndex;
use admission::price::{Payment, PricedOrigin, UnpaidPrice, WorkUnits};
use admission::snapshot::newcomer::{EntryRefused, PlaceRequest};
use admission::voucher::{ArrivalRefused, ConditionalArrival, Voucher, VoucherHash};
use admission::{Run, WallMs};
use node::Command;
use node::command::Newcomer;
use protocol::proof_of_work::{
    CHALLENGE_RANDOM_BYTES, PATIENT_SECONDS_MAX, PROOF_SECONDS_MAX, SLOW_DERIVATIONS_A_SECOND, VALID_SECONDS,
    VALID_SECONDS_MAX, WorkContext,
};
use protocol::{MasterKey, UnixSeconds, WorkKey};
use screening::{Proven, SpentProofs};

use super::{BEGINS, World};
use crate::oracle::{
    Fact, InvariantViolation, KnownProof, LaneMoment, PaidPlace, ProofBearer, ProofWorth, ProofsOracle, ScreenedOutcome,
};
use crate::scenario::{PATIENT_MS, Scenario};
use crate::sim_rng::{Part, SimRng};

/// The proofs of a run.
pub(super) struct NewcomerProofs {
    key: WorkKey,
    oracle: ProofsOracle,
    made: Vec<MadeProof>,
    /// The proofs that a node was shown, by their indices.
    shown: Vec<usize>,
    /// Thieves who have no place.
    idle: Vec<usize>,
    rng: SimRng,
    /// Draws whose browsers run no scripts.
    pub(super) scripts: SimRng,
    /// Draws the mailboxes that visitors have proved.
    pub(super) mailboxes: SimRng,
}

/// A proof that a newcomer has.
struct MadeProof {
    /// The payload of a solution, or a stamp.
    text: String,
    id: VoucherHash,
    is_stamp: bool,
    is_shown: bool,
    /// When its owner has it, in virtual time: the work is done, or the page with the stamp is
    /// there.
    ready_ms: u64,
}

/// The proofs of a newcomer that a node accepts.
#[derive(Default)]
struct AcceptedProofs {
    proven: Proven,
    work: Option<VoucherHash>,
    stamp: Option<VoucherHash>,
}

impl NewcomerProofs {
    pub(super) fn new(scenario: &Scenario, seed: u64) -> Self {
        Self {
            key: WorkKey::new(&MasterKey::from_bytes([9; 32])),
            oracle: ProofsOracle::new(scenario),
            made: Vec::new(),
            shown: Vec::new(),
            idle: Vec::new(),
            rng: SimRng::of(seed, Part::Proofs),
            scripts: SimRng::of(seed, Part::Scripts),
            mailboxes: SimRng::of(seed, Part::Mailboxes),
        }
    }

    /// Makes a challenge, and solves it by `ready_ms`. Returns the index of the solution.
    fn solve(&mut self, of: ProofBearer, (work, ready_ms): (WorkUnits, u64), (at, now): (UnixSeconds, u64)) -> usize {
        let mut random = [0; CHALLENGE_RANDOM_BYTES];
        random[..32].copy_from_slice(&self.rng.key());
        let challenge = self.key.challenge(context(of), work.0, at, random);
        let text = challenge.solve().expect("the first counter solves it");
        let proof = self.key.verify(context(of), at, &text).expect("made just now");
        let valid_s = VALID_SECONDS + u64::from(proof.work) / SLOW_DERIVATIONS_A_SECOND;
        let proven = KnownProof {
            of,
            worth: ProofWorth::Work(proof.work),
            good_ms: [now, now + valid_s.min(VALID_SECONDS_MAX) * 1_000],
        };
        self.keep((text, &proof.id), proven, ready_ms)
    }

    /// Makes a stamp. Returns its index.
    fn stamp(&mut self, of: ProofBearer, (at, now): (UnixSeconds, u64)) -> usize {
        let random = self.rng.key();
        let random = *random.first_chunk().expect("32 bytes");
        let text = self.key.stamp(context(of), at, random);
        let stamp = self.key.read_stamp(context(of), &text).expect("made just now");
        let proven = KnownProof {
            of,
            worth: ProofWorth::Patience,
            good_ms: [now + PATIENT_MS, now + PATIENT_SECONDS_MAX * 1_000],
        };
        self.keep((text, &stamp.id), proven, now)
    }

    fn keep(&mut self, (text, id): (String, &str), proven: KnownProof, ready_ms: u64) -> usize {
        let id = voucher_of(id);
        self.oracle.made(id.0, proven);
        self.made.push(MadeProof {
            text,
            id,
            is_stamp: proven.worth == ProofWorth::Patience,
            is_shown: false,
            ready_ms,
        });
        self.made.len() - 1
    }

    /// Returns whether a page offers the stamp again.
    fn is_offered_again(&self, stamp: usize, to: ProofBearer, at: UnixSeconds) -> bool {
        let read = self.key.read_stamp(context(to), &self.made[stamp].text);
        read.is_some_and(|stamp| stamp.is_kept(at))
    }

    /// Records that a node was shown a proof.
    fn show(&mut self, proof: usize) {
        if !std::mem::replace(&mut self.made[proof].is_shown, true) {
            self.shown.push(proof);
        }
    }
}

/// Returns the context of a client's proofs: the server's hash of a network has a key of the room.
fn context(of: ProofBearer) -> WorkContext {
    WorkContext {
        run: of.run,
        network: splitmix::mix(of.client.wrapping_add(u64::from(of.line))),
    }
}

/// Hashes the id of a proof, as the server does under a key.
fn voucher_of(id: &str) -> VoucherHash {
    let hash = |salt: u64| id.bytes().fold(salt, |sum, byte| splitmix::mix(sum ^ u64::from(byte)));
    VoucherHash((u128::from(hash(1)) << 64 | u128::from(hash(2))).to_be_bytes())
}

fn seconds(wall: WallMs) -> UnixSeconds {
    UnixSeconds(wall.0 / 1_000)
}

impl World<'_> {
    /// Returns whether a visitor who wants a place brings proofs.
    pub(super) fn brings_proofs(&self, who: usize) -> bool {
        let visitor = &self.visitors[who];
        visitor.key.is_none() && self.line(visitor.line).room.takes_proofs()
    }

    /// Leads a newcomer with proofs to a pool node. A page that still works goes on with that.
    pub(super) fn bring_proofs(&mut self, who: usize, at: usize) -> Result<(), InvariantViolation> {
        let price = &self.visitors[who].price;
        let brought = [price.solution, price.stamp];
        if price.thefts_left.is_none() {
            for proof in brought.into_iter().flatten() {
                let ready_ms = self.proofs.made[proof].ready_ms;
                if ready_ms > self.now {
                    return self.send(who, ready_ms);
                }
                self.proofs.show(proof);
            }
        } else if brought == [None, None]
            && let Some(proof) = self.proofs.any_shown()
        {
            self.give_stolen(who, proof);
        }
        self.ask_with_proofs(who, at, true)
    }

    /// Asks for a place; `brings`: with the visitor's proofs.
    fn ask_with_proofs(&mut self, who: usize, at: usize, brings: bool) -> Result<(), InvariantViolation> {
        let line = self.visitors[who].line;
        let shown = self.machine(at).shown(line).clone();
        let now = self.machine(at).now(line, self.clocks(at));
        let (snapshot, watched) = (&shown.published.snapshot, self.line(line));
        let config = watched.room.config(watched.rate, BEGINS);
        let mailbox = self.proven_mailbox(who, snapshot.run());
        let mut origin = PricedOrigin {
            networks: self.visitors[who].price.networks(who),
            payment: mailbox.map_or(Payment::Nothing, |_| Payment::Code),
        };
        let has_price = snapshot.unpaid(&config, &origin, now).is_some();
        let Some((accepted, spent)) = self.spent_proofs((who, at), has_price, brings)? else {
            return Ok(());
        };
        // Proofs that are spent on the price of a rule need not be worth the room's, which a code
        // pays.
        let is_by_code = mailbox.is_some() && !has_price;
        if !is_by_code && spent.payment != Payment::Nothing {
            origin.payment = spent.payment;
        }
        let request = PlaceRequest {
            places: snapshot.places(),
            leaves: false,
            origin: Some(origin),
        };
        let commit = self.commit_order.position(shown.generation);
        match snapshot.refusal(&config, &request, now) {
            Some(EntryRefused::RoomFull) => {
                self.report_fact(line, 0, &Fact::ToldFull { commit })?;
                return self.refused(who);
            }
            Some(EntryRefused::Unpaid(unpaid)) => {
                let flow = now.flow.max(snapshot.ledger().flow).0;
                let refused = (origin.payment, unpaid);
                let at = (self.now, LaneMoment { flow, commit });
                self.proofs.oracle.refused(line.0, refused, at)?;
                return self.told_price(who, unpaid);
            }
            None => {}
        }
        let ends_at = Some(self.wall(at).plus_ms(PROOF_SECONDS_MAX * 1_000));
        let stamp = accepted.stamp.filter(|_| spent.is_patient);
        let proofs = accepted.work.into_iter().chain(stamp);
        let proofs = proofs.map(|hash| Voucher::not_accepted_from(hash, ends_at));
        let newcomer = Newcomer {
            vouchers: mailbox.map(Voucher::from).into_iter().chain(proofs).collect(),
            leaves: false,
            run: None,
            origin: Some(origin),
        };
        self.visitors[who].price.payment = origin.payment;
        let handle = self.handle_of(who, at, false);
        self.ask(at, line, Command::Arrive(newcomer, handle));
        Ok(())
    }

    /// Leads a newcomer past the rules with the proofs that the node accepts. Nothing is looked at
    /// where neither the rules nor the room ask for anything (`has_price`). Returns the proofs and
    /// what is spent of them; `None` if the rules keep the newcomer out.
    fn spent_proofs(
        &mut self,
        (who, at): (usize, usize),
        has_price: bool,
        brings: bool,
    ) -> Result<Option<(AcceptedProofs, SpentProofs)>, InvariantViolation> {
        let ruled = self.demanded(who, at);
        if let Some(Err(outcome)) = ruled {
            self.judge_screening((who, at), (Proven::default(), 0), outcome)?;
            return self.led_by_rules(who, outcome).map(|_| None);
        }
        let demanded = ruled.and_then(Result::ok).flatten();
        let run = self.machine(at).shown(self.visitors[who].line).published.snapshot.run();
        let accepted = match brings && (has_price || demanded.is_some()) {
            true => self.accepted(who, at, run)?,
            false => AcceptedProofs::default(),
        };
        let spent = accepted.proven.spend(demanded.as_ref());
        let outcome = match demanded.filter(|_| spent.is_none()) {
            Some(unpaid) => ScreenedOutcome::Demanded(unpaid),
            None => ScreenedOutcome::Passed,
        };
        if ruled.is_some() {
            // Another oracle judges whether a stamp is old enough.
            let waited_ms = if accepted.proven.is_patient { PATIENT_MS } else { 0 };
            self.judge_screening((who, at), (accepted.proven, waited_ms), outcome)?;
        }
        match spent {
            Some(spent) => Ok(Some((accepted, spent))),
            None => self.led_by_rules(who, outcome).map(|_| None),
        }
    }

    /// Returns those of a newcomer's proofs that a node accepts.
    fn accepted(&self, who: usize, at: usize, run: Run) -> Result<AcceptedProofs, InvariantViolation> {
        let (price, proofs) = (&self.visitors[who].price, &self.proofs);
        let (by, now) = (self.bearer(who, run), seconds(self.wall(at)));
        let made = |proof: usize| &proofs.made[proof];
        let mut accepted = AcceptedProofs::default();
        if let Some(made) = price.solution.map(made) {
            let proof = proofs.key.verify(context(by), now, &made.text).ok();
            proofs.oracle.brought(&made.id.0, by, proof.is_some(), self.now)?;
            accepted.proven.work = proof.as_ref().map(|proof| WorkUnits(proof.work));
            accepted.work = proof.map(|proof| voucher_of(&proof.id));
        }
        if let Some(made) = price.stamp.map(made) {
            let stamp = proofs.key.read_stamp(context(by), &made.text);
            let stamp = stamp.filter(|stamp| stamp.is_good(now));
            proofs.oracle.brought(&made.id.0, by, stamp.is_some(), self.now)?;
            accepted.proven.is_patient = stamp.is_some();
            accepted.stamp = stamp.map(|stamp| voucher_of(&stamp.id));
        }
        Ok(accepted)
    }

    fn bearer(&self, who: usize, run: Run) -> ProofBearer {
        let visitor = &self.visitors[who];
        ProofBearer {
            line: visitor.line.0,
            run: run.0,
            client: visitor.price.networks(who).client.0,
        }
    }

    /// Handles the answer that another place was given for a newcomer's proof: the node goes on
    /// without it. The visitor is not blamed for the theft, so the count of prices begins anew.
    pub(super) fn proof_spent(&mut self, who: usize, at: usize) -> Result<(), InvariantViolation> {
        let price = &mut self.visitors[who].price;
        (price.solution, price.told) = (None, 0);
        self.ask_with_proofs(who, at, false)
    }

    /// Handles the page of a newcomer who has not paid: it has a challenge and a stamp.
    pub(super) fn offer_payment(&mut self, who: usize, unpaid: UnpaidPrice) -> Result<(), InvariantViolation> {
        let (line, at) = (self.visitors[who].line, self.visitors[who].node);
        let of = self.bearer(who, self.machine(at).shown(line).published.snapshot.run());
        let made_at = (seconds(self.wall(at)), self.now);
        let price = &self.visitors[who].price;
        if price.thefts_left.is_some() {
            return self.wait_for_a_proof(who);
        }
        let Some(work) = unpaid.work.filter(|_| !price.is_scriptless) else {
            return self.wait_patiently(who, of, made_at);
        };
        if price.work_max.is_some_and(|most| work.0 > most) {
            return self.goes(who);
        }
        let solved_at = self.now + price.work_ms(work);
        let solution = self.proofs.solve(of, (work, solved_at), made_at);
        let price = &mut self.visitors[who].price;
        (price.solution, price.told) = (Some(solution), price.told + 1);
        let told = price.told;
        self.report_fact(line, 0, &Fact::Priced { told })?;
        self.tempt_thieves((who, solution), solved_at)?;
        self.send(who, solved_at)
    }

    /// Lets a newcomer wait instead of working: the page loads again and again, with the stamp that
    /// becomes good after a minute.
    fn wait_patiently(
        &mut self,
        who: usize,
        of: ProofBearer,
        made_at: (UnixSeconds, u64),
    ) -> Result<(), InvariantViolation> {
        let kept = self.visitors[who].price.stamp;
        let kept = kept.filter(|stamp| self.proofs.is_offered_again(*stamp, of, made_at.0));
        let stamp = kept.unwrap_or_else(|| self.proofs.stamp(of, made_at));
        self.visitors[who].price.stamp = Some(stamp);
        if kept.is_none() {
            self.tempt_thieves((who, stamp), self.now + PATIENT_MS)?;
        }
        self.refused(who)
    }

    /// Reports to the oracle of proofs what a commit decided on a newcomer.
    pub(super) fn judge_payment(
        &mut self,
        (line, run): (LineIndex, Run),
        conditional: &ConditionalArrival,
        arrival: ArrivalOutcome,
        flow: u64,
    ) -> Result<(), InvariantViolation> {
        let takes_proofs = self.line(line).room.takes_proofs();
        let Some(origin) = conditional.origin.filter(|_| takes_proofs) else {
            return Ok(());
        };
        let commit = self.commit_order.last();
        let at = (self.now, LaneMoment { flow, commit });
        match arrival {
            ArrivalOutcome::Given(sequence) => {
                let paid = PaidPlace {
                    of: ProofBearer {
                        line: line.0,
                        run: run.0,
                        client: origin.networks.client.0,
                    },
                    place: sequence.0,
                    payment: origin.payment,
                    proofs: conditional.vouchers.iter().map(|voucher| voucher.hash.0).collect(),
                    is_closed: !self.line(line).oracles.lets_in(),
                };
                self.proofs.oracle.given(&paid, at)
            }
            ArrivalOutcome::Refused(ArrivalRefused::Unpaid(unpaid)) => {
                self.proofs.oracle.refused(line.0, (origin.payment, unpaid), at)
            }
            ArrivalOutcome::Refused(_) | ArrivalOutcome::NotOpen => Ok(()),
        }
    }
}
