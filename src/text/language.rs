//! One culture: its words, resolved, and its numbers.

use std::sync::Arc;

use app::{
    texts::{Direction, PageTexts},
    view::StatusTexts,
};
use icu_locale::LocaleDirectionality;
use icu_locale_core::LanguageIdentifier;
use jiff::Timestamp;

use super::catalog::Catalog;
use super::countdown;
use super::culture::Culture;
use super::draw::DrawWords;
use super::error::BundleError;
use super::locales::{LocaleSource, MessageFile};
use super::moving::MoveWords;
use super::notice::{self, Notice, NoticeTexts, NoticeWords};
use super::number::Count;
use super::number::Numbers;
use super::page::page_texts;
use super::public::{AboutWords, HealthWords};
use super::standing::VisitorStatus;
use super::status::StatusMessages;
use super::widget::WidgetWords;

/// What a culture says, and how it writes numbers, times and dates.
#[derive(Debug)]
pub struct Language {
    tag: String,
    family: &'static str,
    direction: Direction,
    culture: Arc<Culture>,
    words: Arc<LanguageTexts>,
}

/// What cultures of one language share.
#[derive(Debug)]
pub(super) struct LanguageTexts {
    page: PageTexts,
    status: StatusMessages,
    notices: Vec<NoticeTexts>,
    notice_words: NoticeWords,
    draw: DrawWords,
    moving: MoveWords,
    about: AboutWords,
    health: HealthWords,
    widget: WidgetWords,
}

impl LanguageTexts {
    /// A language's messages; those of `over` stand in the place of ours.
    ///
    /// # Errors
    /// A message is missing, unused or malformed.
    pub(super) fn resolve(source: &LocaleSource, over: Option<MessageFile>) -> Result<Self, BundleError> {
        let numbers = Numbers::new(source.language)?;
        let mut catalog = Catalog::new(source.language, source.files(), over, &numbers)?;
        let words = Self {
            page: page_texts(&mut catalog),
            status: StatusMessages::take(&mut catalog),
            notices: notice::take_all(&mut catalog),
            notice_words: NoticeWords::take(&mut catalog),
            draw: DrawWords::take(&mut catalog),
            moving: MoveWords::take(&mut catalog),
            about: AboutWords::take(&mut catalog),
            health: HealthWords::take(&mut catalog),
            widget: WidgetWords::take(&mut catalog),
        };
        catalog.finish()?;
        Ok(words)
    }
}

impl Language {
    /// One culture of a language.
    ///
    /// # Errors
    /// CLDR does not know it.
    pub(super) fn new(tag: &str, family: &'static str, words: Arc<LanguageTexts>) -> Result<Self, BundleError> {
        Ok(Self {
            tag: tag.to_owned(),
            family,
            direction: direction(tag)?,
            culture: Arc::new(Culture::new(tag)?),
            words,
        })
    }

    /// The same culture with other words.
    pub(super) fn saying(&self, words: Arc<LanguageTexts>) -> Self {
        Self {
            tag: self.tag.clone(),
            family: self.family,
            direction: self.direction,
            culture: Arc::clone(&self.culture),
            words,
        }
    }

    /// Tag of the language whose culture this is.
    pub(super) fn family(&self) -> &'static str {
        self.family
    }

    /// BCP 47 tag, for `lang`.
    #[must_use]
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Reading direction, for `dir`.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The fixed texts of the waiting page.
    #[must_use]
    pub fn page_texts(&self) -> PageTexts {
        self.words.page.clone()
    }

    /// The live texts of one poll. Plain text: whoever puts them into HTML escapes them.
    #[must_use]
    pub fn status_texts(&self, standing: &VisitorStatus<'_>) -> StatusTexts {
        self.words.status.texts(&self.culture, standing)
    }

    /// The texts of a page outside the line.
    #[must_use]
    pub fn notice(&self, notice: Notice) -> &NoticeTexts {
        &self.words.notices[notice as usize]
    }

    /// The words that pages outside the line share.
    #[must_use]
    pub fn notice_words(&self) -> &NoticeWords {
        &self.words.notice_words
    }

    /// The words of the page about a room's draws.
    #[must_use]
    pub fn draw_words(&self) -> &DrawWords {
        &self.words.draw
    }

    /// The words of the pages by which a place moves to another device.
    #[must_use]
    pub fn move_words(&self) -> &MoveWords {
        &self.words.moving
    }

    /// The words of "what is this".
    #[must_use]
    pub fn about_words(&self) -> &AboutWords {
        &self.words.about
    }

    /// The words of how the service and its rooms stand.
    #[must_use]
    pub fn health_words(&self) -> &HealthWords {
        &self.words.health
    }

    /// The words of widgets on other people's pages.
    #[must_use]
    pub fn widget_words(&self) -> &WidgetWords {
        &self.words.widget
    }

    /// An estimate in words, from its two ends in seconds.
    #[must_use]
    pub fn wait(&self, low: Option<u64>, high: Option<u64>) -> String {
        self.words.status.wait(&self.culture, low, high)
    }

    /// The next times of a countdown that goes on without us, in words: each with the least number
    /// of seconds for which it is true, the longest first. From less than a minute on there are
    /// none.
    #[must_use]
    pub fn countdown_steps(&self, seconds: u64, most: usize) -> Vec<(u64, String)> {
        countdown::steps(&self.culture, seconds).take(most).collect()
    }

    /// The "powered by" line.
    #[must_use]
    pub fn powered_by(&self) -> &str {
        &self.words.page.powered_by
    }

    /// A whole number as this culture writes it.
    #[must_use]
    pub fn number(&self, number: u64) -> String {
        self.culture.numbers.format(number)
    }

    /// A number on its way into a message that selects on it.
    #[must_use]
    pub fn count(&self, number: u64) -> Count {
        self.culture.count(number)
    }

    /// The ten digits as this culture writes them, 0 first.
    #[must_use]
    pub fn digits(&self) -> String {
        (0..10).map(|digit| self.culture.numbers.format(digit)).collect()
    }

    /// A length of time to some moment, as the count to the start has it.
    #[must_use]
    pub fn countdown(&self, seconds: u64) -> String {
        self.words.status.countdown(&self.culture, seconds)
    }

    /// The time of day in UTC of a Unix time: "10:32:05 UTC".
    #[must_use]
    pub fn time_utc(&self, unix_seconds: u64) -> String {
        let part = |part: u64| u8::try_from(part).expect("below 60");
        let (hour, minute, second) = (unix_seconds / 3_600 % 24, unix_seconds / 60 % 60, unix_seconds % 60);
        self.culture.time_utc(part(hour), part(minute), part(second))
    }

    /// A date and a time of day in UTC: "December 1, 2026 at 10:00 AM UTC". Some microseconds: not
    /// for polls.
    #[must_use]
    pub fn date_time_utc(&self, at: Timestamp) -> String {
        self.culture.date_time_utc(at)
    }

    /// A length of time in hours and minutes: "1 hour, 20 minutes".
    #[must_use]
    pub fn minutes(&self, minutes: u64) -> String {
        self.culture.minutes(minutes)
    }
}

/// By the script that CLDR has the language written in.
fn direction(tag: &str) -> Result<Direction, BundleError> {
    let tag: LanguageIdentifier = tag.parse().map_err(|_| BundleError::Culture(tag.to_owned()))?;
    Ok(if LocaleDirectionality::new_common().is_right_to_left(&tag) {
        Direction::Rtl
    } else {
        Direction::Ltr
    })
}
