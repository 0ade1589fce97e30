//! The reasons why a draw or a receipt does not hold, in the order of the checks in `docs/draw.md`.
//! The sentences are part of that specification: the second verifier prints the same ones.

use crate::DrawnRun;

/// Why a text is not a document of this version.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Longer than [`crate::DOCUMENT_BYTES_MAX`].
    #[error("it is too long")]
    TooLong,
    /// Not JSON, or a field is missing, unknown, of the wrong kind or out of range.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Equivalent JSON in another spelling, such as a list in place of an object.
    #[error("a field is spelt in another way than specified")]
    Spelling,
    /// More draws than [`crate::RUNS_MAX`].
    #[error("it lists too many draws")]
    TooManyRuns,
}

/// Why two texts do not pass: the messages of `anteroom verify-draw`.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The first text is not a draw document.
    #[error("not a draw document: {0}")]
    Document(FormatError),
    /// The second text is not a receipt.
    #[error("not a receipt: {0}")]
    Receipt(FormatError),
    /// Both texts are well-formed, but a draw or the receipt does not hold.
    #[error(transparent)]
    Verify(#[from] VerifyError),
}

/// Why verification failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The document's key is not an Ed25519 public key, or a weak one.
    #[error("the public key is unusable")]
    PublicKey,
    /// A draw does not hold.
    #[error("run {run}: {fault}")]
    Run {
        /// The run that the record's commitment names.
        run: DrawnRun,
        /// The rule that the draw violates.
        fault: RunFault,
    },
    /// The draws hold, but the receipt does not.
    #[error("receipt: {0}")]
    Receipt(#[from] ReceiptFault),
}

/// Why one draw does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RunFault {
    /// The run is smaller than the previous one, a run is drawn again although its previous draw
    /// was not aborted, or a draw occurs twice.
    #[error("it is out of order, or its run is drawn twice")]
    Order,
    /// A later draw follows, although this one was neither revealed nor aborted.
    #[error("a later draw follows, yet this one is neither revealed nor aborted")]
    Unfinished,
    /// The status does not fit the statements present.
    #[error("the status does not fit what is published")]
    Status,
    /// The caution is missing without a beacon, present with one, or has another wording.
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
    /// The beacon's round is published at T+20 s or earlier.
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
    /// P was fixed when the beacon's value was already public.
    #[error("the pre-queue was closed after the beacon's value was public")]
    CutOffLate,
    /// The reveal names another run, commitment or cut-off.
    #[error("the reveal belongs to another run, commitment or cut-off")]
    RevealCommitment,
    /// The secret does not have the committed hash.
    #[error("the secret is not the one committed to")]
    Secret,
    /// A beacon's value without a beacon, or a beacon without its value.
    #[error("the beacon's value is missing or out of place")]
    BeaconValue,
    /// The reveal, or its signature, was changed.
    #[error("the signature under the reveal does not fit: beacon value, time or signature was changed")]
    RevealSignature,
    /// The reveal is older than the cut-off or than the beacon's round.
    #[error("the secret was revealed before the cut-off or before the beacon's value")]
    RevealEarly,
    /// The abort names another run or commitment.
    #[error("the abort belongs to another run or commitment")]
    AbortCommitment,
    /// The abort, or its signature, was changed.
    #[error("the signature under the abort does not fit: reason, time or signature was changed")]
    AbortSignature,
    /// The abort is older than the commitment.
    #[error("the abort is older than the commitment")]
    AbortEarly,
}

/// Why a receipt does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReceiptFault {
    /// The receipt has another public key than the document.
    #[error("it names another public key than the document")]
    OtherKey,
    /// The receipt, or its signature, was changed.
    #[error("its signature does not fit: room, run, sequence, time, commitment or signature was changed")]
    Signature,
    /// The receipt is for another room.
    #[error("it is for another room")]
    OtherRoom,
    /// The operator signed the receipt under a commitment that is not published.
    #[error("no draw with its commitment is published")]
    Unpublished,
    /// The receipt's commitment is published, but for another run.
    #[error("its commitment belongs to another run")]
    OtherRun,
    /// The holder joined before the cut-off but was not drawn: proof that P was made too small.
    #[error("its holder joined before the cut-off, yet is not among those drawn")]
    LeftOut,
    /// The holder joined after the cut-off but was drawn: proof that P was made too large, or that
    /// a late arrival was given an earlier sequence.
    #[error("its holder joined after the cut-off, yet is among those drawn")]
    TakenIn,
}
