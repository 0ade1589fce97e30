//! `customers` and `customers/{…}`: the owners of rooms, and the keys shared with their sites. Keys
//! can be set, but are never shown.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde_json::Value;

use crate::config::{EntryId, Section};
use crate::http::admin::caller::Caller;
use crate::http::admin::entries::{JsonObject, id_part};
use crate::http::admin::extract::{CustomerPath, JsonBody, PathParams};
use crate::http::admin::inputs::{CustomerInput, CustomerPatch};
use crate::http::admin::problem::ProblemDetails;
use crate::http::{SharedAppState, paths};
use crate::integration::repository::IntegrationKeys;

/// Lists the customers that the token reaches, with every key that is set; secrets are left out.
#[utoipa::path(get, path = paths::ADMIN_CUSTOMERS, tag = "customers", responses((status = 200, body = Vec<Value>)))]
pub(in crate::http) async fn list(State(app): State<SharedAppState>, caller: Caller) -> Json<Vec<JsonObject>> {
    let mut all = app.entries(Section::Customer);
    all.retain(|one| {
        one.get("id")
            .and_then(Value::as_str)
            .is_some_and(|id| caller.reaches(id))
    });
    Json(all)
}

/// Returns one customer, with every key that is set; secrets are left out.
#[utoipa::path(get, path = paths::ADMIN_CUSTOMER, tag = "customers", params(CustomerPath), responses((status = 200, body = Value)))]
pub(in crate::http) async fn show(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<CustomerPath>,
) -> Result<Json<JsonObject>, ProblemDetails> {
    app.entry(&EntryId::customer(&path.customer)).map(Json)
}

/// Creates a customer.
#[utoipa::path(
    post, path = paths::ADMIN_CUSTOMERS, tag = "customers", request_body = CustomerInput,
    responses((status = 201, body = Value), (status = 409, description = "A customer with this id exists already")),
)]
pub(in crate::http) async fn create(
    State(app): State<SharedAppState>,
    caller: Caller,
    JsonBody(fields): JsonBody<JsonObject>,
) -> Result<(StatusCode, Json<JsonObject>), ProblemDetails> {
    let id = EntryId::customer(id_part(&fields, "id")?);
    app.answer_create(&caller, &id, &fields).await
}

/// Changes a customer by a JSON merge patch.
#[utoipa::path(
    patch, path = paths::ADMIN_CUSTOMER, tag = "customers", params(CustomerPath), request_body = CustomerPatch,
    responses((status = 200, body = Value)),
)]
pub(in crate::http) async fn patch(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<CustomerPath>,
    JsonBody(patch): JsonBody<JsonObject>,
) -> Result<Json<JsonObject>, ProblemDetails> {
    app.answer_patch(&caller, &EntryId::customer(&path.customer), &patch)
        .await
}

/// Deletes a customer that no room names.
#[utoipa::path(
    delete, path = paths::ADMIN_CUSTOMER, tag = "customers", params(CustomerPath),
    responses((status = 204), (status = 409, description = "A room still refers to the customer")),
)]
pub(in crate::http) async fn delete(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<CustomerPath>,
) -> Result<StatusCode, ProblemDetails> {
    let id = EntryId::customer(&path.customer);
    app.change(&caller, |draft| {
        app.delete_entry(draft, &caller, &id)?;
        if let Ok(customer) = path.customer.parse() {
            IntegrationKeys::of(&customer).clear(draft);
        }
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
