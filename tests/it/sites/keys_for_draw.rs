//! Keys and invitations that only newcomers before the start need, when every place is a ticket of
//! the draw.

use http::Method;
use protocol::EnqueueToken;
use protocol::enqueue_token::Content;

use super::joining::token;
use crate::support::{TestServer, Visitor, config, room};

/// A room whose sale starts in ten minutes.
const SALE: &str = "max_outflow = 0\nstart = \"2023-11-14T22:23:20Z\"\nprequeue_minutes = 10\n\
                    visitor_key_at = \"prequeue\"";
/// From the pre-queue until some time after the start.
const LATER_MS: u64 = 660_000;

async fn sale(keys: &str) -> TestServer {
    TestServer::with(&room("sale", &format!("{SALE}\n{keys}"))).await
}

/// Returns a visitor with token `number` and a key.
fn keyed(server: &TestServer, number: u8, key: &str) -> Visitor {
    let content = Content {
        key: Some(key.into()),
        ..Content::default()
    };
    let token = EnqueueToken {
        content,
        ..token(server, number)
    };
    let token = token.sign(&server.secret());
    server.visitor().at(&format!("c=demo&e=sale&enqueuetoken={token}"))
}

/// Returns the error id of the page that refuses a visitor.
async fn refused(mut visitor: Visitor) -> String {
    let page = visitor.load().await;
    let (status, id, _) = page.error_page();
    assert_eq!(status, 403, "{}", page.text());
    id
}

fn places(server: &TestServer) -> u64 {
    server.room("sale").published().snapshot.ledger().next.0
}

#[tokio::test]
async fn only_those_who_come_before_the_start_need_a_key() {
    let server = sale("visitor_key = \"unique\"").await;
    assert_eq!(refused(server.visitor()).await, "10");
    let mut early = keyed(&server, 1, "anna");
    early.enter().await;
    assert_eq!(refused(keyed(&server, 2, "anna")).await, "11", "one ticket");
    server.advance(LATER_MS).await;
    server.visitor().enter().await;
    keyed(&server, 3, "anna").enter().await;
    early.load().await;
    assert_eq!(places(&server), 3, "a place is kept, and no key is read any more");
}

#[tokio::test]
async fn only_those_who_come_before_the_start_need_an_invitation() {
    let server = sale("invite_only = true").await;
    let listed = server
        .admin(Method::POST, "rooms/demo/sale/invites", r#"{"keys": ["anna"]}"#)
        .await;
    assert_eq!(listed.status, 200, "{}", listed.text());
    let with_code = |code: &str| server.visitor().at(&format!("c=demo&e=sale&code={code}"));
    assert_eq!(refused(server.visitor()).await, "10");
    assert_eq!(refused(with_code("bert")).await, "10", "not on the list");
    with_code("anna").enter().await;
    assert_eq!(refused(with_code("anna")).await, "11");
    server.advance(LATER_MS).await;
    server.visitor().enter().await;
    with_code("bert").enter().await;
    assert_eq!(places(&server), 3);
}

#[tokio::test]
async fn by_default_a_key_is_needed_after_the_start_as_well() {
    let keys = SALE.replace("\"prequeue\"", "\"entry\"");
    let server = TestServer::with(&room("sale", &format!("{keys}\nvisitor_key = \"required\""))).await;
    server.advance(LATER_MS).await;
    assert_eq!(refused(server.visitor()).await, "10");
    keyed(&server, 1, "anna").enter().await;
}

/// At a node that has not heard of the new run, the gates ask for nothing, since there the sale has
/// begun.
#[tokio::test]
async fn who_came_after_the_start_gets_no_ticket_of_the_next_draw_without_a_key() {
    for keys in ["visitor_key = \"unique\"", "invite_only = true"] {
        let server = sale(keys).await;
        server.advance(LATER_MS).await;
        let later = SALE
            .replace("22:23:20", "23:23:20")
            .replace("minutes = 10", "minutes = 60");
        let rooms = room("sale", &format!("{later}\n{keys}"));
        let server = server.restart_with(0, config("memory:", &rooms)).await;
        server.settle().await;
        let beside = server.beside().await;
        beside.act("reset").await;
        beside.settle().await;
        let run_at = |node: &TestServer| node.room("sale").published().snapshot.run();
        assert!(run_at(&server) < run_at(&beside), "the node has not heard of it");
        let reply = server.resolve(server.visitor().send("/?c=demo&e=sale")).await;
        assert_eq!((reply.status.as_u16(), reply.location()), (302, "/?c=demo&e=sale"));
        assert_eq!(run_at(&server), run_at(&beside));
        assert_eq!(places(&server), 0);
        assert_eq!(refused(server.visitor()).await, "10");
    }
}
