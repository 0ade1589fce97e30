//! Compares durable rooms with a queue as people write it on Redis by hand (`examples/naive.rs`:
//! `INCR` and `ZADD` for a visitor, `ZRANK` for a poll), and measures the cost of sharing a store
//! among nodes.
//!
//! Redis always syncs every write to its disk before it answers. Arrivals at the store involve no
//! HTTP: `examples/arrivals.rs` passes newcomers through a room's pool node as the server does, and
//! the naive queue sends pipelines. End to end both queues are behind HTTP, with Redis and the
//! server on one core and `wrk` on the other. Each round of the naive queue is followed by one of
//! ours, each on an empty Redis, and ratios are taken between neighbouring rounds.
//!
//! Nodes: the same polls and claims over the same number of connections, sent to one server, to
//! three on the same core that share a store, and to three that share only the core. Operations:
//! Redis' own count of commands under that load, with a thousand and with a million visitors in
//! line.

use std::path::Path;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::fixture::BenchFixture;
use super::load::{ENTER_CONNECTIONS, Round, Visit, Wrk};
use super::process::{BenchServer, Core, free_address, pinned};
use super::redis::BenchRedis;
use super::{BenchOptions, CONNECTIONS};
use crate::exec;
use crate::project::Project;
use crate::step::{Stopwatch, step};

/// Concurrent newcomers at the store, about as many as may wait for a pool node: with fewer, the
/// pause between two commits limits the rate.
const PEOPLE: u64 = 60_000;
/// Newcomers in a round behind HTTP, and how many of them are in flight at a time.
const ENTERING: u64 = 100_000;
const RUSH_CONNECTIONS: u32 = 2_000;
/// The number of nodes that share a store.
const NODES: usize = 3;
/// Redirects a minute in the measurements of nodes and operations.
const OUTFLOW: u64 = 600;
/// People in line in the measurement of nodes, and in those of operations.
const IN_LINE: u64 = 20_000;
const FEW: u64 = 1_000;
const MANY: u64 = 1_000_000;
/// Ids used from a filled line: this many of the first ones, so that claims find visitors at the
/// front, but at most half of the line; and this many of the rest.
const FIRST_IDS_MAX: u64 = 1_000;
const SPREAD_IDS: u64 = 20_000;

/// The number of operations, and the time that they took.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Pace {
    pub(super) times: u64,
    pub(super) micros: u64,
}

/// The rounds of the naive queue and ours.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PairedRounds {
    pub(super) what: String,
    pub(super) naive: Vec<f64>,
    pub(super) ours: Vec<f64>,
    /// The target for the ratio.
    pub(super) aim: Option<f64>,
}

/// Processor time of all nodes per request in microseconds, one figure per round.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Nodes {
    /// Times of one server.
    pub(super) one: Vec<f64>,
    /// Like `one`, for three independent servers on the same core: the cost of having three.
    pub(super) strangers: Vec<f64>,
    /// Times of three servers that share a store.
    pub(super) three: Vec<f64>,
}

/// Commands of Redis under one load.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Operations {
    pub(super) waiting: u64,
    pub(super) a_second: Vec<f64>,
    pub(super) kilobytes_a_second: Vec<f64>,
    /// Size of Redis' memory before the load, in bytes.
    pub(super) stored_bytes: u64,
}

/// All figures.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Durable {
    /// Operations a second.
    pub(super) rates: Vec<PairedRounds>,
    /// Arrivals a second on the embedded store, without a comparison.
    pub(super) embedded: Vec<f64>,
    pub(super) nodes: Nodes,
    pub(super) operations: Vec<Operations>,
}

impl Pace {
    fn a_second(self) -> f64 {
        self.times as f64 * 1e6 / self.micros.max(1) as f64
    }
}

/// Compiles the server, the load generator and the naive queue.
pub(super) fn programs(project: &Project) -> Result<()> {
    step("compile the server, and a naive queue", || {
        let mut cargo = project.cargo();
        cargo.args(["build", "--release", "--package", "anteroom", "--bin", "anteroom"]);
        exec::run(cargo.args(["--example", "arrivals", "--example", "naive"]))
    })
}

pub(super) fn measure(project: &Project, folder: &Path, options: &BenchOptions) -> Result<Durable> {
    let bench = Bench {
        project,
        folder,
        options,
    };
    let at_store = step("let people come, at the store", || {
        bench.pair_rounds("Durable arrivals, at the store", Some(5.0), || {
            Ok([
                bench.naive("arrive")?,
                bench.arrivals(&BenchRedis::start(folder)?.url())?,
            ])
        })
    })?;
    let embedded = step("let people come, on the embedded store", || {
        let round = |round: u32| Ok(bench.arrivals(&format!("embedded:./data-{round}"))?.a_second());
        (0..options.rounds).map(round).collect::<Result<_>>()
    })?;
    let [entered, polled] = step("let people come and ask, behind HTTP", || bench.behind_http())?;
    let nodes = step("share a store among nodes", || bench.nodes())?;
    let operations = step("count what the store does", || {
        [FEW, MANY]
            .into_iter()
            .map(|waiting| bench.operations(waiting))
            .collect::<Result<_>>()
    })?;
    Ok(Durable {
        rates: vec![at_store, entered, polled],
        embedded,
        nodes,
        operations,
    })
}

struct Bench<'a> {
    project: &'a Project,
    folder: &'a Path,
    options: &'a BenchOptions,
}

impl Bench<'_> {
    /// Runs rounds of both queues in turn.
    fn pair_rounds(&self, what: &str, aim: Option<f64>, round: impl Fn() -> Result<[Pace; 2]>) -> Result<PairedRounds> {
        let rounds = (0..self.options.rounds).map(|_| round());
        let rounds: Vec<[Pace; 2]> = rounds.collect::<Result<_>>()?;
        Ok(PairedRounds {
            what: what.to_owned(),
            naive: rounds.iter().map(|[naive, _]| naive.a_second()).collect(),
            ours: rounds.iter().map(|[_, ours]| ours.a_second()).collect(),
            aim,
        })
    }

    /// Measures the naive queue without HTTP, on an empty Redis.
    fn naive(&self, what: &str) -> Result<Pace> {
        let redis = BenchRedis::start(self.folder)?;
        let mut naive = pinned(Core::Load, self.project.target("release/examples/naive"));
        naive.args([
            "--redis",
            &redis.url(),
            what,
            "--seconds",
            &self.options.seconds.to_string(),
        ]);
        Ok(serde_json::from_str(&exec::output(&mut naive)?)?)
    }

    /// Measures our queue without HTTP.
    fn arrivals(&self, store: &str) -> Result<Pace> {
        let config = self.fixture(store, 0).configure(free_address()?)?;
        let mut arrivals = pinned(Core::Load, self.project.target("release/examples/arrivals"));
        arrivals.current_dir(self.folder).arg("--config").arg(config);
        arrivals.args(["arrive", "--seconds", &self.options.seconds.to_string()]);
        arrivals.args(["--people", &PEOPLE.to_string()]);
        Ok(serde_json::from_str(&exec::output(&mut arrivals)?)?)
    }

    fn fixture(&self, store: &str, places: u64) -> BenchFixture {
        BenchFixture::on(store, self.project, self.folder, (places, OUTFLOW))
    }

    /// Measures arrivals, and polls of the visitors who arrived.
    fn behind_http(&self) -> Result<[PairedRounds; 2]> {
        let wrk = Wrk::new(self.folder, CONNECTIONS, self.options.seconds)?;
        let (mut entered, mut polled) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        for _ in 0..self.options.rounds {
            let redis = BenchRedis::start(self.folder)?;
            let naive = self.naive_server(&redis)?;
            let ids = self.folder.join("naive.txt");
            entered[0].push(timed(|| wrk.enter(&naive, "/", (ENTERING, RUSH_CONNECTIONS), &ids))?);
            let visit = Visit {
                path: "/api/getStatus?c=bench".to_owned(),
                ids,
                from: 0,
                claims: None,
                header: "",
                cookies: "",
            };
            polled[0].push(wrk.round(&naive, &visit)?.requests_a_second);
            naive.stop()?;

            let redis = BenchRedis::start(self.folder)?;
            let fixture = self.fixture(&redis.url(), ENTERING);
            let server = fixture.start()?;
            entered[1].push(timed(|| fixture.fill_line(&wrk, &server, RUSH_CONNECTIONS))?);
            // The naive queue lets no visitor in.
            let visit = Visit {
                claims: None,
                ..fixture.polls(&server)?
            };
            polled[1].push(wrk.round(&server, &visit)?.requests_a_second);
            server.stop()?;
        }
        let pairs = |what: &str, [naive, ours]: [Vec<f64>; 2]| PairedRounds {
            what: what.to_owned(),
            naive,
            ours,
            aim: None,
        };
        Ok([
            pairs("Durable arrivals, behind HTTP", entered),
            pairs("Polls, behind HTTP", polled),
        ])
    }

    fn naive_server(&self, redis: &BenchRedis) -> Result<BenchServer> {
        let address = free_address()?;
        let mut command = pinned(Core::Served, self.project.target("release/examples/naive"));
        command.args(["--redis", &redis.url(), "serve", "--listen", &address.to_string()]);
        BenchServer::start(command, address, "/ready", &self.folder.join("naive.log"))
    }

    /// Measures the processor time per request with one node, with independent nodes, and with
    /// nodes that share a store, in turns.
    fn nodes(&self) -> Result<Nodes> {
        let redis = BenchRedis::start(self.folder)?;
        let fixtures = (0..NODES).map(|index| {
            let folder = self.folder.join(format!("fixture-{index}"));
            std::fs::create_dir_all(&folder)?;
            let store = format!("{}?prefix=fixture-{index}", redis.url());
            Ok(BenchFixture::on(store, self.project, &folder, (IN_LINE, OUTFLOW)))
        });
        let fixtures = fixtures.collect::<Result<Vec<_>>>()?;
        for fixture in &fixtures {
            let server = fixture.start()?;
            let wrk = Wrk::new(self.folder, CONNECTIONS, self.options.seconds)?;
            fixture.fill_line(&wrk, &server, ENTER_CONNECTIONS)?;
            server.stop()?;
        }
        let mut nodes = Nodes::default();
        for _ in 0..self.options.rounds {
            nodes.one.push(self.cost_on(&fixtures[..1])?);
            nodes.strangers.push(self.cost_on(&fixtures)?);
            nodes.three.push(self.cost_on([&fixtures[0]; NODES])?);
        }
        Ok(nodes)
    }

    /// Starts a server on each fixture, and measures them together.
    fn cost_on<'s>(&self, fixtures: impl IntoIterator<Item = &'s BenchFixture>) -> Result<f64> {
        let start = |fixture: &'s BenchFixture| {
            let server = fixture.start()?;
            let visit = fixture.polls(&server)?;
            Ok((server, visit))
        };
        let servers = fixtures.into_iter().map(start).collect::<Result<Vec<_>>>()?;
        let cost = self.cost(servers.iter().map(|(server, visit)| (server, visit)).collect())?;
        servers.into_iter().try_for_each(|(server, _)| server.stop())?;
        Ok(cost)
    }

    /// Measures the processor time of all servers per request, with the usual number of connections
    /// divided among them.
    fn cost(&self, servers: Vec<(&BenchServer, &Visit)>) -> Result<f64> {
        let connections = CONNECTIONS / u32::try_from(servers.len())?;
        let wrk = Wrk::new(self.folder, connections, self.options.seconds)?;
        let rounds: Vec<Round> = std::thread::scope(|scope| {
            let loads: Vec<_> = servers
                .into_iter()
                .map(|(server, visit)| scope.spawn(|| wrk.round(server, visit)))
                .collect();
            let rounds = loads
                .into_iter()
                .map(|load| load.join().expect("a load does not panic"));
            rounds.collect::<Result<_>>()
        })?;
        let requests: u64 = rounds.iter().map(|round| round.requests).sum();
        let cpu: f64 = rounds
            .iter()
            .map(|round| round.cpu_micros_a_request * round.requests as f64)
            .sum();
        Ok(cpu / requests as f64)
    }

    /// Measures Redis' operations a second for three nodes while `waiting` visitors are in line and
    /// some hundreds of connections poll and claim.
    fn operations(&self, waiting: u64) -> Result<Operations> {
        let redis = BenchRedis::start(self.folder)?;
        let fixture = self.fixture(&redis.url(), waiting);
        let first = FIRST_IDS_MAX.min(waiting / 2);
        self.fill(&fixture, waiting, first)?;
        let stored_bytes = redis.used_bytes()?;
        let servers = (0..NODES).map(|_| fixture.start()).collect::<Result<Vec<_>>>()?;
        let (mut a_second, mut kilobytes_a_second) = (Vec::new(), Vec::new());
        for _ in 0..self.options.rounds {
            let (commands, bytes, watch) = (redis.commands()?, redis.network_bytes()?, Stopwatch::start());
            let polls = fixture.polls(&servers[0])?;
            let visit = Visit { from: first, ..polls };
            self.cost(servers.iter().map(|server| (server, &visit)).collect())?;
            let seconds = watch.elapsed().as_secs_f64();
            a_second.push((redis.commands()? - commands) as f64 / seconds);
            kilobytes_a_second.push((redis.network_bytes()? - bytes) as f64 / 1_000.0 / seconds);
        }
        servers.into_iter().try_for_each(BenchServer::stop)?;
        Ok(Operations {
            waiting,
            a_second,
            kilobytes_a_second,
            stored_bytes,
        })
    }

    /// Fills the line through its pool node, because a million arrivals over HTTP would take
    /// minutes.
    fn fill(&self, fixture: &BenchFixture, places: u64, first: u64) -> Result<()> {
        let config = fixture.configure(free_address()?)?;
        let mut arrivals = pinned(Core::Load, self.project.target("release/examples/arrivals"));
        arrivals.current_dir(self.folder).arg("--config").arg(config);
        arrivals.args(["fill", "--places", &places.to_string(), "--first", &first.to_string()]);
        arrivals
            .args(["--spread", &SPREAD_IDS.to_string(), "--ids"])
            .arg(fixture.ids("line"));
        exec::run(&mut arrivals)
    }
}

/// Returns how many newcomers entered per second.
fn timed(enter: impl FnOnce() -> Result<()>) -> Result<f64> {
    let watch = Stopwatch::start();
    enter()?;
    Ok(ENTERING as f64 / watch.elapsed().as_secs_f64())
}
