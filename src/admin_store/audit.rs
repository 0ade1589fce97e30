//! The audit log: the author, the content and the time of each change. Entries are stored in the
//! same commit as the change, so that neither exists without the other.
//!
//! An entry names the *author* (a token's name, or `admin_token`), never the origin of the request:
//! an address is personal data and proves nothing. An entry records that a secret has changed, and
//! never shows the secret. `retention.rs` decides how many entries of which author are kept.

use admission::WallMs;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::RecordKey;

use super::key::Namespace;

/// The longest value in an entry, bytes of JSON; longer values are truncated.
const VALUE_BYTES_MAX: usize = 500;
/// The maximum number of fields in one entry.
const FIELDS_MAX: usize = 25;

/// A description of a change.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditNote {
    action: String,
    resource: String,
    changes: Vec<FieldChange>,
}

/// A field before and after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldChange {
    /// The field's name, or a JSON pointer to it.
    pub field: String,
    /// The value before; `null` if it was not set.
    pub before: Value,
    /// The value after.
    pub after: Value,
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The entry's number; rises by one.
    pub number: u64,
    /// The time of the change, milliseconds since the epoch.
    pub at: u64,
    /// The author: a token's name.
    pub who: String,
    /// The action: `create`, `change`, `delete`, `pause`, …
    pub action: String,
    /// The changed resource: `room/demo/sale`.
    pub resource: String,
    /// The changed fields.
    pub changes: Vec<FieldChange>,
    /// The admin store's revision after the change.
    pub revision: u64,
}

impl AuditNote {
    /// Creates a note of an action on a resource.
    #[must_use]
    pub fn new(action: &str, resource: &str) -> Self {
        Self {
            action: action.to_owned(),
            resource: resource.to_owned(),
            changes: Vec::new(),
        }
    }

    /// Adds a field, if its value has changed.
    #[must_use]
    pub fn field(mut self, field: &str, before: Option<&Value>, after: Option<&Value>) -> Self {
        if before != after {
            self.changes.push(FieldChange {
                field: field.to_owned(),
                before: cut(before),
                after: cut(after),
            });
        }
        self
    }

    /// Adds a secret, if its value has changed, without showing the value.
    #[must_use]
    pub fn secret(self, field: &str, before: Option<&Value>, after: Option<&Value>) -> Self {
        if before == after {
            return self;
        }
        let veil = |value: Option<&Value>, text| value.map(|_| json!(text));
        self.field(field, veil(before, "secret").as_ref(), veil(after, "changed").as_ref())
    }

    /// Whether the note names no field.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    pub(super) fn entry(mut self, number: u64, at: WallMs, who: &str, revision: u64) -> Entry {
        let more = self.changes.len().saturating_sub(FIELDS_MAX);
        self.changes.truncate(FIELDS_MAX);
        if more > 0 {
            let after = json!(format!("{more} more fields"));
            self = self.field("…", None, Some(&after));
        }
        Entry {
            number,
            at: at.0,
            who: who.to_owned(),
            action: self.action,
            resource: self.resource,
            changes: self.changes,
            revision,
        }
    }
}

/// A value as shown in an entry.
fn cut(value: Option<&Value>) -> Value {
    let Some(value) = value else { return Value::Null };
    let text = value.to_string();
    match text.len() <= VALUE_BYTES_MAX {
        true => value.clone(),
        false => json!(format!("{}…", &text[..text.floor_char_boundary(VALUE_BYTES_MAX)])),
    }
}

/// The key under which an entry is stored.
pub(super) fn record(number: u64) -> RecordKey {
    RecordKey::new([&[Namespace::Audit as u8], number.to_be_bytes().as_slice()].concat()).expect("nine bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_names_what_differs_and_hides_secrets() {
        let (old, new) = (json!("old-key"), json!("new-key"));
        let note = AuditNote::new("change", "customer/demo")
            .field("name", Some(&json!("a")), Some(&json!("a")))
            .field("maxOutflow", Some(&json!(120)), Some(&json!(90)))
            .secret("secretKey", Some(&old), Some(&new))
            .secret("apiKey", None, Some(&new));
        let entry = note.entry(7, WallMs(5), "anna", 3);
        let told = serde_json::to_string(&entry).unwrap();
        assert!(!told.contains("old-key") && !told.contains("new-key"), "{told}");
        let fields: Vec<&str> = entry.changes.iter().map(|change| change.field.as_str()).collect();
        assert_eq!(fields, ["maxOutflow", "secretKey", "apiKey"]);
        assert_eq!(entry.changes[2].before, Value::Null);
    }

    #[test]
    fn long_values_and_many_fields_are_cut() {
        let long = json!("ä".repeat(VALUE_BYTES_MAX));
        let mut note = AuditNote::new("change", "x").field("long", None, Some(&long));
        for index in 0..FIELDS_MAX {
            note = note.field(&index.to_string(), None, Some(&json!(index)));
        }
        let entry = note.entry(0, WallMs(0), "a", 1);
        assert!(entry.changes[0].after.to_string().len() < VALUE_BYTES_MAX + 20);
        assert_eq!(entry.changes.len(), FIELDS_MAX + 1);
        assert_eq!(entry.changes[FIELDS_MAX].after, json!("1 more fields"));
    }
}
