//! Maps the order of arrival to the order of service.
//!
//! Sequences are divided into *windows*. The visitors of a window are drawn among themselves when
//! it closes: the one with sequence `s` in a window that begins at `f` gets number `f +
//! permute(key, count, s − f)`, so windows are served in order. The pre-queue is one window; with
//! `fairness_seconds`, the arrivals of every few seconds are one, a fairness window. A sequence
//! outside every window is its own number. While a window is open, or closed and not yet drawn, its
//! places have no number.
//!
//! The pre-queue's key comes from its public draw (crate [`draw`]). The key of a later window is
//! derived from the run's own secret and the window's first sequence.
//!
//! The order is bounded to [`WINDOWS_MAX`] windows. At the bound an open window stays open until
//! nobody is ahead of it any more, and its visitors are then served in order of arrival.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::time::FlowMs;
use crate::units::{Number, Sequence};

/// The most drawn windows remembered.
pub const WINDOWS_MAX: usize = 2_048;

/// A window whose numbers are known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Drawn {
    from: Sequence,
    count: u64,
    /// `None`: derived from the run's secret.
    key: Option<OrderKey>,
    #[serde(skip)]
    tabled: TableCache,
}

/// The pre-queue's permutation with its table, computed on first use and cached because every poll
/// needs it.
#[derive(Clone, Default)]
struct TableCache(OnceLock<Arc<draw::Permutation>>);

impl std::fmt::Debug for TableCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tabled(…)")
    }
}

/// Always equal, because the table follows from the other fields.
impl PartialEq for TableCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for TableCache {}

/// A draw's key. `Debug` does not print it, because it is secret until it is published.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderKey(pub [u8; 32]);

impl std::fmt::Debug for OrderKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

/// The window that newcomers join.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Open {
    from: Sequence,
    since: FlowMs,
}

/// The order of one run, part of the ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    drawn: Vec<Drawn>,
    /// A pre-queue whose key is not known yet: its first sequence and its number of visitors.
    closed: Option<(Sequence, u64)>,
    open: Option<Open>,
    secret: Option<OrderKey>,
}

impl Order {
    /// Opens a window: newcomers from `from` on are drawn later.
    pub(crate) fn open(&mut self, from: Sequence, since: FlowMs) {
        if self.open.is_none() {
            self.open = Some(Open { from, since });
        }
    }

    /// Closes the pre-queue before `next`; its key is set later.
    pub(crate) fn close_prequeue(&mut self, next: Sequence) {
        if let Some(open) = self.open.take() {
            self.closed = Some((open.from, next.0 - open.from.0));
        }
    }

    /// Draws the pre-queue's numbers with its key.
    pub(crate) fn draw_prequeue(&mut self, key: OrderKey) -> Option<Window> {
        let (from, count) = self.closed.take()?;
        self.drawn.push(Drawn {
            from,
            count,
            key: Some(key),
            tabled: TableCache::default(),
        });
        self.prepare();
        Some(Window { from, count })
    }

    /// Computes the table of a pre-queue's permutation now, so that clones share it.
    pub(crate) fn prepare(&self) {
        self.drawn
            .iter()
            .filter(|window| window.key.is_some())
            .for_each(|window| _ = self.permutation(window));
    }

    /// Ends a fairness window before `next` and draws it at once.
    pub(crate) fn close_window(&mut self, next: Sequence, seed: &[u8; 32]) -> Option<Window> {
        let open = self.open.take()?;
        let window = Window {
            from: open.from,
            count: next.0 - open.from.0,
        };
        self.secret.get_or_insert(OrderKey(*seed));
        if window.count > 1 && self.drawn.len() < WINDOWS_MAX {
            self.drawn.push(Drawn {
                from: window.from,
                count: window.count,
                key: None,
                tabled: TableCache::default(),
            });
        }
        Some(window)
    }

    /// Adopts windows that ended in lost commits, if that changes no number that a visitor has
    /// received since. Returns whether it adopted anything.
    pub(crate) fn follow(&mut self, lost: &Self) -> bool {
        let known = lost.drawn.starts_with(&self.drawn);
        let further = lost.drawn.len() > self.drawn.len() || (lost.closed.is_some() && self.open.is_some());
        let secret = self.secret.is_none() || self.secret == lost.secret;
        if !(known && further && secret) {
            return false;
        }
        match self.unnumbered_from() {
            // Nobody from that sequence on has a number.
            Some(_) => *self = lost.clone(),
            None if lost.closed.is_none() => {
                let open = self.open;
                *self = Self { open, ..lost.clone() };
            }
            None => return false,
        }
        true
    }

    /// Returns the sequence from which on the numbers of `other` are or can become different;
    /// `None`: never.
    pub(crate) fn agrees_below(&self, other: &Self) -> Option<Sequence> {
        let (mine, theirs) = (&self.drawn, &other.drawn);
        let same = mine
            .iter()
            .zip(theirs)
            .take_while(|(mine, theirs)| mine == theirs)
            .count();
        let next = [mine.get(same), theirs.get(same)];
        let drawn = next.into_iter().flatten().map(|window| window.from).min();
        let unnumbered = [self.unnumbered_from(), other.unnumbered_from()];
        let unnumbered = match unnumbered {
            [mine, theirs] if mine == theirs => None,
            different => different.into_iter().flatten().min(),
        };
        drawn.into_iter().chain(unnumbered).min()
    }

    /// Returns how many visitors of the pre-queue wait for their draw.
    #[must_use]
    pub fn population(&self) -> Option<u64> {
        self.closed.map(|(_, count)| count)
    }

    /// Returns how many visitors were in the pre-queue whose numbers are drawn.
    #[must_use]
    pub fn drawn_population(&self) -> Option<u64> {
        let first = self.drawn.first().filter(|window| window.key.is_some())?;
        Some(first.count)
    }

    /// Returns when the open window was opened, and its first sequence.
    #[must_use]
    pub fn open_since(&self) -> Option<(FlowMs, Sequence)> {
        self.open.map(|open| (open.since, open.from))
    }

    /// Returns the first sequence whose number is not known yet.
    #[must_use]
    pub fn unnumbered_from(&self) -> Option<Sequence> {
        let closed = self.closed.map(|(from, _)| from);
        closed.or(self.open.map(|open| open.from))
    }

    /// Returns whether there is space for another window.
    #[must_use]
    pub fn has_space(&self) -> bool {
        self.drawn.len() < WINDOWS_MAX
    }

    /// Returns the number of a sequence; `None` while the sequence is not drawn.
    #[must_use]
    pub fn number(&self, sequence: Sequence) -> Option<Number> {
        if self.open.is_some_and(|open| sequence >= open.from) {
            return None;
        }
        if let Some((from, count)) = self.closed
            && sequence.0 >= from.0
            && sequence.0 - from.0 < count
        {
            return None;
        }
        let position = self.drawn.partition_point(|window| window.from <= sequence);
        let window = position.checked_sub(1).map(|before| &self.drawn[before]);
        match window.filter(|window| sequence.0 - window.from.0 < window.count) {
            Some(window) => Some(self.permutation(window).number(sequence)),
            None => Some(Number(sequence.0)),
        }
    }

    /// Returns the mapping of a drawn window, for looking up many sequences.
    pub(crate) fn numbers_of(&self, window: Window) -> Permuted {
        let found = self.drawn.iter().rev().find(|drawn| drawn.from == window.from);
        match found {
            Some(drawn) => self.permutation(drawn),
            None => Permuted {
                from: window.from,
                order: None,
            },
        }
    }

    fn permutation(&self, window: &Drawn) -> Permuted {
        let population =
            draw::Population::new(window.count).expect("a run ends before its sequence needs more than 36 bits");
        let order = match (&window.key, &self.secret) {
            (Some(key), _) => {
                let make =
                    || Arc::new(draw::Permutation::new(&draw::DrawKey::from_bytes(key.0), population).with_table());
                window.tabled.0.get_or_init(make).clone()
            }
            (None, Some(secret)) => Arc::new(draw::Permutation::new(
                &draw::DrawKey::of_window(&secret.0, window.from.0),
                population,
            )),
            (None, None) => unreachable!("a window is closed with the run's secret at hand"),
        };
        Permuted {
            from: window.from,
            order: Some(order),
        }
    }
}

/// A range of sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) from: Sequence,
    pub(crate) count: u64,
}

/// The order within one window.
pub(crate) struct Permuted {
    from: Sequence,
    order: Option<Arc<draw::Permutation>>,
}

impl Permuted {
    pub(crate) fn number(&self, sequence: Sequence) -> Number {
        let Some(order) = &self.order else {
            return Number(sequence.0);
        };
        let within = draw::DrawnSequence::new(sequence.0 - self.from.0).expect("within a window that fits");
        Number(self.from.0 + order.number(within).get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(order: &Order, sequences: std::ops::Range<u64>) -> Vec<Option<u64>> {
        sequences
            .map(|sequence| order.number(Sequence(sequence)).map(|number| number.0))
            .collect()
    }

    #[test]
    fn a_prequeue_has_numbers_when_it_is_drawn_and_late_comers_keep_their_sequence() {
        let mut order = Order::default();
        order.open(Sequence(0), FlowMs(0));
        assert_eq!(numbers(&order, 0..3), [None; 3]);
        order.close_prequeue(Sequence(100));
        assert_eq!(
            (order.number(Sequence(99)), order.number(Sequence(100))),
            (None, Some(Number(100)))
        );
        assert_eq!(order.unnumbered_from(), Some(Sequence(0)));
        order.draw_prequeue(OrderKey([7; 32]));
        let mut drawn: Vec<u64> = numbers(&order, 0..100).into_iter().flatten().collect();
        assert_ne!(drawn, (0..100).collect::<Vec<_>>());
        drawn.sort_unstable();
        assert_eq!(drawn, (0..100).collect::<Vec<_>>());
        assert_eq!(order.number(Sequence(101)), Some(Number(101)));
    }

    #[test]
    fn windows_are_served_in_order_and_drawn_within() {
        let mut order = Order::default();
        for from in (0..100).step_by(20) {
            order.open(Sequence(from), FlowMs(from));
            assert_eq!(order.number(Sequence(from + 19)), None);
            order.close_window(Sequence(from + 20), &[3; 32]);
        }
        let drawn: Vec<u64> = numbers(&order, 0..100).into_iter().flatten().collect();
        for (index, window) in drawn.chunks(20).enumerate() {
            let mut window = window.to_vec();
            let first = index as u64 * 20;
            assert_ne!(window, (first..first + 20).collect::<Vec<_>>());
            window.sort_unstable();
            assert_eq!(window, (first..first + 20).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_window_too_many_is_served_as_it_came() {
        let mut order = Order::default();
        for window in 0..=WINDOWS_MAX as u64 {
            order.open(Sequence(window * 2), FlowMs(0));
            order.close_window(Sequence(window * 2 + 2), &[3; 32]);
        }
        let last = WINDOWS_MAX as u64 * 2;
        assert_eq!(numbers(&order, last..last + 2), [Some(last), Some(last + 1)]);
    }
}
