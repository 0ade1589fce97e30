//! The tables.

use std::fmt::{self, Write};
use std::fs;

use anyhow::{Context, Result, ensure};

use super::attack::{Attack, TakenFigures};
use super::attacked_server::{Defence, FIRST};
use super::honest::{HonestFigures, Kind};
use super::misuse::Misuse;
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
/// The marks around the table of the phone.
pub(super) const PHONE_TABLES: [&str; 2] = [
    "<!-- table of the phone: written by cargo xtask abuse --phone -->",
    "<!-- end of the table of the phone -->",
];
/// The price of an hour of one core to an attacker, in dollars: about that of a rented machine.
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
    /// The other visitors during the attack, in a room with all defences.
    pub(super) beside: Option<HonestFigures>,
}

/// Everything that was measured.
#[derive(Debug)]
pub(super) struct AbuseReport {
    pub(super) rows: Vec<AbuseRow>,
    pub(super) misused: Vec<Misuse>,
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
    /// Returns an error if an honest visitor was barred, if an attacker took too many tickets
    /// despite all defences, or if a credential was accepted more often than allowed.
    pub(super) fn judge(&self) -> Result<()> {
        for row in &self.rows {
            let Some(beside) = &row.beside else { continue };
            let barred = beside.phones.barred + beside.without_scripts.barred;
            ensure!(
                barred == 0,
                "{barred} honest visitors were barred beside the {}",
                row.attack
            );
            let share = percent(row.taken.tickets, row.taken.tickets + row.honest);
            let most = row.attack.share_max() * 500.0 / row.honest.clamp(1, 500) as f64;
            ensure!(
                share <= most,
                "the {} has {share:.1} % of the tickets, and may have {most:.1} %",
                row.attack
            );
        }
        for misuse in &self.misused {
            let Misuse {
                name,
                gained,
                allowed,
                of,
                ..
            } = misuse;
            ensure!(gained == allowed, "{name}: {gained} {of} instead of {allowed}");
        }
        Ok(())
    }
}

impl fmt::Display for AbuseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| Attack | Defence | Tickets | a second | a CPU-second | CPU-seconds for 1,000 tickets | Cost of 1,000 tickets | Share of the tickets | Share of the first {FIRST} numbers |"
        )?;
        writeln!(f, "| --- | --- | --- | --- | --- | --- | --- | --- | --- |")?;
        for row in &self.rows {
            let taken = row.taken;
            let tickets = taken.tickets as f64;
            let cost = cost_of_a_thousand(taken);
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
                "| {cost} | {:.1} % ",
                percent(taken.tickets, taken.tickets + row.honest)
            )?;
            writeln!(f, "{line}| {:.1} % |", percent(row.first_attackers, first))?;
        }
        writeln!(
            f,
            "\n| Honest visitors beside all defences and an attack | People | Tickets for the draw | Delay, median | Delay, 95th percentile | Told a price for a crowd | Place when the sale had begun | Barred |"
        )?;
        writeln!(f, "| --- | --- | --- | --- | --- | --- | --- | --- |")?;
        for row in &self.rows {
            let Some(beside) = &row.beside else { continue };
            let kinds = [
                ("phones behind one address", &beside.phones),
                ("browsers without scripts", &beside.without_scripts),
            ];
            for (name, kind) in kinds {
                writeln!(f, "| {name}, beside the {} {}", row.attack, kind.cells())?;
            }
        }
        writeln!(
            f,
            "\n| Many uses of one thing | Uses at once | Gained | Allowed |\n| --- | --- | --- | --- |"
        )?;
        for misuse in &self.misused {
            let Misuse {
                name,
                uses,
                gained,
                allowed,
                of,
            } = misuse;
            writeln!(f, "| {name} | {uses} | {gained} {of} | {allowed} |")?;
        }
        Ok(())
    }
}

impl Kind {
    fn cells(&self) -> String {
        let Self {
            people,
            seconds,
            dear,
            late,
            barred,
        } = self;
        format!(
            "| {people} | {} | {:.1} s | {:.1} s | {} | {late} | {barred} |",
            seconds.len(),
            at(seconds, 50),
            at(seconds, 95),
            dear.len()
        )
    }
}

/// Returns the cells with an attacker's price of 1,000 tickets: processor time, and dollars.
fn cost_of_a_thousand(taken: TakenFigures) -> String {
    if taken.tickets == 0 {
        return "none | none".to_owned();
    }
    let seconds = taken.cpu_seconds / taken.tickets as f64 * 1_000.0;
    let decimals = usize::from(seconds < 10.0);
    format!("{seconds:.decimals$} | ${:.4}", seconds * CORE_HOUR / 3_600.0)
}

fn percent(part: usize, of: usize) -> f64 {
    part as f64 * 100.0 / of.max(1) as f64
}

/// Returns the delay at a percentile of sorted delays.
pub(super) fn at(seconds: &[f64], percentile: usize) -> f64 {
    let index = (seconds.len() * percentile).div_ceil(100).saturating_sub(1);
    seconds.get(index).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_that_of_a_thousand_tickets_and_of_none_there_is_none() {
        let cost = |tickets, cpu_seconds| {
            cost_of_a_thousand(TakenFigures {
                tickets,
                seconds: 1.0,
                cpu_seconds,
            })
        };
        assert_eq!(cost(20, 4.5), "225 | $0.0025");
        assert_eq!(cost(6_000, 2.4), "0.4 | $0.0000");
        assert_eq!(cost(0, 9.0), "none | none");
    }
}
