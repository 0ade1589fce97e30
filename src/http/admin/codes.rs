//! `pools/{…}/groups/{…}/codes`: the codes of a priority group. New codes are shown in clear once;
//! only hashes are stored, so the list shows ids.

use std::num::NonZeroU32;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use crate::admin_store::AuditNote;
use crate::clock::rfc3339;
use crate::config::moment;
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::{GroupPath, JsonBody, PathParams, QueryParams};
use crate::http::admin::problem::ProblemDetails;
use crate::http::{Edge, SharedEdge, paths};
use crate::rooms::KeepError;
use crate::rooms::codes::{
    CODES_CHANGED_MAX, CodeId, Codes, CodesError, NewCode, PriorityCode, PriorityCodeError, PriorityCodeRecord,
};
use crate::rooms::invites::{InviteIdError, PAGE_MAX};

/// The default number of entries on a page of the list.
const PAGE_DEFAULT: usize = 100;
/// The longest name of a batch, characters.
const BATCH_CHARS_MAX: usize = 40;

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

/// The added codes.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct CodesAdded {
    /// Number of codes that the group did not have before.
    added: u64,
    /// Number of codes that the group has now.
    listed: u64,
    /// All requested codes. They are not shown again.
    codes: Vec<NewCodeView>,
}

/// A code in clear.
#[derive(Debug, Serialize, ToSchema)]
struct NewCodeView {
    /// Id of the code on the list.
    id: String,
    code: String,
}

/// Adds codes to a priority group, all of them or none.
///
/// Codes that the group has already stay unchanged.
#[utoipa::path(
    post, path = paths::ADMIN_CODES, tag = "groups", params(GroupPath), request_body = CodesInput,
    responses((status = 200, body = CodesAdded), (status = 409, description = "The list is full, or a code leads to another group")),
)]
pub(in crate::http) async fn add(
    State(edge): State<SharedEdge>,
    caller: Caller,
    PathParams(path): PathParams<GroupPath>,
    JsonBody(wanted): JsonBody<CodesInput>,
) -> Result<Json<CodesAdded>, ProblemDetails> {
    edge.entry(&path.id())?;
    let (texts, new) = (wanted.texts(&edge)?, wanted.of_group(&path)?);
    let codes = edge.rooms.priority_codes(&path.pool);
    let mut ids: Vec<CodeId> = texts.iter().map(|code| codes.id(code)).collect();
    ids.sort_unstable();
    ids.dedup();
    // Logged before the change, so that no change goes unlogged.
    let note = |action| {
        let note = AuditNote::new(action, &resource(&path));
        note.field("codes", None, Some(&json!(ids.len())))
            .field("batch", None, Some(&json!(new.batch)))
            .field("uses", None, Some(&json!(new.uses_max)))
            .field("endsAt", None, Some(&json!(wanted.ends_at)))
    };
    edge.note(&caller, note("add codes")).await?;
    let added = match codes.add(&ids, &new, edge.clock.wall()).await {
        Ok(added) => added,
        Err(error) => {
            // If this entry cannot be stored either, the log still says that the change was
            // requested, which is true.
            _ = edge.note(&caller, note("add codes refused")).await;
            return Err(refused(&path, &error));
        }
    };
    let listed = codes.listed(&path.group).await.map_err(|error| away(&path, &error))?;
    tracing::info!(
        pool = path.pool,
        group = path.group,
        added,
        listed,
        by = caller.name(),
        "codes were added"
    );
    let view = |code: &PriorityCode| NewCodeView {
        id: codes.id(code).to_string(),
        code: code.as_str().to_owned(),
    };
    Ok(Json(CodesAdded {
        added,
        listed,
        codes: texts.iter().map(view).collect(),
    }))
}

impl CodesInput {
    fn texts(&self, edge: &Edge) -> Result<Vec<PriorityCode>, ProblemDetails> {
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
                .map(|_| PriorityCode::from_random(edge.entropy.nonce()))
                .collect()),
            _ => {
                let codes = self.codes.iter().enumerate();
                let parse = |(index, code): (usize, &String)| {
                    let at = format!("/codes/{index}");
                    code.parse()
                        .map_err(|error: PriorityCodeError| ProblemDetails::field(&at, error.to_string()))
                };
                codes.map(parse).collect()
            }
        }
    }

    fn of_group(&self, path: &GroupPath) -> Result<NewCode, ProblemDetails> {
        if self.unlimited && self.uses.is_some() {
            return Err(ProblemDetails::field(
                "/uses",
                "send either uses or unlimited, not both",
            ));
        }
        let batch = self.batch.trim();
        if batch.chars().count() > BATCH_CHARS_MAX || batch.chars().any(char::is_control) {
            return Err(ProblemDetails::field(
                "/batch",
                format!("at most {BATCH_CHARS_MAX} characters"),
            ));
        }
        let ends_at = self.ends_at.as_deref().map(moment::parse).transpose();
        Ok(NewCode {
            group: path.group.clone(),
            batch: batch.to_owned(),
            uses_max: (!self.unlimited).then(|| self.uses.map_or(1, NonZeroU32::get)),
            ends_at: ends_at.map_err(|error| ProblemDetails::field("/endsAt", error))?,
        })
    }
}

/// One more than can be added at once.
const CODES_COUNT_OVER: usize = CODES_CHANGED_MAX + 1;

/// The query of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct CodesQuery {
    /// Only codes after this id: `next` of the previous page.
    #[param(pattern = "^[0-9a-f]{32}$")]
    after: Option<String>,
    /// Maximum number of codes; default 100.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
    /// Only codes of this batch.
    batch: Option<String>,
}

/// A page of the list.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct CodesListView {
    /// Number of codes that the group has.
    listed: u64,
    /// The codes on this page; a page can be empty although more follow.
    codes: Vec<CodeView>,
    /// `after` for the next page; `null` if there is none.
    next: Option<String>,
}

/// A code as shown in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct CodeView {
    id: String,
    batch: String,
    /// How many visitors can use the code; `null` for any number.
    uses: Option<u32>,
    /// How many visitors have used the code; `null` if any number can, which is not counted.
    used: Option<u32>,
    #[schema(format = DateTime)]
    added_at: String,
    /// `null` if the code does not end.
    #[schema(format = DateTime)]
    ends_at: Option<String>,
}

/// `pools/{pool}/groups/{group}/codes/{id}`
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct CodePath {
    /// A pool's id.
    #[param(pattern = "^[a-z0-9-]{1,40}$")]
    pool: String,
    /// The id of one of its priority groups.
    #[param(pattern = "^[a-z0-9-]{1,40}$")]
    group: String,
    /// The id of a code.
    #[param(pattern = "^[0-9a-f]{32}$")]
    id: String,
}

/// Returns the number of a group's codes, and a page of them in the order of the ids.
#[utoipa::path(
    get, path = paths::ADMIN_CODES, tag = "groups", params(GroupPath, CodesQuery),
    responses((status = 200, body = CodesListView)),
)]
pub(in crate::http) async fn list(
    State(edge): State<SharedEdge>,
    PathParams(path): PathParams<GroupPath>,
    QueryParams(range): QueryParams<CodesQuery>,
) -> Result<Json<CodesListView>, ProblemDetails> {
    edge.entry(&path.id())?;
    let after = range.after.map(|id| id.parse()).transpose();
    let after = after.map_err(|error: InviteIdError| ProblemDetails::field("/after", error.to_string()))?;
    let limit = range.limit.unwrap_or(PAGE_DEFAULT);
    if !(1..=PAGE_MAX).contains(&limit) {
        return Err(ProblemDetails::field(
            "/limit",
            format!("a whole number from 1 to {PAGE_MAX}"),
        ));
    }
    let codes = edge.rooms.priority_codes(&path.pool);
    let page = async {
        let listed = codes.listed(&path.group).await?;
        let page = codes.page((&path.group, range.batch.as_deref()), after, limit).await?;
        Ok(CodesListView {
            listed,
            codes: page.codes.iter().map(CodeView::of).collect(),
            next: page.next.map(|last| last.to_string()),
        })
    };
    page.await.map(Json).map_err(|error: KeepError| away(&path, &error))
}

/// The query of a deletion.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct BatchQuery {
    /// Only codes of this batch; default: all codes of the group.
    batch: Option<String>,
}

/// How many codes were deleted.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct CodesDeleted {
    deleted: u64,
}

/// Deletes a group's codes, or those of one batch. Places that they gave stay.
#[utoipa::path(
    delete, path = paths::ADMIN_CODES, tag = "groups", params(GroupPath, BatchQuery),
    responses((status = 200, body = CodesDeleted)),
)]
pub(in crate::http) async fn delete_all(
    State(edge): State<SharedEdge>,
    caller: Caller,
    PathParams(path): PathParams<GroupPath>,
    QueryParams(BatchQuery { batch }): QueryParams<BatchQuery>,
) -> Result<Json<CodesDeleted>, ProblemDetails> {
    edge.entry(&path.id())?;
    let note = AuditNote::new("delete codes", &resource(&path));
    edge.note(&caller, note.field("batch", Some(&json!(batch)), None))
        .await?;
    let codes = edge.rooms.priority_codes(&path.pool);
    let deleted = delete_pages(&codes, (&path.group, batch.as_deref())).await;
    let deleted = deleted.map_err(|error| refused(&path, &error))?;
    tracing::info!(
        pool = path.pool,
        group = path.group,
        deleted,
        by = caller.name(),
        "codes were deleted"
    );
    Ok(Json(CodesDeleted { deleted }))
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

/// Returns one code of a group.
#[utoipa::path(get, path = paths::ADMIN_CODE, tag = "groups", params(CodePath), responses((status = 200, body = CodeView)))]
pub(in crate::http) async fn show(
    State(edge): State<SharedEdge>,
    PathParams(path): PathParams<CodePath>,
) -> Result<Json<CodeView>, ProblemDetails> {
    let (group, id) = path.parts()?;
    edge.entry(&group.id())?;
    let found = edge.rooms.priority_codes(&group.pool).get(id).await;
    let found = found.map_err(|error| away(&group, &error))?;
    let found = found.filter(|record| record.group == group.group);
    let found = found.map(|record| Json(CodeView::of(&(id, record))));
    found.ok_or_else(|| no_such_code(id))
}

/// Deletes one code of a group. Places that it gave stay.
#[utoipa::path(delete, path = paths::ADMIN_CODE, tag = "groups", params(CodePath), responses((status = 204)))]
pub(in crate::http) async fn delete(
    State(edge): State<SharedEdge>,
    caller: Caller,
    PathParams(path): PathParams<CodePath>,
) -> Result<StatusCode, ProblemDetails> {
    let (group, id) = path.parts()?;
    edge.entry(&group.id())?;
    let note = AuditNote::new("delete code", &resource(&group));
    let note = note.field("code", Some(&json!(id.to_string())), None);
    edge.note(&caller, note).await?;
    let gone = edge.rooms.priority_codes(&group.pool).delete(&[id], &group.group).await;
    match gone.map_err(|error| refused(&group, &error))? {
        0 => Err(no_such_code(id)),
        _ => Ok(StatusCode::NO_CONTENT),
    }
}

impl CodePath {
    fn parts(&self) -> Result<(GroupPath, CodeId), ProblemDetails> {
        let id = self.id.parse();
        let id = id.map_err(|error: InviteIdError| ProblemDetails::field("/id", error.to_string()))?;
        let group = GroupPath {
            pool: self.pool.clone(),
            group: self.group.clone(),
        };
        Ok((group, id))
    }
}

impl CodeView {
    fn of((id, record): &(CodeId, PriorityCodeRecord)) -> Self {
        Self {
            id: id.to_string(),
            batch: record.batch.clone(),
            uses: record.uses_max,
            used: record.uses_max.map(|_| record.uses),
            added_at: rfc3339(record.added_at),
            ends_at: record.ends_at.map(rfc3339),
        }
    }
}

fn no_such_code(id: CodeId) -> ProblemDetails {
    ProblemDetails::not_found(format!("the group has no code with the id {id}"))
}

fn resource(path: &GroupPath) -> String {
    format!("group/{}/{}", path.pool, path.group)
}

fn refused(path: &GroupPath, error: &CodesError) -> ProblemDetails {
    match error {
        CodesError::Full(_) | CodesError::Taken(_) => ProblemDetails::conflict(error.to_string()),
        CodesError::Keep(error) => away(path, error),
    }
}

fn away(path: &GroupPath, error: &KeepError) -> ProblemDetails {
    tracing::error!(pool = path.pool, group = path.group, error = %error, "the codes cannot be read or written");
    ProblemDetails::away()
}
