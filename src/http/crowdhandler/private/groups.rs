//! `/v1/groups`: the priority groups of the account's domains. Visitors enter one with a code
//! ([`super::codes`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::input::{FieldKey, FieldKind, Fields, Parameters, PathId, body, patch};
use super::owner::must_own;
use super::{Answer, ApiFault, DeletedCount, PrivateCaller, ids};
use crate::admin_store::Role;
use crate::config::PriorityGroup;
use crate::http::admin::priority_codes::away;
use crate::http::admin::{GroupPath, ProblemDetails};
use crate::http::{AppState, SharedAppState, paths};

/// The fields that can be changed.
const FIELDS: [FieldKey; 2] = [
    FieldKey::same("name", FieldKind::Text),
    FieldKey::same("weight", FieldKind::WholeOrNone),
];
/// The field of a new group that names its domain.
const DOMAIN: FieldKey = FieldKey::new("domainID", "pool", FieldKind::Text);
/// The fields that a new group needs.
const NEEDED: [&str; 2] = ["domainID", "name"];
/// The number of letters of its name with which a new group's id begins.
const ID_LETTERS: usize = 12;

/// A priority group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SiteGroup {
    id: String,
    #[serde(rename = "domainID")]
    domain_id: String,
    /// The value of `priority` in answers about a visitor of the group.
    name: String,
    /// The group's share of each room's outflow while others wait as well; the share of ordinary
    /// visitors is 1.
    weight: u16,
    /// 1 for the domain's highest group. A code never leads to a lower group than the visitor's.
    rank: usize,
    /// Number of codes.
    codes: u64,
}

body!(GroupChange, "The changes of a group.", FIELDS, []);
body!(
    NewSiteGroup,
    "A group to create.",
    [&FIELDS[..], &[DOMAIN]].concat(),
    NEEDED
);

/// The query of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct GroupsQuery {
    /// Only groups of this domain.
    #[serde(rename = "domainID")]
    domain_id: Option<String>,
}

impl SiteGroup {
    /// The groups of a pool, the highest first.
    async fn all(app: &AppState, pool: &str) -> Result<Vec<Self>, ApiFault> {
        let groups = of_pool(app, pool);
        let Some(first) = groups.first() else {
            return Ok(Vec::new());
        };
        let listed = app.rooms.priority_codes(pool).listed_by_group().await;
        let first = group_path(pool, &first.id);
        let listed: BTreeMap<String, u64> = listed.map_err(|error| away(&first, &error))?;
        let view = |(index, group): (usize, &Arc<PriorityGroup>)| Self {
            id: ids::group(pool, &group.id),
            domain_id: ids::domain(pool),
            name: group.name.clone(),
            weight: group.weight.get(),
            rank: index + 1,
            codes: listed.get(&group.id).copied().unwrap_or(0),
        };
        Ok(groups.iter().enumerate().map(view).collect())
    }

    async fn find(app: &AppState, group: &GroupPath) -> Result<Self, ApiFault> {
        let id = ids::group(&group.pool, &group.group);
        let found = Self::all(app, &group.pool)
            .await?
            .into_iter()
            .find(|found| found.id == id);
        found.ok_or_else(|| ApiFault::not_found("This group is gone."))
    }
}

/// The configured groups of a pool.
fn of_pool(app: &AppState, pool: &str) -> Vec<Arc<PriorityGroup>> {
    let config = app.running.config();
    let mut pools = config.pools.iter();
    let found = pools.find(|found| found.id == pool);
    found.map(|pool| pool.groups.clone()).unwrap_or_default()
}

fn group_path(pool: &str, group: &str) -> GroupPath {
    GroupPath {
        pool: pool.to_owned(),
        group: group.to_owned(),
    }
}

impl PrivateCaller {
    /// The groups of the account, domain by domain, the highest first.
    pub(super) fn groups(&self, app: &AppState) -> Vec<GroupPath> {
        let pools = self.account().domains.iter().map(|domain| domain.pool.as_str());
        let groups = |pool| {
            let groups = of_pool(app, pool).into_iter();
            groups.map(move |group| group_path(pool, &group.id))
        };
        pools.flat_map(groups).collect()
    }

    /// Finds a group of the account.
    pub(super) fn group(&self, app: &AppState, id: &str) -> Result<GroupPath, ApiFault> {
        let mut groups = self.groups(app).into_iter();
        let found = groups.find(|group| ids::group(&group.pool, &group.group) == id);
        found.ok_or_else(|| ApiFault::not_found("This account has no such group; GET /v1/groups lists them all."))
    }
}

/// Lists the priority groups of the account's domains, the highest first.
#[utoipa::path(
    get, path = paths::CH_GROUPS, tag = "groups", params(GroupsQuery), responses((status = 200, body = Vec<SiteGroup>)),
)]
pub(super) async fn list(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    Parameters(query): Parameters<GroupsQuery>,
) -> Result<Answer<Vec<SiteGroup>>, ApiFault> {
    let only = query.domain_id.as_deref().map(|id| caller.domain(id)).transpose()?;
    let mut groups = Vec::new();
    for domain in &caller.account().domains {
        if only.is_none_or(|only| only.pool == domain.pool) {
            groups.extend(SiteGroup::all(&app, &domain.pool).await?);
        }
    }
    Ok(Answer(groups))
}

/// Returns one priority group.
#[utoipa::path(
    get, path = paths::CH_GROUP, tag = "groups", params(("id" = String, Path, description = "grp_…")),
    responses((status = 200, body = SiteGroup)),
)]
pub(super) async fn get(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<SiteGroup>, ApiFault> {
    let group = caller.group(&app, &id)?;
    SiteGroup::find(&app, &group).await.map(Answer)
}

/// Creates a priority group, which ranks below the groups that the domain has.
///
/// The domain's rooms are closed and opened again. Meanwhile newcomers get the holding page; nobody
/// loses a place.
#[utoipa::path(
    post, path = paths::CH_GROUPS, tag = "groups", request_body = NewSiteGroup,
    responses((status = 200, body = SiteGroup)),
)]
pub(super) async fn post(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    Fields(given): Fields,
) -> Result<Answer<SiteGroup>, ApiFault> {
    caller.must_be(Role::Admin)?;
    let missing: Vec<&str> = NEEDED.into_iter().filter(|name| !given.contains_key(*name)).collect();
    if !missing.is_empty() {
        return Err(ApiFault::bad(format!("{}: a new group needs it.", missing.join(", "))));
    }
    let domain = given.get(DOMAIN.name).and_then(Value::as_str).unwrap_or_default();
    let pool = caller.domain(domain)?.pool.as_str();
    let mut fields = patch(&given, &Value::Null, &[&FIELDS[..], &[DOMAIN]].concat())?;
    let name = given.get("name").and_then(Value::as_str).unwrap_or_default();
    let group = group_path(pool, &app.new_id(name, ID_LETTERS));
    fields.insert("pool".to_owned(), json!(pool));
    fields.insert("id".to_owned(), json!(group.group));
    let author = caller.author();
    let changed = app.change(author, |draft| {
        must_own(&app, draft, caller.customer(), pool)?;
        app.create_entry(draft, author, &group.id(), &fields)
    });
    changed.await.map_err(ApiFault::from_admin)?;
    SiteGroup::find(&app, &group).await.map(Answer)
}

/// Changes a priority group. Fields that are not sent stay as they are.
#[utoipa::path(
    put, path = paths::CH_GROUP, tag = "groups", params(("id" = String, Path, description = "grp_…")),
    request_body = GroupChange, responses((status = 200, body = SiteGroup)),
)]
pub(super) async fn put(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Fields(mut given): Fields,
) -> Result<Answer<SiteGroup>, ApiFault> {
    caller.must_be(Role::Admin)?;
    let group = caller.group(&app, &id)?;
    // A caller who sends the whole group back can have read an older number of codes.
    given.remove("codes");
    let patch = patch(&given, &SiteGroup::find(&app, &group).await?, &FIELDS)?;
    let author = caller.author();
    let changed = app.change(author, |draft| {
        must_own(&app, draft, caller.customer(), &group.pool)?;
        app.patch_entry(draft, author, &group.id(), &patch)
    });
    changed.await.map_err(ApiFault::from_admin)?;
    SiteGroup::find(&app, &group).await.map(Answer)
}

/// Deletes a priority group that has no codes and in which nobody waits.
#[utoipa::path(
    delete, path = paths::CH_GROUP, tag = "groups", params(("id" = String, Path, description = "grp_…")),
    responses((status = 200, body = DeletedCount), (status = 409, description = "The group has codes, or people wait in it")),
)]
pub(super) async fn delete(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<DeletedCount>, ApiFault> {
    caller.must_be(Role::Admin)?;
    let group = caller.group(&app, &id)?;
    let codes = SiteGroup::find(&app, &group).await?.codes;
    if codes > 0 {
        let text = format!("this group has {codes} codes; delete them first (DELETE /v1/groups/{id}/codes)");
        return Err(ProblemDetails::conflict(text).into());
    }
    let author = caller.author();
    let changed = app.change(author, |draft| {
        must_own(&app, draft, caller.customer(), &group.pool)?;
        app.delete_entry(draft, author, &group.id())
    });
    changed.await?;
    Ok(Answer(DeletedCount { deleted: 1 }))
}
