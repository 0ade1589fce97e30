//! The attacked server: one room for each attack and set of defences, all with the same start.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use protocol::proof_of_work::WorkChallenge;
use serde_json::{Value, json};
use testkit::{Client, Launch, Node};
use tokio::task::JoinSet;

/// The numbers that count: who holds them.
pub(super) const FIRST: u64 = 500;
/// From the start until every ticket has its number, in seconds, and some for slow machines.
const DRAWN_SECONDS: u64 = 15 + 3;
/// Requests at a time.
const AT_ONCE: usize = 16;
/// The standard work of a room, in derivations.
pub(super) const STANDARD_WORK: u64 = 1_000;
/// The part of the work, and of the attacker's time, that the aim is measured with.
pub(super) const SCALE: u64 = 50;
/// The room of honest visitors alone.
pub(super) const CROWD: &str = "crowd";

/// A set of defences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Defence {
    /// None.
    None,
    /// A network's share of the places.
    Limits,
    /// That, and work for each ticket.
    LimitsAndWork,
    /// The same, with a part of the work: one in [`SCALE`].
    Scaled,
}

impl fmt::Display for Defence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "no defence",
            Self::Limits => "limits by network",
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
            Self::LimitsAndWork => json!({ "prequeue_work": true }),
            Self::Scaled => json!({ "prequeue_work": true, "standard_work": STANDARD_WORK / SCALE }),
        }
    }
}

/// The running server.
pub(super) struct Arena {
    // Ends when it is dropped.
    node: Node,
    _folder: tempfile::TempDir,
    client: Client,
    start: u64,
}

/// A room of the arena.
pub(super) struct ArenaRoom<'a> {
    pub(super) arena: &'a Arena,
    pub(super) id: String,
}

/// A place, as a browser holds it.
#[derive(Debug, Clone)]
pub(super) struct TakenTicket {
    query: String,
    cookie: String,
}

/// The answer to somebody who asks for a place.
#[derive(Debug)]
pub(super) enum Asked {
    /// The place.
    Given(TakenTicket),
    /// The place has a price: the challenge, if work pays it, and the query to try again with.
    Priced(Option<WorkChallenge>, String),
    /// Another answer.
    Other(u16),
}

/// Where somebody comes from.
#[derive(Debug, Clone)]
pub(super) struct Sender {
    client: Client,
    /// The headers of the trusted proxy, if the request comes through it.
    forwarded: Option<String>,
}

impl Sender {
    /// A visitor with this address behind the trusted proxy.
    pub(super) fn proxied(arena: &Arena, address: String) -> Self {
        Self {
            client: arena.client.clone(),
            forwarded: Some(address),
        }
    }

    /// A client that connects from a loopback address by itself, and says that it is somebody else.
    pub(super) fn direct(address: [u8; 4], claimed: &str) -> Self {
        Self {
            client: Client::at(address.into()),
            forwarded: Some(claimed.to_owned()),
        }
    }
}

impl Arena {
    /// Starts the server; the sale begins after this many seconds.
    pub(super) async fn open(binary: &Path, plan: &[(String, Defence)], seconds: u64) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let start = testkit::WallMs::now().0 / 1_000 + seconds;
        let at = jiff::Timestamp::from_second(i64::try_from(start)?)?.to_string();
        let room = |id: &str, defence: Defence| {
            json!({
                "id": id, "customer": "demo", "target_url": "https://shop.example/", "max_outflow": 600,
                "start": at, "prequeue_minutes": 60, "price": defence.price(),
            })
        };
        let mut rooms: Vec<Value> = plan.iter().map(|(id, defence)| room(id, *defence)).collect();
        rooms.push(room(CROWD, Defence::LimitsAndWork));
        let config = json!({
            "server": {
                "public_url": "http://127.0.0.1",
                "admin_token": testkit::ADMIN_TOKEN,
                "master_key": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                "store": format!("embedded:{}", folder.path().join("data").display()),
                "trusted_proxies": ["127.0.0.1/32"],
            },
            "customer": [{ "id": "demo", "secret_key": "shared-with-the-site-9b1e" }],
            "room": rooms,
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
        Ok(Self {
            node,
            _folder: folder,
            client: Client::default(),
            start,
        })
    }

    pub(super) fn room(&self, id: String) -> ArenaRoom<'_> {
        ArenaRoom { arena: self, id }
    }

    /// Whether the sale has begun, so that no more tickets for the draw are given.
    pub(super) fn has_begun(&self) -> bool {
        testkit::WallMs::now().0 >= self.start * 1_000
    }

    /// Waits until every ticket has its number.
    pub(super) async fn until_drawn(&self) {
        let drawn = (self.start + DRAWN_SECONDS) * 1_000;
        tokio::time::sleep(Duration::from_millis(drawn.saturating_sub(testkit::WallMs::now().0))).await;
    }

    /// Returns how many of these tickets have one of the first numbers.
    pub(super) async fn first_numbers(&self, tickets: &[TakenTicket]) -> Result<usize> {
        let mut asking = JoinSet::new();
        for part in tickets.chunks(tickets.len().div_ceil(AT_ONCE).max(1)) {
            let (part, client, url) = (part.to_vec(), self.client.clone(), self.node.url());
            asking.spawn(async move {
                let mut first = 0;
                for ticket in part {
                    let url = format!("{url}/api/getStatus?{}", ticket.query);
                    let answer = client.get(&url, Some(&ticket.cookie)).await?;
                    let told: Value = answer.json()?;
                    let number = &told["ticket"]["queueNumber"];
                    let number = number.as_u64().with_context(|| format!("no number: {told}"))?;
                    first += usize::from(number <= FIRST);
                }
                anyhow::Ok(first)
            });
        }
        let mut first = 0;
        while let Some(part) = asking.join_next().await {
            first += part??;
        }
        Ok(first)
    }
}

impl ArenaRoom<'_> {
    /// The query of the room's page.
    pub(super) fn query(&self) -> String {
        format!("c=demo&e={}", self.id)
    }

    /// Asks for a place with this query.
    pub(super) async fn ask(&self, from: &Sender, query: &str) -> Result<Asked> {
        let url = format!("{}/?{query}", self.arena.node.url());
        let forwarded = from.forwarded.as_deref().unwrap_or_default();
        let headers = [("x-forwarded-for", forwarded.as_bytes())];
        let answer = from.client.get_with(&url, &headers).await?;
        if let (302, Some(location), Some(cookie)) = (answer.status, answer.location(), answer.cookie()) {
            let (_, query) = location.split_once('?').context("a place has an address")?;
            return Ok(Asked::Given(TakenTicket {
                query: query.to_owned(),
                cookie: cookie.to_owned(),
            }));
        }
        let page = answer.text();
        if answer.status != 503 || !page.contains("data-page=\"slowed\"") {
            return Ok(Asked::Other(answer.status));
        }
        let challenge =
            attribute(&page, "data-challenge=\"").map(|json| json.replace("&#34;", "\"").replace("&quot;", "\""));
        let challenge = challenge.and_then(|json| WorkChallenge::read(&json));
        let again = attribute(&page, "data-address=\"").unwrap_or_default();
        let again = again.split_once('?').map_or("", |(_, query)| query);
        Ok(Asked::Priced(
            challenge,
            again.replace("&#38;", "&").replace("&amp;", "&"),
        ))
    }

    /// Lets honest visitors in, from a network each.
    pub(super) async fn honest(&self, people: usize) -> Result<Vec<TakenTicket>> {
        let mut tickets = Vec::new();
        for person in 0..people {
            let address = format!("10.{}.{}.1", 1 + person / 250, person % 250);
            let from = Sender::proxied(self.arena, address);
            match self.join(&from).await? {
                Some((ticket, _)) => tickets.push(ticket),
                None => ensure!(false, "an honest visitor got no place in {}", self.id),
            }
        }
        Ok(tickets)
    }

    /// Joins as a page with scripts does: works until the price is paid. Returns the ticket and the
    /// derivations that it took; `None` if the place could not be had so.
    pub(super) async fn join(&self, from: &Sender) -> Result<Option<(TakenTicket, u64)>> {
        let mut query = self.query();
        let mut derivations = 0;
        for _ in 0..4 {
            match self.ask(from, &query).await? {
                Asked::Given(ticket) => return Ok(Some((ticket, derivations))),
                Asked::Priced(Some(challenge), _) => {
                    derivations += u64::from(challenge.work());
                    let solve = tokio::task::spawn_blocking(move || challenge.solve());
                    let solution = solve.await?.context("a challenge has a solution")?;
                    query = format!("{}&work={}", self.query(), encoded(&solution));
                }
                Asked::Priced(None, _) => return Ok(None),
                Asked::Other(status) => bail!("the room {} answered {status}", self.id),
            }
        }
        Ok(None)
    }
}

/// Encodes Base64 for a query.
pub(super) fn encoded(base64: &str) -> String {
    base64.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
}

fn attribute(page: &str, start: &str) -> Option<String> {
    let (_, rest) = page.split_once(start)?;
    Some(rest.split_once('"')?.0.to_owned())
}
