//! `/v1/ips`: the addresses whose visitors pass the account's rooms. Blocking addresses is not
//! built, and groups of addresses are the operators'.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::input::PathId;
use super::owner::operators_only;
use super::{Answer, ApiFault, PrivateCaller, ids};
use crate::config::{Config, IpGroup, RoomDefinition};
use crate::http::{Edge, SharedEdge, paths};

/// An address, or a network, that passes rooms.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PassedAddress {
    id: String,
    /// The address, or the network.
    ip: String,
    /// `pass`: no other state is built.
    status: &'static str,
    /// The group of addresses that it belongs to.
    group: String,
    /// The account's rooms that it passes.
    rooms: Vec<String>,
}

/// Lists the addresses that pass rooms of the account.
///
/// Groups of addresses that also pass rooms of others are left out.
#[utoipa::path(get, path = paths::CH_IPS, tag = "ips", responses((status = 200, body = Vec<PassedAddress>)))]
pub(super) async fn list(State(edge): State<SharedEdge>, caller: PrivateCaller) -> Answer<Vec<PassedAddress>> {
    Answer(passed(&edge, &caller, |_| true))
}

/// Lists the addresses that pass rooms of a domain.
#[utoipa::path(
    get, path = paths::CH_DOMAIN_IPS, tag = "domains", params(("id" = String, Path, description = "dom_…")),
    responses((status = 200, body = Vec<PassedAddress>)),
)]
pub(super) async fn of_domain(
    State(edge): State<SharedEdge>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<Vec<PassedAddress>>, ApiFault> {
    let pool = caller.domain(&id)?.pool.as_str();
    let is_there = |room: &RoomDefinition| room.share.as_ref().is_some_and(|share| share.pool == pool);
    Ok(Answer(passed(&edge, &caller, is_there)))
}

/// Returns one address.
#[utoipa::path(
    get, path = paths::CH_IP, tag = "ips", params(("id" = String, Path, description = "ip_…")),
    responses((status = 200, body = PassedAddress)),
)]
pub(super) async fn get(
    State(edge): State<SharedEdge>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<PassedAddress>, ApiFault> {
    let found = passed(&edge, &caller, |_| true)
        .into_iter()
        .find(|address| address.id == id);
    let found =
        found.ok_or_else(|| ApiFault::not_found("This account has no such address; GET /v1/ips lists them all."));
    found.map(Answer)
}

/// Refuses to add an address.
#[utoipa::path(
    post, path = paths::CH_IPS, tag = "ips",
    responses((status = 403, description = "Always: the operators of the server keep the groups of addresses")),
)]
pub(super) async fn post(_caller: PrivateCaller) -> ApiFault {
    refused()
}

/// Refuses to change an address.
#[utoipa::path(
    put, path = paths::CH_IP, tag = "ips", params(("id" = String, Path, description = "ip_…")),
    responses((status = 403, description = "Always: the operators of the server keep the groups of addresses")),
)]
pub(super) async fn put(_caller: PrivateCaller, _id: PathId) -> ApiFault {
    refused()
}

/// Refuses to delete an address.
#[utoipa::path(
    delete, path = paths::CH_IP, tag = "ips", params(("id" = String, Path, description = "ip_…")),
    responses((status = 403, description = "Always: the operators of the server keep the groups of addresses")),
)]
pub(super) async fn delete(_caller: PrivateCaller, _id: PathId) -> ApiFault {
    refused()
}

fn refused() -> ApiFault {
    operators_only(
        "Blocking addresses is not built, and addresses that pass are changed",
        "PATCH /admin/v1/ip-groups/{id}",
    )
}

fn passed(edge: &Edge, caller: &PrivateCaller, is_wanted: impl Fn(&RoomDefinition) -> bool) -> Vec<PassedAddress> {
    let config = edge.running.config();
    let is_own = |room: &RoomDefinition| room.customer.as_str() == caller.customer();
    let groups = config
        .ip_groups
        .iter()
        .filter(|group| naming(&config, group).all(is_own));
    let mut found = Vec::new();
    for group in groups {
        let rooms: Vec<String> = naming(&config, group)
            .filter(|room| is_wanted(room))
            .map(|room| ids::room(room.id.as_str()))
            .collect();
        let networks = group.networks.iter().enumerate().filter(|_| !rooms.is_empty());
        found.extend(networks.map(|(index, network)| PassedAddress {
            id: format!("ip_{}_{index}", group.id),
            ip: if network.prefix_len() == network.max_prefix_len() {
                network.addr().to_string()
            } else {
                network.to_string()
            },
            status: "pass",
            group: group.id.clone(),
            rooms: rooms.clone(),
        }));
    }
    found
}

/// The rooms that name a group.
fn naming<'a>(config: &'a Config, group: &'a IpGroup) -> impl Iterator<Item = &'a RoomDefinition> {
    let names = |room: &&RoomDefinition| room.joining.bypass.iter().any(|named| named.id == group.id);
    config.rooms.iter().filter(names)
}
