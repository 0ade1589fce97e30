//! Builds the one commit of a change: its documents and archived values, and its audit entries.

use std::collections::BTreeSet;

use admission::WallMs;
use store::Write;

use super::audit::{self, AuditNote};
use super::documents::{self, Documents, DraftLimitError};
use super::draft::DraftResult;
use super::ledger::AdminLedger;
use super::retention::{self, Author, Log};
use super::{AdminStore, ChangeError, DocumentKey, Namespace, StoredState};
use crate::rooms::StateError;

/// The maximum number of documents of an older version that one change also encrypts.
const ENCRYPTED_BESIDE_MAX: usize = 64;

impl AdminStore {
    /// Returns the write of a change on the stored state `at`, and the state in memory once it is
    /// durable, except for its generation. The ledger in that write contains `nonce`.
    pub(super) async fn plan<E>(
        &self,
        at: &StoredState,
        done: DraftResult,
        nonce: u128,
        (who, now): (Author<'_>, WallMs),
    ) -> Result<(Write, (StoredState, Documents)), ChangeError<E>> {
        let ledger = at
            .ledger
            .clone()
            .after(nonce, done.touched.clone(), done.notes.len() as u64)
            .encrypted_under(self.cipher.check());
        let mut plain: BTreeSet<DocumentKey> = at.plain.difference(&done.touched).cloned().collect();
        let beside: BTreeSet<DocumentKey> = plain.iter().take(ENCRYPTED_BESIDE_MAX).cloned().collect();
        plain.retain(|key| !beside.contains(key));
        let mut write = self.write(&ledger, &done, &beside).map_err(ChangeError::Bound)?;
        if !done.notes.is_empty() {
            let logs = self.logs(who.customer, &at.ledger).await?;
            write = self.log(write, (&ledger, &at.ledger), done.notes, (who, now), logs);
        }
        let generation = at.generation;
        let after = StoredState {
            generation,
            ledger,
            plain,
        };
        Ok((write, (after, done.documents)))
    }

    /// Loads the log for an author's entries. If the store has no logs yet, also loads the log that
    /// takes in the earlier entries.
    async fn logs<'a>(
        &self,
        customer: Option<&'a str>,
        ledger: &AdminLedger,
    ) -> Result<Vec<(Option<&'a str>, Log)>, StateError> {
        let mut logs = vec![(customer, self.load_log(customer, ledger).await?)];
        if customer.is_some() && !ledger.has_logs {
            logs.push((None, self.load_log(None, ledger).await?));
        }
        Ok(logs)
    }

    /// Builds the commit of a change without its audit entries. The documents in `beside` are
    /// encrypted and otherwise unchanged.
    fn write(
        &self,
        ledger: &AdminLedger,
        done: &DraftResult,
        beside: &BTreeSet<DocumentKey>,
    ) -> Result<Write, DraftLimitError> {
        let ledger = serde_json::to_vec(ledger).expect("a ledger can be written");
        let mut write = Write::new(ledger).recovering(true);
        done.documents.check()?;
        let documents = done.touched.iter().chain(beside);
        let documents = documents.map(|key| (Namespace::Document, key, done.documents.0.get(key).map(AsRef::as_ref)));
        let archived = done.archived.iter();
        let archived = archived.map(|(key, value)| (Namespace::Archive, key, value.as_ref()));
        for (namespace, key, value) in documents.chain(archived) {
            let record = key.record(namespace);
            let json = value.map(|value| documents::encode(key, value)).transpose()?;
            let value = json.map(|json| self.cipher.encrypt(&record, &json, self.entropy.seed()));
            write.records.push((record, value));
        }
        Ok(write)
    }

    /// Adds audit entries to a commit; the first of the logs lists them.
    fn log(
        &self,
        mut write: Write,
        (ledger, before): (&AdminLedger, &AdminLedger),
        notes: Vec<AuditNote>,
        (who, now): (Author<'_>, WallMs),
        mut logs: Vec<(Option<&str>, Log)>,
    ) -> Write {
        for (number, note) in (before.next_entry..).zip(notes) {
            let entry = note.entry(number, now, who.name, ledger.revision);
            let (record, json) = (audit::record(number), serde_json::to_vec(&entry));
            let json = json.expect("an entry can be written");
            let value = self.cipher.encrypt(&record, &json, self.entropy.seed());
            write = write.put(record, value);
            for dropped in logs[0].1.add(number) {
                write = write.delete(audit::record(dropped));
            }
        }
        for (customer, log) in logs {
            write = write.put(retention::record(customer), log.encode());
        }
        write
    }
}
