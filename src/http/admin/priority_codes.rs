//! Operators' changes to the codes of priority groups, by the admin API and by CrowdHandler's
//! private API. The codes are a list of their own in the store, so the audit log names a change
//! before it is made.

use std::num::NonZeroU32;

use admission::WallMs;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::admin_store::AuditNote;
use crate::clock::rfc3339;
use crate::config::timestamp;
use crate::http::AppState;
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::GroupPath;
use crate::http::admin::problem::ProblemDetails;
use crate::rooms::StateError;
use crate::rooms::codes::{
    CODES_CHANGED_MAX, CodeChange, CodeId, Codes, CodesError, NewCode, PriorityCode, PriorityCodeRecord,
};

/// The longest name of a batch, characters.
const BATCH_CHARS_MAX: usize = 40;
/// One more than can be added at once.
const CODES_COUNT_OVER: usize = CODES_CHANGED_MAX + 1;

/// The codes to add: either texts that visitors know, or a number of random codes.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(in crate::http) struct CodesInput {
    /// Codes, at most 200 bytes each. Capitals make no difference.
    #[serde(default)]
    #[schema(max_items = 1000)]
    codes: Vec<String>,
    /// Number of random codes to make.
    #[serde(default)]
    #[schema(maximum = 1000)]
    count: u32,
    /// How many visitors can use each code; default 1.
    #[schema(value_type = Option<u32>, minimum = 1)]
    uses: Option<NonZeroU32>,
    /// Whether any number of visitors can use each code; default false.
    #[serde(default)]
    unlimited: bool,
    /// A name for these codes, by which they can be listed and deleted; default none.
    #[serde(default)]
    #[schema(max_length = 40)]
    batch: String,
    /// The time from which the codes are no longer good; default never.
    #[schema(format = DateTime)]
    ends_at: Option<String>,
}

/// The result of adding codes.
#[derive(Debug)]
pub(in crate::http) struct AddedCodes {
    /// Number of codes that the group did not have before.
    pub(in crate::http) added: u64,
    /// Number of codes that the group has now.
    pub(in crate::http) listed: u64,
    /// All requested codes.
    pub(in crate::http) codes: Vec<(CodeId, PriorityCode)>,
}

impl AppState {
    /// Adds codes to a group, all of them or none. Codes that the group has stay unchanged.
    pub(in crate::http) async fn add_codes(
        &self,
        caller: &Caller,
        group: &GroupPath,
        wanted: &CodesInput,
    ) -> Result<AddedCodes, ProblemDetails> {
        self.entry(&group.id())?;
        let (texts, new) = (wanted.texts(self)?, wanted.of_group(group)?);
        let codes = self.rooms.priority_codes(&group.pool);
        let texts: Vec<_> = texts.into_iter().map(|code| (codes.id(&code), code)).collect();
        let mut ids: Vec<CodeId> = texts.iter().map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids.dedup();
        let note = |action: &str| {
            let note = AuditNote::new(action, &resource(group));
            note.field("codes", None, Some(&json!(ids.len())))
                .field("batch", None, Some(&json!(new.batch)))
                .field("uses", None, Some(&json!(new.uses_max)))
                .field("endsAt", None, Some(&json!(wanted.ends_at)))
        };
        let add = async {
            let added = codes.add(&ids, &new, self.clock.wall()).await;
            added.map_err(|error| refused(group, &error))
        };
        let added = self.noted(caller, "add codes", note, add).await?;
        let listed = codes.listed(&group.group).await.map_err(|error| away(group, &error))?;
        tracing::info!(
            pool = group.pool,
            group = group.group,
            added,
            listed,
            by = caller.name(),
            "codes were added"
        );
        Ok(AddedCodes {
            added,
            listed,
            codes: texts,
        })
    }

    /// Returns the record of a code of a group.
    pub(in crate::http) async fn code(
        &self,
        group: &GroupPath,
        id: CodeId,
    ) -> Result<PriorityCodeRecord, ProblemDetails> {
        self.entry(&group.id())?;
        let found = self.rooms.priority_codes(&group.pool).get(id).await;
        let found = found.map_err(|error| away(group, &error))?;
        let found = found.filter(|record| record.group == group.group);
        found.ok_or_else(|| no_such_code(id))
    }

    /// Changes a code of a group.
    pub(in crate::http) async fn change_code(
        &self,
        caller: &Caller,
        group: &GroupPath,
        id: CodeId,
        change: &CodeChange,
    ) -> Result<(), ProblemDetails> {
        let before = self.code(group, id).await?;
        let note = AuditNote::new("change code", &resource(group));
        let mut note = note.field("code", None, Some(&json!(id.to_string())));
        if let Some(batch) = &change.batch {
            note = note.field("batch", Some(&json!(before.batch)), Some(&json!(batch)));
        }
        if let Some(uses) = change.uses_max {
            note = note.field("uses", Some(&json!(before.uses_max)), Some(&json!(uses)));
        }
        if let Some(end) = change.ends_at {
            let [before, after] = [before.ends_at, end].map(|end| json!(end.map(rfc3339)));
            note = note.field("endsAt", Some(&before), Some(&after));
        }
        self.note(caller, note).await?;
        let changed = self.rooms.priority_codes(&group.pool);
        let changed = changed.amend(id, &group.group, change).await;
        match changed.map_err(|error| refused(group, &error))? {
            true => Ok(()),
            false => Err(no_such_code(id)),
        }
    }

    /// Deletes a group's codes, or those of one batch, and returns their number. Places that
    /// visitors got with them stay.
    pub(in crate::http) async fn delete_codes(
        &self,
        caller: &Caller,
        group: &GroupPath,
        batch: Option<&str>,
    ) -> Result<u64, ProblemDetails> {
        self.entry(&group.id())?;
        let note = AuditNote::new("delete codes", &resource(group));
        self.note(caller, note.field("batch", Some(&json!(batch)), None))
            .await?;
        let codes = self.rooms.priority_codes(&group.pool);
        let deleted = delete_pages(&codes, (&group.group, batch)).await;
        let deleted = deleted.map_err(|error| refused(group, &error))?;
        tracing::info!(
            pool = group.pool,
            group = group.group,
            deleted,
            by = caller.name(),
            "codes were deleted"
        );
        Ok(deleted)
    }

    /// Deletes one code of a group. The place that a visitor got with it stays.
    pub(in crate::http) async fn delete_code(
        &self,
        caller: &Caller,
        group: &GroupPath,
        id: CodeId,
    ) -> Result<(), ProblemDetails> {
        self.entry(&group.id())?;
        let note = AuditNote::new("delete code", &resource(group));
        let note = note.field("code", Some(&json!(id.to_string())), None);
        self.note(caller, note).await?;
        let gone = self.rooms.priority_codes(&group.pool).delete(&[id], &group.group).await;
        match gone.map_err(|error| refused(group, &error))? {
            0 => Err(no_such_code(id)),
            _ => Ok(()),
        }
    }
}

impl CodesInput {
    fn texts(&self, app: &AppState) -> Result<Vec<PriorityCode>, ProblemDetails> {
        let count = usize::try_from(self.count).unwrap_or(usize::MAX);
        let too_many = |pointer| ProblemDetails::field(pointer, format!("at most {CODES_CHANGED_MAX} at once"));
        match (self.codes.len(), count) {
            (0, 0) => Err(ProblemDetails::field(
                "/codes",
                "send codes, or a count of random codes",
            )),
            (1.., 1..) => Err(ProblemDetails::field(
                "/count",
                "send either codes or a count, not both",
            )),
            (_, CODES_COUNT_OVER..) => Err(too_many("/count")),
            (CODES_COUNT_OVER.., _) => Err(too_many("/codes")),
            (0, _) => Ok((0..count)
                .map(|_| PriorityCode::from_random(app.entropy.nonce()))
                .collect()),
            _ => {
                let codes = self.codes.iter().enumerate();
                let parse = |(index, code): (usize, &String)| {
                    let at = format!("/codes/{index}");
                    PriorityCode::to_add(code).map_err(|error| ProblemDetails::field(&at, error.to_string()))
                };
                codes.map(parse).collect()
            }
        }
    }

    fn of_group(&self, group: &GroupPath) -> Result<NewCode, ProblemDetails> {
        if self.unlimited && self.uses.is_some() {
            return Err(ProblemDetails::field(
                "/uses",
                "send either uses or unlimited, not both",
            ));
        }
        Ok(NewCode {
            group: group.group.clone(),
            batch: batch_name(&self.batch)?,
            uses_max: (!self.unlimited).then(|| self.uses.map_or(1, NonZeroU32::get)),
            ends_at: self.ends_at.as_deref().map(end).transpose()?,
        })
    }
}

/// Reads the name of a batch.
pub(in crate::http) fn batch_name(given: &str) -> Result<String, ProblemDetails> {
    let name = given.trim();
    if name.chars().count() > BATCH_CHARS_MAX || name.chars().any(char::is_control) {
        let wanted = format!("at most {BATCH_CHARS_MAX} characters");
        return Err(ProblemDetails::field("/batch", wanted));
    }
    Ok(name.to_owned())
}

/// Reads the time at which codes expire.
pub(in crate::http) fn end(given: &str) -> Result<WallMs, ProblemDetails> {
    timestamp::parse(given).map_err(|error| ProblemDetails::field("/endsAt", error))
}

async fn delete_pages(codes: &Codes, which: (&str, Option<&str>)) -> Result<u64, CodesError> {
    let (mut after, mut deleted) = (None, 0);
    loop {
        let page = codes.page(which, after, CODES_CHANGED_MAX).await?;
        let ids: Vec<CodeId> = page.codes.iter().map(|(id, _)| *id).collect();
        if !ids.is_empty() {
            deleted += codes.delete(&ids, which.0).await?;
        }
        after = page.next;
        if after.is_none() {
            return Ok(deleted);
        }
    }
}

fn no_such_code(id: CodeId) -> ProblemDetails {
    ProblemDetails::not_found(format!("the group has no code with the id {id}"))
}

fn resource(group: &GroupPath) -> String {
    format!("group/{}/{}", group.pool, group.group)
}

fn refused(group: &GroupPath, error: &CodesError) -> ProblemDetails {
    match error {
        CodesError::Full(_) | CodesError::Taken(_) => ProblemDetails::conflict(error.to_string()),
        CodesError::Keep(error) => away(group, error),
    }
}

pub(in crate::http) fn away(group: &GroupPath, error: &StateError) -> ProblemDetails {
    tracing::error!(pool = group.pool, group = group.group, error = %error, "the codes cannot be read or written");
    ProblemDetails::away()
}
