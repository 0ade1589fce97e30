//! The live texts of a poll.

use std::borrow::Cow;

use app::view::{PageState, StatusTexts};

use super::catalog::Catalog;
use super::countdown::{Countdown, CountdownMessages};
use super::culture::Culture;
use super::estimate::WaitMessages;
use super::stock::StockMessages;
use super::template::{PluralTemplates, Template};
use super::visitor_status::VisitorStatus;

/// Replaces a figure that does not exist or is not shown.
const NONE: &str = "–";
/// The initial capacity for a figure, bytes.
const FIGURE_BYTES_GUESS: usize = 48;
/// The initial capacity for a sentence, bytes.
const SENTENCE_BYTES_GUESS: usize = 128;

/// One language's messages for [`StatusTexts`].
#[derive(Debug)]
pub(super) struct StatusMessages {
    in_line: StateTexts,
    next: StateTexts,
    almost: StateTexts,
    first_in_line: StateTexts,
    paused: StateTexts,
    sold_out: StateTexts,
    aside: StateTexts,
    redirecting: StateTexts,
    idle: StateTexts,
    prequeue: StateTexts,
    drawing: StateTexts,
    started: StateTexts,
    drawn: DrawnTexts,
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
    stock: StockMessages,
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

/// The texts that reveal a number.
#[derive(Debug)]
struct DrawnTexts {
    headline: Template,
    lead: String,
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
            // The text for the device that tries to take the place over also applies to any other
            // device that views it.
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
            almost: StateTexts {
                title: catalog.template("status-title-in-line", &["ahead", "room"]),
                headline: catalog.fixed("status-headline-almost"),
                lead: catalog.fixed("status-lead-almost"),
                announce: Template::cut(""),
            },
            first_in_line: StateTexts::take(catalog, "first-in-line"),
            paused: StateTexts::take(catalog, "paused"),
            sold_out: StateTexts {
                title: catalog.template("status-title-sold-out", &["ahead", "room"]),
                headline: catalog.fixed("status-headline-sold-out"),
                lead: catalog.fixed("status-lead-sold-out"),
                announce: catalog.template("status-lead-sold-out", &[]),
            },
            aside: StateTexts {
                title: Template::cut(""),
                headline: catalog.fixed("status-headline-aside"),
                lead: catalog.fixed("status-lead-aside"),
                announce: catalog.template("status-lead-aside", &[]),
            },
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
            started: StateTexts {
                title: Template::cut(""),
                headline: catalog.fixed("status-headline-started"),
                lead: catalog.fixed("status-lead-started"),
                announce: catalog.template("status-lead-started", &[]),
            },
            drawn: DrawnTexts {
                headline: catalog.template("status-headline-drawn", &["number", "population"]),
                lead: catalog.fixed("status-lead-drawn"),
            },
            ended: StateTexts::take(catalog, "ended"),
            title_starts: catalog.template("status-title-starts", &["countdown", "room"]),
            announce_starts: catalog.template("status-announce-starts", &["countdown"]),
            countdown: CountdownMessages::take(catalog),
            wait: WaitMessages::take(catalog),
            stock: StockMessages::take(catalog),
        }
    }

    /// Words an estimate.
    pub(super) fn wait(&self, culture: &Culture, low: Option<u64>, high: Option<u64>) -> String {
        worded(FIGURE_BYTES_GUESS, |text| self.wait.push(text, culture, (low, high)))
    }

    /// Returns that there is no estimate yet.
    pub(super) fn wait_not_known_yet(&self) -> &str {
        self.wait.not_known_yet()
    }

    /// Returns the heading of a visitor in line while nothing is left to sell.
    pub(super) fn sold_out_headline(&self) -> &str {
        &self.sold_out.headline
    }

    /// Words a countdown.
    pub(super) fn countdown(&self, culture: &Culture, seconds: u64) -> String {
        worded(FIGURE_BYTES_GUESS, |text| {
            self.countdown.push(text, culture, Countdown::of_seconds(seconds));
        })
    }

    /// Returns the texts for one visitor.
    pub(super) fn live<'a>(&'a self, culture: &'a Culture, status: &'a VisitorStatus<'a>) -> LiveTexts<'a> {
        LiveTexts {
            words: self,
            culture,
            status,
        }
    }

    fn moment(&self, status: &VisitorStatus<'_>) -> &StateTexts {
        match (status.state, status.ahead) {
            (PageState::InLine | PageState::Almost, 0) if status.shown.ahead => &self.next,
            (PageState::InLine | PageState::Drawn, _) => &self.in_line,
            (PageState::Almost, _) => &self.almost,
            (PageState::FirstInLine, _) if status.is_elsewhere => &self.turn_elsewhere,
            (PageState::FirstInLine, _) => &self.first_in_line,
            (PageState::Aside, _) => &self.aside,
            (PageState::Redirecting, _) => &self.redirecting,
            (PageState::Paused, _) => &self.paused,
            (PageState::SoldOut, _) => &self.sold_out,
            (PageState::Idle, _) => &self.idle,
            (PageState::Prequeue, _) if status.has_started() => &self.started,
            (PageState::Prequeue, _) => &self.prequeue,
            (PageState::Drawing, _) => &self.drawing,
            (PageState::Ended, _) => &self.ended,
        }
    }
}

/// The live texts for one visitor. Each text is created on request, since most polls need few of
/// them.
#[derive(Debug, Clone, Copy)]
pub struct LiveTexts<'a> {
    words: &'a StatusMessages,
    culture: &'a Culture,
    status: &'a VisitorStatus<'a>,
}

impl<'a> LiveTexts<'a> {
    /// Returns all texts.
    #[must_use]
    pub fn all(&self) -> StatusTexts {
        StatusTexts {
            state: self.status.state,
            title: worded(SENTENCE_BYTES_GUESS, |text| self.push_title(text)),
            headline: self.headline().into_owned(),
            lead: self.lead().to_owned(),
            ahead: worded(FIGURE_BYTES_GUESS, |text| self.push_ahead(text)),
            wait: worded(FIGURE_BYTES_GUESS, |text| self.push_wait(text)),
            reason: self.reason().to_owned(),
            stock: self.stock(),
            number: worded(FIGURE_BYTES_GUESS, |text| self.push_number(text)),
            countdown: worded(0, |text| self.push_countdown(text)),
            announce: worded(SENTENCE_BYTES_GUESS, |text| self.push_announce(text)),
        }
    }

    /// Appends the number of people ahead to a text.
    pub fn push_ahead(&self, text: &mut String) {
        let ahead = self.status.shown.ahead.then_some(self.status.ahead);
        push_figure(text, ahead, self.culture);
    }

    /// Appends the estimate to a text.
    pub fn push_wait(&self, text: &mut String) {
        let status = self.status;
        match status.state {
            PageState::InLine | PageState::Almost | PageState::Drawn | PageState::FirstInLine | PageState::SoldOut
                if status.shown.wait && !status.is_through() =>
            {
                let ends = (status.wait_low_seconds, status.wait_high_seconds);
                match status.is_wait_not_known_yet {
                    true => text.push_str(self.words.wait_not_known_yet()),
                    false => self.words.wait.push(text, self.culture, ends),
                }
            }
            // The duration is not known.
            PageState::Paused if status.shown.wait => self.words.wait.push(text, self.culture, (None, None)),
            _ => text.push_str(NONE),
        }
    }

    /// Returns the reason why the estimate rose; empty without one.
    #[must_use]
    pub fn reason(&self) -> &'a str {
        let reason = self.status.shown_reason();
        reason.map_or("", |reason| self.words.wait.reason(reason))
    }

    /// Returns the sentence about the remaining stock and the people ahead; empty if the stock is
    /// unknown.
    #[must_use]
    pub fn stock(&self) -> String {
        let status = self.status;
        let Some(stock) = &status.stock else {
            return String::new();
        };
        let stands_behind = status.state.is_waiting() && status.shown.ahead && status.ahead > 0;
        let category = self.culture.numbers.category(status.ahead);
        let announce = &self.words.announce_ahead;
        let ahead = stands_behind.then(|| {
            worded(SENTENCE_BYTES_GUESS, |text| {
                announce.push(category, text, |text, _| self.push_ahead(text));
            })
        });
        self.words.stock.words(self.culture, stock, &ahead.unwrap_or_default())
    }

    /// Appends the queue number to a text.
    pub fn push_number(&self, text: &mut String) {
        let number = self.status.number.filter(|_| self.status.shown.number);
        push_figure(text, number, self.culture);
    }

    /// Returns the heading.
    #[must_use]
    pub fn headline(&self) -> Cow<'a, str> {
        match self.revealed() {
            Some(drawn) => drawn.into(),
            None => self.words.moment(self.status).headline.as_str().into(),
        }
    }

    /// Returns the heading that reveals the number: "You drew 40 of 82".
    fn revealed(&self) -> Option<String> {
        let status = self.status;
        let number = status
            .number
            .filter(|_| status.shown.number && status.state == PageState::Drawn);
        let [number, population] = [number?, status.population?].map(|number| self.culture.numbers.format(number));
        Some(self.words.drawn.headline.fill(&[&number, &population]))
    }

    /// Returns the sentence under the heading.
    #[must_use]
    pub fn lead(&self) -> &'a str {
        if self.status.state == PageState::Drawn {
            return &self.words.drawn.lead;
        }
        &self.words.moment(self.status).lead
    }

    /// Returns whether there is a countdown to the start.
    #[must_use]
    pub fn has_countdown(&self) -> bool {
        Countdown::of(self.status) != Countdown::None
    }

    /// Appends the time to the start to a text; nothing if there is no countdown.
    pub fn push_countdown(&self, text: &mut String) {
        let countdown = Countdown::of(self.status);
        self.words.countdown.push(text, self.culture, countdown);
    }

    /// Whether title and announcement contain the time until a future start instead of the state's
    /// own texts.
    fn starts_later(&self) -> bool {
        !matches!(Countdown::of(self.status), Countdown::None | Countdown::Now)
    }

    /// Appends the title to a text.
    pub fn push_title(&self, text: &mut String) {
        let (words, status) = (self.words, self.status);
        if self.starts_later() {
            return words.title_starts.push(text, |text, index| match index {
                0 => self.push_countdown(text),
                _ => text.push_str(status.room),
            });
        }
        let is_headline = match status.state {
            PageState::Drawn | PageState::Aside => true,
            PageState::Prequeue => status.has_started(),
            PageState::FirstInLine => status.is_elsewhere,
            _ => false,
        };
        match status.state {
            state if state.is_waiting() && !status.shown.ahead => {
                words.title_waiting.push(text, |text, _| text.push_str(status.room));
            }
            // In the format of pages outside the line.
            _ if is_headline => text.extend([&*self.headline(), " · ", status.room]),
            _ => words.moment(status).title.push(text, |text, index| match index {
                0 => self.push_ahead(text),
                _ => text.push_str(status.room),
            }),
        }
    }

    /// Appends the announcement for screen readers to a text.
    pub fn push_announce(&self, text: &mut String) {
        if self.starts_later() {
            let announce = &self.words.announce_starts;
            return announce.push(text, |text, _| self.push_countdown(text));
        }
        match self.status.state {
            state if state.is_waiting() => {
                self.push_announce_line(text);
                if let Some(stock) = &self.status.stock {
                    text.extend([" ", &self.words.stock.left(self.culture, stock)]);
                }
            }
            PageState::Drawn => text.extend([&*self.headline(), ". ", self.lead()]),
            _ => {
                let announce = &self.words.moment(self.status).announce;
                announce.push(text, |text, _| self.push_wait(text));
            }
        }
    }

    /// Appends the announcement for a place in line to a text, with those of the two figures that
    /// the room shows.
    fn push_announce_line(&self, text: &mut String) {
        let (words, status) = (self.words, self.status);
        let category = self.culture.numbers.category(status.ahead);
        match (status.shown.ahead, status.shown.wait) {
            (true, true) if status.ahead == 0 => words.next.announce.push(text, |text, _| self.push_wait(text)),
            (true, true) => words.announce_in_line.push(category, text, |text, index| match index {
                0 => self.push_ahead(text),
                _ => self.push_wait(text),
            }),
            (true, false) if status.ahead == 0 => text.push_str(&words.next.lead),
            (true, false) => words
                .announce_ahead
                .push(category, text, |text, _| self.push_ahead(text)),
            (false, true) => words.announce_wait.push(text, |text, _| self.push_wait(text)),
            (false, false) => text.push_str(&words.in_line.headline),
        }
    }
}

fn push_figure(text: &mut String, number: Option<u64>, culture: &Culture) {
    match number {
        Some(number) => culture.numbers.push(text, number),
        None => text.push_str(NONE),
    }
}

/// Returns what `push` appends.
fn worded(bytes_guess: usize, push: impl FnOnce(&mut String)) -> String {
    let mut text = String::with_capacity(bytes_guess);
    push(&mut text);
    text
}
