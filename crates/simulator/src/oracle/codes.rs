//! Invariant 12: a code of a priority group lets no more people into the group than it states, and
//! using one never costs a visitor a place.
//!
//! - A place in a group's line that became durable counts for its code, once for each visitor. A
//!   failover that loses uses of a code makes room for as many others.
//! - A code lets no visitor straight in.
//! - A place is given up for a code only once there is one in the group's line, and no visitor
//!   learns of the new place while the old one can still be let in.
//! - A visitor who was let in meanwhile does not also get a place in the group.
//! - A visitor who used a code, and asks again with it, is not refused.

use std::collections::{BTreeMap, BTreeSet};

use super::InvariantViolation;

/// The number of the invariant.
const INVARIANT: u8 = 12;

/// A place: its line and its sequence.
pub(crate) type LinePlace = (u16, u64);
/// The voucher that identifies the exchange of one place for another.
pub(crate) type Exchange = [u8; 16];

/// The facts about a code that an observer knows.
#[derive(Debug, Clone, Default)]
struct WatchedCode {
    /// How many visitors can use it; `None` for any number.
    uses_max: Option<u32>,
    /// Uses that failovers have lost.
    lost: u32,
    /// The visitors with a durable place by this code.
    people: BTreeSet<usize>,
}

/// A visitor's use of a code.
#[derive(Debug, Clone, Copy)]
struct WatchedUse {
    who: usize,
    code: usize,
    is_given: bool,
}

/// An exchange of a code for a place, at the moment when its answer reaches the visitor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CodeAnswer {
    /// The voucher of the exchange.
    pub(crate) exchange: Exchange,
    /// Whether the place that was left is given up in the newest durable state.
    pub(crate) left_is_cancelled: bool,
    /// Whether a permit was spent on the place that was left.
    pub(crate) left_is_granted: bool,
}

/// Judges the codes of all groups.
#[derive(Debug, Default)]
pub(crate) struct CodesOracle {
    codes: Vec<WatchedCode>,
    uses: BTreeMap<Exchange, WatchedUse>,
    left: BTreeMap<LinePlace, Exchange>,
    has_failed_over: bool,
}

impl CodesOracle {
    /// Returns the oracle for codes; `uses_max` yields how many visitors can use each code.
    pub(crate) fn new(uses_max: impl Iterator<Item = Option<u32>>) -> Self {
        let code = |uses_max| WatchedCode {
            uses_max,
            ..WatchedCode::default()
        };
        Self {
            codes: uses_max.map(code).collect(),
            ..Self::default()
        }
    }

    /// Records that a visitor brings a code to exchange a place for one in the group's line.
    pub(crate) fn brings(&mut self, exchange: Exchange, left: LinePlace, (who, code): (usize, usize)) {
        self.left.insert(left, exchange);
        let is_given = false;
        self.uses.entry(exchange).or_insert(WatchedUse { who, code, is_given });
    }

    /// Returns whether the place given in this exchange is durable.
    pub(crate) fn is_given(&self, exchange: &Exchange) -> bool {
        self.uses.get(exchange).is_some_and(|used| used.is_given)
    }

    /// Returns whether a failover can have lost the place given in this exchange.
    pub(crate) fn can_be_lost(&self, exchange: &Exchange) -> bool {
        self.has_failed_over && self.uses.contains_key(exchange)
    }

    /// Records that a place became durable for a voucher; `unseen`: its holder passes at once.
    pub(crate) fn given(&mut self, exchange: &Exchange, unseen: bool, real_ms: u64) -> Result<(), InvariantViolation> {
        let Some(used) = self.uses.get_mut(exchange) else {
            return Ok(());
        };
        used.is_given = true;
        let (who, code) = (used.who, used.code);
        let watched = &mut self.codes[code];
        watched.people.insert(who);
        let people = watched.people.len() as u64;
        let most = watched.uses_max.map(|most| u64::from(most) + u64::from(watched.lost));
        if let Some(most) = most.filter(|most| people > *most) {
            return broken(
                real_ms,
                format!("{people} visitors are in a group by a code that is good for {most}"),
            );
        }
        match unseen {
            true => broken(real_ms, format!("visitor {who} goes straight in by a code")),
            false => Ok(()),
        }
    }

    /// Records that a place was given up whose holder did not leave the line.
    pub(crate) fn cancelled(&self, place: LinePlace, real_ms: u64) -> Result<(), InvariantViolation> {
        match self.left.get(&place) {
            Some(exchange) if !self.is_given(exchange) => broken(
                real_ms,
                format!("{place:?} is given up for a place that was never given"),
            ),
            _ => Ok(()),
        }
    }

    /// Records that a visitor learns of the place in the group's line.
    pub(crate) fn check_answer(&self, answer: &CodeAnswer, real_ms: u64) -> Result<(), InvariantViolation> {
        if self.has_failed_over {
            return Ok(());
        }
        if !self.is_given(&answer.exchange) {
            return broken(
                real_ms,
                "a visitor is told of a place in a group that is not durable".to_owned(),
            );
        }
        if !answer.left_is_cancelled {
            return broken(
                real_ms,
                "a visitor has a place in a group beside the ordinary one".to_owned(),
            );
        }
        match answer.left_is_granted {
            true => broken(
                real_ms,
                "a visitor who was let in has a place in a group as well".to_owned(),
            ),
            false => Ok(()),
        }
    }

    /// Records that a visitor is refused. `was_counted`: the use of the code, or a place for it,
    /// was durable when the request began.
    pub(crate) fn refused(
        &self,
        answer: &CodeAnswer,
        was_counted: bool,
        real_ms: u64,
    ) -> Result<(), InvariantViolation> {
        if self.has_failed_over {
            return Ok(());
        }
        if was_counted {
            return broken(
                real_ms,
                "a visitor who used a code asks again and is refused".to_owned(),
            );
        }
        match answer.left_is_cancelled && !self.is_given(&answer.exchange) {
            true => broken(real_ms, "a visitor whose code is refused has lost the place".to_owned()),
            false => Ok(()),
        }
    }

    /// Records that a failover lost uses of a code.
    pub(crate) fn lost_uses(&mut self, code: usize, uses: u32) {
        self.codes[code].lost += uses;
    }

    /// Records a failover, which can have lost answers that visitors received.
    pub(crate) fn failed_over(&mut self) {
        self.has_failed_over = true;
    }
}

fn broken(real_ms: u64, what: String) -> Result<(), InvariantViolation> {
    Err(InvariantViolation {
        invariant: INVARIANT,
        what,
        real_ms,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const VOUCHERS: [Exchange; 3] = [[1; 16], [2; 16], [3; 16]];

    fn oracle(uses_max: u32) -> CodesOracle {
        let mut oracle = CodesOracle::new([Some(uses_max)].into_iter());
        for (who, voucher) in VOUCHERS.into_iter().enumerate() {
            oracle.brings(voucher, (0, who as u64), (who, 0));
        }
        oracle
    }

    fn answer(exchange: Exchange, left_is_cancelled: bool, left_is_granted: bool) -> CodeAnswer {
        CodeAnswer {
            exchange,
            left_is_cancelled,
            left_is_granted,
        }
    }

    #[test]
    fn one_visitor_more_than_a_code_states_is_one_too_many() {
        let mut one = oracle(1);
        assert_eq!(one.given(&VOUCHERS[0], false, 1), Ok(()));
        assert!(one.given(&VOUCHERS[1], false, 2).is_err());
        let mut two = oracle(1);
        two.lost_uses(0, 1);
        assert_eq!(two.given(&VOUCHERS[0], false, 1), Ok(()));
        assert_eq!(
            two.given(&VOUCHERS[1], false, 2),
            Ok(()),
            "a failover undid the first use"
        );
        assert!(two.given(&VOUCHERS[2], false, 3).is_err());
    }

    #[test]
    fn nobody_goes_straight_in_or_loses_a_place_or_has_two() {
        assert!(oracle(1).given(&VOUCHERS[0], true, 1).is_err());
        let mut codes = oracle(3);
        assert!(codes.cancelled((0, 0), 1).is_err(), "nothing was given for it");
        assert_eq!(codes.cancelled((0, 9), 1), Ok(()), "nobody brought a code for it");
        assert!(codes.check_answer(&answer(VOUCHERS[0], true, false), 1).is_err());
        assert!(codes.refused(&answer(VOUCHERS[0], true, false), false, 1).is_err());
        assert!(codes.refused(&answer(VOUCHERS[0], false, false), true, 1).is_err());
        assert_eq!(codes.refused(&answer(VOUCHERS[0], false, false), false, 1), Ok(()));
        assert_eq!(codes.given(&VOUCHERS[0], false, 1), Ok(()));
        assert_eq!(codes.cancelled((0, 0), 1), Ok(()));
        assert_eq!(codes.check_answer(&answer(VOUCHERS[0], true, false), 1), Ok(()));
        assert!(codes.check_answer(&answer(VOUCHERS[0], false, false), 1).is_err());
        assert!(codes.check_answer(&answer(VOUCHERS[0], true, true), 1).is_err());
    }
}
