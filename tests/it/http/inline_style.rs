//! The stylesheet of a waiting page: an element of the page where that saves a round trip, else a
//! link.

use std::fs;

use crate::support::{Reply, TestServer, Visitor, config, room};

/// The most that HTML and CSS of a first load weigh, bytes.
const FIRST_PAINT_BYTES_MAX: usize = 14 * 1024;
/// The headers of a browser that comes from the shop.
const ARRIVING: [(&str, &str); 2] = [
    ("accept-encoding", "gzip, deflate, br, zstd"),
    ("sec-fetch-site", "cross-site"),
];
const LINK: &str = "<link rel=\"stylesheet\"";
const STYLE: &str = "<style";

/// Returns a visitor with a place.
async fn placed(server: &TestServer) -> Visitor {
    let mut visitor = server.visitor();
    visitor.enter().await;
    visitor
}

/// Loads the page of a place with these headers.
async fn load(visitor: &mut Visitor, headers: &[(&str, &str)]) -> Reply {
    let path = format!("/?{}", visitor.query);
    let page = visitor.get_with(&path, headers).await;
    assert_eq!(page.status, 200);
    page
}

/// Returns the HTML of a page in brotli.
fn unpacked(page: &Reply) -> String {
    assert_eq!(page.header("content-encoding"), "br");
    let mut html = Vec::new();
    brotli::BrotliDecompress(&mut &page.body[..], &mut html).expect("brotli");
    String::from_utf8(html).expect("UTF-8")
}

/// Returns the directive of a page's policy for styles.
fn style_policy(page: &Reply) -> &str {
    let mut directives = page.header("content-security-policy").split("; ");
    let found = directives.find(|directive| directive.starts_with("style-src "));
    found.expect("a directive for styles")
}

#[tokio::test]
async fn a_first_page_in_brotli_has_its_stylesheet_under_the_nonce_of_that_page() {
    let server = TestServer::sale(0).await;
    let mut visitor = placed(&server).await;
    let linked = load(&mut visitor, &[]).await.text();
    let (_, rest) = linked.split_once("<link rel=\"stylesheet\" href=\"").expect("a link");
    let (path, _) = rest.split_once('"').expect("an end");
    let css = server.get(path, &[]).await.text();

    let mut nonces = Vec::new();
    for _load in [1, 2] {
        let page = load(&mut visitor, &ARRIVING).await;
        let html = unpacked(&page);
        assert!(!html.contains(LINK), "{html}");
        let (_, rest) = html.split_once("<style nonce=\"").expect("a style");
        let (nonce, rest) = rest.split_once("\">").expect("an end");
        let (style, _) = rest.split_once("</style>").expect("an end");
        assert!(style == css, "{style}");
        assert_eq!(html.matches(STYLE).count(), 1, "{html}");
        assert_eq!(style_policy(&page), format!("style-src 'self' 'nonce-{nonce}'"));
        let scripts = format!("script-src 'nonce-{nonce}' ");
        assert!(page.header("content-security-policy").contains(&scripts));
        nonces.push(nonce.to_owned());
    }
    assert_ne!(nonces[0], nonces[1], "a nonce is used once");
}

#[tokio::test]
async fn pages_in_other_encodings_and_of_browsers_that_come_again_link_the_stylesheet() {
    let server = TestServer::sale(0).await;
    let mut visitor = placed(&server).await;
    let plain = load(&mut visitor, &[("sec-fetch-site", "cross-site")]).await;
    assert!(plain.text().contains(LINK) && !plain.text().contains(STYLE));
    assert_eq!(style_policy(&plain), "style-src 'self'");

    let gzip = load(&mut visitor, &[("accept-encoding", "gzip")]).await;
    assert_eq!(gzip.header("content-encoding"), "gzip");
    assert_eq!(style_policy(&gzip), "style-src 'self'");

    // A refresh without scripts, and a form of the page that leads back to it.
    let again = [ARRIVING[0], ("sec-fetch-site", "same-origin")];
    let again = load(&mut visitor, &again).await;
    let html = unpacked(&again);
    assert!(html.contains(LINK) && !html.contains(STYLE), "{html}");
    assert_eq!(style_policy(&again), "style-src 'self'");

    // The visitor, and a browser that does not say where it comes from.
    for headers in [&[ARRIVING[0], ("sec-fetch-site", "none")][..], &ARRIVING[..1]] {
        let html = unpacked(&load(&mut visitor, headers).await);
        assert!(html.contains(STYLE) && !html.contains(LINK), "{html}");
    }
}

#[tokio::test]
async fn a_first_page_and_its_stylesheet_are_small_in_every_built_in_theme() {
    let server = TestServer::sale(0).await;
    for theme in ["default", "neutral", "retail", "ticketing"] {
        let mut visitor = server.visitor().at(&format!("c=demo&e=sale&l={theme}"));
        visitor.enter().await;
        let page = load(&mut visitor, &ARRIVING).await;
        assert!(unpacked(&page).contains(STYLE), "{theme}");
        let bytes = page.body.len();
        assert!(bytes <= FIRST_PAINT_BYTES_MAX, "{theme}: {bytes} bytes");
    }
}

#[tokio::test]
async fn a_stylesheet_that_would_end_its_element_is_linked() {
    let directory = tempfile::tempdir().unwrap();
    let gala = directory.path().join("gala");
    fs::create_dir(&gala).unwrap();
    fs::write(gala.join("theme.toml"), "name = \"Gala\"\nversion = 1\n").unwrap();
    let rule = ".foyer::after { content: \"</style><script>alert(1)</script>\"; }\n";
    fs::write(gala.join("style.css"), rule).unwrap();
    let mut config = config("memory:", &room("sale", "max_outflow = 0\ntheme = \"gala\""));
    config.server.themes_dir = Some(directory.path().to_owned());
    let server = TestServer::of(config).await;
    let page = load(&mut placed(&server).await, &ARRIVING).await;
    let html = unpacked(&page);
    assert!(
        html.contains(LINK) && !html.contains(STYLE) && !html.contains("alert(1)"),
        "{html}"
    );
    assert_eq!(style_policy(&page), "style-src 'self'");
}
