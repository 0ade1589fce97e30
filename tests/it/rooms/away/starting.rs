//! A node starts while its store is unavailable: every request gets an accurate answer, and the
//! node goes into service when the store is available.

use http::{Method, Request};
use serde_json::Value;
use store::{AnyStore, MemoryStore, PoolId, Store, Write};

use super::{ready, rooms, sale};
use crate::support::{TestServer, Visitor};

const NEW_ROOM: &str = r#"{"customer":"demo","id":"extra","name":"Extra","targetUrl":"https://shop.example/","targetHosts":["shop.example"],"maxOutflow":60}"#;

async fn post(server: &TestServer, path: &str) -> (u16, Value) {
    let request = Request::post(path).header("content-type", "application/json");
    let reply = server
        .send(request.body("{}".to_owned().into()).expect("a request"))
        .await;
    reply.status_and_json()
}

#[tokio::test]
async fn everybody_is_told_to_wait_until_the_store_is_there_and_then_served() {
    let memory = MemoryStore::new();
    let before = sale(&memory).await;
    let mut placed: Visitor = before.visitor();
    assert_eq!(placed.enter().await.slot("number"), "1");
    assert_eq!(before.admin(Method::POST, "rooms", NEW_ROOM).await.status, 201);
    memory.set_away(true);
    let server = TestServer::unbegun(AnyStore::Memory(memory.clone()), &rooms());
    let away = server.app.begin().await.expect_err("the store is away");
    assert!(away.is_away(), "{away}");

    assert_eq!(server.get("/health/live", &[]).await.status, 200);
    assert_eq!(
        ready(&server).await,
        (503, "starting".to_owned(), vec!["store".to_owned()])
    );
    let mut newcomer = server.visitor().at("c=demo&e=sale&cid=de");
    let page = newcomer.load().await;
    assert_eq!(page.error_page(), (503, String::new(), "holding".to_owned()));
    assert_eq!(
        (page.html("lang").as_str(), page.header("retry-after").is_empty()),
        ("de", false)
    );
    assert!(page.text().contains("Summer sale"), "the file knows the room");
    assert!(page.text().contains("http-equiv=\"refresh\""), "joins by itself");
    assert!(newcomer.cookies.is_empty());
    let style = page
        .text()
        .split_once("rel=\"stylesheet\" href=\"")
        .map(|(_, rest)| rest.to_owned());
    let style = style
        .expect("a stylesheet")
        .split('"')
        .next()
        .expect("an address")
        .to_owned();
    assert_eq!(server.get(&style, &[]).await.status, 200, "and it looks as it should");
    // Only the store knows this room, so the node cannot say that it does not exist.
    let page = server.visitor().at("c=demo&e=extra").load().await;
    assert_eq!(page.error_page(), (503, String::new(), "holding".to_owned()));
    let mut placed = placed.move_to(&server);
    assert_eq!(placed.load().await.status, 503);
    let poll = placed.poll().await.expect("no panic");
    assert_eq!(
        (poll.status.as_u16(), poll.json()["error"]["code"].clone()),
        (503, "holding".into())
    );
    assert!(
        (4..=10).contains(&poll.header("retry-after").parse::<u32>().unwrap_or(0)),
        "{:?}",
        poll.header("retry-after")
    );
    assert_eq!(placed.get("/cancel/demo/sale").await.status, 503);
    assert_eq!(placed.get("/cancel/multiple/demo?wrl=sale_extra").await.status, 503);
    assert!(!placed.cookies.is_empty(), "the place is not forgotten");
    for path in [
        "/spa-api/queue/demo/sale/enqueue",
        "/api/mobileapp/queue/demo/sale/enqueue",
    ] {
        let (status, answer) = post(&server, path).await;
        assert_eq!(
            (status, answer["error"]["code"].clone()),
            (503, "holding".into()),
            "{path}"
        );
    }
    for path in [
        "/status/integrationconfig/secure/demo",
        "/demo/integrationconfig/javascript/queueclientConfig.js",
    ] {
        assert_eq!(server.get(path, &[]).await.status, 503, "{path}");
    }
    for path in [
        "/draw/demo/sale.json",
        "/draw/demo/sale/receipt.json",
        "/widget/demo/sale.json",
    ] {
        let reply = server.get(path, &[]).await;
        let headers = (reply.header("cache-control"), reply.header("retry-after").is_empty());
        assert_eq!((reply.status.as_u16(), headers), (503, ("no-store", false)), "{path}");
        assert_eq!(reply.json()["error"]["code"], "holding", "{path}");
    }
    let script = server
        .get("/javascriptqueue/demo/sale/1?t=https%3A%2F%2Fshop.example%2F", &[])
        .await
        .text();
    assert!(
        script.contains("\"redirectUrl\":\"https://queue.example/?c=demo"),
        "{script}"
    );
    assert_eq!(server.get("/status.json", &[]).await.json()["status"], "starting");
    let admin = server.admin(Method::GET, "rooms", "").await;
    assert_eq!(
        (
            admin.status.as_u16(),
            admin.header("content-type"),
            admin.header("retry-after")
        ),
        (503, "application/problem+json", "1")
    );

    memory.set_away(false);
    server.app.begin().await.expect("the store is there");
    assert_eq!(ready(&server).await, (200, "ok".to_owned(), vec![]));
    assert_eq!(placed.load().await.slot("number"), "1", "nobody has lost a place");
    assert_eq!(newcomer.enter().await.slot("number"), "2");
    assert_eq!(server.visitor().at("c=demo&e=extra").enter().await.slot("number"), "1");
    assert_eq!(server.visitor().at("c=demo&e=none").load().await.status, 404);
}

#[tokio::test]
async fn a_damaged_store_is_not_one_that_is_away() {
    let memory = MemoryStore::new();
    let pool = PoolId::new("demo/sale").expect("a pool");
    let rubbish = Write::new(b"rubbish".to_vec());
    memory
        .commit(&pool, store::Generation::NONE, rubbish)
        .await
        .expect("memory");
    let server = TestServer::unbegun(AnyStore::Memory(memory), &rooms());
    let error = server.app.begin().await.expect_err("nobody can read that");
    assert!(!error.is_away(), "{error}");
    assert!(error.to_string().contains("demo/sale"), "{error}");
}
