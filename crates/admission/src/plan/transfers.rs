//! Transfers to another device: makes codes, and transfers the places of codes. A request whose
//! record was not loaded is answered [`TransferRefused::Stale`].

use super::Plan;
use crate::holders::Device;
use crate::made_codes::{CODES_FORGOTTEN_MAX, MadeCode, MadeCodes};
use crate::marks::Mark;
use crate::time::WallMs;
use crate::transfer::{
    CODE_VALID_MS, CodeHash, CodeRecord, NOTE_BYTES_MAX, TRANSFERS_MAX, TransferOutcome, TransferRecord,
    TransferRefused, TransferRequest,
};
use crate::units::{Holder, Sequence};

impl Plan<'_> {
    pub(crate) fn transfers(&mut self) -> Vec<TransferOutcome> {
        let batch = self.batch;
        if self.is_current() {
            self.forget_codes();
        }
        let asks = batch.transfers.iter();
        asks.map(|ask| self.transfer_place(ask).unwrap_or_else(TransferOutcome::Refused))
            .collect()
    }

    fn transfer_place(&mut self, ask: &TransferRequest) -> Result<TransferOutcome, TransferRefused> {
        match ask {
            TransferRequest::Offer { device, .. }
                if !self.is_current() || device.sequence >= self.state.ledger.next =>
            {
                Err(TransferRefused::NoPlace)
            }
            TransferRequest::Take { .. } if !self.is_current() => Err(TransferRefused::WrongCode),
            TransferRequest::Offer { device, code, note } => {
                self.offer(*device, *code, note).map(TransferOutcome::Offered)
            }
            TransferRequest::Take { code } => self.take(*code),
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
                self.transfers.places.insert(over.sequence, None);
            }
            let is_entered_again = made.pop();
            if !is_entered_again {
                self.transfers.codes.insert(over.code, None);
            }
        }
        if made.len() < before {
            self.transfers.made = Some(made);
        }
    }

    fn offer(&mut self, device: Device, code: CodeHash, note: &[u8]) -> Result<WallMs, TransferRefused> {
        if note.len() > NOTE_BYTES_MAX {
            return Err(TransferRefused::NoteTooLong);
        }
        let mut record = self.transfer_record(device.sequence)?;
        if device.holder != record.holder {
            return Err(TransferRefused::Transferred);
        }
        self.check_transferable(device.sequence, &record)?;
        if !record.can_make_code(self.now.wall) {
            return Err(TransferRefused::TooManyCodes);
        }
        if self.code_record(code)?.is_some() {
            return Err(TransferRefused::CodeInUse);
        }
        let (sequence, made_at) = (device.sequence, self.now.wall);
        let mut made = self.made_codes()?;
        if !made.enter(MadeCode {
            sequence,
            code,
            made_at,
        }) {
            return Err(TransferRefused::TooManyCodesInRoom);
        }
        self.transfers.made = Some(made);
        let good_until = WallMs(self.now.wall.0 + CODE_VALID_MS);
        record.made.push(self.now.wall);
        if let Some((earlier, _)) = record.code.replace((code, good_until)) {
            self.transfers.codes.insert(earlier, None);
        }
        let note = note.to_vec();
        self.transfers.codes.insert(code, Some(CodeRecord { sequence, note }));
        self.transfers.places.insert(sequence, Some(record));
        Ok(good_until)
    }

    fn take(&mut self, code: CodeHash) -> Result<TransferOutcome, TransferRefused> {
        let CodeRecord { sequence, note } = self.code_record(code)?.ok_or(TransferRefused::WrongCode)?;
        let mut record = self.transfer_record(sequence)?;
        if !record.is_good(code, self.now.wall) {
            return Err(TransferRefused::WrongCode);
        }
        self.check_transferable(sequence, &record)?;
        record.holder = Holder(record.holder.0 + 1);
        record.code = None;
        let device = Device {
            sequence,
            holder: record.holder,
        };
        self.state.holders.set(device);
        self.transfers.codes.insert(code, None);
        self.transfers.places.insert(sequence, Some(record));
        Ok(TransferOutcome::Taken { device, note })
    }

    fn check_transferable(&mut self, sequence: Sequence, record: &TransferRecord) -> Result<(), TransferRefused> {
        if self.state.has(sequence, Mark::Cancelled) {
            return Err(TransferRefused::NoPlace);
        }
        if self.state.has(sequence, Mark::Redirected) {
            return Err(TransferRefused::LetThrough);
        }
        if record.holder.0 >= TRANSFERS_MAX {
            return Err(TransferRefused::TransferredTooOften);
        }
        if record.holder == Holder(0) && !self.state.make_room_for_transfers() {
            return Err(TransferRefused::Full);
        }
        Ok(())
    }

    /// Returns a place's record as the batch has left it so far. A settled place that the holders
    /// have dropped is refused because of its marks.
    fn transfer_record(&self, sequence: Sequence) -> Result<TransferRecord, TransferRefused> {
        let loaded = self.batch.records.places.get(&sequence);
        let record = self.transfers.places.get(&sequence).or(loaded);
        let record = record.ok_or(TransferRefused::Stale)?.clone().unwrap_or_default();
        let agrees = record.holder == self.state.holders.of(sequence) || self.state.is_settled(sequence);
        agrees.then_some(record).ok_or(TransferRefused::Stale)
    }

    fn made_codes(&self) -> Result<MadeCodes, TransferRefused> {
        let loaded = self.batch.records.made.as_ref();
        self.transfers
            .made
            .as_ref()
            .or(loaded)
            .cloned()
            .ok_or(TransferRefused::Stale)
    }

    fn code_record(&self, code: CodeHash) -> Result<Option<CodeRecord>, TransferRefused> {
        let loaded = self.batch.records.codes.get(&code);
        let record = self.transfers.codes.get(&code).or(loaded);
        record.cloned().ok_or(TransferRefused::Stale)
    }

    /// Returns whether the place of a device was transferred to another device. For settled places
    /// that the holders have dropped, the side record decides.
    pub(crate) fn is_past(&self, device: Device) -> bool {
        let loaded = self.batch.records.places.get(&device.sequence);
        let recorded = loaded
            .and_then(Option::as_ref)
            .map_or(Holder(0), |record| record.holder);
        device.holder < self.state.holders.of(device.sequence).max(recorded)
    }
}
