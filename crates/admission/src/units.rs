//! Newtypes for every figure in the crate's public API. Flow time and wall time never mix: see
//! [`crate::time`].

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
    /// Order of service within a run, from 0 (visitors are shown the number plus one). Equals the
    /// sequence unless a draw assigns another number.
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
    /// A device that holds a place: 0 is the device that the place was given to, and every move
    /// makes the next. At most [`crate::transfer::MOVES_MAX`].
    Holder(u8)
}
figure! {
    /// A rate in people per minute.
    PerMinute(u32)
}
figure! {
    /// A node of the deployment.
    NodeId(u64)
}
figure! {
    /// A node's own count of its batches.
    BatchNumber(u64)
}

impl PerMinute {
    /// The highest rate that a room can have.
    pub const MAX: Self = Self(1_000_000);

    /// Returns the milliseconds from one permit to the next; `None` at rate 0.
    #[must_use]
    pub fn period_ms(self) -> Option<f64> {
        (self.0 > 0).then(|| 60_000.0 / f64::from(self.0))
    }

    /// Returns how many permits fall due in `ms` milliseconds, rounded up.
    #[must_use]
    pub fn in_ms(self, ms: u64) -> u64 {
        (u64::from(self.0) * ms).div_ceil(60_000)
    }
}
