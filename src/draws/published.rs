//! A room's documents as of one commit: the published document, whether it verifies, and the draw
//! that a newcomer's receipt names.
//!
//! The documents are built with each commit and shared by all readers. The whole document is
//! verified at most once per commit; a visitor's receipt then costs the verification of one run's
//! draws.

use std::sync::OnceLock;

use bytes::Bytes;
use draw::{
    CommitmentHash, DrawDocument, DrawnRun, DrawnSequence, Receipt, ReceiptDocument, RunRecord, Signed, StatedMs,
    Verified, verify_texts,
};
use store::Generation;

use super::keys::SigningKeys;
use super::record::DrawRecords;
use super::repository::document;

/// The published documents do not verify; the text is the sentence of `docs/draw.md`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidPublication(pub String);

#[derive(Debug)]
pub(super) struct PublishedDraws {
    pub(super) generation: Generation,
    pub(super) records: DrawRecords,
    pub(super) document: Bytes,
    checked: OnceLock<Result<Verified, InvalidPublication>>,
}

impl PublishedDraws {
    pub(super) fn new(keys: &SigningKeys, generation: Generation, records: DrawRecords) -> Self {
        let document = Bytes::from(document(keys, &records).to_json());
        Self {
            generation,
            records,
            document,
            checked: OnceLock::new(),
        }
    }

    /// Returns a visitor's receipt, byte for byte the same for every request. `None` if the run had
    /// no draw when the visitor arrived and has none now.
    pub(super) fn receipt(
        &self,
        keys: &SigningKeys,
        run: DrawnRun,
        sequence: DrawnSequence,
        at: StatedMs,
    ) -> Option<ReceiptDocument> {
        let receipt = Receipt {
            customer: keys.customer.clone(),
            room: keys.room.clone(),
            run,
            sequence,
            at_ms: at,
            commitment: self.in_force(run, at)?,
        };
        Some(ReceiptDocument::new(
            keys.public_key(),
            Signed::new(receipt, &keys.signer),
        ))
    }

    /// The first draw of the run that was not yet aborted at that time: a later abort does not
    /// change the draw that a receipt names.
    fn in_force(&self, run: DrawnRun, at: StatedMs) -> Option<CommitmentHash> {
        let alive = |record: &&RunRecord| {
            let given_up = record.abort.as_ref().map(|signed| signed.statement.at_ms);
            record.commitment.statement.run == run && given_up.is_none_or(|given_up| given_up > at)
        };
        let record = self.records.records().iter().find(alive)?;
        Some(record.commitment.statement.hash())
    }

    /// Verifies the published document as an outsider would; with a receipt, also finds its
    /// holder's position.
    pub(super) fn verified(
        &self,
        keys: &SigningKeys,
        receipt: Option<&ReceiptDocument>,
    ) -> Result<Verified, InvalidPublication> {
        let check = |text: &str, receipt: Option<&str>| {
            verify_texts(text, receipt).map_err(|error| InvalidPublication(error.to_string()))
        };
        let whole = self.checked.get_or_init(|| {
            let text = std::str::from_utf8(&self.document).expect("the document was made from a text");
            check(text, None)
        });
        let mut whole = whole.clone()?;
        if let Some(receipt) = receipt {
            let excerpt = self.of_run(keys, receipt.receipt.statement.run).to_json();
            whole.holder = check(&excerpt, Some(&receipt.to_json()))?.holder;
        }
        Ok(whole)
    }

    /// The document with one run's draws, against which a receipt is checked.
    fn of_run(&self, keys: &SigningKeys, run: DrawnRun) -> DrawDocument {
        let records = self.records.records().iter();
        let of_run = records.filter(|record| record.commitment.statement.run == run);
        DrawDocument::new(
            keys.customer.clone(),
            keys.room.clone(),
            keys.public_key(),
            of_run.cloned().collect(),
        )
    }
}
