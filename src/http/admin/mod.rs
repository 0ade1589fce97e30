//! `/admin/v1`: the operators' API. Requests carry a bearer token, bodies are JSON, and errors are
//! problem+json with a pointer to the field.
//!
//! [`routes`] is the one table of all routes, grouped by the least role and by the customers that a
//! caller must reach. To add an endpoint, write its handler with a `#[utoipa::path]` and add it to
//! a group, which guards and describes it.

mod act;
mod audit;
mod bypass;
mod caller;
mod change;
mod codes;
mod configuration;
mod debug_link;
mod entries;
mod explain;
mod extract;
mod figures;
mod inputs;
mod integration;
mod invites;
mod openapi;
mod passes;
pub(in crate::http) mod priority_codes;
mod problem;
mod resources;
mod target;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath};
use axum::middleware::from_fn_with_state;
use integration::{draft, editions, preview, publish};
use resources::{customers, draw, firewall, groups, ip_groups, pools, rooms, themes, tokens};
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;

use crate::admin_store::Role;
use crate::embedded::embedded;
use crate::http::{SharedEdge, described, paths};
pub(in crate::http) use caller::{Caller, bearer};
use caller::{Guard, RouteScope};
pub(in crate::http) use change::Force;
pub(in crate::http) use entries::{JsonObject, ROOMS_PER_CUSTOMER_MAX};
pub(in crate::http) use extract::{GroupPath, read};
pub(in crate::http) use problem::ProblemDetails;
pub(in crate::http) use resources::rooms::phase_name;

type Routes = OpenApiRouter<SharedEdge>;

/// Returns all routes, grouped by their requirements, with their description or without.
fn routes(describe: bool) -> Routes {
    macro_rules! routes {
        ($($handlers:tt)+) => { described::routes!(describe; $($handlers)+) };
    }
    let selling = Routes::new().routes(routes!(passes::verify));
    let reading = Routes::new()
        .routes(routes!(rooms::show))
        .routes(routes!(customers::show))
        .routes(routes!(figures::requests))
        .routes(routes!(firewall::list))
        .routes(routes!(firewall::show))
        .routes(routes!(passes::orders))
        .routes(routes!(figures::stats))
        .routes(routes!(figures::grants))
        .routes(routes!(draw::show))
        .routes(routes!(draft::get))
        .routes(routes!(draft::validate))
        .routes(routes!(preview::post))
        .routes(routes!(editions::list))
        .routes(routes!(editions::show))
        .routes(routes!(invites::list))
        .routes(routes!(invites::show));
    let reading_what_is_theirs = Routes::new()
        .routes(routes!(rooms::list))
        .routes(routes!(customers::list))
        .routes(routes!(pools::list))
        .routes(routes!(pools::show))
        .routes(routes!(audit::list))
        .routes(routes!(explain::post))
        .routes(routes!(openapi::get));
    let reading_all = Routes::new()
        .routes(routes!(configuration::get))
        .routes(routes!(groups::list))
        .routes(routes!(groups::show))
        .routes(routes!(codes::list))
        .routes(routes!(codes::show))
        .routes(routes!(ip_groups::list))
        .routes(routes!(ip_groups::show))
        .routes(routes!(themes::list))
        .routes(routes!(themes::show));
    let operating = Routes::new()
        // Operators may change two of a room's settings; the handler requires a higher role for the
        // others.
        .routes(routes!(rooms::patch))
        .routes(routes!(debug_link::post))
        // Two of a rule's actions require a higher role; the handlers say which.
        .routes(routes!(firewall::create))
        .routes(routes!(firewall::patch, firewall::delete))
        .routes(routes!(invites::add))
        .routes(routes!(invites::withdraw))
        .routes(routes!(bypass::post))
        .routes(routes!(draw::bring))
        .routes(routes!(act::post));
    let administering = Routes::new()
        .routes(routes!(rooms::delete))
        .routes(routes!(draw::give_up))
        .routes(routes!(customers::patch))
        .routes(routes!(draft::put))
        .routes(routes!(publish::draft))
        .routes(routes!(publish::rollback))
        // The holder of a signed version can push it to connectors again at any time.
        .routes(routes!(editions::push));
    let administering_what_is_theirs = Routes::new().routes(routes!(rooms::create));
    // A comparison contains secrets, and its answer reveals whether they are right.
    let whole = Routes::new()
        .routes(routes!(configuration::compare))
        .routes(routes!(configuration::put))
        .layer(DefaultBodyLimit::max(configuration::BODY_BYTES_MAX));
    let uploads = Routes::new()
        .routes(routes!(themes::put))
        .layer(DefaultBodyLimit::max(themes::BODY_BYTES_MAX));
    let administering_all = Routes::new()
        .routes(routes!(customers::create))
        .routes(routes!(customers::delete))
        .routes(routes!(pools::create))
        .routes(routes!(pools::patch, pools::delete))
        .routes(routes!(groups::create))
        .routes(routes!(groups::patch, groups::delete))
        .routes(routes!(codes::add, codes::delete_all))
        .routes(routes!(codes::delete))
        .routes(routes!(tokens::list, tokens::make))
        .routes(routes!(tokens::delete))
        .routes(routes!(themes::delete))
        .routes(routes!(ip_groups::make))
        .routes(routes!(ip_groups::patch, ip_groups::delete));
    Routes::with_openapi(openapi::base())
        .merge(guarded(Role::Checkout, RouteScope::Everybody, selling))
        .merge(guarded(Role::Read, RouteScope::Customer, reading))
        .merge(guarded(Role::Read, RouteScope::Everybody, reading_what_is_theirs))
        .merge(guarded(Role::Read, RouteScope::All, reading_all))
        .merge(guarded(Role::Operate, RouteScope::Customer, operating))
        .merge(guarded(Role::Admin, RouteScope::Customer, administering))
        .merge(guarded(
            Role::Admin,
            RouteScope::Everybody,
            administering_what_is_theirs,
        ))
        .merge(guarded(
            Role::Admin,
            RouteScope::All,
            administering_all.merge(whole).merge(uploads),
        ))
}

/// Returns the router of the admin API, with its bearer check.
pub(in crate::http) fn router(edge: &SharedEdge) -> Router<SharedEdge> {
    let (router, _) = routes(false).split_for_parts();
    router
        .fallback(problem::no_such_path)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(edge.clone(), caller::authenticate))
        // The tokens are unknown until the store has been read.
        .layer(from_fn_with_state(edge.clone(), caller::refuse_while_starting))
}

/// Answers requests with an unsupported method.
async fn method_not_allowed(path: Option<MatchedPath>) -> ProblemDetails {
    let path = path.as_ref().map_or("", MatchedPath::as_str);
    let allowed = METHODS.get(path.strip_prefix(paths::ADMIN).unwrap_or(path));
    problem::method_not_allowed(allowed.map(Vec::as_slice).unwrap_or_default())
}

/// The methods of each path, as described.
static METHODS: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
    let described = description();
    let paths = described["paths"].as_object().into_iter().flatten();
    let methods = paths.map(|(path, item)| {
        let methods = ["get", "post", "put", "patch", "delete"].into_iter();
        let methods = methods.filter(|method| item.get(method).is_some());
        (path.clone(), methods.map(str::to_uppercase).collect())
    });
    methods.collect()
});

/// Returns the content of `docs/openapi.json`.
fn description() -> Value {
    described::description(|| routes(true).into_openapi(), embedded!("openapi.json"))
}

/// Adds the requirements to a group of routes, and to their description.
fn guarded(role: Role, reach: RouteScope, routes: Routes) -> Routes {
    let mut routes = routes.route_layer(from_fn_with_state(Guard { role, reach }, caller::authorize));
    openapi::demand(routes.get_openapi_mut(), role);
    routes
}
