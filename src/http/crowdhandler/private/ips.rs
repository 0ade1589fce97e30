//! `/v1/ips`: the addresses whose visitors pass the account's rooms. Blocking addresses is not
//! built. Groups of addresses are the operators'; an account changes the addresses of those that
//! pass its own rooms and nobody else's.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::State;
use ipnet::IpNet;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::input::{FieldKey, FieldKind, Fields, PathId, body, patch};
use super::owner::operators_only;
use super::{Answer, ApiFault, DeletedCount, PrivateCaller, ids};
use crate::admin_store::Role;
use crate::config::{Config, EntryId, IpGroup, RoomDefinition};
use crate::http::admin::{JsonObject, ProblemDetails};
use crate::http::{Edge, SharedEdge, paths};

/// The fields of an address to add.
const FIELDS: [FieldKey; 3] = [
    FieldKey::same("ip", FieldKind::Text),
    FieldKey::same(STATUS, FieldKind::Text),
    FieldKey::same("group", FieldKind::Text),
];
const STATUS: &str = "status";
/// The only status that is built.
const PASS: &str = "pass";

body!(
    NewPassedAddress,
    "An address to add. `group` can be left out where only one group passes the account's rooms alone.",
    FIELDS,
    ["ip"]
);

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
    find(&edge, &caller, &id).map(Answer)
}

/// Adds an address, or a network, whose visitors pass rooms.
///
/// It joins a group of addresses that passes rooms of the account alone: the one that is named, or
/// the only one. The operators of the server make groups and assign them to rooms. Requires the
/// role admin.
#[utoipa::path(
    post, path = paths::CH_IPS, tag = "ips", request_body = NewPassedAddress,
    responses(
        (status = 200, body = PassedAddress),
        (status = 403, description = "No such group passes the account's rooms alone"),
        (status = 501, description = "Another status than pass: blocking addresses is not built"),
    ),
)]
pub(super) async fn post(
    State(edge): State<SharedEdge>,
    caller: PrivateCaller,
    Fields(given): Fields,
) -> Result<Answer<PassedAddress>, ApiFault> {
    caller.must_be(Role::Admin)?;
    let given = patch(&given, &Value::Null, &FIELDS)?;
    must_pass(given.get(STATUS))?;
    let network = network(given.get("ip"))?;
    let named = given.get("group").and_then(Value::as_str);
    let group = own_group(&edge.running.config(), caller.customer(), named)?.id.clone();
    let change = |networks: &mut Vec<IpNet>| {
        if !networks.contains(&network) {
            networks.push(network);
        }
    };
    change_group(&edge, &caller, &group, change).await?;
    find(&edge, &caller, &id_of(&group, &network)).map(Answer)
}

/// Refuses to change an address: it can be deleted, and another one added. What is sent back
/// unchanged is no change.
#[utoipa::path(
    put, path = paths::CH_IP, tag = "ips", params(("id" = String, Path, description = "ip_…")),
    responses(
        (status = 200, body = PassedAddress),
        (status = 501, description = "Another status than pass: blocking addresses is not built"),
    ),
)]
pub(super) async fn put(
    State(edge): State<SharedEdge>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Fields(given): Fields,
) -> Result<Answer<PassedAddress>, ApiFault> {
    caller.must_be(Role::Admin)?;
    let shown = find(&edge, &caller, &id)?;
    must_pass(given.get(STATUS))?;
    patch(&given, &shown, &[])?;
    Ok(Answer(shown))
}

/// Removes an address from its group: its visitors wait like others. Requires the role admin.
#[utoipa::path(
    delete, path = paths::CH_IP, tag = "ips", params(("id" = String, Path, description = "ip_…")),
    responses((status = 200, body = DeletedCount)),
)]
pub(super) async fn delete(
    State(edge): State<SharedEdge>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<DeletedCount>, ApiFault> {
    caller.must_be(Role::Admin)?;
    let group = find(&edge, &caller, &id)?.group;
    let change = |networks: &mut Vec<IpNet>| networks.retain(|network| id_of(&group, network) != id);
    change_group(&edge, &caller, &group, change).await?;
    Ok(Answer(DeletedCount { deleted: 1 }))
}

/// Refuses every status but that of addresses that pass.
fn must_pass(status: Option<&Value>) -> Result<(), ApiFault> {
    match status {
        None => Ok(()),
        Some(status) if status == PASS => Ok(()),
        Some(_) => Err(ApiFault::not_built(
            "status: blocking addresses is not built; an address can pass (\"pass\"), or not be in the list.",
        )),
    }
}

fn network(given: Option<&Value>) -> Result<IpNet, ApiFault> {
    let text = given.and_then(Value::as_str).unwrap_or_default();
    let network = text
        .parse::<IpNet>()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
    let network =
        network.map_err(|_| ApiFault::bad("ip: an address, or a network such as 198.51.100.0/24, is wanted."))?;
    Ok(network.trunc())
}

/// Finds the group with this id, or else the only one, that passes rooms of the account alone.
fn own_group<'a>(config: &'a Config, customer: &str, id: Option<&str>) -> Result<&'a IpGroup, ApiFault> {
    let is_own = |room: &RoomDefinition| room.customer.as_str() == customer;
    let is_only_own = |group: &IpGroup| naming(config, group).next().is_some() && naming(config, group).all(is_own);
    let mut own = config
        .ip_groups
        .iter()
        .map(Arc::as_ref)
        .filter(|group| is_only_own(group));
    let found = match id {
        Some(id) => own.find(|group| group.id == id),
        None => own.next().filter(|_| own.next().is_none()),
    };
    let what = match id {
        Some(_) => {
            "No such group of addresses passes rooms of this account alone; groups are made, and assigned to rooms,"
        }
        None => {
            "Name the group: there is not exactly one that passes rooms of this account alone; groups are made, and assigned to rooms,"
        }
    };
    found.ok_or_else(|| operators_only(what, "POST /admin/v1/ip-groups"))
}

/// Changes the addresses of a group that passes rooms of the account alone, also once the change
/// is made.
async fn change_group(
    edge: &Edge,
    caller: &PrivateCaller,
    group: &str,
    change: impl Fn(&mut Vec<IpNet>),
) -> Result<(), ApiFault> {
    let (author, entry) = (caller.author(), EntryId::ip_group(group));
    let changed = edge.change(author, |draft| {
        let config = edge.running.candidate(draft.documents());
        let config = config.map_err(|problems| ProblemDetails::unfit(problems, None))?;
        let Ok(found) = own_group(&config, caller.customer(), Some(group)) else {
            return Err(ProblemDetails::forbidden(
                "this group of addresses passes others' rooms now",
            ));
        };
        let mut networks = found.networks.clone();
        change(&mut networks);
        let addresses: Vec<String> = networks.iter().map(written).collect();
        let fields = JsonObject::from_iter([("addresses".to_owned(), json!(addresses))]);
        edge.patch_entry(draft, author, &entry, &fields)
    });
    changed.await.map_err(ApiFault::from)
}

fn find(edge: &Edge, caller: &PrivateCaller, id: &str) -> Result<PassedAddress, ApiFault> {
    let found = passed(edge, caller, |_| true)
        .into_iter()
        .find(|address| address.id == id);
    found.ok_or_else(|| ApiFault::not_found("This account has no such address; GET /v1/ips lists them all."))
}

/// The id of an address in a group.
fn id_of(group: &str, network: &IpNet) -> String {
    format!("ip_{group}_{}", written(network).replace('/', "-"))
}

/// Formats a network; a single address is written without a prefix length.
fn written(network: &IpNet) -> String {
    match network.prefix_len() == network.max_prefix_len() {
        true => network.addr().to_string(),
        false => network.to_string(),
    }
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
        let networks = group.networks.iter().filter(|_| !rooms.is_empty());
        found.extend(networks.map(|network| PassedAddress {
            id: id_of(&group.id, network),
            ip: written(network),
            status: PASS,
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
