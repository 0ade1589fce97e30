//! A newcomer's payment for a place, and the ways to pay that a page offers: a challenge to
//! browsers with scripts, a stamp of patience to others, and with it an arithmetic question in
//! rooms that ask one ([`arithmetic`]). Where `code_pays`, an e-mail address that the newcomer
//! proved pays what a stamp pays. A newcomer with a valid enqueue token or a key that gets one
//! place pays nothing, and neither does one from an address group that the room exempts. To the
//! engine, solutions and stamps are vouchers, so each gets one place over all nodes.

mod arithmetic;

use admission::Run;
use admission::price::{Payment, PlacePrice, PriceReason, PricedOrigin, UnpaidPrice, WorkUnits};
use protocol::UnixSeconds;
use protocol::proof_of_work::{CHALLENGE_RANDOM_BYTES, PATIENT_SECONDS_MIN, WorkChallenge, WorkContext, WorkError};
use screening::Proven;

use crate::config::{IdentityRule, IdentityVerifier};
use crate::firewall::FirewallAction;
use crate::http::infra::client::{ClaimedClient, RequestClient};
use crate::http::visit::Visit;
use crate::http::visit::error::{DuePrice, VisitError};
use crate::http::visit::price::arithmetic::OfferedQuestion;
use crate::http::visit::query::{SUM_PARAMETER, WAITED_PARAMETER, WORK_BLOCKED, WORK_PARAMETER};
use crate::pages::NoticeQuestion;
use crate::rooms::{EntryTicket, SpentCredential};

/// The script of the page that does work, by its name in the build.
pub(in crate::http) const WORK_SCRIPT: &str = "work";

/// Why a challenge did not get its visitor a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum ChallengeFailure {
    /// The solution came too late.
    Late,
    /// The browser does not run the script, and waiting does not pay the price now.
    Blocked,
}

/// The offer of a page to a newcomer who did not pay.
#[derive(Debug)]
pub(in crate::http) struct PriceOffer {
    /// Why there is a price.
    pub(in crate::http) reason: PriceReason,
    /// The time until a wait pays the price, in seconds; `None` if it does not, after a right
    /// answer, and if it is late because others wait, too.
    pub(in crate::http) patience_seconds: Option<u64>,
    /// The challenge, if work pays the price.
    pub(in crate::http) challenge: Option<WorkChallenge>,
    /// The query with which the page retries, as proof of patience.
    pub(in crate::http) query: String,
    /// The same query for a browser that does not run the script, if work pays the price.
    pub(in crate::http) query_without_scripts: Option<String>,
    /// The question for a browser without scripts, while its answer would shorten the wait.
    question: Option<OfferedQuestion>,
}

impl PriceOffer {
    /// Returns the question, as its page shows it.
    pub(in crate::http) fn question(&self) -> Option<NoticeQuestion<'_>> {
        self.question.as_ref().map(OfferedQuestion::on_page)
    }
}

/// The newcomer's valid proofs, by the ids of their vouchers.
#[derive(Debug, Default)]
pub(in crate::http) struct BroughtProofs {
    pub(in crate::http) work: Option<(WorkUnits, String)>,
    /// The stamp of having waited, or of having answered its question.
    pub(in crate::http) stamp: Option<String>,
}

impl BroughtProofs {
    /// Whether the newcomer brings no proof.
    pub(in crate::http) fn is_empty(&self) -> bool {
        self.work.is_none() && self.stamp.is_none()
    }

    fn proven(&self) -> Proven {
        Proven {
            work: self.work.as_ref().map(|(work, _)| *work),
            is_patient: self.stamp.is_some(),
        }
    }
}

impl Visit<'_> {
    /// Adds the newcomer's payment for the place to the ticket. `demanded` is a price that this
    /// newcomer pays in any case.
    ///
    /// # Errors
    /// Returns [`VisitError::Unpaid`] if the newcomer does not bring the demanded payment.
    pub(super) fn priced(&self, ticket: EntryTicket, demanded: Option<UnpaidPrice>) -> Result<EntryTicket, VisitError> {
        let Some(mut origin) = self.origin().filter(|_| !ticket.is_vouched()) else {
            return Ok(ticket);
        };
        if self.is_paid_by_code() {
            origin.payment = Payment::Code;
        }
        let is_unpaid = self.state.unpaid(&origin).is_some();
        let proofs = self.proofs(&origin, demanded.as_ref(), is_unpaid || demanded.is_some());
        let Some(spent) = proofs.proven().spend(demanded.as_ref()) else {
            self.app.metrics.firewall(&FirewallAction::Challenge);
            return Err(VisitError::Unpaid(DuePrice {
                unpaid: demanded.expect("nothing else is unpaid here"),
                is_demanded: true,
                is_stamp_spent: false,
            }));
        };
        let stamp = proofs.stamp.filter(|_| spent.is_patient);
        let stamp = stamp.map(|id| (id, SpentCredential::Stamp));
        let work = proofs.work.map(|(_, id)| (id, SpentCredential::Work));
        // The stamp first: the holder of a used stamp needs another one, whatever else was used.
        let ids = stamp.into_iter().chain(work);
        let vouchers = ids.map(|(id, proof)| (self.room().voucher_of_proof(&id), proof));
        let without_proofs = origin.payment;
        // Proofs that are spent on a demanded price need not be worth the room's, which a code
        // pays.
        let is_by_code = without_proofs == Payment::Code && !is_unpaid;
        if !is_by_code && spent.payment != Payment::Nothing {
            origin.payment = spent.payment;
        }
        let ticket = ticket.priced((origin, without_proofs), vouchers);
        Ok(ticket.demanding(demanded))
    }

    /// Whether the newcomer proved an e-mail address, in a room where that pays the room's price.
    fn is_paid_by_code(&self) -> bool {
        let is_email = |rule: &IdentityRule| rule.by == IdentityVerifier::Email;
        self.state.settings.price.code_pays && self.identity_rule().is_some_and(is_email) && self.proven().is_some()
    }

    /// Returns the offer of the page of a newcomer who did not pay.
    pub(in crate::http) fn offer(&self, due: DuePrice) -> Option<PriceOffer> {
        let (unpaid, context) = (due.unpaid, self.work_context(&self.origin()?));
        let answer = self.given_answer(context, due.is_demanded);
        let wrong = answer.as_ref().filter(|answer| !answer.is_right);
        let stamp = match wrong {
            Some(wrong) => self.new_stamp(context, wrong.stamp.since),
            // Perhaps the answer that gave the place never arrived, so its visitor begins anew.
            None if due.is_stamp_spent => self.new_stamp(context, self.now()),
            None => self.stamp_of(context),
        };
        // The right answer stays in the address while others use up the part that is kept for
        // patient newcomers. Another stamp has another question.
        let is_same = self.query.get(WAITED_PARAMETER) == Some(stamp.as_str());
        let right = answer.as_ref().filter(|answer| answer.is_right && is_same);
        let patience = self.waited_seconds(context, &stamp);
        let patience = patience.and_then(|waited| PATIENT_SECONDS_MIN.checked_sub(waited));
        let patience = patience.filter(|_| unpaid.reason != PriceReason::Network && right.is_none());
        let is_asked = !due.is_demanded && patience.is_some_and(|seconds| seconds > 0);
        let mut query = self.query.with_stamp(&stamp);
        if let Some(right) = right {
            query = format!("{query}&{SUM_PARAMETER}={}", right.sum);
        }
        Some(PriceOffer {
            reason: unpaid.reason,
            patience_seconds: patience,
            query_without_scripts: unpaid.work.map(|_| format!("{query}&{WORK_PARAMETER}={WORK_BLOCKED}")),
            challenge: unpaid.work.map(|units| self.work_for(context, units)),
            question: is_asked
                .then(|| self.question_of(context, &stamp, wrong.is_some()))
                .flatten(),
            query,
        })
    }

    /// Returns the visitor's stamp while pages keep it, or a new one.
    pub(in crate::http) fn stamp_of(&self, context: WorkContext) -> String {
        let (work, now) = (&self.app.work, self.now());
        let stamp = self.query.get(WAITED_PARAMETER);
        let kept = stamp.filter(|stamp| {
            let read = work.read_stamp(context, stamp);
            read.is_some_and(|stamp| stamp.is_kept(now))
        });
        kept.map_or_else(|| self.new_stamp(context, now), str::to_owned)
    }

    fn new_stamp(&self, context: WorkContext, since: UnixSeconds) -> String {
        self.app.work.stamp(context, since, self.app.entropy.nonce())
    }

    /// Returns for how many seconds the bearer of a stamp has waited; `None` if it is not genuine.
    fn waited_seconds(&self, context: WorkContext, stamp: &str) -> Option<u64> {
        let stamp = self.app.work.read_stamp(context, stamp)?;
        Some(self.now().0.saturating_sub(stamp.since.0))
    }

    /// Returns a new challenge.
    pub(in crate::http) fn work_for(&self, context: WorkContext, units: WorkUnits) -> WorkChallenge {
        self.app.work.challenge(context, units.0, self.now(), self.random())
    }

    /// Returns the work and the stamp that the visitor brings, each with the id of its proof, as
    /// far as they are good now. Nothing is said about whether they were used before.
    pub(in crate::http) fn brought(&self, context: WorkContext) -> BroughtProofs {
        let solution = self.query.get(WORK_PARAMETER).filter(|work| *work != WORK_BLOCKED);
        let stamp = self.query.get(WAITED_PARAMETER);
        let (keys, now) = (&self.app.work, self.now());
        let work = solution.map(|solution| keys.verify(context, now, solution));
        if let Some(Err(error)) = &work {
            tracing::debug!(room = self.room().name(), %error, "work was not accepted");
        }
        let stamp = stamp.and_then(|stamp| keys.read_stamp(context, stamp));
        BroughtProofs {
            work: work.and_then(Result::ok).map(|proof| (WorkUnits(proof.work), proof.id)),
            stamp: stamp.filter(|stamp| stamp.is_good(now)).map(|stamp| stamp.id),
        }
    }

    /// Returns the fields by which a form brings the visitor's proofs once more: work that is good
    /// now, and the stamp, which can become good later.
    pub(in crate::http) fn proof_fields(&self, context: WorkContext) -> Vec<(&'static str, &str)> {
        let (keys, now) = (&self.app.work, self.now());
        let work = self.query.get(WORK_PARAMETER);
        let work = work.filter(|work| keys.verify(context, now, work).is_ok());
        let stamp = self.query.get(WAITED_PARAMETER);
        let stamp = stamp.filter(|stamp| keys.read_stamp(context, stamp).is_some());
        let work = work.map(|work| (WORK_PARAMETER, work));
        let stamp = stamp.map(|stamp| (WAITED_PARAMETER, stamp));
        work.into_iter().chain(stamp).collect()
    }

    /// Returns why the challenge of an earlier page failed, if the visitor can do something about
    /// it. A browser without the script gets its place by waiting if that pays the price; over
    /// plain http, it could not do the work with the script either.
    pub(in crate::http) fn failed_challenge(&self, due: &DuePrice) -> Option<ChallengeFailure> {
        let (brought, context) = (self.query.get(WORK_PARAMETER)?, self.work_context(&self.origin()?));
        if brought != WORK_BLOCKED {
            let ended = self.app.work.verify(context, self.now(), brought) == Err(WorkError::Ended);
            return ended.then_some(ChallengeFailure::Late);
        }
        let stamp = self.query.get(WAITED_PARAMETER);
        let waited = stamp.and_then(|stamp| self.waited_seconds(context, stamp));
        let answer = self.given_answer(context, due.is_demanded);
        let is_answered = answer.is_some_and(|answer| answer.is_right);
        let is_patient = is_answered || waited.is_some_and(|waited| waited >= PATIENT_SECONDS_MIN);
        let is_over = is_patient && !due.is_stamp_spent;
        let helps = due.unpaid.reason != PriceReason::Network && !is_over;
        let is_https = RequestClient::of(self.parts, &self.app.trusted_proxies).https;
        (due.unpaid.work.is_some() && is_https && !helps).then_some(ChallengeFailure::Blocked)
    }

    /// The origin of a newcomer without proofs; `None` if the place has no price.
    fn origin(&self) -> Option<PricedOrigin> {
        let rules = &self.state.settings.price;
        if rules.engine == PlacePrice::default() {
            return None;
        }
        let client = RequestClient::of(self.parts, &self.app.trusted_proxies).address;
        let claimed = self.parts.extensions.get::<ClaimedClient>();
        let caller = claimed.and_then(|claimed| claimed.caller);
        // A caller must not claim an exempt address for a visitor, so only the caller's own address
        // counts.
        let proven = if claimed.is_some() { caller } else { client };
        if proven.is_some_and(|address| rules.exempts(address)) {
            return None;
        }
        Some(PricedOrigin {
            networks: self.room().networks_of(self.run(), client, caller),
            payment: Payment::Nothing,
        })
    }

    /// Verifies the newcomer's proofs, if there is a price at all; a proof is valid for one place,
    /// so it is kept for the next price if there is none now.
    fn proofs(&self, origin: &PricedOrigin, demanded: Option<&UnpaidPrice>, has_price: bool) -> BroughtProofs {
        let solution = self.query.get(WORK_PARAMETER).filter(|work| *work != WORK_BLOCKED);
        let stamp = self.query.get(WAITED_PARAMETER);
        if solution.or(stamp).is_none() || !has_price {
            return BroughtProofs::default();
        }
        let context = self.work_context(origin);
        let brought = self.brought(context);
        let answer = self.given_answer(context, demanded.is_some());
        let answered = answer.filter(|answer| answer.is_right);
        BroughtProofs {
            stamp: brought.stamp.or_else(|| answered.map(|answer| answer.stamp.id)),
            ..brought
        }
    }

    fn work_context(&self, origin: &PricedOrigin) -> WorkContext {
        WorkContext {
            run: self.run().0,
            network: origin.networks.client.0,
        }
    }

    fn run(&self) -> Run {
        self.state.published.snapshot.run()
    }

    fn now(&self) -> UnixSeconds {
        self.app.clock.unix_seconds()
    }

    fn random(&self) -> [u8; CHALLENGE_RANDOM_BYTES] {
        let mut random = [0; CHALLENGE_RANDOM_BYTES];
        let (first, rest) = random.split_at_mut(32);
        first.copy_from_slice(&self.app.entropy.seed());
        rest.copy_from_slice(&self.app.entropy.seed()[..rest.len()]);
        random
    }
}

#[cfg(test)]
mod tests {
    use admission::price::WORK_MAX;
    use protocol::MasterKey;
    use protocol::proof_of_work::{SLOW_DERIVATIONS_A_SECOND, VALID_SECONDS, WorkKey};

    use super::*;

    #[test]
    fn a_slow_device_does_the_dearest_work_before_its_challenge_ends() {
        let (now, context) = (UnixSeconds(4_000_000_000), WorkContext { run: 1, network: 7 });
        let key = WorkKey::new(&MasterKey::from_bytes([7; 32]));
        let challenge = key.challenge(context, WORK_MAX.0, now, [9; CHALLENGE_RANDOM_BYTES]);
        let written: serde_json::Value = serde_json::from_str(&challenge.to_json()).expect("an object");
        let end = written["parameters"]["expiresAt"].as_u64().expect("seconds");
        let works = u64::from(WORK_MAX.0) / SLOW_DERIVATIONS_A_SECOND;
        assert!(end - now.0 >= works + VALID_SECONDS, "{works} s of {}", end - now.0);
    }
}
