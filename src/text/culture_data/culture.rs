//! How one culture writes what is no word: numbers, lengths of time, times and dates. Data: CLDR,
//! compiled in by ICU4X.

use jiff::Timestamp;

use crate::text::duration::Durations;
use crate::text::error::BundleError;
use crate::text::number::{Count, Numbers};
use crate::text::times::Times;
use crate::text::wait::DisplayMinutes;

/// One culture's ways.
#[derive(Debug)]
pub(in crate::text) struct Culture {
    pub(in crate::text) numbers: Numbers,
    durations: Durations,
    times: Times,
}

impl Culture {
    /// # Errors
    /// The tag is no BCP 47 tag, or there is no data for it.
    pub(in crate::text) fn new(tag: &str) -> Result<Self, BundleError> {
        let numbers = Numbers::new(tag)?;
        Ok(Self {
            durations: Durations::new(tag, &numbers)?,
            times: Times::new(tag, &numbers)?,
            numbers,
        })
    }

    /// A whole number with digits, grouping and plural category.
    pub(in crate::text) fn count(&self, number: u64) -> Count {
        Count {
            category: self.numbers.category(number),
            shown: self.numbers.format(number),
        }
    }

    /// Minutes, from an hour on hours and minutes; none are no text.
    pub(in crate::text) fn minutes(&self, minutes: DisplayMinutes) -> String {
        self.durations
            .hours_and_minutes(&self.numbers, minutes / 60, minutes % 60)
    }

    /// Days, and hours beyond them; none are no text.
    pub(in crate::text) fn days(&self, days: u64, hours: u64) -> String {
        self.durations.days_and_hours(&self.numbers, days, hours)
    }

    /// A time of day: "10:32:05 UTC".
    pub(in crate::text) fn time_utc(&self, hour: u8, minute: u8, second: u8) -> String {
        self.times.of_day(&self.numbers, hour, minute, second)
    }

    /// A date with the time of day: "December 1, 2026 at 10:00 AM UTC".
    pub(in crate::text) fn date_time_utc(&self, at: Timestamp) -> String {
        self.times.date_time(at)
    }
}
