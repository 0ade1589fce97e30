//! A cluster of three servers that share the pools.

use std::process::{Command, Stdio};

use store::{AnyStore, CommitError, Generation, Loaded, PoolId, Store, StoreError, Write};

use super::server::{DURABLE, Server, free_port, until};
use crate::fixture::{key, open, pool};

struct Cluster {
    servers: Vec<Server>,
}

impl Cluster {
    fn start() -> Self {
        let servers: Vec<Server> = (0..3).map(|_| member()).collect();
        let addresses = servers.iter().map(|server| format!("127.0.0.1:{}", server.port));
        let made = Command::new("redis-cli")
            .args(["--cluster", "create"])
            .args(addresses)
            .arg("--cluster-yes")
            .stdout(Stdio::null())
            .status()
            .expect("redis-cli is installed; `cargo xtask test` does so");
        assert!(made.success());
        let cluster = Self { servers };
        cluster.settle(3);
        cluster
    }

    /// Waits until all servers agree.
    fn settle(&self, known: usize) {
        until("the cluster is whole", || {
            self.servers.iter().all(|server| {
                let info = server.ask(&["CLUSTER", "INFO"]);
                info.contains("cluster_state:ok") && info.contains(&format!("cluster_known_nodes:{known}"))
            })
        });
    }

    /// Opens the store with two of the three servers; the client finds the third.
    fn open(&self, query: &str) -> AnyStore {
        let [a, b] = [0, 1].map(|at| self.servers[at].port);
        open(&format!("redis-cluster://127.0.0.1:{a},127.0.0.1:{b}{query}")).unwrap()
    }

    /// Returns the index of the server that holds a key.
    fn home(&self, key: &str) -> usize {
        let has = |server: &Server| !server.ask(&["EXISTS", key]).starts_with("-MOVED");
        self.servers.iter().position(has).unwrap()
    }

    fn id(&self, at: usize) -> String {
        let answer = self.servers[at].ask(&["CLUSTER", "MYID"]);
        answer.lines().nth(1).unwrap().to_owned()
    }
}

fn member() -> Server {
    let bus = free_port().to_string();
    let options = [
        "--cluster-enabled",
        "yes",
        "--cluster-node-timeout",
        "500",
        "--cluster-port",
        &bus,
    ];
    let whole = ["--cluster-require-full-coverage", "no"];
    Server::start(&[DURABLE, &options, &whole].concat())
}

fn pools(count: usize) -> Vec<PoolId> {
    (0..count).map(|n| pool(&format!("room-{n:02}"))).collect()
}

fn state(pool: &PoolId) -> String {
    format!("anteroom:{{{pool}}}:state")
}

/// Adds a commit to each pool.
async fn commit_all(store: &AnyStore, pools: &[PoolId]) {
    for pool in pools {
        let now = store.load(pool, &[]).await.unwrap().generation;
        let write = Write::new(now.next().to_string()).put(key("k"), pool.as_str());
        let committed = store.commit(pool, now, write).await.unwrap();
        assert_eq!(committed.generation, now.next(), "{pool}");
    }
}

async fn check_all(store: &AnyStore, pools: &[PoolId], generation: u64) {
    assert_eq!(store.pools().await.unwrap(), pools);
    for pool in pools {
        let expected = Loaded {
            generation: Generation(generation),
            ledger: Some(generation.to_string().into_bytes()),
            records: vec![Some(pool.as_str().into())],
            recovering: false,
        };
        assert_eq!(store.load(pool, &[key("k")]).await, Ok(expected), "{pool}");
        assert_eq!(store.load_newer(pool, Generation(generation)).await, Ok(None), "{pool}");
        assert_eq!(store.scan(pool, b"k").await.unwrap().1.len(), 1, "{pool}");
        let conflict = store.commit(pool, Generation(99), Write::new("")).await;
        assert!(matches!(conflict, Err(CommitError::Conflict { .. })), "{conflict:?}");
    }
}

#[tokio::test]
async fn pools_are_spread_and_found_again_where_they_move() {
    let cluster = Cluster::start();
    let (store, pools) = (cluster.open(""), pools(12));
    commit_all(&store, &pools).await;
    check_all(&store, &pools, 1).await;
    let homes: std::collections::BTreeSet<_> = pools.iter().map(|pool| cluster.home(&state(pool))).collect();
    assert_eq!(homes.len(), 3, "each server has some");
    assert!(store.wall_ms().await.unwrap().is_some());
    assert_eq!(store.check().await, Ok(vec![]));
    store.request_commit_priority(&pools[0]).await;
    assert!(
        cluster
            .open("")
            .commit(&pools[0], Generation(1), Write::new("2"))
            .await
            .unwrap()
            .others_wait
    );
    store.commit(&pools[0], Generation(2), Write::new("3")).await.unwrap();

    // One pool moves to another server, key by key.
    let moving = &pools[1];
    let from = cluster.home(&state(moving));
    let to = (from + 1) % 3;
    let slot = cluster.servers[from].ask(&["CLUSTER", "KEYSLOT", &state(moving)]);
    let slot = slot.trim_start_matches(':').trim_end().to_owned();
    let ids = [from, to].map(|at| cluster.id(at));
    let set = |at: usize, verb: &str, id: &str| {
        let answer = cluster.servers[at].ask(&["CLUSTER", "SETSLOT", &slot, verb, id]);
        assert_eq!(answer, "+OK\r\n");
    };
    set(to, "IMPORTING", &ids[0]);
    set(from, "MIGRATING", &ids[1]);
    let port = cluster.servers[to].port.to_string();
    let whole = ["state", "records", "index"].map(|what| format!("anteroom:{{{moving}}}:{what}"));
    let mut migrate = vec!["MIGRATE", "127.0.0.1", &port, "", "0", "5000", "KEYS"];
    migrate.extend(whole.iter().map(String::as_str));
    assert_eq!(cluster.servers[from].ask(&migrate), "+OK\r\n");
    // Another server holds the pool now, and the store cannot know that nothing is missing.
    let loaded = store.load(moving, &[key("k")]).await.unwrap();
    assert_eq!((loaded.generation, loaded.recovering), (Generation(1), true));
    let recovers = Write::new("moved").recovering(true);
    // A cluster runs no script while its keys may be at either place, and the intent key may not
    // exist.
    let moves = store.commit(moving, Generation(1), recovers.clone()).await;
    assert!(matches!(moves, Err(CommitError::Unavailable { .. })), "{moves:?}");
    for at in 0..3 {
        set((to + at) % 3, "NODE", &ids[1]);
    }
    let recovered = store.commit(moving, Generation(1), recovers).await.unwrap().generation;
    assert_eq!(store.load_newer(moving, recovered).await, Ok(None));
    store.commit(moving, recovered, Write::new("on")).await.unwrap();
}

#[tokio::test]
async fn a_server_of_a_cluster_that_is_gone_takes_its_pools_alone() {
    let mut cluster = Cluster::start();
    let (store, pools) = (cluster.open(""), pools(12));
    commit_all(&store, &pools).await;
    let list = cluster.home("anteroom:pools");
    let gone = (0..3).find(|at| *at != list).unwrap();
    let (away, here): (Vec<_>, Vec<_>) = pools.iter().partition(|pool| cluster.home(&state(pool)) == gone);
    assert!(!away.is_empty() && !here.is_empty());
    cluster.servers[gone].kill();
    for pool in &away {
        assert!(
            matches!(store.load(pool, &[]).await, Err(StoreError::Unavailable { .. })),
            "{pool}"
        );
        let refused = store.commit(pool, Generation(1), Write::new("2")).await;
        assert!(
            matches!(
                refused,
                Err(CommitError::Unavailable { .. } | CommitError::Unknown { .. })
            ),
            "{refused:?}"
        );
    }
    for pool in here {
        assert_eq!(store.load(pool, &[]).await.unwrap().generation, Generation(1), "{pool}");
    }
    cluster.servers[gone].restart();
    cluster.settle(3);
    for pool in away {
        let found = cluster.open("").load(pool, &[]).await.unwrap();
        assert_eq!((found.generation, found.recovering), (Generation(1), true), "{pool}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_replica_of_a_cluster_takes_over() {
    let mut cluster = Cluster::start();
    let pools = pools(12);
    // The list of pools is there too, and must also reach the replica.
    let old = cluster.home("anteroom:pools");
    let replica = member();
    let port = cluster.servers[old].port.to_string();
    let bus = cluster.servers[old].ask(&["CONFIG", "GET", "cluster-port"]);
    let bus = bus.lines().last().unwrap().to_owned();
    assert_eq!(replica.ask(&["CLUSTER", "MEET", "127.0.0.1", &port, &bus]), "+OK\r\n");
    cluster.settle(4);
    let id = cluster.id(old);
    until("the replica knows the primary", || {
        replica.ask(&["CLUSTER", "REPLICATE", &id]) == "+OK\r\n"
    });
    until("the replica follows", || {
        replica.ask(&["INFO", "replication"]).contains("master_link_status:up")
    });
    let theirs: Vec<PoolId> = pools
        .into_iter()
        .filter(|pool| cluster.home(&state(pool)) == old)
        .collect();
    // Acknowledged commits are on the replica.
    commit_all(&cluster.open("?replicas=1&wait_ms=5000"), &theirs[..1]).await;
    let store = cluster.open("");
    assert_eq!(store.load(&theirs[0], &[]).await.unwrap().generation, Generation(1));

    cluster.servers[old].kill();
    // The test promotes the replica as an operator would, because an election takes time and can
    // fail.
    assert_eq!(replica.ask(&["CLUSTER", "FAILOVER", "TAKEOVER"]), "+OK\r\n");
    let found = loop {
        match store.load(&theirs[0], &[]).await {
            Ok(loaded) => break loaded,
            Err(error) => assert!(matches!(error, StoreError::Unavailable { .. }), "{error}"),
        }
    };
    assert_eq!((found.generation, found.recovering), (Generation(1), true));
    let recovers = Write::new("recovered").recovering(true);
    let recovered = loop {
        match store.commit(&theirs[0], Generation(1), recovers.clone()).await {
            Ok(committed) => break committed.generation,
            Err(CommitError::Unavailable { .. } | CommitError::Unknown { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    };
    assert!(recovered > Generation(1 << 30), "{recovered}");
}
