//! Merges changes made at run time (the admin store) into the file's tables, and checks the result
//! as the file is checked.
//!
//! A change of an entry is a JSON merge patch (RFC 7396) over the file's entry, or a whole entry,
//! or the removal of the entry. A patch of an entry that is no longer in the file changes nothing,
//! since the entry was removed from the file on purpose. Everything is pure: the same file and
//! changes result in the same configuration on every node.

use std::collections::BTreeMap;

use admission::WallMs;
use serde_json::{Map, Value};

use super::{Config, ConfigProblem, EntryId, Section, Tables, names};

/// The change of an entry.
#[derive(Debug, Clone, PartialEq)]
pub enum EntryChange {
    /// These keys differ from the file's; `null` removes a key.
    Patch(Map<String, Value>),
    /// The whole entry, regardless of the file.
    Whole(Map<String, Value>),
    /// The entry is removed.
    Gone,
}

/// The changes of one entry.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedEntry {
    /// The resulting change.
    pub change: EntryChange,
    /// The number of changes of the entry.
    pub times: u64,
    /// The last change of each key.
    pub changed_at: BTreeMap<String, WallMs>,
}

/// One problem of a configuration with changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryProblem {
    /// The entry that has the problem; `None` if it concerns no entry.
    pub entry: Option<EntryId>,
    /// JSON pointer to the key within the entry; empty for the whole entry.
    pub pointer: String,
    /// The problem's description.
    pub message: String,
}

impl EntryProblem {
    /// Whether another problem is that of the same key, or of a part of it.
    fn covers(&self, other: &Self) -> bool {
        let rest = other.pointer.strip_prefix(self.pointer.as_str());
        self.entry == other.entry && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

impl Config {
    /// Merges changes into this configuration of the file.
    ///
    /// # Errors
    /// Every problem of the result.
    pub fn merged(&self, changes: &BTreeMap<EntryId, ChangedEntry>) -> Result<Self, Vec<EntryProblem>> {
        if changes.is_empty() {
            return Ok(self.clone());
        }
        let mut tables = self.tables.0.clone();
        let mut problems = Vec::new();
        for section in Section::ALL {
            let entries = merge_section(&self.tables, section, changes, &mut problems);
            tables.insert(section.name().to_owned(), toml::Value::Array(entries));
        }
        let tables = Tables(tables);
        let merged = Self::of(tables.0.clone()).map_err(|found| {
            for problem in found {
                let problem = entry_problem(&tables, problem);
                if !problems.iter().any(|reported: &EntryProblem| reported.covers(&problem)) {
                    problems.push(problem);
                }
            }
        });
        let Some(merged) = merged.ok().filter(|_| problems.is_empty()) else {
            return Err(problems);
        };
        Ok(Self {
            folder: self.folder.clone(),
            server: self.server.clone(),
            certificates: self.certificates.clone(),
            ..merged
        }
        .with_versions(changes))
    }

    /// Assigns a problem of this configuration to its entry.
    pub(crate) fn entry_problem(&self, problem: ConfigProblem) -> EntryProblem {
        entry_problem(&self.tables, problem)
    }

    /// Sets the version of each room, from the changes of the room and of its customer, and the
    /// time at which each pool's stock was set.
    fn with_versions(mut self, changes: &BTreeMap<EntryId, ChangedEntry>) -> Self {
        let times = |id: EntryId| changes.get(&id).map_or(0, |changed| changed.times);
        for room in &mut self.rooms {
            let (customer, id) = (room.customer.as_str(), room.id.as_str());
            room.version = 1 + times(EntryId::customer(customer)) + times(EntryId::room(customer, id));
        }
        for pool in &mut self.pools {
            let changed = changes.get(&EntryId::pool(&pool.id));
            pool.stock_set_at = changed.and_then(|changed| changed.changed_at.get("stock")).copied();
        }
        self
    }
}

/// The file's entries with their changes, then the entries that are not in the file.
fn merge_section(
    file: &Tables,
    section: Section,
    changes: &BTreeMap<EntryId, ChangedEntry>,
    problems: &mut Vec<EntryProblem>,
) -> Vec<toml::Value> {
    let mut entries = Vec::new();
    let mut of_file = Vec::new();
    for (id, table) in file.entries(section) {
        match changes.get(&id).map(|changed| &changed.change) {
            None => entries.push(table.clone().into()),
            Some(EntryChange::Patch(patch)) => {
                let mut object = names::object(table);
                merge_patch(&mut object, patch);
                entries.push(read(&id, &object, problems));
            }
            Some(EntryChange::Whole(object)) => entries.push(read(&id, object, problems)),
            Some(EntryChange::Gone) => {}
        }
        of_file.push(id);
    }
    for (id, changed) in changes
        .iter()
        .filter(|(id, _)| id.section == section && !of_file.contains(id))
    {
        if let EntryChange::Whole(object) = &changed.change {
            entries.push(read(id, object, problems));
        }
    }
    entries
}

/// Converts an entry's object to a table. The entry keeps its id regardless of the object; with
/// another id, every entry that names it would be reported as well.
fn read(id: &EntryId, object: &Map<String, Value>, problems: &mut Vec<EntryProblem>) -> toml::Value {
    let mut found = Vec::new();
    let mut table = names::table(object, &mut found);
    if EntryId::of(id.section, &table).as_ref() != Some(id) {
        found.push(names::Unwritable {
            pointer: "/id".to_owned(),
            message: "an id cannot be changed",
        });
        for (key, part) in id.parts() {
            table.insert(key.to_owned(), part.into());
        }
    }
    problems.extend(found.into_iter().map(|found| EntryProblem {
        entry: Some(id.clone()),
        pointer: found.pointer,
        message: found.message.to_owned(),
    }));
    toml::Value::Table(table)
}

/// Applies a merge patch (RFC 7396).
pub(crate) fn merge_patch(target: &mut Map<String, Value>, patch: &Map<String, Value>) {
    for (key, value) in patch {
        match value {
            Value::Null => _ = target.remove(key),
            Value::Object(patch) => {
                let entry = target.entry(key).or_insert_with(|| Value::Object(Map::new()));
                if !entry.is_object() {
                    *entry = Value::Object(Map::new());
                }
                merge_patch(entry.as_object_mut().expect("it was just made one"), patch);
            }
            value => _ = target.insert(key.clone(), value.clone()),
        }
    }
}

/// Assigns a problem of the merged tables to its entry: `room[3].max_outflow` is a field of the
/// fourth room.
fn entry_problem(tables: &Tables, problem: ConfigProblem) -> EntryProblem {
    let message = names::in_json_names(&problem.message);
    let found = problem.field.split_once('[').and_then(|(table, rest)| {
        let (index, field) = rest.split_once(']')?;
        let id = tables.ids(Section::of(table)?).into_iter().nth(index.parse().ok()?)?;
        Some((id, field.trim_start_matches('.')))
    });
    match found {
        Some((id, field)) => EntryProblem {
            entry: Some(id),
            pointer: names::pointer(field),
            message,
        },
        None => EntryProblem {
            entry: None,
            pointer: String::new(),
            message: format!("{}: {message}", problem.field),
        },
    }
}
