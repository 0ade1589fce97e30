//! The live texts of a poll.

use app::view::{PageState, StatusTexts, WaitReason};

use super::{
    catalog::Catalog,
    number::Numbers,
    template::{Counted, Template},
    wait::{Minutes, Wait},
};

/// Shown in the place of a figure that there is none of.
const NONE: &str = "–";

/// Where a visitor stands, as far as words need to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing<'a> {
    /// What kind of moment it is.
    pub state: PageState,
    /// People ahead.
    pub ahead: u64,
    /// Lower end of the estimate, seconds.
    pub wait_low_seconds: Option<u64>,
    /// Upper end of the estimate, seconds. Both ends or none: half an estimate is shown as none.
    pub wait_high_seconds: Option<u64>,
    /// Set while the wait stands above what was told before.
    pub reason: Option<WaitReason>,
    /// The queue number, 1-based, once there is one.
    pub number: Option<u64>,
    /// The room's name as its operator wrote it.
    pub room: &'a str,
}

/// One language's messages for [`StatusTexts`].
#[derive(Debug)]
pub(super) struct StatusMessages {
    in_line: Moment,
    next: Moment,
    first_in_line: Moment,
    paused: Moment,
    redirecting: Moment,
    announce_in_line: Counted,
    wait: WaitMessages,
}

/// The texts of one state that do not depend on a number. `announce` is empty where it does.
#[derive(Debug)]
struct Moment {
    title: Template,
    headline: String,
    lead: String,
    announce: Template,
}

impl Moment {
    fn take(catalog: &mut Catalog<'_>, state: &str) -> Self {
        Self {
            title: catalog.template(&format!("status-title-{state}"), &["ahead", "room"]),
            headline: catalog.fixed(&format!("status-headline-{state}")),
            lead: catalog.fixed(&format!("status-lead-{state}")),
            announce: catalog.template(&format!("status-announce-{state}"), &["wait"]),
        }
    }
}

impl StatusMessages {
    pub(super) fn take(catalog: &mut Catalog<'_>) -> Self {
        Self {
            announce_in_line: catalog.counted("status-announce-in-line", "ahead", &["wait"]),
            in_line: Moment {
                title: catalog.template("status-title-in-line", &["ahead", "room"]),
                headline: catalog.fixed("status-headline-in-line"),
                lead: catalog.fixed("status-lead-in-line"),
                announce: Template::cut(""),
            },
            next: Moment::take(catalog, "next"),
            first_in_line: Moment::take(catalog, "first-in-line"),
            paused: Moment::take(catalog, "paused"),
            // The island shows the same heading and sentence by itself when the turn comes.
            redirecting: Moment {
                title: catalog.template("status-title-redirecting", &["ahead", "room"]),
                headline: catalog.fixed("page-redirecting-headline"),
                lead: catalog.fixed("page-redirecting-lead"),
                announce: catalog.template("status-announce-redirecting", &[]),
            },
            wait: WaitMessages::take(catalog),
        }
    }

    /// The texts for one standing.
    pub(super) fn texts(&self, numbers: &Numbers, standing: &Standing<'_>) -> StatusTexts {
        let ahead = numbers.format(standing.ahead);
        let wait = match standing.state {
            PageState::Paused | PageState::Redirecting => NONE.to_owned(),
            PageState::InLine | PageState::FirstInLine => self.wait.words(numbers, standing),
        };
        let moment = self.moment(standing);
        let announce = match (standing.state, standing.ahead) {
            (PageState::InLine, people @ 1..) => self.announce_in_line.fill(numbers.category(people), &[&ahead, &wait]),
            _ => moment.announce.fill(&[&wait]),
        };
        StatusTexts {
            title: moment.title.fill(&[&ahead, standing.room]),
            headline: moment.headline.clone(),
            lead: moment.lead.clone(),
            number: standing
                .number
                .map_or_else(|| NONE.to_owned(), |number| numbers.format(number)),
            ahead,
            wait,
            announce,
        }
    }

    fn moment(&self, standing: &Standing<'_>) -> &Moment {
        match (standing.state, standing.ahead) {
            (PageState::InLine, 0) => &self.next,
            (PageState::InLine, _) => &self.in_line,
            (PageState::FirstInLine, _) => &self.first_in_line,
            (PageState::Redirecting, _) => &self.redirecting,
            (PageState::Paused, _) => &self.paused,
        }
    }
}

/// The phrasings of an estimate.
#[derive(Debug)]
struct WaitMessages {
    unknown: String,
    under_a_minute: String,
    over_a_day: String,
    up_to: Template,
    about: Template,
    between: Template,
    range_minutes: Counted,
    range_hours: Counted,
    minutes: Counted,
    hours: Counted,
    both: Template,
    because: Template,
    operator_slowed: String,
    paused: String,
    more_came_back: String,
    store_away: String,
}

impl WaitMessages {
    fn take(catalog: &mut Catalog<'_>) -> Self {
        Self {
            unknown: catalog.fixed("status-wait-unknown"),
            under_a_minute: catalog.fixed("status-wait-under-a-minute"),
            over_a_day: catalog.fixed("status-wait-over-a-day"),
            up_to: catalog.template("status-wait-up-to", &["duration"]),
            about: catalog.template("status-wait-about", &["duration"]),
            between: catalog.template("status-wait-between", &["low", "high"]),
            range_minutes: catalog.counted("status-wait-range-minutes", "high", &["low"]),
            range_hours: catalog.counted("status-wait-range-hours", "high", &["low"]),
            minutes: catalog.counted("status-duration-minutes", "minutes", &[]),
            hours: catalog.counted("status-duration-hours", "hours", &[]),
            both: catalog.template("status-duration-both", &["hours", "minutes"]),
            because: catalog.template("status-wait-because", &["wait", "reason"]),
            operator_slowed: catalog.fixed("status-reason-operator-slowed"),
            paused: catalog.fixed("status-reason-paused"),
            more_came_back: catalog.fixed("status-reason-more-came-back"),
            store_away: catalog.fixed("status-reason-store-away"),
        }
    }

    fn words(&self, numbers: &Numbers, standing: &Standing<'_>) -> String {
        let wait = Wait::of_seconds(standing.wait_low_seconds, standing.wait_high_seconds);
        let words = self.range(numbers, wait);
        match standing.reason {
            Some(reason) => self.because.fill(&[&words, self.reason(reason)]),
            None => words,
        }
    }

    fn reason(&self, reason: WaitReason) -> &str {
        match reason {
            WaitReason::OperatorSlowed => &self.operator_slowed,
            WaitReason::Paused => &self.paused,
            WaitReason::MoreCameBack => &self.more_came_back,
            WaitReason::StoreAway => &self.store_away,
        }
    }

    fn range(&self, numbers: &Numbers, wait: Wait) -> String {
        let range = |message: &Counted, low: u64, high: u64| {
            let shown = [numbers.format(high), numbers.format(low)];
            message.fill(numbers.category(high), &[&shown[0], &shown[1]])
        };
        match wait {
            Wait::Unknown => self.unknown.clone(),
            Wait::UnderAMinute => self.under_a_minute.clone(),
            Wait::OverADay => self.over_a_day.clone(),
            Wait::UpTo(high) => self.up_to.fill(&[&self.duration(numbers, high)]),
            Wait::About(both) => self.about.fill(&[&self.duration(numbers, both)]),
            Wait::Between(low, high) if high < 60 => range(&self.range_minutes, low, high),
            Wait::Between(low, high) if low % 60 == 0 && high % 60 == 0 => {
                range(&self.range_hours, low / 60, high / 60)
            }
            Wait::Between(low, high) => self
                .between
                .fill(&[&self.duration(numbers, low), &self.duration(numbers, high)]),
        }
    }

    fn duration(&self, numbers: &Numbers, minutes: Minutes) -> String {
        let counted = |message: &Counted, count: u64| message.fill(numbers.category(count), &[&numbers.format(count)]);
        match (minutes / 60, minutes % 60) {
            (0, minutes) => counted(&self.minutes, minutes),
            (hours, 0) => counted(&self.hours, hours),
            (hours, minutes) => self
                .both
                .fill(&[&counted(&self.hours, hours), &counted(&self.minutes, minutes)]),
        }
    }
}
