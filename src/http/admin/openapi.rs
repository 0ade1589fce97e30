//! The API's OpenAPI description, generated from its handlers: each has its own `#[utoipa::path]`,
//! and the parts that all share are added here. The result is committed as `docs/openapi.json`, and
//! a test requires that both are equal.
//!
//! It names no room and no secret.

use axum::Json;
use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, Response,
    ResponseBuilder, ServerBuilder,
};
use utoipa::{PartialSchema, ToSchema};

use crate::admin_store::Role;
use crate::http::admin::caller::name_of;
use crate::http::paths;

const SCHEME: &str = "token";
/// The possible errors of all operations; 413 only for operations that read a body.
const POSSIBLE: [(&str, &str); 8] = [
    ("400", "Path, query or body cannot be read."),
    ("401", "The token is missing or not valid."),
    ("403", "The token's role or customer does not permit this."),
    ("404", "The resource does not exist."),
    ("413", "The body is too long."),
    ("422", "A field is not valid; see its pointer."),
    ("429", "Too many wrong tokens came from this address; see Retry-After."),
    ("503", "The store does not answer; nothing was changed."),
];

/// An error (RFC 9457).
#[derive(Debug, Serialize, ToSchema)]
struct ProblemBody {
    r#type: String,
    title: String,
    status: u16,
    /// The problem and its remedy.
    detail: String,
    /// JSON pointer to the invalid field.
    pointer: Option<String>,
    /// All problems, if there are several.
    errors: Option<Vec<ProblemPart>>,
}

/// One of several problems.
#[derive(Debug, Serialize, ToSchema)]
struct ProblemPart {
    pointer: String,
    detail: String,
}

/// Returns the description without routes.
pub(in crate::http) fn base() -> OpenApi {
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
                    "Changes the configuration while the server runs. When a change is answered, it is durable and in the audit log. It takes effect on every node within \
                     a second, survives restarts, and overrides the configuration file. Errors are application/problem+json.",
                ))
                .license(Some(LicenseBuilder::new().name("Apache-2.0").identifier(Some("Apache-2.0")).build()))
                .build(),
        )
        .servers(Some([ServerBuilder::new().url(paths::ADMIN).build()]))
        .security(Some([SecurityRequirement::new::<_, [&str; 0], &str>(SCHEME, [])]))
        .components(Some(components.build()))
        .build()
}

/// Adds the shared answers and the required role to routes.
pub(in crate::http) fn demand(openapi: &mut OpenApi, role: Role) {
    for (path, item) in &mut openapi.paths.paths {
        let operations = [
            ("get", &mut item.get),
            ("put", &mut item.put),
            ("post", &mut item.post),
            ("patch", &mut item.patch),
            ("delete", &mut item.delete),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                // Handler names are not unique across files.
                let words = path.split(['/', '{', '}', '.']).filter(|word| !word.is_empty());
                operation.operation_id = Some([method].into_iter().chain(words).collect::<Vec<_>>().join("-"));
                complete(operation, role);
            }
        }
    }
}

fn complete(operation: &mut Operation, role: Role) {
    let least = format!("Requires the role {}.", name_of(role));
    let text = operation.description.take().filter(|text| !text.is_empty());
    operation.description = Some(text.map_or(least.clone(), |text| format!("{text}\n\n{least}")));
    let reads = operation.request_body.is_some();
    let responses = &mut operation.responses.responses;
    for (status, description) in POSSIBLE.into_iter().filter(|(status, _)| reads || *status != "413") {
        responses
            .entry(status.to_owned())
            .or_insert_with(|| problem(description).into());
    }
    for (status, response) in responses {
        if let RefOr::T(response) = response
            && status.starts_with('4')
            && response.content.is_empty()
        {
            *response = problem(&response.description);
        }
    }
}

fn problem(description: &str) -> Response {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem")));
    ResponseBuilder::new()
        .description(description)
        .content("application/problem+json", content.build())
        .build()
}

/// Returns this description.
///
/// Every token may read it but that of a checkout.
#[utoipa::path(get, path = paths::ADMIN_OPENAPI, tag = "description", responses((status = 200, body = Value)))]
pub(in crate::http) async fn get() -> Json<Value> {
    Json(crate::http::admin::description())
}
