//! The capacity of a room with priority groups, which all its lines share.

use admission::batch::ArrivalOutcome;
use admission::voucher::ArrivalRefused;
use node::pool_node::CommitDecisions;

use super::World;
use crate::oracle::{CAPACITY_INVARIANT, InvariantViolation, RoomNewcomers};

impl World<'_> {
    /// Returns how many people wait in each line.
    pub(super) fn waiting_in_lines(&self) -> Vec<u64> {
        self.lines.iter().map(|line| line.oracles.waiting()).collect()
    }

    /// Judges a commit's decisions on the newcomers of each room with a capacity and groups;
    /// `waited`: how many people waited in each line before the commit.
    pub(super) fn judge_room_capacity(
        &self,
        commit: &CommitDecisions,
        waited: &[u64],
    ) -> Result<(), InvariantViolation> {
        for (room, line) in (0_u16..).zip(&self.lines) {
            let Some(capacity) = line.room.capacity.filter(|_| self.scenario.has_groups(line.room)) else {
                continue;
            };
            self.newcomers_of(room, commit, waited)
                .judge(capacity)
                .map_err(|what| InvariantViolation {
                    invariant: CAPACITY_INVARIANT,
                    what,
                    real_ms: self.now,
                })?;
        }
        Ok(())
    }

    fn newcomers_of(&self, room: u16, commit: &CommitDecisions, waited: &[u64]) -> RoomNewcomers {
        let mut sum = RoomNewcomers::default();
        let lines = (0_u16..).zip(&self.lines);
        for (at, line) in lines.filter(|(at, line)| line.room.group_of.unwrap_or(*at) == room) {
            let at = usize::from(at);
            let (batch, outcome) = (&commit.batches[at], &commit.step.steps[at].outcome);
            let arrivals: Vec<ArrivalOutcome> = outcome.arrivals(batch).collect();
            let is_given = |arrival: &ArrivalOutcome| matches!(arrival, ArrivalOutcome::Given(_));
            let is_refused = |arrival: &ArrivalOutcome| *arrival == ArrivalOutcome::Refused(ArrivalRefused::RoomFull);
            let leaving = batch.conditional.iter().filter(|conditional| conditional.leaves);
            let leaving = leaving.filter(|conditional| is_given(&arrivals[conditional.arrival as usize]));
            sum.waited += waited[at];
            sum.waiting += line.waiting_with_newcomers;
            sum.given += arrivals.iter().filter(|arrival| is_given(arrival)).count() as u64;
            sum.leaving += leaving.count() as u64;
            sum.unseen += u64::from(outcome.unseen);
            sum.silent += batch.silent.len() as u64;
            sum.refused += arrivals.iter().filter(|arrival| is_refused(arrival)).count() as u64;
        }
        sum
    }
}
