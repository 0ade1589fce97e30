//! Invariant 11: a visitor who pays every price gets a place soon, and until visitors are let
//! through, a network, the subnet around it and a provider get no more than their share of the
//! places below the price for further ones.
//!
//! A subnet has four times the share of a network. Its further tickets cost as much as a network's
//! if it is that of one subscriber, else as much as places in a line.
//!
//! The share is that of the room's settings, applied to the durable places, plus the possible error
//! of the sketch of the networks. Nothing is judged once visitors are let through, because the
//! places of networks are then forgotten, and places that are not scarce have no limit.

use std::collections::BTreeMap;

use admission::networks::{CELLS, CHANCE_PERMILLE};
use admission::price::{DRAW_WORKS_MAX, NETWORK_WORKS, PROVIDER_WORKS, WORK_MAX};
use admission::providers::PROVIDER_CELLS;

use super::{Fact, FactTime, OracleContext};
use crate::scenario::ScenarioPrice;

/// How often a visitor can be shown a price and pay it before a place is due: a price doubles at
/// most this many times.
const PRICES_MAX: u32 = 12;
/// How many times the share of a network a subnet has.
const SUBNET_SHARES: u64 = 4;
/// The error of the sketch, in addition to its correction.
const SKETCH_ERROR: u64 = 3;

/// A network whose places are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum CountedNetwork {
    /// The client's own.
    Client(u64),
    /// The subnet around it.
    Subnet { id: u64, is_of_one: bool },
}

#[derive(Debug)]
pub(super) struct PriceOracle {
    price: Option<ScenarioPrice>,
    /// The time until which places are tickets for a draw, in milliseconds of the accurate wall
    /// clock.
    cut_off_wall: u64,
    /// The wall time from which on nothing is judged.
    flows_wall: u64,
    wall_error_ms: u64,
    wall: u64,
    given: u64,
    /// Places below the price, by network and by subnet.
    cheap: BTreeMap<CountedNetwork, u64>,
    /// Places below the price, by provider.
    cheap_of_providers: BTreeMap<u64, u64>,
}

impl PriceOracle {
    pub(super) fn new(world: &OracleContext) -> Self {
        Self {
            price: world.price,
            cut_off_wall: world.cut_off_wall.unwrap_or(0),
            flows_wall: world.flows_wall.unwrap_or(0),
            wall_error_ms: world.wall_error_ms,
            wall: 0,
            given: 0,
            cheap: BTreeMap::new(),
            cheap_of_providers: BTreeMap::new(),
        }
    }

    pub(super) fn witness(&mut self, _at: FactTime, fact: &Fact) -> Result<(), String> {
        let Some(price) = self.price else { return Ok(()) };
        match *fact {
            Fact::Durable { wall, .. } => self.wall = self.wall.max(wall),
            Fact::Given { count, .. } => self.given += count,
            Fact::Skipped { to, .. } => self.given = self.given.max(to),
            Fact::Priced { told } if told > PRICES_MAX => {
                return Err(format!("a visitor paid {told} prices and has no place"));
            }
            Fact::Paid {
                network,
                subnet,
                is_subnet_of_one: is_of_one,
                provider,
                work,
            } => {
                if network > 0 {
                    self.paid(&price, CountedNetwork::Client(network), work)?;
                }
                if subnet > 0 {
                    self.paid(&price, CountedNetwork::Subnet { id: subnet, is_of_one }, work)?;
                }
                if provider > 0 {
                    self.paid_by_provider(&price, provider, work)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn paid_by_provider(&mut self, price: &ScenarioPrice, provider: u64, work: u32) -> Result<(), String> {
        let Some(free) = price.provider_places else {
            return Ok(());
        };
        let works = u64::from(PROVIDER_WORKS) * u64::from(price.standard_work);
        if u64::from(work) >= works / 2 {
            return Ok(());
        }
        let cheap = self.cheap_of_providers.entry(provider).or_default();
        *cheap += 1;
        let share = self.given * u64::from(price.provider_share_permille) / 1_000;
        // The estimate leaves out the places of others that a counter holds on average.
        let others = self.given / (PROVIDER_CELLS as u64 - 1);
        let most = share.max(u64::from(free)).max(1) + others + SKETCH_ERROR;
        if *cheap > most && self.wall + self.wall_error_ms < self.flows_wall {
            return Err(format!(
                "the provider {provider} has {cheap} places of {} below the price, its share is {most}",
                self.given
            ));
        }
        Ok(())
    }

    fn paid(&mut self, price: &ScenarioPrice, network: CountedNetwork, work: u32) -> Result<(), String> {
        let share = self.given * u64::from(price.network_share_permille) / 1_000;
        let share = share.max(u64::from(price.network_places)).max(1);
        let (shares, costs_more) = match network {
            CountedNetwork::Client(_) => (1, true),
            CountedNetwork::Subnet { is_of_one, .. } => (SUBNET_SHARES, is_of_one),
        };
        let is_drawn = costs_more && self.wall + self.wall_error_ms < self.cut_off_wall;
        let of_draw = u64::from(price.network_share_works).div_ceil(share) * u64::from(is_drawn);
        let share = share * shares;
        let works = of_draw.min(u64::from(DRAW_WORKS_MAX)).max(u64::from(NETWORK_WORKS));
        let price_now = (works * u64::from(price.standard_work)).min(u64::from(WORK_MAX.0));
        // Work that was asked for before the price doubled still pays.
        if u64::from(work) >= price_now / 2 {
            return Ok(());
        }
        let cheap = self.cheap.entry(network).or_default();
        *cheap += 1;
        // At least this many counters of a row hold the expected collisions or more, and the
        // counters of a row together hold two for each place.
        let at_least = (CELLS * (1_000 - CHANCE_PERMILLE) / 1_000) as u64;
        let chance = 2 * self.given / at_least;
        let most = share + chance + chance.isqrt() + SKETCH_ERROR;
        if *cheap > most && self.wall + self.wall_error_ms < self.flows_wall {
            return Err(format!(
                "the network {network:?} has {cheap} places of {} below the price ({work} of {price_now}), its share is {most}",
                self.given
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: FactTime = FactTime { real_ms: 0, flow_ms: 0 };

    /// Returns a sale in which a network has five places below the price.
    fn oracle() -> PriceOracle {
        PriceOracle::new(&OracleContext {
            price: Some(ScenarioPrice {
                network_places: 5,
                network_share_permille: 0,
                standard_work: 100,
                expected_per_minute: 6_000,
                prequeue_work: false,
                network_share_works: 0,
                provider_places: Some(50),
                provider_share_permille: 0,
                proofs: false,
                code_pays: false,
            }),
            cut_off_wall: Some(900),
            flows_wall: Some(1_000),
            ..OracleContext::plain()
        })
    }

    fn paid(oracle: &mut PriceOracle, times: u32, network: u64, work: u32) -> Result<(), String> {
        let fact = Fact::Paid {
            network,
            subnet: 0,
            is_subnet_of_one: false,
            provider: 0,
            work,
        };
        (0..times).try_for_each(|_| oracle.witness(AT, &fact))
    }

    #[test]
    fn a_subnet_with_more_than_four_shares_below_the_price_is_found() {
        let paid = |oracle: &mut PriceOracle, times: u64, (is_subnet_of_one, work): (bool, u32)| {
            let fact = Fact::Paid {
                network: 0,
                subnet: 1,
                is_subnet_of_one,
                provider: 0,
                work,
            };
            (0..times).try_for_each(|_| oracle.witness(AT, &fact))
        };
        let most = 4 * 5 + SKETCH_ERROR;
        for is_of_one in [true, false] {
            let mut drawn = oracle();
            drawn.price.as_mut().expect("a price").network_share_works = 30_000;
            assert!(paid(&mut drawn, most, (is_of_one, 0)).is_ok(), "its shares");
            let of_line = paid(&mut drawn, 1, (is_of_one, 800));
            assert_eq!(of_line.is_ok(), !is_of_one, "a subscriber pays as much as a network");
            assert!(paid(&mut drawn, 100, (is_of_one, 60_000)).is_ok());
            assert!(paid(&mut drawn, 1, (is_of_one, 399)).is_err());
        }
    }

    #[test]
    fn a_provider_with_more_than_its_share_below_the_price_is_found() {
        let paid = |oracle: &mut PriceOracle, times: u64, work: u32| {
            let fact = Fact::Paid {
                network: 0,
                subnet: 0,
                is_subnet_of_one: false,
                provider: 3,
                work,
            };
            (0..times).try_for_each(|_| oracle.witness(AT, &fact))
        };
        let most = 50 + SKETCH_ERROR;
        assert!(paid(&mut oracle(), most, 0).is_ok());
        assert!(
            paid(&mut oracle(), most + 1, 49).is_err(),
            "less than half of the price"
        );
        assert!(paid(&mut oracle(), 1_000, 50).is_ok(), "at the price");
        let mut off = oracle();
        off.price.as_mut().expect("a price").provider_places = None;
        assert!(paid(&mut off, 1_000, 0).is_ok(), "no limit");
    }

    #[test]
    fn a_network_with_more_than_its_share_below_the_price_is_found() {
        let most = 5 + u32::try_from(SKETCH_ERROR).expect("few");
        assert!(paid(&mut oracle(), most, 1, 0).is_ok());
        assert!(
            paid(&mut oracle(), most + 1, 1, 399).is_err(),
            "less than half of the price"
        );
        assert!(paid(&mut oracle(), 100, 1, 400).is_ok(), "at the price");
        assert!(paid(&mut oracle(), 100, 0, 0).is_ok(), "a network each");
        let mut flows = oracle();
        let kept = Fact::Durable { commit: 1, wall: 1_000 };
        assert!(flows.witness(AT, &kept).is_ok());
        assert!(
            paid(&mut flows, 100, 1, 0).is_ok(),
            "not judged once people are let through"
        );
    }

    #[test]
    fn a_ticket_for_a_draw_at_the_price_of_a_line_is_found() {
        let mut oracle = oracle();
        oracle.price.as_mut().expect("a price").network_share_works = 30_000;
        let most = 5 + u32::try_from(SKETCH_ERROR).expect("few");
        assert!(paid(&mut oracle, most, 1, 800).is_ok(), "its share");
        assert!(
            paid(&mut oracle, 100, 1, 60_000).is_ok(),
            "half of 1,200 standard works"
        );
        assert!(paid(&mut oracle, 1, 1, 800).is_err());
    }

    #[test]
    fn paying_repeatedly_without_a_place_is_a_violation() {
        let told = |told| oracle().witness(AT, &Fact::Priced { told });
        assert!(told(PRICES_MAX).is_ok());
        assert!(told(PRICES_MAX + 1).is_err());
    }
}
