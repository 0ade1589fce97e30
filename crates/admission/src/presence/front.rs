//! The visitors who were notified of their turn. Nodes exchange this information ([`FrontNews`]),
//! so a visitor who polls a different node each time is notified once and counts once, and the
//! lower number is served first, whichever node its visitor polls.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::SILENCE_MS;
use crate::poll_interval::POLL_MS_MIN;
use crate::time::FlowMs;
use crate::units::Number;

/// A visitor in front counts as away after this long without a poll, in milliseconds: three of the
/// shortest poll intervals.
pub const FRONT_SILENCE_MS: u64 = 6_000;
/// The next poll of a visitor in front arrives within this time, in milliseconds: the shortest poll
/// interval, and half a second for the network.
pub const EXPECTED_MS: u64 = 2_500;

/// An awaited poll arrives at most this long after its interval, in milliseconds.
pub const NETWORK_MS: u64 = EXPECTED_MS - POLL_MS_MIN;

/// The channel of a notification. A page and its script are notified separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Whether a poll may have notified the visitor before this node started. Never set with
    /// `poll`.
    may_be_notified: bool,
    /// Whether the visitor was away before this poll: the next poll can be a minute away, so the
    /// line does not wait for it.
    rare: bool,
    /// Whether the visitor is only expected to poll, and has not done so since.
    unheard: bool,
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
    /// When the visitor last polled, or left.
    pub at: FlowMs,
    /// The channels over which the visitor was notified; `None` for a visitor who was let through
    /// or gave up the place.
    pub notified: Option<NotifiedChannels>,
}

/// The channels over which a visitor was notified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotifiedChannels {
    /// Whether a page notified the visitor.
    pub page: bool,
    /// Whether a poll notified the visitor.
    pub poll: bool,
    /// Whether the visitor was away before: the line does not wait for the next poll.
    pub rare: bool,
}

/// The visitors who were notified of their turn.
#[derive(Debug, Default)]
pub struct Front {
    /// Visitors who polled recently, and so are present.
    present: BTreeMap<Number, FrontRecord>,
    /// Visitors who have not polled recently. They can be hidden tabs: if each of their polls
    /// counted as the first one, they would never claim.
    away: BTreeMap<Number, FrontRecord>,
    /// Visitors who have not claimed yet, and the time until which the line waits for their next
    /// poll: it has just reached them, or this node has just started without its earlier state.
    awaited: BTreeMap<Number, FlowMs>,
    /// When `away` was last pruned.
    looked: FlowMs,
    /// Numbers with news that other nodes do not have yet.
    news: BTreeSet<Number>,
}

/// Whether a visitor in front was known before the current poll, and over which channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrontContact {
    /// Not notified before: the caller notifies the visitor and reports the number to the engine.
    First,
    /// Notified before, but not over this channel: the caller notifies the visitor again.
    OtherChannel,
    /// A poll may have notified this visitor before this node started: the caller notifies the
    /// visitor again, and asks for a claim at once.
    Unsure,
    /// Notified before over this channel: this poll is a claim.
    Again,
}

impl Front {
    /// Expects a visitor whom the line has just reached: the next poll comes by `until`, and the
    /// claim follows one interval later. Until then, no higher number goes first.
    pub fn expect_poll(&mut self, number: Number, until: FlowMs) {
        if !self.present.contains_key(&number) {
            self.awaited.insert(number, until);
        }
    }

    /// Expects a visitor who may have been notified before this node started, and whose next poll
    /// comes by `until`. Counts the visitor as present now. That poll is a claim only if the
    /// visitor is known to have been notified; a newcomer, for example, can have a place but no
    /// answer yet. Does nothing for a visitor who is known to be away, or to wake once a minute.
    pub fn expect_return(&mut self, number: Number, now: FlowMs, until: FlowMs) {
        let is_rare = self.present.get(&number).is_some_and(|record| record.rare);
        if is_rare || self.away.contains_key(&number) {
            return;
        }
        self.awaited.insert(number, until);
        let record = FrontRecord {
            heard: now,
            page: false,
            poll: false,
            may_be_notified: true,
            rare: false,
            unheard: true,
        };
        let known = self.present.entry(number).or_insert(record);
        known.heard = known.heard.max(now);
    }

    /// Returns whether a visitor is [expected back](Self::expect_return) and was not heard since.
    #[must_use]
    pub fn is_expected_back(&self, number: Number) -> bool {
        self.present.get(&number).is_some_and(|record| record.unheard)
    }

    /// Returns whether a visitor is known to be present in front.
    #[must_use]
    pub fn is_present(&self, number: Number) -> bool {
        self.present.contains_key(&number)
    }

    /// Returns the lowest number that is awaited and has not claimed yet.
    #[must_use]
    pub fn first_awaited(&self, now: FlowMs) -> Option<Number> {
        let mut awaited = self.awaited.iter().filter(|(_, until)| now < **until);
        awaited.next().map(|(number, _)| *number)
    }

    /// Records a poll of a visitor below the serving line.
    pub fn record_poll(&mut self, number: Number, channel: Channel, now: FlowMs) -> FrontContact {
        let was_awaited = self.awaited.remove(&number).is_some();
        let back = self
            .away
            .remove(&number)
            .map(|record| FrontRecord { rare: true, ..record });
        let known = back.or_else(|| {
            let record = self.present.get(&number).copied();
            record.map(|record| FrontRecord { rare: false, ..record })
        });
        let mut record = known.unwrap_or(FrontRecord {
            heard: now,
            page: false,
            poll: false,
            may_be_notified: false,
            rare: false,
            unheard: false,
        });
        (record.heard, record.unheard) = (now, false);
        let (was_notified_over_this, is_unsure) = match channel {
            Channel::Page => (std::mem::replace(&mut record.page, true), false),
            Channel::Poll => (
                std::mem::replace(&mut record.poll, true),
                std::mem::take(&mut record.may_be_notified),
            ),
        };
        self.present.insert(number, record);
        self.news.insert(number);
        if was_awaited && (known.is_none() || is_unsure) {
            // The visitor is notified now, and claims with the next poll.
            self.awaited.insert(number, now.plus(EXPECTED_MS));
        }
        match (known, was_notified_over_this) {
            (None, _) => FrontContact::First,
            (Some(_), true) => FrontContact::Again,
            (Some(_), false) if is_unsure => FrontContact::Unsure,
            (Some(_), false) => FrontContact::OtherChannel,
        }
    }

    /// Removes a visitor who was let through or whose place was cancelled, and reports it to other
    /// nodes.
    pub fn leave(&mut self, number: Number) {
        self.awaited.remove(&number);
        let record = self.present.remove(&number);
        if record.or(self.away.remove(&number)).is_some() {
            self.news.insert(number);
        }
    }

    /// Removes a visitor whom a commit let through. Other nodes learn this from the commit as well.
    pub fn forget(&mut self, number: Number) {
        self.awaited.remove(&number);
        self.present.remove(&number);
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
            let record = self.present.get(&number).or_else(|| self.away.get(&number));
            FrontNews {
                number,
                at: record.map_or(now, |record| record.heard),
                notified: record.map(|record| NotifiedChannels {
                    page: record.page,
                    poll: record.poll,
                    rare: record.rare,
                }),
            }
        });
        news.collect()
    }

    /// Puts news back that was taken but did not reach the other nodes.
    pub fn restore_news(&mut self, news: &[FrontNews]) {
        self.news.extend(news.iter().map(|news| news.number));
    }

    /// Merges another node's report of a poll or a departure. The later report wins; a visitor whom
    /// any node notified over a channel counts as notified over it.
    pub fn merge_news(&mut self, news: &FrontNews, now: FlowMs) {
        let FrontNews { number, at, notified } = *news;
        self.awaited.remove(&number);
        let known = self.present.remove(&number).or_else(|| self.away.remove(&number));
        let Some(over) = notified else {
            if let Some(known) = known.filter(|known| known.heard > at) {
                self.present.insert(number, known);
            }
            return;
        };
        let learned = FrontRecord {
            heard: at,
            page: over.page,
            poll: over.poll,
            may_be_notified: false,
            rare: over.rare,
            unheard: false,
        };
        let merged = known.map_or(learned, |known| FrontRecord {
            heard: known.heard.max(at),
            page: known.page || over.page,
            poll: known.poll || over.poll,
            may_be_notified: known.may_be_notified && !over.poll,
            rare: if at >= known.heard { over.rare } else { known.rare },
            unheard: false,
        });
        let silent_ms = now.since(merged.heard);
        if silent_ms < FRONT_SILENCE_MS {
            self.present.insert(number, merged);
        } else if silent_ms < SILENCE_MS {
            self.away.insert(number, merged);
        }
    }

    /// Moves visitors without a poll for [`FRONT_SILENCE_MS`] to `away`, and removes those without
    /// one for [`SILENCE_MS`].
    pub fn prune(&mut self, now: FlowMs) {
        let silent = |record: &FrontRecord| now.since(record.heard) >= FRONT_SILENCE_MS;
        self.away
            .extend(self.present.extract_if(.., |_, record| silent(record)));
        self.awaited.retain(|_, until| now < *until);
        // Where many visitors stay away, `away` is far larger than `present`, so it is not searched
        // with every commit.
        if now.since(self.looked) >= FRONT_SILENCE_MS {
            self.looked = now;
            self.away.retain(|_, record| now.since(record.heard) < SILENCE_MS);
        }
    }

    /// Returns how many visitors in front are present.
    #[must_use]
    pub fn present(&self) -> u64 {
        self.present.len() as u64
    }

    /// Records that a visitor's held request is answered now, so the next poll is due in one
    /// interval.
    pub fn answered(&mut self, number: Number, now: FlowMs) {
        if let Some(record) = self.present.get_mut(&number) {
            record.heard = now;
            self.news.insert(number);
        }
    }

    /// Returns one past the last of the first `most` visitors whose next poll is not overdue, or
    /// the highest number if there are fewer. A visitor who polls on time is among them at every
    /// moment, so a higher number whose poll happens to arrive first does not overtake. A visitor
    /// who wakes once a minute is not waited for and does not overtake anybody either.
    #[must_use]
    pub fn first_expected(&self, most: u64, now: FlowMs) -> Number {
        let Some(before_last) = most.checked_sub(1) else {
            return Number(0);
        };
        let before_last = usize::try_from(before_last).unwrap_or(usize::MAX);
        let last = self.expected_numbers(now).nth(before_last);
        last.map_or(Number(u64::MAX), |number| Number(number.0 + 1))
    }

    /// Returns the visitors whose next poll is not overdue, lowest numbers first.
    pub fn expected_numbers(&self, now: FlowMs) -> impl Iterator<Item = Number> {
        self.numbers(now, move |record| record.is_expected(now))
    }

    /// Returns the visitors who poll on time, lowest numbers first: those of
    /// [`Self::expected_numbers`], and those whose poll is overdue but who do not count as away
    /// yet.
    pub fn steady_numbers(&self, now: FlowMs) -> impl Iterator<Item = Number> {
        let is_there = move |record: &FrontRecord| now.since(record.heard) < FRONT_SILENCE_MS;
        self.numbers(now, move |record| !record.rare && is_there(record))
    }

    /// Returns the visitors of [`Self::steady_numbers`] who have polled, lowest numbers first,
    /// without those who are only expected to.
    pub fn polling_numbers(&self, now: FlowMs) -> impl Iterator<Item = Number> {
        let polling = self.present.iter().filter(move |(_, record)| {
            let is_absent = record.rare || record.unheard;
            !is_absent && now.since(record.heard) < FRONT_SILENCE_MS
        });
        polling.map(|(number, _)| *number)
    }

    /// Returns one past the highest number that is known in front.
    #[must_use]
    pub fn next_number(&self) -> Number {
        let last = [
            self.present.keys().next_back(),
            self.away.keys().next_back(),
            self.awaited.keys().next_back(),
        ];
        let last = last.into_iter().flatten().max();
        Number(last.map_or(0, |number| number.0 + 1))
    }

    fn numbers(&self, now: FlowMs, counts: impl Fn(&FrontRecord) -> bool) -> impl Iterator<Item = Number> {
        let heard = self.present.iter().filter(move |(_, record)| counts(record));
        let mut heard = heard.map(|(number, _)| *number).peekable();
        let awaited = self.awaited.iter().filter(move |(_, until)| now < **until);
        let mut awaited = awaited.map(|(number, _)| *number).peekable();
        std::iter::from_fn(move || {
            let next = heard.peek().into_iter().chain(awaited.peek()).min().copied()?;
            heard.next_if_eq(&next);
            awaited.next_if_eq(&next);
            Some(next)
        })
    }

    /// Returns how many visitors are expected to poll within one poll interval.
    #[must_use]
    pub fn expected(&self, now: FlowMs) -> u64 {
        self.present.values().filter(|record| record.is_expected(now)).count() as u64
    }
}

#[cfg(test)]
mod tests;
