//! `customers/{c}/firewall`: the treatment of visitors of a customer's rooms, by their address. The
//! audit log records how many addresses a change concerns, but not the addresses: they can be
//! visitors'.

use admission::WallMs;
use axum::Json;
use axum::extract::State;
use http::StatusCode;
use screening::soft_blocks::SOFT_BLOCK_MS;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use crate::admin_store::Role;
use crate::clock::rfc3339;
use crate::config::{EntryId, FirewallRule, timestamp, written_network};
use crate::firewall::FirewallAction;
use crate::http::admin::caller::Caller;
use crate::http::admin::entries::{JsonObject, id_part};
use crate::http::admin::extract::{CustomerPath, JsonBody, PathParams};
use crate::http::admin::inputs::{FirewallRuleInput, FirewallRulePatch};
use crate::http::admin::problem::ProblemDetails;
use crate::http::{AppState, SharedAppState, paths};

/// A rule for addresses.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct FirewallRuleView {
    /// The rule's id.
    id: String,
    /// The only room that the rule concerns; `null` for all of the customer's.
    room: Option<String>,
    /// The action for visitors under the rule.
    action: String,
    /// The priority group for `prioritise`.
    group: Option<String>,
    /// Networks; a network of one address is written as the address alone.
    addresses: Vec<String>,
    note: Option<String>,
    #[schema(format = DateTime)]
    expires: Option<String>,
    /// Whether the rule counts now.
    in_force: bool,
}

/// `…/{customer}/firewall/{id}`
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct FirewallRulePath {
    /// A customer's id.
    #[param(pattern = "^[A-Za-z0-9-]{1,50}$")]
    customer: String,
    /// The rule's id.
    #[param(pattern = "^[a-z0-9-]{1,40}$")]
    id: String,
}

impl FirewallRuleView {
    fn of(rule: &FirewallRule, now: WallMs) -> Self {
        Self {
            id: rule.id.clone(),
            room: rule.room.as_ref().map(|room| room.as_str().to_owned()),
            action: rule.action.name().to_owned(),
            group: match &rule.action {
                FirewallAction::Prioritise(group) => Some(group.clone()),
                _ => None,
            },
            addresses: rule.networks.iter().map(written_network).collect(),
            note: rule.note.clone(),
            expires: rule.ends_at.map(rfc3339),
            in_force: rule.ends_at.is_none_or(|ends_at| now < ends_at),
        }
    }
}

impl FirewallRulePath {
    fn entry(&self) -> EntryId {
        EntryId::firewall(&self.customer, &self.id)
    }
}

/// Lists a customer's rules for addresses.
///
/// Rules that have ended are listed until they are deleted, which the next rule that is created
/// does.
#[utoipa::path(
    get, path = paths::ADMIN_FIREWALL, tag = "firewall", params(CustomerPath),
    responses((status = 200, body = Vec<FirewallRuleView>)),
)]
pub(in crate::http) async fn list(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<CustomerPath>,
) -> Result<Json<Vec<FirewallRuleView>>, ProblemDetails> {
    app.entry(&EntryId::customer(&path.customer))?;
    let (config, now) = (app.running.config(), app.clock.wall());
    let own = config
        .firewall
        .iter()
        .filter(|rule| rule.customer.as_str() == path.customer);
    Ok(Json(own.map(|rule| FirewallRuleView::of(rule, now)).collect()))
}

/// Returns one rule.
#[utoipa::path(
    get, path = paths::ADMIN_FIREWALL_RULE, tag = "firewall", params(FirewallRulePath),
    responses((status = 200, body = FirewallRuleView)),
)]
pub(in crate::http) async fn show(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<FirewallRulePath>,
) -> Result<Json<FirewallRuleView>, ProblemDetails> {
    view(&app, &path).map(Json)
}

/// Creates a rule. `bypass` and `prioritise` require the role admin.
///
/// A soft block without `expires` lasts for an hour. Rules of the API that have ended are deleted.
#[utoipa::path(
    post, path = paths::ADMIN_FIREWALL, tag = "firewall", params(CustomerPath), request_body = FirewallRuleInput,
    responses((status = 201, body = FirewallRuleView), (status = 409, description = "The customer has a rule with this id")),
)]
pub(in crate::http) async fn create(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<CustomerPath>,
    JsonBody(mut fields): JsonBody<JsonObject>,
) -> Result<(StatusCode, Json<FirewallRuleView>), ProblemDetails> {
    app.entry(&EntryId::customer(&path.customer))?;
    if fields
        .get("customer")
        .is_some_and(|customer| *customer != path.customer.as_str())
    {
        return Err(ProblemDetails::field(
            "/customer",
            "another customer than that of the path",
        ));
    }
    must_be_admin_to_favour(&caller, &fields)?;
    let now = app.clock.wall();
    fields.insert("customer".to_owned(), json!(path.customer));
    let expires = fields.get("expires").filter(|expires| !expires.is_null());
    // A text that is not a time is refused together with the other invalid fields.
    let ends_at = expires.and_then(|expires| timestamp::parse(expires.as_str()?).ok());
    if ends_at.is_some_and(|ends_at| ends_at <= now) {
        let message = format!(
            "lies in the past, it is now {}: name a later moment, or none",
            rfc3339(now)
        );
        return Err(ProblemDetails::field("/expires", message));
    }
    let has_end = expires.is_some();
    if fields.get("action").and_then(Value::as_str) == Some("soft-block") && !has_end {
        let ends_at = WallMs(now.0.saturating_add(SOFT_BLOCK_MS));
        fields.insert("expires".to_owned(), json!(rfc3339(ends_at)));
    }
    let path = FirewallRulePath {
        id: id_part(&fields, "id")?.to_owned(),
        customer: path.customer,
    };
    app.change(&caller, |draft| {
        let config = app.running.candidate(draft.documents());
        let config = config.map_err(|problems| ProblemDetails::invalid_configuration(problems, None))?;
        let own = config
            .firewall
            .iter()
            .filter(|rule| rule.customer.as_str() == path.customer);
        let ended = own.filter(|rule| rule.ends_at.is_some_and(|ends_at| ends_at <= now));
        for rule in ended {
            let id = EntryId::firewall(&path.customer, &rule.id);
            if app.running.file().tables.entry(&id).is_none() {
                app.delete_entry(draft, &caller, &id)?;
            }
        }
        app.create_entry(draft, &caller, &path.entry(), &fields)
    })
    .await?;
    Ok((StatusCode::CREATED, Json(view(&app, &path)?)))
}

/// Changes a rule by a JSON merge patch. Rules with `bypass` or `prioritise`, before or after the
/// change, require the role admin.
#[utoipa::path(
    patch, path = paths::ADMIN_FIREWALL_RULE, tag = "firewall", params(FirewallRulePath), request_body = FirewallRulePatch,
    responses((status = 200, body = FirewallRuleView)),
)]
pub(in crate::http) async fn patch(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<FirewallRulePath>,
    JsonBody(patch): JsonBody<JsonObject>,
) -> Result<Json<FirewallRuleView>, ProblemDetails> {
    must_be_admin_to_favour(&caller, &app.entry(&path.entry())?)?;
    must_be_admin_to_favour(&caller, &patch)?;
    app.change(&caller, |draft| app.patch_entry(draft, &caller, &path.entry(), &patch))
        .await?;
    view(&app, &path).map(Json)
}

/// Deletes a rule. Rules with `bypass` or `prioritise` require the role admin.
#[utoipa::path(
    delete, path = paths::ADMIN_FIREWALL_RULE, tag = "firewall", params(FirewallRulePath), responses((status = 204)),
)]
pub(in crate::http) async fn delete(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<FirewallRulePath>,
) -> Result<StatusCode, ProblemDetails> {
    must_be_admin_to_favour(&caller, &app.entry(&path.entry())?)?;
    app.answer_delete(&caller, &path.entry()).await
}

/// Refuses callers who lack the permission to favour addresses, if the fields do so.
fn must_be_admin_to_favour(caller: &Caller, fields: &JsonObject) -> Result<(), ProblemDetails> {
    match fields.get("action").and_then(Value::as_str) {
        Some("bypass" | "prioritise") => caller.must_be(Role::Admin),
        _ => Ok(()),
    }
}

fn view(app: &AppState, path: &FirewallRulePath) -> Result<FirewallRuleView, ProblemDetails> {
    let config = app.running.config();
    let mut rules = config.firewall.iter();
    let rule = rules.find(|rule| rule.customer.as_str() == path.customer && rule.id == path.id);
    let rule = rule.ok_or_else(|| ProblemDetails::no_such_entry(&path.entry()))?;
    Ok(FirewallRuleView::of(rule, app.clock.wall()))
}
