//! The events that a pool node takes, and the effects that it returns. The caller carries out
//! effects in their order and reports back by events; the caller decides nothing.

use std::collections::VecDeque;
use std::sync::Arc;

use admission::pool::LineIndex;
use admission::{Run, WallMs};
use serde::{Deserialize, Serialize};
use store_values::Generation;

use crate::answer::{AnswerTo, Replies, TurnReply};
use crate::command::Command;
use crate::published::Published;
use crate::settings::NodeSettings;
use crate::store_call::{StoreCall, StoreReply};

/// The time of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// The node's own clock, which never goes back, milliseconds.
    pub monotonic_ms: u64,
    /// The wall clock.
    pub wall: WallMs,
}

/// A source of random numbers.
pub trait RandomSource {
    /// Draws a number that spreads events over time; not for secrets.
    fn jitter(&mut self) -> u16;

    /// Draws random bytes for a secret.
    fn seed(&mut self) -> [u8; 32];
}

/// An event for a pool node. Written with its handles, for a recording.
#[derive(Serialize, Deserialize)]
#[serde(bound(serialize = "Command<R>: Serialize", deserialize = "Command<R>: Deserialize<'de>"))]
pub enum Event<R: Replies> {
    /// Commands of the lines' visitors and operators. Only while
    /// [`PoolNode::takes_commands`](crate::PoolNode::takes_commands).
    Commands(Vec<(LineIndex, Command<R>)>),
    /// The settings in force from now on.
    Settings(NodeSettings),
    /// The store's reply to [`Effect::Call`].
    Store(StoreReply),
    /// Whether the store answered [`Effect::Probe`].
    Probed(bool),
    /// The outcome of [`Effect::WriteDraw`].
    DrawWritten(Result<WrittenDocument, DrawNotWritten>),
    /// The time [`PoolNode::wake_at_ms`](crate::PoolNode::wake_at_ms) has come.
    Timer,
    /// The pool node is to finish its work and end.
    Close,
}

/// An action that the caller carries out for a pool node.
pub enum Effect<R: Replies> {
    /// Deliver an answer.
    Answer(AnswerTo<R>),
    /// Publish the state of a line for requests.
    Publish(LineIndex, Arc<Published>),
    /// Call the store, and report with [`Event::Store`]. There is one such call at a time.
    Call(StoreCall),
    /// Check whether the store answers, and report with [`Event::Probed`].
    Probe {
        /// The generation that this node knows.
        known: Generation,
    },
    /// Ask other nodes to skip one of their commits.
    RequestCommitPriority,
    /// Write a document of a draw, and report with [`Event::DrawWritten`].
    WriteDraw {
        /// The line of the room's ordinary visitors.
        line: LineIndex,
        /// The document.
        document: DueDocument,
        /// The time of the document.
        wall: WallMs,
    },
    /// Publish that the draw of a run is aborted because the run was reset, unless the draw was
    /// made.
    AbortDraw {
        /// The line.
        line: LineIndex,
        /// The run that is over.
        run: Run,
        /// The time of the reset.
        wall: WallMs,
    },
    /// Read the published documents of a line's draws, because another node wrote some.
    RefreshDraws(LineIndex),
}

/// A document of a draw. Each can be written again; the first published version stays valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DueDocument {
    /// The commitment before the pre-queue opens.
    Commitment {
        /// The run.
        run: Run,
        /// When the pre-queue opens.
        opens: WallMs,
        /// When the queue starts.
        starts: WallMs,
    },
    /// The cut-off. Writing it returns the draw's key.
    CutOff {
        /// The run.
        run: Run,
        /// How many people take part.
        population: u64,
    },
    /// The secret.
    Reveal {
        /// The run.
        run: Run,
    },
}

/// A document of a draw that is durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum WrittenDocument {
    /// A commitment or a secret.
    Published,
    /// A cut-off, with the draw's key.
    CutOff([u8; 32]),
}

/// A document of a draw could not be written; the caller has logged why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("a document of a draw could not be written")]
pub struct DrawNotWritten;

/// Effects in the order in which they are to be carried out.
pub(crate) struct Outbox<R: Replies>(VecDeque<Effect<R>>);

impl<R: Replies> Default for Outbox<R> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<R: Replies> Outbox<R> {
    pub(crate) fn push(&mut self, effect: Effect<R>) {
        self.0.push_back(effect);
    }

    pub(crate) fn answer(&mut self, answer: AnswerTo<R>) {
        self.push(Effect::Answer(answer));
    }

    /// Answers a visitor who asks whether it is their turn.
    pub(crate) fn turn(&mut self, to: R::To<TurnReply>, reply: TurnReply) {
        self.answer(AnswerTo::Turn(to, reply));
    }

    pub(crate) fn pop(&mut self) -> Option<Effect<R>> {
        self.0.pop_front()
    }
}
