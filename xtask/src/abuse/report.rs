//! The tables.

use std::fmt::{self, Write};
use std::fs;

use anyhow::{Context, Result, ensure};

use super::arena::{Defence, FIRST};
use super::attack::{Attack, Misuse, TakenFigures};
use super::honest::HonestFigures;
use crate::project::Project;

/// The document with the tables.
const DOCUMENT: &str = "docs/abuse.md";
/// The marks around the tables of the attacks.
pub(super) const TABLES: [&str; 2] = [
    "<!-- tables: written by cargo xtask abuse -->",
    "<!-- end of tables -->",
];
/// The marks around the tables of the aim.
pub(super) const AIM_TABLES: [&str; 2] = [
    "<!-- tables of the aim: written by cargo xtask abuse -->",
    "<!-- end of the tables of the aim -->",
];
/// The price of an hour of one core to an attacker, in dollars: the order of a rented machine.
const CORE_HOUR: f64 = 0.04;

/// One attack against one set of defences.
#[derive(Debug)]
pub(super) struct AbuseRow {
    pub(super) attack: Attack,
    pub(super) defence: Defence,
    pub(super) honest: usize,
    pub(super) first_honest: usize,
    pub(super) first_attackers: usize,
    pub(super) taken: TakenFigures,
}

/// Everything that was measured.
#[derive(Debug)]
pub(super) struct AbuseReport {
    pub(super) rows: Vec<AbuseRow>,
    pub(super) crowd: HonestFigures,
    pub(super) misused: Misuse,
}

/// Writes tables into the document, between these marks.
pub(super) fn write(project: &Project, [begin, end]: &[&str; 2], tables: &impl fmt::Display) -> Result<()> {
    let path = project.path(DOCUMENT);
    let document = fs::read_to_string(&path).context(DOCUMENT)?;
    let (before, rest) = document
        .split_once(begin)
        .context("the document has no place for tables")?;
    let (_, after) = rest.split_once(end).context("the document's tables do not end")?;
    fs::write(&path, format!("{before}{begin}\n\n{tables}\n{end}{after}"))?;
    Ok(())
}

impl AbuseReport {
    /// Fails if an honest visitor was barred, or a solution was good twice.
    pub(super) fn judge(&self) -> Result<()> {
        ensure!(
            self.crowd.barred == 0,
            "{} honest visitors were barred",
            self.crowd.barred
        );
        ensure!(self.misused.places_by_theft == 0, "a stolen solution was good");
        ensure!(self.misused.places_by_replay <= 1, "a solution was good more than once");
        Ok(())
    }
}

impl fmt::Display for AbuseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| Attack | Defence | Tickets | a second | a CPU-second | Cost of 1,000 tickets | Share of the tickets | Share of the first {FIRST} numbers |"
        )?;
        writeln!(f, "| --- | --- | --- | --- | --- | --- | --- | --- |")?;
        for row in &self.rows {
            let taken = row.taken;
            let tickets = taken.tickets as f64;
            let cost = taken.cpu_seconds / tickets.max(1.0) * 1_000.0 * CORE_HOUR / 3_600.0;
            let first = row.first_honest + row.first_attackers;
            let mut line = String::new();
            write!(line, "| {} | {} | {} ", row.attack, row.defence, taken.tickets)?;
            write!(
                line,
                "| {:.0} | {:.1} ",
                tickets / taken.seconds,
                tickets / taken.cpu_seconds.max(0.001)
            )?;
            write!(
                line,
                "| ${cost:.4} | {:.1} % ",
                percent(taken.tickets, taken.tickets + row.honest)
            )?;
            writeln!(f, "{line}| {:.1} % |", percent(row.first_attackers, first))?;
        }
        let crowd = &self.crowd;
        writeln!(
            f,
            "\n| Honest visitors beside all defences | People | Barred | Delay, median | Delay, 95th percentile |"
        )?;
        writeln!(f, "| --- | --- | --- | --- | --- |")?;
        for (name, people, seconds) in [
            (
                "phones behind one address",
                crowd.behind_one_address,
                &crowd.phone_seconds,
            ),
            (
                "browsers without scripts",
                crowd.without_scripts,
                &crowd.scriptless_seconds,
            ),
        ] {
            let barred = people - seconds.len();
            writeln!(
                f,
                "| {name} | {people} | {barred} | {:.1} s | {:.1} s |",
                at(seconds, 50),
                at(seconds, 95)
            )?;
        }
        let Misuse {
            replays,
            places_by_replay,
            places_by_theft,
        } = self.misused;
        writeln!(
            f,
            "\nOne solution used {replays} times at once got {places_by_replay} place; one used from another network got {places_by_theft}."
        )
    }
}

fn percent(part: usize, of: usize) -> f64 {
    part as f64 * 100.0 / of.max(1) as f64
}

/// The delay at a percentile, of delays in order.
fn at(seconds: &[f64], percentile: usize) -> f64 {
    let index = (seconds.len() * percentile).div_ceil(100).saturating_sub(1);
    seconds.get(index).copied().unwrap_or(0.0)
}
