//! The formats of one culture: numbers, durations, times and dates. The data is CLDR's, compiled in
//! by ICU4X.

use jiff::Timestamp;

use crate::text::duration::Durations;
use crate::text::error::BundleError;
use crate::text::number::{Count, Numbers};
use crate::text::times::Times;
use crate::text::wait::DisplayMinutes;

/// The initial capacity for a duration, bytes.
const DURATION_BYTES_GUESS: usize = 48;
/// The initial capacity for a time of day, bytes.
const TIME_BYTES_GUESS: usize = 24;

/// The formats of one culture.
#[derive(Debug)]
pub(in crate::text) struct Culture {
    pub(in crate::text) numbers: Numbers,
    durations: Durations,
    times: Times,
}

impl Culture {
    /// # Errors
    /// Fails if the tag is not a BCP 47 tag, or there is no data for it.
    pub(in crate::text) fn new(tag: &str) -> Result<Self, BundleError> {
        let numbers = Numbers::new(tag)?;
        Ok(Self {
            durations: Durations::new(tag, &numbers)?,
            times: Times::new(tag, &numbers)?,
            numbers,
        })
    }

    /// Formats a whole number and returns it with its plural category.
    pub(in crate::text) fn count(&self, number: u64) -> Count {
        Count {
            category: self.numbers.category(number),
            shown: self.numbers.format(number),
        }
    }

    /// Formats minutes, from an hour on as hours and minutes; empty for 0.
    pub(in crate::text) fn minutes(&self, minutes: DisplayMinutes) -> String {
        let mut text = String::with_capacity(DURATION_BYTES_GUESS);
        self.push_minutes(&mut text, minutes);
        text
    }

    /// Appends [`Self::minutes`] to a text.
    pub(in crate::text) fn push_minutes(&self, text: &mut String, minutes: DisplayMinutes) {
        let both = (minutes / 60, minutes % 60);
        self.durations.push_hours_and_minutes(text, &self.numbers, both);
    }

    /// Formats days and the remaining hours; empty for 0.
    pub(in crate::text) fn days(&self, days: u64, hours: u64) -> String {
        let mut text = String::with_capacity(DURATION_BYTES_GUESS);
        self.push_days(&mut text, days, hours);
        text
    }

    /// Appends [`Self::days`] to a text.
    pub(in crate::text) fn push_days(&self, text: &mut String, days: u64, hours: u64) {
        self.durations.push_days_and_hours(text, &self.numbers, (days, hours));
    }

    /// Formats a time of day: "10:32:05 UTC".
    pub(in crate::text) fn time_utc(&self, hour: u8, minute: u8, second: u8) -> String {
        let mut text = String::with_capacity(TIME_BYTES_GUESS);
        self.push_time_utc(&mut text, (hour, minute, second));
        text
    }

    /// Appends [`Self::time_utc`] to a text.
    pub(in crate::text) fn push_time_utc(&self, text: &mut String, time: (u8, u8, u8)) {
        self.times.push_of_day(text, &self.numbers, time);
    }

    /// Formats a date with the time of day: "December 1, 2026 at 10:00 AM UTC".
    pub(in crate::text) fn date_time_utc(&self, at: Timestamp) -> String {
        self.times.date_time(at)
    }

    pub(in crate::text) fn exact_date_time_utc(&self, at: Timestamp) -> String {
        self.times.exact_date_time(at)
    }
}
