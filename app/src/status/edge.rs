//! The server's side of one poll: runs the server function with a [`StatusSource`] and sets status
//! and headers.
//!
//! A task-local carries the source, the request's head and the answer's extra headers beside the
//! server function, so that no poll creates a reactive owner. The function receives a bare request
//! (method and URI): with `Accept: text/html` it would otherwise answer with a redirect to the
//! referrer. The URI returns to the head once the function has read its arguments.

use std::{
    cell::Cell,
    future::{Future, ready},
    mem,
    pin::Pin,
    sync::Arc,
};

use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderValue, Request, Response, StatusCode, Uri,
        header::{CACHE_CONTROL, HeaderName, X_CONTENT_TYPE_OPTIONS},
        request::Parts,
    },
};
use server_fn::{ServerFn, codec::FromReq, error::SERVER_FN_ERROR_HEADER};

use super::{GetStatus, GetStatusError, GivenId, PageQuery, query::arguments};
use crate::view::{PollRefusal, StatusReply};

/// Answers polls with the status of visitors.
pub trait StatusSource: Send + Sync + 'static {
    /// Answers one poll. The future can take up to the poll interval, because a claim is held until
    /// a permit becomes due.
    fn status<'a>(&'a self, asked: &'a StatusRequest) -> Pin<Box<dyn Future<Output = StatusAnswer> + Send + 'a>>;
}

/// One poll: the arguments, and the head of the request for everything else.
#[derive(Debug)]
pub struct StatusRequest {
    /// Customer id; not empty.
    pub c: GivenId,
    /// Room id; not empty.
    pub e: GivenId,
    /// Head of the request, including the URI with its raw query and the extensions.
    pub parts: Parts,
}

/// The answer of a source: the reply or a refusal, and headers to set in both cases (such as the
/// cookie of the place).
#[derive(Debug)]
pub struct StatusAnswer {
    /// The body.
    pub reply: Result<StatusReply, PollRefusal>,
    /// Headers to add to the response.
    pub headers: HeaderMap,
}

/// The values that one call carries beside the server function.
struct Call {
    /// The source and the request's head without the URI; `None` once the body has taken them.
    asked: Cell<Option<(Arc<dyn StatusSource>, Parts)>>,
    /// The URI, once the arguments have been read.
    uri: Cell<Uri>,
    status: Cell<StatusCode>,
    headers: Cell<HeaderMap>,
}

tokio::task_local! {
    // Boxed, since every poll of the task moves the value into the task-local and out again.
    static CALL: Box<Call>;
}

/// Answers `GET /api/getStatus`.
pub async fn answer_get_status(source: Arc<dyn StatusSource>, request: Request<Body>) -> Response<Body> {
    let (mut parts, _) = request.into_parts();
    let mut bare = Request::new(Body::empty());
    mem::swap(bare.uri_mut(), &mut parts.uri);

    // A failure before the body runs concerns the arguments; the body sets the status of its own
    // outcome.
    let call = Box::new(Call {
        asked: Cell::new(Some((source, parts))),
        uri: Cell::default(),
        status: Cell::new(StatusCode::BAD_REQUEST),
        headers: Cell::default(),
    });
    CALL.scope(call, async {
        let mut response = GetStatus::run_on_server(bare).await;
        CALL.with(|call| finish(call, &mut response));
        response
    })
    .await
}

fn finish(call: &Call, response: &mut Response<Body>) {
    const ERROR_MARK: HeaderName = HeaderName::from_static(SERVER_FN_ERROR_HEADER);

    // A reply has status 200, and most replies have no header of their own.
    let may_be_refusal = response.status() != StatusCode::OK;
    let headers = response.headers_mut();
    let is_refusal = may_be_refusal && headers.remove(ERROR_MARK).is_some();
    let own = call.headers.take();
    if !own.is_empty() {
        headers.extend(own);
    }
    if is_refusal {
        // A reply has these from the beginning.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        *response.status_mut() = call.status.get();
    }
}

impl FromReq<PageQuery, Request<Body>, GetStatusError> for GetStatus {
    // Reads the arguments at once: the future of an asynchronous function would keep the request.
    fn from_req(mut request: Request<Body>) -> impl Future<Output = Result<Self, GetStatusError>> + Send {
        let arguments = arguments(request.uri().query().unwrap_or_default());
        // Outside `answer_get_status` there is no head that needs the URI.
        _ = CALL.try_with(|call| call.uri.set(mem::take(request.uri_mut())));
        ready(arguments)
    }
}

/// The body of the server function.
pub(super) async fn run(c: GivenId, e: GivenId) -> Result<StatusReply, GetStatusError> {
    let outcome = ask(c, e).await;
    let status = match &outcome {
        Ok(_) => StatusCode::OK,
        Err(GetStatusError(refusal)) => {
            StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
        }
    };
    // Outside `answer_get_status` there is no response that needs the status.
    _ = CALL.try_with(|call| call.status.set(status));
    outcome
}

async fn ask(c: GivenId, e: GivenId) -> Result<StatusReply, GetStatusError> {
    let (taken, uri) = CALL
        .try_with(|call| (call.asked.take(), call.uri.take()))
        .map_err(|_| GetStatusError::internal())?;
    let (source, mut parts) = taken.ok_or_else(GetStatusError::internal)?;
    parts.uri = uri;
    let asked = StatusRequest { c, e, parts };
    let mut answer = source.status(&asked).await;
    let headers = mem::take(&mut answer.headers);
    _ = CALL.try_with(|call| call.headers.set(headers));
    answer.reply.map_err(GetStatusError)
}
