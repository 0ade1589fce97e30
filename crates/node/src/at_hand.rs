//! The visitors whose redirect is at hand: visitors in front whose page shows that it is their
//! turn.

use admission::Number;

/// The most visitors whose redirect is at hand at once; visitors behind them follow with a later
/// commit.
pub const AT_HAND_MAX: usize = 1_000;

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
            below: Number(0),
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

    /// Returns whether the redirect of the visitor with this number is at hand; `is_new`: whether
    /// the visitor has just got the place.
    #[must_use]
    pub fn contains(&self, number: Number, is_new: bool) -> bool {
        let is_unheard = || is_new && self.unheard.binary_search(&number).is_ok();
        number < self.below || self.steady.binary_search(&number).is_ok() || is_unheard()
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
    fn the_list_is_bounded() {
        let many = AtHand::first(u64::MAX, (0..).map(Number), (0..).map(Number));
        assert!(many.contains(Number(AT_HAND_MAX as u64 - 1), false));
        assert!(!many.contains(Number(AT_HAND_MAX as u64), true));
    }
}
