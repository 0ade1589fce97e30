//! What axum leaves in a request's extensions: the peer's address, and the URI as it was before a
//! nested router cut it.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, OriginalUri};
use http::{Extensions, Uri};

/// The peer, if the site is served with connect info.
pub(crate) fn peer(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip())
}

/// The uncut URI.
pub(crate) fn original_uri(extensions: &Extensions) -> Option<&Uri> {
    extensions.get::<OriginalUri>().map(|uri| &uri.0)
}
