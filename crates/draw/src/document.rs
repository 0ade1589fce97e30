//! The two JSON documents: the one that a room publishes about its draws, and a visitor's receipt.
//!
//! Parsing is strict: it refuses an unknown or missing field, upper-case hex, a fraction in place
//! of an integer, and any other version, so that two verifiers never read one document in two ways.
//! Only `null` and absence are equivalent.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::verify_error::FormatError;
use crate::{Abort, Commitment, CutOff, Name, PublicKey, Receipt, Reveal, Signed};

/// The name of this version of documents, encodings and permutation.
pub const DRAW_VERSION: &str = "anteroom-draw-1";
/// Maximum length of a document, in octets.
pub const DOCUMENT_BYTES_MAX: usize = 16 << 20;
/// Maximum number of draws in a document: at one per day, eleven years.
pub const RUNS_MAX: usize = 4096;
/// The caution in the record of every draw without a beacon, verbatim.
pub const CAUTION_WITHOUT_BEACON: &str = "No public beacon was committed to: the operator could have influenced how many \
     people were drawn, and by that the order.";

/// The version of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Version {
    /// [`DRAW_VERSION`].
    #[serde(rename = "anteroom-draw-1")]
    One,
}

/// The algorithms of version 1, which each document names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Algorithms {
    hash: HashWord,
    signature: SignatureWord,
    permutation: PermutationWord,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum HashWord {
    #[serde(rename = "blake2s-256")]
    Blake2s256,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum SignatureWord {
    #[serde(rename = "ed25519")]
    Ed25519,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum PermutationWord {
    #[serde(rename = "feistel-12-blake2s")]
    Feistel12Blake2s,
}

impl Algorithms {
    const ONE: Self = Self {
        hash: HashWord::Blake2s256,
        signature: SignatureWord::Ed25519,
        permutation: PermutationWord::Feistel12Blake2s,
    };
}

/// The progress of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawStatus {
    /// The commitment is published, and the pre-queue is open or opens later.
    Committed,
    /// The pre-queue is closed; no visitor has a number yet.
    CutOff,
    /// Everybody can compute every number.
    Revealed,
    /// The draw was aborted and assigns no numbers.
    Aborted,
}

/// One draw with its statements so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunRecord {
    /// The progress of the draw.
    pub status: DrawStatus,
    /// [`CAUTION_WITHOUT_BEACON`] exactly when no beacon was committed to.
    pub caution: Option<String>,
    /// The commitment.
    pub commitment: Signed<Commitment>,
    /// The cut-off, with the number of people drawn.
    pub cut_off: Option<Signed<CutOff>>,
    /// The secret. A draw aborted after its cut-off can have it, too, so that people can see the
    /// order that was given up.
    pub reveal: Option<Signed<Reveal>>,
    /// The abort, with its reason.
    pub abort: Option<Signed<Abort>>,
}

/// All draws of one room, in order: the response of `/draw/<c>/<e>.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DrawDocument {
    draw: Version,
    algorithms: Algorithms,
    /// The customer that owns the room.
    pub customer: Name,
    /// The room.
    pub room: Name,
    /// The key that signs every statement of this document and every receipt.
    pub public_key: PublicKey,
    /// The draws by run, aborted ones included; all draws of a run but the last are aborted.
    pub runs: Vec<RunRecord>,
}

/// The receipt that a visitor keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReceiptDocument {
    draw: Version,
    /// The public key that the room published when it signed the receipt.
    pub public_key: PublicKey,
    /// The receipt.
    pub receipt: Signed<Receipt>,
}

impl RunRecord {
    /// Makes a record, with status and caution derived from its statements.
    #[must_use]
    pub fn new(
        commitment: Signed<Commitment>,
        cut_off: Option<Signed<CutOff>>,
        reveal: Option<Signed<Reveal>>,
        abort: Option<Signed<Abort>>,
    ) -> Self {
        let caution = commitment
            .statement
            .beacon
            .is_none()
            .then(|| CAUTION_WITHOUT_BEACON.to_owned());
        let status = match (&cut_off, &reveal, &abort) {
            (_, _, Some(_)) => DrawStatus::Aborted,
            (_, Some(_), None) => DrawStatus::Revealed,
            (Some(_), None, None) => DrawStatus::CutOff,
            (None, None, None) => DrawStatus::Committed,
        };
        Self {
            status,
            caution,
            commitment,
            cut_off,
            reveal,
            abort,
        }
    }
}

impl DrawDocument {
    /// Makes a document of these draws; beyond [`RUNS_MAX`] it omits the oldest.
    #[must_use]
    pub fn new(customer: Name, room: Name, public_key: PublicKey, mut runs: Vec<RunRecord>) -> Self {
        runs.drain(..runs.len().saturating_sub(RUNS_MAX));
        Self {
            draw: Version::One,
            algorithms: Algorithms::ONE,
            customer,
            room,
            public_key,
            runs,
        }
    }

    /// Parses a published document without verifying it.
    ///
    /// # Errors
    /// Returns [`FormatError`] for any text that is not a document of this version within its
    /// bounds.
    pub fn from_json(text: &str) -> Result<Self, FormatError> {
        let document: Self = strict(text)?;
        if document.runs.len() > RUNS_MAX {
            Err(FormatError::TooManyRuns)
        } else {
            Ok(document)
        }
    }

    /// Returns the text to publish.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("figures, names and hex have JSON texts")
    }
}

impl ReceiptDocument {
    /// Makes the document of a receipt, with the key that signed it.
    #[must_use]
    pub const fn new(public_key: PublicKey, receipt: Signed<Receipt>) -> Self {
        Self {
            draw: Version::One,
            public_key,
            receipt,
        }
    }

    /// Parses a receipt without verifying it.
    ///
    /// # Errors
    /// Returns [`FormatError`] for any text that is not a receipt of this version.
    pub fn from_json(text: &str) -> Result<Self, FormatError> {
        strict(text)
    }

    /// Returns the text to give to the visitor.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("figures, names and hex have JSON texts")
    }
}

/// Deserializes, and refuses the alternative spellings that serde accepts: a list for an object, an
/// object for a word.
fn strict<T: DeserializeOwned + Serialize>(text: &str) -> Result<T, FormatError> {
    if text.len() > DOCUMENT_BYTES_MAX {
        return Err(FormatError::TooLong);
    }
    let decoded: T = serde_json::from_str(text)?;
    let given = serde_json::from_str(text)?;
    let expected = serde_json::to_value(&decoded)?;
    if without_nulls(given) == without_nulls(expected) {
        Ok(decoded)
    } else {
        Err(FormatError::Spelling)
    }
}

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(_, v)| !v.is_null())
            .map(|(name, v)| (name, without_nulls(v)))
            .collect(),
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        plain => plain,
    }
}
