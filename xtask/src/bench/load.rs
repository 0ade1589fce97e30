//! Load by `wrk`: rounds of a few seconds, what each did, and medians over rounds.
//!
//! wrk keeps a fixed number of connections busy, each asking again as soon as it is answered. A
//! request costs wrk about as much as a bare route, so its one core is often the busier one:
//! requests a second are then wrk's as much as the server's, and the processor time a request is
//! the truer figure. How busy the server was tells which.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::process::{BenchServer, Core, pinned};
use crate::exec;
use crate::step::Stopwatch;

const ENTER: &str = include_str!("enter.lua");
const VISIT: &str = include_str!("visit.lua");
/// Connections that make places. Few, for ids are in the order of arrival only to within their
/// number.
pub(super) const ENTER_CONNECTIONS: u32 = 256;
/// Making the places of a room may take so long.
const ENTER_LIMIT: Duration = Duration::from_secs(60);
const ENTER_LOOK_EVERY: Duration = Duration::from_millis(20);
/// A queue id in its usual form, a space, the place's entry in the cookie, and the end of the line.
const ID_LINE_BYTES: u64 = 36 + 1 + 48 + 1;
/// A claim may be held for two seconds, and wrk counts what is late as failed, seconds.
const TIMEOUT_SECONDS: u32 = 10;

/// wrk with our scripts.
#[derive(Debug)]
pub(super) struct Wrk {
    enter: PathBuf,
    visit: PathBuf,
    connections: u32,
    seconds: u32,
}

/// Who asks for what.
#[derive(Debug, Clone)]
pub(super) struct Visit {
    /// Path and query without `q`.
    pub(super) path: String,
    /// Places, one a line, in the order of arrival: queue id and entry in the cookie.
    pub(super) ids: PathBuf,
    /// People in line are chosen from here on.
    pub(super) from: u64,
    /// Those first in line, if they ask at all.
    pub(super) claims: Option<Claims>,
    /// More headers, with line ends between them, or none.
    pub(super) header: &'static str,
    /// Cookies beside the place's, each with `"; "` behind it, or none.
    pub(super) cookies: &'static str,
}

/// Those who are first in line and ask.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claims {
    /// Their share of all requests.
    pub(super) percent: u32,
    /// Places that are through when the round begins.
    pub(super) gone: u64,
    /// Places that will be let through in a second.
    pub(super) per_second: u64,
    /// People who are first in line at any time.
    pub(super) window: u64,
}

/// What one round did.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Round {
    pub(super) requests: u64,
    pub(super) requests_a_second: f64,
    pub(super) cpu_micros_a_request: f64,
    /// Processor time over time passed: 1 is a core that never waited.
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
        let (enter, visit) = (folder.join("enter.lua"), folder.join("visit.lua"));
        std::fs::write(&enter, ENTER)?;
        std::fs::write(&visit, VISIT)?;
        Ok(Self {
            enter,
            visit,
            connections,
            seconds,
        })
    }

    /// Makes so many places in a room, by so many connections, and writes their ids into a file.
    pub(super) fn enter(
        &self,
        server: &BenchServer,
        path: &str,
        (places, connections): (u64, u32),
        ids: &Path,
    ) -> Result<()> {
        // How long the file is says how far wrk is: those of a round before do not count.
        std::fs::write(ids, "")?;
        let mut wrk = pinned(Core::Load, "wrk");
        wrk.args(["--threads", "1", "--connections", &connections.to_string()]);
        wrk.args(["--duration", &ENTER_LIMIT.as_secs().to_string(), "--script"]);
        wrk.arg(&self.enter);
        wrk.arg(format!("http://{}", server.address)).arg("--").arg(ids);
        let mut wrk = wrk.args([&places.to_string(), path]).stdout(Stdio::null()).spawn()?;
        // The script stops asking when it has enough; wrk itself would wait for the end of its
        // time.
        let watch = Stopwatch::start();
        let made = || std::fs::metadata(ids).map_or(0, |file| file.len()) / ID_LINE_BYTES;
        while made() < places && watch.elapsed() < ENTER_LIMIT && wrk.try_wait()?.is_none() {
            std::thread::sleep(ENTER_LOOK_EVERY);
        }
        wrk.kill()?;
        wrk.wait()?;
        ensure!(made() == places, "{} places were made in time, not {places}", made());
        Ok(())
    }

    /// One round against a server.
    pub(super) fn round(&self, server: &BenchServer, visit: &Visit) -> Result<Round> {
        let claims = visit.claims.unwrap_or(Claims {
            percent: 0,
            gone: 0,
            per_second: 0,
            window: 0,
        });
        let numbers = [u64::from(claims.percent), claims.gone, claims.per_second, claims.window];
        let mut wrk = pinned(Core::Load, "wrk");
        wrk.args(["--threads", "1", "--connections", &self.connections.to_string()]);
        wrk.args(["--duration", &self.seconds.to_string()]);
        wrk.args(["--timeout", &TIMEOUT_SECONDS.to_string(), "--script"]);
        wrk.arg(&self.visit);
        wrk.arg(format!("http://{}", server.address)).arg("--");
        wrk.arg(&visit.path).arg(&visit.ids).arg(visit.from.to_string());
        wrk.args(numbers.map(|number| number.to_string())).arg(visit.header);
        wrk.arg(visit.cookies);
        let before = server.cpu_micros()?;
        let output = exec::output(&mut wrk)?;
        let cpu_micros = server.cpu_micros()? - before;
        round(&output, cpu_micros)
    }
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

/// The middle of some figures, or the mean of the two in the middle; 0 for none.
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
    fn the_middle_of_figures() {
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
