//! `publish` and `versions/{n}/rollback`: replace the published version, which connectors download.

use axum::Json;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::clock::rfc3339;
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::{CustomerPath, JsonBody, PathParams};
use crate::http::admin::integration::IntegrationAdmin;
use crate::http::admin::integration::draft::check_if_match;
use crate::http::admin::integration::editions::EditionPath;
use crate::http::admin::problem::ProblemDetails;
use crate::http::{SharedAppState, paths};
use crate::integration::repository::{Edition, IntegrationEdition};
use crate::integration::source::IntegrationSource;

/// The maximum length of a comment, characters.
const COMMENT_CHARS_MAX: usize = 500;

/// Information about a version.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = IntegrationPublishing)]
pub(crate) struct Publishing {
    /// Description of the change; all visitors of the site can read it.
    #[serde(default)]
    #[schema(max_length = 500)]
    comment: Option<String>,
}

/// Publishes the draft as the next version.
///
/// Connectors get it at their next download, which most make every five minutes.
#[utoipa::path(
    post, path = paths::ADMIN_INTEGRATION_PUBLISH, tag = "integration", request_body = Publishing,
    params(CustomerPath, ("If-Match" = Option<String>, Header, description = "The ETag of the draft to publish")),
    responses((status = 201, body = IntegrationEdition), (status = 412, description = "Somebody else saved the draft meanwhile")),
)]
pub(crate) async fn draft(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<CustomerPath>,
    headers: HeaderMap,
    JsonBody(publishing): JsonBody<Publishing>,
) -> Result<(StatusCode, Json<IntegrationEdition>), ProblemDetails> {
    let admin = IntegrationAdmin::of(&app, &path.customer)?;
    let comment = publishing.comment()?;
    let published = app.change(&caller, |change| {
        let draft = admin.namespace.draft(change.documents());
        check_if_match(&headers, &draft)?;
        let edition = admin.edition_of(&draft.source, &caller, comment.clone(), None)?;
        Ok(admin.namespace.publish(change, edition))
    });
    Ok((StatusCode::CREATED, Json(published.await?)))
}

/// Publishes the source of an earlier version as the next version.
///
/// The draft stays unchanged. Actions without a host in the source get the current host.
#[utoipa::path(
    post, path = paths::ADMIN_INTEGRATION_ROLLBACK, tag = "integration", params(EditionPath), request_body = Publishing,
    responses((status = 201, body = IntegrationEdition)),
)]
pub(crate) async fn rollback(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<EditionPath>,
    JsonBody(publishing): JsonBody<Publishing>,
) -> Result<(StatusCode, Json<IntegrationEdition>), ProblemDetails> {
    let admin = IntegrationAdmin::of(&app, &path.customer)?;
    let comment = publishing.comment()?;
    let source = admin.edition(path.version).await?.source;
    let edition = admin.edition_of(&source, &caller, comment, Some(path.version))?;
    let published = app.change(&caller, |change| Ok(admin.namespace.publish(change, edition.clone())));
    Ok((StatusCode::CREATED, Json(published.await?)))
}

impl Publishing {
    fn comment(&self) -> Result<Option<String>, ProblemDetails> {
        let comment = self
            .comment
            .as_deref()
            .map(str::trim)
            .filter(|comment| !comment.is_empty());
        match comment {
            Some(text) if text.chars().count() > COMMENT_CHARS_MAX => Err(ProblemDetails::field(
                "/comment",
                format!("at most {COMMENT_CHARS_MAX} characters"),
            )),
            comment => Ok(comment.map(str::to_owned)),
        }
    }
}

impl IntegrationAdmin<'_> {
    /// Checks a source and returns it as a version, ready to be published; publishing assigns its
    /// number.
    fn edition_of(
        &self,
        source: &IntegrationSource,
        caller: &Caller,
        comment: Option<String>,
        rolled_back_to: Option<u64>,
    ) -> Result<Edition, ProblemDetails> {
        let judgement = self.judge(source);
        if !judgement.publishable {
            let errors = judgement.problems.into_iter().filter(|problem| problem.is_error());
            return Err(ProblemDetails::fields(
                errors.map(|problem| (problem.pointer, problem.message)),
            ));
        }
        Ok(Edition {
            imprint: IntegrationEdition {
                version: 0,
                published_at: rfc3339(self.app.clock.wall()),
                by: caller.name().to_owned(),
                comment,
                rolled_back_to,
            },
            source: source.clone(),
            domains: source.actions.iter().map(|action| self.domain(action)).collect(),
        })
    }
}
