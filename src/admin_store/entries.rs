//! Documents of the configuration's entries: the changes of a customer, a pool, an address group or
//! a room, with time and author.

use std::collections::BTreeMap;

use admission::WallMs;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{DocumentKey, Documents, InvalidDocumentKey};
use crate::config::{ChangedEntry, EntryChange, EntryId, Section};

/// The author and the time of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// The name of a token.
    pub by: String,
    /// Milliseconds since the epoch.
    pub at: u64,
}

/// The document of an entry in the admin store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EntryDocument {
    basis: Basis,
    /// The number of changes of the entry; never decreases.
    times: u64,
    /// The last change.
    pub last: Stamp,
    /// The fields by key, as named in JSON.
    fields: BTreeMap<String, Field>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Basis {
    Patch,
    Whole,
    Gone,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Field {
    value: Value,
    stamp: Stamp,
}

impl Stamp {
    /// Creates a stamp of an author and a time.
    #[must_use]
    pub fn new(by: &str, at: WallMs) -> Self {
        Self {
            by: by.to_owned(),
            at: at.0,
        }
    }
}

impl EntryDocument {
    /// Creates a document without fields; `before` is the document that it replaces.
    fn after(before: Option<Self>, basis: Basis, stamp: &Stamp) -> Self {
        Self {
            basis,
            times: before.map_or(0, |before| before.times) + 1,
            last: stamp.clone(),
            fields: BTreeMap::new(),
        }
    }

    /// Creates the document of a whole entry.
    #[must_use]
    pub fn whole(before: Option<Self>, entry: &Map<String, Value>, stamp: &Stamp) -> Self {
        let mut document = Self::after(before, Basis::Whole, stamp);
        document.take(entry, stamp);
        document
    }

    /// Creates a patch over the file's entry that replaces all earlier patches.
    #[must_use]
    pub fn patch_alone(before: Option<Self>, patch: &Map<String, Value>, stamp: &Stamp) -> Self {
        let mut document = Self::after(before, Basis::Patch, stamp);
        document.take(patch, stamp);
        document
    }

    /// Creates the document of a removed entry.
    #[must_use]
    pub fn gone(before: Option<Self>, stamp: &Stamp) -> Self {
        Self::after(before, Basis::Gone, stamp)
    }

    /// Adds a patch, over the file's entry or over the whole entry in `before`.
    #[must_use]
    pub fn patched(before: Option<Self>, patch: &Map<String, Value>, stamp: &Stamp) -> Self {
        let Some(mut document) = before.filter(|before| before.basis != Basis::Gone) else {
            return Self::patch_alone(None, patch, stamp);
        };
        document.times += 1;
        document.last = stamp.clone();
        document.take(patch, stamp);
        document
    }

    /// Whether the document removes the entry.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.basis == Basis::Gone
    }

    /// The last change of a key.
    #[must_use]
    pub fn stamp(&self, key: &str) -> &Stamp {
        self.fields.get(key).map_or(&self.last, |field| &field.stamp)
    }

    /// Whether the document is this whole entry.
    pub(super) fn is_whole(&self, entry: &Map<String, Value>) -> bool {
        self.changed().change == EntryChange::Whole(entry.clone())
    }

    /// Whether the document is this patch.
    pub(super) fn is_patch(&self, patch: &Map<String, Value>) -> bool {
        self.changed().change == EntryChange::Patch(patch.clone())
    }

    fn take(&mut self, patch: &Map<String, Value>, stamp: &Stamp) {
        for (key, value) in patch {
            if value.is_null() && self.basis == Basis::Whole {
                self.fields.remove(key);
                continue;
            }
            let before = self.fields.remove(key).map(|field| field.value);
            let value = match self.basis {
                Basis::Whole => composed(before, value, false),
                Basis::Patch | Basis::Gone => composed(before, value, true),
            };
            let stamp = stamp.clone();
            self.fields.insert(key.clone(), Field { value, stamp });
        }
    }

    fn changed(&self) -> ChangedEntry {
        let fields = || {
            self.fields
                .iter()
                .map(|(key, field)| (key.clone(), field.value.clone()))
                .collect()
        };
        let change = match self.basis {
            Basis::Patch => EntryChange::Patch(fields()),
            Basis::Whole => EntryChange::Whole(fields()),
            Basis::Gone => EntryChange::Gone,
        };
        ChangedEntry {
            change,
            times: self.times,
            changed_at: self
                .fields
                .iter()
                .map(|(key, field)| (key.clone(), WallMs(field.stamp.at)))
                .collect(),
        }
    }
}

/// Combines a patch with an earlier one. With `keep_null`, a `null` is kept, because it has to
/// remove a key later.
fn composed(before: Option<Value>, patch: &Value, keep_null: bool) -> Value {
    let Value::Object(patch) = patch else {
        return patch.clone();
    };
    let mut object = match before {
        Some(Value::Object(before)) => before,
        _ => Map::new(),
    };
    for (key, value) in patch {
        let before = object.remove(key);
        if !value.is_null() || keep_null {
            object.insert(key.clone(), composed(before, value, keep_null));
        }
    }
    Value::Object(object)
}

impl DocumentKey {
    /// The key of an entry's document.
    ///
    /// # Errors
    /// If the id does not make a key.
    pub fn of_entry(id: &EntryId) -> Result<Self, InvalidDocumentKey> {
        Self::new(id.section.name(), &[&id.id])
    }

    /// The entry of a document's key; `None` for documents of other kinds.
    #[must_use]
    pub fn entry(&self) -> Option<EntryId> {
        Some(EntryId {
            section: Section::of(self.kind())?,
            id: self.id().to_owned(),
        })
    }
}

impl Documents {
    /// The changes of the configuration.
    #[must_use]
    pub fn changes(&self) -> BTreeMap<EntryId, ChangedEntry> {
        let documents = Section::ALL
            .into_iter()
            .flat_map(|section| self.of_kind(section.name()));
        let changes =
            documents.filter_map(|(key, document): (_, EntryDocument)| Some((key.entry()?, document.changed())));
        changes.collect()
    }
}
