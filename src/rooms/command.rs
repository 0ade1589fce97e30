//! Commands that a room sends to its pool node, with the channels for their answers.

use admission::autotune::PageTiming;
use admission::batch::Control;
use admission::lifecycle::TransitionRefused;
use admission::presence::Channel;
use admission::transfer::{CodeHash, MoveOutcome};
use admission::voucher::{VoucherHash, VoucherRefused};
use admission::{Number, Run, WallMs};
use tokio::sync::oneshot;

use super::held_claims::Possession;
use super::place::{NewPlace, Place};
use super::{TurnReply, Unserved};

/// Somebody who asks for a place.
#[derive(Debug, Clone, Default)]
pub(super) struct Newcomer {
    /// The vouchers for which the place is given.
    pub(super) vouchers: Vec<VoucherHash>,
    /// Whether a place in another lane is given up for it, so that it needs no room.
    pub(super) leaves: bool,
}

/// A command for the pool node.
#[derive(Debug)]
pub(super) enum Command {
    /// Gives a newcomer a place.
    Arrive(Newcomer, ArriveReply),
    /// Frees a spent voucher on an operator's order.
    Free(VoucherHash, oneshot::Sender<Result<(), Unserved>>),
    /// Asks whether it is the turn of a place below the serving line.
    Turn {
        known: Place,
        number: Number,
        possession: Possession,
        channel: Channel,
        reply: oneshot::Sender<TurnReply>,
    },
    /// Cancels a place.
    Cancel(Place, oneshot::Sender<Result<(), Unserved>>),
    /// Ends the session of a place, and answers whether one was on.
    EndSession {
        run: Run,
        number: Number,
        reply: oneshot::Sender<Result<bool, Unserved>>,
    },
    /// Registers a transfer code for a device's place.
    Offer {
        known: Place,
        code: CodeHash,
        note: Vec<u8>,
        reply: MoveReply,
    },
    /// Moves the place that a transfer code names to the asking device.
    TakeOver(CodeHash, MoveReply),
    /// Carries out an operator's action.
    Control(Control, ControlReply),
    /// Reads the stored state because a visitor shows a place that this node does not know.
    Behind(BehindReply),
    /// Counts how long a page of the site took.
    PageTiming(PageTiming),
    /// Checks settings and clock again, because one of them changed, then answers.
    Tick(oneshot::Sender<()>),
}

/// Answers an operator's action: accepted, refused by the room, or not decided.
pub(super) type ControlReply = oneshot::Sender<Result<Result<(), TransitionRefused>, Unserved>>;

/// Answers a request whose place this node does not know, once this node has read the stored state.
pub(super) type BehindReply = oneshot::Sender<Result<(), Unserved>>;

/// Answers a newcomer.
pub(super) type ArriveReply = oneshot::Sender<Result<Result<NewPlace, VoucherRefused>, Unserved>>;

/// Answers a transfer.
pub(super) type MoveReply = oneshot::Sender<Result<MoveDecision, Unserved>>;

/// A decided transfer, with the run in which it was decided.
#[derive(Debug)]
pub(super) struct MoveDecision {
    pub(super) run: Run,
    pub(super) run_began: WallMs,
    pub(super) outcome: MoveOutcome,
}
