//! `draft`: the integration configuration in progress. It can be saved as soon as its shape is
//! valid; `validate` reports all other mistakes.
//!
//! Each state of the draft has an `ETag`. Saving requires the state that the editor changed, in
//! `If-Match`: of two concurrent editors the second gets an error, and neither overwrites the
//! other's work.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::ETAG;
use http::{HeaderMap, HeaderValue};

use crate::http::admin::caller::Caller;
use crate::http::admin::extract::{CustomerPath, JsonBody, PathParams, read};
use crate::http::admin::integration::{IntegrationAdmin, Judgement};
use crate::http::admin::problem::ProblemDetails;
use crate::http::infra::etag;
use crate::http::{SharedAppState, paths};
use crate::integration::repository::IntegrationDraft;
use crate::integration::source::{IntegrationSource, SOURCE_BYTES_MAX};

/// Returns the draft; at first it is empty.
#[utoipa::path(
    get, path = paths::ADMIN_INTEGRATION_DRAFT, tag = "integration", params(CustomerPath),
    responses((status = 200, body = IntegrationSource, headers(("ETag" = String, description = "Identifies this state of the draft")))),
)]
pub(crate) async fn get(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<CustomerPath>,
) -> Result<Response, ProblemDetails> {
    let admin = IntegrationAdmin::of(&app, &path.customer)?;
    let draft = admin.namespace.draft(&app.running.admin_store().documents());
    Ok(([(ETAG, tag(&draft))], Json(draft.source)).into_response())
}

/// Saves the draft, and reports its problems.
#[utoipa::path(
    put, path = paths::ADMIN_INTEGRATION_DRAFT, tag = "integration", request_body = IntegrationSource,
    params(CustomerPath, ("If-Match" = String, Header, description = "The ETag of the draft that was changed; `*` overwrites whatever is there")),
    responses(
        (status = 200, body = Judgement, headers(("ETag" = String, description = "Identifies this state of the draft"))),
        (status = 412, description = "Somebody else saved the draft meanwhile"), (status = 428, description = "If-Match is missing"),
    ),
)]
pub(crate) async fn put(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<CustomerPath>,
    headers: HeaderMap,
    JsonBody(source): JsonBody<IntegrationSource>,
) -> Result<Response, ProblemDetails> {
    let admin = IntegrationAdmin::of(&app, &path.customer)?;
    check_size(&source)?;
    let saved = app.change(&caller, |change| {
        let before = admin.namespace.draft(change.documents());
        check_if_match(&headers, &before)?.ok_or_else(ProblemDetails::if_match_required)?;
        Ok(match before.source == source {
            true => before,
            false => admin.namespace.save(change, source.clone()),
        })
    });
    let saved = saved.await?;
    Ok(([(ETAG, tag(&saved))], Json(admin.judge(&saved.source))).into_response())
}

/// Reports the problems of a source: of the one in the body, or without a body of the draft.
///
/// Nothing is saved.
#[utoipa::path(
    post, path = paths::ADMIN_INTEGRATION_VALIDATE, tag = "integration", params(CustomerPath), request_body = Option<IntegrationSource>,
    responses((status = 200, body = Judgement)),
)]
pub(crate) async fn validate(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<CustomerPath>,
    body: Bytes,
) -> Result<Json<Judgement>, ProblemDetails> {
    let admin = IntegrationAdmin::of(&app, &path.customer)?;
    let given: Option<IntegrationSource> = match body.trim_ascii() {
        [] => None,
        json => read(json)?,
    };
    let source = given.unwrap_or_else(|| admin.namespace.draft(&app.running.admin_store().documents()).source);
    check_size(&source)?;
    Ok(Json(admin.judge(&source)))
}

/// Refuses the request if the caller names another state of the draft; returns `None` if the caller
/// names no state.
pub(in crate::http) fn check_if_match(
    headers: &HeaderMap,
    draft: &IntegrationDraft,
) -> Result<Option<()>, ProblemDetails> {
    match etag::matches_if_match(headers, &tag(draft)) {
        Some(false) => Err(ProblemDetails::stale(
            "somebody else saved the draft meanwhile; GET it, and repeat the change on it",
        )),
        meant => Ok(meant.map(|_| ())),
    }
}

fn tag(draft: &IntegrationDraft) -> HeaderValue {
    HeaderValue::try_from(format!("\"{}\"", draft.edit)).expect("digits are ASCII")
}

fn check_size(source: &IntegrationSource) -> Result<(), ProblemDetails> {
    let bytes = serde_json::to_vec(source).expect("a source can be written").len();
    match bytes <= SOURCE_BYTES_MAX {
        true => Ok(()),
        false => Err(ProblemDetails::too_large(format!(
            "the source has {bytes} bytes; at most {SOURCE_BYTES_MAX} are allowed"
        ))),
    }
}
