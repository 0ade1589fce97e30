//! The connector: a site's settings and its rules.

use std::fmt;
use std::sync::Arc;

use http::request::Parts;
use protocol::{CustomerId, RoomId, SecretKey};

use crate::action::{Action, QueueAction};
use crate::browser_url;
use crate::builder::{ConnectorBuilder, Integrated, OneRoom};
use crate::failure::Failure;
use crate::integration::LiveConfig;
use crate::judge::Found;
use crate::service::ConnectorLayer;
use crate::site::Site;
use crate::visit::Visit;

/// A site's, or part of a site's, connection to its waiting rooms. Cheap to clone.
#[derive(Clone)]
pub struct Connector {
    pub(crate) site: Arc<Site>,
    pub(crate) rules: Rules,
}

/// Which requests fall under which action.
#[derive(Clone)]
pub(crate) enum Rules {
    /// All under this one.
    Room(Arc<Action>),
    /// As triggers tell.
    Integration(LiveConfig),
}

impl Rules {
    /// Hands the visit's rule to `judge`.
    pub(crate) fn find<T>(&self, visit: &Visit<'_>, judge: impl FnOnce(Result<Found<'_>, Failure>) -> T) -> T {
        match self {
            Self::Room(action) => judge(Ok(Found {
                config_version: None,
                action: Some(action),
                base: action.base(),
            })),
            Self::Integration(live) => live.find(visit, judge),
        }
    }

    /// The first answer for an action under which visitors need a session.
    pub(crate) fn first<T>(&self, ask: impl Fn(&QueueAction) -> Option<T>) -> Option<T> {
        let ask = |action: &Action| match action {
            Action::Queue(action) => ask(action),
            Action::Cancel(_) | Action::Ignore { .. } => None,
        };
        match self {
            Self::Room(action) => ask(action),
            Self::Integration(live) => live.first(ask),
        }
    }
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

    /// The layer to put around the protected routes.
    pub fn layer(&self) -> ConnectorLayer {
        ConnectorLayer::new(self.clone())
    }

    /// `scheme://host[:port]` of this request as the browser saw it, for building URLs that lead
    /// back here; `None` if the request names no usable host.
    pub fn site_origin(&self, parts: &Parts) -> Option<String> {
        let origin = browser_url::origin(parts, &self.site.trusted_proxies, self.site.site_scheme)?;
        Some(origin.with(""))
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Connector");
        shown.field("customer", &self.site.customer);
        match &self.rules {
            Rules::Room(action) => shown.field("room", action),
            Rules::Integration(live) => shown.field("integration", live),
        };
        shown.finish_non_exhaustive()
    }
}
