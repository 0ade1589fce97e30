//! Visitors' addresses: neither the log nor a file of the server contains one after any action of a
//! visitor, and after a request for any path.

mod every_path;

use std::net::IpAddr;

use http::Method;
use serde_json::json;

use crate::support::{CapturedLog, SmtpServer, TestServer, Visitor, room};

/// The client's address, in a form that occurs nowhere else.
const CLIENT: [u8; 4] = [203, 0, 113, 77];
/// Another client, which a rule blocks.
const BLOCKED: [u8; 4] = [198, 51, 100, 201];

/// Returns every form in which an address could be written: text, bytes, and the prefixes of its
/// networks down to /16, and to /48 of IPv6.
fn forms(address: IpAddr) -> Vec<Vec<u8>> {
    match address {
        IpAddr::V4(address) => forms_of_v4(address.octets()),
        IpAddr::V6(address) => forms_of_v6(address.octets()),
    }
}

fn forms_of_v4(address: [u8; 4]) -> Vec<Vec<u8>> {
    let [a, b, c, d] = address;
    let texts = [
        format!("{a}.{b}.{c}.{d}"),
        format!("{a}.{b}.{c}.0"),
        format!("{a}.{b}.0.0"),
        format!("[{a}, {b}, {c}, {d}]"),
        format!("{:08x}", u32::from_be_bytes(address)),
        format!("{a}-{b}-{c}-{d}"),
    ];
    let bytes = [address.to_vec(), address.iter().rev().copied().collect()];
    texts.into_iter().map(String::into_bytes).chain(bytes).collect()
}

fn forms_of_v6(address: [u8; 16]) -> Vec<Vec<u8>> {
    let groups: Vec<u16> = address
        .chunks_exact(2)
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
        .collect();
    let joined = |count: usize, mark: &str, digits: usize| {
        let groups = groups[..count].iter().map(|group| format!("{group:0digits$x}"));
        groups.collect::<Vec<_>>().join(mark)
    };
    // The /48 begins the /64 and the whole address, in each way to write them.
    let texts = [
        joined(3, ":", 1),
        joined(3, ":", 4),
        joined(3, "", 4),
        joined(3, "-", 1),
    ];
    let listed = address[..6].iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    let bytes = [
        address[..6].to_vec(),
        address[8..].to_vec(),
        address.iter().rev().take(8).copied().collect(),
    ];
    let texts = texts.into_iter().chain([listed]).map(String::into_bytes);
    texts.chain(bytes).collect()
}

/// Checks that none of the forms of these addresses is in the log, in a file or in another text.
fn assert_absent(addresses: &[IpAddr], log: &[u8], others: &[(&str, Vec<u8>)]) {
    for form in addresses.iter().copied().flat_map(forms) {
        let shown = String::from_utf8_lossy(&form).into_owned();
        // Four bytes can stand in a text by accident, and no log has bytes.
        if form.len() > 4 {
            assert!(!has(log, &form), "{shown} is in the log");
        }
        for (name, bytes) in others {
            assert!(!has(bytes, &form), "{shown} is in {name}");
        }
    }
}

/// Returns whether a form is somewhere; texts in any case.
fn has(haystack: &[u8], form: &[u8]) -> bool {
    let is_text = form.len() > 4;
    haystack
        .windows(form.len())
        .any(|part| part == form || is_text && part.eq_ignore_ascii_case(form))
}

/// Performs every action that a visitor can take in a room, from one address.
async fn do_everything(server: &TestServer) -> Visitor {
    let mut visitor = server.visitor().from(CLIENT);
    visitor.enter().await;
    server.poll(&visitor).await;
    let address = format!("{}&address=ada%40example.com", visitor.query);
    let reply = visitor.post("/email", &address).await;
    assert!(reply.leads_on(), "{}", reply.text());
    // Guesses at codes and keys, which are counted by address.
    for guess in 0..12 {
        let form = format!("{}&code=WRONG{guess}", visitor.query);
        visitor.post("/move/demo/sale", &form).await;
        let mut guesses = server
            .visitor()
            .from(CLIENT)
            .at(&format!("c=demo&e=closed&code=WRONG-{guess}"));
        guesses.load().await;
    }
    visitor.get("/error/hash/?c=demo&e=sale&queueittoken=e_sale~h_0").await;
    visitor.get("/nowhere").await;
    visitor
        .get_with("/admin/v1/rooms", &[("authorization", "Bearer a-wrong-token")])
        .await;
    for path in [
        "/spa-api/queue/demo/sale/enqueue",
        "/api/mobileapp/queue/demo/sale/enqueue",
    ] {
        visitor.submit_json(path, "{}").await.expect("answered");
    }
    let passes = server.visitor().from(CLIENT).at("c=demo&e=staff").load().await;
    assert!(passes.location().contains("hip_"), "bound to the address");
    let mut blocked = server.visitor().from(BLOCKED);
    assert_eq!(blocked.load().await.status, 403);
    let mut suspect = server.visitor().from(CLIENT).at("c=demo&e=strict");
    assert_eq!(suspect.load().await.status, 403);
    visitor
}

#[tokio::test]
async fn no_address_of_a_visitor_is_in_the_log_or_in_the_store() {
    let (log, _guard) = CapturedLog::begin();
    let smtp = SmtpServer::start(&[]).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let rooms = [
        smtp.section("tls = \"none\""),
        // The operator's own list: in the file, and not in the store.
        "[[ip_group]]\nid = \"staff\"\naddresses = [\"203.0.113.77\"]\n".to_owned(),
        room(
            "sale",
            "max_outflow = 60\nemail = true\nbind_address = true\nmax_redirects = 9",
        ),
        room("closed", "max_outflow = 60\ninvite_only = true"),
        room("staff", "max_outflow = 60\nbypass_ip_groups = [\"staff\"]"),
        room(
            "strict",
            "max_outflow = 60\nsuspects = { from = 20, action = \"refuse\" }",
        ),
    ];
    let server = TestServer::in_folder(&data, &rooms.concat()).await;
    let rule = json!({"id": "bots", "action": "block", "addresses": ["198.51.100.201", "198.51.100.0/28"]});
    let made = server
        .admin(Method::POST, "customers/demo/firewall", &rule.to_string())
        .await;
    assert_eq!(made.status, 201, "{}", made.text());
    let visitor = do_everything(&server).await;
    let url = server.pass(&visitor).await;
    assert!(url.contains("hip_"), "bound to the address: {url}");
    let order = json!({"queueId": visitor.queue_id(), "order": "A-1"}).to_string();
    assert_eq!(server.admin(Method::POST, "passes/verify", &order).await.status, 200);
    let overview = server.admin(Method::GET, "customers/demo/requests", "").await.text();
    drop(visitor);
    // The restart writes all data, and closes the file.
    let server = server.restart(1_000).await;
    drop(server.router);
    drop(server.app);

    let log = log.bytes();
    let stored = std::fs::read(data.join("anteroom.redb")).expect("a file");
    assert!(
        has(&log, b"passed by address") && has(&log, b"demo/sale"),
        "the log is complete"
    );
    assert!(has(&stored, b"demo/sale"), "the file is the store's");
    let addresses = [CLIENT, BLOCKED].map(IpAddr::from);
    assert_absent(&addresses, &log, &[("the store", stored)]);
    let seen: Vec<Vec<u8>> = addresses
        .into_iter()
        .flat_map(forms)
        .filter(|form| form.len() > 4)
        .collect();
    assert!(!seen.iter().any(|form| has(overview.as_bytes(), form)), "{overview}");
}

#[test]
fn an_address_is_found_however_it_is_written() {
    let found = |address: &str, text: &[u8]| {
        let forms = forms(address.parse().expect("an address"));
        forms.iter().any(|form| has(text, form))
    };
    for written in ["from 203.0.113.77:80", "203.0.0.0/16", "CB00714D", "[203, 0, 113, 77]"] {
        assert!(found("203.0.113.77", written.as_bytes()), "{written}");
    }
    assert!(found("203.0.113.77", &[7, 203, 0, 113, 77]) && !found("203.0.113.77", b"203.0.114.77"));
    let six = "2001:db8:4d3a:77b1:c0de:91f:5e2b:a01";
    for written in [
        six,
        "2001:0DB8:4D3A:77b1::/64",
        "2001:db8:4d3a::/48",
        "20010db84d3a77b1",
        "32, 1, 13, 184, 77, 58",
    ] {
        assert!(found(six, written.as_bytes()), "{written}");
    }
    assert!(found(six, &[0xc0, 0xde, 0x09, 0x1f, 0x5e, 0x2b, 0x0a, 0x01]) && !found(six, b"2001:db8:4d3b::1"));
}
