//! Where a request came from, as far as the site's trusted proxies vouch for it. What they say is
//! read by `client_address`, as the waiting room reads it.

use std::net::IpAddr;

use client_address::{Client, TrustedProxies};
use http::Extensions;
use http::request::Parts;

/// The address of the connecting peer, for servers other than axum to put into the request's
/// extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeerAddress(pub IpAddr);

/// The client of a request.
pub(crate) fn client<'a>(trusted: &TrustedProxies, parts: &'a Parts) -> Client<'a> {
    trusted.client(peer(&parts.extensions), &parts.headers)
}

fn peer(extensions: &Extensions) -> Option<IpAddr> {
    let given = extensions.get::<PeerAddress>().map(|peer| peer.0);
    #[cfg(feature = "axum")]
    let given = given.or_else(|| crate::axum_extensions::peer(extensions));
    given
}
