//! CrowdHandler's private API, through which an account's owner reads and changes the account with
//! the private key. A change uses the code of the admin API (`src/http/admin/change.rs`): it is
//! checked like the configuration file, is one commit with its entry in the audit log, and is in
//! force on every node within a second.
//!
//! | CrowdHandler | Anteroom |
//! | --- | --- |
//! | account | a customer with keys of the API |
//! | domain | a pool with `domains` in which the customer has a room with a slug |
//! | room | such a room |
//! | session | a visitor who was let in |
//! | template | a theme |
//! | group, code | a priority group of a pool, and its codes |
//!
//! A pool belongs to no customer. The holder of a key can change a pool only while no other
//! customer has a room in it ([`owner`]); everything else that concerns several customers is
//! reserved for the operators.
//!
//! To add a resource: write its handlers with `#[utoipa::path]`, taking a [`PrivateCaller`], which
//! has passed authentication and the limit of calls; check the role in handlers that change
//! something; add them to [`routes`], which also adds the form of the path with a slash at the end.

mod account;
mod caller;
mod code_fields;
mod code_list;
mod codes;
mod domains;
mod fault;
mod groups;
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

use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodRouter, post};
use axum::{Extension, Router};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use caller::PrivateCaller;
pub(in crate::http) use domains::is_change as is_domain_change;
use fault::{Answer, ApiFault};
pub(in crate::http) use ids::SessionId;
pub(in crate::http) use limit::PrivateCalls;

use crate::embedded::embedded;
use crate::http::{AppState, SharedAppState, described, paths};

type PrivateRoutes = OpenApiRouter<SharedAppState>;

impl AppState {
    /// Makes an id for the configuration: the first letters of a text, and random digits, since an
    /// id that was in use before would bring its places or codes back.
    fn new_id(&self, text: &str, letters: usize) -> String {
        let letters = text.chars().filter(char::is_ascii_alphanumeric).take(letters);
        let digits: String = self.entropy.nonce()[..4]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let letters: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
        letters + &digits
    }
}

/// How many things were deleted.
#[derive(Debug, Serialize, ToSchema)]
struct DeletedCount {
    deleted: usize,
}

/// Returns all routes, with their description or without.
fn routes(describe: bool) -> PrivateRoutes {
    macro_rules! routes {
        ($($handlers:tt)+) => { described::routes!(describe; $($handlers)+) };
    }
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
        routes!(groups::list, groups::post),
        routes!(groups::get, groups::put, groups::delete),
        with_body_limit(routes!(code_list::of_group, codes::upload, codes::delete_all)),
        routes!(codes::batch),
        routes!(code_list::list, codes::post),
        routes!(codes::get, codes::put, codes::delete),
        routes!(templates::list, templates::post),
        routes!(templates::get, templates::put, templates::delete),
        routes!(reports::get),
        routes!(ips::list, ips::post),
        routes!(ips::get, ips::put, ips::delete),
        routes!(openapi::get),
    ];
    let base = PrivateRoutes::with_openapi(openapi::base())
        .route(paths::CH_GROUP_CODES_EMPTY, with_codes(post(codes::upload_by_body)))
        .route(paths::CH_GROUP_BATCH_EMPTY, post(codes::batch_by_body));
    openapi::complete(made.into_iter().fold(base, with_slash))
}

/// Returns the router of the private API.
pub(super) fn router() -> Router<SharedAppState> {
    routes(false).split_for_parts().0
}

/// Returns the content of `docs/integrate/crowdhandler-openapi.json`.
fn description() -> Value {
    let committed = embedded!("crowdhandler-openapi.json");
    described::description(|| routes(true).into_openapi(), committed)
}

/// Lets a path accept more codes than the body of another call can contain.
fn with_body_limit(mut made: UtoipaMethodRouter<SharedAppState>) -> UtoipaMethodRouter<SharedAppState> {
    made.2 = with_codes(made.2);
    made
}

fn with_codes(handlers: MethodRouter<SharedAppState>) -> MethodRouter<SharedAppState> {
    let most = input::BodyMax {
        bytes: codes::CODES_BYTES_MAX,
        instead: "Send the codes in several calls.",
    };
    let limited: MethodRouter<SharedAppState> = handlers.layer(DefaultBodyLimit::max(most.bytes));
    limited.layer(Extension(most))
}

/// Adds the handlers of a path, and the same path with a slash at its end: clients write both.
fn with_slash(routes: PrivateRoutes, made: UtoipaMethodRouter<SharedAppState>) -> PrivateRoutes {
    let path = made.1.paths.keys().next().expect("handlers have a path");
    let (path, handlers) = (format!("{path}/"), made.2.clone());
    routes.routes(made).route(&path, handlers)
}
