//! The checks of a configuration before connectors download it. An error prevents publication; a
//! warning reports behaviour of connectors that the author probably does not intend. Each problem
//! names its position by a JSON pointer (RFC 6901) into the file, such as
//! `/Integrations/0/Triggers/1`.
//!
//! The checks follow the observed behaviour of connectors. They do not check what a configuration
//! protects, nor which targets are permitted.

mod address;
mod contradiction;
mod integration;
mod order;
mod part;
mod text;

use std::fmt::Display;

use super::model::{IntegrationConfig, Trigger};
use super::vocabulary::LogicalOperator;

/// Maximum number of integrations of a customer.
pub const INTEGRATIONS_MAX: usize = 100;
/// Maximum number of triggers of an integration.
pub const TRIGGERS_MAX: usize = 50;
/// Maximum number of parts of a trigger.
pub const PARTS_MAX: usize = 50;
/// Maximum number of values that one part compares with.
pub const VALUES_MAX: usize = 500;
/// Maximum length of a text, in bytes.
pub const TEXT_BYTES_MAX: usize = 2048;
/// Maximum duration of a session, in minutes: the session cookie expires after a day.
pub const COOKIE_VALIDITY_MINUTES_MAX: i64 = 24 * 60;

/// One problem of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Position in the file, as a JSON pointer.
    pub pointer: String,
    /// Whether the problem prevents publication.
    pub severity: Severity,
    /// The problem and its remedy.
    pub message: String,
}

/// The severity of a [`Problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The configuration works, but probably not as intended.
    Warning,
    /// The configuration does not work.
    Error,
}

/// Returns every problem, in the order of the file, except that problems in the order of
/// integrations come last. `is_room` returns whether the customer has a room with that id.
pub fn validate(config: &IntegrationConfig, is_room: impl Fn(&str) -> bool) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut problems = Problems::at_the_top(&mut found);
    if config.integrations.is_empty() {
        problems.warn("Integrations", "there are none: connectors let every request pass");
    }
    if problems.bound("Integrations", config.integrations.len(), INTEGRATIONS_MAX) {
        for (index, integration) in config.integrations.iter().enumerate() {
            let mut problems = problems.under(format!("Integrations/{index}"));
            integration::check(integration, &is_room, &mut problems);
            for (index, trigger) in integration.triggers.iter().enumerate().take(TRIGGERS_MAX) {
                let normal = integration.is_normalization_enabled == Some(true);
                check_trigger(trigger, normal, &mut problems.under(format!("Triggers/{index}")));
            }
        }
        order::check(&config.integrations, &mut problems);
    }
    found
}

/// Checks one trigger. `normal`: whether connectors with a normaliser examine the normal form of
/// URLs.
fn check_trigger(trigger: &Trigger, normal: bool, problems: &mut Problems<'_>) {
    match &trigger.logical_operator {
        Some(LogicalOperator::And | LogicalOperator::Or) => {}
        Some(LogicalOperator::Other(word)) => problems.error(
            "LogicalOperator",
            format!("{word:?} is neither And nor Or; connectors take it for And"),
        ),
        None => problems.error("LogicalOperator", "And or Or is wanted"),
    }
    if trigger.trigger_parts.is_empty() {
        problems.error(
            "TriggerParts",
            "there are none; to match every page, compare PageUrl with Contains *",
        );
    }
    if problems.bound("TriggerParts", trigger.trigger_parts.len(), PARTS_MAX) {
        for (index, part) in trigger.trigger_parts.iter().enumerate() {
            let mut problems = problems.under(format!("TriggerParts/{index}"));
            part::check(part, &mut problems);
            address::check(part, normal, &mut problems);
        }
        contradiction::check(trigger, problems);
    }
}

/// Collects problems under a pointer.
struct Problems<'a> {
    pointer: String,
    found: &'a mut Vec<Problem>,
}

impl<'a> Problems<'a> {
    fn at_the_top(found: &'a mut Vec<Problem>) -> Self {
        let pointer = String::new();
        Self { pointer, found }
    }

    fn under(&mut self, place: String) -> Problems<'_> {
        Problems {
            pointer: format!("{}/{place}", self.pointer),
            found: self.found,
        }
    }

    fn error(&mut self, key: &str, message: impl Display) {
        self.add(key, Severity::Error, message);
    }

    fn warn(&mut self, key: &str, message: impl Display) {
        self.add(key, Severity::Warning, message);
    }

    fn add(&mut self, key: &str, severity: Severity, message: impl Display) {
        self.found.push(Problem {
            pointer: format!("{}/{key}", self.pointer),
            severity,
            message: message.to_string(),
        });
    }

    /// Returns whether a list keeps to its bound; reports an error otherwise.
    fn bound(&mut self, key: &str, length: usize, most: usize) -> bool {
        if length > most {
            self.error(key, format!("{length} are more than the {most} that are taken"));
        }
        length <= most
    }
}

#[cfg(test)]
mod tests;
