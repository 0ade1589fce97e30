//! What a waiting page is rendered from and what comes out: plain values, alike for all visitors of
//! a room, theme and culture.

use crate::{
    texts::{Direction, PageTexts},
    view::{LayoutFlags, PageId},
};

/// Everything that a waiting page's fragments depend on. What differs from visitor to visitor is a
/// [`crate::hole::Hole`] instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingShape {
    /// The room's name for people.
    pub room_name: String,
    /// Language tag, the `lang` of `<html>`.
    pub lang: String,
    /// Reading direction, the `dir` of `<html>`.
    pub direction: Direction,
    /// Which page of the room's life this is, the `data-page` of `<html>`.
    pub page: PageId,
    /// Whether whoever sees the page has a place: not while the room is idle, nor after its end.
    pub placed: bool,
    /// The draw of the room's pre-queue, if it has one.
    pub draw: Option<Draw>,
    /// The ten digits as the culture writes them, 0 first; the browser counts down with them.
    pub digits: String,
    /// The fixed texts in that language.
    pub texts: PageTexts,
    /// What is shown; the rest is not rendered at all.
    pub layout: LayoutFlags,
    /// The languages to choose from; empty: there is nothing to choose.
    pub languages: Vec<LanguageChoice>,
    /// Where the page leads, for everybody alike.
    pub links: Links,
    /// URL of the theme's logo, if it has one.
    pub logo_url: Option<String>,
    /// The browser's half; without it the page refreshes itself.
    pub script: Option<ClientScript>,
}

/// A language of the picker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageChoice {
    /// BCP 47 tag.
    pub tag: String,
    /// Its name in itself.
    pub name: String,
    /// Whether the page is in it.
    pub chosen: bool,
}

/// Addresses; an empty one is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Links {
    /// Where the language picker is sent to.
    pub language: String,
    /// What a waiting room is.
    pub about: String,
    /// The room's public status.
    pub status: String,
}

/// What people have to know of a draw before they trust it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draw {
    /// A public random number goes into it.
    WithBeacon,
    /// None does, so that the operator could have influenced it.
    WithoutBeacon,
}

/// Where the browser finds the island.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientScript {
    /// Absolute path of the JavaScript glue (an ES module).
    pub js_path: String,
    /// Absolute path of the wasm.
    pub wasm_path: String,
}

/// The places of a theme's `layout.html`: `<slot name="…">`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Slot {
    /// Link for keyboards that jumps to the status; first in the body.
    Skip,
    /// Logo and the room's name.
    Logo,
    /// Heading and the sentence under it.
    Heading,
    /// The operator's message.
    Message,
    /// The live figures: the island.
    Status,
    /// What to do meanwhile.
    Help,
    /// Leave the line, queue id, language, links, "powered by".
    Footer,
}

impl Slot {
    /// Every slot, in the order of a page.
    pub const ALL: [Self; 7] = [
        Self::Skip,
        Self::Logo,
        Self::Heading,
        Self::Message,
        Self::Status,
        Self::Help,
        Self::Footer,
    ];

    /// The element's `name`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::Logo => "logo",
            Self::Heading => "heading",
            Self::Message => "message",
            Self::Status => "status",
            Self::Help => "help",
            Self::Footer => "footer",
        }
    }

    /// The slot of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|slot| slot.name() == name)
    }
}

/// A rendered waiting page, still in pieces and with its holes marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fragments {
    /// Attributes of `<html>`: name and value, the value still to be escaped.
    pub html_attributes: Vec<(&'static str, String)>,
    /// Text of `<title>` (a hole).
    pub title: String,
    /// HTML for the end of `<head>`.
    pub head: String,
    /// HTML for each slot.
    pub slots: Vec<(Slot, String)>,
    /// HTML for the end of `<body>`; empty without a client script.
    pub scripts: String,
}

impl Fragments {
    /// The HTML of a slot; empty when nothing is shown there.
    #[must_use]
    pub fn slot(&self, wanted: Slot) -> &str {
        self.slots
            .iter()
            .find(|(slot, _)| *slot == wanted)
            .map_or("", |(_, html)| html)
    }
}
