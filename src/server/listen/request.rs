//! Passes requests from HTTP to the responder, with their connection's properties and a deadline
//! for the body.

use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use http::{Request, Response, Version};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper::service::Service;
use tokio::time::{Instant, Sleep, sleep_until};

use super::connections::{Connection, Connections};
use super::host_header;
use super::progress::DeadlineKind;
use super::responder::{Responder, Responding};
use crate::http::{OverHttp, OverTls};

/// The service for the requests of one connection.
#[derive(Debug, Clone)]
pub(super) struct Requests {
    pub(super) responder: Arc<dyn Responder>,
    pub(super) peer: SocketAddr,
    pub(super) tls: bool,
    pub(super) connections: Arc<Connections>,
    pub(super) connection: Arc<Connection>,
}

/// A request without a complete answer.
#[derive(Debug)]
struct OpenRequest {
    number: u64,
    connection: Arc<Connection>,
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.connection.progress().end(self.number, Instant::now());
    }
}

impl Service<Request<Incoming>> for Requests {
    type Response = Response<AnswerBody>;
    type Error = Infallible;
    type Future = RequestFuture;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let now = Instant::now();
        let multiplexed = request.version() == Version::HTTP_2;
        let open = OpenRequest {
            number: self.connection.progress().begin(now, multiplexed),
            connection: self.connection.clone(),
        };
        let (mut parts, body) = request.into_parts();
        if let Err(fault) = host_header::check(&parts) {
            let answer = host_header::refuse(parts.version, fault);
            return RequestFuture::new(Box::pin(std::future::ready(answer)), open);
        }
        parts.extensions.insert(ConnectInfo(self.peer));
        match self.tls {
            true => _ = parts.extensions.insert(OverTls),
            false => _ = parts.extensions.insert(OverHttp),
        }
        let body = RequestBody::new(body, now + self.connections.deadlines().body, &self.connections);
        let answering = self.responder.clone().respond(Request::from_parts(parts, body));
        RequestFuture::new(answering, open)
    }
}

/// A request that is being answered.
pub(super) struct RequestFuture {
    answering: Responding,
    /// Moves to the body of the answer.
    open: Option<OpenRequest>,
}

impl RequestFuture {
    fn new(answering: Responding, open: OpenRequest) -> Self {
        Self {
            answering,
            open: Some(open),
        }
    }
}

impl Future for RequestFuture {
    type Output = Result<Response<AnswerBody>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = ready!(self.answering.as_mut().poll(cx));
        let open = self.open.take();
        Poll::Ready(Ok(answer.map(|body| AnswerBody { body, _open: open })))
    }
}

/// The body of an answer; the request stays open until the body ends.
#[derive(Debug)]
pub(super) struct AnswerBody {
    body: Body,
    _open: Option<OpenRequest>,
}

impl http_body::Body for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of a request, which fails when its deadline passes.
struct RequestBody {
    body: Incoming,
    deadline: Pin<Box<Sleep>>,
    connections: Arc<Connections>,
}

impl RequestBody {
    /// Creates the body. Most requests have an empty one and need no timer.
    #[expect(clippy::new_ret_no_self, reason = "nobody but a body's reader looks inside")]
    fn new(body: Incoming, until: Instant, connections: &Arc<Connections>) -> Body {
        if http_body::Body::is_end_stream(&body) {
            return Body::empty();
        }
        Body::new(Self {
            body,
            deadline: Box::pin(sleep_until(until)),
            connections: connections.clone(),
        })
    }
}

/// The body took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TooSlow(Duration);

impl fmt::Display for TooSlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the body took longer than {} s", self.0.as_secs())
    }
}

impl Error for TooSlow {}

impl http_body::Body for RequestBody {
    type Data = Bytes;
    type Error = Box<dyn Error + Send + Sync>;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if self.deadline.as_mut().poll(cx).is_ready() {
            self.connections.count(DeadlineKind::Body);
            return Poll::Ready(Some(Err(TooSlow(self.connections.deadlines().body).into())));
        }
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
