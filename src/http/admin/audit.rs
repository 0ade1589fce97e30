//! `GET audit`: the log of changes, newest first.

use admission::WallMs;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::admin_store::{Entry, FieldChange};
use crate::clock::rfc3339;
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::QueryParams;
use crate::http::admin::problem::ProblemDetails;
use crate::http::{SharedAppState, paths};

/// The maximum number of entries in one answer.
const LIMIT_MAX: usize = 500;
/// The default number of entries in one answer.
const LIMIT_DEFAULT: usize = 100;
/// The kinds of resources whose second part is the customer that they belong to.
const OF_CUSTOMERS: [&str; 3] = ["customer", "room", "integration"];

/// The query.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct AuditQuery {
    /// Only entries before this number: `next` of the previous answer.
    before: Option<u64>,
    /// Maximum number of entries; default 100.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<usize>,
    /// Only entries about this resource and its parts, such as `room/demo/sale` or `customer/demo`.
    resource: Option<String>,
}

/// A page of the log.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct AuditPage {
    entries: Vec<EntryView>,
    /// `before` for the next page; `null` if there is none.
    next: Option<u64>,
}

/// An entry of the log.
#[derive(Debug, Serialize, ToSchema)]
struct EntryView {
    number: u64,
    #[schema(format = DateTime)]
    at: String,
    /// Name of the token that made the change, or `admin_token`.
    who: String,
    /// `create`, `change`, `delete`, or the name of an action on a room.
    action: String,
    resource: String,
    /// The changed fields. For a secret, only the fact that it changed.
    changes: Vec<ChangeView>,
    /// The revision that the change made.
    revision: u64,
}

/// A field before and after the change.
#[derive(Debug, Serialize, ToSchema)]
struct ChangeView {
    field: String,
    before: Value,
    after: Value,
}

impl From<Entry> for EntryView {
    fn from(entry: Entry) -> Self {
        let view = |FieldChange { field, before, after }| ChangeView { field, before, after };
        Self {
            number: entry.number,
            at: rfc3339(WallMs(entry.at)),
            who: entry.who,
            action: entry.action,
            resource: entry.resource,
            changes: entry.changes.into_iter().map(view).collect(),
            revision: entry.revision,
        }
    }
}

/// Lists the audit log, newest first.
///
/// The log keeps the last 10,000 entries of tokens that reach all customers, and the last 1,000
/// entries of each customer's tokens. A token of one customer sees the changes of that customer and
/// its rooms.
#[utoipa::path(get, path = paths::ADMIN_AUDIT, tag = "audit", params(AuditQuery), responses((status = 200, body = AuditPage)))]
pub(in crate::http) async fn list(
    State(app): State<SharedAppState>,
    caller: Caller,
    QueryParams(query): QueryParams<AuditQuery>,
) -> Result<Json<AuditPage>, ProblemDetails> {
    let limit = query.limit.unwrap_or(LIMIT_DEFAULT);
    if !(1..=LIMIT_MAX).contains(&limit) {
        return Err(ProblemDetails::field(
            "/limit",
            format!("a whole number from 1 to {LIMIT_MAX} is wanted"),
        ));
    }
    let wanted = |entry: &Entry| {
        let asked = query.resource.as_deref();
        asked.is_none_or(|asked| belongs(&entry.resource, asked)) && may_see(&caller, &entry.resource)
    };
    let read = app
        .running
        .admin_store()
        .audit(caller.customer(), query.before, limit, wanted)
        .await;
    let (entries, next) = read.map_err(|error| {
        tracing::error!(error = %error, "the audit log cannot be read");
        ProblemDetails::away()
    })?;
    let entries = entries.into_iter().map(EntryView::from).collect();
    Ok(Json(AuditPage { entries, next }))
}

/// Returns whether a resource is the given one or a part of it.
fn belongs(resource: &str, asked: &str) -> bool {
    resource
        .strip_prefix(asked)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || asked.ends_with('/'))
}

fn may_see(caller: &Caller, resource: &str) -> bool {
    let mut parts = resource.split('/');
    let (kind, owner) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    caller.customer().is_none() || (OF_CUSTOMERS.contains(&kind) && caller.reaches(owner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_has_what_is_under_it() {
        assert!(belongs("room/demo/sale", "room/demo/sale") && belongs("room/demo/sale", "room/demo"));
        assert!(belongs("room/demo/sale", "room/demo/") && !belongs("room/demo/sale2", "room/demo/sale"));
        assert!(!belongs("room/demo", "room/demo/sale"));
    }
}
