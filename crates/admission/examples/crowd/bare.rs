//! The bare code to compare with: the least code that keeps the places, without any other
//! guarantee.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::sync::atomic::{AtomicU8, Ordering};

use serde::Serialize;

/// A small value to be stored.
#[derive(Debug, Default, Serialize)]
struct Record {
    flow_ms: u64,
    next: u64,
    granted: u64,
}

/// A list of people, one bit for each who was let through, and a small value that is encoded after
/// every batch.
#[derive(Debug, Default)]
pub(crate) struct List {
    came_ms: Vec<u64>,
    gone: Vec<u64>,
    record: Record,
}

impl List {
    /// Returns a list with `people` entries.
    pub(crate) fn of(people: u64) -> Self {
        let mut list = Self::default();
        list.arrive(people);
        list
    }

    /// Adds arrivals.
    pub(crate) fn arrive(&mut self, people: u64) {
        for _ in 0..people {
            self.came_ms.push(black_box(self.record.flow_ms));
        }
        self.record.next += people;
        self.gone.resize(self.came_ms.len().div_ceil(64), 0);
        self.keep();
    }

    /// Lets these places through, the lowest first.
    pub(crate) fn claim(&mut self, asked: &[u64]) {
        let asked: BTreeSet<u64> = asked.iter().copied().collect();
        let through: Vec<u64> = asked.into_iter().collect();
        for place in &through {
            self.gone[(place / 64) as usize] |= 1 << (place % 64);
        }
        self.record.granted += through.len() as u64;
        black_box(through);
        self.keep();
    }

    fn keep(&mut self) {
        self.record.flow_ms += 1;
        black_box(postcard::to_extend(&self.record, Vec::new()).expect("three figures can be written"));
    }
}

/// Returns one byte per place.
pub(crate) fn bytes(places: u64) -> Vec<AtomicU8> {
    (0..places).map(|_| AtomicU8::new(1)).collect()
}

/// Reads one of these bytes.
pub(crate) fn read(bytes: &[AtomicU8], place: u64) -> u8 {
    bytes[place as usize].load(Ordering::Relaxed)
}

/// A pseudorandom number generator: Marsaglia's xorshift.
#[derive(Debug)]
pub(crate) struct Xorshift(u64);

impl Xorshift {
    pub(crate) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * u128::from(end)) >> 64) as u64
    }
}

/// Returns a random order of `people` places by the textbook shuffle of a list in memory.
pub(crate) fn shuffle(people: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..people as u32).collect();
    let mut rng = Xorshift::new();
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last as u64 + 1) as usize);
    }
    order
}
