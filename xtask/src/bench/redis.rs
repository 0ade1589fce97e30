//! A measured Redis server in a folder of its own, pinned to the servers' core; it syncs every
//! write to the disk before it answers.

use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::process::{Core, free_address, pinned};
use crate::exec;
use crate::step::Stopwatch;

const READY_LIMIT: Duration = Duration::from_secs(10);
const READY_LOOK_EVERY: Duration = Duration::from_millis(10);

/// A running server, which is killed on drop.
#[derive(Debug)]
pub(super) struct BenchRedis {
    child: Child,
    address: SocketAddr,
}

impl BenchRedis {
    /// Starts an empty server.
    pub(super) fn start(folder: &Path) -> Result<Self> {
        let address = free_address()?;
        let data = folder.join(format!("redis-{}", address.port()));
        std::fs::create_dir_all(&data)?;
        let mut command = pinned(Core::Served, "redis-server");
        command.args(["--port", &address.port().to_string(), "--bind", "127.0.0.1", "--dir"]);
        command.arg(&data).args(["--save", "", "--appendonly", "yes"]);
        command.args(["--appendfsync", "always", "--maxmemory-policy", "noeviction"]);
        let log = File::create(data.join("log"))?;
        let child = command
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .context("cannot start redis-server")?;
        let redis = Self { child, address };
        let watch = Stopwatch::start();
        while !exec::succeeds(redis.cli().arg("ping")) {
            if watch.elapsed() > READY_LIMIT {
                bail!(
                    "redis-server is not ready after {READY_LIMIT:?}; see {}",
                    data.display()
                );
            }
            std::thread::sleep(READY_LOOK_EVERY);
        }
        Ok(redis)
    }

    /// Returns the URL for the configuration.
    pub(super) fn url(&self) -> String {
        format!("redis://{}", self.address)
    }

    /// Returns the number of commands executed so far.
    pub(super) fn commands(&self) -> Result<u64> {
        self.figure("stats", "total_commands_processed")
    }

    /// Returns the memory used, in bytes.
    pub(super) fn used_bytes(&self) -> Result<u64> {
        self.figure("memory", "used_memory")
    }

    /// Returns the number of bytes received and sent.
    pub(super) fn network_bytes(&self) -> Result<u64> {
        Ok(self.figure("stats", "total_net_input_bytes")? + self.figure("stats", "total_net_output_bytes")?)
    }

    fn figure(&self, section: &str, name: &str) -> Result<u64> {
        let info = exec::output(self.cli().args(["info", section]))?;
        let line = info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        let figure = line.with_context(|| format!("redis-server tells no {name}"))?;
        Ok(figure.trim().parse()?)
    }

    fn cli(&self) -> Command {
        let mut cli = pinned(Core::Load, "redis-cli");
        cli.args(["-p", &self.address.port().to_string()]);
        cli
    }
}

impl Drop for BenchRedis {
    fn drop(&mut self) {
        // The folder is removed with the folder of the run. Killing a server that has ended is not
        // an error.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
