//! The way in which the admin API makes a change: one durable commit of the change and its author,
//! in force on this node when the API answers and on the other nodes within a second.
//!
//! A handler describes its change in a closure on the [`Draft`]; see [`crate::admin_store`]. The
//! resulting configuration is checked like the configuration file before anything is stored.

use crate::admin_store::{AuditNote, ChangeError, DocumentKey, Draft, DraftLimitError};
use crate::config::{Config, EntryId, Section, strength};
use crate::http::AppState;
use crate::http::admin::caller::Caller;
use crate::http::admin::problem::ProblemDetails;
use crate::preflight::unknown_cultures;

/// Maximum number of attempts to make a change on a node that has to follow another one's first.
const ATTEMPTS_MAX: u32 = 3;

/// Whether a room can be deleted while visitors wait in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum Force {
    /// The room is kept, and the change refused.
    No,
    /// The room is deleted; visitors in it then see that it does not exist.
    Yes,
}

impl AppState {
    /// Makes a change and puts it in force.
    ///
    /// # Errors
    /// Returns the closure's refusal; 409 if visitors would lose their places or there are too many
    /// documents, 422 if the resulting configuration has problems, 413 if the change is too large,
    /// 503 while the store is unavailable. In these cases nothing is changed.
    pub(in crate::http) async fn change<T>(
        &self,
        caller: &Caller,
        change: impl Fn(&mut Draft) -> Result<T, ProblemDetails>,
    ) -> Result<T, ProblemDetails> {
        self.change_by(caller, Force::No, change).await
    }

    /// Makes a change like [`Self::change`]; with [`Force::Yes`], rooms are deleted even if
    /// visitors wait in them.
    pub(in crate::http) async fn change_by<T>(
        &self,
        caller: &Caller,
        force: Force,
        change: impl Fn(&mut Draft) -> Result<T, ProblemDetails>,
    ) -> Result<T, ProblemDetails> {
        let checked = |draft: &mut Draft| -> Result<T, ProblemDetails> {
            let changed = change(draft)?;
            if draft.touched().any(|key| Section::of(key.kind()).is_some()) {
                self.check(draft, force)?;
            }
            Ok(changed)
        };
        let admin_store = self.running.admin_store();
        let mut attempts = 1;
        let changed = loop {
            let changed = admin_store.change(caller.author(), self.clock.wall(), &checked).await;
            match changed {
                Err(ChangeError::Refused(problem)) if problem.is_behind() && attempts < ATTEMPTS_MAX => {
                    self.apply_changes().await;
                    attempts += 1;
                }
                changed => break changed,
            }
        };
        let changed = changed.map_err(|error| match error {
            ChangeError::Refused(problem) => problem,
            ChangeError::Bound(bound @ (DraftLimitError::Bytes { .. } | DraftLimitError::Change(_))) => {
                ProblemDetails::too_large(bound.to_string())
            }
            ChangeError::Bound(bound @ DraftLimitError::Documents(_)) => ProblemDetails::conflict(bound.to_string()),
            ChangeError::Keep(error) => {
                tracing::error!(error = %error, "a change was not saved");
                ProblemDetails::away()
            }
        })?;
        self.apply_changes().await;
        Ok(changed)
    }

    /// Adds an entry to the audit log about an action that changes no document.
    pub(in crate::http) async fn note(&self, caller: &Caller, note: AuditNote) -> Result<(), ProblemDetails> {
        self.change(caller, |draft| {
            draft.note(note.clone());
            Ok(())
        })
        .await
    }

    /// Makes a change outside the admin store. The audit log records the change before it is made,
    /// so that no change goes unlogged, and a second time if it is refused. `note` makes an entry
    /// for an action.
    pub(in crate::http) async fn noted<T>(
        &self,
        caller: &Caller,
        action: &str,
        note: impl Fn(&str) -> AuditNote,
        change: impl Future<Output = Result<T, ProblemDetails>>,
    ) -> Result<T, ProblemDetails> {
        self.note(caller, note(action)).await?;
        let changed = change.await;
        if changed.is_err() {
            // If this entry cannot be stored either, the log still says that the change was
            // requested, which is true.
            _ = self.note(caller, note(&format!("{action} refused"))).await;
        }
        changed
    }

    /// Refuses a draft whose configuration has problems, refers to something that this node does
    /// not have, or removes the places of waiting visitors.
    fn check(&self, draft: &Draft, force: Force) -> Result<(), ProblemDetails> {
        self.must_have_themes_of(draft)?;
        let candidate = self.checked_config(draft)?;
        match self
            .rooms
            .describe_lost_places(&candidate, force == Force::Yes)
            .as_slice()
        {
            [] => Ok(()),
            left => Err(ProblemDetails::conflict(left.join("; "))),
        }
    }

    /// Refuses a draft that begins with other uploaded themes than this node shows: rooms are
    /// checked against the themes of this node.
    pub(in crate::http) fn must_have_themes_of(&self, draft: &Draft) -> Result<(), ProblemDetails> {
        match self.has_themes_of(draft.documents()) {
            true => Ok(()),
            false => Err(ProblemDetails::behind()),
        }
    }

    /// Returns the configuration that results from a draft.
    ///
    /// # Errors
    /// 422 if the configuration has problems, or names something that this node does not have.
    pub(in crate::http) fn checked_config(&self, draft: &Draft) -> Result<Config, ProblemDetails> {
        let about = draft.touched().find_map(DocumentKey::entry);
        let unfit = |problems| ProblemDetails::invalid_configuration(problems, about.as_ref());
        let candidate = self.running.candidate(draft.documents()).map_err(unfit)?;
        // Only the touched entries are checked: an older problem of another entry must not block
        // this change.
        let touched: Vec<EntryId> = draft.touched().filter_map(DocumentKey::entry).collect();
        let weak = strength::of_entries(&candidate.tables, |id| touched.contains(id));
        let more = weak.into_iter().chain(unknown_cultures(&candidate, &self.languages));
        let more = more.map(|problem| candidate.entry_problem(problem));
        let more = more.filter(|problem| problem.entry.as_ref().is_some_and(|id| touched.contains(id)));
        let found: Vec<_> = self.missing_references(&candidate).into_iter().chain(more).collect();
        match found.is_empty() {
            true => Ok(candidate),
            false => Err(unfit(found)),
        }
    }
}
