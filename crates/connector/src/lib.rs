//! A tower layer that sends the visitors of a site through its waiting rooms, and lets in those who
//! come back with a permission.
//!
//! # One room
//! The site's own code says which routes are behind the room.
//!
//! ```
//! use axum::{Extension, Router, body::Body, http::Request, routing::get};
//! use connector::{Connector, QueueVisitor, SecretKey};
//! use tower::ServiceExt;
//!
//! # #[tokio::main(flavor = "current_thread")]
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
//! # Rooms by integration config
//! Operators say at the waiting room which pages belong to which room, which end a session and
//! which are left alone, and publish it. The site puts the layer around all of its routes and
//! downloads what is published (feature `download`). Requests never wait for that.
//!
//! ```no_run
//! use connector::{Connector, Download, LiveConfig, SecretKey};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let config = LiveConfig::new("acme".parse()?);
//! let mut updates = Download::new(&config, "https://queue.example", "the customer's API key")?
//!     .kept_at("/var/lib/shop/integration.json") // for a start while the waiting room is away
//!     .start()?; // until `updates` is dropped
//! updates.first_attempt().await; // so that the first visitors find a config
//!
//! let connector = Connector::from_integration(&config, SecretKey::new("the customer's secret key")?).build();
//! let site: axum::Router = axum::Router::new().layer(connector.layer());
//! # Ok(())
//! # }
//! ```
//!
//! `ConfigFile` reads a config that somebody else puts on disk (feature `watch`). Any other way
//! ends in [`LiveConfig::replace`], for instance a config in code; one that is pushed to the site
//! in [`LiveConfig::replace_signed`].
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
//!         "ValidatorType": "UrlValidator", "UrlPart": "PagePath", "Operator": "Contains", "ValueToCompare": "/checkout",
//!         "IsIgnoreCase": true, "IsNegative": false
//!     }]}]
//! }]}"#)?;
//! assert_eq!(version, 7);
//! let connector = Connector::from_integration(&config, SecretKey::new("the customer's secret key")?).build();
//!
//! // What could not be carried out is refused as a whole, and changes nothing.
//! let error = config.replace(br#"{"Version": 8, "Integrations": [{"ActionType": "Cancel", "EventId": "Sale"}]}"#).unwrap_err();
//! assert!(error.to_string().starts_with("/Integrations/0/EventId: "));
//! assert_eq!(config.version(), Some(7));
//! # Ok(())
//! # }
//! ```
//!
//! Triggers see URL, cookies, headers and the user agent; the request's body they see as empty. Of
//! the vendor's newest settings, counted uses of a queue id and normalised URLs are not carried
//! out.
//!
//! # What happens to a protected request
//! A valid session cookie wins: the request goes on (by way of the URL without a token, if it has
//! one), with a [`QueueVisitor`] for the handlers, and the session is extended. Otherwise a
//! `queueittoken` in the URL, or in the header `x-queueittoken`, is verified offline: if it is
//! good, the session starts and the browser is sent to the same URL without the token; if not, to
//! the waiting room's page that explains it. Without either the browser is sent to the queue.
//! Nothing here calls the waiting room: the two only share a secret and the time, so **the site's
//! clock must be right**, to the second.
//!
//! A token that cost a permit is good once. Whoever brings it again has the session of the first
//! use (a reload, the back button), or is sent back to the queue with `used` in the address and the
//! header `x-anteroom-refused: token-used`. A site of one node remembers that by itself, for the
//! last [`USES_MAX`] tokens and until each ends; nodes of one site share a record
//! ([`ConnectorBuilder::replay_record`]), such as the [`RedisReplayRecord`] of the feature `redis`.
//! While that cannot be asked, a token is good once on each node. Tokens that cost no permit (the
//! room is idle or disabled, the visitor skips it) can be used until they end.
//!
//! Calls by a page's script with the header `x-queueit-ajaxpageurl`, which the vendor's and our
//! browser scripts send, get a 200 with `x-queueit-redirect` instead of a redirect; a CORS layer
//! belongs around the connector. A debug link (its token says `rt_debug`) sets the cookie
//! `queueitdebug`, which the waiting room's diagnostics page explains; it lets nobody in.
//!
//! # Ending a session
//! A cancel action of the integration config, or [`Connector::cancel`] in a handler, deletes the
//! session and has the waiting room cancel the place, so that the visitor's next purchase starts at
//! the end of the line.
//!
//! # When it cannot judge
//! While there is no integration config yet, or the machine's clock is not set (before 2020),
//! visitors pass and `x-queueit-failed: true` says that nobody has judged them.
//! [`OnFailure::HoldBack`] answers 503 instead. A bad or missing download is no such case: the last
//! good config counts, however old it is.
//!
//! # Behind proxies
//! `X-Forwarded-For`, `-Proto` and `-Host`, and `Forwarded` (RFC 7239), count only if the
//! connecting peer is one of [`ConnectorBuilder::trusted_proxies`]. The visitor is the nearest
//! address there that is none of theirs; where that cannot be read, where it is missing, or where
//! both headers disagree, it is unknown, and never the proxy. The peer's address comes from a
//! [`PeerAddress`] extension, or from axum's `ConnectInfo<SocketAddr>` (serve with
//! `into_make_service_with_connect_info`). Without any peer address no forwarded header counts.
//! Tokens bound to an address are refused where the visitor's is unknown.
//!
//! # Rooms that ask for enqueue tokens
//! ```
//! use connector::enqueue_token::{Content, EnqueueToken, Origin, TokenIdentifier};
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
//!             content: Content { origin: Some(Origin::Connector), ..Content::default() },
//!         };
//!         Some(token.sign(&signing))
//!     })
//!     .build()?;
//! # Ok(())
//! # }
//! ```
//!
//! # Metrics
//! With the feature `metrics`, through the facade of that name; the site chooses the exporter.
//!
//! | Metric | |
//! | --- | --- |
//! | `anteroom_connector_requests_total{outcome}` | requests that the waiting room has a say about: `passed` with a session, `entered` with a token, `replayed` (with a token that was used before), `queued`, `refused`, `cancelled`, `nothing_to_cancel`, `ignored`, `unmatched`, `diagnosed` (bad debug link), `bad_request` (no usable host), `let_in_unjudged`, `held_back` |
//! | `anteroom_connector_failures_total{reason}` | those of the last two: `no_config`, `clock` |
//! | `anteroom_connector_replay_failures_total{record}` | times that the shared record of used tokens did not answer |
//! | `anteroom_connector_config_updates_total{result}` | attempts to bring the config up to date: `taken`, `unchanged`, `failed` |
//! | `anteroom_connector_config_version` | the version by which requests are judged |
//!
//! # Features
//! `axum` (default) finds the peer's address and the unstripped URI where axum leaves them;
//! `watch`, `download` and `metrics` as said above, `redis` for the shared record of used tokens.
//! Without any the crate needs no runtime. Failed updates, and a shared record that does not
//! answer, are logged through `tracing`.
//!
//! # What it is not
//! It protects what it is asked to protect. With one room that is by default GET requests, because
//! only those can be sent away and come back, and scripts' calls; with an integration config all
//! but HEAD and OPTIONS, as triggers tell. A handler that changes something should itself ask for
//! the [`QueueVisitor`], which is there for every request with a valid session of the action that
//! it falls under. The connector sends no page of its own, and reads nothing from the request's
//! body.

mod action;
mod ajax;
mod answer;
#[cfg(feature = "axum")]
mod axum_extensions;
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
#[cfg(feature = "watch")]
mod updates;

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
#[cfg(feature = "watch")]
pub use updates::{ConfigFile, Updates};
#[cfg(feature = "download")]
pub use updates::{Download, DownloadError};
pub use visitor::{Newcomer, QueueVisitor};
