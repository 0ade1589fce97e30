//! The answers of a pool node, and the handles to which they go.

use admission::lifecycle::TransitionRefused;
use admission::poll_interval::POLL_MS_MIN;
use admission::price::UnpaidPrice;
use admission::transfer::TransferOutcome;
use admission::voucher::ArrivalRefused;
use admission::{Grant, Run, WallMs};
use serde::{Deserialize, Serialize};

use crate::place::NewPlace;

/// The handles by which the callers of a pool node are answered. The pool node keeps a handle while
/// the caller waits. If it drops a handle without an answer, the caller asks again.
pub trait Replies {
    /// A handle that takes one answer.
    type To<T: Send + 'static>;

    /// Whether the caller has stopped waiting.
    fn is_closed<T: Send + 'static>(to: &Self::To<T>) -> bool;
}

/// The reason why the pool node did not serve a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Unserved {
    /// The store does not answer, or the pool node has ended.
    #[error("the store does not answer; try again in a moment")]
    Away,
    /// The pool node's channel is full.
    #[error("too many ask at once; try again in a moment")]
    Busy,
    /// The room gives no places now: it is idle, disabled or over.
    #[error("the room gives no places now")]
    NotOpen,
    /// The room's `capacity` of waiting people is reached.
    #[error("the room is full")]
    RoomFull,
    /// The place has a price that is not paid.
    #[error("{}", .0.reason)]
    Unpaid(UnpaidPrice),
    /// The run by whose rules the newcomer was judged has ended.
    #[error("the room began a new run; ask again")]
    RunEnded,
}

/// The shortest pause after a request that was held, in milliseconds. The hold has already taken
/// the poll interval, and a permit that becomes due during the pause goes to another visitor or
/// lapses.
const POLL_AGAIN_MS_MIN: u64 = 100;

/// The pause before a claim by a visitor who was notified once more, in milliseconds: time to
/// report it to the other nodes, because one of them can receive the claim.
const CLAIM_NEXT_MS: u64 = 700;

/// The pause before another node is asked, in milliseconds: time for the balancer to choose it.
const COME_BACK_MS: u64 = 500;

/// The answer to a visitor who asks whether it is their turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnReply {
    /// The visitor is let through, with a token stamped at the grant.
    Go(Grant),
    /// Not yet: ask again after a pause.
    NotYet {
        /// The pause, in milliseconds: the rest of the poll interval, which counts from the
        /// request.
        poll_after_ms: u64,
    },
    /// The place was cancelled.
    Cancelled,
    /// The place was transferred to another device.
    Transferred,
    /// The place was redirected as often as the room allows.
    LimitReached,
    /// The number was reached too long ago and has expired.
    Expired,
    /// There is no such place.
    Unknown,
}

impl TurnReply {
    /// Not yet, to a request that was not held: ask again after the poll interval.
    pub const NOT_YET: Self = Self::NotYet {
        poll_after_ms: POLL_MS_MIN,
    };

    /// Not yet, to a request that was held until its pause was over: ask again at once. No other
    /// reply has a pause of 0, by which pages recognize it (`app/src/live/poll_pause.rs`).
    pub const HELD: Self = Self::NotYet { poll_after_ms: 0 };

    /// Not yet, to a visitor who is notified once more because this node does not know whether that
    /// happened before it started: the next request is a claim.
    pub(crate) const CLAIM_NEXT: Self = Self::NotYet {
        poll_after_ms: CLAIM_NEXT_MS,
    };

    /// Not yet, to a request that is not held because the pool node ends: ask another node.
    pub(crate) const COME_BACK: Self = Self::NotYet {
        poll_after_ms: COME_BACK_MS,
    };

    /// Not yet, to a request that was held for a time.
    pub(crate) fn not_yet_after(held_ms: u64) -> Self {
        Self::NotYet {
            poll_after_ms: POLL_MS_MIN.saturating_sub(held_ms).max(POLL_AGAIN_MS_MIN),
        }
    }
}

/// The proof by which a visitor claims a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Possession {
    /// The browser's cookie. A lost reply is repeated.
    Cookie,
    /// A proof in an address or an API call. Addresses are shared, so each grant answers one such
    /// request and is never repeated; the next request takes a permit of its own.
    Link,
}

impl Possession {
    /// Turns a repeated grant into "not yet" for [`Self::Link`]; returns other replies as they are.
    pub(crate) fn repeated(self, reply: TurnReply) -> TurnReply {
        match (self, reply) {
            (Self::Link, TurnReply::Go(_)) => TurnReply::NOT_YET,
            (_, reply) => reply,
        }
    }
}

/// A decided transfer, with the run in which it was decided.
#[derive(Debug, Serialize, Deserialize)]
pub struct TransferDecision {
    /// The run.
    pub run: Run,
    /// The time at which the run began.
    pub run_began: WallMs,
    /// The outcome of the transfer.
    pub outcome: TransferOutcome,
}

/// The answer to a newcomer.
pub type ArriveResult = Result<Result<NewPlace, ArrivalRefused>, Unserved>;
/// The answer to a request that is carried out or not.
pub type DoneResult = Result<(), Unserved>;
/// The answer to the end of a session: whether there was an active session.
pub type SessionEndResult = Result<bool, Unserved>;
/// The answer to a transfer.
pub type TransferResult = Result<TransferDecision, Unserved>;
/// The answer to an operator's action: accepted, refused by the room, or not decided.
pub type ControlResult = Result<Result<(), TransitionRefused>, Unserved>;

/// An answer with its handle, serializable for recordings.
#[derive(Serialize, Deserialize)]
#[serde(bound(
    serialize = "R::To<ArriveResult>: Serialize, R::To<DoneResult>: Serialize, R::To<TurnReply>: Serialize, \
        R::To<SessionEndResult>: Serialize, R::To<TransferResult>: Serialize, R::To<ControlResult>: Serialize, \
        R::To<()>: Serialize",
    deserialize = "R::To<ArriveResult>: Deserialize<'de>, R::To<DoneResult>: Deserialize<'de>, \
        R::To<TurnReply>: Deserialize<'de>, R::To<SessionEndResult>: Deserialize<'de>, \
        R::To<TransferResult>: Deserialize<'de>, R::To<ControlResult>: Deserialize<'de>, R::To<()>: Deserialize<'de>"
))]
pub enum AnswerTo<R: Replies> {
    /// To a newcomer.
    Arrive(R::To<ArriveResult>, ArriveResult),
    /// To a visitor who asks whether it is their turn.
    Turn(R::To<TurnReply>, TurnReply),
    /// To a cancel, a freed voucher, a visitor who steps aside, or a request whose place was not
    /// known.
    Done(R::To<DoneResult>, DoneResult),
    /// To the end of a session.
    SessionEnd(R::To<SessionEndResult>, SessionEndResult),
    /// To a transfer.
    Transfer(R::To<TransferResult>, TransferResult),
    /// To an operator's action.
    Control(R::To<ControlResult>, ControlResult),
    /// To a request to look at settings and clock: done.
    Ticked(R::To<()>),
}
