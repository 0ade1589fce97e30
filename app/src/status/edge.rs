//! The server's side of one poll: runs the server function with a source at hand and sees to status
//! and headers.
//!
//! The source, the request's head and the answer's extra headers travel beside the server function
//! in a task-local, so that no reactive owner is made per poll. The function gets a bare request
//! (method and URI): an `Accept: text/html` would otherwise make it answer a redirect to the
//! referrer.

use std::{cell::Cell, future::Future, mem, pin::Pin, sync::Arc};

use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderValue, Request, Response, StatusCode,
        header::{CACHE_CONTROL, HeaderName},
        request::Parts,
    },
};
use server_fn::{ServerFn, error::SERVER_FN_ERROR_HEADER};

use super::{GetStatus, GetStatusError, OnPage};
use crate::view::{PollRefusal, StatusReply};

/// Who knows where visitors stand.
pub trait StatusSource: Send + Sync + 'static {
    /// Answers one poll. May take its time (a claim is held until a permit falls due), up to the
    /// poll interval.
    fn status<'a>(&'a self, asked: StatusRequest) -> Pin<Box<dyn Future<Output = StatusAnswer> + Send + 'a>>;
}

/// One poll: the arguments, decoded, and the head of the request for cookies, languages and the
/// address.
#[derive(Debug)]
pub struct StatusRequest {
    /// Customer id; not empty.
    pub c: String,
    /// Room id; not empty.
    pub e: String,
    /// Queue id from the URL.
    pub q: Option<String>,
    /// Target URL.
    pub t: Option<String>,
    /// Culture asked for.
    pub cid: Option<String>,
    /// The least number of people ahead that this page has shown; none when absent or not a number.
    pub shown: Option<u64>,
    /// What else the page shows; then a brief answer is enough.
    pub on_page: Option<OnPage>,
    /// Head of the request, its URI with the raw query and its extensions included.
    pub parts: Parts,
}

/// What a source says: the reply or a refusal, and headers to set either way (the place's cookie).
#[derive(Debug)]
pub struct StatusAnswer {
    /// The body.
    pub reply: Result<StatusReply, PollRefusal>,
    /// Added to the response.
    pub headers: HeaderMap,
}

/// The arguments as the server function got them.
pub(super) struct Arguments {
    pub(super) c: String,
    pub(super) e: String,
    pub(super) q: Option<String>,
    pub(super) t: Option<String>,
    pub(super) cid: Option<String>,
    pub(super) shown: Option<String>,
    pub(super) brief: Option<String>,
}

/// What one call carries beside the server function.
struct Call {
    source: Arc<dyn StatusSource>,
    /// Taken by the body; none after that.
    parts: Cell<Option<Parts>>,
    status: Cell<StatusCode>,
    headers: Cell<HeaderMap>,
}

tokio::task_local! {
    // In a box: it is moved into the task-local and out again whenever the task is polled.
    static CALL: Box<Call>;
}

/// Answers `GET /api/getStatus`.
pub async fn answer_get_status(source: Arc<dyn StatusSource>, request: Request<Body>) -> Response<Body> {
    let (parts, _) = request.into_parts();
    let mut bare = Request::new(Body::empty());
    *bare.uri_mut() = parts.uri.clone();

    // Whatever fails before the body runs is about the arguments; the body sets the status of its
    // own outcome.
    let call = Box::new(Call {
        source,
        parts: Cell::new(Some(parts)),
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

    let headers = response.headers_mut();
    if headers.remove(ERROR_MARK).is_some() {
        *response.status_mut() = call.status.get();
    }
    let headers = response.headers_mut();
    headers.extend(call.headers.take());
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
}

/// The body of the server function.
pub(super) async fn run(given: Arguments) -> Result<StatusReply, GetStatusError> {
    let outcome = ask(given).await;
    let status = match &outcome {
        Ok(_) => StatusCode::OK,
        Err(GetStatusError(refusal)) => {
            StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
        }
    };
    // Outside `answer_get_status` there is nobody to tell the status.
    _ = CALL.try_with(|call| call.status.set(status));
    outcome
}

async fn ask(given: Arguments) -> Result<StatusReply, GetStatusError> {
    let (source, parts) = CALL
        .try_with(|call| (Arc::clone(&call.source), call.parts.take()))
        .map_err(|_| GetStatusError::internal())?;
    let parts = parts.ok_or_else(GetStatusError::internal)?;
    let Arguments {
        c,
        e,
        q,
        t,
        cid,
        shown,
        brief,
    } = given;
    let shown = shown.and_then(|digits| digits.parse().ok());
    let on_page = brief.map(|argument| OnPage::read(&argument));
    let mut answer = source
        .status(StatusRequest {
            c,
            e,
            q,
            t,
            cid,
            shown,
            on_page,
            parts,
        })
        .await;
    let headers = mem::take(&mut answer.headers);
    _ = CALL.try_with(|call| call.headers.set(headers));
    answer.reply.map_err(GetStatusError)
}
