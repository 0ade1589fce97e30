//! The one function that decides: `apply(state, config, now, batch)`.
//!
//! The steps of a batch, in order: restoring what a failover lost ([`crate::recovery`]), the
//! lifecycle of the room if the line is one of several lanes, controls, grants that the node gave
//! by its lease, time and schedule, the draw, cancels, transfers, vouchers given back, arrivals,
//! the end of a fairness window, places with their first poll in front, claims from the lowest
//! number up, silent places, and last the serving line, the expectation and the node's next lease.
//! The function keeps no state of its own, so a caller can run it again on a newer state after a
//! conflict. The steps are in `plan/`.

use crate::batch::{Batch, BatchOutcome};
use crate::config::RoomConfig;
use crate::plan::Plan;
use crate::recovery::lost::unknown_ms;
use crate::state::State;
use crate::step::Step;
use crate::time::Now;

/// Applies a batch to a state.
///
/// If `now.flow` is less than the ledger's flow time (another node's clock is ahead), the ledger's
/// flow time is used.
#[must_use]
pub fn apply(state: &State, config: &RoomConfig, now: Now, batch: &Batch) -> Step {
    let now = Now {
        flow: now.flow.max(state.ledger.flow),
        wall: now.wall,
    };
    let mut plan = Plan::new(state.clone(), config, now, batch);
    plan.recover();
    plan.begin();
    plan.follow_room();
    let controls = plan.controls();
    let before = plan.end_lease();
    plan.pass_time();
    if batch.recovery.is_some() {
        plan.presume_spent(unknown_ms(&state.ledger, batch, now.flow));
    }
    plan.draw();
    plan.cancels();
    let transfers = plan.transfers();
    plan.free_vouchers();
    let arrived = plan.arrive();
    plan.close_window();
    let claims = plan.claims();
    plan.silences();
    plan.move_line();
    plan.expect();
    plan.lease(&before);
    let (run, confirmed_in_ms) = (plan.run(), plan.confirmed_in_ms());
    plan.finish(BatchOutcome {
        run,
        first_arrival: arrived.first,
        conditional: arrived.conditional,
        full_from: arrived.full_from,
        unseen: arrived.unseen,
        claims,
        transfers,
        controls,
        confirmed_in_ms,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{Claim, Control};
    use crate::holders::Device;
    use crate::ledger::Ledger;
    use crate::time::{FlowMs, WallMs};
    use crate::units::PerMinute;
    use crate::units::{Number, Sequence};

    fn at(flow: u64) -> Now {
        Now {
            flow: FlowMs(flow),
            wall: WallMs(1_000_000 + flow),
        }
    }

    #[test]
    fn permits_due_during_a_pause_are_not_granted_at_its_end() {
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
