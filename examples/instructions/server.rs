//! The server's work for visitors: everything behind the listeners, without connections and HTTP
//! parsing.

use std::sync::Arc;

use admission::WallMs;
use anteroom::clock::{Clock, ManualClock};
use anteroom::config::Config;
use anteroom::entropy::Entropy;
use anteroom::http::{SharedAppState, VisitorService};
use anteroom::server;
use anteroom::server::listen::Responder;
use anyhow::{Context, Result, anyhow, ensure};
use axum::body::Body;
use bytes::Bytes;
use http::header::{CONTENT_ENCODING, LOCATION, SET_COOKIE};
use http::{HeaderMap, Request, StatusCode};
use tokio::runtime::Runtime;

use crate::request::{call, page, poll};
use crate::{Operation, counted};

/// The line that is polled hardly moves; the other room lets all visitors through at once.
const CONFIG: &str = r#"
    [server]
    http = "127.0.0.1:8080"
    public_url = "https://queue.example"
    admin_token = "instructions-admin-token"
    master_key = "b7e0431f9d5ac8264e91f37ab60c58d2137fe94ac5b2680dd91e47f30a6c852b"
    store = "memory:"
    [[customer]]
    id = "demo"
    secret_key = "6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b"
    public_key = "7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c"
    private_key = "8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d8d"
    [[pool]]
    id = "shop"
    rate = 6000
    domains = ["https://shop.example"]
    [[room]]
    customer = "demo"
    id = "sale"
    name = "Summer sale"
    target_url = "https://shop.example/"
    max_outflow = 120
    price = { limit_networks = false, work = false }
    [[room]]
    customer = "demo"
    id = "door"
    name = "Winter sale"
    target_url = "https://shop.example/"
    max_outflow = 6000
    price = { limit_networks = false, work = false }
    [[room]]
    customer = "demo"
    id = "tickets"
    name = "Tickets"
    target_url = "https://shop.example/"
    max_outflow = 6000
    price = { limit_networks = false, work = false }
    pool = "shop"
    slug = "tickets"
    url_match = "contains"
    url_pattern = "/tickets"
"#;
const SALE: &str = "c=demo&e=sale";
const DOOR: &str = "c=demo&e=door";
const BEGAN: WallMs = WallMs(1_700_000_000_000);
/// People in the line.
const WAITING: usize = 1_500;
/// The visitors who poll and load pages, who are the last ones of the line.
const ASKING: usize = 400;
const PAGES: usize = 100;
const BROTLI_PAGES: usize = 20;
const ARRIVALS: usize = 100;
const CLAIMS: usize = 60;
const CALLS: usize = 400;
/// A time in milliseconds in which a permit becomes due for each claim.
const CLAIMS_MS: u64 = 2_000;

struct MeasuredServer {
    runtime: Runtime,
    clock: Arc<ManualClock>,
    app: SharedAppState,
    service: Arc<VisitorService>,
}

/// A visitor in line.
struct PlacedVisitor {
    query: String,
    cookie: String,
}

struct ServedAnswer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

/// Counts all operations of the server.
pub(crate) fn operations() -> Result<Vec<Operation>> {
    let mut server = MeasuredServer::open()?;
    let waiting = server.enter(SALE, WAITING)?;
    let asking = &waiting[WAITING - ASKING..];
    let full = |visitor: &PlacedVisitor| poll(&visitor.query, &visitor.cookie);
    // The state of a page that has polled before: only the time is new.
    let shown = WAITING - ASKING;
    let brief = |visitor: &PlacedVisitor| {
        let query = format!("{}&brief=in-line,,2166136261,618,0&shown={shown}", visitor.query);
        poll(&query, &visitor.cookie)
    };
    let plain = |visitor: &PlacedVisitor| page(&visitor.query, &visitor.cookie, "");
    let brotli = |visitor: &PlacedVisitor| page(&visitor.query, &visitor.cookie, "gzip, deflate, br, zstd");
    let newcomers: Vec<Request<Body>> = (0..ARRIVALS)
        .map(|_| page(SALE, "", "gzip, deflate, br, zstd"))
        .collect::<Result<_>>()?;
    Ok(vec![
        server.count("poll", asking, full, is_poll)?,
        server.count("brief-poll", asking, brief, is_brief)?,
        server.count("page", &asking[..PAGES], plain, is_page)?,
        server.count("brotli-page", &asking[..BROTLI_PAGES], brotli, is_brotli)?,
        server.count_requests("arrival", newcomers, is_place)?,
        server.claims()?,
        server.calls()?,
    ])
}

fn is_poll(answer: &ServedAnswer) -> bool {
    answer.status == 200 && contains(&answer.body, "\"usersInQueue\"")
}

fn is_brief(answer: &ServedAnswer) -> bool {
    answer.status == 200 && !contains(&answer.body, "\"usersInQueue\"") && contains(&answer.body, "\"in-line\"")
}

fn is_page(answer: &ServedAnswer) -> bool {
    answer.status == 200 && contains(&answer.body, "data-state=\"in-line\"")
}

fn is_brotli(answer: &ServedAnswer) -> bool {
    answer.status == 200
        && answer
            .headers
            .get(CONTENT_ENCODING)
            .is_some_and(|encoding| encoding == "br")
}

fn is_place(answer: &ServedAnswer) -> bool {
    answer.status == 302 && answer.headers.contains_key(SET_COOKIE)
}

fn is_redirect(answer: &ServedAnswer) -> bool {
    answer.status == 200 && contains(&answer.body, "queueittoken=")
}

fn is_promoted(answer: &ServedAnswer) -> bool {
    answer.status == 200 && contains(&answer.body, "\"promoted\":1") && contains(&answer.body, "\"hash\":\"")
}

fn contains(body: &[u8], text: &str) -> bool {
    body.windows(text.len()).any(|window| window == text.as_bytes())
}

impl MeasuredServer {
    fn open() -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let clock = ManualClock::at(BEGAN);
        let config = Config::parse(CONFIG, []).map_err(|problems| anyhow!("{problems:?}"))?;
        let app = runtime.block_on(server::open(
            &config,
            &Clock::Manual(clock.clone()),
            &Entropy::seeded(0),
        ))?;
        let app = Arc::new(app);
        let service = VisitorService::new(app.clone());
        Ok(Self {
            runtime,
            clock,
            app,
            service,
        })
    }

    /// Lets this number of people enter.
    fn enter(&mut self, room: &str, people: usize) -> Result<Vec<PlacedVisitor>> {
        let requests = (0..people).map(|_| page(room, "", "")).collect::<Result<Vec<_>>>()?;
        let answers = requests.into_iter().map(|request| {
            let service = self.service.clone();
            self.runtime.spawn(async move { answer(&service, request).await })
        });
        let answers: Vec<_> = answers.collect();
        let mut visitors = Vec::with_capacity(people);
        for entered in answers {
            visitors.push(PlacedVisitor::of(&self.runtime.block_on(entered)??)?);
        }
        Ok(visitors)
    }

    /// Counts one request of each of these visitors.
    fn count(
        &mut self,
        name: &'static str,
        visitors: &[PlacedVisitor],
        request: impl Fn(&PlacedVisitor) -> Result<Request<Body>>,
        is_meant: fn(&ServedAnswer) -> bool,
    ) -> Result<Operation> {
        let requests = visitors.iter().map(&request).collect::<Result<Vec<_>>>()?;
        // Values that are created on first use must not be counted.
        let first = request(&visitors[0])?;
        self.runtime.block_on(answer(&self.service, first))?;
        self.count_requests(name, requests, is_meant)
    }

    fn count_requests(
        &mut self,
        name: &'static str,
        requests: Vec<Request<Body>>,
        is_meant: fn(&ServedAnswer) -> bool,
    ) -> Result<Operation> {
        let times = requests.len();
        let mut requests = requests.into_iter();
        let mut answers = Vec::with_capacity(times);
        counted(&mut || {
            for request in requests.by_ref() {
                answers.push(self.runtime.block_on(answer(&self.service, request)));
            }
        });
        for answer in answers {
            let answer = answer?;
            let text = String::from_utf8_lossy(&answer.body);
            ensure!(
                is_meant(&answer),
                "{name}: {} {:?} {text}",
                answer.status,
                answer.headers
            );
        }
        Ok(Operation { name, times })
    }

    /// Counts claims of visitors who know that it is their turn, while permits are due.
    fn claims(&mut self) -> Result<Operation> {
        let visitors = self.enter(DOOR, CLAIMS)?;
        let polls = |visitors: &[PlacedVisitor]| -> Result<Vec<Request<Body>>> {
            visitors
                .iter()
                .map(|visitor| poll(&visitor.query, &visitor.cookie))
                .collect()
        };
        for _ in 0..2 {
            self.pass(CLAIMS_MS);
        }
        for request in polls(&visitors)? {
            let told = self.runtime.block_on(answer(&self.service, request))?;
            ensure!(told.status == 200, "{}", told.status);
        }
        self.pass(CLAIMS_MS);
        self.count_requests("claim", polls(&visitors)?, is_redirect)
    }

    /// Counts calls of CrowdHandler's API about a visitor who was let in.
    fn calls(&mut self) -> Result<Operation> {
        let entered = self.runtime.block_on(answer(&self.service, call(None)?))?;
        let entered: serde_json::Value = serde_json::from_slice(&entered.body)?;
        let token = entered["result"]["token"].as_str().context("a token")?.to_owned();
        let calls = |times| (0..times).map(|_| call(Some(&token))).collect::<Result<Vec<_>>>();
        for first in calls(2)? {
            self.pass(CLAIMS_MS);
            self.runtime.block_on(answer(&self.service, first))?;
        }
        self.count_requests("crowdhandler-call", calls(CALLS)?, is_promoted)
    }

    /// Lets time pass, and lets every pool node act on it.
    fn pass(&self, ms: u64) {
        self.clock.advance_ms(ms);
        self.runtime.block_on(async {
            for room in self.app.rooms.all() {
                room.tick().await;
            }
        });
    }
}

impl PlacedVisitor {
    fn of(answer: &ServedAnswer) -> Result<Self> {
        let location = answer
            .headers
            .get(LOCATION)
            .context("a redirect to the place")?
            .to_str()?;
        let (_, query) = location.split_once("/?").context("the room's page")?;
        let set = answer.headers.get(SET_COOKIE).context("a cookie")?.to_str()?;
        let cookie = set.split(';').next().unwrap_or_default();
        Ok(Self {
            query: query.to_owned(),
            cookie: cookie.to_owned(),
        })
    }
}

async fn answer(service: &Arc<VisitorService>, request: Request<Body>) -> Result<ServedAnswer> {
    let response = service.clone().respond(request).await;
    let (head, body) = response.into_parts();
    Ok(ServedAnswer {
        status: head.status,
        headers: head.headers,
        body: axum::body::to_bytes(body, usize::MAX).await?,
    })
}
