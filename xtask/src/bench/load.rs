//! Load by `wrk`: rounds of a few seconds, their results, and medians over rounds.
//!
//! wrk keeps a fixed number of connections busy; each sends a request as soon as the last one is
//! answered. A request costs wrk about as much as a bare route costs the server, so wrk's single
//! core is often the bottleneck. Requests a second then depend on wrk as much as on the server, and
//! the processor time per request is the better figure. The server's utilisation shows which of the
//! two limits.

use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::process::{BenchServer, Core, pinned};
use crate::exec;
use crate::step::Stopwatch;

const ENTER: &str = include_str!("enter.lua");
const VISIT: &str = include_str!("visit.lua");
const INSIDE: &str = include_str!("inside.lua");
const CALL: &str = include_str!("call.lua");
/// Connections that create places. The number is small, because the order of ids deviates from the
/// order of arrival by up to that number.
pub(super) const ENTER_CONNECTIONS: u32 = 256;
/// The longest time for creating the places of a room.
const ENTER_LIMIT: Duration = Duration::from_secs(60);
const ENTER_LOOK_EVERY: Duration = Duration::from_millis(20);
/// The size of a line: a queue id in its usual form, a space, the place's entry in the cookie, and
/// the line end.
const ID_LINE_BYTES: u64 = 36 + 1 + 48 + 1;
/// The size of a line: a token of CrowdHandler's API, and the line end.
const TOKEN_LINE_BYTES: u64 = 32 + 1;
/// wrk's timeout in seconds: a claim may be held for two seconds, and wrk counts late answers as
/// failed.
const TIMEOUT_SECONDS: u32 = 10;

/// wrk with our scripts.
#[derive(Debug)]
pub(super) struct Wrk {
    enter: PathBuf,
    visit: PathBuf,
    inside: PathBuf,
    call: PathBuf,
    connections: u32,
    seconds: u32,
}

/// The requests of a load.
#[derive(Debug, Clone)]
pub(super) struct Visit {
    /// Path and query without `q`.
    pub(super) path: String,
    /// The file of places, one per line in the order of arrival: queue id and cookie entry.
    pub(super) ids: PathBuf,
    /// The first place of the range from which visitors in line are chosen.
    pub(super) from: u64,
    /// The claims of visitors at the front, if there are any.
    pub(super) claims: Option<ClaimShare>,
    /// Additional headers, separated by line ends, or empty.
    pub(super) header: &'static str,
    /// Additional cookies, each followed by `"; "`, or empty.
    pub(super) cookies: &'static str,
}

/// The claims of visitors at the front.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClaimShare {
    /// The share of claims in all requests, in percent.
    pub(super) percent: u32,
    /// The number of places that are through when the round begins.
    pub(super) gone: u64,
    /// The number of places that are let through per second.
    pub(super) per_second: u64,
    /// The number of visitors at the front at any time.
    pub(super) window: u64,
}

/// The result of one round.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Round {
    pub(super) requests: u64,
    pub(super) requests_a_second: f64,
    pub(super) cpu_micros_a_request: f64,
    /// Processor time divided by elapsed time: 1 is a core without idle time.
    pub(super) busy: f64,
}

#[derive(Debug, Deserialize)]
struct Summary {
    requests: u64,
    micros: u64,
    failed: u64,
}

impl Wrk {
    /// Writes the scripts into a folder.
    pub(super) fn new(folder: &Path, connections: u32, seconds: u32) -> Result<Self> {
        let script = |name: &str, text| {
            let path = folder.join(name);
            std::fs::write(&path, text).map(|()| path)
        };
        Ok(Self {
            enter: script("enter.lua", ENTER)?,
            visit: script("visit.lua", VISIT)?,
            inside: script("inside.lua", INSIDE)?,
            call: script("call.lua", CALL)?,
            connections,
            seconds,
        })
    }

    /// Creates places in a room over `connections` connections, and writes their ids into a file.
    pub(super) fn enter(
        &self,
        server: &BenchServer,
        path: &str,
        (places, connections): (u64, u32),
        ids: &Path,
    ) -> Result<()> {
        let mut wrk = script(&self.enter, server, connections);
        wrk.arg(ids).args([&places.to_string(), path]);
        until_made(&mut wrk, (places, ID_LINE_BYTES), ids)
    }

    /// Like [`enter`](Self::enter), by visitors of random networks, as a proxy reports them.
    pub(super) fn enter_from_networks(&self, server: &BenchServer, path: &str, places: u64, ids: &Path) -> Result<()> {
        let mut wrk = script(&self.enter, server, ENTER_CONNECTIONS);
        wrk.arg(ids).args([&places.to_string(), path, "networks"]);
        until_made(&mut wrk, (places, ID_LINE_BYTES), ids)
    }

    /// Lets people in by the calls of a site's server, with its key and page, and writes their
    /// tokens into a file.
    pub(super) fn let_in(&self, server: &BenchServer, people: u64, site: [&str; 2], tokens: &Path) -> Result<()> {
        let mut wrk = script(&self.inside, server, ENTER_CONNECTIONS);
        wrk.arg(tokens).arg(people.to_string()).args(site);
        until_made(&mut wrk, (people, TOKEN_LINE_BYTES), tokens)
    }

    /// Runs one round of a site's calls for people inside, with its key and its encoded page.
    pub(super) fn calls(&self, server: &BenchServer, tokens: &Path, site: [&str; 2]) -> Result<Round> {
        let mut wrk = self.timed(&self.call, server);
        wrk.arg(tokens).args(site);
        counted(&mut wrk, server)
    }

    /// Runs one round against a server.
    pub(super) fn round(&self, server: &BenchServer, visit: &Visit) -> Result<Round> {
        let claims = visit.claims.unwrap_or(ClaimShare {
            percent: 0,
            gone: 0,
            per_second: 0,
            window: 0,
        });
        let numbers = [u64::from(claims.percent), claims.gone, claims.per_second, claims.window];
        let mut wrk = self.timed(&self.visit, server);
        wrk.arg(&visit.path).arg(&visit.ids).arg(visit.from.to_string());
        wrk.args(numbers.map(|number| number.to_string())).arg(visit.header);
        wrk.arg(visit.cookies);
        counted(&mut wrk, server)
    }

    /// Returns wrk for a round with this script; the caller appends the script's arguments.
    fn timed(&self, path: &Path, server: &BenchServer) -> Command {
        let mut wrk = pinned(Core::Load, "wrk");
        wrk.args(["--threads", "1", "--connections", &self.connections.to_string()]);
        wrk.args(["--duration", &self.seconds.to_string()]);
        wrk.args(["--timeout", &TIMEOUT_SECONDS.to_string(), "--script"]);
        wrk.arg(path).arg(format!("http://{}", server.address)).arg("--");
        wrk
    }
}

/// Returns wrk for making places with this script; the caller appends the script's arguments.
fn script(path: &Path, server: &BenchServer, connections: u32) -> Command {
    let mut wrk = pinned(Core::Load, "wrk");
    wrk.args(["--threads", "1", "--connections", &connections.to_string()]);
    wrk.args(["--duration", &ENTER_LIMIT.as_secs().to_string(), "--script"]);
    wrk.arg(path).arg(format!("http://{}", server.address)).arg("--");
    wrk
}

/// Runs wrk until a file has that many lines of that length.
fn until_made(wrk: &mut Command, (wanted, line_bytes): (u64, u64), file: &Path) -> Result<()> {
    // The file's length shows wrk's progress, so the lines of an earlier round are removed.
    std::fs::write(file, "")?;
    let mut wrk = wrk.stdout(Stdio::null()).spawn()?;
    // The script stops sending when it has enough; wrk itself would wait until its time is over.
    let watch = Stopwatch::start();
    let made = || std::fs::metadata(file).map_or(0, |file| file.len()) / line_bytes;
    while made() < wanted && watch.elapsed() < ENTER_LIMIT && wrk.try_wait()?.is_none() {
        std::thread::sleep(ENTER_LOOK_EVERY);
    }
    wrk.kill()?;
    wrk.wait()?;
    ensure!(made() == wanted, "{} were made in time, not {wanted}", made());
    Ok(())
}

/// Runs a round of wrk, and counts the server's processor time.
fn counted(wrk: &mut Command, server: &BenchServer) -> Result<Round> {
    let before = server.cpu_micros()?;
    let output = exec::output(wrk)?;
    let cpu_micros = server.cpu_micros()? - before;
    round(&output, cpu_micros)
}

fn round(output: &str, cpu_micros: u64) -> Result<Round> {
    let line = output.lines().find_map(|line| line.strip_prefix("RESULT "));
    let summary: Summary = serde_json::from_str(line.context("wrk printed no result")?)?;
    ensure!(summary.failed == 0, "{} requests failed:\n{output}", summary.failed);
    ensure!(
        summary.requests > 0 && summary.micros > 0,
        "nothing was answered:\n{output}"
    );
    Ok(Round {
        requests: summary.requests,
        requests_a_second: summary.requests as f64 * 1e6 / summary.micros as f64,
        cpu_micros_a_request: cpu_micros as f64 / summary.requests as f64,
        busy: cpu_micros as f64 / summary.micros as f64,
    })
}

/// Writes a table of medians, with a row for each list of rounds.
pub(super) fn write_rounds(out: &mut String, title: &str, rows: &[(&str, &[Round])]) -> fmt::Result {
    writeln!(
        out,
        "{title:<42}{:>12}{:>18}{:>8}",
        "requests/s", "CPU µs a request", "busy"
    )?;
    for (name, rounds) in rows {
        let rate = median(rounds.iter().map(|round| round.requests_a_second));
        let cpu = median(rounds.iter().map(|round| round.cpu_micros_a_request));
        let busy = 100.0 * median(rounds.iter().map(|round| round.busy));
        writeln!(out, "  {name:<40}{rate:>12.0}{cpu:>18.1}{busy:>6.0} %")?;
    }
    Ok(())
}

/// Returns the median; 0 for no figures.
pub(super) fn median(figures: impl IntoIterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = figures.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        length if length % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_computed() {
        assert_eq!(median([]), 0.0);
        assert_eq!(median([3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median([4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn a_round_is_read_from_the_scripts_line() {
        let told = "Running\nRESULT {\"requests\":2000,\"micros\":4000000,\"failed\":0}\n";
        let round = super::round(told, 100_000).unwrap();
        assert_eq!((round.requests_a_second, round.cpu_micros_a_request), (500.0, 50.0));
        assert!(super::round("RESULT {\"requests\":2,\"micros\":1,\"failed\":1}", 1).is_err());
        assert!(super::round("Running", 1).is_err());
    }
}
