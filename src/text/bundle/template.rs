//! Messages with variables, cut into pieces when they are resolved, so that filling one costs a few
//! copies.
//!
//! Fluent resolves the message once with a *marker* for each variable (the variable's index between
//! two private-use characters); the result is cut at the markers. A message that selects on a
//! number is resolved once for each plural category, with a number of that category.

use app::hole::{CLOSE, OPEN};
use icu_plurals::PluralCategory;

use crate::text::number::Count;

/// A resolved message with gaps for values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::text) struct Template {
    /// The text before each variable, and the variable's index.
    pairs: Vec<(Box<str>, usize)>,
    tail: Box<str>,
    fixed_bytes: usize,
}

/// Returns the text that represents variable `index` while Fluent resolves a message.
pub(in crate::text) fn marker(index: usize) -> String {
    format!("{OPEN}{index}{CLOSE}")
}

impl Template {
    /// Cuts a resolved message at its markers.
    pub(in crate::text) fn cut(resolved: &str) -> Self {
        let mut pairs = Vec::new();
        let mut rest = resolved;
        while let Some((before, after)) = rest.split_once(OPEN) {
            let (index, after) = after.split_once(CLOSE).expect("markers are whole");
            let index = index.parse().expect("a marker holds an index");
            pairs.push((before.into(), index));
            rest = after;
        }
        let fixed_bytes = rest.len() + pairs.iter().map(|(text, _): &(Box<str>, _)| text.len()).sum::<usize>();
        Self {
            pairs,
            tail: rest.into(),
            fixed_bytes,
        }
    }

    /// Appends the message to a text; `value` appends the value of the variable with an index, in
    /// the order in which the variables were declared.
    pub(in crate::text) fn push(&self, text: &mut String, value: impl Fn(&mut String, usize)) {
        for (before, index) in &self.pairs {
            text.push_str(before);
            value(text, *index);
        }
        text.push_str(&self.tail);
    }

    /// Fills in the values, in the order in which the variables were declared.
    ///
    /// # Panics
    /// Panics if there are fewer values than variables; any test that fills the message finds that.
    pub(in crate::text) fn fill(&self, values: &[&str]) -> String {
        self.fill_both(values, &[])
    }

    /// Fills in the values of both lists, the first list's first.
    fn fill_both(&self, first: &[&str], others: &[&str]) -> String {
        let bytes = first.iter().chain(others).map(|value| value.len()).sum::<usize>();
        let mut filled = String::with_capacity(self.fixed_bytes + bytes);
        for (text, index) in &self.pairs {
            filled.push_str(text);
            filled.push_str(match index.checked_sub(first.len()) {
                Some(index) => others[index],
                None => first[*index],
            });
        }
        filled.push_str(&self.tail);
        filled
    }
}

/// A message that selects on a number: one template for each plural category of the language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::text) struct PluralTemplates(Vec<(PluralCategory, Template)>);

impl PluralTemplates {
    /// Creates the message; `forms` must contain `other`, which every language has.
    pub(in crate::text) fn new(forms: Vec<(PluralCategory, Template)>) -> Self {
        Self(forms)
    }

    /// Fills the form for a number; the number itself is the first value.
    pub(in crate::text) fn fill_count(&self, count: &Count, others: &[&str]) -> String {
        let template = self.of(count.category);
        template.map_or_else(String::new, |template| template.fill_both(&[&count.shown], others))
    }

    /// Appends the form for a category to a text; `value` appends the value with an index, of which
    /// the number itself is the first.
    pub(in crate::text) fn push(
        &self,
        category: PluralCategory,
        text: &mut String,
        value: impl Fn(&mut String, usize),
    ) {
        if let Some(template) = self.of(category) {
            template.push(text, value);
        }
    }

    fn of(&self, category: PluralCategory) -> Option<&Template> {
        let found = self.0.iter().find(|(of, _)| *of == category);
        found.or_else(|| self.0.last()).map(|(_, template)| template)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_may_repeat_change_order_and_stand_at_the_ends() {
        let resolved = format!("{}: {} of {}{}", marker(1), marker(0), marker(1), marker(2));
        let template = Template::cut(&resolved);
        assert_eq!(template.fill(&["a", "b", "c"]), "b: a of bc");
        let mut text = "> ".to_owned();
        template.push(&mut text, |text, index| text.push_str(["a", "b", "c"][index]));
        assert_eq!(text, "> b: a of bc");
    }

    #[test]
    fn a_value_that_looks_like_a_marker_stays_a_value() {
        let template = Template::cut(&format!("<{}>", marker(0)));
        assert_eq!(template.fill(&[&marker(0)]), format!("<{}>", marker(0)));
    }
}
