//! The argument `brief`: the page states the values that it already shows, and the answer leaves
//! them out.
//!
//! The argument has nine parts, separated by commas, each of which can be empty: the state
//! (`data-state`), the reason why the wait rose (`data-reason`), the operator's message as
//! [`fingerprint`], the number of people ahead at or below which a screen reader announces it,
//! whether the wait was unknown when it was last announced (1 or 0), the sentence about the stock
//! as [`fingerprint`], the room's version, since a message can change although its text does not,
//! the page's language, which an open page keeps even if the operator changes it, and whether the
//! page is hidden (1 or empty), so that its timers are late. The number ahead itself is a separate
//! argument, `shown`. An unreadable part counts as nothing shown, so that an old page receives more
//! values than it needs, and is never wrong.

use crate::view::PageState;

/// Replaces the room's name in the title of a brief answer (Unicode private use).
pub const ROOM_NAME: char = '\u{E002}';

/// The values that a page already shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OnPage<'a> {
    /// The page's state, which determines its heading and sentence.
    pub state: Option<PageState>,
    /// The reason that the page gives, by its name on the wire; empty if it gives none.
    pub reason: &'a str,
    /// The fingerprint of the operator's message.
    pub message: Option<u32>,
    /// A screen reader announces when at most this many people are ahead; with `None`, only a
    /// change of state.
    pub announce_from: Option<u64>,
    /// Whether the wait was unknown when the page last announced it or was loaded; `None` if the
    /// page does not say.
    pub is_wait_unknown: Option<bool>,
    /// The fingerprint of the sentence about the stock; `None` counts as no sentence.
    pub stock: Option<u32>,
    /// The room's version; `None` for an older page.
    pub version: Option<u64>,
    /// The page's language, a tag as in `lang` of `<html>`; empty for an older page.
    pub language: &'a str,
    /// Whether the page is in a tab in the background.
    pub is_hidden: bool,
}

/// The parts of the argument, as text. Numbers arrive as text too, since the browser formats them
/// with less code than the standard library.
#[derive(Debug, Clone, Copy, Default)]
pub struct BriefParts<'a> {
    /// `data-state` of `<html>`.
    pub state: &'a str,
    /// `data-reason` of `<html>`.
    pub reason: &'a str,
    /// The operator's message as [`fingerprint`].
    pub message: &'a str,
    /// The number of people ahead at or below which a screen reader announces it; empty for none.
    pub announce_from: &'a str,
    /// Whether the wait was unknown when the page last announced it or was loaded.
    pub is_wait_unknown: bool,
    /// The sentence about the stock as [`fingerprint`].
    pub stock: &'a str,
    /// `data-version` of `<html>`.
    pub version: &'a str,
    /// `lang` of `<html>`.
    pub language: &'a str,
    /// Whether the page is in a tab in the background.
    pub is_hidden: bool,
}

impl<'a> OnPage<'a> {
    /// Reads the argument.
    #[must_use]
    pub fn read(argument: &'a str) -> Self {
        let mut rest = argument;
        // The parts are short: the searcher behind `str::split` costs more than it saves.
        let mut part = || {
            let end = rest.bytes().position(|byte| byte == b',').unwrap_or(rest.len());
            let (part, behind) = rest.split_at(end);
            rest = behind.get(1..).unwrap_or_default();
            part
        };
        Self {
            state: PageState::from_name(part()),
            reason: part(),
            message: part().parse().ok(),
            announce_from: part().parse().ok(),
            is_wait_unknown: part().parse().ok().map(|flag: u8| flag > 0),
            stock: part().parse().ok(),
            version: part().parse().ok(),
            language: part(),
            is_hidden: part() == "1",
        }
    }

    /// Returns whether the page shows this message in this version of the room.
    #[must_use]
    pub fn has_message(&self, message: &str, version: u64) -> bool {
        let is_new = self.version.is_some_and(|shown| shown != version);
        !is_new && self.message == Some(fingerprint(message))
    }

    /// Returns whether the page shows this sentence about the stock.
    #[must_use]
    pub fn has_stock(&self, sentence: &str) -> bool {
        self.stock.unwrap_or_else(|| fingerprint("")) == fingerprint(sentence)
    }
}

/// Writes the argument.
#[must_use]
pub fn write(parts: BriefParts<'_>) -> String {
    let flag = if parts.is_wait_unknown { "1" } else { "0" };
    [
        parts.state,
        parts.reason,
        parts.message,
        parts.announce_from,
        flag,
        parts.stock,
        parts.version,
        parts.language,
        if parts.is_hidden { "1" } else { "" },
    ]
    .join(",")
}

/// Returns a 32-bit hash (FNV-1a) of a message without its surrounding white space, which a page
/// does not keep. If two messages collide (one pair in about four thousand million), an open page
/// does not notice the change until it is reloaded.
#[must_use]
pub fn fingerprint(message: &str) -> u32 {
    let bytes = message.trim().bytes();
    bytes.fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_values_are_read_back() {
        let message = "Back at noon.";
        let argument = write(BriefParts {
            state: "in-line",
            reason: "operatorSlowed",
            message: &fingerprint(message).to_string(),
            announce_from: "617",
            is_wait_unknown: true,
            stock: &fingerprint("About 300 left.").to_string(),
            version: "112",
            language: "zh-Hant",
            is_hidden: true,
        });
        let read = OnPage::read(&argument);
        assert_eq!(read.state, Some(PageState::InLine));
        assert_eq!(
            (read.reason, read.announce_from, read.is_wait_unknown),
            ("operatorSlowed", Some(617), Some(true))
        );
        assert_eq!((read.language, read.is_hidden), ("zh-Hant", true));
        assert!(read.has_message(message, 112) && read.has_message(" Back at noon.\n", 112));
        assert!(!read.has_message("Back at one.", 112) && !read.has_message("", 112));
        assert!(!read.has_message(message, 128), "its links may be others");
        assert!(read.has_stock("About 300 left.") && !read.has_stock("About 200 left.") && !read.has_stock(""));
        let older = OnPage::read("in-line,,2166136261,,1");
        assert!(older.has_message("", 128) && !older.has_message(message, 128));
        assert!(older.has_stock("") && !older.has_stock("About 300 left."));
    }

    #[test]
    fn unknown_values_are_not_shown() {
        let nothing = write(BriefParts::default());
        assert_eq!(OnPage::read(&nothing).is_wait_unknown, Some(false));
        assert!(!OnPage::read(&nothing).is_hidden);
        for argument in ["", "1", ",,,", "x,,y,-1,z", "running,,99999999999,1.5,more"] {
            let read = OnPage::read(argument);
            assert_eq!(
                (read.state, read.message, read.announce_from),
                (None, None, None),
                "{argument}"
            );
        }
    }
}
