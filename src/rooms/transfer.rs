//! Moving a place to another device, as the edge asks for it. What may be moved is the engine's
//! decision; how often somebody may try is the edge's.

use admission::transfer::{CodeHash, MoveOutcome, MoveRefused, NOTE_BYTES_MAX};
use admission::{Device, Run, WallMs};
use protocol::{MoveCode, MoveCodeKey};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::command::Command;
use super::{Place, Room, Unserved, records};

/// A link that is longer does not fit [`NOTE_BYTES_MAX`] beside the time and its own length, bytes.
pub const LINK_BYTES_MAX: usize = NOTE_BYTES_MAX - 12;

/// What the new device gets with the place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TransferNote {
    /// When the place was given: it is in the queue id alone.
    since: WallMs,
    /// The query of the link by which the old device came, without the place.
    link: String,
}

/// A place on its new device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferredPlace {
    /// The place, under its new id.
    pub known: Place,
    /// What was given to [`Room::offer`].
    pub link: String,
}

/// What a room keeps of a code.
pub(super) fn hash(key: &MoveCodeKey, code: &MoveCode) -> CodeHash {
    CodeHash(key.hash(code))
}

impl Room {
    /// Makes a code for a place good, until the time that is returned; `link`, of
    /// [`LINK_BYTES_MAX`] at most, goes to whoever takes it over.
    ///
    /// # Errors
    /// If the store is away or too many wait.
    pub async fn offer(
        &self,
        known: &Place,
        code: &MoveCode,
        link: String,
    ) -> Result<Result<WallMs, MoveRefused>, Unserved> {
        let note = TransferNote {
            since: known.since,
            link,
        };
        let (reply, answer) = oneshot::channel();
        let ask = Command::Offer {
            known: *known,
            code: hash(&self.shared.codes, code),
            note: records::encode(&note),
            reply,
        };
        self.node.try_send((self.line, ask))?;
        let decided = answer.await.map_err(|_| Unserved::Away)??;
        Ok(match decided.outcome {
            MoveOutcome::Offered(good_until) => Ok(good_until),
            MoveOutcome::Refused(refused) => Err(refused),
            MoveOutcome::Taken { .. } => Err(MoveRefused::Stale),
        })
    }

    /// Takes the place of a code over; from then on its old device is past.
    ///
    /// # Errors
    /// If the store is away or too many wait.
    pub async fn take_over(&self, code: &MoveCode) -> Result<Result<TransferredPlace, MoveRefused>, Unserved> {
        let (reply, answer) = oneshot::channel();
        let ask = Command::TakeOver(hash(&self.shared.codes, code), reply);
        self.node.try_send((self.line, ask))?;
        let decided = answer.await.map_err(|_| Unserved::Away)??;
        let run = (decided.run, decided.run_began);
        Ok(match decided.outcome {
            MoveOutcome::Taken { device, note } => Ok(self.taken_over(run, device, &note)),
            MoveOutcome::Refused(refused) => Err(refused),
            MoveOutcome::Offered(_) => Err(MoveRefused::Stale),
        })
    }

    fn taken_over(&self, run: (Run, WallMs), device: Device, note: &[u8]) -> TransferredPlace {
        let (_, run_began) = run;
        // A note that cannot be read costs the visitor the time they have waited, not the place.
        let note = records::decode(note).unwrap_or_else(|| TransferNote {
            since: run_began,
            link: String::new(),
        });
        TransferredPlace {
            known: self.shared.name_device(run, device, note.since),
            link: note.link,
        }
    }
}
