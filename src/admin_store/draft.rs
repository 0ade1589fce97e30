//! A change in the making: the documents it puts and removes, and its notes for the audit log.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::audit::AuditNote;
use super::{DocumentKey, Documents};

/// The admin store after a change, with the notes for the audit log.
#[derive(Debug)]
pub struct Draft {
    documents: Documents,
    touched: BTreeSet<DocumentKey>,
    archived: BTreeMap<DocumentKey, Option<Value>>,
    notes: Vec<AuditNote>,
}

/// The result of a draft.
#[derive(Debug)]
pub(super) struct DraftResult {
    pub(super) documents: Documents,
    pub(super) touched: BTreeSet<DocumentKey>,
    pub(super) archived: BTreeMap<DocumentKey, Option<Value>>,
    pub(super) notes: Vec<AuditNote>,
}

impl Draft {
    pub(super) fn of(documents: Documents) -> Self {
        Self {
            documents,
            touched: BTreeSet::new(),
            archived: BTreeMap::new(),
            notes: Vec::new(),
        }
    }

    /// The documents after the change.
    #[must_use]
    pub fn documents(&self) -> &Documents {
        &self.documents
    }

    /// The keys of the documents that the change puts or removes.
    pub fn touched(&self) -> impl Iterator<Item = &DocumentKey> {
        self.touched.iter()
    }

    /// Puts a document.
    pub fn put(&mut self, key: &DocumentKey, document: &impl Serialize) {
        let value = json(document);
        self.documents.0.insert(key.clone(), value.into());
        self.touched.insert(key.clone());
    }

    /// Removes a document.
    pub fn remove(&mut self, key: &DocumentKey) {
        if self.documents.0.remove(key).is_some() {
            self.touched.insert(key.clone());
        }
    }

    /// Puts an archived value.
    pub fn put_archived(&mut self, key: &DocumentKey, archived: &impl Serialize) {
        self.archived.insert(key.clone(), Some(json(archived)));
    }

    /// Removes an archived value.
    pub fn remove_archived(&mut self, key: &DocumentKey) {
        self.archived.insert(key.clone(), None);
    }

    /// Adds a note for the audit log.
    pub fn note(&mut self, note: AuditNote) {
        self.notes.push(note);
    }

    pub(super) fn done(self) -> DraftResult {
        DraftResult {
            documents: self.documents,
            touched: self.touched,
            archived: self.archived,
            notes: self.notes,
        }
    }
}

impl DraftResult {
    /// Whether the draft changes nothing and has no notes.
    pub(super) fn is_empty(&self) -> bool {
        self.touched.is_empty() && self.archived.is_empty() && self.notes.is_empty()
    }
}

fn json(document: &impl Serialize) -> Value {
    serde_json::to_value(document).expect("documents have texts as keys")
}
