//! What is asked of a desk, and what can be answered before anything is committed.

use admission::batch::Control;
use admission::lifecycle::Refused;
use admission::marks::Mark;
use admission::moving::{CodeHash, MoveAsk, MoveOutcome, MoveRefused};
use admission::pool::{LineIndex, PoolConfig};
use admission::presence::{Channel, Heard};
use admission::voucher::VoucherHash;
use admission::{Number, Run, Sequence, State, WallMs};
use tokio::sync::oneshot;

use super::follow::BehindReply;
use super::line::{Line, Look};
use super::{Desk, look_at};
use crate::room::held::{Claimant, Possession};
use crate::room::moving::{Decided, MoveReply};
use crate::room::ticket::ArriveReply;
use crate::room::{Known, TurnReply, Unserved};

/// Where an operator's action is answered: the room took it or refused it, or could not be asked.
pub(super) type ControlReply = oneshot::Sender<Result<Result<(), Refused>, Unserved>>;

/// What is asked of the desk.
#[derive(Debug)]
pub(in crate::room) enum Ask {
    /// A newcomer wants a place, for these vouchers.
    Arrive(Vec<VoucherHash>, ArriveReply),
    /// The operator gives a voucher back.
    Free(VoucherHash, oneshot::Sender<Result<(), Unserved>>),
    /// Somebody below the serving line asks whether it is their turn.
    Turn {
        known: Known,
        number: Number,
        possession: Possession,
        channel: Channel,
        reply: oneshot::Sender<TurnReply>,
    },
    /// A place is given up.
    Cancel(Known, oneshot::Sender<Result<(), Unserved>>),
    /// A device wants a code for its place.
    Offer {
        known: Known,
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
    Look(oneshot::Sender<()>),
}

/// A place that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrived {
    /// In which run.
    pub run: Run,
    /// When that began.
    pub run_began: WallMs,
    /// Order of arrival.
    pub sequence: Sequence,
    /// When.
    pub at: WallMs,
    /// Its holder passes at once, unseen.
    pub unseen: bool,
}

impl Desk {
    /// Takes in what was asked, all of it as of one moment.
    pub(super) fn take(&mut self, config: &PoolConfig, asks: impl Iterator<Item = (LineIndex, Ask)>) {
        let look = look_at(
            &self.keeper,
            (&self.flow, &self.clock),
            (config, &[]),
            (self.retry_at_ms, self.nodes),
        );
        for (line, ask) in asks {
            match (ask, self.lines.get_mut(usize::from(line.0))) {
                (Ask::Look(reply), _) => self.looks.push(reply),
                (Ask::Behind(reply), _) => self.behind.push(reply),
                (ask, Some(Some(line))) => line.take(&look, ask),
                // Whoever asks a room that is gone hears nothing.
                (_, Some(None) | None) => {}
            }
        }
    }
}

impl Line {
    fn take(&mut self, look: &Look<'_>, ask: Ask) {
        let run = self.state(look).ledger.run;
        match ask {
            Ask::Arrive(vouchers, reply) => self.arrivals.push((vouchers, reply)),
            Ask::Free(voucher, reply) => self.freed.push((voucher, reply)),
            Ask::Turn { known, reply, .. } if known.run != run => _ = reply.send(TurnReply::Unknown),
            Ask::Turn {
                known,
                number,
                possession,
                channel,
                reply,
            } => self.turn(look, (&known, possession), (number, channel), reply),
            // The run is over, and with it the place.
            Ask::Cancel(known, reply) if known.run != run => _ = reply.send(Ok(())),
            // Another device holds it: it is not for this one to give up.
            Ask::Cancel(known, reply) if self.is_past(look, &known) => _ = reply.send(Ok(())),
            Ask::Cancel(known, reply) => self.cancels.push((known.device, reply)),
            Ask::Offer { known, reply, .. } if known.run != run => {
                let outcome = MoveOutcome::Refused(MoveRefused::NoPlace);
                let run_began = self.state(look).ledger.run_began;
                _ = reply.send(Ok(Decided {
                    run,
                    run_began,
                    outcome,
                }));
            }
            Ask::Offer {
                known,
                code,
                note,
                reply,
            } => {
                let device = known.device;
                self.move_asked(MoveAsk::Offer { device, code, note }, reply);
            }
            Ask::TakeOver(code, reply) => self.move_asked(MoveAsk::Take { code }, reply),
            Ask::Control(control, reply) => self.controls.push((control, reply)),
            Ask::Look(reply) => _ = reply.send(()),
            Ask::Behind(reply) => _ = reply.send(Ok(())),
        }
    }

    fn turn(
        &mut self,
        look: &Look<'_>,
        (known, possession): (&Known, Possession),
        (number, channel): (Number, Channel),
        reply: oneshot::Sender<TurnReply>,
    ) {
        match self.answer_now(look, known, (number, channel)) {
            // A grant here is a repeated one. Whoever hung up asks again.
            Some(answer) => _ = reply.send(possession.repeated(answer)),
            None => self.held.add(
                number,
                Claimant {
                    known: *known,
                    possession,
                    reply,
                    since_ms: look.now_ms,
                },
            ),
        }
    }

    /// The answer to somebody in front, unless it is a claim that may be worth holding.
    fn answer_now(
        &mut self,
        look: &Look<'_>,
        known: &Known,
        (number, channel): (Number, Channel),
    ) -> Option<TurnReply> {
        let State { ledger, marks, .. } = self.state(look);
        if self.is_past(look, known) {
            return Some(TurnReply::Moved);
        }
        if marks.has(number, Mark::Cancelled) {
            return Some(TurnReply::Cancelled);
        }
        if let Some(grant) = self.shared.repeat_of(ledger.run, number, look.now.wall) {
            return Some(TurnReply::Go(grant));
        }
        if number >= ledger.serving.told_to() {
            return Some(TurnReply::NotYet);
        }
        let heard = self.front.hear(number, channel, look.now.flow);
        if heard == Heard::First {
            self.told.push(number);
        }
        // Where nobody sees the line, nobody has to be told first.
        let claims = heard == Heard::Again || ledger.is_unseen(self.config(look));
        (!claims || !ledger.lifecycle.flows()).then_some(TurnReply::NotYet)
    }
}
