//! Requests for every path, by every method, of clients whose addresses a trusted proxy reports.
//! Each address is also in the request's own query and body, in fields that the server reads as an
//! address and in one that it does not know.

use std::fs;
use std::net::IpAddr;
use std::path::Path;

use anteroom::config::RecordingSettings;
use http::Method;
use serde_json::json;

use super::{assert_absent, has};
use crate::support::{CapturedLog, SmtpServer, TestServer, Visitor, config, room, route_paths};

const PROXY: [u8; 4] = [10, 0, 0, 1];
const V4: &str = "203.0.113.201";
const V6: &str = "2001:db8:4d3a:77b1:c0de:91f:5e2b:a01";
/// The headers by which the proxy reports a client, as different proxies write them, and the
/// client's address.
const CLIENTS: [(&str, &str, &str); 4] = [
    ("x-forwarded-for", V4, V4),
    ("x-forwarded-for", V6, V6),
    ("x-forwarded-for", "[::ffff:203.0.113.201]:4711", V4),
    ("forwarded", "for=\"[2001:0db8:4d3a:77b1:c0de:091f:5e2b:0a01]:443\"", V6),
];
const PUBLIC: &str = "8a21c4f09b7d53e6a1f0b2c3d4e5f60718293a4b5c6d7e8f9fa0b1c2d3e4f506";
const PRIVATE: &str = "0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0";
/// More than the attempts at codes that one client has in a minute.
const NEXT_CLIENT_MS: u64 = 61_000;
/// The least number of paths that have answered somebody without an error.
const ANSWERED_MIN: usize = 30;

/// Returns rooms that let nobody in, so that every visitor stays in line: with and without a draw,
/// with a price that counts networks, and with CrowdHandler's API.
fn rooms(smtp: &str) -> String {
    let held = "max_outflow = 0\nemail = true\nbind_address = true\nhold_minutes = 5\n\
                price = { network_places = 10000 }";
    let soon = "max_outflow = 60\nstart = 2023-11-14T23:13:20Z\nprequeue_minutes = 120\n\
                price = { network_places = 2, prequeue_work = true }";
    let site = format!(
        "[[customer]]\nid = \"acme\"\nsecret_key = \"one-more-secret\"\npublic_key = \"{PUBLIC}\"\n\
         private_key = \"{PRIVATE}\"\n\
         [[pool]]\nid = \"shop\"\nrate = 0\ndomains = [\"https://www.example.com\"]\n\
         [[room]]\ncustomer = \"acme\"\nid = \"tickets\"\npool = \"shop\"\nslug = \"the-sale\"\n\
         url_match = \"contains\"\nurl_pattern = \"/tickets\"\ntarget_url = \"https://www.example.com/\"\n\
         max_outflow = 60\n"
    );
    [smtp, &site, &room("sale", held), &room("soon", soon)].concat()
}

/// Fills a path's parameters.
fn filled(path: &str, room: &str, queue_id: &str) -> String {
    path.replace("{customer}", "demo")
        .replace("{room}", room)
        .replace("{queue_id}", queue_id)
        .replace("{code}", "K7QX-3MTP")
        .replace("{*code}", "hash/")
        .replace("{ms}", "1700000000000")
        .replace("{name}", "queueit.min.js")
        .replace("{*name}", "none.css")
        .replace("{slug}", "the-sale")
        .replace("{moment}", "queue")
        .replace("{languages}", "de-DE")
        .replace(['{', '}'], "")
}

/// Sends a request by every method, and returns whether one was answered without an error.
async fn ask(visitor: &Visitor, path: &str, address: &str) -> bool {
    let own = format!(
        "{}&wrl=sale~{id}&ip={address}&client_address={address}&code=K7QX-3MTP&digits=000000&address=ada%40example.com\
         &url=https%3A%2F%2Fwww.example.com%2Ftickets&ch-public-key={PUBLIC}&back=c%3Ddemo%26e%3Dsale",
        visitor.query,
        id = visitor.queue_id(),
    );
    let page = "https://www.example.com/tickets";
    let call = json!({"url": page, "ip": address, "agent": "Probe", "lang": "de-DE", "client_address": address});
    let form = ("application/x-www-form-urlencoded", own.as_str());
    let call = call.to_string();
    let call = ("application/json", call.as_str());
    let mut is_answered = false;
    let nothing = ("text/plain", "");
    let with_query = format!("{path}?{own}");
    for (method, target, body) in [
        (Method::GET, path, nothing),
        (Method::GET, with_query.as_str(), nothing),
        (Method::POST, with_query.as_str(), form),
        (Method::POST, with_query.as_str(), call),
        (Method::PUT, with_query.as_str(), call),
        (Method::DELETE, with_query.as_str(), nothing),
    ] {
        let reply = visitor.ask_by(&method, target, body).await;
        let status = reply.expect("handlers do not panic").status;
        assert_ne!(status, 500, "{method} {target}");
        is_answered |= status.is_success() || status.is_redirection();
    }
    is_answered
}

/// Requests every path as a client that a proxy reports by this header; returns the paths that
/// answered without an error.
async fn ask_everything(server: &TestServer, (header, value, address): (&'static str, &str, &str)) -> Vec<String> {
    let client = |query: &str| {
        let headers = [(header, value), ("x-api-key", PUBLIC)];
        server.visitor().at(query).behind(PROXY, &headers)
    };
    let mut answered = Vec::new();
    let mut paths = route_paths();
    // The paths of operators, who are no visitors.
    paths.retain(|path| !path.starts_with("/admin/"));
    for path in paths {
        for room in ["sale", "soon"] {
            // Some paths give the place up.
            let mut visitor = client("c=demo&e=sale");
            visitor.enter().await;
            if ask(&visitor, &filled(&path, room, &visitor.queue_id()), address).await {
                answered.push(path.clone());
            }
            if !path.contains("{room}") {
                break;
            }
        }
    }
    // In the pre-queue, the tickets of a network have a price from the first on.
    let ticket = client("c=demo&e=soon").load().await;
    assert_eq!(ticket.html("data-page"), "slowed", "{}", ticket.text());
    answered
}

/// Returns the name and the content of every file in a folder.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let listed = fs::read_dir(folder).expect("a folder");
    let paths = listed.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => files(&path),
            false => vec![(path.display().to_string(), fs::read(&path).expect("a file"))],
        })
        .collect()
}

#[tokio::test]
async fn no_path_writes_the_address_of_its_client_to_a_file_or_to_the_log() {
    let (log, _guard) = CapturedLog::begin();
    let smtp = SmtpServer::start(&[]).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (data, recordings) = (folder.path().join("data"), folder.path().join("recordings"));
    fs::create_dir(&recordings).expect("a folder");
    let store = format!("embedded:{}", data.display());
    let mut config = config(&store, &rooms(&smtp.section("tls = \"none\"")));
    config.server.trusted_proxies = vec!["10.0.0.1/32".parse().expect("a network")];
    config.server.recordings = Some(RecordingSettings {
        dir: recordings,
        bytes_max: 64_000_000,
    });
    let server = TestServer::stored(config).await;
    for client in CLIENTS {
        let mut answered = ask_everything(&server, client).await;
        answered.dedup();
        assert!(answered.len() >= ANSWERED_MIN, "{client:?}: {answered:?}");
        server.advance(NEXT_CLIENT_MS).await;
    }
    let metrics = server.get("/metrics", &[]).await.body;
    // The restart writes all data, and closes the files.
    let server = server.restart(1_000).await;
    drop(server.router);
    drop(server.app);

    let log = log.bytes();
    assert!(has(&log, b"demo/sale"), "the log is complete");
    let files = files(folder.path());
    for name in ["anteroom.redb", "demo.sale.before.recording"] {
        let (_, bytes) = files.iter().find(|(path, _)| path.ends_with(name)).expect(name);
        assert!(bytes.len() > 100, "{name} has {} bytes", bytes.len());
    }
    let mut searched: Vec<(&str, Vec<u8>)> = files.iter().map(|(name, bytes)| (&**name, bytes.clone())).collect();
    searched.push(("the metrics", metrics.to_vec()));
    let addresses: [IpAddr; 2] = [V4, V6].map(|address| address.parse().expect("an address"));
    assert_absent(&addresses, &log, &searched);
}
