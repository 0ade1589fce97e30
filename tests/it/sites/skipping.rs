//! Passing the line: addresses that pass, links that are valid for three minutes, and the lists
//! that operators maintain.

use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr};

use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{Method, Request};
use protocol::UnixSeconds;
use protocol::queueittoken::{TokenContext, TokenError, TokenFields};
use serde_json::Value;

use crate::support::{Reply, SHOP, TestServer, config, room};

const OFFICE: &str =
    "[[ip_group]]\nid = \"office\"\naddresses = [\"198.51.100.0/24\", \"2001:db8::/48\", \"203.0.113.7\"]\n";
const NIL: &str = "00000000-0000-0000-0000-000000000000";

async fn server(keys: &str) -> TestServer {
    let keys = format!("max_outflow = 0\nbypass_ip_groups = [\"office\"]\n{keys}");
    TestServer::with(&format!("{OFFICE}{}", room("sale", &keys))).await
}

async fn from(server: &TestServer, address: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
    let peer = SocketAddr::new(address.parse::<IpAddr>().expect("an address"), 1);
    let request = headers.iter().fold(Request::get(path), |request, (name, value)| {
        request.header(*name, *value)
    });
    server
        .send(
            request
                .extension(ConnectInfo(peer))
                .body(Body::empty())
                .expect("a request"),
        )
        .await
}

/// Verifies the token of a redirect to the shop for a visitor at this address.
fn verified(server: &TestServer, url: &str, address: Option<&str>) -> Result<(), TokenError> {
    let token = url
        .strip_prefix(SHOP)
        .unwrap_or_else(|| panic!("to the shop, not {url}"));
    let room = "sale".parse().expect("an id");
    let expected = TokenContext {
        room: &room,
        now: UnixSeconds(server.now_ms() / 1_000),
        client_ip: address.map(|address| address.parse().expect("an address")),
    };
    TokenFields::parse(token).verify(&server.secret(), &expected)
}

/// Returns the identity and the type in the token of a visitor at this address; the token must be
/// valid there, and nowhere else.
fn passed(server: &TestServer, url: &str, address: &str) -> (String, String) {
    verified(server, url, Some(address)).expect("good at that address");
    for elsewhere in [Some("198.51.100.201"), Some("2001:db8::1"), None] {
        assert_eq!(verified(server, url, elsewhere), Err(TokenError::Ip), "{elsewhere:?}");
    }
    named(server, url)
}

/// Returns the identity and the type in a token.
fn named(server: &TestServer, url: &str) -> (String, String) {
    let fields = TokenFields::parse(url.strip_prefix(SHOP).expect("to the shop"));
    assert_eq!(fields.expires_at, server.now_ms() / 1_000 + 180);
    (
        fields.queue_id.expect("an id").to_owned(),
        fields.redirect_type.to_owned(),
    )
}

fn disabled() -> (String, String) {
    (NIL.to_owned(), "disabled".to_owned())
}

#[tokio::test]
async fn people_of_a_group_pass_as_if_the_room_were_disabled() {
    let server = server("").await;
    for address in [
        "198.51.100.200",
        "::ffff:198.51.100.1",
        "2001:db8:0:1::9",
        "203.0.113.7",
    ] {
        let reply = from(&server, address, "/?c=demo&e=sale", &[]).await;
        assert_eq!(
            (reply.status.as_u16(), passed(&server, reply.location(), address)),
            (302, disabled()),
            "{address}"
        );
        assert!(reply.header("set-cookie").is_empty());
        let poll = from(&server, address, "/api/getStatus?c=demo&e=sale", &[]).await.json();
        assert_eq!(
            passed(&server, poll["redirectUrl"].as_str().expect("a turn"), address),
            disabled()
        );
    }
    for address in ["198.51.101.1", "203.0.113.8", "2001:db8:1::1"] {
        let reply = from(&server, address, "/?c=demo&e=sale", &[]).await;
        assert!(
            reply.location().starts_with("/?c=demo&e=sale&q="),
            "{address}: {}",
            reply.location()
        );
    }
    let forged = from(
        &server,
        "192.0.2.1",
        "/?c=demo&e=sale",
        &[("x-forwarded-for", "203.0.113.7")],
    )
    .await;
    assert!(
        forged.location().starts_with("/?c=demo"),
        "an address is not what a client says it is"
    );
    let metrics = server.get("/metrics", &[]).await.text();
    assert!(
        metrics.contains("anteroom_pages_total{outcome=\"Bypassed\"} 4"),
        "{metrics}"
    );
}

#[tokio::test]
async fn a_foreign_target_stays_foreign_and_a_room_of_any_phase_is_passed() {
    let server = server("invite_only = true\nstart = 2030-01-01T00:00:00Z\nbefore = \"hidden\"").await;
    let foreign = from(
        &server,
        "203.0.113.7",
        "/?c=demo&e=sale&t=https%3A%2F%2Fevil.example%2F",
        &[],
    )
    .await;
    assert_eq!(foreign.status, 403);
    let reply = from(&server, "203.0.113.7", "/?c=demo&e=sale", &[]).await;
    assert_eq!(passed(&server, reply.location(), "203.0.113.7"), disabled());
    assert_eq!(from(&server, "192.0.2.1", "/?c=demo&e=sale", &[]).await.status, 404);
}

#[tokio::test]
async fn holders_who_bypass_the_room_by_address_are_not_waited_for() {
    let server = server("").await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let path = format!("/?{}", visitor.query);
    let reply = from(&server, "203.0.113.7", &path, &[]).await;
    assert_eq!(
        passed(&server, reply.location(), "203.0.113.7"),
        disabled(),
        "as everybody of the group, without an id"
    );
    assert_eq!(visitor.load().await.slot("number"), "1", "and the place is kept");
}

/// Addresses pass only behind the protection against abuse: a visitor who guesses keys does not
/// avoid that protection by being in a group.
#[tokio::test]
async fn abuse_is_judged_before_addresses_pass() {
    let sale = room(
        "sale",
        "max_outflow = 0\ninvite_only = true\nbypass_ip_groups = [\"office\"]",
    );
    let second = room("second", "max_outflow = 0\ninvite_only = true");
    let server = TestServer::with(&format!("{OFFICE}{sale}{second}")).await;
    let ask = async |room: &str| from(&server, "203.0.113.7", &format!("/?c=demo&e={room}&code=x"), &[]).await;
    for _ in 0..30 {
        assert_eq!(ask("second").await.status, 403);
    }
    assert_eq!(
        ask("sale").await.error_page(),
        (503, String::new(), "overload".to_owned())
    );
    server.advance(60_000).await;
    assert_eq!(passed(&server, ask("sale").await.location(), "203.0.113.7"), disabled());
}

/// Guesses from a whole /48 count as those of one subnet, and do not block others.
#[tokio::test]
async fn the_addresses_of_a_network_do_not_multiply_guesses_at_keys() {
    let server = TestServer::with(&room("sale", "max_outflow = 0\ninvite_only = true")).await;
    let ask = async |address: String| {
        let reply = from(&server, &address, "/?c=demo&e=sale&code=x", &[]).await;
        reply.status.as_u16()
    };
    let mut judged = 0;
    for n in 0..3_000 {
        match ask(format!("2001:db8:7:{n:x}::1")).await {
            403 => judged += 1,
            status => assert_eq!(status, 503),
        }
    }
    assert_eq!(judged, 120);
    for address in ["2001:db8:8::1", "192.0.2.1"] {
        assert_eq!(
            ask(address.to_owned()).await,
            403,
            "{address}: not on the list, and not stopped"
        );
    }
}

#[tokio::test]
async fn a_bypass_link_leads_past_the_room_for_three_minutes() {
    let server = server("").await;
    let path = "rooms/demo/sale/bypass-link";
    let mut ids = BTreeSet::new();
    for body in ["", "{}", r#"{"targetUrl": "https://shop.example/"}"#] {
        let reply = server.admin(Method::POST, path, body).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        let link = reply.json();
        assert_eq!(link["expiresAt"], "2023-11-14T22:16:20Z");
        let url = link["url"].as_str().expect("a URL");
        assert_eq!(verified(&server, url, None), Ok(()), "for whoever opens it");
        let (id, kind) = named(&server, url);
        assert_eq!(kind, "directLink");
        assert!(id != NIL && ids.insert(id), "another one each time");
    }
    for (body, status, pointer) in [
        (r#"{"targetUrl": "https://evil.example/"}"#, 422, "/targetUrl"),
        (r#"{"targetUrl": 7}"#, 422, "/targetUrl"),
        (r#"{"address": "203.0.113"}"#, 422, "/address"),
        (r#"{"where": "x"}"#, 422, "/where"),
        ("nonsense", 400, ""),
    ] {
        let reply = server.admin(Method::POST, path, body).await;
        let answer = (
            reply.status.as_u16(),
            reply.json()["pointer"].as_str().unwrap_or_default().to_owned(),
        );
        assert_eq!(answer, (status, pointer.to_owned()), "{body}");
    }
    for address in ["192.0.2.1", "::ffff:192.0.2.1"] {
        let body = format!(r#"{{"address": "{address}"}}"#);
        let link = server.admin(Method::POST, path, &body).await.json();
        let (_, kind) = passed(&server, link["url"].as_str().expect("a URL"), "192.0.2.1");
        assert_eq!(kind, "directLink");
    }
    let made = server.admin(Method::GET, "audit?resource=room/demo/sale", "").await;
    let made = made.json()["entries"].as_array().expect("entries").clone();
    assert_eq!(
        made.len(),
        5,
        "each link is in the audit log, and nothing that was refused"
    );
    assert!(
        made.iter()
            .all(|entry| entry["action"] == "bypass link made" && entry["changes"] == serde_json::json!([]))
    );
    assert_eq!(
        server
            .admin(Method::POST, "rooms/demo/none/bypass-link", "")
            .await
            .status,
        404
    );
    assert_eq!(
        server.get("/admin/v1/rooms/demo/sale/bypass-link", &[]).await.status,
        401
    );
}

#[test]
fn groups_and_keys_that_make_no_sense_are_refused() {
    let fields = |text: &str| {
        let whole = format!(
            "[server]\nhttp = \"127.0.0.1:8080\"\npublic_url = \"https://queue.example\"\nmaster_key = \"{}\"\n\n\
             [[customer]]\nid = \"demo\"\nsecret_key = \"s\"\n\n{text}",
            crate::support::MASTER_KEY
        );
        let problems = anteroom::config::Config::parse(&whole, []).err().unwrap_or_default();
        problems.into_iter().map(|problem| problem.field).collect::<Vec<_>>()
    };
    let sale = |keys: &str| room("sale", &format!("max_outflow = 1\n{keys}"));
    let group = |id: &str, address: &str| format!("[[ip_group]]\nid = \"{id}\"\naddresses = [\"{address}\"]\n");
    assert!(
        fields(&format!(
            "{OFFICE}{}",
            sale("bypass_ip_groups = [\"office\"]\nvisitor_key = \"none\"")
        ))
        .is_empty()
    );
    for (text, field) in [
        (sale("bypass_ip_groups = [\"office\"]"), "room[0].bypass_ip_groups[0]"),
        (sale("visitor_key = \"some\""), "room[0].visitor_key"),
        (
            sale("invite_only = true\nvisitor_key = \"none\""),
            "room[0].visitor_key",
        ),
        (group("Office", "192.0.2.1"), "ip_group[0].id"),
        (group("office", "192.0.2.300"), "ip_group[0].addresses[0]"),
        (group("office", "0.0.0.0/0"), "ip_group[0].addresses[0]"),
        (group("office", "::/0"), "ip_group[0].addresses[0]"),
        (format!("{OFFICE}{OFFICE}"), "ip_group[1].id"),
    ] {
        assert_eq!(fields(&text), [field], "{text}");
    }
    let _ = config("memory:", &sale("invite_only = true\nvisitor_key = \"required\""));
}

async fn groups(server: &TestServer, method: Method, path: &str, body: &str) -> (u16, Value) {
    let reply = server.admin(method, &format!("ip-groups{path}"), body).await;
    reply.status_and_json()
}

#[tokio::test]
async fn groups_change_while_the_room_is_open() {
    let server = server("").await;
    let office = serde_json::json!({
        "id": "office", "addresses": ["198.51.100.0/24", "2001:db8::/48", "203.0.113.7"], "rooms": ["demo/sale"],
    });
    assert_eq!(
        groups(&server, Method::GET, "", "").await,
        (200, serde_json::json!([office]))
    );
    let passes = async |address: &str| {
        let reply = from(&server, address, "/?c=demo&e=sale", &[]).await;
        reply.location().starts_with(SHOP)
    };
    assert!(!passes("192.0.2.9").await);
    let (status, changed) = groups(&server, Method::PATCH, "/office", r#"{"addresses": ["192.0.2.0/25"]}"#).await;
    assert_eq!(
        (status, &changed["addresses"]),
        (200, &serde_json::json!(["192.0.2.0/25"]))
    );
    assert!(passes("192.0.2.9").await && !passes("203.0.113.7").await);

    let support = r#"{"id": "support", "addresses": ["203.0.113.0/29"]}"#;
    assert_eq!(groups(&server, Method::POST, "", support).await.0, 201);
    assert_eq!(groups(&server, Method::POST, "", support).await.0, 409);
    assert_eq!(
        groups(&server, Method::GET, "/support", "").await.1["rooms"],
        serde_json::json!([])
    );
    assert!(!passes("203.0.113.1").await, "no room names it");
    let (status, problem) = groups(&server, Method::DELETE, "/office", "").await;
    assert_eq!(status, 409, "the room names it: {problem}");
    assert!(passes("192.0.2.9").await);
    assert_eq!(groups(&server, Method::DELETE, "/support", "").await.0, 204);
    assert_eq!(groups(&server, Method::DELETE, "/support", "").await.0, 404);
    assert_eq!(groups(&server, Method::GET, "/support", "").await.0, 404);

    let server = server.restart(0).await;
    assert_eq!(
        groups(&server, Method::GET, "/office", "").await.1["addresses"],
        serde_json::json!(["192.0.2.0/25"])
    );
    assert_eq!(server.logged().await, ["delete", "create", "change"]);
    let page = server
        .admin(Method::GET, "audit?resource=ip_group/office", "")
        .await
        .json();
    assert_eq!(
        page["entries"][0]["changes"][0]["after"],
        serde_json::json!(["192.0.2.0/25"])
    );
}

#[tokio::test]
async fn a_wrong_group_names_the_field_and_changes_nothing() {
    let server = server("").await;
    for (method, path, body, pointer) in [
        (Method::POST, "", r#"{"id": "Office", "addresses": []}"#, "/id"),
        (
            Method::POST,
            "",
            r#"{"id": "other", "addresses": ["192.0.2.300"]}"#,
            "/addresses/0",
        ),
        (Method::POST, "", r#"{"id": "other"}"#, "/addresses"),
        (
            Method::POST,
            "",
            r#"{"id": "other", "addresses": [], "rooms": []}"#,
            "/rooms",
        ),
        (
            Method::PATCH,
            "/office",
            r#"{"addresses": ["192.0.2.1", "::/0"]}"#,
            "/addresses/1",
        ),
        (Method::PATCH, "/office", r#"{"id": "other", "addresses": []}"#, "/id"),
    ] {
        let (status, problem) = groups(&server, method, path, body).await;
        assert_eq!(
            (status, problem["pointer"].as_str().unwrap_or_default()),
            (422, pointer),
            "{body}: {problem}"
        );
    }
    assert_eq!(server.logged().await, Vec::<String>::new());
    assert_eq!(
        groups(&server, Method::PATCH, "/other", r#"{"addresses": []}"#).await.0,
        404
    );
}
