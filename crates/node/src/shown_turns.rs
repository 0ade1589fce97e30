//! The visitors whose redirect is at hand: visitors in front whose page shows that it is their
//! turn.
//!
//! The list changes with every commit, also without a cause that concerns a visitor: a permit
//! lapses because a poll came late, a visitor who is a few seconds late no longer polls on time, a
//! node has just started. A turn that a page has shown is therefore taken back only for a cause:
//! nobody can be let in, or more visitors with lower numbers came back than the near permits are
//! for ([`AtHand::shows_turn`]). Pages say in their polls what they show, so that every node knows
//! it; for pages that load anew, the node remembers it ([`ShownTurns`]).

use std::collections::BTreeMap;

use admission::{FlowMs, Number, Run};

/// The most visitors whose redirect is at hand at once; visitors behind them follow with a later
/// commit.
pub const AT_HAND_MAX: usize = 1_000;
/// A visitor who took a place less than this long ago is a newcomer, whose page is still opening,
/// milliseconds.
pub const NEW_MS: u64 = 10_000;
/// For how long a node remembers that a page has shown the turn, milliseconds: no visitor who polls
/// at the intervals in the answers, or a few seconds late, is silent for longer.
const SHOWN_MS: u64 = 15_000;
/// The most turns that a node remembers in a line; further ones are not remembered.
const SHOWN_MAX: usize = 4 * AT_HAND_MAX;
/// A full memory is searched for old turns no more often than this, milliseconds.
const PRUNE_MS: u64 = 1_000;

/// A visitor whose turn can be shown.
#[derive(Debug, Clone, Copy)]
pub struct NearVisitor {
    /// The number of the visitor's place.
    pub number: Number,
    /// Whether the visitor took the place less than [`NEW_MS`] ago.
    pub is_new: bool,
    /// Whether the visitor's page shows the turn already.
    pub shows_turn: bool,
}

/// The visitors whose redirect is at hand.
///
/// Contains only visitors who poll on time, and newcomers, who are expected to. A visitor whose tab
/// wakes once a minute would see "your turn" for a minute while others go first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AtHand {
    /// In order.
    steady: Box<[Number]>,
    /// The visitors who have not polled in front yet, in order, one for each permit that is left.
    unheard: Box<[Number]>,
    /// All visitors below this number are also contained.
    below: Number,
    /// Visitors below this number whose page shows the turn keep it.
    kept_below: Number,
}

impl AtHand {
    /// Contains the first `most` of the visitors in front who poll on time. If there are fewer,
    /// newcomers among the visitors who have not polled yet fill the rest. Both iterators are in
    /// order.
    #[must_use]
    pub fn first(most: u64, steady: impl Iterator<Item = Number>, unheard: impl Iterator<Item = Number>) -> Self {
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(AT_HAND_MAX);
        let steady: Box<[Number]> = steady.take(most).collect();
        let left = most - steady.len();
        Self {
            steady,
            unheard: unheard.take(left).collect(),
            ..Self::default()
        }
    }

    /// Contains all visitors below a number.
    #[must_use]
    pub fn below(end: Number) -> Self {
        Self {
            below: end,
            ..Self::default()
        }
    }

    /// Contains nobody, and takes no turn back: a node that has just started does not know yet who
    /// is there.
    #[must_use]
    pub fn undecided() -> Self {
        Self::default().keeping(Number(u64::MAX))
    }

    /// Lets visitors below a number keep a turn that their page shows.
    #[must_use]
    pub fn keeping(self, kept_below: Number) -> Self {
        Self { kept_below, ..self }
    }

    /// Returns whether a visitor's page shows the turn from now on, because the redirect is at
    /// hand, or because the page shows the turn already and nothing takes it back.
    #[must_use]
    pub fn shows_turn(&self, visitor: NearVisitor) -> bool {
        let NearVisitor {
            number,
            is_new,
            shows_turn,
        } = visitor;
        self.contains(number, is_new) || (shows_turn && number < self.kept_below)
    }

    /// Returns whether the redirect of the visitor with this number is at hand; `is_new`: whether
    /// the visitor has just got the place.
    #[must_use]
    pub fn contains(&self, number: Number, is_new: bool) -> bool {
        let is_unheard = || is_new && self.unheard.binary_search(&number).is_ok();
        number < self.below || self.steady.binary_search(&number).is_ok() || is_unheard()
    }
}

/// The visitors of a line whose pages showed lately that it is their turn, as far as this node
/// answered them.
#[derive(Debug, Default)]
pub struct ShownTurns {
    shown_at: BTreeMap<(Run, Number), FlowMs>,
    pruned_at: FlowMs,
}

impl ShownTurns {
    /// Remembers that a visitor's page shows the turn.
    pub fn note(&mut self, visitor: (Run, Number), now: FlowMs) {
        if self.shown_at.len() >= SHOWN_MAX && now.since(self.pruned_at) >= PRUNE_MS {
            self.shown_at.retain(|_, at| now.since(*at) < SHOWN_MS);
            self.pruned_at = now;
        }
        if self.shown_at.len() < SHOWN_MAX || self.shown_at.contains_key(&visitor) {
            self.shown_at.insert(visitor, now);
        }
    }

    /// Forgets a visitor whose page does not show the turn any more.
    pub fn forget(&mut self, visitor: (Run, Number)) {
        self.shown_at.remove(&visitor);
    }

    /// Returns whether a visitor's page showed the turn lately.
    #[must_use]
    pub fn was_shown(&self, visitor: (Run, Number), now: FlowMs) -> bool {
        let shown_at = self.shown_at.get(&visitor);
        shown_at.is_some_and(|at| now.since(*at) < SHOWN_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(at_hand: &AtHand, is_new: bool) -> Vec<u64> {
        let is_listed = |number: &u64| at_hand.contains(Number(*number), is_new);
        (0..20).filter(is_listed).collect()
    }

    #[test]
    fn as_many_redirects_are_at_hand_as_permits() {
        let notified = |most| {
            AtHand::first(
                most,
                [2, 5, 6, 9].map(Number).into_iter(),
                [12, 14, 15].map(Number).into_iter(),
            )
        };
        assert_eq!(listed(&notified(0), true), [] as [u64; 0]);
        assert_eq!(
            listed(&notified(3), true),
            [2, 5, 6],
            "nobody between them, who polls slowly"
        );
        assert_eq!(listed(&notified(6), true), [2, 5, 6, 9, 12, 14]);
        assert_eq!(
            listed(&notified(6), false),
            [2, 5, 6, 9],
            "a tab that wakes is no newcomer"
        );
        assert_eq!(listed(&AtHand::below(Number(3)), false), [0, 1, 2]);
    }

    #[test]
    fn a_shown_turn_is_kept_below_a_number_and_shown_anew_to_nobody() {
        let at_hand = AtHand::first(1, [2, 5].map(Number).into_iter(), std::iter::empty()).keeping(Number(6));
        let visitor = |number, is_new, shows_turn| NearVisitor {
            number: Number(number),
            is_new,
            shows_turn,
        };
        let shown = |before| [2, 3, 5, 6].map(|number| at_hand.shows_turn(visitor(number, false, before)));
        assert_eq!(shown(false), [true, false, false, false]);
        assert_eq!(shown(true), [true, true, true, false], "also if the visitor is late");
        assert!(AtHand::undecided().shows_turn(visitor(9, false, true)));
        assert!(!AtHand::undecided().shows_turn(visitor(9, true, false)));
        assert!(
            !AtHand::default().shows_turn(visitor(0, true, true)),
            "nobody is let in"
        );
    }

    #[test]
    fn a_node_remembers_a_turn_for_a_while_and_only_so_many() {
        let mut turns = ShownTurns::default();
        let visitor = |number| (Run(1), Number(number));
        turns.note(visitor(7), FlowMs(1_000));
        let was_shown = |turns: &ShownTurns, number, ms| turns.was_shown(visitor(number), FlowMs(ms));
        assert!(was_shown(&turns, 7, 1_000 + SHOWN_MS - 1));
        assert!(!was_shown(&turns, 7, 1_000 + SHOWN_MS));
        assert!(!was_shown(&turns, 8, 1_000));
        assert!(!turns.was_shown((Run(2), Number(7)), FlowMs(1_000)), "another run");
        turns.forget(visitor(7));
        assert!(!was_shown(&turns, 7, 1_000));

        (0..2 * SHOWN_MAX as u64).for_each(|number| turns.note(visitor(number), FlowMs(2_000)));
        assert_eq!(turns.shown_at.len(), SHOWN_MAX);
        turns.note(visitor(0), FlowMs(3_000));
        assert!(
            was_shown(&turns, 0, 2_000 + SHOWN_MS),
            "those who are known stay up to date"
        );
        turns.note(visitor(u64::MAX), FlowMs(2_000 + SHOWN_MS));
        assert!(was_shown(&turns, u64::MAX, 2_000 + SHOWN_MS));
        assert_eq!(turns.shown_at.len(), 2, "old ones make room");
    }

    #[test]
    fn the_list_is_bounded() {
        let many = AtHand::first(u64::MAX, (0..).map(Number), (0..).map(Number));
        assert!(many.contains(Number(AT_HAND_MAX as u64 - 1), false));
        assert!(!many.contains(Number(AT_HAND_MAX as u64), true));
    }
}
