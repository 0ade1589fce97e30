//! The statements that an operator signs about a draw, and the receipts of visitors. Each names its
//! [`Commitment`] by hash, so that no statement can be moved to another draw. The fields are in the
//! order of the encoding.

use serde::{Deserialize, Serialize};

use crate::encoding::{FieldRow, label};
use crate::signed::Statement;
use crate::{
    BeaconRound, BeaconValue, CommitmentHash, CutOffHash, DrawnRun, DrawnSequence, Name, Population, Secret,
    SecretHash, StatedMs, hash,
};

/// The commitment to a secret, a beacon round and a timetable, published before the pre-queue
/// opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Commitment {
    /// The customer that owns the room.
    pub customer: Name,
    /// The room.
    pub room: Name,
    /// The run whose pre-queue is drawn.
    pub run: DrawnRun,
    /// The hash of the secret.
    pub secret_hash: SecretHash,
    /// Time of this commitment.
    pub committed_at_ms: StatedMs,
    /// Time at which the pre-queue opens.
    pub opens_at_ms: StatedMs,
    /// T, the start: visitors can join the pre-queue until 15 seconds after it.
    pub starts_at_ms: StatedMs,
    /// The public round whose value is part of the key, if configured.
    pub beacon: Option<BeaconRound>,
}

/// The number of people drawn, published at the end of the pre-queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CutOff {
    /// The run.
    pub run: DrawnRun,
    /// `P`: sequences below it are drawn.
    pub population: Population,
    /// The hash of the draw's commitment.
    pub commitment: CommitmentHash,
    /// Time at which the pre-queue was closed.
    pub at_ms: StatedMs,
}

/// The secret and the beacon's value, published when the visitors get their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reveal {
    /// The run.
    pub run: DrawnRun,
    /// The hash of the draw's commitment.
    pub commitment: CommitmentHash,
    /// The hash of the cut-off: there can be only one.
    pub cut_off: CutOffHash,
    /// The secret.
    pub secret: Secret,
    /// The beacon's published value of the committed round.
    pub beacon_value: Option<BeaconValue>,
    /// Time of this reveal.
    pub at_ms: StatedMs,
}

/// The end of a committed draw that will assign no numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Abort {
    /// The run.
    pub run: DrawnRun,
    /// The hash of the draw's commitment.
    pub commitment: CommitmentHash,
    /// The reason.
    pub reason: AbortReason,
    /// Time of this abort.
    pub at_ms: StatedMs,
}

/// The reason for giving a draw up. A closed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AbortReason {
    /// The operator reset the room: a new run follows.
    Reset,
    /// The operator moved the start: a new commitment for the same run follows.
    StartMoved,
    /// The pre-queue was closed only after the beacon's round was public.
    CutOffLate,
    /// The value of the beacon's round could not be obtained.
    BeaconMissing,
    /// The operator cancelled the event.
    CalledOff,
}

/// A visitor's receipt from the moment of joining: proof of the assigned sequence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Receipt {
    /// The customer that owns the room.
    pub customer: Name,
    /// The room.
    pub room: Name,
    /// The run.
    pub run: DrawnRun,
    /// The visitor's order of arrival.
    pub sequence: DrawnSequence,
    /// Time at which the visitor joined.
    pub at_ms: StatedMs,
    /// The hash of the commitment in force at that time.
    pub commitment: CommitmentHash,
}

impl Secret {
    /// Returns the hash that a commitment publishes.
    #[must_use]
    pub fn hash(&self) -> SecretHash {
        SecretHash(hash::plain(
            &FieldRow::new(label::SECRET).octets(self.as_bytes()).finish(),
        ))
    }
}

impl Commitment {
    /// Returns the hash by which later statements name this commitment.
    #[must_use]
    pub fn hash(&self) -> CommitmentHash {
        CommitmentHash(hash::plain(&self.encode()))
    }
}

impl CutOff {
    /// Returns the hash by which the reveal names this cut-off.
    #[must_use]
    pub fn hash(&self) -> CutOffHash {
        CutOffHash(hash::plain(&self.encode()))
    }
}

impl AbortReason {
    /// Returns the word in JSON and in the encoding.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::StartMoved => "start-moved",
            Self::CutOffLate => "cut-off-late",
            Self::BeaconMissing => "beacon-missing",
            Self::CalledOff => "called-off",
        }
    }
}

impl Statement for Commitment {
    fn encode(&self) -> Vec<u8> {
        let fields = FieldRow::new(label::COMMITMENT)
            .text(self.customer.as_str())
            .text(self.room.as_str())
            .integer(self.run)
            .octets(&self.secret_hash.0)
            .integer(self.committed_at_ms)
            .integer(self.opens_at_ms)
            .integer(self.starts_at_ms);
        match &self.beacon {
            Some(beacon) => fields
                .text(beacon.network.as_str())
                .octets(&beacon.chain.0)
                .integer(beacon.round)
                .integer(beacon.published_at_ms),
            None => fields.absent().absent().absent().absent(),
        }
        .finish()
    }
}

impl Statement for CutOff {
    fn encode(&self) -> Vec<u8> {
        FieldRow::new(label::CUT_OFF)
            .integer(self.run)
            .integer(self.population)
            .octets(&self.commitment.0)
            .integer(self.at_ms)
            .finish()
    }
}

impl Statement for Reveal {
    fn encode(&self) -> Vec<u8> {
        let fields = FieldRow::new(label::REVEAL)
            .integer(self.run)
            .octets(&self.commitment.0)
            .octets(&self.cut_off.0)
            .octets(self.secret.as_bytes());
        match &self.beacon_value {
            Some(value) => fields.octets(&value.0),
            None => fields.absent(),
        }
        .integer(self.at_ms)
        .finish()
    }
}

impl Statement for Abort {
    fn encode(&self) -> Vec<u8> {
        FieldRow::new(label::ABORT)
            .integer(self.run)
            .octets(&self.commitment.0)
            .text(self.reason.as_str())
            .integer(self.at_ms)
            .finish()
    }
}

impl Statement for Receipt {
    fn encode(&self) -> Vec<u8> {
        FieldRow::new(label::RECEIPT)
            .text(self.customer.as_str())
            .text(self.room.as_str())
            .integer(self.run)
            .integer(self.sequence)
            .integer(self.at_ms)
            .octets(&self.commitment.0)
            .finish()
    }
}
