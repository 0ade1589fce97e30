//! Stores a room's draws, in a pool of their own:
//! `~draws/<customer>/<room>/<first digits of the public key>`.
//!
//! | | |
//! | --- | --- |
//! | ledger | the format's version, one byte |
//! | `d` serial (8 bytes, big-endian) | a draw: the JSON of its [`RunRecord`] |
//! | `b` | the signature of the beacon's round that the last draw committed to (48 bytes), until the draw is revealed or aborted |
//!
//! Another master key has another public key and so another pool: documents that cannot be
//! continued stay in the earlier pool. Stored draws are verified on reading, as an outsider would
//! verify them.

use beacon::RoundSignature;
use draw::{DrawDocument, RunRecord, verify};
use store::{AnyStore, Attempt, CommitError, Generation, PoolId, RecordKey, Store, Transacted, Write};

use super::keys::SigningKeys;
use super::record::{DrawRecords, RecordChange, Serial};
use crate::rooms::StateError;

const RECORD: u8 = b'd';
const SIGNATURE: u8 = b'b';
const FORMAT: &[u8] = b"1";
/// Digits of the public key in the pool's name.
const KEY_DIGITS: usize = 16;

/// A room's draws in the store.
#[derive(Debug, Clone)]
pub(super) struct Repository {
    store: AnyStore,
    pool: PoolId,
}

impl Repository {
    pub(super) fn new(store: AnyStore, keys: &SigningKeys) -> Self {
        let digits = keys.public_key().to_string();
        let customer = keys.customer.as_str().to_lowercase();
        let pool = format!("~draws/{customer}/{}/{}", keys.room, &digits[..KEY_DIGITS]);
        let pool = PoolId::new(&pool).expect("names and digits keep to a narrower alphabet than pools, and are short");
        Self { store, pool }
    }

    /// Reads and verifies the stored draws.
    ///
    /// # Errors
    /// If the store does not answer, or its documents do not verify.
    pub(super) async fn read(&self, keys: &SigningKeys) -> Result<(Generation, DrawRecords), StateError> {
        let (generation, found) = self.store.scan(&self.pool, &[RECORD]).await?;
        let mut first = None;
        let mut records = Vec::with_capacity(found.len());
        for (key, json) in found {
            let serial = serial_of(&key).ok_or_else(|| self.damaged("a key is none of a draw"))?;
            let first = *first.get_or_insert(serial);
            if serial.0 - first.0 != records.len() as u64 {
                return Err(self.damaged("a draw is missing"));
            }
            let record: RunRecord = serde_json::from_slice(&json).map_err(|error| self.damaged(error))?;
            records.push(record);
        }
        let signature = self.signature().await?;
        let records = DrawRecords::new(first.unwrap_or(Serial(0)), records, signature);
        verify(&document(keys, &records), None).map_err(|error| self.damaged(error))?;
        Ok((generation, records))
    }

    /// Reads the signature of a beacon's round. It was verified before it was stored, and decides a
    /// draw only together with the round's value in the document.
    async fn signature(&self) -> Result<Option<RoundSignature>, StateError> {
        let found = self
            .store
            .load(&self.pool, &[signature_key()])
            .await?
            .records
            .into_iter()
            .next();
        let Some(octets) = found.flatten() else {
            return Ok(None);
        };
        let octets = octets.as_slice().try_into();
        let octets = octets.map_err(|_| self.damaged("a signature of a beacon has another length"))?;
        Ok(Some(RoundSignature::from_bytes(octets)))
    }

    /// Whether the store still has this generation of the draws.
    pub(super) async fn is_at(&self, generation: Generation) -> Result<bool, StateError> {
        Ok(self.store.load(&self.pool, &[]).await?.generation == generation)
    }

    /// Changes the draws by attempts, as [`store::transact`] does.
    ///
    /// # Errors
    /// Returns the errors of [`store::transact`].
    pub(super) async fn transact<S, N, E, F>(&self, attempt: impl FnMut() -> F) -> Result<Transacted<S, N>, E>
    where
        E: From<CommitError>,
        F: Future<Output = Result<Attempt<S, N>, E>>,
    {
        store::transact(&self.store, &self.pool, attempt).await
    }

    /// Returns the write of a change, and the draws after it.
    pub(super) fn write(records: &DrawRecords, change: &RecordChange) -> (Write, DrawRecords) {
        let (next, forgotten) = records.with(change);
        let mut write = Write::new(FORMAT).recovering(true);
        for (record, serial) in [
            (&change.last, records.next().0.wrapping_sub(1)),
            (&change.added, records.next().0),
        ] {
            if let Some(record) = record {
                let json = serde_json::to_vec(record).expect("figures, names and hex have JSON texts");
                write = write.put(record_key(Serial(serial)), json);
            }
        }
        let write = match (records.signature(), next.signature()) {
            (was, Some(is)) if was != Some(is) => write.put(signature_key(), is.as_bytes().to_vec()),
            (Some(_), None) => write.delete(signature_key()),
            _ => write,
        };
        let oldest = records.first().0;
        let write =
            (oldest..oldest + forgotten as u64).fold(write, |write, serial| write.delete(record_key(Serial(serial))));
        (write, next)
    }

    fn damaged(&self, reason: impl ToString) -> StateError {
        StateError::Damaged {
            pool: self.pool.as_str().to_owned(),
            reason: reason.to_string(),
        }
    }
}

/// The document that publishes these draws.
pub(super) fn document(keys: &SigningKeys, records: &DrawRecords) -> DrawDocument {
    DrawDocument::new(
        keys.customer.clone(),
        keys.room.clone(),
        keys.public_key(),
        records.records().to_vec(),
    )
}

fn record_key(serial: Serial) -> RecordKey {
    let key = [&[RECORD], serial.0.to_be_bytes().as_slice()].concat();
    RecordKey::new(key).expect("nine bytes")
}

fn signature_key() -> RecordKey {
    RecordKey::new(vec![SIGNATURE]).expect("one byte")
}

fn serial_of(key: &RecordKey) -> Option<Serial> {
    let digits = key.as_bytes().get(1..)?;
    Some(Serial(u64::from_be_bytes(digits.try_into().ok()?)))
}
