//! A change that is being made: what it puts, what it takes away, and what the audit log says of
//! it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::audit::AuditNote;
use super::{DocumentKey, Documents};

/// The admin store as it would be, and the notes of what was done to it.
#[derive(Debug)]
pub struct Draft {
    documents: Documents,
    touched: BTreeSet<DocumentKey>,
    papers: BTreeMap<DocumentKey, Option<Value>>,
    notes: Vec<AuditNote>,
}

/// What a draft comes to.
#[derive(Debug)]
pub(super) struct DraftResult {
    pub(super) documents: Documents,
    pub(super) touched: BTreeSet<DocumentKey>,
    pub(super) papers: BTreeMap<DocumentKey, Option<Value>>,
    pub(super) notes: Vec<AuditNote>,
}

impl Draft {
    pub(super) fn of(documents: Documents) -> Self {
        Self {
            documents,
            touched: BTreeSet::new(),
            papers: BTreeMap::new(),
            notes: Vec::new(),
        }
    }

    /// The documents as they would be.
    #[must_use]
    pub fn documents(&self) -> &Documents {
        &self.documents
    }

    /// The documents that it puts or takes away.
    pub fn touched(&self) -> impl Iterator<Item = &DocumentKey> {
        self.touched.iter()
    }

    /// Puts a document.
    pub fn put(&mut self, key: &DocumentKey, document: &impl Serialize) {
        let value = json(document);
        self.documents.0.insert(key.clone(), value.into());
        self.touched.insert(key.clone());
    }

    /// Takes a document away.
    pub fn remove(&mut self, key: &DocumentKey) {
        if self.documents.0.remove(key).is_some() {
            self.touched.insert(key.clone());
        }
    }

    /// Puts a paper.
    pub fn put_paper(&mut self, key: &DocumentKey, paper: &impl Serialize) {
        self.papers.insert(key.clone(), Some(json(paper)));
    }

    /// Takes a paper away.
    pub fn remove_paper(&mut self, key: &DocumentKey) {
        self.papers.insert(key.clone(), None);
    }

    /// Says in the audit log what was done.
    pub fn note(&mut self, note: AuditNote) {
        self.notes.push(note);
    }

    pub(super) fn done(self) -> DraftResult {
        DraftResult {
            documents: self.documents,
            touched: self.touched,
            papers: self.papers,
            notes: self.notes,
        }
    }
}

impl DraftResult {
    /// Whether nothing was done.
    pub(super) fn is_empty(&self) -> bool {
        self.touched.is_empty() && self.papers.is_empty() && self.notes.is_empty()
    }
}

fn json(document: &impl Serialize) -> Value {
    serde_json::to_value(document).expect("documents have texts as keys")
}
