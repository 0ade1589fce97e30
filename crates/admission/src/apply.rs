//! The one function that decides: `apply(state, config, now, batch)`.
//!
//! Within a batch: what a failover lost comes back ([`crate::recovery`]), controls, then what the
//! node granted by its lease, time and schedule, the draw, cancels, moves, vouchers given back,
//! arrivals, news of who is there, claims from the lowest number up, silence, and last the serving
//! line, the expectation and the node's next lease. The function may be run again on a newer state
//! after a conflict; it keeps nothing of its own. The steps stand in `plan/`.

use std::collections::{BTreeMap, BTreeSet};

use crate::batch::{Batch, Grant, Outcome, Redirects};
use crate::config::{RoomConfig, TOKEN_VALIDITY_MS};
use crate::holders::Holders;
use crate::ledger::Ledger;
use crate::marks::{ChunkIndex, Mark, Marks};
use crate::moving::MoveRecords;
use crate::plan::Plan;
use crate::recovery::unknown_ms;
use crate::time::Now;
use crate::units::{Number, Sequence};
use crate::voucher::{VoucherHash, VoucherRecord};

/// What a commit starts from and leaves.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The small value.
    pub ledger: Ledger,
    /// A few bits a place, by number.
    pub marks: Marks,
    /// The same for places that have no number yet, by their sequence less the first sequence
    /// without a number ([`crate::order::Order::unnumbered_from`]).
    pub unnumbered: Marks,
    /// Who holds places that were moved to another device.
    pub holders: Holders,
}

impl State {
    /// The first state of a room.
    #[must_use]
    pub fn new(ledger: Ledger) -> Self {
        Self {
            ledger,
            marks: Marks::default(),
            unnumbered: Marks::default(),
            holders: Holders::default(),
        }
    }

    /// What is stored of it where a store came back empty: no commit, no mark and no holder. All of
    /// the state is later than that, whatever it recovered from before
    /// ([`crate::recovery::Memory::is_later_than`]).
    #[must_use]
    pub fn unstored(&self) -> Self {
        Self::new(Ledger {
            commits: 0,
            ..self.ledger.clone()
        })
    }

    /// Whether a place carries a mark.
    #[must_use]
    pub fn has(&self, sequence: Sequence, mark: Mark) -> bool {
        match (self.ledger.number(sequence), self.ledger.order.unnumbered_from()) {
            (Some(number), _) => self.marks.has(number, mark),
            (None, Some(from)) if sequence >= from => self.unnumbered.has(Number(sequence.0 - from.0), mark),
            _ => false,
        }
    }

    /// Whether a place is through: redirected or cancelled.
    #[must_use]
    pub fn is_settled(&self, sequence: Sequence) -> bool {
        self.has(sequence, Mark::Redirected) || self.has(sequence, Mark::Cancelled)
    }

    /// Lets settled places be forgotten among the holders where those are full; whether one more
    /// may move.
    pub fn make_room_for_moves(&mut self) -> bool {
        let mut holders = std::mem::take(&mut self.holders);
        let room = holders.make_room(|sequence| self.is_settled(sequence));
        self.holders = holders;
        room
    }
}

/// A planned commit: carry it out as it is, or throw it away and plan again.
#[derive(Debug, Clone)]
pub struct Step {
    /// The state after it.
    pub state: State,
    /// Chunks of marks that differ.
    pub changed: BTreeSet<ChunkIndex>,
    /// Chunks of the marks of places without a number that differ.
    pub unnumbered_changed: BTreeSet<ChunkIndex>,
    /// The marks of a window that was drawn went over to numbers: its first sequence, and how many
    /// chunks are to be forgotten.
    pub unnumbered_gone: Option<(Sequence, u64)>,
    /// Side records to write.
    pub redirects: Vec<(Number, Redirects)>,
    /// Side records of moves to write, or to forget.
    pub moved: MoveRecords,
    /// Side records of vouchers to write, or to forget.
    pub vouchers: BTreeMap<VoucherHash, Option<VoucherRecord>>,
    /// Permits spent, in order.
    pub grants: Vec<Grant>,
    /// Permits that count as spent because lost commits may have spent them: 0 but in a recovery,
    /// and `u64::MAX` where nobody knows how many.
    pub presumed_spent: u64,
    /// What everyone in the batch is told.
    pub outcome: Outcome,
}

/// Applies a batch to a state.
///
/// `now.flow` may lie behind the ledger's (another node's clock is ahead): then the ledger's
/// counts.
#[must_use]
pub fn apply(state: &State, config: &RoomConfig, now: Now, batch: &Batch) -> Step {
    let now = Now {
        flow: now.flow.max(state.ledger.flow),
        wall: now.wall,
    };
    let mut plan = Plan::new(state.clone(), config, now, batch);
    plan.recover();
    plan.begin();
    let controls = plan.controls();
    let before = plan.end_lease();
    plan.pass_time();
    if batch.recovery.is_some() {
        plan.presume_spent(unknown_ms(&state.ledger, batch, now.flow));
    }
    plan.draw();
    plan.cancels();
    let moves = plan.moves();
    plan.free_vouchers();
    let arrived = plan.arrive();
    plan.close_window();
    let claims = plan.claims();
    plan.silences();
    plan.move_line();
    plan.expect();
    plan.lease(&before);
    let (run, confirmed_in_ms) = (plan.run(), plan.confirmed_in_ms());
    plan.finish(Outcome {
        run,
        first_arrival: arrived.first,
        vouched: arrived.vouched,
        unseen: arrived.unseen,
        claims,
        moves,
        controls,
        confirmed_in_ms,
    })
}

/// Whether a claim is the repeat of a grant whose token still holds.
#[must_use]
pub fn repeats(past: &Redirects, now: Now) -> bool {
    now.wall.0 < past.granted_at.0 + TOKEN_VALIDITY_MS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{Claim, Control};
    use crate::holders::Device;
    use crate::time::{FlowMs, WallMs};
    use crate::units::PerMinute;

    fn at(flow: u64) -> Now {
        Now {
            flow: FlowMs(flow),
            wall: WallMs(1_000_000 + flow),
        }
    }

    #[test]
    fn what_fell_due_in_a_pause_is_not_given_at_its_end() {
        let config = RoomConfig::new(PerMinute(600));
        let mut state = State::new(Ledger::new(&config, WallMs(0)));
        let mut commit = |flow, controls: &[Control], arrivals, claims: &[u64]| {
            let batch = Batch {
                arrivals,
                claims: claims
                    .iter()
                    .map(|number| Claim {
                        number: Number(*number),
                        device: Device::first(Sequence(*number)),
                    })
                    .collect(),
                controls: controls.to_vec(),
                ..Batch::default()
            };
            let step = apply(&state, &config, at(flow), &batch);
            state = step.state;
            step.grants.len()
        };
        commit(0, &[], 50, &[]);
        commit(1_000, &[Control::Pause], 0, &[]);
        let everybody: Vec<u64> = (0..50).collect();
        assert_eq!(commit(61_000, &[Control::Resume], 0, &everybody), 1);
    }
}
