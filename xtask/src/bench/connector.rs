//! Measures the connector alone: the cost of the layer for a request to a protected Rust site.
//!
//! `crates/connector/examples/cost/`, a separate process, measures and prints JSON, which this
//! module reads. The bare code is the same service without the layer, so the cost of a request is
//! the difference between the two.

use std::fmt::{self, Write as _};

use anyhow::Result;

use super::engine::{Speed, answer};
use super::load::median;
use crate::exec;
use crate::project::Project;
use crate::step::step;

const MICROSECOND_NS: f64 = 1_000.0;
/// The target for a request with a valid cookie, in microseconds.
const COOKIE_MICROS_MAX: f64 = 2.0;
/// The prefix of the names of requests with such a cookie.
const VALID_COOKIE: &str = "a valid cookie";

/// Compiles the program.
pub(super) fn program(project: &Project) -> Result<()> {
    step("compile the connector's cost", || {
        let mut cargo = project.cargo();
        exec::run(cargo.args(["build", "--release", "--package", "connector", "--example", "cost"]))
    })
}

/// Runs the program.
pub(super) fn measure(project: &Project) -> Result<Vec<Speed>> {
    step("send requests through the connector", || answer(project, "cost", &[]))
}

/// Writes the table.
pub(super) fn write(out: &mut String, speeds: &[Speed]) -> fmt::Result {
    writeln!(
        out,
        "The connector, processor time that it adds to a request: median (least to most)"
    )?;
    speeds.iter().try_for_each(|speed| {
        let rounds = speed.ours_ns.iter().zip(&speed.bare_ns);
        let mut micros: Vec<f64> = rounds.map(|(ours, bare)| (ours - bare) / MICROSECOND_NS).collect();
        micros.sort_by(f64::total_cmp);
        let middle = median(micros.clone());
        let aim = match middle <= COOKIE_MICROS_MAX {
            _ if !speed.what.starts_with(VALID_COOKIE) => "",
            true => "   aim: 2 µs, met",
            false => "   aim: 2 µs, missed",
        };
        let [least, most] = [micros.first(), micros.last()].map(|end| end.copied().unwrap_or_default());
        writeln!(
            out,
            "  {:<56}{middle:>8.2} µs ({least:.2} to {most:.2}){aim}",
            speed.what
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cost_of_the_layer_is_shown_with_its_target() {
        let speed = |what: &str, ours_ns: [f64; 3]| Speed {
            what: what.to_owned(),
            bare_does: "nothing".to_owned(),
            times: 1,
            ours_ns: ours_ns.into(),
            bare_ns: vec![1_000.0, 500.0, 1_000.0],
        };
        let mut table = String::new();
        write(
            &mut table,
            &[
                speed("a valid cookie, extended", [2_900.0, 2_500.0, 3_100.0]),
                speed("a valid cookie, slow", [4_000.0, 4_000.0, 4_000.0]),
                speed("no cookie", [9_000.0, 9_000.0, 9_000.0]),
            ],
        )
        .unwrap();
        let ends = [
            "2.00 µs (1.90 to 2.10)   aim: 2 µs, met",
            "aim: 2 µs, missed",
            "8.00 µs (8.00 to 8.50)",
        ];
        for (line, end) in table.lines().skip(1).zip(ends) {
            assert!(line.ends_with(end), "{table}");
        }
    }
}
