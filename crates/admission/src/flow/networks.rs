//! Counts the places that each client network was given recently, in a sketch of bounded size.
//!
//! The sketch is a table of [`ROWS`] rows of [`CELLS`] counters. A place counts in one counter of
//! each row, chosen by the network's keyed hash, once for the client's own network and once for the
//! subnet around it. The estimate for a network is its smallest counter minus the expected
//! collisions with other networks. These are the value below which [`CHANCE_PERMILLE`] of all
//! counters lie: half of all networks have fewer collisions in their smallest counter, and half
//! have more. The square root of that value, which is the usual error, is subtracted as well, so
//! that a network within its share is rarely taken for one beyond it.
//!
//! In a crowd of networks with one place each, the expected collisions are close to the mean of the
//! counters. If a hundred networks hold all places, they are 0, so a hundred networks are counted
//! as exactly as one. For any number of networks, the error is small compared with a limit that is
//! a share of all places.
//!
//! Until the line is drawn or opened, nothing is forgotten: a ticket of the first minute is worth
//! as much as one of the last. Once visitors are served in order of arrival, all counters are
//! halved once a minute, so that every network gets places again at a steady pace.
//!
//! The places of providers, which are much wider networks, are in a smaller sketch of their own
//! ([`crate::providers`]), so that the few large ones do not disturb the estimates for networks.
//!
//! The sketch never contains addresses. The hashes are keyed anew for each run, and a run begins
//! with an empty sketch.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::providers::{PlacesByProvider, estimate};
use crate::tally::Tally;
use crate::time::FlowMs;

/// The number of rows. With more rows, fewer networks share all their counters.
pub const ROWS: usize = 5;
/// The number of counters in a row.
pub const CELLS: usize = 256;
/// The part of all counters below the median number of collisions in a network's smallest counter,
/// in thousandths: `1 − 0.5^(1 / ROWS)`.
pub const CHANCE_PERMILLE: usize = 129;
/// The time after which the counters are halved, in milliseconds.
pub const HALVED_AFTER_MS: u64 = 60_000;
/// The most bytes of the stored form.
pub const STORED_BYTES_MAX: usize = 4_096;
/// The correction is computed again after one place in this many was added.
const CORRECTED_EACH: u64 = 64;

/// A keyed hash of a network, with a key of the room and the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NetworkHash(pub u64);

/// The networks from which a newcomer comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientNetworks {
    /// The client's own network: an IPv4 address, or an IPv6 /64.
    pub client: NetworkHash,
    /// The network around it, which has a softer limit.
    pub subnet: NetworkHash,
    /// Whether the subnet is usually that of one subscriber, who can take any client network in it:
    /// an IPv6 /48 is, an IPv4 /24 is not.
    pub is_subnet_of_one: bool,
    /// The provider's network around the subnet, an IPv4 /16 or an IPv6 /32.
    pub provider: NetworkHash,
}

/// Places given lately, by network.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacesByNetwork {
    cells: Cells,
    /// All places counted, halved like the counters.
    places: u64,
    /// When the counters were last halved, or when halving began.
    halved_at: FlowMs,
    /// Places given to newcomers who waited instead of working.
    patient: Tally,
    /// The expected collisions in a network's smallest counter, and the number of places for which
    /// they were computed; both are halved like the counters.
    chance: u32,
    corrected_for: u64,
    /// Written after the other fields, if there is any.
    #[serde(skip)]
    providers: PlacesByProvider,
}

impl PlacesByNetwork {
    /// Returns whether nothing is counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places == 0
    }

    /// Returns the number of places that count at `now`; `fades`: whether places are forgotten.
    #[must_use]
    pub fn places(&self, now: FlowMs, fades: bool) -> u64 {
        halved(self.places, self.halvings(now, fades))
    }

    /// Estimates how many of the places were given to a network.
    #[must_use]
    pub fn of(&self, network: NetworkHash, now: FlowMs, fades: bool) -> u64 {
        let cells = &self.cells.0;
        if cells.is_empty() {
            return 0;
        }
        let halvings = self.halvings(now, fades);
        let least = indices(network).map(|index| cells[index]).into_iter().min();
        let least = halved(u64::from(least.unwrap_or(0)), halvings);
        let chance = halved(u64::from(self.chance), halvings);
        least.saturating_sub(chance + chance.isqrt())
    }

    /// Estimates how many of the places were given to a provider.
    #[must_use]
    pub fn of_provider(&self, provider: NetworkHash, now: FlowMs, fades: bool) -> u64 {
        let halvings = self.halvings(now, fades);
        let least = halved(self.providers.least(provider.0), halvings);
        estimate(least, halved(self.places, halvings))
    }

    /// Appends the stored form. A version that does not know the places by provider drops them.
    pub(crate) fn write(&self, bytes: Vec<u8>) -> postcard::Result<Vec<u8>> {
        let bytes = postcard::to_extend(self, bytes)?;
        match self.providers.is_empty() {
            true => Ok(bytes),
            false => postcard::to_extend(&self.providers, bytes),
        }
    }

    /// Reads the stored form.
    pub(crate) fn read(bytes: &[u8]) -> postcard::Result<Self> {
        let (mut read, rest) = postcard::take_from_bytes::<Self>(bytes)?;
        if !rest.is_empty() {
            read.providers = postcard::from_bytes(rest)?;
        }
        Ok(read)
    }

    /// Forgets the counts that have faded until `now`.
    pub(crate) fn pass_time(&mut self, now: FlowMs, fades: bool) {
        let halvings = self.halvings(now, fades);
        self.places = halved(self.places, halvings);
        if self.places == 0 {
            *self = Self::default();
        } else if !fades {
            self.halved_at = now;
        } else if halvings > 0 {
            self.halved_at = self.halved_at.plus(halvings * HALVED_AFTER_MS);
            let counts = self.cells.0.iter_mut().chain(self.providers.counters_mut());
            for count in counts.chain([&mut self.chance]) {
                *count = u32::try_from(halved(u64::from(*count), halvings)).expect("less than before");
            }
            self.corrected_for = halved(self.corrected_for, halvings);
        }
    }

    /// Counts a place that is given to a newcomer.
    pub(crate) fn count(&mut self, networks: &ClientNetworks, now: FlowMs) {
        if self.is_empty() || self.cells.0.is_empty() {
            self.halved_at = now;
            self.cells.0 = vec![0; ROWS * CELLS];
        }
        for network in [networks.client, networks.subnet] {
            for index in indices(network) {
                self.cells.0[index] = self.cells.0[index].saturating_add(1);
            }
        }
        self.providers.count(networks.provider.0);
        self.places = self.places.saturating_add(1);
        if self.places - self.corrected_for > self.corrected_for / CORRECTED_EACH {
            self.correct();
        }
    }

    /// Computes the correction again.
    fn correct(&mut self) {
        let mut cells = self.cells.0.clone();
        let below = cells.len() * CHANCE_PERMILLE / 1_000;
        self.chance = *cells.select_nth_unstable(below).1;
        self.corrected_for = self.places;
    }

    /// Counts a place that is given to a newcomer who waited instead of working.
    pub(crate) fn count_patient(&mut self, now: FlowMs) {
        self.patient.count(now, 1);
    }

    /// Returns how many places were given to patient newcomers within a minute.
    pub(crate) fn patient_lately(&self, now: FlowMs) -> u64 {
        self.patient.last_minute(now)
    }

    fn halvings(&self, now: FlowMs, fades: bool) -> u64 {
        if fades {
            now.since(self.halved_at) / HALVED_AFTER_MS
        } else {
            0
        }
    }
}

fn halved(count: u64, times: u64) -> u64 {
    u32::try_from(times)
        .ok()
        .and_then(|times| count.checked_shr(times))
        .unwrap_or(0)
}

/// Returns a network's counter in each row. Each row uses different bits of the hash.
fn indices(network: NetworkHash) -> [usize; ROWS] {
    std::array::from_fn(|row| {
        let bits = usize::try_from(network.0 >> (12 * row) & 0xfff).expect("12 bits");
        row * CELLS + bits % CELLS
    })
}

/// The counters, row by row; empty until something is counted. Stored one after the other, with a
/// run of zeros as 0 and its length.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Cells(Vec<u32>);

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut stored: Vec<u32> = Vec::with_capacity(self.0.len());
        for run in self.0.chunk_by(|one, next| (*one == 0) == (*next == 0)) {
            match run {
                [0, ..] => stored.extend([0, u32::try_from(run.len()).expect("a sketch is small")]),
                counts => stored.extend_from_slice(counts),
            }
        }
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const COUNT: usize = ROWS * CELLS;
        let stored = Vec::<u32>::deserialize(deserializer)?;
        let mut cells = Vec::with_capacity(COUNT);
        let mut stored = stored.into_iter();
        while let Some(count) = stored.next() {
            let times = if count == 0 { stored.next().unwrap_or(0) } else { 1 };
            let times = usize::try_from(times)
                .ok()
                .filter(|times| *times <= COUNT - cells.len());
            let times = times.ok_or_else(|| serde::de::Error::custom("more counters than the sketch has"))?;
            cells.resize(cells.len() + times, count);
        }
        match cells.len() {
            0 | COUNT => Ok(Self(cells)),
            _ => Err(serde::de::Error::custom("fewer counters than the sketch has")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mixes a number as a keyed hash would.
    fn network(number: u64) -> NetworkHash {
        NetworkHash(splitmix::mix(number.wrapping_add(1)))
    }

    fn from(client: u64) -> ClientNetworks {
        ClientNetworks {
            client: network(client),
            subnet: network(1 << 40 | client),
            is_subnet_of_one: false,
            provider: network((1 << 50) | (client % 400)),
        }
    }

    /// In crowds of any size, networks with one place each are never taken for networks with many,
    /// and a network with many is found.
    #[test]
    fn a_network_with_many_places_is_found_among_many_with_one() {
        for crowd in [100, 5_000, 200_000_u64] {
            let mut counts = PlacesByNetwork::default();
            let many = crowd / 20;
            (0..crowd).for_each(|client| counts.count(&from(client), FlowMs(0)));
            (0..many).for_each(|_| counts.count(&from(u64::MAX >> 30), FlowMs(0)));
            let found = counts.of(network(u64::MAX >> 30), FlowMs(0), false);
            assert!(found.abs_diff(many) <= many / 5 + 2, "{found} of {many} in {crowd}");
            let limit = (crowd / 200).max(10);
            let wrong = (0..crowd).filter(|client| counts.of(network(*client), FlowMs(0), false) >= limit);
            assert_eq!(wrong.count(), 0, "of {crowd} networks with a place each");
        }
    }

    #[test]
    fn places_fade_by_half_a_minute_once_they_fade() {
        let mut counts = PlacesByNetwork::default();
        (0..64).for_each(|_| counts.count(&from(1), FlowMs(0)));
        counts.pass_time(FlowMs(600_000), false);
        assert_eq!(
            counts.of(network(1), FlowMs(600_000), false),
            64,
            "in a pre-queue nothing fades"
        );
        for (minutes, left) in [(0, 64), (1, 32), (2, 16), (6, 1), (7, 0), (70, 0)] {
            let now = FlowMs(600_000 + minutes * 60_000 + 59_999);
            assert_eq!(counts.of(network(1), now, true), left, "after {minutes} minutes");
            let mut later = counts.clone();
            later.pass_time(now, true);
            assert_eq!(later.of(network(1), now, true), left, "and as stored");
            assert_eq!(later.places(now, true), left);
        }
    }

    #[test]
    fn the_stored_form_is_small_and_is_read_back() {
        let mut counts = PlacesByNetwork::default();
        let write = |counts: &PlacesByNetwork| counts.write(Vec::new()).expect("numbers");
        assert!(write(&counts).len() <= 8, "an empty one");
        for client in 0..100_000 {
            counts.count(&from(client), FlowMs(0));
            if client % 20_000 == 3 {
                let stored = write(&counts);
                assert_eq!(PlacesByNetwork::read(&stored), Ok(counts.clone()));
                assert!(stored.len() <= STORED_BYTES_MAX, "{}", stored.len());
            }
        }
    }

    /// Networks with a full share each are recognized, and hardly any newcomer is taken for one of
    /// them.
    #[test]
    fn many_networks_with_a_full_share_are_all_recognized() {
        for (full, most) in [(30, 20), (100, 20), (300, 55)] {
            let mut counts = PlacesByNetwork::default();
            let share = |counts: &PlacesByNetwork| (counts.places(FlowMs(0), false) / 200).max(20);
            for client in 0..full {
                let has = |counts: &PlacesByNetwork| counts.of(network(client), FlowMs(0), false);
                let mut taken = 0;
                while has(&counts) < share(&counts) {
                    counts.count(&from(client), FlowMs(0));
                    taken += 1;
                }
                assert!(taken <= most, "network {client} of {full} took {taken}");
            }
            let wrong =
                (10_000..20_000).filter(|client| counts.of(network(*client), FlowMs(0), false) >= share(&counts));
            let wrong = wrong.count();
            assert!(wrong <= 600, "{wrong} of 10,000 newcomers beside {full}");
        }
    }

    /// In crowds of any size, a provider with a large part of the places is found, and hardly any
    /// visitor of others is taken for one of its visitors.
    #[test]
    fn the_provider_of_many_is_found_and_the_others_have_few() {
        let many = ClientNetworks {
            provider: network(7),
            ..from(u64::MAX >> 30)
        };
        for (crowd, providers) in [(1_000, 30), (5_000, 400), (50_000, 5_000_u64)] {
            let mut counts = PlacesByNetwork::default();
            for client in 0..crowd {
                let provider = network((1 << 50) | (client % providers));
                let networks = ClientNetworks {
                    provider,
                    ..from(client)
                };
                counts.count(&networks, FlowMs(0));
            }
            (0..crowd / 2).for_each(|_| counts.count(&many, FlowMs(0)));
            let places = counts.places(FlowMs(0), false);
            let found = counts.of_provider(many.provider, FlowMs(0), false);
            let wanted = crowd / 2;
            assert!(found.abs_diff(wanted) <= places / 20, "{found} of {wanted} in {places}");
            let is_large = |provider: &u64| {
                let provider = network(1 << 50 | *provider);
                counts.of_provider(provider, FlowMs(0), false) >= places / 4
            };
            let wrong = (0..providers).filter(is_large).count() as u64;
            assert!(wrong * 200 <= providers, "{wrong} of {providers}");
            for (minutes, left) in [(1, found / 2), (40, 0)] {
                let now = FlowMs(minutes * HALVED_AFTER_MS);
                let faded = counts.of_provider(many.provider, now, true);
                assert!(faded.abs_diff(left) <= 2, "{faded} after {minutes} minutes");
                let mut later = counts.clone();
                later.pass_time(now, true);
                assert!(
                    later.of_provider(many.provider, now, true).abs_diff(left) <= 2,
                    "as stored"
                );
            }
        }
    }

    /// A version before the places by provider wrote nothing after the others, and read no further.
    #[test]
    fn a_sketch_without_providers_is_read_and_the_providers_are_counted_anew() {
        let mut counts = PlacesByNetwork::default();
        (0..50).for_each(|client| counts.count(&from(client % 3), FlowMs(0)));
        let whole = counts.write(Vec::new()).expect("numbers");
        let before = postcard::to_stdvec(&counts).expect("numbers");
        assert!(whole.starts_with(&before) && whole.len() > before.len());
        let mut read = PlacesByNetwork::read(&before).expect("the form of an older version");
        let of = |counts: &PlacesByNetwork| counts.of(network(1), FlowMs(0), false);
        assert_eq!((of(&read), read.providers.is_empty()), (of(&counts), true));
        let provider = from(1).provider;
        assert_eq!(read.of_provider(provider, FlowMs(0), false), 0);
        (0..50).for_each(|_| read.count(&from(1), FlowMs(0)));
        assert!(read.of_provider(provider, FlowMs(0), false) >= 45);
        let other: Vec<u32> = vec![1; 95];
        let wrong = postcard::to_extend(&other, before).expect("numbers");
        assert!(PlacesByNetwork::read(&wrong).is_err(), "another size");
    }

    #[test]
    fn a_stored_sketch_of_another_size_is_refused() {
        let read = |cells: &[u32]| {
            let stored = postcard::to_stdvec(&(cells, 1_u64, 0_u64, Tally::default(), 0_u32, 1_u64)).expect("numbers");
            postcard::from_bytes::<PlacesByNetwork>(&stored).is_ok()
        };
        assert!(read(&[0, 1_279, 1]) && read(&[1, 0, 1_279]) && read(&[]));
        assert!(!read(&[0, 1_279, 1, 1]) && !read(&[0, 1_281]) && !read(&[0, u32::MAX]));
        assert!(!read(&[1]) && !read(&[0, 1_278, 1]) && !read(&[0, 1_279, 0]));
    }
}
