//! A room's documents as of one commit: what is published, whether it holds, and which draw a
//! newcomer's receipt names.
//!
//! Made anew with each commit and shared by all readers. The whole document is verified at most
//! once a commit; a visitor's receipt then costs the verification of one run's draws.

use std::sync::OnceLock;

use bytes::Bytes;
use draw::{
    CommitmentHash, DrawDocument, Receipt, ReceiptDocument, Run, RunRecord, Sequence, Signed, UnixMillis, Verified,
    verify_texts,
};
use store::Generation;

use super::keys::SigningKeys;
use super::record::DrawRecords;
use super::repository::document;

/// The published documents do not hold; the text is the sentence of `docs/draw.md`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidPublication(pub String);

#[derive(Debug)]
pub(super) struct PublishedDraws {
    pub(super) generation: Generation,
    pub(super) kept: DrawRecords,
    pub(super) document: Bytes,
    checked: OnceLock<Result<Verified, InvalidPublication>>,
}

impl PublishedDraws {
    pub(super) fn new(keys: &SigningKeys, generation: Generation, kept: DrawRecords) -> Self {
        let document = Bytes::from(document(keys, &kept).to_json());
        Self {
            generation,
            kept,
            document,
            checked: OnceLock::new(),
        }
    }

    /// A visitor's receipt: the same to the byte whenever it is asked for. None if the run had no
    /// draw when they came and has none now.
    pub(super) fn receipt(
        &self,
        keys: &SigningKeys,
        run: Run,
        sequence: Sequence,
        at: UnixMillis,
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

    /// The first draw of the run that was not yet given up at that time: what is given up later
    /// does not change whose receipt names it.
    fn in_force(&self, run: Run, at: UnixMillis) -> Option<CommitmentHash> {
        let alive = |record: &&RunRecord| {
            let given_up = record.abort.as_ref().map(|signed| signed.statement.at_ms);
            record.commitment.statement.run == run && given_up.is_none_or(|given_up| given_up > at)
        };
        let record = self.kept.records().iter().find(alive)?;
        Some(record.commitment.statement.hash())
    }

    /// What a stranger finds in the published document, and where a receipt's holder stands by it.
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

    /// The document with one run's draws: all that a receipt is judged by.
    fn of_run(&self, keys: &SigningKeys, run: Run) -> DrawDocument {
        let records = self.kept.records().iter();
        let of_run = records.filter(|record| record.commitment.statement.run == run);
        DrawDocument::new(
            keys.customer.clone(),
            keys.room.clone(),
            keys.public_key(),
            of_run.cloned().collect(),
        )
    }
}
