//! The requests of apps and of pages on other hosts: `/api/mobileapp/…` and `/spa-api/…`, with the
//! bodies that the vendor's clients send.

mod origins;
mod spa;

use http::{Method, Request};
use protocol::PossessionKey;
use serde_json::{Value, json};

use crate::sites::joining::token;
use crate::support::{MASTER_KEY, Reply, TestServer, config, redacted, room};

const ANDROID: &str = r#"{"userId":"a1b2c3","userAgent":"Mozilla/5.0 (Linux; Android 14)","sdkVersion":"Android-3.0.0","layoutName":"retail","language":"da-DK","enqueueToken":null,"enqueueKey":null}"#;
const IOS: &str = r#"{"userId":"3F2504E0-4F89-11D3-9A0C-0305E82C3301","userAgent":"iPhone","sdkVersion":"iOS-3.5.1"}"#;
const IFRAME: &str = r#"{"userAgent":"Mozilla/5.0","sdkVersion":"js-queue-iframe-sdk-1.0.0"}"#;
const PAGE: &str = r#"{"challengeSessions":[],"layoutName":"retail","customUrlParams":"","targetUrl":"https://shop.example/p?a=1","Referrer":""}"#;
const POLL: &str = r#"{"targetUrl":"https://shop.example/p?a=1","customUrlParams":"","layoutVersion":1,"layoutName":"retail","isClientRedayToRedirect":null,"isBeforeOrIdle":false}"#;

async fn post(server: &TestServer, path: &str, body: &str) -> Reply {
    let request = Request::post(path)
        .header("content-type", "application/json")
        .header("host", "queue.example");
    server
        .send(request.body(body.to_owned().into()).expect("a request"))
        .await
}

async fn mobile(server: &TestServer, room: &str, body: &str) -> Reply {
    post(server, &format!("/api/mobileapp/queue/demo/{room}/enqueue"), body).await
}

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

/// Returns host and path, by which apps recognise their destination.
fn place_of(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

#[tokio::test]
async fn each_vendors_app_gets_a_place_and_the_page_that_shows_it() {
    let server = TestServer::sale(0).await;
    for (path, body, said) in [
        (
            "/api/mobileapp/queue/demo/sale/enqueue?userId=a1b2c3",
            ANDROID,
            "&cid=da-DK&l=retail",
        ),
        ("/api/mobileapp/queue/demo/sale/enqueue", IOS, ""),
        ("/api/mobileapp/queue/demo/sale/enqueue", IFRAME, ""),
        ("/api/mobileapp/queue/demo/sale/enqueue", "", ""),
        (
            "/api/mobileapp/queue/demo/sale/enqueue",
            r#"{"userId":5,"language":{},"layoutName":[],"more":[[1]]}"#,
            "",
        ),
    ] {
        let reply = post(&server, path, body).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("content-type")),
            (200, "application/json"),
            "{body}"
        );
        assert_eq!(
            (
                reply.header("access-control-allow-origin"),
                reply.header("cache-control")
            ),
            ("", "no-store"),
            "an app names no origin"
        );
        let answer = reply.json();
        assert_eq!(
            keys(&answer),
            [
                "EventTargetUrl",
                "QueueId",
                "QueueUrl",
                "QueueUrlTTLInMinutes",
                "QueueitToken"
            ]
        );
        assert_eq!(
            (&answer["QueueitToken"], &answer["QueueUrlTTLInMinutes"]),
            (&Value::Null, &json!(1_440))
        );
        let id = answer["QueueId"].as_str().expect("an id");
        let key = PossessionKey::new(&MASTER_KEY.parse().expect("a key"));
        let proof = key.link_proof(&id.parse().expect("an id"));
        assert_eq!(
            answer["QueueUrl"],
            format!("https://queue.example/?c=demo&e=sale{said}&holder={proof}&q={id}")
        );
        assert_eq!(answer["EventTargetUrl"], "https://shop.example/");
    }
    assert_eq!(server.stats().await["waiting"], 5);
}

#[tokio::test]
async fn enqueue_answers_with_the_place_or_the_page_as_a_whole() {
    let server = TestServer::sale(0).await;
    let app = mobile(&server, "sale", ANDROID).await.json();
    let page = post(&server, "/spa-api/queue/demo/sale/enqueue?cid=en-US", PAGE)
        .await
        .json();
    let refused = mobile(&server, "nothing", ANDROID).await.json();
    redacted(|| {
        insta::assert_json_snapshot!("enqueued_by_an_app", app);
        insta::assert_json_snapshot!("enqueued_by_a_page", page);
        insta::assert_json_snapshot!("enqueued_nowhere", refused);
    });
}

#[tokio::test]
async fn visitors_who_pass_get_the_token_or_the_target_as_a_whole() {
    let server = TestServer::with(&room("peak", "max_outflow = 600\nvisibility = \"at-peak\"")).await;
    let app = mobile(&server, "peak", ANDROID).await.json();
    let page = post(&server, "/spa-api/queue/demo/peak/enqueue", PAGE).await.json();
    redacted(|| {
        insta::assert_json_snapshot!("passed_by_an_app", app);
        insta::assert_json_snapshot!("passed_by_a_page", page);
    });
}

#[tokio::test]
async fn the_web_view_waits_on_that_page_with_what_apps_add_and_knows_the_target_when_it_comes_there() {
    let server = TestServer::sale(60).await;
    let answer = mobile(&server, "sale", ANDROID).await.json();
    let query = answer["QueueUrl"]
        .as_str()
        .expect("a URL")
        .strip_prefix("https://queue.example/?")
        .expect("the room")
        .to_owned();
    let mut view = server.visitor().at(&format!("{query}&userId=a1b2c3"));
    let page = view.load().await;
    assert_eq!(
        (
            page.status.as_u16(),
            page.html("lang").as_str(),
            page.html("data-page").as_str()
        ),
        (200, "da-DK", "queue")
    );
    assert_eq!(view.queue_id(), answer["QueueId"]);
    let url = server.pass(&view).await;
    assert_eq!(
        place_of(&url),
        place_of(answer["EventTargetUrl"].as_str().expect("a URL"))
    );
    assert!(url.contains("~rt_queue~"), "{url}");
}

#[tokio::test]
async fn a_token_comes_only_where_there_is_nothing_to_wait_for() {
    let rooms = room("peak", "max_outflow = 600\nvisibility = \"at-peak\"")
        + &room("off", "max_outflow = 60")
        + &room(
            "early",
            "max_outflow = 60\nstart = 2033-01-01T00:00:00Z\nbefore = \"target\"",
        )
        + &room(
            "late",
            "max_outflow = 60\nstart = 2022-01-01T00:00:00Z\nend = 2022-01-02T00:00:00Z\nafter = \"target\"",
        );
    let server = TestServer::with(&rooms).await;
    server.admin(Method::POST, "rooms/demo/off/disable", "").await;
    for (room, rt, has_id) in [
        ("peak", "safetynet", true),
        ("off", "disabled", false),
        ("early", "idle", false),
        ("late", "afterevent", false),
    ] {
        let reply = mobile(&server, room, IOS).await;
        let answer = reply.json();
        assert_eq!(reply.status, 200, "{room}");
        let token = answer["QueueitToken"].as_str().expect("a token");
        assert!(
            token.contains(&format!("~rt_{rt}~")) && token.starts_with(&format!("e_{room}~q_")),
            "{token}"
        );
        assert_eq!(
            (answer["QueueId"].is_string(), &answer["QueueUrl"]),
            (has_id, &Value::Null),
            "{room}"
        );
        assert_eq!(answer["EventTargetUrl"], "https://shop.example/");
    }
}

#[tokio::test]
async fn a_room_without_a_line_sends_clients_to_its_page() {
    let rooms = room("early", "max_outflow = 60\nstart = 2033-01-01T00:00:00Z")
        + &room(
            "away",
            "max_outflow = 60\nstart = 2033-01-01T00:00:00Z\nbefore = \"https://news.example/soon\"",
        )
        + &room(
            "late",
            "max_outflow = 60\nstart = 2022-01-01T00:00:00Z\nend = 2022-01-02T00:00:00Z",
        );
    let server = TestServer::with(&rooms).await;
    for id in ["early", "away", "late"] {
        let answer = mobile(&server, id, IOS).await.json();
        assert_eq!(answer["QueueUrl"], format!("https://queue.example/?c=demo&e={id}"));
        assert_eq!(
            (&answer["QueueId"], &answer["QueueitToken"]),
            (&Value::Null, &Value::Null),
            "{id}"
        );
    }
}

#[tokio::test]
async fn errors_are_told_to_apps_as_to_pages() {
    let server = TestServer::with(
        &(room("sale", "max_outflow = 60")
            + &room(
                "early",
                "max_outflow = 1\nstart = 2033-01-01T00:00:00Z\nbefore = \"hidden\"",
            )),
    )
    .await;
    for (path, body, status, id, code) in [
        (
            "/api/mobileapp/queue/nobody/sale/enqueue",
            IOS,
            404,
            1,
            "unknown-customer",
        ),
        ("/api/mobileapp/queue/demo/nothing/enqueue", IOS, 404, 2, "unknown-room"),
        ("/api/mobileapp/queue/demo/early/enqueue", IOS, 404, 2, "unknown-room"),
        ("/api/mobileapp/queue/demo/sale/enqueue", "[]", 400, 0, "bad-body"),
        ("/api/mobileapp/queue/demo/sale/enqueue", "{", 400, 0, "bad-body"),
        ("/spa-api/queue/nobody/sale/enqueue", PAGE, 404, 1, "unknown-customer"),
        ("/spa-api/queue/demo/sale/enqueue", "5", 400, 0, "bad-body"),
        (
            "/spa-api/queue/demo/sale/enqueue?t=https%3A%2F%2Fevil.example%2F",
            PAGE,
            403,
            0,
            "foreign-target",
        ),
        (
            "/spa-api/queue/demo/sale/enqueue",
            r#"{"targetUrl":"https://evil.example/"}"#,
            403,
            0,
            "foreign-target",
        ),
        ("/spa-api/queue/demo/nothing/x/status", POLL, 404, 2, "unknown-room"),
        ("/spa-api/queue/demo/sale/x/status", POLL, 403, 0, "foreign-place"),
        ("/spa-api/queue/demo/sale/x/status", "\"\"", 400, 0, "bad-body"),
    ] {
        let reply = post(&server, path, body).await;
        let error = &reply.json()["error"];
        assert_eq!(
            (reply.status.as_u16(), &error["id"], &error["code"]),
            (status, &json!(id), &json!(code)),
            "{path} {body}"
        );
        assert!(!error["detail"].as_str().expect("a text").is_empty());
        assert_eq!(reply.header("access-control-allow-origin"), "", "{path}");
    }
    assert_eq!(server.stats().await["waiting"], 0);
    let long = format!("{{\"userAgent\":\"{}\"}}", "x".repeat(100_000));
    assert_eq!(mobile(&server, "sale", &long).await.status, 413);
}

#[tokio::test]
async fn the_conditions_for_joining_are_those_of_the_rooms_page() {
    let rooms = room("sale", "max_outflow = 0\nrequire_enqueue_token = true")
        + &room("guests", "max_outflow = 0\ninvite_only = true");
    let server = TestServer::with(&rooms).await;
    let refused = mobile(&server, "sale", ANDROID).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.json()["error"]["id"]),
        (403, &json!(9))
    );
    let refused = mobile(&server, "guests", r#"{"enqueueKey":"nobody"}"#).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.json()["error"]["id"]),
        (403, &json!(10))
    );
    assert_eq!(refused.json()["error"]["code"], "invitation-invalid");
    let answer = post(&server, "/spa-api/queue/demo/sale/enqueue?enqueuetoken=x", PAGE)
        .await
        .json();
    assert_eq!(
        (&answer["invalidQueueitEnqueueToken"], &answer["queueId"]),
        (&json!(true), &Value::Null)
    );

    let good = |number| token(&server, number).sign(&server.secret());
    let body = json!({ "enqueueToken": good(1), "sdkVersion": "iOS-3.5.1" }).to_string();
    let answer = mobile(&server, "sale", &body).await.json();
    assert!(
        answer["QueueId"].is_string() && !answer["QueueUrl"].as_str().expect("a URL").contains("enqueuetoken"),
        "{answer}"
    );
    assert_eq!(
        mobile(&server, "sale", &body).await.json()["error"]["id"],
        9,
        "it was used"
    );
    let answer = post(
        &server,
        &format!("/spa-api/queue/demo/sale/enqueue?enqueuetoken={}", good(2)),
        PAGE,
    )
    .await
    .json();
    assert_eq!(
        (answer["queueId"].is_string(), &answer["invalidQueueitEnqueueToken"]),
        (true, &json!(false))
    );
    let invited = server
        .admin(Method::POST, "rooms/demo/guests/invites", r#"{"keys":["anna"]}"#)
        .await;
    assert!(invited.status.is_success(), "{}", invited.text());
    assert!(mobile(&server, "guests", r#"{"enqueueKey":"anna"}"#).await.json()["QueueId"].is_string());
}

/// Android learns the key after its request, and opens the page with it (`setInviteCode`).
#[tokio::test]
async fn an_app_without_an_invitation_is_shown_the_page_that_takes_one() {
    let server = TestServer::with(&room("guests", "max_outflow = 0\ninvite_only = true")).await;
    let invited = server
        .admin(Method::POST, "rooms/demo/guests/invites", r#"{"keys":["anna"]}"#)
        .await;
    assert!(invited.status.is_success(), "{}", invited.text());
    let reply = mobile(&server, "guests", ANDROID).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let answer = reply.json();
    assert_eq!(
        (&answer["QueueId"], &answer["QueueitToken"]),
        (&Value::Null, &Value::Null)
    );
    let page = answer["QueueUrl"].as_str().expect("a URL");
    assert_eq!(page, "https://queue.example/?c=demo&e=guests&cid=da-DK&l=retail");
    let query = page.split_once('?').expect("a query").1;

    let mut view = server.visitor().at(&format!("{query}&userId=a1b2c3"));
    assert_eq!(view.load().await.error_page().1, "10", "no code yet");
    let mut view = server.visitor();
    let entered = view.get(&format!("/?{query}&userId=a1b2c3&code=anna")).await;
    view.follow(&entered);
    assert_eq!(view.load().await.html("data-page"), "queue");
}

#[tokio::test]
async fn the_page_of_an_app_is_under_the_prefix_that_it_asked_under() {
    let mut config = config("memory:", &room("sale", "max_outflow = 0"));
    config.server.path_prefix = Some("queue".parse().expect("a prefix"));
    let server = TestServer::of(config).await;
    for prefix in ["/queue", ""] {
        let answer = post(&server, &format!("{prefix}/api/mobileapp/queue/demo/sale/enqueue"), IOS)
            .await
            .json();
        let id = answer["QueueId"].as_str().expect("an id");
        let key = PossessionKey::new(&MASTER_KEY.parse().expect("a key"));
        let proof = key.link_proof(&id.parse().expect("an id"));
        assert_eq!(
            answer["QueueUrl"],
            format!("https://queue.example{prefix}/?c=demo&e=sale&holder={proof}&q={id}")
        );
        let answer = post(&server, &format!("{prefix}/spa-api/queue/demo/sale/enqueue"), "{}")
            .await
            .json();
        let page = answer["redirectUrl"].as_str().expect("a path");
        assert!(page.starts_with(&format!("{prefix}/?c=demo&e=sale&holder=")), "{page}");
    }
}

/// One of the apps recognises by this class that its user has left.
#[tokio::test]
async fn the_page_after_leaving_has_the_class_that_apps_look_for() {
    let server = TestServer::sale(0).await;
    let mut view = server.visitor();
    view.enter().await;
    let left = view.post(&format!("/exitline.aspx?{}", view.query.clone()), "").await;
    assert_eq!(left.html("data-page"), "left");
    assert!(left.text().contains("<body class=\"exit\">"), "{}", left.text());
    let other = server.get("/error/hash/?c=demo&e=sale", &[]).await.text();
    assert!(other.contains("<body>"), "{other}");
}

#[tokio::test]
async fn an_address_that_passes_passes_here_too() {
    let office = "[[ip_group]]\nid = \"office\"\naddresses = [\"198.51.100.0/24\"]\n";
    let server = TestServer::with(&format!(
        "{office}{}",
        room("sale", "max_outflow = 0\nbypass_ip_groups = [\"office\"]")
    ))
    .await;
    let peer: std::net::SocketAddr = "198.51.100.7:1".parse().expect("an address");
    let request = Request::post("/api/mobileapp/queue/demo/sale/enqueue").extension(axum::extract::ConnectInfo(peer));
    let answer = server.send(request.body(IOS.into()).expect("a request")).await.json();
    let token = answer["QueueitToken"].as_str().expect("a token");
    assert!(
        token.contains("~q_00000000-0000-0000-0000-000000000000~") && token.contains("~rt_disabled~hip_"),
        "{token}"
    );
    assert_eq!((&answer["QueueId"], &answer["QueueUrl"]), (&Value::Null, &Value::Null));
}
