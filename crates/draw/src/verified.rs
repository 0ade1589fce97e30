//! What a successful verification found, and how it is said in English. Its sentences are part of
//! `docs/draw.md`.

use std::fmt;

use crate::{
    AbortReason, BeaconRound, BeaconValue, DrawKey, DrawStatus, Name, Number, Population, PublicKey, Run, Sequence,
};
use crate::{CAUTION_WITHOUT_BEACON, UnixMillis};

/// All draws of a document hold, and so does the receipt if there was one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Whose room it is.
    pub customer: Name,
    /// The room.
    pub room: Name,
    /// Who signed. That this is the operator's key is for the reader to know.
    pub public_key: PublicKey,
    /// The draws, as the document orders them.
    pub runs: Vec<VerifiedRun>,
    /// Where the receipt's holder stands.
    pub holder: Option<ReceiptHolder>,
}

/// One draw that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedRun {
    /// The run.
    pub run: Run,
    /// How far it has come.
    pub status: DrawStatus,
    /// How many are drawn, from the cut-off on.
    pub population: Option<Population>,
    /// Why it was aborted, if it was.
    pub abort_reason: Option<AbortReason>,
    /// The key, once revealed: with [`crate::Permutation`] it gives everybody's number.
    pub key: Option<DrawKey>,
    /// The beacon's round and value, once revealed: to be compared with what the network published.
    pub beacon: Option<(BeaconRound, BeaconValue)>,
    /// What the reader should know although every rule is kept.
    pub concerns: Vec<Concern>,
}

/// Something that breaks no rule and weakens what the draw proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concern {
    /// No beacon: [`CAUTION_WITHOUT_BEACON`].
    WithoutBeacon,
    /// The beacon's chain has no timetable here; the reader should look up when the round was
    /// published.
    UnknownChain {
        /// When the operator says it was.
        stated_ms: UnixMillis,
    },
    /// The commitment was made when people could join already.
    CommittedLate,
    /// So many draws of the same run were aborted before this one.
    DrawnAgain(usize),
}

/// Where a receipt's holder stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReceiptHolder {
    /// The run.
    pub run: Run,
    /// Their order of arrival.
    pub sequence: Sequence,
    /// Their order of service.
    pub standing: HolderStatus,
}

/// A holder's order of service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HolderStatus {
    /// Drawn.
    Drawn(Number),
    /// Arrived after the cut-off: the number is the sequence.
    AfterCutOff(Number),
    /// The draw is still to come.
    NotYet,
    /// The draw was aborted and no other followed in its run.
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
        let Self {
            run,
            sequence,
            standing,
        } = self;
        write!(f, "Receipt: sequence {sequence} of run {run} ")?;
        match standing {
            HolderStatus::Drawn(number) => write!(f, "was drawn number {}.", number.get() + 1),
            HolderStatus::AfterCutOff(number) => {
                write!(f, "came after the cut-off and keeps number {}.", number.get() + 1)
            }
            HolderStatus::NotYet => f.write_str("has no number yet."),
            HolderStatus::Aborted => f.write_str("has no number: the draw was aborted."),
        }
    }
}
