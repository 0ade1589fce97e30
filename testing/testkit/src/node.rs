//! One `anteroom serve`.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use anyhow::Result;
use serde_json::Value;

use crate::client::Client;
use crate::clock::until;
use crate::ports::Port;
use crate::process::Process;

/// What a node is started with.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The binary.
    pub binary: PathBuf,
    /// The configuration file, but for the address.
    pub config: PathBuf,
    /// Further variables of the environment.
    pub environment: Vec<(OsString, OsString)>,
}

/// A node. It keeps its port when it is started again.
#[derive(Debug)]
pub struct Node {
    port: Port,
    client: Client,
    /// Its process, for signals.
    pub process: Process,
}

impl Node {
    /// Starts a node whose log is `<name>.log` in `folder`, and does not wait for it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn launch(name: &str, folder: &Path, launch: &Launch) -> Result<Self> {
        let port = Port::free()?;
        let process = Process::start(name, folder, &launch.binary, |command| {
            command.arg("serve").arg("--config").arg(&launch.config);
            command.env("ANTEROOM_SERVER_HTTP", port.address().to_string());
            command.envs(launch.environment.iter().map(|(name, value)| (name, value)));
        })?;
        Ok(Self {
            port,
            client: Client::default(),
            process,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.port.address()
    }

    /// Its address for a browser, without a slash at the end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// What `/health/ready` says now: the status code and the word; `None` where nobody answers.
    pub async fn health(&self) -> Option<(u16, String)> {
        let answer = self
            .client
            .get(&format!("{}/health/ready", self.url()), None)
            .await
            .ok()?;
        let told: Value = answer.json().ok()?;
        Some((answer.status, told["status"].as_str()?.to_owned()))
    }

    /// Waits until the node says that of itself: `ok`, `degraded` or `starting`.
    ///
    /// # Errors
    /// If it never does; with the end of its log if it has died.
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

    /// SIGTERM, and waits until it has ended.
    ///
    /// # Errors
    /// If it does not end.
    pub async fn stop(&mut self) -> Result<ExitStatus> {
        self.process.stop().await
    }
}
