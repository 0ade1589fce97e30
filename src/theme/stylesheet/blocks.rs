//! Walks the rules and declarations of a stylesheet.
//!
//! Text that ends with `;` or with its block is a declaration (or an at-rule without a block), and
//! text before a block is the prelude of a rule or an at-rule. The exception is the value of a
//! custom property, which can contain blocks: inside a block, `--x: {…}` is a declaration (CSS
//! Syntax Module Level 3, "consume a block's contents"). Older browsers take the same text for a
//! rule where only rules can be, such as in `@media`. Therefore the walk enters such blocks, too,
//! and names them apart ([`BlockKind::Value`]).
//!
//! The walk compares nothing with the grammar of properties or selectors, and text that no browser
//! understands reaches the visitor like any other.

use cssparser::{ParseError, Parser, ParserInput, Token};

/// Receives the parts of a stylesheet in their order.
pub(in crate::theme) trait BlockVisitor {
    /// A declaration, with all blocks of its value; perhaps only white space. `at` is the byte
    /// offset of the text in the sheet.
    fn declaration(&mut self, text: &str, at: usize);

    /// A block begins. The prelude is the text between the end of the last declaration or block and
    /// the bracket.
    fn enter(&mut self, prelude: &str, kind: BlockKind);

    /// The innermost block ends. The contents include the closing bracket, if there is one.
    fn leave(&mut self, contents: &str);
}

/// The role of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::theme) enum BlockKind {
    /// The block of a rule or an at-rule.
    Rule,
    /// A part of a custom property's value, which also belongs to the text of a declaration.
    Value,
}

/// Walks a whole stylesheet.
pub(in crate::theme) fn walk(css: &str, visitor: &mut dyn BlockVisitor) {
    let mut input = ParserInput::new(css);
    walk_block(&mut Parser::new(&mut input), true, visitor);
}

fn walk_block(input: &mut Parser<'_, '_>, is_outermost: bool, visitor: &mut dyn BlockVisitor) {
    let (mut start, mut beginning) = (input.position(), TextBeginning::default());
    let mut prelude_start = start;
    loop {
        let before = input.position();
        let Ok(token) = input.next_including_whitespace_and_comments().cloned() else {
            break;
        };
        match token {
            Token::Semicolon => {
                visitor.declaration(input.slice(start..before), start.byte_index());
                (start, beginning) = (input.position(), TextBeginning::default());
                prelude_start = start;
            }
            Token::CurlyBracketBlock => {
                let kind = match beginning {
                    TextBeginning::CustomProperty if !is_outermost => BlockKind::Value,
                    _ => BlockKind::Rule,
                };
                visitor.enter(input.slice(prelude_start..before), kind);
                let opened = input.position();
                nested(input, &mut |block| walk_block(block, false, visitor));
                visitor.leave(input.slice_from(opened));
                prelude_start = input.position();
                if kind == BlockKind::Rule {
                    (start, beginning) = (prelude_start, TextBeginning::default());
                }
            }
            // Consumed here, so that the next position is behind the bracket.
            Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock => {
                beginning = TextBeginning::after(beginning, &token);
                nested(input, &mut |inner| while inner.next().is_ok() {});
            }
            token => beginning = TextBeginning::after(beginning, &token),
        }
    }
    visitor.declaration(input.slice_from(start), start.byte_index());
}

/// Reads the contents of a function or bracket that has just begun. `read` takes every token.
pub(in crate::theme) fn nested(input: &mut Parser<'_, '_>, read: &mut dyn FnMut(&mut Parser<'_, '_>)) {
    let parsed: Result<(), ParseError<'_, ()>> = input.parse_nested_block(|block| {
        read(block);
        Ok(())
    });
    debug_assert!(parsed.is_ok(), "every token is taken");
}

/// The first tokens of the text since the last declaration or rule.
#[derive(Debug, Clone, Copy, Default)]
enum TextBeginning {
    #[default]
    Nothing,
    /// A name with two hyphens, which can also be the name of an element.
    CustomName,
    /// The name of a custom property and a colon.
    CustomProperty,
    Other,
}

impl TextBeginning {
    fn after(self, token: &Token<'_>) -> Self {
        match (self, token) {
            (_, Token::WhiteSpace(_) | Token::Comment(_)) => self,
            (Self::Nothing, Token::Ident(name)) if name.starts_with("--") => Self::CustomName,
            (Self::CustomName, Token::Colon) => Self::CustomProperty,
            (Self::CustomProperty, _) => self,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes down all parts of a sheet, but no white space.
    struct WalkLog<'c> {
        css: &'c str,
        seen: Vec<String>,
    }

    impl BlockVisitor for WalkLog<'_> {
        fn declaration(&mut self, text: &str, at: usize) {
            assert!(self.css[at..].starts_with(text), "{text:?} is not at {at}");
            let text = text.trim();
            self.seen.extend((!text.is_empty()).then(|| text.to_owned()));
        }

        fn enter(&mut self, prelude: &str, kind: BlockKind) {
            let bracket = if kind == BlockKind::Rule { '{' } else { '<' };
            self.seen.push(format!("{}{bracket}", prelude.trim()));
        }

        fn leave(&mut self, contents: &str) {
            assert!(self.css.contains(contents), "{contents:?}");
            self.seen.push("}".to_owned());
        }
    }

    fn seen(css: &str) -> Vec<String> {
        let mut log = WalkLog { css, seen: Vec::new() };
        walk(css, &mut log);
        log.seen
    }

    #[test]
    fn rules_and_declarations_come_in_their_order() {
        let css = "@layer a, b;\na:is(.b, [c=\"{;\"]) { d: e(;{f}) ; & g { h: i } j: k }\n@media (l) { m { n: o; } }";
        let wanted = [
            "@layer a, b",
            "a:is(.b, [c=\"{;\"]){",
            "d: e(;{f})",
            "& g{",
            "h: i",
            "}",
            "j: k",
            "}",
            "@media (l){",
            "m{",
            "n: o",
            "}",
            "}",
        ];
        assert_eq!(seen(css), wanted);
        assert_eq!(seen("a{/* ; { */b:\"}\"}"), ["a{", "/* ; { */b:\"}\"", "}"]);
        assert_eq!(seen("@keyframes a{from{b:c}to{b:d}}").len(), 8);
        assert_eq!(
            seen("a{b:c"),
            ["a{", "b:c", "}"],
            "what is not closed ends with the sheet"
        );
    }

    #[test]
    fn the_value_of_a_custom_property_is_one_text_with_its_blocks() {
        let wanted = [
            "a{",
            "--b :<",
            "c: d",
            "}",
            "e<",
            "}",
            "--b :{c: d} e {} f",
            "g: h",
            "}",
        ];
        assert_eq!(seen("a { --b :{c: d} e {} f; g: h }"), wanted);
        let escaped = seen("a{\\2d-b:{}}");
        assert_eq!(escaped, ["a{", "\\2d-b:<", "}", "\\2d-b:{}", "}"]);
    }

    #[test]
    fn a_name_with_two_hyphens_that_is_no_property_begins_a_rule() {
        for rule in ["--b c:hover", "--b.c:hover", "-b:hover", "b --c:hover", "(d) --b:c"] {
            let found = seen(&format!("a{{{rule}{{e:f}}g{{}}}}"));
            assert_eq!(found[1], format!("{rule}{{"));
            assert_eq!(found[4..], ["g{", "}", "}"], "{rule}");
        }
        // Outside of blocks there are no declarations.
        assert_eq!(seen("--a:{} b{}"), ["--a:{", "}", "b{", "}"]);
    }
}
