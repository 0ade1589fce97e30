//! Visitors who take their place to another device. One device asks for a code, one or two others
//! take over the place with it, and the former device keeps asking until an answer says that the
//! place was transferred.

use admission::transfer::{CodeHash, TransferOutcome};
use admission::{Device, PlaceStatus};
use node::Command;
use node::answer::{Possession, TurnReply};

use super::World;
use super::agenda::WorldEvent;
use super::callers::{Caller, Handle};
use super::visitor::{VisitorPhase, VisitorPlace};
use crate::oracle::{Fact, InvariantViolation};
use crate::sim_rng::{Part, SimRng};

/// The time until the old device asks again, from and to, in milliseconds.
const OLD_DEVICE_MS: [u64; 2] = [100, 5_000];
/// The time in which the visitor enters the code on the other device, from and to, in milliseconds.
const TYPES_MS: [u64; 2] = [500, 20_000];

/// The transfers so far.
#[derive(Debug)]
pub(super) struct Transfers {
    pub(super) rng: SimRng,
    begun: Vec<PlannedTransfer>,
}

/// A transfer that a visitor began.
#[derive(Debug, Clone, Copy)]
struct PlannedTransfer {
    who: usize,
    /// The place of the device that asked for the code.
    from: VisitorPlace,
    has_rival: bool,
}

impl Transfers {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            rng: SimRng::of(seed, Part::Transfers),
            begun: Vec::new(),
        }
    }
}

fn code_of(transfer: usize) -> CodeHash {
    CodeHash((transfer as u128).to_be_bytes())
}

impl World<'_> {
    /// Lets a visitor who waits ask for a code.
    pub(super) fn offer_place(&mut self, who: usize, has_rival: bool) {
        let visitor = &self.visitors[who];
        let (Some(from), Some(at)) = (visitor.place.filter(|_| visitor.waits()), self.up_node()) else {
            return;
        };
        if from.run != self.machine(at).shown(from.line).published.snapshot.run() {
            return;
        }
        let transfer = self.transfers.begun.len();
        self.transfers.begun.push(PlannedTransfer { who, from, has_rival });
        let offer = Command::Offer {
            place: self.machine(at).place(from.line, from.run, from.device()),
            code: code_of(transfer),
            note: Vec::new(),
            reply: Handle::of(Caller::Transfer(transfer)),
        };
        self.ask(at, from.line, offer);
    }

    /// Lets a device take over the place of a code.
    pub(super) fn take_place(&mut self, transfer: usize) {
        let line = self.transfers.begun[transfer].from.line;
        if let Some(at) = self.up_node() {
            self.ask(
                at,
                line,
                Command::TakeOver(code_of(transfer), Handle::of(Caller::Transfer(transfer))),
            );
        }
    }

    /// Continues after an answer about a transfer.
    pub(super) fn answer_transfer(
        &mut self,
        transfer: usize,
        outcome: &TransferOutcome,
    ) -> Result<(), InvariantViolation> {
        let PlannedTransfer { has_rival, .. } = self.transfers.begun[transfer];
        match outcome {
            TransferOutcome::Offered(_) => {
                for _ in 0..1 + u8::from(has_rival) {
                    let at = self.now + self.transfers.rng.between(TYPES_MS);
                    self.agenda.at(at, WorldEvent::TakePlace { transfer });
                }
                Ok(())
            }
            TransferOutcome::Taken { device, .. } => self.taken(transfer, *device),
            TransferOutcome::Refused(_) => Ok(()),
        }
    }

    /// Lets the visitor continue with the new device.
    fn taken(&mut self, transfer: usize, device: Device) -> Result<(), InvariantViolation> {
        let PlannedTransfer { who, from, .. } = self.transfers.begun[transfer];
        let at = self.now + self.transfers.rng.between(OLD_DEVICE_MS);
        self.agenda.at(at, WorldEvent::OldDevice { transfer });
        let visitor = &mut self.visitors[who];
        if visitor.place != Some(from) || !visitor.waits() {
            return Ok(());
        }
        visitor.place = Some(VisitorPlace {
            holder: device.holder,
            ..from
        });
        visitor.ask_anew();
        visitor.phase = VisitorPhase::Waiting;
        self.send(who, self.now)
    }

    /// Lets the device that had the place ask for it again, at any node.
    pub(super) fn ask_with_old_device(&mut self, transfer: usize) -> Result<(), InvariantViolation> {
        let PlannedTransfer { from, .. } = self.transfers.begun[transfer];
        let Some(at) = self.up_node().filter(|at| !self.is_stopped(*at)) else {
            return Ok(());
        };
        let shown = self.machine(at).shown(from.line).clone();
        let knows_place = from.sequence < shown.published.snapshot.ledger().next;
        if shown.published.snapshot.run() != from.run || !knows_place {
            return Ok(());
        }
        let (place_status, now) = self.place_status(at, from, &shown);
        match place_status {
            PlaceStatus::Transferred => self.report_transfer(from, now.flow.0),
            PlaceStatus::FirstInLine(view) => {
                let place = from.sequence.0;
                self.tell_of(from, now.flow.0, &Fact::Heard { place })?;
                let turn = Command::Turn {
                    place: self.machine(at).place(from.line, from.run, from.device()),
                    number: view.number,
                    possession: Possession::Cookie,
                    channel: admission::presence::Channel::Poll,
                    reply: Handle::of(Caller::OldDevice(transfer)),
                };
                self.ask(at, from.line, turn);
                Ok(())
            }
            PlaceStatus::InLine(_) | PlaceStatus::Unnumbered(_) => {
                // The node does not know of the transfer yet.
                let place = from.sequence.0;
                self.tell_of(from, now.flow.0, &Fact::Heard { place })?;
                let again = self.now + self.transfers.rng.between(OLD_DEVICE_MS);
                self.agenda.at(again, WorldEvent::OldDevice { transfer });
                Ok(())
            }
            PlaceStatus::Unknown | PlaceStatus::Cancelled | PlaceStatus::Expired => Ok(()),
        }
    }

    /// Handles the answer to a device that had a place.
    pub(super) fn answer_old_device(
        &mut self,
        at: usize,
        transfer: usize,
        reply: TurnReply,
    ) -> Result<(), InvariantViolation> {
        let PlannedTransfer { from, .. } = self.transfers.begun[transfer];
        match reply {
            TurnReply::Go(_) => {
                let (place, holder) = (from.sequence.0, from.holder.0);
                self.tell_of(from, 0, &Fact::Claimed { place, holder })
            }
            TurnReply::Transferred => self.report_transfer(from, 0),
            TurnReply::NotYet { .. } => self.told_first(at, Some(from)),
            _ => Ok(()),
        }
    }

    /// Reports that a device learns that its place was transferred.
    pub(super) fn report_transfer(&mut self, place: VisitorPlace, flow: u64) -> Result<(), InvariantViolation> {
        let fact = Fact::TransferReported {
            place: place.sequence.0,
            holder: place.holder.0,
        };
        self.tell_of(place, flow, &fact)
    }
}
