//! Lengths of time: "1 hour 20 minutes".

use super::{
    catalog::Catalog,
    number::Numbers,
    template::{Counted, Template},
    wait::Minutes,
};

/// One language's words for lengths of time.
#[derive(Debug)]
pub(super) struct Durations {
    minutes: Counted,
    hours: Counted,
    both: Template,
}

impl Durations {
    pub(super) fn take(catalog: &mut Catalog<'_>) -> Self {
        Self {
            minutes: catalog.counted("status-duration-minutes", "minutes", &[]),
            hours: catalog.counted("status-duration-hours", "hours", &[]),
            both: catalog.template("status-duration-both", &["hours", "minutes"]),
        }
    }

    /// Minutes, from an hour on hours and minutes.
    pub(super) fn minutes(&self, numbers: &Numbers, minutes: Minutes) -> String {
        match (minutes / 60, minutes % 60) {
            (0, minutes) => counted(&self.minutes, numbers, minutes),
            (hours, 0) => self.hours(numbers, hours),
            (hours, minutes) => self
                .both
                .fill(&[&self.hours(numbers, hours), &counted(&self.minutes, numbers, minutes)]),
        }
    }

    /// Hours alone.
    pub(super) fn hours(&self, numbers: &Numbers, hours: u64) -> String {
        counted(&self.hours, numbers, hours)
    }
}

/// A message that holds nothing but its number.
pub(super) fn counted(message: &Counted, numbers: &Numbers, count: u64) -> String {
    message.fill(numbers.category(count), &[&numbers.format(count)])
}
