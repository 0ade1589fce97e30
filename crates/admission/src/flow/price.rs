//! The price of a place: the work or patience that a newcomer has to prove before a number is
//! given, so that places are not free for programs.
//!
//! At rest the price is nothing. Three things raise it:
//!
//! - *The newcomer's network* has had its share of the places ([`NetworkLimit`], counted by
//!   [`crate::networks`]). The share is a part of all places, at least a few. Each further share
//!   costs [`NETWORK_STEP`] times as much work. The limit holds only where places are scarce: in a
//!   pre-queue, while nobody is let through, or behind a line of more than [`SCARCE_SECONDS`]
//!   seconds. Tickets for a draw can cost more ([`NetworkLimit::share_works`]), because they are
//!   not forgotten before the draw, and visitors who wait for it have time to work. A second share
//!   has a fixed total price, whatever the crowd: in a larger crowd, more visitors divide it.
//! - *The newcomer's provider* has had its share ([`ProviderLimit`]), a large part of all places:
//!   somebody with a whole IPv6 /32 has 65,536 subnets with a share each. Mobile carriers have very
//!   many honest customers, so the price is small, and it exists only where work is taken.
//! - *A rush*: more places a minute are given than the room expects ([`WorkPrice`]). The price
//!   doubles with each doubling of the rate.
//!
//! A price is paid by work, or by patience or a code unless it is that of the newcomer's network.
//! Nobody is barred by it: the places of a network fade ([`crate::networks`]), so that it gets
//! further ones at a steady pace without any work; a rush ends, and until then a part of the
//! expected rate is kept for newcomers who waited instead of working. A newcomer who waited cannot
//! be distinguished from one who only came back later, so that part is bounded for the room and, by
//! the network's share, for each network.
//!
//! This module does not verify proofs of work or patience. `plan/price.rs` computes the price.

use serde::{Deserialize, Serialize};

use crate::networks::ClientNetworks;

/// How many times the share of a client's network its subnet may have.
pub const SUBNET_SHARES: u64 = 4;
/// A line is scarce from this many seconds of outflow on.
pub const SCARCE_SECONDS: u64 = 10;
/// The price of the first place beyond a network's share, in standard works.
pub const NETWORK_WORKS: u32 = 8;
/// How many times as much each further share costs.
pub const NETWORK_STEP: u32 = 4;
/// The highest price for a network, in standard works.
pub const NETWORK_WORKS_MAX: u32 = 64;
/// The price of the first place beyond a provider's share, in standard works.
pub const PROVIDER_WORKS: u32 = 1;
/// How many times as much each further share of a provider costs.
pub const PROVIDER_STEP: u32 = 2;
/// The highest price for a provider, in standard works.
pub const PROVIDER_WORKS_MAX: u32 = 4;
/// The highest price of a ticket for a draw, in standard works: at most twenty minutes for a
/// cheap phone, with the usual standard work.
pub const DRAW_WORKS_MAX: u32 = 1_200;
/// The highest price in a rush, in standard works.
pub const RUSH_WORKS_MAX: u32 = 16;

/// The factor by which a price can have risen since the work was demanded: the work still pays it.
const PRICE_RISE: u32 = 2;

/// The highest price of any place, whatever the standard work: slow devices must be able to pay it
/// before the challenge ends, at most an hour later.
pub const WORK_MAX: WorkUnits = WorkUnits(1_500_000);

/// Work: the most key derivations that a challenge takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WorkUnits(pub u32);

impl WorkUnits {
    /// Whether this work pays the price, which can have risen since the work was demanded.
    pub fn pays(self, price: Self) -> bool {
        self.0.saturating_mul(PRICE_RISE) >= price.0
    }
}

/// The price in a rush, in standard works, at this many times the expected rate.
pub fn rush_works(times: u64) -> u32 {
    match times.checked_ilog2() {
        None => 0,
        Some(doublings) => doubled_work(doublings, RUSH_WORKS_MAX),
    }
}

/// Returns the highest of the prices, in standard works, and its reason: the first of those that
/// are equal. `None` if all are 0.
pub fn highest_works(works: [(PriceReason, u32); 4]) -> Option<(PriceReason, u32)> {
    let most = works.iter().map(|(_, works)| *works).max();
    let mut priced = works.into_iter().filter(|(_, works)| *works > 0);
    priced.find(|(_, works)| Some(*works) == most)
}

/// Returns one standard work, doubled `doublings` times, at most `most`.
pub fn doubled_work(doublings: u32, most: u32) -> u32 {
    1_u32.checked_shl(doublings).unwrap_or(u32::MAX).min(most)
}

/// The share of the places that one network is given without a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkLimit {
    /// The number of places that cost nothing in any case.
    pub free: u32,
    /// The share of all places that costs nothing, in thousandths.
    pub share_permille: u16,
    /// The price of a second share of the tickets for a draw to the client's network as a whole, in
    /// standard works: each ticket beyond the first share costs this divided by the tickets of a
    /// share, at most [`DRAW_WORKS_MAX`], where that is more than in a line; 0 for no other price
    /// than in a line. Tickets beyond the share of a subnet of one subscriber
    /// ([`ClientNetworks::is_subnet_of_one`]) cost the same.
    pub share_works: u32,
    /// The limit on the providers around the networks, if there is one.
    pub providers: Option<ProviderLimit>,
}

/// The share of the places that one provider is given without a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderLimit {
    /// The number of places that cost nothing in any case.
    pub free: u32,
    /// The share of all places that costs nothing, in thousandths.
    pub share_permille: u16,
}

impl ProviderLimit {
    /// The default limit of a room: more than most carriers have of a country's visitors.
    pub const STANDARD: Self = Self {
        free: 1_000,
        share_permille: 250,
    };
}

impl NetworkLimit {
    /// The default limit of a room. With it, an address that spends 1,000 seconds of a processor
    /// has less than a hundredth of a draw among 5,000 (`docs/abuse.md`).
    pub const STANDARD: Self = Self {
        free: 20,
        share_permille: 5,
        share_works: 30_000,
        providers: Some(ProviderLimit::STANDARD),
    };
}

/// When work is asked for, and how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkPrice {
    /// The price at the beginning of a rush.
    pub standard: WorkUnits,
    /// The number of places a minute that is no rush.
    pub expected_per_minute: u32,
    /// Whether each ticket of a pre-queue costs at least the standard work.
    pub in_prequeue: bool,
}

/// The price of a room's places; nothing by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacePrice {
    /// The limit on networks, if there is one.
    pub network: Option<NetworkLimit>,
    /// The price in work, if work is asked for.
    pub work: Option<WorkPrice>,
}

/// The payment of a newcomer for a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Payment {
    /// Nothing.
    Nothing,
    /// Proof of work.
    Work(WorkUnits),
    /// Proof of having waited, in place of work.
    Patience,
    /// An identity whose proof had a price of its own, such as a code by e-mail. It pays the same
    /// as a wait, for any number of newcomers: the pace at which codes are given bounds them.
    Code,
}

/// A newcomer whose place has a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PricedOrigin {
    /// Where the newcomer comes from.
    pub networks: ClientNetworks,
    /// The payment of the newcomer.
    pub payment: Payment,
}

/// Why a place has a price now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum PriceReason {
    /// The newcomer's network has had its share.
    #[error("the network has had its share of places")]
    Network,
    /// The newcomer's provider has had its share.
    #[error("the provider has had its share of places")]
    Provider,
    /// More people come than the room expects.
    #[error("places have a price now")]
    Rush,
    /// The place has a price at any rate of arrivals: in every pre-queue of the room, or for this
    /// newcomer.
    #[error("the place has a price at any rate")]
    Standing,
}

/// A price that was not paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnpaidPrice {
    /// Why there is a price.
    pub reason: PriceReason,
    /// The work that pays it; `None` if only waiting does.
    pub work: Option<WorkUnits>,
}
