//! A process of `anteroom serve`.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::client::HttpClient;
use crate::clock::until;
use crate::ports::Port;
use crate::process::Process;

/// The counter of commits that the store confirmed.
const COMMITS: &str = "anteroom_store_calls_total{verb=\"commit\",outcome=\"done\"}";

/// The settings for starting a node.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The binary.
    pub binary: PathBuf,
    /// The configuration file, without the address.
    pub config: PathBuf,
    /// Additional environment variables.
    pub environment: Vec<(OsString, OsString)>,
}

/// A node. It keeps its port when it is restarted.
#[derive(Debug)]
pub struct Node {
    port: Port,
    client: HttpClient,
    /// The process of the node, for signals.
    pub process: Process,
}

impl Node {
    /// Starts a node with the log `<name>.log` in `folder`, without waiting for it.
    ///
    /// # Errors
    /// Returns an error if the node cannot be started.
    pub fn launch(name: &str, folder: &Path, launch: &Launch) -> Result<Self> {
        let port = Port::free()?;
        let process = Process::start(name, folder, &launch.binary, |command| {
            command.arg("serve").arg("--config").arg(&launch.config);
            command.env("ANTEROOM_SERVER_HTTP", port.address().to_string());
            command.envs(launch.environment.iter().map(|(name, value)| (name, value)));
        })?;
        Ok(Self {
            port,
            client: HttpClient::default(),
            process,
        })
    }

    /// Returns the address on which the node listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.port.address()
    }

    /// Returns the base URL, without a slash at the end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// Returns the status code and the word of `/health/ready`; `None` if the node does not answer.
    pub async fn health(&self) -> Option<(u16, String)> {
        let answer = self
            .client
            .get(&format!("{}/health/ready", self.url()), None)
            .await
            .ok()?;
        let answered: Value = answer.json().ok()?;
        Some((answer.status, answered["status"].as_str()?.to_owned()))
    }

    /// Returns the number of commits that the store confirmed, from `/metrics`.
    ///
    /// # Errors
    /// Returns an error if the node does not answer, or does not export the number.
    pub async fn commits(&self) -> Result<u64> {
        let answer = self.client.get(&format!("{}/metrics", self.url()), None).await?;
        let text = answer.text();
        let mut numbers = text.lines().filter_map(|line| line.strip_prefix(COMMITS));
        let number = numbers.next().context("no number of commits in /metrics")?;
        Ok(number.trim().parse()?)
    }

    /// Waits until the node reports that health: `ok`, `degraded` or `starting`.
    ///
    /// # Errors
    /// Returns an error if the node never reports it; the error contains the end of the log if the
    /// node has died.
    pub async fn until_it_is(&mut self, wanted: &str) -> Result<()> {
        let (this, what) = (&*self, format!("the node is {wanted}"));
        let waited = until(&what, || async {
            this.health().await.filter(|(_, word)| word == wanted).map(drop)
        });
        match waited.await {
            Ok(()) => Ok(()),
            Err(error) => {
                self.process.id()?;
                Err(error.context(format!(
                    "it is {:?}; its log:\n{}",
                    self.health().await,
                    self.process.log()
                )))
            }
        }
    }

    /// Sends SIGTERM, and waits until the node has ended.
    ///
    /// # Errors
    /// Returns an error if the node does not end.
    pub async fn stop(&mut self) -> Result<ExitStatus> {
        self.process.stop().await
    }
}
