//! `price` of `[[room]]`: the price of a place, so that programs cannot take places for nothing.

use std::net::IpAddr;
use std::sync::Arc;

use admission::price::{NetworkLimit, PlacePrice, ProviderLimit, WorkPrice, WorkUnits};
use serde::Deserialize;

use crate::config::{ConfigProblems, DeclaredNames, IpGroup};

/// The highest price of a second share of a draw.
const SHARE_WORKS_MAX: i64 = 1_000_000;

/// The default of `standard_work`: at most a second on a slow phone.
const STANDARD_WORK_DEFAULT: i64 = 1_000;
/// The maximum of `standard_work`: two minutes on a slow phone.
const STANDARD_WORK_MAX: i64 = 100_000;
/// The minimum default of `expected_per_minute`.
const EXPECTED_MIN: i64 = 6_000;
/// The default of `expected_per_minute`, in minutes of the outflow.
const EXPECTED_MINUTES: i64 = 10;

/// The price of a room's places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceRules {
    /// The price as the engine uses it.
    pub engine: PlacePrice,
    /// Groups of addresses whose visitors pay nothing and are not counted.
    pub exempt: Vec<Arc<IpGroup>>,
    /// Whether a request that no person sees as a page, such as that of an image, gets no place.
    pub visits_only: bool,
    /// Whether the code of an e-mail address pays the room's price, except that of a network.
    pub code_pays: bool,
    /// Whether visitors without scripts can answer an arithmetic question instead of waiting.
    pub arithmetic: bool,
}

impl PriceRules {
    /// Whether an address is in a group that pays nothing.
    #[must_use]
    pub fn exempts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        let mut networks = self.exempt.iter().flat_map(|group| &group.networks);
        networks.any(|network| network.contains(&address))
    }
}

/// The keys as in the file.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields, default)]
pub(in crate::config) struct RawPrice {
    /// Whether a network that has had its share of the places gets further ones only slowly;
    /// default true. A network is an IPv4 address or an IPv6 /64; the /24 or /48 around it may have
    /// four times as much.
    limit_networks: Option<bool>,
    /// The number of places of one network that are never slowed; default 20.
    #[schema(minimum = 1, maximum = 1_000_000)]
    network_places: Option<i64>,
    /// The part of all places that is one network's share, in thousandths; default 5.
    #[schema(minimum = 0, maximum = 1_000)]
    network_share_permille: Option<i64>,
    /// The price of a second share of the tickets for a draw to one IPv4 address or IPv6 /64 as a
    /// whole, in standard works: each ticket beyond the share costs this divided by the tickets of
    /// a share, at most 1,200, and so does each ticket beyond the four shares of an IPv6 /48;
    /// default 30,000. 0 for the price in a line.
    #[schema(minimum = 0, maximum = 1_000_000)]
    network_share_works: Option<i64>,
    /// Does nothing; `network_share_works` took its place.
    #[schema(deprecated)]
    network_draw_works: Option<i64>,
    /// Whether newcomers of a provider that has had its share of the places do a little work for
    /// further ones; default true. A provider is an IPv4 /16 or an IPv6 /32.
    limit_providers: Option<bool>,
    /// The number of places of one provider that never cost work; default 1,000.
    #[schema(minimum = 1, maximum = 1_000_000)]
    provider_places: Option<i64>,
    /// The part of all places that is one provider's share, in thousandths; default 250.
    #[schema(minimum = 1, maximum = 1_000)]
    provider_share_permille: Option<i64>,
    /// Whether newcomers' browsers do work for a place when more people come than are expected, and
    /// for places beyond a network's share; default true.
    work: Option<bool>,
    /// The number of newcomers a minute that is no rush; default ten minutes of the outflow, at
    /// least 6,000.
    #[schema(minimum = 1, maximum = 10_000_000)]
    expected_per_minute: Option<i64>,
    /// The work at the beginning of a rush, in key derivations; default 1,000, at most a second on
    /// a cheap phone.
    #[schema(minimum = 1, maximum = 100_000)]
    standard_work: Option<i64>,
    /// Whether each ticket of a pre-queue costs work, at any rate of arrivals; default false.
    prequeue_work: bool,
    /// Whether the code by which a newcomer proved an e-mail address also pays for the place, in
    /// place of work or a wait, except beyond a network's share; default false. Needs
    /// `identity = "email"`.
    code_pays: bool,
    /// Whether a visitor without scripts can add two numbers instead of waiting for a minute;
    /// default false. The part of the newcomers who get a place in this way or by waiting stays the
    /// same.
    arithmetic: bool,
    /// Address groups that are not counted, such as a company's own network or the servers of an
    /// integration that does not report its visitors' addresses; default none.
    exempt_ip_groups: Vec<String>,
    /// Whether requests that no person sees as a page (images, frames and background requests of
    /// other pages, prefetches) get no place; default true.
    visits_only: Option<bool>,
}

impl RawPrice {
    pub(in crate::config) fn check(
        self,
        max_outflow: i64,
        groups: &[Arc<IpGroup>],
        declared: &DeclaredNames,
        problems: &mut ConfigProblems<'_>,
    ) -> Option<PriceRules> {
        let limits = self.limit_networks.unwrap_or(true);
        let defaults = NetworkLimit::STANDARD;
        let places = self.network_places.unwrap_or(i64::from(defaults.free));
        let places = problems.take("price.network_places", within(places, (1, 1_000_000)));
        let share = self
            .network_share_permille
            .unwrap_or(i64::from(defaults.share_permille));
        let share = problems.take("price.network_share_permille", within(share, (0, 1_000)));
        let second = self.network_share_works.unwrap_or(i64::from(defaults.share_works));
        let second = problems.take("price.network_share_works", within(second, (0, SHARE_WORKS_MAX)));
        let providers = self.providers(problems);
        let expected = EXPECTED_MIN.max(max_outflow.saturating_mul(EXPECTED_MINUTES));
        let expected = self.expected_per_minute.unwrap_or(expected.min(10_000_000));
        let expected = problems.take("price.expected_per_minute", within(expected, (1, 10_000_000)));
        let standard = self.standard_work.unwrap_or(STANDARD_WORK_DEFAULT);
        let standard = problems.take("price.standard_work", within(standard, (1, STANDARD_WORK_MAX)));
        let exempt = self.exempt(groups, declared, problems);
        let network = NetworkLimit {
            free: places?,
            share_permille: u16::try_from(share?).expect("at most 1,000"),
            share_works: second?,
            providers: providers?,
        };
        let works = self.work.unwrap_or(true);
        let work = WorkPrice {
            standard: WorkUnits(standard?),
            expected_per_minute: expected?,
            in_prequeue: self.prequeue_work,
        };
        if !works {
            self.refuse_keys_of_work(problems);
        }
        Some(PriceRules {
            engine: PlacePrice {
                network: limits.then_some(network),
                work: works.then_some(work),
            },
            exempt,
            visits_only: self.visits_only.unwrap_or(true),
            code_pays: self.code_pays,
            arithmetic: self.arithmetic,
        })
    }

    /// The groups whose visitors pay nothing.
    fn exempt(
        &self,
        groups: &[Arc<IpGroup>],
        declared: &DeclaredNames,
        problems: &mut ConfigProblems<'_>,
    ) -> Vec<Arc<IpGroup>> {
        let named = self.exempt_ip_groups.iter().enumerate();
        let exempt = named.filter_map(|(index, id)| {
            let found = groups.iter().find(|group| group.id == *id).cloned();
            if found.is_none() && !DeclaredNames::has(&declared.ip_groups, id) {
                // Without a hint: customers must not learn which groups there are.
                let message = format!("no [[ip_group]] has the id {id:?}");
                problems.add(&format!("price.exempt_ip_groups[{index}]"), message);
            }
            found
        });
        exempt.collect()
    }

    /// Reports the keys that do nothing in a room without work.
    fn refuse_keys_of_work(&self, problems: &mut ConfigProblems<'_>) {
        if self.network_share_works.is_some_and(|second| second > 0) {
            problems.add(
                "price.network_share_works",
                "work = false takes no work; take one of them out",
            );
        }
        let names_providers = self.limit_providers == Some(true)
            || self.provider_places.is_some()
            || self.provider_share_permille.is_some();
        if names_providers {
            problems.add(
                "price.limit_providers",
                "a provider's share is paid by work, and work = false takes none; take one of them out",
            );
        }
        if self.prequeue_work {
            problems.add(
                "price.prequeue_work",
                "work = false takes no work; take one of them out",
            );
        }
        if self.code_pays {
            problems.add(
                "price.code_pays",
                "work = false leaves nothing for a code to pay; take one of them out",
            );
        }
        if self.arithmetic {
            problems.add(
                "price.arithmetic",
                "work = false leaves nothing for an answer to pay; take one of them out",
            );
        }
    }

    /// The limit on providers; the inner value is `None` if it is switched off.
    fn providers(&self, problems: &mut ConfigProblems<'_>) -> Option<Option<ProviderLimit>> {
        let defaults = ProviderLimit::STANDARD;
        let places = self.provider_places.unwrap_or(i64::from(defaults.free));
        let places = problems.take("price.provider_places", within(places, (1, 1_000_000)));
        let share = self
            .provider_share_permille
            .unwrap_or(i64::from(defaults.share_permille));
        let share = problems.take("price.provider_share_permille", within(share, (1, 1_000)));
        let limit = ProviderLimit {
            free: places?,
            share_permille: u16::try_from(share?).expect("at most 1,000"),
        };
        Some(self.limit_providers.unwrap_or(true).then_some(limit))
    }
}

fn within(given: i64, (least, most): (i64, i64)) -> Result<u32, String> {
    let fits = u32::try_from(given).ok().filter(|_| (least..=most).contains(&given));
    fits.ok_or_else(|| format!("a whole number from {least} to {most} is wanted"))
}
