//! The program's side of a listener.

use std::fmt::Debug;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use http::{Request, Response};
use tower::Service;

/// An answer in progress. One box holds the whole future, so that an idle connection holds none of
/// it.
pub type Responding = Pin<Box<dyn Future<Output = Response<Body>> + Send>>;

/// Answers the requests of a listener.
pub trait Responder: Debug + Send + Sync {
    /// Answers one request.
    fn respond(self: Arc<Self>, request: Request<Body>) -> Responding;
}

impl Responder for Router {
    fn respond(self: Arc<Self>, request: Request<Body>) -> Responding {
        Box::pin(async move { answer_by(&self, request).await })
    }
}

/// Answers a request with a router.
pub async fn answer_by(router: &Router, request: Request<Body>) -> Response<Body> {
    // A router is always ready to be called.
    match router.clone().call(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}
