//! The protected site under test, and the parts of its responses that a browser uses.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Request, Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Extension, Router};
use connector::{
    Connector, ConnectorBuilder, Integrated, LiveConfig, Minutes, OneRoom, QueueVisitor, RedirectType, SecretKey,
    UnixSeconds,
};
use protocol::queueittoken::{HashedIp, Token};
use tower::ServiceExt;

pub(crate) const NOW: u64 = 1_700_000_000;
pub(crate) const COOKIE: &str = "QueueITAccepted-SDFrts345E-V3_sale";
pub(crate) const QUEUE_ID: &str = "11111111-2222-4333-8444-555555555555";

/// The redirect of visitors without session and token, except for the target.
pub(crate) const QUEUE: &str = concat!(
    "https://wr.example.com/?c=acme&e=sale&ver=rust-",
    env!("CARGO_PKG_VERSION"),
    "&cver=-1&man=unspecified"
);

pub(crate) fn secret() -> SecretKey {
    SecretKey::new("a secret for tests").unwrap()
}

/// A site, its clock, and the address of its visitors.
pub(crate) struct Site {
    router: Router,
    clock: Arc<AtomicU64>,
    pub(crate) peer: Option<&'static str>,
}

impl Site {
    /// Makes a site with the default configuration.
    pub(crate) fn new() -> Self {
        Self::with(|builder| builder)
    }

    pub(crate) fn with(configure: impl FnOnce(ConnectorBuilder<OneRoom>) -> ConnectorBuilder<OneRoom>) -> Self {
        let (clock, time) = clock();
        let builder = Connector::builder(
            "acme".parse().unwrap(),
            "sale".parse().unwrap(),
            secret(),
            "wr.example.com",
        );
        Self::around(configure(builder.clock(time)).build().unwrap(), clock)
    }

    /// Makes a site with an integration config, which can still be empty.
    pub(crate) fn integrated(
        config: &LiveConfig,
        configure: impl FnOnce(ConnectorBuilder<Integrated>) -> ConnectorBuilder<Integrated>,
    ) -> Self {
        let (clock, time) = clock();
        let builder = Connector::from_integration(config, secret());
        Self::around(configure(builder.clock(time)).build(), clock)
    }

    /// Makes a site behind the given connector.
    pub(crate) fn around(connector: Connector, clock: Arc<AtomicU64>) -> Self {
        let router = Router::new()
            .route("/product", get(page).post(order))
            .route("/cached", get(cached_page))
            .route("/static/{file}", get(page))
            .route("/again", post(again))
            .nest("/nested", Router::new().route("/product", get(page)))
            .fallback(page)
            .layer(connector.layer())
            .with_state(connector);
        Self {
            router,
            clock,
            peer: None,
        }
    }

    pub(crate) fn move_clock(&self, seconds: u64) {
        self.clock.fetch_add(seconds, Ordering::Relaxed);
    }

    pub(crate) fn set_clock(&self, seconds: u64) {
        self.clock.store(seconds, Ordering::Relaxed);
    }

    pub(crate) async fn get(&self, path: &str, cookie: Option<&str>) -> SiteResponse {
        self.send("GET", path, cookie, &[("host", "shop.example")]).await
    }

    /// Enters with a token; returns the cookie of the session.
    pub(crate) async fn enter(&self, token: &str) -> String {
        self.get(&format!("/product?queueittoken={token}"), None).await.cookie()
    }

    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        cookie: Option<&str>,
        headers: &[(&str, &str)],
    ) -> SiteResponse {
        let mut all = headers.to_vec();
        all.extend(cookie.map(|cookie| ("cookie", cookie)));
        self.try_send(method, path, &all).await.unwrap()
    }

    /// Sends a request; `None` if it is not valid HTTP.
    pub(crate) async fn try_send(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Option<SiteResponse> {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, HeaderValue::from_bytes(value.as_bytes()).ok()?);
        }
        if let Some(peer) = self.peer {
            let address: IpAddr = peer.parse().unwrap();
            request = request.extension(ConnectInfo(SocketAddr::new(address, 4711)));
        }
        let request = request.body(Body::empty()).ok()?;
        let response = self.router.clone().oneshot(request).await.unwrap();
        Some(SiteResponse::note(response).await)
    }
}

/// Makes a clock that stands at [`NOW`], and the function that reads it.
pub(crate) fn clock() -> (Arc<AtomicU64>, impl Fn() -> UnixSeconds + Send + Sync + 'static) {
    let clock = Arc::new(AtomicU64::new(NOW));
    let reading = Arc::clone(&clock);
    (clock, move || UnixSeconds(reading.load(Ordering::Relaxed)))
}

fn greet(visitor: Option<Extension<QueueVisitor>>) -> String {
    match visitor {
        None => "nobody".to_owned(),
        Some(Extension(visitor)) => format!(
            "{} by {:?}",
            visitor.queue_id.unwrap_or_default(),
            visitor.redirect_type
        ),
    }
}

async fn page(visitor: Option<Extension<QueueVisitor>>) -> String {
    greet(visitor)
}

async fn order(visitor: Option<Extension<QueueVisitor>>) -> String {
    greet(visitor)
}

async fn cached_page() -> impl IntoResponse {
    ([("cache-control", "public, max-age=60")], "cached")
}

async fn again(State(connector): State<Connector>, parts: Parts) -> Response<Body> {
    let back = connector
        .site_origin(&parts)
        .map(|origin| format!("{origin}/product?a=1"));
    connector
        .cancel(&parts, back.as_deref())
        .unwrap_or_else(|| (StatusCode::CONFLICT, "nothing to cancel").into_response())
}

/// The parts of a response that a browser uses.
#[derive(Debug)]
pub(crate) struct SiteResponse {
    pub(crate) status: u16,
    pub(crate) location: Option<String>,
    /// The session's cookie.
    pub(crate) set_cookie: Option<String>,
    pub(crate) other_cookies: Vec<String>,
    pub(crate) cache_control: Option<String>,
    /// `x-queueit-redirect`
    pub(crate) redirect_for_script: Option<String>,
    /// `x-anteroom-refused`
    pub(crate) refused: Option<String>,
    /// `x-queueit-failed`
    pub(crate) failed: Option<String>,
    pub(crate) retry_after: Option<String>,
    exposed_headers: Option<String>,
    pub(crate) body: String,
}

impl SiteResponse {
    async fn note(response: Response<Body>) -> Self {
        let (parts, body) = response.into_parts();
        let header = |name| parts.headers.get(name).map(|value| value.to_str().unwrap().to_owned());
        let lines = parts.headers.get_all("set-cookie").iter();
        let cookies = lines.map(|line| line.to_str().unwrap().to_owned());
        let (mut sessions, other_cookies): (Vec<_>, Vec<_>) = cookies.partition(|line| line.starts_with(COOKIE));
        assert!(sessions.len() <= 1, "one session at most: {sessions:?}");
        Self {
            status: parts.status.as_u16(),
            location: header("location"),
            set_cookie: sessions.pop(),
            other_cookies,
            cache_control: header("cache-control"),
            redirect_for_script: header("x-queueit-redirect"),
            refused: header("x-anteroom-refused"),
            failed: header("x-queueit-failed"),
            retry_after: header("retry-after"),
            exposed_headers: header("access-control-expose-headers"),
            body: String::from_utf8(to_bytes(body, 10_000).await.unwrap().into()).unwrap(),
        }
    }

    /// Returns the `name=value` that the browser would send back.
    pub(crate) fn cookie(&self) -> String {
        self.set_cookie.as_ref().unwrap().split(';').next().unwrap().to_owned()
    }

    /// Like [`Self::cookie`], of the first one that is not the room's usual session.
    pub(crate) fn other_cookie(&self) -> String {
        self.other_cookies[0].split(';').next().unwrap().to_owned()
    }

    pub(crate) fn deletes_the_cookie(&self) -> bool {
        let deletion = format!("{COOKIE}=deleted; Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT");
        self.set_cookie.as_ref().is_some_and(|set| set.starts_with(&deletion))
    }

    /// Asserts a redirect that must not be cached.
    #[track_caller]
    pub(crate) fn assert_redirects_to(&self, location: &str) {
        assert_eq!((self.status, self.location.as_deref()), (302, Some(location)));
        assert_eq!(self.cache_control.as_deref(), Some("no-store"));
        assert_eq!(self.body, "");
    }

    /// Asserts a location for a script, in a response that must not be cached.
    #[track_caller]
    pub(crate) fn assert_tells_script(&self, location: &str) {
        let answered = self.redirect_for_script.as_deref();
        assert_eq!((self.status, answered), (200, Some(location)));
        assert_eq!(self.exposed_headers.as_deref(), Some("x-queueit-redirect"));
        assert_eq!(self.cache_control.as_deref(), Some("no-store"));
        assert_eq!((&self.location, self.body.as_str()), (&None, ""));
    }

    #[track_caller]
    pub(crate) fn assert_is_page(&self, body: &str) {
        assert_eq!((self.status, self.body.as_str()), (200, body), "{self:?}");
    }
}

/// Returns the content of a token granted at [`NOW`].
pub(crate) fn grant() -> Token {
    Token {
        room: "sale".parse().unwrap(),
        queue_id: QUEUE_ID.parse().unwrap(),
        expires_at: UnixSeconds(NOW + 180),
        extendable: true,
        fixed_validity: None,
        redirect_type: RedirectType::Queue,
        hashed_ip: None,
    }
}

pub(crate) fn token() -> String {
    grant().sign(&secret())
}

pub(crate) fn fixed_token(minutes: u32) -> String {
    Token {
        fixed_validity: Minutes::new(minutes),
        ..grant()
    }
    .sign(&secret())
}

pub(crate) fn token_for(address: &str) -> String {
    Token {
        hashed_ip: Some(hashed(address)),
        ..grant()
    }
    .sign(&secret())
}

pub(crate) fn hashed(address: &str) -> HashedIp {
    HashedIp::new(&secret(), address.parse().unwrap())
}
