//! `preview`: shows what a connector would do with a request, and why.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::admin::extract::{CustomerPath, JsonBody, PathParams};
use crate::http::admin::integration::IntegrationAdmin;
use crate::http::admin::problem::ProblemDetails;
use crate::http::{SharedAppState, paths};
use crate::integration::preview::{IntegrationAnswer, IntegrationRequest};

/// The request to evaluate.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct IntegrationPreview {
    request: IntegrationRequest,
    /// The version to evaluate; default: the draft.
    #[serde(default)]
    version: Option<u64>,
}

/// Evaluates a request like a server-side connector, by the draft or by a version.
///
/// The answer contains the result and every condition that the connector would check.
#[utoipa::path(
    post, path = paths::ADMIN_INTEGRATION_PREVIEW, tag = "integration", params(CustomerPath), request_body = IntegrationPreview,
    responses((status = 200, body = IntegrationAnswer)),
)]
pub(crate) async fn post(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<CustomerPath>,
    JsonBody(asked): JsonBody<IntegrationPreview>,
) -> Result<Json<IntegrationAnswer>, ProblemDetails> {
    let admin = IntegrationAdmin::of(&app, &path.customer)?;
    let built = match asked.version {
        Some(version) => admin.edition(version).await?.build(&admin.owner.id),
        None => admin.build(&admin.namespace.draft(&app.running.admin_store().documents()).source),
    };
    Ok(Json(IntegrationAnswer::traced(&asked.request, &built.config)))
}
