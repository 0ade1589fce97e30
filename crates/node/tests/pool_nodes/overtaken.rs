//! The oracle of the order: of two visitors who both poll as told, the lower number goes first, to
//! within one poll interval.

use std::fmt;

/// The time that the network may add to the interval, milliseconds.
const NETWORK_MS: u64 = 500;

/// A visitor who was let through.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Served {
    pub(crate) number: u64,
    /// When the visitor learned of the place.
    pub(crate) given_ms: u64,
    pub(crate) granted_ms: u64,
    /// The longest interval between two polls in front, milliseconds; `None` for a visitor who does
    /// not keep to the poll interval, whom anybody can pass.
    pub(crate) interval_ms: Option<u64>,
}

/// The visitors whom higher numbers passed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Overtaken {
    /// Visitors who were passed.
    pub(crate) people: usize,
    /// The most of them whom one visitor passed, and that visitor's number.
    pub(crate) most: (usize, u64),
    /// The longest time after the first who passed, its number, and that of the visitor.
    pub(crate) longest: (u64, u64, u64),
}

impl fmt::Display for Overtaken {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { people, most, longest } = self;
        let (late_ms, first, passed) = longest;
        write!(
            to,
            "{people} passed; #{} passed {} of them; #{passed} went {late_ms} ms after #{first}",
            most.1, most.0
        )
    }
}

impl Overtaken {
    pub(crate) fn among(served: &[Served]) -> Self {
        let mut found = Self::default();
        let mut passes = vec![0_usize; served.len()];
        for one in served {
            let Some(interval_ms) = one.interval_ms else { continue };
            let mut longest = (0, 0);
            for (other, passes) in served.iter().zip(&mut passes) {
                let since_ms = other.granted_ms.max(one.given_ms);
                let late_ms = one.granted_ms.saturating_sub(since_ms);
                if other.number > one.number && late_ms > interval_ms + NETWORK_MS {
                    *passes += 1;
                    longest = longest.max((late_ms, other.number));
                }
            }
            if longest.0 > 0 {
                found.people += 1;
                found.longest = found.longest.max((longest.0, longest.1, one.number));
            }
        }
        let most = passes.iter().zip(served).map(|(passes, one)| (*passes, one.number));
        found.most = most.max().filter(|(passes, _)| *passes > 0).unwrap_or_default();
        found
    }
}
