//! Computes the price of a place ([`crate::price`]) for a newcomer, both in the commit that decides
//! and before it.

use crate::config::RoomConfig;
use crate::ledger::Ledger;
use crate::lifecycle::Phase;
use crate::networks::{ClientNetworks, NetworkHash};
use crate::price::{
    DRAW_WORKS_MAX, NETWORK_STEP, NETWORK_WORKS, NETWORK_WORKS_MAX, NetworkLimit, PROVIDER_STEP, PROVIDER_WORKS,
    PROVIDER_WORKS_MAX, Payment, PriceReason, PricedOrigin, SCARCE_SECONDS, SUBNET_SHARES, UnpaidPrice, WORK_MAX,
    WorkUnits, highest_works, rush_works,
};
use crate::time::{FlowMs, Now};

/// The span over which the rate of arrivals is measured, in seconds.
const RUSH_SECONDS: u64 = 10;
/// The part that is reserved for patient newcomers: a twentieth of the other newcomers, but at most
/// a twentieth of the expected rate.
const PATIENT_PART: u64 = 20;
/// The minimum number of patient newcomers who can get a place per minute, if a twentieth of the
/// expected rate is as many.
const PATIENT_MIN: u64 = 12;
/// Like [`PATIENT_MIN`], for any expected rate.
const PATIENT_MIN_OF_FEW: u64 = 6;

/// A line whose places have a price.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PricedLine<'a> {
    pub(crate) ledger: &'a Ledger,
    pub(crate) config: &'a RoomConfig,
    /// People who wait.
    pub(crate) waiting: u64,
    /// Places that are given now and are not in the ledger yet.
    pub(crate) given: u64,
    pub(crate) now: Now,
}

impl PricedLine<'_> {
    /// Returns the price that a newcomer has not paid; `None` if the place can be given.
    pub(crate) fn unpaid(&self, origin: &PricedOrigin) -> Option<UnpaidPrice> {
        let limit = self.config.price.network.filter(|_| self.is_scarce());
        let (network, provider) = limit.map_or((0, 0), |limit| {
            let networks = &origin.networks;
            (
                self.network_works(&limit, networks),
                self.provider_works(&limit, networks),
            )
        });
        let rush = self.rush_works();
        let (reason, works) = highest_works([
            (PriceReason::Network, network),
            (PriceReason::Provider, provider),
            (PriceReason::Rush, rush),
            (PriceReason::Standing, self.prequeue_works()),
        ])?;
        let work = self.config.price.work.map(|price| price.standard);
        let work = work.map(|standard| WorkUnits(standard.0.saturating_mul(works)).min(WORK_MAX));
        let is_paid = match origin.payment {
            Payment::Nothing => false,
            Payment::Work(done) => work.is_some_and(|work| done.pays(work)),
            Payment::Patience => network == 0 && self.has_room_for_patient(),
            Payment::Code => network == 0,
        };
        (!is_paid).then_some(UnpaidPrice { reason, work })
    }

    /// The price for the client's network and its subnet, in standard works.
    fn network_works(&self, limit: &NetworkLimit, networks: &ClientNetworks) -> u32 {
        let (counts, flow, fades) = (&self.ledger.networks, self.flow(), fades(self.ledger));
        let places = counts.places(flow, fades);
        let share = (places.saturating_mul(u64::from(limit.share_permille)) / 1_000)
            .max(u64::from(limit.free))
            .max(1);
        let shares = |network: NetworkHash, share: u64| counts.of(network, flow, fades) / share;
        let of_client = shares(networks.client, share);
        let of_subnet = shares(networks.subnet, share.saturating_mul(SUBNET_SHARES));
        let in_line = match u32::try_from(of_client.max(of_subnet)).unwrap_or(u32::MAX) {
            0 => 0,
            shares => {
                let steps = NETWORK_STEP.saturating_pow(shares - 1);
                NETWORK_WORKS.saturating_mul(steps).min(NETWORK_WORKS_MAX)
            }
        };
        let is_drawn = self.ledger.lifecycle.phase() == Phase::PreQueue;
        // In a subnet of one subscriber each ticket can come from another client network.
        let is_beyond = of_client > 0 || networks.is_subnet_of_one && of_subnet > 0;
        if !is_drawn || !is_beyond {
            return in_line;
        }
        let each = u64::from(limit.share_works).div_ceil(share);
        in_line.max(u32::try_from(each).unwrap_or(u32::MAX).min(DRAW_WORKS_MAX))
    }

    /// The price for the provider, in standard works. Where no work is taken there is none: all
    /// customers of a large carrier would have to wait for its places to fade.
    fn provider_works(&self, limit: &NetworkLimit, networks: &ClientNetworks) -> u32 {
        let Some(limit) = limit.providers.filter(|_| self.config.price.work.is_some()) else {
            return 0;
        };
        let (counts, flow, fades) = (&self.ledger.networks, self.flow(), fades(self.ledger));
        let share = counts
            .places(flow, fades)
            .saturating_mul(u64::from(limit.share_permille))
            / 1_000;
        let share = share.max(limit.free.into()).max(1);
        let shares = counts.of_provider(networks.provider, flow, fades) / share;
        match u32::try_from(shares).unwrap_or(u32::MAX) {
            0 => 0,
            shares => PROVIDER_STEP
                .saturating_pow(shares - 1)
                .saturating_mul(PROVIDER_WORKS)
                .min(PROVIDER_WORKS_MAX),
        }
    }

    /// The price of a rush, which is the same for every newcomer, in standard works.
    fn rush_works(&self) -> u32 {
        let Some(price) = self.config.price.work else {
            return 0;
        };
        let lately = self.ledger.inflow.last_seconds(self.flow(), RUSH_SECONDS) + self.given;
        let rate = lately * (60 / RUSH_SECONDS);
        let rushes = rate / u64::from(price.expected_per_minute.max(1));
        rush_works(rushes)
    }

    /// The price of each ticket of a pre-queue at any rate, in standard works.
    fn prequeue_works(&self) -> u32 {
        let has_price = self.config.price.work.is_some_and(|price| price.in_prequeue);
        u32::from(has_price && self.ledger.lifecycle.phase() == Phase::PreQueue)
    }

    /// Whether a place that one newcomer gets makes others wait.
    fn is_scarce(&self) -> bool {
        // A pool's rate, its other rooms and its cap on sessions can leave less than the room's
        // own.
        let rate = self.config.max_outflow.min(self.ledger.expectation.rate());
        let served = u64::from(rate.0) * SCARCE_SECONDS / 60;
        !self.ledger.flows() || self.waiting + self.given > served
    }

    /// Whether another patient newcomer can get a place. The limit also depends on the other
    /// arrivals: waiting costs a program nothing, so a fixed part of the expected rate would give
    /// programs most of a draw to which fewer visitors come than expected.
    fn has_room_for_patient(&self) -> bool {
        let (ledger, flow) = (self.ledger, self.flow());
        let patient = ledger.networks.patient_lately(flow);
        let others = (ledger.inflow.last_minute(flow) + self.given).saturating_sub(patient);
        let expected = self.config.price.work.map_or(0, |price| price.expected_per_minute);
        let most = (others / PATIENT_PART)
            .max(PATIENT_MIN)
            .min(u64::from(expected) / PATIENT_PART)
            .max(PATIENT_MIN_OF_FEW);
        patient < most
    }

    fn flow(&self) -> FlowMs {
        self.now.flow.max(self.ledger.flow)
    }
}

/// Whether the places of networks fade: once visitors are served in the order of their arrival.
pub(crate) fn fades(ledger: &Ledger) -> bool {
    ledger.lifecycle.phase() == Phase::Queue && ledger.gate.is_open()
}
