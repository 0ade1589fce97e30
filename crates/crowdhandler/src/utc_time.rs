//! Points in time as the API writes them: `YYYY-MM-DDThh:mm:ssZ`, whole seconds, always `Z`.
//! Signatures cover the text itself, so the same time must always give the same text.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use serde::{Serialize, Serializer};
use units::UnixSeconds;

/// A point in time that displays as `2024-06-01T12:00:00Z`. Times beyond the year 9999 display as
/// `9999-12-30T22:00:00Z`, the latest time that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UtcTime(pub UnixSeconds);

impl fmt::Display for UtcTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}Z", civil(self.0))
    }
}

impl Serialize for UtcTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Returns date and time of day in UTC, in whole seconds.
pub(crate) fn civil(at: UnixSeconds) -> DateTime {
    let latest = Timestamp::MAX.as_second();
    let seconds = i64::try_from(at.0).unwrap_or(latest).min(latest);
    let at = Timestamp::from_second(seconds).expect("at or below the latest");
    Offset::UTC.to_datetime(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_whole_seconds_and_a_z() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_717_243_200, "2024-06-01T12:00:00Z"),
            (1_795_228_760, "2026-11-21T02:39:20Z"),
            (u64::MAX, "9999-12-30T22:00:00Z"),
        ] {
            assert_eq!(UtcTime(UnixSeconds(seconds)).to_string(), text);
        }
    }
}
