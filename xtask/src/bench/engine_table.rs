//! The table of the engine's figures. A figure with a target is shown with the target and the
//! verdict; a time has no target and is shown with the time of the bare code in the same run.

use std::fmt::{self, Display, Write as _};

use super::engine::{Case, Engine, Memory, Quality, Speed};
use super::load::median;

const MEGABYTE: f64 = 1e6;
/// Memory targets: bytes per waiting visitor, and megabytes of a process with ten million.
const BYTES_EACH: f64 = 1.0;
const RESIDENT_MEGABYTES: f64 = 150.0;
/// A figure meets the target of one byte if it rounds to one byte at a tenth's precision.
const TENTH_HALF: f64 = 0.05;
/// Targets for estimates and outflow, in percent.
const COVERAGE: [f64; 2] = [75.0, 85.0];
const WIDTH_MAX: f64 = 40.0;
const ERROR_MAX: f64 = 5.0;
const USE_MIN: f64 = 99.0;
/// Targets at five a minute.
const FIVE_MIN: f64 = 4.9;
const FIVE_MAX: u64 = 5;

/// Writes the table.
pub(super) fn write(out: &mut String, engine: &Engine) -> fmt::Result {
    writeln!(out, "The engine alone, ten million in line")?;
    for memory in &engine.crowd.memory {
        write_memory(out, memory)?;
    }
    row(
        out,
        "most memory meanwhile",
        engine.crowd.peak_bytes as f64 / MEGABYTE,
        "MB",
        "",
    )?;
    writeln!(
        out,
        "{:<44}{:>11}{:>20}{:>11}{:>8}",
        "Nanoseconds each, median (least to most)", "engine", "", "bare code", "times"
    )?;
    for speed in &engine.crowd.speed {
        write_speed(out, speed)?;
    }
    writeln!(out, "The simulator's cases")?;
    write_quality(out, &engine.quality)
}

fn write_memory(out: &mut String, memory: &Memory) -> fmt::Result {
    let (each, resident) = (memory.bytes_each(), memory.resident_bytes as f64 / MEGABYTE);
    let what = |figure| format!("{figure}, {}", memory.what);
    let met = each < BYTES_EACH + TENTH_HALF;
    row(out, what("bytes each who waits"), each, "B", aim("1 byte", met))?;
    let met = resident <= RESIDENT_MEGABYTES && memory.waiting >= 10_000_000;
    row(out, what("memory"), resident, "MB", aim("150 MB", met))
}

fn write_speed(out: &mut String, speed: &Speed) -> fmt::Result {
    let (ours, bare) = (median(speed.ours_ns.clone()), median(speed.bare_ns.clone()));
    let range = match (least(&speed.ours_ns), most(&speed.ours_ns)) {
        (from, to) if speed.ours_ns.len() > 1 => format!("({from:.1} to {to:.1})"),
        _ => "(once)".to_owned(),
    };
    writeln!(
        out,
        "  {:<42}{ours:>11.1}{range:>20}{bare:>11.1}{:>8.1}   all {}: {:.2} s; bare: {}",
        speed.what,
        ours / bare,
        speed.times,
        ours * speed.times as f64 / 1e9,
        speed.bare_does,
    )
}

fn write_quality(out: &mut String, quality: &Quality) -> fmt::Result {
    let a_second = quality.visitors as f64 / quality.seconds;
    row(out, "simulated visitors a second", a_second, "", "")?;
    row(out, "events a second", quality.events as f64 / quality.seconds, "", "")?;
    if let Some(all) = quality.overall {
        let held = all.coverage * 100.0;
        let met = (COVERAGE[0]..=COVERAGE[1]).contains(&held);
        row(out, "the range holds, all cases", held, "%", aim("75 to 85 %", met))?;
        let width = all.median_width * 100.0;
        row(
            out,
            "its median width, of the true wait",
            width,
            "%",
            aim("at most 40 %", width <= WIDTH_MAX),
        )?;
        let error = all.median_error * 100.0;
        row(
            out,
            "median error of its middle",
            error,
            "%",
            aim("5 %", error <= ERROR_MAX),
        )?;
    }
    for (which, held) in extremes(&quality.cases) {
        row(out, which, held * 100.0, "%", "")?;
    }
    if let Some(used) = quality.half_stay_away().and_then(|case| case.permit_use) {
        let used = used * 100.0;
        row(
            out,
            "permits used, half stay away",
            used,
            "%",
            aim("99 %", used >= USE_MIN),
        )?;
    }
    let Some(five) = quality.five_a_minute() else {
        return Ok(());
    };
    if let Some(rate) = five.per_minute {
        row(
            out,
            "let through a minute, at 5 a minute",
            rate,
            "",
            aim("4.9", rate >= FIVE_MIN),
        )?;
    }
    let most = five.minute_max;
    row(
        out,
        "most in any minute, at 5 a minute",
        most as f64,
        "",
        aim("never 6", most <= FIVE_MAX),
    )
}

/// Returns the cases with the lowest and the highest coverage, because a mean over cases hides
/// both.
fn extremes(cases: &[Case]) -> Vec<(String, f64)> {
    let held = |case: &Case| Some((case.name.clone(), case.coverage?));
    let mut held: Vec<(String, f64)> = cases.iter().filter_map(held).collect();
    held.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let ends = [("least", held.first()), ("most", held.last())];
    let named = ends.into_iter().filter_map(|(end, case)| Some((end, case?)));
    named
        .map(|(end, (name, share))| (format!("the range holds {end} often: {name}"), *share))
        .collect()
}

fn row(out: &mut String, what: impl Display, figure: f64, unit: &str, aim: impl Display) -> fmt::Result {
    let digits = if figure < 1_000.0 { 2 } else { 0 };
    let line = format!("  {what:<58}{figure:>10.digits$} {unit:<4}{aim}");
    writeln!(out, "{}", line.trim_end())
}

fn aim(aim: &str, met: bool) -> String {
    format!("aim: {aim}, {}", if met { "met" } else { "missed" })
}

fn least(figures: &[f64]) -> f64 {
    figures.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(figures: &[f64]) -> f64 {
    figures.iter().copied().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::engine::{CrowdFigures, Overall};

    fn engine(grown_bytes: u64, coverage: f64, minute_max: u64) -> Engine {
        let case = |name: &str, coverage| Case {
            name: name.to_owned(),
            max_outflow: 5,
            coverage: Some(coverage),
            permit_use: Some(0.993),
            per_minute: Some(4.97),
            minute_max,
            broken: None,
        };
        let memory = Memory {
            what: "nobody left yet".to_owned(),
            places: 10_000_000,
            waiting: 10_000_000,
            resident_bytes: grown_bytes + 2_000_000,
            grown_bytes,
        };
        let speed = Speed {
            what: "a poll".to_owned(),
            bare_does: "read a byte".to_owned(),
            times: 1_000_000,
            ours_ns: vec![90.0, 100.0, 130.0],
            bare_ns: vec![19.0, 20.0, 30.0],
        };
        Engine {
            crowd: CrowdFigures {
                memory: vec![memory],
                peak_bytes: grown_bytes,
                speed: vec![speed],
            },
            quality: Quality {
                cases: vec![case("50 % stay away", 0.6), case("five a minute", 0.98)],
                overall: Some(Overall {
                    coverage,
                    median_width: 0.21,
                    median_error: 0.045,
                }),
                visitors: 400_000,
                events: 9_000_000,
                seconds: 10.0,
            },
        }
    }

    fn line<'a>(table: &'a str, what: &str) -> &'a str {
        table.lines().find(|line| line.contains(what)).expect("a row")
    }

    #[test]
    fn a_figure_says_whether_its_aim_was_met() {
        let mut table = String::new();
        write(&mut table, &engine(10_300_000, 0.8, 5)).unwrap();
        assert!(!table.contains("missed"), "{table}");
        assert!(line(&table, "a poll").contains("(90.0 to 130.0)"), "{table}");
        assert!(line(&table, "simulated visitors").contains("40000"), "{table}");
        assert!(
            line(&table, "least often: 50 % stay away").contains("60.00 %"),
            "{table}"
        );
        table.clear();
        write(&mut table, &engine(160_000_000, 0.7, 6)).unwrap();
        for what in [
            "bytes each",
            "memory, nobody",
            "the range holds, all",
            "most in any minute",
        ] {
            assert!(line(&table, what).ends_with("missed"), "{table}");
        }
    }
}
