//! Tests of what all requests have in common: connections, hosts, transport, malformed requests.

pub(crate) mod connections;
mod hosts;
mod malformed;
mod proxies;
mod security;
mod tls;
mod transport;
