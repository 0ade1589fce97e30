//! `/v1/ips`: the addresses whose visitors are treated differently in the account's rooms.
//! Addresses that pass are in groups of addresses, which belong to the operators; an account
//! changes the addresses of groups that pass only its own rooms. All others are in the firewall's
//! rules ([`rules`]).

mod rules;

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
use crate::config::{Config, EntryId, IpGroup, RoomDefinition, written_network as written};
use crate::http::admin::{JsonObject, ProblemDetails};
use crate::http::{AppState, SharedAppState, paths};
use rules::OwnRule;

/// The fields of an address to add.
const FIELDS: [FieldKey; 3] = [
    FieldKey::same("ip", FieldKind::Text),
    FieldKey::same(STATUS, FieldKind::Text),
    FieldKey::same("group", FieldKind::Text),
];
const STATUS: &str = "status";
/// The status of addresses that pass rooms.
const PASS: &str = "pass";

body!(
    NewAddress,
    "An address to add. `group` can be left out where only one group passes the account's rooms alone.",
    FIELDS,
    ["ip"]
);

/// An address, or a network, whose visitors are treated differently.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ListedAddress {
    pub(super) id: String,
    /// The address, or the network.
    pub(super) ip: String,
    /// `pass`, `block`, `ignore`, or the action of an operator's rule.
    pub(super) status: &'static str,
    /// The group of addresses that it belongs to; `null` for an address of a rule.
    pub(super) group: Option<String>,
    /// The account's rooms that the status concerns.
    pub(super) rooms: Vec<String>,
}

/// Lists the addresses whose visitors are treated differently in rooms of the account.
///
/// Groups of addresses that also pass rooms of others are left out.
#[utoipa::path(get, path = paths::CH_IPS, tag = "ips", responses((status = 200, body = Vec<ListedAddress>)))]
pub(super) async fn list(State(app): State<SharedAppState>, caller: PrivateCaller) -> Answer<Vec<ListedAddress>> {
    Answer(passed(&app, &caller, |_| true))
}

/// Lists the addresses whose visitors are treated differently in rooms of a domain.
#[utoipa::path(
    get, path = paths::CH_DOMAIN_IPS, tag = "domains", params(("id" = String, Path, description = "dom_…")),
    responses((status = 200, body = Vec<ListedAddress>)),
)]
pub(super) async fn of_domain(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<Vec<ListedAddress>>, ApiFault> {
    let pool = caller.domain(&id)?.pool.as_str();
    let is_there = |room: &RoomDefinition| room.share.as_ref().is_some_and(|share| share.pool == pool);
    Ok(Answer(passed(&app, &caller, is_there)))
}

/// Returns one address.
#[utoipa::path(
    get, path = paths::CH_IP, tag = "ips", params(("id" = String, Path, description = "ip_…")),
    responses((status = 200, body = ListedAddress)),
)]
pub(super) async fn get(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<ListedAddress>, ApiFault> {
    find(&app, &caller, &id).map(Answer)
}

/// Adds an address, or a network.
///
/// With the status `block` its visitors are refused in all rooms of the account (status 3 for
/// integrations), with `ignore` they are exempt from rules for wider networks. With `pass`, or
/// without a status, they pass rooms: the address joins a group of addresses that passes rooms of
/// the account alone, the one that is named or the only one. The operators of the server make
/// groups and assign them to rooms. Requires the role admin.
#[utoipa::path(
    post, path = paths::CH_IPS, tag = "ips", request_body = NewAddress,
    responses(
        (status = 200, body = ListedAddress),
        (status = 403, description = "No such group passes the account's rooms alone"),
        (status = 501, description = "Another status than pass, block or ignore"),
    ),
)]
pub(super) async fn post(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    Fields(given): Fields,
) -> Result<Answer<ListedAddress>, ApiFault> {
    caller.must_be(Role::Admin)?;
    let given = patch(&given, &Value::Null, &FIELDS)?;
    let network = network(given.get("ip"))?;
    if let Some(own) = status_of(given.get(STATUS))? {
        if given.get("group").is_some() {
            return Err(ApiFault::bad("group: only addresses that pass have a group."));
        }
        rules::add(&app, &caller, own, network).await?;
        return find(&app, &caller, &own.id_of(&network)).map(Answer);
    }
    let named = given.get("group").and_then(Value::as_str);
    let group = own_group(&app.running.config(), caller.customer(), named)?.id.clone();
    let change = |networks: &mut Vec<IpNet>| {
        if !networks.contains(&network) {
            networks.push(network);
        }
    };
    change_group(&app, &caller, &group, change).await?;
    find(&app, &caller, &id_of(&group, &network)).map(Answer)
}

/// Refuses to change an address: it can be deleted, and another one added. An address that is sent
/// back unchanged is no change.
#[utoipa::path(
    put, path = paths::CH_IP, tag = "ips", params(("id" = String, Path, description = "ip_…")),
    responses(
        (status = 200, body = ListedAddress),
        (status = 501, description = "Another status than pass, block or ignore"),
    ),
)]
pub(super) async fn put(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Fields(given): Fields,
) -> Result<Answer<ListedAddress>, ApiFault> {
    caller.must_be(Role::Admin)?;
    let shown = find(&app, &caller, &id)?;
    status_of(given.get(STATUS))?;
    patch(&given, &shown, &[])?;
    Ok(Answer(shown))
}

/// Removes an address from its group or rule: its visitors wait like others. Requires the role
/// admin.
#[utoipa::path(
    delete, path = paths::CH_IP, tag = "ips", params(("id" = String, Path, description = "ip_…")),
    responses((status = 200, body = DeletedCount)),
)]
pub(super) async fn delete(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<DeletedCount>, ApiFault> {
    caller.must_be(Role::Admin)?;
    let found = find(&app, &caller, &id)?;
    let Some(group) = found.group else {
        rules::remove(&app, &caller, &id).await?;
        return Ok(Answer(DeletedCount { deleted: 1 }));
    };
    let change = |networks: &mut Vec<IpNet>| networks.retain(|network| id_of(&group, network) != id);
    change_group(&app, &caller, &group, change).await?;
    Ok(Answer(DeletedCount { deleted: 1 }))
}

/// Returns the account's own rule for the addresses of a status; `None` for addresses that pass.
fn status_of(status: Option<&Value>) -> Result<Option<OwnRule>, ApiFault> {
    let status = match status {
        None => return Ok(None),
        Some(status) => status.as_str().unwrap_or_default(),
    };
    let own = OwnRule::of(status);
    if own.is_none() && status != PASS {
        return Err(ApiFault::not_built(
            "status: an address can pass (\"pass\"), be blocked (\"block\") or be ignored (\"ignore\"); other states are not built.",
        ));
    }
    Ok(own)
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

/// Finds the group with this id, or without an id the only one, among the groups that pass rooms of
/// this account alone.
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

/// Changes the addresses of a group that passes rooms of the account alone; this is checked within
/// the change.
async fn change_group(
    app: &AppState,
    caller: &PrivateCaller,
    group: &str,
    change: impl Fn(&mut Vec<IpNet>),
) -> Result<(), ApiFault> {
    let (author, entry) = (caller.author(), EntryId::ip_group(group));
    let changed = app.change(author, |draft| {
        let config = app.running.candidate(draft.documents());
        let config = config.map_err(|problems| ProblemDetails::invalid_configuration(problems, None))?;
        let Ok(found) = own_group(&config, caller.customer(), Some(group)) else {
            return Err(ProblemDetails::forbidden(
                "this group of addresses passes others' rooms now",
            ));
        };
        let mut networks = found.networks.clone();
        change(&mut networks);
        let addresses: Vec<String> = networks.iter().map(written).collect();
        let fields = JsonObject::from_iter([("addresses".to_owned(), json!(addresses))]);
        app.patch_entry(draft, author, &entry, &fields)
    });
    changed.await.map_err(ApiFault::from)
}

fn find(app: &AppState, caller: &PrivateCaller, id: &str) -> Result<ListedAddress, ApiFault> {
    let found = passed(app, caller, |_| true)
        .into_iter()
        .find(|address| address.id == id);
    found.ok_or_else(|| ApiFault::not_found("This account has no such address; GET /v1/ips lists them all."))
}

/// The id of an address in a group.
fn id_of(group: &str, network: &IpNet) -> String {
    format!("ip_{group}_{}", written(network).replace('/', "-"))
}

fn passed(app: &AppState, caller: &PrivateCaller, is_wanted: impl Fn(&RoomDefinition) -> bool) -> Vec<ListedAddress> {
    let config = app.running.config();
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
        found.extend(networks.map(|network| ListedAddress {
            id: id_of(&group.id, network),
            ip: written(network),
            status: PASS,
            group: Some(group.id.clone()),
            rooms: rooms.clone(),
        }));
    }
    found.extend(rules::listed(&config, caller, is_wanted));
    found
}

/// The rooms that name a group.
fn naming<'a>(config: &'a Config, group: &'a IpGroup) -> impl Iterator<Item = &'a RoomDefinition> {
    let names = |room: &&RoomDefinition| room.joining.bypass.iter().any(|named| named.id == group.id);
    config.rooms.iter().filter(names)
}
