//! `/v1/domains`: pools of the account. Rate, cap and stock can be changed while visitors wait.

use axum::extract::State;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::ids;
use super::input::{FieldKey, FieldKind, Fields, PathId, body, flag, patch};
use super::owner::{must_own, operators_only};
use super::{Answer, ApiFault, PrivateCaller};
use crate::admin_store::Role;
use crate::config::{EntryId, Pool};
use crate::http::{AppState, SharedAppState, paths};

/// The fields that can be changed.
const FIELDS: [FieldKey; 7] = [
    FieldKey::new("rate", "rate", FieldKind::Whole),
    FieldKey::new("autotune", "autotune", FieldKind::Flag),
    FieldKey::new("timeout", "sessionMinutes", FieldKind::Whole),
    FieldKey::new("maxSessions", "maxSessions", FieldKind::WholeOrNone),
    FieldKey::new("stock", "stock", FieldKind::WholeOrNone),
    FieldKey::new("checkout", "checkout", FieldKind::TextOrNone),
    FieldKey::new("destroySessionsOnCheckout", "checkoutEndsSession", FieldKind::Flag),
];
/// The keys that the role `operate` can change; all others require the role `admin`.
const OPERATED: [&str; 3] = ["rate", "maxSessions", "stock"];

/// A domain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DomainView {
    id: String,
    /// The first registered host.
    name: String,
    /// All registered hosts, such as `https://*.example.com`.
    names: Vec<String>,
    /// New visitors a minute over all rooms; `null`: as many as the rooms allow.
    rate: Option<u32>,
    /// 1 if the site's pages lower the rate while they are slow.
    autotune: u8,
    /// Minutes after which a session without a call ends.
    timeout: u32,
    /// One in, one out: the most people inside; `null` for no limit.
    max_sessions: Option<u64>,
    /// The remaining stock, which limits the people inside, too; `null` if it is not tracked.
    stock: Option<u64>,
    /// Expression for path and query of the pages of finished orders; empty for none.
    checkout: String,
    /// 1 if such a page ends the visitor's session.
    destroy_sessions_on_checkout: u8,
}

body!(DomainChange, "The changes of a domain.", FIELDS, []);

impl DomainView {
    /// Reads a pool of the configuration in force.
    pub(super) fn of(pool: &Pool) -> Option<Self> {
        let sessions = pool.sessions?;
        let checkout = pool.checkout.as_ref();
        let names: Vec<String> = pool.domains.iter().map(|host| host.as_str().to_owned()).collect();
        Some(Self {
            id: ids::domain(&pool.id),
            name: names.first().cloned()?,
            names,
            rate: pool.rate.map(|rate| rate.0),
            autotune: flag(pool.autotune),
            timeout: sessions.minutes.get(),
            max_sessions: sessions.max,
            stock: sessions.stock,
            checkout: checkout.map(|checkout| checkout.pattern.clone()).unwrap_or_default(),
            destroy_sessions_on_checkout: flag(checkout.is_some_and(|checkout| checkout.ends_session)),
        })
    }

    fn find(app: &AppState, pool: &str) -> Result<Self, ApiFault> {
        let config = app.running.config();
        let found = config.pools.iter().find(|found| found.id == pool);
        let view = found.and_then(Self::of);
        view.ok_or_else(|| ApiFault::not_found("This domain is gone."))
    }
}

/// Lists the account's domains.
#[utoipa::path(get, path = paths::CH_DOMAINS, tag = "domains", responses((status = 200, body = Vec<DomainView>)))]
pub(super) async fn list(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
) -> Result<Answer<Vec<DomainView>>, ApiFault> {
    let pools = caller.account().domains.iter().map(|domain| domain.pool.as_str());
    let views: Result<Vec<DomainView>, ApiFault> = pools.map(|pool| DomainView::find(&app, pool)).collect();
    views.map(Answer)
}

/// Refuses to create a domain: the operators of the server assign hosts.
#[utoipa::path(
    post, path = paths::CH_DOMAINS, tag = "domains",
    responses((status = 403, description = "Always: the operators of the server register domains")),
)]
pub(super) async fn post(_caller: PrivateCaller) -> ApiFault {
    operators_only("Domains are registered", "POST /admin/v1/pools")
}

/// Returns one domain.
#[utoipa::path(
    get, path = paths::CH_DOMAIN, tag = "domains", params(("id" = String, Path, description = "dom_…")),
    responses((status = 200, body = DomainView)),
)]
pub(super) async fn get(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<DomainView>, ApiFault> {
    DomainView::find(&app, &caller.domain(&id)?.pool).map(Answer)
}

/// Changes a domain. Fields that are not sent stay as they are.
///
/// The role operate may change rate, maxSessions and stock; everything else requires the role
/// admin. Nobody loses a place.
#[utoipa::path(
    put, path = paths::CH_DOMAIN, tag = "domains", params(("id" = String, Path, description = "dom_…")),
    request_body = DomainChange, responses((status = 200, body = DomainView)),
)]
pub(super) async fn put(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Fields(given): Fields,
) -> Result<Answer<DomainView>, ApiFault> {
    let pool = caller.domain(&id)?.pool.as_str();
    let patch = patch(&given, &DomainView::find(&app, pool)?, &FIELDS)?;
    let is_operated = patch.keys().all(|key| OPERATED.contains(&key.as_str()));
    caller.must_be(if is_operated { Role::Operate } else { Role::Admin })?;
    let author = caller.author();
    let entry = EntryId::pool(pool);
    let changed = app.change(author, |draft| {
        must_own(&app, draft, caller.customer(), pool)?;
        app.patch_entry(draft, author, &entry, &patch)
    });
    changed.await?;
    DomainView::find(&app, pool).map(Answer)
}

/// Refuses to delete a domain: the operators of the server assign hosts.
#[utoipa::path(
    delete, path = paths::CH_DOMAIN, tag = "domains", params(("id" = String, Path, description = "dom_…")),
    responses((status = 403, description = "Always: the operators of the server register domains")),
)]
pub(super) async fn delete(caller: PrivateCaller, PathId(id): PathId) -> Result<ApiFault, ApiFault> {
    caller.domain(&id)?;
    Ok(operators_only("Domains are removed", "DELETE /admin/v1/pools/{id}"))
}

/// Reads a body as a change of a domain whose fields are `shown`, and returns whether it is one.
/// Entry point of the fuzzer to the code that reads all bodies.
///
/// # Panics
/// Panics if the change would set a key that is not a domain's.
pub(in crate::http) fn is_change(body: &[u8], shown: &Value) -> bool {
    let change = Fields::from_body(body).and_then(|Fields(given)| patch(&given, shown, &FIELDS));
    let Ok(change) = change else {
        return false;
    };
    let is_known = |key: &String| FIELDS.iter().any(|field| field.key == key);
    assert!(change.keys().all(is_known), "{change:?}");
    true
}
