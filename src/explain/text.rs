//! Formats an explanation for a terminal, one line for each step.

use std::fmt;

use super::{ExplainOutcome, ExplainStage, ExplainVerdict, Explanation};

impl ExplainStage {
    fn word(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Rule => "rule",
            Self::Room => "room",
            Self::Session => "session",
            Self::Token => "token",
            Self::Result => "result",
        }
    }
}

impl ExplainVerdict {
    fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Note => "",
        }
    }
}

impl ExplainOutcome {
    fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Queue => "queue",
            Self::Cancel => "cancel",
            Self::Error => "error",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            writeln!(
                f,
                "{:<8} {:<4} {}",
                step.stage.word(),
                step.verdict.word(),
                line(&step.says)
            )?;
        }
        write!(f, "{:<8} {:<4} {}", "", "", self.outcome.word())?;
        if let Some(id) = self.error_id {
            write!(f, " {id}")?;
        }
        if let Some(url) = &self.url {
            write!(f, " {}", line(url))?;
        }
        writeln!(f)
    }
}

/// Replaces control characters, so that any text stays on one line.
fn line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '\u{FFFD}' } else { c })
        .collect()
}
