//! The tallies of a transaction: what was counted today, and what was counted lately.

use super::{DAY_MS, ReminderRefused, ReminderTransaction, TALLIES_MAX};
use crate::reminders::counts::RecentHash;
use crate::reminders::record::{DayTally, RecentTally};

impl ReminderTransaction {
    /// Counts a recipient in all its counters, or in none if one limit is reached.
    pub(crate) fn count(&mut self, counted_by: &[([u8; 16], u32)]) -> Result<(), ReminderRefused> {
        if self.is_used_up(counted_by) {
            return Err(ReminderRefused::Many);
        }
        let is_new = |hash| self.tallies.get(hash).is_none_or(|slot| slot.is.is_none());
        let new = counted_by.iter().filter(|(hash, _)| is_new(hash)).count() as u64;
        if self.ledger.tallies + new > TALLIES_MAX {
            return Err(ReminderRefused::Full);
        }
        self.ledger.tallies += new;
        let day = self.now.0 / DAY_MS;
        for (hash, _) in counted_by {
            let given = self.today(hash) + 1;
            let slot = self.tallies.get_mut(hash).expect("read above");
            slot.is = Some(DayTally { day, given });
        }
        Ok(())
    }

    /// Whether one of these counters has reached its limit today.
    pub(crate) fn is_used_up(&self, counted_by: &[([u8; 16], u32)]) -> bool {
        counted_by.iter().any(|(hash, most)| self.today(hash) >= *most)
    }

    /// How often something was counted today.
    pub(crate) fn today(&self, hash: &[u8; 16]) -> u32 {
        let tally = self.tallies.get(hash).and_then(|slot| slot.is);
        tally
            .filter(|tally| tally.day == self.now.0 / DAY_MS)
            .map_or(0, |tally| tally.given)
    }

    /// The recent tally under a hash, if there is one.
    pub(crate) fn recently(&self, hash: &RecentHash) -> Option<RecentTally> {
        self.recent.get(hash).and_then(|slot| slot.is)
    }

    /// Counts in all these counters of the day and sets these recent tallies, or changes nothing if
    /// one limit is reached or no more can be stored.
    pub(crate) fn count_lately(
        &mut self,
        counted_by: &[([u8; 16], u32)],
        recent: &[(RecentHash, RecentTally)],
    ) -> Result<(), ReminderRefused> {
        let new = recent.iter().filter(|(hash, _)| self.recently(hash).is_none());
        let new = new.count() as u64;
        if self.ledger.tallies + new + counted_by.len() as u64 > TALLIES_MAX {
            return Err(ReminderRefused::Full);
        }
        self.count(counted_by)?;
        self.ledger.tallies += new;
        for (hash, tally) in recent {
            let slot = self.recent.get_mut(hash).expect("decisions read what they change");
            slot.is = Some(*tally);
        }
        Ok(())
    }

    /// Deletes a tally of a past day.
    pub(in crate::reminders) fn forget_tally(&mut self, hash: [u8; 16]) {
        let day = self.now.0 / DAY_MS;
        let Some(slot) = self.tallies.get_mut(&hash) else {
            return;
        };
        if slot.is.take_if(|tally| tally.day < day).is_some() {
            self.ledger.tallies = self.ledger.tallies.saturating_sub(1);
        }
    }

    /// Deletes a recent tally of which nothing counts any more.
    pub(crate) fn forget_recent(&mut self, hash: RecentHash) {
        let now = self.now;
        let Some(slot) = self.recent.get_mut(&hash) else {
            return;
        };
        if slot.is.take_if(|tally| tally.until <= now).is_some() {
            self.ledger.tallies = self.ledger.tallies.saturating_sub(1);
        }
    }
}
