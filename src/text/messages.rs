//! The structure of Fluent messages before they are resolved: names, variables, and selections by
//! number. Used where the resolver does not suffice, for a theme's own messages and for the tests
//! of the translations.

use std::collections::BTreeSet;

use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey},
    parser::parse,
};

use crate::line_number::line_of;

/// Represents a value in the text of a [`Shape`].
pub(super) const VALUE: char = '\u{fffc}';

/// One message, or one attribute of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    /// `id` or `id.attribute`.
    pub(super) name: String,
    /// 1-based.
    pub(super) line: usize,
    pub(super) variables: BTreeSet<String>,
    /// The keys of each selection by a number.
    pub(super) selects: Vec<Vec<String>>,
    /// The fixed texts, those of all variants one after the other, with [`VALUE`] for each value.
    pub(super) text: String,
}

/// A syntax error of a Fluent text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MessageFault {
    /// 1-based.
    pub(super) line: usize,
    pub(super) problem: String,
}

/// Returns the structure of all messages of a text.
///
/// # Errors
/// Returns every position at which the text is not Fluent.
pub(super) fn shapes(text: &str) -> Result<Vec<Shape>, Vec<MessageFault>> {
    let resource = parse(text).map_err(|(_, errors)| {
        let faults = errors.into_iter().map(|error| MessageFault {
            line: line_of(text, error.pos.start),
            problem: error.kind.to_string(),
        });
        faults.collect::<Vec<_>>()
    })?;
    let mut shapes = Vec::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else {
            continue;
        };
        let id = message.id.name;
        let own = message.value.iter().map(|value| (id.to_owned(), value));
        let attributes = message.attributes.iter();
        let attributes = attributes.map(|attribute| (format!("{id}.{}", attribute.id.name), &attribute.value));
        // Names are slices of the text, so that their addresses give their positions.
        let at = line_of(text, id.as_ptr() as usize - text.as_ptr() as usize);
        for (name, pattern) in own.chain(attributes) {
            let mut shape = Shape {
                name,
                line: at,
                variables: BTreeSet::new(),
                selects: Vec::new(),
                text: String::new(),
            };
            shape.take(pattern);
            shapes.push(shape);
        }
    }
    Ok(shapes)
}

impl Shape {
    fn take(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => self.text.push_str(value),
                PatternElement::Placeable { expression } => self.take_expression(expression),
            }
        }
    }

    fn take_expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.take_inline(inline),
            Expression::Select { selector, variants } => {
                self.take_inline(selector);
                let keys = variants.iter().map(|variant| match variant.key {
                    VariantKey::Identifier { name } => name.to_owned(),
                    VariantKey::NumberLiteral { value } => value.to_owned(),
                });
                self.selects.push(keys.collect());
                for variant in variants {
                    self.take(&variant.value);
                }
            }
        }
    }

    fn take_inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.to_owned());
                self.text.push(VALUE);
            }
            InlineExpression::Placeable { expression } => self.take_expression(expression),
            InlineExpression::FunctionReference { arguments, .. } => {
                for argument in &arguments.positional {
                    self.take_inline(argument);
                }
            }
            InlineExpression::StringLiteral { .. }
            | InlineExpression::NumberLiteral { .. }
            | InlineExpression::MessageReference { .. }
            | InlineExpression::TermReference { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_shows_its_variables_choices_and_line() {
        let text = "# c\na = x { $b }{ $n ->\n [one] y\n *[other] { $c }\n }\nm = 1\n    .at = { \"2\" }\n";
        let found = shapes(text).unwrap();
        let names: Vec<_> = found.iter().map(|shape| (shape.name.as_str(), shape.line)).collect();
        assert_eq!(names, [("a", 2), ("m", 6), ("m.at", 6)]);
        assert_eq!(found[0].variables, ["b", "c", "n"].map(str::to_owned).into());
        assert_eq!(found[0].selects, [["one", "other"]]);
        assert_eq!(
            (found[0].text.as_str(), found[2].text.as_str()),
            ("x \u{fffc}\u{fffc}y\u{fffc}", "")
        );
    }

    #[test]
    fn syntax_errors_are_named_by_line() {
        let faults = shapes("a = b\n\nc = { $\n").unwrap_err();
        assert!(
            matches!(faults.as_slice(), [MessageFault { line: 3 | 4, .. }]),
            "{faults:?}"
        );
    }
}
