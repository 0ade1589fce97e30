//! A real `redis-server` that keeps every acknowledged write: its append-only file is synced for
//! every command.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;
use tokio::process::Command;

use crate::clock::until;
use crate::ports::Port;
use crate::process::Process;

/// The environment variable that names another program compatible with `redis-server`, such as
/// Valkey's.
const PROGRAM: &str = "TEST_REDIS_SERVER";
const CLIENT: &str = "redis-cli";

/// Returns the server's program.
pub(crate) fn program() -> PathBuf {
    std::env::var_os(PROGRAM).unwrap_or("redis-server".into()).into()
}

/// A Redis server. It keeps its port and its folder when it is restarted.
#[derive(Debug)]
pub struct Redis {
    port: Port,
    folder: TempDir,
    /// The process of the server, for signals.
    pub process: Process,
}

impl Redis {
    /// Starts a primary and waits until it answers.
    ///
    /// # Errors
    /// Returns an error if the server cannot be started.
    pub async fn start() -> Result<Self> {
        Self::start_with(&[]).await
    }

    /// Starts a replica of `primary` and waits until it is synchronized.
    ///
    /// # Errors
    /// Returns an error if the server cannot be started or does not follow.
    pub async fn replica_of(primary: SocketAddr) -> Result<Self> {
        let replica = Self::start_with(&["--replicaof", "127.0.0.1", &primary.port().to_string()]).await?;
        replica.until_it_follows().await?;
        Ok(replica)
    }

    /// Starts a server with additional options.
    ///
    /// # Errors
    /// Returns an error if the server cannot be started.
    pub async fn start_with(options: &[&str]) -> Result<Self> {
        let port = Port::free()?;
        let folder = tempfile::tempdir()?;
        let process = Process::start("redis", folder.path(), &program(), |command| {
            command.args(["--bind", "127.0.0.1", "--port", &port.number().to_string()]);
            command.args(["--appendonly", "yes", "--appendfsync", "always", "--save", ""]);
            command.args(["--maxmemory-policy", "noeviction", "--repl-diskless-sync-delay", "0"]);
            command.args(options);
        })?;
        let redis = Self { port, folder, process };
        redis.until_it_answers().await?;
        Ok(redis)
    }

    /// Returns the address on which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.port.address()
    }

    /// Returns the store URL for a node.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://{}", self.address())
    }

    /// Returns the folder with the append-only file.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Starts the server again with its data, and waits until it answers.
    ///
    /// # Errors
    /// Returns an error if the server still runs, or does not answer.
    pub async fn restart(&mut self) -> Result<()> {
        self.process.restart()?;
        self.until_it_answers().await
    }

    /// Deletes all data of the server, which must not run.
    ///
    /// # Errors
    /// Returns an error if the server runs, or its folder cannot be emptied.
    pub fn lose_everything(&mut self) -> Result<()> {
        ensure!(!self.process.is_alive(), "the server runs");
        Ok(std::fs::remove_dir_all(self.folder.path().join("appendonlydir"))?)
    }

    /// Sends a command and returns the answer.
    ///
    /// # Errors
    /// Returns an error if the server does not answer, or answers with an error.
    pub async fn ask(&self, words: &[&str]) -> Result<String> {
        ask(self.port.number(), words).await
    }

    /// Waits until the server is a synchronized replica.
    ///
    /// # Errors
    /// Returns an error if it never is.
    pub async fn until_it_follows(&self) -> Result<()> {
        until("the replica follows", || async {
            let answered = self.ask(&["INFO", "replication"]).await.ok()?;
            answered.contains("master_link_status:up").then_some(())
        })
        .await
    }

    /// Waits until the server is a primary.
    ///
    /// # Errors
    /// Returns an error if it never is.
    pub async fn until_it_leads(&self) -> Result<()> {
        until("the server is primary", || async {
            let answered = self.ask(&["INFO", "replication"]).await.ok()?;
            answered.contains("role:master").then_some(())
        })
        .await
    }

    async fn until_it_answers(&self) -> Result<()> {
        until("Redis answers", || async {
            let answer = self.ask(&["PING"]).await;
            answer.is_ok_and(|answer| answer == "PONG").then_some(())
        })
        .await
    }
}

/// Sends a command to the server at a port.
pub(crate) async fn ask(port: u16, words: &[&str]) -> Result<String> {
    let mut command = Command::new(CLIENT);
    command
        .args(["-h", "127.0.0.1", "-p", &port.to_string(), "-e"])
        .args(words);
    let output = command.stdin(Stdio::null()).kill_on_drop(true).output().await;
    let output = output.context("cannot start redis-cli; install Debian's redis-tools")?;
    let answered = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "Redis answers {answered} {}", error.trim());
    Ok(answered)
}
