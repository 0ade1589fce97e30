//! Newtypes for every figure that crosses the crate's edge. Flow time and wall time never mix: see
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
    /// Order of arrival within a run, from 0. What a queue id carries.
    Sequence(u64)
}
figure! {
    /// Order of service within a run, from 0 (people are shown it plus one). Equals the sequence
    /// until a draw says otherwise.
    Number(u64)
}
figure! {
    /// People ahead of a place, ghosts not counted.
    Ahead(u64)
}
figure! {
    /// Which run of the room: from one reset to the next.
    Run(u16)
}
figure! {
    /// Which device holds a place: 0 is the one that it was given to, every move makes the next. At
    /// most [`crate::transfer::MOVES_MAX`].
    Holder(u8)
}
figure! {
    /// A rate in people a minute.
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
    /// The highest rate a room may have.
    pub const MAX: Self = Self(1_000_000);

    /// Milliseconds from one permit to the next; `None` at rate 0.
    #[must_use]
    pub fn period_ms(self) -> Option<f64> {
        (self.0 > 0).then(|| 60_000.0 / f64::from(self.0))
    }

    /// How many fall due in that many milliseconds, rounded up.
    #[must_use]
    pub fn in_ms(self, ms: u64) -> u64 {
        (u64::from(self.0) * ms).div_ceil(60_000)
    }
}
