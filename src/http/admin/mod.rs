//! `/admin/v1`: the operators' API. Requests carry a bearer token, bodies are JSON, and errors are
//! problem+json with a pointer to the field.
//!
//! [`routes`] is the one table of all routes, grouped by the least role and by the customers that a
//! caller must reach. To add an endpoint, write its handler with a `#[utoipa::path]` and add it to
//! a group, which guards and describes it. The modules of `resources` and `integration` are also
//! used by their own names: `crate::http::admin::rooms` is `resources/rooms.rs`.

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
use crate::http::described::{self, routes};
use crate::http::{SharedAppState, paths};
pub(in crate::http) use caller::{Caller, bearer};
use caller::{Guard, RouteScope};
pub(in crate::http) use change::Force;
pub(in crate::http) use entries::{JsonObject, ROOMS_PER_CUSTOMER_MAX};
pub(in crate::http) use extract::{GroupPath, read};
pub(in crate::http) use problem::ProblemDetails;
pub(in crate::http) use resources::rooms::phase_name;

type Routes = OpenApiRouter<SharedAppState>;

/// Returns all routes, grouped by their requirements, with their description or without.
fn routes(describe: bool) -> Routes {
    let selling = Routes::new().routes(routes!(describe; passes::verify));
    let creating = Routes::new().routes(routes!(describe; rooms::create));
    Routes::with_openapi(openapi::base())
        .merge(guarded(Role::Checkout, RouteScope::Everybody, selling))
        .merge(guarded(Role::Read, RouteScope::Customer, reading(describe)))
        .merge(guarded(
            Role::Read,
            RouteScope::Everybody,
            reading_what_is_theirs(describe),
        ))
        .merge(guarded(Role::Read, RouteScope::All, reading_all(describe)))
        .merge(guarded(Role::Operate, RouteScope::Customer, operating(describe)))
        .merge(guarded(Role::Admin, RouteScope::Customer, administering(describe)))
        .merge(guarded(Role::Admin, RouteScope::Everybody, creating))
        .merge(guarded(Role::Admin, RouteScope::All, administering_all(describe)))
}

/// The routes that read what belongs to one customer.
fn reading(describe: bool) -> Routes {
    Routes::new()
        .routes(routes!(describe; rooms::show))
        .routes(routes!(describe; customers::show))
        .routes(routes!(describe; figures::requests))
        .routes(routes!(describe; firewall::list))
        .routes(routes!(describe; firewall::show))
        .routes(routes!(describe; passes::orders))
        .routes(routes!(describe; figures::stats))
        .routes(routes!(describe; figures::grants))
        .routes(routes!(describe; draw::show))
        .routes(routes!(describe; draft::get))
        .routes(routes!(describe; draft::validate))
        .routes(routes!(describe; preview::post))
        .routes(routes!(describe; editions::list))
        .routes(routes!(describe; editions::show))
        .routes(routes!(describe; invites::list))
        .routes(routes!(describe; invites::show))
}

/// The routes that read lists, of which each caller sees the part of its customers.
fn reading_what_is_theirs(describe: bool) -> Routes {
    Routes::new()
        .routes(routes!(describe; rooms::list))
        .routes(routes!(describe; customers::list))
        .routes(routes!(describe; pools::list))
        .routes(routes!(describe; pools::show))
        .routes(routes!(describe; audit::list))
        .routes(routes!(describe; explain::post))
        .routes(routes!(describe; openapi::get))
}

/// The routes that read what belongs to no single customer.
fn reading_all(describe: bool) -> Routes {
    Routes::new()
        .routes(routes!(describe; configuration::get))
        .routes(routes!(describe; groups::list))
        .routes(routes!(describe; groups::show))
        .routes(routes!(describe; codes::list))
        .routes(routes!(describe; codes::show))
        .routes(routes!(describe; ip_groups::list))
        .routes(routes!(describe; ip_groups::show))
        .routes(routes!(describe; themes::list))
        .routes(routes!(describe; themes::show))
}

/// The routes for the daily work with one customer's rooms.
fn operating(describe: bool) -> Routes {
    Routes::new()
        // Operators may change two of a room's settings; the handler requires a higher role for the
        // others.
        .routes(routes!(describe; rooms::patch))
        .routes(routes!(describe; debug_link::post))
        // Two of a rule's actions require a higher role; the handlers say which.
        .routes(routes!(describe; firewall::create))
        .routes(routes!(describe; firewall::patch, firewall::delete))
        .routes(routes!(describe; invites::add))
        .routes(routes!(describe; invites::withdraw))
        .routes(routes!(describe; bypass::post))
        .routes(routes!(describe; draw::bring))
        .routes(routes!(describe; act::post))
}

/// The routes that change a customer's configuration.
fn administering(describe: bool) -> Routes {
    Routes::new()
        .routes(routes!(describe; rooms::delete))
        .routes(routes!(describe; draw::give_up))
        .routes(routes!(describe; customers::patch))
        .routes(routes!(describe; draft::put))
        .routes(routes!(describe; publish::draft))
        .routes(routes!(describe; publish::rollback))
        // The holder of a signed version can push it to connectors again at any time.
        .routes(routes!(describe; editions::push))
}

/// The routes that change what belongs to no single customer.
fn administering_all(describe: bool) -> Routes {
    // A comparison contains secrets, and its answer reveals whether they are right.
    let whole = Routes::new()
        .routes(routes!(describe; configuration::compare))
        .routes(routes!(describe; configuration::put))
        .layer(DefaultBodyLimit::max(configuration::BODY_BYTES_MAX));
    let uploads = Routes::new()
        .routes(routes!(describe; themes::put))
        .layer(DefaultBodyLimit::max(themes::BODY_BYTES_MAX));
    Routes::new()
        .routes(routes!(describe; customers::create))
        .routes(routes!(describe; customers::delete))
        .routes(routes!(describe; pools::create))
        .routes(routes!(describe; pools::patch, pools::delete))
        .routes(routes!(describe; groups::create))
        .routes(routes!(describe; groups::patch, groups::delete))
        .routes(routes!(describe; codes::add, codes::delete_all))
        .routes(routes!(describe; codes::delete))
        .routes(routes!(describe; tokens::list, tokens::make))
        .routes(routes!(describe; tokens::delete))
        .routes(routes!(describe; themes::delete))
        .routes(routes!(describe; ip_groups::make))
        .routes(routes!(describe; ip_groups::patch, ip_groups::delete))
        .merge(whole)
        .merge(uploads)
}

/// Returns the router of the admin API, with its bearer check.
pub(in crate::http) fn router(app: &SharedAppState) -> Router<SharedAppState> {
    let (router, _) = routes(false).split_for_parts();
    router
        .fallback(problem::no_such_path)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(app.clone(), caller::authenticate))
        // The tokens are unknown until the store has been read.
        .layer(from_fn_with_state(app.clone(), caller::refuse_while_starting))
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
