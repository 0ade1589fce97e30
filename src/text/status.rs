//! The live texts of a poll.

use app::view::{PageState, StatusTexts};

use super::catalog::Catalog;
use super::countdown::{Countdown, CountdownMessages};
use super::culture::Culture;
use super::estimate::WaitMessages;
use super::template::{PluralTemplates, Template};
use super::visitor_status::VisitorStatus;

/// Replaces a figure that does not exist or is not shown.
const NONE: &str = "–";

/// One language's messages for [`StatusTexts`].
#[derive(Debug)]
pub(super) struct StatusMessages {
    in_line: StateTexts,
    next: StateTexts,
    first_in_line: StateTexts,
    paused: StateTexts,
    redirecting: StateTexts,
    idle: StateTexts,
    prequeue: StateTexts,
    drawing: StateTexts,
    ended: StateTexts,
    turn_elsewhere: StateTexts,
    title_waiting: Template,
    announce_in_line: PluralTemplates,
    announce_ahead: PluralTemplates,
    announce_wait: Template,
    title_starts: Template,
    announce_starts: Template,
    countdown: CountdownMessages,
    wait: WaitMessages,
}

/// The texts of one state that do not depend on a number. `announce` is empty if the announcement
/// depends on one.
#[derive(Debug)]
struct StateTexts {
    title: Template,
    headline: String,
    lead: String,
    announce: Template,
}

impl StateTexts {
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
            // The text for the device that tries to take the place over is true for any other
            // device that looks on.
            turn_elsewhere: StateTexts {
                title: Template::cut(""),
                headline: catalog.fixed("move-title"),
                lead: catalog.fixed("move-error-turn"),
                announce: catalog.template("move-error-turn", &[]),
            },
            title_waiting: catalog.template("status-title-waiting", &["room"]),
            announce_in_line: catalog.counted("status-announce-in-line", "ahead", &["wait"]),
            announce_ahead: catalog.counted("status-announce-ahead", "ahead", &[]),
            announce_wait: catalog.template("status-announce-wait", &["wait"]),
            in_line: StateTexts {
                title: catalog.template("status-title-in-line", &["ahead", "room"]),
                headline: catalog.fixed("status-headline-in-line"),
                lead: catalog.fixed("status-lead-in-line"),
                announce: Template::cut(""),
            },
            next: StateTexts::take(catalog, "next"),
            first_in_line: StateTexts::take(catalog, "first-in-line"),
            paused: StateTexts::take(catalog, "paused"),
            // The island itself shows the same heading and sentence at the turn.
            redirecting: StateTexts {
                title: catalog.template("status-title-redirecting", &["ahead", "room"]),
                headline: catalog.fixed("page-redirecting-headline"),
                lead: catalog.fixed("page-redirecting-lead"),
                announce: catalog.template("status-announce-redirecting", &[]),
            },
            idle: StateTexts::take(catalog, "idle"),
            prequeue: StateTexts::take(catalog, "prequeue"),
            drawing: StateTexts::take(catalog, "drawing"),
            ended: StateTexts::take(catalog, "ended"),
            title_starts: catalog.template("status-title-starts", &["countdown", "room"]),
            announce_starts: catalog.template("status-announce-starts", &["countdown"]),
            countdown: CountdownMessages::take(catalog),
            wait: WaitMessages::take(catalog),
        }
    }

    /// Words an estimate.
    pub(super) fn wait(&self, culture: &Culture, low: Option<u64>, high: Option<u64>) -> String {
        self.wait.words(culture, low, high)
    }

    /// Words a countdown.
    pub(super) fn countdown(&self, culture: &Culture, seconds: u64) -> String {
        self.countdown.words(culture, Countdown::of_seconds(seconds))
    }

    /// Returns the texts for one visitor.
    pub(super) fn texts(&self, culture: &Culture, standing: &VisitorStatus<'_>) -> StatusTexts {
        let shown = standing.shown;
        let ahead = figure(shown.ahead.then_some(standing.ahead), culture);
        let wait = match standing.state {
            PageState::InLine | PageState::FirstInLine if shown.wait && !standing.is_through() => {
                self.wait(culture, standing.wait_low_seconds, standing.wait_high_seconds)
            }
            _ => NONE.to_owned(),
        };
        let reason = standing.shown_reason();
        let reason = reason.map(|reason| self.wait.reason(reason).to_owned());
        let countdown = Countdown::of(standing);
        let (title, announce) = self.title_and_announcement(culture, standing, (&ahead, &wait), countdown);
        let moment = self.moment(standing);
        StatusTexts {
            state: standing.state,
            title,
            headline: moment.headline.clone(),
            lead: moment.lead.clone(),
            number: figure(standing.number.filter(|_| shown.number), culture),
            countdown: self.countdown.words(culture, countdown),
            ahead,
            wait,
            reason: reason.unwrap_or_default(),
            announce,
        }
    }

    /// Returns title and announcement. Both contain the time while the start lies ahead; otherwise
    /// they are the state's own.
    fn title_and_announcement(
        &self,
        culture: &Culture,
        standing: &VisitorStatus<'_>,
        (ahead, wait): (&str, &str),
        countdown: Countdown,
    ) -> (String, String) {
        if !matches!(countdown, Countdown::None | Countdown::Now) {
            let words = self.countdown.words(culture, countdown);
            let title = self.title_starts.fill(&[&words, standing.room]);
            return (title, self.announce_starts.fill(&[&words]));
        }
        let (moment, shown) = (self.moment(standing), standing.shown);
        let announce = match standing.state {
            PageState::InLine => self.announce_line(culture, standing, (ahead, wait)),
            _ => moment.announce.fill(&[wait]),
        };
        let title = match standing.state {
            PageState::InLine if !shown.ahead => self.title_waiting.fill(&[standing.room]),
            // In the format of pages outside the line.
            PageState::FirstInLine if standing.is_elsewhere => format!("{} · {}", moment.headline, standing.room),
            _ => moment.title.fill(&[ahead, standing.room]),
        };
        (title, announce)
    }

    /// Returns the announcement for a place in line, with those of the two figures that the room
    /// shows.
    fn announce_line(&self, culture: &Culture, standing: &VisitorStatus<'_>, (ahead, wait): (&str, &str)) -> String {
        let category = culture.numbers.category(standing.ahead);
        match (standing.shown.ahead, standing.shown.wait) {
            (true, true) if standing.ahead == 0 => self.next.announce.fill(&[wait]),
            (true, true) => self.announce_in_line.fill(category, &[ahead, wait]),
            (true, false) if standing.ahead == 0 => self.next.lead.clone(),
            (true, false) => self.announce_ahead.fill(category, &[ahead]),
            (false, true) => self.announce_wait.fill(&[wait]),
            (false, false) => self.in_line.headline.clone(),
        }
    }

    fn moment(&self, standing: &VisitorStatus<'_>) -> &StateTexts {
        match (standing.state, standing.ahead) {
            (PageState::InLine, _) if !standing.shown.ahead => &self.in_line,
            (PageState::InLine, 0) => &self.next,
            (PageState::InLine, _) => &self.in_line,
            (PageState::FirstInLine, _) if standing.is_elsewhere => &self.turn_elsewhere,
            (PageState::FirstInLine, _) => &self.first_in_line,
            (PageState::Redirecting, _) => &self.redirecting,
            (PageState::Paused, _) => &self.paused,
            (PageState::Idle, _) => &self.idle,
            (PageState::Prequeue, _) => &self.prequeue,
            (PageState::Drawing, _) => &self.drawing,
            (PageState::Ended, _) => &self.ended,
        }
    }
}

fn figure(number: Option<u64>, culture: &Culture) -> String {
    number.map_or_else(|| NONE.to_owned(), |number| culture.numbers.format(number))
}
