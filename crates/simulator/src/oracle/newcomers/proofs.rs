//! Proofs of work and of patience, over all rooms and nodes of a run.
//!
//! - A node accepts a proof only for the room, run and network that it was made for, and within its
//!   time; it accepts such a proof of anybody.
//! - A place that was paid for took exactly one proof, which is worth what was paid; where rules
//!   for addresses and scores can demand a wait, also the stamp of that wait beside work. No other
//!   place takes them, in any room and at any node.
//! - Where a code by e-mail pays, each place takes one mailbox of its room and run, and no other
//!   place takes that. It pays in place of every proof except those that a rule demands; elsewhere
//!   a code pays nothing.
//! - A place costs what the room says, and nobody is asked for more: [`super::prices`].
//! - A newcomer who waited gets a place as long as the lane has room: [`super::patience`].
//!
//! A proof that was stolen within its network and spent by the thief is spent; its owner is then
//! asked for another one, and nothing is judged of the time that this takes.

use std::collections::{BTreeMap, BTreeSet};

use admission::price::{Payment, UnpaidPrice};

use super::INVARIANT;
use super::patience::{LaneMoment, PatienceLane};
use super::prices::{PricedPlace, RoomPrices};
use crate::oracle::{InvariantViolation, wall_error_ms};
use crate::scenario::Scenario;

/// The id of a proof, as a voucher.
type ProofId = [u8; 16];

/// The client that a proof is made for, or that brings it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ProofBearer {
    /// The index of the room.
    pub(crate) line: u16,
    pub(crate) run: u16,
    /// The id of the client's network.
    pub(crate) client: u64,
}

/// The worth of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProofWorth {
    /// This many derivations.
    Work(u32),
    /// A minute of patience.
    Patience,
}

/// A proof that was made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownProof {
    pub(crate) of: ProofBearer,
    pub(crate) worth: ProofWorth,
    /// When it is good, from and to, in milliseconds of virtual time.
    pub(crate) good_ms: [u64; 2],
}

/// A place that a commit gave in a room with a price.
#[derive(Debug, Clone)]
pub(crate) struct PaidPlace {
    pub(crate) of: ProofBearer,
    pub(crate) place: u64,
    pub(crate) payment: Payment,
    /// The proofs that were spent on it.
    pub(crate) proofs: Vec<ProofId>,
    /// Whether the room lets nobody in, so that its places are scarce.
    pub(crate) is_closed: bool,
}

/// Judges proofs.
#[derive(Debug)]
pub(crate) struct ProofsOracle {
    known: BTreeMap<ProofId, KnownProof>,
    /// The place for which each proof was spent: room and place.
    spent: BTreeMap<ProofId, (u16, u64)>,
    /// The rooms in which newcomers bring proofs.
    lanes: BTreeMap<u16, PatienceLane>,
    prices: BTreeMap<u16, RoomPrices>,
    /// The rooms with rules for addresses and scores.
    ruled: BTreeSet<u16>,
    /// The rooms in which a code by e-mail pays for the place.
    coded: BTreeSet<u16>,
    /// The room and the run of each mailbox that was proved.
    mailboxes: BTreeMap<ProofId, (u16, u16)>,
    /// By how much a node can think that a proof is good earlier or later, in milliseconds.
    margin_ms: u64,
}

impl ProofsOracle {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        // Nodes make proofs by one clock and look at them by another, in whole seconds.
        let margin_ms = 2 * wall_error_ms(scenario) + 1_000;
        let (mut lanes, mut prices) = (BTreeMap::new(), BTreeMap::new());
        let (mut ruled, mut coded) = (BTreeSet::new(), BTreeSet::new());
        for (line, room) in (0..).zip(scenario.rooms()) {
            if let Some(price) = room.price.filter(|price| price.proofs) {
                lanes.insert(line, PatienceLane::new(price));
                prices.insert(line, RoomPrices::new(room, price, margin_ms));
            }
            if room.screening.is_some() {
                ruled.insert(line);
            }
            if room.takes_codes() {
                coded.insert(line);
            }
        }
        Self {
            known: BTreeMap::new(),
            spent: BTreeMap::new(),
            lanes,
            prices,
            ruled,
            coded,
            mailboxes: BTreeMap::new(),
            margin_ms,
        }
    }

    /// Records a proof.
    pub(crate) fn made(&mut self, id: ProofId, proof: KnownProof) {
        self.known.insert(id, proof);
    }

    /// Records a mailbox that was proved for a room and a run.
    pub(crate) fn proved(&mut self, id: ProofId, of: (u16, u16)) {
        self.mailboxes.insert(id, of);
    }

    /// Judges whether a node accepts a proof that a client brings.
    ///
    /// # Errors
    /// Returns an error if the node accepts a proof that is not good for the client, or refuses one
    /// that is.
    pub(crate) fn brought(
        &self,
        id: &ProofId,
        by: ProofBearer,
        is_accepted: bool,
        now: u64,
    ) -> Result<(), InvariantViolation> {
        let Some(known) = self.known.get(id) else {
            return Ok(());
        };
        let ([from, to], margin_ms) = (known.good_ms, self.margin_ms);
        let can_be_good = now + margin_ms >= from && now < to + margin_ms;
        let is_good = now >= from + margin_ms && now + margin_ms < to;
        let expected = match by == known.of {
            false => Some(false),
            true if is_good => Some(true),
            true if can_be_good => None,
            true => Some(false),
        };
        match expected {
            Some(expected) if expected != is_accepted => Err(broken(
                now,
                format!("{known:?} is brought by {by:?}, and accepted: {is_accepted}"),
            )),
            _ => Ok(()),
        }
    }

    /// Judges a place that a commit gave, at virtual time.
    ///
    /// # Errors
    /// Returns an error if the place was not paid for by a proof of its own, if it costs more, or
    /// if it exceeds the lane of patience.
    pub(crate) fn given(&mut self, paid: &PaidPlace, (now, at): (u64, LaneMoment)) -> Result<(), InvariantViolation> {
        let (line, place) = (paid.of.line, paid.place);
        let is_mailbox = |id: &ProofId| self.mailboxes.contains_key(id);
        let (mailboxes, proofs): (Vec<ProofId>, Vec<ProofId>) = paid.proofs.iter().copied().partition(is_mailbox);
        if !self.has_its_mailbox(paid, &mailboxes) {
            return Err(broken(now, format!("{paid:?} has no mailbox of its own")));
        }
        if !self.is_paid(paid, &proofs, now) {
            return Err(broken(
                now,
                format!("{paid:?} has no proof of its own that is worth that"),
            ));
        }
        for id in &paid.proofs {
            if let Some((room, other)) = self.spent.insert(*id, (line, place)) {
                return Err(broken(
                    now,
                    format!("one proof has place {other} of room {room}, and place {place} of room {line}"),
                ));
            }
        }
        if let Some(prices) = self.prices.get_mut(&line) {
            let priced = PricedPlace {
                client: paid.of.client,
                payment: paid.payment,
                is_closed: paid.is_closed,
            };
            let given = prices.given(at, now, priced);
            given.map_err(|what| broken(now, what))?;
        }
        let Some(lane) = self.lanes.get_mut(&line) else {
            return Ok(());
        };
        let is_ticket = self
            .prices
            .get(&line)
            .is_some_and(|prices| prices.has_ticket_price(now));
        lane.given(at, (paid.payment, is_ticket))
            .map_err(|what| broken(now, what))
    }

    /// Returns whether a place takes one mailbox of its room and run where a code pays, and none
    /// elsewhere.
    fn has_its_mailbox(&self, paid: &PaidPlace, mailboxes: &[ProofId]) -> bool {
        match (self.coded.contains(&paid.of.line), mailboxes) {
            (true, [id]) => self.mailboxes.get(id) == Some(&(paid.of.line, paid.of.run)),
            (true, _) => false,
            (false, mailboxes) => mailboxes.is_empty() && paid.payment != Payment::Code,
        }
    }

    /// Returns whether the proofs that a place takes are worth what was paid for it.
    fn is_paid(&self, paid: &PaidPlace, proofs: &[ProofId], now: u64) -> bool {
        let (to, is_ruled) = ((paid.of, now), self.ruled.contains(&paid.of.line));
        let is_stamp = |id: &ProofId| self.worth(id, to) == Some(ProofWorth::Patience);
        match (paid.payment, proofs) {
            (Payment::Nothing, proofs) => proofs.is_empty(),
            // A rule can demand proofs of those whom a code paid for.
            (Payment::Code, proofs) => proofs.iter().all(|id| is_ruled && self.worth(id, to).is_some()),
            (Payment::Patience, [stamp]) => is_stamp(stamp),
            (Payment::Work(work), [id, stamps @ ..]) => {
                let is_by_rule = is_ruled && stamps.len() == 1 && stamps.iter().all(is_stamp);
                self.worth(id, to) == Some(ProofWorth::Work(work.0)) && (stamps.is_empty() || is_by_rule)
            }
            (Payment::Patience | Payment::Work(_), _) => false,
        }
    }

    /// Returns the worth of a proof to a client at virtual time; `None` if it is not good.
    fn worth(&self, id: &ProofId, (of, now): (ProofBearer, u64)) -> Option<ProofWorth> {
        let known = self.known.get(id)?;
        let has_begun = now + self.margin_ms >= known.good_ms[0];
        (known.of == of && has_begun).then_some(known.worth)
    }

    /// Judges the refusal of a newcomer who brought that payment, at virtual time.
    ///
    /// # Errors
    /// Returns an error if the price is not the room's, if a code pays it, or if the newcomer
    /// waited and the lane of patience had room.
    pub(crate) fn refused(
        &mut self,
        line: u16,
        (payment, unpaid): (Payment, UnpaidPrice),
        (now, at): (u64, LaneMoment),
    ) -> Result<(), InvariantViolation> {
        if let Some(prices) = self.prices.get(&line) {
            let asked = prices.refused(at, unpaid);
            asked.map_err(|what| broken(now, what))?;
            if payment == Payment::Code {
                let refused = prices.refused_with_code(unpaid);
                refused.map_err(|what| broken(now, what))?;
            }
        }
        match self.lanes.get_mut(&line) {
            Some(lane) => lane.refused(at, (payment, unpaid)).map_err(|what| broken(now, what)),
            None => Ok(()),
        }
    }
}

fn broken(real_ms: u64, what: String) -> InvariantViolation {
    InvariantViolation {
        invariant: INVARIANT,
        what,
        real_ms,
    }
}

#[cfg(test)]
mod tests {
    use admission::price::{PriceReason, WorkUnits};

    use super::*;

    const OF: ProofBearer = ProofBearer {
        line: 0,
        run: 0,
        client: 7,
    };
    const WORK: ProofId = [1; 16];
    const STAMP: ProofId = [2; 16];

    /// Returns the oracle of a run in which a client has a solution and a stamp.
    fn oracle() -> ProofsOracle {
        let mut oracle = ProofsOracle {
            known: BTreeMap::new(),
            spent: BTreeMap::new(),
            lanes: BTreeMap::new(),
            prices: BTreeMap::new(),
            ruled: BTreeSet::new(),
            coded: BTreeSet::new(),
            mailboxes: BTreeMap::new(),
            margin_ms: 1_000,
        };
        let proof = |worth, good_ms| KnownProof { of: OF, worth, good_ms };
        oracle.made(WORK, proof(ProofWorth::Work(100), [0, 600_000]));
        oracle.made(STAMP, proof(ProofWorth::Patience, [60_000, 3_600_000]));
        oracle
    }

    fn paid(payment: Payment, proofs: &[ProofId]) -> PaidPlace {
        PaidPlace {
            of: OF,
            place: 3,
            payment,
            proofs: proofs.to_vec(),
            is_closed: false,
        }
    }

    fn at(now: u64) -> (u64, LaneMoment) {
        (now, LaneMoment { flow: now, commit: 1 })
    }

    fn worked(work: u32) -> Payment {
        Payment::Work(WorkUnits(work))
    }

    #[test]
    fn a_proof_of_another_network_room_or_run_that_is_accepted_is_found() {
        let oracle = oracle();
        assert_eq!(oracle.brought(&WORK, OF, true, 2_000), Ok(()));
        for by in [
            ProofBearer { client: 8, ..OF },
            ProofBearer { line: 1, ..OF },
            ProofBearer { run: 1, ..OF },
        ] {
            assert_eq!(oracle.brought(&WORK, by, false, 2_000), Ok(()));
            assert!(oracle.brought(&WORK, by, true, 2_000).is_err(), "{by:?}");
        }
    }

    #[test]
    fn a_good_proof_that_is_refused_is_found() {
        let oracle = oracle();
        assert!(oracle.brought(&WORK, OF, false, 2_000).is_err());
        assert!(oracle.brought(&STAMP, OF, false, 61_000).is_err());
        let either = |id, now| [true, false].map(|accepted| oracle.brought(id, OF, accepted, now).is_ok());
        assert_eq!(either(&STAMP, 58_999), [false, true], "too early");
        assert_eq!(either(&STAMP, 60_500), [true, true], "by one clock and not by another");
        assert_eq!(either(&WORK, 599_500), [true, true]);
        assert_eq!(either(&WORK, 601_000), [false, true], "it has ended");
    }

    #[test]
    fn a_proof_that_buys_two_places_is_found() {
        let mut oracle = oracle();
        assert_eq!(oracle.given(&paid(worked(100), &[WORK]), at(5_000)), Ok(()));
        let again = PaidPlace {
            place: 4,
            ..paid(worked(100), &[WORK])
        };
        assert!(oracle.given(&again, at(6_000)).is_err());
    }

    #[test]
    fn a_place_without_a_proof_of_its_own_is_found() {
        let given = |paid: &PaidPlace| oracle().given(paid, at(70_000));
        assert_eq!(given(&paid(Payment::Nothing, &[])), Ok(()));
        assert_eq!(given(&paid(Payment::Patience, &[STAMP])), Ok(()));
        let cases: [(Payment, &[ProofId]); 6] = [
            (worked(100), &[]),
            (worked(101), &[WORK]),
            (worked(100), &[STAMP]),
            (Payment::Patience, &[WORK]),
            (Payment::Nothing, &[WORK]),
            (worked(100), &[[9; 16]]),
        ];
        for (payment, proofs) in cases {
            assert!(given(&paid(payment, proofs)).is_err(), "{payment:?} {proofs:?}");
        }
        let both = paid(worked(100), &[WORK, STAMP]);
        assert!(given(&both).is_err(), "nobody demands a wait of those who work");
        let mut ruled = oracle();
        ruled.ruled.insert(OF.line);
        assert_eq!(ruled.given(&both, at(70_000)), Ok(()), "a rule can");
        let foreign = PaidPlace {
            of: ProofBearer { client: 8, ..OF },
            ..paid(worked(100), &[WORK])
        };
        assert!(given(&foreign).is_err());
        let early = oracle().given(&paid(Payment::Patience, &[STAMP]), at(58_999));
        assert!(early.is_err(), "it did not wait a minute");
    }

    #[test]
    fn a_place_with_a_code_and_no_mailbox_of_its_own_is_found() {
        const MAILBOX: ProofId = [3; 16];
        let given = |is_coded: bool, payment, vouchers: &[ProofId]| {
            let mut oracle = oracle();
            oracle.coded.extend(is_coded.then_some(OF.line));
            oracle.proved(MAILBOX, (OF.line, OF.run));
            oracle.proved([4; 16], (OF.line, OF.run + 1));
            oracle.given(&paid(payment, vouchers), at(70_000)).is_ok()
        };
        assert!(given(true, Payment::Code, &[MAILBOX]) && given(true, worked(100), &[WORK, MAILBOX]));
        assert!(!given(true, Payment::Code, &[]) && !given(true, worked(100), &[WORK]));
        assert!(!given(true, Payment::Code, &[[4; 16]]), "of another run");
        assert!(!given(true, Payment::Code, &[MAILBOX, MAILBOX]));
        assert!(!given(true, Payment::Code, &[WORK, MAILBOX]), "no rule demands work");
        assert!(!given(false, Payment::Code, &[]) && !given(false, Payment::Code, &[MAILBOX]));
        let mut twice = oracle();
        twice.coded.insert(OF.line);
        twice.proved(MAILBOX, (OF.line, OF.run));
        assert_eq!(twice.given(&paid(Payment::Code, &[MAILBOX]), at(1_000)), Ok(()));
        let again = PaidPlace {
            place: 4,
            ..paid(Payment::Code, &[MAILBOX])
        };
        assert!(twice.given(&again, at(2_000)).is_err(), "a mailbox has a place");
    }

    #[test]
    fn only_whoever_waited_is_judged_by_the_lane() {
        let mut oracle = oracle();
        let price = crate::scenario::ScenarioPrice {
            network_places: 20,
            network_share_permille: 0,
            standard_work: 100,
            expected_per_minute: 60,
            prequeue_work: true,
            network_share_works: 0,
            provider_places: None,
            provider_share_permille: 0,
            proofs: true,
            code_pays: false,
        };
        oracle.lanes.insert(0, PatienceLane::new(price));
        let unpaid = UnpaidPrice {
            reason: PriceReason::Rush,
            work: Some(WorkUnits(100)),
        };
        let mut refused = |line, payment| oracle.refused(line, (payment, unpaid), at(70_000)).is_ok();
        assert!(refused(0, Payment::Nothing) && refused(1, Payment::Patience));
        assert!(!refused(0, Payment::Patience));
    }
}
