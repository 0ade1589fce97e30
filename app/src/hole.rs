//! Holes: the few places of a page that differ from visitor to visitor.
//!
//! A waiting page is rendered once per room, theme and culture with a *marker* in the place of
//! every live value, then cut at the markers; a request joins the pieces and its own values. A
//! marker is the hole's name between two private-use characters, which no escaping touches, so it
//! survives text nodes, attributes and URLs alike. Values are escaped by whoever fills the hole
//! (for text and quoted attributes).

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

            /// The name between the marker's ends.
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
    /// `data-reason` of `<html>`: why the wait rose, by the name on the wire; empty: it did not.
    ReasonName = "reason-name",
    /// Title of the tab.
    Title = "title",
    /// The page's heading.
    Headline = "headline",
    /// The sentence under it.
    Lead = "lead",
    /// Users ahead, a formatted number.
    Ahead = "ahead",
    /// The same as plain digits (`data-ahead` of the island), from which the browser knows the
    /// least value shown; empty where none is.
    AheadCount = "ahead-count",
    /// How many characters the formatted number has (`data-ahead-length` of `<html>`): by it the
    /// stylesheet chooses a size at which it does not break.
    AheadLength = "ahead-length",
    /// The estimate, a formatted range.
    Wait = "wait",
    /// Why it rose, a sentence, or nothing.
    Reason = "reason",
    /// The queue number, formatted.
    Number = "number",
    /// How many characters it has (`data-number-length` of `<html>`).
    NumberLength = "number-length",
    /// Progress, a number from 0 to 1 with a dot (`value` of `<progress>`).
    Progress = "progress",
    /// The time of the last update as the server knows it, UTC.
    Updated = "updated",
    /// The same, RFC 3339 (`datetime` of `<time>`).
    UpdatedUtc = "updated-utc",
    /// The operator's message, or nothing.
    Message = "message",
    /// The visitor's queue id.
    QueueId = "queue-id",
    /// Where "leave the line" goes.
    LeaveUrl = "leave-url",
    /// Where the place moves to another device; empty: it cannot.
    MoveUrl = "move-url",
    /// The nonce of the content security policy.
    Nonce = "nonce",
    /// Milliseconds until the browser asks again.
    PollMs = "poll-ms",
    /// Whole seconds until the page refreshes itself where no script runs.
    RefreshSeconds = "refresh-seconds",
    /// What a screen reader is told on load.
    Announce = "announce",
    /// The time to the start in words; empty where none is set or it is over.
    Countdown = "countdown",
    /// The start, RFC 3339 (`datetime` of `<time>`), or nothing.
    StartsUtc = "starts-utc",
    /// Whole seconds to the start as plain digits, from which the browser counts on; empty where
    /// there is nothing to count.
    SecondsToStart = "seconds-to-start",
    /// The start as a date with a time of day, UTC; empty where none is set.
    StartsAt = "starts-at",
    /// The time until people can join the pre-queue, in words; empty where there is nothing to
    /// count.
    PrequeueCountdown = "prequeue-countdown",
    /// Whole seconds until then.
    SecondsToPrequeue = "seconds-to-prequeue",
    /// The page's own query, for a form that leads back to it.
    Query = "query",
    /// Where the visitor's receipt for the draw is downloaded; empty: there is none.
    ReceiptUrl = "receipt-url",
    /// Where the draw, or how to check it, is shown; empty: not displayed.
    DrawUrl = "draw-url",
    /// The site, once the room has ended; empty: not displayed.
    TargetUrl = "target-url",
}

/// Longer figures are as small as this one; `style/base.css` counts as far.
const FIGURE_LENGTH_MAX: usize = 16;

/// A figure's length for the stylesheet, in characters.
#[must_use]
pub fn figure_length(figure: &str) -> usize {
    figure.chars().count().min(FIGURE_LENGTH_MAX)
}

impl Hole {
    /// The text to render where the value will go.
    #[must_use]
    pub fn marker(self) -> String {
        format!("{OPEN}{}{CLOSE}", self.name())
    }

    /// The hole of that name.
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
