//! Derives the commits that a failover may have lost from the batch of the recovery.

use crate::batch::Batch;
use crate::ledger::Ledger;
use crate::recovery::{DRIFT_PART, LAG_MS};
use crate::time::FlowMs;

/// Returns from how many milliseconds of flow time lost commits may have spent permits; `None` if
/// that is unknown.
///
/// Lost commits are always later than the stored state, whatever the node remembers. A node that
/// was away while others recovered the pool, or that has not yet sent its memory from before that
/// recovery, therefore knows the age of the stored state as well as any other node.
pub(crate) fn unknown_ms(stored: &Ledger, batch: &Batch, now: FlowMs) -> Option<u64> {
    let heard = batch.recovery?.heard?.min(now);
    let known = batch.memory.as_ref().map(|memory| (memory, &memory.state.ledger));
    let since = match known {
        Some((memory, known)) if memory.is_later_than(stored) => heard.max(known.flow),
        Some((_, known)) if known.chain() == stored.chain() && known.commits == stored.commits => {
            heard.max(stored.flow)
        }
        _ => stored.flow,
    };
    Some(now.since(since) + LAG_MS + now.since(heard) / DRIFT_PART)
}

/// Returns for how long the node of a recovery may have missed commits that were not lost to it
/// earlier, by its own clock; `None` if it does not know the newest commit that is known.
pub(crate) fn missed_ms(stored: &Ledger, batch: &Batch, now: FlowMs) -> Option<u64> {
    let heard = batch.recovery?.heard?.min(now);
    let memory = batch.memory.as_ref()?;
    let known = &memory.state.ledger;
    let same = known.chain() == stored.chain() && known.commits == stored.commits;
    let away = now.since(heard);
    (same || memory.is_later_than(stored)).then(|| away + LAG_MS + away / DRIFT_PART)
}

/// Returns whether a recovery continues from the state that its node remembers.
pub(crate) fn continues_from_memory(stored: &Ledger, batch: &Batch) -> bool {
    let memory = batch.memory.as_ref().filter(|_| batch.recovery.is_some());
    memory.is_some_and(|memory| memory.is_later_than(stored))
}
