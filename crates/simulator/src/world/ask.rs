//! The requests of visitors and operators to a pool node, and the replies to visitors at the front.

use admission::voucher::VoucherHash;
use admission::{Control, Number, WallMs};

use super::visitor::Place;

/// A request to a pool node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    /// A newcomer asks for a place, with a key if there is one.
    Arrive(Asker, Option<VoucherHash>),
    /// A visitor whose number the serving line has reached asks whether it is the visitor's turn.
    Turn(Place, Number, Asker),
    /// A visitor gives up a place.
    Cancel(Place, Asker),
    /// The operator gives an order.
    Control(Control),
}

/// A visitor and the visitor's request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asker {
    pub(crate) who: usize,
    pub(crate) ticket: u32,
}

/// The reply to a visitor at the front of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reply {
    /// A redirect with the token of a grant at that time.
    Go(WallMs),
    /// Not yet; the visitor should poll again.
    NotYet,
    /// The run is over.
    Over,
    /// The place is of an earlier run; the visitor needs a new place.
    Unknown,
}
