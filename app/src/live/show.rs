//! Displays the answers of polls: texts and figures, sentences for screen readers, the connection,
//! the way to the target.

mod announcement;
mod connection;
mod title;

use std::rc::Rc;

use announcement::FigureChange;
use leptos::prelude::*;

use super::{
    Live, browser,
    countdown::{SECONDS_TO_DRAW, SECONDS_TO_PREQUEUE, SECONDS_TO_START},
    glide::{Glide, glide_ms},
    icon::Icon,
    poller::Poller,
    premiere::TURNED,
    reply::PollFigures,
};
use crate::view::NEAR_SECONDS;
use crate::{
    entry_times::{EntryEstimate, EntryTimes},
    hole::{ENTRY_OR, ENTRY_TIMES, figure_length},
    minutes::{minutes_down, minutes_up},
    status::{BriefParts, fingerprint, write_brief},
    view::PageState,
};

/// The attributes of `<html>` with the lengths of the two figures, by which the stylesheet sizes
/// them.
const AHEAD_LENGTH: &str = "data-ahead-length";
const NUMBER_LENGTH: &str = "data-number-length";
/// The attribute of the island's root with the two texts for an unknown wait.
pub(super) const WAIT_UNKNOWN: &str = "data-wait-unknown";
/// The attribute of `<html>` with the reason why the wait rose.
const REASON: &str = "data-reason";
/// A wait of less than this needs no time of day, seconds.
const ENTRY_SECONDS_MIN: f64 = 120.0;
/// A wait of more than this would need a date beside the time of day, seconds: the ends of a range
/// of a whole day are one time of day.
const ENTRY_SECONDS_MAX: f64 = 43_200.0;
/// The attributes of `<html>` by which `controls.js` asks for the room's version.
const VERSION: &str = "data-version";
const CHECK_MS: &str = "data-check-ms";
/// The slot of the sentence about the stock.
const STOCK: &str = "stock";

impl Poller {
    /// Returns the argument `brief`: the values that the page already shows or has announced, for
    /// the server to leave out.
    pub(super) fn on_page(&self) -> String {
        let milestones = self.milestones.get();
        let announce_from = milestones.announce_from(browser::monotonic_ms());
        let message = self.message.take();
        let brief = write_brief(BriefParts {
            state: &browser::root_attribute("data-state"),
            reason: &browser::root_attribute(REASON),
            message: &browser::print(f64::from(fingerprint(&message))),
            announce_from: &announce_from.map(browser::print).unwrap_or_default(),
            is_wait_unknown: milestones.is_wait_unknown(),
            stock: &browser::print(f64::from(fingerprint(&browser::slot_text(STOCK)))),
            version: &browser::root_attribute(VERSION),
            language: &browser::root_attribute("lang"),
            is_hidden: browser::is_hidden(),
        });
        self.message.set(message);
        brief
    }

    pub(super) fn show(&self, figures: &PollFigures) {
        let live = self.live;
        let mut is_glide_new = false;
        // Without a line, or if the room does not show it, there is no number ahead as a limit.
        if !figures.ahead_count.is_nan() {
            let mut promise = self.promise.get();
            let before = promise.least_ahead();
            if promise.admits_ahead(figures.ahead_count)
                && let Some(ahead) = &figures.ahead
            {
                // "No one is ahead of you" stands above the number, and after a silence the number
                // shown is older than all other words.
                let is_apart = figures.state == PageState::FirstInLine || connection::is_back();
                is_glide_new = self.show_ahead(before, figures.ahead_count, ahead, is_apart);
            }
            self.promise.set(promise);
        }
        if !figures.progress.is_nan() {
            let mut promise = self.promise.get();
            browser::set_root_style("--glide", &(browser::print(glide_ms(self.pause_ms.get())) + "ms"));
            live.progress.set(browser::print(promise.progress(figures.progress)));
            self.promise.set(promise);
        }
        self.show_start(figures);

        let wait = live.wait.get_untracked();
        set(live.wait, figures.wait.as_ref());
        let new_wait = live.wait.get_untracked();
        let change = FigureChange {
            line_changed: figures.ahead.is_some() || wait != new_wait,
            is_glide_new,
            is_wait_unknown: is_wait_unknown(&new_wait),
        };
        if let Some(stock) = &figures.stock {
            browser::set_slot_text(STOCK, stock);
        }
        if let Some(number) = &figures.number {
            set_figure(live.number, NUMBER_LENGTH, number);
        }
        set(live.reason, figures.reason.as_ref());
        browser::set_root_attribute(REASON, &figures.reason_name);
        // The same condition as `data-near` has when the page is loaded.
        let is_near = figures.state.is_waiting() && figures.wait_seconds.0 <= NEAR_SECONDS as f64;
        browser::set_root_attribute("data-near", if is_near { "1" } else { "" });
        browser::set_root_attribute(VERSION, &figures.version);
        browser::set_root_attribute(CHECK_MS, &figures.check_ms);
        live.updated_utc.set(figures.updated_utc.clone());
        show_time(live, &figures.updated_utc);
        self.show_heading(figures.state, &figures.title, &figures.headline, &figures.lead);
        self.show_entry(figures);
        if figures.state == PageState::FirstInLine {
            self.notify_turn();
        }
        self.announce(figures, change);
    }

    /// Shows the wait as times of day in the visitor's zone: "Expected entry about 10:42
    /// (10:38–10:51)". The times are computed from the server's time; without it, without a wait,
    /// or with a short or very long one, nothing is shown.
    fn show_entry(&self, figures: &PollFigures) {
        let (low, high) = figures.wait_seconds;
        let entry = if (ENTRY_SECONDS_MIN..=ENTRY_SECONDS_MAX).contains(&high) {
            self.entry.get().updated(EntryEstimate {
                at_ms: browser::unix_ms(&figures.updated_utc),
                low_seconds: low,
                high_seconds: high,
                has_reason: !figures.reason_name.is_empty(),
            })
        } else {
            EntryTimes::NONE
        };
        self.entry.set(entry);
        let at = browser::time_of_day;
        let times = || Some([at(entry.about)?, at(entry.from)?, at(entry.to)?]);
        // In the words of the wait beside them, the two ends are one figure.
        let is_one = minutes_down(low as u64) == minutes_up(high as u64);
        let text = times().map(|times| filled(&browser::island_attribute("data-entry"), &times, is_one));
        browser::set_slot_text("entry", &text.unwrap_or_default());
    }

    /// Shows a number ahead, with an animation if possible: only if the browser formats numbers as
    /// the server does, so that the digits do not change between two scripts, and not `at_once`.
    /// Returns whether an animation has begun.
    fn show_ahead(&self, before: Option<f64>, ahead: f64, text: &str, at_once: bool) -> bool {
        let now_ms = browser::monotonic_ms();
        let shown = self.glide.get().and_then(|glide| glide.at(now_ms)).or(before);
        let moves = !at_once && !browser::is_hidden() && browser::may_move() && browser::grouped(ahead) == text;
        let glide = shown
            .and_then(|shown| Glide::new(shown, ahead, now_ms, glide_ms(self.pause_ms.get())))
            .filter(|_| moves);
        self.ahead.set(text.to_owned());
        self.glide.set(glide);
        if glide.is_none() {
            set_figure(self.live.ahead, AHEAD_LENGTH, text);
        }
        glide.is_some()
    }

    /// Ends an animation at once.
    pub(super) fn arrive(&self) {
        if self.glide.take().is_some() {
            set_figure(self.live.ahead, AHEAD_LENGTH, &self.ahead.take());
            self.is_title_behind.set(true);
            self.say_pending();
        }
    }

    /// Draws the state as the icon of a tab in the background; a visible tab has the theme's own
    /// icon.
    pub(super) fn draw_icon(&self) {
        if !browser::is_hidden() {
            if let Some(own) = self.icon.take() {
                browser::set_icon(&own);
            }
            return;
        }
        let share = browser::parse(&self.live.progress.get_untracked());
        let icon = Icon {
            state: PageState::from_name(&browser::root_attribute("data-state")).unwrap_or_default(),
            lost: self.lost_in_a_row.get() > 0,
            // NaN if the page has no progress bar.
            percent: browser::print((share.max(0.0) * 100.0).round()),
            accent: browser::token("--accent", "#3a4fd0"),
            go: browser::token("--go", "#0a6b4f"),
            hold: browser::token("--hold", "#8a5300"),
        };
        let before = browser::set_icon(&browser::data_url(&icon.svg()));
        self.icon.set(self.icon.take().or(before));
    }

    /// Notifies the visitor of the turn once, at the first answer that reports it.
    fn notify_turn(&self) {
        if !self.is_turn_notified.replace(true) {
            self.notify.tell(&document().title(), &browser::slot_text("lead"));
        }
    }

    /// Shows the times until the pre-queue and the start as reported. Below an hour, the page's own
    /// countdown replaces each of them.
    fn show_start(&self, figures: &PollFigures) {
        let now_ms = browser::monotonic_ms();
        for (seconds, countdown, attribute) in [
            (figures.seconds_to_start, &self.countdown, SECONDS_TO_START),
            (figures.seconds_to_prequeue, &self.prequeue, SECONDS_TO_PREQUEUE),
            (figures.seconds_to_draw, &self.draw, SECONDS_TO_DRAW),
        ] {
            countdown.set(countdown.get().updated(seconds, now_ms));
            let there_is_one = !seconds.is_nan();
            let had_one = !browser::root_attribute(attribute).is_empty();
            let has_begun = attribute == SECONDS_TO_START && had_one && !there_is_one;
            if has_begun && !figures.seconds_to_draw.is_nan() {
                // The poll reported the start before the page's own clock reached it.
                browser::set_root_attribute(TURNED, "1");
            }
            browser::set_root_attribute(
                attribute,
                &if there_is_one {
                    browser::print(seconds)
                } else {
                    String::new()
                },
            );
        }
        if !figures.starts_utc.is_empty() {
            show_date(self.live, &figures.starts_utc);
            self.live.starts_utc.set(figures.starts_utc.clone());
        }
        set(self.live.countdown, figures.countdown.as_ref());
        set(self.live.prequeue, figures.prequeue_countdown.as_ref());
        self.count();
    }

    pub(super) fn count(&self) {
        let now_ms = browser::monotonic_ms();
        for (countdown, text) in [
            (&self.countdown, self.live.countdown),
            (&self.prequeue, self.live.prequeue),
            (&self.draw, self.live.draw),
        ] {
            if let Some(clock) = countdown.get().clock(now_ms, &self.digits) {
                text.set(clock);
            }
        }
        if self.prequeue.get().is_over(now_ms) {
            self.live
                .prequeue
                .set(browser::slot_attribute("headline", "data-joining"));
        }
        self.show_segments(now_ms);
        self.turn_pages(now_ms);
    }

    pub(super) fn leave(&self, url: &str) {
        self.left.set(true);
        self.connected();
        let headline = Some(browser::slot_attribute("headline", "data-redirecting"));
        let lead = Some(browser::slot_attribute("lead", "data-redirecting"));
        self.show_heading(PageState::Redirecting, &headline, &headline, &lead);
        browser::set_root_attribute(REASON, "");
        self.live.progress.set("1".to_owned());
        self.live.target.set(url.to_owned());
        set(self.live.announce, headline.as_ref());
        self.notify_turn();
        _ = window().location().replace(url);
    }

    pub(super) fn show_heading(
        &self,
        state: PageState,
        title: &Option<String>,
        headline: &Option<String>,
        lead: &Option<String>,
    ) {
        if !state.is_waiting() {
            // If the line stands still or ends, the page shows the answer's number at once.
            self.arrive();
        }
        browser::set_root_attribute("data-state", state.as_str());
        if let Some(title) = title {
            self.set_title(title);
        }
        if !state.is_waiting() || browser::is_hidden() {
            self.show_title();
        }
        for (slot, text) in [("headline", headline), ("lead", lead)] {
            if let Some(text) = text {
                browser::set_slot_text(slot, text);
            }
        }
    }
}

/// Returns whether the text of a wait is one of the two for an unknown wait.
pub(super) fn is_wait_unknown(wait: &str) -> bool {
    let unknown = browser::island_attribute(WAIT_UNKNOWN);
    !wait.is_empty() && (unknown.starts_with(wait) || unknown.ends_with(wait))
}

/// Advances the number and the title with every frame until the animation ends and the title is
/// shown; a running animation adopts a new number.
pub(super) fn glide(poller: &Rc<Poller>) {
    let is_due = poller.glide.get().is_some() || poller.is_title_behind.get();
    if is_due && !poller.gliding.replace(true) {
        frame(Rc::clone(poller));
    }
}

fn frame(poller: Rc<Poller>) {
    let now_ms = browser::monotonic_ms();
    let number = poller.glide.get().and_then(|glide| glide.at(now_ms));
    if let Some(number) = number {
        set_figure(poller.live.ahead, AHEAD_LENGTH, &browser::grouped(number));
        poller.is_title_behind.set(true);
    } else {
        poller.arrive();
    }
    poller.follow_title(now_ms);
    let goes_on = number.is_some() || poller.is_title_behind.get();
    poller.gliding.set(goes_on);
    if goes_on {
        request_animation_frame(move || frame(poller));
    }
}

/// Puts the times in the places of [`ENTRY_TIMES`], in the first of the two sentences if there is
/// one time. No line breaks inside a time: its spaces become no-break spaces.
fn filled(template: &str, times: &[String; 3], is_one: bool) -> String {
    let mut whole = String::new();
    for character in template.chars() {
        match ENTRY_TIMES.iter().position(|mark| *mark == character) {
            Some(at) => {
                for part in times[at].chars() {
                    whole.push(if part == ' ' { '\u{a0}' } else { part });
                }
            }
            None if character == ENTRY_OR && is_one => break,
            None if character == ENTRY_OR => whole.clear(),
            None => whole.push(character),
        }
    }
    whole
}

pub(super) fn show_time(live: Live, utc: &str) {
    if let Some(local) = browser::local_time(utc) {
        live.updated.set(local);
    }
}

pub(super) fn show_date(live: Live, utc: &str) {
    if let Some(local) = browser::local_date(utc) {
        live.starts_at.set(local);
    }
}

/// Shows a figure, sized so that it fits on one line.
fn set_figure(figure: RwSignal<String>, length: &str, text: &str) {
    browser::set_root_attribute(length, &browser::print(figure_length(text) as f64));
    figure.set(text.to_owned());
}

/// Sets the text if the answer contains it; otherwise the text stays.
fn set(text: RwSignal<String>, new: Option<&String>) {
    if let Some(new) = new {
        text.set(new.clone());
    }
}
