//! The room's page at the addresses that integrations use, and the scripts with which sites do
//! without an integration on their servers.

mod page_view;
mod room_page;
mod script;
mod static_page;

use axum::Router;
use axum::routing::get;

pub(super) use page_view::PageView;

use crate::http::{SharedAppState, paths};

/// The pages of rooms by their slugs.
pub(in crate::http) fn pages() -> Router<SharedAppState> {
    Router::new()
        .route(paths::CH_ROOM_PAGE, get(room_page::get))
        .route(paths::CH_ROOM_PAGE_SLASH, get(room_page::get))
        .route(paths::CH_ROOM_PAGE_WHITELABEL, get(room_page::get))
        .route(paths::CH_ROOM_PAGE_WHITELABEL_SLASH, get(room_page::get))
        .route(paths::CH_SAFETY_NET, get(room_page::get_without_slug))
        .route(paths::CH_SAFETY_NET_BARE, get(room_page::get_without_slug))
        .route(paths::CH_ROOM_PAGE_OF, get(static_page::get_of_moment))
}

/// This server's scripts, which compress their answers themselves.
pub(in crate::http) fn scripts() -> Router<SharedAppState> {
    Router::new()
        .route(paths::CH_SCRIPT, get(script::main))
        .route(paths::CH_LITE_SCRIPT, get(script::lite_validator))
        .route(paths::CH_PAGE_SCRIPT, get(script::room))
}
