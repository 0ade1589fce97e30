//! A server without listeners: everything behind the router is real, and the clock moves only when
//! a test moves it.
//!
//! The pool nodes of the rooms sleep by that clock, so [`TestServer::advance`] moves it and lets
//! every pool node act. A claim that a pool node holds open is answered while another task moves
//! the clock: see [`TestServer::resolve`].

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use admission::WallMs;
use anteroom::clock::{Clock, ManualClock};
use anteroom::config::Config;
use anteroom::entropy::Entropy;
use anteroom::http::{AppState, SharedAppState, VisitorService};
use anteroom::rooms::Room;
use anteroom::server;
use anteroom::server::listen::Responder;
use axum::Router;
use axum::body::Body;
use http::{Method, Request};
use protocol::{CustomerId, MasterKey, QueueIdCodec, RoomId, SecretKey};
use serde::Deserialize;
use serde_json::Value;
use store::{AnyStore, MemoryStore};
use tempfile::TempDir;
use tower::ServiceExt;

use super::{Poll, Reply, Visitor};

/// The bearer token of the admin API.
pub(crate) const ADMIN_TOKEN: &str = "operators-only-7d1f";
/// The key that signs the tokens of customer `demo`.
pub(crate) const SECRET: &str = "shared-with-the-shop-52c3";
/// The master key of the server.
pub(crate) const MASTER_KEY: &str = "4f1d9c2e7ab8530660c7e1d84fb2a39577de18c46a05f9b32c8ed1746b90ea53";
/// The wall time at which every test starts, so that queue ids and tokens are the same in every
/// run.
pub(crate) const START_MS: u64 = 1_700_000_000_000;
/// The step of time while a test waits for an answer, in milliseconds.
const STEP_MS: u64 = 50;
/// The longest time until an answer, in virtual milliseconds.
const ANSWER_MS_MAX: u64 = 30_000;

/// Returns a room of customer `demo` with these additional keys.
pub(crate) fn room(id: &str, keys: &str) -> String {
    format!(
        "[[room]]\ncustomer = \"demo\"\nid = \"{id}\"\ntarget_url = \"https://shop.example/{{show}}\"\n\
         target_hosts = [\"shop.example\"]\n{keys}\n"
    )
}

/// Returns a router with this service behind it, which tests can wrap in layers.
fn router(service: Arc<VisitorService>) -> Router {
    Router::new().fallback(move |request: Request<Body>| service.clone().respond(request))
}

thread_local! {
    static OPENED: Cell<u64> = const { Cell::new(0) };
}

/// Returns a source with a new seed for each server of a test, because nodes of one store need
/// different seeds. The seeds are the same in every run.
fn entropy() -> Entropy {
    Entropy::seeded(OPENED.replace(OPENED.get() + 1))
}

/// A server, and the folder of its store if it has one.
pub(crate) struct TestServer {
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) entropy: Entropy,
    pub(crate) config: Config,
    pub(crate) app: SharedAppState,
    pub(crate) router: Router,
    /// Kept here if the store would disappear with its last handle.
    pub(crate) memory: Option<AnyStore>,
    folder: Option<TempDir>,
}

/// A line of the admin API's grants.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ShownGrant {
    pub(crate) granted_at: u64,
    pub(crate) queue_id: String,
    pub(crate) queue_number: u64,
    pub(crate) rt: String,
}

impl TestServer {
    /// Opens a server with one room, `demo/sale`, of this outflow.
    pub(crate) async fn sale(max_outflow: u32) -> Self {
        Self::with(&room(
            "sale",
            &format!("name = \"Summer sale\"\nmax_outflow = {max_outflow}"),
        ))
        .await
    }

    /// Opens a server with these rooms on a memory store.
    pub(crate) async fn with(rooms: &str) -> Self {
        Self::of(config("memory:", rooms)).await
    }

    /// Opens a server with this configuration on a memory store.
    pub(crate) async fn of(config: Config) -> Self {
        let memory = store::open("memory:", || 0).expect("memory");
        Self::open(config, START_MS, Some(memory), None).await
    }

    /// Opens a server with these rooms on a memory store, at this time.
    pub(crate) async fn at(wall_ms: u64, rooms: &str) -> Self {
        Self::of_at(wall_ms, config("memory:", rooms)).await
    }

    /// Opens a server with this configuration on a memory store, at this time.
    pub(crate) async fn of_at(wall_ms: u64, config: Config) -> Self {
        let memory = store::open("memory:", || 0).expect("memory");
        Self::open(config, wall_ms, Some(memory), None).await
    }

    /// Opens a server with these rooms on a store that outlives the server.
    pub(crate) async fn on(store: AnyStore, rooms: &str) -> Self {
        Self::open(config("memory:", rooms), START_MS, Some(store), None).await
    }

    /// Opens a server with these rooms on a durable store of its own.
    pub(crate) async fn durable(rooms: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = format!("embedded:{}", folder.path().join("data").display());
        Self::open(config(&store, rooms), START_MS, None, Some(folder)).await
    }

    /// Opens a server with these rooms on a durable store in that folder.
    pub(crate) async fn in_folder(folder: &Path, rooms: &str) -> Self {
        Self::stored(config(&format!("embedded:{}", folder.display()), rooms)).await
    }

    /// Opens a server with this configuration on the store that it names.
    pub(crate) async fn stored(config: Config) -> Self {
        Self::open(config, START_MS, None, None).await
    }

    async fn open(config: Config, wall_ms: u64, memory: Option<AnyStore>, folder: Option<TempDir>) -> Self {
        Self::open_at(ManualClock::at(WallMs(wall_ms)), config, memory, folder).await
    }

    async fn open_at(
        manual: Arc<ManualClock>,
        config: Config,
        memory: Option<AnyStore>,
        folder: Option<TempDir>,
    ) -> Self {
        let (clock, entropy) = (Clock::Manual(manual.clone()), entropy());
        let app = match &memory {
            Some(store) => server::open_on(&config, store.clone(), &clock, &entropy).await,
            None => server::open(&config, &clock, &entropy).await,
        };
        let app = app.expect("the server opens");
        Self::around(app, (manual, entropy), config, (memory, folder))
    }

    fn around(
        app: AppState,
        (clock, entropy): (Arc<ManualClock>, Entropy),
        config: Config,
        (memory, folder): (Option<AnyStore>, Option<TempDir>),
    ) -> Self {
        let app = Arc::new(app);
        let router = router(VisitorService::new(app.clone()));
        Self {
            clock,
            entropy,
            config,
            app,
            router,
            memory,
            folder,
        }
    }

    /// Returns a server that was started on this store and is not in service yet.
    pub(crate) fn unbegun(store: AnyStore, rooms: &str) -> Self {
        Self::unbegun_with(store, &config("memory:", rooms))
    }

    /// Like [`unbegun`](Self::unbegun), with the configuration of another node.
    pub(crate) fn unbegun_with(store: AnyStore, config: &Config) -> Self {
        let manual = ManualClock::at(WallMs(START_MS));
        let (clock, entropy) = (Clock::Manual(manual.clone()), entropy());
        let app = server::prepare(config, store.clone(), &clock, &entropy).expect("the server is prepared");
        Self::around(app, (manual, entropy), config.clone(), (Some(store), None))
    }

    /// Stops like the server, and starts again on the same store, `gap_ms` later by wall time.
    /// Visitors need [`Visitor::move_to`].
    pub(crate) async fn restart(self, gap_ms: u64) -> Self {
        let config = self.config.clone();
        self.restart_with(gap_ms, config).await
    }

    /// Like [`restart`](Self::restart), with a changed configuration.
    pub(crate) async fn restart_with(self, gap_ms: u64, config: Config) -> Self {
        let wall_ms = self.now_ms() + gap_ms;
        drop(self.router);
        let app = Arc::into_inner(self.app).expect("nobody asks any more: drop visitors' routers first");
        app.close(Duration::from_secs(10)).await;
        Self::open(config, wall_ms, self.memory, self.folder).await
    }

    /// Stops, and fails to start again with a changed configuration; returns the error.
    pub(crate) async fn fail_to_restart_with(self, config: Config) -> String {
        let clock = Clock::Manual(self.clock.clone());
        drop(self.router);
        let app = Arc::into_inner(self.app).expect("nobody asks any more: drop visitors' routers first");
        app.close(Duration::from_secs(10)).await;
        match server::open(&config, &clock, &entropy()).await {
            Ok(_) => panic!("it starts"),
            Err(error) => format!("{error:#}"),
        }
    }

    /// Opens another node on the same memory store. Its clock starts at the same time, and moves
    /// independently.
    pub(crate) async fn twin(&self) -> Self {
        Self::open(self.config.clone(), self.now_ms(), self.memory.clone(), None).await
    }

    /// Opens another node on the same memory store, with the same clock.
    pub(crate) async fn beside(&self) -> Self {
        Self::open_at(self.clock.clone(), self.config.clone(), self.memory.clone(), None).await
    }

    /// Like [`beside`](Self::beside), with this connection to the store, which can be cut.
    pub(crate) async fn beside_on(&self, line: MemoryStore) -> Self {
        let line = AnyStore::Memory(line);
        Self::open_at(self.clock.clone(), self.config.clone(), Some(line), None).await
    }

    /// Returns the milliseconds since the Unix epoch, by the server's clock.
    pub(crate) fn now_ms(&self) -> u64 {
        Clock::Manual(self.clock.clone()).wall().0
    }

    /// Returns a browser that has never been here.
    pub(crate) fn visitor(&self) -> Visitor {
        Visitor::new(self.router.clone(), "c=demo&e=sale")
    }

    /// Returns a room.
    pub(crate) fn room(&self, id: &str) -> Arc<Room> {
        self.app.rooms.get("demo", id).expect("a room of the server")
    }

    /// Lets time pass, and lets every pool node act on it.
    pub(crate) async fn advance(&self, ms: u64) {
        self.clock.advance_ms(ms);
        self.settle().await;
    }

    /// Lets every request and every pool node do all work that needs no time.
    pub(crate) async fn settle(&self) {
        breathe().await;
        for room in self.app.rooms.all() {
            room.tick().await;
        }
        breathe().await;
    }

    /// Lets time pass until a request is answered.
    pub(crate) async fn resolve(&self, poll: Poll) -> Reply {
        let started = self.now_ms();
        self.settle().await;
        while !poll.is_finished() {
            assert!(
                self.now_ms() - started < ANSWER_MS_MAX,
                "no answer in {ANSWER_MS_MAX} ms"
            );
            self.advance(STEP_MS).await;
        }
        poll.await.expect("handlers do not panic")
    }

    /// Polls and returns the answer.
    pub(crate) async fn poll(&self, visitor: &Visitor) -> Reply {
        self.resolve(visitor.poll()).await
    }

    /// Polls at the intervals in the answers until it is the visitor's turn; returns the URL of the
    /// redirect.
    pub(crate) async fn pass(&self, visitor: &Visitor) -> String {
        for _ in 0..1_000 {
            let reply = self.poll(visitor).await.json();
            if let Some(url) = reply["redirectUrl"].as_str() {
                return url.to_owned();
            }
            self.advance(reply["updateInterval"].as_u64().expect("an interval"))
                .await;
        }
        panic!("never let through");
    }

    /// Sends a request to the admin API with the bearer token.
    pub(crate) async fn admin(&self, method: Method, path: &str, body: &str) -> Reply {
        let request = Request::builder()
            .method(method)
            .uri(format!("/admin/v1/{path}"))
            .header("authorization", format!("Bearer {ADMIN_TOKEN}"))
            .body(Body::from(body.to_owned()))
            .expect("a request");
        self.send(request).await
    }

    /// Changes the room `demo/sale`, which must succeed.
    pub(crate) async fn patch(&self, body: &str) -> Value {
        let reply = self.admin(Method::PATCH, "rooms/demo/sale", body).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    /// Pauses or resumes the room `demo/sale`.
    pub(crate) async fn act(&self, action: &str) {
        let reply = self.admin(Method::POST, &format!("rooms/demo/sale/{action}"), "").await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    }

    /// Returns the grants of the room `demo/sale` from the admin API.
    pub(crate) async fn grants(&self) -> Vec<ShownGrant> {
        self.grants_of("sale").await
    }

    /// Returns the grants of another room of `demo`.
    pub(crate) async fn grants_of(&self, room: &str) -> Vec<ShownGrant> {
        let reply = self.admin(Method::GET, &format!("rooms/demo/{room}/grants"), "").await;
        let lines = reply.text();
        lines
            .lines()
            .map(|line| serde_json::from_str(line).expect("NDJSON"))
            .collect()
    }

    /// Returns the actions in the audit log, newest first.
    pub(crate) async fn logged(&self) -> Vec<String> {
        let page = self.admin(Method::GET, "audit", "").await.json();
        let entries = page["entries"].as_array().expect("entries").iter();
        entries
            .map(|entry| entry["action"].as_str().expect("a word").to_owned())
            .collect()
    }

    /// Returns the statistics of the room `demo/sale`.
    pub(crate) async fn stats(&self) -> Value {
        self.admin(Method::GET, "rooms/demo/sale/stats", "").await.json()
    }

    /// Sends any request.
    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let answer = self.router.clone().oneshot(request).await;
        Reply::read(answer.expect("the router always answers")).await
    }

    /// Sends a GET request with these headers.
    pub(crate) async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        let request = headers.iter().fold(Request::get(path), |request, (name, value)| {
            request.header(*name, *value)
        });
        self.send(request.body(Body::empty()).expect("a request")).await
    }

    /// Returns the server's own queue-id codec for a room, for forging ids.
    pub(crate) fn codec(&self, customer: &str, room: &str) -> QueueIdCodec {
        let master: MasterKey = MASTER_KEY.parse().expect("a key");
        let (customer, room): (CustomerId, RoomId) = (customer.parse().expect("an id"), room.parse().expect("an id"));
        QueueIdCodec::new(&master, &customer, &room)
    }

    /// Returns the key with which the shop signs and verifies.
    pub(crate) fn secret(&self) -> SecretKey {
        SecretKey::new(SECRET).expect("not empty")
    }
}

/// Adds to each room without a price that its places have none: most tests' visitors come from one
/// address, or from an unknown one.
fn without_price(rooms: &str) -> String {
    let mut parts = rooms.split("[[room]]\n");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let own = part.split("\n[[").next().unwrap_or_default();
        let price = if own.contains("price = ") {
            ""
        } else {
            "price = { limit_networks = false, work = false }\n"
        };
        format!("{text}[[room]]\n{price}{part}")
    })
}

/// Returns a configuration with two customers and these rooms.
pub(crate) fn config(store: &str, rooms: &str) -> Config {
    let rooms = without_price(rooms);
    let text = format!(
        "[server]\nhttp = \"127.0.0.1:8080\"\npublic_url = \"https://queue.example\"\nadmin_token = \"{ADMIN_TOKEN}\"\n\
         master_key = \"{MASTER_KEY}\"\nstore = \"{store}\"\n\n[[customer]]\nid = \"demo\"\nsecret_key = \"{SECRET}\"\n\n\
         [[customer]]\nid = \"other\"\nsecret_key = \"another\"\n\n{rooms}"
    );
    Config::parse(&text, []).expect("a configuration without problems")
}

/// Lets every task that is ready run.
async fn breathe() {
    for _ in 0..8 {
        tokio::task::yield_now().await;
    }
}
