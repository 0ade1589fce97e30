//! Arrivals: every newcomer gets a sequence, unless one of their vouchers was spent before or the
//! room is full. In a room that is visible only at peak, a newcomer can also get a permit at once.

use super::Plan;
use crate::batch::Grant;
use crate::config::Visibility;
use crate::lifecycle::Phase;
use crate::units::{Number, Sequence};
use crate::voucher::ArrivalRefused;

/// The number of seconds over which a burst is measured.
const BURST_SECONDS: u64 = 2;
/// A burst is more than one part in this many of the max outflow: a fifth.
const BURST_PART: u64 = 5;

/// The result of a batch's arrivals, in the form of [`crate::batch::BatchOutcome`].
#[derive(Default)]
pub(crate) struct ArrivalSteps {
    pub(crate) first: Option<Sequence>,
    pub(crate) conditional: Vec<Result<(), ArrivalRefused>>,
    pub(crate) full_from: Option<Sequence>,
    pub(crate) unseen: u32,
}

impl Plan<'_> {
    /// Gives newcomers their places.
    pub(crate) fn arrive(&mut self) -> ArrivalSteps {
        let ledger = &self.state.ledger;
        if !ledger.lifecycle.gives_places() {
            return ArrivalSteps::default();
        }
        let first = ledger.next;
        let room = self.room_left();
        let full_from = room.map(|room| Sequence(first.0.saturating_add(room)));
        let (conditional, given) = self.decide_arrivals(first, full_from);
        ArrivalSteps {
            first: Some(first),
            conditional,
            full_from,
            unseen: self.give_places(given),
        }
    }

    /// Returns how many newcomers can get a place: as many as can still wait in any lane, and those
    /// who pass without waiting. `None` for a room without a limit.
    fn room_left(&self) -> Option<u64> {
        let capacity = self.config.capacity?;
        // With a reset of the first lane, the other lanes also begin a new run.
        let same_run = self.began_in == self.run();
        let lane = self.batch.lane.filter(|lane| same_run || lane.follows.is_some());
        let elsewhere = lane.map_or(0, |lane| lane.elsewhere);
        let waiting = self.state.waiting().saturating_add(elsewhere);
        let passing = self.passing(u64::from(self.batch.arrivals));
        Some(capacity.saturating_sub(waiting).saturating_add(passing))
    }

    /// Gives places to `arrivals` newcomers. Returns how many of them pass unseen.
    fn give_places(&mut self, arrivals: u64) -> u32 {
        if arrivals == 0 {
            return 0;
        }
        let first = self.state.ledger.next;
        let unseen = self.unseen(arrivals);
        let ledger = &mut self.state.ledger;
        ledger.next.0 += arrivals;
        ledger.inflow.count(self.now.flow, arrivals);
        let drawn_later = Sequence(first.0 + u64::from(unseen));
        if self.config.fairness_ms.is_some() && ledger.lifecycle.phase() == Phase::Queue && drawn_later < ledger.next {
            ledger.order.open(drawn_later, self.now.flow);
        }
        for number in (first.0..drawn_later.0).map(Number) {
            let grant = Grant {
                number,
                granted_at: self.now.wall,
                unseen: true,
            };
            self.grant(grant, 0);
        }
        self.state.ledger.outflow.spend_unseen(self.now.flow, u64::from(unseen));
        self.state.ledger.granted += u64::from(unseen);
        unseen
    }

    /// Returns how many of the newcomers pass before the line is shown. Shows the line if not all
    /// of them pass.
    fn unseen(&mut self, arrivals: u64) -> u32 {
        let ledger = &self.state.ledger;
        if !ledger.is_unseen(self.config) || ledger.order.open_since().is_some() {
            return 0;
        }
        let unseen = self.passing(arrivals);
        self.state.ledger.shown = unseen < arrivals;
        u32::try_from(unseen).expect("no more than the batch's arrivals")
    }

    /// Returns how many of the newcomers can pass before the line is shown.
    fn passing(&self, arrivals: u64) -> u64 {
        let ledger = &self.state.ledger;
        if !ledger.is_unseen(self.config) || ledger.order.open_since().is_some() {
            return 0;
        }
        let lately = ledger.inflow.last_seconds(self.now.flow, BURST_SECONDS);
        let fifth = u64::from(self.config.max_outflow.0) / BURST_PART;
        let burst = match self.config.visibility {
            Visibility::AtPeakBurst => fifth.saturating_sub(lately),
            Visibility::Always | Visibility::AtPeak => u64::MAX,
        };
        let room = match ledger.flows() {
            true => ledger.outflow.spendable(self.goes_ahead()),
            false => 0,
        };
        arrivals
            .min(room)
            .min(burst)
            .min(self.batch.permits_max.unwrap_or(u64::MAX))
    }
}
