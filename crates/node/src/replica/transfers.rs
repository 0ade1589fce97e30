//! Side records of transfers: loaded for a batch, written with a commit, and scanned at the start.

use std::collections::BTreeMap;

use admission::made_codes::MadeCodes;
use admission::pool::LineIndex;
use admission::transfer::{CodeHash, CodeRecord, TransferRecord, TransferRecords};
use admission::{Device, Holders, Run, Sequence};
use store_values::{RecordKey, Records, Write};

use super::LoadedRecords;
use crate::records;

/// The codes and places whose records a batch needs.
#[derive(Debug, Default)]
pub(crate) struct NeededTransfers {
    pub(crate) codes: Vec<CodeHash>,
    pub(crate) places: Vec<Sequence>,
}

/// The records of codes, with the list of codes made lately; `None` if no code is named.
#[derive(Debug, Default)]
pub(crate) struct LoadedCodes {
    codes: BTreeMap<CodeHash, Option<CodeRecord>>,
    made: Option<MadeCodes>,
}

impl NeededTransfers {
    /// The keys of the records of the codes.
    pub(crate) fn code_keys(&self, (line, run): (LineIndex, Run)) -> impl Iterator<Item = RecordKey> {
        let made = (!self.codes.is_empty()).then(|| records::made_codes_key(line, run));
        let codes = self.codes.iter().map(move |code| records::code_key(line, run, *code));
        codes.chain(made)
    }

    /// Decodes the records of the codes. A record that cannot be read is left out, so that its code
    /// has no effect. The error means that the list of codes made recently cannot be read.
    pub(crate) fn read_codes(
        &self,
        (line, run): (LineIndex, Run),
        loaded: &LoadedRecords,
    ) -> Result<LoadedCodes, &'static str> {
        if self.codes.is_empty() {
            return Ok(LoadedCodes::default());
        }
        let made = match loaded.get(&records::made_codes_key(line, run)) {
            None => MadeCodes::default(),
            Some(made) => MadeCodes::decode(made).ok_or("the record of codes made lately")?,
        };
        let found = |code: &CodeHash| {
            let stored = loaded.get(&records::code_key(line, run, *code));
            read(*code, stored, CodeRecord::decode)
        };
        Ok(LoadedCodes {
            codes: self.codes.iter().filter_map(found).collect(),
            made: Some(made),
        })
    }

    /// The keys of the records of the places, of those that the codes name, and of those of the
    /// oldest codes made.
    pub(crate) fn place_keys(
        &mut self,
        (line, run): (LineIndex, Run),
        loaded: &LoadedCodes,
    ) -> impl Iterator<Item = RecordKey> {
        let codes = loaded.codes.values().flatten().map(|record| record.sequence);
        self.places.extend(codes);
        self.places
            .extend(loaded.made.iter().flat_map(MadeCodes::oldest_places));
        self.places
            .iter()
            .map(move |place| records::transfer_key(line, run, *place))
    }

    /// Decodes the records of the places. A record that cannot be read is left out, so that its
    /// place is not transferred.
    pub(crate) fn read_places(
        &self,
        (line, run): (LineIndex, Run),
        codes: LoadedCodes,
        loaded: &LoadedRecords,
    ) -> TransferRecords {
        let found = |place: &Sequence| {
            let stored = loaded.get(&records::transfer_key(line, run, *place));
            read(*place, stored, TransferRecord::decode)
        };
        TransferRecords {
            places: self.places.iter().filter_map(found).collect(),
            codes: codes.codes,
            made: codes.made,
        }
    }
}

/// The holders of places that were transferred in a run; `None` if a record cannot be read.
pub(super) fn holders(stored: &Records) -> Option<Holders> {
    let devices = stored.iter().map(|(key, value)| {
        let sequence = records::place_of(key)?;
        let holder = TransferRecord::decode(value)?.holder;
        Some(Device { sequence, holder })
    });
    devices.collect::<Option<Vec<Device>>>().map(Holders::new)
}

/// Decodes a record that was looked up; `None` if it cannot be read.
fn read<K, T>(key: K, stored: Option<&[u8]>, decode: impl FnOnce(&[u8]) -> Option<T>) -> Option<(K, Option<T>)> {
    match stored {
        Some(bytes) => Some((key, Some(decode(bytes)?))),
        None => Some((key, None)),
    }
}

/// Adds the transfer records that a commit changes.
pub(super) fn write(mut write: Write, line: LineIndex, run: Run, transfers: &TransferRecords) -> Write {
    for (place, record) in &transfers.places {
        let key = records::transfer_key(line, run, *place);
        write = match record {
            Some(record) => write.put(key, record.encode()),
            None => write.delete(key),
        };
    }
    if let Some(made) = &transfers.made {
        write = write.put(records::made_codes_key(line, run), made.encode());
    }
    for (code, record) in &transfers.codes {
        let key = records::code_key(line, run, *code);
        write = match record {
            Some(record) => write.put(key, record.encode()),
            None => write.delete(key),
        };
    }
    write
}
