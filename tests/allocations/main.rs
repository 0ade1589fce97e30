//! Counts the allocations of a poll in the steady state, and compares them with those of a bare
//! responder that sends the same bytes with the same headers. The difference is the server's own
//! part.
//!
//! This is a program of its own, because the counter takes the place of the program's allocator. A
//! poll of a visitor in line never waits, so all its work is done on this thread.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use admission::WallMs;
use anteroom::clock::{Clock, ManualClock};
use anteroom::config::Config;
use anteroom::entropy::Entropy;
use anteroom::http::VisitorService;
use anteroom::server;
use anteroom::server::listen::{Responder, Responding};
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::header::{COOKIE, LOCATION, SET_COOKIE};
use http::{HeaderMap, Request, Response};
use tokio::runtime::Runtime;

const CONFIG: &str = r#"
    [server]
    http = "127.0.0.1:8080"
    public_url = "https://queue.example"
    admin_token = "allocations-admin-token"
    master_key = "b7e0431f9d5ac8264e91f37ab60c58d2137fe94ac5b2680dd91e47f30a6c852b"
    store = "memory:"
    [[customer]]
    id = "demo"
    secret_key = "6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b"
    [[room]]
    customer = "demo"
    id = "sale"
    name = "Summer sale"
    target_url = "https://shop.example/"
    max_outflow = 120
    price = { limit_networks = false, work = false }
"#;
const ROOM: &str = "c=demo&e=sale";
/// The state of a page that has polled before: only the time is new.
const ON_PAGE: &str = "brief=in-line,,2166136261,618,0&shown=1099";
/// People in the line; the last of them polls.
const WAITING: usize = 1_100;

/// The server's own part of the poll that pages send: the handler's future, the server function's
/// call, and its source's future. Texts, ids and headers need no allocation.
const BRIEF_POLL: u64 = 3;
/// The server's own part of a poll for all texts.
const FULL_POLL: u64 = 3;

/// Sends the same answer to every request.
#[derive(Debug)]
struct Bare {
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Responder for Bare {
    fn respond(self: Arc<Self>, _: Request<Body>) -> Responding {
        Box::pin(async move {
            let mut response = Response::new(Body::from(self.body.clone()));
            let headers = self.headers.iter();
            headers.for_each(|(name, value)| _ = response.headers_mut().insert(name, value.clone()));
            response
        })
    }
}

struct CountedServer {
    runtime: Runtime,
    service: Arc<VisitorService>,
}

impl CountedServer {
    fn open() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let clock = Clock::Manual(ManualClock::at(WallMs(1_700_000_000_000)));
        let config = Config::parse(CONFIG, []).unwrap();
        let app = runtime.block_on(server::open(&config, &clock, &Entropy::seeded(0)));
        let service = VisitorService::new(Arc::new(app.unwrap()));
        Self { runtime, service }
    }

    /// Lets people enter, and returns the query and the cookie of the last.
    fn enter(&self) -> (String, String) {
        let mut last = None;
        for _ in 0..WAITING {
            let entering = self.service.clone().respond(request(&format!("/?{ROOM}"), None));
            let answer = self.runtime.block_on(entering);
            let header = |name| answer.headers()[name].to_str().unwrap().to_owned();
            last = Some((header(LOCATION), header(SET_COOKIE)));
        }
        let (location, cookie) = last.unwrap();
        let query = location.split_once('?').unwrap().1.to_owned();
        (query, cookie.split(';').next().unwrap().to_owned())
    }

    /// Returns the answer to a request, and how many allocations it took.
    fn count(&self, responder: Arc<dyn Responder>, request: Request<Body>) -> (Response<Body>, u64) {
        let mut answer = None;
        let counted = allocation_counter::measure(|| answer = Some(self.runtime.block_on(responder.respond(request))));
        (answer.unwrap(), counted.count_total)
    }

    /// Returns our own part of a poll.
    fn own_part(&self, query: &str, cookie: &str, is_meant: fn(&str) -> bool) -> u64 {
        let poll = || request(&format!("/api/getStatus?{query}"), Some(cookie));
        // The first request creates the values that are created once.
        for _ in 0..2 {
            self.count(self.service.clone(), poll());
        }
        let (answer, ours) = self.count(self.service.clone(), poll());
        let (head, body) = answer.into_parts();
        let body = self.runtime.block_on(axum::body::to_bytes(body, usize::MAX)).unwrap();
        let text = str::from_utf8(&body).unwrap();
        assert!(head.status == 200 && is_meant(text), "{} {text}", head.status);
        let bare = Arc::new(Bare {
            headers: head.headers,
            body: body.to_vec(),
        });
        let (_, bare) = self.count(bare, poll());
        ours - bare
    }
}

fn request(path: &str, cookie: Option<&str>) -> Request<Body> {
    let peer = SocketAddr::from((Ipv4Addr::new(203, 0, 113, 7), 4_711));
    let request = Request::get(path)
        .extension(ConnectInfo(peer))
        .header("host", "queue.example")
        .header("accept-language", "da-DK,da;q=0.8,en;q=0.5")
        .header("sec-fetch-site", "same-origin");
    let request = match cookie {
        Some(cookie) => request.header(COOKIE, format!("consent=1; basket=5f2a77c0; {cookie}")),
        None => request,
    };
    request.body(Body::empty()).unwrap()
}

#[test]
fn a_poll_in_the_steady_state_allocates_little_of_its_own() {
    let server = CountedServer::open();
    let (query, cookie) = server.enter();
    let brief = server.own_part(&format!("{query}&{ON_PAGE}"), &cookie, |text| {
        text.contains("\"in-line\"") && !text.contains("usersInQueue")
    });
    let full = server.own_part(&query, &cookie, |text| text.contains("usersInQueue"));
    assert_eq!(
        (brief, full),
        (BRIEF_POLL, FULL_POLL),
        "our own part of a brief and of a full poll has changed: take the allocations out again, or keep the gain"
    );
}
