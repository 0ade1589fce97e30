//! Transfers to another device: makes codes, and moves the places of codes. A request whose record
//! was not loaded is answered [`MoveRefused::Stale`].

use super::Plan;
use crate::holders::Device;
use crate::made_codes::{CODES_FORGOTTEN_MAX, MadeCode, MadeCodes};
use crate::marks::Mark;
use crate::time::WallMs;
use crate::transfer::{
    CODE_VALID_MS, CodeHash, CodeRecord, MOVES_MAX, MoveOutcome, MoveRecord, MoveRefused, MoveRequest, NOTE_BYTES_MAX,
};
use crate::units::{Holder, Sequence};

impl Plan<'_> {
    pub(crate) fn moves(&mut self) -> Vec<MoveOutcome> {
        let batch = self.batch;
        if self.is_current() {
            self.forget_codes();
        }
        let asks = batch.moves.iter();
        asks.map(|ask| self.move_place(ask).unwrap_or_else(MoveOutcome::Refused))
            .collect()
    }

    fn move_place(&mut self, ask: &MoveRequest) -> Result<MoveOutcome, MoveRefused> {
        match ask {
            MoveRequest::Offer { device, .. } if !self.is_current() || device.sequence >= self.state.ledger.next => {
                Err(MoveRefused::NoPlace)
            }
            MoveRequest::Take { .. } if !self.is_current() => Err(MoveRefused::WrongCode),
            MoveRequest::Offer { device, code, note } => self.offer(*device, *code, note).map(MoveOutcome::Offered),
            MoveRequest::Take { code } => self.take(*code),
        }
    }

    /// Deletes the records of expired codes, as far as the records of their places were loaded.
    fn forget_codes(&mut self) {
        let Some(mut made) = self.batch.records.made.clone() else {
            return;
        };
        let before = made.len();
        for _ in 0..CODES_FORGOTTEN_MAX {
            let Some(over) = made.oldest_over(self.now.wall) else {
                break;
            };
            let Some(place) = self.batch.records.places.get(&over.sequence) else {
                break;
            };
            if place.as_ref().is_some_and(|record| record.is_over(self.now.wall)) {
                self.moved.places.insert(over.sequence, None);
            }
            let is_entered_again = made.pop();
            if !is_entered_again {
                self.moved.codes.insert(over.code, None);
            }
        }
        if made.len() < before {
            self.moved.made = Some(made);
        }
    }

    fn offer(&mut self, device: Device, code: CodeHash, note: &[u8]) -> Result<WallMs, MoveRefused> {
        if note.len() > NOTE_BYTES_MAX {
            return Err(MoveRefused::NoteTooLong);
        }
        let mut record = self.move_record(device.sequence)?;
        if device.holder != record.holder {
            return Err(MoveRefused::Moved);
        }
        self.check_movable(device.sequence, &record)?;
        if !record.can_make_code(self.now.wall) {
            return Err(MoveRefused::TooManyCodes);
        }
        if self.code_record(code)?.is_some() {
            return Err(MoveRefused::CodeInUse);
        }
        let (sequence, made_at) = (device.sequence, self.now.wall);
        let mut made = self.made_codes()?;
        if !made.enter(MadeCode {
            sequence,
            code,
            made_at,
        }) {
            return Err(MoveRefused::TooManyCodesInRoom);
        }
        self.moved.made = Some(made);
        let good_until = WallMs(self.now.wall.0 + CODE_VALID_MS);
        record.made.push(self.now.wall);
        if let Some((earlier, _)) = record.code.replace((code, good_until)) {
            self.moved.codes.insert(earlier, None);
        }
        let note = note.to_vec();
        self.moved.codes.insert(code, Some(CodeRecord { sequence, note }));
        self.moved.places.insert(sequence, Some(record));
        Ok(good_until)
    }

    fn take(&mut self, code: CodeHash) -> Result<MoveOutcome, MoveRefused> {
        let CodeRecord { sequence, note } = self.code_record(code)?.ok_or(MoveRefused::WrongCode)?;
        let mut record = self.move_record(sequence)?;
        if !record.is_good(code, self.now.wall) {
            return Err(MoveRefused::WrongCode);
        }
        self.check_movable(sequence, &record)?;
        record.holder = Holder(record.holder.0 + 1);
        record.code = None;
        let device = Device {
            sequence,
            holder: record.holder,
        };
        self.state.holders.set(device);
        self.moved.codes.insert(code, None);
        self.moved.places.insert(sequence, Some(record));
        Ok(MoveOutcome::Taken { device, note })
    }

    fn check_movable(&mut self, sequence: Sequence, record: &MoveRecord) -> Result<(), MoveRefused> {
        if self.state.has(sequence, Mark::Cancelled) {
            return Err(MoveRefused::NoPlace);
        }
        if self.state.has(sequence, Mark::Redirected) {
            return Err(MoveRefused::LetThrough);
        }
        if record.holder.0 >= MOVES_MAX {
            return Err(MoveRefused::MovedTooOften);
        }
        if record.holder == Holder(0) && !self.state.make_room_for_moves() {
            return Err(MoveRefused::Full);
        }
        Ok(())
    }

    /// Returns a place's record as the batch has left it so far. A settled place that the holders
    /// have dropped is refused because of its marks.
    fn move_record(&self, sequence: Sequence) -> Result<MoveRecord, MoveRefused> {
        let loaded = self.batch.records.places.get(&sequence);
        let record = self.moved.places.get(&sequence).or(loaded);
        let record = record.ok_or(MoveRefused::Stale)?.clone().unwrap_or_default();
        let agrees = record.holder == self.state.holders.of(sequence) || self.state.is_settled(sequence);
        agrees.then_some(record).ok_or(MoveRefused::Stale)
    }

    fn made_codes(&self) -> Result<MadeCodes, MoveRefused> {
        let loaded = self.batch.records.made.as_ref();
        self.moved.made.as_ref().or(loaded).cloned().ok_or(MoveRefused::Stale)
    }

    fn code_record(&self, code: CodeHash) -> Result<Option<CodeRecord>, MoveRefused> {
        let loaded = self.batch.records.codes.get(&code);
        let record = self.moved.codes.get(&code).or(loaded);
        record.cloned().ok_or(MoveRefused::Stale)
    }

    /// Returns whether the place of a device has moved to another device. For settled places that
    /// the holders have dropped, the side record decides.
    pub(crate) fn is_past(&self, device: Device) -> bool {
        let loaded = self.batch.records.places.get(&device.sequence);
        let recorded = loaded
            .and_then(Option::as_ref)
            .map_or(Holder(0), |record| record.holder);
        device.holder < self.state.holders.of(device.sequence).max(recorded)
    }
}
