//! The facts of a request that matter to the waiting room, parsed once.

use std::borrow::Cow;
use std::net::IpAddr;

use http::Method;
use http::request::Parts;
use protocol::{UnixSeconds, percent, token_url};

use crate::action::{QueueAction, TargetRule};
use crate::ajax;
use crate::browser_url::{self, Origin};
use crate::cookies::{self, Sessions};
use crate::proxies;
use crate::site::Site;

/// One request, as far as it matters to the waiting room.
#[derive(Debug)]
pub(crate) struct Visit<'a> {
    /// The parts of the request.
    pub(crate) parts: &'a Parts,
    origin: Origin<'a>,
    /// The request's URL as the browser saw it, without any token.
    pub(crate) url: String,
    /// Whether the URL has a token parameter, even an empty one.
    pub(crate) has_token_parameter: bool,
    /// The token in the URL, verbatim, or else in a header; never empty.
    pub(crate) raw_token: Option<Cow<'a, str>>,
    /// The URL of the page whose script is calling.
    pub(crate) ajax_page: Option<String>,
    pub(crate) client_ip: Option<IpAddr>,
    pub(crate) now: UnixSeconds,
}

impl<'a> Visit<'a> {
    /// Parses the request; `None` if it names no usable host, so that the visitor could not be
    /// redirected back to it.
    pub(crate) fn read(site: &Site, parts: &'a Parts, now: UnixSeconds) -> Option<Self> {
        let origin = browser_url::origin(parts, &site.trusted_proxies, site.site_scheme)?;
        let path_and_query = browser_url::path_and_query(parts);
        let clean = token_url::strip(path_and_query);
        let query = path_and_query.split_once('?').map_or("", |(_, query)| query);
        Some(Self {
            parts,
            origin,
            url: origin.with(&clean),
            has_token_parameter: clean != path_and_query,
            raw_token: token_url::find(query)
                .map(Cow::from)
                .or_else(|| ajax::token(&parts.headers)),
            ajax_page: ajax::page(&parts.headers),
            client_ip: proxies::client(&site.trusted_proxies, parts).address,
            now,
        })
    }

    /// Returns the URL as the browser saw it.
    pub(crate) fn original_url(&self) -> String {
        self.origin.with(browser_url::path_and_query(self.parts))
    }

    /// Returns the visitor's address as text, empty if it is unknown.
    pub(crate) fn client_text(&self) -> String {
        self.client_ip.map(|address| address.to_string()).unwrap_or_default()
    }

    /// Returns the page that the browser shows or requests, to which the visitor should return.
    pub(crate) fn page(&self) -> &str {
        self.ajax_page.as_deref().unwrap_or(&self.url)
    }

    /// Returns the URL to which the visitor should return; `None` if the room chooses it.
    pub(crate) fn target<'t>(&'t self, rule: &'t TargetRule) -> Option<&'t str> {
        match rule {
            TargetRule::Asked => Some(self.page()),
            TargetRule::Room => None,
            TargetRule::Forced(url) => Some(url),
        }
    }

    /// Returns the token's text, percent-decoded: some mail and chat programs encode its tildes.
    pub(crate) fn token(&self) -> Option<Cow<'_, str>> {
        let raw = self.raw_token.as_deref()?;
        Some(if raw.contains('%') {
            percent::decode(raw).unwrap_or_default().into()
        } else {
            raw.into()
        })
    }

    /// Returns whether to redirect the browser to the same URL without its token, which must lose
    /// neither a body nor a script's call.
    pub(crate) fn needs_redirect_without_token(&self) -> bool {
        self.has_token_parameter && self.ajax_page.is_none() && matches!(self.parts.method, Method::GET | Method::HEAD)
    }

    /// Reads and verifies the session cookies for an action.
    pub(crate) fn sessions(&self, site: &Site, action: &QueueAction) -> Sessions {
        cookies::read(
            &action.rooms,
            &site.secret,
            self.parts,
            action.validity,
            self.now,
            self.client_ip,
        )
    }
}
