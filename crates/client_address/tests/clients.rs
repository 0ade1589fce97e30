//! Tests of clients behind proxies: single cases, and properties for any bytes.

#![expect(clippy::unwrap_used, reason = "tests say what they expect by panicking")]

use client_address::{Client, TrustedProxies};
use http::{HeaderMap, HeaderValue};
use proptest::prelude::*;

const PROXY: &str = "10.0.0.1";
const CLIENT: &str = "203.0.113.7";

fn proxies() -> TrustedProxies {
    let networks = ["10.0.0.0/8", "fd00::/8", "::ffff:192.168.0.0/112"];
    networks.iter().map(|network| network.parse().unwrap()).collect()
}

fn headers(lines: &[(&'static str, &[u8])]) -> HeaderMap {
    let line = |(name, value): &(&'static str, &[u8])| {
        (
            http::HeaderName::from_static(name),
            HeaderValue::from_bytes(value).unwrap(),
        )
    };
    lines.iter().map(line).collect()
}

/// Returns the client's address for a request from the proxy with these header lines.
fn address(lines: &[(&'static str, &str)]) -> Option<String> {
    let lines: Vec<(&'static str, &[u8])> = lines.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    from(PROXY, &headers(&lines))
}

fn from(peer: &str, headers: &HeaderMap) -> Option<String> {
    let address = proxies().client(Some(peer.parse().unwrap()), headers).address;
    address.map(|address| address.to_string())
}

const FOR: &str = "x-forwarded-for";
const FORWARDED: &str = "forwarded";

#[test]
fn nobody_but_a_trusted_proxy_is_listened_to() {
    let all = headers(&[
        (FOR, b"203.0.113.7"),
        (FORWARDED, b"for=203.0.113.7;proto=https;host=a.example"),
        ("x-forwarded-proto", b"https"),
        ("x-forwarded-host", b"a.example"),
    ]);
    let own = |peer: &str| proxies().client(Some(peer.parse().unwrap()), &all);
    let stranger = Client {
        address: "198.51.100.9".parse().ok(),
        https: None,
        host: None,
    };
    assert_eq!(own("198.51.100.9"), stranger);
    assert_eq!(own("::ffff:198.51.100.9"), stranger);
    let reported = Client {
        address: CLIENT.parse().ok(),
        https: Some(true),
        host: Some("a.example"),
    };
    for proxy in [PROXY, "::ffff:10.0.0.1", "fd00::1", "192.168.3.4", "::ffff:192.168.3.4"] {
        assert_eq!(own(proxy), reported, "{proxy}");
    }
    assert_eq!(
        proxies().client(None, &all),
        Client {
            address: None,
            https: None,
            host: None
        }
    );
}

#[test]
fn the_nearest_stranger_is_the_client() {
    for lines in [
        &[(FOR, CLIENT)][..],
        &[(FOR, "6.6.6.6, 203.0.113.7:4711, 10.1.1.1")],
        &[
            (FOR, "6.6.6.6"),
            (FOR, "203.0.113.7"),
            (FOR, "10.1.1.1, ::ffff:10.9.9.9"),
        ],
        &[(FOR, "unknown, \u{e9}, 203.0.113.7")],
        &[(FORWARDED, "for=203.0.113.7")],
        &[(
            FORWARDED,
            "for=6.6.6.6, For=\"203.0.113.7:_x\";proto=https, for=\"[fd00::2]:443\"",
        )],
        &[(FORWARDED, "for=\""), (FORWARDED, "for=203.0.113.7;by=_a")],
        &[(FORWARDED, "for=\", for=203.0.113.7")],
        &[(FOR, CLIENT), (FORWARDED, "for=203.0.113.7:1")],
    ] {
        assert_eq!(address(lines).as_deref(), Some(CLIENT), "{lines:?}");
    }
    assert_eq!(address(&[(FOR, "[2001:db8::5]:443")]).as_deref(), Some("2001:db8::5"));
}

#[test]
fn unreadable_addresses_are_unknown_and_never_the_proxys() {
    for lines in [
        &[][..],
        &[(FOR, "")],
        &[(FOR, "\u{e9}")],
        &[(FOR, "unknown")],
        &[(FOR, "203.0.113.7, unknown")],
        &[(FOR, "203.0.113.7,")],
        &[(FOR, "203.0.113.7, nonsense, 10.0.0.2")],
        &[(FOR, "203.0.113.7"), (FOR, "")],
        &[(FOR, "10.0.0.3, 10.0.0.2")],
        &[(FORWARDED, "")],
        &[(FORWARDED, "for=unknown")],
        &[(FORWARDED, "for=_hidden, for=10.0.0.2")],
        &[(FORWARDED, "for=203.0.113.7, proto=https")],
        &[(FORWARDED, "for=203.0.113.7;for=203.0.113.8")],
        &[(FORWARDED, "203.0.113.7")],
        &[(FOR, CLIENT), (FORWARDED, "for=203.0.113.8")],
        &[(FOR, CLIENT), (FORWARDED, "for=unknown")],
        &[(FOR, "unknown"), (FORWARDED, "for=203.0.113.7")],
    ] {
        assert_eq!(address(lines), None, "{lines:?}");
    }
    assert_eq!(from(PROXY, &headers(&[(FOR, b"\xe9")])), None);
}

#[test]
fn sixteen_hops_are_looked_at() {
    let chain = |proxies: usize| {
        [CLIENT.to_owned()]
            .into_iter()
            .chain((0..proxies).map(|n| format!("10.0.1.{n}")))
    };
    let list = |proxies: usize| chain(proxies).collect::<Vec<_>>().join(", ");
    assert_eq!(address(&[(FOR, &list(15))]).as_deref(), Some(CLIENT));
    assert_eq!(address(&[(FOR, &list(16))]), None);
}

#[test]
fn scheme_and_host_are_what_the_last_trusted_proxy_said() {
    let reported = |lines: &[(&'static str, &str)]| {
        let lines: Vec<(&'static str, &[u8])> = lines.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        let headers = headers(&lines);
        let client = proxies().client(PROXY.parse().ok(), &headers);
        (client.https, client.host.map(str::to_owned))
    };
    let said = |https, host: &str| (https, Some(host.to_owned()));
    let (proto, host) = ("x-forwarded-proto", "x-forwarded-host");
    assert_eq!(
        reported(&[(proto, "http, HTTPS"), (host, "evil.example, shop.example:8443")]),
        said(Some(true), "shop.example:8443")
    );
    assert_eq!(
        reported(&[
            (proto, "https"),
            (proto, "http"),
            (host, "evil.example"),
            (host, "shop.example")
        ]),
        said(Some(false), "shop.example")
    );
    assert_eq!(reported(&[(proto, "https, gopher"), (host, "a/b")]), (None, None));
    let two = "for=6.6.6.6;host=evil.example;proto=http, for=203.0.113.7;host=\"shop.example:8443\";proto=https, for=10.0.0.2;proto=http;host=inner";
    assert_eq!(reported(&[(FORWARDED, two)]), said(Some(true), "shop.example:8443"));
    assert_eq!(reported(&[(FORWARDED, "for=_hidden;proto=https")]), (Some(true), None));
    assert_eq!(
        reported(&[
            (FORWARDED, "for=203.0.113.7;proto=http;host=other.example"),
            (proto, "https"),
            (host, "shop.example")
        ]),
        (None, None),
        "they disagree"
    );
    assert_eq!(
        reported(&[
            (FORWARDED, "for=203.0.113.7;host=SHOP.example"),
            (proto, "https"),
            (host, "shop.example")
        ]),
        said(Some(true), "shop.example")
    );
}

/// Generates header values from pieces that nearly form valid ones, and from random bytes.
fn text() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&str] = &[
        "10.0.0.1",
        "::ffff:10.0.0.1",
        "[::ffff:10.0.0.1]:1",
        "[::ffff:a00:1]",
        "fd00::1",
        "[fd00::1]:80",
        "10.0.0.1:80",
        "203.0.113.7",
        "192.168.0.9",
        "unknown",
        "_x",
        "for=",
        "For=",
        "proto=https",
        "host=a",
        "\"",
        "\\",
        ";",
        ",",
        " ",
        ":",
        "=",
        "[",
        "]",
        "::ffff:192.168.0.9",
        "\u{e9}",
    ];
    let piece = proptest::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec());
    let byte = any::<u8>().prop_map(|byte| vec![byte]);
    let all = proptest::collection::vec(prop_oneof![6 => piece, 1 => byte], 0..12);
    all.prop_map(|pieces| {
        let bytes = pieces.concat().into_iter();
        bytes.filter(|byte| HeaderValue::from_bytes(&[*byte]).is_ok()).collect()
    })
}

fn line() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    (proptest::sample::select(&[FOR, FORWARDED][..]), text())
}

fn map(lines: &[(&'static str, Vec<u8>)]) -> HeaderMap {
    let lines: Vec<_> = lines.iter().map(|(name, value)| (*name, value.as_slice())).collect();
    headers(&lines)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn no_bytes_make_a_client_of_a_trusted_proxy(
        lines in proptest::collection::vec(line(), 0..4),
        peer in proptest::sample::select(&["10.0.0.1", "::ffff:10.0.0.1", "fd00::1", "203.0.113.9"][..]),
    ) {
        let proxies = proxies();
        let headers = map(&lines);
        if let Some(address) = proxies.client(peer.parse().ok(), &headers).address {
            prop_assert!(!proxies.trust(address), "{address}");
            prop_assert_eq!(address, address.to_canonical());
        }
    }

    #[test]
    fn no_bytes_hide_the_client_that_the_proxy_adds(
        lines in proptest::collection::vec(text(), 0..3),
        last in text(),
        name in proptest::sample::select(&[FOR, FORWARDED][..]),
        same_line in any::<bool>(),
    ) {
        let mut lines: Vec<_> = lines.into_iter().map(|value| (name, value)).collect();
        let added = if name == FOR { CLIENT.to_owned() } else { format!("for=\"{CLIENT}:4711\";proto=https") };
        let value = if same_line { [&last[..], b", ", added.as_bytes()].concat() } else { added.into_bytes() };
        lines.push((name, value));
        let reported = from(PROXY, &map(&lines));
        prop_assert_eq!(reported.as_deref(), Some(CLIENT));
    }

    #[test]
    fn a_header_that_the_proxy_passes_on_makes_unknown_at_most(value in text()) {
        for (own, name) in [(FOR, FORWARDED), (FORWARDED, FOR)] {
            let added = if own == FOR { CLIENT.to_owned() } else { format!("for={CLIENT}") };
            let headers = map(&[(own, added.into_bytes()), (name, value.clone())]);
            let reported = from(PROXY, &headers);
            prop_assert!(reported.as_deref().is_none_or(|reported| reported == CLIENT), "{reported:?}");
            let mut claimed = proxies().claimed(PROXY.parse().ok(), &headers);
            prop_assert!(claimed.any(|address| address.to_string() == CLIENT), "rules know both");
        }
    }
}
