//! What an operator signs about a draw, and what a visitor holds. Each names the [`Commitment`] it
//! belongs to by hash, so that no statement can be moved to another draw; fields are in the order
//! in which they are encoded.

use serde::{Deserialize, Serialize};

use crate::encoding::{Fields, label};
use crate::signed::Statement;
use crate::{
    BeaconRound, BeaconValue, CommitmentHash, CutOffHash, Name, Population, Run, Secret, SecretHash, Sequence,
    UnixMillis, hash,
};

/// Said before the pre-queue opens: this secret, this beacon round, this timetable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Commitment {
    /// Whose room it is.
    pub customer: Name,
    /// The room.
    pub room: Name,
    /// The run whose pre-queue is drawn.
    pub run: Run,
    /// The hash of the secret.
    pub secret_hash: SecretHash,
    /// When this was said.
    pub committed_at_ms: UnixMillis,
    /// When the pre-queue opens.
    pub opens_at_ms: UnixMillis,
    /// T, the start: people join the pre-queue until 15 seconds after it.
    pub starts_at_ms: UnixMillis,
    /// The public round that goes into the key, if one does.
    pub beacon: Option<BeaconRound>,
}

/// Said at the end of the pre-queue: so many people are drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CutOff {
    /// The run.
    pub run: Run,
    /// `P`: sequences below it are drawn.
    pub population: Population,
    /// Which draw.
    pub commitment: CommitmentHash,
    /// When the pre-queue was closed.
    pub at_ms: UnixMillis,
}

/// Said when the numbers are given: the secret and the beacon's value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reveal {
    /// The run.
    pub run: Run,
    /// Which draw.
    pub commitment: CommitmentHash,
    /// Which cut-off: there can be only one.
    pub cut_off: CutOffHash,
    /// The secret.
    pub secret: Secret,
    /// What the beacon published in the round committed to.
    pub beacon_value: Option<BeaconValue>,
    /// When this was said.
    pub at_ms: UnixMillis,
}

/// Said when a draw committed to will not order anybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Abort {
    /// The run.
    pub run: Run,
    /// Which draw.
    pub commitment: CommitmentHash,
    /// Why.
    pub reason: AbortReason,
    /// When this was said.
    pub at_ms: UnixMillis,
}

/// Why a draw was given up. A closed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AbortReason {
    /// The operator reset the room: a new run follows.
    Reset,
    /// The operator moved the start: a new commitment for the same run follows.
    StartMoved,
    /// The pre-queue was closed only after the beacon's round was public.
    CutOffLate,
    /// The beacon's round could not be had.
    BeaconMissing,
    /// The operator called the event off.
    CalledOff,
}

/// What a visitor holds from the moment of joining: proof of the sequence they were given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Receipt {
    /// Whose room it is.
    pub customer: Name,
    /// The room.
    pub room: Name,
    /// The run.
    pub run: Run,
    /// Their order of arrival.
    pub sequence: Sequence,
    /// When they joined.
    pub at_ms: UnixMillis,
    /// The commitment in force then.
    pub commitment: CommitmentHash,
}

impl Secret {
    /// What a commitment shows of it.
    #[must_use]
    pub fn hash(&self) -> SecretHash {
        SecretHash(hash::plain(
            &Fields::new(label::SECRET).octets(self.as_bytes()).finish(),
        ))
    }
}

impl Commitment {
    /// Its name in all later statements.
    #[must_use]
    pub fn hash(&self) -> CommitmentHash {
        CommitmentHash(hash::plain(&self.encode()))
    }
}

impl CutOff {
    /// Its name in the reveal.
    #[must_use]
    pub fn hash(&self) -> CutOffHash {
        CutOffHash(hash::plain(&self.encode()))
    }
}

impl AbortReason {
    /// The word that stands in JSON and in the encoding.
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
        let fields = Fields::new(label::COMMITMENT)
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
        Fields::new(label::CUT_OFF)
            .integer(self.run)
            .integer(self.population)
            .octets(&self.commitment.0)
            .integer(self.at_ms)
            .finish()
    }
}

impl Statement for Reveal {
    fn encode(&self) -> Vec<u8> {
        let fields = Fields::new(label::REVEAL)
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
        Fields::new(label::ABORT)
            .integer(self.run)
            .octets(&self.commitment.0)
            .text(self.reason.as_str())
            .integer(self.at_ms)
            .finish()
    }
}

impl Statement for Receipt {
    fn encode(&self) -> Vec<u8> {
        Fields::new(label::RECEIPT)
            .text(self.customer.as_str())
            .text(self.room.as_str())
            .integer(self.run)
            .integer(self.sequence)
            .integer(self.at_ms)
            .octets(&self.commitment.0)
            .finish()
    }
}
