//! The attacked server: one room for each attack and set of defences, all with the same start, and
//! some open rooms.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::{Result, ensure};
use hyper::Method;
use serde_json::{Value, json};
use testkit::{ADMIN_TOKEN, Answer, HttpClient, Launch, Node};
use tokio::sync::Semaphore;

use super::mail::MailSink;

/// The number of first numbers whose holders are counted.
pub(super) const FIRST: u64 = 500;
/// The time from the start until every ticket has its number, in seconds, with a margin for slow
/// machines.
const DRAWN_SECONDS: u64 = 15 + 3;
/// The standard work of a room, in derivations.
pub(super) const STANDARD_WORK: u64 = 1_000;
/// The divisor of the work, and of the attacker's time, in the measurement of the aim.
pub(super) const SCALE: u64 = 50;
/// The customer, and the key that its site shares with the server.
pub(super) const CUSTOMER: &str = "demo";
pub(super) const CUSTOMER_KEY: &str = "shared-with-the-site-9b1e";
/// The time from the order to begin until the sale begins, in seconds: every node learns of the
/// order within it.
const BEGIN_SECONDS: u64 = 3;

/// A set of defences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Defence {
    /// None.
    None,
    /// A network's share of the places.
    Limits,
    /// The defences of a room without settings for prices: a network's share, and work in a rush.
    Defaults,
    /// A network's share, and work for each ticket.
    LimitsAndWork,
    /// Like [`Self::LimitsAndWork`], with the work divided by [`SCALE`].
    Scaled,
}

impl fmt::Display for Defence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "no defence",
            Self::Limits => "limits by network",
            Self::Defaults => "the defaults",
            Self::LimitsAndWork => "limits and work",
            Self::Scaled => "limits and a part of the work",
        })
    }
}

impl Defence {
    fn price(self) -> Value {
        match self {
            Self::None => json!({ "limit_networks": false, "work": false }),
            Self::Limits => json!({ "work": false }),
            Self::Defaults => json!({}),
            Self::LimitsAndWork => json!({ "prequeue_work": true }),
            Self::Scaled => json!({ "prequeue_work": true, "standard_work": STANDARD_WORK / SCALE }),
        }
    }
}

/// A room of the attacked server.
#[derive(Debug, Clone)]
pub(super) enum RoomPlan {
    /// A room with a pre-queue and a draw, and a set of defences.
    Draw(String, Defence),
    /// Open all the time, with these keys.
    Open(&'static str, Value),
    /// In a pre-queue until the sale begins, with these keys.
    PreQueue(&'static str, Value),
}

/// The running server.
pub(super) struct AttackedServer {
    // Ends when it is dropped.
    node: Node,
    _folder: tempfile::TempDir,
    pub(super) client: HttpClient,
    /// The processors on which visitors work.
    pub(super) processors: Semaphore,
    /// The mail server, which accepts everything.
    pub(super) mail: MailSink,
    /// The rooms with a draw.
    drawn: Vec<String>,
    start: AtomicU64,
}

impl AttackedServer {
    /// Starts the server; the sale begins after this many seconds, or earlier
    /// ([`AttackedServer::begin`]).
    pub(super) async fn open(binary: &Path, plan: &[RoomPlan], seconds: u64) -> Result<Arc<Self>> {
        let folder = tempfile::tempdir()?;
        let start = testkit::EpochMs::now().0 / 1_000 + seconds;
        let at = moment(start)?;
        let room = |plan: &RoomPlan| match plan {
            RoomPlan::Draw(id, defence) => json!({
                "id": id, "customer": CUSTOMER, "target_url": "https://shop.example/", "max_outflow": 600,
                "start": at, "prequeue_minutes": 60, "price": defence.price(),
            }),
            RoomPlan::Open(id, keys) | RoomPlan::PreQueue(id, keys) => {
                let mut room = json!({
                    "id": id, "customer": CUSTOMER, "target_url": "https://shop.example/", "max_outflow": 600,
                });
                if matches!(plan, RoomPlan::PreQueue(..)) {
                    room["start"] = json!(at);
                    room["prequeue_minutes"] = json!(60);
                }
                let keys = keys.as_object().into_iter().flatten();
                keys.for_each(|(key, value)| room[key] = value.clone());
                room
            }
        };
        let mail = MailSink::start().await?;
        let config = json!({
            "smtp": mail.section(),
            "server": {
                "public_url": "http://127.0.0.1",
                "admin_token": ADMIN_TOKEN,
                "master_key": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                "store": format!("embedded:{}", folder.path().join("data").display()),
                "trusted_proxies": ["127.0.0.1/32"],
            },
            "customer": [{ "id": CUSTOMER, "secret_key": CUSTOMER_KEY }],
            "room": plan.iter().map(room).collect::<Vec<Value>>(),
        });
        let path = folder.path().join("anteroom.toml");
        std::fs::write(&path, toml::to_string(&config)?)?;
        let launch = Launch {
            binary: binary.to_owned(),
            config: path,
            environment: Vec::new(),
        };
        let mut node = Node::launch("attacked", folder.path(), &launch)?;
        node.until_it_is("ok").await?;
        let drawn = plan.iter().filter_map(|plan| match plan {
            RoomPlan::Draw(id, _) => Some(id.clone()),
            RoomPlan::Open(..) | RoomPlan::PreQueue(..) => None,
        });
        Ok(Arc::new(Self {
            node,
            _folder: folder,
            client: HttpClient::default(),
            processors: Semaphore::new(available_parallelism()?.get()),
            mail,
            drawn: drawn.collect(),
            start: AtomicU64::new(start),
        }))
    }

    /// Returns the address of the server, without a slash at the end.
    pub(super) fn url(&self) -> String {
        self.node.url()
    }

    /// Sends a request to the admin API.
    pub(super) async fn operate(&self, method: Method, path: &str, body: &Value) -> Result<Answer> {
        let url = format!("{}/admin/v1/{path}", self.url());
        self.client.operate(method, &url, ADMIN_TOKEN, &body.to_string()).await
    }

    /// Returns whether the sale has begun, so that the room issues no more tickets for the draw.
    pub(super) fn has_begun(&self) -> bool {
        testkit::EpochMs::now().0 >= self.start.load(Ordering::Relaxed) * 1_000
    }

    /// Makes the sale begin now instead of at the planned time.
    ///
    /// # Errors
    /// Returns an error if the sale has already begun: attacks after that do not concern the draw.
    pub(super) async fn begin(&self) -> Result<()> {
        ensure!(!self.has_begun(), "the sale began before everything was played");
        let start = testkit::EpochMs::now().0 / 1_000 + BEGIN_SECONDS;
        for room in &self.drawn {
            let change = json!({ "start": moment(start)? });
            let path = format!("rooms/{CUSTOMER}/{room}");
            let answer = self.operate(Method::PATCH, &path, &change).await?;
            ensure!(answer.status == 200, "{room} cannot begin: {}", answer.text());
        }
        self.start.store(start, Ordering::Relaxed);
        Ok(())
    }

    /// Waits until every ticket has its number.
    pub(super) async fn until_drawn(&self) {
        let drawn = (self.start.load(Ordering::Relaxed) + DRAWN_SECONDS) * 1_000;
        tokio::time::sleep(Duration::from_millis(drawn.saturating_sub(testkit::EpochMs::now().0))).await;
    }
}

fn moment(seconds: u64) -> Result<String> {
    Ok(jiff::Timestamp::from_second(i64::try_from(seconds)?)?.to_string())
}
