//! Commands that a room sends to its pool node, with the handles for their answers.

use admission::autotune::Evidence;
use admission::batch::Control;
use admission::presence::Channel;
use admission::price::PricedOrigin;
use admission::transfer::CodeHash;
use admission::voucher::{Voucher, VoucherHash};
use admission::{Number, Run, WallMs};
use serde::{Deserialize, Serialize};

use crate::answer::{
    ArriveResult, ControlResult, DoneResult, Possession, Replies, SessionEndResult, TransferResult, TurnReply,
};
use crate::place::Place;

/// A visitor who asks for a place.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Newcomer {
    /// The vouchers for which the place is given.
    pub vouchers: Vec<Voucher>,
    /// The newcomer's network and payment for the place; `None` for a newcomer whose place has no
    /// price.
    pub origin: Option<PricedOrigin>,
    /// Whether a place in another lane is given up for this one, so that a full room can give it.
    pub leaves: bool,
    /// The run by whose rules the newcomer was judged: in another run there is no place without
    /// being judged again. `None` for a newcomer of whom no run asks anything.
    pub run: Option<Run>,
}

/// The party that ends a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SessionEnd {
    /// The visitor, at the checkout. It is not repeated if the store is unavailable: the session
    /// then ends on this node at once, and on the others when the store is back.
    Checkout,
    /// An operator, who learns whether it was done and can repeat it.
    Operator,
}

/// A command for the pool node. Written with its handle, for a recording.
#[derive(Serialize, Deserialize)]
#[serde(bound(
    serialize = "R::To<ArriveResult>: Serialize, R::To<DoneResult>: Serialize, R::To<TurnReply>: Serialize, \
        R::To<SessionEndResult>: Serialize, R::To<TransferResult>: Serialize, R::To<ControlResult>: Serialize, \
        R::To<()>: Serialize",
    deserialize = "R::To<ArriveResult>: Deserialize<'de>, R::To<DoneResult>: Deserialize<'de>, \
        R::To<TurnReply>: Deserialize<'de>, R::To<SessionEndResult>: Deserialize<'de>, \
        R::To<TransferResult>: Deserialize<'de>, R::To<ControlResult>: Deserialize<'de>, R::To<()>: Deserialize<'de>"
))]
pub enum Command<R: Replies> {
    /// Gives a newcomer a place.
    Arrive(Newcomer, R::To<ArriveResult>),
    /// Frees a spent voucher on an operator's order.
    Free(VoucherHash, R::To<DoneResult>),
    /// Asks whether it is the turn of a place below the serving line.
    Turn {
        /// The place.
        place: Place,
        /// Its number.
        number: Number,
        /// The proof that the visitor holds it.
        possession: Possession,
        /// How the visitor asks.
        channel: Channel,
        /// Takes the answer.
        reply: R::To<TurnReply>,
    },
    /// Lets a visitor step aside: open claims of the place get no permit. Refused as
    /// [`Unserved::Away`] while it is uncertain whether a permit was spent on them.
    StepAside {
        /// The place.
        place: Place,
        /// Its number.
        number: Number,
        /// The time until which the visitor is aside, unless the visitor comes back earlier.
        until: WallMs,
        /// Takes the answer.
        reply: R::To<DoneResult>,
    },
    /// Cancels a place.
    Cancel(Place, R::To<DoneResult>),
    /// Ends the session of a place, and answers whether there was an active one.
    EndSession {
        /// The run of the place.
        run: Run,
        /// The number of the place.
        number: Number,
        /// The party that ends it.
        kind: SessionEnd,
        /// Takes the answer.
        reply: R::To<SessionEndResult>,
    },
    /// Registers a transfer code for a device's place.
    Offer {
        /// The place.
        place: Place,
        /// The code's hash.
        code: CodeHash,
        /// The data about the place for the new device.
        note: Vec<u8>,
        /// Takes the answer.
        reply: R::To<TransferResult>,
    },
    /// Transfers the place that a code names to the asking device.
    TakeOver(CodeHash, R::To<TransferResult>),
    /// Carries out an operator's action.
    Control(Control, R::To<ControlResult>),
    /// Reads the stored state because a visitor shows a place that this node does not know.
    Behind(R::To<DoneResult>),
    /// Reports how long pages of the site took.
    PageTimings(Evidence),
    /// Checks settings and clock again, because one of them changed, and then answers.
    Tick(R::To<()>),
}
