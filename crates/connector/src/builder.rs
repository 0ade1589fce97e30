//! The builder of a connector's configuration.

use std::fmt;
use std::sync::Arc;

use http::request::Parts;
use ipnet::IpNet;
use protocol::host_name::is_cookie_domain;
use protocol::redirect::{NO_CONFIG_VERSION, QueueBase, Scheme, UNNAMED_ACTION};
use protocol::{CustomerId, Minutes, RoomId, SecretKey};

use crate::action::{CookieAttributes, QueueAction, Rooms, RuleAction, TargetRule};
use crate::clock::Clock;
use crate::connector::Connector;
use crate::domains::is_queue_domain;
use crate::failure::OnFailure;
use crate::integration::LiveConfig;
use crate::replay::ReplayRecord;
use crate::rules::Rules;
use crate::site::{self, Site};
use crate::timings::PageTimes;
use crate::visitor::Newcomer;

/// Default duration of a session after the last protected request, as in the vendor's connectors
/// when configured in code. Published actions default to 20 minutes.
const VALIDITY: Minutes = Minutes::new(10).expect("10 is not 0");

/// Why a configuration is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The queue domain is not `host[:port][/path]`.
    #[error("the queue domain must be host[:port][/path] without a scheme, not {0:?}")]
    QueueDomain(String),
    /// The cookie domain is not a host name.
    #[error("the cookie domain must be a host name, not {0:?}")]
    CookieDomain(String),
}

impl Connector {
    /// Starts the configuration of a site with one room, from the values without defaults: the
    /// customer, the room that protects the site, the shared secret, and the address of the waiting
    /// room as `host[:port][/path]`.
    pub fn builder(
        customer: CustomerId,
        room: RoomId,
        secret: SecretKey,
        queue_domain: impl Into<String>,
    ) -> ConnectorBuilder<OneRoom> {
        ConnectorBuilder::one_room(customer, room, secret, queue_domain.into())
    }

    /// Starts the configuration of a site whose rooms and pages come from the integration config.
    /// `secret` is the customer's.
    pub fn from_integration(config: &LiveConfig, secret: SecretKey) -> ConnectorBuilder<Integrated> {
        ConnectorBuilder::integrated(config.clone(), secret)
    }
}

/// A configuration under construction: for [`OneRoom`] in code, or for a site with an
/// [`Integrated`] config. Each method documents its default.
#[must_use]
pub struct ConnectorBuilder<R> {
    site: Site,
    rules: R,
}

/// Settings of the whole site.
impl<R> ConnectorBuilder<R> {
    /// Sets the proxies whose `X-Forwarded-*` and `Forwarded` headers are trusted. Default: none.
    /// Behind such a proxy, the visitor's address is the nearest one that is not a trusted proxy's,
    /// or unknown.
    pub fn trusted_proxies(mut self, networks: impl IntoIterator<Item = IpNet>) -> Self {
        self.site.trusted_proxies = networks.into_iter().collect();
        self
    }

    /// Sets the scheme of this site's URLs for requests where neither a trusted proxy nor the
    /// request names it. Default: http, as on a plain TCP listener.
    pub fn site_scheme(mut self, scheme: Scheme) -> Self {
        self.site.site_scheme = scheme;
        self
    }

    /// Sets the predicate for requests that the connector judges. Default with one room: GET, and
    /// calls by a page's script with `x-queueit-ajaxpageurl`; with an integration config, which has
    /// its own triggers: all but HEAD and OPTIONS.
    pub fn protect_when(mut self, predicate: impl Fn(&Parts) -> bool + Send + Sync + 'static) -> Self {
        self.site.protects = Arc::new(predicate);
        self
    }

    /// Adds paths that need no session, each with all paths below it. Default: none.
    pub fn except_paths<P: Into<String>>(mut self, prefixes: impl IntoIterator<Item = P>) -> Self {
        let prefixes = prefixes.into_iter().map(Into::into);
        self.site.unprotected_prefixes.extend(prefixes);
        self
    }

    /// Sets the treatment of visitors whom the connector cannot judge. Default:
    /// [`OnFailure::LetIn`].
    pub fn on_failure(mut self, on_failure: OnFailure) -> Self {
        self.site.on_failure = on_failure;
        self
    }

    /// Sets the function that makes enqueue tokens for rooms that require them. Default: none. The
    /// connector calls it for each visitor about to be sent to the queue, and puts the result into
    /// the URL unencoded.
    pub fn enqueue_token(mut self, make: impl Fn(&Newcomer<'_>) -> Option<String> + Send + Sync + 'static) -> Self {
        self.site.enqueue_token = Some(Arc::new(make));
        self
    }

    /// Sets the record of used tokens that the nodes of the site share. Default: none, which suits
    /// a site with one node.
    pub fn replay_record(mut self, record: impl ReplayRecord) -> Self {
        self.site.used_tokens.share(record);
        self
    }

    /// Records into `times` how long the site takes for each page of a visitor with a session, and
    /// with which status code. Default: nothing is measured.
    ///
    /// The time ends with the head of the response. Requests that a browser marks as for pictures,
    /// styles, scripts and the like are left out. A visitor who leaves before the response counts
    /// after five seconds.
    pub fn page_times(mut self, times: &PageTimes) -> Self {
        self.site.page_times = Some(times.clone());
        self
    }

    /// Sets the clock. Default: the machine's.
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

/// The only room of a site, or of the part of the site inside the layer.
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

/// Settings of an integration config, which contains everything else.
impl ConnectorBuilder<Integrated> {
    pub(crate) fn integrated(config: LiveConfig, secret: SecretKey) -> Self {
        Self {
            site: Site::new(config.customer().clone(), secret, site::is_content_request),
            rules: Integrated { config },
        }
    }

    /// Builds the connector.
    pub fn build(self) -> Connector {
        Connector {
            site: Arc::new(self.site),
            rules: Rules::Integration(self.rules.config),
        }
    }
}

/// Settings of the room.
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

    /// Sets the scheme of the waiting room. Default: https. Plain http is for demos on one machine.
    pub fn queue_scheme(mut self, scheme: Scheme) -> Self {
        self.rules.queue_scheme = scheme;
        self
    }

    /// Sets a path that precedes all paths of the waiting room. Default: none.
    pub fn path_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.rules.path_prefix = Some(prefix.into());
        self
    }

    /// Sets the language of the waiting page, such as `da-DK`. Default: the room's own.
    pub fn culture(mut self, culture: impl Into<String>) -> Self {
        self.rules.action.culture = Some(culture.into());
        self
    }

    /// Sets the theme of the waiting page (the protocol's layout name). Default: the room's own.
    pub fn theme(mut self, theme: impl Into<String>) -> Self {
        self.rules.action.theme = Some(theme.into());
        self
    }

    /// Sets the name of this configuration in the waiting room's log. Default: `unspecified`.
    pub fn action_name(mut self, name: impl Into<String>) -> Self {
        self.rules.action.name = name.into();
        self
    }

    /// Sets the domain whose hosts share the session. Default: only the host itself.
    pub fn cookie_domain(mut self, domain: impl Into<String>) -> Self {
        self.rules.action.cookie.domain = Some(domain.into());
        self
    }

    /// Sets whether the cookie is hidden from scripts. Default: no, as in the vendors' connectors.
    pub fn http_only(mut self, http_only: bool) -> Self {
        self.rules.action.cookie.http_only = http_only;
        self
    }

    /// Sets whether the cookie is sent over https only. Default: no.
    pub fn secure(mut self, secure: bool) -> Self {
        self.rules.action.cookie.secure = secure;
        self
    }

    /// Sets how long a session lasts. Default: 10 minutes, as in the vendor's connectors. A token
    /// can fix another duration.
    pub fn validity(mut self, validity: Minutes) -> Self {
        self.rules.action.validity = validity;
        self
    }

    /// Sets whether each protected request restarts the session's duration. Default: yes. Sessions
    /// whose duration a token fixed are never extended.
    pub fn extend(mut self, extend: bool) -> Self {
        self.rules.action.extend = extend;
        self
    }

    /// Checks the configuration and builds the connector.
    ///
    /// # Errors
    /// Returns an error if a domain would make invalid redirects or cookies.
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
        for bad in ["a; Secure", "...", "-"] {
            assert_eq!(
                builder("wr").cookie_domain(bad).build().err(),
                Some(ConfigError::CookieDomain(bad.to_owned()))
            );
        }
    }

    #[test]
    fn debug_shows_no_secret() {
        let shown = format!("{:?}", builder("wr.example.com"));
        let built = format!("{:?}", builder("wr.example.com").build().unwrap());
        assert!(!shown.contains("s3cret") && !built.contains("s3cret"));
    }
}
