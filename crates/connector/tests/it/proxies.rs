//! Tests of forwarded headers, from trusted peers and from others.

use crate::site::{Site, SiteResponse, token_for};

const FORWARDED: [(&str, &str); 4] = [
    ("host", "10.0.0.5:3000"),
    ("x-forwarded-proto", "https"),
    ("x-forwarded-host", "shop.example"),
    ("x-forwarded-for", "203.0.113.7"),
];

fn site(peer: Option<&'static str>) -> Site {
    let mut site = Site::with(|builder| builder.trusted_proxies(["10.0.0.0/8".parse().unwrap()]));
    site.peer = peer;
    site
}

fn target(answer: &SiteResponse) -> &str {
    answer.location.as_deref().unwrap().split("&t=").nth(1).unwrap()
}

#[tokio::test]
async fn a_trusted_proxy_says_what_the_browser_saw() {
    let answer = site(Some("10.0.0.1")).send("GET", "/product", None, &FORWARDED).await;
    assert_eq!(target(&answer), "https%3A%2F%2Fshop.example%2Fproduct");
}

#[tokio::test]
async fn nobody_else_does() {
    for peer in [Some("198.51.100.9"), None] {
        let answer = site(peer).send("GET", "/product", None, &FORWARDED).await;
        assert_eq!(target(&answer), "http%3A%2F%2F10.0.0.5%3A3000%2Fproduct", "{peer:?}");
    }
}

#[tokio::test]
async fn of_several_values_the_nearest_proxy_s_counts_and_nonsense_does_not() {
    let several = [
        ("host", "inner"),
        ("x-forwarded-proto", "http, https"),
        ("x-forwarded-host", "evil.example, shop.example"),
    ];
    let answer = site(Some("10.0.0.1")).send("GET", "/product", None, &several).await;
    assert_eq!(target(&answer), "https%3A%2F%2Fshop.example%2Fproduct");

    let nonsense = [
        ("host", "inner"),
        ("x-forwarded-proto", "gopher"),
        ("x-forwarded-host", "a/b"),
    ];
    let answer = site(Some("10.0.0.1")).send("GET", "/product", None, &nonsense).await;
    assert_eq!(target(&answer), "http%3A%2F%2Finner%2Fproduct");
}

#[tokio::test]
async fn the_visitor_s_address_is_the_forwarded_one_behind_trusted_proxies_only() {
    let path = format!("/product?queueittoken={}", token_for("203.0.113.7"));
    let trusted = site(Some("10.0.0.1")).send("GET", &path, None, &FORWARDED).await;
    trusted.assert_redirects_to("https://shop.example/product");
    let untrusted = site(Some("198.51.100.9")).send("GET", &path, None, &FORWARDED).await;
    assert!(
        untrusted
            .location
            .unwrap()
            .starts_with("https://wr.example.com/error/ip/?")
    );
}

#[tokio::test]
async fn a_proxy_that_names_nobody_is_not_the_visitor_itself() {
    let path = format!("/product?queueittoken={}", token_for("10.0.0.1"));
    for (name, value) in [
        ("x-forwarded-for", ""),
        ("x-forwarded-for", "unknown"),
        ("x-forwarded-for", "\u{e9}"),
        ("x-forwarded-for", "10.0.0.2, ::ffff:10.0.0.3"),
        ("forwarded", "for=_hidden"),
        ("x-other", "1"),
    ] {
        let headers = [("host", "shop.example"), (name, value)];
        let answer = site(Some("10.0.0.1")).send("GET", &path, None, &headers).await;
        let location = answer.location.unwrap();
        assert!(
            location.starts_with("https://wr.example.com/error/ip/?"),
            "{name}: {value}: {location}"
        );
    }
}

#[tokio::test]
async fn the_standard_header_counts_like_the_usual_one() {
    let path = format!("/product?queueittoken={}", token_for("203.0.113.7"));
    let standard = "for=6.6.6.6, for=\"203.0.113.7:4711\";proto=https;host=shop.example, for=10.0.0.9";
    let headers = [("host", "10.0.0.5:3000"), ("forwarded", standard)];
    let answer = site(Some("::ffff:10.0.0.1")).send("GET", &path, None, &headers).await;
    answer.assert_redirects_to("https://shop.example/product");
}
