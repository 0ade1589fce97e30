//! The tables from which a configuration was read: changes are merged into them, and operators see
//! them.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};

use super::{EntryId, Section, names};

/// A configuration's tables. They contain secrets, so `Debug` shows nothing.
#[derive(Clone, PartialEq)]
pub struct Tables(pub(super) toml::Table);

impl Tables {
    /// The entries of a table, in their order.
    pub(super) fn entries(&self, section: Section) -> impl Iterator<Item = (EntryId, &toml::Table)> {
        let entries = self.0.get(section.name()).and_then(toml::Value::as_array);
        let tables = entries.into_iter().flatten().filter_map(toml::Value::as_table);
        tables.filter_map(move |table| Some((EntryId::of(section, table)?, table)))
    }

    /// The names of a table's entries, in their order.
    #[must_use]
    pub fn ids(&self, section: Section) -> Vec<EntryId> {
        self.entries(section).map(|(id, _)| id).collect()
    }

    /// An entry with every key that is set, named as in JSON, secrets included.
    #[must_use]
    pub fn entry(&self, id: &EntryId) -> Option<Map<String, Value>> {
        let mut entries = self.entries(id.section);
        entries
            .find(|(found, _)| found == id)
            .map(|(_, table)| names::object(table))
    }

    /// All entries that can be changed at run time, secrets included.
    #[must_use]
    pub fn all(&self) -> BTreeMap<EntryId, Map<String, Value>> {
        let sections = Section::ALL.into_iter().flat_map(|section| self.entries(section));
        sections.map(|(id, table)| (id, names::object(table))).collect()
    }

    /// An entry like [`Self::entry`], without secrets.
    #[must_use]
    pub fn shown(&self, id: &EntryId) -> Option<Map<String, Value>> {
        let mut entry = self.entry(id)?;
        entry.retain(|key, _| !id.section.secrets().contains(&key.as_str()));
        Some(entry)
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tables(…)")
    }
}
