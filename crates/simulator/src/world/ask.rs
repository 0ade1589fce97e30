//! What visitors and operators ask of a desk, and what somebody first in line is told.

use admission::voucher::VoucherHash;
use admission::{Control, Number, WallMs};

use super::visitor::Place;

/// A request that the desk answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    /// A newcomer wants a place, for a key if they bring one.
    Arrive(Asker, Option<VoucherHash>),
    /// Somebody below the serving line asks whether it is their turn.
    Turn(Place, Number, Asker),
    /// A place is given up.
    Cancel(Place, Asker),
    /// The operator acts.
    Control(Control),
}

/// Whose request, and which of theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asker {
    pub(crate) who: usize,
    pub(crate) ticket: u32,
}

/// Answer to somebody first in line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Go, with the token of a grant given then.
    Go(WallMs),
    /// Ask again.
    NotYet,
    /// There is nothing more to come.
    Over,
    /// The place is of a run that is over: come again.
    Unknown,
}
