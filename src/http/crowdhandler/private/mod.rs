//! CrowdHandler's private API: what an account's owner can read and change, with the private key.
//! A change goes the way of the admin API (`src/http/admin/change.rs`): checked like the
//! configuration file, one commit with its entry in the audit log, in force on every node within a
//! second.
//!
//! | theirs | here |
//! | --- | --- |
//! | account | a customer with keys of the API |
//! | domain | a pool with `domains` in which the customer has a room with a slug |
//! | room | such a room |
//! | session | somebody who was let in |
//! | template | a theme |
//!
//! A pool belongs to no customer. Whoever holds a key can change one only while nobody else has a
//! room in it ([`owner`]); everything else that concerns several customers is the operators' alone.
//!
//! To add a resource: write its handlers with `#[utoipa::path]`, taking a [`PrivateCaller`], which
//! has passed authentication and the limit of calls; check the role in handlers that change
//! something; add them to [`routes`], which also adds the form of the path with a slash at the end.

mod account;
mod caller;
mod domains;
mod fault;
mod ids;
mod input;
mod ips;
mod limit;
mod openapi;
mod owner;
mod reports;
mod requests;
mod rooms;
mod sessions;
mod templates;

use axum::Router;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};
use utoipa_axum::routes;

use caller::PrivateCaller;
use fault::{Answer, ApiFault};
pub(in crate::http) use limit::PrivateCalls;

use crate::http::SharedEdge;

type PrivateRoutes = OpenApiRouter<SharedEdge>;

/// How many things were deleted.
#[derive(Debug, Serialize, ToSchema)]
struct DeletedCount {
    deleted: usize,
}

/// Returns all routes.
fn routes() -> PrivateRoutes {
    let made = [
        routes!(account::get),
        routes!(account::plan),
        routes!(domains::list, domains::post),
        routes!(domains::get, domains::put, domains::delete),
        routes!(rooms::of_domain),
        routes!(ips::of_domain),
        routes!(reports::of_domain),
        routes!(requests::list),
        routes!(requests::urls),
        routes!(rooms::list, rooms::post),
        routes!(rooms::get, rooms::put, rooms::delete),
        routes!(reports::of_room),
        routes!(sessions::of_room),
        routes!(sessions::list),
        routes!(sessions::get, sessions::delete),
        routes!(templates::list, templates::post),
        routes!(templates::get, templates::put, templates::delete),
        routes!(reports::get),
        routes!(ips::list, ips::post),
        routes!(ips::get, ips::put, ips::delete),
        routes!(openapi::get),
    ];
    let base = PrivateRoutes::with_openapi(openapi::base());
    openapi::complete(made.into_iter().fold(base, with_slash))
}

/// Returns the router of the private API.
pub(super) fn router() -> Router<SharedEdge> {
    routes().split_for_parts().0
}

/// Returns the content of `docs/crowdhandler-openapi.json`.
fn description() -> OpenApi {
    routes().into_openapi()
}

/// Adds the handlers of a path, for the path with a slash at its end, too: clients write both.
fn with_slash(routes: PrivateRoutes, made: UtoipaMethodRouter<SharedEdge>) -> PrivateRoutes {
    let path = made.1.paths.keys().next().expect("handlers have a path");
    let (path, handlers) = (format!("{path}/"), made.2.clone());
    routes.routes(made).route(&path, handlers)
}
