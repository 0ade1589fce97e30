//! The result of a successful verification, and its description in English, which is part of
//! `docs/draw.md`.

use std::fmt;

use crate::{
    AbortReason, BeaconRound, BeaconValue, DrawKey, DrawStatus, DrawnNumber, DrawnRun, DrawnSequence, Name, Population,
    PublicKey,
};
use crate::{CAUTION_WITHOUT_BEACON, StatedMs};

/// The result of verifying a document: all its draws hold, and so does the receipt if there was
/// one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The customer that owns the room.
    pub customer: Name,
    /// The room.
    pub room: Name,
    /// The key that signed. The reader must know whether it is the operator's.
    pub public_key: PublicKey,
    /// The draws, in the order of the document.
    pub runs: Vec<VerifiedRun>,
    /// The order of service of the receipt's holder.
    pub holder: Option<ReceiptHolder>,
}

/// One draw that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedRun {
    /// The run.
    pub run: DrawnRun,
    /// The progress of the draw.
    pub status: DrawStatus,
    /// Number of people drawn, once the cut-off is published.
    pub population: Option<Population>,
    /// The reason for the abort, if the draw was aborted.
    pub abort_reason: Option<AbortReason>,
    /// The key, once revealed: with [`crate::Permutation`] it gives every number.
    pub key: Option<DrawKey>,
    /// The beacon's round and value, once revealed, for comparison with the network's publication.
    pub beacon: Option<(BeaconRound, BeaconValue)>,
    /// Facts that the reader should know although no rule is broken.
    pub concerns: Vec<Concern>,
}

/// A fact that breaks no rule but weakens what the draw proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concern {
    /// There was no beacon: [`CAUTION_WITHOUT_BEACON`].
    WithoutBeacon,
    /// The timetable of the beacon's chain is not known; the reader should look up when the round
    /// was published.
    UnknownChain {
        /// The time that the operator states.
        stated_ms: StatedMs,
    },
    /// The commitment was made when visitors could already join.
    CommittedLate,
    /// The number of draws of the same run that were aborted before this one.
    DrawnAgain(usize),
}

/// The place of a receipt's holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReceiptHolder {
    /// The run.
    pub run: DrawnRun,
    /// The holder's order of arrival.
    pub sequence: DrawnSequence,
    /// The holder's order of service.
    pub status: HolderStatus,
}

/// A holder's order of service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HolderStatus {
    /// The holder was drawn.
    Drawn(DrawnNumber),
    /// The holder arrived after the cut-off: the number equals the sequence.
    AfterCutOff(DrawnNumber),
    /// The draw has not taken place yet.
    NotYet,
    /// The draw was aborted and no other draw of its run followed.
    Aborted,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            customer,
            room,
            public_key,
            runs,
            holder,
        } = self;
        write!(
            f,
            "Room {room} of {customer}, key {public_key}: {} of {} draws hold.",
            runs.len(),
            runs.len()
        )?;
        for run in runs {
            write!(f, "\n{run}")?;
        }
        holder.iter().try_for_each(|holder| write!(f, "\n{holder}"))
    }
}

impl fmt::Display for VerifiedRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let run = self.run;
        match (self.status, self.population, self.abort_reason) {
            (DrawStatus::Aborted, _, Some(reason)) => write!(f, "Run {run}: aborted ({}).", reason.as_str()),
            (DrawStatus::Revealed, Some(population), _) => write!(f, "Run {run}: revealed, {population} drawn."),
            (DrawStatus::CutOff, Some(population), _) => write!(f, "Run {run}: cut off, {population} to be drawn."),
            _ => write!(f, "Run {run}: committed."),
        }?;
        if let Some((
            BeaconRound {
                network, chain, round, ..
            },
            value,
        )) = &self.beacon
        {
            write!(
                f,
                "\nRun {run}: compare with the beacon: {network}, chain {chain}, round {round}, value {value}."
            )?;
        }
        self.concerns
            .iter()
            .try_for_each(|concern| write!(f, "\nRun {run}: {concern}"))
    }
}

impl fmt::Display for Concern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WithoutBeacon => f.write_str(CAUTION_WITHOUT_BEACON),
            Self::UnknownChain { stated_ms } => {
                write!(
                    f,
                    "The beacon's chain is not known here: look up that its round was published at {stated_ms}."
                )
            }
            Self::CommittedLate => f.write_str("It was committed to only after the pre-queue had opened."),
            Self::DrawnAgain(aborted) => write!(f, "Draws of this run aborted before: {aborted}."),
        }
    }
}

impl fmt::Display for ReceiptHolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { run, sequence, status } = self;
        write!(f, "Receipt: sequence {sequence} of run {run} ")?;
        match status {
            HolderStatus::Drawn(number) => write!(f, "was drawn number {}.", number.get() + 1),
            HolderStatus::AfterCutOff(number) => {
                write!(f, "came after the cut-off and keeps number {}.", number.get() + 1)
            }
            HolderStatus::NotYet => f.write_str("has no number yet."),
            HolderStatus::Aborted => f.write_str("has no number: the draw was aborted."),
        }
    }
}
