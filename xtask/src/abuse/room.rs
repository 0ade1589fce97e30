//! A room of the attacked server, and its answers to clients that ask for a place.

use std::net::IpAddr;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use protocol::proof_of_work::WorkChallenge;
use serde_json::Value;
use testkit::{Answer, HttpClient};
use tokio::task::JoinSet;

use super::attacked_server::{AttackedServer, CUSTOMER, FIRST};

/// How often a client pays a price before giving up: the price can rise meanwhile.
const PRICES_MAX: usize = 4;

/// Requests at a time.
const AT_ONCE: usize = 16;

/// A room of the attacked server.
#[derive(Clone)]
pub(super) struct AttackedRoom {
    pub(super) server: Arc<AttackedServer>,
    pub(super) id: String,
}

/// A place, as a browser holds it.
#[derive(Debug, Clone)]
pub(super) struct TakenTicket {
    pub(super) query: String,
    pub(super) cookie: String,
}

/// The answer to a client that asks for a place.
#[derive(Debug)]
pub(super) enum PlaceAnswer {
    /// The place.
    Given(TakenTicket),
    /// The place has a price: the challenge, if work pays the price, and the query for the next
    /// attempt.
    Priced(Option<WorkChallenge>, String),
    /// Another answer.
    Other(u16),
}

/// The origin of a request.
#[derive(Debug, Clone)]
pub(super) struct Sender {
    client: HttpClient,
    /// The headers of the trusted proxy, if the request comes through it.
    forwarded: Option<String>,
}

/// The thread that does the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WorksOn {
    /// This thread, whose time counts as the attacker's.
    ThisThread,
    /// Another thread.
    Another,
}

/// The result for a client that does the work for a place.
#[derive(Debug, Default)]
pub(super) struct JoinResult {
    pub(super) ticket: Option<TakenTicket>,
    /// The most derivations that the completed work can take.
    pub(super) asked: u64,
    /// The derivations that were done.
    pub(super) done: u64,
    /// The price that was not paid because it exceeded the client's limit.
    pub(super) too_dear: Option<u64>,
    /// The time of the requests without the time of the work, in seconds.
    pub(super) seconds: f64,
    /// The time of the work on this machine, without waiting for a processor, in seconds.
    pub(super) work_seconds: f64,
}

impl Sender {
    /// Returns a visitor with this address behind the trusted proxy.
    pub(super) fn proxied(server: &AttackedServer, address: String) -> Self {
        Self {
            client: server.client.clone(),
            forwarded: Some(address),
        }
    }

    /// Returns a client that connects directly from a loopback address and claims another address.
    pub(super) fn direct(address: IpAddr, claimed: &str) -> Self {
        Self {
            client: HttpClient::at(address),
            forwarded: Some(claimed.to_owned()),
        }
    }
}

impl AttackedRoom {
    pub(super) fn of(server: &Arc<AttackedServer>, id: impl Into<String>) -> Self {
        Self {
            server: server.clone(),
            id: id.into(),
        }
    }

    /// Returns the query of the room's page.
    pub(super) fn query(&self) -> String {
        format!("c={CUSTOMER}&e={}", self.id)
    }

    /// Asks for a place with this query.
    pub(super) async fn ask(&self, from: &Sender, query: &str) -> Result<PlaceAnswer> {
        let url = format!("{}/?{query}", self.server.url());
        let forwarded = from.forwarded.as_deref().unwrap_or_default();
        let headers = [("x-forwarded-for", forwarded.as_bytes())];
        let answer = from.client.get_with(&url, &headers).await?;
        if let (302, Some(location), Some(cookie)) = (answer.status, answer.location(), answer.cookie()) {
            let (_, query) = location.split_once('?').context("a place has an address")?;
            return Ok(PlaceAnswer::Given(TakenTicket {
                query: query.to_owned(),
                cookie: cookie.to_owned(),
            }));
        }
        let page = answer.text();
        if answer.status != 503 || !page.contains("data-page=\"slowed\"") {
            return Ok(PlaceAnswer::Other(answer.status));
        }
        let challenge = challenge_on(&page);
        let again = attribute(&page, "data-address=\"").unwrap_or_default();
        let again = again.split_once('?').map_or("", |(_, query)| query);
        Ok(PlaceAnswer::Priced(
            challenge,
            again.replace("&#38;", "&").replace("&amp;", "&"),
        ))
    }

    /// Asks for a code by e-mail, with these further fields of the form.
    pub(super) async fn ask_for_code(&self, from: &Sender, address: &str, fields: &str) -> Result<Answer> {
        let url = format!("{}/identity", self.server.url());
        let address = address.replace('@', "%40");
        let form = format!("{}&address={address}{fields}", self.query());
        let forwarded = from.forwarded.as_deref().unwrap_or_default();
        let headers = [("x-forwarded-for", forwarded), ("sec-fetch-site", "same-origin")];
        from.client.submit(&url, &headers, &form).await
    }

    /// Polls with a place, whoever holds it.
    pub(super) async fn poll(&self, from: &Sender, ticket: &TakenTicket) -> Result<Value> {
        let url = format!("{}/api/getStatus?{}", self.server.url(), ticket.query);
        let forwarded = from.forwarded.as_deref().unwrap_or_default();
        let headers = [
            ("x-forwarded-for", forwarded.as_bytes()),
            ("cookie", ticket.cookie.as_bytes()),
        ];
        from.client.get_with(&url, &headers).await?.json()
    }

    /// Joins as a page with scripts does: works until the price is paid, unless a price exceeds
    /// this many derivations.
    pub(super) async fn join(&self, from: &Sender, works: WorksOn, work_max: u64) -> Result<JoinResult> {
        let mut query = self.query();
        let mut joined = JoinResult::default();
        for _ in 0..PRICES_MAX {
            let began = testkit::now();
            let asked = self.ask(from, &query).await?;
            joined.seconds += began.elapsed().as_secs_f64();
            match asked {
                PlaceAnswer::Given(ticket) => {
                    joined.ticket = Some(ticket);
                    break;
                }
                PlaceAnswer::Priced(Some(challenge), _) if u64::from(challenge.work()) > work_max => {
                    joined.too_dear = Some(u64::from(challenge.work()));
                    break;
                }
                PlaceAnswer::Priced(Some(challenge), _) => {
                    joined.asked += u64::from(challenge.work());
                    let (solution, seconds) = match works {
                        WorksOn::ThisThread => solve(&challenge),
                        WorksOn::Another => {
                            // Without an order among them, the devices of many visitors would leave
                            // the server and the attacker no time on this machine.
                            let _processor = self.server.processors.acquire().await?;
                            tokio::task::spawn_blocking(move || solve(&challenge)).await?
                        }
                    };
                    joined.work_seconds += seconds;
                    let solution = solution.context("a challenge has a solution")?;
                    joined.done += counter_of(&solution)? + 1;
                    query = format!("{}&work={}", self.query(), encoded(&solution));
                }
                PlaceAnswer::Priced(None, _) => break,
                PlaceAnswer::Other(status) => bail!("the room {} answered {status}", self.id),
            }
        }
        Ok(joined)
    }
}

/// Returns the solution of a challenge, and the seconds that the work took.
fn solve(challenge: &WorkChallenge) -> (Option<String>, f64) {
    let began = testkit::now();
    let solution = challenge.solve();
    (solution, began.elapsed().as_secs_f64())
}

/// Returns how many of these tickets have one of the first numbers.
pub(super) async fn first_numbers(server: &AttackedServer, tickets: &[TakenTicket]) -> Result<usize> {
    let mut asking = JoinSet::new();
    for part in tickets.chunks(tickets.len().div_ceil(AT_ONCE).max(1)) {
        let (part, client, url) = (part.to_vec(), server.client.clone(), server.url());
        asking.spawn(async move {
            let mut first = 0;
            for ticket in part {
                let url = format!("{url}/api/getStatus?{}", ticket.query);
                let answer = client.get(&url, Some(&ticket.cookie)).await?;
                let status: Value = answer.json()?;
                let number = &status["ticket"]["queueNumber"];
                let number = number.as_u64().with_context(|| format!("no number: {status}"))?;
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

/// Returns the challenge on a page.
pub(super) fn challenge_on(page: &str) -> Option<WorkChallenge> {
    let json = attribute(page, "data-challenge=\"")?;
    WorkChallenge::read(&json.replace("&#34;", "\"").replace("&quot;", "\""))
}

/// Encodes Base64 for a query.
pub(super) fn encoded(base64: &str) -> String {
    base64.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
}

/// Returns the counter that solves a challenge, which is also the number of failed attempts before
/// it.
fn counter_of(solution: &str) -> Result<u64> {
    let payload: Value = serde_json::from_slice(&STANDARD.decode(solution)?)?;
    payload["solution"]["counter"]
        .as_u64()
        .context("a solution has a counter")
}

fn attribute(page: &str, start: &str) -> Option<String> {
    let (_, rest) = page.split_once(start)?;
    Some(rest.split_once('"')?.0.to_owned())
}
