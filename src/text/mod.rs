//! Every word a visitor reads, in English, German, Japanese and Arabic.
//!
//! Messages are Fluent files in `locales/<language>/`, compiled into the binary; each file has a module that takes in its messages, mostly by [`words::words`]. At start every message is resolved once: fixed ones become
//! plain text; those with variables become [`template::Template`]s, one for each plural category where the message selects on a number. What
//! remains for a poll is choosing a category, formatting a few numbers and joining pieces (about a microsecond).
//!
//! A *language* is what the words are written in; a *culture* (`de-CH`) adds how it writes numbers and lengths of time, by CLDR. A missing,
//! unused or malformed message is an error of [`Languages::load`], so it cannot go unnoticed. Not here: HTML (nothing is escaped), clocks, and
//! any choice of page.

mod catalog;
mod countdown;
mod culture;
mod draw;
mod duration;
mod estimate;
mod language;
mod locales;
mod moving;
mod negotiate;
mod notice;
mod number;
mod page;
mod status;
mod template;
mod wait;
mod words;

#[cfg(test)]
mod tests;

pub use catalog::TextError;
pub use culture::Count;
pub use draw::DrawWords;
pub use language::Language;
pub use moving::MoveWords;
pub use negotiate::Languages;
pub use notice::{Notice, NoticeTexts, NoticeWords};
pub use status::Standing;
