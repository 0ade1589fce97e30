//! `[server] allowed_hosts`: the host names under which the server answers. Requests for any other
//! name are refused with 421 (RFC 9110, section 15.5.20).
//!
//! The owner of a name can point it at this server's address while a browser has a page of that
//! name open (DNS rebinding). To the browser, the server's answers are then the page's own. The
//! browser sends that name as the host, by which such requests are recognized. Over https the
//! certificate prevents them.
//!
//! Three kinds of requests are answered in any case, because no page of another name can send them:
//! requests for an address, requests for this machine (`localhost`), and requests without a host.
//! Health is answered under every name: balancers ask for it by names of their own, and it says
//! nothing about visitors.

use std::collections::HashSet;

use ::crowdhandler::result::ErrorText;
use axum::Json;
use axum::body::Body;
use axum::response::IntoResponse;
use client_address::TrustedProxies;
use http::header::CACHE_CONTROL;
use http::request::Parts;
use http::{HeaderValue, Response, StatusCode};
use url::Host;

use crate::config::{Config, host_fields};
use crate::http::infra::client::authorities_of;
use crate::http::paths;

/// The answer's text. It does not repeat the name, which a stranger chose.
const TEXT: &str = "This server does not answer under this host name. If you operate it and the name is yours, add the \
                    name to allowed_hosts in [server].";

/// The names of this machine, which no stranger can point at another one.
const LOCAL: &str = "localhost";

/// The host names under which requests are answered.
#[derive(Debug, Default)]
pub(super) struct AllowedHosts(
    /// In lower case; `None` where the configuration does not limit them.
    Option<HashSet<String>>,
);

impl AllowedHosts {
    /// Collects the names of a configuration: those under `allowed_hosts`, the server's own, and
    /// those of customers and rooms.
    #[must_use]
    pub(super) fn of(config: &Config) -> Self {
        let named = config.server.allowed_hosts.as_ref();
        Self(named.map(|named| {
            let own = config.server.public_url.host_str().map(str::to_owned);
            let of_owners = host_fields(&config.customers, &config.rooms).map(|(_, host)| host.to_string());
            named
                .iter()
                .map(ToString::to_string)
                .chain(own)
                .chain(of_owners)
                .collect()
        }))
    }

    /// Returns whether requests are answered under every name.
    #[must_use]
    pub(super) fn are_unlimited(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the refusal of a request for another name; `None` if the request is to be answered.
    /// The request's own host and the one that a trusted proxy forwards both have to be allowed: a
    /// page can send any header to its own host, and not every proxy overwrites it.
    #[must_use]
    pub(super) fn refusal(&self, parts: &Parts, trusted: &TrustedProxies) -> Option<Response<Body>> {
        let names = self.0.as_ref()?;
        let path = parts.uri.path();
        let is_health = matches!(path, paths::LIVE | paths::READY);
        if is_health || authorities_of(parts, trusted).all(|authority| is_allowed(names, authority)) {
            return None;
        }
        let misdirected = StatusCode::MISDIRECTED_REQUEST;
        let mut response = match paths::is_in_crowdhandler_api(path) {
            true => (misdirected, Json(ErrorText { error: TEXT })).into_response(),
            false => (misdirected, format!("{TEXT}\n")).into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Some(response)
    }
}

fn is_allowed(names: &HashSet<String>, authority: &str) -> bool {
    let host = without_port(authority).trim_end_matches('.');
    // Most requests name the host as the set does.
    if names.contains(host) {
        return true;
    }
    match Host::parse(host) {
        Ok(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        Ok(Host::Domain(name)) => {
            let above = name.strip_suffix(LOCAL);
            above.is_some_and(|above| above.is_empty() || above.ends_with('.')) || names.contains(&name)
        }
        // Browsers send no empty host.
        Err(_) => authority.is_empty(),
    }
}

/// Returns the host of an authority: an address in brackets, or all before the port.
fn without_port(authority: &str) -> &str {
    let is_address = |end: &usize| matches!(authority.as_bytes().get(end + 1), None | Some(b':'));
    match authority.find(']').filter(is_address) {
        Some(end) => &authority[..=end],
        None => authority.split_once(':').map_or(authority, |(host, _)| host),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_this_machine_are_always_allowed_and_other_names_by_name() {
        let names = HashSet::from(["queue.example".to_owned(), "xn--wrteraum-0za.example".to_owned()]);
        for allowed in [
            "queue.example",
            "Queue.Example.:8443",
            "wärteraum.example",
            "localhost:8080",
            "shop.localhost",
            "127.0.0.1:8080",
            "10.0.0.7",
            "[::1]:8080",
            "[2001:db8::1]",
            "",
        ] {
            assert!(is_allowed(&names, allowed), "{allowed}");
        }
        for other in [
            "evil.example",
            "queue.example.evil.example",
            "evil.queue.example",
            "notlocalhost",
            "localhost.evil.example",
            "10.0.0.7.evil.example",
            "[::1].evil.example",
            "a b",
            "queue.example@evil.example",
            ":::",
        ] {
            assert!(!is_allowed(&names, other), "{other}");
        }
    }
}
