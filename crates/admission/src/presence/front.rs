//! The visitors who were told that it is their turn. Nodes exchange this information
//! ([`FrontNews`]), so a visitor who polls a different node each time is told once and counts once.

use std::collections::{BTreeMap, BTreeSet};

use super::SILENCE_MS;
use crate::time::FlowMs;
use crate::units::Number;

/// A visitor in front who was not heard for this long counts as away, in milliseconds: three of the
/// shortest poll intervals.
pub const FRONT_SILENCE_MS: u64 = 6_000;
/// The next poll of a visitor in front arrives within this time, in milliseconds: the shortest poll
/// interval, and half a second for the network.
pub const EXPECTED_MS: u64 = 2_500;

/// The channel over which a visitor was told that it is their turn. A page and the script on it are
/// told separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// A page that refreshes itself.
    Page,
    /// A poll by script.
    Poll,
}

#[derive(Debug, Clone, Copy)]
struct FrontRecord {
    heard: FlowMs,
    page: bool,
    poll: bool,
    /// Whether the visitor was away before this poll: the next poll can be a minute off, so nobody
    /// waits for it.
    rare: bool,
}

impl FrontRecord {
    /// Returns whether the next poll is due soon: it is not overdue, and the visitor does not poll
    /// from a tab that wakes once a minute.
    fn is_expected(&self, now: FlowMs) -> bool {
        !self.rare && now.since(self.heard) < EXPECTED_MS
    }
}

/// The report of one node to the others about a visitor in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrontNews {
    /// The visitor's number.
    pub number: Number,
    /// When the visitor was last heard, or left.
    pub at: FlowMs,
    /// Over which channels the visitor was told; `None` for a visitor who is through or gave up the
    /// place.
    pub told: Option<NotifiedChannels>,
}

/// The channels over which a visitor was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotifiedChannels {
    /// Whether the visitor was told by a page.
    pub page: bool,
    /// Whether the visitor was told by a poll.
    pub poll: bool,
    /// Whether the visitor was away before: nobody waits for the next poll.
    pub rare: bool,
}

/// The visitors who were told that it is their turn.
#[derive(Debug, Default)]
pub struct Front {
    /// Visitors heard lately, who are present.
    told: BTreeMap<Number, FrontRecord>,
    /// Visitors not heard lately. They can be hidden tabs: if they counted as new each time they
    /// wake, they would never claim.
    away: BTreeMap<Number, FrontRecord>,
    /// When `away` was last pruned.
    looked: FlowMs,
    /// Numbers about which other nodes were not told since something happened here.
    news: BTreeSet<Number>,
}

/// The knowledge about a visitor in front before the current poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrontContact {
    /// Told now for the first time: the caller tells the visitor and reports the number to the
    /// engine.
    First,
    /// Heard before, but not over this channel: told again.
    OtherChannel,
    /// Told before over this channel: this poll is a claim.
    Again,
}

impl Front {
    /// Records a poll of a visitor below the serving line.
    pub fn hear(&mut self, number: Number, channel: Channel, now: FlowMs) -> FrontContact {
        let back = self.away.remove(&number).map(|told| FrontRecord { rare: true, ..told });
        let known = back.or_else(|| {
            let told = self.told.get(&number).copied();
            told.map(|told| FrontRecord { rare: false, ..told })
        });
        let mut told = known.unwrap_or(FrontRecord {
            heard: now,
            page: false,
            poll: false,
            rare: false,
        });
        told.heard = now;
        let over_this = match channel {
            Channel::Page => &mut told.page,
            Channel::Poll => &mut told.poll,
        };
        let told_over_this = std::mem::replace(over_this, true);
        self.told.insert(number, told);
        self.news.insert(number);
        match (known, told_over_this) {
            (None, _) => FrontContact::First,
            (Some(_), false) => FrontContact::OtherChannel,
            (Some(_), true) => FrontContact::Again,
        }
    }

    /// Removes a visitor who was let through or whose place was cancelled, and tells other nodes.
    pub fn leave(&mut self, number: Number) {
        let told = self.told.remove(&number);
        if told.or(self.away.remove(&number)).is_some() {
            self.news.insert(number);
        }
    }

    /// Removes a visitor whom a commit let through. Other nodes learn this from the commit as well.
    pub fn forget(&mut self, number: Number) {
        self.told.remove(&number);
        self.away.remove(&number);
        self.news.remove(&number);
    }

    /// Returns whether there is news that other nodes do not have.
    #[must_use]
    pub fn has_news(&self) -> bool {
        !self.news.is_empty()
    }

    /// Takes up to `most` pieces of news that other nodes do not have, lowest numbers first. Other
    /// nodes are then assumed to have them.
    pub fn take_news(&mut self, most: usize, now: FlowMs) -> Vec<FrontNews> {
        let numbers = std::iter::from_fn(|| self.news.pop_first()).take(most);
        let news = numbers.map(|number| {
            let told = self.told.get(&number).or_else(|| self.away.get(&number));
            FrontNews {
                number,
                at: told.map_or(now, |told| told.heard),
                told: told.map(|told| NotifiedChannels {
                    page: told.page,
                    poll: told.poll,
                    rare: told.rare,
                }),
            }
        });
        news.collect()
    }

    /// Puts news back that was taken but did not reach the other nodes.
    pub fn keep_news(&mut self, news: &[FrontNews]) {
        self.news.extend(news.iter().map(|news| news.number));
    }

    /// Discards all news, because there is no other node.
    pub fn drop_news(&mut self) {
        self.news.clear();
    }

    /// Merges what another node heard: a poll or a departure. The later report wins; a visitor who
    /// was told over a channel on any node counts as told over it.
    pub fn learn(&mut self, news: &FrontNews, now: FlowMs) {
        let FrontNews { number, at, told } = *news;
        let known = self.told.remove(&number).or_else(|| self.away.remove(&number));
        let Some(over) = told else {
            if let Some(known) = known.filter(|known| known.heard > at) {
                self.told.insert(number, known);
            }
            return;
        };
        let learned = FrontRecord {
            heard: at,
            page: over.page,
            poll: over.poll,
            rare: over.rare,
        };
        let merged = known.map_or(learned, |known| FrontRecord {
            heard: known.heard.max(at),
            page: known.page || over.page,
            poll: known.poll || over.poll,
            rare: if at >= known.heard { over.rare } else { known.rare },
        });
        let silent_ms = now.since(merged.heard);
        if silent_ms < FRONT_SILENCE_MS {
            self.told.insert(number, merged);
        } else if silent_ms < SILENCE_MS {
            self.away.insert(number, merged);
        }
    }

    /// Moves visitors not heard for [`FRONT_SILENCE_MS`] to `away`, and forgets those not heard for
    /// [`SILENCE_MS`].
    pub fn prune(&mut self, now: FlowMs) {
        let silent = |told: &FrontRecord| now.since(told.heard) >= FRONT_SILENCE_MS;
        self.away.extend(self.told.extract_if(.., |_, told| silent(told)));
        // Where many visitors stay away, `away` is far larger than `told`, so it is not searched
        // with every commit.
        if now.since(self.looked) >= FRONT_SILENCE_MS {
            self.looked = now;
            self.away.retain(|_, told| now.since(told.heard) < SILENCE_MS);
        }
    }

    /// Returns how many visitors in front are present.
    #[must_use]
    pub fn present(&self) -> u64 {
        self.told.len() as u64
    }

    /// Records that a visitor's held request is answered now, so the next poll is due in one
    /// interval.
    pub fn answered(&mut self, number: Number, now: FlowMs) {
        if let Some(told) = self.told.get_mut(&number) {
            told.heard = now;
            self.news.insert(number);
        }
    }

    /// Returns one past the last of the first `most` visitors whose next poll is not overdue, or
    /// the highest number if there are fewer. A visitor who polls as told is among them at every
    /// moment, so a higher number whose poll happens to arrive first does not overtake. A visitor
    /// who wakes once a minute is not waited for and does not overtake anybody either.
    #[must_use]
    pub fn first_expected(&self, most: u64, now: FlowMs) -> Number {
        let Some(before_last) = most.checked_sub(1) else {
            return Number(0);
        };
        let before_last = usize::try_from(before_last).unwrap_or(usize::MAX);
        let mut expected = self.told.iter().filter(|(_, told)| told.is_expected(now));
        let last = expected.nth(before_last);
        last.map_or(Number(u64::MAX), |(number, _)| Number(number.0 + 1))
    }

    /// Returns how many visitors are expected to poll within one poll interval.
    #[must_use]
    pub fn expected(&self, now: FlowMs) -> u64 {
        self.told.values().filter(|told| told.is_expected(now)).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_channel_is_told_once_before_it_claims() {
        let mut front = Front::default();
        let number = Number(1);
        assert_eq!(front.hear(number, Channel::Page, FlowMs(0)), FrontContact::First);
        assert_eq!(
            front.hear(number, Channel::Poll, FlowMs(10)),
            FrontContact::OtherChannel
        );
        assert_eq!(front.hear(number, Channel::Poll, FlowMs(20)), FrontContact::Again);
    }

    #[test]
    fn a_tab_that_wakes_once_a_minute_claims_at_its_second_poll_and_is_not_waited_for() {
        let mut front = Front::default();
        let (tab, other) = (Number(1), Number(2));
        let minute = FlowMs(60_000);
        assert_eq!(front.hear(tab, Channel::Poll, FlowMs(0)), FrontContact::First);
        front.prune(FlowMs(FRONT_SILENCE_MS));
        assert_eq!(front.present(), 0, "it is not there");
        front.hear(other, Channel::Poll, minute);
        assert_eq!(front.hear(tab, Channel::Poll, minute), FrontContact::Again);
        assert_eq!(
            front.first_expected(1, minute),
            Number(3),
            "its third poll is far: the other may go"
        );
        assert_eq!(
            front.hear(Number(9), Channel::Poll, FlowMs(54_000)),
            FrontContact::First
        );
        front.prune(minute);
        assert_eq!(front.hear(Number(9), Channel::Poll, minute), FrontContact::Again);
        assert_eq!(front.first_expected(1, minute), Number(3), "a tab behind passes nobody");
        let seen = minute.plus(2_000);
        assert_eq!(front.hear(tab, Channel::Poll, seen), FrontContact::Again);
        assert_eq!(
            front.first_expected(1, seen),
            other,
            "its page is looked at again: it is waited for"
        );
        front.prune(seen.plus(SILENCE_MS));
        front.prune(seen.plus(2 * SILENCE_MS));
        assert_eq!(
            front.hear(tab, Channel::Poll, seen.plus(2 * SILENCE_MS)),
            FrontContact::First,
            "who was away for long is told anew"
        );
    }

    /// Lets each of two nodes learn what the other one heard.
    fn exchange(one: &mut Front, other: &mut Front, now: FlowMs) {
        let (from_one, from_other) = (one.take_news(10, now), other.take_news(10, now));
        from_one.iter().for_each(|news| other.learn(news, now));
        from_other.iter().for_each(|news| one.learn(news, now));
        assert!(!one.has_news() && !other.has_news(), "what was learned is no news");
    }

    #[test]
    fn who_asks_another_node_each_time_is_told_once_and_counts_once() {
        let (mut one, mut other) = (Front::default(), Front::default());
        assert_eq!(one.hear(Number(1), Channel::Poll, FlowMs(0)), FrontContact::First);
        other.hear(Number(2), Channel::Poll, FlowMs(0));
        exchange(&mut one, &mut other, FlowMs(500));
        assert_eq!((one.present(), other.present()), (2, 2));
        assert_eq!(
            other.first_expected(1, FlowMs(500)),
            Number(2),
            "the lower number goes first there, too"
        );
        assert_eq!(
            other.hear(Number(1), Channel::Page, FlowMs(2_000)),
            FrontContact::OtherChannel
        );
        assert_eq!(other.hear(Number(1), Channel::Poll, FlowMs(2_000)), FrontContact::Again);
        other.leave(Number(1));
        exchange(&mut one, &mut other, FlowMs(2_500));
        assert_eq!(
            one.hear(Number(1), Channel::Poll, FlowMs(3_000)),
            FrontContact::First,
            "they left"
        );
    }

    #[test]
    fn of_two_reports_the_later_wins_in_either_order() {
        let (mut one, mut other) = (Front::default(), Front::default());
        one.hear(Number(1), Channel::Poll, FlowMs(0));
        let heard = one.take_news(10, FlowMs(0));
        one.leave(Number(1));
        let left = one.take_news(10, FlowMs(100));
        for news in heard.iter().chain(&left) {
            other.learn(news, FlowMs(200));
        }
        assert_eq!(other.present(), 0);
        other.hear(Number(1), Channel::Poll, FlowMs(300));
        other.learn(&left[0], FlowMs(400));
        assert_eq!(other.present(), 1, "they came back after they had left");
        one.keep_news(&left);
        assert!(one.has_news(), "what was not told is told the next time");
    }

    #[test]
    fn who_was_let_through_is_in_front_no_more_and_no_news() {
        let mut front = Front::default();
        for number in [1, 2].map(Number) {
            front.hear(number, Channel::Poll, FlowMs(0));
        }
        front.forget(Number(1));
        assert_eq!(front.first_expected(1, FlowMs(0)), Number(3), "nobody waits for them");
        let told = front.take_news(10, FlowMs(0)).into_iter().map(|news| news.number);
        assert_eq!(told.collect::<Vec<_>>(), [Number(2)]);
        assert_eq!(front.hear(Number(1), Channel::Poll, FlowMs(1_000)), FrontContact::First);
    }

    #[test]
    fn who_left_while_away_is_forgotten() {
        let mut front = Front::default();
        front.hear(Number(1), Channel::Poll, FlowMs(0));
        front.prune(FlowMs(FRONT_SILENCE_MS));
        front.leave(Number(1));
        assert_eq!(
            front.hear(Number(1), Channel::Poll, FlowMs(60_000)),
            FrontContact::First
        );
    }

    #[test]
    fn those_whose_poll_is_overdue_are_not_waited_for() {
        let mut front = Front::default();
        front.hear(Number(1), Channel::Poll, FlowMs(0));
        front.hear(Number(2), Channel::Poll, FlowMs(1_000));
        assert_eq!(front.first_expected(1, FlowMs(EXPECTED_MS - 1)), Number(2));
        assert!(
            front.first_expected(1, FlowMs(EXPECTED_MS)) > Number(2),
            "the first is overdue"
        );
        front.answered(Number(1), FlowMs(EXPECTED_MS));
        assert_eq!(front.first_expected(1, FlowMs(EXPECTED_MS)), Number(2));
    }
}
