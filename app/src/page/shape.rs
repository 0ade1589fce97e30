//! Input and output of rendering a waiting page: plain values, equal for all visitors of a room,
//! theme and culture.

use crate::{
    texts::{Direction, PageTexts},
    view::{LayoutFlags, PageId},
};

/// All inputs of a waiting page's fragments. Values that differ from visitor to visitor are
/// [`crate::hole::Hole`]s instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingShape {
    /// The room's display name.
    pub room_name: String,
    /// Language tag, the `lang` of `<html>`.
    pub lang: String,
    /// Reading direction, the `dir` of `<html>`.
    pub direction: Direction,
    /// The id of the page, the `data-page` of `<html>`.
    pub page: PageId,
    /// Whether visitors who see the page have a place: false while the room is idle and after its
    /// end.
    pub placed: bool,
    /// The draw of the room's pre-queue, if it has one.
    pub draw: Option<Draw>,
    /// The ten digits of the culture, 0 first, for the browser's countdown.
    pub digits: String,
    /// The fixed texts in the page's language.
    pub texts: PageTexts,
    /// Text of the link to the page where visitors ask for an e-mail before their turn; `None` if
    /// the room does not offer e-mails.
    pub email: Option<String>,
    /// The switch for a web push; `None` if the room does not offer web push.
    pub push: Option<PushSwitch>,
    /// The texts of the form by which visitors step aside; `None` if the room does not allow
    /// stepping aside.
    pub hold: Option<HoldTexts>,
    /// The parts to show; other parts are not rendered at all.
    pub layout: LayoutFlags,
    /// The languages of the picker; empty if there is no choice.
    pub languages: Vec<LanguageChoice>,
    /// Links that are equal for all visitors.
    pub links: Links,
    /// HTML of the pastimes that the room offers to waiting visitors; empty if it offers none.
    pub pastimes: String,
    /// The slots of single figures that the theme's layout has; the other figures stay in the
    /// status.
    pub figures: Vec<Slot>,
    /// URL of the theme's logo, if it has one.
    pub logo_url: Option<String>,
    /// The client script; without it the page refreshes itself.
    pub script: Option<ClientScript>,
}

/// The switch for notifications that arrive even if the page is closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushSwitch {
    /// Path of the script that the first press loads.
    pub script: String,
    /// Text of the switch.
    pub button: String,
    /// The message that the push could not be switched on or off.
    pub failed: String,
}

/// The texts of the form by which visitors step aside for a while and come back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoldTexts {
    /// Says what happens.
    pub offer: String,
    /// Text of the button that steps aside, with the time.
    pub button: String,
    /// Label of the time that is left.
    pub left: String,
    /// Text of the button that comes back.
    pub back: String,
    /// Says that the time is nearly over.
    pub ending: String,
}

/// A language of the picker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageChoice {
    /// BCP 47 tag.
    pub tag: String,
    /// The language's own name for itself.
    pub name: String,
    /// Whether the page is in this language.
    pub chosen: bool,
}

/// URLs; a link with an empty URL is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Links {
    /// The target of the language picker's form.
    pub language: String,
    /// The page that explains waiting rooms.
    pub about: String,
    /// The room's public status.
    pub status: String,
    /// Whether the footer links to the form for a priority code; the link names the place.
    pub takes_codes: bool,
}

/// Whether a draw uses a public random number, which makes it verifiable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draw {
    /// The draw uses a public random number.
    WithBeacon,
    /// The draw uses no public random number; the page that checks it explains the consequences.
    WithoutBeacon,
}

/// The paths from which the browser loads the island.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientScript {
    /// Absolute path of the JavaScript glue (an ES module).
    pub js_path: String,
    /// Absolute path of the wasm file.
    pub wasm_path: String,
}

/// The places of a theme's `layout.html`: `<slot name="…">`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The link that jumps to the status for keyboard users; first in the body.
    Skip,
    /// Logo and the room's name.
    Logo,
    /// The room's name once more, for eyes: screen readers have it by the logo.
    Room,
    /// Heading and the sentence under it.
    Heading,
    /// The operator's message.
    Message,
    /// The live figures: the island, without the figures that have a slot of their own.
    Status,
    /// Help while waiting.
    Help,
    /// The pastimes that the room offers.
    Pastimes,
    /// Leave the line, queue id, language, links, "powered by".
    Footer,
    /// The figure of the people ahead.
    Ahead,
    /// The figure of the estimated wait.
    Wait,
    /// The expected entry as times of day.
    Entry,
    /// The figure of the visitor's number.
    Number,
    /// The progress bar.
    Progress,
    /// The time of the last update.
    Updated,
}

impl Slot {
    /// Every slot, in the order of a page; last those of single figures ([`Self::is_figure`]).
    pub const ALL: [Self; 15] = [
        Self::Skip,
        Self::Logo,
        Self::Room,
        Self::Heading,
        Self::Message,
        Self::Status,
        Self::Help,
        Self::Pastimes,
        Self::Footer,
        Self::Ahead,
        Self::Wait,
        Self::Entry,
        Self::Number,
        Self::Progress,
        Self::Updated,
    ];

    /// Returns the `name` of the slot's element.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::Logo => "logo",
            Self::Room => "room",
            Self::Heading => "heading",
            Self::Message => "message",
            Self::Status => "status",
            Self::Help => "help",
            Self::Pastimes => "pastimes",
            Self::Footer => "footer",
            Self::Ahead => "ahead",
            Self::Wait => "wait",
            Self::Entry => "entry",
            Self::Number => "number",
            Self::Progress => "progress",
            Self::Updated => "updated",
        }
    }

    /// Returns whether the slot takes a single figure, which stands in the status without it.
    #[must_use]
    pub fn is_figure(self) -> bool {
        matches!(
            self,
            Self::Ahead | Self::Wait | Self::Entry | Self::Number | Self::Progress | Self::Updated
        )
    }

    /// Returns the slot of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|slot| slot.name() == name)
    }
}

/// A rendered waiting page in pieces, with marked holes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fragments {
    /// Attributes of `<html>`: name and unescaped value.
    pub html_attributes: Vec<(&'static str, String)>,
    /// Text of `<title>` (a hole).
    pub title: String,
    /// HTML for `<head>`, behind the stylesheet; empty without a client script.
    pub preload: String,
    /// HTML for the end of `<head>`.
    pub head: String,
    /// HTML for each slot.
    pub slots: Vec<(Slot, String)>,
    /// HTML for the end of `<body>`; empty without a client script.
    pub scripts: String,
}

impl Fragments {
    /// Returns the HTML of a slot; empty if nothing is shown there.
    #[must_use]
    pub fn slot(&self, wanted: Slot) -> &str {
        self.slots
            .iter()
            .find(|(slot, _)| *slot == wanted)
            .map_or("", |(_, html)| html)
    }
}
