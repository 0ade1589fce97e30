//! Themes: folders that a designer edits without Rust.
//!
//! | File          | What it is                                                                                              |
//! |---------------|---------------------------------------------------------------------------------------------------------|
//! | `theme.toml`  | name, version, design tokens, options ([`manifest`])                                                    |
//! | `style.css`   | follows `style/base.css`, and the tokens follow it; all three are served as one file ([`stylesheet`]) |
//! | `layout.html` | a whole page with `<slot name="status">sample</slot>` elements ([`layout`]); the default theme's if none |
//! | the rest      | images and fonts, named from the other files by relative paths ([`asset`])                              |
//!
//! Themes come with the binary (`style/themes/`) and from a directory; a folder there with the name
//! of a built-in theme replaces single files of it. All is read, checked and compressed once;
//! errors name file and line. A theme decides how things look, never what the page does: no script,
//! no address outside the theme but plain links, every slot that carries function present. Not
//! here: what goes into the slots.

mod asset;
mod brand;
mod color;
mod error;
mod guard;
mod harm;
mod holders;
mod layout;
mod manifest;
mod report;
mod rules;
mod source;
mod stylesheet;
mod svg;
mod themes;
pub mod vocabulary;

#[cfg(test)]
mod tests;

pub use asset::Asset;
pub use brand::{Brand, Logo};
pub use color::Color;
pub use error::{ThemeError, ThemeErrors};
pub use layout::{Layout, LayoutPiece};
pub use manifest::ThemeMode;
pub use report::{Contrast, ThemeReport};
pub use source::ThemeFiles;
pub(crate) use source::checked_name;
pub use themes::{ById, Theme, Themes};
