//! Identifiers and counts of places in a line, and of the nodes that commit them.

use serde::{Deserialize, Serialize};

macro_rules! figure {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        pub struct $name(pub $inner);
    };
}

figure! {
    /// Order of arrival within a run, from 0. A queue id contains the sequence.
    Sequence(u64)
}
figure! {
    /// Order of service within a run, from 0 (pages show the number plus one). Equals the sequence
    /// unless a draw assigns another number.
    Number(u64)
}
figure! {
    /// People ahead of a place. Uncounted places do not contribute.
    Ahead(u64)
}
figure! {
    /// A run of the room: the time from one reset to the next.
    Run(u16)
}
figure! {
    /// A device that holds a place: 0 is the device that the place was given to, and every
    /// transfer assigns the next number. At most `admission::transfer::TRANSFERS_MAX`.
    Holder(u8)
}
figure! {
    /// A node of the deployment.
    NodeId(u64)
}
figure! {
    /// A node's own count of its batches.
    BatchNumber(u64)
}
