//! `pools/{…}/groups/{…}/codes`: the codes of a priority group. New codes are shown in clear once;
//! only hashes are stored, so the list shows ids.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::clock::rfc3339;
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::{GroupPath, JsonBody, PathParams, QueryParams};
use crate::http::admin::priority_codes::{CodesInput, away};
use crate::http::admin::problem::ProblemDetails;
use crate::http::{SharedAppState, paths};
use crate::rooms::StateError;
use crate::rooms::codes::{CodeId, PriorityCode, PriorityCodeRecord};
use crate::rooms::invites::{InviteIdError, PAGE_MAX};

/// The default number of entries on a page of the list.
const PAGE_DEFAULT: usize = 100;

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
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<GroupPath>,
    JsonBody(wanted): JsonBody<CodesInput>,
) -> Result<Json<CodesAdded>, ProblemDetails> {
    let added = app.add_codes(&caller, &path, &wanted).await?;
    let view = |(id, code): &(CodeId, PriorityCode)| NewCodeView {
        id: id.to_string(),
        code: code.as_str().to_owned(),
    };
    Ok(Json(CodesAdded {
        added: added.added,
        listed: added.listed,
        codes: added.codes.iter().map(view).collect(),
    }))
}

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
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<GroupPath>,
    QueryParams(range): QueryParams<CodesQuery>,
) -> Result<Json<CodesListView>, ProblemDetails> {
    app.entry(&path.id())?;
    let after = range.after.map(|id| id.parse()).transpose();
    let after = after.map_err(|error: InviteIdError| ProblemDetails::field("/after", error.to_string()))?;
    let limit = range.limit.unwrap_or(PAGE_DEFAULT);
    if !(1..=PAGE_MAX).contains(&limit) {
        return Err(ProblemDetails::field(
            "/limit",
            format!("a whole number from 1 to {PAGE_MAX}"),
        ));
    }
    let codes = app.rooms.priority_codes(&path.pool);
    let page = async {
        let listed = codes.listed(&path.group).await?;
        let page = codes.page((&path.group, range.batch.as_deref()), after, limit).await?;
        Ok(CodesListView {
            listed,
            codes: page.codes.iter().map(CodeView::of).collect(),
            next: page.next.map(|last| last.to_string()),
        })
    };
    page.await.map(Json).map_err(|error: StateError| away(&path, &error))
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
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<GroupPath>,
    QueryParams(BatchQuery { batch }): QueryParams<BatchQuery>,
) -> Result<Json<CodesDeleted>, ProblemDetails> {
    let deleted = app.delete_codes(&caller, &path, batch.as_deref()).await?;
    Ok(Json(CodesDeleted { deleted }))
}

/// Returns one code of a group.
#[utoipa::path(get, path = paths::ADMIN_CODE, tag = "groups", params(CodePath), responses((status = 200, body = CodeView)))]
pub(in crate::http) async fn show(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<CodePath>,
) -> Result<Json<CodeView>, ProblemDetails> {
    let (group, id) = path.parts()?;
    let record = app.code(&group, id).await?;
    Ok(Json(CodeView::of(&(id, record))))
}

/// Deletes one code of a group. Places that it gave stay.
#[utoipa::path(delete, path = paths::ADMIN_CODE, tag = "groups", params(CodePath), responses((status = 204)))]
pub(in crate::http) async fn delete(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<CodePath>,
) -> Result<StatusCode, ProblemDetails> {
    let (group, id) = path.parts()?;
    app.delete_code(&caller, &group, id).await?;
    Ok(StatusCode::NO_CONTENT)
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
            used: record.counted_uses(),
            added_at: rfc3339(record.added_at),
            ends_at: record.ends_at.map(rfc3339),
        }
    }
}
