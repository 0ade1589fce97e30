//! Replaces the secrets in a recording: queue ids, and the notes of transfers.
//!
//! A queue id is a place, sealed under the key of its room. Its stand-in is the same place, sealed
//! under a key of the recording, which the recording contains. Equal ids therefore have equal
//! stand-ins, a replayed pool node seals the same stand-ins itself, and a stand-in cannot be turned
//! into an id without the room's key. An id that is not authentic becomes a keyed hash. A note is
//! replaced by as many bytes of a keyed hash. The key of the hashes is drawn for the recording and
//! is never written.
//!
//! Queue ids are in the records of grants, notes in the records of codes; a record of either kind
//! that cannot be read becomes a keyed hash as a whole. The messages of a store's errors, which can
//! name addresses, are left out.

use admission::Run;
use admission::pool::LineIndex;
use admission::transfer::{CodeRecord, TransferOutcome};
use node::answer::AnswerTo;
use node::command::Command;
use node::effect::Event;
use node::records;
use protocol::{MasterKey, QueueId, QueueIdCodec};
use sha2::{Digest, Sha256};
use store_values::{CommitError, RecordKey, StoreCall, StoreError, StoreReply};

use crate::numbered::HandleNumbers;

/// Replaces queue ids and notes, equal ones by equal stand-ins.
pub(crate) struct Mask {
    /// By line, the codec of its queue ids.
    codecs: Vec<Option<QueueIdCodec>>,
    stand_ins: Vec<QueueIdCodec>,
    key: [u8; 32],
}

/// The codec of the stand-ins of a line, by its index.
pub(crate) fn stand_in_codec(key: [u8; 32], index: usize) -> QueueIdCodec {
    let line = format!("line{index}").parse().expect("letters and digits");
    QueueIdCodec::new(
        &MasterKey::from_bytes(key),
        &"recording".parse().expect("letters"),
        &line,
    )
}

impl Mask {
    pub(crate) fn new(codecs: Vec<Option<QueueIdCodec>>, stand_in_key: [u8; 32], key: [u8; 32]) -> Self {
        let stand_ins = (0..codecs.len()).map(|index| stand_in_codec(stand_in_key, index));
        Self {
            stand_ins: stand_ins.collect(),
            codecs,
            key,
        }
    }

    pub(crate) fn event(&self, event: &mut Event<HandleNumbers>, loading: &[RecordKey]) {
        match event {
            Event::Commands(commands) => {
                for (line, command) in commands {
                    self.command(*line, command);
                }
            }
            Event::Store(reply) => self.reply(reply, loading),
            Event::Settings(_) | Event::Probed(_) | Event::DrawWritten(_) | Event::Timer | Event::Close => {}
        }
    }

    fn command(&self, line: LineIndex, command: &mut Command<HandleNumbers>) {
        match command {
            Command::Turn { place, .. } | Command::StepAside { place, .. } | Command::Cancel(place, _) => {
                place.queue_id = self.id(line, place.queue_id);
            }
            Command::Offer { place, note, .. } => {
                place.queue_id = self.id(line, place.queue_id);
                self.hide(note);
            }
            Command::Arrive(..)
            | Command::Free(..)
            | Command::EndSession { .. }
            | Command::TakeOver(..)
            | Command::Control(..)
            | Command::Behind(_)
            | Command::PageTimings(_)
            | Command::Tick(_) => {}
        }
    }

    pub(crate) fn answer(&self, answer: &mut AnswerTo<HandleNumbers>) {
        if let AnswerTo::Transfer(_, Ok(decision)) = answer
            && let TransferOutcome::Taken { note, .. } = &mut decision.outcome
        {
            self.hide(note);
        }
    }

    pub(crate) fn call(&self, call: &mut StoreCall) {
        if let StoreCall::Commit { write, .. } = call {
            for (key, value) in &mut write.records {
                value.iter_mut().for_each(|value| self.record(key, value));
            }
        }
    }

    /// Masks a reply; `loading`: the keys of the load that it answers.
    pub(crate) fn reply(&self, reply: &mut StoreReply, loading: &[RecordKey]) {
        match reply {
            StoreReply::LoadedNewer(Err(error)) | StoreReply::Loaded(Err(error)) | StoreReply::Scanned(Err(error)) => {
                forget_cause(error);
            }
            StoreReply::Committed(Err(CommitError::Unknown { cause } | CommitError::Unavailable { cause })) => {
                cause.clear();
            }
            StoreReply::Loaded(Ok(loaded)) => {
                for (key, value) in loading.iter().zip(&mut loaded.records) {
                    value.iter_mut().for_each(|value| self.record(key, value));
                }
            }
            StoreReply::Scanned(Ok(scanned)) => {
                let records = scanned.iter_mut().flat_map(|(_, records)| records);
                records.for_each(|(key, value)| self.record(key, value));
            }
            StoreReply::LoadedNewer(Ok(_)) | StoreReply::Committed(_) => {}
        }
    }

    fn record(&self, key: &RecordKey, value: &mut Vec<u8>) {
        if records::is_grants(key) {
            match records::decode_grants(value) {
                Some(mut grants) => {
                    for (line, granted) in &mut grants {
                        granted.queue_id = *self.id(*line, granted.queue_id()).as_bytes();
                    }
                    *value = records::encode_grants(&grants);
                }
                None => self.hide(value),
            }
        } else if is_code(key) {
            match CodeRecord::decode(value) {
                Some(mut record) => {
                    self.hide(&mut record.note);
                    *value = record.encode();
                }
                None => self.hide(value),
            }
        }
    }

    fn id(&self, line: LineIndex, id: QueueId) -> QueueId {
        let index = usize::from(line.0);
        let codecs = self
            .codecs
            .get(index)
            .and_then(Option::as_ref)
            .zip(self.stand_ins.get(index));
        let sealed = codecs.and_then(|(codec, stand_in)| stand_in.seal(codec.open(&id)?).ok());
        sealed.unwrap_or_else(|| {
            let mut bytes = *id.as_bytes();
            self.hide(&mut bytes);
            QueueId::from_bytes(bytes)
        })
    }

    /// Replaces bytes by as many bytes of their keyed hash.
    fn hide(&self, bytes: &mut [u8]) {
        let seed = Sha256::new().chain_update(self.key).chain_update(&*bytes).finalize();
        for (part, chunk) in (0_u64..).zip(bytes.chunks_mut(32)) {
            let hash = Sha256::new()
                .chain_update(seed)
                .chain_update(part.to_be_bytes())
                .finalize();
            chunk.copy_from_slice(&hash[..chunk.len()]);
        }
    }
}

fn is_code(key: &RecordKey) -> bool {
    let prefix = records::codes_prefix(LineIndex(0), Run(0));
    key.as_bytes().first() == prefix.first()
}

fn forget_cause(error: &mut StoreError) {
    match error {
        StoreError::Unavailable { cause } | StoreError::Unacknowledged { cause } => cause.clear(),
        StoreError::TooLarge(_) | StoreError::Changing => {}
    }
}

#[cfg(test)]
mod tests {
    use admission::{Holder, Sequence};
    use protocol::PlaceId;

    use super::*;

    fn codec(key: u8) -> QueueIdCodec {
        stand_in_codec([key; 32], 9)
    }

    fn mask(key: u8) -> Mask {
        Mask::new(vec![Some(codec(1)), None], [2; 32], [key; 32])
    }

    #[test]
    fn a_stand_in_has_the_place_and_is_sealed_under_another_key() {
        let place = PlaceId {
            run: Run(3),
            lane: 1,
            holder: Holder(2),
            sequence: Sequence(77),
            seconds: 5,
        };
        let id = codec(1).seal(place).unwrap();
        let stand_in = mask(3).id(LineIndex(0), id);
        assert_ne!(stand_in, id);
        assert_eq!(stand_in_codec([2; 32], 0).open(&stand_in), Some(place));
        assert_eq!(codec(1).open(&stand_in), None, "the room knows no such id");
    }

    #[test]
    fn other_ids_become_hashes_that_preserve_equality_alone() {
        let [one, two] = [1, 2].map(|byte| QueueId::from_bytes([byte; 16]));
        for line in [LineIndex(0), LineIndex(1), LineIndex(2)] {
            let hidden = [one, one, two].map(|id| mask(3).id(line, id));
            assert_eq!(hidden[0], hidden[1]);
            assert_ne!(hidden[0], hidden[2]);
            assert!(hidden.iter().all(|hidden| *hidden != one && *hidden != two));
            assert_ne!(mask(4).id(line, one), hidden[0], "another recording's key");
        }
    }

    #[test]
    fn a_note_keeps_its_length_alone() {
        for length in [0, 1, 31, 32, 33, 256] {
            let note = vec![7_u8; length];
            let hidden = |key| {
                let mut note = note.clone();
                mask(key).hide(&mut note);
                note
            };
            assert_eq!(hidden(3), hidden(3));
            assert_eq!(hidden(3).len(), length);
            assert!(length == 0 || hidden(3) != note && hidden(3) != hidden(4));
        }
    }
}
