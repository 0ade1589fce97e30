//! Checks a source: first its own names, then the configuration built from it, as connectors would
//! read it ([`validate`]). Every problem points into the source.

use std::collections::HashSet;

use protocol::integration::validate::{self, Severity};
use serde::Serialize;
use utoipa::ToSchema;

use super::build::BuiltIntegration;
use super::source::{BUILT_IN_TRIGGERS, DEFAULT_CONFIGURATION, IntegrationKind, IntegrationSource, IntegrationSubject};

/// Maximum size of an action's script, bytes.
pub const SCRIPT_BYTES_MAX: usize = 4096;

/// One problem of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IntegrationProblem)]
pub struct IntegrationProblem {
    /// The position, as a JSON pointer into the source.
    pub pointer: String,
    /// Whether the problem prevents publication.
    pub severity: IntegrationSeverity,
    /// The problem, and how to solve it.
    pub message: String,
}

/// The severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IntegrationSeverity)]
pub enum IntegrationSeverity {
    /// The source cannot be published.
    Error,
    /// The source works, but probably not as intended.
    Warning,
}

impl IntegrationProblem {
    /// Returns whether the problem prevents publication.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == IntegrationSeverity::Error
    }
}

/// Returns all problems of a source and of the configuration built from it. `is_room` returns
/// whether the customer has a room with that id.
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

    /// Adds a problem once: a trigger that two actions use is built twice.
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

/// Names of triggers and configurations must be given, unique, and different from the built-in
/// ones.
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

/// Reports keys of conditions that have no meaning there.
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
            found.warn(
                format!("/actions/{index}/room"),
                "an action of type Ignore uses no room",
            );
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
