//! The draw: which number each visitor of a pre-queue gets, and the papers by which anyone can
//! check it.
//!
//! A pre-queue of `P` people is ordered by one keyed permutation of `0..P` ([`Permutation`]), so
//! that nobody's number is stored and each is found in constant time. Four signed statements make
//! it checkable ([`statements`]): before the pre-queue opens a [`Commitment`] to a secret and,
//! where configured, to a public beacon's round that does not exist yet; at the end a [`CutOff`]
//! with `P`; then a [`Reveal`] of the secret; or an [`Abort`]. Each visitor holds a [`Receipt`].
//! [`DrawDocument`] is what a room publishes of all that, and [`verify`] is what a stranger does
//! with it. The byte formats are specified in `docs/draw.md`, where a second verifier in Python
//! follows them independently.
//!
//! Everything here is a pure function of its arguments: no clock, no randomness, no IO. The caller
//! supplies secrets, times, signing keys and the beacon's value. What it is *not*: it does not
//! fetch the beacon nor check the beacon's own signature, it does not decide when a run is cut off,
//! and it does not say who may join.

mod beacon;
mod bytes;
mod document;
mod encoding;
mod figures;
mod hash;
mod key;
mod permutation;
mod signed;
pub mod statements;
mod verified;
mod verify;
mod verify_error;

pub use beacon::{BeaconChain, BeaconRound};
pub use bytes::{BeaconValue, ChainHash, CommitmentHash, CutOffHash, Secret, SecretHash, Signature};
pub use document::{
    Algorithms, CAUTION_WITHOUT_BEACON, DOCUMENT_BYTES_MAX, DRAW_VERSION, DrawDocument, DrawStatus, RUNS_MAX,
    ReceiptDocument, RunRecord, Version,
};
pub use figures::{Name, NameError, Number, OutOfRange, Population, Round, Run, Sequence, UnixMillis};
pub use key::DrawKey;
pub use permutation::Permutation;
pub use signed::{PublicKey, Signed, Signer, Statement};
pub use statements::{Abort, AbortReason, Commitment, CutOff, Receipt, Reveal};
pub use verified::{Concern, HolderStatus, ReceiptHolder, Verified, VerifiedRun};
pub use verify::{BEACON_AFTER_START_MS, CLOCK_TOLERANCE_MS, PREQUEUE_AFTER_START_MS, verify, verify_texts};
pub use verify_error::{FormatError, ReceiptFault, RunFault, TextError, VerifyError};
