//! CrowdHandler's API, with requests as that vendor's clients send them.

mod autotune;
mod calls;
mod next_places;
mod order_passes;
mod pages;
mod phases;
mod priority;
mod private;
mod recorded;
mod redirects;
mod rooms;
mod sessions;
mod static_pages;
mod stock;
mod threats;

use std::sync::Arc;

use http::{Method, Request};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::{Reply, SmtpServer, TestServer, config};

const PUBLIC: &str = "8a21c4f09b7d53e6a1f0b2c3d4e5f60718293a4b5c6d7e8f9fa0b1c2d3e4f506";
const PRIVATE: &str = "0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0";
const AGENT: &str = "Mozilla/5.0 (Probe) +x";

/// Returns a customer with the API's keys, and a site whose pages under `/tickets` are protected.
fn site(pool: &str, rooms: &str) -> String {
    format!(
        "[[customer]]\nid = \"acme\"\nsecret_key = \"one-more-secret\"\npublic_key = \"{PUBLIC}\"\nprivate_key = \"{PRIVATE}\"\n\
         [[pool]]\nid = \"shop\"\ndomains = [\"https://www.example.com\", \"https://*.example.org\"]\n{pool}\n{rooms}"
    )
}

/// Returns a room of the site with these keys.
fn room(id: &str, keys: &str) -> String {
    format!(
        "[[room]]\ncustomer = \"acme\"\nid = \"{id}\"\nname = \"The {id}\"\npool = \"shop\"\nslug = \"the-{id}\"\n\
         target_url = \"https://www.example.com/start\"\ntarget_hosts = [\"www.example.com\"]\nmax_outflow = 6000\n{keys}\n"
    )
}

/// Returns a room of the site for the pages whose address contains a path.
fn room_for(id: &str, path: &str) -> String {
    room(id, &format!("url_match = \"contains\"\nurl_pattern = \"{path}\""))
}

/// Returns the usual site: a pool with these keys, and one room for tickets.
async fn open(pool: &str) -> TestServer {
    let tickets = room_for("sale", "/tickets");
    TestServer::of(config("memory:", &site(pool, &tickets))).await
}

/// An integration of the site that speaks to the server.
struct Site {
    server: Arc<TestServer>,
}

impl Site {
    async fn open(pool: &str) -> Self {
        Self::around(open(pool).await)
    }

    /// Opens a site: a pool with these keys, and these rooms.
    async fn with(pool: &str, rooms: &str) -> Self {
        Self::around(TestServer::of(config("memory:", &site(pool, rooms))).await)
    }

    fn around(server: TestServer) -> Self {
        Self {
            server: Arc::new(server),
        }
    }

    /// Sends a call for a page; with a token, as a visitor who was here before. Time passes until
    /// it is answered.
    async fn call(&self, token: Option<&str>, url: &str) -> Value {
        let reply = self.answer(token, url).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        let result = reply.json()["result"].clone();
        assert!(result.is_object(), "{result}");
        assert!(
            result.get("error").is_none(),
            "clients take such an answer for a failure"
        );
        result
    }

    /// Sends a newcomer's call for a page; returns the token that the answer gives.
    async fn new_token(&self, url: &str) -> String {
        text(&self.call(None, url).await, "token").to_owned()
    }

    /// Sends calls for a page at the same moment; returns their results.
    async fn calls(&self, tokens: &[Option<&str>], url: &str) -> Vec<Value> {
        let sent = tokens.iter().map(|token| {
            let (server, request) = (self.server.clone(), call_request(*token, url));
            tokio::spawn(async move { server.send(request).await })
        });
        let mut results = Vec::new();
        for reply in sent.collect::<Vec<_>>() {
            let reply = self.server.resolve(reply).await;
            assert_eq!(reply.status, 200, "{}", reply.text());
            results.push(reply.json()["result"].clone());
        }
        results
    }

    async fn answer(&self, token: Option<&str>, url: &str) -> Reply {
        self.send(call_request(token, url)).await
    }

    async fn send(&self, request: Request<axum::body::Body>) -> Reply {
        let server = self.server.clone();
        self.server
            .resolve(tokio::spawn(async move { server.send(request).await }))
            .await
    }

    /// Opens an address as a browser does; returns the status and where the answer leads.
    async fn browse(&self, path: &str) -> (u16, String) {
        let request = Request::get(path).body(String::new().into()).expect("a request");
        let reply = self.send(request).await;
        (reply.status.as_u16(), reply.location().to_owned())
    }

    /// Calls until the visitor is let in; returns that answer.
    async fn let_in(&self, token: &str, url: &str) -> Value {
        for _ in 0..500 {
            let result = self.call(Some(token), url).await;
            if result["promoted"] == 1 {
                return result;
            }
            self.server.advance(1_000).await;
        }
        panic!("never let in");
    }

    /// Returns the grants of the room for tickets.
    async fn grants(&self) -> Vec<String> {
        let reply = self.server.admin(Method::GET, "rooms/acme/sale/grants", "").await;
        reply.text().lines().map(str::to_owned).collect()
    }

    /// Pauses a room.
    async fn paused(&self, room: &str) {
        let path = format!("rooms/acme/{room}/pause");
        let paused = self.server.admin(Method::POST, &path, "").await;
        assert!(paused.status.is_success(), "{}", paused.text());
        self.server.settle().await;
    }

    async fn patch_pool(&self, body: &str) {
        let reply = self.server.admin(Method::PATCH, "pools/shop", body).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        self.server.settle().await;
    }
}

/// Returns the request of a call for a page; with a token, of a visitor who was here before.
fn call_request(token: Option<&str>, url: &str) -> Request<axum::body::Body> {
    let Some(token) = token else {
        let body = json!({"agent": AGENT, "ip": "203.0.113.9", "lang": "en-GB,en;q=0.9", "url": url});
        return post("/v1/requests/", "application/json", body.to_string());
    };
    let query: String = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("agent", AGENT), ("ip", "203.0.113.9"), ("lang", "en-GB"), ("url", url)])
        .finish();
    with_key(Request::get(format!("/v1/requests/{token}?{query}")), String::new())
}

fn with_key(request: http::request::Builder, body: String) -> Request<axum::body::Body> {
    let request = request.header("x-api-key", PUBLIC).header("host", "queue.example");
    request.body(body.into()).expect("a request")
}

fn post(path: &str, kind: &str, body: String) -> Request<axum::body::Body> {
    with_key(Request::post(path).header("content-type", kind), body)
}

/// Returns the signature by the vendor's rule, computed here.
fn signature(slug: &str, activates_on: &str, token: &str, requested: &str) -> String {
    let hex = |text: String| -> String { Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect() };
    hex(hex(PRIVATE.to_owned()) + slug + activates_on + token + requested)
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_else(|| panic!("{field} in {value}"))
}
