//! Problems of a theme, described so that its designer can act on them.

use std::fmt;

/// One problem at one position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ThemeError {
    /// Theme folder and file, such as `default/layout.html`.
    pub file: String,
    /// 1-based; `None` if the problem concerns the whole file.
    pub line: Option<usize>,
    /// The problem, and how to solve it.
    pub problem: String,
}

impl fmt::Display for ThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.problem),
            None => write!(f, "{}: {}", self.file, self.problem),
        }
    }
}

/// All problems of all themes, at least one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ThemeErrors(pub Vec<ThemeError>);

impl fmt::Display for ThemeErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// Collects the problems of one file.
#[derive(Debug)]
pub(super) struct ThemeProblems {
    file: String,
    found: Vec<ThemeError>,
}

impl ThemeProblems {
    pub(super) fn of(file: String) -> Self {
        Self {
            file,
            found: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, line: Option<usize>, problem: impl Into<String>) {
        self.found.push(ThemeError {
            file: self.file.clone(),
            line,
            problem: problem.into(),
        });
    }

    /// Appends the problems of another file.
    pub(super) fn extend(&mut self, others: Self) {
        self.found.extend(others.found);
    }

    pub(super) fn into_vec(self) -> Vec<ThemeError> {
        self.found
    }
}
