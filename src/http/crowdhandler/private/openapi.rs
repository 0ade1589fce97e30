//! The OpenAPI description of the private API, generated from its handlers: each has its own
//! `#[utoipa::path]`, and the parts that all share are added here. The result is committed as
//! `docs/integrate/crowdhandler-openapi.json`, and a test requires that both are equal.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::schema::{ObjectBuilder, Schema};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, Response,
    ResponseBuilder,
};
use utoipa::{PartialSchema, ToSchema};

use super::{Answer, PrivateCaller, PrivateRoutes};
use crate::http::paths;

/// The key in its header, and as the user name of HTTP Basic.
const SCHEMES: [&str; 2] = ["key", "basic"];
/// The possible failures of all operations.
const POSSIBLE: [(&str, &str); 8] = [
    ("400", "A field, a parameter or the body is not valid."),
    ("401", "The key is missing, or is a public one."),
    ("403", "The key's role does not permit this."),
    ("404", "The key is unknown, or the account has no such thing."),
    ("409", "The change conflicts with the current state."),
    ("413", "The body is longer than the call takes."),
    ("429", "The key has no call left within this minute; see Retry-After."),
    ("503", "The store does not answer; nothing was changed."),
];

/// A failure; with status 429 the text is in `message`.
#[derive(Debug, Serialize, ToSchema)]
struct FaultBody {
    error: Option<String>,
    message: Option<String>,
}

/// Returns the description without routes.
pub(super) fn base() -> OpenApi {
    let header = ApiKeyValue::with_description("x-api-key", "The private key, or a token of one customer.");
    let [key, basic] = SCHEMES;
    let components = ComponentsBuilder::new()
        .security_scheme(key, SecurityScheme::ApiKey(ApiKey::Header(header)))
        .security_scheme(basic, SecurityScheme::Http(Http::new(HttpAuthScheme::Basic)))
        .schema("Fault", FaultBody::schema());
    let needs = SCHEMES.map(|scheme| SecurityRequirement::new::<_, [&str; 0], &str>(scheme, []));
    OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("CrowdHandler's private API, as Anteroom answers it")
                .version("1")
                .description(Some(
                    "What an account's owner can read and change. Every path is also answered with a slash at its end. When a change is answered, it is durable and \
                     in the audit log, and takes effect on every node within a second.",
                ))
                .license(Some(LicenseBuilder::new().name("Apache-2.0").identifier(Some("Apache-2.0")).build()))
                .build(),
        )
        .security(Some(needs))
        .components(Some(components.build()))
        .build()
}

/// Adds the envelope of results, the failures and unique ids to the operations.
pub(super) fn complete(mut routes: PrivateRoutes) -> PrivateRoutes {
    for (path, item) in &mut routes.get_openapi_mut().paths.paths {
        for (method, operation) in operations(item) {
            let words = path.split(['/', '{', '}', '.']).filter(|word| !word.is_empty());
            operation.operation_id = Some([method].into_iter().chain(words).collect::<Vec<_>>().join("-"));
            complete_operation(operation);
        }
    }
    routes
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    let all = [
        ("get", &mut item.get),
        ("post", &mut item.post),
        ("put", &mut item.put),
        ("delete", &mut item.delete),
    ];
    all.into_iter()
        .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

fn complete_operation(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    let own: BTreeSet<String> = responses.keys().cloned().collect();
    for (status, response) in responses.iter_mut() {
        if let RefOr::T(response) = response {
            if !status.starts_with('2') {
                *response = fault(&response.description);
                continue;
            }
            for content in response.content.values_mut() {
                let RefOr::T(content) = content else { continue };
                content.schema = content.schema.take().map(enveloped);
            }
        }
    }
    for (status, description) in POSSIBLE.into_iter().filter(|(status, _)| !own.contains(*status)) {
        responses.insert(status.to_owned(), fault(description).into());
    }
}

/// Returns the schema of `{"result": …}`.
fn enveloped(result: RefOr<Schema>) -> RefOr<Schema> {
    let envelope = ObjectBuilder::new().property("result", result).required("result");
    RefOr::T(Schema::Object(envelope.build()))
}

fn fault(description: &str) -> Response {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Fault")));
    ResponseBuilder::new()
        .description(description)
        .content("application/json", content.build())
        .build()
}

/// Returns this description, in the envelope of all results.
#[utoipa::path(get, path = paths::CH_OPENAPI, tag = "description", responses((status = 200, body = Value)))]
pub(super) async fn get(_caller: PrivateCaller) -> Answer<Value> {
    Answer(super::description())
}
