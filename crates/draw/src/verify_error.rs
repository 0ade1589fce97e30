//! Why a draw or a receipt does not hold, in the order in which `docs/draw.md` has the checks. The
//! sentences are part of that specification: the second verifier says the same ones.

use crate::Run;

/// Why a text is no document of this version.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Longer than [`crate::DOCUMENT_BYTES_MAX`].
    #[error("it is too long")]
    TooLong,
    /// Not JSON, or a field is missing, unknown, of the wrong kind or out of range.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A list where an object belongs, or the like.
    #[error("a field is spelt in another way than specified")]
    Spelling,
    /// More draws than [`crate::RUNS_MAX`].
    #[error("it lists too many draws")]
    TooManyRuns,
}

/// Why two texts do not pass: what `anteroom verify-draw` says.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The first text is no draw document.
    #[error("not a draw document: {0}")]
    Document(FormatError),
    /// The second text is no receipt.
    #[error("not a receipt: {0}")]
    Receipt(FormatError),
    /// Both are, and something in them does not hold.
    #[error(transparent)]
    Verify(#[from] VerifyError),
}

/// Why verification failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The document's key is no Ed25519 public key, or a weak one.
    #[error("the public key is unusable")]
    PublicKey,
    /// A draw does not hold.
    #[error("run {run}: {fault}")]
    Run {
        /// The run that the record's commitment names.
        run: Run,
        /// What is wrong with it.
        fault: RunFault,
    },
    /// The draws hold, the receipt does not.
    #[error("receipt: {0}")]
    Receipt(#[from] ReceiptFault),
}

/// What is wrong with one draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RunFault {
    /// A smaller run, or a second draw of a run whose first was not aborted, or the same draw
    /// twice.
    #[error("it is out of order, or its run is drawn twice")]
    Order,
    /// A later draw follows, and this one was silently dropped.
    #[error("a later draw follows, yet this one is neither revealed nor aborted")]
    Unfinished,
    /// The status does not fit the statements present.
    #[error("the status does not fit what is published")]
    Status,
    /// The caution is missing without a beacon, present with one, or has other words.
    #[error("the caution about a draw without a beacon is missing, changed or out of place")]
    Caution,
    /// The commitment names another room than the document.
    #[error("the commitment is for another room")]
    Room,
    /// The commitment, or its signature, was changed.
    #[error(
        "the signature under the commitment does not fit: room, run, secret hash, times, beacon or signature was changed"
    )]
    CommitmentSignature,
    /// The pre-queue opens after the start.
    #[error("the pre-queue opens after the start")]
    Schedule,
    /// The stated time contradicts the beacon's timetable.
    #[error("the beacon's round is published at another time than stated")]
    BeaconTime,
    /// The beacon's round is published at T+20 s or before.
    #[error("the beacon's round is published too early")]
    BeaconEarly,
    /// The cut-off names another run or commitment.
    #[error("the cut-off belongs to another run or commitment")]
    CutOffCommitment,
    /// The cut-off, or its signature, was changed.
    #[error("the signature under the cut-off does not fit: population, time or signature was changed")]
    CutOffSignature,
    /// The pre-queue was closed before T+15 s.
    #[error("the pre-queue was closed earlier than committed to")]
    CutOffEarly,
    /// The commitment is younger than the cut-off.
    #[error("the commitment was made after the cut-off")]
    CommitmentLate,
    /// P was fixed when the beacon's value was public already.
    #[error("the pre-queue was closed after the beacon's value was public")]
    CutOffLate,
    /// The reveal names another run, commitment or cut-off.
    #[error("the reveal belongs to another run, commitment or cut-off")]
    RevealCommitment,
    /// The secret does not have the committed hash.
    #[error("the secret is not the one committed to")]
    Secret,
    /// A beacon's value without a beacon, or the reverse.
    #[error("the beacon's value is missing or out of place")]
    BeaconValue,
    /// The reveal, or its signature, was changed.
    #[error("the signature under the reveal does not fit: beacon value, time or signature was changed")]
    RevealSignature,
    /// Revealed before the cut-off or before the beacon's round.
    #[error("the secret was revealed before the cut-off or before the beacon's value")]
    RevealEarly,
    /// The abort names another run or commitment.
    #[error("the abort belongs to another run or commitment")]
    AbortCommitment,
    /// The abort, or its signature, was changed.
    #[error("the signature under the abort does not fit: reason, time or signature was changed")]
    AbortSignature,
    /// Aborted before it was committed to.
    #[error("the abort is older than the commitment")]
    AbortEarly,
}

/// What is wrong with a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReceiptFault {
    /// It carries another public key than the document.
    #[error("it names another public key than the document")]
    OtherKey,
    /// The receipt, or its signature, was changed.
    #[error("its signature does not fit: room, run, sequence, time, commitment or signature was changed")]
    Signature,
    /// It is for another room.
    #[error("it is for another room")]
    OtherRoom,
    /// The operator signed it under a commitment that is not among the published ones.
    #[error("no draw with its commitment is published")]
    Unpublished,
    /// The commitment is published, under another run.
    #[error("its commitment belongs to another run")]
    OtherRun,
    /// Proof that P was made too small.
    #[error("its holder joined before the cut-off, yet is not among those drawn")]
    LeftOut,
    /// Proof that P was made too large, or the sequence was given from behind.
    #[error("its holder joined after the cut-off, yet is among those drawn")]
    TakenIn,
}
