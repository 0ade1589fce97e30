//! Every word a visitor reads, in forty-seven languages and in a pseudo-locale for designers.
//!
//! Messages are Fluent files in `locales/<language>/`, compiled into the binary; each file has a
//! module that takes in its messages, mostly by [`words::words`]. When somebody first reads a
//! language every message is resolved once: fixed ones become plain text; those with variables
//! become [`template::Template`]s, one for each plural category where the message selects on a
//! number. What remains for a poll is choosing a category, formatting a few numbers and joining
//! pieces (about a microsecond). A theme may say messages its own way ([`overrides`]).
//!
//! A *language* is what the words are written in; a *culture* (`de-CH`) adds how it writes numbers,
//! lengths of time, times and dates, by CLDR. A missing, unused or malformed message cannot go
//! unnoticed: a test resolves every one. Not here: HTML (nothing is escaped), clocks, and any
//! choice of page.

mod countdown;
mod draw;
mod estimate;
mod language;
mod languages;
mod messages;
mod moving;
mod negotiate;
mod notice;
mod page;
mod public;
mod standing;
mod status;
mod wait;
mod widget;
mod words;

mod bundle;
mod culture_data;
#[cfg(test)]
mod tests;

use bundle::{catalog, error, locales, overrides, pseudo, template};
use culture_data::{culture, duration, number, times};
pub use draw::DrawWords;
pub use error::BundleError;
pub use language::Language;
pub use languages::Languages;
pub use moving::MoveWords;
pub use notice::{Notice, NoticeTexts, NoticeWords};
pub use number::Count;
pub use overrides::{Override, OverrideError};
pub use public::{AboutWords, HealthWords};
pub use standing::{ShownFigures, VisitorStatus};
pub use widget::WidgetWords;
