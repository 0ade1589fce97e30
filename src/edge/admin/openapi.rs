//! The API's description, made from its handlers: each has its own `#[utoipa::path]`, and what all of them have in common is added here. Committed as
//! `docs/openapi.json`; a test demands that it is what this makes.
//!
//! Any token may read it: it names no room and no secret.

use axum::Json;
use serde::Serialize;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref, ResponseBuilder,
    ServerBuilder,
};
use utoipa::{PartialSchema, ToSchema};

use super::caller::name_of;
use crate::book::Role;
use crate::edge::paths;

const SCHEME: &str = "token";

/// An error, as RFC 9457 has it.
#[derive(Debug, Serialize, ToSchema)]
struct ProblemBody {
    r#type: String,
    title: String,
    status: u16,
    /// What is wrong and what to do.
    detail: String,
    /// JSON pointer to the field that is wrong.
    pointer: Option<String>,
    /// All problems, where there are several.
    errors: Option<Vec<ProblemPart>>,
}

/// One of several problems.
#[derive(Debug, Serialize, ToSchema)]
struct ProblemPart {
    pointer: String,
    detail: String,
}

/// What the description says before any route.
pub(super) fn base() -> OpenApi {
    let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    let components = ComponentsBuilder::new()
        .security_scheme(SCHEME, scheme)
        .schema("Problem", ProblemBody::schema())
        .schema("ProblemPart", ProblemPart::schema());
    OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Anteroom's admin API")
                .version("1")
                .description(Some(
                    "Everything that is configured can be changed here while the server runs. A change is durable and in the audit log when it is answered, acts on every \
                     node within a second, outlives restarts, and wins over the configuration file. Errors are application/problem+json.",
                ))
                .license(Some(LicenseBuilder::new().name("Apache-2.0").identifier(Some("Apache-2.0")).build()))
                .build(),
        )
        .servers(Some([ServerBuilder::new().url(paths::ADMIN).build()]))
        .security(Some([SecurityRequirement::new::<_, [&str; 0], &str>(SCHEME, [])]))
        .components(Some(components.build()))
        .build()
}

/// Adds to routes what all of them may answer, and says the role they ask for.
pub(super) fn demand(openapi: &mut OpenApi, role: Role) {
    for item in openapi.paths.paths.values_mut() {
        let operations = [
            &mut item.get,
            &mut item.put,
            &mut item.post,
            &mut item.patch,
            &mut item.delete,
        ];
        for operation in operations.into_iter().flatten() {
            let least = format!("Takes the role {}.", name_of(role));
            let told = operation.description.take().filter(|told| !told.is_empty());
            operation.description = Some(told.map_or(least.clone(), |told| format!("{told}\n\n{least}")));
            let reads = operation.request_body.is_some();
            let possible = [
                ("400", "Path, query or body cannot be read.", true),
                ("401", "No good token.", true),
                ("403", "The token does not suffice.", true),
                ("404", "There is no such thing.", true),
                ("413", "The body is too long.", reads),
                ("422", "A field is not valid; see its pointer.", true),
                ("503", "The store is away; nothing was changed.", true),
            ];
            for (status, description, _) in possible.into_iter().filter(|(_, _, possible)| *possible) {
                let responses = &mut operation.responses.responses;
                responses
                    .entry(status.to_owned())
                    .or_insert_with(|| problem(description).into());
            }
            for (status, response) in &mut operation.responses.responses {
                if let utoipa::openapi::RefOr::T(response) = response
                    && status.starts_with('4')
                    && response.content.is_empty()
                {
                    *response = problem(&response.description);
                }
            }
        }
    }
}

fn problem(description: &str) -> utoipa::openapi::Response {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem")));
    ResponseBuilder::new()
        .description(description)
        .content("application/problem+json", content.build())
        .build()
}

/// This description. Any token may read it.
#[utoipa::path(get, path = paths::ADMIN_OPENAPI, tag = "description", responses((status = 200, body = Value)))]
pub(super) async fn get() -> Json<OpenApi> {
    Json(super::description())
}
