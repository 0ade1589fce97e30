//! The redirects that are at hand in a line, and the turns that are kept once they were shown.
//!
//! A turn is shown only if a permit for it becomes due within two polls, the bound on a minute
//! leaves that permit, and its visitor asks before it lapses. It is kept while no more visitors
//! with lower numbers poll on time than permits become due in twice that time: a visitor whose
//! permit lapsed because a poll came late gets the next one. It is taken back if nobody can be let
//! in, because the room is paused, its rate is 0, the site is full, or the store is away, and if so
//! many lower numbers come back that the turn is further away.

use admission::Number;
use admission::poll_interval::POLL_MS_MIN;
use admission::pool;
use admission::presence::EXPECTED_MS;

use super::{Line, TickContext, is_waiting};
use crate::answer::Replies;
use crate::shown_turns::{AT_HAND_MAX, AtHand};

/// A redirect is at hand if its permit becomes due within this time, in milliseconds: two polls.
pub(in crate::pool_node) const AT_HAND_MS: u64 = 2 * POLL_MS_MIN;
/// A shown turn is kept as far as the permits of this time reach, in milliseconds.
const KEPT_MS: u64 = 2 * AT_HAND_MS;
/// The most visitors in front among whom a shown turn is kept. It exceeds [`AT_HAND_MAX`], because
/// lower numbers can come back.
const KEPT_MAX: usize = 2 * AT_HAND_MAX;

impl<R: Replies> Line<R> {
    /// The visitors in front for whom a permit becomes due within [`AT_HAND_MS`]. The others see
    /// that they are almost there. `entitled_soon`: how many permits the line can spend by then.
    pub(in crate::pool_node) fn at_hand(&self, tick: &TickContext<'_>, entitled_soon: u64) -> AtHand {
        if tick.readings.waits_for_store && self.config(tick).leases {
            return AtHand::below(self.held_by_lease(tick).unwrap_or(Number(0)));
        }
        let due = self.permits_within(tick, AT_HAND_MS);
        let due = due.min(pool::headroom_within(
            tick.state,
            tick.config,
            tick.readings.now,
            self.at,
            AT_HAND_MS,
        ));
        // A report can still keep alive a session that would end without one, so only free slots
        // count.
        let free_sessions = pool::free_sessions(tick.state, tick.config, tick.readings.now);
        let due = due.min(free_sessions);
        // The next permit of a shared capacity can go to another line.
        let is_others = tick.config.shares(self.at) && entitled_soon == 0;
        // A single permit that is already due lapses before any visitor without an open claim polls
        // again.
        let is_lapsing = due == 1 && self.permits(tick) > 0;
        // The claim of a newcomer, to whom the page and its script tell the turn separately, is the
        // third request. A single permit that becomes due soon lapses before that.
        let is_soon = due == 1 && self.permits_within(tick, EXPECTED_MS) > 0;
        let state = self.state(tick);
        let notified_to = state.ledger.serving.notified_to().0;
        let unheard = self
            .front
            .next_number()
            .0
            .max(notified_to.saturating_sub(AT_HAND_MAX as u64))..notified_to;
        let waits = |number: &Number| is_waiting(state, *number);
        let at_hand = AtHand::first(
            if is_lapsing || is_others { 0 } else { due },
            self.front.steady_numbers(tick.readings.now.flow),
            unheard.map(Number).filter(waits).filter(|_| !is_soon),
        );
        at_hand.keeping(self.kept_below(tick, free_sessions))
    }

    /// One past the last number whose visitor keeps a shown turn. Whether the next permit goes to
    /// another line of a shared capacity makes no difference.
    fn kept_below(&self, tick: &TickContext<'_>, free_sessions: u64) -> Number {
        let stands = pool::next_due(tick.state, tick.config, self.at).is_none();
        if tick.readings.waits_for_store || stands || free_sessions == 0 {
            return Number(0);
        }
        // Of so many visitors, the last one has one more before them than permits become due.
        let before = usize::try_from(self.permits_within(tick, KEPT_MS)).unwrap_or(usize::MAX);
        // Nobody is put back for visitors who are only expected, for example after a start.
        let last = self
            .front
            .polling_numbers(tick.readings.now.flow)
            .nth(before.min(KEPT_MAX));
        last.map_or(Number(u64::MAX), |number| Number(number.0 + 1))
    }
}
