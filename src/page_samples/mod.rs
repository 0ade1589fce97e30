//! Every page that a visitor can see, in every state, with sample values: empty ones, long texts
//! and worst cases.
//!
//! This is the one list of all pages: for the strict test of themes and languages, `anteroom theme
//! preview` and `anteroom theme check`, accessibility and pictures. The code that serves visitors
//! renders a scene ([`crate::pages`]); only the values are samples. Changes that the browser's part
//! makes later (redirect, connection lost) are applied as its script does ([`after_load`]).
//!
//! Every new page needs its scenes here. This module does not deal with HTTP or with the states of
//! a line.

mod after_load;
mod draw_check;
mod email;
mod identity;
mod leave;
mod notice;
mod public;
pub mod requirements;
mod samples;
mod standalone;
mod transfer;
mod waiting;

#[cfg(test)]
mod tests;

use crate::pages::{AboutPage, EmailPage, IdentityPage, LeavePage, LeavingPage, NoticePage};
use crate::text::{Language, Languages};
use crate::theme::{Theme, Themes};
use draw_check::DrawCheckSample;
use public::StatusSample;
use standalone::StandaloneSample;
use transfer::TransferSample;
use waiting::Waiting;

/// One page in one state with one set of sample values.
#[derive(Debug, Clone)]
pub struct Scene {
    /// `data-page` of its `<html>`.
    pub page: &'static str,
    /// `data-state` of its `<html>`.
    pub state: &'static str,
    /// Describes special values; empty for the usual ones.
    pub case: &'static str,
    sample: Sample,
}

#[derive(Debug, Clone)]
enum Sample {
    Waiting(Box<Waiting>),
    Standalone(StandaloneSample),
    Notice(NoticePage<'static>),
    /// A notice as a browser without scripts shows it.
    WithoutScripts(NoticePage<'static>),
    Draw(DrawCheckSample),
    Transfer(TransferSample),
    Email(EmailPage<'static>),
    Identity(IdentityPage<'static>),
    Leave(LeavePage<'static>),
    Leaving(LeavingPage<'static>),
    About(AboutPage<'static>),
    Status(StatusSample),
}

impl Scene {
    /// Returns every scene, page by page in the order in which a visitor can see them.
    #[must_use]
    pub fn all() -> Vec<Self> {
        [
            waiting::scenes::scenes(),
            standalone::scenes(),
            draw_check::scenes(),
            transfer::scenes(),
            email::scenes(),
            identity::scenes(),
            leave::scenes(),
            notice::scenes(),
            public::scenes(),
        ]
        .concat()
    }

    /// Returns page, state and case joined by dots, a name that is unique to the scene.
    #[must_use]
    pub fn name(&self) -> String {
        let parts = [self.page, self.state, self.case];
        parts
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(".")
    }

    /// Returns whether this is a page on which visitors wait, with values that most of them see.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        matches!(&self.sample, Sample::Waiting(waiting) if waiting.is_usual())
    }

    /// Returns the transferred bytes of the page's HTML and CSS, including the browser's part;
    /// `None` for pages on which nobody waits.
    #[must_use]
    pub fn first_load_bytes(&self, language: &Language, theme: &Theme, themes: &Themes) -> Option<usize> {
        let Sample::Waiting(waiting) = &self.sample else {
            return None;
        };
        let sheet = themes.asset(theme.stylesheet.strip_prefix(Themes::ASSETS_PATH)?)?;
        Some(waiting.first_load_bytes(language, theme, sheet))
    }

    /// Renders the page as HTML, without scripts.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        match &self.sample {
            Sample::Waiting(waiting) => waiting.render(language, theme),
            Sample::Standalone(page) => page.render(language, theme),
            Sample::Notice(notice) => notice.render(language, theme),
            Sample::WithoutScripts(page) => notice::without_scripts(&page.render(language, theme)),
            Sample::Draw(draw) => draw.render(language, theme),
            Sample::Transfer(page) => page.render(language, theme),
            Sample::Email(page) => page.render(language, theme),
            Sample::Identity(page) => identity::render(page, language, theme),
            Sample::Leave(page) => page.render(language, theme),
            Sample::Leaving(page) => page.render(language, theme),
            Sample::About(about) => about.render(language, theme),
            Sample::Status(status) => status.render(language, theme),
        }
    }
}

/// Returns one culture of each language: other cultures differ only in how they write numbers and
/// dates.
pub fn languages(languages: &Languages) -> impl Iterator<Item = &Language> {
    languages.each()
}
