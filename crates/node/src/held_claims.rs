//! Claims that wait for a permit. Each is held open for about a poll interval, so that a permit is
//! spent when it becomes due and the grant answers an open request.
//!
//! Only claims that can expect a permit within that time are held; the others are answered at once,
//! and their visitors poll again. The interval until the next poll counts from the request. If a
//! claim was held in vain because the permit is late, for example because the window was full, its
//! visitor therefore polls again at once, and no other visitor takes the permit in the meantime.
//!
//! A permit that is available when a claim comes in does not always go to that claim. Visitors who
//! were notified together poll again together, in any order, and the first request to be read would
//! be served before all lower numbers. So a claim waits for lower numbers whose next poll is not
//! overdue ([`admission::presence::Front::first_expected`]). A permit that is about to lapse does
//! not wait for visitors who have polled in front: it has already waited for a poll interval, and a
//! visitor between two polls gets the next permit. It does wait for lower numbers that the line has
//! just reached, or that may have been in front before this node started, because their visitors
//! had no time to claim yet.

use std::collections::BTreeMap;

use admission::{Grant, Number};

use crate::answer::{Possession, Replies, TurnReply};
use crate::effect::Outbox;
use crate::place::Place;

/// A claim is held for a permit that becomes due within this many milliseconds: the poll interval
/// of those first in line.
pub(crate) const HOLD_MS: u64 = admission::poll_interval::POLL_MS_MIN;

/// The most requests held for one place: a browser has one, or two while it reconnects. A further
/// request makes the oldest one be answered "not yet".
const HELD_PER_PLACE_MAX: usize = 4;

/// One open request for the turn of a place.
pub(crate) struct Claimant<R: Replies> {
    pub(crate) place: Place,
    pub(crate) possession: Possession,
    pub(crate) reply: R::To<TurnReply>,
    /// The time of the request, monotonic milliseconds.
    pub(crate) since_ms: u64,
}

impl<R: Replies> Claimant<R> {
    fn is_gone(&self) -> bool {
        R::is_closed(&self.reply)
    }

    /// The time by which the request must be answered, monotonic milliseconds.
    fn until_ms(&self) -> u64 {
        self.since_ms + HOLD_MS
    }
}

/// Held claims by number; the lowest is served first.
pub(crate) struct HeldClaims<R: Replies> {
    claims: BTreeMap<Number, Vec<Claimant<R>>>,
}

impl<R: Replies> Default for HeldClaims<R> {
    fn default() -> Self {
        Self {
            claims: BTreeMap::new(),
        }
    }
}

impl<R: Replies> HeldClaims<R> {
    pub(crate) fn add(&mut self, number: Number, claimant: Claimant<R>, out: &mut Outbox<R>) {
        let claimants = self.claims.entry(number).or_default();
        if claimants.len() >= HELD_PER_PLACE_MAX {
            out.turn(claimants.remove(0).reply, TurnReply::NOT_YET);
        }
        claimants.push(claimant);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    /// The count of claimed numbers.
    pub(crate) fn len(&self) -> u64 {
        self.claims.len() as u64
    }

    /// Drops requests whose senders disconnected, because a permit can only be spent on an open
    /// request.
    pub(crate) fn forget_gone(&mut self) {
        self.claims.retain(|_, claimants| {
            claimants.retain(|claimant| !claimant.is_gone());
            !claimants.is_empty()
        });
    }

    /// The numbers to grant now, at most `most`: the lowest ones below `end`, and the lowest
    /// `at_once` ones below `below`.
    pub(crate) fn ready(&self, end: Number, most: u64, (at_once, below): (u64, Number)) -> Vec<Number> {
        let numbers = (0..most).zip(self.claims.keys().copied());
        let ready = numbers.take_while(|(before, number)| *number < end || (*before < at_once && *number < below));
        ready.map(|(_, number)| number).collect()
    }

    /// The claimed numbers, each with the place that claims it.
    pub(crate) fn claimed(&self) -> Vec<(Number, Place)> {
        let first = |(number, claimants): (&Number, &Vec<Claimant<R>>)| Some((*number, claimants.first()?.place));
        self.claims.iter().filter_map(first).collect()
    }

    /// The place that claims a number. All claimants of a number are one device: when a place
    /// is transferred, the open claims of its former device are answered with that commit.
    pub(crate) fn claimed_place(&self, number: Number) -> Option<&Place> {
        let claimants = self.claims.get(&number)?;
        claimants.first().map(|claimant| &claimant.place)
    }

    /// Gives all claims the same answer.
    pub(crate) fn answer_all(&mut self, reply: TurnReply, out: &mut Outbox<R>) {
        for claimant in std::mem::take(&mut self.claims).into_values().flatten() {
            out.turn(claimant.reply, reply);
        }
    }

    /// Answers all claims of a number. A grant as the reply counts as a repeated one.
    pub(crate) fn answer(&mut self, number: Number, reply: TurnReply, out: &mut Outbox<R>) {
        for claimant in self.claims.remove(&number).unwrap_or_default() {
            // A visitor who disconnected gets the answer with the next request.
            out.turn(claimant.reply, claimant.possession.repeated(reply));
        }
    }

    /// Answers the claims of a number for which a permit was just spent. The grant goes to all
    /// requests of the browser that holds the place, or, if none of them is still open, to one
    /// request with a proof.
    pub(crate) fn grant(&mut self, number: Number, grant: Grant, out: &mut Outbox<R>) {
        let claimants = self.claims.remove(&number).unwrap_or_default();
        let (browser, others): (Vec<_>, Vec<_>) = claimants
            .into_iter()
            .partition(|claimant| claimant.possession == Possession::Cookie);
        let mut is_answered = false;
        for claimant in browser {
            is_answered |= !claimant.is_gone();
            out.turn(claimant.reply, TurnReply::Go(grant));
        }
        for claimant in others {
            let reply = if is_answered {
                TurnReply::NOT_YET
            } else {
                TurnReply::Go(grant)
            };
            is_answered |= !claimant.is_gone();
            out.turn(claimant.reply, reply);
        }
    }

    /// Keeps claims below `end` that can still wait, and answers the others "not yet". Returns the
    /// number of each claim that it answered.
    pub(crate) fn release(&mut self, end: Number, now_ms: u64, out: &mut Outbox<R>) -> Vec<Number> {
        let mut answered = Vec::new();
        self.claims.retain(|number, claimants| {
            let stays = |claimant: &Claimant<R>| *number < end && claimant.until_ms() > now_ms;
            let (stay, go): (Vec<_>, Vec<_>) = std::mem::take(claimants).into_iter().partition(stays);
            *claimants = stay;
            for claimant in go {
                answered.push(*number);
                let reply = TurnReply::not_yet_after(now_ms.saturating_sub(claimant.since_ms));
                out.turn(claimant.reply, reply);
            }
            !claimants.is_empty()
        });
        answered
    }

    /// The time by which the first request must be answered, monotonic milliseconds.
    pub(crate) fn first_until_ms(&self) -> Option<u64> {
        self.claims.values().flatten().map(Claimant::until_ms).min()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use admission::{Device, Run, Sequence, WallMs};
    use protocol::QueueId;

    use super::*;
    use crate::answer::AnswerTo;
    use crate::effect::Effect;

    /// Requests with numbers, some of whose senders have disconnected.
    struct Requests;

    thread_local! {
        static GONE: RefCell<BTreeSet<u32>> = const { RefCell::new(BTreeSet::new()) };
    }

    impl Replies for Requests {
        type To<T: Send + 'static> = u32;

        fn is_closed<T: Send + 'static>(to: &u32) -> bool {
            GONE.with_borrow(|gone| gone.contains(to))
        }
    }

    /// Held claims, and the answers so far.
    #[derive(Default)]
    struct ClaimsUnderTest {
        claims: HeldClaims<Requests>,
        out: Outbox<Requests>,
        asked: u32,
    }

    impl ClaimsUnderTest {
        fn hold(&mut self, number: u64, since_ms: u64) -> u32 {
            self.hold_by(Possession::Cookie, (number, since_ms))
        }

        fn hold_by(&mut self, possession: Possession, (number, since_ms): (u64, u64)) -> u32 {
            self.asked += 1;
            let claimant = Claimant {
                place: Place {
                    lane: 0,
                    queue_id: QueueId::NIL,
                    run: Run(0),
                    device: Device::first(Sequence(number)),
                    since: WallMs(0),
                },
                possession,
                reply: self.asked,
                since_ms,
            };
            self.claims.add(Number(number), claimant, &mut self.out);
            self.asked
        }

        /// The answers since the last call, by request.
        fn replies(&mut self) -> BTreeMap<u32, TurnReply> {
            let effects = std::iter::from_fn(|| self.out.pop());
            let turns = effects.map(|effect| match effect {
                Effect::Answer(AnswerTo::Turn(to, reply)) => (to, reply),
                _ => unreachable!("claims are answered"),
            });
            turns.collect()
        }
    }

    #[test]
    fn claims_that_cannot_wait_are_answered_not_yet() {
        let mut held = ClaimsUnderTest::default();
        let late = held.hold(2, 0);
        let high = held.hold(9, 1_000);
        held.hold(1, 1_000);
        let answered = held.claims.release(Number(9), HOLD_MS, &mut held.out);
        assert_eq!(answered, [2, 9].map(Number));
        let replies = held.replies();
        let again = |poll_after_ms| Some(TurnReply::NotYet { poll_after_ms });
        assert_eq!(
            replies.get(&high).copied(),
            again(HOLD_MS / 2),
            "beyond what falls due in time: the rest of the interval"
        );
        assert_eq!(replies.get(&late).copied(), again(100), "held long enough");
        assert_eq!(replies.len(), 2, "the lowest still waits");
        assert_eq!(held.claims.first_until_ms(), Some(1_000 + HOLD_MS));
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
        let go = Some(&TurnReply::Go(grant()));
        let mut held = ClaimsUnderTest::default();
        let link = held.hold_by(Possession::Link, (1, 0));
        let tabs = [(); 2].map(|()| held.hold(1, 0));
        held.claims.grant(Number(1), grant(), &mut held.out);
        let replies = held.replies();
        assert_eq!(replies.get(&link), Some(&TurnReply::NOT_YET));
        assert_eq!(tabs.map(|tab| replies.get(&tab)), [go, go]);

        let gone = held.hold_by(Possession::Link, (1, 0));
        GONE.with_borrow_mut(|all| all.insert(gone));
        let links = [(); HELD_PER_PLACE_MAX - 1].map(|()| held.hold_by(Possession::Link, (1, 0)));
        held.claims.grant(Number(1), grant(), &mut held.out);
        let replies = held.replies();
        let links = links.map(|link| replies.get(&link));
        assert_eq!(links[0], go, "the first that did not hang up");
        assert!(links[1..].iter().all(|reply| *reply == Some(&TurnReply::NOT_YET)));
    }

    #[test]
    fn a_grant_is_repeated_to_the_browser_alone() {
        let mut held = ClaimsUnderTest::default();
        let link = held.hold_by(Possession::Link, (1, 0));
        let tab = held.hold(1, 0);
        held.claims.answer(Number(1), TurnReply::Go(grant()), &mut held.out);
        let replies = held.replies();
        assert_eq!(replies.get(&link), Some(&TurnReply::NOT_YET));
        assert_eq!(replies.get(&tab), Some(&TurnReply::Go(grant())));
    }

    #[test]
    fn one_place_holds_a_few_requests_open_and_no_more() {
        let mut held = ClaimsUnderTest::default();
        let open: Vec<u32> = (0..1_000).map(|at_ms| held.hold(1, at_ms)).collect();
        let replies = held.replies();
        let (answered, waiting) = open.split_at(1_000 - HELD_PER_PLACE_MAX);
        assert!(
            answered
                .iter()
                .all(|open| replies.get(open) == Some(&TurnReply::NOT_YET))
        );
        assert!(waiting.iter().all(|open| !replies.contains_key(open)));
    }

    #[test]
    fn requests_of_senders_who_disconnected_are_dropped() {
        let mut held = ClaimsUnderTest::default();
        let gone = held.hold(1, 0);
        held.hold(2, 0);
        GONE.with_borrow_mut(|all| all.insert(gone));
        held.claims.forget_gone();
        assert_eq!((held.claims.len(), held.replies().len()), (1, 0));
    }

    const EVERYBODY: Number = Number(u64::MAX);

    #[test]
    fn the_lowest_below_the_end_are_ready() {
        let mut held = ClaimsUnderTest::default();
        _ = [7, 1, 3].map(|number| held.hold(number, 0));
        assert_eq!(held.claims.ready(Number(7), 5, (0, EVERYBODY)), [1, 3].map(Number));
        assert_eq!(
            held.claims.ready(Number(u64::MAX), 1, (0, EVERYBODY)),
            [Number(1)],
            "no more than there are permits"
        );
    }

    #[test]
    fn a_permit_about_to_lapse_waits_for_nobody() {
        let mut held = ClaimsUnderTest::default();
        _ = [7, 1, 3].map(|number| held.hold(number, 0));
        assert_eq!(
            held.claims.ready(Number(0), 3, (1, EVERYBODY)),
            [Number(1)],
            "the lowest open claim"
        );
        assert_eq!(held.claims.ready(Number(2), 3, (2, EVERYBODY)), [1, 3].map(Number));
        assert_eq!(held.claims.ready(Number(4), 3, (1, EVERYBODY)), [1, 3].map(Number));
        assert_eq!(
            held.claims.ready(Number(0), 0, (1, EVERYBODY)),
            [],
            "no more than there are permits"
        );
        assert_eq!(
            held.claims.ready(Number(0), 3, (3, Number(2))),
            [Number(1)],
            "but for those who must be given the time to come"
        );
    }
}
