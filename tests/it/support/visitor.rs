//! A browser: a cookie jar and its present address.

use std::collections::BTreeMap;
use std::future::ready;
use std::net::SocketAddr;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::middleware::map_request;
use http::header::{COOKIE, HOST, SET_COOKIE};
use http::request::Builder;
use http::{HeaderName, HeaderValue, Method, Request};
use tokio::task::JoinHandle;
use tower::ServiceExt;

use super::{Reply, TestServer};

/// A request in flight.
pub(crate) type Poll = JoinHandle<Reply>;

/// The default target of tokens.
pub(crate) const SHOP: &str = "https://shop.example/?queueittoken=";

/// A browser.
#[derive(Clone)]
pub(crate) struct Visitor {
    router: Router,
    /// Cookies by name.
    pub(crate) cookies: BTreeMap<String, String>,
    /// The query of the present page.
    pub(crate) query: String,
    address: Option<[u8; 4]>,
}

impl Visitor {
    pub(crate) fn new(router: Router, query: &str) -> Self {
        Self {
            router,
            cookies: BTreeMap::new(),
            query: query.to_owned(),
            address: None,
        }
    }

    /// Opens the room's page with this query.
    pub(crate) fn at(mut self, query: &str) -> Self {
        query.clone_into(&mut self.query);
        self
    }

    /// Sets the IP address of the browser.
    pub(crate) fn from(mut self, address: [u8; 4]) -> Self {
        self.address = Some(address);
        self
    }

    /// Puts the browser behind a proxy with this address, which adds these headers to every
    /// request.
    pub(crate) fn behind(mut self, proxy: [u8; 4], added: &[(&'static str, &str)]) -> Self {
        let added: Vec<(HeaderName, HeaderValue)> = added
            .iter()
            .map(|(name, value)| {
                (
                    HeaderName::from_static(name),
                    HeaderValue::from_str(value).expect("a header"),
                )
            })
            .collect();
        self.router = self.router.layer(map_request(move |mut request: Request<Body>| {
            request.headers_mut().extend(added.clone());
            ready(request)
        }));
        self.from(proxy)
    }

    /// Lets the browser use https.
    pub(crate) fn over_tls(mut self) -> Self {
        self.router = self.router.layer(axum::Extension(anteroom::http::OverTls));
        self
    }

    /// Connects the browser to a server that was opened again.
    pub(crate) fn move_to(mut self, server: &TestServer) -> Self {
        self.router = server.router.clone();
        self
    }

    /// Disconnects the browser from its server.
    pub(crate) fn adrift(mut self) -> Self {
        self.router = Router::new();
        self
    }

    /// Starts a request, and ignores the cookies in the answer.
    pub(crate) fn send(&self, path: &str) -> Poll {
        self.start(Request::get(path), "")
    }

    fn start(&self, mut request: Builder, body: &str) -> Poll {
        if !self.cookies.is_empty() {
            let pairs = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
            request = request.header(COOKIE, pairs.collect::<Vec<_>>().join("; "));
        }
        if let Some(address) = self.address {
            request = request.extension(ConnectInfo(SocketAddr::from((address, 4711))));
        }
        let request = request.body(Body::from(body.to_owned())).expect("a request");
        let router = self.router.clone();
        tokio::spawn(
            async move { Reply::read(router.oneshot(request).await.expect("the router always answers")).await },
        )
    }

    /// Submits a form as the browser sends it from one of our pages, and ignores the cookies in the
    /// answer.
    pub(crate) fn submit(&self, path: &str, form: &str) -> Poll {
        let request = Request::post(path)
            .header("content-type", "application/x-www-form-urlencoded")
            .header("sec-fetch-site", "same-origin")
            .header(HOST, "queue.example");
        self.start(request, form)
    }

    /// Starts a request of an app, and ignores the cookies in the answer.
    pub(crate) fn submit_json(&self, path: &str, json: &str) -> Poll {
        let request = Request::post(path)
            .header("content-type", "application/json")
            .header(HOST, "queue.example");
        self.start(request, json)
    }

    /// Starts a request of any method with a body of this type, as from one of our pages, and
    /// ignores the cookies in the answer.
    pub(crate) fn ask_by(&self, method: &Method, path: &str, (kind, body): (&str, &str)) -> Poll {
        let request = Request::builder().method(method).uri(path);
        let request = request
            .header("content-type", kind)
            .header("sec-fetch-site", "same-origin")
            .header(HOST, "queue.example");
        self.start(request, body)
    }

    /// Submits a form, and keeps the cookies.
    pub(crate) async fn post(&mut self, path: &str, form: &str) -> Reply {
        let reply = self.submit(path, form).await.expect("handlers do not panic");
        self.keep(&reply);
        reply
    }

    /// Sends a request that needs no time, and keeps the cookies.
    pub(crate) async fn get(&mut self, path: &str) -> Reply {
        let reply = self.send(path).await.expect("handlers do not panic");
        self.keep(&reply);
        reply
    }

    /// Opens an address that the visitor typed in, and keeps the cookies.
    pub(crate) async fn open(&mut self, path: &str) -> Reply {
        let headers = [("sec-fetch-site", "none"), ("sec-fetch-dest", "document")];
        self.get_with(path, &headers).await
    }

    /// Like [`get`](Self::get), with these headers.
    pub(crate) async fn get_with(&mut self, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.ask(Request::get(path), headers).await
    }

    /// Submits a form without fields with these headers, and keeps the cookies.
    pub(crate) async fn post_with(&mut self, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.ask(Request::post(path), headers).await
    }

    /// Submits a form with these headers, and keeps the cookies.
    pub(crate) async fn post_body_with(&mut self, path: &str, form: &str, headers: &[(&str, &str)]) -> Reply {
        let request = Request::post(path).header("content-type", "application/x-www-form-urlencoded");
        let request = headers
            .iter()
            .fold(request, |request, (name, value)| request.header(*name, *value));
        let reply = self.start(request, form).await.expect("handlers do not panic");
        self.keep(&reply);
        reply
    }

    async fn ask(&mut self, request: Builder, headers: &[(&str, &str)]) -> Reply {
        let request = request.header(HOST, "queue.example");
        let request = headers
            .iter()
            .fold(request, |request, (name, value)| request.header(*name, *value));
        let reply = self.start(request, "").await.expect("handlers do not panic");
        self.keep(&reply);
        reply
    }

    /// Loads the page at the present address without following redirects.
    pub(crate) async fn load(&mut self) -> Reply {
        let path = format!("/?{}", self.query);
        self.get(&path).await
    }

    /// Loads the page and follows the redirect to the place.
    pub(crate) async fn enter(&mut self) -> Reply {
        let reply = self.load().await;
        assert_eq!(reply.status, 302, "a new place: {}", reply.text());
        self.follow(&reply);
        let page = self.load().await;
        assert_eq!(page.status, 200, "{}", page.text());
        page
    }

    /// Follows a redirect within the server, or a page that leads on.
    pub(crate) fn follow(&mut self, reply: &Reply) {
        // The address may begin with the server's path prefix.
        let there = [reply.location(), reply.onward()].concat();
        let (_, query) = there.split_once("/?").expect("a way to the room");
        query.clone_into(&mut self.query);
    }

    /// Starts a poll like the page's script.
    pub(crate) fn poll(&self) -> Poll {
        self.send(&format!("/api/getStatus?{}", self.query))
    }

    /// Returns the queue id in the address.
    pub(crate) fn queue_id(&self) -> String {
        let mut pairs = self.query.split('&');
        pairs
            .find_map(|pair| pair.strip_prefix("q="))
            .expect("a place")
            .to_owned()
    }

    /// Returns the places in the cookie, as 32 hex digits each, without their tags.
    pub(crate) fn places(&self) -> Vec<String> {
        let value = self.cookies.get("anteroom_place").map_or("", String::as_str);
        value
            .split('.')
            .filter(|id| !id.is_empty())
            .map(|entry| entry[..32].to_owned())
            .collect()
    }

    /// Keeps the cookies that an answer sets.
    pub(crate) fn keep(&mut self, reply: &Reply) {
        for line in reply.headers.get_all(SET_COOKIE) {
            let line = line.to_str().expect("ASCII");
            let (name, value) = line
                .split(';')
                .next()
                .and_then(|pair| pair.split_once('='))
                .expect("a pair");
            if line.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}
