//! Arrivals: the sources of visitors. The arrivals of all sources add up; each source has a crowd
//! of its own.
//!
//! - `[[arrivals.poisson]]`: independent people at a rate, which may slope to another one.
//! - `[[arrivals.spike]]`: a number of people within a span.
//! - `[[arrivals.opening]]`: a crowd that gathers before a moment, at a rate that grows towards it.
//! - `[[arrivals.recorded]]`: a CSV file with lines `second,people`; a heading and empty lines are
//!   ignored.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::crowd::Crowd;
use super::{CROWD_DEFAULT, ScenarioError, within};

/// Most people of one source.
pub(super) const PEOPLE_MAX: u64 = 20_000_000;

/// All sources.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Arrivals {
    /// Sources of people at a rate.
    pub poisson: Vec<Poisson>,
    /// Sources of people within a span.
    pub spike: Vec<Spike>,
    /// Sources of people before a moment.
    pub opening: Vec<OpeningCrowd>,
    /// Recordings of earlier arrivals.
    pub recorded: Vec<Recorded>,
}

/// Independent people at a rate.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Poisson {
    /// The start, in seconds.
    #[serde(default)]
    pub from_s: u64,
    /// The end, in seconds; by default the end of the run.
    pub to_s: Option<u64>,
    /// People a minute.
    pub per_minute: f64,
    /// The rate at the end, if the rate slopes.
    pub per_minute_at_end: Option<f64>,
    /// The name of the crowd.
    #[serde(default = "crowd_default")]
    pub crowd: String,
}

impl Poisson {
    /// Returns people of a crowd who come during the whole run.
    pub(crate) fn throughout(per_minute: f64, crowd: &str) -> Self {
        Self {
            from_s: 0,
            to_s: None,
            per_minute,
            per_minute_at_end: None,
            crowd: crowd.to_owned(),
        }
    }
}

/// A number of people within a span, uniformly distributed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spike {
    /// The start, in seconds.
    #[serde(default)]
    pub at_s: u64,
    /// The length of the span, in seconds.
    #[serde(default = "over_s")]
    pub over_s: u64,
    /// The number of people.
    pub people: u64,
    /// The name of the crowd.
    #[serde(default = "crowd_default")]
    pub crowd: String,
}

/// A crowd that gathers before a moment. When a part `x` of the span has passed, the share of
/// people who have come is `x` to the power of `eagerness`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename = "Opening", deny_unknown_fields)]
pub struct OpeningCrowd {
    /// The moment, in seconds.
    pub at_s: u64,
    /// The length of the span before that moment, in seconds.
    pub gather_s: u64,
    /// The number of people.
    pub people: u64,
    /// With 1, people come evenly; with larger values, they come later.
    #[serde(default = "eagerness")]
    pub eagerness: f64,
    /// The name of the crowd.
    #[serde(default = "crowd_default")]
    pub crowd: String,
}

/// A recording of earlier arrivals.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// The path of the CSV file, relative to the scenario.
    pub file: String,
    /// The number of seconds added to those in the file.
    #[serde(default)]
    pub from_s: u64,
    /// The name of the crowd.
    #[serde(default = "crowd_default")]
    pub crowd: String,
    /// The file's lines: second and people, in order.
    #[serde(skip)]
    pub lines: Vec<(u64, u64)>,
}

fn crowd_default() -> String {
    CROWD_DEFAULT.to_owned()
}

fn over_s() -> u64 {
    1
}

fn eagerness() -> f64 {
    3.0
}

impl Arrivals {
    pub(super) fn read(&mut self, text: impl Fn(&str) -> Result<String, ScenarioError>) -> Result<(), ScenarioError> {
        for (index, recorded) in self.recorded.iter_mut().enumerate() {
            recorded.lines = lines(&text(&recorded.file)?)
                .map_err(|message| ScenarioError::field(format!("arrivals.recorded[{index}].file"), message))?;
        }
        Ok(())
    }

    /// Returns the expected number of people, for sizing.
    pub(crate) fn people(&self, duration_s: u64) -> u64 {
        let poisson = self.poisson.iter().map(|source| {
            let to_s = source.to_s.unwrap_or(duration_s).min(duration_s);
            let mean = (source.per_minute + source.per_minute_at_end.unwrap_or(source.per_minute)) / 2.0;
            (to_s.saturating_sub(source.from_s) as f64 / 60.0 * mean) as u64
        });
        let spikes = self.spike.iter().map(|source| source.people);
        let openings = self.opening.iter().map(|source| source.people);
        let recorded = self
            .recorded
            .iter()
            .flat_map(|source| &source.lines)
            .map(|(_, people)| *people);
        poisson.chain(spikes).chain(openings).chain(recorded).sum()
    }

    pub(super) fn check(&self, crowds: &BTreeMap<String, Crowd>) -> Result<(), ScenarioError> {
        let known = |field: String, crowd: &String| match crowds.contains_key(crowd) {
            true => Ok(()),
            false => Err(ScenarioError::field(field, format!("there is no [crowds.{crowd}]"))),
        };
        for (index, source) in self.poisson.iter().enumerate() {
            let path = format!("arrivals.poisson[{index}]");
            known(format!("{path}.crowd"), &source.crowd)?;
            rate(&format!("{path}.per_minute"), source.per_minute)?;
            rate(
                &format!("{path}.per_minute_at_end"),
                source.per_minute_at_end.unwrap_or(0.0),
            )?;
            within(
                &format!("{path}.to_s"),
                source.to_s.unwrap_or(u64::MAX),
                source.from_s + 1..=u64::MAX,
            )?;
        }
        for (index, source) in self.spike.iter().enumerate() {
            let path = format!("arrivals.spike[{index}]");
            known(format!("{path}.crowd"), &source.crowd)?;
            within(&format!("{path}.people"), source.people, 0..=PEOPLE_MAX)?;
        }
        for (index, source) in self.opening.iter().enumerate() {
            let path = format!("arrivals.opening[{index}]");
            known(format!("{path}.crowd"), &source.crowd)?;
            within(&format!("{path}.people"), source.people, 0..=PEOPLE_MAX)?;
            within(&format!("{path}.gather_s"), source.gather_s, 1..=source.at_s)?;
            if !(0.1..=100.0).contains(&source.eagerness) {
                return Err(ScenarioError::field(
                    format!("{path}.eagerness"),
                    "is not between 0.1 and 100",
                ));
            }
        }
        for (index, source) in self.recorded.iter().enumerate() {
            known(format!("arrivals.recorded[{index}].crowd"), &source.crowd)?;
        }
        Ok(())
    }
}

fn rate(field: &str, found: f64) -> Result<(), ScenarioError> {
    if (0.0..=1e7).contains(&found) {
        return Ok(());
    }
    Err(ScenarioError::field(
        field,
        format!("{found} is no rate between 0 and 10,000,000 a minute"),
    ))
}

/// Parses the lines `second,people` of a CSV file; seconds must not decrease.
fn lines(text: &str) -> Result<Vec<(u64, u64)>, String> {
    let mut lines = Vec::new();
    let mut total = 0;
    for (at, line) in text.lines().enumerate() {
        let heading = at == 0 && line.starts_with(|first: char| first.is_alphabetic() || first == '#');
        if heading || line.trim().is_empty() {
            continue;
        }
        let line_number = at + 1;
        let numbers = line.split_once(',').and_then(|(second, people)| {
            let people: u64 = people.trim().parse().ok()?;
            Some((second.trim().parse().ok()?, people))
        });
        let (second, people) = numbers.ok_or_else(|| format!("line {line_number} is not `second,people`"))?;
        if lines.last().is_some_and(|(before, _)| *before > second) {
            return Err(format!("line {line_number} goes back in time"));
        }
        total += people.min(PEOPLE_MAX + 1);
        if total > PEOPLE_MAX {
            return Err(format!("more than {PEOPLE_MAX} people by line {line_number}"));
        }
        lines.push((second, people));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_lines_are_read_and_refused_by_line() {
        assert_eq!(lines("second,people\n0,3\n\n 5 , 2\n"), Ok(vec![(0, 3), (5, 2)]));
        assert_eq!(lines("0,3\nx,1"), Err("line 2 is not `second,people`".to_owned()));
        assert_eq!(lines("9,3\n8,1"), Err("line 2 goes back in time".to_owned()));
    }
}
