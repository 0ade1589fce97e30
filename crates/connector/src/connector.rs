//! The connector: a site's settings and its rules.

use std::fmt;
use std::sync::Arc;

use http::request::Parts;

use crate::browser_url;
use crate::rules::Rules;
use crate::site::Site;

/// The connection of a site, or part of a site, to its waiting rooms. Cheap to clone.
#[derive(Clone)]
pub struct Connector {
    pub(crate) site: Arc<Site>,
    pub(crate) rules: Rules,
}

impl Connector {
    /// Returns `scheme://host[:port]` of this request as the browser saw it, for building URLs back
    /// to this site; `None` if the request names no usable host.
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
