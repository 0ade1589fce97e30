//! The information that a browser, an attacker or a reader of the log can obtain.

use axum::body::Body;
use http::{Method, Request};

use crate::support::{ADMIN_TOKEN, CapturedLog, MASTER_KEY, Reply, SECRET, TestServer, room};

const MARKUP: &str = "<script>alert('1')</script>\"'&";

fn nonce_of(page: &Reply) -> String {
    let policy = page.header("content-security-policy");
    let (_, rest) = policy.split_once("'nonce-").expect("a nonce");
    rest.split('\'').next().expect("an end").to_owned()
}

#[tokio::test]
async fn scripts_run_by_a_nonce_that_is_new_in_every_answer() {
    let server = TestServer::sale(0).await;
    let mut visitor = server.visitor();
    let (one, two) = (visitor.enter().await, visitor.load().await);
    assert_ne!(nonce_of(&one), nonce_of(&two));
    for page in [one, two] {
        let nonce = nonce_of(&page);
        assert!(nonce.len() >= 22, "128 bits");
        let text = page.text();
        let scripts: Vec<&str> = text.split("<script").skip(1).collect();
        for script in &scripts {
            let tag = script.split('>').next().expect("a tag");
            assert!(tag.contains(&format!("nonce=\"{nonce}\"")), "{tag}");
        }
        let policy = page.header("content-security-policy");
        assert!(
            !policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"),
            "{policy}"
        );
        assert!(
            policy.contains("default-src 'none'") && policy.contains("base-uri 'none'"),
            "{policy}"
        );
        assert!(!text.contains(" style=\"") && !text.contains("<style") && !text.contains(" onload="));
        assert!(
            !text.contains("src=\"http") && !text.contains("link href=\"http"),
            "nothing from elsewhere"
        );
    }
}

#[tokio::test]
async fn every_page_is_stored_nowhere_framed_nowhere_and_taken_for_what_it_is() {
    let server = TestServer::sale(0).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let q = visitor.queue_id();
    for path in [
        format!("/?c=demo&e=sale&q={q}"),
        "/".to_owned(),
        "/about".to_owned(),
        "/nowhere".to_owned(),
        "/?c=nobody".to_owned(),
        "/?c=demo&e=sale&q=x".to_owned(),
        "/?c=demo&e=sale&t=https%3A%2F%2Fevil.example".to_owned(),
        "/error/hash/?c=demo&e=sale".to_owned(),
        "/cancel/demo/sale?r=https%3A%2F%2Fevil.example".to_owned(),
        "/exitline.aspx?c=demo&e=sale".to_owned(),
        format!("/?c=demo&e=sale&q={q}&t_gone=1"),
    ] {
        let page = server.get(&path, &[]).await;
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{path}");
        assert_eq!(page.header("cache-control"), "no-store", "{path}");
        assert_eq!(page.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(page.header("x-frame-options"), "DENY", "{path}");
        assert!(
            page.header("content-security-policy")
                .contains("frame-ancestors 'none'"),
            "{path}"
        );
        // Search engines can list the purpose of this host, but not the waiting visitors or their
        // rooms.
        assert_eq!(page.text().contains("noindex"), path != "/about", "{path}");
    }
    let redirect = server.get("/?c=demo&e=sale", &[]).await;
    assert_eq!(
        (redirect.status.as_u16(), redirect.header("cache-control")),
        (302, "no-store")
    );
}

#[tokio::test]
async fn markup_stays_text_wherever_it_comes_from() {
    let name = toml_text(MARKUP);
    let server = TestServer::with(&room("sale", &format!("max_outflow = 0\nname = {name}"))).await;
    server
        .patch(&serde_json::json!({ "message": MARKUP }).to_string())
        .await;
    let encoded = "%3Cscript%3Ealert(%271%27)%3C%2Fscript%3E%22%27%26";
    let mut visitor = server.visitor().at(&format!(
        "c=demo&e=sale&cid={encoded}&l={encoded}&t_show={encoded}&{encoded}={encoded}"
    ));
    let page = visitor.enter().await;
    let mut pages = vec![page];
    let leave = format!("/exitline.aspx?{}", visitor.query);
    for path in [
        format!("/?c={encoded}&e={encoded}"),
        format!("/?c=demo&e=sale&q={encoded}&cid={encoded}&l={encoded}"),
        format!("/?c=demo&e=sale&t={encoded}&l={encoded}"),
        format!("/error/{encoded}/?c=demo&e=sale&t={encoded}&queueittoken={encoded}&cid={encoded}"),
        format!("/cancel/demo/sale/{encoded}?r={encoded}"),
        format!("/{encoded}"),
        leave,
    ] {
        pages.push(server.get(&path, &[("accept-language", "<script>")]).await);
    }
    for page in pages {
        let text = page.text();
        assert!(!text.contains("<script>") && !text.contains("\"'&\""), "{text}");
    }
}

fn toml_text(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[tokio::test]
async fn assets_are_immutable_compressed_and_named_by_content() {
    let server = TestServer::sale(6).await;
    let mut visitor = server.visitor();
    let text = visitor.enter().await.text();
    let paths: Vec<&str> = text.split('"').filter(|part| part.starts_with("/assets/")).collect();
    assert!(paths.iter().any(|path| path.ends_with(".css")), "{paths:?}");
    for path in paths {
        let plain = server.get(path, &[]).await;
        assert_eq!(plain.status, 200, "{path}");
        assert_eq!(plain.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(plain.header("x-content-type-options"), "nosniff");
        assert_eq!(
            (plain.header("content-encoding"), plain.header("vary")),
            ("", "accept-encoding")
        );
        if path.ends_with(".css") || path.ends_with(".wasm") {
            let small = server.get(path, &[("accept-encoding", "gzip, br")]).await;
            assert_eq!(small.header("content-encoding"), "br", "{path}");
            let mut undone = Vec::new();
            brotli::BrotliDecompress(&mut &small.body[..], &mut undone).expect("brotli");
            assert_eq!(undone, plain.body, "{path}");
        }
    }
    for missing in [
        "/assets/none.css",
        "/assets/..%2F..%2FCargo.toml",
        "/assets/../Cargo.toml",
    ] {
        assert_eq!(server.get(missing, &[]).await.status, 404, "{missing}");
    }
}

#[tokio::test]
async fn bodies_are_bounded() {
    let server = TestServer::sale(6).await;
    let body = format!(r#"{{"message":"{}"}}"#, "x".repeat(70_000));
    let declared = Request::patch("/admin/v1/rooms/demo/sale")
        .header("authorization", format!("Bearer {ADMIN_TOKEN}"))
        .header("content-length", body.len())
        .body(Body::from(body.clone()))
        .expect("a request");
    assert_eq!(server.send(declared).await.status, 413);
    assert_eq!(
        server.admin(Method::PATCH, "rooms/demo/sale", &body).await.status,
        413,
        "also where no length is told"
    );
}

/// The answers that a page of another site can load, and the answers that it can read.
#[tokio::test]
async fn pages_of_other_sites_load_only_what_is_made_for_them_and_read_nothing_of_a_visitors() {
    let server = TestServer::sale(60).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let query = visitor.query.clone();
    let ours = [
        format!("/?{query}"),
        "/?c=demo&e=sale".to_owned(),
        "/cancel/demo/sale".to_owned(),
        format!("/exitline.aspx?{query}"),
        "/error/hash/?c=demo&e=sale".to_owned(),
        format!("/move?{query}"),
        "/move/demo/sale".to_owned(),
        "/language?cid=de&back=c%3Ddemo".to_owned(),
        "/diagnostics/cookie".to_owned(),
        "/about".to_owned(),
        "/nowhere".to_owned(),
        "/admin/v1/rooms".to_owned(),
        "/metrics".to_owned(),
        "/robots.txt".to_owned(),
        "/assets/none.css".to_owned(),
    ];
    let everybodys = [
        "/widget/demo/sale.json",
        "/javascriptqueue/demo/sale/1",
        "/cancel/demo/sale/x/cancelqueueid",
    ];
    let ours = ours.iter().map(|path| (path.as_str(), "same-origin"));
    let everybodys = everybodys.iter().map(|path| (*path, "cross-origin"));
    for (path, policy) in ours.chain(everybodys) {
        let reply = visitor.get_with(path, &[("origin", "https://evil.example")]).await;
        assert_eq!(reply.header("cross-origin-resource-policy"), policy, "{path}");
        let readable = if path == "/widget/demo/sale.json" { "*" } else { "" };
        assert_eq!(reply.header("access-control-allow-origin"), readable, "{path}");
        assert_eq!(reply.header("access-control-allow-credentials"), "", "{path}");
    }
}

/// Requests to the address alone, opened or embedded by a page of another site with the visitor's
/// cookies.
#[tokio::test]
async fn no_get_of_another_site_changes_anything_of_a_visitors() {
    let server = TestServer::sale(0).await;
    let (mut visitor, mut attacker) = (server.visitor(), server.visitor());
    visitor.enter().await;
    attacker.enter().await;
    let (own, other) = (visitor.queue_id(), attacker.queue_id());
    let code = attacker.post("/move", &attacker.query.clone()).await.slot("code");
    let cookies = visitor.cookies.clone();
    for path in [
        format!("/?c=demo&e=sale&q={other}"),
        format!("/cancel.aspx?c=demo&e=sale&q={own}"),
        format!("/cancel/demo/sale/{own}"),
        format!("/cancel/multiple/demo?wrl=sale~{own}"),
        format!("/cancel/demo/sale/{own}/cancelqueueid"),
        format!("/exitline.aspx?c=demo&e=sale&q={own}"),
        format!("/move?c=demo&e=sale&q={own}"),
        format!("/move/demo/sale/{code}"),
        format!("/move/demo/sale?code={code}"),
        format!("/api/getStatus?c=demo&e=sale&q={own}"),
        format!("/api/getStatus?c=demo&e=sale&q={other}"),
        "/language?cid=de&back=c%3Ddemo%26e%3Dsale".to_owned(),
        "/error/hash/?c=demo&e=sale".to_owned(),
        format!("/draw/demo/sale/receipt.json?q={own}"),
        "/diagnostics/cookie?c=demo".to_owned(),
    ] {
        for destination in ["document", "image", "script", "iframe"] {
            let headers = [
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-dest", destination),
                ("referer", "https://evil.example/"),
            ];
            visitor.get_with(&path, &headers).await;
            assert_eq!(visitor.cookies, cookies, "{path}");
        }
    }
    assert_eq!(server.stats().await["waiting"], 2);
    for (visitor, number) in [(&mut visitor, "1"), (&mut attacker, "2")] {
        assert_eq!(visitor.load().await.slot("number"), number);
    }
}

#[tokio::test]
async fn a_turn_is_claimed_by_no_page_of_another_host() {
    let server = TestServer::sale(600).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let path = format!("/api/getStatus?{}", visitor.query);
    for site in ["cross-site", "same-site"] {
        let refused = visitor.get_with(&path, &[("sec-fetch-site", site)]).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.json()["error"]["code"]),
            (403, &serde_json::json!("foreign-origin"))
        );
    }
    assert_eq!(server.grants().await.len(), 0);
    server.pass(&visitor).await;
}

#[tokio::test]
async fn long_and_strange_requests_are_answered() {
    let server = TestServer::sale(6).await;
    let many: String = (0..2_000).map(|n| format!("&p{n}=1")).collect();
    for path in [
        format!("/?c=demo&e=sale&q={}", "9".repeat(20_000)),
        format!("/?c=demo&e=sale&t=https%3A%2F%2Fshop.example%2F{}", "x".repeat(20_000)),
        format!("/api/getStatus?c=demo&e=sale&q=%ff%fe{many}"),
        format!("/cancel/multiple/demo?wrl={}", "sale_".repeat(5_000)),
        format!("/cancel/multiple/demo?wrl={}", "_~".repeat(5_000)),
    ] {
        let reply = server.get(&path, &[]).await;
        assert!(reply.status.as_u16() < 500, "{} for {}", reply.status, &path[..40]);
    }
    let cookie = format!("anteroom_place={}", "ab".repeat(16).repeat(500));
    assert_eq!(server.get("/?c=demo&e=sale", &[("cookie", &cookie)]).await.status, 302);
}

#[tokio::test]
async fn neither_logs_nor_debug_output_hold_a_secret_a_token_or_a_queue_id() {
    let (log, _guard) = CapturedLog::begin();
    let server = TestServer::durable(&room("sale", "max_outflow = 60")).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let url = server.pass(&visitor).await;
    let token = url.rsplit_once("queueittoken=").expect("a token").1.to_owned();
    visitor
        .get(&format!("/error/hash/?c=demo&e=sale&queueittoken={token}"))
        .await;
    server.patch(r#"{"maxOutflow":90}"#).await;
    server.act("pause").await;
    server
        .get("/admin/v1/rooms", &[("authorization", "Bearer a-wrong-token")])
        .await;
    let debug = format!("{:?} {:?} {:?}", server.app, server.config, server.room("sale"));
    let query = visitor.query.clone();
    visitor.open(&format!("/cancel/demo/sale/{}", visitor.queue_id())).await;
    server.visitor().at(&query).load().await;

    let log = String::from_utf8(log.bytes()).expect("UTF-8");
    assert!(
        log.contains("redirected") && log.contains("given up"),
        "something was logged: {log}"
    );
    let queue_id: protocol::QueueId = visitor_id(&query);
    let hidden = [
        ADMIN_TOKEN.to_owned(),
        SECRET.to_owned(),
        MASTER_KEY.to_owned(),
        "a-wrong-token".to_owned(),
        queue_id.to_string(),
        queue_id.to_string().replace('-', ""),
        format!("{:?}", queue_id.as_bytes()),
        token.rsplit_once("~h_").expect("a hash").1.to_owned(),
    ];
    for (name, text) in [("log", &log), ("debug", &debug)] {
        for secret in &hidden {
            assert!(!text.contains(secret), "{secret} in the {name}");
        }
    }
}

fn visitor_id(query: &str) -> protocol::QueueId {
    let (_, id) = query.rsplit_once("q=").expect("a place");
    id.parse().expect("an id")
}
