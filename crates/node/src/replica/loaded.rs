//! Side records that a commit needs. They can be of any generation: if it is not the generation of
//! the state here, the commit will be overtaken.

use std::collections::BTreeMap;

use store_values::{LOAD_KEYS_MAX, Loaded, RecordKey};

use super::StoreCall;

/// Records that were looked up.
#[derive(Debug, Default)]
pub(crate) struct LoadedRecords(BTreeMap<RecordKey, Vec<u8>>);

impl LoadedRecords {
    /// The value of a record, if there is one.
    pub(crate) fn get(&self, key: &RecordKey) -> Option<&[u8]> {
        self.0.get(key).map(Vec::as_slice)
    }
}

/// Records that are being looked up, in as many calls as the store's bounds demand.
#[derive(Debug, Default)]
pub(crate) struct RecordLoad {
    wanted: Vec<RecordKey>,
    asked: Vec<RecordKey>,
    pub(crate) found: LoadedRecords,
}

impl RecordLoad {
    /// Adds records to look up.
    pub(crate) fn want(&mut self, keys: impl Iterator<Item = RecordKey>) {
        self.wanted.extend(keys);
    }

    /// The next call, or `None` if everything was looked up.
    pub(crate) fn call(&mut self) -> Option<StoreCall> {
        if self.wanted.is_empty() {
            return None;
        }
        let rest = self.wanted.split_off(self.wanted.len().min(LOAD_KEYS_MAX));
        self.asked = std::mem::replace(&mut self.wanted, rest);
        Some(StoreCall::Load {
            keys: self.asked.clone(),
        })
    }

    /// Takes the records that the last call found.
    pub(crate) fn take(&mut self, loaded: Loaded) {
        let found = std::mem::take(&mut self.asked).into_iter().zip(loaded.records);
        let found = found.filter_map(|(key, value)| Some((key, value?)));
        self.found.0.extend(found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_call_names_more_records_than_a_store_looks_up_at_once() {
        let key = |number: usize| RecordKey::new(number.to_be_bytes()).expect("a key");
        let mut load = RecordLoad::default();
        load.want((0..LOAD_KEYS_MAX + 1).map(key));
        let mut asked = Vec::new();
        while let Some(call) = load.call() {
            let StoreCall::Load { keys } = call else {
                panic!("{call:?}")
            };
            asked.push(keys.len());
            let records = keys.iter().map(|key| Some(key.as_bytes().to_vec())).collect();
            load.take(Loaded {
                records,
                ..Loaded::default()
            });
        }
        assert_eq!(asked, [LOAD_KEYS_MAX, 1]);
        let last = key(LOAD_KEYS_MAX);
        assert_eq!(load.found.get(&last), Some(last.as_bytes()));
        assert_eq!(load.found.get(&key(LOAD_KEYS_MAX + 1)), None);
    }
}
