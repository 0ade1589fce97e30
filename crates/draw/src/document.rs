//! What a room publishes of its draws, and what a visitor's receipt looks like: the two JSON
//! documents.
//!
//! Strict on purpose: an unknown field, a missing one, upper-case hex, a fraction where an integer
//! belongs or another version is refused, so that two verifiers never read one document in two
//! ways. Only `null` and absence are the same.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::verify_error::FormatError;
use crate::{Abort, Commitment, CutOff, Name, PublicKey, Receipt, Reveal, Signed};

/// The name of this version of everything: documents, encodings, permutation.
pub const DRAW_VERSION: &str = "anteroom-draw-1";
/// The longest document read, in octets.
pub const DOCUMENT_BYTES_MAX: usize = 16 << 20;
/// The most draws that a document lists: at one a day, eleven years.
pub const RUNS_MAX: usize = 4096;
/// What stands beside every draw without a beacon, word for word.
pub const CAUTION_WITHOUT_BEACON: &str = "No public beacon was committed to: the operator could have influenced how many \
     people were drawn, and by that the order.";

/// The version word; there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Version {
    /// [`DRAW_VERSION`].
    #[serde(rename = "anteroom-draw-1")]
    One,
}

/// The algorithms of version 1, named in each document.
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

/// How far a draw has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawStatus {
    /// The commitment is out; the pre-queue is open or will be.
    Committed,
    /// The pre-queue is closed; the numbers are not given yet.
    CutOff,
    /// Everybody can compute every number.
    Revealed,
    /// Given up: it orders nobody.
    Aborted,
}

/// One draw as far as it has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunRecord {
    /// How far it has come.
    pub status: DrawStatus,
    /// [`CAUTION_WITHOUT_BEACON`] exactly when no beacon was committed to.
    pub caution: Option<String>,
    /// What was committed to.
    pub commitment: Signed<Commitment>,
    /// Who is drawn.
    pub cut_off: Option<Signed<CutOff>>,
    /// The secret; after an abort it may still be given, so that people see what was given up.
    pub reveal: Option<Signed<Reveal>>,
    /// Why it was given up.
    pub abort: Option<Signed<Abort>>,
}

/// All draws of one room, in order: what `/draw/<c>/<e>.json` answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DrawDocument {
    draw: Version,
    algorithms: Algorithms,
    /// Whose room it is.
    pub customer: Name,
    /// The room.
    pub room: Name,
    /// Signs every statement of this document and every receipt.
    pub public_key: PublicKey,
    /// The draws by run, aborted ones included; of one run only the last may not be aborted.
    pub runs: Vec<RunRecord>,
}

/// A receipt as a visitor keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReceiptDocument {
    draw: Version,
    /// The key that the room published then.
    pub public_key: PublicKey,
    /// The receipt.
    pub receipt: Signed<Receipt>,
}

impl RunRecord {
    /// A record with the status and the caution that its statements ask for.
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
    /// A document of these draws; above [`RUNS_MAX`] the oldest are left out.
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

    /// Reads a published document. Nothing is verified yet.
    ///
    /// # Errors
    /// [`FormatError`] for anything but a document of this version within its bounds.
    pub fn from_json(text: &str) -> Result<Self, FormatError> {
        let document: Self = strict(text)?;
        if document.runs.len() > RUNS_MAX {
            Err(FormatError::TooManyRuns)
        } else {
            Ok(document)
        }
    }

    /// The text to publish.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("figures, names and hex have JSON texts")
    }
}

impl ReceiptDocument {
    /// A receipt to hand out, with the key that signed it.
    #[must_use]
    pub const fn new(public_key: PublicKey, receipt: Signed<Receipt>) -> Self {
        Self {
            draw: Version::One,
            public_key,
            receipt,
        }
    }

    /// Reads a receipt. Nothing is verified yet.
    ///
    /// # Errors
    /// [`FormatError`] for anything but a receipt of this version.
    pub fn from_json(text: &str) -> Result<Self, FormatError> {
        strict(text)
    }

    /// The text to hand out.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("figures, names and hex have JSON texts")
    }
}

/// Decodes, and refuses the second spellings that serde knows: a list for an object, an object for
/// a word.
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
