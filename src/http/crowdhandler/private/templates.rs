//! `/v1/templates`: the themes that the account's rooms can have. A room chooses one by its
//! `templateID`; themes themselves are files of the server.

use std::collections::BTreeSet;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::input::PathId;
use super::{Answer, ApiFault, PrivateCaller, ids};
use crate::http::{AppState, SharedAppState, paths};
use crate::theme::ThemeFiles;

/// A theme.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TemplateView {
    id: String,
    name: String,
    /// The account's rooms that have it.
    rooms: Vec<String>,
}

/// Lists the templates: the built-in ones, and those that the account's rooms have. The others may
/// be other accounts'.
#[utoipa::path(get, path = paths::CH_TEMPLATES, tag = "templates", responses((status = 200, body = Vec<TemplateView>)))]
pub(super) async fn list(State(app): State<SharedAppState>, caller: PrivateCaller) -> Answer<Vec<TemplateView>> {
    Answer(templates(&app, &caller))
}

/// Returns one template.
#[utoipa::path(
    get, path = paths::CH_TEMPLATE, tag = "templates", params(("id" = String, Path, description = "tmp_…")),
    responses((status = 200, body = TemplateView)),
)]
pub(super) async fn get(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
) -> Result<Answer<TemplateView>, ApiFault> {
    let found = templates(&app, &caller).into_iter().find(|template| template.id == id);
    let found = found
        .ok_or_else(|| ApiFault::not_found("This account has no such template; GET /v1/templates lists them all."));
    found.map(Answer)
}

/// Refuses to create a template.
#[utoipa::path(
    post, path = paths::CH_TEMPLATES, tag = "templates",
    responses((status = 501, description = "Always: themes are files of the server")),
)]
pub(super) async fn post(_caller: PrivateCaller) -> ApiFault {
    files()
}

/// Refuses to change a template.
#[utoipa::path(
    put, path = paths::CH_TEMPLATE, tag = "templates", params(("id" = String, Path, description = "tmp_…")),
    responses((status = 501, description = "Always: themes are files of the server")),
)]
pub(super) async fn put(_caller: PrivateCaller, _id: PathId) -> ApiFault {
    files()
}

/// Refuses to delete a template.
#[utoipa::path(
    delete, path = paths::CH_TEMPLATE, tag = "templates", params(("id" = String, Path, description = "tmp_…")),
    responses((status = 501, description = "Always: themes are files of the server")),
)]
pub(super) async fn delete(_caller: PrivateCaller, _id: PathId) -> ApiFault {
    files()
}

fn files() -> ApiFault {
    let text = "Templates are theme folders of the server, which its operators install; give a room one of those that \
                GET /v1/templates lists by its templateID.";
    ApiFault::not_built(text)
}

fn templates(app: &AppState, caller: &PrivateCaller) -> Vec<TemplateView> {
    let config = app.running.config();
    let own: Vec<_> = config
        .rooms
        .iter()
        .filter(|room| room.customer.as_str() == caller.customer())
        .collect();
    let themes = app.pages.themes();
    let built_in = themes
        .names()
        .into_iter()
        .filter(|name| ThemeFiles::built_in(name).is_some());
    let names: BTreeSet<&str> = built_in.chain(own.iter().map(|room| room.theme.as_str())).collect();
    let rooms_of = |theme: &str| {
        own.iter()
            .filter(|room| room.theme == theme)
            .map(|room| ids::room(room.id.as_str()))
            .collect()
    };
    let view = |name: &str| TemplateView {
        id: ids::template(name),
        name: name.to_owned(),
        rooms: rooms_of(name),
    };
    names.into_iter().map(view).collect()
}
