//! E-mail shortly before the turn: a visitor, the real router, and a real SMTP server.

mod forms;
mod lanes;
mod limits;
mod sending;
mod transport;

use store::{PoolId, Store};

use crate::support::{Delivery, Reply, SmtpServer, TestServer, Visitor, room};

/// The keys of a room whose last visitor of [`line_of`] waits for half an hour.
const KEYS: &str = "name = \"Summer sale\"\nmax_outflow = 1\nemail = true";
const ADA: &str = "ada@example.com";

/// Returns a server with this server and a room of these keys.
async fn server_of(smtp: &SmtpServer, keys: &str) -> TestServer {
    TestServer::with(&format!("{}{}", smtp.section("tls = \"none\""), room("sale", keys))).await
}

async fn server(smtp: &SmtpServer) -> TestServer {
    server_of(smtp, KEYS).await
}

/// Lets people enter, and returns the last one.
async fn line_of(server: &TestServer, people: usize) -> Visitor {
    for _ in 1..people {
        server.visitor().enter().await;
    }
    let mut last = server.visitor();
    last.enter().await;
    last
}

/// Gives an address for the visitor's place; returns the answer.
async fn gives(visitor: &mut Visitor, address: &str) -> Reply {
    let form = format!(
        "{}&address={}",
        visitor.query,
        address.replace('@', "%40").replace('+', "%2B")
    );
    visitor.post("/email", &form).await
}

/// Gives an address, which is kept.
async fn leaves(visitor: &mut Visitor, address: &str) {
    let reply = gives(visitor, address).await;
    assert!(reply.leads_on(), "{}", reply.text());
}

/// Returns `data-state` of the visitor's page about e-mail.
async fn shown(visitor: &mut Visitor) -> String {
    let page = visitor.get(&format!("/email?{}", visitor.query)).await;
    assert_eq!(page.status, 200, "{}", page.text());
    page.html("data-state")
}

/// Brings all visitors' turns near: ten a minute instead of one.
async fn comes_near(server: &TestServer) {
    server.patch(r#"{"maxOutflow":10}"#).await;
    server.advance(1_000).await;
}

/// Returns the path of the link in an e-mail.
fn link(delivery: &Delivery) -> String {
    let url = delivery
        .text
        .lines()
        .find(|line| line.starts_with("http"))
        .expect("a link");
    let path = url
        .strip_prefix("https://queue.example")
        .expect("the server's own host");
    let in_html = delivery.html.replace("&#38;", "&").replace("&amp;", "&");
    assert!(in_html.contains(&format!("href=\"{url}\"")), "{in_html}");
    path.to_owned()
}

/// Returns everything that the store has about e-mails, as one text.
async fn stored(server: &TestServer) -> String {
    let store = server.memory.as_ref().expect("a server in memory");
    let pool = PoolId::new("~email").expect("a name");
    let (_, records) = store.scan(&pool, b"").await.expect("memory");
    let bytes = records
        .into_iter()
        .flat_map(|(key, value)| [key.as_bytes().to_vec(), value].concat());
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

/// Returns the number of records of a kind, by the first letter of their keys.
async fn count(server: &TestServer, kind: &[u8]) -> usize {
    let store = server.memory.as_ref().expect("a server in memory");
    let pool = PoolId::new("~email").expect("a name");
    store.scan(&pool, kind).await.expect("memory").1.len()
}
