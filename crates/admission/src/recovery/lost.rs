//! What a failover may have lost, as far as the batch that recovers can tell.

use crate::batch::Batch;
use crate::ledger::Ledger;
use crate::recovery::{DRIFT_PART, LAG_MS};
use crate::time::FlowMs;

/// How many milliseconds of flow time the permits of lost commits may have come from; `None` if
/// nobody knows.
///
/// Lost commits are later than what is stored, whatever the node remembers: one that was away while
/// others recovered the pool, or has not told yet what it remembered from before that, knows the
/// age of what is stored as well as any.
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

/// Whether a recovery goes on from what its node remembers.
pub(crate) fn goes_on(stored: &Ledger, batch: &Batch) -> bool {
    let memory = batch.memory.as_ref().filter(|_| batch.recovery.is_some());
    memory.is_some_and(|memory| memory.is_later_than(stored))
}
