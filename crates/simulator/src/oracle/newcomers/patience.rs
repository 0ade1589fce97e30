//! The lane of newcomers who wait instead of working. As `docs/abuse.md` states it, a twentieth as
//! many as came in the last minute in another way get a place: at least 12 a minute, and no more
//! than a twentieth of the rate that the room expects, or 6 a minute where that is less.
//!
//! So somebody who waited a minute is refused only while the lane is used up: while at least as
//! many as the least of these figures have got a place in it in the last minute. The lane never
//! gives more places than the most of them. Refusals are not judged where the price is so high that
//! it can be that of the newcomer's network, which waiting does not pay. Places are judged only
//! while there certainly is a price for all: somebody was refused for that of a rush lately, and
//! nobody got a place for nothing.
//!
//! Places are counted by flow time. The room counts them by seconds, so that its minute is up to a
//! second shorter.

use std::collections::VecDeque;

use admission::price::{NETWORK_WORKS, Payment, PriceReason, UnpaidPrice};

use crate::scenario::ScenarioPrice;

const MINUTE_MS: u64 = 60_000;
/// The room counts by seconds, in milliseconds: its minute can differ by as much, and within that
/// time the price of a rush does not fall.
const SECOND_MS: u64 = 1_000;
/// For how long places are remembered, in milliseconds: a node that is cut off can be behind.
const REMEMBERED_MS: u64 = 180_000;
/// The part of the others, and of the expected rate.
const PART: u64 = 20;
/// The least places a minute, if a twentieth of the expected rate is as many.
const LEAST: u64 = 12;
/// The least places a minute for any expected rate.
const LEAST_OF_FEW: u64 = 6;
/// The span over which the price follows the rate of arrivals, in milliseconds.
const RUSH_MS: u64 = 10_000;

/// The places that a room has given lately.
#[derive(Debug)]
pub(super) struct PatienceLane {
    price: ScenarioPrice,
    /// The flow times of all places, and whether each was given to somebody who waited.
    given: VecDeque<(u64, bool)>,
    /// The flow time of the last place that was given for nothing.
    free_at: Option<u64>,
    /// The flow time of the last refusal of somebody who had not paid the price of a rush, which is
    /// everybody's.
    refused_at: Option<u64>,
}

impl PatienceLane {
    pub(super) fn new(price: ScenarioPrice) -> Self {
        Self {
            price,
            given: VecDeque::new(),
            free_at: None,
            refused_at: None,
        }
    }

    /// Records a place that was given for that payment.
    pub(super) fn given(&mut self, flow: u64, payment: Payment) -> Result<(), String> {
        let is_patient = payment == Payment::Patience;
        if payment == Payment::Nothing {
            self.free_at = Some(flow);
        }
        while self.given.pop_front_if(|(at, _)| *at + REMEMBERED_MS < flow).is_some() {}
        let least_before = self.patient_since(flow.saturating_sub(MINUTE_MS - SECOND_MS));
        let longest = flow.saturating_sub(MINUTE_MS + SECOND_MS);
        let others = self.given.iter().filter(|(at, _)| *at >= longest).count() as u64;
        self.given.push_back((flow, is_patient));
        let most = self.of_rate((others / PART).max(LEAST));
        let within = |at: Option<u64>, span_ms: u64| at.is_some_and(|at| at + span_ms >= flow);
        let has_price = within(self.refused_at, SECOND_MS) && !within(self.free_at, RUSH_MS);
        if is_patient && has_price && least_before >= most {
            return Err(format!(
                "{} newcomers who waited get a place within a minute, and {most} can",
                least_before + 1
            ));
        }
        Ok(())
    }

    /// Records the refusal of a newcomer, and checks it if the newcomer waited.
    pub(super) fn refused(&mut self, flow: u64, (payment, unpaid): (Payment, UnpaidPrice)) -> Result<(), String> {
        if unpaid.reason == PriceReason::Rush {
            self.refused_at = self.refused_at.max(Some(flow));
        }
        if payment != Payment::Patience {
            return Ok(());
        }
        let of_network = NETWORK_WORKS.saturating_mul(self.price.standard_work);
        if unpaid.work.is_none_or(|work| work.0 >= of_network) {
            return Ok(());
        }
        let patient = self.patient_since(flow.saturating_sub(MINUTE_MS));
        let least = self.of_rate(LEAST);
        if patient >= least {
            return Ok(());
        }
        Err(format!(
            "a newcomer who waited a minute is refused, and only {patient} of {least} got a place in that way within a minute"
        ))
    }

    /// Returns a number of places within the bounds that the expected rate sets.
    fn of_rate(&self, places: u64) -> u64 {
        let expected = u64::from(self.price.expected_per_minute);
        places.min(expected / PART).max(LEAST_OF_FEW)
    }

    /// Returns how many who waited got a place from that flow time on.
    fn patient_since(&self, from: u64) -> u64 {
        let patient = self.given.iter().filter(|(at, is_patient)| *is_patient && *at >= from);
        patient.count() as u64
    }
}

#[cfg(test)]
mod tests {
    use admission::price::WorkUnits;

    use super::*;

    fn lane(expected_per_minute: u32) -> PatienceLane {
        PatienceLane::new(ScenarioPrice {
            network_places: 20,
            network_share_permille: 0,
            standard_work: 100,
            expected_per_minute,
            prequeue_work: true,
            network_share_works: 0,
            provider_places: None,
            provider_share_permille: 0,
            proofs: true,
        })
    }

    fn priced(work: u32) -> UnpaidPrice {
        UnpaidPrice {
            reason: PriceReason::Rush,
            work: Some(WorkUnits(work)),
        }
    }

    /// Somebody who waited, and whom a price keeps out.
    fn waited(work: u32) -> (Payment, UnpaidPrice) {
        (Payment::Patience, priced(work))
    }

    /// Refuses somebody who paid nothing.
    fn asks_its_price(lane: &mut PatienceLane, second: u64) {
        let refused = lane.refused(second * 1_000, (Payment::Nothing, priced(100)));
        refused.expect("nobody else is judged");
    }

    /// Gives a second's places, one for each who waited, while there is a price.
    fn gives(lane: &mut PatienceLane, second: u64, patient: u64) -> Result<(), String> {
        asks_its_price(lane, second);
        (0..patient).try_for_each(|_| lane.given(second * 1_000, Payment::Patience))
    }

    #[test]
    fn whoever_waited_and_is_refused_while_the_lane_has_room_is_found() {
        for (expected, least) in [(20, 6), (200, 10), (6_000, 12)] {
            let mut lane = lane(expected);
            assert!(lane.refused(0, waited(100)).is_err(), "nobody had a place");
            gives(&mut lane, 1, least - 1).expect("no more than the least");
            assert!(lane.refused(5_000, waited(100)).is_err(), "{expected}");
            gives(&mut lane, 5, 1).expect("the least");
            assert_eq!(lane.refused(60_000, waited(100)), Ok(()), "{expected}");
            assert!(lane.refused(61_001, waited(100)).is_err(), "a minute later");
        }
    }

    #[test]
    fn a_price_that_can_be_the_networks_is_not_judged() {
        let mut lane = lane(6_000);
        assert!(lane.refused(0, waited(799)).is_err());
        assert_eq!(lane.refused(0, waited(800)), Ok(()));
    }

    #[test]
    fn a_lane_that_gives_more_than_its_part_is_found() {
        for (expected, most) in [(20, 6), (200, 10), (6_000, 12)] {
            let mut lane = lane(expected);
            assert_eq!(gives(&mut lane, 1, most), Ok(()));
            assert!(gives(&mut lane, 59, 1).is_err(), "{expected}");
        }
        let mut crowd = lane(6_000);
        for _ in 0..400 {
            crowd.given(1_000, Payment::Work(WorkUnits(100))).expect("they worked");
        }
        assert_eq!(gives(&mut crowd, 1, 20), Ok(()));
        assert!(gives(&mut crowd, 1, 2).is_err(), "a twentieth of 420 is 21");
    }

    #[test]
    fn where_there_may_be_no_price_the_lane_may_give_more() {
        let mut free = lane(20);
        assert_eq!(free.given(1_000, Payment::Nothing), Ok(()));
        assert_eq!(gives(&mut free, 11, 7), Ok(()));
        assert!(gives(&mut free, 12, 1).is_err(), "ten seconds later");
        let mut idle = lane(20);
        asks_its_price(&mut idle, 1);
        let all = (0..7).try_for_each(|_| idle.given(2_001, Payment::Patience));
        assert_eq!(all, Ok(()), "nobody was refused lately");
    }

    #[test]
    fn a_lane_has_room_again_a_minute_later() {
        let mut lane = lane(20);
        assert_eq!(gives(&mut lane, 1, 6), Ok(()));
        assert_eq!(gives(&mut lane, 61, 6), Ok(()));
        assert!(gives(&mut lane, 61, 1).is_err());
    }
}
