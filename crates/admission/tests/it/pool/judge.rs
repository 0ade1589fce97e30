//! Counts grants by hand: a list of moments and a list of rates for each room and for the pool.
//! Knows no engine.

use std::collections::VecDeque;

use admission::pool::PoolConfig;

const MINUTE_MS: u64 = 60_000;

/// Grants of one room or pool within the last minute, and the rates in force within it.
#[derive(Debug, Default)]
struct Book {
    grants: VecDeque<u64>,
    /// Since when which rate held; `None` for no bound.
    rates: VecDeque<(u64, Option<u64>)>,
}

impl Book {
    fn rate(&mut self, now_ms: u64, rate: Option<u64>) {
        if self.rates.back().is_none_or(|(_, in_force)| *in_force != rate) {
            self.rates.push_back((now_ms, rate));
        }
    }

    /// Grants of the half-open minute that ends now, and the highest rate in force in it.
    fn minute(&mut self, now_ms: u64) -> (u64, Option<u64>) {
        let is_before = |at: u64| at + MINUTE_MS <= now_ms;
        while self.grants.front().is_some_and(|at| is_before(*at)) {
            self.grants.pop_front();
        }
        // A rate ended when the next began.
        while self.rates.get(1).is_some_and(|(began, _)| is_before(*began)) {
            self.rates.pop_front();
        }
        let bound = self.rates.iter().map(|(_, rate)| *rate).reduce(|a, b| Some(a?.max(b?)));
        (self.grants.len() as u64, bound.flatten())
    }
}

#[derive(Debug)]
pub(crate) struct Judge {
    pool: Book,
    rooms: Vec<Book>,
}

impl Judge {
    pub(crate) fn new(rooms: usize) -> Self {
        Self {
            pool: Book::default(),
            rooms: (0..rooms).map(|_| Book::default()).collect(),
        }
    }

    pub(crate) fn rates(&mut self, now_ms: u64, config: &PoolConfig) {
        self.pool.rate(now_ms, config.rate.map(|rate| u64::from(rate.0)));
        for (book, room) in self.rooms.iter_mut().zip(&config.rooms) {
            book.rate(now_ms, Some(u64::from(room.config.max_outflow.0)));
        }
    }

    pub(crate) fn grant(&mut self, now_ms: u64, room: usize) {
        self.pool.grants.push_back(now_ms);
        self.rooms[room].grants.push_back(now_ms);
    }

    /// Invariant 1, for the pool and for every room.
    pub(crate) fn check(&mut self, now_ms: u64) {
        let rooms = self.rooms.iter_mut().enumerate().map(|(room, book)| (Some(room), book));
        for (whose, book) in rooms.chain([(None, &mut self.pool)]) {
            let (granted, bound) = book.minute(now_ms);
            let bound = bound.unwrap_or(u64::MAX);
            assert!(
                granted <= bound,
                "1: room {whose:?}: {granted} in the minute up to {now_ms}, {bound} allowed"
            );
        }
    }
}
