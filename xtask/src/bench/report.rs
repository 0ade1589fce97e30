//! The measurements: a table for people, and `target/bench/bench.json` for programs. Figures are
//! shown with their targets; slowness is never a failure.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

use super::bytes::Bytes;
use super::calls::{self, CallFigures};
use super::connector;
use super::engine::{Engine, Speed};
use super::engine_table;
use super::load::{Round, median, write_rounds};
use super::priced::{self, PriceFigures};

const KILOBYTE: f64 = 1_000.0;

/// One kind of answer, and the bare route that sends a similar one.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Pair {
    /// A description for people.
    pub(super) title: String,
    pub(super) bare: Vec<Round>,
    pub(super) ours: Vec<Round>,
    /// The required share of the bare route's requests a second, and the desired one.
    pub(super) wanted: [f64; 2],
}

/// The server's start-up times.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StartUp {
    pub(super) what: String,
    pub(super) millis: Vec<f64>,
}

/// All figures.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    /// Notes on the method of measurement.
    pub(super) notes: Vec<String>,
    pub(super) pairs: Vec<Pair>,
    /// Calls for people inside.
    pub(super) calls: Option<CallFigures>,
    /// Polls with a price and without.
    pub(super) price: Option<PriceFigures>,
    pub(super) bytes: Bytes,
    pub(super) start_up: Vec<StartUp>,
    /// The connector alone.
    pub(super) connector: Vec<Speed>,
    /// The engine alone.
    pub(super) engine: Option<Engine>,
}

impl Pair {
    /// Returns our share of the bare route's requests a second: the median over pairs of
    /// neighbouring rounds.
    fn share(&self) -> f64 {
        let rounds = self.bare.iter().zip(&self.ours);
        median(rounds.map(|(bare, ours)| ours.requests_a_second / bare.requests_a_second))
    }

    /// Returns the bare route's processor time as a share of ours. It equals [`Self::share`] on a
    /// machine without other load.
    fn cpu_share(&self) -> f64 {
        let rounds = self.bare.iter().zip(&self.ours);
        median(rounds.map(|(bare, ours)| bare.cpu_micros_a_request / ours.cpu_micros_a_request))
    }

    /// Returns the same share by the cheapest round of each: other load on a shared machine only
    /// adds to a round's cost, and hits some rounds of one server and not of the other.
    fn undisturbed_cpu_share(&self) -> f64 {
        let least = |rounds: &[Round]| {
            let costs = rounds.iter().map(|round| round.cpu_micros_a_request);
            costs.fold(f64::INFINITY, f64::min)
        };
        least(&self.bare) / least(&self.ours)
    }
}

impl StartUp {
    pub(super) fn new(what: String, times: &[Duration]) -> Self {
        let millis = times.iter().map(|time| time.as_secs_f64() * 1_000.0).collect();
        Self { what, millis }
    }
}

impl Report {
    /// Returns the table.
    pub(super) fn table(&self) -> String {
        let mut table = String::new();
        write_all(&mut table, self).expect("writing to a string");
        table
    }
}

fn write_all(out: &mut String, report: &Report) -> std::fmt::Result {
    for pair in &report.pairs {
        write_pair(out, pair)?;
    }
    if let Some(figures) = &report.calls {
        calls::write(out, figures)?;
    }
    if let Some(figures) = &report.price {
        priced::write(out, figures)?;
    }
    write_bytes(out, &report.bytes)?;
    for start in &report.start_up {
        let middle = median(start.millis.iter().copied());
        writeln!(
            out,
            "{:<58}{middle:>8.0} ms   wanted: under 300 ms",
            format!("Start-up, {}", start.what)
        )?;
    }
    writeln!(out)?;
    if !report.connector.is_empty() {
        connector::write(out, &report.connector)?;
        writeln!(out)?;
    }
    if let Some(engine) = &report.engine {
        engine_table::write(out, engine)?;
        writeln!(out)?;
    }
    report.notes.iter().try_for_each(|note| writeln!(out, "{note}"))
}

fn write_pair(out: &mut String, pair: &Pair) -> std::fmt::Result {
    let rows: [(&str, &[Round]); 2] = [("bare route", &pair.bare), ("Anteroom", &pair.ours)];
    write_rounds(out, &pair.title, &rows)?;
    let [wanted, aim] = pair.wanted;
    let (share, cpu_share) = (pair.share(), pair.cpu_share());
    writeln!(
        out,
        "  {:<40}{share:>12.2}{cpu_share:>18.2}   wanted: {wanted}, aim: {aim}",
        "share of the bare route"
    )?;
    let undisturbed = pair.undisturbed_cpu_share();
    writeln!(out, "  {:<52}{undisturbed:>18.2}\n", "by the cheapest round of each")
}

fn write_bytes(out: &mut String, bytes: &Bytes) -> std::fmt::Result {
    writeln!(out, "{:<58}{:>8}{:>10}", "First load, brotli, bytes", "body", "headers")?;
    for size in &bytes.first_load {
        writeln!(out, "  {:<56}{:>8}{:>10}", size.what, size.body, size.head)?;
    }
    let kilobytes = |bytes: usize| bytes as f64 / KILOBYTE;
    let (early, everything) = (kilobytes(bytes.html_and_css()), kilobytes(bytes.everything()));
    writeln!(out, "  {:<56}{early:>8.1} KB   wanted: within 14 KB", "HTML and CSS")?;
    writeln!(
        out,
        "  {:<56}{everything:>8.1} KB   wanted: within 90 KB, aim: 64 KB",
        "everything"
    )?;
    let poll = &bytes.poll;
    writeln!(out, "{:<58}{:>8}{:>10}\n", "One poll, bytes", poll.body, poll.head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::bytes::Size;

    fn round(requests_a_second: f64) -> Round {
        Round {
            requests: 1_000,
            requests_a_second,
            cpu_micros_a_request: 1e6 / requests_a_second,
            busy: 1.0,
        }
    }

    #[test]
    fn a_share_compares_rounds_that_followed_each_other() {
        let pair = Pair {
            title: "Polls".into(),
            // In the second round the machine was slower by half, for both sides.
            bare: vec![round(20_000.0), round(10_000.0), round(20_000.0)],
            ours: vec![round(16_000.0), round(8_000.0), round(16_000.0)],
            wanted: [0.7, 0.85],
        };
        assert!((pair.share() - 0.8).abs() < 1e-9 && (pair.cpu_share() - 0.8).abs() < 1e-9);
        let size = |what: &str, body| Size {
            what: what.into(),
            body,
            head: 100,
        };
        let report = Report {
            notes: vec!["a note".into()],
            pairs: vec![pair],
            calls: None,
            price: None,
            bytes: Bytes {
                first_load: vec![
                    size("the page", 2_000),
                    size("/assets/a.css", 1_000),
                    size("/assets/a.js", 500),
                ],
                poll: size("one poll", 700),
            },
            start_up: vec![StartUp::new("empty".into(), &[Duration::from_millis(50)])],
            connector: Vec::new(),
            engine: None,
        };
        let table = report.table();
        assert!(
            table.contains("0.80") && table.contains("3.0 KB") && table.contains("3.5 KB"),
            "{table}"
        );
    }
}
