//! What a store and the way to it do with a commit.

/// What becomes of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Kept, and the node knows.
    Kept,
    /// Thrown away, and the node knows.
    Lost,
    /// Kept, and the node does not know.
    KeptUnheard,
    /// Thrown away, and the node does not know.
    LostUnheard,
}
