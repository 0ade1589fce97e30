//! Requests behind proxies: the client's address for address groups, which is never the proxy's.

use std::net::{IpAddr, SocketAddr};

use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{HeaderValue, Request};

use crate::support::{Reply, SHOP, TestServer, config, room};

/// The group contains its own clients and, by a typical mistake of operators, also the proxies.
const OFFICE: &str = "[[ip_group]]\nid = \"office\"\naddresses = [\"10.0.0.0/8\", \"203.0.113.7\", \"2001:db8:7::/48\", \"::ffff:198.51.100.0/120\"]\n";

async fn server() -> TestServer {
    let room = room("sale", "max_outflow = 0\nbypass_ip_groups = [\"office\"]");
    behind_proxies(&format!("{OFFICE}{room}")).await
}

async fn behind_proxies(text: &str) -> TestServer {
    let mut config = config("memory:", text);
    config.server.trusted_proxies = ["10.0.0.0/8", "fd00::/8"]
        .map(|network| network.parse().expect("a network"))
        .into();
    TestServer::of(config).await
}

/// Returns whether a request passes the line because of its address.
async fn passes(server: &TestServer, peer: &str, headers: &[(&str, &[u8])]) -> bool {
    let reply = enters(server, peer, headers).await;
    assert_eq!(reply.status, 302);
    reply.location().starts_with(SHOP)
}

/// Opens the room's page.
async fn enters(server: &TestServer, peer: &str, headers: &[(&str, &[u8])]) -> Reply {
    let peer = SocketAddr::new(peer.parse::<IpAddr>().expect("an address"), 1);
    let request = headers
        .iter()
        .fold(Request::get("/?c=demo&e=sale"), |request, (name, value)| {
            request.header(*name, HeaderValue::from_bytes(value).expect("a header"))
        });
    let request = request.extension(ConnectInfo(peer)).body(Body::empty());
    server.send(request.expect("a request")).await
}

#[tokio::test]
async fn a_client_that_cannot_be_read_is_unknown_and_passes_nowhere() {
    let server = server().await;
    let hop = |value: &'static [u8]| vec![("x-forwarded-for", value)];
    let standard = |value: &'static [u8]| vec![("forwarded", value)];
    for headers in [
        vec![],
        hop(b""),
        hop(b"\xe9"),
        hop(b"unknown"),
        hop(b"_hidden"),
        hop(b"203.0.113.7, \xe9"),
        hop(b"203.0.113.7, unknown, 10.0.0.9"),
        hop(b"10.0.0.2, 10.0.0.3"),
        hop(b"::ffff:10.0.0.2"),
        hop(b"[::ffff:10.0.0.2]:443"),
        standard(b"for=unknown"),
        standard(b"for=10.0.0.2"),
        standard(b"for=\"[::ffff:10.0.0.2]:443\""),
        standard(b"proto=https"),
        vec![("x-forwarded-for", b"203.0.113.7"), ("forwarded", b"for=198.51.101.1")],
    ] {
        for peer in ["10.0.0.1", "::ffff:10.0.0.1", "fd00::1"] {
            assert!(!passes(&server, peer, &headers).await, "{peer}: {headers:?}");
        }
    }
    assert!(
        !passes(&server, "198.51.101.1", &hop(b"203.0.113.7")).await,
        "no proxy of ours"
    );
}

#[tokio::test]
async fn a_client_is_read_with_its_port_and_however_ipv6_writes_it() {
    let server = server().await;
    for client in [
        "203.0.113.7",
        "203.0.113.7:5678",
        "::ffff:203.0.113.7",
        "[::ffff:203.0.113.7]:443",
        "[2001:db8:7::1]:443",
        "[2001:db8:7::1]",
        "2001:db8:7::1",
        "198.51.100.200",
    ] {
        let spoofed = format!("6.6.6.6, \u{e9}, {client}, 10.0.0.9:80");
        let standard = format!("for=6.6.6.6, for=\"{client}\";proto=https;by=_lb");
        for peer in ["10.0.0.1", "::ffff:10.0.0.1", "fd00::1"] {
            assert!(
                passes(&server, peer, &[("x-forwarded-for", client.as_bytes())]).await,
                "{client}"
            );
            assert!(
                passes(&server, peer, &[("x-forwarded-for", spoofed.as_bytes())]).await,
                "{spoofed}"
            );
            assert!(
                passes(&server, peer, &[("forwarded", standard.as_bytes())]).await,
                "{standard}"
            );
        }
    }
    for peer in ["::ffff:198.51.100.1", "198.51.100.1", "::ffff:203.0.113.7"] {
        assert!(passes(&server, peer, &[]).await, "a dual-stack listener's {peer}");
    }
}

#[tokio::test]
async fn a_header_of_the_clients_own_lifts_no_rule_that_hinders_and_wins_none_that_favours() {
    let rule = |id: &str, action: &str, address: &str| {
        format!(
            "[[firewall]]\ncustomer = \"demo\"\nid = \"{id}\"\naction = \"{action}\"\naddresses = [\"{address}\"]\n"
        )
    };
    let rules = [
        rule("bots", "block", "203.0.113.9"),
        rule("press", "bypass", "198.51.100.7"),
    ];
    let server = behind_proxies(&(room("sale", "max_outflow = 0") + &rules.concat())).await;
    let status = async |client: &[u8], own: &[u8]| {
        let headers = [("x-forwarded-for", client), ("forwarded", own)];
        enters(&server, "10.0.0.1", &headers).await.status.as_u16()
    };
    for own in [&b"for=8.8.8.8"[..], b"for=_x", b"x", b"for=198.51.100.7"] {
        assert_eq!(status(b"203.0.113.9", own).await, 403, "{own:?}");
    }
    let favoured = [
        ("x-forwarded-for", &b"192.0.2.1"[..]),
        ("forwarded", b"for=198.51.100.7"),
    ];
    assert!(!passes(&server, "10.0.0.1", &favoured).await);
}
