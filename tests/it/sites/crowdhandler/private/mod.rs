//! The private API: keys, roles and limits, and every resource as its clients use it.

mod codes;
mod description;
mod domains;
mod groups;
mod keys;
mod resources;
mod rooms;
mod sessions;

use http::{Method, Request};
use serde_json::{Value, json};

use super::{PRIVATE, PUBLIC, Site, room, room_for, site};
use crate::support::{Reply, TestServer, config};

/// Returns a site with two rooms, and another customer whose room is in a pool of its own.
async fn open() -> Site {
    let tickets = room_for("sale", "/tickets");
    let rest = room("rest", "url_match = \"all\"");
    Site::around(TestServer::of(config("memory:", &(site("rate = 600", &(tickets + &rest)) + OTHER))).await)
}

/// The private key of the other customer.
const OTHER_PRIVATE: &str = "b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecf";
const OTHER: &str = "[[customer]]\nid = \"rival\"\nsecret_key = \"the-others-secret\"\n\
    public_key = \"a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebf\"\n\
    private_key = \"b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecf\"\n\
    [[pool]]\nid = \"theirs\"\nrate = 60\ndomains = [\"https://www.other.example\"]\n\
    [[room]]\ncustomer = \"rival\"\nid = \"show\"\nname = \"Their show\"\npool = \"theirs\"\nslug = \"their-show\"\nurl_match = \"all\"\n\
    target_url = \"https://www.other.example/\"\nmax_outflow = 60\n";

impl Site {
    /// Sends a call with a key; an empty body is none.
    async fn ask(&self, key: &str, method: Method, path: &str, body: &Value) -> Reply {
        let request = Request::builder().method(method).uri(format!("/v1/{path}"));
        let request = request.header("host", "queue.example").header("x-api-key", key);
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        self.send(request.body(body.into()).expect("a request")).await
    }

    /// Reads with the private key.
    async fn read(&self, path: &str) -> Value {
        let reply = self.ask(PRIVATE, Method::GET, path, &Value::Null).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()["result"].clone()
    }

    /// Sends a change with the private key.
    async fn does(&self, method: Method, path: &str, body: Value) -> Value {
        let reply = self.ask(PRIVATE, method, path, &body).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        self.server.settle().await;
        reply.json()["result"].clone()
    }

    /// Sends a call that is refused; returns the status and the error.
    async fn refused(&self, key: &str, method: Method, path: &str, body: Value) -> (u16, String) {
        let reply = self.ask(key, method, path, &body).await;
        let error = reply.json()["error"].as_str().unwrap_or_default().to_owned();
        assert!(!error.is_empty(), "{path}: {}", reply.text());
        (reply.status.as_u16(), error)
    }

    /// Makes a token of the admin API for the customer.
    async fn token(&self, role: &str) -> String {
        let wanted = json!({ "name": format!("a-{role}"), "role": role, "customer": "acme" }).to_string();
        let made = self.server.admin(Method::POST, "tokens", &wanted).await;
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()["token"].as_str().expect("a token").to_owned()
    }
}
