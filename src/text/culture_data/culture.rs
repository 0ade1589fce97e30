//! The formats of one culture: numbers, durations, times and dates. The data is CLDR's, compiled in
//! by ICU4X.

use jiff::Timestamp;

use crate::text::duration::Durations;
use crate::text::error::BundleError;
use crate::text::number::{Count, Numbers};
use crate::text::times::Times;
use crate::text::wait::DisplayMinutes;

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
        self.durations
            .hours_and_minutes(&self.numbers, minutes / 60, minutes % 60)
    }

    /// Formats days and the remaining hours; empty for 0.
    pub(in crate::text) fn days(&self, days: u64, hours: u64) -> String {
        self.durations.days_and_hours(&self.numbers, days, hours)
    }

    /// Formats a time of day: "10:32:05 UTC".
    pub(in crate::text) fn time_utc(&self, hour: u8, minute: u8, second: u8) -> String {
        self.times.of_day(&self.numbers, hour, minute, second)
    }

    /// Formats a date with the time of day: "December 1, 2026 at 10:00 AM UTC".
    pub(in crate::text) fn date_time_utc(&self, at: Timestamp) -> String {
        self.times.date_time(at)
    }
}
