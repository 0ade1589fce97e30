//! What is wrong with a source: its own names first, then what connectors would make of what it is
//! built into ([`validate`]). Every problem points into the source.

use std::collections::HashSet;

use protocol::integration::validate::{self, Severity};
use serde::Serialize;
use utoipa::ToSchema;

use super::build::BuiltIntegration;
use super::source::{BUILT_IN_TRIGGERS, DEFAULT_CONFIGURATION, IntegrationKind, IntegrationSource, IntegrationSubject};

/// The longest script of an action, bytes.
pub const SCRIPT_BYTES_MAX: usize = 4096;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IntegrationProblem {
    /// Where, as a JSON pointer into the source.
    pub pointer: String,
    /// Whether it keeps the source from being published.
    pub severity: IntegrationSeverity,
    /// What is wrong and what to do.
    pub message: String,
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IntegrationSeverity {
    /// It cannot be published.
    Error,
    /// It works, but hardly as it is meant.
    Warning,
}

impl IntegrationProblem {
    /// Whether it keeps the source from being published.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == IntegrationSeverity::Error
    }
}

/// Everything that is wrong with a source and what was built of it. `is_room` says whether the
/// customer has a room of that id.
pub fn check(
    source: &IntegrationSource,
    built: &BuiltIntegration,
    is_room: impl Fn(&str) -> bool,
) -> Vec<IntegrationProblem> {
    let mut found = ProblemList(Vec::new());
    names(source, &mut found);
    parts(source, &mut found);
    actions(source, &mut found);
    for problem in validate::validate(&built.config, is_room) {
        let severity = match problem.severity {
            Severity::Error => IntegrationSeverity::Error,
            Severity::Warning => IntegrationSeverity::Warning,
        };
        found.add(built.origins.of(&problem.pointer), severity, problem.message);
    }
    found.0
}

struct ProblemList(Vec<IntegrationProblem>);

impl ProblemList {
    fn error(&mut self, pointer: String, message: impl Into<String>) {
        self.add(pointer, IntegrationSeverity::Error, message.into());
    }

    fn warn(&mut self, pointer: String, message: impl Into<String>) {
        self.add(pointer, IntegrationSeverity::Warning, message.into());
    }

    /// Once: a trigger that two actions use is built twice.
    fn add(&mut self, pointer: String, severity: IntegrationSeverity, message: String) {
        let problem = IntegrationProblem {
            pointer,
            severity,
            message,
        };
        if !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }
}

/// Names of triggers and configurations: given, once, and not those of what is always there.
fn names(source: &IntegrationSource, found: &mut ProblemList) {
    let mut seen = HashSet::from(BUILT_IN_TRIGGERS.map(|built_in| built_in.name));
    for (index, trigger) in source.triggers.iter().enumerate() {
        let pointer = format!("/triggers/{index}/name");
        name(&mut seen, &trigger.name, &pointer, found);
        if !source
            .actions
            .iter()
            .any(|action| action.triggers.contains(&trigger.name))
        {
            found.warn(pointer, "no action uses it");
        }
    }
    let mut seen = HashSet::from([DEFAULT_CONFIGURATION]);
    for (index, configuration) in source.configurations.iter().enumerate() {
        name(
            &mut seen,
            &configuration.name,
            &format!("/configurations/{index}/name"),
            found,
        );
    }
}

fn name<'s>(seen: &mut HashSet<&'s str>, name: &'s str, pointer: &str, found: &mut ProblemList) {
    if name.trim().is_empty() {
        found.error(pointer.to_owned(), "give it a name, by which actions use it");
    } else if !seen.insert(name) {
        found.error(
            pointer.to_owned(),
            format!("there is another {name:?}, which may be one that is always there"),
        );
    }
}

/// Keys of conditions that say nothing there.
fn parts(source: &IntegrationSource, found: &mut ProblemList) {
    for (trigger, written) in source.triggers.iter().enumerate() {
        for (index, part) in written.parts.iter().enumerate() {
            let named = matches!(
                part.of,
                IntegrationSubject::Cookie | IntegrationSubject::HttpHeader | IntegrationSubject::JsVariable
            );
            if part.name.is_some() && !named {
                let pointer = format!("/triggers/{trigger}/parts/{index}/name");
                found.error(pointer, "only cookies, headers and variables have a name");
            }
        }
    }
}

fn actions(source: &IntegrationSource, found: &mut ProblemList) {
    let triggers: HashSet<&str> = (source.triggers.iter().map(|trigger| trigger.name.as_str()))
        .chain(BUILT_IN_TRIGGERS.map(|built_in| built_in.name))
        .collect();
    for (index, action) in source.actions.iter().enumerate() {
        for (at, name) in action.triggers.iter().enumerate() {
            if !triggers.contains(name.as_str()) {
                found.error(
                    format!("/actions/{index}/triggers/{at}"),
                    format!("there is no trigger {name:?}"),
                );
            }
        }
        let named = action.configuration.as_deref();
        if source.configuration(named).is_none() {
            let message = format!("there is no configuration {:?}", named.unwrap_or_default());
            found.error(format!("/actions/{index}/configuration"), message);
        }
        if action.r#type == IntegrationKind::Ignore && action.room.is_some() {
            found.warn(format!("/actions/{index}/room"), "who is let pass needs no room");
        }
        for (key, script) in [
            ("onVerified", &action.on_verified),
            ("onDisabled", &action.on_disabled),
            ("onTimeout", &action.on_timeout),
        ] {
            if script.as_ref().is_some_and(|script| script.len() > SCRIPT_BYTES_MAX) {
                let message = format!("longer than {SCRIPT_BYTES_MAX} bytes; call a function of the page");
                found.error(format!("/actions/{index}/{key}"), message);
            }
        }
    }
}
