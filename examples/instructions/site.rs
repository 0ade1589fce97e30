//! The connector's verdict on a request to a protected site by a visitor with a valid session,
//! whose cookie is extended, like most requests.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use anyhow::{Result, ensure};
use connector::{Connector, LiveConfig, RedirectType, SecretKey, UnixSeconds};
use http::{Request, Response, header};
use protocol::queueittoken::Token;
use tower::{Layer, Service, service_fn};

use crate::{Operation, counted};

const NOW: UnixSeconds = UnixSeconds(1_780_000_000);
const REQUESTS: usize = 1_000;
/// Three actions, the last of which matches and extends cookies.
const CONFIG: &str = include_str!("../../crates/connector/examples/cost/integration.json");

trait SiteService: Service<Request<()>, Response = Response<()>, Error = Infallible> {}
impl<S: Service<Request<()>, Response = Response<()>, Error = Infallible>> SiteService for S {}

/// Counts requests with a valid session.
pub(crate) fn verdicts() -> Result<Operation> {
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
    let config = LiveConfig::new("acme".parse()?);
    config.replace(CONFIG.as_bytes())?;
    let layer = Connector::from_integration(&config, secret)
        .clock(|| NOW)
        .build()
        .layer();
    let mut site = layer.layer(service_fn(
        |request: Request<()>| -> Ready<Result<Response<()>, Infallible>> {
            black_box(request);
            ready(Ok(Response::new(())))
        },
    ));
    let entered = answer(&mut site, request(&format!("/shop/shoes?queueittoken={token}"), "")?);
    let set = entered.headers()[header::SET_COOKIE].to_str()?;
    let cookie = set.split(';').next().unwrap_or_default();
    let requests = (0..REQUESTS).map(|_| request("/shop/shoes", cookie));
    let requests = requests.collect::<Result<Vec<_>>>()?;
    answer(&mut site, request("/shop/shoes", cookie)?);
    let mut requests = requests.into_iter();
    let mut passed = 0;
    counted(&mut || {
        for request in requests.by_ref() {
            passed += usize::from(answer(&mut site, request).headers().contains_key(header::SET_COOKIE));
        }
    });
    ensure!(passed == REQUESTS, "{passed} requests had a session");
    Ok(Operation {
        name: "verdict",
        times: REQUESTS,
    })
}

fn request(path: &str, cookie: &str) -> Result<Request<()>> {
    let request = Request::get(path)
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
        .header(header::COOKIE, format!("consent=1; basket=5f2a77c0; {cookie}"));
    Ok(request.body(())?)
}

fn answer(site: &mut impl SiteService, request: Request<()>) -> Response<()> {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(site.call(request)).poll(&mut context) {
        Poll::Ready(Ok(response)) => response,
        Poll::Ready(Err(never)) => match never {},
        Poll::Pending => unreachable!("neither the page nor the connector waits for anything"),
    }
}
