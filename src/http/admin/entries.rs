//! Creates, changes and deletes entries of the configuration; shared by rooms, customers, pools and
//! groups of addresses.

use std::collections::BTreeSet;

use axum::Json;
use http::StatusCode;
use serde_json::{Map, Value};

use crate::admin_store::{AuditNote, DocumentKey, Draft, EntryDocument, Stamp};
use crate::config::{Config, EntryId, Section, hint, merge_patch, pointer_part, schema};
use crate::http::AppState;
use crate::http::admin::caller::Caller;
use crate::http::admin::problem::ProblemDetails;

/// The maximum number of rooms that a customer's own tokens may create: each room is a document in
/// every node's memory for good.
pub(in crate::http) const ROOMS_PER_CUSTOMER_MAX: usize = 200;

/// The maximum number of priority groups that a customer's own keys may create in a pool, for the
/// same reason.
const GROUPS_CREATED_MAX: usize = 100;

/// An entry's keys and values, as in JSON.
pub(in crate::http) type JsonObject = Map<String, Value>;

impl AppState {
    /// Returns an entry in force, without its secrets.
    pub(in crate::http) fn entry(&self, id: &EntryId) -> Result<JsonObject, ProblemDetails> {
        let config = self.running.config();
        config.tables.shown(id).ok_or_else(|| ProblemDetails::no_such_entry(id))
    }

    /// Returns all entries of a table, without their secrets.
    pub(in crate::http) fn entries(&self, section: Section) -> Vec<JsonObject> {
        let tables = &self.running.config().tables;
        let ids = tables.ids(section).into_iter();
        ids.filter_map(|id| tables.shown(&id)).collect()
    }

    /// Creates an entry in a change of its own, and answers with the entry.
    pub(in crate::http) async fn answer_create(
        &self,
        caller: &Caller,
        id: &EntryId,
        fields: &JsonObject,
    ) -> Result<(StatusCode, Json<JsonObject>), ProblemDetails> {
        self.change(caller, |draft| self.create_entry(draft, caller, id, fields))
            .await?;
        Ok((StatusCode::CREATED, Json(self.entry(id)?)))
    }

    /// Patches an entry in a change of its own, and answers with the entry.
    pub(in crate::http) async fn answer_patch(
        &self,
        caller: &Caller,
        id: &EntryId,
        patch: &JsonObject,
    ) -> Result<Json<JsonObject>, ProblemDetails> {
        self.change(caller, |draft| self.patch_entry(draft, caller, id, patch))
            .await?;
        self.entry(id).map(Json)
    }

    /// Deletes an entry in a change of its own, and answers without content.
    pub(in crate::http) async fn answer_delete(
        &self,
        caller: &Caller,
        id: &EntryId,
    ) -> Result<StatusCode, ProblemDetails> {
        self.change(caller, |draft| self.delete_entry(draft, caller, id))
            .await?;
        Ok(StatusCode::NO_CONTENT)
    }

    /// Creates an entry that does not exist yet.
    pub(in crate::http) fn create_entry(
        &self,
        draft: &mut Draft,
        caller: &Caller,
        id: &EntryId,
        fields: &JsonObject,
    ) -> Result<(), ProblemDetails> {
        let key = key_of(id)?;
        let (fields, unknown) = known_fields(id.section, fields);
        refuse_assigned(caller, id.section, &JsonObject::new(), &fields)?;
        if self.entry_in(draft, id)?.is_some() {
            return Err(ProblemDetails::conflict(format!(
                "the {id} exists already; PATCH changes it"
            )));
        }
        self.refuse_beyond_quota(draft, caller, id)?;
        let (document, stamp) = (draft.documents().get(&key), self.stamp(caller));
        draft.put(&key, &EntryDocument::whole(document, &fields, &stamp));
        self.refuse_unknown(draft, unknown)?;
        draft.note(differences(
            AuditNote::new("create", key.as_str()),
            id.section,
            &JsonObject::new(),
            &fields,
        ));
        Ok(())
    }

    /// Patches an existing entry.
    pub(in crate::http) fn patch_entry(
        &self,
        draft: &mut Draft,
        caller: &Caller,
        id: &EntryId,
        patch: &JsonObject,
    ) -> Result<(), ProblemDetails> {
        let key = key_of(id)?;
        let (patch, unknown) = known_fields(id.section, patch);
        let before = self
            .entry_in(draft, id)?
            .ok_or_else(|| ProblemDetails::no_such_entry(id))?;
        let mut after = before.clone();
        merge_patch(&mut after, &patch);
        refuse_assigned(caller, id.section, &before, &after)?;
        // A stock that is set again is this many permits now, regardless of the sales since it was
        // last set.
        let tells_stock = id.section == Section::Pool && patch.get("stock").is_some_and(Value::is_number);
        if after == before && unknown.is_empty() && !tells_stock {
            return Ok(());
        }
        let (document, stamp) = (draft.documents().get(&key), self.stamp(caller));
        draft.put(&key, &EntryDocument::patched(document, &patch, &stamp));
        self.refuse_unknown(draft, unknown)?;
        draft.note(differences(
            AuditNote::new("change", key.as_str()),
            id.section,
            &before,
            &after,
        ));
        Ok(())
    }

    /// Deletes an entry, unless another entry refers to it.
    pub(in crate::http) fn delete_entry(
        &self,
        draft: &mut Draft,
        caller: &Caller,
        id: &EntryId,
    ) -> Result<(), ProblemDetails> {
        let key = key_of(id)?;
        let before = self
            .entry_in(draft, id)?
            .ok_or_else(|| ProblemDetails::no_such_entry(id))?;
        let (document, stamp) = (draft.documents().get(&key), self.stamp(caller));
        let in_file = self.running.file().tables.entry(id).is_some();
        match id.section {
            // Nothing counts the changes of a rule, and rules come and go.
            Section::Firewall if !in_file => draft.remove(&key),
            _ => draft.put(&key, &EntryDocument::gone(document, &stamp)),
        }
        draft.note(differences(
            AuditNote::new("delete", key.as_str()),
            id.section,
            &before,
            &JsonObject::new(),
        ));
        match self.running.candidate(draft.documents()) {
            Ok(_) => Ok(()),
            Err(problems) => {
                let named: Vec<String> = problems
                    .iter()
                    .filter_map(|problem| Some(problem.entry.as_ref()?.to_string()))
                    .collect();
                Err(ProblemDetails::conflict(format!(
                    "{id} is still in use by {}",
                    named.join(", ")
                )))
            }
        }
    }

    /// Refuses another room or group if the caller's customer has reached its quota.
    fn refuse_beyond_quota(&self, draft: &Draft, caller: &Caller, id: &EntryId) -> Result<(), ProblemDetails> {
        let most = match id.section {
            Section::Room => ROOMS_PER_CUSTOMER_MAX,
            Section::Group => GROUPS_CREATED_MAX,
            // The configuration bounds the rules of a customer.
            Section::Customer | Section::Pool | Section::IpGroup | Section::Firewall => return Ok(()),
        };
        if caller.customer().is_none() {
            return Ok(());
        }
        let file = self.running.file().tables.ids(id.section).into_iter();
        let admin_store = draft.documents().changes().into_keys();
        let all: BTreeSet<EntryId> = file
            .chain(admin_store)
            .filter(|other| other.section == id.section && owner(other) == owner(id))
            .collect();
        if all.len() < most {
            return Ok(());
        }
        let limit = match id.section {
            Section::Group => format!("a pool of a customer can have at most {most} groups, deleted groups included"),
            _ => format!("the tokens of a customer can create at most {most} rooms, deleted rooms included"),
        };
        Err(ProblemDetails::conflict(format!(
            "{limit}; ask the operators of the server"
        )))
    }

    /// Refuses unknown keys, together with all other problems of the draft.
    fn refuse_unknown(&self, draft: &Draft, unknown: Vec<(String, String)>) -> Result<(), ProblemDetails> {
        if unknown.is_empty() {
            return Ok(());
        }
        let others = self
            .checked_config(draft)
            .err()
            .map(ProblemDetails::into_fields)
            .unwrap_or_default();
        Err(ProblemDetails::fields(unknown.into_iter().chain(others)))
    }

    /// Returns an entry of the draft, secrets included.
    fn entry_in(&self, draft: &Draft, id: &EntryId) -> Result<Option<JsonObject>, ProblemDetails> {
        let config = self.running.candidate(draft.documents());
        let config: Config = config.map_err(|problems| ProblemDetails::invalid_configuration(problems, None))?;
        Ok(config.tables.entry(id))
    }

    fn stamp(&self, caller: &Caller) -> Stamp {
        Stamp::new(caller.name(), self.clock.wall())
    }
}

/// The customer of a room, the pool of a group.
fn owner(id: &EntryId) -> Option<&str> {
    id.id.split_once('/').map(|(owner, _)| owner)
}

/// Refuses changes by a caller of one customer to keys that concern other customers: operators who
/// reach all customers assign hosts and shares of a pool.
fn refuse_assigned(
    caller: &Caller,
    section: Section,
    before: &JsonObject,
    after: &JsonObject,
) -> Result<(), ProblemDetails> {
    let assigned: &[&str] = match section {
        Section::Customer => &["hosts"],
        Section::Room => &["hosts", "pool", "weight", "minimum"],
        Section::Pool | Section::Group | Section::IpGroup | Section::Firewall => &[],
    };
    let pool = after.get("pool").and_then(Value::as_str);
    let is_other = |key: &&&str| before.get(**key) != after.get(**key) && !(**key == "pool" && caller.assigns(pool));
    match assigned.iter().find(is_other) {
        Some(key) if caller.customer().is_some() => Err(ProblemDetails::assigned(key)),
        Some(_) | None => Ok(()),
    }
}

/// Returns the text of a key that is part of an id.
pub(in crate::http) fn id_part<'f>(fields: &'f JsonObject, name: &str) -> Result<&'f str, ProblemDetails> {
    let part = fields.get(name).and_then(Value::as_str).filter(|part| !part.is_empty());
    part.ok_or_else(|| ProblemDetails::field(&format!("/{name}"), "a text is needed"))
}

fn key_of(id: &EntryId) -> Result<DocumentKey, ProblemDetails> {
    DocumentKey::of_entry(id).map_err(|error| ProblemDetails::field("/id", error.to_string()))
}

/// Splits the given fields into known keys, and a problem with its pointer for each unknown key.
/// Unknown keys are found here, because one with the value `null` changes nothing and would go
/// unnoticed later.
fn known_fields(section: Section, given: &JsonObject) -> (JsonObject, Vec<(String, String)>) {
    let known = schema::entry(section).properties;
    let names: Vec<&str> = known.keys().map(String::as_str).collect();
    let (fields, unknown): (JsonObject, JsonObject) =
        (given.clone().into_iter()).partition(|(name, _)| known.contains_key(name));
    let problems = unknown.keys().map(|name| {
        let message = hint::no_such_key(name, &names, |name| given.contains_key(name));
        (pointer_part(name), message)
    });
    let problems = problems.collect();
    (fields, problems)
}

/// The key of a rule's addresses.
const ADDRESSES: &str = "addresses";

fn how_many(list: &Value) -> Value {
    let count = list.as_array().map_or(0, Vec::len);
    Value::from(count)
}

/// Adds every changed key to a note; for secrets, only the fact that they changed.
fn differences(mut note: AuditNote, section: Section, before: &JsonObject, after: &JsonObject) -> AuditNote {
    let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for key in keys {
        let (before, after) = (before.get(key), after.get(key));
        note = match (section, key.as_str()) {
            (_, key) if section.secrets().contains(&key) => note.secret(key, before, after),
            // The addresses can be visitors'.
            (Section::Firewall, ADDRESSES) => {
                let (before, after) = (before.map(how_many), after.map(how_many));
                note.field(ADDRESSES, before.as_ref(), after.as_ref())
            }
            (_, key) => note.field(key, before, after),
        };
    }
    note
}
