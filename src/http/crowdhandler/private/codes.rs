//! `/v1/codes` and the codes of a group, with which visitors enter a priority group. Codes are
//! shown in clear when they are added and never again: only keyed hashes are stored.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::code_fields::{
    CODE, CODES, COUNT, CodeFields, CodesBatch, CodesUpload, FIELDS, GROUP, NewSiteCode, change_of, new_codes,
};
use super::code_list::{SiteCode, must_be_of_path, own_group, own_groups};
use super::input::{FieldKey, Fields, Parameters, PathId, patch};
use super::{Answer, ApiFault, DeletedCount, PrivateCaller, ids};
use crate::admin_store::Role;
use crate::http::admin::priority_codes::{self, AddedCodes, CodesInput};
use crate::http::admin::{GroupPath, JsonObject, ProblemDetails, read};
use crate::http::{AppState, SharedAppState, paths};
use crate::rooms::codes::{CodeId, PriorityCode, PriorityCodeRecord};

/// The longest body with codes, bytes: the most codes at once of the longest length.
pub(super) const CODES_BYTES_MAX: usize = 256 * 1024;

/// A new code in clear, which is not shown again.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SiteCodeInClear {
    id: String,
    #[serde(rename = "groupID")]
    group_id: String,
    code: String,
}

/// The added codes.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SiteCodesAdded {
    /// Number of codes that the group did not have before.
    added: u64,
    /// Number of codes that the group has now.
    listed: u64,
    /// All requested codes.
    codes: Vec<SiteCodeInClear>,
}

/// The query of a deletion.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CodesDeletion {
    /// Only codes of this batch; default: all codes of the group.
    batch: Option<String>,
}

impl SiteCodeInClear {
    fn of(group: &GroupPath, (id, code): &(CodeId, PriorityCode)) -> Self {
        Self {
            id: ids::code(group, *id),
            group_id: ids::group(&group.pool, &group.group),
            code: code.as_str().to_owned(),
        }
    }
}

impl SiteCodesAdded {
    fn of(group: &GroupPath, added: &AddedCodes) -> Self {
        Self {
            added: added.added,
            listed: added.listed,
            codes: added
                .codes
                .iter()
                .map(|code| SiteCodeInClear::of(group, code))
                .collect(),
        }
    }
}

/// Adds a code to a group.
#[utoipa::path(
    post, path = paths::CH_CODES, tag = "codes", request_body = NewSiteCode,
    responses((status = 200, body = SiteCodeInClear), (status = 409, description = "A group of the domain has the code, or the list is full")),
)]
pub(super) async fn post(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    Fields(given): Fields,
) -> Result<Answer<SiteCodeInClear>, ApiFault> {
    caller.must_be(Role::Operate)?;
    let group = named_group(&app, &caller, &given)?;
    let mut wanted = new_codes(&given, CODE)?;
    let code = wanted.remove(CODE.key).unwrap_or_default();
    let code = match code.as_str().map(PriorityCode::to_add) {
        Some(Ok(code)) => code,
        Some(Err(error)) => return Err(ApiFault::bad(format!("code: {error}"))),
        None => {
            return Err(ApiFault::bad(
                "code: a new code needs it; POST /v1/groups/{id}/batch makes random ones",
            ));
        }
    };
    wanted.insert(CODES.key.to_owned(), json!([code.as_str()]));
    let added = added(&app, &caller, &group, &wanted).await?;
    match (added.added, added.codes.first()) {
        (1, Some(code)) => Ok(Answer(SiteCodeInClear::of(&group, code))),
        _ => {
            let text = "this group has the code already, which stays as it is; PUT /v1/codes/{id} changes it";
            Err(ProblemDetails::conflict(text.to_owned()).into())
        }
    }
}

/// Adds codes to a group, all of them or none. Codes that the group has already stay unchanged.
#[utoipa::path(
    post, path = paths::CH_GROUP_CODES, tag = "groups", params(("id" = String, Path, description = "grp_…")),
    request_body = CodesUpload,
    responses((status = 200, body = SiteCodesAdded), (status = 409, description = "Another group of the domain has a code, or the list is full")),
)]
pub(super) async fn upload(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Fields(given): Fields,
) -> Result<Answer<SiteCodesAdded>, ApiFault> {
    add_several(&app, &caller, with_group(given, id)?, CODES).await
}

/// Adds codes to the group that the body names: the vendor's SDK leaves the id in the path empty.
pub(super) async fn upload_by_body(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    Fields(given): Fields,
) -> Result<Answer<SiteCodesAdded>, ApiFault> {
    add_several(&app, &caller, given, CODES).await
}

/// Makes random codes for a group.
#[utoipa::path(
    post, path = paths::CH_GROUP_BATCH, tag = "groups", params(("id" = String, Path, description = "grp_…")),
    request_body = CodesBatch,
    responses((status = 200, body = SiteCodesAdded), (status = 409, description = "The list is full")),
)]
pub(super) async fn batch(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Fields(given): Fields,
) -> Result<Answer<SiteCodesAdded>, ApiFault> {
    add_several(&app, &caller, with_group(given, id)?, COUNT).await
}

/// Makes random codes for the group that the body names: the vendor's SDK leaves the id in the path
/// empty.
pub(super) async fn batch_by_body(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    Fields(given): Fields,
) -> Result<Answer<SiteCodesAdded>, ApiFault> {
    add_several(&app, &caller, given, COUNT).await
}

async fn add_several(
    app: &AppState,
    caller: &PrivateCaller,
    given: JsonObject,
    what: FieldKey,
) -> Result<Answer<SiteCodesAdded>, ApiFault> {
    caller.must_be(Role::Operate)?;
    let group = named_group(app, caller, &given)?;
    let wanted = new_codes(&given, what)?;
    let added = added(app, caller, &group, &wanted).await?;
    Ok(Answer(SiteCodesAdded::of(&group, &added)))
}

/// Returns one code. The id is `code_…`, or the code itself.
#[utoipa::path(
    get, path = paths::CH_CODE, tag = "codes", params(("id" = String, Path, description = "code_… or the code itself")),
    responses((status = 200, body = SiteCode)),
)]
pub(super) async fn get(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<SiteCode>, ApiFault> {
    let (group, id, record) = find(&app, &caller, &id).await?;
    Ok(Answer(SiteCode::of(&group, id, &record)))
}

/// Changes a code. Fields that are not sent stay as they are.
///
/// Uses that were counted go on counting; none were while any number of visitors could use it.
#[utoipa::path(
    put, path = paths::CH_CODE, tag = "codes", params(("id" = String, Path, description = "code_… or the code itself")),
    request_body = CodeFields, responses((status = 200, body = SiteCode)),
)]
pub(super) async fn put(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Fields(mut given): Fields,
) -> Result<Answer<SiteCode>, ApiFault> {
    caller.must_be(Role::Operate)?;
    let (group, id, record) = find(&app, &caller, &id).await?;
    // A caller who sends the whole code back can have read an older number of uses.
    given.remove("used");
    let change = change_of(&patch(&given, &SiteCode::of(&group, id, &record), &FIELDS)?)?;
    app.change_code(caller.author(), &group, id, &change)
        .await
        .map_err(ApiFault::from_admin)?;
    let record = app.code(&group, id).await?;
    Ok(Answer(SiteCode::of(&group, id, &record)))
}

/// Deletes a code. Places that it gave stay.
#[utoipa::path(
    delete, path = paths::CH_CODE, tag = "codes", params(("id" = String, Path, description = "code_… or the code itself")),
    responses((status = 200, body = DeletedCount)),
)]
pub(super) async fn delete(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<DeletedCount>, ApiFault> {
    caller.must_be(Role::Operate)?;
    let (group, id, _) = find(&app, &caller, &id).await?;
    app.delete_code(caller.author(), &group, id).await?;
    Ok(Answer(DeletedCount { deleted: 1 }))
}

/// Deletes a group's codes, or those of one batch. Places that they gave stay.
#[utoipa::path(
    delete, path = paths::CH_GROUP_CODES, tag = "groups", params(("id" = String, Path, description = "grp_…"), CodesDeletion),
    responses((status = 200, body = DeletedCount)),
)]
pub(super) async fn delete_all(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Parameters(query): Parameters<CodesDeletion>,
) -> Result<Answer<DeletedCount>, ApiFault> {
    caller.must_be(Role::Operate)?;
    let group = own_group(&app, &caller, &id)?;
    let deleted = app
        .delete_codes(caller.author(), &group, query.batch.as_deref())
        .await?;
    let deleted = usize::try_from(deleted).unwrap_or(usize::MAX);
    Ok(Answer(DeletedCount { deleted }))
}

/// Adds the group of the path to a body.
fn with_group(mut given: JsonObject, id: String) -> Result<JsonObject, ApiFault> {
    let named = given.get(GROUP.name).and_then(Value::as_str).unwrap_or(&id);
    must_be_of_path(named, &id)?;
    given.insert(GROUP.name.to_owned(), json!(id));
    Ok(given)
}

fn named_group(app: &AppState, caller: &PrivateCaller, given: &JsonObject) -> Result<GroupPath, ApiFault> {
    match given.get(GROUP.name).and_then(Value::as_str) {
        Some(id) => own_group(app, caller, id),
        None => Err(ApiFault::bad(
            "groupID: name the group of the codes; GET /v1/groups lists them all",
        )),
    }
}

async fn added(
    app: &AppState,
    caller: &PrivateCaller,
    group: &GroupPath,
    wanted: &JsonObject,
) -> Result<AddedCodes, ApiFault> {
    let wanted = serde_json::to_vec(wanted).expect("an object is JSON");
    let added = async {
        let wanted: CodesInput = read(&wanted)?;
        app.add_codes(caller.author(), group, &wanted).await
    };
    added.await.map_err(ApiFault::from_admin)
}

/// Finds a code of the account by its id, or by its text.
async fn find(
    app: &AppState,
    caller: &PrivateCaller,
    id: &str,
) -> Result<(GroupPath, CodeId, PriorityCodeRecord), ApiFault> {
    let groups = own_groups(app, caller);
    let named = groups
        .iter()
        .find_map(|group| Some((group.clone(), ids::code_of(group, id)?)));
    let text = id.parse::<PriorityCode>().ok().filter(|_| named.is_none());
    let mut looked = named.into_iter().collect::<Vec<_>>();
    if let Some(code) = text {
        looked.extend(groups.into_iter().map(|group| {
            let id = app.rooms.priority_codes(&group.pool).id(&code);
            (group, id)
        }));
    }
    for (group, id) in looked {
        let found = app.rooms.priority_codes(&group.pool).get(id).await;
        let found = found.map_err(|error| priority_codes::away(&group, &error))?;
        if let Some(record) = found.filter(|record| record.group == group.group) {
            return Ok((group, id, record));
        }
    }
    Err(ApiFault::not_found(
        "This account has no such code; GET /v1/codes lists them all.",
    ))
}
