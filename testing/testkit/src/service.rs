//! The service that visitors see: nodes on one store behind a balancer, with the room `demo/sale`.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::balancer::Balancer;
use crate::node::{Launch, Node};
use crate::operator::{ADMIN_TOKEN, Operator};

/// The settings of the room.
#[derive(Debug, Clone)]
pub struct TestRoom {
    /// Grants a minute.
    pub max_outflow: u32,
    /// The target of redirects.
    pub target: String,
    /// Additional lines of the room's table.
    pub further: String,
}

/// Nodes on one store behind a balancer.
#[derive(Debug)]
pub struct Service {
    folder: TempDir,
    launch: Launch,
    max_outflow: u32,
    /// The nodes in the order of their start.
    pub nodes: Vec<Node>,
    balancer: Balancer,
    watching: JoinHandle<()>,
}

impl TestRoom {
    /// Returns a room with this outflow whose target site is not used.
    #[must_use]
    pub fn of(max_outflow: u32) -> Self {
        Self {
            max_outflow,
            target: "http://127.0.0.1:9/".to_owned(),
            further: String::new(),
        }
    }

    /// The room's visitors all come from one address, so networks are not limited.
    fn config(&self, store: &str) -> String {
        format!(
            "[server]\npublic_url = \"http://127.0.0.1\"\nadmin_token = \"{ADMIN_TOKEN}\"\n\
             master_key = \"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"\nstore = \"{store}\"\n\n\
             [[customer]]\nid = \"demo\"\nsecret_key = \"shared-with-the-site-9b1e\"\n\n\
             [[room]]\ncustomer = \"demo\"\nid = \"sale\"\ntarget_url = \"{}\"\ntarget_hosts = [\"127.0.0.1\"]\n\
             max_outflow = {}\nprice = {{ limit_networks = false, work = false }}\n{}\n",
            self.target, self.max_outflow, self.further
        )
    }
}

impl Service {
    /// Starts `count` nodes on this store and waits until each is ready. `embedded:` without a
    /// folder means a folder of this service.
    ///
    /// # Errors
    /// Returns an error if a node cannot be started or does not become ready.
    pub async fn start(binary: &Path, store: &str, count: usize, rooms: &TestRoom) -> Result<Self> {
        let mut service = Self::launch(binary, store, count, rooms)?;
        for node in &mut service.nodes {
            node.until_it_is("ok").await?;
        }
        Ok(service)
    }

    /// Like [`start`](Self::start), without waiting: the store may be unavailable.
    ///
    /// # Errors
    /// Returns an error if a node cannot be started.
    pub fn launch(binary: &Path, store: &str, count: usize, rooms: &TestRoom) -> Result<Self> {
        Self::launch_with(binary, store, &vec![Vec::new(); count], rooms)
    }

    /// Starts a node for each of these environments.
    ///
    /// # Errors
    /// Returns an error if a node cannot be started.
    pub fn launch_with(
        binary: &Path,
        store: &str,
        environments: &[Vec<(OsString, OsString)>],
        rooms: &TestRoom,
    ) -> Result<Self> {
        ensure!(binary.is_file(), "{} is not there: build it first", binary.display());
        let folder = tempfile::tempdir()?;
        let data = format!("embedded:{}", folder.path().join("data").display());
        let store = if store == "embedded:" { &data } else { store };
        let config = folder.path().join("anteroom.toml");
        std::fs::write(&config, rooms.config(store))?;
        let launch = Launch {
            binary: binary.to_owned(),
            config,
            environment: Vec::new(),
        };
        let nodes = environments.iter().enumerate().map(|(index, environment)| {
            let mut launch = launch.clone();
            launch.environment.clone_from(environment);
            Node::launch(&format!("node-{index}"), folder.path(), &launch)
        });
        let nodes = nodes.collect::<Result<Vec<Node>>>()?;
        let balancer = Balancer::before(nodes.iter().map(Node::address));
        Ok(Self {
            folder,
            launch,
            max_outflow: rooms.max_outflow,
            nodes,
            watching: tokio::spawn(balancer.clone().watch()),
            balancer,
        })
    }

    /// Replaces the balancer by one before other addresses that lead to the nodes, such as proxies.
    pub fn reach_through(&mut self, addresses: impl IntoIterator<Item = SocketAddr>) {
        self.watching.abort();
        self.balancer = Balancer::before(addresses);
        self.watching = tokio::spawn(self.balancer.clone().watch());
    }

    /// Starts one more node on the same store, which gets no requests from the balancer.
    ///
    /// # Errors
    /// Returns an error if the node cannot be started.
    pub fn launch_another(&self, name: &str) -> Result<Node> {
        Node::launch(name, self.folder.path(), &self.launch)
    }

    /// Returns the balancer.
    #[must_use]
    pub fn balancer(&self) -> &Balancer {
        &self.balancer
    }

    /// Returns the operator at a node.
    #[must_use]
    pub fn operator(&self, node: usize) -> Operator {
        Operator::at(self.nodes[node].address())
    }

    /// Returns the room's max outflow in grants a minute.
    #[must_use]
    pub fn max_outflow(&self) -> u32 {
        self.max_outflow
    }

    /// Returns the folder of an embedded store that was given without one.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.watching.abort();
    }
}
