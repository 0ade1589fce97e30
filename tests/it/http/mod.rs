//! Tests of what all requests have in common: connections, hosts, transport, malformed requests,
//! stylesheets.

pub(crate) mod connections;
mod hosts;
mod inline_style;
mod malformed;
mod proxies;
mod security;
mod tls;
mod transport;
