//! A theme's own messages: Fluent texts that replace the embedded ones, message by message.
//!
//! An override can use the variables of the original message, and nothing else: an unknown message
//! would never be shown, and an unknown variable would stay empty. Loading the theme reports both.
//! A message that former versions of this program showed is not used either, but a theme that was
//! made for them can still be loaded ([`Override::retired`]).

use std::{fmt, sync::Arc};

use crate::text::error::BundleError;
use crate::text::language::LanguageTexts;
use crate::text::locales::{LocaleSource, MessageFile};
use crate::text::messages::{Shape, shapes};

/// The plural categories that a selection can name.
const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The messages that former versions showed, and the messages that say the same in this version.
pub(in crate::text) const RETIRED: [(&str, &str); 2] = [
    ("page-draw-without-beacon", "draw-caution-without-beacon"),
    ("page-no-script", "page-keep-open"),
];

/// The messages of a theme in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Override<'a> {
    /// The theme's id.
    pub theme: &'a str,
    /// Tag of the language or variant, without a further region: `de`, `en-GB`, `zh-Hant`.
    pub language: &'a str,
    /// The messages as Fluent.
    pub text: &'a str,
}

/// A problem with a theme's messages.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct OverrideError {
    /// The theme's id.
    pub theme: String,
    /// Tag of the language.
    pub language: String,
    /// 1-based; `None` if the problem concerns no single line.
    pub line: Option<usize>,
    /// A description for the theme's designer.
    pub problem: String,
}

impl fmt::Display for OverrideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/messages.{}.ftl", self.theme, self.language)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl Override<'_> {
    /// Returns the messages that no page shows any more, each with what to do about it. They
    /// prevent nothing: the theme can be loaded, and they are not used.
    #[must_use]
    pub fn retired(&self) -> Vec<OverrideError> {
        let own = shapes(self.text).unwrap_or_default();
        let retired = own.iter().filter_map(|shape| {
            let (name, successor) = retired(&shape.name)?;
            let problem = format!("no page shows `{name}` any more; remove it, and say it in `{successor}` if needed");
            Some(self.error(Some(shape.line), problem))
        });
        let mut found: Vec<_> = retired.collect();
        // A message with attributes has several shapes.
        found.dedup();
        found
    }

    /// Returns whether the messages are in that language.
    pub(in crate::text) fn is_in(&self, tag: &str) -> bool {
        self.language.eq_ignore_ascii_case(tag)
    }

    /// Returns the messages as a file.
    pub(in crate::text) fn file(&self) -> MessageFile {
        MessageFile {
            path: format!("messages.{}.ftl", self.language),
            text: self.text.to_owned(),
        }
    }

    /// Compares the messages with the originals, and returns their language.
    pub(in crate::text) fn check(&self) -> Result<&'static LocaleSource, Vec<OverrideError>> {
        let Some(source) = LocaleSource::find(self.language) else {
            return Err(vec![self.error(None, "is in no language that there is".to_owned())]);
        };
        let own = shapes(self.text).map_err(|faults| {
            let errors = faults
                .into_iter()
                .map(|fault| self.error(Some(fault.line), fault.problem));
            errors.collect::<Vec<_>>()
        })?;
        // A variant's message has the variables of its base's.
        let ours = source
            .base()
            .unwrap_or(source)
            .files()
            .iter()
            .filter_map(|file| shapes(&file.text).ok())
            .flatten()
            .collect::<Vec<_>>();
        let faults = own
            .iter()
            .flat_map(|shape| faults(shape, &own, &ours).map(|problem| (shape.line, problem)));
        let errors: Vec<_> = faults.map(|(line, problem)| self.error(Some(line), problem)).collect();
        if errors.is_empty() { Ok(source) } else { Err(errors) }
    }

    /// Returns all texts of a language with the messages of `files` in place of its own; problems
    /// are reported as those of this override.
    pub(in crate::text) fn resolve(
        &self,
        source: &LocaleSource,
        files: Vec<MessageFile>,
    ) -> Result<Arc<LanguageTexts>, Vec<OverrideError>> {
        match LanguageTexts::resolve(source, files) {
            Ok(words) => Ok(Arc::new(words)),
            Err(BundleError::Messages { problems, .. }) => {
                Err(problems.into_iter().map(|problem| self.error(None, problem)).collect())
            }
            Err(other) => Err(vec![self.error(None, other.to_string())]),
        }
    }

    fn error(&self, line: Option<usize>, problem: String) -> OverrideError {
        OverrideError {
            theme: self.theme.to_owned(),
            language: self.language.to_owned(),
            line,
            problem,
        }
    }
}

/// Returns the problems of one message of the theme, compared with the original.
fn faults(shape: &Shape, own: &[Shape], ours: &[Shape]) -> impl Iterator<Item = String> {
    let name = &shape.name;
    if retired(name).is_some() {
        return Vec::new().into_iter();
    }
    let Some(original) = ours.iter().find(|ours| ours.name == *name) else {
        return vec![format!("there is no message `{name}`")].into_iter();
    };
    let mut faults = Vec::new();
    for variable in shape.variables.difference(&original.variables) {
        faults.push(format!("`{name}` is not given `${variable}`"));
    }
    if !shape.selects.is_empty() && original.selects.is_empty() {
        faults.push(format!("`{name}` is given no number to choose by"));
    }
    for key in shape.selects.iter().flatten() {
        if !CATEGORIES.contains(&key.as_str()) {
            faults.push(format!("`{name}`: `{key}` is no plural category"));
        }
    }
    // An override replaces a message with all its attributes.
    let parts = ours.iter().filter(|ours| id(&ours.name) == id(name));
    let first_of_its_own = own.iter().find(|own| id(&own.name) == id(name)) == Some(shape);
    for part in parts.filter(|part| first_of_its_own && own.iter().all(|own| own.name != part.name)) {
        faults.push(format!("`{}` is missing", part.name));
    }
    faults.into_iter()
}

/// Returns the entry of [`RETIRED`] of a message or attribute.
fn retired(name: &str) -> Option<(&'static str, &'static str)> {
    RETIRED.into_iter().find(|(retired, _)| *retired == id(name))
}

/// Returns a message's name without that of the attribute.
fn id(name: &str) -> &str {
    name.split('.').next().unwrap_or_default()
}
