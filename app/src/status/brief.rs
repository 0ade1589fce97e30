//! The argument `brief`: a page says what it shows already, and the answer leaves that out.
//!
//! Five parts with commas between them, each of which may be empty: the state (`data-state`), the
//! reason why the wait rose (`data-reason`), the operator's message as [`fingerprint`], the number
//! of people ahead from which on down a screen reader would be told, and whether the wait is shown
//! as not known (1 or 0). `shown`, an argument of its own, is the number ahead. A part that nobody
//! understands counts as nothing shown, so that an old page is only told more than it needs.

use crate::view::PageState;

/// Stands for the room's name in the title that a brief answer brings (Unicode private use).
pub const ROOM_NAME: char = '\u{E002}';

/// What a page shows already.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OnPage {
    /// Its state, and with it heading and sentence.
    pub state: Option<PageState>,
    /// The reason that it gives, by the name on the wire; empty: none.
    pub reason: String,
    /// The operator's message.
    pub message: Option<u32>,
    /// A screen reader is told where no more people are ahead; none: only of another state.
    pub announce_from: Option<u64>,
    /// Whether it shows that the wait is not known; none: it does not say.
    pub is_wait_unknown: Option<bool>,
}

impl OnPage {
    /// Reads the argument.
    #[must_use]
    pub fn read(argument: &str) -> Self {
        let mut parts = argument.split(',');
        let mut part = || parts.next().unwrap_or_default();
        Self {
            state: PageState::from_name(part()),
            reason: part().to_owned(),
            message: part().parse().ok(),
            announce_from: part().parse().ok(),
            is_wait_unknown: part().parse().ok().map(|flag: u8| flag > 0),
        }
    }

    /// Whether this message stands on the page.
    #[must_use]
    pub fn has_message(&self, message: &str) -> bool {
        self.message == Some(fingerprint(message))
    }
}

/// Writes the argument; numbers come written, since the browser writes them smaller than the
/// standard library does.
#[must_use]
pub fn write(state: &str, reason: &str, message: &str, announce_from: &str, is_wait_unknown: bool) -> String {
    let flag = if is_wait_unknown { "1" } else { "0" };
    [state, reason, message, announce_from, flag].join(",")
}

/// A message in 32 bits (FNV-1a), without the white space around it, which a page does not keep.
/// Two messages that share one by chance, one pair in four thousand million, look the same to a
/// page until it is loaded anew.
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
    fn what_is_written_is_read() {
        let message = "Back at noon.";
        let argument = write(
            "in-line",
            "operatorSlowed",
            &fingerprint(message).to_string(),
            "617",
            true,
        );
        let read = OnPage::read(&argument);
        assert_eq!(read.state, Some(PageState::InLine));
        assert_eq!(
            (read.reason.as_str(), read.announce_from, read.is_wait_unknown),
            ("operatorSlowed", Some(617), Some(true))
        );
        assert!(read.has_message(message) && read.has_message(" Back at noon.\n"));
        assert!(!read.has_message("Back at one.") && !read.has_message(""));
    }

    #[test]
    fn what_nobody_understands_is_not_shown() {
        assert_eq!(OnPage::read(&write("", "", "", "", false)).is_wait_unknown, Some(false));
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
