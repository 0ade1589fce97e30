//! A tower layer that sends the visitors of a site through its waiting room, and lets in those who come back with a
//! permission.
//!
//! ```
//! use axum::{Extension, Router, body::Body, http::Request, routing::get};
//! use connector::{Connector, QueueVisitor, SecretKey};
//! use tower::ServiceExt;
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let secret = SecretKey::new("the same as in the waiting room's configuration")?;
//! let connector = Connector::builder("acme".parse()?, "sale".parse()?, secret, "queue.example").build()?;
//!
//! async fn product(Extension(visitor): Extension<QueueVisitor>) -> String {
//!     format!("Welcome, {}", visitor.queue_id.unwrap_or_default())
//! }
//! let site: Router = Router::new()
//!     .route("/product", get(product))
//!     .route_layer(connector.layer())
//!     .route("/", get(|| async { "This page is not protected." }));
//!
//! let request = Request::get("/product").header("host", "shop.example").body(Body::empty())?;
//! let answer = site.oneshot(request).await?;
//! assert_eq!(answer.status(), 302);
//! assert!(answer.headers()["location"].to_str()?.starts_with("https://queue.example/?c=acme&e=sale&ver=rust-"));
//! # Ok(())
//! # }
//! ```
//!
//! # What happens to a protected request
//! A valid session cookie wins: the request goes on (by way of the URL without a token, if it has one), with a
//! [`QueueVisitor`] for the handlers, and the session is extended. Otherwise a `queueittoken` in the URL is verified
//! offline: if it is good, the session starts and the browser is sent to the same URL without the token; if not, to
//! the waiting room's page that explains it. Without either the browser is sent to the queue. Nothing here calls the
//! waiting room: the two only share a secret and the time, so **the site's clock must be right**, to the second.
//!
//! # Behind proxies
//! `X-Forwarded-For`, `-Proto` and `-Host` count only if the connecting peer is one of
//! [`ConnectorBuilder::trusted_proxies`]. The peer's address comes from a [`PeerAddress`] extension, or from axum's
//! `ConnectInfo<SocketAddr>` (serve with `into_make_service_with_connect_info`). Without any peer address no
//! forwarded header counts, and tokens bound to an address are refused.
//!
//! # What it is not
//! It protects what it is asked to protect: by default GET requests, because only those can be sent away and come
//! back. A handler that changes something should itself ask for the [`QueueVisitor`], which is there for every
//! request with a valid session. It sends no page of its own, and reads nothing from the request's body.

mod action;
mod ajax;
mod answer;
#[cfg(feature = "axum")]
mod axum_extensions;
mod browser_url;
mod builder;
mod cancel;
mod clock;
mod connector;
mod cookies;
mod debug;
mod decision;
mod domains;
mod failure;
mod integration;
mod judge;
mod metrics;
mod outcome;
mod proxies;
mod service;
mod site;
#[cfg(feature = "watch")]
mod updates;
mod visit;
mod visitor;

pub use builder::{ConfigError, ConnectorBuilder, Integrated, OneRoom};
pub use clock::{Clock, SystemClock};
pub use connector::Connector;
pub use failure::OnFailure;
pub use integration::{IntegrationError, LiveConfig};
pub use ipnet::IpNet;
pub use protocol::redirect::Scheme;
pub use protocol::{CustomerId, Minutes, RedirectType, RoomId, SecretKey, UnixSeconds};
pub use proxies::PeerAddress;
pub use service::{ConnectorLayer, ConnectorService, ResponseFuture};
#[cfg(feature = "download")]
pub use updates::{Download, DownloadError};
#[cfg(feature = "watch")]
pub use updates::{File, Updates};
pub use visitor::QueueVisitor;
