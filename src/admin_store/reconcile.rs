//! Compares the running configuration with a wanted one: the differences by key, and the documents
//! that remove them. Pure.
//!
//! Removing the differences leaves as little as possible in the admin store: if the server's own
//! file already has the wanted values, the admin store no longer overrides it. A document that
//! existed stays as an empty patch, so that an entry's version never decreases.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{DocumentKey, Documents, Draft, EntryDocument, InvalidDocumentKey, Stamp};
use crate::config::{EntryId, Section};

/// Entries of a configuration with every key that is set, secrets included.
pub type Entries = BTreeMap<EntryId, Map<String, Value>>;

/// One difference between the wanted and the running configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The resource, such as `room/demo/sale`.
    pub resource: String,
    /// The key; `None` if one side does not have the entry at all.
    pub field: Option<String>,
    /// The wanted value; `None` if the key is not set. Secrets are not shown.
    pub wanted: Option<Value>,
    /// The running value; `None` if the key is not set. Secrets are not shown.
    pub running: Option<Value>,
    /// The last change of the key at run time, if there was one.
    pub changed: Option<Stamp>,
}

/// Every key that differs, in the order of entries and keys.
#[must_use]
pub fn differences(wanted: &Entries, running: &Entries, documents: &Documents) -> Vec<Difference> {
    let mut ids: Vec<&EntryId> = wanted.keys().chain(running.keys()).collect();
    ids.sort();
    ids.dedup();
    ids.into_iter()
        .flat_map(|id| differences_of(id, wanted.get(id), running.get(id), documents))
        .collect()
}

fn differences_of(
    id: &EntryId,
    wanted: Option<&Map<String, Value>>,
    running: Option<&Map<String, Value>>,
    documents: &Documents,
) -> Vec<Difference> {
    let key = DocumentKey::of_entry(id).ok();
    let document: Option<EntryDocument> = key.and_then(|key| documents.get(&key));
    let resource = format!("{}/{}", id.section.name(), id.id);
    let (wanted, running) = match (wanted, running) {
        (Some(wanted), Some(running)) => (wanted, running),
        (wanted, running) => {
            let there = |side: Option<&_>| side.map(|_| json!(true));
            return vec![Difference {
                resource,
                field: None,
                wanted: there(wanted),
                running: there(running),
                changed: document.map(|document| document.last),
            }];
        }
    };
    let mut fields: Vec<&String> = wanted.keys().chain(running.keys()).collect();
    fields.sort();
    fields.dedup();
    let differ = fields
        .into_iter()
        .filter(|field| wanted.get(*field) != running.get(*field));
    let differences = differ.map(|field| {
        let secret = id.section.secrets().contains(&field.as_str());
        let shown = |value: Option<&Value>, veil: &str| match secret {
            true => value.map(|_| json!(veil)),
            false => value.cloned(),
        };
        Difference {
            resource: resource.clone(),
            field: Some(field.clone()),
            wanted: shown(wanted.get(field), "a secret"),
            running: shown(running.get(field), "another secret"),
            changed: document.as_ref().map(|document| document.stamp(field).clone()),
        }
    });
    differences.collect()
}

/// Puts the documents that make the configuration the wanted one. `file` is the server's own
/// configuration without the admin store's changes.
///
/// # Errors
/// If an id does not make a key.
pub fn put_wanted(
    draft: &mut Draft,
    file: &Entries,
    wanted: &Entries,
    stamp: &Stamp,
) -> Result<(), InvalidDocumentKey> {
    let changed: Vec<EntryId> = draft.documents().changes().into_keys().collect();
    let mut ids: Vec<&EntryId> = file.keys().chain(wanted.keys()).chain(&changed).collect();
    ids.sort();
    ids.dedup();
    for id in ids {
        let key = DocumentKey::of_entry(id)?;
        let before: Option<EntryDocument> = draft.documents().get(&key);
        let after = document(before.clone(), file.get(id), wanted.get(id), stamp);
        if let Some(after) = after.filter(|after| before.as_ref() != Some(after)) {
            draft.put(&key, &after);
        }
    }
    Ok(())
}

/// The document that an entry needs. A document that already has this content is unchanged, and so
/// is its author.
fn document(
    before: Option<EntryDocument>,
    file: Option<&Map<String, Value>>,
    wanted: Option<&Map<String, Value>>,
    stamp: &Stamp,
) -> Option<EntryDocument> {
    match (file, wanted) {
        (None, None) => before.map(|before| {
            if before.is_gone() {
                before
            } else {
                EntryDocument::gone(Some(before), stamp)
            }
        }),
        (Some(_), None) => match before {
            Some(before) if before.is_gone() => Some(before),
            before => Some(EntryDocument::gone(before, stamp)),
        },
        (None, Some(wanted)) => match before {
            Some(before) if before.is_whole(wanted) => Some(before),
            before => Some(EntryDocument::whole(before, wanted, stamp)),
        },
        (Some(file), Some(wanted)) => {
            let patch = patch_between(file, wanted);
            match before {
                None if patch.is_empty() => None,
                Some(before) if before.is_patch(&patch) => Some(before),
                before => Some(EntryDocument::patch_alone(before, &patch, stamp)),
            }
        }
    }
}

/// The merge patch that turns `from` into `to`.
fn patch_between(from: &Map<String, Value>, to: &Map<String, Value>) -> Map<String, Value> {
    let gone = from.keys().filter(|key| !to.contains_key(*key));
    let mut patch: Map<String, Value> = gone.map(|key| (key.clone(), Value::Null)).collect();
    for (key, value) in to.iter().filter(|(key, value)| from.get(*key) != Some(value)) {
        let value = match (from.get(key), value) {
            (Some(Value::Object(from)), Value::Object(to)) => Value::Object(patch_between(from, to)),
            _ => value.clone(),
        };
        patch.insert(key.clone(), value);
    }
    patch
}

/// The entries of a section's list, by their ids.
///
/// # Errors
/// The index of an entry that has no id, or the id of an earlier one.
pub fn entries_by_id(section: Section, list: &[Map<String, Value>]) -> Result<Entries, usize> {
    let mut entries = Entries::new();
    for (index, fields) in list.iter().enumerate() {
        let parts = section
            .id_keys()
            .iter()
            .map(|key| fields.get(*key).and_then(Value::as_str));
        let parts: Option<Vec<&str>> = parts.collect();
        let id = EntryId {
            section,
            id: parts.ok_or(index)?.join("/"),
        };
        let mut set = Map::new();
        crate::config::merge_patch(&mut set, fields);
        if entries.insert(id, set).is_some() {
            return Err(index);
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn a_patch_between_two_makes_the_one_the_other() {
        let from = object(json!({ "a": 1, "b": { "x": 1, "y": 2 }, "c": [1] }));
        let to = object(json!({ "b": { "x": 1, "z": 3 }, "c": [2], "d": true }));
        let patch = patch_between(&from, &to);
        assert_eq!(
            Value::Object(patch.clone()),
            json!({ "a": null, "b": { "y": null, "z": 3 }, "c": [2], "d": true })
        );
        let mut made = from;
        crate::config::merge_patch(&mut made, &patch);
        assert_eq!(made, to);
    }

    #[test]
    fn secrets_are_reported_as_different_and_not_shown() {
        let entries = |key: &str| {
            Entries::from([(
                EntryId::customer("demo"),
                object(json!({ "id": "demo", "secretKey": key })),
            )])
        };
        let found = differences(&entries("k-1"), &entries("k-2"), &Documents::default());
        assert_eq!(found.len(), 1);
        let told = serde_json::to_string(&found).unwrap();
        assert!(!told.contains("k-1") && !told.contains("k-2"), "{told}");
    }
}
