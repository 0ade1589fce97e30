//! Verification of a published document and a receipt, without the operator's help. The checks and
//! their order are those of `docs/draw.md`; the result is the first failure.
//!
//! Verification proves that the operator kept to the signed statements, and gives each holder's
//! number. It cannot detect that different people were shown different documents, that a stated
//! time is false, or that the beacon's value is not the network's. The report prints the beacon's
//! value for comparison; receipts and copies that people keep protect against the other two.

use crate::beacon::TimetableCheck;
use crate::verified::{Concern, HolderStatus, ReceiptHolder, Verified, VerifiedRun};
use crate::verify_error::{ReceiptFault, RunFault, TextError, VerifyError};
use crate::{
    Abort, CAUTION_WITHOUT_BEACON, Commitment, CutOff, DrawDocument, DrawKey, DrawStatus, Permutation, PublicKey,
    Receipt, ReceiptDocument, Reveal, RunRecord, Signed,
};

/// Time after T during which visitors can join the pre-queue, in milliseconds.
pub const PREQUEUE_AFTER_START_MS: u64 = 15_000;
/// The beacon's round must be published later than this after T, in milliseconds.
pub const BEACON_AFTER_START_MS: u64 = 20_000;
/// Maximum difference between the clocks of two nodes, in milliseconds: the node that signed a
/// receipt and the one that signed the cut-off.
pub const CLOCK_TOLERANCE_MS: u64 = 2_000;

/// Checks every statement of `document`, and determines the place of `receipt`'s holder.
///
/// # Errors
/// Returns a [`VerifyError`] that names the first check that failed.
pub fn verify(document: &DrawDocument, receipt: Option<&ReceiptDocument>) -> Result<Verified, VerifyError> {
    if !document.public_key.is_usable() {
        return Err(VerifyError::PublicKey);
    }
    let mut runs = Vec::with_capacity(document.runs.len());
    for (at, record) in document.runs.iter().enumerate() {
        let run = record.commitment.statement.run;
        let verified = check_run(document, at, record).map_err(|fault| VerifyError::Run { run, fault })?;
        runs.push(verified);
    }
    let holder = receipt
        .map(|receipt| check_receipt(document, &runs, receipt))
        .transpose()?;
    let (customer, room) = (document.customer.clone(), document.room.clone());
    Ok(Verified {
        customer,
        room,
        public_key: document.public_key,
        runs,
        holder,
    })
}

/// Parses and checks a published document and a receipt.
///
/// # Errors
/// Returns a [`TextError`] whose message is the sentence to show.
pub fn verify_texts(document: &str, receipt: Option<&str>) -> Result<Verified, TextError> {
    let document = DrawDocument::from_json(document).map_err(TextError::Document)?;
    let receipt = receipt
        .map(ReceiptDocument::from_json)
        .transpose()
        .map_err(TextError::Receipt)?;
    Ok(verify(&document, receipt.as_ref())?)
}

fn ensure(holds: bool, fault: RunFault) -> Result<(), RunFault> {
    if holds { Ok(()) } else { Err(fault) }
}

fn check_run(document: &DrawDocument, at: usize, record: &RunRecord) -> Result<VerifiedRun, RunFault> {
    let (earlier, later) = (&document.runs[..at], &document.runs[at + 1..]);
    let commitment = &record.commitment.statement;
    let aborted_before = check_place(earlier, later, record)?;
    check_shape(record)?;
    ensure(
        (&commitment.customer, &commitment.room) == (&document.customer, &document.room),
        RunFault::Room,
    )?;
    check_commitment(&record.commitment, &document.public_key)?;
    if let Some(cut_off) = &record.cut_off {
        check_cut_off(cut_off, commitment, record.abort.is_some(), &document.public_key)?;
        if let Some(reveal) = &record.reveal {
            check_reveal(reveal, &cut_off.statement, commitment, &document.public_key)?;
        }
    }
    if let Some(abort) = &record.abort {
        check_abort(abort, commitment, &document.public_key)?;
    }
    Ok(summary(record, aborted_before))
}

/// Checks the order among the draws. Returns the number of earlier aborted draws of the same run.
fn check_place(earlier: &[RunRecord], later: &[RunRecord], record: &RunRecord) -> Result<usize, RunFault> {
    let run = record.commitment.statement.run;
    let same = earlier
        .iter()
        .rev()
        .take_while(|before| before.commitment.statement.run == run);
    let mut aborted = 0;
    for before in same {
        let new = before.commitment.statement != record.commitment.statement;
        ensure(new && before.status == DrawStatus::Aborted, RunFault::Order)?;
        aborted += 1;
    }
    let smaller = |before: &RunRecord| before.commitment.statement.run < run;
    ensure(
        earlier[..earlier.len() - aborted].last().is_none_or(smaller),
        RunFault::Order,
    )?;
    let finished = matches!(record.status, DrawStatus::Revealed | DrawStatus::Aborted);
    ensure(finished || later.is_empty(), RunFault::Unfinished)?;
    Ok(aborted)
}

/// Checks that status and caution match the statements present.
fn check_shape(record: &RunRecord) -> Result<(), RunFault> {
    let present = (
        record.cut_off.is_some(),
        record.reveal.is_some(),
        record.abort.is_some(),
    );
    let fits = match record.status {
        DrawStatus::Committed => present == (false, false, false),
        DrawStatus::CutOff => present == (true, false, false),
        DrawStatus::Revealed => present == (true, true, false),
        DrawStatus::Aborted => matches!(present, (true, _, true) | (false, false, true)),
    };
    ensure(fits, RunFault::Status)?;
    let caution = record
        .commitment
        .statement
        .beacon
        .is_none()
        .then_some(CAUTION_WITHOUT_BEACON);
    ensure(record.caution.as_deref() == caution, RunFault::Caution)
}

fn check_commitment(signed: &Signed<Commitment>, key: &PublicKey) -> Result<(), RunFault> {
    let commitment = &signed.statement;
    ensure(signed.is_by(key), RunFault::CommitmentSignature)?;
    ensure(commitment.opens_at_ms <= commitment.starts_at_ms, RunFault::Schedule)?;
    if let Some(beacon) = &commitment.beacon {
        ensure(beacon.timetable() != TimetableCheck::Contradicts, RunFault::BeaconTime)?;
        let earliest = commitment.starts_at_ms.plus(BEACON_AFTER_START_MS);
        ensure(beacon.published_at_ms.get() > earliest, RunFault::BeaconEarly)?;
    }
    Ok(())
}

fn check_cut_off(
    signed: &Signed<CutOff>,
    commitment: &Commitment,
    aborted: bool,
    key: &PublicKey,
) -> Result<(), RunFault> {
    let cut_off = &signed.statement;
    let belongs = (cut_off.run, cut_off.commitment) == (commitment.run, commitment.hash());
    ensure(belongs, RunFault::CutOffCommitment)?;
    ensure(signed.is_by(key), RunFault::CutOffSignature)?;
    let earliest = commitment.starts_at_ms.plus(PREQUEUE_AFTER_START_MS);
    ensure(cut_off.at_ms.get() >= earliest, RunFault::CutOffEarly)?;
    ensure(commitment.committed_at_ms <= cut_off.at_ms, RunFault::CommitmentLate)?;
    let in_time = commitment
        .beacon
        .as_ref()
        .is_none_or(|beacon| cut_off.at_ms < beacon.published_at_ms);
    // A late cut-off can be the reason for the abort.
    ensure(in_time || aborted, RunFault::CutOffLate)
}

fn check_reveal(
    signed: &Signed<Reveal>,
    cut_off: &CutOff,
    commitment: &Commitment,
    key: &PublicKey,
) -> Result<(), RunFault> {
    let reveal = &signed.statement;
    let named = (reveal.run, reveal.commitment, reveal.cut_off);
    ensure(
        named == (commitment.run, commitment.hash(), cut_off.hash()),
        RunFault::RevealCommitment,
    )?;
    ensure(reveal.secret.hash() == commitment.secret_hash, RunFault::Secret)?;
    ensure(
        reveal.beacon_value.is_some() == commitment.beacon.is_some(),
        RunFault::BeaconValue,
    )?;
    ensure(signed.is_by(key), RunFault::RevealSignature)?;
    let after_beacon = commitment
        .beacon
        .as_ref()
        .is_none_or(|beacon| beacon.published_at_ms <= reveal.at_ms);
    ensure(cut_off.at_ms <= reveal.at_ms && after_beacon, RunFault::RevealEarly)
}

fn check_abort(signed: &Signed<Abort>, commitment: &Commitment, key: &PublicKey) -> Result<(), RunFault> {
    let abort = &signed.statement;
    ensure(
        (abort.run, abort.commitment) == (commitment.run, commitment.hash()),
        RunFault::AbortCommitment,
    )?;
    ensure(signed.is_by(key), RunFault::AbortSignature)?;
    ensure(commitment.committed_at_ms <= abort.at_ms, RunFault::AbortEarly)
}

fn summary(record: &RunRecord, aborted_before: usize) -> VerifiedRun {
    let commitment = &record.commitment.statement;
    let cut_off = record.cut_off.as_ref().map(|signed| &signed.statement);
    let reveal = record.reveal.as_ref().map(|signed| &signed.statement);
    let key = cut_off.zip(reveal).map(|(cut_off, reveal)| {
        DrawKey::derive(
            &reveal.secret,
            commitment.run,
            cut_off.population,
            reveal.beacon_value.as_ref(),
        )
    });
    VerifiedRun {
        run: commitment.run,
        status: record.status,
        population: cut_off.map(|cut_off| cut_off.population),
        abort_reason: record.abort.as_ref().map(|signed| signed.statement.reason),
        key,
        beacon: commitment
            .beacon
            .clone()
            .zip(reveal.and_then(|reveal| reveal.beacon_value)),
        concerns: concerns(commitment, aborted_before),
    }
}

fn concerns(commitment: &Commitment, aborted_before: usize) -> Vec<Concern> {
    let beacon = match &commitment.beacon {
        None => Some(Concern::WithoutBeacon),
        Some(beacon) => (beacon.timetable() == TimetableCheck::Unknown).then_some(Concern::UnknownChain {
            stated_ms: beacon.published_at_ms,
        }),
    };
    let late = (commitment.committed_at_ms > commitment.opens_at_ms).then_some(Concern::CommittedLate);
    let again = (aborted_before > 0).then_some(Concern::DrawnAgain(aborted_before));
    [beacon, late, again].into_iter().flatten().collect()
}

fn check_receipt(
    document: &DrawDocument,
    runs: &[VerifiedRun],
    given: &ReceiptDocument,
) -> Result<ReceiptHolder, ReceiptFault> {
    let receipt = &given.receipt.statement;
    if given.public_key != document.public_key {
        return Err(ReceiptFault::OtherKey);
    }
    if !given.receipt.is_by(&document.public_key) {
        return Err(ReceiptFault::Signature);
    }
    if (&receipt.customer, &receipt.room) != (&document.customer, &document.room) {
        return Err(ReceiptFault::OtherRoom);
    }
    let named = document
        .runs
        .iter()
        .find(|record| record.commitment.statement.hash() == receipt.commitment);
    let run = named.ok_or(ReceiptFault::Unpublished)?.commitment.statement.run;
    if run != receipt.run {
        return Err(ReceiptFault::OtherRun);
    }
    // Sequences belong to the run and outlive an aborted draw: the run's last draw counts.
    let last = document
        .runs
        .iter()
        .zip(runs)
        .rfind(|(_, verified)| verified.run == run);
    let (record, verified) = last.expect("the receipt's own draw is of its run");
    Ok(ReceiptHolder {
        run,
        sequence: receipt.sequence,
        status: holder_status(record, verified, receipt)?,
    })
}

fn holder_status(record: &RunRecord, verified: &VerifiedRun, receipt: &Receipt) -> Result<HolderStatus, ReceiptFault> {
    if verified.status == DrawStatus::Aborted {
        return Ok(HolderStatus::Aborted);
    }
    let Some(CutOff {
        population,
        at_ms: closed_at,
        ..
    }) = record.cut_off.as_ref().map(|signed| &signed.statement)
    else {
        return Ok(HolderStatus::NotYet);
    };
    let drawn = receipt.sequence.get() < population.get();
    if !drawn && receipt.at_ms.plus(CLOCK_TOLERANCE_MS) < closed_at.get() {
        return Err(ReceiptFault::LeftOut);
    }
    if drawn && receipt.at_ms.get() > closed_at.plus(CLOCK_TOLERANCE_MS) {
        return Err(ReceiptFault::TakenIn);
    }
    let key = verified.key.as_ref();
    let number = key.map(|key| Permutation::new(key, *population).number(receipt.sequence));
    Ok(match number {
        Some(number) if drawn => HolderStatus::Drawn(number),
        _ if !drawn => HolderStatus::AfterCutOff(
            crate::DrawnNumber::new(receipt.sequence.get()).expect("sequences and numbers have one range"),
        ),
        _ => HolderStatus::NotYet,
    })
}
