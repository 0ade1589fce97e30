//! E-mails to operators about unusual requests: the router, a real SMTP server, and a moved clock.

use http::Method;
use serde_json::json;

use crate::support::{SmtpServer, TestServer, config, room};

const CHROME: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

/// Returns a server whose operators get e-mails about these kinds of requests, from ten requests a
/// minute on.
async fn server(smtp: &SmtpServer, keys: &str) -> TestServer {
    let alerts = format!(
        "tls = \"none\"\n\n[smtp.alerts]\nto = [\"ops@example.com\", \"boss@example.com\"]\nrequests_per_minute = 0\n{keys}"
    );
    let rule =
        "[[firewall]]\ncustomer = \"demo\"\nid = \"bots\"\naction = \"block\"\naddresses = [\"198.51.100.0/24\"]\n";
    let price = "max_outflow = 0\nprice = { limit_networks = false, expected_per_minute = 60 }";
    let rooms = room("sale", price) + &room("tour", price);
    let server = TestServer::with(&format!("{}{rooms}{rule}", smtp.section(&alerts))).await;
    server.app.watch_traffic_once().await;
    server
}

/// Asks for this many places, each time as a new visitor.
async fn ask(server: &TestServer, address: [u8; 4], agent: &str, times: usize) {
    ask_for("sale", server, address, agent, times).await;
}

/// Asks for this many places in a room.
async fn ask_for(room: &str, server: &TestServer, address: [u8; 4], agent: &str, times: usize) {
    let path = format!("/?c=demo&e={room}");
    for _ in 0..times {
        let headers = [
            ("user-agent", agent),
            ("accept", "text/html"),
            ("accept-language", "en"),
        ];
        server.visitor().from(address).get_with(&path, &headers).await;
    }
}

/// Lets a minute pass, and makes the server examine it.
async fn look(server: &TestServer) {
    server.advance(60_000).await;
    server.app.watch_traffic_once().await;
}

#[tokio::test]
async fn operators_are_told_once_in_a_period_of_many_suspicious_requests() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp, "suspects_per_minute = 10\nsuspects_from = 50").await;
    let script = "curl/8.5.0";
    ask(&server, [203, 0, 113, 7], script, 9).await;
    look(&server).await;
    assert!(smtp.seen(0).await.is_empty(), "below the limit");
    for _ in 0..3 {
        ask(&server, [203, 0, 113, 7], script, 12).await;
        look(&server).await;
    }
    let seen = smtp.seen(2).await;
    assert_eq!(seen.len(), 2, "one for each recipient");
    assert_eq!(seen[0].to, ["ops@example.com"]);
    assert_eq!(seen[1].to, ["boss@example.com"]);
    let email = &seen[0];
    assert_eq!(email.headers["subject"], "queue.example: many suspicious requests");
    for answer in [
        "demo: 12 requests",
        "The limit is 10 a minute",
        "highest score ",
        "after 2023-11-14T23:00:00Z",
        "The overview of requests: https://queue.example/admin/v1/customers/demo/requests",
    ] {
        assert!(email.text.contains(answer), "{answer} in {}", email.text);
    }
    assert!(!email.text.contains("203.0"), "no address: {}", email.text);
    server.advance(3_600_000).await;
    server.app.watch_traffic_once().await;
    ask(&server, [203, 0, 113, 7], script, 12).await;
    look(&server).await;
    assert_eq!(smtp.seen(4).await.len(), 4, "in the next period");
}

/// Visitors' hosts do not serve the overview there, so a link to them would lead nowhere.
#[tokio::test]
async fn with_a_listener_for_operators_an_alert_has_the_path_alone() {
    let smtp = SmtpServer::start(&[]).await;
    let alerts = "tls = \"none\"\n\n[smtp.alerts]\nto = [\"ops@example.com\"]\nrequests_per_minute = 5";
    let mut config = config(
        "memory:",
        &format!("{}{}", smtp.section(alerts), room("sale", "max_outflow = 0")),
    );
    config.server.admin_listen = Some("127.0.0.1:9090".parse().expect("an address"));
    let server = TestServer::of(config).await;
    server.app.watch_traffic_once().await;
    ask(&server, [203, 0, 113, 7], CHROME, 6).await;
    look(&server).await;
    let text = &smtp.seen(1).await[0].text;
    assert!(
        text.contains("The overview of requests: /admin/v1/customers/demo/requests"),
        "{text}"
    );
}

#[tokio::test]
async fn each_kind_is_an_email_of_its_own() {
    let smtp = SmtpServer::start(&[]).await;
    let keys = "blocked_per_minute = 5\nslowed_per_minute = 1\nsuspects_per_minute = 0";
    let server = server(&smtp, keys).await;
    ask(&server, [198, 51, 100, 1], CHROME, 5).await;
    for host in 0..40 {
        ask(&server, [203, 0, 113, host], CHROME, 1).await;
    }
    look(&server).await;
    let seen = smtp.seen(4).await;
    let subjects: Vec<&str> = seen.iter().map(|email| email.headers["subject"].as_str()).collect();
    let (blocked, rush) = (
        "queue.example: many requests from blocked networks",
        "queue.example: a rush",
    );
    assert_eq!(subjects, [blocked, blocked, rush, rush]);
    assert!(seen[2].text.contains("demo/sale: "), "{}", seen[2].text);
}

/// An e-mail about a room names the networks of that room.
#[tokio::test]
async fn a_rush_names_the_networks_of_its_room() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(
        &smtp,
        "slowed_per_minute = 1\nsuspects_per_minute = 0\nblocked_per_minute = 0",
    )
    .await;
    ask_for("tour", &server, [192, 0, 2, 1], CHROME, 3).await;
    for _ in 0..20 {
        ask(&server, [203, 0, 113, 1], CHROME, 1).await;
    }
    look(&server).await;
    let text = &smtp.seen(2).await[0].text;
    assert!(text.contains("demo/sale: ") && text.contains(": 20 requests"), "{text}");
    assert!(!text.contains(": 3 requests"), "the other room's: {text}");
}

/// An e-mail about blocked requests counts soft blocks, of rules and of scores.
#[tokio::test]
async fn alerts_count_soft_blocks_too() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(
        &smtp,
        "blocked_per_minute = 5\nslowed_per_minute = 0\nsuspects_per_minute = 0",
    )
    .await;
    ask(&server, [203, 0, 113, 7], "curl/8.5.0", 5).await;
    look(&server).await;
    assert!(smtp.seen(0).await.is_empty(), "the room's scores do nothing yet");
    server.patch(r#"{"suspects":{"from":50,"action":"soft-block"}}"#).await;
    ask(&server, [203, 0, 113, 7], "curl/8.5.0", 5).await;
    look(&server).await;
    let seen = smtp.seen(2).await;
    assert_eq!(
        seen[0].headers["subject"],
        "queue.example: many requests from blocked networks"
    );
    assert!(
        seen[0].text.contains("demo: 5 such requests a minute"),
        "{}",
        seen[0].text
    );
}

#[tokio::test]
async fn two_nodes_send_one() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server(&smtp, "suspects_per_minute = 10\nsuspects_from = 50").await;
    let other = server.beside().await;
    other.app.watch_traffic_once().await;
    for node in [&server, &other] {
        ask(node, [203, 0, 113, 7], "curl/8.5.0", 12).await;
    }
    server.advance(60_000).await;
    server.app.watch_traffic_once().await;
    other.app.watch_traffic_once().await;
    assert_eq!(smtp.seen(2).await.len(), 2, "one for each recipient");
}

#[tokio::test]
async fn a_mail_server_that_is_away_gets_the_email_later() {
    let away = SmtpServer::start(&[]).await;
    let section = away.section(
        "tls = \"none\"\n\n[smtp.alerts]\nto = [\"ops@example.com\"]\nsuspects_from = 50\nsuspects_per_minute = 10",
    );
    let port = away.port;
    drop(away);
    let server = TestServer::with(&format!("{section}{}", room("sale", "max_outflow = 0"))).await;
    server.app.watch_traffic_once().await;
    ask(&server, [203, 0, 113, 7], "curl/8.5.0", 12).await;
    look(&server).await;
    let smtp = SmtpServer::start(&["--port", &port.to_string()]).await;
    look(&server).await;
    let seen = smtp.seen(1).await;
    assert!(seen[0].text.contains("demo: 12 requests"), "{}", seen[0].text);
    look(&server).await;
    assert_eq!(smtp.seen(1).await.len(), 1);
}

#[tokio::test]
async fn without_the_table_no_alert_is_sent() {
    let smtp = SmtpServer::start(&[]).await;
    let text = format!("{}{}", smtp.section("tls = \"none\""), room("sale", "max_outflow = 0"));
    let server = TestServer::with(&text).await;
    server.app.watch_traffic_once().await;
    ask(&server, [203, 0, 113, 7], "curl/8.5.0", 100).await;
    look(&server).await;
    assert!(smtp.seen(0).await.is_empty());
    let reply = server
        .admin(Method::PATCH, "rooms/demo/sale", &json!({"alerts": {}}).to_string())
        .await;
    assert_eq!(reply.status, 422, "the table belongs to the process");
}
