//! Codes of priority groups, and the visitors who bring them: `[[codes]]`, and `codes` of a crowd.

use serde::Deserialize;

use super::{ScenarioError, ordered, share, within};

/// A code that leads to the line of a priority group: `[[codes]]`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename = "Code", deny_unknown_fields)]
pub struct ScenarioCode {
    /// The index of the group's line among the rooms.
    pub line: u16,
    /// How many visitors can use it; any number by default.
    pub uses_max: Option<u32>,
}

/// Visitors who bring one of the codes while they wait: `codes` of a crowd.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodeBringers {
    /// Their share.
    pub share: f64,
    /// The time until they bring it, from and to, in seconds.
    pub after_s: [u64; 2],
    /// Of these visitors, the share that sends the code twice at the same time.
    pub twice: f64,
}

impl ScenarioCode {
    pub(super) fn check(self, path: &str, is_group: impl Fn(u16) -> bool) -> Result<(), ScenarioError> {
        let path = format!("{path}.line");
        match is_group(self.line) {
            true => Ok(()),
            false => Err(ScenarioError::field(path, "names no line of a priority group")),
        }
    }
}

impl CodeBringers {
    pub(super) fn check(self, path: &str, codes: usize) -> Result<(), ScenarioError> {
        within(&format!("{path}.codes of the scenario"), codes as u64, 1..=1_000)?;
        share(&format!("{path}.codes.share"), self.share)?;
        share(&format!("{path}.codes.twice"), self.twice)?;
        ordered(&format!("{path}.codes.after_s"), self.after_s)
    }
}
