//! Claims that wait for a permit: held open up to a poll interval, so that a permit is spent when it falls due and the grant answers an open request.
//!
//! Only claims that can expect a permit within that time are held; the others are told at once and come back.

use std::collections::BTreeMap;

use admission::Number;
use protocol::QueueId;
use tokio::sync::oneshot;

use super::TurnReply;

/// A claim is held so long at most, milliseconds: the poll interval of those first in line.
pub(super) const HOLD_MS: u64 = admission::estimate::POLL_MS_MIN;

/// One open request.
#[derive(Debug)]
pub(super) struct Holder {
    pub(super) queue_id: QueueId,
    pub(super) reply: oneshot::Sender<TurnReply>,
    /// Monotonic milliseconds at which it is answered in any case.
    pub(super) until_ms: u64,
}

/// Claims that wait, by number: the lowest is served first.
#[derive(Debug, Default)]
pub(super) struct Held {
    claims: BTreeMap<Number, Vec<Holder>>,
}

impl Held {
    pub(super) fn add(&mut self, number: Number, holder: Holder) {
        self.claims.entry(number).or_default().push(holder);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    /// The lowest numbers, so many at most.
    pub(super) fn lowest(&self, most: u64) -> Vec<Number> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        self.claims.keys().take(most).copied().collect()
    }

    /// The queue id under which a number is claimed.
    pub(super) fn queue_id(&self, number: Number) -> Option<QueueId> {
        self.claims
            .get(&number)
            .and_then(|holders| holders.first())
            .map(|holder| holder.queue_id)
    }

    /// Answers everybody who claims a number.
    pub(super) fn answer(&mut self, number: Number, reply: TurnReply) {
        for holder in self.claims.remove(&number).unwrap_or_default() {
            // A visitor who hung up is answered when they come again.
            _ = holder.reply.send(reply);
        }
    }

    /// Keeps the lowest `most` numbers, and of those the requests that may still wait; tells the others "not yet".
    pub(super) fn release(&mut self, most: u64, now_ms: u64) {
        let mut rank = 0;
        self.claims.retain(|_, holders| {
            let keep = rank < most;
            rank += 1;
            let (stay, go): (Vec<_>, Vec<_>) = std::mem::take(holders)
                .into_iter()
                .partition(|holder| keep && holder.until_ms > now_ms);
            *holders = stay;
            go.into_iter()
                .for_each(|holder| _ = holder.reply.send(TurnReply::NotYet));
            !holders.is_empty()
        });
    }

    /// When the first request must be answered, monotonic milliseconds.
    pub(super) fn first_until_ms(&self) -> Option<u64> {
        self.claims.values().flatten().map(|holder| holder.until_ms).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hold(held: &mut Held, number: u64, until_ms: u64) -> oneshot::Receiver<TurnReply> {
        let (reply, receiver) = oneshot::channel();
        held.add(
            Number(number),
            Holder {
                queue_id: QueueId::NIL,
                reply,
                until_ms,
            },
        );
        receiver
    }

    #[test]
    fn the_lowest_wait_and_the_rest_is_told_at_once() {
        let mut held = Held::default();
        let mut high = hold(&mut held, 9, 100);
        let mut low = hold(&mut held, 1, 100);
        let mut late = hold(&mut held, 2, 50);
        assert_eq!(held.lowest(2), [Number(1), Number(2)]);
        held.release(2, 50);
        assert_eq!(high.try_recv(), Ok(TurnReply::NotYet), "beyond what falls due in time");
        assert_eq!(late.try_recv(), Ok(TurnReply::NotYet), "held long enough");
        assert!(low.try_recv().is_err(), "still waits");
        assert_eq!(held.first_until_ms(), Some(100));
    }
}
