//! The words for a visitor whose invitation is missing, not valid, or over.

use http::Method;
use protocol::{EnqueueToken, SecretKey, UnixMillis};

use super::joining::token;
use crate::support::{TestServer, room};

const MISSING: &str = "This line needs a valid invitation";
const INVALID: &str = "This invitation isn’t valid";
const OVER: &str = "This invitation is no longer valid";

/// Returns the error id and the heading of the page that refuses a newcomer with this link.
async fn refused(server: &TestServer, query: &str) -> (String, String) {
    let page = server.visitor().at(&format!("c=demo&e=sale{query}")).load().await;
    let (status, id, _) = page.error_page();
    let text = page.text();
    assert_eq!(status, 403, "{query}: {text}");
    let heading = text.split("<h1>").nth(1).and_then(|text| text.split("</h1>").next());
    (id, heading.expect("a heading").to_owned())
}

#[tokio::test]
async fn missing_forged_expired_and_used_tokens_are_distinguished() {
    let server = TestServer::with(&room("sale", "max_outflow = 0\nrequire_enqueue_token = true")).await;
    let own = server.secret();
    let link = |token: &EnqueueToken, key: &SecretKey| format!("&enqueuetoken={}", token.sign(key));
    let is = async |query: &str, heading: &str| {
        let answer = refused(&server, query).await;
        assert_eq!(answer, ("9".to_owned(), heading.to_owned()), "{query}");
    };
    let expired = EnqueueToken {
        expires_at: Some(UnixMillis(server.now_ms())),
        ..token(&server, 1)
    };
    let elsewhere = EnqueueToken {
        room: Some("other".parse().expect("an id")),
        ..token(&server, 2)
    };
    let stranger = SecretKey::new("another").expect("not empty");
    is("", MISSING).await;
    is("&enqueuetoken=", MISSING).await;
    is("&enqueuetoken=x.y.z", INVALID).await;
    is(&link(&elsewhere, &own), INVALID).await;
    is(&link(&expired, &own), OVER).await;
    // The sender of a forged token learns nothing about its time.
    is(&link(&expired, &stranger), INVALID).await;

    let good = link(&token(&server, 3), &own);
    server.visitor().at(&format!("c=demo&e=sale{good}")).enter().await;
    is(&good, OVER).await;
}

#[tokio::test]
async fn missing_unknown_and_used_codes_are_distinguished() {
    let server = TestServer::with(&room("sale", "max_outflow = 0\ninvite_only = true")).await;
    let listed = server
        .admin(Method::POST, "rooms/demo/sale/invites", r#"{"keys": ["anna"]}"#)
        .await;
    assert_eq!(listed.status, 200, "{}", listed.text());
    let is = async |query: &str, id: &str, heading: &str| {
        let answer = refused(&server, query).await;
        assert_eq!(answer, (id.to_owned(), heading.to_owned()), "{query}");
    };
    is("", "10", MISSING).await;
    is("&code=bert", "10", INVALID).await;
    is(&format!("&code={}", "x".repeat(1_000)), "10", INVALID).await;
    server.visitor().at("c=demo&e=sale&code=anna").enter().await;
    is("&code=anna", "11", "You already have a place in line").await;
}
