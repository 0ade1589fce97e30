//! Times of day and dates of one culture, in UTC: "10:32:05 UTC", "December 1, 2026 at 10:00 AM
//! UTC". Patterns, names, calendars and 12-hour or 24-hour clocks follow CLDR.
//!
//! Every page shows the time of day, so ICU formats each of the 24 hours once on creation, with
//! gaps for minute and second. Dates are formatted by ICU on every call, since they are needed once
//! per rendering. The zone's name is the same everywhere and comes last.

use icu_datetime::{
    DateTimeFormatter, NoCalendarFormatter, fieldsets,
    input::{Date, DateTime, Time},
};
use icu_locale_core::Locale;
use jiff::{Timestamp, tz::TimeZone};

use crate::text::error::BundleError;
use crate::text::number::Numbers;
use crate::text::template::{Template, marker};

/// Appended to every time.
const ZONE: &str = " UTC";
/// A minute and a second whose digits occur nowhere else in a time.
const MINUTE: u8 = 34;
const SECOND: u8 = 56;

/// The formats of one culture.
#[derive(Debug)]
pub(in crate::text) struct Times {
    /// For each hour of the day, with gaps for minute and second.
    hours: Vec<Template>,
    date: DateTimeFormatter<fieldsets::YMDT>,
    date_to_the_second: DateTimeFormatter<fieldsets::YMDT>,
}

impl Times {
    /// # Errors
    /// Fails if the tag is not a BCP 47 tag, or there is no data for it.
    pub(in crate::text) fn new(tag: &str, numbers: &Numbers) -> Result<Self, BundleError> {
        let unknown = || BundleError::Culture(tag.to_owned());
        let locale: Locale = tag.parse().map_err(|_| unknown())?;
        let of_day = NoCalendarFormatter::try_new((&locale).into(), fieldsets::T::hms()).map_err(|_| unknown())?;
        let date = DateTimeFormatter::try_new((&locale).into(), fieldsets::YMD::long().with_time_hm());
        let to_the_second = DateTimeFormatter::try_new((&locale).into(), fieldsets::YMD::long().with_time_hms());
        let two_digits = |number| {
            let mut text = String::new();
            numbers.push_two_digits(&mut text, number);
            text
        };
        let hours = (0..24).map(|hour| {
            let time = Time::try_new(hour, MINUTE, SECOND, 0).ok()?;
            let text = of_day.format(&time).to_string();
            let text = text.replacen(&two_digits(MINUTE), &marker(0), 1);
            Some(Template::cut(&text.replacen(&two_digits(SECOND), &marker(1), 1)))
        });
        Ok(Self {
            hours: hours.collect::<Option<_>>().ok_or_else(unknown)?,
            date: date.map_err(|_| unknown())?,
            date_to_the_second: to_the_second.map_err(|_| unknown())?,
        })
    }

    /// Appends a time of day to a text.
    pub(in crate::text) fn push_of_day(
        &self,
        text: &mut String,
        numbers: &Numbers,
        (hour, minute, second): (u8, u8, u8),
    ) {
        let hour = &self.hours[usize::from(hour) % self.hours.len()];
        hour.push(text, |text, index| {
            numbers.push_two_digits(text, [minute, second][index])
        });
        text.push_str(ZONE);
    }

    /// Formats a date with the time of day to the minute.
    pub(in crate::text) fn date_time(&self, at: Timestamp) -> String {
        written(at, &self.date)
    }

    /// Formats a date with the time of day, to the second if the minute has begun.
    pub(in crate::text) fn exact_date_time(&self, at: Timestamp) -> String {
        let is_whole_minute = at.as_second() % 60 == 0;
        let format = if is_whole_minute {
            &self.date
        } else {
            &self.date_to_the_second
        };
        written(at, format)
    }
}

fn written(at: Timestamp, format: &DateTimeFormatter<fieldsets::YMDT>) -> String {
    let at = at.to_zoned(TimeZone::UTC);
    let part = |part: i8| u8::try_from(part).expect("calendars count from one, clocks from nought");
    let (date, hour, minute, second) = (at.date(), part(at.hour()), part(at.minute()), part(at.second()));
    let input = DateTime {
        date: Date::try_new_iso(i32::from(date.year()), part(date.month()), part(date.day()))
            .expect("both calendars are the Gregorian one"),
        time: Time::try_new(hour, minute, second, 0).expect("both clocks have 24 hours"),
    };
    format.format(&input).to_string() + ZONE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::culture::Culture;

    #[test]
    fn times_of_day_are_written_as_icu_writes_them() {
        for tag in [
            "en-US",
            "en-GB",
            "de",
            "ja",
            "ar-EG",
            "hi",
            "ko",
            "zh-Hant-TW",
            "zh-Hans",
            "fi",
            "bg",
            "da",
            "fa",
            "es-MX",
            "fil",
            "ta",
        ] {
            let culture = Culture::new(tag).unwrap();
            let locale: Locale = tag.parse().unwrap();
            let icu = NoCalendarFormatter::try_new((&locale).into(), fieldsets::T::hms()).unwrap();
            for (hour, minute, second) in (0..24).flat_map(|hour| [(hour, 0, 0), (hour, 5, 59), (hour, hour, 0)]) {
                let expected = icu.format(&Time::try_new(hour, minute, second, 0).unwrap()).to_string();
                assert_eq!(culture.time_utc(hour, minute, second), expected + " UTC", "{tag}");
            }
        }
    }

    #[test]
    fn a_date_has_the_cultures_order_names_digits_and_calendar() {
        let start: Timestamp = "2026-12-01T10:00:00Z".parse().unwrap();
        let written = |tag: &str| Culture::new(tag).unwrap().date_time_utc(start);
        assert_eq!(written("en-US"), "December 1, 2026 at 10:00\u{202f}AM UTC");
        assert_eq!(written("en-GB"), "1 December 2026 at 10:00 UTC");
        assert_eq!(written("de-DE"), "1. Dezember 2026 um 10:00 UTC");
        assert_eq!(written("ja-JP"), "2026年12月1日 10:00 UTC");
        assert!(written("th-TH").contains("2569"), "{}", written("th-TH"));
        assert!(written("ar-EG").contains("١ ديسمبر ٢٠٢٦"), "{}", written("ar-EG"));
    }

    #[test]
    fn a_start_within_a_minute_has_its_seconds() {
        let written = |tag: &str, at: &str| Culture::new(tag).unwrap().exact_date_time_utc(at.parse().unwrap());
        for tag in ["en-US", "de-DE", "ja-JP", "ar-EG"] {
            let culture = Culture::new(tag).unwrap();
            let whole = "2026-12-01T20:00:00Z";
            assert_eq!(
                written(tag, whole),
                culture.date_time_utc(whole.parse().unwrap()),
                "{tag}"
            );
        }
        assert_eq!(
            written("en-US", "2026-12-01T20:00:10Z"),
            "December 1, 2026 at 8:00:10\u{202f}PM UTC"
        );
        assert_eq!(
            written("de-DE", "2026-12-01T20:00:10Z"),
            "1. Dezember 2026 um 20:00:10 UTC"
        );
        assert!(written("ar-EG", "2026-12-01T20:00:10Z").contains("٨:٠٠:١٠"));
    }
}
