//! The tables.

use std::fmt::{self, Write};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::attack::{Attack, GainFigures};
use super::attacked_server::{Defence, FIRST};
use super::honest::{HonestFigures, HonestKind, PHONE_DERIVATIONS};
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
    /// Honest visitors with a ticket for the draw.
    pub(super) honest: usize,
    pub(super) first_honest: usize,
    pub(super) first_attackers: usize,
    pub(super) taken: GainFigures,
    /// The visitors who came during the attack, by kind.
    pub(super) during: Vec<HonestFigures>,
}

/// Everything that was measured.
#[derive(Debug)]
pub(super) struct AbuseReport {
    pub(super) rows: Vec<AbuseRow>,
    pub(super) misused: Vec<Misuse>,
    /// The build that was attacked, in words.
    pub(super) build: String,
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

/// Returns the build of a binary in words, by the folder in which cargo puts it.
pub(super) fn name_of_build(binary: &Path) -> String {
    let folder = binary.parent().and_then(Path::file_name);
    match folder.and_then(|folder| folder.to_str()) {
        Some("release") => "the release binary, which is the one that is shipped".to_owned(),
        Some("debug") => "a binary of the tests, whose own crates are not optimised: \
                          the release binary gives and refuses places faster"
            .to_owned(),
        _ => "a binary that `--binary` named".to_owned(),
    }
}

impl AbuseReport {
    /// Returns an error if an honest visitor was barred, if an attacker took too many tickets
    /// despite all defences, or if a credential was accepted more often than allowed.
    pub(super) fn judge(&self) -> Result<()> {
        for row in &self.rows {
            if row.defence != Defence::LimitsAndWork {
                continue;
            }
            let barred: usize = row.during.iter().map(|kind| kind.barred).sum();
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
            "| Attack | Defence | Tickets | a second | a CPU-second | CPU-seconds used | Extrapolated to 1,000 tickets: CPU-seconds | Their cost | Share of the tickets | Share of the first {FIRST} numbers | Honest visitors barred | Their delay, 95th percentile |"
        )?;
        writeln!(f, "|{}", " --- |".repeat(12))?;
        for row in &self.rows {
            let taken = row.taken;
            let tickets = taken.tickets as f64;
            let cost = cost_cells(taken);
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
            write!(line, "| {:.1} % ", percent(row.first_attackers, first))?;
            let computers = row.during.iter().find(|kind| kind.kind == HonestKind::Computer);
            let delays = computers.map_or(&[][..], |computers| computers.delays.as_slice());
            let barred: usize = row.during.iter().map(|kind| kind.barred).sum();
            writeln!(f, "{line}| {barred} | {} |", delay_at(delays, 95))?;
        }
        writeln!(
            f,
            "\n| Honest visitors who came during an attack on all defences | People | Tickets for the draw | Delay, median | Delay, 95th percentile | Put off: told a price for a crowd, or to wait | That price on a cheap phone, at most | Place when the sale had begun | Barred (must be 0) |"
        )?;
        writeln!(f, "|{}", " --- |".repeat(9))?;
        for row in self.rows.iter().filter(|row| row.defence == Defence::LimitsAndWork) {
            for kind in &row.during {
                writeln!(f, "| {}, beside the {} {}", kind.kind, row.attack, kind.cells())?;
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
        writeln!(f, "\nMeasured on {}.", self.build)
    }
}

impl HonestFigures {
    fn cells(&self) -> String {
        let price = match self.price_max {
            0 => "none".to_owned(),
            price => format!("{:.0} s", price as f64 / PHONE_DERIVATIONS),
        };
        format!(
            "| {} | {} | {} | {} | {} | {price} | {} | {} |",
            self.people,
            self.delays.len(),
            delay_at(&self.delays, 50),
            delay_at(&self.delays, 95),
            self.put_off,
            self.late,
            self.barred
        )
    }
}

/// Returns the cells with an attacker's processor time, and, extrapolated from it, that of 1,000
/// tickets and their price in dollars.
fn cost_cells(taken: GainFigures) -> String {
    let used = taken.cpu_seconds;
    if taken.tickets == 0 {
        return format!("{used:.1} | none | none");
    }
    let seconds = used / taken.tickets as f64 * 1_000.0;
    let decimals = usize::from(seconds < 10.0);
    format!(
        "{used:.1} | {seconds:.decimals$} | ${:.4}",
        seconds * CORE_HOUR / 3_600.0
    )
}

fn percent(part: usize, of: usize) -> f64 {
    part as f64 * 100.0 / of.max(1) as f64
}

/// Returns the delay at a percentile of sorted delays.
pub(super) fn at(seconds: &[f64], percentile: usize) -> f64 {
    let index = (seconds.len() * percentile).div_ceil(100).saturating_sub(1);
    seconds.get(index).copied().unwrap_or(0.0)
}

/// Returns the cell of a delay at a percentile of sorted delays.
fn delay_at(seconds: &[f64], percentile: usize) -> String {
    match seconds {
        [] => "none".to_owned(),
        _ => format!("{:.1} s", at(seconds, percentile)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_was_used_stands_beside_the_extrapolated_price_of_a_thousand_tickets() {
        let cost = |tickets, cpu_seconds| {
            cost_cells(GainFigures {
                tickets,
                seconds: 1.0,
                cpu_seconds,
            })
        };
        assert_eq!(cost(20, 4.5), "4.5 | 225 | $0.0025");
        assert_eq!(cost(6_000, 2.4), "2.4 | 0.4 | $0.0000");
        assert_eq!(cost(0, 9.0), "9.0 | none | none", "of none there is no price");
    }

    fn phones(barred: usize) -> HonestFigures {
        HonestFigures {
            kind: HonestKind::BehindOneAddress,
            people: 40,
            delays: (1..=20).map(f64::from).collect(),
            put_off: 20,
            price_max: 800_000,
            late: 20 - barred,
            barred,
        }
    }

    fn report(during: Vec<HonestFigures>) -> AbuseReport {
        let taken = GainFigures {
            tickets: 0,
            seconds: 4.0,
            cpu_seconds: 1.0,
        };
        AbuseReport {
            rows: vec![AbuseRow {
                attack: Attack::OneAddress,
                defence: Defence::LimitsAndWork,
                honest: 480,
                first_honest: 480,
                first_attackers: 0,
                taken,
                during,
            }],
            misused: Vec::new(),
            build: name_of_build(Path::new("target/release/anteroom")),
        }
    }

    #[test]
    fn each_kind_of_honest_visitors_has_a_row_with_its_delays() {
        let printed = report(vec![phones(0)]).to_string();
        let row = "| on phones behind one address (NAT), beside the flood from one address \
                   | 40 | 20 | 10.0 s | 19.0 s | 20 | 800 s | 20 | 0 |";
        assert!(printed.contains(row), "{printed}");
        let attacked = "| flood from one address | limits and work | 0 | 0 | 0.0 | 1.0 | none | none |";
        assert!(printed.contains(attacked), "{printed}");
        let attacks = printed.lines().take_while(|line| !line.is_empty());
        let columns: Vec<usize> = attacks.map(|line| line.matches('|').count()).collect();
        assert_eq!(columns, [13; 3], "{printed}");
        assert!(printed.contains("Measured on the release binary"), "{printed}");
    }

    #[test]
    fn nobody_honest_may_be_barred() {
        assert!(report(vec![phones(0)]).judge().is_ok());
        assert!(report(vec![phones(0), phones(1)]).judge().is_err());
    }

    #[test]
    fn a_table_names_the_build_that_was_attacked() {
        assert!(name_of_build(Path::new("target/debug/anteroom")).contains("not optimised"));
        assert!(name_of_build(Path::new("elsewhere/anteroom")).contains("--binary"));
    }
}
