//! The store is unavailable at the start, or becomes unavailable while the server runs: the
//! connection to it is cut and restored.

mod clock;
mod draining;
mod full_disk;
mod leases;
mod seen;
mod starting;

use store::{AnyStore, MemoryStore};

use crate::support::{TestServer, room};

/// Returns a server with `demo/sale` whose store the test can disconnect.
async fn sale(memory: &MemoryStore) -> TestServer {
    TestServer::on(AnyStore::Memory(memory.clone()), &rooms()).await
}

fn rooms() -> String {
    room("sale", "name = \"Summer sale\"\nmax_outflow = 60")
}

/// Returns status and status word of `/health/ready`, and the reasons.
async fn ready(server: &TestServer) -> (u16, String, Vec<String>) {
    let reply = server.get("/health/ready", &[]).await;
    let answer = reply.json();
    let reasons = answer["reasons"].as_array().cloned().unwrap_or_default();
    let texts = reasons.iter().map(|reason| reason.as_str().expect("a word").to_owned());
    let status = answer["status"].as_str().expect("a word").to_owned();
    (reply.status.as_u16(), status, texts.collect())
}

/// Returns a figure of `/metrics`; 0 if it is missing.
async fn figure(server: &TestServer, name: &str) -> f64 {
    let text = server.get("/metrics", &[]).await.text();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.map_or(0.0, |number| number.parse().expect("a number"))
}
