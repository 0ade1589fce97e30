//! The pastimes that a room offers: HTML for the waiting page's slot `pastimes`, the same for all
//! visitors in a language. No part of it loads before a visitor sees it, and no part of another
//! host before the visitor requests it: without scripts by a link, with scripts
//! `public/pastimes/main.ts` shows it in the page.

use app::hole::{ENTRY_TIMES, Hole};
use app::texts::PageTexts;
use askama::Template;

use crate::config::HostName;
use crate::text::Language;
use crate::theme::{Pastime, PastimeKind, Theme, Track};

/// The pastimes of a room's page.
#[derive(Debug, Clone, Copy)]
pub struct PastimesPart<'a> {
    /// The names of pastimes of the theme; those that the theme does not have are omitted.
    pub names: &'a [String],
    /// The hosts whose pages can be shown.
    pub embed_hosts: &'a [HostName],
    /// Path of the script, if it was built; without it there is no game.
    pub script: Option<&'a str>,
}

/// The sources that a page must be allowed for its pastimes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PastimeSources {
    /// Whether there is a video.
    pub has_video: bool,
    /// The hosts of embedded pages.
    pub hosts: Vec<HostName>,
}

impl PastimesPart<'_> {
    /// Returns the sources that the page of that theme must be allowed; none for a room without
    /// pastimes.
    #[must_use]
    pub fn sources(&self, theme: &Theme) -> PastimeSources {
        let mut sources = PastimeSources::default();
        for name in self.names {
            match theme.pastimes.get(name).map(|pastime| &pastime.kind) {
                Some(PastimeKind::Video { .. }) => sources.has_video = true,
                Some(PastimeKind::Embed { host, .. }) => {
                    let allowed = self.embed_hosts.iter().filter(|allowed| allowed.as_str() == host);
                    sources.hosts.extend(allowed.cloned());
                }
                _ => {}
            }
        }
        sources
    }

    /// Renders the part as HTML; empty if there is nothing to show.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let named = self.names.iter().filter_map(|name| theme.pastimes.get(name));
        let pastimes: Vec<ShownPastime<'_>> = named.filter(|pastime| self.shows(pastime)).map(ShownPastime).collect();
        if pastimes.is_empty() {
            return String::new();
        }
        let is_game = |pastime: &ShownPastime<'_>| *pastime.kind() == PastimeKind::Game;
        let is_embed = |pastime: &ShownPastime<'_>| matches!(pastime.kind(), PastimeKind::Embed { .. });
        let acts = pastimes.iter().any(|pastime| is_game(pastime) || is_embed(pastime));
        let view = PastimesView {
            stylesheet: &theme.pastimes.stylesheet,
            texts: &language.page_texts(),
            lang: language.tag(),
            family: language.family(),
            dir: language.direction().as_str(),
            needs_script: pastimes.iter().all(is_game),
            pastimes,
            script: self.script.filter(|_| acts),
            nonce: Hole::Nonce.marker(),
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }

    fn shows(&self, pastime: &Pastime) -> bool {
        match &pastime.kind {
            PastimeKind::Embed { host, .. } => self.embed_hosts.iter().any(|allowed| allowed.as_str() == host),
            PastimeKind::Game => self.script.is_some(),
            PastimeKind::Schedule(_) | PastimeKind::Pictures(_) | PastimeKind::Video { .. } => true,
        }
    }
}

struct ShownPastime<'a>(&'a Pastime);

impl ShownPastime<'_> {
    fn name(&self) -> &'static str {
        match self.0.kind {
            PastimeKind::Schedule(_) => "schedule",
            PastimeKind::Pictures(_) => "pictures",
            PastimeKind::Video { .. } => "video",
            PastimeKind::Embed { .. } => "embed",
            PastimeKind::Game => "game",
        }
    }

    fn title(&self) -> &str {
        &self.0.title
    }

    fn language(&self) -> Option<&str> {
        self.0.language.as_deref()
    }

    fn kind(&self) -> &PastimeKind {
        &self.0.kind
    }
}

#[derive(Template)]
#[template(path = "pastimes.html")]
struct PastimesView<'a> {
    stylesheet: &'a str,
    texts: &'a PageTexts,
    lang: &'a str,
    family: &'a str,
    dir: &'static str,
    pastimes: Vec<ShownPastime<'a>>,
    /// Whether there is nothing to show without a script, which shows the hidden parts.
    needs_script: bool,
    script: Option<&'a str>,
    /// The mark of the nonce, which is replaced for each visitor.
    nonce: String,
}

impl PastimesView<'_> {
    fn embed_show(&self, host: &str) -> String {
        self.texts.embed_show.replace(ENTRY_TIMES[0], host)
    }

    /// Whether captions are shown by default: those in the page's language, else the first.
    fn is_default(&self, tracks: &[Track], track: &Track) -> bool {
        let is_in = |tag: &str| tracks.iter().find(|track| track.language.eq_ignore_ascii_case(tag));
        let shown = is_in(self.lang).or_else(|| is_in(self.family)).or(tracks.first());
        shown == Some(track)
    }
}
