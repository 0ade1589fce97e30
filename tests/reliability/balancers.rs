//! Real balancers with the files of `deploy/`: false address headers, long links, and a node that
//! stops answering. The address headers also go through the two common configurations that append
//! to them. Visitors are on different loopback addresses:
//! 127.0.0.7 is in the group that passes, 127.0.0.8 is not, and the balancers are on 127.0.0.1,
//! which the carelessly configured group contains as well.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use tempfile::TempDir;
use testkit::{Answer, HttpClient, Port, Process, Redis, until};

use crate::support::binary;

const ENTRY: &str = "/?c=demo&e=sale";
const TARGET: &str = "http://127.0.0.1:9/";
const OFFICE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 7);
const STRANGER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 8);

/// Nodes and the balancer before them.
struct Behind {
    _folder: TempDir,
    addresses: Vec<SocketAddr>,
    balancer: SocketAddr,
    nodes: Vec<Process>,
    _front: Process,
    _ports: Vec<Port>,
}

/// A balancer and its configuration.
#[derive(Debug, Clone, Copy)]
enum BalancerProgram {
    /// A file for `conf.d`, whose `listen` and `server` lines are replaced.
    Nginx(&'static str),
    /// A complete file, whose addresses are replaced in the same way.
    Haproxy(&'static str),
}

const SHIPPED_NGINX: &str = include_str!("../../deploy/nginx/anteroom.conf");
const SHIPPED_HAPROXY: &str = include_str!("../../deploy/compose/haproxy.cfg");
/// A common configuration that appends to the received header.
const ADDING_NGINX: &str = "server {\n    listen 8080;\n    location / {\n        proxy_pass http://node;\n        \
     proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n    }\n}\nupstream node {\n    server 127.0.0.1:8081;\n}\n";
const ADDING_HAPROXY: &str = "defaults\n    mode http\n    timeout connect 1s\n    timeout client 30s\n    timeout server 15s\n    \
     option forwardfor\nfrontend visitors\n    bind :8080\n    default_backend nodes\nbackend nodes\n    server node1 node1:8080\n";

impl BalancerProgram {
    /// Writes the configuration to `folder` with these addresses; returns the program and its
    /// arguments.
    fn command(self, folder: &Path, listen: SocketAddr, nodes: &[SocketAddr]) -> Result<(PathBuf, Vec<String>)> {
        let servers = |indent: &str, options: &[&str]| {
            let line = |(index, node): (usize, &SocketAddr)| match self {
                Self::Nginx(_) => format!("{indent}server {node} {}\n", options.join(" ")),
                Self::Haproxy(_) => format!("{indent}server node{} {node}\n", index + 1),
            };
            nodes.iter().enumerate().map(line).collect::<String>()
        };
        let replaced = |text: &str| {
            let line = |line: &str| {
                let indent = &line[..line.len() - line.trim_start().len()];
                match line.split_whitespace().collect::<Vec<_>>()[..] {
                    ["listen", "8080;"] => format!("{indent}listen {listen};\n"),
                    ["bind", ":8080"] => format!("{indent}bind {listen}\n"),
                    ["server", "127.0.0.1:8081;"] => servers(indent, &[";"]),
                    ["server", "127.0.0.1:8081", ref options @ ..] => servers(indent, options),
                    ["server", "node1", ..] => servers(indent, &[]),
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
                anyhow::ensure!(replaced.contains(&nodes[0].to_string()), "{replaced}");
                std::fs::write(at("anteroom.conf"), replaced)?;
                let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
                let folders = kinds.map(|kind| format!("{kind}_temp_path {kind};"));
                // A worker of its own would outlive the test, which kills the process it started.
                let whole = format!(
                    "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\nproxy_max_temp_file_size 0;\n{}\ninclude anteroom.conf;\n}}\n",
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
                anyhow::ensure!(replaced.contains(&nodes[0].to_string()), "{replaced}");
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
        // Debian installs the program in this folder, which need not be in a user's PATH.
        let debian = Path::new("/usr/sbin").join(program);
        let program = if debian.is_file() { debian } else { program.into() };
        Ok((program, arguments))
    }
}

/// Starts a node that listens on `[::]` or on an IPv4 address, behind a balancer, and waits until
/// both answer.
async fn behind(balancer: BalancerProgram, dual_stack: bool) -> Result<Behind> {
    Behind::start(balancer, "memory:", 1, dual_stack).await
}

impl Behind {
    /// Starts nodes on one store behind a balancer, and waits until all answer.
    async fn start(balancer: BalancerProgram, store: &str, count: usize, dual_stack: bool) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut ports = vec![Port::free()?];
        let listen = ports[0].address();
        let (mut nodes, mut addresses) = (Vec::new(), Vec::new());
        for index in 0..count {
            let port = Port::free()?;
            let address = port.address();
            let http = if dual_stack {
                format!("[::]:{}", address.port())
            } else {
                address.to_string()
            };
            let file = format!("node{index}.toml");
            std::fs::write(folder.path().join(&file), node_config(&http, store))?;
            let node = Process::start(&format!("node{index}"), folder.path(), binary(), |command| {
                command.args(["serve", "--config", &file]);
            })?;
            answers(address).await.with_context(|| node.log())?;
            ports.push(port);
            nodes.push(node);
            addresses.push(address);
        }
        let (program, arguments) = balancer.command(folder.path(), listen, &addresses)?;
        let front = Process::start("balancer", folder.path(), &program, |command| {
            command.args(arguments);
        })?;
        answers(listen).await.with_context(|| front.log())?;
        Ok(Self {
            _folder: folder,
            addresses,
            balancer: listen,
            nodes,
            _front: front,
            _ports: ports,
        })
    }
}

/// One stranger takes more places here than the free share of a network.
fn node_config(http: &str, store: &str) -> String {
    format!(
        "[server]\nhttp = \"{http}\"\npublic_url = \"http://queue.example\"\ntrusted_proxies = [\"127.0.0.1\"]\nstore = \"{store}\"\n\
         master_key = \"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"\n\n\
         [[customer]]\nid = \"demo\"\nsecret_key = \"shared-with-the-site-9b1e\"\n\n\
         [[ip_group]]\nid = \"office\"\naddresses = [\"{OFFICE}\", \"127.0.0.1\"]\n\n\
         [[room]]\ncustomer = \"demo\"\nid = \"sale\"\ntarget_url = \"{TARGET}\"\nmax_outflow = 0\nbypass_ip_groups = [\"office\"]\n\
         price = {{ limit_networks = false }}\n"
    )
}

/// Waits until the node is ready at this address.
async fn answers(address: SocketAddr) -> Result<()> {
    let url = format!("http://{address}/health/ready");
    let client = HttpClient::default();
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

/// Returns whether a visitor at this address passes the line because of the address, and the
/// answer.
async fn passes(at: SocketAddr, address: Ipv4Addr, headers: &[(&str, &[u8])]) -> (bool, Answer) {
    let client = HttpClient::at(IpAddr::V4(address));
    let answer = client.get_with(&format!("http://{at}{ENTRY}"), headers).await;
    let answer = answer.expect("an answer");
    assert_eq!(answer.status, 302, "{headers:?}: {}", answer.text());
    let location = answer.location().expect("a place to go to");
    (location.starts_with(TARGET), answer)
}

/// `strips`: whether the balancer removes all headers in which a stranger claims an address.
async fn nobody_is_who_they_say(balancer: BalancerProgram, strips: bool) {
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
            assert_eq!(passes(behind.addresses[0], address, &[]).await.0, passing, "{address}");
        }
    }
}

#[tokio::test]
async fn the_shipped_nginx_says_who_the_visitor_is_whatever_they_say() {
    nobody_is_who_they_say(BalancerProgram::Nginx(SHIPPED_NGINX), true).await;
}

#[tokio::test]
async fn the_shipped_haproxy_says_who_the_visitor_is_whatever_they_say() {
    nobody_is_who_they_say(BalancerProgram::Haproxy(SHIPPED_HAPROXY), true).await;
}

/// These two forward `Forwarded` unchanged: a visitor who sends one is at most unknown, and never
/// passes.
#[tokio::test]
async fn an_nginx_that_adds_to_what_came_lets_nobody_be_somebody_else() {
    nobody_is_who_they_say(BalancerProgram::Nginx(ADDING_NGINX), false).await;
}

#[tokio::test]
async fn an_haproxy_that_adds_a_line_lets_nobody_be_somebody_else() {
    nobody_is_who_they_say(BalancerProgram::Haproxy(ADDING_HAPROXY), false).await;
}

/// The longest target that a link may name, escaped twice, is complete in the answer, and such a
/// request never makes a balancer consider the node dead.
async fn long_links_harm_nobody(balancer: BalancerProgram) {
    let behind = behind(balancer, false).await.expect("node and balancer start");
    let client = HttpClient::at(IpAddr::V4(STRANGER));
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
    long_links_harm_nobody(BalancerProgram::Nginx(SHIPPED_NGINX)).await;
}

#[tokio::test]
async fn the_shipped_haproxy_stands_long_links() {
    long_links_harm_nobody(BalancerProgram::Haproxy(SHIPPED_HAPROXY)).await;
}

/// The time after which a visitor's request for the status counts as lost: the 3 s that a balancer
/// waits for one node, the 2 s that another may hold the request, and 3 s for this machine.
const POLL_MAX: Duration = Duration::from_secs(8);

/// People who poll through the balancer are answered while one of two nodes has stopped without
/// closing its connections.
async fn a_frozen_node_costs_nobody_a_poll(balancer: BalancerProgram) {
    let redis = Redis::start().await.expect("Redis starts");
    let mut behind = Behind::start(balancer, &redis.url(), 2, false)
        .await
        .expect("nodes and balancer start");
    let client = HttpClient::at(IpAddr::V4(STRANGER));
    let mut people = Vec::new();
    for _ in 0..20 {
        let (_, entered) = passes(behind.balancer, STRANGER, &[]).await;
        let query = entered.location().and_then(|location| location.split_once('?'));
        let poll = format!("http://{}/api/getStatus?{}", behind.balancer, query.expect("a query").1);
        people.push((poll, entered.cookie().expect("a cookie").to_owned()));
    }
    behind.nodes[0].freeze().expect("the node is stopped");
    for round in 0..3 {
        let polls = people.iter().map(|(url, cookie)| {
            let poll = client.get(url, Some(cookie));
            async move {
                tokio::time::timeout(POLL_MAX, poll)
                    .await
                    .map(|answer| answer.map(|answer| answer.status))
            }
        });
        for answer in futures_util::future::join_all(polls).await {
            let status = answer.expect("an answer in time").expect("an answer");
            assert_eq!(status, 200, "{balancer:?}, round {round}");
        }
    }
    behind.nodes[0].thaw().expect("the node goes on");
}

#[tokio::test]
async fn behind_the_shipped_nginx_a_frozen_node_costs_nobody_a_poll() {
    a_frozen_node_costs_nobody_a_poll(BalancerProgram::Nginx(SHIPPED_NGINX)).await;
}

#[tokio::test]
async fn behind_the_shipped_haproxy_a_frozen_node_costs_nobody_a_poll() {
    a_frozen_node_costs_nobody_a_poll(BalancerProgram::Haproxy(SHIPPED_HAPROXY)).await;
}
