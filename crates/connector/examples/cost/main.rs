//! The cost of the connector per request: the processor time of a service behind the layer,
//! compared with the same service without it. `cargo xtask bench` runs this program, optimised, and
//! makes a table of the JSON that it prints.
//!
//! The site has an integration config of three actions, of which the last matches, and the requests
//! have the headers of a browser. The program asserts no times; it fails when a response is not the
//! expected one. Rounds of both services alternate, so that a disturbance slows both.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use connector::{Connector, LiveConfig, RedirectType, SecretKey, UnixSeconds};
use http::{Request, Response, header};
use protocol::queueittoken::Token;
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;
use tower::{Layer, Service, service_fn};

const NOW: UnixSeconds = UnixSeconds(1_780_000_000);
/// Number of measured rounds, after one round to warm up.
const ROUNDS: usize = 11;
/// Number of requests per round.
const REQUESTS: u32 = 30_000;

/// A configuration that extends cookies.
const CONFIG: &str = include_str!("integration.json");
const EXTENDS: &str = "\"ExtendCookieValidity\": true";

/// Times of one kind of request behind the layer and without it, one of each per round.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Speed {
    what: &'static str,
    bare_does: &'static str,
    times: u32,
    ours_ns: Vec<f64>,
    bare_ns: Vec<f64>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let secret = SecretKey::new("a774b1e2-8da7-4d51-b1a9-7647147bb13bace77210-a488-4b6f-afc9-8ba94551a7d7")?;
    let token = Token {
        room: "sale".parse()?,
        queue_id: "11111111-2222-4333-8444-555555555555".parse()?,
        expires_at: NOW.plus_seconds(180),
        extendable: true,
        fixed_validity: None,
        redirect_type: RedirectType::Queue,
        hashed_ip: None,
    }
    .sign(&secret);
    let site = |config: &str| {
        let live = LiveConfig::new("acme".parse()?);
        live.replace(config.as_bytes())?;
        let connector = Connector::from_integration(&live, secret.clone()).clock(|| NOW).build();
        Ok::<_, Box<dyn std::error::Error>>(connector.layer())
    };
    let (extending, fixed) = (
        site(CONFIG)?,
        site(&CONFIG.replace(EXTENDS, "\"ExtendCookieValidity\": false"))?,
    );
    let entered = answer(
        &mut extending.layer(page()),
        request(&format!("/shop/shoes?queueittoken={token}"), ""),
    );
    let set = entered.headers()[header::SET_COOKIE].to_str()?;
    let cookie = set.split(';').next().unwrap_or_default();
    let speeds = [
        speed(
            "a valid cookie, extended",
            &mut extending.layer(page()),
            "/shop/shoes",
            cookie,
            200,
        ),
        speed(
            "a valid cookie, not extended",
            &mut fixed.layer(page()),
            "/shop/shoes",
            cookie,
            200,
        ),
        speed(
            "no cookie: to the queue",
            &mut fixed.layer(page()),
            "/shop/shoes",
            "",
            302,
        ),
        speed("a page of no action", &mut fixed.layer(page()), "/imprint", cookie, 200),
    ];
    println!("{}", serde_json::to_string(&speeds)?);
    Ok(())
}

/// Makes the site's own service, which costs almost nothing.
fn page() -> impl SiteService + Clone {
    service_fn(|request: Request<()>| -> Ready<Result<Response<()>, Infallible>> {
        black_box(request);
        ready(Ok(Response::new(())))
    })
}

trait SiteService: Service<Request<()>, Response = Response<()>, Error = Infallible> {}
impl<S: Service<Request<()>, Response = Response<()>, Error = Infallible>> SiteService for S {}

/// Makes a request with a browser's headers.
fn request(path: &str, cookie: &str) -> Request<()> {
    Request::get(path)
        .header(header::HOST, "shop.example")
        .header(
            header::USER_AGENT,
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        )
        .header(
            header::ACCEPT,
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        )
        .header(header::ACCEPT_LANGUAGE, "da-DK,da;q=0.8,en;q=0.5")
        .header(header::COOKIE, format!("consent=1; basket=5f2a77c0; {cookie}"))
        .body(())
        .expect("a request")
}

fn answer(site: &mut impl SiteService, request: Request<()>) -> Response<()> {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(site.call(request)).poll(&mut context) {
        Poll::Ready(Ok(response)) => response,
        Poll::Ready(Err(never)) => match never {},
        Poll::Pending => unreachable!("neither the page nor the connector waits for anything"),
    }
}

fn speed(what: &'static str, site: &mut impl SiteService, path: &str, cookie: &str, status: u16) -> Speed {
    assert_eq!(answer(site, request(path, cookie)).status(), status, "{what}");
    let mut speed = Speed {
        what,
        bare_does: "the same service without the layer",
        times: REQUESTS,
        ours_ns: Vec::new(),
        bare_ns: Vec::new(),
    };
    for round in 0..=ROUNDS {
        let (ours, bare) = (each_ns(site, path, cookie), each_ns(&mut page(), path, cookie));
        if round > 0 {
            speed.ours_ns.push(ours);
            speed.bare_ns.push(bare);
        }
    }
    speed
}

fn each_ns(site: &mut impl SiteService, path: &str, cookie: &str) -> f64 {
    let begun = processor_ns();
    for _ in 0..REQUESTS {
        black_box(answer(site, request(path, cookie)));
    }
    (processor_ns() - begun) as f64 / f64::from(REQUESTS)
}

/// Returns this thread's processor time, which excludes other work of the machine.
fn processor_ns() -> i64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}
