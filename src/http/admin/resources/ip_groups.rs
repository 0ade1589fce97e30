//! `ip-groups`: groups of addresses whose visitors bypass the rooms that name the group. The audit
//! log records every change with all addresses before and after: these addresses belong to the
//! operator, not to visitors.

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::{IntoParams, ToSchema};

use crate::config::{Config, EntryId, IpGroup, written_network};
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::{JsonBody, PathParams};
use crate::http::admin::problem::ProblemDetails;
use crate::http::{AppState, SharedAppState, paths};

/// A group of addresses.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct IpGroupView {
    id: String,
    /// Networks; a network of one address is written as the address alone.
    addresses: Vec<String>,
    /// Rooms that the group bypasses, as `customer/room`.
    rooms: Vec<String>,
}

/// A group of addresses to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct IpGroupInput {
    /// Id by which rooms name the group in `bypassIpGroups`.
    #[schema(pattern = "^[a-z0-9-]{1,40}$")]
    id: String,
    /// Addresses and networks, such as `198.51.100.0/24`.
    #[schema(max_items = 1000)]
    addresses: Vec<String>,
}

/// The changes to a group of addresses.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct IpGroupPatch {
    /// All of its addresses and networks; replaces the previous ones.
    #[schema(max_items = 1000)]
    addresses: Vec<String>,
}

/// `ip-groups/{id}`
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct IpGroupPath {
    /// The group's id.
    #[param(pattern = "^[a-z0-9-]{1,40}$")]
    id: String,
}

impl IpGroupView {
    fn of(config: &Config, group: &IpGroup) -> Self {
        let lets_past =
            |room: &&crate::config::RoomDefinition| room.joining.bypass.iter().any(|other| other.id == group.id);
        let rooms = config.rooms.iter().filter(lets_past);
        Self {
            id: group.id.clone(),
            addresses: group.networks.iter().map(written_network).collect(),
            rooms: rooms.map(crate::config::RoomDefinition::full_name).collect(),
        }
    }
}

/// Lists all groups of addresses.
#[utoipa::path(get, path = paths::ADMIN_IP_GROUPS, tag = "ip-groups", responses((status = 200, body = Vec<IpGroupView>)))]
pub(in crate::http) async fn list(State(app): State<SharedAppState>) -> Json<Vec<IpGroupView>> {
    let config = app.running.config();
    let groups = config.ip_groups.iter();
    Json(groups.map(|group| IpGroupView::of(&config, group)).collect())
}

/// Returns one group of addresses.
#[utoipa::path(
    get, path = paths::ADMIN_IP_GROUP, tag = "ip-groups", params(IpGroupPath), responses((status = 200, body = IpGroupView)),
)]
pub(in crate::http) async fn show(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<IpGroupPath>,
) -> Result<Json<IpGroupView>, ProblemDetails> {
    view(&app, &path.id).map(Json)
}

/// Creates a group of addresses.
///
/// It has no effect until a room names it.
#[utoipa::path(
    post, path = paths::ADMIN_IP_GROUPS, tag = "ip-groups", request_body = IpGroupInput,
    responses((status = 201, body = IpGroupView), (status = 409, description = "A group with this id exists already")),
)]
pub(in crate::http) async fn make(
    State(app): State<SharedAppState>,
    caller: Caller,
    JsonBody(input): JsonBody<IpGroupInput>,
) -> Result<(StatusCode, Json<IpGroupView>), ProblemDetails> {
    let id = EntryId::ip_group(&input.id);
    let entry = object([("id", json!(input.id)), ("addresses", json!(input.addresses))]);
    app.change(&caller, |draft| app.create_entry(draft, &caller, &id, &entry))
        .await?;
    Ok((StatusCode::CREATED, Json(view(&app, &input.id)?)))
}

/// Changes a group's addresses, for all rooms that name the group.
#[utoipa::path(
    patch, path = paths::ADMIN_IP_GROUP, tag = "ip-groups", params(IpGroupPath), request_body = IpGroupPatch,
    responses((status = 200, body = IpGroupView)),
)]
pub(in crate::http) async fn patch(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<IpGroupPath>,
    JsonBody(patch): JsonBody<IpGroupPatch>,
) -> Result<Json<IpGroupView>, ProblemDetails> {
    view(&app, &path.id)?;
    let id = EntryId::ip_group(&path.id);
    let patch = object([("addresses", json!(patch.addresses))]);
    app.change(&caller, |draft| app.patch_entry(draft, &caller, &id, &patch))
        .await?;
    view(&app, &path.id).map(Json)
}

/// Deletes a group that no room names.
#[utoipa::path(
    delete, path = paths::ADMIN_IP_GROUP, tag = "ip-groups", params(IpGroupPath),
    responses((status = 204), (status = 409, description = "A room still refers to the group")),
)]
pub(in crate::http) async fn delete(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<IpGroupPath>,
) -> Result<StatusCode, ProblemDetails> {
    app.answer_delete(&caller, &EntryId::ip_group(&path.id)).await
}

fn view(app: &AppState, id: &str) -> Result<IpGroupView, ProblemDetails> {
    let config = app.running.config();
    let group = config.ip_groups.iter().find(|group| group.id == id);
    let group = group
        .ok_or_else(|| ProblemDetails::not_found(format!("there is no group {id:?}; GET ip-groups lists them all")))?;
    Ok(IpGroupView::of(&config, group))
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
