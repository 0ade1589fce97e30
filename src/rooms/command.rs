//! What a room asks of the pool node, and where that answers.

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

/// What is asked of the pool node.
#[derive(Debug)]
pub(super) enum Command {
    /// A newcomer wants a place, for these vouchers.
    Arrive(Vec<VoucherHash>, ArriveReply),
    /// The operator gives a voucher back.
    Free(VoucherHash, oneshot::Sender<Result<(), Unserved>>),
    /// Somebody below the serving line asks whether it is their turn.
    Turn {
        known: Place,
        number: Number,
        possession: Possession,
        channel: Channel,
        reply: oneshot::Sender<TurnReply>,
    },
    /// A place is given up.
    Cancel(Place, oneshot::Sender<Result<(), Unserved>>),
    /// A device wants a code for its place.
    Offer {
        known: Place,
        code: CodeHash,
        note: Vec<u8>,
        reply: MoveReply,
    },
    /// A device wants the place of a code.
    TakeOver(CodeHash, MoveReply),
    /// The operator acts.
    Control(Control, ControlReply),
    /// Somebody shows a place that this node does not know: another node may have given it.
    Behind(BehindReply),
    /// Settings or the clock changed: look again, then answer.
    Tick(oneshot::Sender<()>),
}

/// Where an operator's action is answered: the room took it or refused it, or could not be asked.
pub(super) type ControlReply = oneshot::Sender<Result<Result<(), TransitionRefused>, Unserved>>;

/// Where somebody waits who knows of a place that this node does not know: answered when it knows
/// what is stored.
pub(super) type BehindReply = oneshot::Sender<Result<(), Unserved>>;

/// Where a newcomer is answered.
pub(super) type ArriveReply = oneshot::Sender<Result<Result<NewPlace, VoucherRefused>, Unserved>>;

/// Where a move is answered.
pub(super) type MoveReply = oneshot::Sender<Result<MoveDecision, Unserved>>;

/// A move that was decided, and of which run it is.
#[derive(Debug)]
pub(super) struct MoveDecision {
    pub(super) run: Run,
    pub(super) run_began: WallMs,
    pub(super) outcome: MoveOutcome,
}
