//! The identifier of an enqueue token, which returns to the site with the visitor.

use axum::body::Body;
use http::Request;
use protocol::EnqueueToken;
use protocol::enqueue_token::TokenIdentifier;
use protocol::queueittoken::TokenFields;

use crate::sites::joining::token;
use crate::support::{TestServer, Visitor, room};

/// Returns a visitor who has entered with a token.
async fn entered(server: &TestServer, token: &EnqueueToken) -> Visitor {
    let token = token.sign(&server.secret());
    let mut visitor = server.visitor().at(&format!("c=demo&e=sale&enqueuetoken={token}"));
    visitor.enter().await;
    visitor
}

/// Returns the claim `ti` of the token with which a visitor goes to the site, and checks its
/// signature.
fn returned(server: &TestServer, url: &str) -> Option<String> {
    let token = url.rsplit_once("queueittoken=").expect("a token").1;
    assert!(TokenFields::parse(token).is_signed_by(&server.secret()), "{token}");
    let claim = token.split('~').find_map(|pair| pair.strip_prefix("ti_"));
    claim.map(str::to_owned)
}

/// The identifier tells the site which of its enqueue tokens led to this visit.
#[tokio::test]
async fn the_identifier_of_an_enqueue_token_comes_back_with_the_visitor() {
    let server = TestServer::with(&room("sale", "max_outflow = 600\nrequire_enqueue_token = true")).await;
    let identifier = |number: u8| TokenIdentifier::from_random([number; 16]).as_str().to_owned();
    let first = entered(&server, &token(&server, 1)).await;
    let prefixed = EnqueueToken {
        identifier: TokenIdentifier::new(format!("shop~{}", identifier(2))).expect("a text"),
        ..token(&server, 2)
    };
    let second = entered(&server, &prefixed).await;
    let own = |visitor: &Visitor| {
        let pairs = visitor.query.split('&');
        let mut own = pairs.filter_map(|pair| pair.strip_prefix("ti="));
        own.next().expect("what the place was given for").to_owned()
    };
    // Nobody can change the identifier of a place, and it need not be repeated in the link.
    let forged = second.query.replace(&own(&second), &own(&first));
    let silent = second.query.replace(&format!("ti={}&", own(&second)), "");
    let url = server.pass(&first).await;
    assert_eq!(returned(&server, &url), Some(identifier(1)));
    assert_eq!(server.pass(&first).await, url, "a lost reply is the same to the byte");
    assert_eq!(
        returned(&server, &server.pass(&second).await),
        Some(identifier(2)),
        "without its prefix"
    );
    let second = second.at(&forged);
    assert_eq!(returned(&server, &server.pass(&second).await), None);
    let second = second.at(&silent);
    assert_eq!(returned(&server, &server.pass(&second).await), None);

    let body = serde_json::json!({ "enqueueToken": token(&server, 3).sign(&server.secret()) }).to_string();
    let request = Request::post("/api/mobileapp/queue/demo/sale/enqueue").header("content-type", "application/json");
    let app = server
        .send(request.body(Body::from(body)).expect("a request"))
        .await
        .json();
    let page = app["QueueUrl"]
        .as_str()
        .expect("a URL")
        .split_once('?')
        .expect("a query")
        .1
        .to_owned();
    let mut view = server.visitor().at(&page);
    view.load().await;
    assert_eq!(returned(&server, &server.pass(&view).await), Some(identifier(3)));
}
