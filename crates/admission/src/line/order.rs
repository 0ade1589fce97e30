//! From the order of arrival to the order of service.
//!
//! Sequences are cut into *windows*. The people of a window are drawn among themselves when it
//! closes: the one at `s` of a window that begins at `f` gets number `f + permute(key, count, s −
//! f)`, so windows are served in order. The pre-queue is one window; the fairness dial makes one of
//! every few seconds' arrivals. A sequence in no window is its own number. While a window is open,
//! or closed and not drawn, its places have no number.
//!
//! The pre-queue's key comes from its public draw (crate [`draw`]); a later window's from the run's
//! own secret and its first sequence.
//!
//! Bounded: [`WINDOWS_MAX`] windows. At the bound an open window stays open until nobody is before
//! it any more, and then its people are served as they came.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::time::FlowMs;
use crate::units::{Number, Sequence};

/// Drawn windows remembered at most.
pub const WINDOWS_MAX: usize = 2_048;

/// A window whose numbers are known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Drawn {
    from: Sequence,
    count: u64,
    /// `None`: made from the run's secret.
    key: Option<OrderKey>,
    #[serde(skip)]
    tabled: TableCache,
}

/// The order of a pre-queue with its table, made when it is first asked for: every poll asks.
#[derive(Clone, Default)]
struct TableCache(OnceLock<Arc<draw::Permutation>>);

impl std::fmt::Debug for TableCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tabled(…)")
    }
}

/// It follows from the other fields.
impl PartialEq for TableCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for TableCache {}

/// A draw's key. Silent in `Debug`: until it is published it is a secret.
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
    /// A pre-queue whose key is not known yet: its first sequence and how many came.
    closed: Option<(Sequence, u64)>,
    open: Option<Open>,
    secret: Option<OrderKey>,
}

impl Order {
    /// Newcomers from `from` on are drawn later.
    pub(crate) fn open(&mut self, from: Sequence, since: FlowMs) {
        if self.open.is_none() {
            self.open = Some(Open { from, since });
        }
    }

    /// The pre-queue ends before `next`; its key comes later.
    pub(crate) fn close_prequeue(&mut self, next: Sequence) {
        if let Some(open) = self.open.take() {
            self.closed = Some((open.from, next.0 - open.from.0));
        }
    }

    /// The pre-queue's numbers are drawn.
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

    /// Makes the table of a pre-queue's order now, so that clones share it.
    pub(crate) fn prepare(&self) {
        self.drawn
            .iter()
            .filter(|window| window.key.is_some())
            .for_each(|window| _ = self.permutation(window));
    }

    /// A window of the fairness dial ends before `next` and is drawn at once.
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

    /// Takes over windows that ended in commits which were lost, as far as no number that was told
    /// since becomes another; whether anything was taken over.
    pub(crate) fn follow(&mut self, lost: &Self) -> bool {
        let known = lost.drawn.starts_with(&self.drawn);
        let further = lost.drawn.len() > self.drawn.len() || (lost.closed.is_some() && self.open.is_some());
        let secret = self.secret.is_none() || self.secret == lost.secret;
        if !(known && further && secret) {
            return false;
        }
        match self.unnumbered_from() {
            // Nobody from there on has a number.
            Some(_) => *self = lost.clone(),
            None if lost.closed.is_none() => {
                let open = self.open;
                *self = Self { open, ..lost.clone() };
            }
            None => return false,
        }
        true
    }

    /// From which sequence on others' numbers are, or may become, different ones; `None`: never.
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

    /// How many people of the pre-queue wait for their draw.
    #[must_use]
    pub fn population(&self) -> Option<u64> {
        self.closed.map(|(_, count)| count)
    }

    /// How many were in the pre-queue whose numbers are drawn.
    #[must_use]
    pub fn drawn_population(&self) -> Option<u64> {
        let first = self.drawn.first().filter(|window| window.key.is_some())?;
        Some(first.count)
    }

    /// Since when the open window is open, and its first sequence.
    #[must_use]
    pub fn open_since(&self) -> Option<(FlowMs, Sequence)> {
        self.open.map(|open| (open.since, open.from))
    }

    /// The first sequence whose number is not known yet.
    #[must_use]
    pub fn unnumbered_from(&self) -> Option<Sequence> {
        let closed = self.closed.map(|(from, _)| from);
        closed.or(self.open.map(|open| open.from))
    }

    /// Whether there is room for another window.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.drawn.len() < WINDOWS_MAX
    }

    /// The number of a sequence; `None` while it is not drawn.
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

    /// The numbers of a drawn window, for many sequences.
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

/// A stretch of sequences.
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
        let within = draw::Sequence::new(sequence.0 - self.from.0).expect("within a window that fits");
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
