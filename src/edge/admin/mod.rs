//! `/admin/v1`: the operators' API. Bearer token, JSON; errors are problem+json with a pointer to the field.

mod act;
mod bearer;
mod bypass;
mod change;
mod debug_link;
mod figures;
mod invites;
mod problem;
mod rooms;

use axum::Router;
use axum::middleware;
use axum::routing::{get, post};

use super::{SharedEdge, paths};

/// The admin API's routes, behind its bearer check.
pub(super) fn router(edge: &SharedEdge) -> Router<SharedEdge> {
    Router::new()
        .route(paths::ADMIN_ROOMS, get(rooms::list))
        .route(paths::ADMIN_ROOM, get(rooms::show).patch(change::patch))
        .route(paths::ADMIN_STATS, get(figures::stats))
        .route(paths::ADMIN_GRANTS, get(figures::grants))
        .route(paths::ADMIN_DEBUG_LINK, post(debug_link::post))
        .route(paths::ADMIN_INVITES, get(invites::list).post(invites::add))
        .route(paths::ADMIN_INVITE, get(invites::show).delete(invites::withdraw))
        .route(paths::ADMIN_BYPASS_LINK, post(bypass::post))
        .route(paths::ADMIN_ACTION, post(act::post))
        .fallback(problem::no_such_path)
        .method_not_allowed_fallback(problem::method_not_allowed)
        .layer(middleware::from_fn_with_state(edge.clone(), bearer::check))
}
