//! The store becomes unavailable: no visitor loses a place, there are no grants, newcomers get an
//! accurate answer, and the room continues by itself when the store is back.
//!
//! The store fails like one whose content cannot be read: the test overwrites the room's ledger
//! with garbage behind the server's back, and later restores it.

use http::Method;
use store::{AnyStore, PoolId, Store, Write};

use crate::support::{TestServer, Visitor};

struct Sabotage {
    store: AnyStore,
    pool: PoolId,
    ledger: Vec<u8>,
}

impl Sabotage {
    async fn begin(server: &TestServer) -> Self {
        let store = server.memory.clone().expect("a server in memory");
        let pool = PoolId::new("demo/sale").expect("a pool");
        let loaded = store.load(&pool, &[]).await.expect("memory");
        let sabotage = Self {
            store,
            pool,
            ledger: loaded.ledger.expect("a ledger").to_vec(),
        };
        sabotage.write(b"rubbish".to_vec()).await;
        sabotage
    }

    async fn end(self) {
        self.write(self.ledger.clone()).await;
    }

    async fn write(&self, ledger: Vec<u8>) {
        let loaded = self.store.load(&self.pool, &[]).await.expect("memory");
        let written = self
            .store
            .commit(&self.pool, loaded.generation, Write::new(ledger))
            .await;
        written.expect("memory");
    }
}

async fn entered(server: &TestServer) -> Visitor {
    let mut visitor = server.visitor();
    visitor.enter().await;
    visitor
}

#[tokio::test]
async fn people_in_line_keep_their_page_and_newcomers_get_one_that_joins_them_later() {
    let server = TestServer::sale(60).await;
    let (first, mut second) = (entered(&server).await, entered(&server).await);
    server.poll(&first).await;
    let away = Sabotage::begin(&server).await;

    let mut newcomer = server.visitor().at("c=demo&e=sale&cid=de");
    let page = newcomer.load().await;
    assert_eq!(page.error_page(), (503, String::new(), "holding".to_owned()));
    assert_eq!(
        (page.html("data-page").as_str(), page.html("lang").as_str()),
        ("holding", "de")
    );
    let again = format!("http-equiv=\"refresh\" content=\"{}\"", page.header("retry-after"));
    assert!(page.text().contains(&again), "joins by itself");
    assert!(newcomer.cookies.is_empty());
    for (path, answer) in [
        ("/status", "We can’t give out new places"),
        ("/status/demo/sale.json", "\"status\":\"degraded\""),
    ] {
        let text = server.get(path, &[]).await.text();
        assert!(text.contains(answer), "{path}: {text}");
    }

    for _ in 0..3 {
        let answer = server.poll(&first).await;
        assert_eq!(
            (answer.status.as_u16(), answer.json()["forecastStatus"].clone()),
            (200, "FirstInLine".into())
        );
        let page = server.resolve(second.send(&format!("/?{}", second.query))).await;
        assert_eq!(
            (page.status.as_u16(), page.slot("number").as_str()),
            (200, "2"),
            "{}",
            page.location()
        );
        server.advance(2_000).await;
    }
    assert_eq!(server.grants().await.len(), 0, "nobody is granted");
    let ready = server.get("/health/ready", &[]).await;
    assert_eq!(
        (ready.status.as_u16(), ready.json()["status"].clone()),
        (200, "degraded".into())
    );
    // A request that must be answered "not now" is answered at the next attempt, half a second
    // later.
    let (refused, ()) = tokio::join!(
        server.admin(Method::POST, "rooms/demo/sale/pause", ""),
        server.advance(1_000)
    );
    assert_eq!(
        (refused.status.as_u16(), refused.header("content-type")),
        (503, "application/problem+json")
    );
    let (leave, ()) = tokio::join!(second.post("/cancel/demo/sale", ""), server.advance(1_000));
    assert_eq!(leave.status, 503, "a cancel that is not durable is not told");
    assert!(!second.cookies.is_empty());

    away.end().await;
    server.advance(1_000).await;
    assert_eq!(newcomer.enter().await.slot("number"), "3");
    server.pass(&first).await;
    assert_eq!(server.get("/health/ready", &[]).await.json()["status"], "ok");
}
