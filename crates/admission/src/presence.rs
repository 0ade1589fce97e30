//! Who is there: when each place was last heard, and who stands in front.
//!
//! [`Seen`] holds one byte a place, by its sequence, written by every poll without a lock: the flow time of the last poll in steps of 4 s, modulo 255, plus one; 0 means
//! nobody listens for it. A sweep every few seconds collects the places silent for [`SILENCE_MS`]. A byte wraps after 17 minutes, long after the sweep.
//!
//! [`Front`] holds those who were told that it is their turn. Nodes tell one another of it ([`FrontNews`]), so that whoever asks another node each time is told once and
//! counts once. Neither is stored for good. After a restart everybody is taken as just heard.
//!
//! A hidden tab wakes once a minute. Between two polls it is away: it is not counted as present and nobody waits for it; but what it was told stays known, so its
//! second poll in front is a claim.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::estimate::POLL_MS_LIMIT;
use crate::time::FlowMs;
use crate::units::{Number, Sequence};

/// After so long a silence a place is not counted: three of the longest told intervals, because hidden tabs wake once a minute.
pub const SILENCE_MS: u64 = 3 * POLL_MS_LIMIT;
/// Someone in front who was not heard for so long is taken as away: three of the shortest intervals.
pub const FRONT_SILENCE_MS: u64 = 6_000;
/// The next poll of somebody in front comes within so long: the shortest interval, and half a second for the way.
pub const EXPECTED_MS: u64 = 2_500;
/// Places in a chunk.
const CHUNK: usize = 4_096;
/// Resolution of the last poll's time, milliseconds.
const STEP_MS: u64 = 4_000;
/// Distinct steps.
const STEPS: u64 = 255;
/// A place heard up to so many steps after the moment of a sweep was heard meanwhile: polls do not wait for a sweep, nor for its clock.
const STEPS_MEANWHILE: u64 = 15;
/// The same in milliseconds, less what is lost to rounding.
pub const MEANWHILE_MS: u64 = (STEPS_MEANWHILE - 1) * STEP_MS;

type SeenChunk = Arc<[AtomicU8]>;

/// A byte a place. A clone shares the bytes.
#[derive(Debug, Clone, Default)]
struct Bytes {
    chunks: Arc<Vec<SeenChunk>>,
}

impl Bytes {
    fn grow(&mut self, next: Sequence) {
        let needed = usize::try_from(next.0)
            .expect("places in memory fit an address")
            .div_ceil(CHUNK);
        if needed > self.chunks.len() {
            let chunks = Arc::make_mut(&mut self.chunks);
            chunks.resize_with(needed, || (0..CHUNK).map(|_| AtomicU8::new(0)).collect());
        }
    }

    fn set(&self, sequence: Sequence, step: u8) {
        if let Some(seen) = self.of(sequence) {
            // Most polls of a place that waits first in line fall into the same step: do not make the line of memory dirty again.
            if seen.load(Ordering::Relaxed) != step {
                seen.store(step, Ordering::Relaxed);
            }
        }
    }

    fn of(&self, sequence: Sequence) -> Option<&AtomicU8> {
        let index = usize::try_from(sequence.0).ok()?;
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }

    fn all(&self) -> impl Iterator<Item = (Sequence, &AtomicU8)> {
        let bytes = self.chunks.iter().flat_map(|chunk| chunk.iter());
        (0..).map(Sequence).zip(bytes)
    }
}

/// When each place was last heard. A clone shares the bytes.
///
/// Where several nodes serve a line, a visitor may ask another one each time: then what this node heard itself is kept apart as well, to be told to the others.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    anywhere: Bytes,
    here: Option<Bytes>,
}

impl Seen {
    /// With what is heard here kept apart.
    #[must_use]
    pub fn among_nodes() -> Self {
        Self {
            here: Some(Bytes::default()),
            ..Self::default()
        }
    }

    /// The same for a line in which nobody was heard yet.
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self {
            here: self.here.as_ref().map(|_| Bytes::default()),
            ..Self::default()
        }
    }

    /// Room for all places below `next`.
    pub fn grow(&mut self, next: Sequence) {
        self.anywhere.grow(next);
        if let Some(here) = &mut self.here {
            here.grow(next);
        }
    }

    /// A place was heard now.
    pub fn hear(&self, sequence: Sequence, now: FlowMs) {
        let step = step_of(now);
        self.anywhere.set(sequence, step);
        if let Some(here) = &self.here {
            here.set(sequence, step);
        }
    }

    /// A place was heard then, by another node or for all we know: nothing if it was heard since.
    pub fn learn(&self, sequence: Sequence, heard: FlowMs, now: FlowMs) {
        let Some(seen) = self.anywhere.of(sequence) else {
            return;
        };
        let (known, step) = (seen.load(Ordering::Relaxed), step_of(heard));
        if known == 0 || steps_since(step, now) < steps_since(known, now) {
            // Lost to a poll that comes at this moment.
            _ = seen.compare_exchange(known, step, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Whether somebody listens for a place.
    #[must_use]
    pub fn is_listened_for(&self, sequence: Sequence) -> bool {
        let byte = self.anywhere.of(sequence);
        byte.is_some_and(|seen| seen.load(Ordering::Relaxed) != 0)
    }

    /// Places that were heard here at `since` or later, in order; a few seconds before at most.
    pub fn heard_here(&self, since: FlowMs, now: FlowMs) -> impl Iterator<Item = Sequence> {
        let bytes = self.here.iter().flat_map(Bytes::all);
        let heard = bytes.filter(move |(_, seen)| {
            let step = seen.load(Ordering::Relaxed);
            step != 0 && silent_ms(step, now) <= now.since(since)
        });
        heard.map(|(sequence, _)| sequence)
    }

    /// Whoever held this place went elsewhere, and may come back: the next sweep takes it as silent.
    pub fn leave(&self, sequence: Sequence, now: FlowMs) {
        let steps_ago = SILENCE_MS / STEP_MS + 2;
        let step = (u64::from(step_of(now)) - 1 + STEPS - steps_ago) % STEPS;
        self.anywhere.set(sequence, u8::try_from(step).expect("below 255") + 1);
        self.forget_here(sequence);
    }

    /// Nobody listens for this place any more: it is through.
    pub fn release(&self, sequence: Sequence) {
        self.anywhere.set(sequence, 0);
        self.forget_here(sequence);
    }

    fn forget_here(&self, sequence: Sequence) {
        if let Some(here) = &self.here {
            here.set(sequence, 0);
        }
    }

    /// Collects up to `most` places silent for [`SILENCE_MS`] and stops listening for them. `now` may be up to [`MEANWHILE_MS`] ago: who was heard since is not silent.
    #[must_use]
    pub fn sweep(&self, now: FlowMs, most: usize) -> Vec<Sequence> {
        let mut silent = Vec::new();
        for (sequence, seen) in self.anywhere.all() {
            let step = seen.load(Ordering::Relaxed);
            if silent_ms(step, now) >= SILENCE_MS
                && seen
                    .compare_exchange(step, 0, Ordering::Relaxed, Ordering::Relaxed)
                    .is_ok()
            {
                self.forget_here(sequence);
                silent.push(sequence);
                if silent.len() == most {
                    break;
                }
            }
        }
        silent
    }

    /// Places heard within the last `span_ms`.
    #[must_use]
    pub fn heard_within(&self, now: FlowMs, span_ms: u64) -> u64 {
        self.anywhere
            .all()
            .map(|(_, seen)| seen.load(Ordering::Relaxed))
            .filter(|step| *step != 0 && silent_ms(*step, now) <= span_ms)
            .count() as u64
    }
}

fn step_of(now: FlowMs) -> u8 {
    u8::try_from((now.0 / STEP_MS) % STEPS).expect("below 255") + 1
}

/// At least so long ago (rounded down to a step); 0 for a place nobody listens for.
fn silent_ms(step: u8, now: FlowMs) -> u64 {
    if step == 0 {
        return 0;
    }
    steps_since(step, now).saturating_sub(1) * STEP_MS
}

/// Steps since a place was heard; 0 if that was meanwhile.
fn steps_since(step: u8, now: FlowMs) -> u64 {
    let steps = (u64::from(step_of(now)) + STEPS - u64::from(step)) % STEPS;
    if steps >= STEPS - STEPS_MEANWHILE { 0 } else { steps }
}

/// Over which channel somebody was told that it is their turn: a page and the script on it are told separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// A page that refreshes itself.
    Page,
    /// A poll by script.
    Poll,
}

#[derive(Debug, Clone, Copy)]
struct Told {
    heard: FlowMs,
    page: bool,
    poll: bool,
    /// Was away before this poll: the next one may be a minute off, and nobody waits for it.
    rare: bool,
}

impl Told {
    /// Whether the next poll is neither overdue nor up to a tab that wakes once a minute.
    fn is_expected(&self, now: FlowMs) -> bool {
        !self.rare && now.since(self.heard) < EXPECTED_MS
    }
}

/// What one node tells the others of somebody in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrontNews {
    /// Who.
    pub number: Number,
    /// When they were heard last, or left.
    pub at: FlowMs,
    /// What they were told, and whether they wake rarely; `None` for somebody who is through, or gave the place up.
    pub told: Option<ToldOver>,
}

/// Over which channels somebody was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToldOver {
    /// The page.
    pub page: bool,
    /// The poll.
    pub poll: bool,
    /// Was away before: nobody waits for the next poll.
    pub rare: bool,
}

/// Those who were told that it is their turn.
#[derive(Debug, Default)]
pub struct Front {
    /// Heard lately: they are there.
    told: BTreeMap<Number, Told>,
    /// Not heard lately: they may be hidden tabs, which must not be told anew each time they wake, or they would never claim.
    away: BTreeMap<Number, Told>,
    /// When those away were looked through.
    looked: FlowMs,
    /// Of whom other nodes have not been told since something happened here.
    news: BTreeSet<Number>,
}

/// What the front knew of somebody who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// Told now for the first time: the caller says so to the visitor, and to the engine.
    First,
    /// Heard before, but not over this channel: told once more.
    OtherChannel,
    /// Told before: this is a claim.
    Again,
}

impl Front {
    /// Somebody below the serving line asks.
    pub fn hear(&mut self, number: Number, channel: Channel, now: FlowMs) -> Heard {
        let back = self.away.remove(&number).map(|told| Told { rare: true, ..told });
        let known = back.or_else(|| {
            let told = self.told.get(&number).copied();
            told.map(|told| Told { rare: false, ..told })
        });
        let mut told = known.unwrap_or(Told {
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
            (None, _) => Heard::First,
            (Some(_), false) => Heard::OtherChannel,
            (Some(_), true) => Heard::Again,
        }
    }

    /// Somebody's turn came, or the place was cancelled.
    pub fn leave(&mut self, number: Number) {
        let told = self.told.remove(&number);
        if told.or(self.away.remove(&number)).is_some() {
            self.news.insert(number);
        }
    }

    /// Whether there is something that other nodes do not know.
    #[must_use]
    pub fn has_news(&self) -> bool {
        !self.news.is_empty()
    }

    /// What other nodes do not know, the lowest numbers first and so many at most; from now on they are taken to know it.
    pub fn take_news(&mut self, most: usize, now: FlowMs) -> Vec<FrontNews> {
        let numbers = std::iter::from_fn(|| self.news.pop_first()).take(most);
        let news = numbers.map(|number| {
            let told = self.told.get(&number).or_else(|| self.away.get(&number));
            FrontNews {
                number,
                at: told.map_or(now, |told| told.heard),
                told: told.map(|told| ToldOver {
                    page: told.page,
                    poll: told.poll,
                    rare: told.rare,
                }),
            }
        });
        news.collect()
    }

    /// They were not told after all.
    pub fn keep_news(&mut self, news: &[FrontNews]) {
        self.news.extend(news.iter().map(|news| news.number));
    }

    /// There is nobody to tell.
    pub fn drop_news(&mut self) {
        self.news.clear();
    }

    /// Another node heard somebody, or saw them leave. The later of what is known wins; what was told anywhere was told.
    pub fn learn(&mut self, news: &FrontNews, now: FlowMs) {
        let FrontNews { number, at, told } = *news;
        let known = self.told.remove(&number).or_else(|| self.away.remove(&number));
        let Some(over) = told else {
            if let Some(known) = known.filter(|known| known.heard > at) {
                self.told.insert(number, known);
            }
            return;
        };
        let learned = Told {
            heard: at,
            page: over.page,
            poll: over.poll,
            rare: over.rare,
        };
        let merged = known.map_or(learned, |known| Told {
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

    /// Takes those not heard for [`FRONT_SILENCE_MS`] as away, and forgets those not heard for [`SILENCE_MS`].
    pub fn prune(&mut self, now: FlowMs) {
        let silent = |told: &Told| now.since(told.heard) >= FRONT_SILENCE_MS;
        self.away.extend(self.told.extract_if(.., |_, told| silent(told)));
        // Far more are away than there where many stay away: they are not looked through with every commit.
        if now.since(self.looked) >= FRONT_SILENCE_MS {
            self.looked = now;
            self.away.retain(|_, told| now.since(told.heard) < SILENCE_MS);
        }
    }

    /// How many are there.
    #[must_use]
    pub fn present(&self) -> u64 {
        self.told.len() as u64
    }

    /// Somebody was answered now, and asks again in a poll interval.
    pub fn answered(&mut self, number: Number, now: FlowMs) {
        if let Some(told) = self.told.get_mut(&number) {
            told.heard = now;
            self.news.insert(number);
        }
    }

    /// One past the last of the first `most` whose next poll is not overdue; nobody is excluded where fewer are. Whoever polls as told is among them at every
    /// moment, so that a higher number that asks just now does not pass them. Who wakes once a minute is not waited for, and passes nobody either.
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

    /// How many will ask within a poll interval.
    #[must_use]
    pub fn expected(&self, now: FlowMs) -> u64 {
        self.told.values().filter(|told| told.is_expected(now)).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_silent_after_three_minutes_and_reported_once() {
        let mut seen = Seen::default();
        seen.grow(Sequence(10));
        seen.hear(Sequence(3), FlowMs(1_000));
        seen.hear(Sequence(4), FlowMs(100_000));
        assert!(seen.sweep(FlowMs(1_000 + SILENCE_MS - 1), 10).is_empty(), "never early");
        assert_eq!(seen.sweep(FlowMs(1_000 + SILENCE_MS + 2 * STEP_MS), 10), [Sequence(3)]);
        assert!(seen.sweep(FlowMs(1_000 + SILENCE_MS + 2 * STEP_MS), 10).is_empty());
        assert_eq!(seen.heard_within(FlowMs(110_000), 60_000), 1);
    }

    #[test]
    fn who_left_is_silent_at_once_and_counts_again_when_heard() {
        for now in [0, 100_000, 1_020_000].map(FlowMs) {
            let mut seen = Seen::default();
            seen.grow(Sequence(2));
            seen.hear(Sequence(0), now);
            seen.hear(Sequence(1), now);
            seen.leave(Sequence(1), now);
            assert_eq!(seen.sweep(now, 10), [Sequence(1)], "at {now:?}");
            seen.hear(Sequence(1), now);
            assert_eq!(seen.heard_within(now, 0), 2);
        }
    }

    #[test]
    fn a_place_heard_while_a_sweep_goes_on_is_not_silent() {
        let mut seen = Seen::default();
        seen.grow(Sequence(2));
        seen.hear(Sequence(0), FlowMs(400_000));
        seen.hear(Sequence(1), FlowMs(450_000));
        let began = FlowMs(399_999);
        assert_eq!(seen.sweep(began, 10), []);
        assert_eq!(seen.heard_within(began, 0), 2);
    }

    #[test]
    fn what_others_heard_counts_and_is_not_told_to_them_again() {
        let mut seen = Seen::among_nodes();
        seen.grow(Sequence(4));
        let now = FlowMs(400_000);
        seen.hear(Sequence(0), now);
        for sequence in [0, 1].map(Sequence) {
            seen.learn(sequence, FlowMs(380_000), now);
        }
        seen.learn(Sequence(1), FlowMs(300_000), now);
        assert_eq!(seen.heard_here(FlowMs(0), now).collect::<Vec<_>>(), [Sequence(0)]);
        let later = FlowMs(380_000 + SILENCE_MS + 2 * STEP_MS);
        assert_eq!(seen.sweep(later, 10), [Sequence(1)], "the last that was learnt counts");
        assert_eq!(seen.sweep(later.plus(20_000), 10), [Sequence(0)]);
        assert_eq!(seen.heard_here(FlowMs(0), later).count(), 0);
        assert!(!seen.is_listened_for(Sequence(0)));
        seen.learn(Sequence(0), later, later);
        assert!(seen.is_listened_for(Sequence(0)), "it came back at another node");
    }

    #[test]
    fn what_is_told_to_others_begins_where_the_last_telling_ended() {
        let mut seen = Seen::among_nodes();
        seen.grow(Sequence(4));
        (0..4).for_each(|place| seen.hear(Sequence(place), FlowMs(100_000 + 20_000 * place)));
        seen.release(Sequence(3));
        let told = seen.heard_here(FlowMs(130_000), FlowMs(165_000));
        assert_eq!(told.collect::<Vec<_>>(), [Sequence(2)]);
    }

    #[test]
    fn a_sweep_of_a_while_ago_passes_over_those_heard_since() {
        let mut seen = Seen::default();
        seen.grow(Sequence(2));
        let then = FlowMs(1_000_000);
        seen.hear(Sequence(0), FlowMs(then.0 - SILENCE_MS - 2 * STEP_MS));
        seen.hear(Sequence(1), then.plus(MEANWHILE_MS));
        assert_eq!(seen.sweep(then, 10), [Sequence(0)]);
    }

    #[test]
    fn a_clone_shares_what_is_heard_later() {
        let mut seen = Seen::default();
        seen.grow(Sequence(1));
        let reader = seen.clone();
        reader.hear(Sequence(0), FlowMs(0));
        seen.grow(Sequence(5_000));
        assert_eq!(seen.heard_within(FlowMs(0), 0), 1);
    }

    #[test]
    fn each_channel_is_told_once_before_it_claims() {
        let mut front = Front::default();
        let number = Number(1);
        assert_eq!(front.hear(number, Channel::Page, FlowMs(0)), Heard::First);
        assert_eq!(front.hear(number, Channel::Poll, FlowMs(10)), Heard::OtherChannel);
        assert_eq!(front.hear(number, Channel::Poll, FlowMs(20)), Heard::Again);
    }

    #[test]
    fn a_tab_that_wakes_once_a_minute_claims_at_its_second_poll_and_is_not_waited_for() {
        let mut front = Front::default();
        let (tab, other) = (Number(1), Number(2));
        let minute = FlowMs(60_000);
        assert_eq!(front.hear(tab, Channel::Poll, FlowMs(0)), Heard::First);
        front.prune(FlowMs(FRONT_SILENCE_MS));
        assert_eq!(front.present(), 0, "it is not there");
        front.hear(other, Channel::Poll, minute);
        assert_eq!(front.hear(tab, Channel::Poll, minute), Heard::Again);
        assert_eq!(
            front.first_expected(1, minute),
            Number(3),
            "its third poll is far: the other may go"
        );
        assert_eq!(front.hear(Number(9), Channel::Poll, FlowMs(54_000)), Heard::First);
        front.prune(minute);
        assert_eq!(front.hear(Number(9), Channel::Poll, minute), Heard::Again);
        assert_eq!(front.first_expected(1, minute), Number(3), "a tab behind passes nobody");
        let seen = minute.plus(2_000);
        assert_eq!(front.hear(tab, Channel::Poll, seen), Heard::Again);
        assert_eq!(
            front.first_expected(1, seen),
            other,
            "its page is looked at again: it is waited for"
        );
        front.prune(seen.plus(SILENCE_MS));
        front.prune(seen.plus(2 * SILENCE_MS));
        assert_eq!(
            front.hear(tab, Channel::Poll, seen.plus(2 * SILENCE_MS)),
            Heard::First,
            "who was away for long is told anew"
        );
    }

    /// Two nodes, of which each learns what the other heard.
    fn exchange(one: &mut Front, other: &mut Front, now: FlowMs) {
        let (from_one, from_other) = (one.take_news(10, now), other.take_news(10, now));
        from_one.iter().for_each(|news| other.learn(news, now));
        from_other.iter().for_each(|news| one.learn(news, now));
        assert!(!one.has_news() && !other.has_news(), "what was learned is no news");
    }

    #[test]
    fn who_asks_another_node_each_time_is_told_once_and_counts_once() {
        let (mut one, mut other) = (Front::default(), Front::default());
        assert_eq!(one.hear(Number(1), Channel::Poll, FlowMs(0)), Heard::First);
        other.hear(Number(2), Channel::Poll, FlowMs(0));
        exchange(&mut one, &mut other, FlowMs(500));
        assert_eq!((one.present(), other.present()), (2, 2));
        assert_eq!(
            other.first_expected(1, FlowMs(500)),
            Number(2),
            "the lower number goes first there, too"
        );
        assert_eq!(other.hear(Number(1), Channel::Page, FlowMs(2_000)), Heard::OtherChannel);
        assert_eq!(other.hear(Number(1), Channel::Poll, FlowMs(2_000)), Heard::Again);
        other.leave(Number(1));
        exchange(&mut one, &mut other, FlowMs(2_500));
        assert_eq!(
            one.hear(Number(1), Channel::Poll, FlowMs(3_000)),
            Heard::First,
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
    fn who_left_while_away_is_forgotten() {
        let mut front = Front::default();
        front.hear(Number(1), Channel::Poll, FlowMs(0));
        front.prune(FlowMs(FRONT_SILENCE_MS));
        front.leave(Number(1));
        assert_eq!(front.hear(Number(1), Channel::Poll, FlowMs(60_000)), Heard::First);
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
