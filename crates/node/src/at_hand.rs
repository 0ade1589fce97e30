//! The visitors whose redirect is at hand: those in front to whom a page says that it is their
//! turn.

use admission::Number;

/// The most visitors whose redirect is at hand at once; those behind them are told with a later
/// commit.
pub const AT_HAND_MAX: usize = 1_000;

/// The visitors whose redirect is at hand.
///
/// Only visitors who poll as told are among them, and newcomers, who are expected to. One who wakes
/// once a minute would read it for a minute while others go first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AtHand {
    /// In order.
    steady: Box<[Number]>,
    /// The visitors who were not heard in front yet, in order: as many as permits are left for.
    unheard: Box<[Number]>,
    /// Everybody below this number as well.
    below: Number,
}

impl AtHand {
    /// The first `most` of the visitors in front who poll as told. If there are fewer, the rest
    /// falls to newcomers among those who were not heard yet. Both are given in order.
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

    /// Everybody below a number.
    #[must_use]
    pub fn below(end: Number) -> Self {
        Self {
            below: end,
            ..Self::default()
        }
    }

    /// Returns whether the redirect of the visitor with that number is at hand; `is_new` says
    /// whether they took their place just now.
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
    fn as_many_are_told_as_there_are_permits() {
        let told = |most| {
            AtHand::first(
                most,
                [2, 5, 6, 9].map(Number).into_iter(),
                [12, 14, 15].map(Number).into_iter(),
            )
        };
        assert_eq!(listed(&told(0), true), [] as [u64; 0]);
        assert_eq!(
            listed(&told(3), true),
            [2, 5, 6],
            "nobody between them, who polls slowly"
        );
        assert_eq!(listed(&told(6), true), [2, 5, 6, 9, 12, 14]);
        assert_eq!(listed(&told(6), false), [2, 5, 6, 9], "a tab that wakes is no newcomer");
        assert_eq!(listed(&AtHand::below(Number(3)), false), [0, 1, 2]);
    }

    #[test]
    fn the_list_is_bounded() {
        let many = AtHand::first(u64::MAX, (0..).map(Number), (0..).map(Number));
        assert!(many.contains(Number(AT_HAND_MAX as u64 - 1), false));
        assert!(!many.contains(Number(AT_HAND_MAX as u64), true));
    }
}
