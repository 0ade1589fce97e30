//! The lane of newcomers who wait instead of working. As `docs/abuse.md` states it, a twentieth as
//! many as came in the last minute in another way get a place: at least 12 a minute, and no more
//! than a twentieth of the rate that the room expects, or 6 a minute where that is less.
//!
//! Each place and each refusal is judged by its own time: by the places that the room had given
//! before, as far as the node that decided knew of them. Somebody who waited a minute is refused
//! only if so many got a place in the lane within a minute, and nobody gets one beyond them.
//! Refusals are not judged where the price is so high that it can be that of the newcomer's
//! network, which waiting does not pay. Places are not judged where there can be no price for all:
//! unless the place is a ticket that costs work, so many came lately that there is a price, or
//! somebody was refused for that of a rush within a second and nobody got a place for nothing or
//! for a code, which pays any price. A refusal for the price of a ticket shows no price of later
//! places: that price ends with the pre-queue.
//!
//! Places are counted by flow time, in whole seconds as the room counts them.

use std::collections::VecDeque;

use admission::price::{NETWORK_WORKS, Payment, PriceReason, UnpaidPrice};

use crate::scenario::ScenarioPrice;

const SECOND_MS: u64 = 1_000;
const MINUTE_S: u64 = 60;
/// For how long places are remembered, in seconds: a node that is cut off can be behind.
const REMEMBERED_S: u64 = 180;
/// The part of the others, and of the expected rate.
const PART: u64 = 20;
/// The least places a minute, if a twentieth of the expected rate is as many.
const LEAST: u64 = 12;
/// The least places a minute for any expected rate.
const LEAST_OF_FEW: u64 = 6;
/// The span over which the price follows the rate of arrivals, in seconds.
const RUSH_S: u64 = 10;

/// The moment of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LaneMoment {
    /// Flow time of the decision, in milliseconds.
    pub(crate) flow: u64,
    /// The position of the commit that decided, or of the last one that the node knew.
    pub(crate) commit: u64,
}

/// A place that a room gave.
#[derive(Debug, Clone, Copy)]
struct GivenPlace {
    second: u64,
    commit: u64,
    is_patient: bool,
}

/// The places that a room has given lately.
#[derive(Debug)]
pub(super) struct PatienceLane {
    price: ScenarioPrice,
    given: VecDeque<GivenPlace>,
    /// The flow time of the last place that was given for nothing or for a code.
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

    /// Records a place that was given for that payment; `is_ticket`: whether it is a ticket that
    /// costs work at any rate.
    pub(super) fn given(&mut self, at: LaneMoment, (payment, is_ticket): (Payment, bool)) -> Result<(), String> {
        let (is_patient, second) = (payment == Payment::Patience, at.flow / SECOND_MS);
        if matches!(payment, Payment::Nothing | Payment::Code) {
            self.free_at = Some(at.flow);
        }
        let is_over = |place: &mut GivenPlace| place.second + REMEMBERED_S < second;
        while self.given.pop_front_if(is_over).is_some() {}
        let (patient, most) = (self.patient(at), self.most(at));
        let has_price = is_ticket || self.is_rush(at) || self.has_refused(at.flow);
        self.given.push_back(GivenPlace {
            second,
            commit: at.commit,
            is_patient,
        });
        if is_patient && has_price && patient >= most {
            return Err(format!(
                "{} newcomers who waited get a place within a minute, and {most} can",
                patient + 1
            ));
        }
        Ok(())
    }

    /// Records the refusal of a newcomer, and checks it if the newcomer waited.
    pub(super) fn refused(&mut self, at: LaneMoment, (payment, unpaid): (Payment, UnpaidPrice)) -> Result<(), String> {
        if unpaid.reason == PriceReason::Rush {
            self.refused_at = self.refused_at.max(Some(at.flow));
        }
        if payment != Payment::Patience {
            return Ok(());
        }
        let of_network = NETWORK_WORKS.saturating_mul(self.price.standard_work);
        if unpaid.work.is_none_or(|work| work.0 >= of_network) {
            return Ok(());
        }
        let (patient, most) = (self.patient(at), self.most(at));
        if patient >= most {
            return Ok(());
        }
        Err(format!(
            "a newcomer who waited a minute is refused, and only {patient} of {most} got a place in that way within a minute"
        ))
    }

    /// Returns how many who waited can get a place within a minute.
    fn most(&self, at: LaneMoment) -> u64 {
        let others = self.lately(at, MINUTE_S).filter(|place| !place.is_patient);
        let expected = u64::from(self.price.expected_per_minute);
        let places = (others.count() as u64 / PART).max(LEAST);
        places.min(expected / PART).max(LEAST_OF_FEW)
    }

    /// Returns how many who waited got a place within a minute.
    fn patient(&self, at: LaneMoment) -> u64 {
        let patient = self.lately(at, MINUTE_S).filter(|place| place.is_patient);
        patient.count() as u64
    }

    /// Returns whether so many came lately that there is a price for everybody.
    fn is_rush(&self, at: LaneMoment) -> bool {
        let a_minute = self.lately(at, RUSH_S).count() as u64 * (MINUTE_S / RUSH_S);
        a_minute >= u64::from(self.price.expected_per_minute.max(1))
    }

    /// Returns whether somebody was refused for the price of a rush within a second, and nobody got
    /// a place for nothing in the time in which the price follows the rate.
    fn has_refused(&self, flow: u64) -> bool {
        let within = |at: Option<u64>, span_ms: u64| at.is_some_and(|at| at + span_ms >= flow);
        within(self.refused_at, SECOND_MS) && !within(self.free_at, RUSH_S * SECOND_MS)
    }

    /// Returns the places of the last seconds, the current one included, that a node knew.
    fn lately(&self, at: LaneMoment, seconds: u64) -> impl Iterator<Item = &GivenPlace> {
        let oldest = (at.flow / SECOND_MS).saturating_sub(seconds - 1);
        let known = move |place: &&GivenPlace| place.commit <= at.commit && place.second >= oldest;
        self.given.iter().filter(known)
    }
}

#[cfg(test)]
mod tests {
    use admission::price::WorkUnits;

    use super::*;

    const WORKED: (Payment, bool) = (Payment::Work(WorkUnits(100)), false);
    const WAITED: (Payment, bool) = (Payment::Patience, false);
    const WAITED_FOR_TICKET: (Payment, bool) = (Payment::Patience, true);

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
            code_pays: false,
        })
    }

    /// Returns a moment at which a node knows every commit.
    fn at(flow: u64) -> LaneMoment {
        LaneMoment { flow, commit: flow }
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
        let refused = lane.refused(at(second * 1_000), (Payment::Nothing, priced(100)));
        refused.expect("nobody else is judged");
    }

    /// Gives a second's places, one for each who waited.
    fn admits(lane: &mut PatienceLane, second: u64, patient: u64) -> Result<(), String> {
        (0..patient).try_for_each(|_| lane.given(at(second * 1_000), WAITED))
    }

    /// Gives a second's places while there is a price.
    fn gives(lane: &mut PatienceLane, second: u64, patient: u64) -> Result<(), String> {
        asks_its_price(lane, second);
        admits(lane, second, patient)
    }

    /// Gives places at a second to people who worked.
    fn works(lane: &mut PatienceLane, second: u64, people: u64) {
        for _ in 0..people {
            lane.given(at(second * 1_000), WORKED).expect("they worked");
        }
    }

    #[test]
    fn refusing_a_patient_newcomer_while_the_lane_has_room_is_a_violation() {
        for (expected, least) in [(20, 6), (200, 10), (6_000, 12)] {
            let mut lane = lane(expected);
            assert!(lane.refused(at(0), waited(100)).is_err(), "nobody had a place");
            gives(&mut lane, 1, least - 1).expect("no more than the least");
            assert!(lane.refused(at(5_000), waited(100)).is_err(), "{expected}");
            gives(&mut lane, 5, 1).expect("the least");
            assert_eq!(lane.refused(at(60_999), waited(100)), Ok(()), "{expected}");
            assert!(lane.refused(at(61_000), waited(100)).is_err(), "a minute later");
        }
    }

    #[test]
    fn beside_many_others_whoever_waited_is_refused_only_beyond_a_twentieth_of_them() {
        let mut crowd = lane(6_000);
        works(&mut crowd, 1, 400);
        assert_eq!(gives(&mut crowd, 1, 19), Ok(()));
        assert!(crowd.refused(at(2_000), waited(100)).is_err(), "19 of 20");
        assert_eq!(gives(&mut crowd, 1, 1), Ok(()));
        assert_eq!(crowd.refused(at(2_000), waited(100)), Ok(()));
        assert!(gives(&mut crowd, 1, 1).is_err(), "21 of 20");
    }

    #[test]
    fn a_node_decides_by_the_commits_that_it_knew() {
        let mut lane = lane(20);
        assert_eq!(gives(&mut lane, 1, 6), Ok(()));
        let knew = |commit| LaneMoment { flow: 2_000, commit };
        assert_eq!(lane.refused(knew(1_000), waited(100)), Ok(()));
        assert!(
            lane.refused(knew(999), waited(100)).is_err(),
            "it knew of nobody in the lane"
        );
    }

    #[test]
    fn a_price_that_can_be_the_networks_is_not_judged() {
        let mut lane = lane(6_000);
        assert!(lane.refused(at(0), waited(799)).is_err());
        assert_eq!(lane.refused(at(0), waited(800)), Ok(()));
    }

    #[test]
    fn a_lane_that_gives_more_than_its_part_is_found() {
        for (expected, most) in [(20, 6), (200, 10), (6_000, 12)] {
            let mut lane = lane(expected);
            assert_eq!(gives(&mut lane, 1, most), Ok(()));
            assert!(gives(&mut lane, 59, 1).is_err(), "{expected}");
        }
    }

    #[test]
    fn each_place_is_judged_while_so_many_come_that_there_is_a_price() {
        let mut rush = lane(20);
        works(&mut rush, 1, 4);
        assert_eq!(admits(&mut rush, 10, 6), Ok(()));
        assert!(admits(&mut rush, 10, 1).is_err(), "nobody needs to be refused for it");
    }

    #[test]
    fn the_patient_lane_is_not_judged_where_places_may_be_free() {
        let seconds = [0, 9, 18, 27, 36, 45, 54];
        let mut calm = lane(20);
        let given = seconds.iter().try_for_each(|second| admits(&mut calm, *second, 1));
        assert_eq!(given, Ok(()), "twelve a minute come, and twenty are expected");
        let mut priced = lane(20);
        let given = seconds.iter().try_for_each(|second| gives(&mut priced, *second, 1));
        assert!(given.is_err(), "somebody is refused for a rush");
        let mut free = lane(20);
        assert_eq!(free.given(at(53_000), (Payment::Nothing, false)), Ok(()));
        let given = seconds.iter().try_for_each(|second| gives(&mut free, *second, 1));
        assert_eq!(given, Ok(()), "somebody gets a place for nothing");
    }

    #[test]
    fn the_price_of_tickets_ends_with_the_prequeue() {
        let mut lane = lane(20);
        let for_ticket = UnpaidPrice {
            reason: PriceReason::Standing,
            ..priced(100)
        };
        let tickets = (0..6).try_for_each(|_| lane.given(at(1_000), WAITED_FOR_TICKET));
        assert_eq!(tickets, Ok(()));
        assert_eq!(lane.refused(at(11_000), (Payment::Nothing, for_ticket)), Ok(()));
        assert_eq!(lane.given(at(11_000), WAITED), Ok(()), "behind the pre-queue");
        assert!(lane.given(at(11_000), WAITED_FOR_TICKET).is_err(), "eight of six");
    }

    #[test]
    fn a_lane_has_room_again_a_minute_later() {
        let mut lane = lane(20);
        assert_eq!(gives(&mut lane, 1, 6), Ok(()));
        assert_eq!(gives(&mut lane, 61, 6), Ok(()));
        assert!(gives(&mut lane, 61, 1).is_err());
    }
}
