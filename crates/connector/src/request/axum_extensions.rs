//! The request extensions of axum: the peer's address, and the URI from before a nested router
//! stripped its prefix.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, OriginalUri};
use http::{Extensions, Uri};

/// Returns the peer's address, if the site is served with connect info.
pub(crate) fn peer(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip())
}

/// Returns the unstripped URI.
pub(crate) fn original_uri(extensions: &Extensions) -> Option<&Uri> {
    extensions.get::<OriginalUri>().map(|uri| &uri.0)
}
