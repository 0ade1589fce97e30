//! The draw: the assignment of numbers to the visitors of a pre-queue, and the documents by which
//! anyone can check it.
//!
//! One keyed permutation of `0..P` ([`Permutation`]) orders a pre-queue of `P` people, so that no
//! number is stored and each is computed in constant time. Four kinds of signed statements
//! ([`statements`]) make the order checkable: before the pre-queue opens, a [`Commitment`] to a
//! secret and, where configured, to a future round of a public beacon; at the end a [`CutOff`] with
//! `P`; then a [`Reveal`] of the secret; or an [`Abort`]. Each visitor holds a [`Receipt`].
//! [`DrawDocument`] is the document that a room publishes, and [`verify`] checks it. `docs/draw.md`
//! specifies the byte formats; an independent second verifier in Python is beside it.
//!
//! Everything here is a pure function of its arguments: no clock, no randomness, no IO. The caller
//! supplies secrets, times, signing keys and the beacon's value. The crate does not fetch the
//! beacon or check the beacon's own signature, does not decide when a run is cut off, and does not
//! decide who can join.

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
pub use figures::{DrawnNumber, DrawnRun, DrawnSequence, Name, NameError, OutOfRange, Population, Round, StatedMs};
pub use key::DrawKey;
pub use permutation::Permutation;
pub use signed::{PublicKey, Signed, Signer, Statement};
pub use statements::{Abort, AbortReason, Commitment, CutOff, Receipt, Reveal};
pub use verified::{Concern, HolderStatus, ReceiptHolder, Verified, VerifiedRun};
pub use verify::{BEACON_AFTER_START_MS, CLOCK_TOLERANCE_MS, PREQUEUE_AFTER_START_MS, verify, verify_texts};
pub use verify_error::{FormatError, ReceiptFault, RunFault, TextError, VerifyError};
