//! Counts the places that each client provider was given recently, in a sketch of bounded size,
//! beside that of [`crate::networks`].
//!
//! A provider is the network that a registry allocates as a whole: an IPv4 /16 or an IPv6 /32. Its
//! limit is a large part of all places, so only a few providers can be near it, and a small table
//! finds them: [`PROVIDER_ROWS`] rows of [`PROVIDER_CELLS`] counters. The estimate for a provider
//! is its smallest counter minus the places of others that a counter holds on average.
//!
//! The counters are halved together with those of the networks.

use serde::{Deserialize, Serialize};

/// The number of rows.
pub const PROVIDER_ROWS: usize = 3;
/// The number of counters in a row.
pub const PROVIDER_CELLS: usize = 32;

const COUNT: usize = PROVIDER_ROWS * PROVIDER_CELLS;

/// The counters, row by row; none until something is counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u32>")]
pub(crate) struct PlacesByProvider(Vec<u32>);

impl TryFrom<Vec<u32>> for PlacesByProvider {
    type Error = &'static str;

    fn try_from(stored: Vec<u32>) -> Result<Self, &'static str> {
        match stored.len() {
            0 | COUNT => Ok(Self(stored)),
            _ => Err("the sketch has another number of counters"),
        }
    }
}

impl PlacesByProvider {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the smallest counter of the provider with this hash.
    pub(crate) fn least(&self, provider: u64) -> u64 {
        let counters = indices(provider).map(|index| self.0.get(index).copied().unwrap_or(0));
        u64::from(counters.into_iter().min().unwrap_or(0))
    }

    /// Counts a place of the provider with this hash.
    pub(crate) fn count(&mut self, provider: u64) {
        self.0.resize(COUNT, 0);
        for index in indices(provider) {
            self.0[index] = self.0[index].saturating_add(1);
        }
    }

    /// Returns all counters.
    pub(crate) fn counters_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        self.0.iter_mut()
    }
}

/// Returns how many of `places` a provider was given whose smallest counter is `least`, without the
/// expected collisions.
pub(crate) fn estimate(least: u64, places: u64) -> u64 {
    let others = places.saturating_sub(least);
    least.saturating_sub(others / (PROVIDER_CELLS as u64 - 1))
}

/// Returns a provider's counter in each row. Each row uses different bits of the hash.
fn indices(provider: u64) -> [usize; PROVIDER_ROWS] {
    std::array::from_fn(|row| {
        let bits = usize::try_from(provider >> (12 * row) & 0xfff).expect("12 bits");
        row * PROVIDER_CELLS + bits % PROVIDER_CELLS
    })
}
