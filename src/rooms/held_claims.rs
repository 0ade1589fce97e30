//! Claims that wait for a permit. Each is held open for about a poll interval, so that a permit is
//! spent when it falls due and the grant answers an open request.
//!
//! Only claims that can expect a permit within that time are held; the others are answered at once
//! and come back. When a permit comes later than expected because the window was full, the claim is
//! held for as long again: if it were answered just before the permit falls due, the permit would
//! wait two seconds for the next poll.
//!
//! A permit that is there when a claim comes in does not simply go to that claim: visitors who were
//! told together ask again together, in any order, and the first request to be read would overtake
//! all others. So a claim waits for lower numbers whose next poll is not overdue
//! ([`admission::presence::Front::first_expected`]). A permit that is about to lapse waits for
//! nobody: it has waited for a poll interval, and a visitor between two polls finds the next
//! permit.

use std::collections::BTreeMap;

use admission::{Grant, Number};
use tokio::sync::oneshot;

use super::{Place, TurnReply};

/// A claim is held for a permit that falls due within this many milliseconds: the poll interval of
/// those first in line.
pub(super) const HOLD_MS: u64 = admission::estimate::POLL_MS_MIN;
/// The longest time that a claim is held, milliseconds.
const HOLD_MS_MAX: u64 = 2 * HOLD_MS;

/// The most requests held for one place: a browser has one, or two while it reconnects. When one
/// more comes, the oldest is answered "not yet".
const HELD_PER_PLACE_MAX: usize = 4;

/// The proof by which a visitor claims a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Possession {
    /// The browser's cookie. A lost reply is repeated.
    Cookie,
    /// A proof in an address or an API call. Addresses are shared, so each grant answers one such
    /// request and is never repeated; the next request takes a permit of its own.
    Link,
}

impl Possession {
    /// Turns a repeated grant into "not yet" for [`Self::Link`]; returns other replies as they are.
    pub(super) fn repeated(self, reply: TurnReply) -> TurnReply {
        match (self, reply) {
            (Self::Link, TurnReply::Go(_)) => TurnReply::NotYet,
            (_, reply) => reply,
        }
    }
}

/// One open request.
#[derive(Debug)]
pub(super) struct Claimant {
    pub(super) known: Place,
    pub(super) possession: Possession,
    pub(super) reply: oneshot::Sender<TurnReply>,
    /// The time of the request, monotonic milliseconds.
    pub(super) since_ms: u64,
}

impl Claimant {
    /// The time by which the request must be answered, monotonic milliseconds.
    fn until_ms(&self) -> u64 {
        self.since_ms + HOLD_MS_MAX
    }
}

/// Held claims by number; the lowest is served first.
#[derive(Debug, Default)]
pub(super) struct HeldClaims {
    claims: BTreeMap<Number, Vec<Claimant>>,
}

impl HeldClaims {
    pub(super) fn add(&mut self, number: Number, claimant: Claimant) {
        let claimants = self.claims.entry(number).or_default();
        if claimants.len() >= HELD_PER_PLACE_MAX {
            // A visitor who disconnected is answered when they come again.
            _ = claimants.remove(0).reply.send(TurnReply::NotYet);
        }
        claimants.push(claimant);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    /// The count of claimed numbers.
    pub(super) fn len(&self) -> u64 {
        self.claims.len() as u64
    }

    /// Drops requests whose senders disconnected, because a permit must answer an open request.
    pub(super) fn forget_gone(&mut self) {
        self.claims.retain(|_, claimants| {
            claimants.retain(|claimant| !claimant.reply.is_closed());
            !claimants.is_empty()
        });
    }

    /// The numbers to be granted now, at most `most`: the lowest ones below `end`, and the lowest
    /// `at_once` ones wherever they are.
    pub(super) fn ready(&self, end: Number, most: u64, at_once: u64) -> Vec<Number> {
        let numbers = (0..most).zip(self.claims.keys().copied());
        let ready = numbers.take_while(|(before, number)| *number < end || *before < at_once);
        ready.map(|(_, number)| number).collect()
    }

    /// The claimed numbers, each with the place that claims it.
    pub(super) fn claimed(&self) -> Vec<(Number, Place)> {
        let first = |(number, claimants): (&Number, &Vec<Claimant>)| Some((*number, claimants.first()?.known));
        self.claims.iter().filter_map(first).collect()
    }

    /// The place that claims a number. All claimants of a number are one device: when a place
    /// moves, the open claims of its former device are answered with that commit.
    pub(super) fn known(&self, number: Number) -> Option<&Place> {
        let claimants = self.claims.get(&number)?;
        claimants.first().map(|claimant| &claimant.known)
    }

    /// Gives all claims the same answer.
    pub(super) fn answer_all(&mut self, reply: TurnReply) {
        for claimant in std::mem::take(&mut self.claims).into_values().flatten() {
            _ = claimant.reply.send(reply);
        }
    }

    /// Answers all claims of a number. A grant as the reply counts as a repeated one.
    pub(super) fn answer(&mut self, number: Number, reply: TurnReply) {
        for claimant in self.claims.remove(&number).unwrap_or_default() {
            // A visitor who disconnected is answered when they come again.
            _ = claimant.reply.send(claimant.possession.repeated(reply));
        }
    }

    /// Answers the claims of a number on which a permit was just spent. The grant goes to the
    /// browser that holds the place, in as many tabs as ask, or otherwise to one request with a
    /// proof.
    pub(super) fn grant(&mut self, number: Number, grant: Grant) {
        let claimants = self.claims.remove(&number).unwrap_or_default();
        let (browser, others): (Vec<_>, Vec<_>) = claimants
            .into_iter()
            .partition(|claimant| claimant.possession == Possession::Cookie);
        let mut told = false;
        for claimant in browser {
            told |= claimant.reply.send(TurnReply::Go(grant)).is_ok();
        }
        for claimant in others {
            let reply = if told { TurnReply::NotYet } else { TurnReply::Go(grant) };
            told |= claimant.reply.send(reply).is_ok();
        }
    }

    /// Keeps claims below `end` that can still wait, and answers the others "not yet". Returns the
    /// number of each claim that it answered.
    pub(super) fn release(&mut self, end: Number, now_ms: u64) -> Vec<Number> {
        let mut told = Vec::new();
        self.claims.retain(|number, claimants| {
            let stays = |claimant: &Claimant| *number < end && claimant.until_ms() > now_ms;
            let (stay, go): (Vec<_>, Vec<_>) = std::mem::take(claimants).into_iter().partition(stays);
            *claimants = stay;
            for claimant in go {
                told.push(*number);
                _ = claimant.reply.send(TurnReply::NotYet);
            }
            !claimants.is_empty()
        });
        told
    }

    /// The time by which the first request must be answered, monotonic milliseconds.
    pub(super) fn first_until_ms(&self) -> Option<u64> {
        self.claims.values().flatten().map(Claimant::until_ms).min()
    }
}

#[cfg(test)]
mod tests {
    use admission::{Device, Run, Sequence, WallMs};
    use protocol::QueueId;

    use super::*;

    fn hold(held: &mut HeldClaims, number: u64, since_ms: u64) -> oneshot::Receiver<TurnReply> {
        hold_by(held, Possession::Cookie, (number, since_ms))
    }

    fn hold_by(
        held: &mut HeldClaims,
        possession: Possession,
        (number, since_ms): (u64, u64),
    ) -> oneshot::Receiver<TurnReply> {
        let (reply, receiver) = oneshot::channel();
        held.add(
            Number(number),
            Claimant {
                known: Place {
                    lane: 0,
                    queue_id: QueueId::NIL,
                    run: Run(0),
                    device: Device::first(Sequence(number)),
                    since: WallMs(0),
                },
                possession,
                reply,
                since_ms,
            },
        );
        receiver
    }

    #[test]
    fn the_lowest_wait_and_the_rest_is_told_at_once() {
        let mut held = HeldClaims::default();
        let mut late = hold(&mut held, 2, 0);
        let mut high = hold(&mut held, 9, 1_000);
        let mut low = hold(&mut held, 1, 1_000);
        assert_eq!(held.release(Number(9), HOLD_MS_MAX), [2, 9].map(Number));
        assert_eq!(high.try_recv(), Ok(TurnReply::NotYet), "beyond what falls due in time");
        assert_eq!(late.try_recv(), Ok(TurnReply::NotYet), "held long enough");
        assert!(low.try_recv().is_err(), "still waits");
        assert_eq!(held.first_until_ms(), Some(1_000 + HOLD_MS_MAX));
    }

    fn grant() -> Grant {
        Grant {
            number: Number(1),
            granted_at: WallMs(1),
            unseen: false,
        }
    }

    #[test]
    fn a_grant_goes_to_the_browser_or_else_to_one_link() {
        let go = || Ok(TurnReply::Go(grant()));
        let mut held = HeldClaims::default();
        let mut link = hold_by(&mut held, Possession::Link, (1, 0));
        let mut tabs = [(); 2].map(|()| hold(&mut held, 1, 0));
        held.grant(Number(1), grant());
        assert_eq!(link.try_recv(), Ok(TurnReply::NotYet));
        assert_eq!(tabs.each_mut().map(oneshot::Receiver::try_recv), [go(), go()]);

        drop(hold_by(&mut held, Possession::Link, (1, 0)));
        let mut links = [(); HELD_PER_PLACE_MAX - 1].map(|()| hold_by(&mut held, Possession::Link, (1, 0)));
        held.grant(Number(1), grant());
        let told = links.each_mut().map(oneshot::Receiver::try_recv);
        assert_eq!(told[0], go(), "the first that did not hang up");
        assert!(told[1..].iter().all(|reply| *reply == Ok(TurnReply::NotYet)));
    }

    #[test]
    fn a_grant_is_repeated_to_the_browser_alone() {
        let mut held = HeldClaims::default();
        let mut link = hold_by(&mut held, Possession::Link, (1, 0));
        let mut tab = hold(&mut held, 1, 0);
        held.answer(Number(1), TurnReply::Go(grant()));
        assert_eq!(link.try_recv(), Ok(TurnReply::NotYet));
        assert_eq!(tab.try_recv(), Ok(TurnReply::Go(grant())));
    }

    #[test]
    fn one_place_holds_a_few_requests_open_and_no_more() {
        let mut held = HeldClaims::default();
        let mut open: Vec<_> = (0..1_000).map(|at_ms| hold(&mut held, 1, at_ms)).collect();
        let mut waiting = open.split_off(1_000 - HELD_PER_PLACE_MAX);
        assert!(open.iter_mut().all(|open| open.try_recv() == Ok(TurnReply::NotYet)));
        assert!(waiting.iter_mut().all(|open| open.try_recv().is_err()));
    }

    #[test]
    fn the_lowest_below_the_end_are_ready() {
        let mut held = HeldClaims::default();
        let _open: Vec<_> = [7, 1, 3].map(|number| hold(&mut held, number, 0)).into();
        assert_eq!(held.ready(Number(7), 5, 0), [1, 3].map(Number));
        assert_eq!(
            held.ready(Number(u64::MAX), 1, 0),
            [Number(1)],
            "no more than there are permits"
        );
    }

    #[test]
    fn a_permit_about_to_lapse_waits_for_nobody() {
        let mut held = HeldClaims::default();
        let _open: Vec<_> = [7, 1, 3].map(|number| hold(&mut held, number, 0)).into();
        assert_eq!(held.ready(Number(0), 3, 1), [Number(1)], "the lowest open claim");
        assert_eq!(held.ready(Number(2), 3, 2), [1, 3].map(Number));
        assert_eq!(held.ready(Number(4), 3, 1), [1, 3].map(Number));
        assert_eq!(held.ready(Number(0), 0, 1), [], "no more than there are permits");
    }
}
