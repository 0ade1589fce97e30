//! What is to be said next about a room's draws: pure decisions over the records, which sign
//! statements and store nothing.
//!
//! Each asks for a state rather than for a step: where it is reached already, nothing changes, and
//! what was said stands. So every verb may be repeated after a crash, and of one commitment no
//! second cut-off is ever published. A statement's time is never earlier than that of the one it
//! follows, even where the clock was set back.

use draw::{
    Abort, AbortReason, Commitment, CutOff, DrawKey, DrawStatus, PREQUEUE_AFTER_START_MS, Population, Reveal, Run,
    RunRecord, Secret, Signed, UnixMillis,
};

use super::keys::{CommitmentTerms, SigningKeys};
use super::record::{DrawRecords, RecordChange, Serial, open};

/// Why something cannot be said about a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DrawRefusal {
    /// The pre-queue would open after the start.
    #[error("the pre-queue would open after the start")]
    Schedule,
    /// A later run has a draw.
    #[error("a later run has a draw already")]
    OldRun,
    /// The run was cut off under another start: it cannot be drawn twice.
    #[error("the run was cut off already, under another start")]
    CutOffBefore,
    /// Nothing was committed to in that run.
    #[error("the run has no draw")]
    NoDraw,
    /// The draw was given up.
    #[error("the draw was given up")]
    Aborted,
    /// People may join until 15 seconds after the start.
    #[error("the pre-queue is open until 15 seconds after the start")]
    TooEarly,
    /// The population is not fixed.
    #[error("the pre-queue was not closed")]
    NotCutOff,
    /// The secret under the commitment is none that this server can find again.
    #[error("the secret of the draw cannot be found again")]
    SecretLost,
}

/// When a run's pre-queue opens, and when its line starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Timetable {
    pub(super) opens_at_ms: UnixMillis,
    pub(super) starts_at_ms: UnixMillis,
}

/// The run is committed to, at these times.
pub(super) fn commit_to(
    kept: &DrawRecords,
    keys: &SigningKeys,
    run: Run,
    times: Timetable,
    now: UnixMillis,
) -> Result<RecordChange, DrawRefusal> {
    if times.opens_at_ms > times.starts_at_ms {
        return Err(DrawRefusal::Schedule);
    }
    let begun = || Some(committed(keys, kept.next(), run, times, now));
    let Some(last) = kept.last() else {
        return Ok(RecordChange {
            last: None,
            added: begun(),
        });
    };
    let said = &last.commitment.statement;
    let same_times = (said.opens_at_ms, said.starts_at_ms) == (times.opens_at_ms, times.starts_at_ms);
    match (said.run == run, last.status) {
        _ if said.run > run => Err(DrawRefusal::OldRun),
        (true, DrawStatus::Committed | DrawStatus::CutOff | DrawStatus::Revealed) if same_times => {
            Ok(RecordChange::nothing())
        }
        (true, DrawStatus::CutOff | DrawStatus::Revealed) => Err(DrawRefusal::CutOffBefore),
        (true, DrawStatus::Committed) => Ok(RecordChange {
            last: Some(aborted(kept, keys, last, AbortReason::StartMoved, now)?),
            added: begun(),
        }),
        // A crash may have come between a reset and its abort; no draw is dropped silently.
        (false, DrawStatus::Committed | DrawStatus::CutOff) => Ok(RecordChange {
            last: Some(aborted(kept, keys, last, AbortReason::Reset, now)?),
            added: begun(),
        }),
        (_, DrawStatus::Aborted) | (false, DrawStatus::Revealed) => Ok(RecordChange {
            last: None,
            added: begun(),
        }),
    }
}

/// The run's pre-queue is closed. If it was before, that population stands.
pub(super) fn cut_off(
    kept: &DrawRecords,
    keys: &SigningKeys,
    run: Run,
    population: Population,
    now: UnixMillis,
) -> Result<RecordChange, DrawRefusal> {
    let (_, record) = kept.of_run(run).ok_or(DrawRefusal::NoDraw)?;
    let commitment = &record.commitment.statement;
    match record.status {
        DrawStatus::CutOff | DrawStatus::Revealed => return Ok(RecordChange::nothing()),
        DrawStatus::Aborted => return Err(DrawRefusal::Aborted),
        DrawStatus::Committed => {}
    }
    if now.get() < commitment.starts_at_ms.get().saturating_add(PREQUEUE_AFTER_START_MS) {
        return Err(DrawRefusal::TooEarly);
    }
    let statement = CutOff {
        run,
        population,
        commitment: commitment.hash(),
        at_ms: now.max(commitment.committed_at_ms),
    };
    let signed = Signed::new(statement, &keys.signer);
    Ok(replaced(RunRecord::new(
        record.commitment.clone(),
        Some(signed),
        None,
        None,
    )))
}

/// The run's secret is public.
pub(super) fn reveal(
    kept: &DrawRecords,
    keys: &SigningKeys,
    run: Run,
    now: UnixMillis,
) -> Result<RecordChange, DrawRefusal> {
    let (serial, record) = kept.of_run(run).ok_or(DrawRefusal::NoDraw)?;
    match record.status {
        DrawStatus::Revealed => return Ok(RecordChange::nothing()),
        DrawStatus::Aborted => return Err(DrawRefusal::Aborted),
        DrawStatus::Committed => return Err(DrawRefusal::NotCutOff),
        DrawStatus::CutOff => {}
    }
    let revealed = revealed(keys, serial, record, now)?;
    Ok(replaced(RunRecord::new(
        record.commitment.clone(),
        record.cut_off.clone(),
        revealed,
        None,
    )))
}

/// The run's draw orders nobody. One that is revealed has ordered people, and stays.
pub(super) fn abort(
    kept: &DrawRecords,
    keys: &SigningKeys,
    run: Run,
    reason: AbortReason,
    now: UnixMillis,
) -> Result<RecordChange, DrawRefusal> {
    match kept.of_run(run) {
        Some((_, record)) if open(record) => Ok(replaced(aborted(kept, keys, record, reason, now)?)),
        _ => Ok(RecordChange::nothing()),
    }
}

/// The key to everybody's number, once the population is signed.
pub(super) fn key(kept: &DrawRecords, keys: &SigningKeys, run: Run) -> Result<(DrawKey, Population), DrawRefusal> {
    let (serial, record) = kept.of_run(run).ok_or(DrawRefusal::NoDraw)?;
    let population = match (record.status, &record.cut_off) {
        (DrawStatus::Aborted, _) => return Err(DrawRefusal::Aborted),
        (_, None) => return Err(DrawRefusal::NotCutOff),
        (_, Some(cut_off)) => cut_off.statement.population,
    };
    let secret = secret(keys, serial, &record.commitment.statement)?;
    Ok((DrawKey::derive(&secret, run, population, None), population))
}

fn replaced(record: RunRecord) -> RecordChange {
    RecordChange {
        last: Some(record),
        added: None,
    }
}

fn committed(keys: &SigningKeys, serial: Serial, run: Run, times: Timetable, now: UnixMillis) -> RunRecord {
    let Timetable {
        opens_at_ms,
        starts_at_ms,
    } = times;
    let terms = CommitmentTerms {
        run,
        committed_at_ms: now,
        opens_at_ms,
        starts_at_ms,
    };
    let commitment = Commitment {
        customer: keys.customer.clone(),
        room: keys.room.clone(),
        run,
        secret_hash: keys.secret(serial, &terms).hash(),
        committed_at_ms: now,
        opens_at_ms,
        starts_at_ms,
        beacon: None,
    };
    RunRecord::new(Signed::new(commitment, &keys.signer), None, None, None)
}

/// Only the last draw can be open, so whatever is given up is it.
fn aborted(
    kept: &DrawRecords,
    keys: &SigningKeys,
    record: &RunRecord,
    reason: AbortReason,
    now: UnixMillis,
) -> Result<RunRecord, DrawRefusal> {
    let commitment = &record.commitment.statement;
    let (serial, _) = kept.of_run(commitment.run).ok_or(DrawRefusal::NoDraw)?;
    // Whoever was to be drawn sees what was given up.
    let reveal = revealed(keys, serial, record, now)?;
    let said_before = [Some(commitment.committed_at_ms), cut_off_at(record)];
    let statement = Abort {
        run: commitment.run,
        commitment: commitment.hash(),
        reason,
        at_ms: said_before.into_iter().flatten().fold(now, UnixMillis::max),
    };
    Ok(RunRecord::new(
        record.commitment.clone(),
        record.cut_off.clone(),
        reveal,
        Some(Signed::new(statement, &keys.signer)),
    ))
}

/// The reveal that follows a draw's cut-off; none without one.
fn revealed(
    keys: &SigningKeys,
    serial: Serial,
    record: &RunRecord,
    now: UnixMillis,
) -> Result<Option<Signed<Reveal>>, DrawRefusal> {
    let Some(cut_off) = record.cut_off.as_ref().map(|signed| &signed.statement) else {
        return Ok(None);
    };
    let commitment = &record.commitment.statement;
    let statement = Reveal {
        run: commitment.run,
        commitment: commitment.hash(),
        cut_off: cut_off.hash(),
        secret: secret(keys, serial, commitment)?,
        beacon_value: None,
        at_ms: now.max(cut_off.at_ms),
    };
    Ok(Some(Signed::new(statement, &keys.signer)))
}

/// The secret under a commitment, derived anew. A commitment to a beacon is none of this server's:
/// it commits to none.
fn secret(keys: &SigningKeys, serial: Serial, commitment: &Commitment) -> Result<Secret, DrawRefusal> {
    let terms = CommitmentTerms {
        run: commitment.run,
        committed_at_ms: commitment.committed_at_ms,
        opens_at_ms: commitment.opens_at_ms,
        starts_at_ms: commitment.starts_at_ms,
    };
    let secret = keys.secret(serial, &terms);
    let ours = commitment.beacon.is_none() && secret.hash() == commitment.secret_hash;
    ours.then_some(secret).ok_or(DrawRefusal::SecretLost)
}

fn cut_off_at(record: &RunRecord) -> Option<UnixMillis> {
    record.cut_off.as_ref().map(|signed| signed.statement.at_ms)
}
