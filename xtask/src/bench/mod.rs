//! `cargo xtask bench`: the cost of a poll, a waiting page and a call for a visitor inside
//! ([`calls`]) compared with bare routes of the same libraries in the same run; what the price of a
//! place adds to a poll ([`priced`]); the bytes that a visitor loads; the server's start-up time;
//! the connector's cost for a request to a protected site ([`connector`]); and the cost of a crowd
//! of ten million for the engine alone ([`engine`]).
//!
//! The server is the release binary on its embedded store ([`fixture`] describes its visitors), the
//! bare routes are `examples/bare.rs`, and the load is `wrk`. Servers are pinned to one core and
//! the load to another, so both servers run one worker thread, and the work of one core is
//! compared. Rounds of our server and of the bare route alternate, and ratios are taken between
//! neighbouring rounds, because a machine that is temporarily busy slows both.
//!
//! Requests have no headers except `Host` and the place's cookie: a browser's headers would cost
//! both sides the same and improve the ratio. Only the brief poll has them nevertheless, because
//! pages really send this request, more often than any other.
//!
//! Nothing is asserted about time: the command fails on a wrong answer, never on a slow one. It
//! takes about six minutes without compilation; `--engine`, `--connector` and `--price` take
//! about one. `--paint` ([`paint`]) needs a browser, and is not part of the others.

mod bytes;
mod calls;
mod connector;
mod durable;
mod durable_table;
mod engine;
mod engine_table;
mod fixture;
mod http;
mod load;
mod paint;
mod priced;
mod process;
mod redis;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use serde::Serialize;

use crate::build;
use crate::exec;
use crate::project::Project;
use crate::step::{note, step};
use crate::tools::{self, Tool};
use fixture::{BenchFixture, HALL, Outcomes};
use load::{Round, Visit, Wrk};
use process::{BenchServer, Core, free_address, pinned};
use report::{Pair, Report, StartUp};

/// A kind of poll, and the bare route for comparison.
struct PollKind {
    title: &'static str,
    bare_path: &'static str,
    visit: fn(&BenchFixture, &BenchServer) -> Result<Visit>,
}

/// The full answer to a request without headers, and the poll that pages send.
const POLLS: [PollKind; 2] = [
    PollKind {
        title: "getStatus and a bare JSON route",
        bare_path: "/json",
        visit: BenchFixture::polls,
    },
    PollKind {
        title: "brief poll, a browser's headers",
        bare_path: "/brief",
        visit: BenchFixture::brief_polls,
    },
];

const TOOLS: [Tool; 1] = [Tool {
    program: "wrk",
    package: "wrk",
}];
/// Limits on rounds and their length, to bound the duration of a run.
const ROUNDS_MAX: u32 = 9;
const SECONDS_MAX: u32 = 10;
/// wrk's connections: claims hold some hundreds of them open, and the others keep the server busy.
const CONNECTIONS: u32 = 640;
/// wrk's connections for pages, which are never held open.
const PAGE_CONNECTIONS: u32 = 64;
/// The number of starts of the server over which the median is taken.
const STARTS: usize = 5;

/// Options of the benchmark.
#[derive(Debug, Args)]
pub(crate) struct BenchOptions {
    #[command(flatten)]
    build: build::BuildOptions,
    /// Rounds of each kind; the medians are reported.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=i64::from(ROUNDS_MAX)))]
    rounds: u32,
    /// Length of a round in seconds.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=i64::from(SECONDS_MAX)))]
    seconds: u32,
    /// Measure the existing build.
    #[arg(long)]
    no_build: bool,
    /// Measure the engine alone, without a server and without the browser's files.
    #[arg(long)]
    engine: bool,
    /// Measure the connector alone.
    #[arg(long, conflicts_with = "engine")]
    connector: bool,
    /// Measure durable rooms on Redis, with several nodes, beside a queue as people write it on
    /// Redis by hand.
    #[arg(long, conflicts_with_all = ["engine", "connector"])]
    store: bool,
    /// Measure polls in a room with a price and in one without alone.
    #[arg(long, conflicts_with_all = ["engine", "connector", "store"])]
    price: bool,
    /// Measure alone when a first page shows itself in a browser on slow connections.
    #[arg(long, conflicts_with_all = ["engine", "connector", "store", "price"])]
    paint: bool,
}

/// Runs the command.
pub(crate) fn run(options: &BenchOptions) -> Result<()> {
    let project = Project::find();
    if options.engine {
        return engine_alone(&project, options);
    }
    if options.connector {
        return connector_alone(&project, options);
    }
    if options.paint {
        return paint::measure(&project, options);
    }
    tools::ensure(&TOOLS)?;
    if options.store {
        return durable_alone(&project, options);
    }
    if options.price {
        return price_alone(&project, options);
    }
    if !options.no_build {
        // All programs are built before the first measurement: a missing program would otherwise
        // discard minutes of figures.
        build::browser_half(&project, &options.build)?;
        programs(&project)?;
        connector::program(&project)?;
        engine::programs(&project)?;
    }
    let folder = empty_folder(&project)?;
    let report = measure(&project, &folder, options)?;
    fs::remove_dir_all(&folder)?;
    publish(&project, "bench/bench.json", &report, &report.table())
}

/// Returns the folder of the run, without the files of an earlier run.
fn empty_folder(project: &Project) -> Result<PathBuf> {
    let folder = project.target("bench/run");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn durable_alone(project: &Project, options: &BenchOptions) -> Result<()> {
    tools::ensure(&tools::RELIABILITY_TOOLS)?;
    if !options.no_build {
        build::browser_half(project, &options.build)?;
        durable::programs(project)?;
    }
    let folder = empty_folder(project)?;
    let durable = durable::measure(project, &folder, options)?;
    fs::remove_dir_all(&folder)?;
    let mut table = String::new();
    durable_table::write(&mut table, &durable)?;
    publish(project, "bench/store.json", &durable, &table)
}

fn price_alone(project: &Project, options: &BenchOptions) -> Result<()> {
    if !options.no_build {
        build::browser_half(project, &options.build)?;
        programs(project)?;
    }
    let folder = empty_folder(project)?;
    let figures = priced::measure(project, &folder, options)?;
    fs::remove_dir_all(&folder)?;
    let mut table = String::new();
    priced::write(&mut table, &figures)?;
    publish(project, "bench/price.json", &figures, &table)
}

fn engine_alone(project: &Project, options: &BenchOptions) -> Result<()> {
    if !options.no_build {
        engine::programs(project)?;
    }
    let engine = engine::measure(project)?;
    let mut table = String::new();
    engine_table::write(&mut table, &engine)?;
    publish(project, "bench/engine.json", &engine, &table)
}

fn connector_alone(project: &Project, options: &BenchOptions) -> Result<()> {
    if !options.no_build {
        connector::program(project)?;
    }
    let speeds = connector::measure(project)?;
    let mut table = String::new();
    connector::write(&mut table, &speeds)?;
    publish(project, "bench/connector.json", &speeds, &table)
}

/// Prints the table and writes the figures to a file for programs.
fn publish(project: &Project, file: &str, figures: &impl Serialize, table: &str) -> Result<()> {
    let json = project.target(file);
    fs::create_dir_all(project.target("bench"))?;
    fs::write(&json, serde_json::to_string_pretty(figures)?)?;
    println!("\n{table}");
    note(format_args!("the same with every round: {}", json.display()));
    Ok(())
}

/// Compiles the server and the bare routes in one call, so that cargo chooses the same features for
/// shared dependencies.
fn programs(project: &Project) -> Result<()> {
    step("compile the server and the bare routes", || {
        let mut cargo = project.cargo();
        cargo.args(["build", "--release", "--package", "anteroom", "--package", "connector"]);
        exec::run(cargo.args(["--bin", "anteroom", "--example", "shop", "--example", "bare"]))
    })
}

fn measure(project: &Project, folder: &Path, options: &BenchOptions) -> Result<Report> {
    // Calls are compared with separate rounds of polls.
    let polled_rounds = (options.rounds + 1) * (POLLS.len() as u32 + 1);
    let polled_seconds = u64::from(polled_rounds * (options.seconds + 1));
    let fixture = BenchFixture::new(project, folder, polled_seconds);
    let mut start_up = vec![starts(&fixture, "an empty store")?];
    let server = fixture.start()?;
    let wrk = Wrk::new(folder, CONNECTIONS, options.seconds)?;
    // This comes first, while the process has no freed memory to reuse.
    let session_bytes = calls::fill(&fixture, &wrk, &server)?;
    let places = step("let people come in", || fixture.fill(&wrk, &server))?;
    let somebody = fixture.somebody()?;
    let page = bytes::page(&server, HALL, &somebody)?;
    let bytes = bytes::first_load(&server, HALL, &somebody)?;
    fs::write(folder.join("page"), &page.plain)?;
    fs::write(folder.join("page-br"), &page.brotli)?;
    let bare = bare(project, folder)?;

    // Pages come before the measurements that take minutes: visitors in the hall do not poll, and a
    // line passes over silent visitors.
    let pages = step("load pages", || {
        let wrk = Wrk::new(folder, PAGE_CONNECTIONS, options.seconds)?;
        let bytes = [page.plain.len(), page.brotli.len()];
        pages(&fixture, &wrk, [&bare, &server], options, bytes)
    })?;
    let mut notes = notes(options);
    let polls = step("poll", || {
        let kinds = POLLS.iter();
        let rounds = kinds.map(|kind| polls(&fixture, &wrk, [&bare, &server], (kind, options), &mut notes));
        rounds.collect::<Result<Vec<_>>>()
    })?;
    let calls = step("call for people inside", || {
        calls::measure(&fixture, &wrk, [&bare, &server], options, session_bytes)
    })?;
    bare.stop()?;
    server.stop()?;
    start_up.push(starts(&fixture, &format!("{places} places stored"))?);
    let price = priced::measure(project, folder, options)?;
    let connector = connector::measure(project)?;
    let engine = engine::measure(project)?;
    Ok(Report {
        notes,
        pairs: polls.into_iter().chain(pages).collect(),
        calls: Some(calls),
        price: Some(price),
        bytes,
        start_up,
        connector,
        engine: Some(engine),
    })
}

fn notes(options: &BenchOptions) -> Vec<String> {
    let cores = if process::can_pin() {
        "Servers on core 0 (one worker thread each, one server under load at a time), wrk on core 1."
    } else {
        "Servers and wrk share the cores: this machine has only one, or no taskset."
    };
    vec![
        format!(
            "Medians of {} rounds of {} s, ours and the bare route's in turns; {CONNECTIONS} connections for polls, {PAGE_CONNECTIONS} for pages.",
            options.rounds, options.seconds
        ),
        cores.to_owned(),
        "A server that is not busy all the time waits for wrk; then the share of processor time is the truer one."
            .to_owned(),
    ]
}

fn starts(fixture: &BenchFixture, what: &str) -> Result<StartUp> {
    step(format_args!("start on {what}, {STARTS} times"), || {
        let mut times = Vec::new();
        for _ in 0..STARTS {
            let server = fixture.start()?;
            times.push(server.start_up);
            server.stop()?;
        }
        Ok::<Vec<Duration>, _>(times)
    })
    .map(|times| StartUp::new(what.to_owned(), &times))
}

fn bare(project: &Project, folder: &Path) -> Result<BenchServer> {
    let address = free_address()?;
    let mut command = pinned(Core::Served, project.target("release/examples/bare"));
    command.current_dir(folder).args(["--listen", &address.to_string()]);
    command.args(["--page", "page", "--page-br", "page-br"]);
    BenchServer::start(command, address, "/ready", &folder.join("bare.log"))
}

/// Measures polls and the bare JSON route.
fn polls(
    fixture: &BenchFixture,
    wrk: &Wrk,
    [bare, server]: [&BenchServer; 2],
    (kind, options): (&PollKind, &BenchOptions),
    notes: &mut Vec<String>,
) -> Result<Pair> {
    let mut rounds = [Vec::new(), Vec::new()];
    let mut before = Outcomes::default();
    // The first round of each warms up.
    for round in 0..=options.rounds {
        if round == 1 {
            before = Outcomes::read(server, "anteroom_polls")?;
        }
        let visit = (kind.visit)(fixture, server)?;
        let bare_visit = bare_visit(&visit, kind.bare_path);
        fixture.pause(server, false)?;
        let our_round = wrk.round(server, &visit)?;
        fixture.pause(server, true)?;
        let bare_round = wrk.round(bare, &bare_visit)?;
        if round > 0 {
            rounds[0].push(bare_round);
            rounds[1].push(our_round);
        }
    }
    let outcomes = Outcomes::read(server, "anteroom_polls")?.since(before);
    ensure!(outcomes.others == 0, "{} polls were refused", outcomes.others);
    notes.push(format!(
        "{}: {:.1} % of the polls were claims; {} people were let through meanwhile, and {} wait still.",
        kind.title,
        outcomes.claims_percent(),
        outcomes.redirected,
        fixture.waiting(server)?
    ));
    let [bare, ours] = rounds;
    Ok(Pair {
        title: kind.title.to_owned(),
        bare,
        ours,
        wanted: [0.7, 0.85],
    })
}

/// Measures waiting pages and bare routes that send the same bytes, plain and compressed.
fn pages(
    fixture: &BenchFixture,
    wrk: &Wrk,
    servers: [&BenchServer; 2],
    options: &BenchOptions,
    [plain, brotli]: [usize; 2],
) -> Result<Vec<Pair>> {
    let kinds = [
        (format!("Waiting page, {plain} bytes"), "/page", ""),
        (
            format!("Waiting page, brotli, {brotli} bytes"),
            "/page-br",
            "Accept-Encoding: br",
        ),
    ];
    let mut pairs = Vec::new();
    for (title, bare_path, header) in kinds {
        let [bare, ours] = page_rounds(fixture, wrk, servers, options, bare_path, header)?;
        pairs.push(Pair {
            title,
            bare,
            ours,
            wanted: [0.6, 0.75],
        });
    }
    Ok(pairs)
}

fn page_rounds(
    fixture: &BenchFixture,
    wrk: &Wrk,
    [bare, server]: [&BenchServer; 2],
    options: &BenchOptions,
    bare_path: &str,
    header: &'static str,
) -> Result<[Vec<Round>; 2]> {
    let visit = fixture.pages(header);
    let bare_visit = bare_visit(&visit, bare_path);
    let before = Outcomes::read(server, "anteroom_pages")?;
    let mut rounds = [Vec::new(), Vec::new()];
    for round in 0..=options.rounds {
        let (bare_round, our_round) = (wrk.round(bare, &bare_visit)?, wrk.round(server, &visit)?);
        if round > 0 {
            rounds[0].push(bare_round);
            rounds[1].push(our_round);
        }
    }
    let outcomes = Outcomes::read(server, "anteroom_pages")?.since(before);
    ensure!(
        outcomes.claims == 0 && outcomes.others == 0,
        "not everybody was shown their place in line: {outcomes:?}"
    );
    Ok(rounds)
}

/// Returns the same requests with another path.
fn bare_visit(visit: &Visit, path: &str) -> Visit {
    let query = visit.path.split_once('?').map_or("", |(_, query)| query);
    Visit {
        path: format!("{path}?{query}"),
        ..visit.clone()
    }
}
