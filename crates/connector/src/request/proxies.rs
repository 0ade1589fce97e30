//! The client of a request, as far as the site's trusted proxies name it. `client_address` parses
//! their headers, for the waiting room and the connector alike.

use std::net::IpAddr;

use client_address::{Client, TrustedProxies};
use http::Extensions;
use http::request::Parts;

/// The address of the connecting peer. Servers other than axum put it into the request's
/// extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeerAddress(pub IpAddr);

/// Returns the client of a request.
pub(crate) fn client<'a>(trusted: &TrustedProxies, parts: &'a Parts) -> Client<'a> {
    trusted.client(peer(&parts.extensions), &parts.headers)
}

fn peer(extensions: &Extensions) -> Option<IpAddr> {
    let given = extensions.get::<PeerAddress>().map(|peer| peer.0);
    #[cfg(feature = "axum")]
    let given = given.or_else(|| super::axum_extensions::peer(extensions));
    given
}
