//! Tests of debug links.

use connector::{LiveConfig, OnFailure, RedirectType, SecretKey};
use protocol::queueittoken::Token;

use crate::site::{QUEUE, Site, SiteResponse, grant, secret, token};

fn link(room: &str) -> String {
    Token {
        room: room.parse().unwrap(),
        redirect_type: RedirectType::Debug,
        ..grant()
    }
    .sign(&secret())
}

fn path(token: &str) -> String {
    format!("/product?a=1&queueittoken={token}")
}

/// Returns the fields of the response's debug cookie.
fn shown(answer: &SiteResponse) -> Vec<(String, String)> {
    let set = answer.other_cookies.first().expect("a debug cookie");
    let (pair, attributes) = set.split_once(';').unwrap();
    assert_eq!(attributes, " Path=/; Max-Age=1200");
    let value = pair.strip_prefix("queueitdebug=").unwrap();
    assert!(value.len() < 4_000, "{} bytes", value.len());
    let text = protocol::percent::decode(value).unwrap();
    let field = |field: &str| {
        let (key, value) = field.split_once('=').unwrap();
        (key.to_owned(), value.to_owned())
    };
    text.split('|').map(field).collect()
}

fn field<'a>(shown: &'a [(String, String)], key: &str) -> &'a str {
    shown
        .iter()
        .find(|(name, _)| name == key)
        .map_or("(none)", |(_, value)| value)
}

#[tokio::test]
async fn a_debug_link_shows_what_the_connector_sees_and_lets_nobody_in() {
    let mut site = Site::with(|builder| builder.action_name("My action").theme("My Theme"));
    site.peer = Some("203.0.113.7");
    // A debug link that names the room is no permission either.
    for room in ["debug", "sale"] {
        let headers = [
            ("host", "shop.example"),
            ("via", "1.1 edge"),
            ("x-forwarded-for", "a|b"),
        ];
        let answer = site.send("GET", &path(&link(room)), None, &headers).await;
        let queue = QUEUE.replace("unspecified", "My%20action&l=My%20Theme");
        answer.assert_redirects_to(&format!("{queue}&t=http%3A%2F%2Fshop.example%2Fproduct%3Fa%3D1"));
        assert_eq!(answer.set_cookie, None);
        let shown = shown(&answer);
        for (key, value) in [
            ("SdkVersion", concat!("rust-", env!("CARGO_PKG_VERSION"))),
            ("PureUrl", "http://shop.example/product?a=1"),
            ("QueueitToken", &link(room)),
            ("OriginalUrl", &format!("http://shop.example{}", path(&link(room)))),
            ("ServerUtcTime", "2023-11-14T22:13:20Z"),
            ("RequestIP", "203.0.113.7"),
            ("RequestHttpHeader_Via", "1.1 edge"),
            ("RequestHttpHeader_Forwarded", ""),
            ("RequestHttpHeader_XForwardedFor", "a%7Cb"),
            ("ConfigVersion", "NULL"),
            ("MatchedConfig", "My action"),
            ("TargetUrl", "http://shop.example/product?a=1"),
            (
                "QueueConfig",
                "EventId:sale&AllowedWaitingRoomIds:&Version:-1&ActionName:My action&QueueDomain:wr.example.com&CookieDomain:\
                 &IsCookieHttpOnly:false&IsCookieSecure:false&ExtendCookieValidity:true&CookieValidityMinute:10\
                 &LayoutName:My Theme&Culture:",
            ),
        ] {
            assert_eq!(field(&shown, key), value, "{key}");
        }
    }
}

#[tokio::test]
async fn visitors_keep_their_session() {
    let site = Site::new();
    let cookie = site.get(&path(&token()), None).await.cookie();
    let answer = site.get(&path(&link("debug")), Some(&cookie)).await;
    answer.assert_redirects_to("http://shop.example/product?a=1");
    assert_eq!(answer.cookie(), cookie);
    assert_eq!(field(&shown(&answer), "MatchedConfig"), "unspecified");
}

#[tokio::test]
async fn a_bad_debug_link_goes_to_the_page_that_says_why() {
    let site = Site::new();
    let good = link("debug");
    let foreign = Token {
        redirect_type: RedirectType::Debug,
        ..grant()
    }
    .sign(&SecretKey::new("another").unwrap());
    for bad in [good.replace("ts_1700000180", "ts_1700009999"), foreign] {
        let answer = site.get(&path(&bad), None).await;
        answer.assert_redirects_to("https://wr.example.com/diagnostics/connector/error/?code=hash");
        assert_eq!((answer.set_cookie, answer.other_cookies.len()), (None, 0));
    }
    site.move_clock(181);
    site.get(&path(&good), None)
        .await
        .assert_redirects_to("https://wr.example.com/diagnostics/connector/error/?code=timestamp");
}

#[tokio::test]
async fn long_values_are_cut_so_that_browsers_keep_the_cookie() {
    let long = format!("/product?a={}&queueittoken={}", "%7C".repeat(2_000), link("debug"));
    let answer = Site::new().get(&long, None).await;
    let shown = shown(&answer);
    assert!(field(&shown, "PureUrl").starts_with("http://shop.example/product?a=%7C"));
    assert_eq!(field(&shown, "MatchedConfig"), "unspecified");
}

#[tokio::test]
async fn with_an_integration_config_the_matched_rule_is_shown() {
    let site = Site::integrated(&crate::integration::live(crate::integration::CONFIG), |builder| builder);
    for (path, fields) in [
        (
            "/checkout",
            &[
                ("ConfigVersion", "7"),
                ("MatchedConfig", "Check-out"),
                ("TargetUrl", ""),
                (
                    "QueueConfig",
                    "EventId:slow&AllowedWaitingRoomIds:vip&Version:7&ActionName:Check-out&QueueDomain:wr.example.com&CookieDomain:\
                     &IsCookieHttpOnly:false&IsCookieSecure:false&ExtendCookieValidity:true&CookieValidityMinute:10\
                     &LayoutName:&Culture:",
                ),
            ][..],
        ),
        (
            "/thank-you",
            &[
                ("MatchedConfig", "Thank you"),
                ("TargetUrl", "http://shop.example/thank-you"),
                (
                    "CancelConfig",
                    "WaitingRoomIds:slow,vip&QueueDomain:wr.example.com/rooms&CookieDomain:&ActionName:Thank you",
                ),
            ],
        ),
        (
            "/payment_callback",
            &[("MatchedConfig", "Payments"), ("QueueConfig", "(none)")],
        ),
    ] {
        let answer = site.get(&format!("{path}?queueittoken={}", link("debug")), None).await;
        let shown = shown(&answer);
        for (key, value) in fields {
            assert_eq!(field(&shown, key), *value, "{path} {key}");
        }
    }
}

#[tokio::test]
async fn a_bad_debug_link_is_diagnosed_wherever_the_address_is_known() {
    let foreign = Token {
        redirect_type: RedirectType::Debug,
        ..grant()
    }
    .sign(&SecretKey::new("another").unwrap());
    let why = "https://wr.example.com/diagnostics/connector/error/?code=hash";
    let (live, none) = (
        crate::integration::live(crate::integration::CONFIG),
        LiveConfig::new("acme".parse().unwrap()),
    );
    for site in [
        Site::new(),
        Site::with(|builder| builder.on_failure(OnFailure::HoldBack)),
        Site::integrated(&live, |builder| builder),
    ] {
        site.set_clock(1_000);
        site.get(&path(&foreign), None).await.assert_redirects_to(why);
    }
    let site = Site::integrated(&none, |builder| builder);
    let answer = site.get(&path(&foreign), None).await;
    answer.assert_is_page("nobody");
    assert_eq!(
        (answer.failed.as_deref(), answer.other_cookies.len()),
        (Some("true"), 0)
    );
}

#[tokio::test]
async fn a_clock_that_is_not_set_is_shown() {
    let site = Site::new();
    site.set_clock(1_000);
    let answer = site.get(&path(&link("debug")), None).await;
    let shown = shown(&answer);
    assert_eq!(field(&shown, "Exception"), "clock");
    assert_eq!(field(&shown, "ServerUtcTime"), "1970-01-01T00:16:40Z");
}
