//! The problems of a configuration, by the path of their field.

use std::fmt;

/// One problem of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigProblem {
    /// The path of the field, such as `room[0].max_outflow`.
    pub field: String,
    /// The problem's description, with a way to correct it.
    pub message: String,
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

/// Collects the problems of one table under its path.
pub(crate) struct ConfigProblems<'a> {
    path: String,
    found: &'a mut Vec<ConfigProblem>,
}

impl<'a> ConfigProblems<'a> {
    pub(in crate::config) fn under(path: String, found: &'a mut Vec<ConfigProblem>) -> Self {
        Self { path, found }
    }

    pub(in crate::config) fn add(&mut self, key: &str, message: impl fmt::Display) {
        self.found.push(ConfigProblem {
            field: format!("{}.{key}", self.path),
            message: message.to_string(),
        });
    }

    /// Returns the value, or adds a problem at `key`.
    pub(in crate::config) fn take<T, E: fmt::Display>(&mut self, key: &str, value: Result<T, E>) -> Option<T> {
        value.map_err(|error| self.add(key, error)).ok()
    }
}
