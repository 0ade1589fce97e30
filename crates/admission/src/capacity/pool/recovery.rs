//! The pool's part of a recovery ([`crate::recovery`]): its ledger, and the people inside.
//!
//! A session is counted in a bucket of the ledger, and the side record of its place names the
//! bucket. A node remembers the counts, but not the records. If a recovery continued from
//! remembered counts, an older record could remove another visitor's session from them, and a new
//! visitor would be let in while all others are still inside. So the *stored* counts stay, which
//! agree with the stored records, and the recovery compensates for the changes of lost commits:
//!
//! - Visitors whom lost commits let in and a node remembers are admitted again, with a new record.
//! - Visitors whom no node remembers, and visitors who were let in again, count without a record.
//! - A lost touch has no effect: the session ends at the time of the previous report, unless the
//!   visitor is seen again. A session that ended in a lost commit also lasts until that time.
//!
//! If the store came back with nothing there are no records, and the remembered counts stay.

use crate::batch::UnseenPermits;
use crate::ledger::Ledger;
use crate::marks::{Mark, Marks};
use crate::pool::config::PoolConfig;
use crate::pool::roster::{Roster, UNRESPONSIVE_MS};
use crate::pool::{LineIndex, PlaceKey, PoolBatch, PoolLedger, PoolState};
use crate::recovery::{RECORDS_AGAIN_MAX, lost};
use crate::step::Step;
use crate::time::FlowMs;

/// The visitors whom lost commits let in.
#[derive(Debug, Default)]
pub(super) struct RestoredVisitors {
    /// The places that are known.
    pub(super) places: Vec<PlaceKey>,
    /// The number of visitors without a known place.
    pub(super) unnamed: u64,
}

/// Returns whether a batch is the first after a failover.
pub(super) fn recovers(batch: &PoolBatch<'_>) -> bool {
    batch.lines.iter().any(|line| line.recovery.is_some())
}

/// Returns the ledger from which the pool's commit starts: after a failover, this can be the one
/// that the node remembers.
pub(super) fn starting_ledger(state: &PoolState, batch: &PoolBatch<'_>) -> PoolLedger {
    let mut lines = state.lines.iter().zip(batch.lines);
    let remembered = lines.any(|(line, batch)| lost::continues_from_memory(&line.ledger, batch));
    let Some(known) = batch.memory.filter(|_| remembered) else {
        return state.ledger.clone();
    };
    let mut ledger = known.clone();
    if let Some(stored) = &state.ledger.occupancy {
        ledger.occupancy = Some(stored.clone());
    }
    ledger
}

/// Returns the longest [`lost::unknown_ms`] of all lines.
pub(super) fn unknown_ms(state: &PoolState, batch: &PoolBatch<'_>, now: FlowMs) -> Option<u64> {
    let mut lines = state.lines.iter().zip(batch.lines);
    lines.try_fold(0, |longest: u64, (line, batch)| {
        Some(longest.max(lost::unknown_ms(&line.ledger, batch, now)?))
    })
}

/// Returns whether the recovering node knows all permits that were spent ahead of the pace
/// ([`crate::pool::roster`]). `ledger` is that of [`starting_ledger`].
pub(super) fn knows_all(ledger: &PoolLedger, state: &PoolState, batch: &PoolBatch<'_>, now: FlowMs) -> bool {
    let mut lines = state.lines.iter().zip(batch.lines);
    lines.all(|(line, batch)| {
        let missed = lost::missed_ms(&line.ledger, batch, now);
        missed.is_some_and(|ms| ms < UNRESPONSIVE_MS)
            && ledger.roster.as_ref().is_some_and(|roster| roster.is_alone(batch.node))
    })
}

/// Enters the batch's node into the ledger's roster. `unknown`: nodes that the ledger does not name
/// may be running. Returns the permits that newcomers who pass unseen can spend.
pub(super) fn enter_roster(
    ledger: &mut PoolLedger,
    now: FlowMs,
    (state, config): (&PoolState, &PoolConfig),
    batch: &PoolBatch<'_>,
    unknown: bool,
) -> UnseenPermits {
    let Some(line) = batch.lines.first().filter(|_| config.has_unseen()) else {
        ledger.roster = None;
        return UnseenPermits::default();
    };
    let mut roster = match ledger.roster.take() {
        Some(roster) if !unknown => roster,
        None if Roster::is_of_new_pool(&state.lines) && !unknown => Roster::of_new_pool(),
        _ => Roster::with_unknown(now),
    };
    let goes_ahead = roster.note(line.node, now);
    ledger.roster = Some(roster);
    match goes_ahead {
        true => UnseenPermits::Known,
        false => UnseenPermits::AtThePace,
    }
}

/// Returns the visitors whom lost commits let in, as far as the batch's node remembers them.
pub(super) fn restored(state: &PoolState, batch: &PoolBatch<'_>, steps: &[Step]) -> RestoredVisitors {
    let mut restored = RestoredVisitors::default();
    let lines = state.lines.iter().zip(batch.lines).zip(steps);
    for (line, ((stored, asked), step)) in LineIndex::first(state.lines.len()).zip(lines) {
        // A store that came back empty also lacks the commits of long ago.
        let Some(memory) = asked.memory.as_ref().filter(|_| stored.ledger.commits > 0) else {
            continue;
        };
        let before = match stored.ledger.run == step.state.ledger.run {
            true => stored.marks.clone(),
            false => Marks::default(),
        };
        let lacking = before.lacking(&step.state.marks);
        let redirected = lacking.filter(|(_, mark)| *mark == Mark::Redirected);
        let remembered = redirected.filter(|(number, _)| memory.state.marks.has(*number, Mark::Redirected));
        let numbers: Vec<_> = remembered.map(|(number, _)| number).collect();
        if lost::continues_from_memory(&stored.ledger, asked) {
            let lost = grants_since(&stored.ledger, &memory.state.ledger);
            restored.unnamed += lost.saturating_sub(numbers.len() as u64);
        }
        let named = numbers.len().min(RECORDS_AGAIN_MAX);
        restored.unnamed += (numbers.len() - named) as u64;
        let places = numbers.into_iter().take(named).map(|number| (line, number));
        restored.places.extend(places);
    }
    restored
}

/// Returns how many more grants a node knows than are stored.
fn grants_since(stored: &Ledger, known: &Ledger) -> u64 {
    match stored.run == known.run {
        true => known.granted.saturating_sub(stored.granted),
        false => known.granted,
    }
}
