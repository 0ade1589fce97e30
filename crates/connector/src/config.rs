//! The connector's configuration, in code.

use std::fmt;
use std::sync::Arc;

use http::Method;
use http::request::Parts;
use ipnet::IpNet;
use protocol::redirect::{NO_CONFIG_VERSION, Origin, QueueBase, Scheme, UNNAMED_ACTION};
use protocol::{CustomerId, Minutes, RoomId, SecretKey, session_cookie};

use crate::browser_url;
use crate::clock::{Clock, SystemClock};
use crate::proxies::TrustedProxies;
use crate::service::ConnectorLayer;

/// How this connector names itself in redirects (`ver`).
const VERSION: &str = concat!("rust-", env!("CARGO_PKG_VERSION"));
/// How long a session lasts after the last protected request, unless configured or fixed by the token.
const VALIDITY: Minutes = Minutes::new(20).expect("20 is not 0");

type Predicate = Arc<dyn Fn(&Parts) -> bool + Send + Sync>;

/// Why a configuration cannot work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The queue domain is not `host[:port][/path]`.
    #[error("the queue domain must be host[:port][/path] without a scheme, not {0:?}")]
    QueueDomain(String),
    /// The cookie domain is no host name.
    #[error("the cookie domain must be a host name, not {0:?}")]
    CookieDomain(String),
}

/// Everything configured, checked.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) customer: CustomerId,
    pub(crate) room: RoomId,
    pub(crate) secret: SecretKey,
    pub(crate) base: QueueBase,
    pub(crate) cookie_name: String,
    pub(crate) cookie_domain: Option<String>,
    pub(crate) http_only: bool,
    pub(crate) secure: bool,
    pub(crate) validity: Minutes,
    pub(crate) extend: bool,
    pub(crate) site_scheme: Scheme,
    pub(crate) trusted_proxies: TrustedProxies,
    culture: Option<String>,
    theme: Option<String>,
    action: String,
    pub(crate) clock: Arc<dyn Clock>,
    protects: Predicate,
    unprotected_prefixes: Vec<String>,
}

impl Settings {
    /// What redirects say about where they come from.
    pub(crate) fn origin(&self) -> Origin<'_> {
        Origin {
            customer: &self.customer,
            room: &self.room,
            connector_version: VERSION,
            config_version: NO_CONFIG_VERSION,
            action: &self.action,
            culture: self.culture.as_deref(),
            theme: self.theme.as_deref(),
        }
    }

    /// Whether visitors need a session for this request.
    pub(crate) fn protect(&self, parts: &Parts) -> bool {
        let path = browser_url::path_and_query(parts).split('?').next().unwrap_or_default();
        !self.unprotected_prefixes.iter().any(|prefix| is_within(path, prefix)) && (self.protects)(parts)
    }
}

/// Whether the path is the prefix or lies under it; `/static` does not cover `/statics`.
fn is_within(path: &str, prefix: &str) -> bool {
    let rest = path.strip_prefix(prefix.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// One site's, or part of a site's, connection to one waiting room. Cheap to clone.
#[derive(Clone)]
pub struct Connector {
    pub(crate) settings: Arc<Settings>,
}

impl Connector {
    /// Starts a configuration from what has no default: who is protected by which room, the secret both know, and
    /// where the waiting room is, as `host[:port][/path]`.
    pub fn builder(
        customer: CustomerId,
        room: RoomId,
        secret: SecretKey,
        queue_domain: impl Into<String>,
    ) -> ConnectorBuilder {
        ConnectorBuilder::new(customer, room, secret, queue_domain.into())
    }

    /// The layer to put around the protected routes.
    pub fn layer(&self) -> ConnectorLayer {
        ConnectorLayer::new(self.clone())
    }

    /// `scheme://host[:port]` of this request as the browser saw it, for building URLs that lead back here; `None` if
    /// the request names no usable host.
    pub fn site_origin(&self, parts: &Parts) -> Option<String> {
        browser_url::origin(parts, &self.settings.trusted_proxies, self.settings.site_scheme)
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings {
            customer, room, base, ..
        } = &*self.settings;
        f.debug_struct("Connector")
            .field("customer", customer)
            .field("room", room)
            .field("base", base)
            .finish_non_exhaustive()
    }
}

/// A configuration in the making. Each method says its default.
#[must_use]
pub struct ConnectorBuilder {
    settings: Settings,
    queue_domain: String,
    queue_scheme: Scheme,
    path_prefix: Option<String>,
}

impl ConnectorBuilder {
    fn new(customer: CustomerId, room: RoomId, secret: SecretKey, queue_domain: String) -> Self {
        let settings = Settings {
            cookie_name: session_cookie::name(&room),
            base: QueueBase::new(Scheme::Https, &queue_domain, None),
            customer,
            room,
            secret,
            cookie_domain: None,
            http_only: false,
            secure: false,
            validity: VALIDITY,
            extend: true,
            site_scheme: Scheme::Http,
            trusted_proxies: TrustedProxies::default(),
            culture: None,
            theme: None,
            action: UNNAMED_ACTION.to_owned(),
            clock: Arc::new(SystemClock),
            protects: Arc::new(|parts| parts.method == Method::GET),
            unprotected_prefixes: Vec::new(),
        };
        Self {
            settings,
            queue_domain,
            queue_scheme: Scheme::Https,
            path_prefix: None,
        }
    }

    /// How the waiting room is reached; https. Plain http is for demos on one machine.
    pub fn queue_scheme(mut self, scheme: Scheme) -> Self {
        self.queue_scheme = scheme;
        self
    }

    /// A path before all of the waiting room's; none.
    pub fn path_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.path_prefix = Some(prefix.into());
        self
    }

    /// The language of the waiting page, e.g. `da-DK`; the room's own.
    pub fn culture(mut self, culture: impl Into<String>) -> Self {
        self.settings.culture = Some(culture.into());
        self
    }

    /// The theme of the waiting page (the protocol's layout name); the room's own.
    pub fn theme(mut self, theme: impl Into<String>) -> Self {
        self.settings.theme = Some(theme.into());
        self
    }

    /// The name by which the waiting room's log knows this configuration; `unspecified`.
    pub fn action_name(mut self, name: impl Into<String>) -> Self {
        self.settings.action = name.into();
        self
    }

    /// The domain whose hosts share the session; the host alone.
    pub fn cookie_domain(mut self, domain: impl Into<String>) -> Self {
        self.settings.cookie_domain = Some(domain.into());
        self
    }

    /// Whether scripts are kept from the cookie; no, as with the vendors' connectors.
    pub fn http_only(mut self, http_only: bool) -> Self {
        self.settings.http_only = http_only;
        self
    }

    /// Whether the cookie travels over https only; no.
    pub fn secure(mut self, secure: bool) -> Self {
        self.settings.secure = secure;
        self
    }

    /// How long a session lasts; 20 minutes. A token may fix another length.
    pub fn validity(mut self, validity: Minutes) -> Self {
        self.settings.validity = validity;
        self
    }

    /// Whether each protected request starts the session's time anew; yes. Never those that a token fixed.
    pub fn extend(mut self, extend: bool) -> Self {
        self.settings.extend = extend;
        self
    }

    /// The proxies whose `X-Forwarded-*` headers are believed; none.
    pub fn trusted_proxies(mut self, networks: impl IntoIterator<Item = IpNet>) -> Self {
        self.settings.trusted_proxies = TrustedProxies(networks.into_iter().collect());
        self
    }

    /// The scheme of this site's URLs where neither a trusted proxy nor the request tells; http, which is what a
    /// plain TCP listener speaks.
    pub fn site_scheme(mut self, scheme: Scheme) -> Self {
        self.settings.site_scheme = scheme;
        self
    }

    /// Which requests need a session; GET.
    pub fn protect_when(mut self, predicate: impl Fn(&Parts) -> bool + Send + Sync + 'static) -> Self {
        self.settings.protects = Arc::new(predicate);
        self
    }

    /// Paths that need no session, each with all under it; none. Added to those given before.
    pub fn except_paths<P: Into<String>>(mut self, prefixes: impl IntoIterator<Item = P>) -> Self {
        self.settings
            .unprotected_prefixes
            .extend(prefixes.into_iter().map(Into::into));
        self
    }

    /// Where the time comes from; the machine.
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.settings.clock = Arc::new(clock);
        self
    }

    /// Checks and finishes.
    ///
    /// # Errors
    /// For domains that would make broken redirects or cookies.
    pub fn build(mut self) -> Result<Connector, ConfigError> {
        if !is_queue_domain(&self.queue_domain) {
            return Err(ConfigError::QueueDomain(self.queue_domain));
        }
        if let Some(domain) = self.settings.cookie_domain.take_if(|domain| !is_cookie_domain(domain)) {
            return Err(ConfigError::CookieDomain(domain));
        }
        self.settings.base = QueueBase::new(self.queue_scheme, &self.queue_domain, self.path_prefix.as_deref());
        Ok(Connector {
            settings: Arc::new(self.settings),
        })
    }
}

impl fmt::Debug for ConnectorBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectorBuilder")
            .field("queue_domain", &self.queue_domain)
            .finish_non_exhaustive()
    }
}

fn is_queue_domain(text: &str) -> bool {
    let Ok(uri) = http::Uri::try_from(format!("https://{text}")) else {
        return false;
    };
    !text.is_empty()
        && !text.contains("://")
        && !text.contains(['?', '#', '@'])
        && uri.host().is_some_and(|host| !host.is_empty())
}

fn is_cookie_domain(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder(queue_domain: &str) -> ConnectorBuilder {
        let secret = SecretKey::new("s3cret").unwrap();
        Connector::builder("acme".parse().unwrap(), "sale".parse().unwrap(), secret, queue_domain)
    }

    #[test]
    fn domains_that_cannot_work_are_refused() {
        for good in [
            "wr.example.com",
            "127.0.0.1:8080",
            "[::1]:8080",
            "wr.example.com/rooms/",
        ] {
            assert!(builder(good).build().is_ok(), "{good}");
        }
        for bad in [
            "",
            "https://wr.example.com",
            "wr example",
            "wr.example.com?x",
            "/path",
            "u@h",
        ] {
            assert_eq!(
                builder(bad).build().err(),
                Some(ConfigError::QueueDomain(bad.to_owned())),
                "{bad}"
            );
        }
        for bad in ["", "shop.example; Secure", "shop.example/"] {
            assert_eq!(
                builder("wr").cookie_domain(bad).build().err(),
                Some(ConfigError::CookieDomain(bad.to_owned()))
            );
        }
    }

    #[test]
    fn debug_shows_no_secret() {
        let builder = builder("wr.example.com");
        assert!(!format!("{builder:?} {:?}", builder_of(&builder)).contains("s3cret"));
    }

    fn builder_of(builder: &ConnectorBuilder) -> Connector {
        Connector {
            settings: Arc::new(builder.settings.clone()),
        }
    }

    #[test]
    fn a_prefix_covers_whole_segments() {
        for (path, prefix, within) in [
            ("/static", "/static", true),
            ("/static/a.css", "/static", true),
            ("/static/a.css", "/static/", true),
            ("/statics", "/static", false),
            ("/", "/static", false),
        ] {
            assert_eq!(is_within(path, prefix), within, "{path} {prefix}");
        }
    }
}
