//! A primary, a replica and three sentinels that promote the replica when the primary fails.
//!
//! Each server is behind a proxy and announced with the proxy's address, so that nodes, sentinels
//! and the other server all reach it over a link that can fail.

use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Context, Result};
use tempfile::TempDir;

use crate::clock::until;
use crate::ports::Port;
use crate::process::Process;
use crate::proxy::{Link, Proxy};
use crate::redis::{self, Redis};

/// The name of the primary among the sentinels.
const NAME: &str = "anteroom";
const COUNT: usize = 3;
/// A server that does not answer for this long is down, in milliseconds.
const DOWN_MS: &str = "700";
/// The failover timeout in milliseconds; the next failover may start after twice this time.
const FAILOVER_MS: &str = "1500";

/// Two servers, one of which is the primary, and their sentinels.
#[derive(Debug)]
pub struct Sentinels {
    /// The servers with their proxies.
    servers: Vec<(Redis, Proxy)>,
    sentinels: Vec<(Port, Process)>,
    _folder: TempDir,
}

impl Sentinels {
    /// Starts both servers and the sentinels, and waits until they know each other.
    ///
    /// # Errors
    /// Returns an error if one of them cannot be started.
    pub async fn start() -> Result<Self> {
        let first = behind_a_proxy(None).await?;
        let second = behind_a_proxy(Some(first.1.address())).await?;
        let folder = tempfile::tempdir()?;
        let sentinels = (0..COUNT).map(|index| sentinel(folder.path(), index, first.1.address()));
        let sentinels = sentinels.collect::<Result<Vec<_>>>()?;
        let all = Self {
            servers: vec![first, second],
            sentinels,
            _folder: folder,
        };
        all.until_all_know_each_other().await?;
        Ok(all)
    }

    /// Returns the store URL for a node; `options` is a query string or empty.
    #[must_use]
    pub fn url(&self, options: &str) -> String {
        let sentinels = self.sentinels.iter().map(|(port, _)| port.address().to_string());
        format!(
            "redis-sentinel://{}/{NAME}{options}",
            sentinels.collect::<Vec<_>>().join(",")
        )
    }

    /// Returns the index of the primary as the sentinels report it; the other server follows or is
    /// down.
    ///
    /// # Errors
    /// Returns an error if the sentinels name neither server.
    pub async fn leader(&self) -> Result<usize> {
        let answered = self.told_by_a_sentinel().await.context("no sentinel answers")?;
        let known = self
            .servers
            .iter()
            .position(|(_, proxy)| proxy.address().port() == answered);
        known.context("the primary is none of the two")
    }

    /// Returns a server.
    #[must_use]
    pub fn server(&mut self, index: usize) -> &mut Redis {
        &mut self.servers[index].0
    }

    /// Sets the state of the link over which all others reach a server.
    pub fn make(&self, index: usize, link: Link) {
        self.servers[index].1.make(link);
    }

    /// Kills the primary, waits until the other server is promoted, and restores the link of the
    /// killed server, which stays down until [`rejoin`](Self::rejoin).
    ///
    /// # Errors
    /// Returns an error if the sentinels do not promote the other server.
    pub async fn fail_over(&mut self) -> Result<()> {
        let old = self.leader().await?;
        self.servers[old].0.process.kill().await?;
        let new = 1 - old;
        self.until_it_leads(new).await?;
        self.servers[old].1.make(Link::Whole);
        Ok(())
    }

    /// Restarts a killed server as a replica of the other one, and waits until it is synchronized.
    ///
    /// # Errors
    /// Returns an error if the server does not follow.
    pub async fn rejoin(&mut self, index: usize) -> Result<()> {
        let primary = self.servers[1 - index].1.address();
        let server = &mut self.servers[index].0;
        server.restart().await?;
        server
            .ask(&["REPLICAOF", "127.0.0.1", &primary.port().to_string()])
            .await?;
        server.until_it_follows().await?;
        self.until_all_know_each_other().await
    }

    async fn until_it_leads(&self, index: usize) -> Result<()> {
        until("the sentinels have promoted the replica", || async {
            (self.leader().await.ok()? == index).then_some(())
        })
        .await?;
        self.servers[index].0.until_it_leads().await
    }

    async fn told_by_a_sentinel(&self) -> Option<u16> {
        for (port, _) in &self.sentinels {
            let answered = redis::ask(port.number(), &["SENTINEL", "get-master-addr-by-name", NAME]).await;
            if let Some(port) = answered
                .ok()
                .and_then(|answered| answered.lines().nth(1)?.trim().parse().ok())
            {
                return Some(port);
            }
        }
        None
    }

    /// A sentinel promotes only a known replica, and needs the agreement of known sentinels.
    async fn until_all_know_each_other(&self) -> Result<()> {
        for (port, _) in &self.sentinels {
            until("the sentinels know each other", || async {
                let answered = redis::ask(port.number(), &["SENTINEL", "CKQUORUM", NAME]).await.ok()?;
                let replicas = redis::ask(port.number(), &["SENTINEL", "REPLICAS", NAME]).await.ok()?;
                let is_up = replicas.contains("master-link-status\nok") && replicas.contains("flags\nslave\n");
                (answered.contains(&format!("OK {COUNT} usable")) && is_up).then_some(())
            })
            .await?;
        }
        Ok(())
    }
}

/// Starts a server that announces its proxy's port, as a replica of `primary` if there is one.
async fn behind_a_proxy(primary: Option<SocketAddr>) -> Result<(Redis, Proxy)> {
    let port = Port::free()?;
    let announced = port.number().to_string();
    let mut options = vec![
        "--replica-announce-ip",
        "127.0.0.1",
        "--replica-announce-port",
        &announced,
    ];
    let primary = primary.map(|address| address.port().to_string());
    if let Some(primary) = &primary {
        options.extend(["--replicaof", "127.0.0.1", primary]);
    }
    let server = Redis::start_with(&options).await?;
    let proxy = Proxy::on(port, server.address()).await?;
    if primary.is_some() {
        server.until_it_follows().await?;
    }
    Ok((server, proxy))
}

fn sentinel(folder: &Path, index: usize, primary: SocketAddr) -> Result<(Port, Process)> {
    let port = Port::free()?;
    let name = format!("sentinel-{index}");
    // Sentinels write their state into their configuration file.
    let config = folder.join(format!("{name}.conf"));
    let lines = [
        format!("port {}", port.number()),
        "bind 127.0.0.1".to_owned(),
        format!("dir {}", folder.display()),
        format!("sentinel monitor {NAME} {} {} 2", primary.ip(), primary.port()),
        format!("sentinel down-after-milliseconds {NAME} {DOWN_MS}"),
        format!("sentinel failover-timeout {NAME} {FAILOVER_MS}"),
    ];
    std::fs::write(&config, lines.join("\n") + "\n")?;
    let process = Process::start(&name, folder, &redis::program(), |command| {
        command.arg(&config).arg("--sentinel");
    })?;
    Ok((port, process))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_replica_leads_when_the_primary_is_gone_and_lacks_what_was_held_up() {
        let mut all = Sentinels::start().await.unwrap();
        assert_eq!(all.leader().await.unwrap(), 0);
        all.server(0).ask(&["SET", "told", "yes"]).await.unwrap();
        all.server(0).ask(&["WAIT", "1", "5000"]).await.unwrap();
        all.make(0, Link::ReplicationHeld);
        all.server(0).ask(&["SET", "lost", "yes"]).await.unwrap();
        all.fail_over().await.unwrap();
        assert_eq!(all.leader().await.unwrap(), 1);
        assert_eq!(all.server(1).ask(&["GET", "told"]).await.unwrap(), "yes");
        assert_eq!(all.server(1).ask(&["GET", "lost"]).await.unwrap(), "");
    }
}
