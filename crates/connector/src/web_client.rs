//! The HTTP client for calls to the waiting room. It verifies certificates against this machine's
//! authorities, follows no redirects, and uses none of the environment's proxies.

use std::error::Error;

use http::{Request, Response, Uri};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

/// Plain http needs no certificate authorities.
pub(crate) enum WebClient {
    Plain(Client<HttpConnector, Full<Bytes>>),
    Secure(Client<HttpsConnector<HttpConnector>, Full<Bytes>>),
}

impl WebClient {
    /// Makes a client for the URL's scheme.
    ///
    /// # Errors
    /// Returns an error if this machine has no certificate authorities, and the scheme is https.
    pub(crate) fn new(uri: &Uri) -> std::io::Result<Self> {
        let mut builder = Client::builder(TokioExecutor::new());
        // Seconds or minutes pass between two requests.
        builder.pool_max_idle_per_host(0);
        if uri.scheme_str() == Some("http") {
            return Ok(Self::Plain(builder.build_http()));
        }
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(rustls::crypto::ring::default_provider())?
            .https_only()
            .enable_http1()
            .build();
        Ok(Self::Secure(builder.build(connector)))
    }

    pub(crate) async fn send(
        &self,
        request: Request<Full<Bytes>>,
    ) -> Result<Response<Incoming>, hyper_util::client::legacy::Error> {
        match self {
            Self::Plain(client) => client.request(request).await,
            Self::Secure(client) => client.request(request).await,
        }
    }
}

/// Parses the waiting room's address, `http(s)://host[:port][/path]`, followed by a path.
pub(crate) fn uri_at(waiting_room: &str, path: &str) -> Option<Uri> {
    let base = waiting_room.trim_end_matches('/');
    let uri: Uri = format!("{base}{path}").parse().ok()?;
    let is_web = matches!(uri.scheme_str(), Some("http" | "https")) && uri.query().is_none();
    is_web.then_some(uri)
}

/// Returns an error's text with those of all its causes.
pub(crate) fn with_causes(error: impl Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
