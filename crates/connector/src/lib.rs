//! A tower layer that sends the visitors of a site through its waiting rooms, and admits visitors
//! who return with a token.
//!
//! # One room
//! The site's own code determines which routes are behind the room.
//!
//! ```
//! use axum::{Extension, Router, body::Body, http::Request, routing::get};
//! use connector::{Connector, QueueVisitor, SecretKey};
//! use tower::ServiceExt;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let secret = SecretKey::new("the same as in the waiting room's configuration")?;
//! let connector =
//!     Connector::builder("acme".parse()?, "sale".parse()?, secret, "queue.example").build()?;
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
//! let location = answer.headers()["location"].to_str()?;
//! assert!(location.starts_with("https://queue.example/?c=acme&e=sale&ver=rust-"));
//! # Ok(())
//! # }
//! ```
//!
//! # Rooms by integration config
//! At the waiting room, operators configure which pages belong to which room, which pages end a
//! session and which are left alone, and publish this integration config. The site puts the layer
//! around all of its routes and downloads the published config (feature `download`). Requests never
//! wait for the download.
//!
//! ```no_run
//! use connector::{Connector, Download, LiveConfig, SecretKey};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let config = LiveConfig::new("acme".parse()?);
//! let mut updates = Download::new(&config, "https://queue.example", "the customer's API key")?
//!     .kept_at("/var/lib/shop/integration.json") // used at startup while the waiting room is away
//!     .start()?; // runs until `updates` is dropped
//! updates.first_attempt().await; // so that the first visitors find a config
//!
//! let secret = SecretKey::new("the customer's secret key")?;
//! let connector = Connector::from_integration(&config, secret).build();
//! let site: axum::Router = axum::Router::new().layer(connector.layer());
//! # Ok(())
//! # }
//! ```
//!
//! `ConfigFile` reads a config that another program writes to disk (feature `watch`). A config from
//! any other source, such as one in code, is passed to [`LiveConfig::replace`]; a config that is
//! pushed to the site in a signed envelope is passed to [`LiveConfig::replace_signed`].
//!
//! ```
//! use connector::{Connector, LiveConfig, SecretKey};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let config = LiveConfig::new("acme".parse()?);
//! let version = config.replace(br#"{"Version": 7, "Integrations": [{
//!     "Name": "Check-out", "ActionType": "Queue", "EventId": "sale",
//!     "QueueDomain": "queue.example", "CookieValidityMinute": 20, "ExtendCookieValidity": true,
//!     "Triggers": [{"LogicalOperator": "And", "TriggerParts": [{
//!         "ValidatorType": "UrlValidator", "UrlPart": "PagePath",
//!         "Operator": "Contains", "ValueToCompare": "/checkout",
//!         "IsIgnoreCase": true, "IsNegative": false
//!     }]}]
//! }]}"#)?;
//! assert_eq!(version, 7);
//! let secret = SecretKey::new("the customer's secret key")?;
//! let connector = Connector::from_integration(&config, secret).build();
//!
//! // A config with an error is refused as a whole, and the current one stays.
//! let invalid = br#"{"Version": 8, "Integrations": [
//!     {"ActionType": "Cancel", "EventId": "Sale"}
//! ]}"#;
//! let error = config.replace(invalid).unwrap_err();
//! assert!(error.to_string().starts_with("/Integrations/0/EventId: "));
//! assert_eq!(config.version(), Some(7));
//! # Ok(())
//! # }
//! ```
//!
//! Triggers examine the URL, cookies, headers and the user agent; the request's body is always
//! empty to them. Of the vendor's newest settings, counted uses of a queue id are not supported.
//!
//! # Protected requests
//! A valid session cookie takes precedence: the request goes on to the site with a [`QueueVisitor`]
//! for the handlers, after a redirect to the URL without a token if it has one, and the session is
//! extended. Otherwise, the connector verifies a `queueittoken` in the URL, or in the header
//! `x-queueittoken`, offline: a valid token starts the session, and the browser is redirected to
//! the same URL without the token; an invalid one redirects to the waiting room's page that
//! explains the error. Without session and token, the browser is redirected to the queue. The
//! connector never calls the waiting room about a visitor: the two only share a secret and the
//! time, so **the site's clock must be right**, to the second.
//!
//! A token that cost a permit is valid once. A visitor who brings it again either has the session
//! of the first use (a reload, the back button), or is redirected to the queue with `used` in the
//! URL and the header `x-anteroom-refused: token-used`. A site with one node remembers the last
//! [`USES_MAX`] tokens in memory until each expires; the nodes of a larger site share a record
//! ([`ConnectorBuilder::replay_record`]), such as the [`RedisReplayRecord`] of the feature `redis`.
//! While the shared record does not answer, a token is valid once on each node. Tokens that cost no
//! permit (the room is idle or disabled, or the visitor skips it) can be used until they expire.
//!
//! Calls by a page's script with the header `x-queueit-ajaxpageurl`, which the vendor's and this
//! project's browser scripts send, get a 200 with `x-queueit-redirect` instead of a redirect; a
//! CORS layer belongs around the connector. A debug link (its token has `rt_debug`) sets the cookie
//! `queueitdebug`, which the waiting room's diagnostics page explains; it does not admit the
//! visitor.
//!
//! # How long pages take
//! A pool of rooms with `autotune` lets fewer visitors in while the site's pages are slow or fail,
//! and more again once they recover. The site reports how long its pages take (feature `timings`):
//!
//! ```no_run
//! use connector::{Connector, PageTimes, SecretKey, Upload};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let secret = SecretKey::new("the same as in the waiting room's configuration")?;
//! let times = PageTimes::new("acme".parse()?, secret.clone());
//! // Sends a signed report every five seconds, until `uploads` is dropped.
//! let uploads = Upload::new(&times, "https://queue.example")?.start()?;
//! let connector = Connector::builder("acme".parse()?, "sale".parse()?, secret, "queue.example")
//!     .page_times(&times)
//!     .build()?;
//! # Ok(())
//! # }
//! ```
//!
//! Requests never wait for a report. A site that measures in another way calls
//! [`PageTimes::record`]; one with an HTTP client of its own sends what
//! [`PageTimes::take_report`] returns.
//!
//! # Ending a session
//! A cancel action of the integration config, or [`Connector::cancel`] in a handler, deletes the
//! session, and the waiting room cancels the place, so that the visitor's next purchase starts at
//! the end of the line.
//!
//! # When the connector cannot judge a request
//! While there is no integration config yet, or the machine's clock is not set (before 2020),
//! visitors pass, and `x-queueit-failed: true` marks responses to requests that were not judged.
//! [`OnFailure::HoldBack`] responds with 503 instead. An invalid or missing download is not such a
//! case: the last valid config stays in force, at any age.
//!
//! # Behind proxies
//! `X-Forwarded-For`, `-Proto` and `-Host`, and `Forwarded` (RFC 7239), are used only if the
//! connecting peer is one of [`ConnectorBuilder::trusted_proxies`]. The visitor is the nearest
//! address in them that is not a trusted proxy's. If that address is unreadable or missing, or if
//! both headers disagree, the address is unknown; it is never the proxy's. The peer's address comes
//! from a [`PeerAddress`] extension, or from axum's `ConnectInfo<SocketAddr>` (serve with
//! `into_make_service_with_connect_info`). Without a peer address, no forwarded header is used.
//! Tokens bound to an address are refused while the visitor's address is unknown.
//!
//! # Rooms that require enqueue tokens
//! ```
//! use connector::enqueue_token::{Content, EnqueueToken, TokenIdentifier, TokenOrigin};
//! use connector::{Connector, CustomerId, Newcomer, SecretKey, UnixMillis};
//! # fn random() -> [u8; 16] { [7; 16] }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let secret = SecretKey::new("the customer's secret key")?;
//! let customer: CustomerId = "acme".parse()?;
//! let (issuer, signing) = (customer.clone(), secret.clone());
//! let connector = Connector::builder(customer, "sale".parse()?, secret, "queue.example")
//!     .enqueue_token(move |newcomer: &Newcomer<'_>| {
//!         let issued_at = UnixMillis(newcomer.now.0 * 1000);
//!         let token = EnqueueToken {
//!             issued_at,
//!             expires_at: Some(UnixMillis(issued_at.0 + 60_000)),
//!             identifier: TokenIdentifier::from_random(random()),
//!             customer: issuer.clone(),
//!             room: None, // so that the customer's key signs it
//!             address: newcomer.client_ip,
//!             forwarded_for: None,
//!             content: Content { origin: Some(TokenOrigin::Connector), ..Content::default() },
//!         };
//!         Some(token.sign(&signing))
//!     })
//!     .build()?;
//! # Ok(())
//! # }
//! ```
//!
//! # Metrics
//! The feature `metrics` records these through the `metrics` facade; the site chooses the exporter.
//!
//! - `anteroom_connector_requests_total{outcome}`: requests that the connector judges: `passed`
//!   with a session, `entered` with a token, `replayed` (with a token that was used before),
//!   `queued`, `refused`, `cancelled`, `nothing_to_cancel`, `ignored`, `unmatched`, `diagnosed`
//!   (bad debug link), `bad_request` (no usable host), `let_in_unjudged`, `held_back`.
//! - `anteroom_connector_failures_total{reason}`: requests of the last two outcomes, by reason:
//!   `no_config`, `clock`.
//! - `anteroom_connector_replay_failures_total{record}`: requests for which the shared record of
//!   used tokens did not answer.
//! - `anteroom_connector_config_updates_total{result}`: attempts to update the config: `taken`,
//!   `unchanged`, `failed`.
//! - `anteroom_connector_config_version`: the version of the config in force.
//!
//! # Features
//! `axum` (default) reads the peer's address and the unstripped URI from axum's request extensions;
//! `watch`, `download`, `timings` and `metrics` are described above, `redis` adds the shared record
//! of used tokens. Without features, the crate needs no runtime. Failed updates, and failures of
//! the shared record, are logged through `tracing`.
//!
//! # Limits
//! The connector protects only the requests that it is configured to protect. With one room, these
//! are by default GET requests, because only those can be redirected away and back, and scripts'
//! calls; with an integration config, all but HEAD and OPTIONS, as its triggers determine. A
//! handler that changes state should itself require the [`QueueVisitor`], which is present on every
//! request with a valid session of the action that it matches. The connector sends no page of its
//! own, and reads nothing from the request's body.

mod action;
mod ajax;
mod answer;
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
mod replay;
mod request;
mod rules;
mod service;
mod site;
mod timings;
#[cfg(feature = "watch")]
mod updates;
#[cfg(feature = "web_client")]
mod web_client;

pub use builder::{ConfigError, ConnectorBuilder, Integrated, OneRoom};
pub use clock::{Clock, SystemClock};
pub use connector::Connector;
pub use failure::OnFailure;
pub use integration::{IntegrationError, LiveConfig};
pub use ipnet::IpNet;
pub use protocol::redirect::Scheme;
pub use protocol::{CustomerId, Minutes, RedirectType, RoomId, SecretKey, UnixMillis, UnixSeconds, enqueue_token};
pub use proxies::PeerAddress;
pub use replay::{FirstUse, LocalReplayRecord, ReplayError, ReplayRecord, TokenUse, USES_MAX};
#[cfg(feature = "redis")]
pub use replay::{RedisReplayRecord, SHARED_ANSWER_MS_MAX};
use request::{browser_url, proxies, visit, visitor};
pub use service::{ConnectorLayer, ConnectorService, ResponseFuture};
pub use timings::PageTimes;
#[cfg(feature = "timings")]
pub use timings::{Upload, UploadError, Uploads};
#[cfg(feature = "watch")]
pub use updates::{ConfigFile, Updates};
#[cfg(feature = "download")]
pub use updates::{Download, DownloadError};
pub use visitor::{Newcomer, QueueVisitor};
