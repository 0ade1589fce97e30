//! Side records of transfers: loaded for a batch, written with a commit, and scanned at the start.

use std::collections::BTreeMap;

use admission::made_codes::MadeCodes;
use admission::pool::LineIndex;
use admission::transfer::{CodeHash, CodeRecord, MoveRecord, MoveRecords};
use admission::{Device, Holders, Run, Sequence};
use store::{Generation, Store, Write};

use super::{KeepError, Replica};
use crate::rooms::records;

impl Replica {
    /// Loads the records of the given codes and places, of the places that the codes name, and of
    /// the places of the oldest codes made. A record that cannot be read is left out, so that
    /// nothing is done about its code or place.
    pub(in crate::rooms) async fn moves(
        &self,
        line: LineIndex,
        codes: Vec<CodeHash>,
        mut places: Vec<Sequence>,
    ) -> Result<MoveRecords, KeepError> {
        let run = self.line(line).ledger.run;
        let named = codes.iter().map(|code| records::code_key(line, run, *code));
        let made = (!codes.is_empty()).then(|| records::made_codes_key(line, run));
        let asks = made.is_some();
        let mut stored = self.records(named.chain(made).collect()).await?;
        let made = match stored
            .pop_if(|_| asks)
            .map(|value| value.as_deref().map(MadeCodes::decode))
        {
            None => None,
            Some(None) => Some(MadeCodes::default()),
            Some(Some(decoded)) => Some(decoded.ok_or_else(|| self.damaged("the record of codes made lately"))?),
        };
        let codes = codes.into_iter().zip(stored);
        let codes: BTreeMap<_, _> = codes
            .filter_map(|(code, value)| read(code, value, CodeRecord::decode))
            .collect();
        places.extend(codes.values().flatten().map(|record| record.sequence));
        places.extend(made.iter().flat_map(MadeCodes::oldest_places));
        let keys = places.iter().map(|place| records::moved_key(line, run, *place));
        let stored = self.records(keys.collect()).await?;
        let places = places.into_iter().zip(stored);
        Ok(MoveRecords {
            places: places
                .filter_map(|(place, value)| read(place, value, MoveRecord::decode))
                .collect(),
            codes,
            made,
        })
    }

    /// Loads the holders of places that moved in a run, with the generation at which they were
    /// read.
    pub(super) async fn holders(&self, line: LineIndex, run: Run) -> Result<(Generation, Holders), KeepError> {
        let (generation, stored) = self.store.scan(&self.pool, &records::moved_prefix(line, run)).await?;
        let devices = stored.iter().map(|(key, value)| {
            let sequence = records::place_of(key)?;
            let holder = MoveRecord::decode(value)?.holder;
            Some(Device { sequence, holder })
        });
        let devices: Option<Vec<Device>> = devices.collect();
        devices
            .map(|devices| (generation, Holders::new(devices)))
            .ok_or_else(|| self.damaged("the record of a place that moved"))
    }
}

/// Decodes a record that was looked up; `None` if it cannot be read.
fn read<K, T>(key: K, stored: Option<Vec<u8>>, decode: impl FnOnce(&[u8]) -> Option<T>) -> Option<(K, Option<T>)> {
    match stored {
        Some(bytes) => Some((key, Some(decode(&bytes)?))),
        None => Some((key, None)),
    }
}

/// Adds the transfer records that a commit changes.
pub(super) fn write(mut write: Write, line: LineIndex, run: Run, moved: &MoveRecords) -> Write {
    for (place, record) in &moved.places {
        let key = records::moved_key(line, run, *place);
        write = match record {
            Some(record) => write.put(key, record.encode()),
            None => write.delete(key),
        };
    }
    if let Some(made) = &moved.made {
        write = write.put(records::made_codes_key(line, run), made.encode());
    }
    for (code, record) in &moved.codes {
        let key = records::code_key(line, run, *code);
        write = match record {
            Some(record) => write.put(key, record.encode()),
            None => write.delete(key),
        };
    }
    write
}
