//! The effects of the store and the network on a commit.

/// The fate of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Kept, and the node knows it.
    Kept,
    /// Discarded, and the node knows it.
    Lost,
    /// Kept, but the node does not know it.
    KeptUnheard,
    /// Discarded, but the node does not know it.
    LostUnheard,
}
