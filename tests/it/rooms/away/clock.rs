//! The nodes of a store have one wall time, regardless of their machines' clocks.

use store::{AnyStore, MemoryStore};

use super::{ready, rooms, sale};
use crate::support::TestServer;

#[tokio::test]
async fn a_machine_whose_clock_is_off_goes_by_the_stores_and_is_reported() {
    let memory = MemoryStore::new();
    let server = sale(&memory).await;
    let machine_ms = server.now_ms();
    let store = AnyStore::Memory(memory.clone());
    let look = async || {
        let clock = anteroom::clock::Clock::Manual(server.clock.clone());
        server.app.store_monitor.clock_sync.sample(&store, &clock).await
    };
    memory.set_wall_ms(machine_ms + 700);
    look().await.expect("memory");
    assert_eq!(server.now_ms(), machine_ms + 700, "forward at once");
    assert_eq!(ready(&server).await, (200, "ok".to_owned(), vec![]));

    memory.set_wall_ms(machine_ms + 3_000);
    look().await.expect("memory");
    assert_eq!(server.now_ms(), machine_ms + 3_000);
    assert_eq!(
        ready(&server).await,
        (200, "degraded".to_owned(), vec!["clock".to_owned()])
    );
    let page = server.get("/metrics", &[]).await.text();
    assert!(page.contains("anteroom_store_clock_offset_seconds 3.0"), "{page}");

    // Another server holds the store now, with a correct clock: no node's time goes back.
    memory.set_wall_ms(machine_ms);
    look().await.expect("memory");
    assert_eq!(server.now_ms(), machine_ms + 3_000);
    server.advance(2_000).await;
    assert_eq!(server.now_ms(), machine_ms + 4_000, "at half speed");
    server.advance(10_000).await;
    assert_eq!(server.now_ms(), machine_ms + 12_000);
    assert_eq!(ready(&server).await, (200, "ok".to_owned(), vec![]));
    memory.set_away(true);
    assert!(look().await.is_err());
    assert_eq!(server.now_ms(), machine_ms + 12_000, "the last offset holds");
}

#[tokio::test]
async fn tokens_of_two_nodes_are_stamped_alike() {
    let memory = MemoryStore::new();
    let store = AnyStore::Memory(memory.clone());
    let (one, other) = (
        TestServer::unbegun(store.clone(), &rooms()),
        TestServer::unbegun(store, &rooms()),
    );
    other.clock.advance_ms(5_000);
    let now_ms = one.now_ms() + 1_000;
    memory.set_wall_ms(now_ms);
    for server in [&one, &other] {
        server.app.begin().await.expect("memory");
    }
    assert_eq!(
        (one.now_ms(), other.now_ms()),
        (now_ms, now_ms),
        "from the start, for nobody was told the time"
    );
    let mut visitor = one.visitor();
    visitor.enter().await;
    let url = one.pass(&visitor).await;
    let stamped = format!("ts_{}", (one.now_ms() / 1_000) + 180);
    assert!(url.contains(&stamped), "{url} has {stamped}");
}
