//! Decides the next statements about a room's draws: pure decisions over the records, which sign
//! statements and store nothing.
//!
//! Each function asks for a state rather than for a step: if that state is reached already, nothing
//! changes and the earlier statement stands. So every operation can be repeated after a crash, and
//! no second cut-off is ever published for a commitment. A statement's time is never earlier than
//! that of the statement it follows, even if the clock was set back.

use draw::{
    Abort, AbortReason, Commitment, CutOff, DrawKey, DrawStatus, DrawnRun, PREQUEUE_AFTER_START_MS, Population, Reveal,
    RunRecord, Secret, Signed, StatedMs,
};

use super::keys::{CommitmentTerms, SigningKeys};
use super::record::{DrawRecords, RecordChange, Serial, open};

/// The reason why a statement about a draw is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DrawRefusal {
    /// The pre-queue would open after the start.
    #[error("the pre-queue would open after the start")]
    Schedule,
    /// A later run has a draw.
    #[error("a later run has a draw already")]
    OldRun,
    /// The run was cut off under another start and cannot be drawn twice.
    #[error("the run was cut off already, under another start")]
    CutOffBefore,
    /// The run has no commitment.
    #[error("the run has no draw")]
    NoDraw,
    /// The draw was aborted.
    #[error("the draw was given up")]
    Aborted,
    /// The pre-queue is open until 15 seconds after the start.
    #[error("the pre-queue is open until 15 seconds after the start")]
    TooEarly,
    /// The population is not fixed yet.
    #[error("the pre-queue was not closed")]
    NotCutOff,
    /// This server cannot derive the secret under the commitment.
    #[error("the secret of the draw cannot be found again")]
    SecretLost,
}

/// The times at which a run's pre-queue opens and its line starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Timetable {
    pub(super) opens_at_ms: StatedMs,
    pub(super) starts_at_ms: StatedMs,
}

/// Commits to a draw of the run at these times.
pub(super) fn commit_to(
    kept: &DrawRecords,
    keys: &SigningKeys,
    run: DrawnRun,
    times: Timetable,
    now: StatedMs,
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

/// Closes the run's pre-queue. If it was closed before, the earlier population stands.
pub(super) fn cut_off(
    kept: &DrawRecords,
    keys: &SigningKeys,
    run: DrawnRun,
    population: Population,
    now: StatedMs,
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

/// Publishes the run's secret.
pub(super) fn reveal(
    kept: &DrawRecords,
    keys: &SigningKeys,
    run: DrawnRun,
    now: StatedMs,
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

/// Aborts the run's draw. A revealed draw has ordered people and stays.
pub(super) fn abort(
    kept: &DrawRecords,
    keys: &SigningKeys,
    run: DrawnRun,
    reason: AbortReason,
    now: StatedMs,
) -> Result<RecordChange, DrawRefusal> {
    match kept.of_run(run) {
        Some((_, record)) if open(record) => Ok(replaced(aborted(kept, keys, record, reason, now)?)),
        _ => Ok(RecordChange::nothing()),
    }
}

/// Returns the key to everybody's number, once the population is signed.
pub(super) fn key(kept: &DrawRecords, keys: &SigningKeys, run: DrawnRun) -> Result<(DrawKey, Population), DrawRefusal> {
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

fn committed(keys: &SigningKeys, serial: Serial, run: DrawnRun, times: Timetable, now: StatedMs) -> RunRecord {
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

/// Returns the aborted form of an open draw, which is always the last one.
fn aborted(
    kept: &DrawRecords,
    keys: &SigningKeys,
    record: &RunRecord,
    reason: AbortReason,
    now: StatedMs,
) -> Result<RunRecord, DrawRefusal> {
    let commitment = &record.commitment.statement;
    let (serial, _) = kept.of_run(commitment.run).ok_or(DrawRefusal::NoDraw)?;
    // The people who were to be drawn see what was aborted.
    let reveal = revealed(keys, serial, record, now)?;
    let said_before = [Some(commitment.committed_at_ms), cut_off_at(record)];
    let statement = Abort {
        run: commitment.run,
        commitment: commitment.hash(),
        reason,
        at_ms: said_before.into_iter().flatten().fold(now, StatedMs::max),
    };
    Ok(RunRecord::new(
        record.commitment.clone(),
        record.cut_off.clone(),
        reveal,
        Some(Signed::new(statement, &keys.signer)),
    ))
}

/// Returns the reveal that follows a draw's cut-off; `None` without a cut-off.
fn revealed(
    keys: &SigningKeys,
    serial: Serial,
    record: &RunRecord,
    now: StatedMs,
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

/// Derives the secret under a commitment again. A commitment to a beacon was not made by this
/// server, which commits to none.
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

fn cut_off_at(record: &RunRecord) -> Option<StatedMs> {
    record.cut_off.as_ref().map(|signed| signed.statement.at_ms)
}
