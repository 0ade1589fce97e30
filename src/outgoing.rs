//! The client for the requests that this process makes itself, by HTTP and HTTPS: blocking, without
//! redirects, and with the certificate authorities that the machine trusts.

use std::sync::Arc;
use std::time::Duration;

use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// Makes a client that waits for an answer at most as long as `longest`. Every answer is returned,
/// whatever its status.
#[must_use]
pub fn agent(longest: Duration) -> Agent {
    // Trusts the machine's root certificates, since a server within a company often has a
    // certificate issued by that company. Roots that cannot be read are ignored.
    let roots = rustls_native_certs::load_native_certs().certs;
    let roots: Vec<Certificate<'static>> = (roots.iter())
        .map(|root| Certificate::from_der(root).to_owned())
        .collect();
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::Specific(Arc::new(roots)))
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build();
    let config = Agent::config_builder()
        .tls_config(tls)
        .timeout_global(Some(longest))
        .http_status_as_error(false)
        // A token must not follow to another host.
        .max_redirects(0)
        .build();
    config.into()
}
