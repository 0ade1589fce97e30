//! Requests with the headers of browsers.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::Result;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::Request;

const ADDRESS: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::new(203, 0, 113, 7)), 4_711);

/// The headers of every browser request.
const BROWSER: [(&str, &str); 3] = [
    ("host", "queue.example"),
    (
        "user-agent",
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    ),
    ("accept-language", "da-DK,da;q=0.8,en;q=0.5"),
];
/// The headers of a page opened in the address bar.
const PAGE: [(&str, &str); 6] = [
    (
        "accept",
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    ),
    ("upgrade-insecure-requests", "1"),
    ("sec-fetch-dest", "document"),
    ("sec-fetch-mode", "navigate"),
    ("sec-fetch-site", "cross-site"),
    ("sec-fetch-user", "?1"),
];
/// The headers of the page's own `fetch` with `cache: no-store`.
const POLL: [(&str, &str); 7] = [
    ("accept", "*/*"),
    ("referer", "https://queue.example/?c=demo&e=sale"),
    ("sec-fetch-dest", "empty"),
    ("sec-fetch-mode", "cors"),
    ("sec-fetch-site", "same-origin"),
    ("pragma", "no-cache"),
    ("cache-control", "no-cache"),
];

/// Returns a request for a page, accepting the given encoding.
pub(crate) fn page(query: &str, cookie: &str, encoding: &str) -> Result<Request<Body>> {
    request(&format!("/?{query}"), &PAGE, cookie, encoding)
}

/// Returns a poll.
pub(crate) fn poll(query: &str, cookie: &str) -> Result<Request<Body>> {
    request(
        &format!("/api/getStatus?{query}"),
        &POLL,
        cookie,
        "gzip, deflate, br, zstd",
    )
}

fn request(path: &str, headers: &[(&str, &str)], cookie: &str, encoding: &str) -> Result<Request<Body>> {
    let mut request = Request::get(path).extension(ConnectInfo(ADDRESS));
    for (name, value) in BROWSER.iter().chain(headers) {
        request = request.header(*name, *value);
    }
    if !encoding.is_empty() {
        request = request.header("accept-encoding", encoding);
    }
    // A shop on the same domain sets cookies of its own.
    let others = "consent=1; _ga=GA1.1.1837265093.1700000000; basket=5f2a77c0";
    let cookies = match cookie {
        "" => others.to_owned(),
        cookie => format!("{others}; {cookie}"),
    };
    Ok(request.header("cookie", cookies).body(Body::empty())?)
}

/// Returns a call of CrowdHandler's API about a page, as that vendor's JavaScript SDK sends it.
pub(crate) fn call(token: Option<&str>) -> Result<Request<Body>> {
    const KEY: &str = "7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c";
    let request = match token {
        Some(token) => Request::get(format!(
            "/v1/requests/{token}?agent=Mozilla%2F5.0+(X11)&ip=203.0.113.9&lang=en-GB,en%3Bq%3D0.9&url=https:%2F%2Fshop.example%2Ftickets%3Fevent%3D7"
        )),
        None => Request::post("/v1/requests/"),
    };
    let request = request
        .extension(ConnectInfo(ADDRESS))
        .header("host", "queue.example")
        .header("accept", "application/json, text/plain, */*")
        .header("content-type", "application/json")
        .header("user-agent", "axios/0.27.2")
        .header("x-api-key", KEY);
    let body = match token {
        Some(_) => Body::empty(),
        None => r#"{"url":"https://shop.example/tickets?event=7","ip":"203.0.113.9"}"#.into(),
    };
    Ok(request.body(body)?)
}
