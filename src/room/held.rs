//! Claims that wait for a permit: held open up to a poll interval, so that a permit is spent when it falls due and the grant answers an open request.
//!
//! Only claims that can expect a permit within that time are held; the others are told at once and come back.
//!
//! A permit that is there when a claim comes in is not simply given to it: people who were told together ask again together, in any order, and the first
//! request to be read would pass all the others. So a claim that has as many people before it as there are permits waits for them: [`GRACE_MS`] from the
//! moment at which it came and a permit was there. Those before it who poll as told are heard by then, for whoever asked less than a poll interval
//! before the permit fell due is held, and all others ask again within one.

use std::collections::BTreeMap;

use admission::Number;
use protocol::QueueId;
use tokio::sync::oneshot;

use super::TurnReply;

/// A claim is held so long at most, milliseconds: the poll interval of those first in line.
pub(super) const HOLD_MS: u64 = admission::estimate::POLL_MS_MIN;

/// A claim lets those before it go first for so long, milliseconds: what the requests of people told at the same moment differ by.
pub(super) const GRACE_MS: u64 = 500;

/// One open request.
#[derive(Debug)]
pub(super) struct Holder {
    pub(super) queue_id: QueueId,
    pub(super) reply: oneshot::Sender<TurnReply>,
    /// Monotonic milliseconds at which it came.
    pub(super) since_ms: u64,
}

impl Holder {
    /// When it is answered in any case.
    fn until_ms(&self) -> u64 {
        self.since_ms + HOLD_MS
    }

    /// From when on it waits for nobody; `due_ms` is when the permit fell due.
    fn graced_ms(&self, due_ms: u64) -> u64 {
        self.since_ms.max(due_ms) + GRACE_MS
    }
}

/// Claims that wait, by number: the lowest is served first.
#[derive(Debug, Default)]
pub(super) struct Held {
    claims: BTreeMap<Number, Vec<Holder>>,
    /// Monotonic milliseconds at which the claims were last gone through.
    released_ms: u64,
}

impl Held {
    pub(super) fn add(&mut self, number: Number, holder: Holder) {
        self.claims.entry(number).or_default().push(holder);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    /// Forgets requests whose askers hung up: a permit answers an open request.
    pub(super) fn forget_gone(&mut self) {
        self.claims.retain(|_, holders| {
            holders.retain(|holder| !holder.reply.is_closed());
            !holders.is_empty()
        });
    }

    /// The numbers to be granted now, lowest first: those below `end`, and those that have waited for others long enough; so many at most. `due_ms` is
    /// since when there are permits.
    pub(super) fn ready(&self, end: Number, most: u64, due_ms: u64, now_ms: u64) -> Vec<Number> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let graced = |holders: &[Holder]| holders.iter().any(|holder| holder.graced_ms(due_ms) <= now_ms);
        let ready = self
            .claims
            .iter()
            .filter(|(number, holders)| **number < end || graced(holders));
        ready.map(|(number, _)| *number).take(most).collect()
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

    /// Keeps numbers below `end` while they may wait, and with permits at hand since `due_ms` also those who let others go first; tells the rest "not yet".
    pub(super) fn release(&mut self, end: Number, due_ms: Option<u64>, now_ms: u64) {
        self.released_ms = now_ms;
        self.claims.retain(|number, holders| {
            let stays = |holder: &Holder| {
                let lets_others_go = due_ms.is_some_and(|due_ms| holder.graced_ms(due_ms) > now_ms);
                (*number < end && holder.until_ms() > now_ms) || lets_others_go
            };
            let (stay, go): (Vec<_>, Vec<_>) = std::mem::take(holders).into_iter().partition(stays);
            *holders = stay;
            go.into_iter()
                .for_each(|holder| _ = holder.reply.send(TurnReply::NotYet));
            !holders.is_empty()
        });
    }

    /// When time alone changes something for a claim, monotonic milliseconds; what has come since the last release counts as not seen.
    pub(super) fn next_ms(&self, due_ms: Option<u64>) -> Option<u64> {
        let holders = self.claims.values().flatten();
        let graced = |holder: &Holder| due_ms.map(|due_ms| holder.graced_ms(due_ms));
        let moments = holders.flat_map(|holder| [Some(holder.until_ms()), graced(holder)].into_iter().flatten());
        moments.filter(|moment| *moment > self.released_ms).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hold(held: &mut Held, number: u64, since_ms: u64) -> oneshot::Receiver<TurnReply> {
        let (reply, receiver) = oneshot::channel();
        held.add(
            Number(number),
            Holder {
                queue_id: QueueId::NIL,
                reply,
                since_ms,
            },
        );
        receiver
    }

    #[test]
    fn the_lowest_wait_and_the_rest_is_told_at_once() {
        let mut held = Held::default();
        let mut late = hold(&mut held, 2, 0);
        let mut high = hold(&mut held, 9, 1_000);
        let mut low = hold(&mut held, 1, 1_000);
        held.release(Number(9), None, HOLD_MS);
        assert_eq!(high.try_recv(), Ok(TurnReply::NotYet), "beyond what falls due in time");
        assert_eq!(late.try_recv(), Ok(TurnReply::NotYet), "held long enough");
        assert!(low.try_recv().is_err(), "still waits");
        assert_eq!(held.next_ms(None), Some(1_000 + HOLD_MS));
    }

    #[test]
    fn a_claim_lets_those_before_it_go_first_but_not_for_long() {
        let mut held = Held::default();
        let mut seventh = hold(&mut held, 7, 0);
        let end = Number(2);
        assert_eq!(held.ready(end, 2, 0, 10), []);
        held.release(end, Some(0), 10);
        assert!(seventh.try_recv().is_err(), "waits for others though there are permits");
        assert_eq!(held.next_ms(Some(0)), Some(GRACE_MS));
        _ = hold(&mut held, 1, 20);
        assert_eq!(held.ready(end, 2, 0, 20), [Number(1)]);
        assert_eq!(held.ready(end, 2, 0, GRACE_MS), [1, 7].map(Number));
        assert_eq!(
            held.ready(end, 1, 0, GRACE_MS),
            [Number(1)],
            "no more than there are permits"
        );
    }
    #[test]
    fn a_claim_that_was_held_until_the_permit_fell_due_still_lets_others_go_first() {
        let mut held = Held::default();
        let mut seventh = hold(&mut held, 7, 0);
        let (end, due_ms) = (Number(2), 1_900);
        assert_eq!(held.ready(end, 1, due_ms, due_ms), []);
        held.release(end, Some(due_ms), HOLD_MS);
        assert!(seventh.try_recv().is_err(), "its turn may come within the moment");
        assert_eq!(held.next_ms(Some(due_ms)), Some(due_ms + GRACE_MS));
        assert_eq!(held.ready(end, 1, due_ms, due_ms + GRACE_MS), [Number(7)]);
    }
}
