//! The texts of an estimate, and of the reasons why it rose.

use app::view::WaitReason;

use super::catalog::Catalog;
use super::culture::Culture;
use super::template::{PluralTemplates, Template};
use super::wait::Wait;

/// The phrasings of an estimate.
#[derive(Debug)]
pub(super) struct WaitMessages {
    unknown: String,
    not_yet: String,
    under_a_minute: String,
    over_a_day: String,
    up_to: Template,
    about: Template,
    between: Template,
    range_minutes: PluralTemplates,
    range_hours: PluralTemplates,
    operator_slowed: String,
    paused: String,
    more_came_back: String,
    store_away: String,
    capped_by_sessions: String,
    pool_shared: String,
    autotune_slowed: String,
    priority: String,
    restored: String,
}

impl WaitMessages {
    pub(super) fn take(catalog: &mut Catalog<'_>) -> Self {
        Self {
            unknown: catalog.fixed("status-wait-unknown"),
            not_yet: catalog.fixed("status-wait-not-yet"),
            under_a_minute: catalog.fixed("status-wait-under-a-minute"),
            over_a_day: catalog.fixed("status-wait-over-a-day"),
            up_to: catalog.template("status-wait-up-to", &["duration"]),
            about: catalog.template("status-wait-about", &["duration"]),
            between: catalog.template("status-wait-between", &["low", "high"]),
            range_minutes: catalog.counted("status-wait-range-minutes", "high", &["low"]),
            range_hours: catalog.counted("status-wait-range-hours", "high", &["low"]),
            operator_slowed: catalog.fixed("status-reason-operator-slowed"),
            paused: catalog.fixed("status-reason-paused"),
            more_came_back: catalog.fixed("status-reason-more-came-back"),
            store_away: catalog.fixed("status-reason-store-away"),
            capped_by_sessions: catalog.fixed("status-reason-capped-by-sessions"),
            pool_shared: catalog.fixed("status-reason-pool-shared"),
            autotune_slowed: catalog.fixed("status-reason-autotune-slowed"),
            priority: catalog.fixed("status-reason-priority"),
            restored: catalog.fixed("status-reason-restored"),
        }
    }

    /// Returns the reason as a sentence.
    pub(super) fn reason(&self, reason: WaitReason) -> &str {
        match reason {
            WaitReason::OperatorSlowed => &self.operator_slowed,
            WaitReason::Paused => &self.paused,
            WaitReason::MoreCameBack => &self.more_came_back,
            WaitReason::StoreAway => &self.store_away,
            WaitReason::CappedBySessions => &self.capped_by_sessions,
            WaitReason::PoolShared => &self.pool_shared,
            WaitReason::AutotuneSlowed => &self.autotune_slowed,
            WaitReason::Priority => &self.priority,
            WaitReason::Restored => &self.restored,
        }
    }

    /// Returns that there is no estimate yet.
    pub(super) fn not_known_yet(&self) -> &str {
        &self.not_yet
    }

    /// Appends an estimate to a text, by its two ends in seconds; if one is missing, the wait is
    /// unknown.
    pub(super) fn push(&self, text: &mut String, culture: &Culture, (low, high): (Option<u64>, Option<u64>)) {
        let push_range = |text: &mut String, message: &PluralTemplates, (low, high): (u64, u64)| {
            let numbers = &culture.numbers;
            let ends = [high, low];
            message.push(numbers.category(high), text, |text, index| {
                numbers.push(text, ends[index]);
            });
        };
        match Wait::of_seconds(low, high) {
            Wait::Unknown => text.push_str(&self.unknown),
            Wait::UnderAMinute => text.push_str(&self.under_a_minute),
            Wait::OverADay => text.push_str(&self.over_a_day),
            Wait::UpTo(high) => self.up_to.push(text, |text, _| culture.push_minutes(text, high)),
            Wait::About(both) => self.about.push(text, |text, _| culture.push_minutes(text, both)),
            Wait::Between(low, high) if high < 60 => push_range(text, &self.range_minutes, (low, high)),
            Wait::Between(low, high) if low % 60 == 0 && high % 60 == 0 => {
                push_range(text, &self.range_hours, (low / 60, high / 60));
            }
            Wait::Between(low, high) => {
                let ends = [low, high];
                self.between
                    .push(text, |text, index| culture.push_minutes(text, ends[index]));
            }
        }
    }
}
