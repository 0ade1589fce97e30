//! Autotune with a real server and a real site that slows down beyond a knee: the site serves a
//! page a second, one after the other, the operator allows four visitors a second, and the site's
//! connector reports how long its pages take.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use connector::{Connector, PageTimes, Scheme, SecretKey, Upload};
use serde_json::json;
use testkit::{HttpClient, Service, TestRoom, VisitorCrowd};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::support::{binary, lasts};

/// The customer's key in the testkit's configuration.
const SECRET: &str = "shared-with-the-site-9b1e";
/// The rate that the operator allows, visitors a minute.
const CEILING: u32 = 240;
/// How long the site takes for a page while it is alone.
const PAGE: Duration = Duration::from_millis(1_000);
/// The number of visitors, more than the ceiling lets through during the test.
const VISITORS: usize = 420;
/// How often and for how long the test checks the rate: autotune runs once a minute.
const LOOK_MS: u64 = 250;
const LOOKS_MAX: usize = 400;

/// Serves the shop behind the connector.
fn shop(listener: TcpListener, connector: &Connector) {
    let counter = Arc::new(Semaphore::new(1));
    let page = move || {
        let counter = counter.clone();
        async move {
            let served = counter.acquire().await;
            tokio::time::sleep(PAGE).await;
            drop(served);
            "a page"
        }
    };
    let site = Router::new().route("/", get(page)).layer(connector.layer());
    tokio::spawn(async move { axum::serve(listener, site).await });
}

/// Opens the page as a browser: with the token, then with the session.
async fn visit(client: HttpClient, url: String) {
    let entered = client.get(&url, None).await.expect("the connector answers");
    let cookie = entered.cookie().expect("a session").to_owned();
    let page = entered.location().expect("the page without the token").to_owned();
    // A visitor leaves after six seconds.
    drop(client.get(&page, Some(&cookie)).await);
}

#[tokio::test]
async fn a_site_that_slows_down_gets_fewer_visitors() {
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
    let rooms = TestRoom {
        target: format!("http://{}/", listener.local_addr().unwrap()),
        further: format!("pool = \"shop\"\n[[pool]]\nid = \"shop\"\nrate = {CEILING}\nautotune = true\n"),
        ..TestRoom::of(6_000)
    };
    let service = Service::start(binary(), "embedded:", 1, &rooms).await.unwrap();
    let node = service.nodes[0].url();
    let (customer, secret) = ("demo".parse().unwrap(), SecretKey::new(SECRET).unwrap());
    let times = PageTimes::new("demo".parse().unwrap(), secret.clone());
    let _uploads = Upload::new(&times, &node)
        .unwrap()
        .every(Duration::from_secs(1))
        .start()
        .unwrap();
    let queue = node.trim_start_matches("http://");
    let connector = Connector::builder(customer, "sale".parse().unwrap(), secret, queue);
    let connector = connector.queue_scheme(Scheme::Http).page_times(&times).build().unwrap();
    shop(listener, &connector);

    let crowd = VisitorCrowd::enter(service.balancer(), VISITORS).await.unwrap();
    let (client, mut gone) = (HttpClient::default(), BTreeSet::new());
    let mut lowered = None;
    for _ in 0..LOOKS_MAX {
        for (number, seen) in crowd.seen().into_iter().enumerate() {
            if let Some((_, url)) = seen.redirected.filter(|_| gone.insert(number)) {
                tokio::spawn(visit(client.clone(), url));
            }
        }
        let stats = service.operator(0).stats().await.unwrap();
        assert_eq!(stats["poolRateCeiling"], json!(CEILING));
        lowered = stats["poolRate"].as_u64().filter(|rate| *rate < u64::from(CEILING));
        if lowered.is_some() {
            break;
        }
        lasts(LOOK_MS).await;
    }
    println!(
        "{} visitors came to the site before the rate was {lowered:?}",
        gone.len()
    );
    assert_eq!(lowered, Some(u64::from(CEILING) * 7 / 10));
}
