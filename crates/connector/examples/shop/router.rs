//! The shop's routes, and which of them are protected.

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{Next, from_fn};
use axum::routing::{get, post};
use connector::Connector;

use crate::handlers::{self, AGAIN, BASKET, CHECKOUT, PREMIERE, PREMIERE_AGAIN, PRODUCT, Premiere, REMOVE, THANK_YOU};
use crate::pages::Landing;
use crate::queue_address::QueueAddress;

const STYLESHEET: &str = include_str!("shop.css");
const ICON: &str = include_str!("icon.svg");

/// Makes the whole site.
pub(crate) fn router(
    (connector, landing): (Connector, Landing),
    premiere: Option<Premiere>,
    queue: &QueueAddress,
) -> Router {
    let protected = Router::new()
        .route(PRODUCT, get(handlers::product))
        .route(BASKET, get(handlers::basket).post(handlers::add))
        .route(REMOVE, post(handlers::remove))
        .route(CHECKOUT, get(handlers::checkout).post(handlers::pay))
        .route(THANK_YOU, get(handlers::thank_you))
        .route_layer(connector.layer());
    let open = Router::new()
        .route("/", get(move || handlers::landing(landing.clone())))
        .route(AGAIN, post(handlers::again))
        .route(
            "/shop.css",
            get(|| async { ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLESHEET) }),
        )
        .route(
            "/icon.svg",
            get(|| async { ([(header::CONTENT_TYPE, "image/svg+xml")], ICON) }),
        )
        .fallback(handlers::not_found);
    let headers = security_headers(queue);
    protected
        .merge(open)
        .with_state(connector)
        .merge(premiere.map(premiere_router).unwrap_or_default())
        .layer(from_fn(move |request, next: Next| {
            let headers = headers.clone();
            async move {
                let mut response = next.run(request).await;
                response.headers_mut().extend(headers);
                response
            }
        }))
}

/// Makes the premiere's routes, behind the connector of their own room.
fn premiere_router(premiere: Premiere) -> Router {
    Router::new()
        .route(PREMIERE, get(handlers::premiere))
        .route_layer(premiere.connector.layer())
        .route(PREMIERE_AGAIN, post(handlers::premiere_again))
        .with_state(premiere)
}

/// Returns headers that permit no scripts but the waiting room's, for its widgets, and forms only
/// to the shop itself or, by redirect, to the waiting room.
fn security_headers(queue: &QueueAddress) -> [(HeaderName, HeaderValue); 3] {
    let queue = queue.origin();
    let policy = format!(
        "default-src 'none'; script-src {queue}; connect-src {queue}; style-src 'self'; img-src 'self'; \
         form-action 'self' {queue}; base-uri 'none'; frame-ancestors 'none'"
    );
    let policy = HeaderValue::try_from(policy).expect("the connector has checked the host");
    [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    ]
}
