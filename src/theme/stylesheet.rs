//! Stylesheets: checks and minifies them, and replaces their `url(…)` by the names under which
//! assets are served.
//!
//! Refused are `@import`, `@namespace` and `@charset`, every address that is neither a file of the
//! theme nor a `#fragment` of the page, and text that does not tokenize (an unclosed block or
//! string would swallow the following parts of the joined file). Only comments and white space are
//! removed, so that the served text resembles the original. [`super::guard`] checks the effect of
//! the rules on the page; [`blocks`] walks them for that. [`root`] reads the tokens that a sheet
//! sets. [`inline`] decides which sheets can be part of a page.

pub(super) mod blocks;
pub(super) mod inline;
pub(super) mod root;

use cssparser::{Parser, ParserInput, Token};

use super::error::ThemeProblems;
use crate::line_number::line_of;

/// Functions whose string arguments are addresses.
const ADDRESS_FUNCTIONS: [&str; 5] = ["url", "src", "image", "image-set", "-webkit-image-set"];

/// Returns the sheet to serve. `asset` returns the URL of a theme's file.
pub(super) fn prepare(css: &str, asset: &dyn Fn(&str) -> Option<String>, problems: &mut ThemeProblems) -> String {
    let mut sheet = Sheet {
        css,
        asset,
        problems,
        served: String::with_capacity(css.len()),
    };
    let mut input = ParserInput::new(css);
    sheet.walk(&mut Parser::new(&mut input), false);
    let mut served = sheet.served;
    if !served.is_empty() {
        served.push('\n');
    }
    served
}

struct Sheet<'a> {
    css: &'a str,
    asset: &'a dyn Fn(&str) -> Option<String>,
    problems: &'a mut ThemeProblems,
    served: String,
}

impl Sheet<'_> {
    /// Copies a run of tokens; with `addresses`, strings in it are addresses.
    fn walk(&mut self, input: &mut Parser<'_, '_>, addresses: bool) {
        loop {
            let start = input.position();
            let at = start.byte_index();
            let Ok(token) = input.next_including_whitespace_and_comments() else {
                return;
            };
            let token = token.clone();
            match &token {
                Token::WhiteSpace(_) | Token::Comment(_) => self.space(),
                Token::UnquotedUrl(address) => {
                    let url = self.address(address, at);
                    self.push(&format!("url({url})"));
                }
                Token::QuotedString(address) if addresses => {
                    let url = self.address(address, at);
                    self.push(&format!("\"{url}\""));
                }
                Token::AtKeyword(name) if is_one_of(name, &["import", "namespace", "charset"]) => {
                    self.complain(
                        at,
                        format!("`@{name}` is not possible in a theme: put everything into style.css"),
                    );
                }
                Token::BadUrl(_) | Token::BadString(_) => self.complain(at, "a string or address is not closed"),
                Token::CloseParenthesis | Token::CloseSquareBracket | Token::CloseCurlyBracket => {
                    self.complain(at, "a bracket is closed that was not opened");
                }
                Token::Function(name) => {
                    let addresses = is_one_of(name, &ADDRESS_FUNCTIONS);
                    self.block(input, start, ')', addresses);
                }
                Token::ParenthesisBlock => self.block(input, start, ')', false),
                Token::SquareBracketBlock => self.block(input, start, ']', false),
                Token::CurlyBracketBlock => self.block(input, start, '}', false),
                _ => {
                    let text = input.slice_from(start);
                    self.push(text);
                }
            }
        }
    }

    fn block(&mut self, input: &mut Parser<'_, '_>, start: cssparser::SourcePosition, close: char, addresses: bool) {
        let opening = input.slice_from(start);
        self.push(opening);
        let parsed: Result<(), cssparser::ParseError<'_, ()>> = input.parse_nested_block(|inner| {
            self.walk(inner, addresses);
            Ok(())
        });
        debug_assert!(parsed.is_ok(), "the walk takes every token");
        if !input.slice_from(start).ends_with(close) {
            self.complain(start.byte_index(), format!("`{close}` is missing"));
        }
        self.push(close.encode_utf8(&mut [0; 4]));
    }

    fn address(&mut self, address: &str, at: usize) -> String {
        if address.starts_with('#') {
            return address.to_owned();
        }
        match (self.asset)(address) {
            Some(url) => url,
            None => {
                self.complain(at, format!("`{address}` is not a file of this theme"));
                String::new()
            }
        }
    }

    fn complain(&mut self, at: usize, problem: impl Into<String>) {
        self.problems.add(Some(line_of(self.css, at)), problem);
    }

    fn space(&mut self) {
        // A name can end with an escaped colon; a space after it is a combinator.
        let is_meaningless = self.served.ends_with([' ', '{', '}', ';', ',', ':']) && !self.served.ends_with("\\:");
        if !self.served.is_empty() && !is_meaningless {
            self.served.push(' ');
        }
    }

    fn push(&mut self, text: &str) {
        // Around these characters a space has no meaning, in selectors and values alike.
        if text.starts_with(['{', '}', ';', ',']) && self.served.ends_with(' ') {
            self.served.pop();
        }
        if text.starts_with('}') && self.served.ends_with(';') {
            self.served.pop();
        }
        self.served.push_str(text);
    }
}

fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn served(css: &str) -> (String, Vec<String>) {
        let mut problems = ThemeProblems::of("t/style.css".to_owned());
        let asset = |file: &str| (file == "bg.png").then(|| "/assets/t.bg.1.png".to_owned());
        let served = prepare(css, &asset, &mut problems);
        (served, problems.into_vec().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn white_space_and_comments_go_and_meaning_stays() {
        let css = "/* a */\na :hover ,\nb\\: > c {\n  margin : 0 calc( 1px + 2px ) ;\n  --x: ;\n}\n\n@media (min-width: 1px) { d { e: \"}  /* s */\" ; } }\n";
        let (served, problems) = served(css);
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(
            served,
            "a :hover,b\\: > c{margin :0 calc( 1px + 2px );--x:}@media (min-width:1px){d{e:\"}  /* s */\"}}\n"
        );
    }

    #[test]
    fn addresses_of_the_theme_are_renamed_and_others_refused() {
        let (css, problems) = served("a{b:url(bg.png) url( 'bg.png' ) image-set(\"bg.png\" 1x);filter:url(#f)}");
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(css.matches("/assets/t.bg.1.png").count(), 3);
        for bad in [
            "url(https://x.example/a.png)",
            "url(//x.example/a)",
            "url(\"../other/a.png\")",
            "image-set('https://x.example' 1x)",
            "url(data:image/png;base64,AAAA)",
            "URL(\\68ttps://x.example/)",
        ] {
            let (_, problems) = served(&format!("a{{}}\nb{{c:{bad}}}"));
            assert_eq!(problems.len(), 1, "{bad}: {problems:?}");
            assert!(
                problems[0].starts_with("t/style.css:2: `") && problems[0].ends_with("is not a file of this theme")
            );
        }
    }

    #[test]
    fn text_that_would_leak_out_of_the_sheet_is_refused() {
        for (css, line, problem) in [
            ("a{}\n@import 'x.css';", 2, "`@import`"),
            ("@charset \"x\";", 1, "`@charset`"),
            ("a{\nb{", 2, "`}` is missing"),
            ("a{}\n}", 2, "closed that was not opened"),
            ("\n\na{b:'c\n}", 3, "is not closed"),
        ] {
            let (_, problems) = served(css);
            let wanted = format!("t/style.css:{line}: ");
            assert!(
                problems
                    .iter()
                    .any(|found| found.starts_with(&wanted) && found.contains(problem)),
                "{css}: {problems:?}"
            );
        }
    }
}
