//! The values that were added to the stored form later: a version that does not know them drops
//! them, and a newer version starts them again.

use serde::{Deserialize, Serialize};

use super::Ledger;
use crate::forecast::{BeforeRise, Learning};
use crate::networks::PlacesByNetwork;
use crate::passed::PassedOver;
use crate::rise::PublishedRates;
use crate::units::Number;

/// The fields of the ledger that are stored last.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Later {
    passed_to: Number,
    /// The numbers heard in front, each as the distance from the previous one, because most
    /// distances are small.
    heard: Vec<u64>,
    /// Written after the other fields, if there is any.
    #[serde(skip)]
    published_rates: PublishedRates,
    /// Written after that, if there is any. The places by network come last, if anything is
    /// counted.
    #[serde(skip)]
    forecast: LaterForecast,
}

/// The parts of the forecast that were added to the stored form.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct LaterForecast {
    before: BeforeRise,
    learning: Learning,
}

impl Later {
    pub(super) fn of(ledger: &Ledger) -> Self {
        let (passed_to, heard) = ledger.serving.passed.parts();
        let before = std::iter::once(0).chain(heard.iter().map(|number| number.0));
        Self {
            passed_to,
            heard: heard
                .iter()
                .zip(before)
                .map(|(number, before)| number.0 - before)
                .collect(),
            published_rates: ledger.expectation.published_rates,
            forecast: LaterForecast {
                before: ledger.forecast.before_rise(),
                learning: ledger.forecast.learning(),
            },
        }
    }

    /// Appends the stored form, with these places by network.
    pub(super) fn write(&self, networks: &PlacesByNetwork, bytes: Vec<u8>) -> postcard::Result<Vec<u8>> {
        let mut bytes = postcard::to_extend(self, bytes)?;
        let has_networks = !networks.is_empty();
        let has_forecast = has_networks || self.forecast != LaterForecast::default();
        if has_forecast || self.published_rates != PublishedRates::default() {
            bytes = postcard::to_extend(&self.published_rates, bytes)?;
        }
        if has_forecast {
            bytes = postcard::to_extend(&self.forecast, bytes)?;
        }
        if has_networks {
            bytes = networks.write(bytes)?;
        }
        Ok(bytes)
    }

    /// Reads the stored form, and the places by network.
    pub(super) fn read(bytes: &[u8]) -> postcard::Result<(Self, PlacesByNetwork)> {
        let mut networks = PlacesByNetwork::default();
        let (mut later, rest) = postcard::take_from_bytes::<Self>(bytes)?;
        if !rest.is_empty() {
            let (published_rates, rest) = postcard::take_from_bytes(rest)?;
            later.published_rates = published_rates;
            if !rest.is_empty() {
                let (forecast, rest) = postcard::take_from_bytes(rest)?;
                later.forecast = forecast;
                if !rest.is_empty() {
                    networks = PlacesByNetwork::read(rest)?;
                }
            }
        }
        Ok((later, networks))
    }

    /// Returns whether there is nothing to store.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Gives the fields back to a ledger that was read.
    pub(super) fn put_back(self, ledger: &mut Ledger) {
        let numbers = self.heard.into_iter().scan(0_u64, |number, distance| {
            *number = number.saturating_add(distance);
            Some(Number(*number))
        });
        ledger.expectation.published_rates = self.published_rates;
        ledger.forecast.set_before_rise(self.forecast.before);
        ledger.forecast.set_learning(self.forecast.learning);
        ledger.serving.passed = PassedOver::new(self.passed_to, numbers.collect());
    }
}
