//! `pools` and `pools/{…}`: capacities of sites that several rooms share.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde_json::Value;

use crate::config::{EntryId, Section};
use crate::http::admin::caller::Caller;
use crate::http::admin::entries::{JsonObject, id_part};
use crate::http::admin::extract::{JsonBody, PathParams, PoolPath};
use crate::http::admin::inputs::{PoolInput, PoolPatch};
use crate::http::admin::problem::ProblemDetails;
use crate::http::{AppState, SharedAppState, paths};

/// Lists all pools, with every key that is set.
///
/// A token of one customer gets only the pools that the customer's rooms share.
#[utoipa::path(get, path = paths::ADMIN_POOLS, tag = "pools", responses((status = 200, body = Vec<Value>)))]
pub(in crate::http) async fn list(State(app): State<SharedAppState>, caller: Caller) -> Json<Vec<JsonObject>> {
    let mut all = app.entries(Section::Pool);
    all.retain(|pool| {
        let id = pool.get("id").and_then(Value::as_str);
        id.is_some_and(|id| shares(&app, &caller, id))
    });
    Json(all)
}

/// Returns one pool, with every key that is set.
///
/// A token of one customer can see only the pools that the customer's rooms share.
#[utoipa::path(get, path = paths::ADMIN_POOL, tag = "pools", params(PoolPath), responses((status = 200, body = Value)))]
pub(in crate::http) async fn show(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<PoolPath>,
) -> Result<Json<JsonObject>, ProblemDetails> {
    let id = EntryId::pool(&path.pool);
    match shares(&app, &caller, &path.pool) {
        true => app.entry(&id).map(Json),
        false => Err(ProblemDetails::no_such_entry(&id)),
    }
}

/// Returns whether a caller may see a pool: the caller reaches all customers, or a room that shares
/// the pool.
fn shares(app: &AppState, caller: &Caller, pool: &str) -> bool {
    let config = app.running.config();
    let mut theirs = config
        .rooms
        .iter()
        .filter(|room| caller.reaches(room.customer.as_str()));
    caller.customer().is_none() || theirs.any(|room| room.share.as_ref().is_some_and(|share| share.pool == pool))
}

/// Creates a pool.
#[utoipa::path(
    post, path = paths::ADMIN_POOLS, tag = "pools", request_body = PoolInput,
    responses((status = 201, body = Value), (status = 409, description = "A pool with this id exists already")),
)]
pub(in crate::http) async fn create(
    State(app): State<SharedAppState>,
    caller: Caller,
    JsonBody(fields): JsonBody<JsonObject>,
) -> Result<(StatusCode, Json<JsonObject>), ProblemDetails> {
    let id = EntryId::pool(id_part(&fields, "id")?);
    app.answer_create(&caller, &id, &fields).await
}

/// Changes a pool by a JSON merge patch.
///
/// A changed rate, cap or stock acts at once, under the line. Only a change of how long sessions
/// last, or of whether they are counted, closes the pool's rooms and opens them again: meanwhile
/// newcomers get the holding page, and nobody loses a place.
#[utoipa::path(
    patch, path = paths::ADMIN_POOL, tag = "pools", params(PoolPath), request_body = PoolPatch,
    responses((status = 200, body = Value)),
)]
pub(in crate::http) async fn patch(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<PoolPath>,
    JsonBody(patch): JsonBody<JsonObject>,
) -> Result<Json<JsonObject>, ProblemDetails> {
    app.answer_patch(&caller, &EntryId::pool(&path.pool), &patch).await
}

/// Deletes a pool that no room names.
#[utoipa::path(
    delete, path = paths::ADMIN_POOL, tag = "pools", params(PoolPath),
    responses((status = 204), (status = 409, description = "A room still refers to the pool")),
)]
pub(in crate::http) async fn delete(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<PoolPath>,
) -> Result<StatusCode, ProblemDetails> {
    app.answer_delete(&caller, &EntryId::pool(&path.pool)).await
}
