//! The lists of `/v1/codes` and of a group's codes, page by page.

use axum::body::Body;
use axum::extract::State;
use axum::response::IntoResponse;
use http::header::LINK;
use http::{HeaderValue, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::input::{ListLimit, Parameters, PathId};
use super::owner::{must_own_now, owns_now};
use super::{Answer, ApiFault, PrivateCaller, ids};
use crate::clock::rfc3339;
use crate::http::admin::{GroupPath, priority_codes};
use crate::http::{AppState, SharedAppState, paths};
use crate::rooms::codes::{CodeId, PriorityCodeRecord};
use crate::rooms::invites::InviteId;

/// The maximum number of store pages that one answer reads; the list continues on its next page.
const PAGES_READ_MAX: usize = 20;

/// A code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SiteCode {
    id: String,
    #[serde(rename = "groupID")]
    group_id: String,
    /// The name of the batch; empty for none.
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

/// The query of the lists.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SiteCodesQuery {
    /// Only codes of this group; default: all groups of the account.
    #[serde(rename = "groupID")]
    group_id: Option<String>,
    /// Only codes of this batch.
    batch: Option<String>,
    /// Only codes after this id.
    after: Option<String>,
    /// The maximum number of codes; default 100.
    #[serde(default)]
    #[param(minimum = 1, maximum = 1000, value_type = Option<usize>)]
    limit: ListLimit,
}

impl SiteCode {
    pub(super) fn of(group: &GroupPath, id: CodeId, record: &PriorityCodeRecord) -> Self {
        Self {
            id: ids::code(group, id),
            group_id: ids::group(&group.pool, &group.group),
            batch: record.batch.clone(),
            uses: record.uses_max,
            used: record.counted_uses(),
            added_at: rfc3339(record.added_at),
            ends_at: record.ends_at.map(rfc3339),
        }
    }
}

/// Lists the codes of all groups, or of one.
///
/// Where more follow, the header `Link` has the query of the next answer, which begins after the
/// last code of this one; an answer can be empty although more follow. Groups of domains in which
/// other accounts have rooms are left out.
#[utoipa::path(
    get, path = paths::CH_CODES, tag = "codes", params(SiteCodesQuery), responses((status = 200, body = Vec<SiteCode>)),
)]
pub(super) async fn list(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    Parameters(query): Parameters<SiteCodesQuery>,
) -> Result<Response<Body>, ApiFault> {
    let groups = match query.group_id.as_deref() {
        Some(id) => vec![own_group(&app, &caller, id)?],
        None => own_groups(&app, &caller),
    };
    answer(&app, &groups, &query).await
}

/// Lists the codes of a group; as `GET /v1/codes` with its `groupID`.
#[utoipa::path(
    get, path = paths::CH_GROUP_CODES, tag = "groups",
    params(("id" = String, Path, description = "grp_…"), SiteCodesQuery), responses((status = 200, body = Vec<SiteCode>)),
)]
pub(super) async fn of_group(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Parameters(query): Parameters<SiteCodesQuery>,
) -> Result<Response<Body>, ApiFault> {
    let named = query.group_id.as_deref().unwrap_or(&id);
    must_be_of_path(named, &id)?;
    answer(&app, &[own_group(&app, &caller, &id)?], &query).await
}

async fn answer(app: &AppState, groups: &[GroupPath], query: &SiteCodesQuery) -> Result<Response<Body>, ApiFault> {
    let limit = query.limit.get();
    let (mut groups, mut after) = (groups, None);
    if let Some(id) = query.after.as_deref() {
        let mut at = groups.iter().enumerate();
        let found = at.find_map(|(index, group)| Some((index, ids::code_of(group, id)?)));
        let (index, id) = found.ok_or_else(|| ApiFault::bad("after: no id of a code of these groups"))?;
        (groups, after) = (&groups[index..], Some(id));
    }
    let (codes, next) = listed(app, groups, (query.batch.as_deref(), after), limit).await?;
    let mut response = Answer(codes).into_response();
    if let Some(next) = next {
        let mut link = url::form_urlencoded::Serializer::new(String::new());
        link.append_pair("after", &next)
            .append_pair("limit", &limit.to_string());
        for (name, value) in [("groupID", &query.group_id), ("batch", &query.batch)] {
            if let Some(value) = value {
                link.append_pair(name, value);
            }
        }
        let link = HeaderValue::try_from(format!("<?{}>; rel=\"next\"", link.finish()));
        response
            .headers_mut()
            .insert(LINK, link.expect("an encoded query is ASCII"));
    }
    Ok(response)
}

/// Returns a page of the codes of these groups, and the id after which the next one begins, if more
/// may follow. `after` is a code of the first group.
async fn listed(
    app: &AppState,
    groups: &[GroupPath],
    (batch, after): (Option<&str>, Option<CodeId>),
    limit: usize,
) -> Result<(Vec<SiteCode>, Option<String>), ApiFault> {
    let (mut found, mut read, mut after) = (Vec::new(), 0, after);
    for group in groups {
        let codes = app.rooms.priority_codes(&group.pool);
        loop {
            if found.len() == limit || read == PAGES_READ_MAX {
                // No code has the lowest possible id.
                let last = after.unwrap_or(InviteId([0; 16]));
                return Ok((found, Some(ids::code(group, last))));
            }
            let page = codes.page((&group.group, batch), after, limit - found.len()).await;
            let page = page.map_err(|error| priority_codes::away(group, &error))?;
            read += 1;
            found.extend(page.codes.iter().map(|(id, record)| SiteCode::of(group, *id, record)));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
    }
    Ok((found, None))
}

/// Finds a group in a domain that belongs to the account alone: its codes concern all rooms of the
/// domain.
pub(super) fn own_group(app: &AppState, caller: &PrivateCaller, id: &str) -> Result<GroupPath, ApiFault> {
    let group = caller.group(app, id)?;
    must_own_now(app, caller.customer(), &group.pool)?;
    Ok(group)
}

/// The groups in such domains.
pub(super) fn own_groups(app: &AppState, caller: &PrivateCaller) -> Vec<GroupPath> {
    let mut groups = caller.groups(app);
    groups.retain(|group| owns_now(app, caller.customer(), &group.pool));
    groups
}

/// Refuses a call that names one group in its path and another one elsewhere.
pub(super) fn must_be_of_path(named: &str, id: &str) -> Result<(), ApiFault> {
    match named == id {
        true => Ok(()),
        false => Err(ApiFault::bad("groupID: another group than that of the path")),
    }
}
