//! Debug links, and the pages that explain a connector's decision.

use http::{Method, Request};
use protocol::percent::encode;
use protocol::queueittoken::{TokenContext, TokenError, TokenFields};

use crate::support::{Reply, START_MS, TestServer, config, room};

const NOW: u64 = START_MS / 1_000;

async fn link(server: &TestServer, target: &str) -> Reply {
    let body = serde_json::json!({ "targetUrl": target }).to_string();
    server.admin(Method::POST, "rooms/demo/sale/debug-link", &body).await
}

fn token_in(url: &str) -> &str {
    url.rsplit_once("queueittoken=").expect("a token").1
}

#[tokio::test]
async fn a_debug_link_is_short_lived_and_lets_nobody_in() {
    let server = TestServer::sale(60).await;
    let reply = link(&server, "https://shop.example/buy?a=1#top").await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let reply = reply.json();
    assert_eq!(reply["expiresAt"], "2023-11-14T22:16:20Z");
    let url = reply["url"].as_str().expect("a URL");
    assert!(
        url.starts_with("https://shop.example/buy?a=1&queueittoken=e_") && url.ends_with("#top"),
        "{url}"
    );
    let fields = TokenFields::parse(token_in(url).trim_end_matches("#top"));
    assert_eq!((fields.redirect_type, fields.expires_at), ("debug", NOW + 180));
    assert!(fields.is_signed_by(&server.secret()));
    let room = "sale".parse().expect("an id");
    let expected = TokenContext {
        room: &room,
        now: protocol::UnixSeconds(NOW),
        client_ip: None,
    };
    assert_eq!(fields.verify(&server.secret(), &expected), Err(TokenError::EventId));
}

#[tokio::test]
async fn a_link_to_nowhere_is_refused_by_field() {
    let server = TestServer::sale(60).await;
    for (body, status, pointer) in [
        ("{}", 422, "/targetUrl"),
        ("{\"targetUrl\":5}", 422, "/targetUrl"),
        ("{\"targetUrl\":\"/buy\"}", 422, "/targetUrl"),
        ("{\"targetUrl\":\"https://evil.example/\"}", 422, "/targetUrl"),
        ("{\"targetUrl\":\"https://shop.example/\",\"x/y\":1}", 422, "/x~1y"),
        ("[]", 400, ""),
        ("", 400, ""),
    ] {
        let reply = server.admin(Method::POST, "rooms/demo/sale/debug-link", body).await;
        assert_eq!(reply.status, status, "{body}");
        assert_eq!(reply.json()["pointer"].as_str().unwrap_or_default(), pointer, "{body}");
    }
    let hosts = link(&server, "https://evil.example/").await.json();
    assert!(
        hosts["detail"].as_str().expect("a text").ends_with(": shop.example"),
        "{hosts}"
    );
    let body = "{\"targetUrl\":\"https://shop.example/\"}";
    let nothing = server.admin(Method::POST, "rooms/demo/nothing/debug-link", body).await;
    assert_eq!(nothing.status, 404);
}

#[tokio::test]
async fn the_room_of_debug_links_is_nobodys() {
    let text = format!(
        "[server]\nhttp = \"127.0.0.1:8080\"\nmaster_key = \"{}\"\n[[customer]]\nid = \"demo\"\nsecret_key = \"x\"\n{}",
        crate::support::MASTER_KEY,
        room("connectordiagnostics", "max_outflow = 1")
    );
    let problems = anteroom::config::Config::parse(&text, []).expect_err("a problem");
    assert_eq!(
        problems
            .iter()
            .map(|problem| problem.field.as_str())
            .collect::<Vec<_>>(),
        ["room[0].id"]
    );
}

#[tokio::test]
async fn a_connector_that_then_refuses_the_token_leads_to_the_explanation() {
    let server = TestServer::sale(60).await;
    let reply = link(&server, "https://shop.example/buy").await.json();
    let token = token_in(reply["url"].as_str().expect("a URL"));
    let page = server
        .get(&format!("/error/eventid/?c=demo&e=sale&queueittoken={token}&ts=1"), &[])
        .await;
    assert_eq!(
        (
            page.status.as_u16(),
            page.html("data-page").as_str(),
            page.html("data-state").as_str()
        ),
        (200, "diagnostics", "arrived")
    );
    assert!(page.text().contains("value=\"demo\""), "the customer is filled in");
    let forged = token.replace("ce_false", "ce_true");
    let page = server
        .get(
            &format!("/error/eventid/?c=demo&e=sale&queueittoken={forged}&ts=1"),
            &[],
        )
        .await;
    assert_eq!(page.error_page().2, "token-hash");
}

#[tokio::test]
async fn failed_links_are_explained_at_both_addresses() {
    let server = TestServer::sale(60).await;
    for (code, state) in [
        ("setup", "setup"),
        ("hash", "hash"),
        ("timestamp", "timestamp"),
        ("%3Cscript%3E", "unknown"),
        ("", "unknown"),
    ] {
        for path in ["/diagnostics/connector/error/", "/demo/diagnostics/connector/error/"] {
            let page = server.get(&format!("{path}?code={code}"), &[]).await;
            assert_eq!(
                (page.status.as_u16(), page.html("data-state")),
                (200, state.to_owned()),
                "{path}{code}"
            );
            assert!(!page.text().contains("<script"), "nothing runs");
            assert_eq!(page.header("cache-control"), "no-store");
        }
    }
}

async fn explain(server: &TestServer, cookie: &str, more: &str) -> Reply {
    let form = format!("cookie={}{more}", encode(cookie));
    let request = Request::post("/diagnostics/cookie").header("content-type", "application/x-www-form-urlencoded");
    server.send(request.body(form.into()).expect("a request")).await
}

#[tokio::test]
async fn a_pasted_cookie_is_explained_field_by_field() {
    let server = TestServer::sale(60).await;
    assert_eq!(
        server.get("/diagnostics/cookie?c=demo", &[]).await.html("data-state"),
        "form"
    );
    let reply = link(&server, "https://shop.example/buy?a=1").await.json();
    let token = token_in(reply["url"].as_str().expect("a URL"));
    let cookie = format!(
        "SdkVersion=javascript-5.0.1|PureUrl=http://shop.example/buy?a=1|QueueitToken={token}|OriginalUrl=http://shop.example/buy?a=1&queueittoken={token}|\
         ServerUtcTime=2023-11-14T22:13:20Z|RequestIP=10.0.0.1|RequestHttpHeader_XForwardedFor=203.0.113.7|RequestHttpHeader_XForwardedProto=https|\
         ConfigVersion=7|MatchedConfig=My action|TargetUrl=|QueueConfig=EventId:sale&Version:7&QueueDomain:queue.example&CookieValidityMinute:20|Exception="
    );
    let page = explain(
        &server,
        &cookie,
        "&c=demo&page=https%3A%2F%2Fshop.example%2Fbuy%3Fa%3D1",
    )
    .await;
    assert_eq!(
        (
            page.status.as_u16(),
            page.html("data-state").as_str(),
            page.html("lang").as_str()
        ),
        (200, "read", "en")
    );
    let text = page.text();
    for said in [
        "The browser speaks https, and the connector sees http",
        "probably a proxy&#39;s",
        "is a host of this waiting room",
        "signed with this customer&#39;s secret key",
        "clock fits",
        "<strong>SdkVersion</strong>",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("set-cookie") && page.header("set-cookie").is_empty());
    let strange = explain(&server, &cookie.replace("EventId:sale", "EventId:nothing"), "&c=demo").await;
    assert!(strange.text().contains("which this customer does not have"));
    let nobody = explain(&server, &cookie, "&c=nobody").await.text();
    assert!(
        !nobody.contains("does not have") && !nobody.contains("secret key"),
        "{nobody}"
    );
}

/// Python writes `None` and quotes; Java and Ruby write `+` for a blank.
#[tokio::test]
async fn cookies_of_connectors_in_other_languages_are_understood() {
    let server = TestServer::sale(60).await;
    let python = r#""SdkVersion=v3-python-3.7.0|ConfigVersion=None|MatchedConfig=None|TargetUrl=None|Exception=bad \"key\"\054 no config|QueueConfig=None""#;
    let text = explain(&server, python, "").await.text();
    assert!(
        text.contains("The connector failed: bad &#34;key&#34;, no config.")
            || text.contains("bad &quot;key&quot;, no config."),
        "{text}"
    );
    assert!(
        text.contains("No action matches this page") && !text.contains("the action &#34;None&#34;"),
        "{text}"
    );
    assert!(!text.contains("is not a number"), "{text}");
    let java = encode("SdkVersion=v3-java-3.7.0|MatchedConfig=My action|QueueConfig=EventId:sale&ActionName:My action")
        .replace("%20", "+");
    let text = explain(&server, &java, "").await.text();
    assert!(text.contains("The action &#34;My action&#34; matches"), "{text}");
}

#[tokio::test]
async fn texts_that_are_no_debug_cookie_are_reported() {
    let server = TestServer::sale(60).await;
    for (cookie, said) in [
        ("", "holds no field"),
        ("hello", "holds no field"),
        (&"A".repeat(20_000), "longer than"),
    ] {
        let page = explain(&server, cookie, "").await;
        assert_eq!(
            (page.status.as_u16(), page.html("data-state").as_str()),
            (422, "unreadable")
        );
        assert!(page.text().contains(said));
    }
    let none = server
        .send(
            Request::post("/diagnostics/cookie")
                .body(vec![0xff, 0xfe].into())
                .expect("a request"),
        )
        .await;
    assert_eq!(none.status, 400);
}

#[tokio::test]
async fn on_a_rooms_own_host_other_hosts_are_not_named() {
    let rooms = room("sale", "max_outflow = 1\nhosts = [\"sale.example\"]")
        + &room("second", "max_outflow = 1\nhosts = [\"second.example\"]");
    let server = TestServer::of(config("memory:", &rooms)).await;
    let cookie = encode("MatchedConfig=x|QueueConfig=EventId:sale&QueueDomain:else.example");
    for (host, named) in [("sale.example", false), ("queue.example", true)] {
        let request = Request::post("/diagnostics/cookie").header("host", host);
        let page = server
            .send(
                request
                    .body(format!("cookie={cookie}&c=demo").into())
                    .expect("a request"),
            )
            .await;
        assert_eq!(page.text().contains("second.example"), named, "{host}");
    }
}
