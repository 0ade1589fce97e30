//! What every request meets, whatever it asks for: connections, hosts, transport, and what is no
//! request.

pub(crate) mod connections;
mod hosts;
mod malformed;
mod proxies;
mod security;
mod tls;
mod transport;
