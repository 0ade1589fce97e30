//! What the decision needs to know about a request, read once.

use std::net::IpAddr;

use http::Method;
use http::request::Parts;
use protocol::UnixSeconds;
use protocol::session_cookie::Expected;
use protocol::token_url;

use crate::browser_url;
use crate::config::Settings;
use crate::cookies::{self, Sessions};

/// One request, as far as the waiting room is concerned.
#[derive(Debug)]
pub(crate) struct Visit {
    /// The URL as the browser saw it, without any token.
    pub(crate) target: String,
    /// Whether the URL had a token parameter, be it empty.
    pub(crate) has_token_parameter: bool,
    /// The token as it stands in the URL; never empty.
    pub(crate) raw_token: Option<String>,
    /// Whether a redirect to the same URL loses nothing.
    pub(crate) is_read: bool,
    pub(crate) sessions: Sessions,
    pub(crate) client_ip: Option<IpAddr>,
    pub(crate) now: UnixSeconds,
}

impl Visit {
    /// Reads the request; `None` if it names no usable host, so that no visitor could be sent back to it.
    pub(crate) fn read(settings: &Settings, parts: &Parts, now: UnixSeconds) -> Option<Self> {
        let origin = browser_url::origin(parts, &settings.trusted_proxies, settings.site_scheme)?;
        let path_and_query = browser_url::path_and_query(parts);
        let clean = token_url::strip(path_and_query);
        let query = path_and_query.split_once('?').map_or("", |(_, query)| query);
        Some(Self {
            target: format!("{origin}{clean}"),
            has_token_parameter: clean != path_and_query,
            raw_token: token_url::find(query).map(str::to_owned),
            is_read: matches!(parts.method, Method::GET | Method::HEAD),
            sessions: sessions(settings, parts, now),
            client_ip: settings.trusted_proxies.client_ip(parts),
            now,
        })
    }
}

/// The request's session cookies, judged.
pub(crate) fn sessions(settings: &Settings, parts: &Parts, now: UnixSeconds) -> Sessions {
    let client_ip = settings.trusted_proxies.client_ip(parts);
    cookies::read(
        settings,
        parts,
        &Expected {
            room: &settings.room,
            now,
            validity: settings.validity,
            client_ip,
        },
    )
}
