//! The messages of one language while they are resolved. Each message is taken by name;
//! [`Catalog::finish`] reports missing and unused ones.

use std::collections::BTreeSet;

use fluent_bundle::{FluentArgs, FluentBundle, FluentError, FluentResource, FluentValue};
use icu_plurals::PluralCategory;
use unic_langid::LanguageIdentifier;

use crate::text::error::BundleError;
use crate::text::locales::MessageFile;
use crate::text::number::Numbers;
use crate::text::template::{PluralTemplates, Template, marker};

/// Resolves the messages of one language by name.
pub(in crate::text) struct Catalog<'a> {
    language: &'static str,
    bundle: FluentBundle<FluentResource>,
    numbers: &'a Numbers,
    unused: BTreeSet<String>,
    problems: Vec<String>,
}

impl<'a> Catalog<'a> {
    /// Parses a language's files; the messages of `over` replace those of `files`, and those of
    /// later files replace those of earlier ones. `numbers` provides the plural categories.
    pub(in crate::text) fn new(
        language: &'static str,
        files: Vec<MessageFile>,
        over: Vec<MessageFile>,
        numbers: &'a Numbers,
    ) -> Result<Self, BundleError> {
        // Fluent treats every language as Arabic, which has all plural categories: thus ICU's rules
        // choose the form, not the older CLDR data in Fluent.
        let arabic: LanguageIdentifier = "ar".parse().expect("a tag");
        let mut bundle = FluentBundle::new(vec![arabic]);
        // Isolation marks belong into the messages that need them: browsers copy the title into
        // menus unchanged.
        bundle.set_use_isolating(false);
        // Numbers occur only as the number on which a message selects: variable 0.
        bundle.set_formatter(Some(|value, _| {
            matches!(value, FluentValue::Number(_)).then(|| marker(0))
        }));
        let mut unused = BTreeSet::new();
        for file in files {
            let path = file.path.clone();
            let resource = resource(file)?;
            unused.extend(names(&resource));
            bundle.add_resource(resource).map_err(|errors| BundleError::Syntax {
                file: path,
                detail: format!("{errors:?}"),
            })?;
        }
        for over in over {
            bundle.add_resource_overriding(resource(over)?);
        }
        Ok(Self {
            language,
            bundle,
            numbers,
            unused,
            problems: Vec::new(),
        })
    }

    /// Resolves a message without variables. `name` is `id` or `id.attribute`.
    pub(in crate::text) fn fixed(&mut self, name: &str) -> String {
        self.resolve(name, None)
    }

    /// Resolves a message with text variables; `fill` takes the values in this order.
    pub(in crate::text) fn template(&mut self, name: &str, variables: &[&str]) -> Template {
        let args = text_args(variables, 0);
        Template::cut(&self.resolve(name, Some(&args)))
    }

    /// Resolves a message that selects on the number `count`. The number is also value 0 of `fill`,
    /// before the `others`.
    pub(in crate::text) fn counted(&mut self, name: &str, count: &str, others: &[&str]) -> PluralTemplates {
        let forms = self.numbers.categories().map(|category| {
            let mut args = text_args(others, 1);
            args.set(count.to_owned(), arabic(category));
            (category, Template::cut(&self.resolve(name, Some(&args))))
        });
        PluralTemplates::new(forms.collect())
    }

    /// # Errors
    /// Lists messages that are missing, do not resolve, or were never taken.
    pub(in crate::text) fn finish(mut self) -> Result<(), BundleError> {
        let left_over = self.unused.iter().map(|name| format!("`{name}` is not used"));
        self.problems.extend(left_over);
        if self.problems.is_empty() {
            return Ok(());
        }
        Err(BundleError::Messages {
            language: self.language,
            problems: self.problems,
        })
    }

    fn resolve(&mut self, name: &str, args: Option<&FluentArgs<'_>>) -> String {
        self.unused.remove(name);
        let (id, attribute) = match name.split_once('.') {
            Some((id, attribute)) => (id, Some(attribute)),
            None => (name, None),
        };
        let message = self.bundle.get_message(id);
        let pattern = message.and_then(|message| match attribute {
            Some(attribute) => message.get_attribute(attribute).map(|found| found.value()),
            None => message.value(),
        });
        let Some(pattern) = pattern else {
            self.problems.push(format!("`{name}` is missing"));
            return String::new();
        };
        let mut errors: Vec<FluentError> = Vec::new();
        let text = self.bundle.format_pattern(pattern, args, &mut errors);
        let text = text.into_owned();
        let problems = errors.iter().map(|error| format!("`{name}`: {error}"));
        self.problems.extend(problems);
        text
    }
}

/// Returns a number of that category in Arabic.
fn arabic(category: PluralCategory) -> u64 {
    match category {
        PluralCategory::Zero => 0,
        PluralCategory::One => 1,
        PluralCategory::Two => 2,
        PluralCategory::Few => 3,
        PluralCategory::Many => 11,
        PluralCategory::Other => 100,
    }
}

fn resource(file: MessageFile) -> Result<FluentResource, BundleError> {
    FluentResource::try_new(file.text).map_err(|(_, errors)| BundleError::Syntax {
        file: file.path,
        detail: format!("{errors:?}"),
    })
}

fn text_args<'v>(variables: &[&str], first: usize) -> FluentArgs<'v> {
    let mut args = FluentArgs::new();
    for (index, variable) in variables.iter().enumerate() {
        args.set((*variable).to_owned(), marker(first + index));
    }
    args
}

/// Returns `id` and `id.attribute` of every message of a file.
fn names(resource: &FluentResource) -> Vec<String> {
    use fluent_syntax::ast::Entry;
    let mut names = Vec::new();
    for entry in resource.entries() {
        let Entry::Message(message) = entry else {
            continue;
        };
        let id = message.id.name;
        if message.value.is_some() {
            names.push(id.to_owned());
        }
        let attributes = message.attributes.iter();
        names.extend(attributes.map(|attribute| format!("{id}.{}", attribute.id.name)));
    }
    names
}
