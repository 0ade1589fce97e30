//! `configuration`: everything that can be changed at run time, as one. What `anteroom plan` and
//! `anteroom apply` speak to.
//!
//! `[server]` and `[[certificate]]` are no part of it: they are the process's and its machine's.

use std::collections::BTreeMap;

use admission::WallMs;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::admin_store::{AuditNote, Difference, Draft, Entries, Stamp, differences, named, settle};
use crate::clock::rfc3339;
use crate::config::Section;
use crate::http::admin::caller::Caller;
use crate::http::admin::change::Force;
use crate::http::admin::entries::JsonObject;
use crate::http::admin::given::{JsonBody, QueryParams};
use crate::http::admin::inputs::{CustomerInput, PoolInput, RoomInput};
use crate::http::admin::ip_groups::IpGroupInput;
use crate::http::admin::problem::ProblemDetails;
use crate::http::{Edge, SharedEdge, paths};

/// Longest body of a whole configuration, bytes.
pub(in crate::http) const BODY_BYTES_MAX: usize = 2 * 1024 * 1024;

/// All entries. A list that is left out is an empty one.
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
    #[schema(value_type = Vec<IpGroupInput>)]
    ip_groups: Vec<JsonObject>,
    #[serde(default)]
    #[schema(value_type = Vec<RoomInput>)]
    rooms: Vec<JsonObject>,
}

/// What differs.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Differences {
    differences: Vec<DifferenceView>,
}

/// One thing that is not as it is wanted.
#[derive(Debug, Serialize, ToSchema)]
struct DifferenceView {
    /// Such as `room/demo/sale`.
    resource: String,
    /// Which key; `null` where one side has no such entry at all.
    field: Option<String>,
    /// What is wanted; `null` where nothing is said. Secrets are not shown.
    wanted: Value,
    /// What runs; `null` where nothing is set.
    running: Value,
    /// Who changed it last at run time.
    by: Option<String>,
    #[schema(format = DateTime)]
    at: Option<String>,
}

/// The query of `PUT`.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PutQuery {
    /// Whether rooms may go although people wait in them; default false.
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
                Section::IpGroup => &self.ip_groups,
                Section::Room => &self.rooms,
            };
            let entries = named(section, list).map_err(|index| {
                let detail = "its id is missing, or another has the same";
                ProblemDetails::field(&format!("/{}/{index}/id", section.plural()), detail)
            });
            all.extend(entries?);
        }
        Ok(all)
    }
}

/// Everything in force, with every key that is set; secrets are left out.
#[utoipa::path(get, path = paths::ADMIN_CONFIGURATION, tag = "configuration", responses((status = 200, body = Value)))]
pub(in crate::http) async fn get(State(edge): State<SharedEdge>) -> Json<BTreeMap<&'static str, Vec<JsonObject>>> {
    let lists = Section::ALL.into_iter();
    Json(lists.map(|section| (section.plural(), edge.entries(section))).collect())
}

/// How what runs differs from this whole configuration, which must be one that could be put.
/// Nothing is changed.
#[utoipa::path(
    post, path = paths::ADMIN_CONFIGURATION_COMPARE, tag = "configuration", request_body = WholeInput,
    responses((status = 200, body = Differences)),
)]
pub(in crate::http) async fn compare(
    State(edge): State<SharedEdge>,
    caller: Caller,
    JsonBody(input): JsonBody<WholeInput>,
) -> Result<Json<Differences>, ProblemDetails> {
    let mut draft = edge.running.admin_store().draft();
    let found = edge.settle(&mut draft, &input.entries()?, &caller)?;
    edge.fitting(&draft)?;
    Ok(Json(found))
}

/// Makes what runs this whole configuration, all of it or nothing, and says what was different.
#[utoipa::path(
    put, path = paths::ADMIN_CONFIGURATION, tag = "configuration", params(PutQuery), request_body = WholeInput,
    responses((status = 200, body = Differences), (status = 409, description = "People wait in a room that would go")),
)]
pub(in crate::http) async fn put(
    State(edge): State<SharedEdge>,
    caller: Caller,
    QueryParams(query): QueryParams<PutQuery>,
    JsonBody(input): JsonBody<WholeInput>,
) -> Result<Json<Differences>, ProblemDetails> {
    let wanted = input.entries()?;
    let force = if query.force { Force::Yes } else { Force::No };
    let changed = edge.change_by(&caller, force, |draft| {
        let found = edge.settle(draft, &wanted, &caller)?;
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

impl Edge {
    /// Makes a draft come to what is wanted, and says what is different now.
    fn settle(&self, draft: &mut Draft, wanted: &Entries, caller: &Caller) -> Result<Differences, ProblemDetails> {
        let now = self.running.candidate(draft.documents());
        let now = now.map_err(|problems| ProblemDetails::unfit(problems, None))?;
        let found = differences(wanted, &now.tables.all(), draft.documents());
        let stamp = Stamp::new(caller.name(), self.clock.wall());
        let file = self.running.file().tables.all();
        settle(draft, &file, wanted, &stamp).map_err(|error| ProblemDetails::request(error.to_string()))?;
        Ok(Differences {
            differences: found.into_iter().map(DifferenceView::from).collect(),
        })
    }
}

/// A note of each entry.
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
