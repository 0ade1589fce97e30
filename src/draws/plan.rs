//! Decides the next statements about a room's draws: pure decisions over the records, which sign
//! statements and store nothing.
//!
//! Each function takes the wanted state rather than a step: if that state is already reached,
//! nothing changes and the earlier statement stays valid. So every operation can be repeated after
//! a crash, and no second cut-off is ever published for a commitment. A statement's time is never
//! earlier than that of the statement it follows, even if the clock was set back.

use beacon::{RoundError, RoundSignature};
use draw::{
    Abort, AbortReason, BEACON_AFTER_START_MS, BeaconChain, BeaconRound, BeaconValue, Commitment, CutOff, DrawKey,
    DrawStatus, DrawnRun, PREQUEUE_AFTER_START_MS, Population, Reveal, RunRecord, Secret, Signed, StatedMs,
};

use super::keys::{CommitmentTerms, SigningKeys};
use super::record::{DrawRecords, RecordChange, Serial, open};

/// The minimum time between a commitment and the publication of its beacon's round, in
/// milliseconds: longer than clocks differ, so that no committing node can have known the round.
const BEACON_AHEAD_MS: u64 = 10_000;
/// The minimum time between a cut-off and the publication of the beacon's round, in milliseconds: a
/// clock is off by at most a second.
const CUT_OFF_AHEAD_MS: u64 = 1_000;

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
    /// The signature of the beacon's round is not known yet.
    #[error("the round of the beacon that decides the draw is not known yet")]
    BeaconAwaited,
    /// No draw waits for a beacon's round.
    #[error("no draw waits for a round of a beacon")]
    NothingAwaited,
    /// The beacon's round is not published yet.
    #[error("the beacon's round is not published yet")]
    BeaconEarly,
    /// The signature is not the round's.
    #[error(transparent)]
    Round(#[from] RoundError),
}

/// The times at which a run's pre-queue opens and its line starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Timetable {
    pub(super) opens_at_ms: StatedMs,
    pub(super) starts_at_ms: StatedMs,
}

/// Commits to a draw of the run at these times, and to a round of the chain. An earlier commitment
/// with the same times stays valid, with or without a beacon.
pub(super) fn commit_to(
    records: &DrawRecords,
    keys: &SigningKeys,
    run: DrawnRun,
    times: Timetable,
    chain: Option<&BeaconChain>,
    now: StatedMs,
) -> Result<RecordChange, DrawRefusal> {
    if times.opens_at_ms > times.starts_at_ms {
        return Err(DrawRefusal::Schedule);
    }
    let begun = || {
        Some(RunRecord::new(
            committed(keys, records.next(), run, times, chain, now),
            None,
            None,
            None,
        ))
    };
    let Some(last) = records.last() else {
        return Ok(RecordChange {
            added: begun(),
            ..RecordChange::nothing()
        });
    };
    let newest = &last.commitment.statement;
    let same_times = (newest.opens_at_ms, newest.starts_at_ms) == (times.opens_at_ms, times.starts_at_ms);
    match (newest.run == run, last.status) {
        _ if newest.run > run => Err(DrawRefusal::OldRun),
        (true, DrawStatus::Committed | DrawStatus::CutOff | DrawStatus::Revealed) if same_times => {
            Ok(RecordChange::nothing())
        }
        (true, DrawStatus::CutOff | DrawStatus::Revealed) => Err(DrawRefusal::CutOffBefore),
        (true, DrawStatus::Committed) => Ok(RecordChange {
            last: Some(aborted(records, keys, last, AbortReason::StartMoved, now)?),
            added: begun(),
            signature: None,
        }),
        // A crash can have occurred between a reset and its abort; no draw is dropped silently.
        (false, DrawStatus::Committed | DrawStatus::CutOff) => Ok(RecordChange {
            last: Some(aborted(records, keys, last, AbortReason::Reset, now)?),
            added: begun(),
            signature: None,
        }),
        (_, DrawStatus::Aborted) | (false, DrawStatus::Revealed) => Ok(RecordChange {
            added: begun(),
            ..RecordChange::nothing()
        }),
    }
}

/// Closes the run's pre-queue. If it was closed before, the earlier population stays valid.
///
/// A cut-off so late that the beacon's round can be known ends the draw, and begins another one,
/// which commits to a round that nobody can know.
pub(super) fn cut_off(
    records: &DrawRecords,
    keys: &SigningKeys,
    run: DrawnRun,
    population: Population,
    now: StatedMs,
) -> Result<RecordChange, DrawRefusal> {
    let (_, record) = records.of_run(run).ok_or(DrawRefusal::NoDraw)?;
    let commitment = &record.commitment.statement;
    match record.status {
        DrawStatus::CutOff | DrawStatus::Revealed => return Ok(RecordChange::nothing()),
        DrawStatus::Aborted => return Err(DrawRefusal::Aborted),
        DrawStatus::Committed => {}
    }
    if now.get() < commitment.starts_at_ms.get().saturating_add(PREQUEUE_AFTER_START_MS) {
        return Err(DrawRefusal::TooEarly);
    }
    let at = now.max(commitment.committed_at_ms);
    let is_late = |round: &BeaconRound| at.get().saturating_add(CUT_OFF_AHEAD_MS) >= round.published_at_ms.get();
    if commitment.beacon.as_ref().is_some_and(is_late) {
        let chain = BeaconChain::drand_quicknet();
        return redraw(
            records,
            keys,
            record,
            (AbortReason::CutOffLate, Some(&chain)),
            population,
            at,
        );
    }
    let closed = cut_off_of(keys, commitment, population, at);
    Ok(replaced(RunRecord::new(
        record.commitment.clone(),
        Some(closed),
        None,
        None,
    )))
}

/// Accepts the signature of the round for which the last draw waits. A signature that is already
/// known stays: there is only one.
pub(super) fn take_signature(
    records: &DrawRecords,
    signature: RoundSignature,
    now: StatedMs,
) -> Result<RecordChange, DrawRefusal> {
    if records.signature() == Some(signature) {
        return Ok(RecordChange::nothing());
    }
    let round = records.awaited().ok_or(DrawRefusal::NothingAwaited)?;
    if now < round.published_at_ms {
        return Err(DrawRefusal::BeaconEarly);
    }
    signature.verify(round)?;
    Ok(RecordChange {
        signature: Some(signature),
        ..RecordChange::nothing()
    })
}

/// Stops waiting for the beacon: aborts the draw, and draws the same visitors by a secret alone.
pub(super) fn without_beacon(
    records: &DrawRecords,
    keys: &SigningKeys,
    now: StatedMs,
) -> Result<RecordChange, DrawRefusal> {
    let round = records.awaited().ok_or(DrawRefusal::NothingAwaited)?;
    if now < round.published_at_ms {
        return Err(DrawRefusal::BeaconEarly);
    }
    let (Some(record), Some(cut_off)) = (records.last(), records.last().and_then(|last| last.cut_off.as_ref())) else {
        return Err(DrawRefusal::NothingAwaited);
    };
    let population = cut_off.statement.population;
    redraw(
        records,
        keys,
        record,
        (AbortReason::BeaconMissing, None),
        population,
        now,
    )
}

/// Publishes the run's secret.
pub(super) fn reveal(
    records: &DrawRecords,
    keys: &SigningKeys,
    run: DrawnRun,
    now: StatedMs,
) -> Result<RecordChange, DrawRefusal> {
    let (serial, record) = records.of_run(run).ok_or(DrawRefusal::NoDraw)?;
    match record.status {
        DrawStatus::Revealed => return Ok(RecordChange::nothing()),
        DrawStatus::Aborted => return Err(DrawRefusal::Aborted),
        DrawStatus::Committed => return Err(DrawRefusal::NotCutOff),
        DrawStatus::CutOff => {}
    }
    let revealed = revealed(keys, serial, record, beacon_value(records, record)?, now)?;
    Ok(replaced(RunRecord::new(
        record.commitment.clone(),
        record.cut_off.clone(),
        revealed,
        None,
    )))
}

/// Aborts the run's draw. A revealed draw has put visitors in order and stays.
pub(super) fn abort(
    records: &DrawRecords,
    keys: &SigningKeys,
    run: DrawnRun,
    reason: AbortReason,
    now: StatedMs,
) -> Result<RecordChange, DrawRefusal> {
    match records.of_run(run) {
        Some((_, record)) if open(record) => Ok(replaced(aborted(records, keys, record, reason, now)?)),
        _ => Ok(RecordChange::nothing()),
    }
}

/// Returns the key to all visitors' numbers, once the population is signed.
pub(super) fn key(
    records: &DrawRecords,
    keys: &SigningKeys,
    run: DrawnRun,
) -> Result<(DrawKey, Population), DrawRefusal> {
    let (serial, record) = records.of_run(run).ok_or(DrawRefusal::NoDraw)?;
    let population = match (record.status, &record.cut_off) {
        (DrawStatus::Aborted, _) => return Err(DrawRefusal::Aborted),
        (_, None) => return Err(DrawRefusal::NotCutOff),
        (_, Some(cut_off)) => cut_off.statement.population,
    };
    let secret = secret(keys, serial, &record.commitment.statement)?;
    let value = beacon_value(records, record)?;
    Ok((DrawKey::derive(&secret, run, population, value.as_ref()), population))
}

fn replaced(record: RunRecord) -> RecordChange {
    RecordChange {
        last: Some(record),
        ..RecordChange::nothing()
    }
}

/// Aborts the last draw before its numbers are given, and begins and cuts off another one of the
/// same run and times.
fn redraw(
    records: &DrawRecords,
    keys: &SigningKeys,
    record: &RunRecord,
    (reason, chain): (AbortReason, Option<&BeaconChain>),
    population: Population,
    now: StatedMs,
) -> Result<RecordChange, DrawRefusal> {
    let before = &record.commitment.statement;
    let times = Timetable {
        opens_at_ms: before.opens_at_ms,
        starts_at_ms: before.starts_at_ms,
    };
    let commitment = committed(keys, records.next(), before.run, times, chain, now);
    let closed = cut_off_of(keys, &commitment.statement, population, now);
    Ok(RecordChange {
        last: Some(aborted(records, keys, record, reason, now)?),
        added: Some(RunRecord::new(commitment, Some(closed), None, None)),
        signature: None,
    })
}

fn cut_off_of(keys: &SigningKeys, commitment: &Commitment, population: Population, at_ms: StatedMs) -> Signed<CutOff> {
    let statement = CutOff {
        run: commitment.run,
        population,
        commitment: commitment.hash(),
        at_ms,
    };
    Signed::new(statement, &keys.signer)
}

/// Returns the value of the round that a draw committed to; `None` for a draw without a beacon.
fn beacon_value(records: &DrawRecords, record: &RunRecord) -> Result<Option<BeaconValue>, DrawRefusal> {
    if record.commitment.statement.beacon.is_none() {
        return Ok(None);
    }
    let revealed = record.reveal.as_ref().and_then(|reveal| reveal.statement.beacon_value);
    let value = revealed.or_else(|| Some(records.signature()?.value()));
    value.map(Some).ok_or(DrawRefusal::BeaconAwaited)
}

fn committed(
    keys: &SigningKeys,
    serial: Serial,
    run: DrawnRun,
    times: Timetable,
    chain: Option<&BeaconChain>,
    now: StatedMs,
) -> Signed<Commitment> {
    let Timetable {
        opens_at_ms,
        starts_at_ms,
    } = times;
    // The round must be unknown both when the pre-queue closes and when this is signed.
    let earliest =
        (starts_at_ms.get().saturating_add(BEACON_AFTER_START_MS)).max(now.get().saturating_add(BEACON_AHEAD_MS));
    let earliest = StatedMs::new(earliest).unwrap_or(StatedMs::MAX);
    let beacon = chain.and_then(|chain| chain.first_round_after(earliest));
    let terms = CommitmentTerms {
        run,
        committed_at_ms: now,
        opens_at_ms,
        starts_at_ms,
        round: beacon.as_ref().map(|round| round.round),
    };
    let commitment = Commitment {
        customer: keys.customer.clone(),
        room: keys.room.clone(),
        run,
        secret_hash: keys.secret(serial, &terms).hash(),
        committed_at_ms: now,
        opens_at_ms,
        starts_at_ms,
        beacon,
    };
    Signed::new(commitment, &keys.signer)
}

/// Returns the aborted form of an open draw, which is always the last one.
fn aborted(
    records: &DrawRecords,
    keys: &SigningKeys,
    record: &RunRecord,
    reason: AbortReason,
    now: StatedMs,
) -> Result<RunRecord, DrawRefusal> {
    let commitment = &record.commitment.statement;
    let (serial, _) = records.of_run(commitment.run).ok_or(DrawRefusal::NoDraw)?;
    // The visitors in the draw can verify the aborted draw, unless its result cannot be known.
    let reveal = match beacon_value(records, record) {
        Ok(value) => revealed(keys, serial, record, value, now)?,
        Err(_) => None,
    };
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
    beacon_value: Option<BeaconValue>,
    now: StatedMs,
) -> Result<Option<Signed<Reveal>>, DrawRefusal> {
    let Some(cut_off) = record.cut_off.as_ref().map(|signed| &signed.statement) else {
        return Ok(None);
    };
    let commitment = &record.commitment.statement;
    let published_at = commitment.beacon.as_ref().map(|round| round.published_at_ms);
    let statement = Reveal {
        run: commitment.run,
        commitment: commitment.hash(),
        cut_off: cut_off.hash(),
        secret: secret(keys, serial, commitment)?,
        beacon_value,
        at_ms: published_at.into_iter().fold(now.max(cut_off.at_ms), StatedMs::max),
    };
    Ok(Some(Signed::new(statement, &keys.signer)))
}

/// Derives the secret under a commitment again.
fn secret(keys: &SigningKeys, serial: Serial, commitment: &Commitment) -> Result<Secret, DrawRefusal> {
    let terms = CommitmentTerms {
        run: commitment.run,
        committed_at_ms: commitment.committed_at_ms,
        opens_at_ms: commitment.opens_at_ms,
        starts_at_ms: commitment.starts_at_ms,
        round: commitment.beacon.as_ref().map(|beacon| beacon.round),
    };
    let secret = keys.secret(serial, &terms);
    let ours = secret.hash() == commitment.secret_hash;
    ours.then_some(secret).ok_or(DrawRefusal::SecretLost)
}

fn cut_off_at(record: &RunRecord) -> Option<StatedMs> {
    record.cut_off.as_ref().map(|signed| signed.statement.at_ms)
}
