//! A real SMTP server (Debian's `python3-aiosmtpd`) that stores the messages it receives.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::Deserialize;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/support/smtp_server.py");
/// Debian's Python, which finds Debian's packages.
const PYTHON: &str = "/usr/bin/python3";

/// An attempt to deliver an e-mail, as the server saw it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Delivery {
    pub(crate) answer: String,
    pub(crate) to: Vec<String>,
    pub(crate) from: String,
    pub(crate) tls: bool,
    pub(crate) user: bool,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) text: String,
    pub(crate) html: String,
}

/// A running server.
pub(crate) struct SmtpServer {
    pub(crate) port: u16,
    seen: Arc<Mutex<Vec<Delivery>>>,
    _process: Child,
}

impl SmtpServer {
    /// Starts a server with these arguments of its program.
    pub(crate) async fn start(arguments: &[&str]) -> Self {
        let process = Command::new(PYTHON)
            .arg(PROGRAM)
            .args(arguments)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn();
        let mut process = process.expect("Python starts");
        let mut lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let port = lines.next_line().await.expect("a readable line");
        let port = port.expect("the package python3-aiosmtpd is installed").parse();
        let seen = Arc::new(Mutex::new(Vec::new()));
        tokio::spawn(keep(lines, seen.clone()));
        Self {
            port: port.expect("a port"),
            seen,
            _process: process,
        }
    }

    /// Returns the attempts so far. The server prints an attempt before it answers, and the line
    /// may still be on its way, so this waits until `count` have come.
    pub(crate) async fn seen(&self, count: usize) -> Vec<Delivery> {
        for _ in 0..1_000 {
            let seen = self.seen.lock().expect("not poisoned").clone();
            if seen.len() >= count {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{count} e-mails do not come");
    }

    /// `[smtp]` for this server, with these further keys.
    pub(crate) fn section(&self, keys: &str) -> String {
        format!(
            "[smtp]\nhost = \"localhost\"\nport = {}\nfrom = \"Waiting room <queue@example.com>\"\ntimeout_seconds = 5\n{keys}\n\n",
            self.port
        )
    }
}

async fn keep(mut lines: Lines<BufReader<ChildStdout>>, seen: Arc<Mutex<Vec<Delivery>>>) {
    while let Ok(Some(line)) = lines.next_line().await {
        let delivery = serde_json::from_str(&line).expect("a line of JSON");
        seen.lock().expect("not poisoned").push(delivery);
    }
}
