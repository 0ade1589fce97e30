//! What a node asks of the engine in one commit, and what each asker is told.

use std::collections::BTreeMap;

use crate::estimate::Reason;
use crate::holders::Device;
use crate::lease::LeasedGrant;
use crate::lifecycle::TransitionRefused;
use crate::recovery::{Memory, Recovery};
use crate::redirects::Redirects;
use crate::time::WallMs;
use crate::transfer::{MoveOutcome, MoveRecords, MoveRequest};
use crate::units::{BatchNumber, NodeId, Number, PerMinute, Run, Sequence};
use crate::voucher::{Vouched, VoucherHash, VoucherRecord, VoucherRefused};

/// Arrivals of one batch at most.
pub const ARRIVALS_MAX: u32 = 100_000;
/// Silent places one batch may name at most; the rest goes with the next.
pub const SILENT_MAX: usize = 100_000;

/// Everything a node collected since its last commit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// Who commits.
    pub node: NodeId,
    /// The node's own count; a batch is never applied twice.
    pub batch: BatchNumber,
    /// The run in which places, numbers and records below were given. Of another run they mean
    /// nothing.
    pub run: Run,
    /// Newcomers, in the order in which they came.
    pub arrivals: u32,
    /// Those of them who bring vouchers, in order; at most [`crate::voucher::VOUCHED_MAX`].
    pub vouched: Vec<Vouched>,
    /// Vouchers that an operator gives back; at most [`crate::voucher::FREED_MAX`].
    pub freed: Vec<VoucherHash>,
    /// Visitors who were told it is their turn and ask again. Any order; applied lowest number
    /// first.
    pub claims: Vec<Claim>,
    /// Places given up, by their visitor or by the site. Of a place that has moved on the device
    /// cannot give it up any more.
    pub cancels: Vec<Device>,
    /// Moves asked for, in order; at most [`crate::transfer::MOVES_ASKED_MAX`].
    pub moves: Vec<MoveRequest>,
    /// Places first heard since they were told that it is their turn.
    pub first_heard: Vec<Number>,
    /// People told that it is their turn and heard lately, claimants of this batch included.
    pub present: u64,
    /// Places silent for longer than [`crate::presence::SILENCE_MS`]; at most [`SILENT_MAX`].
    pub silent: Vec<Sequence>,
    /// What the operator asked for, in order.
    pub controls: Vec<Control>,
    /// Side records of claimants who were redirected before, loaded at the ledger's generation.
    pub redirects: BTreeMap<Number, Redirects>,
    /// Side records, loaded at the ledger's generation, of all codes that moves name, of all places
    /// that moves or their codes name, and of claimants who were redirected before.
    pub records: MoveRecords,
    /// Side records of all vouchers that newcomers bring, loaded at the ledger's generation; `None`
    /// where a voucher was not spent.
    pub spent: BTreeMap<VoucherHash, Option<VoucherRecord>>,
    /// Permits this batch may spend at most, where the room shares a capacity with others; `None`
    /// where it does not.
    pub permits_max: Option<u64>,
    /// What the line really has where it shares a capacity with others, and what lowers it; `None`
    /// where it has its whole rate.
    pub rate_max: Option<(PerMinute, Reason)>,
    /// The key of the pre-queue's draw, once it is known.
    pub draw_key: Option<[u8; 32]>,
    /// What the node granted by its lease since its last commit: it spent that and no more of it.
    /// In order; at most [`crate::lease::LEASE_PERMITS_MAX`].
    pub leased: Vec<LeasedGrant>,
    /// Random octets, for a run that needs a secret of its own.
    pub seed: [u8; 32],
    /// The store failed over, and this is the first commit since: acknowledged ones may be missing.
    /// Nobody is granted in it.
    pub recovery: Option<Recovery>,
    /// What the node remembers from before a failover: with the recovery, or once with the first
    /// commit after another node's.
    pub memory: Option<Memory>,
}

impl Batch {
    /// Whether committing it could change anything but the passing of time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arrivals == 0
            && self.freed.is_empty()
            && self.claims.is_empty()
            && self.cancels.is_empty()
            && self.moves.is_empty()
            && self.first_heard.is_empty()
            && self.silent.is_empty()
            && self.controls.is_empty()
            && self.draw_key.is_none()
            && self.leased.is_empty()
            && self.recovery.is_none()
            && self.memory.is_none()
    }
}

/// A first-in-line poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// Whose turn it may be.
    pub number: Number,
    /// By which device it is claimed.
    pub device: Device,
}

/// An operator's action on the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// Hold everybody.
    Pause,
    /// Let the line move again.
    Resume,
    /// Let everybody pass as if there were no room.
    Disable,
    /// Undo that.
    Enable,
    /// End the run.
    End,
    /// Begin a new run; every place of this one is gone.
    Reset,
}

/// A permission to be redirected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    /// Whose.
    pub number: Number,
    /// When; the token's expiry counts from here.
    pub granted_at: WallMs,
    /// Its holder never saw the line: the room was not at its peak.
    pub unseen: bool,
}

/// What a claimant is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// Go now: a permit was spent.
    Granted(Grant),
    /// The reply to an earlier grant was lost: the very same grant again, no permit spent.
    Repeated(Grant),
    /// No permit yet.
    NotYet,
    /// The place was cancelled.
    Cancelled,
    /// The place has moved to another device.
    Moved,
    /// The place was redirected as often as the room allows.
    LimitReached,
    /// The number was reached so long ago that it is not good any more.
    Expired,
    /// No such place in this run.
    Unknown,
}

/// Outcomes of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchOutcome {
    /// The run in which places were given.
    pub run: Run,
    /// Sequence of the first arrival that got a place, the others follow one by one; `None` where
    /// nobody gets a place now.
    pub first_arrival: Option<Sequence>,
    /// Answer to each newcomer with vouchers, in order; empty where nobody gets a place now.
    pub vouched: Vec<Result<(), VoucherRefused>>,
    /// So many of those who got a place, the first ones, pass unseen: their grants come before
    /// those of claims.
    pub unseen: u32,
    /// Answer to each distinct claimant, lowest number first.
    pub claims: Vec<(Number, ClaimOutcome)>,
    /// Answer to each move, in order.
    pub moves: Vec<MoveOutcome>,
    /// Answer to each control, in order.
    pub controls: Vec<Result<(), TransitionRefused>>,
    /// From so many milliseconds on no node can act by what was so before this batch's controls and
    /// its settings: until then others may let people through by leases. 0 where nobody holds one.
    pub confirmed_in_ms: u64,
}

/// What one arrival gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrivalOutcome {
    /// A place.
    Given(Sequence),
    /// None, for its vouchers.
    Refused(VoucherRefused),
    /// None: nobody gets one now.
    NotOpen,
}

impl BatchOutcome {
    /// What each of the batch's arrivals gets, in their order.
    pub fn arrivals<'a>(&'a self, batch: &'a Batch) -> impl Iterator<Item = ArrivalOutcome> + 'a {
        let mut vouched = batch.vouched.iter().zip(&self.vouched).peekable();
        let mut next = self.first_arrival;
        (0..batch.arrivals).map(move |index| {
            let Some(sequence) = next else {
                return ArrivalOutcome::NotOpen;
            };
            match vouched.next_if(|(vouched, _)| vouched.arrival == index) {
                Some((_, Err(refused))) => ArrivalOutcome::Refused(*refused),
                Some((_, Ok(()))) | None => {
                    next = Some(Sequence(sequence.0 + 1));
                    ArrivalOutcome::Given(sequence)
                }
            }
        })
    }
}
