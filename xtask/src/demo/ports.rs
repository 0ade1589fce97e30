//! Checks that the demo's ports are free before anything is compiled or started.

use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Result, bail};

use super::settings::Settings;

/// Returns an error that says what to do if one of the ports is taken.
pub(super) fn check(settings: &Settings) -> Result<()> {
    let ports = [
        ("--http-port", settings.http_port),
        ("--https-port", settings.https_port),
        ("--shop-port", settings.shop_port),
    ];
    for (option, port) in ports {
        if let Err(error) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            bail!(
                "port {port} cannot be used: {error}. Stop what listens there (`ss -ltnp 'sport = :{port}'` names it), \
                 or choose another: `cargo xtask run {option} <port>`"
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_reported_with_its_option() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let settings = Settings {
            http_port: 0,
            https_port: 0,
            shop_port: port,
            max_outflow: 60,
            wait_seconds: 20,
        };
        let error = check(&settings).unwrap_err().to_string();
        assert!(error.contains(&format!("port {port} cannot be used")), "{error}");
        assert!(error.contains("--shop-port"), "{error}");
        drop(taken);
        check(&settings).unwrap();
    }
}
