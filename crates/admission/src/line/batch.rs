//! The requests of a node to the engine in one commit, and the answer to each of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::holders::Device;
use crate::lease::LeasedGrant;
use crate::lifecycle::{Lifecycle, TransitionRefused};
use crate::limited_rate::LimitedRate;
use crate::recovery::{Memory, Recovery};
use crate::redirects::Redirects;
use crate::time::WallMs;
use crate::transfer::{TransferOutcome, TransferRecords, TransferRequest};
use crate::units::{BatchNumber, NodeId, Number, Run, Sequence};
use crate::voucher::{ArrivalRefused, ConditionalArrival, VoucherHash, VoucherRecord};

/// The most arrivals in one batch.
pub const ARRIVALS_MAX: u32 = 100_000;
/// The most silent places in one batch; further ones go into the next batch.
pub const SILENT_MAX: usize = 100_000;

/// Everything that a node collected since its last commit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// The node that commits.
    pub node: NodeId,
    /// The node's own count of its batches; a batch is never applied twice.
    pub batch: BatchNumber,
    /// The run to which the places, numbers and records below belong. In another run they mean
    /// nothing.
    pub run: Run,
    /// The number of newcomers, in their order of arrival.
    pub arrivals: u32,
    /// The newcomers on whom the commit decides, in order; at most
    /// [`crate::voucher::WITH_VOUCHERS_MAX`] of them bring vouchers.
    pub conditional: Vec<ConditionalArrival>,
    /// Vouchers that an operator gives back; at most [`crate::voucher::FREED_MAX`].
    pub freed: Vec<VoucherHash>,
    /// Claims: polls of visitors who were notified of their turn before. In any order; applied
    /// lowest number first.
    pub claims: Vec<Claim>,
    /// Places given up by their visitor or by the site. A device whose place was transferred to
    /// another can no longer give it up.
    pub cancels: Vec<Device>,
    /// Requests to transfer places, in order; at most [`crate::transfer::TRANSFERS_ASKED_MAX`].
    pub transfers: Vec<TransferRequest>,
    /// Places with their first poll since the notification, or since the start of the node that may
    /// have notified them.
    pub first_heard: Vec<Number>,
    /// How many notified visitors polled recently, including the claimants of this batch.
    pub present: u64,
    /// Places silent for longer than [`crate::presence::SILENCE_MS`]; at most [`SILENT_MAX`].
    pub silent: Vec<Sequence>,
    /// The operator's controls, in order.
    pub controls: Vec<Control>,
    /// Set for a line that is one of several lanes of a room; [`crate::pool::apply`] sets it.
    pub lane: Option<LaneContext>,
    /// Redirect records of claimants who were redirected before, loaded at the ledger's generation.
    pub redirects: BTreeMap<Number, Redirects>,
    /// Transfer records, loaded at the ledger's generation: of all codes that transfers name, of
    /// all places that transfers or their codes name, and of claimants who were redirected before.
    pub records: TransferRecords,
    /// Side records of all vouchers that newcomers bring, loaded at the ledger's generation; `None`
    /// for a voucher that was not spent.
    pub spent: BTreeMap<VoucherHash, Option<VoucherRecord>>,
    /// The most permits that this batch can spend, if the room shares a capacity with others;
    /// `None` if it does not.
    pub permits_max: Option<u64>,
    /// The rate that the line really has if it shares a capacity with others;
    /// [`crate::pool::apply`] sets it.
    pub limited_rate: Option<LimitedRate>,
    /// The permits that newcomers who pass unseen can spend; [`crate::pool::apply`] sets it for
    /// lines that share a capacity.
    pub unseen: UnseenPermits,
    /// The key of the pre-queue's draw, once it is known.
    pub draw_key: Option<[u8; 32]>,
    /// Grants that the node gave by its lease since its last commit: exactly these permits of the
    /// lease were spent. In order; at most [`crate::lease::LEASE_PERMITS_MAX`].
    pub leased: Vec<LeasedGrant>,
    /// Random bytes, for a run that needs a secret of its own.
    pub seed: [u8; 32],
    /// Set if the store failed over and this is the first commit since: acknowledged commits may be
    /// missing. No grant is given in it.
    pub recovery: Option<Recovery>,
    /// The node's memory from before a failover. Sent with the recovery, or once with the first
    /// commit after another node's recovery.
    pub memory: Option<Memory>,
}

impl Batch {
    /// Returns whether committing the batch would change nothing but the passing of time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arrivals == 0
            && self.freed.is_empty()
            && self.claims.is_empty()
            && self.cancels.is_empty()
            && self.transfers.is_empty()
            && self.first_heard.is_empty()
            && self.silent.is_empty()
            && self.controls.is_empty()
            && self.draw_key.is_none()
            && self.leased.is_empty()
            && self.recovery.is_none()
            && self.memory.is_none()
    }
}

/// The permits that newcomers who pass unseen can spend, and how many of them a recovery presumes
/// to be spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum UnseenPermits {
    /// All permits that the bound leaves, due or not. Lost commits may have spent as many.
    #[default]
    OfTheMinute,
    /// The same permits, but lost commits spent at most those that were due
    /// ([`crate::pool::roster`]).
    Known,
    /// The permits that are due. Lost commits may have spent all that the bound left.
    AtThePace,
}

/// The values that a line has in common with the other lanes of its room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneContext {
    /// Whether visitors of any lane see their line: a room is visible or it is not.
    pub shown: bool,
    /// People who wait in the room's other lanes: they count towards its capacity.
    pub elsewhere: u64,
    /// The run and the lifecycle of the room's first lane after this commit; `None` for that lane
    /// itself.
    pub follows: Option<(Run, Lifecycle)>,
}

/// A first-in-line poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// The claimed number.
    pub number: Number,
    /// The device that claims it.
    pub device: Device,
}

/// An operator's action on the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Control {
    /// Holds everybody.
    Pause,
    /// Lets the line move again.
    Resume,
    /// Lets everybody pass as if there were no room.
    Disable,
    /// Undoes [`Control::Disable`].
    Enable,
    /// Ends the run.
    End,
    /// Begins a new run; every place of the current run is gone.
    Reset,
}

/// A permission to be redirected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// The number it was given to.
    pub number: Number,
    /// When it was given; the token's expiry counts from this time.
    pub granted_at: WallMs,
    /// Whether its visitor never saw the line, because the room was not at its peak.
    pub unseen: bool,
}

/// The answer to a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// The visitor can go now: a permit was spent.
    Granted(Grant),
    /// The reply to an earlier grant was lost: the identical grant is repeated and no permit is
    /// spent.
    Repeated(Grant),
    /// There is no permit yet.
    NotYet,
    /// The place was cancelled.
    Cancelled,
    /// The place was transferred to another device.
    Transferred,
    /// The place was redirected as often as the room allows.
    LimitReached,
    /// The serving line reached the number so long ago that it is no longer valid.
    Expired,
    /// There is no such place in this run.
    Unknown,
}

/// The outcomes of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchOutcome {
    /// The run in which places were given.
    pub run: Run,
    /// Sequence of the first arrival that got a place; the others follow one by one. `None` if
    /// nobody gets a place now.
    pub first_arrival: Option<Sequence>,
    /// The answer to each of [`Batch::conditional`], in order; empty if nobody gets a place now.
    pub conditional: Vec<Result<(), ArrivalRefused>>,
    /// Newcomers who would get this sequence or a later one get no place, because the room is full;
    /// newcomers who leave another of its lanes still get one.
    pub full_from: Option<Sequence>,
    /// How many of the newcomers who got a place pass unseen, counted from the first. Their grants
    /// precede those of claims.
    pub unseen: u32,
    /// The answer to each distinct claimant, lowest number first.
    pub claims: Vec<(Number, ClaimOutcome)>,
    /// The answer to each transfer, in order.
    pub transfers: Vec<TransferOutcome>,
    /// The answer to each control, in order.
    pub controls: Vec<Result<(), TransitionRefused>>,
    /// After this many milliseconds no node can act on the controls and settings from before this
    /// batch; until then other nodes can let visitors through by leases from before an order. 0 if
    /// no such lease is held.
    pub confirmed_in_ms: u64,
}

/// The result of one arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrivalOutcome {
    /// The visitor got a place.
    Given(Sequence),
    /// The visitor got no place because of their vouchers, because the place's price is not paid,
    /// or because the room is full.
    Refused(ArrivalRefused),
    /// The visitor got no place, because nobody gets one now.
    NotOpen,
}

impl BatchOutcome {
    /// Returns the result of each of the batch's arrivals, in their order.
    pub fn arrivals<'a>(&'a self, batch: &'a Batch) -> impl Iterator<Item = ArrivalOutcome> + 'a {
        let mut conditional = batch.conditional.iter().zip(&self.conditional).peekable();
        let mut next = self.first_arrival;
        (0..batch.arrivals).map(move |index| {
            let Some(sequence) = next else {
                return ArrivalOutcome::NotOpen;
            };
            let is_full = self.full_from.is_some_and(|full| sequence >= full);
            match conditional.next_if(|(conditional, _)| conditional.arrival == index) {
                Some((_, Err(refused))) => ArrivalOutcome::Refused(*refused),
                None if is_full => ArrivalOutcome::Refused(ArrivalRefused::RoomFull),
                Some((_, Ok(()))) | None => {
                    next = Some(Sequence(sequence.0 + 1));
                    ArrivalOutcome::Given(sequence)
                }
            }
        })
    }
}
