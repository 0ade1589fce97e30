//! The rule for a newcomer's address, the newcomer's score and the soft block of the address,
//! together.
//!
//! Newcomers from an address that the operator exempts ([`FirewallAction::Ignore`]) have no score,
//! and are not affected by the scores of others behind the address. Only a blocking rule and a room
//! that refuses suspects bar a newcomer. Everything else is a price, which the newcomer pays by
//! work or by waiting.

use admission::WallMs;
use admission::price::{Payment, PriceReason, UnpaidPrice, WorkUnits};

use crate::firewall::{AddressRule, FirewallAction};
use crate::suspects::{SuspectAction, SuspectPolicy};

/// The work of a suspect, in standard works.
const SUSPECT_WORKS: u32 = 4;

/// The settings that decide about a newcomer.
#[derive(Debug, Clone, Copy)]
pub struct Screening<'a> {
    /// The rule in force that covers the newcomer's address.
    pub rule: Option<&'a AddressRule>,
    /// The room's settings about scores.
    pub policy: SuspectPolicy,
    /// The standard work, in rooms that take work.
    pub standard: Option<WorkUnits>,
}

/// The verdict of an address's rule on all visitors from the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressVerdict<'a> {
    /// The visitors bypass the room.
    Bypass(&'a AddressRule),
    /// The visitors are refused.
    Block(&'a AddressRule),
    /// The visitors are neither let past nor refused.
    Continue,
}

/// A rule, or the score of an earlier request, that makes newcomers from an address work or wait
/// before they get a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoftBlock {
    /// The time at which it ends, if it ends by itself.
    pub ends_at: Option<WallMs>,
}

impl<'a> Screening<'a> {
    fn rule_action(&self) -> Option<&'a FirewallAction> {
        self.rule.map(|rule| &rule.action)
    }

    /// Returns the verdict of the rule on every visitor.
    #[must_use]
    pub fn address_verdict(&self) -> AddressVerdict<'a> {
        match self.rule {
            Some(rule) if rule.action == FirewallAction::Bypass => AddressVerdict::Bypass(rule),
            Some(rule) if rule.action == FirewallAction::Block => AddressVerdict::Block(rule),
            _ => AddressVerdict::Continue,
        }
    }

    /// Whether newcomers from this address have a score.
    #[must_use]
    pub fn is_scored(&self) -> bool {
        self.rule_action() != Some(&FirewallAction::Ignore)
    }

    /// Returns the action for a newcomer with this score; `None` for one without.
    #[must_use]
    pub fn suspected(&self, points: Option<u8>) -> SuspectAction {
        let points = points.filter(|_| self.is_scored());
        points.map_or(SuspectAction::Nothing, |points| self.policy.action(points))
    }

    /// Returns the soft block of the address. `scored` is the end of the one that a score made.
    #[must_use]
    pub fn soft_block(&self, scored: Option<WallMs>) -> Option<SoftBlock> {
        let scored = scored.filter(|_| self.policy.action == SuspectAction::SoftBlock);
        match self.rule {
            Some(rule) if rule.action == FirewallAction::SoftBlock => Some(SoftBlock { ends_at: rule.ends_at }),
            Some(rule) if rule.action == FirewallAction::Ignore => None,
            _ => scored.map(|end| SoftBlock { ends_at: Some(end) }),
        }
    }

    /// Returns the price that the rule or the score demands, whatever the room's own price is now.
    /// `scored` is the end of the soft block that a score made.
    #[must_use]
    pub fn demanded(&self, points: Option<u8>, scored: Option<WallMs>) -> Option<UnpaidPrice> {
        let reason = PriceReason::Standing;
        let suspected = self.suspected(points);
        // The address of a suspect may be unknown and thus cannot be blocked.
        let is_challenged = suspected == SuspectAction::SoftBlock
            || self.rule_action().is_some_and(FirewallAction::asks_for_work)
            || self.soft_block(scored).is_some();
        match (suspected, self.standard) {
            (SuspectAction::Behind, _) => Some(UnpaidPrice { reason, work: None }),
            (SuspectAction::Work, Some(standard)) => {
                let work = Some(WorkUnits(standard.0.saturating_mul(SUSPECT_WORKS)));
                Some(UnpaidPrice { reason, work })
            }
            (_, Some(standard)) if is_challenged => {
                let work = Some(standard);
                Some(UnpaidPrice { reason, work })
            }
            _ => None,
        }
    }
}

/// The proofs that a newcomer brings for a place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Proven {
    /// The work.
    pub work: Option<WorkUnits>,
    /// Whether the newcomer brings a stamp of patience that pays now, by its age or by an answer.
    pub is_patient: bool,
}

/// The proofs that a newcomer spends on a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpentProofs {
    /// The payment of the room's own price.
    pub payment: Payment,
    /// Whether the stamp of patience is spent.
    pub is_patient: bool,
}

impl Proven {
    /// Returns the proofs to spend, or `None` if they do not pay the demanded price. If the work
    /// does not pay the price but the wait does, the work remains available for the room's own
    /// price, which a wait may not cover.
    #[must_use]
    pub fn spend(self, demanded: Option<&UnpaidPrice>) -> Option<SpentProofs> {
        let pays = |demanded: &UnpaidPrice| demanded.work.is_some_and(|work| self.work >= Some(work));
        let is_paid = demanded.is_none_or(pays);
        let is_patient = self.is_patient && (!is_paid || self.work.is_none());
        let payment = match self.work {
            Some(work) => Payment::Work(work),
            None if is_patient => Payment::Patience,
            None => Payment::Nothing,
        };
        (is_paid || is_patient).then_some(SpentProofs { payment, is_patient })
    }
}

#[cfg(test)]
mod tests {
    use crate::firewall::RuleSource;

    use super::*;

    const STANDARD: WorkUnits = WorkUnits(100);
    const END: WallMs = WallMs(9);

    fn rule(action: FirewallAction) -> AddressRule {
        AddressRule {
            action,
            source: RuleSource::Rule("a".to_owned()),
            ends_at: None,
        }
    }

    fn screening(rule: Option<&AddressRule>, action: SuspectAction) -> Screening<'_> {
        Screening {
            rule,
            policy: SuspectPolicy { from: 80, action },
            standard: Some(STANDARD),
        }
    }

    fn work(price: Option<UnpaidPrice>) -> Option<Option<u32>> {
        price.map(|price| price.work.map(|work| work.0))
    }

    #[test]
    fn a_score_demands_what_the_room_says_from_its_limit_on() {
        let demanded = |action, points| work(screening(None, action).demanded(Some(points), None));
        for (action, price) in [
            (SuspectAction::Nothing, None),
            (SuspectAction::Work, Some(Some(400))),
            (SuspectAction::Behind, Some(None)),
            (SuspectAction::SoftBlock, Some(Some(100))),
            (SuspectAction::Refuse, None),
        ] {
            assert_eq!(
                (demanded(action, 79), demanded(action, 80)),
                (None, price),
                "{action:?}"
            );
        }
        assert_eq!(
            screening(None, SuspectAction::Refuse).suspected(Some(80)),
            SuspectAction::Refuse
        );
    }

    #[test]
    fn nothing_hinders_whoever_is_exempt() {
        let exempt = rule(FirewallAction::Ignore);
        for action in [
            SuspectAction::Work,
            SuspectAction::Behind,
            SuspectAction::SoftBlock,
            SuspectAction::Refuse,
        ] {
            let screening = screening(Some(&exempt), action);
            assert_eq!(screening.address_verdict(), AddressVerdict::Continue);
            assert_eq!(screening.suspected(Some(100)), SuspectAction::Nothing);
            assert_eq!(screening.soft_block(Some(END)), None);
            assert_eq!(work(screening.demanded(Some(100), Some(END))), None);
        }
    }

    #[test]
    fn a_soft_block_holds_everybody_of_its_address() {
        let soft = screening(None, SuspectAction::SoftBlock);
        assert_eq!(soft.soft_block(Some(END)), Some(SoftBlock { ends_at: Some(END) }));
        assert_eq!(work(soft.demanded(Some(0), Some(END))), Some(Some(100)));
        assert_eq!(work(soft.demanded(Some(0), None)), None);
        let other = screening(None, SuspectAction::Work);
        assert_eq!(other.soft_block(Some(END)), None, "the room does so no longer");
        for action in [FirewallAction::SoftBlock, FirewallAction::Challenge] {
            let rule = rule(action);
            assert_eq!(
                work(screening(Some(&rule), SuspectAction::Nothing).demanded(None, None)),
                Some(Some(100))
            );
        }
    }

    #[test]
    fn a_price_is_paid_by_its_work_or_by_waiting() {
        let spent = |work: Option<u32>, is_patient, demanded: Option<Option<u32>>| {
            let reason = PriceReason::Rush;
            let demanded = demanded.map(|work| UnpaidPrice {
                reason,
                work: work.map(WorkUnits),
            });
            let work = work.map(WorkUnits);
            let spent = Proven { work, is_patient }.spend(demanded.as_ref());
            spent.map(|spent| (spent.payment, spent.is_patient))
        };
        let worked = |units| Payment::Work(WorkUnits(units));
        for (work, is_patient, demanded, expected) in [
            (None, false, None, Some((Payment::Nothing, false))),
            (None, false, Some(Some(1)), None),
            (None, true, Some(None), Some((Payment::Patience, true))),
            (None, true, None, Some((Payment::Patience, true))),
            (Some(9), false, Some(None), None),
            (Some(9), false, Some(Some(10)), None),
            (Some(10), false, Some(Some(10)), Some((worked(10), false))),
            (Some(10), true, Some(Some(10)), Some((worked(10), false))),
            (Some(10), true, None, Some((worked(10), false))),
            (Some(9), true, Some(None), Some((worked(9), true))),
            (Some(9), true, Some(Some(10)), Some((worked(9), true))),
        ] {
            let case = (work, is_patient, demanded);
            assert_eq!(spent(work, is_patient, demanded), expected, "{case:?}");
        }
    }
}
