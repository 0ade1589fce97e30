//! A real `redis-server` that keeps what it acknowledged: an append-only file, synced for every
//! command.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;
use tokio::process::Command;

use crate::clock::until;
use crate::ports::Port;
use crate::process::Process;

/// Names another program that speaks as `redis-server` does, such as Valkey's.
const PROGRAM: &str = "TEST_REDIS_SERVER";
const CLIENT: &str = "redis-cli";

/// The server's program.
pub(crate) fn program() -> PathBuf {
    std::env::var_os(PROGRAM).unwrap_or("redis-server".into()).into()
}

/// A Redis server. It keeps port and folder when it is started again.
#[derive(Debug)]
pub struct Redis {
    port: Port,
    folder: TempDir,
    /// Its process, for signals.
    pub process: Process,
}

impl Redis {
    /// A primary that answers.
    ///
    /// # Errors
    /// If it cannot be started.
    pub async fn start() -> Result<Self> {
        Self::start_with(&[]).await
    }

    /// A replica of another, which has all of it.
    ///
    /// # Errors
    /// If it cannot be started or does not follow.
    pub async fn replica_of(primary: SocketAddr) -> Result<Self> {
        let replica = Self::start_with(&["--replicaof", "127.0.0.1", &primary.port().to_string()]).await?;
        replica.until_it_follows().await?;
        Ok(replica)
    }

    /// A server with further options.
    ///
    /// # Errors
    /// If it cannot be started.
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

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.port.address()
    }

    /// Its URL for a node.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://{}", self.address())
    }

    /// Its folder, in which the append-only file lies.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Starts it again on what it has kept, and waits until it answers.
    ///
    /// # Errors
    /// If it still runs, or does not come.
    pub async fn restart(&mut self) -> Result<()> {
        self.process.restart()?;
        self.until_it_answers().await
    }

    /// Takes away all that it has kept; it must not run.
    ///
    /// # Errors
    /// If it runs, or its folder cannot be emptied.
    pub fn lose_everything(&mut self) -> Result<()> {
        ensure!(!self.process.is_alive(), "the server runs");
        Ok(std::fs::remove_dir_all(self.folder.path().join("appendonlydir"))?)
    }

    /// A command, and what the server says to it.
    ///
    /// # Errors
    /// If it does not answer, or answers an error.
    pub async fn ask(&self, words: &[&str]) -> Result<String> {
        ask(self.port.number(), words).await
    }

    /// Waits until it is a replica that has caught up.
    ///
    /// # Errors
    /// If it never is.
    pub async fn until_it_follows(&self) -> Result<()> {
        until("the replica follows", || async {
            let told = self.ask(&["INFO", "replication"]).await.ok()?;
            told.contains("master_link_status:up").then_some(())
        })
        .await
    }

    /// Waits until it is a primary.
    ///
    /// # Errors
    /// If it never is.
    pub async fn until_it_leads(&self) -> Result<()> {
        until("the server is primary", || async {
            let told = self.ask(&["INFO", "replication"]).await.ok()?;
            told.contains("role:master").then_some(())
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

/// A command to the server at a port.
pub(crate) async fn ask(port: u16, words: &[&str]) -> Result<String> {
    let mut command = Command::new(CLIENT);
    command
        .args(["-h", "127.0.0.1", "-p", &port.to_string(), "-e"])
        .args(words);
    let output = command.stdin(Stdio::null()).kill_on_drop(true).output().await;
    let output = output.context("cannot start redis-cli; install Debian's redis-tools")?;
    let told = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "Redis answers {told} {}", error.trim());
    Ok(told)
}
