//! Malformed requests, through the whole router: each gets a designed answer, without a server
//! error, without a link to a foreign host, and without a secret.
//!
//! `request` generates the requests, and `verdict` judges the answers. The rooms are in every state
//! that visitors can meet, and earlier requests can have changed them. The HTTP library is
//! responsible for bytes that do not form a request.

mod inputs;
mod request;
mod verdict;

use std::cell::RefCell;
use std::collections::BTreeMap;

use axum::body::Body;
use http::{Method, Request};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};
use protocol::enqueue_token::{Content, TokenIdentifier};
use protocol::{EnqueueToken, UnixMillis};
use serde_json::json;
use tower::ServiceExt;

use self::request::{Genuine, Strange, strange};
use crate::support::{ADMIN_TOKEN, Reply, TestServer, room};

/// Requests in a run.
const CASES: u32 = 3_000;

/// Statuses that must have been returned, which shows that the requests reach all kinds of code.
const STATUSES: [u16; 9] = [200, 302, 303, 400, 401, 403, 404, 405, 410];
/// The least number of answers with each of these statuses.
const TIMES_MIN: u32 = 5;

/// One room per state; the requests choose among them.
const ROOMS: [(&str, &str); 8] = [
    ("sale", "max_outflow = 600"),
    ("held", "max_outflow = 0"),
    ("atpeak", "max_outflow = 600\nvisibility = \"at-peak\""),
    (
        "soon",
        "max_outflow = 600\nstart = 2023-11-14T22:43:20Z\nprequeue_minutes = 60",
    ),
    ("invited", "max_outflow = 600\ninvite_only = true"),
    (
        "tokens",
        "max_outflow = 600\nrequire_enqueue_token = true\nvisitor_key = \"unique\"",
    ),
    (
        "hidden",
        "max_outflow = 600\nstart = 2023-11-15T22:13:20Z\nbefore = \"hidden\"",
    ),
    (
        "over",
        "max_outflow = 600\nstart = 2023-11-13T22:13:20Z\nend = 2023-11-14T20:13:20Z",
    ),
];

/// The key with which connectors authenticate.
const API_KEY: &str = "for-connectors-9a41";

/// The room of the genuine place. This room lets no visitors in, so the place stays in line.
const WAITS_IN: &str = "held";

/// Returns genuine values that a visitor of the server has.
async fn genuine(server: &TestServer) -> Genuine {
    let mut waiting = server.visitor().at(&format!("c=demo&e={WAITS_IN}"));
    waiting.enter().await;
    let form = waiting.query.clone();
    let code = waiting.post("/move", &form).await.slot("code");
    let mut left = server.visitor().at(&format!("c=demo&e={WAITS_IN}"));
    left.enter().await;
    let given_up = left.post(&format!("/exitline.aspx?{}", left.query), "").await;
    assert!(
        given_up.status.is_redirection() || given_up.status.is_success(),
        "{}",
        given_up.text()
    );
    let mut passed = server.visitor();
    passed.enter().await;
    let url = server.pass(&passed).await;
    let (_, token) = url.rsplit_once("queueittoken=").expect("a token");
    Genuine {
        rooms: ROOMS.iter().map(|(id, _)| (*id).to_owned()).collect(),
        waits_in: WAITS_IN,
        queue_id: waiting.queue_id(),
        left_id: left.queue_id(),
        cookie: waiting.cookies["anteroom_place"].clone(),
        transfer_code: code,
        token: token.to_owned(),
        enqueue_token: enqueue_token(server),
        invite: invite(server).await,
    }
}

/// Gives the customer a key for connectors, and publishes a configuration for download with this
/// key.
async fn publish(server: &TestServer) {
    let change = json!({ "apiKey": API_KEY }).to_string();
    assert_eq!(server.admin(Method::PATCH, "customers/demo", &change).await.status, 200);
    let action = json!({ "name": "all", "type": "queue", "room": "sale", "triggers": ["All Pages (Queue-it)"] });
    let draft = Request::put("/admin/v1/customers/demo/integration/draft")
        .header("authorization", format!("Bearer {ADMIN_TOKEN}"))
        .header("if-match", "*")
        .body(Body::from(json!({ "actions": [action] }).to_string()));
    assert_eq!(server.send(draft.expect("a request")).await.status, 200);
    let published = server
        .admin(Method::POST, "customers/demo/integration/publish", "{}")
        .await;
    assert_eq!(published.status, 201, "{}", published.text());
}

async fn invite(server: &TestServer) -> String {
    let reply = server
        .admin(Method::POST, "rooms/demo/invited/invites", r#"{"count":1}"#)
        .await;
    reply.json()["invites"][0]["key"].as_str().expect("a key").to_owned()
}

fn enqueue_token(server: &TestServer) -> String {
    let token = EnqueueToken {
        issued_at: UnixMillis(server.now_ms()),
        expires_at: None,
        identifier: TokenIdentifier::from_random([7; 16]),
        customer: "demo".parse().expect("an id"),
        room: Some("tokens".parse().expect("an id")),
        address: None,
        forwarded_for: None,
        content: Content {
            key: Some("user-42".into()),
            ..Content::default()
        },
    };
    token.sign(&server.secret())
}

async fn answered(server: &TestServer, request: Request<Body>) -> Reply {
    let router = server.router.clone();
    let asked = async move { Reply::read(router.oneshot(request).await.expect("the router always answers")).await };
    server.resolve(tokio::spawn(asked)).await
}

#[test]
fn every_malformed_request_gets_a_designed_answer() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    let (server, genuine) = runtime.block_on(async {
        let rooms: Vec<String> = ROOMS.iter().map(|(id, keys)| room(id, keys)).collect();
        let server = TestServer::with(&rooms.join("\n")).await;
        publish(&server).await;
        let genuine = genuine(&server).await;
        (server, genuine)
    });
    let said = RefCell::new(BTreeMap::<u16, u32>::new());
    let judge = |asked: Strange| {
        let reply = runtime.block_on(answered(&server, asked.request()));
        *said.borrow_mut().entry(reply.status.as_u16()).or_default() += 1;
        verdict::of(&asked, &reply).map_err(TestCaseError::fail)
    };
    let mut runner = TestRunner::new(ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    if let Err(failure) = runner.run(&strange(&genuine), judge) {
        panic!("{failure}");
    }
    let said = said.into_inner();
    let enough = |status: u16| said.get(&status).is_some_and(|times| *times >= TIMES_MIN);
    assert!(
        STATUSES.into_iter().all(enough),
        "the requests reach everything: {said:?}"
    );
}
