//! The time of each place's last request: one byte per place, indexed by sequence, written by every
//! poll without a lock.
//!
//! The byte is the flow time of the last poll in steps of 4 s, modulo 255, plus one; 0 means that
//! the place is no longer tracked. A sweep every few seconds collects the places silent for
//! [`SILENCE_MS`]. A byte wraps after 17 minutes, long after the sweep.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::poll_interval::POLL_MS_MAX;
use crate::time::FlowMs;
use crate::units::Sequence;

/// After this long a silence a place is no longer counted, in milliseconds: three of the longest
/// poll intervals, because hidden tabs wake once a minute.
pub const SILENCE_MS: u64 = 3 * POLL_MS_MAX;
/// Places in a chunk.
const CHUNK: usize = 4_096;
/// Resolution of the last poll's time, in milliseconds.
const STEP_MS: u64 = 4_000;
/// Number of distinct steps.
const STEPS: u64 = 255;
/// A step up to this many steps after a sweep's time counts as heard during the sweep: polls do not
/// wait for a sweep, nor for its clock.
const STEPS_MEANWHILE: u64 = 15;
/// How long after a sweep's time a place counts as heard during the sweep, in milliseconds:
/// `STEPS_MEANWHILE` steps less the rounding error.
pub const MEANWHILE_MS: u64 = (STEPS_MEANWHILE - 1) * STEP_MS;

type SeenChunk = Arc<[AtomicU8]>;

/// One byte per place. A clone shares the bytes.
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
            // Most polls of a visitor who is first in line fall into the same step: skip the store,
            // so the cache line does not become dirty again.
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

/// The time of each place's last request. A clone shares the bytes.
///
/// Where several nodes serve a line, a visitor can poll a different node each time. Each node
/// therefore also records separately the requests that it received itself, to report them to the
/// other nodes.
#[derive(Debug, Clone, Default)]
pub struct LastSeen {
    anywhere: Bytes,
    here: Option<Bytes>,
}

impl LastSeen {
    /// Creates an empty record that also keeps the requests of this node separately.
    #[must_use]
    pub fn for_several_nodes() -> Self {
        Self {
            here: Some(Bytes::default()),
            ..Self::default()
        }
    }

    /// Returns an empty record of the same kind, for a line without requests so far.
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self {
            here: self.here.as_ref().map(|_| Bytes::default()),
            ..Self::default()
        }
    }

    /// Makes room for all places below `next`.
    pub fn grow(&mut self, next: Sequence) {
        self.anywhere.grow(next);
        if let Some(here) = &mut self.here {
            here.grow(next);
        }
    }

    /// Records that a place polls now.
    pub fn record_poll(&self, sequence: Sequence, now: FlowMs) {
        let step = step_of(now);
        self.anywhere.set(sequence, step);
        if let Some(here) = &self.here {
            here.set(sequence, step);
        }
    }

    /// Records that a place polled another node at `heard`, or is assumed to have polled then. Does
    /// nothing if the place polled since.
    pub fn record_poll_at(&self, sequence: Sequence, heard: FlowMs, now: FlowMs) {
        let Some(seen) = self.anywhere.of(sequence) else {
            return;
        };
        let (known, step) = (seen.load(Ordering::Relaxed), step_of(heard));
        if known == 0 || steps_since(step, now) < steps_since(known, now) {
            // If a poll arrives at this moment, the poll's time wins.
            _ = seen.compare_exchange(known, step, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Returns whether a place is tracked.
    #[must_use]
    pub fn is_tracked(&self, sequence: Sequence) -> bool {
        let byte = self.anywhere.of(sequence);
        byte.is_some_and(|seen| seen.load(Ordering::Relaxed) != 0)
    }

    /// Returns the places that this node heard at `since` or later, in order. Can include places
    /// heard a few seconds before `since`.
    pub fn heard_here(&self, since: FlowMs, now: FlowMs) -> impl Iterator<Item = Sequence> {
        let bytes = self.here.iter().flat_map(Bytes::all);
        let heard = bytes.filter(move |(_, seen)| {
            let step = seen.load(Ordering::Relaxed);
            step != 0 && silent_ms(step, now) <= now.since(since)
        });
        heard.map(|(sequence, _)| sequence)
    }

    /// Records that a visitor went elsewhere and can come back: the next sweep treats the place as
    /// silent.
    pub fn leave(&self, sequence: Sequence, now: FlowMs) {
        let steps_ago = SILENCE_MS / STEP_MS + 2;
        let step = (u64::from(step_of(now)) - 1 + STEPS - steps_ago) % STEPS;
        self.anywhere.set(sequence, u8::try_from(step).expect("below 255") + 1);
        self.forget_here(sequence);
    }

    /// Stops tracking a place, because the visitor is through.
    pub fn release(&self, sequence: Sequence) {
        self.anywhere.set(sequence, 0);
        self.forget_here(sequence);
    }

    fn forget_here(&self, sequence: Sequence) {
        if let Some(here) = &self.here {
            here.set(sequence, 0);
        }
    }

    /// Collects up to `most` places silent for [`SILENCE_MS`] and stops tracking them. `now` can be
    /// up to [`MEANWHILE_MS`] in the past: a place heard since then is not silent.
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

    /// Returns how many places were heard within the last `span_ms`.
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

/// Returns for how long a place has been silent at least (rounded down to a step); 0 for a place
/// that is not tracked.
fn silent_ms(step: u8, now: FlowMs) -> u64 {
    if step == 0 {
        return 0;
    }
    steps_since(step, now).saturating_sub(1) * STEP_MS
}

/// Returns the steps since a place was heard; 0 if the place was heard after `now`.
fn steps_since(step: u8, now: FlowMs) -> u64 {
    let steps = (u64::from(step_of(now)) + STEPS - u64::from(step)) % STEPS;
    if steps >= STEPS - STEPS_MEANWHILE { 0 } else { steps }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_silent_after_three_minutes_and_reported_once() {
        let mut seen = LastSeen::default();
        seen.grow(Sequence(10));
        seen.record_poll(Sequence(3), FlowMs(1_000));
        seen.record_poll(Sequence(4), FlowMs(100_000));
        assert!(seen.sweep(FlowMs(1_000 + SILENCE_MS - 1), 10).is_empty(), "never early");
        assert_eq!(seen.sweep(FlowMs(1_000 + SILENCE_MS + 2 * STEP_MS), 10), [Sequence(3)]);
        assert!(seen.sweep(FlowMs(1_000 + SILENCE_MS + 2 * STEP_MS), 10).is_empty());
        assert_eq!(seen.heard_within(FlowMs(110_000), 60_000), 1);
    }

    #[test]
    fn a_departed_visitor_is_silent_at_once_and_counts_again_when_heard() {
        for now in [0, 100_000, 1_020_000].map(FlowMs) {
            let mut seen = LastSeen::default();
            seen.grow(Sequence(2));
            seen.record_poll(Sequence(0), now);
            seen.record_poll(Sequence(1), now);
            seen.leave(Sequence(1), now);
            assert_eq!(seen.sweep(now, 10), [Sequence(1)], "at {now:?}");
            seen.record_poll(Sequence(1), now);
            assert_eq!(seen.heard_within(now, 0), 2);
        }
    }

    #[test]
    fn a_place_heard_while_a_sweep_goes_on_is_not_silent() {
        let mut seen = LastSeen::default();
        seen.grow(Sequence(2));
        seen.record_poll(Sequence(0), FlowMs(400_000));
        seen.record_poll(Sequence(1), FlowMs(450_000));
        let began = FlowMs(399_999);
        assert_eq!(seen.sweep(began, 10), []);
        assert_eq!(seen.heard_within(began, 0), 2);
    }

    #[test]
    fn polls_heard_by_other_nodes_count_and_are_not_reported_back() {
        let mut seen = LastSeen::for_several_nodes();
        seen.grow(Sequence(4));
        let now = FlowMs(400_000);
        seen.record_poll(Sequence(0), now);
        for sequence in [0, 1].map(Sequence) {
            seen.record_poll_at(sequence, FlowMs(380_000), now);
        }
        seen.record_poll_at(Sequence(1), FlowMs(300_000), now);
        assert_eq!(seen.heard_here(FlowMs(0), now).collect::<Vec<_>>(), [Sequence(0)]);
        let later = FlowMs(380_000 + SILENCE_MS + 2 * STEP_MS);
        assert_eq!(seen.sweep(later, 10), [Sequence(1)], "the last that was learnt counts");
        assert_eq!(seen.sweep(later.plus(20_000), 10), [Sequence(0)]);
        assert_eq!(seen.heard_here(FlowMs(0), later).count(), 0);
        assert!(!seen.is_tracked(Sequence(0)));
        seen.record_poll_at(Sequence(0), later, later);
        assert!(seen.is_tracked(Sequence(0)), "it came back at another node");
    }

    #[test]
    fn heard_here_returns_only_polls_since_the_given_time() {
        let mut seen = LastSeen::for_several_nodes();
        seen.grow(Sequence(4));
        (0..4).for_each(|place| seen.record_poll(Sequence(place), FlowMs(100_000 + 20_000 * place)));
        seen.release(Sequence(3));
        let told = seen.heard_here(FlowMs(130_000), FlowMs(165_000));
        assert_eq!(told.collect::<Vec<_>>(), [Sequence(2)]);
    }

    #[test]
    fn a_sweep_as_of_an_earlier_time_leaves_out_places_heard_since() {
        let mut seen = LastSeen::default();
        seen.grow(Sequence(2));
        let then = FlowMs(1_000_000);
        seen.record_poll(Sequence(0), FlowMs(then.0 - SILENCE_MS - 2 * STEP_MS));
        seen.record_poll(Sequence(1), then.plus(MEANWHILE_MS));
        assert_eq!(seen.sweep(then, 10), [Sequence(0)]);
    }

    #[test]
    fn a_clone_shares_what_is_heard_later() {
        let mut seen = LastSeen::default();
        seen.grow(Sequence(1));
        let reader = seen.clone();
        reader.record_poll(Sequence(0), FlowMs(0));
        seen.grow(Sequence(5_000));
        assert_eq!(seen.heard_within(FlowMs(0), 0), 1);
    }
}
