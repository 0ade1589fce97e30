//! The fields of codes that can be set and changed, and their names in this server's records.

use std::num::NonZeroU32;

use serde_json::{Value, json};

use super::ApiFault;
use super::input::{FieldKey, FieldKind, body, patch};
use crate::http::admin::{JsonObject, priority_codes};
use crate::rooms::codes::CodeChange;

pub(super) const GROUP: FieldKey = FieldKey::same("groupID", FieldKind::Text);
pub(super) const CODE: FieldKey = FieldKey::same("code", FieldKind::Text);
pub(super) const CODES: FieldKey = FieldKey::same("codes", FieldKind::Texts);
pub(super) const COUNT: FieldKey = FieldKey::same("count", FieldKind::Whole);
/// The fields that can be changed; new codes also have them.
pub(super) const FIELDS: [FieldKey; 3] = [
    FieldKey::same("uses", FieldKind::WholeOrNone),
    FieldKey::same("batch", FieldKind::Text),
    FieldKey::same("endsAt", FieldKind::TextOrNone),
];

body!(CodeFields, "The changes of a code.", FIELDS, []);
body!(
    NewSiteCode,
    "A code to add. `uses` is 1 if it is not sent.",
    [&FIELDS[..], &[GROUP, CODE]].concat(),
    ["groupID", "code"]
);
body!(
    CodesUpload,
    "Codes to add, at most 1,000. `uses` is 1 if it is not sent.",
    [&FIELDS[..], &[GROUP, CODES]].concat(),
    ["codes"]
);
body!(
    CodesBatch,
    "Random codes to make, at most 1,000. `uses` is 1 if it is not sent.",
    [&FIELDS[..], &[GROUP, COUNT]].concat(),
    ["count"]
);

/// Returns the fields of new codes, without their group.
pub(super) fn new_codes(given: &JsonObject, what: FieldKey) -> Result<JsonObject, ApiFault> {
    let mut fields = patch(given, &Value::Null, &[&FIELDS[..], &[GROUP, what]].concat())?;
    fields.remove(GROUP.key);
    // Here, as in the list, `null` stands for any number of visitors.
    if fields.get("uses") == Some(&Value::Null) {
        fields.insert("unlimited".to_owned(), json!(true));
    }
    Ok(fields)
}

/// Reads the changes of a code.
pub(super) fn change_of(fields: &JsonObject) -> Result<CodeChange, ApiFault> {
    let uses = |value: &Value| match value {
        Value::Null => Ok(None),
        value => {
            let uses = value.as_u64().and_then(|uses| u32::try_from(uses).ok());
            let uses = uses.and_then(NonZeroU32::new).map(NonZeroU32::get);
            uses.map(Some).ok_or_else(|| {
                ApiFault::bad("uses: a whole number from 1 is wanted, or null for any number of visitors")
            })
        }
    };
    let text = |name: &str, value: &Value| match value.as_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(ApiFault::bad(format!("{name}: a text is wanted"))),
    };
    let batch = fields.get("batch").map(|value| {
        let name = text("batch", value)?;
        priority_codes::batch_name(&name).map_err(ApiFault::from_admin)
    });
    let ends_at = fields.get("endsAt").map(|value| match value {
        Value::Null => Ok(None),
        value => {
            let end = priority_codes::end(&text("endsAt", value)?);
            end.map(Some).map_err(ApiFault::from_admin)
        }
    });
    Ok(CodeChange {
        batch: batch.transpose()?,
        uses_max: fields.get("uses").map(uses).transpose()?,
        ends_at: ends_at.transpose()?,
    })
}
