//! The pseudo-locale: English with accents, which expose untranslated text, in brackets, which
//! expose truncation, and two fifths longer, which exposes narrow layouts.

use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Pattern, PatternElement},
    parser::parse,
    serializer::serialize,
};

/// Repeated to make a text longer.
const FILLING: &str = " ẋẋẋẋ ẋẋẋẋẋẋẋ ẋẋẋẋẋ ẋẋ ẋẋẋẋẋẋẋẋẋ";

/// Converts the text of a message file.
pub(in crate::text) fn pseudolocalize(text: String) -> String {
    let mut resource = match parse(text) {
        Ok(resource) | Err((resource, _)) => resource,
    };
    for entry in &mut resource.body {
        if let Entry::Message(message) = entry {
            let attributes = message.attributes.iter_mut().map(|attribute| &mut attribute.value);
            for pattern in message.value.iter_mut().chain(attributes) {
                let letters = change(pattern);
                let filling = FILLING.chars().cycle().take(letters * 2 / 5);
                let text = |value: String| PatternElement::TextElement { value };
                pattern.elements.insert(0, text("⟦".to_owned()));
                pattern.elements.push(text(filling.chain(['⟧']).collect()));
            }
        }
    }
    serialize(&resource)
}

/// Adds accents; returns the number of characters, with the longest variant of each selection.
fn change(pattern: &mut Pattern<String>) -> usize {
    let mut count = 0;
    for element in &mut pattern.elements {
        count += match element {
            PatternElement::TextElement { value } => {
                *value = value.chars().map(accented).collect();
                value.chars().count()
            }
            PatternElement::Placeable { expression } => change_expression(expression),
        };
    }
    count
}

fn change_expression(expression: &mut Expression<String>) -> usize {
    match expression {
        Expression::Select { variants, .. } => {
            let counts = variants.iter_mut().map(|variant| change(&mut variant.value));
            counts.max().unwrap_or(0)
        }
        Expression::Inline(InlineExpression::Placeable { expression }) => change_expression(expression),
        Expression::Inline(_) => 0,
    }
}

fn accented(letter: char) -> char {
    const PLAIN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const ACCENTED: &str = "åƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ";
    let mut pairs = PLAIN.chars().zip(ACCENTED.chars());
    pairs
        .find(|(plain, _)| *plain == letter)
        .map_or(letter, |(_, accented)| accented)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_change_and_what_stands_in_braces_does_not() {
        let strange = pseudolocalize("a = Wait { $n }\n    .b = { $n ->\n [one] day\n *[other] days\n }\n".to_owned());
        assert!(strange.contains("a = ⟦Ŵåîţ { $n } ẋ⟧"), "{strange}");
        assert!(
            strange.contains("[one] đåý") && strange.contains("*[other] đåýš"),
            "{strange}"
        );
        assert!(parse(strange).is_ok());
    }

    #[test]
    fn every_letter_has_its_like() {
        for letter in ('a'..='z').chain('A'..='Z') {
            assert!(!accented(letter).is_ascii(), "{letter}");
        }
    }
}
