//! A connector's configuration in the making.

use std::fmt;
use std::sync::Arc;

use http::request::Parts;
use ipnet::IpNet;
use protocol::redirect::{NO_CONFIG_VERSION, QueueBase, Scheme, UNNAMED_ACTION};
use protocol::{CustomerId, Minutes, RoomId, SecretKey};

use crate::action::{CookieAttributes, QueueAction, Rooms, RuleAction, TargetRule};
use crate::clock::Clock;
use crate::connector::Connector;
use crate::domains::{is_cookie_domain, is_queue_domain};
use crate::failure::OnFailure;
use crate::integration::LiveConfig;
use crate::replay::ReplayRecord;
use crate::rules::Rules;
use crate::site::{self, Site};
use crate::visitor::Newcomer;

/// How long a session lasts after the last protected request, unless configured or fixed by the
/// token: what the vendor's connectors take in code. What is published lasts 20 minutes by default.
const VALIDITY: Minutes = Minutes::new(10).expect("10 is not 0");

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

impl Connector {
    /// Starts the configuration of a site with one room from what has no default: who is protected
    /// by which room, the secret both know, and where the waiting room is, as `host[:port][/path]`.
    pub fn builder(
        customer: CustomerId,
        room: RoomId,
        secret: SecretKey,
        queue_domain: impl Into<String>,
    ) -> ConnectorBuilder<OneRoom> {
        ConnectorBuilder::one_room(customer, room, secret, queue_domain.into())
    }

    /// Starts the configuration of a site whose rooms and pages the integration config tells, and
    /// whose secret is the customer's.
    pub fn from_integration(config: &LiveConfig, secret: SecretKey) -> ConnectorBuilder<Integrated> {
        ConnectorBuilder::integrated(config.clone(), secret)
    }
}

/// A configuration in the making: of [`OneRoom`] in code, or of a site with an [`Integrated`]
/// config. Each method says its default.
#[must_use]
pub struct ConnectorBuilder<R> {
    site: Site,
    rules: R,
}

/// Of the whole site.
impl<R> ConnectorBuilder<R> {
    /// The proxies whose `X-Forwarded-*` and `Forwarded` headers are believed; none. Behind one the
    /// visitor's address is the nearest that is none of theirs, or unknown.
    pub fn trusted_proxies(mut self, networks: impl IntoIterator<Item = IpNet>) -> Self {
        self.site.trusted_proxies = networks.into_iter().collect();
        self
    }

    /// The scheme of this site's URLs where neither a trusted proxy nor the request tells; http,
    /// which is what a plain TCP listener speaks.
    pub fn site_scheme(mut self, scheme: Scheme) -> Self {
        self.site.site_scheme = scheme;
        self
    }

    /// Which requests the waiting room has a say about. With one room: GET, and what a page's
    /// script asks for with `x-queueit-ajaxpageurl`. With an integration config, which has triggers
    /// for it: all but HEAD and OPTIONS.
    pub fn protect_when(mut self, predicate: impl Fn(&Parts) -> bool + Send + Sync + 'static) -> Self {
        self.site.protects = Arc::new(predicate);
        self
    }

    /// Paths that need no session, each with all under it; none. Added to those given before.
    pub fn except_paths<P: Into<String>>(mut self, prefixes: impl IntoIterator<Item = P>) -> Self {
        let prefixes = prefixes.into_iter().map(Into::into);
        self.site.unprotected_prefixes.extend(prefixes);
        self
    }

    /// What becomes of visitors where the connector cannot judge them; [`OnFailure::LetIn`].
    pub fn on_failure(mut self, on_failure: OnFailure) -> Self {
        self.site.on_failure = on_failure;
        self
    }

    /// Makes the token that a room may ask newcomers for; none. It is asked for whoever is about to
    /// be sent to the queue, and what it gives stands in the URL as it is.
    pub fn enqueue_token(mut self, make: impl Fn(&Newcomer<'_>) -> Option<String> + Send + Sync + 'static) -> Self {
        self.site.enqueue_token = Some(Arc::new(make));
        self
    }

    /// Where the nodes of the site note together which tokens were used; none, which suits a site
    /// of one node.
    pub fn replay_record(mut self, record: impl ReplayRecord) -> Self {
        self.site.used_tokens.share(record);
        self
    }

    /// Where the time comes from; the machine.
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.site.clock = Arc::new(clock);
        self
    }
}

impl<R> fmt::Debug for ConnectorBuilder<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectorBuilder")
            .field("customer", &self.site.customer)
            .finish_non_exhaustive()
    }
}

/// The only room of a site, or of the part of it that a layer is put around.
#[derive(Debug)]
pub struct OneRoom {
    action: QueueAction,
    queue_scheme: Scheme,
    queue_domain: String,
    path_prefix: Option<String>,
}

/// The rooms of an integration config.
#[derive(Debug)]
pub struct Integrated {
    config: LiveConfig,
}

/// Of an integration config, which says everything itself.
impl ConnectorBuilder<Integrated> {
    pub(crate) fn integrated(config: LiveConfig, secret: SecretKey) -> Self {
        Self {
            site: Site::new(config.customer().clone(), secret, site::asks_for_content),
            rules: Integrated { config },
        }
    }

    /// Finishes.
    pub fn build(self) -> Connector {
        Connector {
            site: Arc::new(self.site),
            rules: Rules::Integration(self.rules.config),
        }
    }
}

/// Of the room.
impl ConnectorBuilder<OneRoom> {
    pub(crate) fn one_room(customer: CustomerId, room: RoomId, secret: SecretKey, queue_domain: String) -> Self {
        let action = QueueAction {
            name: UNNAMED_ACTION.to_owned(),
            config_version: NO_CONFIG_VERSION,
            rooms: Rooms::new(room, []),
            base: QueueBase::new(Scheme::Https, &queue_domain, None),
            cookie: CookieAttributes::default(),
            validity: VALIDITY,
            extend: true,
            culture: None,
            theme: None,
            target: TargetRule::Asked,
        };
        Self {
            site: Site::new(customer, secret, site::is_page_or_script),
            rules: OneRoom {
                action,
                queue_scheme: Scheme::Https,
                queue_domain,
                path_prefix: None,
            },
        }
    }

    /// How the waiting room is reached; https. Plain http is for demos on one machine.
    pub fn queue_scheme(mut self, scheme: Scheme) -> Self {
        self.rules.queue_scheme = scheme;
        self
    }

    /// A path before all of the waiting room's; none.
    pub fn path_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.rules.path_prefix = Some(prefix.into());
        self
    }

    /// The language of the waiting page, e.g. `da-DK`; the room's own.
    pub fn culture(mut self, culture: impl Into<String>) -> Self {
        self.rules.action.culture = Some(culture.into());
        self
    }

    /// The theme of the waiting page (the protocol's layout name); the room's own.
    pub fn theme(mut self, theme: impl Into<String>) -> Self {
        self.rules.action.theme = Some(theme.into());
        self
    }

    /// The name by which the waiting room's log knows this configuration; `unspecified`.
    pub fn action_name(mut self, name: impl Into<String>) -> Self {
        self.rules.action.name = name.into();
        self
    }

    /// The domain whose hosts share the session; the host alone.
    pub fn cookie_domain(mut self, domain: impl Into<String>) -> Self {
        self.rules.action.cookie.domain = Some(domain.into());
        self
    }

    /// Whether scripts are kept from the cookie; no, as with the vendors' connectors.
    pub fn http_only(mut self, http_only: bool) -> Self {
        self.rules.action.cookie.http_only = http_only;
        self
    }

    /// Whether the cookie travels over https only; no.
    pub fn secure(mut self, secure: bool) -> Self {
        self.rules.action.cookie.secure = secure;
        self
    }

    /// How long a session lasts; 10 minutes, as with the vendor's connectors. A token may fix
    /// another length.
    pub fn validity(mut self, validity: Minutes) -> Self {
        self.rules.action.validity = validity;
        self
    }

    /// Whether each protected request starts the session's time anew; yes. Never those that a token
    /// fixed.
    pub fn extend(mut self, extend: bool) -> Self {
        self.rules.action.extend = extend;
        self
    }

    /// Checks and finishes.
    ///
    /// # Errors
    /// For domains that would make broken redirects or cookies.
    pub fn build(self) -> Result<Connector, ConfigError> {
        let OneRoom {
            mut action,
            queue_scheme,
            queue_domain,
            path_prefix,
        } = self.rules;
        if !is_queue_domain(&queue_domain) {
            return Err(ConfigError::QueueDomain(queue_domain));
        }
        if let Some(domain) = action.cookie.domain.take_if(|domain| !is_cookie_domain(domain)) {
            return Err(ConfigError::CookieDomain(domain));
        }
        action.base = QueueBase::new(queue_scheme, &queue_domain, path_prefix.as_deref());
        Ok(Connector {
            site: Arc::new(self.site),
            rules: Rules::Room(Arc::new(RuleAction::Queue(action))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder(queue_domain: &str) -> ConnectorBuilder<OneRoom> {
        let secret = SecretKey::new("s3cret").unwrap();
        Connector::builder("acme".parse().unwrap(), "sale".parse().unwrap(), secret, queue_domain)
    }

    #[test]
    fn domains_that_cannot_work_are_refused() {
        assert!(builder("wr.example.com/rooms").build().is_ok());
        assert_eq!(
            builder("https://wr.example.com").build().err(),
            Some(ConfigError::QueueDomain("https://wr.example.com".to_owned()))
        );
        assert_eq!(
            builder("wr").cookie_domain("a; Secure").build().err(),
            Some(ConfigError::CookieDomain("a; Secure".to_owned()))
        );
    }

    #[test]
    fn debug_shows_no_secret() {
        let shown = format!("{:?}", builder("wr.example.com"));
        let built = format!("{:?}", builder("wr.example.com").build().unwrap());
        assert!(!shown.contains("s3cret") && !built.contains("s3cret"));
    }
}
