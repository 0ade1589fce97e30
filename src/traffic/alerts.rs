//! Decides which e-mails operators get about requests for places. Pure: compares two readings of
//! the counts of a node, and names the counts that exceeded a limit in between.

use std::collections::BTreeMap;

use super::EntryOutcome;
use super::score::SCORE_STEPS;

/// Milliseconds in a minute.
const MINUTE_MS: u64 = 60_000;

/// The subject of an e-mail to operators. There is at most one of each kind in a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AlertKind {
    /// There are very many requests for places.
    Traffic,
    /// Many requests have a high score.
    Suspects,
    /// Many requests come from addresses that a rule blocks, or that a rule or a score blocks
    /// softly.
    Blocked,
    /// Places of a room have a price, because more visitors arrive than the room expects.
    Rush,
}

/// The numbers of requests per minute from which operators are alerted; 0 for never.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlertLimits {
    /// Requests for places of a customer.
    pub requests: u32,
    /// Requests of a customer with a high score.
    pub suspects: u32,
    /// The lowest score that counts as high, a multiple of ten.
    pub suspects_from: u8,
    /// Requests of a customer from blocked addresses.
    pub blocked: u32,
    /// Newcomers to a room from whom the price of a rush was demanded.
    pub slowed: u32,
}

/// The number of requests of a customer since a node started to count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TrafficTotals {
    /// All requests for places.
    pub requests: u64,
    /// Requests that a rule for their address blocked, or a soft block held.
    pub blocked: u64,
    /// Newcomers' requests by score, in steps of ten.
    pub scores: [u64; SCORE_STEPS],
}

/// The counts of a node at one time.
#[derive(Debug, Clone, Default)]
pub struct TrafficReading {
    /// The time of the reading, in milliseconds of a monotonic clock.
    pub at_ms: u64,
    /// By customer.
    pub customers: BTreeMap<String, TrafficTotals>,
    /// Newcomers from whom the price of a rush was demanded, by room.
    pub slowed: BTreeMap<String, u64>,
}

/// A count that exceeded its limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrafficAlert {
    /// The kind of the alert.
    pub kind: AlertKind,
    /// The limit, per minute.
    pub limit: u32,
    /// The customers, or the rooms in a rush, with their numbers of requests per minute.
    pub beyond: Vec<(String, u64)>,
}

impl AlertKind {
    /// The kind's name in e-mails and in the log.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Traffic => "traffic",
            Self::Suspects => "suspects",
            Self::Blocked => "blocked",
            Self::Rush => "rush",
        }
    }
}

impl TrafficTotals {
    /// Counts a request; `points` is the score, if a newcomer sent it.
    pub(super) fn note(&mut self, outcome: EntryOutcome, points: Option<u8>) {
        self.requests += 1;
        let is_blocked = matches!(outcome, EntryOutcome::Blocked | EntryOutcome::SoftBlocked);
        self.blocked += u64::from(is_blocked);
        if let Some(points) = points {
            self.scores[usize::from(points / 10)] += 1;
        }
    }

    /// The requests with this score or a higher one.
    fn suspects(&self, from: u8) -> u64 {
        self.scores.iter().skip(usize::from(from / 10)).sum()
    }
}

/// Names the counts that exceeded their limits between two readings.
#[must_use]
pub fn alerts(before: &TrafficReading, now: &TrafficReading, limits: &AlertLimits) -> Vec<TrafficAlert> {
    let elapsed_ms = now.at_ms.saturating_sub(before.at_ms).max(1);
    // Counts restart with a node's key, and with a room that is opened again.
    let per_minute = |was: u64, is: u64| is.saturating_sub(was).saturating_mul(MINUTE_MS) / elapsed_ms;
    let of_customers = |count: &dyn Fn(&TrafficTotals) -> u64| -> Vec<(String, u64)> {
        let rate = |(name, totals): (&String, &TrafficTotals)| {
            let was = before.customers.get(name).map_or(0, count);
            (name.clone(), per_minute(was, count(totals)))
        };
        now.customers.iter().map(rate).collect()
    };
    let rooms = now.slowed.iter().map(|(name, slowed)| {
        let was = before.slowed.get(name).copied().unwrap_or_default();
        (name.clone(), per_minute(was, *slowed))
    });
    let rates = [
        (
            AlertKind::Traffic,
            limits.requests,
            of_customers(&|totals| totals.requests),
        ),
        (
            AlertKind::Suspects,
            limits.suspects,
            of_customers(&|totals| totals.suspects(limits.suspects_from)),
        ),
        (
            AlertKind::Blocked,
            limits.blocked,
            of_customers(&|totals| totals.blocked),
        ),
        (AlertKind::Rush, limits.slowed, rooms.collect()),
    ];
    let rates = rates.into_iter().filter(|(_, limit, _)| *limit > 0);
    rates
        .map(|(kind, limit, mut beyond)| {
            beyond.retain(|(_, rate)| *rate >= u64::from(limit));
            TrafficAlert { kind, limit, beyond }
        })
        .filter(|alert| !alert.beyond.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: AlertLimits = AlertLimits {
        requests: 100,
        suspects: 10,
        suspects_from: 80,
        blocked: 5,
        slowed: 1,
    };

    fn reading(at_ms: u64, requests: u64, slowed: u64) -> TrafficReading {
        let mut totals = TrafficTotals {
            requests,
            blocked: requests / 20,
            ..TrafficTotals::default()
        };
        totals.scores[8] = requests / 20;
        totals.scores[10] = requests / 20;
        totals.scores[7] = requests;
        TrafficReading {
            at_ms,
            customers: [("acme".to_owned(), totals)].into(),
            slowed: [("acme/sale".to_owned(), slowed)].into(),
        }
    }

    fn kinds(before: &TrafficReading, now: &TrafficReading, limits: &AlertLimits) -> Vec<(AlertKind, u64)> {
        let found = alerts(before, now, limits);
        found.iter().map(|alert| (alert.kind, alert.beyond[0].1)).collect()
    }

    #[test]
    fn counts_beyond_a_limit_are_named_with_their_rate() {
        let all = [
            (AlertKind::Traffic, 100),
            (AlertKind::Suspects, 10),
            (AlertKind::Blocked, 5),
            (AlertKind::Rush, 1),
        ];
        assert_eq!(kinds(&reading(0, 0, 0), &reading(60_000, 100, 1), &LIMITS), all);
        assert_eq!(kinds(&reading(0, 0, 0), &reading(60_000, 99, 0), &LIMITS), []);
        let in_two_minutes = kinds(&reading(0, 50, 3), &reading(120_000, 250, 5), &LIMITS);
        assert_eq!(in_two_minutes, all, "a rate, not a count");
        assert_eq!(
            kinds(&reading(0, 500, 9), &reading(60_000, 40, 0), &LIMITS),
            [],
            "counts that began anew"
        );
    }

    #[test]
    fn a_limit_of_0_is_never_reached() {
        let never = AlertLimits {
            requests: 0,
            suspects: 0,
            blocked: 0,
            slowed: 0,
            ..LIMITS
        };
        assert_eq!(kinds(&reading(0, 0, 0), &reading(1, 1_000_000, 9), &never), []);
    }
}
