//! Themes: folders that a designer edits without Rust.
//!
//! - `theme.toml`: name, version, design tokens, options ([`manifest`])
//! - `style.css`: rules, served as one file with `style/base.css` before and the tokens after them
//!   ([`stylesheet`]); pages outside the line load `style/pages.css` before that file
//! - `layout.html`: a whole page with `<slot name="status">sample</slot>` elements ([`layout`]);
//!   without this file, the theme uses the default theme's layout
//! - `pastimes.toml`: the pastimes that rooms can offer to waiting visitors ([`pastimes`])
//! - other files: images and fonts, referenced by relative paths in the other files ([`asset`])
//!
//! Themes come from the binary (`style/themes/`) and from a directory; a folder of the directory
//! with the name of a built-in theme replaces single files of that theme. All files are read and
//! checked once; errors name file and line. While the server runs, further themes can be added to
//! the set ([`Themes::with`]). A theme decides the look of pages, never their
//! behaviour: it has no script, no address outside the theme except plain links, and every slot
//! that is needed for function. This module does not fill the slots.

mod asset;
mod brand;
mod color;
mod error;
mod guard;
mod hiding;
mod layout;
mod manifest;
mod pastimes;
mod reading;
mod report;
mod required_ancestors;
mod rules;
mod source;
mod stylesheet;
mod svg;
mod themes;
pub mod vocabulary;

#[cfg(test)]
mod tests;

pub use asset::{Asset, CompressedOnce};
pub use brand::{Brand, Logo};
pub use color::Color;
pub use error::{ThemeError, ThemeErrors};
pub use layout::{Layout, LayoutPiece};
pub use manifest::ThemeMode;
pub use pastimes::{GAME, Pastime, PastimeKind, PastimePicture, Pastimes, ScheduleItem, Track};
pub use reading::Theme;
pub use report::{Contrast, ThemeReport};
pub use source::ThemeFiles;
pub(crate) use source::checked_name;
pub use stylesheet::inline::InlineSheet;
pub use themes::Themes;
