//! Entries of the configuration that come and go while the server runs; changed ones are [`Edge::patch_entry`]'s.
//!
//! Nothing is checked here but that there is such an entry, or none: what a draft comes to is checked as a whole, so that an entry that others name cannot go.

use serde_json::{Map, Value};

use super::caller::Caller;
use super::change::differences;
use super::problem::Problem;
use crate::book::{Draft, EntryDocument, Key, Note, Stamp};
use crate::config::EntryId;
use crate::edge::Edge;

impl Edge {
    /// Adds an entry, which holds its own id.
    pub(super) fn create_entry(
        &self,
        draft: &mut Draft,
        caller: &Caller,
        id: &EntryId,
        entry: &Map<String, Value>,
    ) -> Result<(), Problem> {
        if !self.entry_in(draft, id)?.is_empty() {
            return Err(Problem::conflict(format!("there is a {id} already")));
        }
        let key = key_of(id)?;
        let stamp = Stamp::new(caller.name(), self.clock.wall());
        let document = draft.documents().get(&key);
        draft.put(&key, &EntryDocument::whole(document, entry, &stamp));
        let note = Note::new("create", key.as_str());
        draft.note(differences(note, id.section, &Map::new(), entry));
        Ok(())
    }

    /// Takes an entry away, whether the file has it or not.
    pub(super) fn delete_entry(&self, draft: &mut Draft, caller: &Caller, id: &EntryId) -> Result<(), Problem> {
        let before = self.entry_in(draft, id)?;
        if before.is_empty() {
            return Err(Problem::not_found(format!("there is no {id}")));
        }
        let key = key_of(id)?;
        let document = draft.documents().get(&key);
        draft.remove(&key);
        if !self.entry_in(draft, id)?.is_empty() {
            // The file has it, and would bring it back.
            let stamp = Stamp::new(caller.name(), self.clock.wall());
            draft.put(&key, &EntryDocument::gone(document, &stamp));
        }
        let note = Note::new("delete", key.as_str());
        draft.note(differences(note, id.section, &before, &Map::new()));
        Ok(())
    }
}

fn key_of(id: &EntryId) -> Result<Key, Problem> {
    Key::of_entry(id).map_err(|error| Problem::field("/id", error.to_string()))
}
