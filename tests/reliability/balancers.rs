//! False address headers, sent through real balancers with the files of `deploy/`, and with the two
//! common configurations that append to the header. Visitors are on different loopback addresses:
//! 127.0.0.7 is in the group that passes, 127.0.0.8 is not, and the balancers are on 127.0.0.1,
//! which the carelessly configured group contains as well.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::TempDir;
use testkit::{Answer, Client, Port, Process, until};

use crate::support::binary;

const ENTRY: &str = "/?c=demo&e=sale";
const TARGET: &str = "http://127.0.0.1:9/";
const OFFICE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 7);
const STRANGER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 8);

/// A node and the balancer before it.
struct Behind {
    _folder: TempDir,
    node: SocketAddr,
    balancer: SocketAddr,
    _processes: [Process; 2],
    _ports: [Port; 2],
}

/// A balancer and its configuration.
#[derive(Debug, Clone, Copy)]
enum Balancer {
    /// A file for `conf.d`, whose `listen` and `server` lines are replaced.
    Nginx(&'static str),
    /// A complete file, whose addresses are replaced likewise.
    Haproxy(&'static str),
}

const SHIPPED_NGINX: &str = include_str!("../../deploy/nginx/anteroom.conf");
const SHIPPED_HAPROXY: &str = include_str!("../../deploy/compose/haproxy.cfg");
/// A common configuration that appends to the received header.
const ADDING_NGINX: &str = "server {\n    listen 8080;\n    location / {\n        proxy_pass http://node;\n        \
     proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n    }\n}\nupstream node {\n    server 127.0.0.1:8081;\n}\n";
const ADDING_HAPROXY: &str = "defaults\n    mode http\n    timeout connect 1s\n    timeout client 30s\n    timeout server 15s\n    \
     option forwardfor\nfrontend visitors\n    bind :8080\n    default_backend nodes\nbackend nodes\n    server node1 node1:8080\n";

impl Balancer {
    /// Writes the configuration to `folder` with these addresses; returns the program and its
    /// arguments.
    fn command(self, folder: &Path, listen: SocketAddr, node: SocketAddr) -> Result<(PathBuf, Vec<String>)> {
        let replaced = |text: &str| {
            let line = |line: &str| {
                let indent = &line[..line.len() - line.trim_start().len()];
                match line.split_whitespace().collect::<Vec<_>>()[..] {
                    ["listen", "8080;"] => format!("{indent}listen {listen};\n"),
                    ["bind", ":8080"] => format!("{indent}bind {listen}\n"),
                    ["server", "127.0.0.1:8081;"] | ["server", "127.0.0.1:8081", ..] => {
                        format!("{indent}server {node};\n")
                    }
                    ["server", "node1", ..] => format!("{indent}server node1 {node}\n"),
                    ["server", "node2" | "node3", ..] => String::new(),
                    // The shipped number exceeds the limit on open files of this machine.
                    ["maxconn", _] => format!("{indent}maxconn 100\n"),
                    _ => format!("{line}\n"),
                }
            };
            text.lines().map(line).collect::<String>()
        };
        let at = |name: &str| folder.join(name);
        let arguments = match self {
            Self::Nginx(text) => {
                let replaced = replaced(text);
                anyhow::ensure!(replaced.contains(&node.to_string()), "{replaced}");
                std::fs::write(at("anteroom.conf"), replaced)?;
                let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
                let folders = kinds.map(|kind| format!("{kind}_temp_path {kind};"));
                let whole = format!(
                    "daemon off;\nworker_processes 1;\npid nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\nproxy_max_temp_file_size 0;\n{}\ninclude anteroom.conf;\n}}\n",
                    folders.join("\n")
                );
                std::fs::write(at("nginx.conf"), whole)?;
                vec![
                    "-p".to_owned(),
                    folder.display().to_string(),
                    "-c".to_owned(),
                    at("nginx.conf").display().to_string(),
                ]
            }
            Self::Haproxy(text) => {
                let replaced = replaced(text);
                anyhow::ensure!(replaced.contains(&node.to_string()), "{replaced}");
                std::fs::write(at("haproxy.cfg"), replaced)?;
                vec![
                    "-db".to_owned(),
                    "-f".to_owned(),
                    at("haproxy.cfg").display().to_string(),
                ]
            }
        };
        let program = match self {
            Self::Nginx(_) => "nginx",
            Self::Haproxy(_) => "haproxy",
        };
        // Debian installs the program there, which need not be in a user's PATH.
        let debian = Path::new("/usr/sbin").join(program);
        let program = if debian.is_file() { debian } else { program.into() };
        Ok((program, arguments))
    }
}

/// Starts a node that listens on `[::]` or on an IPv4 address, behind a balancer, and waits until
/// both answer.
async fn behind(balancer: Balancer, dual_stack: bool) -> Result<Behind> {
    let folder = tempfile::tempdir()?;
    let ports = [Port::free()?, Port::free()?];
    let [node, listen] = [ports[0].address(), ports[1].address()];
    let http = if dual_stack {
        format!("[::]:{}", node.port())
    } else {
        node.to_string()
    };
    let config = format!(
        "[server]\nhttp = \"{http}\"\npublic_url = \"http://queue.example\"\ntrusted_proxies = [\"127.0.0.1\"]\nstore = \"memory:\"\n\
         master_key = \"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"\n\n\
         [[customer]]\nid = \"demo\"\nsecret_key = \"shared-with-the-site-9b1e\"\n\n\
         [[ip_group]]\nid = \"office\"\naddresses = [\"{OFFICE}\", \"127.0.0.1\"]\n\n\
         [[room]]\ncustomer = \"demo\"\nid = \"sale\"\ntarget_url = \"{TARGET}\"\nmax_outflow = 0\nbypass_ip_groups = [\"office\"]\n"
    );
    std::fs::write(folder.path().join("anteroom.toml"), config)?;
    let server = Process::start("node", folder.path(), binary(), |command| {
        command.args(["serve", "--config", "anteroom.toml"]);
    })?;
    answers(node).await.with_context(|| server.log())?;
    let (program, arguments) = balancer.command(folder.path(), listen, node)?;
    let front = Process::start("balancer", folder.path(), &program, |command| {
        command.args(arguments);
    })?;
    answers(listen).await.with_context(|| front.log())?;
    Ok(Behind {
        _folder: folder,
        node,
        balancer: listen,
        _processes: [server, front],
        _ports: ports,
    })
}

/// Waits until the node is ready at this address.
async fn answers(address: SocketAddr) -> Result<()> {
    let url = format!("http://{address}/health/ready");
    let client = Client::default();
    until("it answers", || async {
        let answer = client.get(&url, None).await.ok()?;
        (answer.status == 200).then_some(())
    })
    .await
}

/// Returns headers with which a stranger may claim another address: the group's address first, then
/// invalid addresses, then the balancer's.
fn spoofs() -> Vec<Vec<(&'static str, &'static [u8])>> {
    let one = |name: &'static str, values: &[&'static [u8]]| {
        values.iter().map(move |value| vec![(name, *value)]).collect::<Vec<_>>()
    };
    let hops: [&'static [u8]; 13] = [
        b"127.0.0.7",
        b"127.0.0.7:5678",
        b"[::ffff:127.0.0.7]:443",
        b"::ffff:127.0.0.7",
        b"127.0.0.7, 127.0.0.1",
        b"127.0.0.1",
        b"::1",
        b"",
        b"\xe9",
        b"unknown",
        b"127.0.0.7,",
        b",",
        b"127.0.0.1, 127.0.0.1, 127.0.0.1",
    ];
    let elements: [&'static [u8]; 8] = [
        b"for=127.0.0.7",
        b"for=\"127.0.0.7:80\";proto=https;host=evil.example",
        b"for=\"[::ffff:127.0.0.7]\"",
        b"for=unknown",
        b"for=_hidden",
        b"for=\"",
        b"\xe9",
        b"for=127.0.0.7, for=127.0.0.1",
    ];
    let mut all = one("x-forwarded-for", &hops);
    all.extend(one("forwarded", &elements));
    all.extend(one("x-real-ip", &[b"127.0.0.7"]));
    all.extend(one("X_Forwarded_For", &[b"127.0.0.7"]));
    all.push(vec![
        ("x-forwarded-for", b"127.0.0.7"),
        ("x-forwarded-for", b"127.0.0.7"),
    ]);
    all.push(vec![("x-forwarded-for", b"127.0.0.7"), ("forwarded", b"for=127.0.0.7")]);
    all.push(vec![
        ("x-forwarded-proto", b"https"),
        ("x-forwarded-host", b"evil.example"),
    ]);
    all
}

/// Returns whether a visitor at this address passes the line because of it, and the answer.
async fn passes(at: SocketAddr, address: Ipv4Addr, headers: &[(&str, &[u8])]) -> (bool, Answer) {
    let client = Client::at(IpAddr::V4(address));
    let answer = client.get_with(&format!("http://{at}{ENTRY}"), headers).await;
    let answer = answer.expect("an answer");
    assert_eq!(answer.status, 302, "{headers:?}: {}", answer.text());
    let location = answer.location().expect("a place to go to");
    (location.starts_with(TARGET), answer)
}

/// `strips`: whether the balancer removes all headers in which a stranger claims an address.
async fn nobody_is_who_they_say(balancer: Balancer, strips: bool) {
    for dual_stack in [false, true] {
        let behind = behind(balancer, dual_stack).await.expect("node and balancer start");
        let by = async |address, headers: &[(&str, &[u8])]| passes(behind.balancer, address, headers).await;
        assert!(by(OFFICE, &[]).await.0);
        assert!(!by(STRANGER, &[]).await.0);
        for headers in spoofs() {
            let (passed, answer) = by(STRANGER, &headers).await;
            assert!(!passed, "{balancer:?}: {headers:?}");
            let cookie = answer.header("set-cookie");
            assert!(!cookie.is_empty(), "a place in line");
            if strips {
                assert!(!cookie.contains("Secure"), "plain HTTP, whatever was said: {cookie}");
                assert!(by(OFFICE, &headers).await.0, "{balancer:?}: {headers:?}");
            }
        }
        // Without the balancer, the peer is the client if it is not a proxy, and unknown if it is a
        // proxy that names no client.
        for (address, passing) in [(OFFICE, true), (STRANGER, false), (Ipv4Addr::LOCALHOST, false)] {
            assert_eq!(passes(behind.node, address, &[]).await.0, passing, "{address}");
        }
    }
}

#[tokio::test]
async fn the_shipped_nginx_says_who_the_visitor_is_whatever_they_say() {
    nobody_is_who_they_say(Balancer::Nginx(SHIPPED_NGINX), true).await;
}

#[tokio::test]
async fn the_shipped_haproxy_says_who_the_visitor_is_whatever_they_say() {
    nobody_is_who_they_say(Balancer::Haproxy(SHIPPED_HAPROXY), true).await;
}

/// These two forward `Forwarded` unchanged: a visitor who sends one is at most unknown, and never
/// passes.
#[tokio::test]
async fn an_nginx_that_adds_to_what_came_lets_nobody_be_somebody_else() {
    nobody_is_who_they_say(Balancer::Nginx(ADDING_NGINX), false).await;
}

#[tokio::test]
async fn an_haproxy_that_adds_a_line_lets_nobody_be_somebody_else() {
    nobody_is_who_they_say(Balancer::Haproxy(ADDING_HAPROXY), false).await;
}

/// The longest target that a link may name, escaped twice, is complete in the answer, and no such
/// request makes a balancer consider the node dead.
async fn long_links_harm_nobody(balancer: Balancer) {
    let behind = behind(balancer, false).await.expect("node and balancer start");
    let client = Client::at(IpAddr::V4(STRANGER));
    let path = "%25C3%25A4".repeat((4_096 - TARGET.len()) / 6);
    for target in [format!("{TARGET}{path}"), format!("{TARGET}{}", "a".repeat(15_000))] {
        let link = format!("http://{}{ENTRY}&t={target}", behind.balancer);
        for _ in 0..6 {
            let answer = client.get(&link, None).await.expect("an answer");
            assert!(answer.status < 500, "{}", answer.status);
        }
        assert!(!passes(behind.balancer, STRANGER, &[]).await.0, "others are answered");
    }
    let whole = format!("http://{}{ENTRY}&t={TARGET}{path}", behind.balancer);
    assert_eq!(client.get(&whole, None).await.expect("an answer").status, 302);
}

#[tokio::test]
async fn the_shipped_nginx_stands_long_links() {
    long_links_harm_nobody(Balancer::Nginx(SHIPPED_NGINX)).await;
}

#[tokio::test]
async fn the_shipped_haproxy_stands_long_links() {
    long_links_harm_nobody(Balancer::Haproxy(SHIPPED_HAPROXY)).await;
}
