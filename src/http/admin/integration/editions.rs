//! `versions`: the published versions, and the files that each has for connectors and for browsers.

use axum::Json;
use axum::extract::State;
use protocol::integration::browser::BrowserConfig;
use protocol::integration::{IntegrationConfig, Push};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::admin::extract::{CustomerPath, PathParams};
use crate::http::admin::integration::IntegrationAdmin;
use crate::http::admin::problem::ProblemDetails;
use crate::http::{SharedAppState, paths};
use crate::integration::repository::IntegrationEdition;
use crate::integration::source::IntegrationSource;

/// `customers/{c}/integration/versions/{n}`
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct EditionPath {
    /// A customer's id.
    #[param(pattern = "^[A-Za-z0-9-]{1,50}$")]
    pub(in crate::http) customer: String,
    /// A version's number.
    #[param(minimum = 1)]
    pub(in crate::http) version: u64,
}

/// A version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IntegrationVersion)]
pub(crate) struct EditionView {
    imprint: IntegrationEdition,
    /// The source as it was written; a draft can continue from it.
    source: IntegrationSource,
    /// The file for connectors.
    #[schema(value_type = Object)]
    connectors: IntegrationConfig,
    /// The object in the file for browsers.
    #[schema(value_type = Object)]
    browsers: BrowserConfig,
}

/// A version in a signed envelope.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IntegrationPush)]
pub(crate) struct PushView {
    /// The file for connectors, in hex.
    integration_info: String,
    /// Signature by the customer's secret key.
    hash: String,
}

/// Lists the versions that are kept, newest first.
#[utoipa::path(
    get, path = paths::ADMIN_INTEGRATION_VERSIONS, tag = "integration", params(CustomerPath),
    responses((status = 200, body = Vec<IntegrationEdition>)),
)]
pub(crate) async fn list(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<CustomerPath>,
) -> Result<Json<Vec<IntegrationEdition>>, ProblemDetails> {
    let admin = IntegrationAdmin::of(&app, &path.customer)?;
    let mut editions = admin.namespace.history(&app.running.admin_store().documents()).editions;
    editions.reverse();
    Ok(Json(editions))
}

/// Returns one version.
#[utoipa::path(
    get, path = paths::ADMIN_INTEGRATION_VERSION, tag = "integration", params(EditionPath),
    responses((status = 200, body = EditionView)),
)]
pub(crate) async fn show(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<EditionPath>,
) -> Result<Json<EditionView>, ProblemDetails> {
    let admin = IntegrationAdmin::of(&app, &path.customer)?;
    let edition = admin.edition(path.version).await?;
    let built = edition.build(&admin.owner.id);
    Ok(Json(EditionView {
        connectors: built.for_servers(),
        browsers: built.for_browsers(),
        imprint: edition.imprint,
        source: edition.source,
    }))
}

/// Returns a version as a signed body, for connectors that cannot download.
///
/// PUT the body to the address at which the connector listens. This server itself sends no requests
/// to connectors.
#[utoipa::path(
    get, path = paths::ADMIN_INTEGRATION_PUSH, tag = "integration", params(EditionPath),
    responses((status = 200, body = PushView)),
)]
pub(crate) async fn push(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<EditionPath>,
) -> Result<Json<PushView>, ProblemDetails> {
    let admin = IntegrationAdmin::of(&app, &path.customer)?;
    let config = admin.edition(path.version).await?.build(&admin.owner.id).for_servers();
    let push = Push::sign(&config.to_json(), &admin.owner.secret_key);
    Ok(Json(PushView {
        integration_info: push.integration_info,
        hash: push.hash,
    }))
}
