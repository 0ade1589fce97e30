//! One culture: its resolved texts, and its formats.

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
use super::draw::DrawTexts;
use super::email::{EmailTexts, IdentityTexts, PushTexts};
use super::error::BundleError;
use super::locales::{LocaleSource, MessageFile};
use super::notice::{self, Notice, NoticeTexts, SharedNoticeTexts};
use super::number::Count;
use super::number::Numbers;
use super::page::{StepAsideTexts, page_texts};
use super::public::{AboutTexts, HealthTexts};
use super::status::{LiveTexts, StatusMessages};
use super::transfer::TransferTexts;
use super::visitor_status::VisitorStatus;
use super::widget::WidgetTexts;

/// The texts of a culture, and its formats of numbers, times and dates.
#[derive(Debug)]
pub struct Language {
    tag: String,
    family: &'static str,
    direction: Direction,
    culture: Arc<Culture>,
    words: Arc<LanguageTexts>,
    /// Identifies the messages of a theme among the texts; empty without any.
    wording: Arc<str>,
}

/// The texts that all cultures of one language share.
#[derive(Debug)]
pub(super) struct LanguageTexts {
    page: PageTexts,
    status: StatusMessages,
    notices: Vec<NoticeTexts>,
    shared_notice_texts: SharedNoticeTexts,
    draw: DrawTexts,
    transfer: TransferTexts,
    email: EmailTexts,
    push: PushTexts,
    identity: IdentityTexts,
    hold: StepAsideTexts,
    about: AboutTexts,
    health: HealthTexts,
    widget: WidgetTexts,
}

impl LanguageTexts {
    /// Resolves a language's messages; those of `over` replace the embedded ones, and those of
    /// later files replace those of earlier ones.
    ///
    /// # Errors
    /// Fails if a message is missing, unused or malformed.
    pub(super) fn resolve(source: &LocaleSource, over: Vec<MessageFile>) -> Result<Self, BundleError> {
        let numbers = Numbers::new(source.language)?;
        let (files, own) = match source.base() {
            Some(base) => (base.files(), source.files()),
            None => (source.files(), Vec::new()),
        };
        let over = own.into_iter().chain(over).collect();
        let mut catalog = Catalog::new(source.language, files, over, &numbers)?;
        let words = Self {
            page: page_texts(&mut catalog),
            status: StatusMessages::take(&mut catalog),
            notices: notice::take_all(&mut catalog),
            shared_notice_texts: SharedNoticeTexts::take(&mut catalog),
            draw: DrawTexts::take(&mut catalog),
            transfer: TransferTexts::take(&mut catalog),
            email: EmailTexts::take(&mut catalog),
            push: PushTexts::take(&mut catalog),
            identity: IdentityTexts::take(&mut catalog),
            hold: StepAsideTexts::take(&mut catalog),
            about: AboutTexts::take(&mut catalog),
            health: HealthTexts::take(&mut catalog),
            widget: WidgetTexts::take(&mut catalog),
        };
        catalog.finish()?;
        Ok(words)
    }
}

impl Language {
    /// Creates one culture of a language.
    ///
    /// # Errors
    /// Fails if CLDR does not know the culture.
    pub(super) fn new(tag: &str, family: &'static str, words: Arc<LanguageTexts>) -> Result<Self, BundleError> {
        Ok(Self {
            tag: tag.to_owned(),
            family,
            direction: direction(tag)?,
            culture: Arc::new(Culture::new(tag)?),
            words,
            wording: Arc::default(),
        })
    }

    /// Returns the same culture with other texts, which `wording` identifies.
    pub(super) fn with_texts(&self, words: Arc<LanguageTexts>, wording: Arc<str>) -> Self {
        Self {
            tag: self.tag.clone(),
            family: self.family,
            direction: self.direction,
            culture: Arc::clone(&self.culture),
            words,
            wording,
        }
    }

    /// Returns the tag of the language whose words these are: `de` for `de-CH`, `en-GB` for
    /// `en-IE`.
    #[must_use]
    pub fn family(&self) -> &'static str {
        self.family
    }

    /// Returns the BCP 47 tag, for `lang`.
    #[must_use]
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Identifies the messages of a theme among the texts; empty without any.
    #[must_use]
    pub fn wording(&self) -> &str {
        &self.wording
    }

    /// Returns the reading direction, for `dir`.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns the fixed texts of the waiting page.
    #[must_use]
    pub fn page_texts(&self) -> PageTexts {
        self.words.page.clone()
    }

    /// Returns the live texts of one poll, as plain text: the caller escapes them for HTML.
    #[must_use]
    pub fn status_texts(&self, status: &VisitorStatus<'_>) -> StatusTexts {
        self.live_texts(status).all()
    }

    /// Returns the live texts of one poll, each to be worded when it is needed.
    #[must_use]
    pub fn live_texts<'a>(&'a self, status: &'a VisitorStatus<'a>) -> LiveTexts<'a> {
        self.words.status.live(&self.culture, status)
    }

    /// Returns the texts of a page outside the line.
    #[must_use]
    pub fn notice(&self, notice: Notice) -> &NoticeTexts {
        &self.words.notices[notice as usize]
    }

    /// Returns the texts that pages outside the line share.
    #[must_use]
    pub fn shared_notice_texts(&self) -> &SharedNoticeTexts {
        &self.words.shared_notice_texts
    }

    /// Returns the texts of the page about a room's draws.
    #[must_use]
    pub fn draw_texts(&self) -> &DrawTexts {
        &self.words.draw
    }

    /// Returns the texts of the pages that transfer a place to another device.
    #[must_use]
    pub fn transfer_texts(&self) -> &TransferTexts {
        &self.words.transfer
    }

    /// Returns the texts about e-mail shortly before the turn.
    #[must_use]
    pub fn email_texts(&self) -> &EmailTexts {
        &self.words.email
    }

    /// Returns the texts of the switch for a web push.
    #[must_use]
    pub fn push_texts(&self) -> &PushTexts {
        &self.words.push
    }

    /// Returns the texts of the page that asks for a newcomer's identity.
    #[must_use]
    pub fn identity_texts(&self) -> &IdentityTexts {
        &self.words.identity
    }

    /// Returns the texts of the form by which visitors step aside.
    #[must_use]
    pub fn step_aside_texts(&self) -> &StepAsideTexts {
        &self.words.hold
    }

    /// Returns the texts of the page "What is this page?".
    #[must_use]
    pub fn about_texts(&self) -> &AboutTexts {
        &self.words.about
    }

    /// Returns the texts of the status page of the service and its rooms.
    #[must_use]
    pub fn health_texts(&self) -> &HealthTexts {
        &self.words.health
    }

    /// Returns the texts of widgets on other sites' pages.
    #[must_use]
    pub fn widget_texts(&self) -> &WidgetTexts {
        &self.words.widget
    }

    /// Returns an estimate in words, from its two ends in seconds.
    #[must_use]
    pub fn wait(&self, low: Option<u64>, high: Option<u64>) -> String {
        self.words.status.wait(&self.culture, low, high)
    }

    /// Returns that there is no estimate yet.
    #[must_use]
    pub fn wait_not_known_yet(&self) -> &str {
        self.words.status.wait_not_known_yet()
    }

    /// Returns the heading while nothing is left to sell.
    #[must_use]
    pub fn sold_out_headline(&self) -> &str {
        self.words.status.sold_out_headline()
    }

    /// Returns at most `most` steps of a countdown that a page runs by itself, in words. Each step
    /// has the least number of seconds for which its text is true; the longest time comes first.
    /// Times below a minute are omitted.
    #[must_use]
    pub fn countdown_steps(&self, seconds: u64, most: usize) -> Vec<(u64, String)> {
        countdown::steps(&self.culture, seconds).take(most).collect()
    }

    /// Returns the "powered by" line.
    #[must_use]
    pub fn powered_by(&self) -> &str {
        &self.words.page.powered_by
    }

    /// Formats a whole number.
    #[must_use]
    pub fn number(&self, number: u64) -> String {
        self.culture.numbers.format(number)
    }

    /// Prepares a number for a message that selects on it.
    #[must_use]
    pub fn count(&self, number: u64) -> Count {
        self.culture.count(number)
    }

    /// Returns the ten digits of this culture, 0 first.
    #[must_use]
    pub fn digits(&self) -> String {
        (0..10).map(|digit| self.culture.numbers.format(digit)).collect()
    }

    /// Returns the time to the start, as the countdown words it.
    #[must_use]
    pub fn countdown(&self, seconds: u64) -> String {
        self.words.status.countdown(&self.culture, seconds)
    }

    /// Formats the time of day in UTC of a Unix time: "10:32:05 UTC".
    #[must_use]
    pub fn time_utc(&self, unix_seconds: u64) -> String {
        let mut text = String::new();
        self.push_time_utc(&mut text, unix_seconds);
        text
    }

    /// Appends [`Self::time_utc`] to a text.
    pub fn push_time_utc(&self, text: &mut String, unix_seconds: u64) {
        let part = |part: u64| u8::try_from(part).expect("below 60");
        let (hour, minute, second) = (unix_seconds / 3_600 % 24, unix_seconds / 60 % 60, unix_seconds % 60);
        let time = (part(hour), part(minute), part(second));
        self.culture.push_time_utc(text, time);
    }

    /// Formats a date and a time of day in UTC: "December 1, 2026 at 10:00 AM UTC". Takes some
    /// microseconds, too long for polls.
    #[must_use]
    pub fn date_time_utc(&self, at: Timestamp) -> String {
        self.culture.date_time_utc(at)
    }

    /// Like [`Self::date_time_utc`], to the second if the minute has begun: "December 1, 2026 at
    /// 10:00:10 AM UTC".
    #[must_use]
    pub fn exact_date_time_utc(&self, at: Timestamp) -> String {
        self.culture.exact_date_time_utc(at)
    }

    /// Formats a duration in hours and minutes: "1 hour, 20 minutes".
    #[must_use]
    pub fn minutes(&self, minutes: u64) -> String {
        self.culture.minutes(minutes)
    }
}

/// Returns the direction of the script in which the language is written, by CLDR.
fn direction(tag: &str) -> Result<Direction, BundleError> {
    let tag: LanguageIdentifier = tag.parse().map_err(|_| BundleError::Culture(tag.to_owned()))?;
    Ok(if LocaleDirectionality::new_common().is_right_to_left(&tag) {
        Direction::Rtl
    } else {
        Direction::Ltr
    })
}
