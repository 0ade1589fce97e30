//! The router and its middleware: the one place that defines the routes and the order of
//! middleware.

use std::future::{poll_fn, ready};
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::Extension;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::header::{ALLOW, CACHE_CONTROL, HeaderName, X_CONTENT_TYPE_OPTIONS};
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};
use protocol::timing_batch::TIMING_BATCH_BYTES_MAX;
use tokio::time::timeout;
use tower::ServiceBuilder;
use tower_http::catch_panic::{CatchPanicLayer, DefaultResponseForPanic, ResponseForPanic};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use crate::http::html::OPENER_POLICY;
use crate::http::infra::assets::CROSS_ORIGIN_RESOURCE_POLICY;
use crate::http::infra::encoding::COMPRESS_BYTES_MIN;
use crate::http::infra::metrics::OnAdminListener;
use crate::http::infra::{assets, health, metrics, robots};
use crate::http::queueit::{
    diagnostics, error_page, integration_config, javascript_queue, mobile, page_timings, script, spa, widget,
};
use crate::http::transport::Finish;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::visitor::{
    about, draw, email, enter, hold, language_choice, leave, public_status, push, status, transfer, version,
};
use crate::http::{SharedAppState, admin, cross_origin, crowdhandler, host, paths, prefix, transport};
use crate::server::listen::{Responder, Responding, answer_by};

/// The maximum length of a request's body, bytes.
pub(super) const BODY_BYTES_MAX: usize = 64 * 1024;
/// The maximum duration of a request.
const REQUEST_MAX: Duration = Duration::from_secs(20);

/// The routes for operators. Their answers are never stored.
fn for_operators(app: &SharedAppState) -> Router<SharedAppState> {
    Router::new()
        .route(paths::METRICS, get(metrics::get))
        .nest(paths::ADMIN, admin::router(app))
        .layer(SetResponseHeaderLayer::overriding(
            CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ))
}

/// The routes for operators on the listeners of visitors, unless operators have a listener of their
/// own.
fn for_operators_in_public(app: &SharedAppState) -> Router<SharedAppState> {
    match app.running.file().server.admin_listen {
        Some(_) => Router::new(),
        None => for_operators(app).layer(from_fn_with_state(app.clone(), host::refuse_on_owned)),
    }
}

/// The routes that are requested most. Their handlers set all headers and compress the answers
/// themselves: the layers of the other routes would cost more than the answer. For the same reason
/// [`VisitorService::route`] calls the handlers without the router.
fn hot() -> Router<SharedAppState> {
    Router::new()
        .route(paths::ENTRY, get(enter::get).head(refuse_head))
        // The server function runs through the axum integration of `server_fn`, not through the
        // handler of `leptos_axum`, which creates a reactive owner for each poll. With
        // `leptos_axum` 0.8 here, a full poll takes 78,292 instructions instead of 72,083 (+8.6 %),
        // a brief poll 63,193 instead of 56,941 (+11 %), by `examples/instructions`, optimised and
        // without LTO.
        .route(paths::GET_STATUS, get(status::get))
}

/// The routes for apps and for pages of other hosts.
fn for_clients(app: &SharedAppState) -> Router<SharedAppState> {
    Router::new()
        .route(paths::MOBILE_ENQUEUE, post(mobile::post))
        .route(paths::SPA_ENQUEUE, post(spa::enqueue))
        .route(paths::SPA_STATUS, post(spa::status))
        // The guard runs before the handler, so that a refused request takes no place.
        .layer(from_fn_with_state(app.clone(), cross_origin::guard))
        // This layer is outside the guard, so that pages of allowed origins can read its refusals.
        .layer(cross_origin::cors(app.clone()))
        .layer(from_fn_with_state(app.clone(), cross_origin::find_room))
}

/// The routes by which visitors give a place or a session up.
fn leaving() -> Router<SharedAppState> {
    Router::new()
        .route(paths::CANCEL_ASPX, get(leave::aspx).post(leave::aspx).head(refuse_head))
        .route(paths::CANCEL, get(leave::room).post(leave::room).head(refuse_head))
        .route(
            paths::CANCEL_SLASH,
            get(leave::room).post(leave::room).head(refuse_head),
        )
        .route(
            paths::CANCEL_PLACE,
            get(leave::place).post(leave::place).head(refuse_head),
        )
        .route(paths::CANCEL_SCRIPT, get(leave::script).head(refuse_head))
        .route(
            paths::CANCEL_MULTIPLE,
            get(leave::multiple).post(leave::multiple).head(refuse_head),
        )
        .route(paths::EXIT_LINE, get(leave::exit).post(leave::exit).head(refuse_head))
}

/// The routes about one place: its draw, its transfer to another device, reminders, and the
/// identity of its visitor.
fn place_pages() -> Router<SharedAppState> {
    Router::new()
        .route(paths::DRAW, get(draw::get))
        .route(paths::DRAW_BEACON, get(draw::beacon::get).post(draw::beacon::post))
        .route(paths::DRAW_RECEIPT, get(draw::receipt::get))
        .route(paths::TRANSFER, get(transfer::offer::get).post(transfer::offer::post))
        .route(
            paths::TRANSFER_ENTER,
            get(transfer::take::get).post(transfer::take::post),
        )
        .route(paths::TRANSFER_CODE, get(transfer::take::get_code))
        .route(
            paths::PRIORITY,
            get(transfer::priority::get).post(transfer::priority::post),
        )
        .route(paths::EMAIL, get(email::get).post(email::post))
        .route(
            paths::EMAIL_TAKE,
            get(transfer::emailed::get).post(transfer::emailed::post),
        )
        .route(paths::PUSH, get(push::get).post(push::post))
        .route(paths::PUSH_WORKER, get(push::worker))
        .route(paths::HOLD, get(hold::get).post(hold::post))
        .route(
            paths::IDENTITY,
            get(transfer::identity::get).post(transfer::identity::post),
        )
        .route(paths::SIGNED_IN, get(transfer::signed_in::get))
}

/// The routes that tell about the server and its rooms.
fn public_information() -> Router<SharedAppState> {
    Router::new()
        .route(paths::GET_VERSION, get(version::get))
        .route(paths::LANGUAGE, get(language_choice::get))
        .route(paths::ABOUT, get(about::get))
        .route(paths::SERVICE_STATUS, get(public_status::service))
        .route(paths::SERVICE_STATUS_JSON, get(public_status::service_json))
        .route(paths::ROOM_STATUS, get(public_status::room))
}

/// The routes for pages of errors and for their diagnosis.
fn error_pages() -> Router<SharedAppState> {
    Router::new()
        .route(paths::ERROR, get(error_page::get))
        .route(paths::DIAGNOSTICS, get(diagnostics::get).post(diagnostics::post))
        .route(paths::DEBUG_FAILED, get(diagnostics::failed))
        .route(paths::DEBUG_FAILED_CUSTOMER, get(diagnostics::failed))
}

/// The routes for the vendor's connectors.
fn for_connectors() -> Router<SharedAppState> {
    Router::new()
        .route(paths::INTEGRATION_CONFIG, get(integration_config::connectors))
        .route(paths::INTEGRATION_CONFIG_OPEN, get(integration_config::not_secure))
        .route(paths::INTEGRATION_SCRIPT, get(integration_config::browsers))
        .route(
            paths::PAGE_TIMINGS,
            post(page_timings::post).layer(DefaultBodyLimit::max(TIMING_BATCH_BYTES_MAX)),
        )
}

/// All other routes.
fn others(app: &SharedAppState) -> Router<SharedAppState> {
    Router::new()
        .route(paths::ROBOTS, get(robots::get))
        .route(paths::LIVE, get(health::live))
        .route(paths::READY, get(health::ready))
        .merge(leaving())
        .merge(place_pages())
        .merge(public_information())
        .merge(error_pages())
        .merge(for_connectors())
        .merge(for_clients(app))
        .merge(crowdhandler::router(app))
        .merge(crowdhandler::pages())
        .merge(for_operators_in_public(app))
        .fallback(not_found)
        // Routes added below this layer serve their own compressed copies.
        .layer(CompressionLayer::new().compress_when(SizeAbove::new(COMPRESS_BYTES_MIN)))
        // This header concerns windows: pages carry it, while assets open no window.
        .layer(SetResponseHeaderLayer::if_not_present(
            OPENER_POLICY,
            HeaderValue::from_static("same-origin"),
        ))
        .route(paths::ASSETS, get(assets::get))
        .route(paths::SCRIPT, get(script::get))
        .merge(crowdhandler::scripts())
        .route(paths::WIDGET, get(widget::get))
        .route(paths::JAVASCRIPT_QUEUE, get(javascript_queue::get).head(refuse_head))
        .layer(
            ServiceBuilder::new()
                .layer(SetResponseHeaderLayer::if_not_present(
                    X_CONTENT_TYPE_OPTIONS,
                    HeaderValue::from_static("nosniff"),
                ))
                // Other sites cannot load answers of this server, unless an answer sets this header
                // itself.
                .layer(SetResponseHeaderLayer::if_not_present(
                    CROSS_ORIGIN_RESOURCE_POLICY,
                    HeaderValue::from_static("same-origin"),
                ))
                // This layer is the innermost one: only handlers read bodies, through axum's
                // extractors, which apply this limit. The route for a whole configuration has a
                // higher one.
                .layer(DefaultBodyLimit::max(BODY_BYTES_MAX)),
        )
}

/// Limits every request to [`REQUEST_MAX`].
fn within() -> TimeoutLayer {
    TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST_MAX)
}

/// The future of a handler.
type Answering<'a> = BoxFuture<'a, Response<Body>>;

/// The service for the listeners of visitors: the stages that every request passes, and the routes
/// behind them.
///
/// The stages are calls of functions instead of layers of the router. Each layer of a router boxes
/// its future and clones its service for every request, which together cost more than a poll.
#[derive(Debug)]
pub struct VisitorService {
    app: SharedAppState,
    routes: Router,
}

impl VisitorService {
    /// Creates the service.
    #[must_use]
    pub fn new(app: SharedAppState) -> Arc<Self> {
        let routes = others(&app).merge(hot()).with_state(app.clone());
        Arc::new(Self { app, routes })
    }

    /// Answers a request. The outermost stage comes first.
    async fn answer(self: Arc<Self>, request: Request) -> Response<Body> {
        let stages = async {
            let (answering, finish) = self.under_prefix(request);
            finish(answering.await)
        };
        // A panic in one handler costs one answer, not the other requests on its connection.
        let mut stages = pin!(AssertUnwindSafe(stages).catch_unwind());
        // Most answers are ready at once, and need no timer.
        let answered = match poll_fn(|context| Poll::Ready(stages.as_mut().poll(context))).await {
            Poll::Ready(answered) => Ok(answered),
            Poll::Pending => timeout(REQUEST_MAX, stages).await,
        };
        let response = match answered {
            Ok(Ok(response)) => response,
            Ok(Err(panic)) => DefaultResponseForPanic::default()
                .response_for_panic(panic)
                .map(Body::new),
            Err(_) => {
                let mut response = Response::new(Body::empty());
                *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
                response
            }
        };
        health::close_when_draining(&self.app, response)
    }

    /// Runs the stages before the handler. They do not wait, so they are functions: the future of
    /// an asynchronous one would keep a copy of the request for each of them.
    fn under_prefix(&self, mut request: Request) -> (Answering<'_>, Finish) {
        match &self.app.path_prefix {
            Some(prefix) if prefix::strip(prefix, &mut request) => {
                let stages = async {
                    let (answering, finish) = self.pass(request);
                    finish(answering.await)
                };
                (Box::pin(prefix::with_prefix(prefix, stages)), transport::as_it_is)
            }
            _ => self.pass(request),
        }
    }

    fn pass(&self, request: Request) -> (Answering<'_>, Finish) {
        // First, so that no other stage sees a request for a foreign host. The handlers read the
        // owner that is stored here.
        let request = match host::receive(&self.app, request) {
            Ok(request) => request,
            Err(refused) => return (Box::pin(ready(refused)), transport::as_it_is),
        };
        // After the owner is known, since a redirect to https stays on a host that has an owner.
        match transport::receive(&self.app, request) {
            Ok((request, finish)) => (self.route(request), finish),
            Err(elsewhere) => (Box::pin(ready(elsewhere)), transport::as_it_is),
        }
    }

    /// Calls the handlers of [`hot`] without the router, which finds the same ones.
    fn route(&self, request: Request) -> Answering<'_> {
        let app = State(self.app.clone());
        match (request.method(), request.uri().path()) {
            (&Method::GET, paths::ENTRY) => Box::pin(enter::get(app, request)),
            (&Method::GET, paths::GET_STATUS) => Box::pin(status::get(app, request)),
            _ => Box::pin(answer_by(&self.routes, request)),
        }
    }
}

impl Responder for VisitorService {
    fn respond(self: Arc<Self>, request: Request) -> Responding {
        Box::pin(self.answer(request))
    }
}

/// Returns the service of `server.admin_listen`: the admin API, metrics and health, on any host.
pub fn admin_router(app: SharedAppState) -> Router {
    let health = Router::new()
        .route(paths::LIVE, get(health::live))
        .route(paths::READY, get(health::ready));
    let router = for_operators(&app).merge(health).fallback(not_found).layer(
        ServiceBuilder::new()
            .layer(Extension(OnAdminListener))
            .layer(SetResponseHeaderLayer::if_not_present(
                X_CONTENT_TYPE_OPTIONS,
                HeaderValue::from_static("nosniff"),
            ))
            .layer(DefaultBodyLimit::max(BODY_BYTES_MAX)),
    );
    router
        .with_state(app)
        .layer(ServiceBuilder::new().layer(CatchPanicLayer::new()).layer(within()))
}

/// Refuses `HEAD`, which must neither take a place nor give one up.
async fn refuse_head() -> (StatusCode, [(HeaderName, &'static str); 1]) {
    (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET")])
}

async fn not_found(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    if let Some(refused) = crowdhandler::no_such_path(parts.uri.path()) {
        return refused;
    }
    app.refuse(&parts, &Query::new(parts.uri.query()), VisitError::NotFound)
}
