//! How the admin API changes anything: one durable commit of what is changed and of who changed it,
//! in force here when it answers, and on the other nodes within a second.
//!
//! A handler says what it wants in a closure on the [`Draft`]; see [`crate::admin_store`]. Whatever
//! configuration that comes to is checked as the file is before anything is kept.

use crate::admin_store::{AuditNote, ChangeError, DocumentKey, Draft, DraftLimitError};
use crate::config::{Config, EntryId, Section, strength};
use crate::http::Edge;
use crate::http::admin::caller::Caller;
use crate::http::admin::problem::ProblemDetails;
use crate::preflight::unknown_cultures;

/// Whether a room may be deleted while people wait in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum Force {
    /// It may not.
    No,
    /// It may: they are told that there is no such room.
    Yes,
}

impl Edge {
    /// Makes a change, and puts it in force.
    ///
    /// # Errors
    /// What the closure refuses; 409 for rooms that people wait in and would lose, 422 for a
    /// configuration that would have problems, 413 for what is too large, 503 while the store is
    /// away. Nothing is changed then.
    pub(in crate::http) async fn change<T>(
        &self,
        caller: &Caller,
        change: impl Fn(&mut Draft) -> Result<T, ProblemDetails>,
    ) -> Result<T, ProblemDetails> {
        self.change_by(caller, Force::No, change).await
    }

    /// The same; by force rooms go although people wait in them.
    pub(in crate::http) async fn change_by<T>(
        &self,
        caller: &Caller,
        force: Force,
        change: impl Fn(&mut Draft) -> Result<T, ProblemDetails>,
    ) -> Result<T, ProblemDetails> {
        let checked = |draft: &mut Draft| {
            let changed = change(draft)?;
            if draft.touched().any(|key| Section::of(key.kind()).is_some()) {
                self.check(draft, force)?;
            }
            Ok(changed)
        };
        let admin_store = self.running.admin_store();
        let changed = admin_store.change(caller.author(), self.clock.wall(), checked).await;
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
        self.keep_up().await;
        Ok(changed)
    }

    /// Says in the audit log that something was done that is no change of a document.
    pub(in crate::http) async fn note(&self, caller: &Caller, note: AuditNote) -> Result<(), ProblemDetails> {
        self.change(caller, |draft| {
            draft.note(note.clone());
            Ok(())
        })
        .await
    }

    /// Refuses a draft whose configuration has problems, names what is not here, or leaves people
    /// standing.
    fn check(&self, draft: &Draft, force: Force) -> Result<(), ProblemDetails> {
        let candidate = self.fitting(draft)?;
        match self.rooms.left_standing(&candidate, force == Force::Yes).as_slice() {
            [] => Ok(()),
            left => Err(ProblemDetails::conflict(left.join("; "))),
        }
    }

    /// The configuration that a draft comes to.
    ///
    /// # Errors
    /// 422 if it has problems, or names what is not here.
    pub(in crate::http) fn fitting(&self, draft: &Draft) -> Result<Config, ProblemDetails> {
        let about = draft.touched().find_map(DocumentKey::entry);
        let unfit = |problems| ProblemDetails::unfit(problems, about.as_ref());
        let candidate = self.running.candidate(draft.documents()).map_err(unfit)?;
        // Of other entries nothing is asked: one that was kept before stops no change of them.
        let touched: Vec<EntryId> = draft.touched().filter_map(DocumentKey::entry).collect();
        let weak = strength::of_entries(&candidate.tables, |id| touched.contains(id));
        let more = weak.into_iter().chain(unknown_cultures(&candidate, &self.languages));
        let more = more.map(|problem| candidate.place(problem));
        let more = more.filter(|problem| problem.entry.as_ref().is_some_and(|id| touched.contains(id)));
        let found: Vec<_> = self.unmet(&candidate).into_iter().chain(more).collect();
        match found.is_empty() {
            true => Ok(candidate),
            false => Err(unfit(found)),
        }
    }
}
