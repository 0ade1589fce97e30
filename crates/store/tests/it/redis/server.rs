//! A real `redis-server` on its own port, stopped on drop.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

/// Most polls of a starting server, and the pause between polls.
const ASKED_MAX: u32 = 1_000;
const PAUSE: Duration = Duration::from_millis(10);

/// Options of every server beside its port and folder: no acknowledged commit is lost, and a
/// replica does not wait.
pub(crate) const DURABLE: &[&str] = &[
    "--appendonly",
    "yes",
    "--appendfsync",
    "always",
    "--repl-diskless-sync-delay",
    "0",
];

/// The environment variable that names another program compatible with `redis-server`.
const PROGRAM: &str = "TEST_REDIS_SERVER";

/// A server. Its folder outlives its process.
pub(crate) struct Server {
    process: Child,
    pub(crate) port: u16,
    folder: TempDir,
    options: Vec<String>,
}

impl Server {
    /// Starts a server that acknowledges a commit only when it is on disk.
    pub(crate) fn durable() -> Self {
        Self::start(DURABLE)
    }

    /// Starts a server with these options on a free port.
    pub(crate) fn start(options: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let place = ["--bind", "127.0.0.1", "--save", "", "--dir"].map(str::to_owned);
        let mut all = place.to_vec();
        all.push(folder.path().display().to_string());
        all.extend(options.iter().map(|&option| option.to_owned()));
        Self::run(folder, all)
    }

    /// Starts a sentinel with these settings.
    pub(crate) fn sentinel(settings: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("sentinel.conf");
        fs::write(
            &file,
            format!("bind 127.0.0.1\ndir {}\n{settings}", folder.path().display()),
        )
        .unwrap();
        let options = vec![file.display().to_string(), "--sentinel".to_owned()];
        Self::run(folder, options)
    }

    fn run(folder: TempDir, options: Vec<String>) -> Self {
        loop {
            let port = free_port();
            if let Some(process) = run(port, &options) {
                return Self {
                    process,
                    port,
                    folder,
                    options,
                };
            }
            // Another process took the port first.
        }
    }

    /// Starts a replica of this server and waits until it is synchronized.
    pub(crate) fn replica(&self) -> Self {
        self.replica_with(&[])
    }

    /// Like [`replica`](Self::replica), with additional options.
    pub(crate) fn replica_with(&self, options: &[&str]) -> Self {
        let port = self.port.to_string();
        let replica = Self::start(&[DURABLE, options, &["--replicaof", "127.0.0.1", &port]].concat());
        until("the replica follows", || {
            // The replica survives a kill only once its own append-only file contains the copied
            // data.
            let info = replica.ask(&["INFO", "replication", "persistence"]);
            [
                "master_link_status:up",
                "aof_rewrite_in_progress:0",
                "aof_rewrite_scheduled:0",
            ]
            .iter()
            .all(|line| info.contains(line))
        });
        replica
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Kills the process, like a power cut except that the system's cache survives.
    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Starts the server again on the same port with the same folder.
    pub(crate) fn restart(&mut self) {
        let started = run(self.port, &self.options);
        self.process = started.expect("nobody else takes the port of a server that was here a moment ago");
    }

    /// Sends a signal such as `STOP` or `CONT`.
    pub(crate) fn signal(&self, signal: &str) {
        let pid = self.process.id().to_string();
        let done = Command::new("kill").args(["-s", signal, &pid]).status().unwrap();
        assert!(done.success());
    }

    /// Returns the server's answer to a command, as text.
    pub(crate) fn ask(&self, command: &[&str]) -> String {
        ask(self.port, command).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// Polls until the condition holds.
pub(crate) fn until(what: &str, mut so: impl FnMut() -> bool) {
    for _ in 0..ASKED_MAX {
        if so() {
            return;
        }
        thread::sleep(PAUSE);
    }
    panic!("it never came: {what}");
}

pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// Starts the process and returns it once the server answers; `None` if the process ended instead.
fn run(port: u16, options: &[String]) -> Option<Child> {
    let mut process = Command::new(std::env::var_os(PROGRAM).unwrap_or("redis-server".into()))
        // A configuration file, if any, must come first.
        .args(options)
        .args(["--port", &port.to_string()])
        .stdout(Stdio::null())
        .spawn()
        .expect("redis-server is installed; `cargo xtask test` does so");
    let pid = format!("process_id:{}\r", process.id());
    let mut ended = false;
    until("the server answers", || {
        ended = process.try_wait().unwrap().is_some();
        let answer = ask(port, &["INFO", "server", "persistence"]);
        let serves = |answer: String| {
            answer.starts_with("-NOAUTH") || answer.contains(&pid) && !answer.contains("\r\nloading:1\r\n")
        };
        ended || answer.is_ok_and(serves)
    });
    (!ended).then_some(process)
}

/// Sends one command over a new connection.
fn ask(port: u16, command: &[&str]) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut request = format!("*{}\r\n", command.len());
    for word in command {
        write!(request, "${}\r\n{word}\r\n", word.len()).expect("a string takes all");
    }
    stream.write_all(request.as_bytes())?;
    stream.shutdown(std::net::Shutdown::Write)?;
    let mut answer = String::new();
    for line in BufReader::new(stream).lines() {
        answer.push_str(&line?);
        answer.push_str("\r\n");
    }
    Ok(answer)
}
