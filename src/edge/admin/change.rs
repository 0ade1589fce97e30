//! How the admin API changes anything: one durable commit of what is changed and of who changed it, in force here when it answers, and on the other nodes within
//! a second.
//!
//! A handler says what it wants in a closure on the [`Draft`]; see [`crate::book`]. Whatever configuration that comes to is checked as the file is before anything is kept.

use serde_json::{Map, Value};

use super::caller::Caller;
use super::problem::Problem;
use crate::book::{Bound, ChangeError, Draft, EntryDocument, Key, Note, Stamp};
use crate::config::{Config, EntryId, Section};
use crate::edge::Edge;

impl Edge {
    /// Makes a change, and puts it in force.
    ///
    /// # Errors
    /// What the closure refuses; 422 for a configuration that would have problems, 413 for what is too large, 503 while the store is away. Nothing is changed then.
    pub(super) async fn change<T>(
        &self,
        caller: &Caller,
        change: impl Fn(&mut Draft) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let checked = |draft: &mut Draft| {
            let changed = change(draft)?;
            if draft.touched().any(|key| Section::of(key.kind()).is_some()) {
                let candidate = self.running.candidate(draft.documents());
                candidate
                    .map_err(|problems| Problem::unfit(problems, draft.touched().find_map(Key::entry).as_ref()))?;
            }
            Ok(changed)
        };
        let book = self.running.book();
        let changed = book.change(caller.name(), self.clock.wall(), checked).await;
        let changed = changed.map_err(|error| match error {
            ChangeError::Refused(problem) => problem,
            ChangeError::Bound(bound @ Bound::Bytes { .. }) => Problem::too_large(bound.to_string()),
            ChangeError::Bound(bound @ Bound::Documents(_)) => Problem::conflict(bound.to_string()),
            ChangeError::Keep(error) => {
                tracing::error!(error = %error, "a change was not saved");
                Problem::away()
            }
        })?;
        self.keep_up().await;
        Ok(changed)
    }

    /// Says in the audit log that something was done that is no change of a document.
    pub(super) async fn note(&self, caller: &Caller, note: Note) -> Result<(), Problem> {
        self.change(caller, |draft| {
            draft.note(note.clone());
            Ok(())
        })
        .await
    }

    /// Patches an entry of the configuration that exists.
    pub(super) fn patch_entry(
        &self,
        draft: &mut Draft,
        caller: &Caller,
        id: &EntryId,
        patch: &Map<String, Value>,
    ) -> Result<(), Problem> {
        let key = Key::of_entry(id).map_err(|error| Problem::request(error.to_string()))?;
        let before = self.entry_in(draft, id)?;
        let mut wanted = before.clone();
        crate::config::merge_patch(&mut wanted, patch);
        if wanted == before {
            return Ok(());
        }
        let document = draft.documents().get(&key);
        let stamp = Stamp::new(caller.name(), self.clock.wall());
        draft.put(&key, &EntryDocument::patched(document, patch, &stamp));
        draft.note(differences(
            Note::new("change", key.as_str()),
            id.section,
            &before,
            &wanted,
        ));
        Ok(())
    }

    /// An entry as the draft has it, secrets included; empty where there is none.
    pub(super) fn entry_in(&self, draft: &Draft, id: &EntryId) -> Result<Map<String, Value>, Problem> {
        let config = self.running.candidate(draft.documents());
        let config: Config = config.map_err(|problems| Problem::unfit(problems, None))?;
        Ok(config.tables.entry(id).unwrap_or_default())
    }
}

/// Notes every key that differs; secrets are said to differ.
pub(super) fn differences(
    mut note: Note,
    section: Section,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
) -> Note {
    let mut keys: Vec<&String> = before.keys().chain(after.keys()).collect();
    keys.sort();
    keys.dedup();
    for key in keys {
        let (before, after) = (before.get(key), after.get(key));
        note = match section.secrets().contains(&key.as_str()) {
            true => note.secret(key, before, after),
            false => note.field(key, before, after),
        };
    }
    note
}
