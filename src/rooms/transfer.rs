//! Transfers of a place to another device, as the HTTP layer requests them. The engine decides
//! which places can be transferred; the HTTP layer limits how often a visitor can try.

use ::node::Command;
use admission::transfer::{CodeHash, NOTE_BYTES_MAX, TransferOutcome, TransferRefused};
use admission::{Device, Run, Sequence, WallMs};
use protocol::{TransferCode, TransferCodeKey};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::command::unserved;
use super::{Place, Room, RoomState, Unserved, records};

/// The longest link that fits [`NOTE_BYTES_MAX`] in addition to the time and its own length, bytes.
pub const LINK_BYTES_MAX: usize = NOTE_BYTES_MAX - 12;

/// The data that the new device gets with the place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TransferNote {
    /// The time at which the place was given, which is otherwise stored only in the queue id.
    since: WallMs,
    /// The query of the old device's link for the new device's link, without the place.
    link: String,
}

/// A place on its new device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferredPlace {
    /// The place, under its new id.
    pub place: Place,
    /// The link that was given to [`Room::offer`].
    pub link: String,
}

/// The hash of a code, which the store keeps instead of the code.
pub(super) fn hash(key: &TransferCodeKey, code: &TransferCode) -> CodeHash {
    CodeHash(key.hash(code))
}

impl Room {
    /// Makes a code for a place valid until the returned time. The device that takes the place over
    /// gets `link`, which has at most [`LINK_BYTES_MAX`] bytes.
    ///
    /// # Errors
    /// If the store is unavailable or too many requests wait.
    pub async fn offer(
        &self,
        place: &Place,
        code: &TransferCode,
        link: String,
    ) -> Result<Result<WallMs, TransferRefused>, Unserved> {
        let note = TransferNote {
            since: place.since,
            link,
        };
        let (reply, answer) = oneshot::channel();
        let ask = Command::Offer {
            place: *place,
            code: hash(&self.shared.codes, code),
            note: records::encode(&note),
            reply,
        };
        let lane = self.lane_of(place).ok_or(Unserved::Away)?;
        lane.node.try_send((lane.line, ask)).map_err(unserved)?;
        let decided = answer.await.map_err(|_| Unserved::Away)??;
        Ok(match decided.outcome {
            TransferOutcome::Offered(good_until) => Ok(good_until),
            TransferOutcome::Refused(refused) => Err(refused),
            TransferOutcome::Taken { .. } => Err(TransferRefused::Stale),
        })
    }

    /// Transfers the place that a code names to the calling device; its former device loses it.
    ///
    /// # Errors
    /// If the store is unavailable or too many requests wait.
    pub async fn take_over(&self, code: &TransferCode) -> Result<Result<TransferredPlace, TransferRefused>, Unserved> {
        let mut taken = self.take_over_here(code).await?;
        // A code does not contain the lane of its place.
        for lane in &self.lanes {
            if taken.is_ok() {
                break;
            }
            let there = lane.take_over_here(code).await?;
            if there.is_ok() || taken == Err(TransferRefused::WrongCode) {
                taken = there;
            }
        }
        Ok(taken)
    }

    async fn take_over_here(&self, code: &TransferCode) -> Result<Result<TransferredPlace, TransferRefused>, Unserved> {
        let (reply, answer) = oneshot::channel();
        let ask = Command::TakeOver(hash(&self.shared.codes, code), reply);
        self.node.try_send((self.line, ask)).map_err(unserved)?;
        let decided = answer.await.map_err(|_| Unserved::Away)??;
        let run = (decided.run, decided.run_began);
        Ok(match decided.outcome {
            TransferOutcome::Taken { device, note } => Ok(self.taken_over(run, device, &note)),
            TransferOutcome::Refused(refused) => Err(refused),
            TransferOutcome::Offered(_) => Err(TransferRefused::Stale),
        })
    }

    fn taken_over(&self, run: (Run, WallMs), device: Device, note: &[u8]) -> TransferredPlace {
        let (_, run_began) = run;
        // If the note cannot be read, the visitor loses the recorded waiting time, not the place.
        let note = records::decode(note).unwrap_or_else(|| TransferNote {
            since: run_began,
            link: String::new(),
        });
        TransferredPlace {
            place: self.shared.line.name_device(run, device, note.since),
            link: note.link,
        }
    }
}

impl RoomState {
    /// A place as its present holder has it, by its lane, its sequence and the time at which it was
    /// given; `None` if this node knows no such place of the current run.
    #[must_use]
    pub fn present_holder(&self, lane: u8, run: Run, sequence: Sequence, since: WallMs) -> Option<Place> {
        let shared = &self
            .room()
            .all_lanes()
            .find(|room| room.shared.line.lane == lane)?
            .shared;
        let snapshot = self.snapshot(lane)?;
        let ledger = snapshot.ledger();
        let is_known = run == ledger.run && sequence < ledger.next;
        is_known.then(|| {
            shared
                .line
                .name_device((run, ledger.run_began), snapshot.holder(sequence), since)
        })
    }
}
