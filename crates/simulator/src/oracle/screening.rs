//! Invariant 13: rules for addresses and scores hinder only the newcomers to whom they apply.
//!
//! - An exempt newcomer is never hindered.
//! - A newcomer whom a rule prioritises joins the line of the rule's group, and nobody else does.
//! - A newcomer whom a rule blocks, or whom the room refuses as a suspect, gets no place as long as
//!   that applies.
//! - A challenged newcomer gets no place before doing the demanded work or waiting the demanded
//!   time.
//! - A newcomer is never hindered if no rule applies, the score is below a suspect's, and no
//!   suspect shares the network.
//!
//! The rule for an address is found by checking all rules. Nothing is judged while a node's clock
//! can be on either side of a rule's end, or in the last moment of a soft block.

use std::collections::{BTreeMap, BTreeSet};

use admission::WallMs;
use admission::price::UnpaidPrice;
use screening::{Proven, SuspectAction};

use super::InvariantViolation;
use crate::scenario::{PATIENT_MS, Scenario, ScenarioRule, ScenarioRuleAction, ScenarioScreening};

/// The number of the invariant.
const INVARIANT: u8 = 13;
/// How long a score blocks an address softly, in milliseconds.
const SOFT_BLOCK_MS: u64 = 3_600_000;
/// The work of a suspect, as a multiple of the standard work.
const SUSPECT_WORKS: u32 = 4;

/// A newcomer at the gates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ScreenedFact {
    /// The network that the newcomer shares; 0 for one of their own.
    pub(crate) network: u64,
    /// The id of the client's network.
    pub(crate) client: u64,
    /// The score, 0 to 100.
    pub(crate) points: u8,
    /// The proofs that the newcomer brings.
    pub(crate) proven: Proven,
    /// The time since the newcomer came, in milliseconds.
    pub(crate) waited_ms: u64,
    pub(crate) node: usize,
    /// Accurate wall time.
    pub(crate) wall: u64,
}

/// The answer of the gates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScreenedOutcome {
    /// The newcomer asks for a place.
    Passed,
    /// The newcomer passes the room.
    Bypassed,
    /// The newcomer asks for a place in the line of a priority group.
    Prioritised(u16),
    /// A rule blocks the newcomer.
    Blocked,
    /// The room refuses the newcomer as a suspect.
    Suspect,
    /// The newcomer has to pay first.
    Demanded(UnpaidPrice),
}

/// Judges the gates.
#[derive(Debug)]
pub(crate) struct ScreeningOracle {
    rules: ScenarioScreening,
    standard: u32,
    begins: WallMs,
    wall_error_ms: u64,
    /// When a suspect caused the soft block of a network at a node; a further suspect does not
    /// prolong it.
    suspects: BTreeMap<(usize, u64), u64>,
    /// Networks whose suspect came to a node while it was uncertain which rule is in force there.
    doubtful: BTreeSet<(usize, u64)>,
}

impl ScreeningOracle {
    pub(crate) fn new(scenario: &Scenario, begins: WallMs) -> Self {
        let rules = scenario.room.screening.clone().expect("a room with rules");
        Self {
            rules,
            standard: scenario.room.price.map_or(0, |price| price.standard_work),
            begins,
            wall_error_ms: super::wall_error_ms(scenario),
            suspects: BTreeMap::new(),
            doubtful: BTreeSet::new(),
        }
    }

    /// Forgets the soft blocks of a node.
    pub(crate) fn restarted(&mut self, node: usize) {
        self.suspects.retain(|(at, _), _| *at != node);
        self.doubtful.retain(|(at, _)| *at != node);
    }

    /// Judges the answer to a newcomer.
    pub(crate) fn judge(&mut self, fact: &ScreenedFact, outcome: &ScreenedOutcome) -> Result<(), InvariantViolation> {
        let Some(rule) = self.rule(fact) else {
            self.doubtful.insert((fact.node, fact.client));
            return Ok(());
        };
        let expected = self.expected(fact, rule);
        let has_waited = fact.proven.is_patient && fact.waited_ms >= PATIENT_MS;
        let is_right = match expected {
            Expected::Unknown => true,
            Expected::Outcome(right) => *outcome == right,
            Expected::Work(least) => {
                let is_paid = has_waited || fact.proven.work.is_some_and(|done| done.0 >= least);
                match outcome {
                    ScreenedOutcome::Passed => is_paid,
                    ScreenedOutcome::Demanded(price) => !is_paid && price.work.is_some(),
                    _ => false,
                }
            }
            Expected::Wait => match outcome {
                ScreenedOutcome::Passed => has_waited,
                ScreenedOutcome::Demanded(price) => !has_waited && price.work.is_none(),
                _ => false,
            },
        };
        if is_right {
            return Ok(());
        }
        Err(InvariantViolation {
            invariant: INVARIANT,
            what: format!("{fact:?} was answered {outcome:?}, where the rules say {expected:?}"),
            real_ms: fact.wall.saturating_sub(self.begins.0),
        })
    }

    fn expected(&mut self, fact: &ScreenedFact, rule: Option<ScenarioRuleAction>) -> Expected {
        match rule {
            Some(ScenarioRuleAction::Ignore) => return Expected::Outcome(ScreenedOutcome::Passed),
            Some(ScenarioRuleAction::Bypass) => return Expected::Outcome(ScreenedOutcome::Bypassed),
            Some(ScenarioRuleAction::Prioritise(line)) => {
                return Expected::Outcome(ScreenedOutcome::Prioritised(line));
            }
            Some(ScenarioRuleAction::Block) => return Expected::Outcome(ScreenedOutcome::Blocked),
            Some(ScenarioRuleAction::SoftBlock | ScenarioRuleAction::Challenge) | None => {}
        }
        let is_suspect = fact.points >= self.rules.suspects_from;
        match self.rules.suspects {
            SuspectAction::Refuse if is_suspect => return Expected::Outcome(ScreenedOutcome::Suspect),
            SuspectAction::Work if is_suspect => return Expected::Work(self.standard * SUSPECT_WORKS),
            SuspectAction::Behind if is_suspect => return Expected::Wait,
            _ => {}
        }
        let is_blocked = self.is_blocked_softly(fact, is_suspect);
        match (rule, is_blocked) {
            (Some(_), _) | (None, Some(true)) => Expected::Work(self.standard),
            (None, Some(false)) => Expected::Outcome(ScreenedOutcome::Passed),
            (None, None) => Expected::Unknown,
        }
    }

    /// Returns whether a score blocks the network softly at this node; `None` if that depends on
    /// clocks.
    fn is_blocked_softly(&mut self, fact: &ScreenedFact, is_suspect: bool) -> Option<bool> {
        if self.rules.suspects != SuspectAction::SoftBlock {
            return Some(false);
        }
        let error_ms = 2 * self.wall_error_ms;
        let key = (fact.node, fact.client);
        if self.doubtful.contains(&key) {
            return is_suspect.then_some(true);
        }
        let since = self.suspects.get(&key).copied();
        let age_ms = since.map(|since| fact.wall.saturating_sub(since));
        match age_ms {
            Some(age_ms) if age_ms + error_ms < SOFT_BLOCK_MS => Some(true),
            Some(age_ms) if age_ms <= SOFT_BLOCK_MS + error_ms => is_suspect.then_some(true),
            _ => {
                if is_suspect {
                    self.suspects.insert(key, fact.wall);
                }
                Some(is_suspect)
            }
        }
    }

    /// Returns the action of the rule that decides; `None` around the end of a rule.
    fn rule(&self, fact: &ScreenedFact) -> Option<Option<ScenarioRuleAction>> {
        let at = |wall: u64| {
            let covers = |rule: &&ScenarioRule| {
                let is_in_force = rule.ends_s.is_none_or(|end| wall < self.begins.0 + end * 1_000);
                let is_of = rule.network.is_none_or(|network| network == fact.network);
                fact.network > 0 && is_in_force && is_of
            };
            let found = self.rules.rules.iter().filter(covers);
            let narrow_first = found.min_by_key(|rule| (rule.network.is_none(), rule.action));
            narrow_first.map(|rule| rule.action)
        };
        let clocks = fact.wall.saturating_sub(self.wall_error_ms) + 1..=fact.wall + self.wall_error_ms;
        let ends = |rule: &ScenarioRule| rule.ends_s.map(|end| self.begins.0 + end * 1_000);
        let is_ending = |rule| ends(rule).is_some_and(|end| clocks.contains(&end));
        (!self.rules.rules.iter().any(is_ending)).then(|| at(fact.wall))
    }
}

/// The outcome by the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expected {
    Unknown,
    Outcome(ScreenedOutcome),
    /// This many derivations, or a wait.
    Work(u32),
    /// A wait.
    Wait,
}

#[cfg(test)]
mod tests {
    use admission::price::{PriceReason, WorkUnits};

    use super::*;

    const FACT: ScreenedFact = ScreenedFact {
        network: 1,
        client: 7,
        points: 90,
        proven: Proven {
            work: None,
            is_patient: false,
        },
        waited_ms: 0,
        node: 0,
        wall: 10_000,
    };

    fn oracle(suspects: SuspectAction, rules: &[(Option<u64>, ScenarioRuleAction, Option<u64>)]) -> ScreeningOracle {
        let rules = rules.iter().map(|(network, action, ends_s)| ScenarioRule {
            network: *network,
            action: *action,
            ends_s: *ends_s,
        });
        ScreeningOracle {
            rules: ScenarioScreening {
                suspects_from: 80,
                suspects,
                rules: rules.collect(),
            },
            standard: 100,
            begins: WallMs(0),
            wall_error_ms: 100,
            suspects: BTreeMap::new(),
            doubtful: BTreeSet::new(),
        }
    }

    fn demanded(work: Option<u32>) -> ScreenedOutcome {
        ScreenedOutcome::Demanded(UnpaidPrice {
            reason: PriceReason::Rush,
            work: work.map(WorkUnits),
        })
    }

    #[test]
    fn hindering_an_exempt_newcomer_is_a_violation() {
        let rules = [
            (Some(1), ScenarioRuleAction::Ignore, None),
            (None, ScenarioRuleAction::Block, None),
        ];
        let mut oracle = oracle(SuspectAction::Refuse, &rules);
        assert!(oracle.judge(&FACT, &ScreenedOutcome::Passed).is_ok());
        for hindered in [ScreenedOutcome::Blocked, ScreenedOutcome::Suspect, demanded(Some(100))] {
            assert!(oracle.judge(&FACT, &hindered).is_err(), "{hindered:?}");
        }
        let other = ScreenedFact { network: 2, ..FACT };
        assert!(
            oracle.judge(&other, &ScreenedOutcome::Passed).is_err(),
            "blocked, and let in"
        );
        let own = ScreenedFact {
            network: 0,
            points: 0,
            ..FACT
        };
        assert!(
            oracle.judge(&own, &ScreenedOutcome::Passed).is_ok(),
            "no rule covers them"
        );
    }

    #[test]
    fn a_prioritised_newcomer_joins_the_line_of_the_group_and_nobody_else_does() {
        let rules = [
            (Some(1), ScenarioRuleAction::Prioritise(2), Some(60)),
            (Some(2), ScenarioRuleAction::Ignore, None),
            (None, ScenarioRuleAction::Prioritise(3), None),
        ];
        let mut oracle = oracle(SuspectAction::Nothing, &rules);
        for (network, wall, right) in [
            (0, 10_000, ScreenedOutcome::Passed),
            (1, 10_000, ScreenedOutcome::Prioritised(2)),
            (1, 61_000, ScreenedOutcome::Prioritised(3)),
            (2, 10_000, ScreenedOutcome::Passed),
            (3, 10_000, ScreenedOutcome::Prioritised(3)),
        ] {
            let fact = ScreenedFact { network, wall, ..FACT };
            for outcome in [
                ScreenedOutcome::Passed,
                ScreenedOutcome::Prioritised(2),
                ScreenedOutcome::Prioritised(3),
            ] {
                let is_right = oracle.judge(&fact, &outcome).is_ok();
                assert_eq!(is_right, outcome == right, "{network} at {wall}: {outcome:?}");
            }
        }
    }

    #[test]
    fn a_rule_counts_until_it_ends_and_nothing_is_judged_around_that() {
        let mut oracle = oracle(SuspectAction::Nothing, &[(None, ScenarioRuleAction::Block, Some(10))]);
        let mut judged = |wall| {
            let fact = ScreenedFact { wall, ..FACT };
            [ScreenedOutcome::Blocked, ScreenedOutcome::Passed].map(|outcome| oracle.judge(&fact, &outcome).is_ok())
        };
        assert_eq!(
            (judged(9_899), judged(10_000), judged(10_100)),
            ([true, false], [true, true], [false, true])
        );
    }

    #[test]
    fn a_place_without_what_is_demanded_is_found() {
        let worked = |paid, work| ScreenedFact {
            proven: Proven {
                work: Some(WorkUnits(paid)),
                is_patient: false,
            },
            points: work,
            ..FACT
        };
        let mut harder = oracle(SuspectAction::Work, &[]);
        assert!(harder.judge(&FACT, &ScreenedOutcome::Passed).is_err());
        assert!(harder.judge(&worked(399, 80), &ScreenedOutcome::Passed).is_err());
        assert!(harder.judge(&worked(400, 80), &ScreenedOutcome::Passed).is_ok());
        assert!(
            harder.judge(&worked(400, 80), &demanded(Some(400))).is_err(),
            "paid, and asked again"
        );
        let mut behind = oracle(SuspectAction::Behind, &[]);
        let waited = |waited_ms| ScreenedFact {
            proven: Proven {
                work: Some(WorkUnits(1)),
                is_patient: true,
            },
            waited_ms,
            ..FACT
        };
        assert!(
            behind.judge(&waited(PATIENT_MS - 1), &ScreenedOutcome::Passed).is_err(),
            "earlier than it may"
        );
        assert!(behind.judge(&waited(PATIENT_MS), &ScreenedOutcome::Passed).is_ok());
    }

    #[test]
    fn a_soft_block_holds_its_network_at_its_node_for_an_hour() {
        let mut oracle = oracle(SuspectAction::SoftBlock, &[]);
        let innocent = ScreenedFact { points: 0, ..FACT };
        assert!(oracle.judge(&innocent, &ScreenedOutcome::Passed).is_ok());
        assert!(oracle.judge(&FACT, &demanded(Some(100))).is_ok());
        assert!(oracle.judge(&innocent, &ScreenedOutcome::Passed).is_err());
        let elsewhere = ScreenedFact { node: 1, ..innocent };
        assert!(oracle.judge(&elsewhere, &ScreenedOutcome::Passed).is_ok());
        let later = ScreenedFact {
            wall: FACT.wall + SOFT_BLOCK_MS + 1_000,
            ..innocent
        };
        assert!(oracle.judge(&later, &demanded(Some(100))).is_err());
        oracle.judge(&FACT, &demanded(Some(100))).unwrap();
        oracle.restarted(0);
        assert!(
            oracle.judge(&innocent, &ScreenedOutcome::Passed).is_ok(),
            "its memory is gone"
        );
    }
}
