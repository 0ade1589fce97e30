//! Shares permits among the members of a pool: by weight, with guaranteed minimums,
//! work-conserving.
//!
//! **By weight.** Each member has a *start*: the virtual time at which it is entitled to its next
//! permit. A permit moves the start of the member that takes it by a *stride*, `SCALE / weight`.
//! Virtual time is the mean of the starts of the members with demand, by weight. Of the entitled
//! members (start not after virtual time; the earliest always is) the one whose stride ends first
//! takes the next permit. So each of several members with constant demand has its weighted share to
//! within one permit at every moment, not only in the long run. Choosing by start alone would serve
//! a hundred light members before a heavy one's second permit; a virtual time that is counted
//! rather than derived from the starts would drift as members come and go.
//!
//! **Minimums.** A minimum earns `minimum` units per millisecond, as an outflow does, and every
//! permit costs 60 000 of them. A member with demand that is owed a permit goes first, the earliest
//! deadline before others. A minimum is a floor under the share, not an addition to it: every
//! permit counts towards both. Minimums are paced rather than counted per minute, because a member
//! below its minimum at the start of every minute would otherwise take all permits until it has
//! reached the minimum. A member that runs ahead by its minimum is left out of virtual time, so
//! that the others share the rest by weight. Minimums whose sum exceeds the rate are scaled to it.
//!
//! **Nothing is saved up.** A member without demand stays entitled to one permit (its own outflow
//! may create demand only occasionally), and to two permits and 2 s of its minimum. No member can
//! run ahead by more than two strides. The state is therefore bounded: two small integers per
//! member, stored relative to virtual time.
//!
//! This module decides neither the number of permits ([`crate::outflow`]) nor which visitor of a
//! member takes them ([`crate::apply`]).

use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use crate::outflow::PERMIT_LIFE_MS;
use crate::time::FlowMs;
use crate::units::PerMinute;

/// Virtual time of one permit at weight 1.
const SCALE: i64 = 1 << 48;
/// Units of a minimum that one permit costs.
const PERMIT: u64 = 60_000;
/// The most permits of its minimum that a member can be owed in addition to 2 s of it: one that is
/// due, and one while others are served first.
const OWED_MAX: u64 = 2;
/// The most strides that a member can run ahead, by its minimum or while no other member had
/// demand.
const LEAD_STRIDES_MAX: i128 = 2;
/// The most strides that a member with demand can lag. It never lags more, because the leads of
/// others are bounded and the sum of both is 0.
const LAG_STRIDES_MAX: i128 = 8;
/// The most strides that a member without demand can lag.
const IDLE_STRIDES_MAX: i128 = 1;

/// A member's weight: 1 to 65 535.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Weight(NonZeroU16);

impl Weight {
    /// Creates a weight; `None` for 0, with which a member would wait for ever.
    #[must_use]
    pub fn new(weight: u16) -> Option<Self> {
        NonZeroU16::new(weight).map(Self)
    }

    /// Returns the weight as an integer.
    #[must_use]
    pub fn get(self) -> u16 {
        self.0.get()
    }

    fn stride(self) -> i128 {
        i128::from((SCALE + i64::from(self.get()) - 1) / i64::from(self.get()))
    }
}

impl Default for Weight {
    fn default() -> Self {
        Self(NonZeroU16::MIN)
    }
}

/// A member's demand and its settings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Member {
    /// How many permits it could spend now.
    pub demand: u64,
    /// Its weight.
    pub weight: Weight,
    /// Permits per minute that it gets before others; 0 for none.
    pub minimum: PerMinute,
    /// Whether its demand is about to rise. Its permits are then reserved, so that it loses nothing
    /// to members whose visitors poll a moment sooner.
    pub waited_for: bool,
}

/// The stored state of a member.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct MemberState {
    /// Start relative to virtual time. A positive lead means that the member has had more than its
    /// share.
    lead: i64,
    /// Units of its minimum that it has not received yet.
    owed: u64,
}

/// The state of a share, part of the ledger. Members keep their index while the ledger exists.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    at: FlowMs,
    states: Vec<MemberState>,
}

impl Share {
    /// Shares `permits` among members at `now`. Returns how many each gets: never more than its
    /// demand, and all permits as long as there is demand.
    ///
    /// `rate` is the rate at which permits become due, if known: minimums above it are scaled.
    pub fn divide(&mut self, now: FlowMs, rate: Option<PerMinute>, permits: u64, members: &[Member]) -> Vec<u64> {
        self.states
            .resize(members.len().max(self.states.len()), MemberState::default());
        self.earn(now, rate, members);
        let mut round = SharingRound::new(&self.states, members, permits);
        round.play();
        for ((state, claimant), member) in self.states.iter_mut().zip(&round.claimants).zip(members) {
            let stride = member.weight.stride();
            let lag_max = if claimant.granted < member.demand || member.waited_for {
                LAG_STRIDES_MAX
            } else {
                IDLE_STRIDES_MAX
            };
            let lead = (claimant.start - round.virtual_time).clamp(-lag_max * stride, LEAD_STRIDES_MAX * stride);
            state.lead = i64::try_from(lead).expect("a few strides fit 52 bits");
            state.owed = claimant.owed;
        }
        round.claimants.iter().map(|claimant| claimant.granted).collect()
    }

    fn earn(&mut self, now: FlowMs, rate: Option<PerMinute>, members: &[Member]) {
        let elapsed_ms = u128::from(now.since(self.at));
        self.at = self.at.max(now);
        let sum: u128 = members.iter().map(|member| u128::from(member.minimum.0)).sum();
        let rate = rate.map_or(sum, |rate| u128::from(rate.0)).min(sum);
        for (state, member) in self.states.iter_mut().zip(members) {
            let minimum = u128::from(member.minimum.0);
            let earned = (elapsed_ms * minimum * rate).checked_div(sum).unwrap_or(0);
            let most = if member.minimum.0 == 0 {
                0
            } else {
                OWED_MAX * PERMIT + PERMIT_LIFE_MS * u64::from(member.minimum.0)
            };
            let owed = (u128::from(state.owed) + earned).min(u128::from(most));
            state.owed = u64::try_from(owed).expect("capped");
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Competitor {
    left: u64,
    waited_for: bool,
    weight: Weight,
    minimum: PerMinute,
    start: i128,
    owed: u64,
    granted: u64,
}

impl Competitor {
    fn new(state: MemberState, member: &Member) -> Self {
        Self {
            left: member.demand,
            waited_for: member.waited_for,
            weight: member.weight,
            minimum: member.minimum,
            start: i128::from(state.lead),
            owed: state.owed,
            granted: 0,
        }
    }

    fn take(&mut self, permits: u64) {
        self.left -= permits;
        self.granted += permits;
        self.owed = self.owed.saturating_sub(permits.saturating_mul(PERMIT));
        self.start += i128::from(permits) * self.weight.stride();
    }

    fn finish(&self) -> i128 {
        self.start + self.weight.stride()
    }

    /// Returns whether the deadline of its minimum is before the other's. The deadline is the time
    /// when the permit after the owed one becomes due.
    fn is_due_before(&self, other: &Self) -> bool {
        let units_to_go = |claimant: &Self| i128::from(2 * PERMIT) - i128::from(claimant.owed);
        units_to_go(self) * i128::from(other.minimum.0) < units_to_go(other) * i128::from(self.minimum.0)
    }
}

/// One division: assigns permit after permit until none is left or no member has demand.
#[derive(Debug)]
struct SharingRound {
    claimants: Vec<Competitor>,
    virtual_time: i128,
    left: u64,
}

impl SharingRound {
    fn new(states: &[MemberState], members: &[Member], left: u64) -> Self {
        let claimants = states.iter().zip(members);
        Self {
            claimants: claimants.map(|(kept, member)| Competitor::new(*kept, member)).collect(),
            virtual_time: 0,
            left,
        }
    }

    fn play(&mut self) {
        let demand = self
            .with_demand()
            .map(|(_, claimant)| u128::from(claimant.left))
            .sum::<u128>();
        if demand <= u128::from(self.left) {
            return self.satisfy(demand);
        }
        while self.left > 0 {
            let weights = self.update_virtual_time();
            let Some(who) = self.owed().or_else(|| self.entitled()) else {
                break;
            };
            let permits = if self.with_demand().nth(1).is_none() {
                self.left
            } else {
                1
            };
            if self.takes_part(&self.claimants[who]) {
                self.virtual_time += i128::from(permits) * i128::from(SCALE) / weights.max(1);
            }
            self.claimants[who].take(permits);
            self.left -= permits;
        }
    }

    fn with_demand(&self) -> impl Iterator<Item = (usize, &Competitor)> {
        self.claimants
            .iter()
            .enumerate()
            .filter(|(_, claimant)| claimant.left > 0)
    }

    /// Returns the members with demand and those that are waited for.
    fn competing(&self) -> impl Iterator<Item = &Competitor> {
        let competing = |claimant: &&Competitor| claimant.left > 0 || claimant.waited_for;
        self.claimants.iter().filter(competing)
    }

    /// Satisfies the demand of every member, because there are enough permits.
    fn satisfy(&mut self, demand: u128) {
        let weights = self.update_virtual_time();
        let demand = i128::try_from(demand).expect("below 2^64 permits a member");
        self.virtual_time += (demand * i128::from(SCALE)).checked_div(weights).unwrap_or(0);
        for claimant in &mut self.claimants {
            claimant.take(claimant.left);
        }
    }

    /// Computes virtual time from the starts of the members that take part. Returns the sum of
    /// their weights.
    fn update_virtual_time(&mut self) -> i128 {
        if self.competing().all(|claimant| !self.takes_part(claimant)) {
            // All of them ran ahead of members that have no demand now.
            let first = self.competing().map(|claimant| claimant.start).min();
            self.virtual_time = first.unwrap_or(self.virtual_time);
        }
        let taking_part = self.competing().filter(|claimant| self.takes_part(claimant));
        let (sum, weights) = taking_part.fold((0, 0), |(sum, weights), claimant| {
            let weight = i128::from(claimant.weight.get());
            (sum + claimant.start * weight, weights + weight)
        });
        if weights > 0 {
            self.virtual_time = sum.div_euclid(weights);
        }
        weights
    }

    /// Returns whether a member has no more than its share, to within one permit. A member that has
    /// more is ahead by its minimum.
    fn takes_part(&self, claimant: &Competitor) -> bool {
        claimant.start - self.virtual_time <= claimant.weight.stride()
    }

    /// Returns the member that is owed a permit of its minimum with the earliest deadline.
    fn owed(&self) -> Option<usize> {
        let mut first: Option<(usize, &Competitor)> = None;
        for (who, claimant) in self.with_demand().filter(|(_, claimant)| claimant.owed >= PERMIT) {
            if first.is_none_or(|(_, earlier)| claimant.is_due_before(earlier)) {
                first = Some((who, claimant));
            }
        }
        first.map(|(who, _)| who)
    }

    /// Returns the member entitled by weight whose stride ends first.
    fn entitled(&self) -> Option<usize> {
        let entitled = self
            .with_demand()
            .filter(|(_, claimant)| claimant.start <= self.virtual_time);
        let first = entitled.min_by_key(|(_, claimant)| claimant.finish());
        // Only members that are waited for may be entitled; a permit without other demand is not
        // reserved for them here.
        let first = first.or_else(|| self.with_demand().min_by_key(|(_, claimant)| claimant.start));
        first.map(|(who, _)| who)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(demand: u64, weight: u16, minimum: u32) -> Member {
        Member {
            demand,
            weight: Weight::new(weight).expect("above 0"),
            minimum: PerMinute(minimum),
            waited_for: false,
        }
    }

    #[test]
    fn weight_zero_is_no_weight() {
        assert_eq!(Weight::new(0), None);
        assert_eq!(Weight::default(), Weight::new(1).expect("above 0"));
    }

    #[test]
    fn unused_shares_go_to_members_with_demand() {
        let mut share = Share::default();
        let given = share.divide(
            FlowMs(0),
            None,
            100,
            &[member(5, 10, 0), member(1_000, 1, 0), member(0, 9, 0)],
        );
        assert_eq!(given, [5, 95, 0]);
        assert_eq!(
            share.divide(FlowMs(0), None, 7, &[member(1, 1, 0), member(2, 1, 0)]),
            [1, 2]
        );
        assert_eq!(share.divide(FlowMs(0), None, 7, &[]), Vec::<u64>::new());
    }

    #[test]
    fn a_heavy_member_is_not_kept_behind_many_light_ones() {
        let mut members = vec![member(u64::MAX, 100, 0)];
        members.extend(vec![member(u64::MAX, 1, 0); 100]);
        let mut share = Share::default();
        assert!((49..=51).contains(&share.divide(FlowMs(0), None, 100, &members)[0]));
    }

    #[test]
    fn an_idle_member_saves_up_at_most_one_permit() {
        let mut share = Share::default();
        let busy = member(u64::MAX, 1, 0);
        share.divide(FlowMs(0), None, 10_000, &[busy, member(0, 1, 0)]);
        let given = share.divide(FlowMs(0), None, 10, &[busy, busy]);
        assert!(given[1] <= 6, "{given:?}");
    }

    #[test]
    fn permits_are_reserved_for_a_member_that_is_waited_for() {
        let waited = |demand, weight| Member {
            waited_for: true,
            ..member(demand, weight, 0)
        };
        let (mut share, mut had) = (Share::default(), [0, 0]);
        for permit in 0..400_u64 {
            // First find out which member is entitled; then only that member has demand.
            let entitled = share
                .clone()
                .divide(FlowMs(permit), None, 1, &[waited(1, 3), waited(1, 1)]);
            let members = [waited(entitled[0], 3), waited(entitled[1], 1)];
            let given = share.divide(FlowMs(permit), None, 1, &members);
            had.iter_mut().zip(given).for_each(|(had, given)| *had += given);
        }
        assert!(had[0].abs_diff(300) <= 1, "{had:?}");
    }

    #[test]
    fn a_minimum_is_a_floor_and_no_addition() {
        let ten_minutes = |minimum| {
            let members = [member(u64::MAX, 1, minimum), member(u64::MAX, 9, 0)];
            let mut share = Share::default();
            (0..1_200_u64)
                .map(|permit| share.divide(FlowMs(permit * 500), Some(PerMinute(120)), 1, &members)[0])
                .sum::<u64>()
        };
        assert_eq!(ten_minutes(0), 120, "by weight");
        assert!(
            (119..=121).contains(&ten_minutes(12)),
            "its weight brings it that much anyway"
        );
        assert!((598..=602).contains(&ten_minutes(60)));
        assert!(ten_minutes(200) >= 1_198, "scaled to the rate");
    }

    #[test]
    fn minimums_above_the_rate_are_scaled_to_it() {
        let members = [
            member(u64::MAX, 1, 90),
            member(u64::MAX, 1, 30),
            member(u64::MAX, 50, 0),
        ];
        let mut share = Share::default();
        let mut had = [0, 0, 0];
        for second in 0..600_u64 {
            let given = share.divide(FlowMs(second * 1_000), Some(PerMinute(60)), 1, &members);
            had.iter_mut().zip(given).for_each(|(had, given)| *had += given);
        }
        assert!(had[0].abs_diff(450) <= 3 && had[1].abs_diff(150) <= 3, "{had:?}");
    }

    #[test]
    fn the_member_with_the_earlier_deadline_goes_first() {
        let mut share = Share::default();
        let members = [member(0, 1, 6), member(0, 1, 60)];
        share.divide(FlowMs(0), None, 0, &members);
        let with_demand = members.map(|member| Member { demand: 5, ..member });
        assert_eq!(
            share.divide(FlowMs(10_000), None, 3, &with_demand),
            [0, 3],
            "10 s of 6 a minute may wait 10 s more"
        );
        assert_eq!(share.divide(FlowMs(18_000), None, 1, &with_demand), [0, 1]);
        assert_eq!(
            share.divide(FlowMs(19_900), None, 4, &with_demand),
            [1, 3],
            "what is due in 100 ms before what is due in a second"
        );
    }

    #[test]
    fn a_minimum_that_ended_leaves_no_debt() {
        let mut share = Share::default();
        for permit in 0..1_200_u64 {
            let members = [member(u64::MAX, 1, 60), member(u64::MAX, 1, 0), member(u64::MAX, 1, 0)];
            share.divide(FlowMs(permit * 500), Some(PerMinute(120)), 1, &members);
        }
        let given = share.divide(FlowMs(600_000), Some(PerMinute(120)), 30, &[member(u64::MAX, 1, 0); 3]);
        assert!(given.iter().all(|given| (8..=12).contains(given)), "{given:?}");
    }
}
