//! `configuration`: everything that can be changed at run time, as one document. `anteroom plan`
//! and `anteroom apply` use it.
//!
//! `[server]` and `[[certificate]]` are not part of it: they belong to one process and its machine.

use std::collections::BTreeMap;

use admission::WallMs;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::admin_store::{AuditNote, Difference, Draft, Entries, Stamp, differences, entries_by_id, put_wanted};
use crate::clock::rfc3339;
use crate::config::Section;
use crate::http::admin::caller::Caller;
use crate::http::admin::change::Force;
use crate::http::admin::entries::JsonObject;
use crate::http::admin::extract::{JsonBody, QueryParams};
use crate::http::admin::inputs::{CustomerInput, FirewallRuleInput, GroupInput, PoolInput, RoomInput};
use crate::http::admin::ip_groups::IpGroupInput;
use crate::http::admin::problem::ProblemDetails;
use crate::http::{AppState, SharedAppState, paths};

/// The maximum length of a whole configuration's body, bytes.
pub(in crate::http) const BODY_BYTES_MAX: usize = 2 * 1024 * 1024;

/// All entries. A list that is left out counts as empty.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct WholeInput {
    #[serde(default)]
    #[schema(value_type = Vec<CustomerInput>)]
    customers: Vec<JsonObject>,
    #[serde(default)]
    #[schema(value_type = Vec<PoolInput>)]
    pools: Vec<JsonObject>,
    #[serde(default)]
    #[schema(value_type = Vec<GroupInput>)]
    groups: Vec<JsonObject>,
    #[serde(default)]
    #[schema(value_type = Vec<IpGroupInput>)]
    ip_groups: Vec<JsonObject>,
    #[serde(default)]
    #[schema(value_type = Vec<RoomInput>)]
    rooms: Vec<JsonObject>,
    #[serde(default)]
    #[schema(value_type = Vec<FirewallRuleInput>)]
    firewall: Vec<JsonObject>,
}

/// The differences between two configurations.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Differences {
    differences: Vec<DifferenceView>,
}

/// One difference.
#[derive(Debug, Serialize, ToSchema)]
struct DifferenceView {
    /// The entry, such as `room/demo/sale`.
    resource: String,
    /// The key; `null` if only one side has the entry.
    field: Option<String>,
    /// The wanted value; `null` if there is none. Secrets are not shown.
    wanted: Value,
    /// The running value; `null` if there is none.
    running: Value,
    /// Name of the token that changed the entry last at run time.
    by: Option<String>,
    #[schema(format = DateTime)]
    at: Option<String>,
}

/// The query of `PUT`.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PutQuery {
    /// Whether rooms may be deleted while people wait in them; default false.
    #[serde(default)]
    force: bool,
}

impl From<Difference> for DifferenceView {
    fn from(difference: Difference) -> Self {
        let (by, at) = difference
            .changed
            .map(|stamp| (stamp.by, rfc3339(WallMs(stamp.at))))
            .unzip();
        Self {
            resource: difference.resource,
            field: difference.field,
            wanted: difference.wanted.unwrap_or_default(),
            running: difference.running.unwrap_or_default(),
            by,
            at,
        }
    }
}

impl WholeInput {
    fn entries(&self) -> Result<Entries, ProblemDetails> {
        let mut all = Entries::new();
        for section in Section::ALL {
            let list = match section {
                Section::Customer => &self.customers,
                Section::Pool => &self.pools,
                Section::Group => &self.groups,
                Section::IpGroup => &self.ip_groups,
                Section::Room => &self.rooms,
                Section::Firewall => &self.firewall,
            };
            let entries = entries_by_id(section, list).map_err(|index| {
                let detail = "the id is missing or not unique";
                ProblemDetails::field(&format!("/{}/{index}/id", section.plural()), detail)
            });
            all.extend(entries?);
        }
        Ok(all)
    }
}

/// Returns everything in force, with every key that is set; secrets are left out.
#[utoipa::path(get, path = paths::ADMIN_CONFIGURATION, tag = "configuration", responses((status = 200, body = Value)))]
pub(in crate::http) async fn get(State(app): State<SharedAppState>) -> Json<BTreeMap<&'static str, Vec<JsonObject>>> {
    let lists = Section::ALL.into_iter();
    Json(lists.map(|section| (section.plural(), app.entries(section))).collect())
}

/// Compares the running configuration with the given one.
///
/// The given configuration must be one that `PUT` would accept. Nothing is changed.
#[utoipa::path(
    post, path = paths::ADMIN_CONFIGURATION_COMPARE, tag = "configuration", request_body = WholeInput,
    responses((status = 200, body = Differences)),
)]
pub(in crate::http) async fn compare(
    State(app): State<SharedAppState>,
    caller: Caller,
    JsonBody(input): JsonBody<WholeInput>,
) -> Result<Json<Differences>, ProblemDetails> {
    let mut draft = app.running.admin_store().draft();
    let found = app.reconcile(&mut draft, &input.entries()?, &caller)?;
    app.checked_config(&draft)?;
    Ok(Json(found))
}

/// Replaces the running configuration with the given one.
///
/// All of it takes effect, or nothing. The answer lists the differences.
#[utoipa::path(
    put, path = paths::ADMIN_CONFIGURATION, tag = "configuration", params(PutQuery), request_body = WholeInput,
    responses((status = 200, body = Differences), (status = 409, description = "People wait in a room that would be deleted")),
)]
pub(in crate::http) async fn put(
    State(app): State<SharedAppState>,
    caller: Caller,
    QueryParams(query): QueryParams<PutQuery>,
    JsonBody(input): JsonBody<WholeInput>,
) -> Result<Json<Differences>, ProblemDetails> {
    let wanted = input.entries()?;
    let force = if query.force { Force::Yes } else { Force::No };
    let changed = app.change_by(&caller, force, |draft| {
        let found = app.reconcile(draft, &wanted, &caller)?;
        found
            .differences
            .iter()
            .fold(BTreeMap::new(), noted)
            .into_values()
            .for_each(|note| draft.note(note));
        Ok(found)
    });
    changed.await.map(Json)
}

impl AppState {
    /// Changes a draft so that it results in the wanted configuration. Returns the differences from
    /// the running one.
    fn reconcile(&self, draft: &mut Draft, wanted: &Entries, caller: &Caller) -> Result<Differences, ProblemDetails> {
        let now = self.running.candidate(draft.documents());
        let now = now.map_err(|problems| ProblemDetails::invalid_configuration(problems, None))?;
        let found = differences(wanted, &now.tables.all(), draft.documents());
        let stamp = Stamp::new(caller.name(), self.clock.wall());
        let file = self.running.file().tables.all();
        put_wanted(draft, &file, wanted, &stamp).map_err(|error| ProblemDetails::request(error.to_string()))?;
        Ok(Differences {
            differences: found.into_iter().map(DifferenceView::from).collect(),
        })
    }
}

/// Adds a difference to the notes, of which each entry has one.
fn noted<'d>(mut notes: BTreeMap<&'d str, AuditNote>, found: &'d DifferenceView) -> BTreeMap<&'d str, AuditNote> {
    let action = match (&found.field, &found.running) {
        (Some(_), _) => "change",
        (None, Value::Null) => "create",
        (None, _) => "delete",
    };
    let note = notes
        .remove(found.resource.as_str())
        .unwrap_or_else(|| AuditNote::new(action, &found.resource));
    let note = match &found.field {
        Some(field) => note.field(field, Some(&found.running), Some(&found.wanted)),
        None => note,
    };
    notes.insert(&found.resource, note);
    notes
}
