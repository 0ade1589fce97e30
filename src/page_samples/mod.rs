//! Every page that a visitor can see, in every state, with sample values: empty ones, long texts
//! and the worst that can come.
//!
//! One list for all who want to see everything: the strict test of themes and languages, `anteroom
//! theme preview` and `anteroom theme check`, accessibility and pictures. A scene is rendered by
//! the code that serves visitors ([`crate::pages`]); only the values are made up. What the
//! browser's half changes on a page later (on the way, connection lost) is put on it as the script
//! does it ([`later`]).
//!
//! Who adds a page adds its scenes here. Not here: HTTP, and how the line comes to such a moment.

mod later;
mod leaving;
mod moving;
mod notice;
mod papers;
mod public;
mod samples;
pub mod sound;
mod waiting;

#[cfg(test)]
mod tests;

use crate::pages::{AboutPage, LeavePage, NoticePage};
use crate::text::{Language, Languages};
use crate::theme::{Theme, Themes};
use moving::MoveSample;
use papers::DrawCheckSample;
use public::StatusSample;
use waiting::Waiting;

/// One page at one moment with one set of sample values.
#[derive(Debug, Clone)]
pub struct Scene {
    /// `data-page` of its `<html>`.
    pub page: &'static str,
    /// `data-state` of its `<html>`.
    pub state: &'static str,
    /// What is special about the values; empty for the usual ones.
    pub case: &'static str,
    sample: Sample,
}

#[derive(Debug, Clone)]
enum Sample {
    Waiting(Box<Waiting>),
    Notice(NoticePage<'static>),
    Draw(DrawCheckSample),
    Move(MoveSample),
    Leave(LeavePage<'static>),
    About(AboutPage<'static>),
    Status(StatusSample),
}

impl Scene {
    /// Every scene, page by page in the order in which a visitor may come to them.
    #[must_use]
    pub fn all() -> Vec<Self> {
        [
            waiting::scenes(),
            papers::scenes(),
            moving::scenes(),
            leaving::scenes(),
            notice::scenes(),
            public::scenes(),
        ]
        .concat()
    }

    /// Page, state and case with dots between them: unlike any other scene's.
    #[must_use]
    pub fn name(&self) -> String {
        let parts = [self.page, self.state, self.case];
        parts
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(".")
    }

    /// Whether it is a page on which many wait, with the values that most of them see.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        matches!(&self.sample, Sample::Waiting(waiting) if waiting.is_usual())
    }

    /// Bytes on the wire of this page's HTML and CSS where a browser's half was built; none of
    /// pages on which nobody waits.
    #[must_use]
    pub fn first_load_bytes(&self, language: &Language, theme: &Theme, themes: &Themes) -> Option<usize> {
        let Sample::Waiting(waiting) = &self.sample else {
            return None;
        };
        let sheet = themes.asset(theme.stylesheet.strip_prefix(Themes::ASSETS_PATH)?)?;
        let css = sheet.brotli().unwrap_or(&sheet.bytes).len();
        Some(css + waiting.page_bytes(language, theme))
    }

    /// The page as HTML, without script.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        match &self.sample {
            Sample::Waiting(waiting) => waiting.render(language, theme),
            Sample::Notice(notice) => notice.render(language, theme),
            Sample::Draw(papers) => papers.render(language, theme),
            Sample::Move(moving) => moving.render(language, theme),
            Sample::Leave(page) => page.render(language, theme),
            Sample::About(about) => about.render(language, theme),
            Sample::Status(status) => status.render(language, theme),
        }
    }
}

/// One culture of each language: in the others only digits differ.
pub fn languages(languages: &Languages) -> impl Iterator<Item = &Language> {
    languages.each()
}
