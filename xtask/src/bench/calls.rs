//! The calls of a site's server for a visitor inside (`GET /v1/requests/{token}`), compared with a
//! poll and a bare JSON route in the same rounds; and the memory that a session takes.
//!
//! The sessions are real ones: each begins with a `POST /v1/requests` that lets a visitor in. Their
//! memory is the growth of the process while they come in, so it includes all data that the node
//! keeps about a recently admitted visitor: the place, the grant in its logs, the session.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use serde::Serialize;

use super::fixture::{BenchFixture, INSIDE_KEY};
use super::http;
use super::load::{Round, Visit, Wrk, median, write_rounds};
use super::process::BenchServer;
use super::{BenchOptions, bare_visit};
use crate::step::step;

/// People inside.
const SESSIONS: u64 = 100_000;
/// The number of people who come in earlier, so that the memory of connections and of the allocator
/// does not count.
const EARLIER: u64 = 10_000;
/// The page about which the site asks.
const PAGE: &str = "https://www.example.com/tickets";
/// The most processor time that a call is allowed to cost, as a multiple of a poll's.
const WANTED_OF_POLL: f64 = 1.3;
/// The most calls of the store per thousand calls; touches are reported in batches.
const STORE_WANTED_PER_MILLE: f64 = 10.0;

/// The figures of calls.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallFigures {
    pub(super) bare: Vec<Round>,
    pub(super) polls: Vec<Round>,
    pub(super) calls: Vec<Round>,
    /// Calls of the store during the measured calls, per thousand of them.
    pub(super) store_per_mille: f64,
    /// Resident memory for each session, in bytes.
    pub(super) session_bytes: u64,
}

/// Lets people in; returns the resident memory that each of them takes, in bytes.
pub(super) fn fill(fixture: &BenchFixture, wrk: &Wrk, server: &BenchServer) -> Result<u64> {
    let let_in = |people| wrk.let_in(server, people, [INSIDE_KEY, PAGE], &tokens(fixture));
    let before = step(format_args!("let {SESSIONS} people in"), || {
        let_in(EARLIER)?;
        let before = server.resident_bytes()?;
        let_in(SESSIONS)?;
        anyhow::Ok(before)
    })?;
    Ok(server.resident_bytes()?.saturating_sub(before) / SESSIONS)
}

/// Measures calls, polls and the bare route in turns.
pub(super) fn measure(
    fixture: &BenchFixture,
    wrk: &Wrk,
    [bare, server]: [&BenchServer; 2],
    options: &BenchOptions,
    session_bytes: u64,
) -> Result<CallFigures> {
    let mut figures = CallFigures {
        bare: Vec::new(),
        polls: Vec::new(),
        calls: Vec::new(),
        store_per_mille: 0.0,
        session_bytes,
    };
    let page: String = PAGE.replace(':', "%3A").replace('/', "%2F");
    let mut asked = 0;
    // The first round of each warms up.
    for round in 0..=options.rounds {
        let polls: Visit = fixture.polls(server)?;
        fixture.pause(server, false)?;
        let poll_round = wrk.round(server, &polls)?;
        fixture.pause(server, true)?;
        let before = store_calls(server)?;
        let call_round = wrk.calls(server, &tokens(fixture), [INSIDE_KEY, &page])?;
        let of_store = store_calls(server)? - before;
        let bare_round = wrk.round(bare, &bare_visit(&polls, "/json"))?;
        if round > 0 {
            asked += of_store;
            figures.bare.push(bare_round);
            figures.polls.push(poll_round);
            figures.calls.push(call_round);
        }
    }
    let calls = figures.calls.iter().map(|round| round.requests).sum::<u64>();
    figures.store_per_mille = asked as f64 * 1_000.0 / calls.max(1) as f64;
    let told = http::fetch(server.address, &one_call(fixture, &page)?, &[("x-api-key", INSIDE_KEY)])?;
    let told = String::from_utf8_lossy(&told.body).into_owned();
    ensure!(told.contains("\"promoted\":1"), "somebody inside was told: {told}");
    Ok(figures)
}

/// Compares calls with polls and with the bare route.
pub(super) fn write(out: &mut String, figures: &CallFigures) -> std::fmt::Result {
    let rows: [(&str, &[Round]); 3] = [
        ("bare JSON route", &figures.bare),
        ("getStatus", &figures.polls),
        ("Anteroom's call", &figures.calls),
    ];
    write_rounds(out, "Call for somebody inside, /v1/requests", &rows)?;
    let of_bare = cost_of(&figures.calls, &figures.bare);
    let of_poll = cost_of(&figures.calls, &figures.polls);
    writeln!(
        out,
        "  {:<40}{:>12}{of_bare:>18.2}",
        "processor time, of the bare route's", ""
    )?;
    writeln!(
        out,
        "  {:<40}{:>12}{of_poll:>18.2}   wanted: at most {WANTED_OF_POLL}",
        "processor time, of a poll's", ""
    )?;
    writeln!(
        out,
        "  {:<40}{:>12}{:>18.2}   wanted: at most {STORE_WANTED_PER_MILLE}",
        "calls of the store per 1,000 calls", "", figures.store_per_mille
    )?;
    writeln!(
        out,
        "  {:<40}{:>12}{:>12} bytes\n",
        "memory of the node for somebody inside", "", figures.session_bytes
    )
}

/// Returns the processor time of requests as a multiple of the others': the median over
/// neighbouring rounds.
fn cost_of(rounds: &[Round], others: &[Round]) -> f64 {
    let pairs = rounds.iter().zip(others);
    median(pairs.map(|(ours, other)| ours.cpu_micros_a_request / other.cpu_micros_a_request))
}

fn tokens(fixture: &BenchFixture) -> PathBuf {
    fixture.ids("inside")
}

/// Returns the path of a call for the last visitor.
fn one_call(fixture: &BenchFixture, page: &str) -> Result<String> {
    let tokens = std::fs::read_to_string(tokens(fixture))?;
    let token = tokens.lines().last().unwrap_or_default();
    Ok(format!("/v1/requests/{token}?url={page}&ip=203.0.113.9&agent=bench"))
}

/// Returns how often the server has called its store.
fn store_calls(server: &BenchServer) -> Result<u64> {
    let metrics = http::fetch(server.address, "/metrics", &[])?;
    Ok(calls_in(std::str::from_utf8(&metrics.body)?))
}

fn calls_in(metrics: &str) -> u64 {
    let lines = metrics
        .lines()
        .filter(|line| line.starts_with("anteroom_store_calls_total"));
    let counts = lines.filter_map(|line| line.rsplit_once(' ')?.1.parse::<u64>().ok());
    counts.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_compared_with_the_poll_of_its_own_round() {
        let round = |cpu_micros_a_request| Round {
            requests: 1_000,
            requests_a_second: 1.0,
            cpu_micros_a_request,
            busy: 1.0,
        };
        let figures = CallFigures {
            bare: vec![round(10.0), round(20.0)],
            polls: vec![round(20.0), round(40.0)],
            calls: vec![round(24.0), round(48.0)],
            store_per_mille: 0.5,
            session_bytes: 123,
        };
        let mut table = String::new();
        write(&mut table, &figures).unwrap();
        assert!(
            table.contains("1.20") && table.contains("2.40") && table.contains("123 bytes"),
            "{table}"
        );
    }

    #[test]
    fn calls_of_the_store_are_added_up() {
        let metrics = "# TYPE anteroom_store_calls counter\nanteroom_store_calls_total{call=\"commit\",outcome=\"ok\"} 7\n\
                       anteroom_store_calls_total{call=\"load\",outcome=\"ok\"} 5\nanteroom_store_commit_count 7\n";
        assert_eq!(calls_in(metrics), 12);
    }
}
