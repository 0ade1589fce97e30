//! Holes: the few places of a page that differ from visitor to visitor.
//!
//! A waiting page is rendered once per room, theme and culture with a *marker* in the place of
//! every live value, then cut at the markers; a request joins the pieces with its own values. A
//! marker is the hole's name between two private-use characters. Escaping does not change these
//! characters, so a marker survives in text nodes, attributes and URLs. The code that fills a hole
//! escapes the value for text and for quoted attributes, except for [`Hole::Message`], which is
//! HTML.

/// Opens a marker (Unicode private use).
pub const OPEN: char = '\u{E000}';
/// Closes a marker (Unicode private use).
pub const CLOSE: char = '\u{E001}';

macro_rules! holes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal),+ $(,)?) => {
        /// A live value of a waiting page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Hole { $($(#[$doc])* $variant),+ }

        impl Hole {
            /// Every hole, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the name between the marker's ends.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

holes! {
    /// `data-state` of `<html>`.
    State = "state",
    /// `data-reason` of `<html>`: why the wait rose, by its name on the wire; empty if the wait did
    /// not rise.
    ReasonName = "reason-name",
    /// Title of the tab.
    Title = "title",
    /// The page's heading.
    Headline = "headline",
    /// The sentence under the heading.
    Lead = "lead",
    /// Users ahead, a formatted number.
    Ahead = "ahead",
    /// Users ahead as plain digits (`data-ahead` of the island), from which the browser reads the
    /// least number shown so far; empty where the page shows no number.
    AheadCount = "ahead-count",
    /// The length of the formatted number in characters (`data-ahead-length` of `<html>`), by which
    /// the stylesheet chooses a size that keeps the number on one line.
    AheadLength = "ahead-length",
    /// The estimate, a formatted range.
    Wait = "wait",
    /// The reason why the wait rose, as a sentence; empty if it did not rise.
    Reason = "reason",
    /// The stock that is left to sell, as a sentence; empty if it is not known or not shown.
    Stock = "stock",
    /// The queue number, formatted.
    Number = "number",
    /// The length of the queue number in characters (`data-number-length` of `<html>`).
    NumberLength = "number-length",
    /// Progress, a number from 0 to 1 with a dot (`value` of `<progress>`).
    Progress = "progress",
    /// The time of the last update in UTC, formatted by the server.
    Updated = "updated",
    /// The time of the last update, RFC 3339 (`datetime` of `<time>`).
    UpdatedUtc = "updated-utc",
    /// The operator's message as HTML, or empty.
    Message = "message",
    /// The room's version (`data-version` of `<html>`), by which a page learns of changes between
    /// two polls.
    Version = "version",
    /// Milliseconds between two requests for the version (`data-check-ms` of `<html>`); empty if
    /// the polls suffice.
    CheckMs = "check-ms",
    /// The visitor's queue id.
    QueueId = "queue-id",
    /// The URL at which the visitor leaves the line.
    LeaveUrl = "leave-url",
    /// The URL at which the visitor moves the place to another device; empty if that is not
    /// possible.
    TransferUrl = "move-url",
    /// The URL at which the visitor enters a priority code; empty if that is not possible.
    PriorityUrl = "priority-url",
    /// The URL at which the visitor asks for an e-mail before the turn; empty if that is not
    /// possible.
    EmailUrl = "email-url",
    /// The URL of the form by which the visitor steps aside or comes back; empty if that is not
    /// possible.
    HoldUrl = "hold-url",
    /// Whole seconds until a visitor who is aside counts as present again; empty for others.
    HoldSeconds = "hold-seconds",
    /// Like [`Hole::HoldSeconds`], in words.
    HoldLeft = "hold-left",
    /// `data-near` of `<html>`: "1" if the turn is near by the estimate, else empty.
    Near = "near",
    /// The nonce of the content security policy.
    Nonce = "nonce",
    /// Milliseconds until the browser polls again.
    PollMs = "poll-ms",
    /// Whole seconds until the page refreshes itself in a browser without scripts.
    RefreshSeconds = "refresh-seconds",
    /// The text that a screen reader announces on load.
    Announce = "announce",
    /// The time to the start in words; empty if no start is set or the start has passed.
    Countdown = "countdown",
    /// The start, RFC 3339 (`datetime` of `<time>`), or empty.
    StartsUtc = "starts-utc",
    /// Whole seconds to the start as plain digits, from which the browser counts down; empty if
    /// there is no countdown.
    SecondsToStart = "seconds-to-start",
    /// The start as a date with a time of day, UTC; empty if no start is set.
    StartsAt = "starts-at",
    /// The time until people can join the pre-queue, in words; empty if there is no countdown.
    PrequeueCountdown = "prequeue-countdown",
    /// Whole seconds until people can join the pre-queue.
    SecondsToPrequeue = "seconds-to-prequeue",
    /// Whole seconds until the numbers are drawn; empty if no draw is to come.
    SecondsToDraw = "seconds-to-draw",
    /// The page's own query, for the form that leads back to the page.
    Query = "query",
    /// The URL of the visitor's receipt for the draw; empty if there is no receipt.
    ReceiptUrl = "receipt-url",
    /// The URL of the draw's result or of the instructions to check it; empty if it is not
    /// displayed.
    DrawUrl = "draw-url",
    /// The URL of the site, once the room has ended; empty if it is not displayed.
    TargetUrl = "target-url",
}

/// Placeholders for the middle, the earliest and the latest time in the sentence about the expected
/// entry; the browser fills them in (Unicode private use).
pub const ENTRY_TIMES: [char; 3] = ['\u{E003}', '\u{E004}', '\u{E005}'];

/// Stands between the sentence with the middle time alone and the one with all three times (Unicode
/// private use).
pub const ENTRY_OR: char = '\u{E006}';

/// The greatest length that `style/base.css` distinguishes; longer figures get the same size.
const FIGURE_LENGTH_MAX: usize = 16;

/// Returns a figure's length in characters, at most 16, for the stylesheet.
#[must_use]
pub fn figure_length(figure: &str) -> usize {
    figure.chars().count().min(FIGURE_LENGTH_MAX)
}

impl Hole {
    /// Returns the text to render in the place of the value.
    #[must_use]
    pub fn marker(self) -> String {
        format!("{OPEN}{}{CLOSE}", self.name())
    }

    /// Returns whether the value is HTML; every other value is text and is escaped.
    #[must_use]
    pub fn is_html(self) -> bool {
        self == Self::Message
    }

    /// Returns the hole of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|hole| hole.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found_again() {
        for hole in Hole::ALL {
            assert_eq!(Hole::from_name(hole.name()), Some(*hole));
        }
    }
}
