//! Exchanges the handles of commands, for a layer between the callers of a pool node and the pool
//! node.

use crate::answer::Replies;
use crate::command::Command;

/// Converts a caller's handle into the one that the pool node gets.
pub trait ExchangeHandles<R: Replies, S: Replies> {
    /// Exchanges a handle.
    fn exchange<T: Send + 'static>(&mut self, to: R::To<T>) -> S::To<T>;
}

impl<R: Replies> Command<R> {
    /// Returns the command with another handle.
    pub fn exchange<S: Replies>(self, by: &mut impl ExchangeHandles<R, S>) -> Command<S> {
        match self {
            Self::Arrive(newcomer, to) => Command::Arrive(newcomer, by.exchange(to)),
            Self::Free(voucher, to) => Command::Free(voucher, by.exchange(to)),
            Self::Turn {
                place,
                number,
                possession,
                channel,
                reply,
            } => Command::Turn {
                place,
                number,
                possession,
                channel,
                reply: by.exchange(reply),
            },
            Self::StepAside {
                place,
                number,
                until,
                reply,
            } => Command::StepAside {
                place,
                number,
                until,
                reply: by.exchange(reply),
            },
            Self::Cancel(place, to) => Command::Cancel(place, by.exchange(to)),
            Self::EndSession {
                run,
                number,
                kind,
                reply,
            } => Command::EndSession {
                run,
                number,
                kind,
                reply: by.exchange(reply),
            },
            Self::Offer {
                place,
                code,
                note,
                reply,
            } => Command::Offer {
                place,
                code,
                note,
                reply: by.exchange(reply),
            },
            Self::TakeOver(code, to) => Command::TakeOver(code, by.exchange(to)),
            Self::Control(control, to) => Command::Control(control, by.exchange(to)),
            Self::Behind(to) => Command::Behind(by.exchange(to)),
            Self::PageTimings(timings) => Command::PageTimings(timings),
            Self::Tick(to) => Command::Tick(by.exchange(to)),
        }
    }
}
