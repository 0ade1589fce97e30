//! What a request says that matters to the waiting room, read once.

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

/// One request, as far as the waiting room is concerned.
#[derive(Debug)]
pub(crate) struct Visit<'a> {
    /// The request itself.
    pub(crate) parts: &'a Parts,
    origin: Origin<'a>,
    /// Its URL as the browser saw it, without any token.
    pub(crate) url: String,
    /// Whether the URL had a token parameter, be it empty.
    pub(crate) has_token_parameter: bool,
    /// The token as it stands in the URL, or else in a header; never empty.
    pub(crate) raw_token: Option<Cow<'a, str>>,
    /// The page whose script is calling.
    pub(crate) ajax_page: Option<String>,
    pub(crate) client_ip: Option<IpAddr>,
    pub(crate) now: UnixSeconds,
}

impl<'a> Visit<'a> {
    /// Reads the request; `None` if it names no usable host, so that no visitor could be sent back
    /// to it.
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

    /// The URL as the browser saw it.
    pub(crate) fn original_url(&self) -> String {
        self.origin.with(browser_url::path_and_query(self.parts))
    }

    /// The visitor's address as text, empty where it is unknown.
    pub(crate) fn client_text(&self) -> String {
        self.client_ip.map(|address| address.to_string()).unwrap_or_default()
    }

    /// The page that the browser shows or asks for: where the visitor wants to come back to.
    pub(crate) fn page(&self) -> &str {
        self.ajax_page.as_deref().unwrap_or(&self.url)
    }

    /// Where the visitor is to come back to; `None` if that is the room's decision.
    pub(crate) fn target<'t>(&'t self, rule: &'t TargetRule) -> Option<&'t str> {
        match rule {
            TargetRule::Asked => Some(self.page()),
            TargetRule::Room => None,
            TargetRule::Forced(url) => Some(url),
        }
    }

    /// The token's text. Some mail and chat programs encode the tildes.
    pub(crate) fn token(&self) -> Option<Cow<'_, str>> {
        let raw = self.raw_token.as_deref()?;
        Some(if raw.contains('%') {
            percent::decode(raw).unwrap_or_default().into()
        } else {
            raw.into()
        })
    }

    /// Whether the browser is to be sent to the same URL without its token: where that loses
    /// nothing.
    pub(crate) fn is_to_lose_token(&self) -> bool {
        self.has_token_parameter && self.ajax_page.is_none() && matches!(self.parts.method, Method::GET | Method::HEAD)
    }

    /// The session cookies, judged for an action.
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
