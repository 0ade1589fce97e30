//! The prices of places, as `docs/abuse.md` states them: nothing while fewer places are given a
//! minute than the room expects; from that rate on, 1, 2, 4, 8 and 16 standard works; at least one
//! for each ticket of a pre-queue whose tickets cost work.
//!
//! Nobody gets a place for less, apart from work that was asked for before the price doubled, and
//! nobody is asked for more: the price of a rush is exactly that of the places that the room had
//! given before, as far as the node that decided knew of them. A price of the newcomer's network or
//! provider has one of the stated values. A code by e-mail pays every price but that of the
//! newcomer's network, for any number of newcomers. Another oracle judges who can pay by waiting
//! ([`super::patience`]), and another the share of a network in a draw (invariant 11).
//!
//! Once visitors are served, half of a network's places are forgotten each minute. While nobody is
//! let in, so that places are scarce, a network therefore gets no more than one and a half times
//! its share below its price within a minute, apart from what the sketch can err by.

use std::collections::{BTreeMap, VecDeque};

use admission::networks::{CELLS, CHANCE_PERMILLE};
use admission::price::{Payment, PriceReason, UnpaidPrice};
use admission::{PerMinute, WallMs};

use super::patience::LaneMoment;
use crate::scenario::{ScenarioPrice, ScenarioRoom};

const SECOND_MS: u64 = 1_000;
const MINUTE_MS: u64 = 60_000;
/// The span over which the price follows the rate of arrivals, in seconds.
const RUSH_S: u64 = 10;
/// For how long places are remembered, in seconds: a node that is cut off can be behind.
const REMEMBERED_S: u64 = 180;
/// The highest price in a rush, in standard works.
const RUSH_MOST: u32 = 16;
/// The prices of a network's further shares, and the highest of a ticket, in standard works.
const OF_NETWORK: [u32; 3] = [8, 32, 64];
const OF_TICKET_MOST: u32 = 1_200;
/// The prices of a provider's further shares, in standard works.
const OF_PROVIDER: [u32; 3] = [1, 2, 4];
/// The error of the sketch of networks, in addition to its correction.
const SKETCH_ERROR: u64 = 3;
/// The most derivations of any place.
const DERIVATIONS_MOST: u64 = 1_500_000;

/// A place that a commit gave.
#[derive(Debug, Clone, Copy)]
pub(super) struct PricedPlace {
    /// The id of the client's network.
    pub(super) client: u64,
    pub(super) payment: Payment,
    /// Whether the room lets nobody in, so that its places are scarce.
    pub(super) is_closed: bool,
}

/// Judges the prices of a room.
#[derive(Debug)]
pub(super) struct RoomPrices {
    price: ScenarioPrice,
    /// The virtual time until which places are certainly tickets for a draw, in milliseconds;
    /// `None` in a room without a draw.
    tickets_until_ms: Option<u64>,
    /// The places that the room has given lately: the second of flow time, and the position of the
    /// commit.
    given: VecDeque<(u64, u64)>,
    /// How many places the room has given.
    all: u64,
    /// Since when the room has let nobody in, in milliseconds of flow time, as far as places show.
    closed_since: Option<u64>,
    /// The flow times of the last minute's places below the price of a network, by client, that the
    /// room gave while it let nobody in.
    cheap: BTreeMap<u64, VecDeque<u64>>,
}

impl RoomPrices {
    /// Returns the oracle of a room; `margin_ms`: the largest error of a clock.
    pub(super) fn new(room: &ScenarioRoom, price: ScenarioPrice, margin_ms: u64) -> Self {
        let schedule = room.config(PerMinute(room.max_outflow), WallMs(0)).schedule;
        let cut_off = schedule.cut_off();
        Self {
            price,
            tickets_until_ms: cut_off.map(|moment| moment.0.saturating_sub(margin_ms)),
            given: VecDeque::new(),
            all: 0,
            closed_since: None,
            cheap: BTreeMap::new(),
        }
    }

    /// Checks a place that a commit gave at virtual time `now`, and records it.
    pub(super) fn given(&mut self, at: LaneMoment, now: u64, paid: PricedPlace) -> Result<(), String> {
        self.paid(at, now, paid.payment)?;
        self.all += 1;
        let closed_since = paid.is_closed.then(|| self.closed_since.unwrap_or(at.flow));
        self.closed_since = closed_since;
        // The commit that closes the room can give places before that.
        match closed_since.is_some_and(|since| since + SECOND_MS <= at.flow) {
            true => self.given_while_closed(at.flow, paid),
            false => Ok(()),
        }
    }

    /// Checks the pace of a network in a room that lets nobody in.
    fn given_while_closed(&mut self, flow: u64, paid: PricedPlace) -> Result<(), String> {
        let is_cheap = match paid.payment {
            Payment::Work(work) => 2 * u64::from(work.0) < self.derivations(OF_NETWORK[0]),
            Payment::Nothing | Payment::Patience | Payment::Code => true,
        };
        if !is_cheap {
            return Ok(());
        }
        let share = self.all * u64::from(self.price.network_share_permille) / 1_000;
        let share = share.max(u64::from(self.price.network_places)).max(1);
        // As many counters of a row hold the expected collisions or more; see invariant 11.
        let chance = 2 * self.all / (CELLS * (1_000 - CHANCE_PERMILLE) / 1_000) as u64;
        let most = 3 * (share + chance + chance.isqrt() + SKETCH_ERROR) / 2 + 1;
        let lately = self.cheap.entry(paid.client).or_default();
        while lately.pop_front_if(|then| *then + MINUTE_MS <= flow).is_some() {}
        lately.push_back(flow);
        let count = lately.len() as u64;
        if count > most {
            return Err(format!(
                "the network {} gets {count} places below the price within a minute, {most} at most",
                paid.client
            ));
        }
        Ok(())
    }

    /// Checks the payment of a place, and records when it was given.
    fn paid(&mut self, at: LaneMoment, now: u64, payment: Payment) -> Result<(), String> {
        let second = at.flow / SECOND_MS;
        let works = self.rush_works(at).max(self.ticket_works(now));
        let is_over = |(given, _): &mut (u64, u64)| *given + REMEMBERED_S < second;
        while self.given.pop_front_if(is_over).is_some() {}
        self.given.push_back((second, at.commit));
        let price = self.derivations(works);
        let is_paid = match payment {
            Payment::Nothing => price == 0,
            Payment::Work(work) => 2 * u64::from(work.0) >= price,
            Payment::Patience | Payment::Code => true,
        };
        match is_paid {
            true => Ok(()),
            false => Err(format!(
                "a place that costs {price} derivations is given for {payment:?}"
            )),
        }
    }

    /// Checks the price that a newcomer is asked for.
    pub(super) fn refused(&self, at: LaneMoment, unpaid: UnpaidPrice) -> Result<(), String> {
        let asked = unpaid.work.map(|work| u64::from(work.0));
        let is_asked = |works: u32| asked == Some(self.derivations(works));
        let rush = self.rush_works(at);
        let is_right = match unpaid.reason {
            PriceReason::Rush => rush > 0 && is_asked(rush),
            PriceReason::Standing => self.price.prequeue_work && self.tickets_until_ms.is_some() && is_asked(1),
            PriceReason::Provider => self.price.provider_places.is_some() && OF_PROVIDER.into_iter().any(is_asked),
            PriceReason::Network => {
                let tickets = self.derivations(OF_NETWORK[0])..=self.derivations(OF_TICKET_MOST);
                let is_ticket = self.tickets_until_ms.is_some() && asked.is_some_and(|asked| tickets.contains(&asked));
                is_ticket || OF_NETWORK.into_iter().any(is_asked)
            }
        };
        match is_right {
            true => Ok(()),
            false => Err(format!(
                "a newcomer is asked for {unpaid:?}, and the price of a rush is {rush} standard works of {}",
                self.price.standard_work
            )),
        }
    }

    /// Checks the price that a newcomer is asked for beside a code. The network must have had its
    /// share, so that the price is at least that of a further one.
    pub(super) fn refused_with_code(&self, unpaid: UnpaidPrice) -> Result<(), String> {
        let of_network = self.derivations(OF_NETWORK[0]);
        let is_enough = unpaid.work.is_none_or(|work| u64::from(work.0) >= of_network);
        let can_be_of_network = match unpaid.reason {
            PriceReason::Network => true,
            PriceReason::Rush => is_enough,
            PriceReason::Standing | PriceReason::Provider => false,
        };
        match can_be_of_network {
            true => Ok(()),
            false => Err(format!("a newcomer is asked for {unpaid:?}, which a code pays")),
        }
    }

    /// Returns whether a place that is given at virtual time `now` is certainly a ticket that costs
    /// work.
    pub(super) fn has_ticket_price(&self, now: u64) -> bool {
        self.ticket_works(now) > 0
    }

    fn derivations(&self, works: u32) -> u64 {
        let derivations = u64::from(works) * u64::from(self.price.standard_work);
        derivations.min(DERIVATIONS_MOST)
    }

    /// Returns the price of each ticket at any rate, in standard works.
    fn ticket_works(&self, now: u64) -> u32 {
        let is_ticket = self.tickets_until_ms.is_some_and(|until| now < until);
        u32::from(self.price.prequeue_work && is_ticket)
    }

    /// Returns the price of a rush, in standard works, by the commits that a node knew.
    fn rush_works(&self, at: LaneMoment) -> u32 {
        let oldest = (at.flow / SECOND_MS).saturating_sub(RUSH_S - 1);
        let lately = self
            .given
            .iter()
            .filter(|(second, commit)| *commit <= at.commit && *second >= oldest);
        let a_minute = lately.count() as u64 * (60 / RUSH_S);
        let expected = u64::from(self.price.expected_per_minute.max(1));
        if a_minute < expected {
            return 0;
        }
        let mut works = 1;
        while works < RUSH_MOST && a_minute / expected >= 2 * u64::from(works) {
            works *= 2;
        }
        works
    }
}

#[cfg(test)]
mod tests {
    use admission::price::WorkUnits;

    use super::*;

    /// Returns the oracle of a room that expects 60 a minute, whose sale starts after 1,000 s if it
    /// has a draw.
    fn prices(prequeue_work: bool, start_s: Option<u64>) -> RoomPrices {
        let price = ScenarioPrice {
            network_places: 20,
            network_share_permille: 0,
            standard_work: 100,
            expected_per_minute: 60,
            prequeue_work,
            network_share_works: 0,
            provider_places: Some(50),
            provider_share_permille: 0,
            proofs: true,
            code_pays: false,
        };
        let room = ScenarioRoom {
            start_s,
            prequeue_s: start_s.unwrap_or(0),
            ..ScenarioRoom::open(60)
        };
        RoomPrices::new(&room, price, 1_000)
    }

    /// Returns a place of a client that cost this, in a room that lets people in.
    fn place(client: u64, payment: Payment) -> PricedPlace {
        PricedPlace {
            client,
            payment,
            is_closed: false,
        }
    }

    fn at(second: u64) -> LaneMoment {
        LaneMoment {
            flow: second * SECOND_MS,
            commit: second,
        }
    }

    fn worked(work: u32) -> Payment {
        Payment::Work(WorkUnits(work))
    }

    /// Gives places to people who paid more than enough.
    fn come(prices: &mut RoomPrices, second: u64, people: usize) {
        for _ in 0..people {
            let paid = place(1, worked(100_000));
            let given = prices.given(at(second), second * SECOND_MS, paid);
            given.expect("they paid");
        }
    }

    fn asked(reason: PriceReason, work: u32) -> UnpaidPrice {
        UnpaidPrice {
            reason,
            work: Some(WorkUnits(work)),
        }
    }

    #[test]
    fn a_place_in_a_rush_for_less_than_it_costs_is_found() {
        for (before, price) in [(10, 100), (19, 100), (20, 200), (40, 400), (160, 1_600), (500, 1_600)] {
            let given = |payment| {
                let mut prices = prices(false, None);
                come(&mut prices, 5, before);
                prices.given(at(14), 14_000, place(1, payment))
            };
            assert!(given(Payment::Nothing).is_err(), "{before}");
            assert!(given(worked(price / 2 - 1)).is_err(), "{before}");
            assert_eq!(given(worked(price / 2)), Ok(()), "{before}: before it doubled");
            assert_eq!(given(Payment::Patience), Ok(()), "others judge it");
        }
        let mut calm = prices(false, None);
        come(&mut calm, 5, 9);
        let free = place(1, Payment::Nothing);
        assert_eq!(calm.given(at(14), 14_000, free), Ok(()), "9 in ten seconds");
        let mut later = prices(false, None);
        come(&mut later, 5, 500);
        assert_eq!(later.given(at(15), 15_000, free), Ok(()), "it is over");
    }

    #[test]
    fn a_network_that_gets_places_faster_than_they_fade_is_found() {
        let closed = |payment| PricedPlace {
            is_closed: true,
            ..place(7, payment)
        };
        let gives = |prices: &mut RoomPrices, second: u64, paid: PricedPlace, times: u64| {
            (0..times).try_for_each(|_| prices.given(at(second), second * SECOND_MS, paid))
        };
        let most = 3 * (20 + SKETCH_ERROR) / 2 + 1;
        let waited = closed(Payment::Patience);
        let mut prices = prices(false, None);
        assert_eq!(gives(&mut prices, 1, waited, 1), Ok(()), "it can have closed just now");
        assert_eq!(gives(&mut prices, 10, waited, most), Ok(()));
        assert!(gives(&mut prices, 69, waited, 1).is_err(), "within a minute");
        let paid = closed(worked(100_000));
        assert_eq!(gives(&mut prices, 69, paid, 50), Ok(()), "they pay");
        let open = place(7, Payment::Patience);
        assert_eq!(gives(&mut prices, 70, open, 50), Ok(()), "others go in");
        assert_eq!(
            gives(&mut prices, 130, waited, 1),
            Ok(()),
            "it can have closed just now"
        );
        assert_eq!(gives(&mut prices, 132, waited, most), Ok(()), "a minute later");
        assert!(gives(&mut prices, 132, waited, 10).is_err());
    }

    #[test]
    fn a_price_that_is_not_that_of_the_rush_is_found() {
        let mut prices = prices(false, None);
        let asks = |prices: &RoomPrices, second, work| prices.refused(at(second), asked(PriceReason::Rush, work));
        assert!(asks(&prices, 5, 100).is_err(), "nobody came");
        come(&mut prices, 5, 40);
        for (work, is_right) in [(100, false), (200, false), (400, true), (800, false)] {
            assert_eq!(asks(&prices, 5, work).is_ok(), is_right, "{work}");
        }
        let behind = LaneMoment { flow: 5_000, commit: 4 };
        let stale = prices.refused(behind, asked(PriceReason::Rush, 400));
        assert!(stale.is_err(), "the node knew of none of them");
    }

    #[test]
    fn a_refusal_for_a_price_that_a_code_pays_is_found() {
        let refused = |reason, work| prices(true, None).refused_with_code(asked(reason, work)).is_ok();
        for reason in [PriceReason::Standing, PriceReason::Provider] {
            assert!(!refused(reason, 100), "{reason:?}");
        }
        assert!(!refused(PriceReason::Rush, 400));
        assert!(refused(PriceReason::Rush, 1_600), "its network can cost more");
        assert!(refused(PriceReason::Network, 800));
    }

    #[test]
    fn a_ticket_without_work_is_found() {
        let given = |prequeue_work, now, payment| {
            let mut prices = prices(prequeue_work, Some(1_000));
            prices.given(at(1), now, place(1, payment)).is_ok()
        };
        assert!(!given(true, 500_000, Payment::Nothing) && !given(true, 500_000, worked(49)));
        assert!(given(true, 500_000, worked(50)) && given(true, 500_000, Payment::Patience));
        assert!(given(false, 500_000, Payment::Nothing), "tickets cost nothing");
        assert!(given(true, 1_500_000, Payment::Nothing), "behind the draw");
        let asks = |prequeue_work, start_s, work| {
            let prices = prices(prequeue_work, start_s);
            prices.refused(at(1), asked(PriceReason::Standing, work)).is_ok()
        };
        assert!(asks(true, Some(1_000), 100) && !asks(true, Some(1_000), 200));
        assert!(!asks(false, Some(1_000), 100) && !asks(true, None, 100));
    }

    #[test]
    fn a_price_of_networks_or_providers_that_is_not_stated_is_found() {
        let asks = |start_s, reason, work| prices(true, start_s).refused(at(1), asked(reason, work)).is_ok();
        for (works, of_line, of_draw, of_provider) in [
            (1, false, false, true),
            (4, false, false, true),
            (8, true, true, false),
            (16, false, true, false),
            (32, true, true, false),
            (64, true, true, false),
            (1_200, false, true, false),
            (1_201, false, false, false),
        ] {
            let work = works * 100;
            let found = (
                asks(None, PriceReason::Network, work),
                asks(Some(1_000), PriceReason::Network, work),
                asks(None, PriceReason::Provider, work),
            );
            assert_eq!(found, (of_line, of_draw, of_provider), "{works}");
        }
    }
}
