//! The texts of a poll's answer. Most are worded only when the JSON is written, in a buffer that
//! the thread keeps: a poll allocates for none of them.

use std::borrow::Cow;
use std::cell::RefCell;

use admission::WallMs;
use jiff::fmt::temporal::DateTimePrinter;
use protocol::QueueId;
use serde::{Serialize, Serializer};

use crate::clock::timestamp;
use crate::text::LiveTexts;

thread_local! {
    /// The buffer in which this thread words texts; as long as the longest of them.
    static BUFFER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A text of a status.
#[derive(Debug, Clone)]
pub(in crate::http) enum StatusText<'a> {
    /// A text that exists already.
    Said(Cow<'a, str>),
    /// The title of the tab.
    Title(LiveTexts<'a>),
    /// The number of people ahead.
    Ahead(LiveTexts<'a>),
    /// The estimate.
    Wait(LiveTexts<'a>),
    /// The queue number.
    Number(LiveTexts<'a>),
    /// The time to the start.
    Countdown(LiveTexts<'a>),
    /// The announcement for screen readers.
    Announce(LiveTexts<'a>),
    /// A time, RFC 3339.
    Time(WallMs),
    /// A queue id in its usual text form.
    Place(QueueId),
}

impl StatusText<'_> {
    /// Appends the text to another one.
    pub(super) fn push(&self, text: &mut String) {
        match self {
            Self::Said(said) => text.push_str(said),
            Self::Title(texts) => texts.push_title(text),
            Self::Ahead(texts) => texts.push_ahead(text),
            Self::Wait(texts) => texts.push_wait(text),
            Self::Number(texts) => texts.push_number(text),
            Self::Countdown(texts) => texts.push_countdown(text),
            Self::Announce(texts) => texts.push_announce(text),
            // Writing to a string never fails.
            Self::Time(at) => _ = DateTimePrinter::new().print_timestamp(&timestamp(*at), text),
            Self::Place(queue_id) => text.push_str(queue_id.text().as_str()),
        }
    }
}

impl From<StatusText<'_>> for String {
    fn from(text: StatusText<'_>) -> Self {
        let mut said = Self::new();
        text.push(&mut said);
        said
    }
}

impl Serialize for StatusText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Self::Said(said) = self {
            return serializer.serialize_str(said);
        }
        BUFFER.with_borrow_mut(|buffer| {
            buffer.clear();
            self.push(buffer);
            serializer.serialize_str(buffer)
        })
    }
}
