//! Tests of the sharing rule by itself: no permit is left over, no member gets more than its
//! demand, weights hold to within one permit, and minimums are met.

use admission::share::{Member, Share};
use admission::{FlowMs, PerMinute};
use proptest::prelude::*;

use crate::kit::crowded_pool::weight;

fn member() -> impl Strategy<Value = Member> {
    let demand = prop_oneof![Just(0), 0..10_u64, 0..1_000_u64, Just(u64::MAX / 1_000)];
    (demand, 1..=u16::MAX, prop_oneof![Just(0), 0..500_u32]).prop_map(|(demand, of, minimum)| Member {
        demand,
        weight: weight(of),
        minimum: PerMinute(minimum),
        waited_for: demand.is_multiple_of(3),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn permits_are_shared_as_far_as_there_is_demand_and_no_further(
        rounds in prop::collection::vec((prop::collection::vec(member(), 1..6), 0..500_u64, 0..5_000_u64, prop::option::of(0..600_u32)), 1..40),
    ) {
        let mut share = Share::default();
        let mut now = 0;
        for (members, permits, ms, rate) in &rounds {
            now += ms;
            let given = share.divide(FlowMs(now), rate.map(PerMinute), *permits, members);
            let asked = members.iter().map(|member| u128::from(member.demand)).sum::<u128>();
            prop_assert_eq!(u128::from(given.iter().sum::<u64>()), asked.min(u128::from(*permits)));
            prop_assert!(given.iter().zip(members).all(|(given, member)| *given <= member.demand));
            let stored = postcard::to_allocvec(&share).expect("it can be stored");
            prop_assert!(stored.len() <= 12 + 20 * 6, "bounded: {} bytes", stored.len());
        }
    }

    #[test]
    fn those_who_always_ask_have_their_weight_to_within_a_permit(
        weights in prop::collection::vec(prop_oneof![1..5_u16, 1..=u16::MAX], 1..8),
        rounds in prop::collection::vec(1..60_u64, 1..100),
    ) {
        let members = weights.iter().map(|of| Member { demand: u64::MAX / 16, weight: weight(*of), ..Member::default() });
        let members = members.collect::<Vec<_>>();
        let sum = weights.iter().map(|of| f64::from(*of)).sum::<f64>();
        let mut share = Share::default();
        let mut had = vec![0_u64; members.len()];
        let mut all = 0;
        for permits in rounds {
            all += permits;
            let given = share.divide(FlowMs(0), None, permits, &members);
            had.iter_mut().zip(given).for_each(|(had, given)| *had += given);
            for (had, of) in had.iter().zip(&weights) {
                let due = all as f64 * f64::from(*of) / sum;
                prop_assert!((*had as f64 - due).abs() <= 1.0 + 1e-6, "{} of {}, {} is due", had, all, due);
            }
        }
    }

    #[test]
    fn minimums_are_met_while_they_are_asked_and_the_rate_allows(
        members in prop::collection::vec((1..100_u16, 0..100_u32, 1..20_u64), 2..6),
        spare in 0..50_u32,
        gaps in prop::collection::vec(any::<bool>(), 60..200),
    ) {
        // One permit at a time, at the rate; members have demand in periods of 2 s. While a member
        // has demand, it can lag behind its minimum by one permit, and by one more for each other
        // member.
        let rate = members.iter().map(|(_, minimum, _)| minimum).sum::<u32>().max(1) + spare;
        let mut share = Share::default();
        let mut asked_ms = vec![0_u64; members.len()];
        let mut had = vec![0_u64; members.len()];
        let slack = members.len() as f64 + 1.0;
        for (spell, gap) in gaps.iter().enumerate() {
            for permit in 0..(u64::from(rate) * 2).div_ceil(60) {
                let now = spell as u64 * 2_000 + permit * 60_000 / u64::from(rate);
                let asking = |index: usize| !gap || !(spell + index).is_multiple_of(3);
                let asks = members.iter().enumerate().map(|(index, (of, minimum, _))| Member {
                    demand: if asking(index) { 1_000 } else { 0 },
                    weight: weight(*of),
                    minimum: PerMinute(*minimum),
                    ..Member::default()
                });
                let given = share.divide(FlowMs(now), Some(PerMinute(rate)), 1, &asks.collect::<Vec<_>>());
                had.iter_mut().zip(given).for_each(|(had, given)| *had += given);
            }
            for (index, (_, minimum, _)) in members.iter().enumerate() {
                if !gap || !(spell + index).is_multiple_of(3) {
                    asked_ms[index] += 2_000;
                } else {
                    // A member without demand is not owed anything for that time.
                    (asked_ms[index], had[index]) = (0, 0);
                }
                let due = asked_ms[index] as f64 * f64::from(*minimum) / 60_000.0;
                prop_assert!(had[index] as f64 >= due - slack, "{} had, {} due", had[index], due);
            }
        }
    }
}
