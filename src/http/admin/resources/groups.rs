//! `pools/{…}/groups` and `pools/{…}/groups/{…}`: the priority groups of a pool, in whose rooms
//! each has a line of its own.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde_json::Value;

use crate::config::{EntryId, Section};
use crate::http::admin::caller::Caller;
use crate::http::admin::entries::{JsonObject, id_part};
use crate::http::admin::extract::{GroupPath, JsonBody, PathParams, PoolPath};
use crate::http::admin::inputs::{GroupInput, GroupPatch};
use crate::http::admin::problem::ProblemDetails;
use crate::http::{SharedAppState, paths};

/// Lists the priority groups of a pool, the highest first.
#[utoipa::path(
    get, path = paths::ADMIN_GROUPS, tag = "groups", params(PoolPath), responses((status = 200, body = Vec<Value>)),
)]
pub(in crate::http) async fn list(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<PoolPath>,
) -> Result<Json<Vec<JsonObject>>, ProblemDetails> {
    app.entry(&EntryId::pool(&path.pool))?;
    let mut all = app.entries(Section::Group);
    all.retain(|group| group.get("pool").and_then(Value::as_str) == Some(&path.pool));
    Ok(Json(all))
}

/// Returns one priority group.
#[utoipa::path(get, path = paths::ADMIN_GROUP, tag = "groups", params(GroupPath), responses((status = 200, body = Value)))]
pub(in crate::http) async fn show(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<GroupPath>,
) -> Result<Json<JsonObject>, ProblemDetails> {
    app.entry(&path.id()).map(Json)
}

/// Creates a priority group, which ranks below the groups that the pool has.
///
/// The pool's rooms are closed and opened again. Meanwhile newcomers get the holding page; nobody
/// loses a place.
#[utoipa::path(
    post, path = paths::ADMIN_GROUPS, tag = "groups", params(PoolPath), request_body = GroupInput,
    responses((status = 201, body = Value), (status = 409, description = "The pool has a group with this id already")),
)]
pub(in crate::http) async fn create(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<PoolPath>,
    JsonBody(fields): JsonBody<JsonObject>,
) -> Result<(StatusCode, Json<JsonObject>), ProblemDetails> {
    app.entry(&EntryId::pool(&path.pool))?;
    if id_part(&fields, "pool")? != path.pool {
        return Err(ProblemDetails::field("/pool", "another pool than that of the path"));
    }
    let id = EntryId::group(&path.pool, id_part(&fields, "id")?);
    app.answer_create(&caller, &id, &fields).await
}

/// Changes a priority group by a JSON merge patch. A weight takes effect with the next commit.
#[utoipa::path(
    patch, path = paths::ADMIN_GROUP, tag = "groups", params(GroupPath), request_body = GroupPatch,
    responses((status = 200, body = Value)),
)]
pub(in crate::http) async fn patch(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<GroupPath>,
    JsonBody(patch): JsonBody<JsonObject>,
) -> Result<Json<JsonObject>, ProblemDetails> {
    app.answer_patch(&caller, &path.id(), &patch).await
}

/// Deletes a priority group in which nobody waits. Its codes stay stored and do nothing until a
/// group with this id is created; delete them first.
#[utoipa::path(
    delete, path = paths::ADMIN_GROUP, tag = "groups", params(GroupPath),
    responses((status = 204), (status = 409, description = "People wait in the group")),
)]
pub(in crate::http) async fn delete(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<GroupPath>,
) -> Result<StatusCode, ProblemDetails> {
    app.answer_delete(&caller, &path.id()).await
}
