//! All texts that visitors read, in forty-seven languages, two variants of them (British English,
//! European Portuguese) and a pseudo-locale for designers.
//!
//! Messages are Fluent files in `locales/<language>/`, compiled into the binary; a module for each
//! file declares its messages, mostly by [`declare_messages::declare_messages`]. The first use of a
//! language resolves each of its messages once: messages without variables become plain text; those
//! with variables become [`template::Template`]s, one for each plural category if the message
//! selects on a number. A poll then only chooses a category, formats a few numbers and joins pieces
//! (about a microsecond). A theme can replace messages ([`overrides`]).
//!
//! A *language* determines the words; a *culture* (`de-CH`) adds the format of numbers, durations,
//! times and dates, by CLDR. A test resolves every message, so that a missing, unused or malformed
//! one is found. The module does not escape HTML, read clocks or choose pages. The modules of
//! `bundle` and `culture_data` are also used by their own names: `crate::text::catalog` is
//! `bundle/catalog.rs`.

mod countdown;
mod declare_messages;
mod draw;
mod email;
mod estimate;
mod language;
mod languages;
mod messages;
mod negotiate;
mod notice;
mod page;
mod public;
mod status;
mod stock;
mod transfer;
mod visitor_status;
mod wait;
mod widget;

mod bundle;
mod culture_data;
#[cfg(test)]
mod tests;

use bundle::{catalog, error, locales, overrides, pseudo, template};
use culture_data::{culture, duration, number, times};
pub use draw::DrawTexts;
pub use email::{EmailTexts, IdentityTexts, PushTexts};
pub use error::BundleError;
pub use language::Language;
pub use languages::{LanguageInTheme, Languages, ThemedLanguages};
pub use notice::{Notice, NoticeTexts, SharedNoticeTexts};
pub use number::Count;
pub use overrides::{Override, OverrideError};
pub use page::StepAsideTexts;
pub use public::{AboutTexts, HealthTexts};
pub use status::LiveTexts;
pub use stock::rounded;
pub use transfer::TransferTexts;
pub use visitor_status::{ShownFigures, StockStatus, StockTime, VisitorStatus};
pub use widget::WidgetTexts;
