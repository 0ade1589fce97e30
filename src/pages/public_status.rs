//! The public status of the service and its rooms: the same figures as a page and, under their
//! names here, as JSON.

use app::view::WaitKnowledge;
use askama::Template;
use serde::Serialize;

use super::frame::Frame;
use crate::{
    text::{HealthTexts, Language, Notice},
    theme::Theme,
};

/// The health of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    /// The service does not accept visitors yet.
    Starting,
    /// No problem is known.
    Ok,
    /// No new places are given.
    Degraded,
    /// The service no longer accepts visitors.
    Draining,
}

/// The public state of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PublicPhase {
    /// The room is not open yet.
    Idle,
    /// Visitors get places; their numbers will be drawn.
    Prequeue,
    /// The numbers are being drawn.
    Drawing,
    /// Visitors are let in.
    Queue,
    /// Nobody is let in for now.
    Paused,
    /// All visitors pass without a line.
    Disabled,
    /// The room is over.
    Postqueue,
}

/// The figures of a room. Figures that the room's pages do not show are absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RoomStatus {
    /// The customer's id.
    pub customer: String,
    /// The room's id.
    pub room: String,
    /// The room's name.
    pub name: String,
    /// The room's state.
    pub phase: PublicPhase,
    /// Whether a pre-queue's start is over, so that its numbers are drawn in a moment.
    #[serde(skip)]
    pub started: bool,
    /// Whether the room's `capacity` of waiting visitors is reached, so that newcomers get no
    /// place.
    pub full: bool,
    /// Whether nothing is left to sell, so that nobody is let in.
    #[serde(skip)]
    pub sold_out: bool,
    /// The number of people in line.
    pub waiting: Option<u64>,
    /// The number of people let in during the last minute.
    pub outflow_per_minute: u64,
    /// The lower end of the wait that is estimated for a newcomer, seconds.
    pub wait_seconds_low: Option<u64>,
    /// The upper end of the wait that is estimated for a newcomer, seconds.
    pub wait_seconds_high: Option<u64>,
    /// Whether that wait is known, or why not; `None` if no wait is shown.
    pub wait_status: Option<WaitKnowledge>,
    /// The address for joining, while the room has a line.
    pub enter_url: Option<String>,
}

/// The values of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicStatusPage<'a> {
    /// The health of the service.
    pub health: Health,
    /// The rooms on the page.
    pub rooms: RoomsShown<'a>,
    /// The time of the figures, Unix seconds.
    pub at_seconds: u64,
    /// The waiting page beside which the visitor opened this one.
    pub line_url: Option<&'a str>,
}

/// The rooms that a page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoomsShown<'a> {
    /// The service's page: all rooms that it is allowed to name.
    Listed(&'a [RoomStatus]),
    /// The page of one room.
    One(&'a RoomStatus),
}

impl Health {
    fn words(self, words: &HealthTexts) -> String {
        match self {
            Self::Starting => words.lead_starting(&[]),
            Self::Ok => words.lead_good(&[]),
            Self::Degraded => words.lead_degraded(&[]),
            Self::Draining => words.lead_stopping(&[]),
        }
    }

    /// Returns its stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Starting => "starting",
            Self::Ok => "ok",
            Self::Degraded => "degraded",
            Self::Draining => "draining",
        }
    }
}

impl PublicPhase {
    /// All phases.
    pub const ALL: [Self; 7] = [
        Self::Idle,
        Self::Prequeue,
        Self::Drawing,
        Self::Queue,
        Self::Paused,
        Self::Disabled,
        Self::Postqueue,
    ];

    fn words(self, language: &Language) -> String {
        let words = language.health_texts();
        match self {
            Self::Idle => words.phase_idle(&[]),
            Self::Prequeue => words.phase_prequeue(&[]),
            Self::Drawing => language.page_texts().drawing_headline,
            Self::Queue => words.phase_queue(&[]),
            Self::Paused => words.phase_paused(&[]),
            Self::Disabled => words.phase_disabled(&[]),
            Self::Postqueue => words.phase_postqueue(&[]),
        }
    }

    /// Returns whether there is a line to join, with figures.
    #[must_use]
    pub fn has_line(self) -> bool {
        matches!(self, Self::Prequeue | Self::Drawing | Self::Queue | Self::Paused)
    }
}

impl PublicStatusPage<'_> {
    /// Renders the page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let words = language.health_texts();
        let rooms: &[RoomStatus] = match self.rooms {
            RoomsShown::Listed(rooms) => rooms,
            RoomsShown::One(room) => std::slice::from_ref(room),
        };
        let one = match self.rooms {
            RoomsShown::Listed(_) => None,
            RoomsShown::One(room) => Some(room),
        };
        let is_paused = rooms.iter().any(|room| room.phase == PublicPhase::Paused);
        let lead = match self.health {
            // That everything works is no comfort to those whom a paused room keeps waiting.
            Health::Ok if is_paused => String::new(),
            health => health.words(words),
        };
        let headline = (words.title(&[]), lead);
        let mut frame = Frame::new(("status", self.health.name()), headline, language, theme);
        frame.brand = one.map_or(frame.brand, |room| &room.name);
        let view = PublicStatusView {
            frame,
            words,
            listed: one.is_none(),
            rooms: rooms.iter().map(|room| RoomRow::of(room, language)).collect(),
            updated: words.updated(&[&language.time_utc(self.at_seconds)]),
            back: &language.shared_notice_texts().way_back,
            line_url: self.line_url,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "public_status.html")]
struct PublicStatusView<'a> {
    frame: Frame<'a>,
    words: &'a HealthTexts,
    listed: bool,
    rooms: Vec<RoomRow<'a>>,
    updated: String,
    back: &'a str,
    line_url: Option<&'a str>,
}

/// The texts of one room.
struct RoomRow<'a> {
    name: &'a str,
    phase: String,
    figures: Vec<(String, String)>,
    enter_url: Option<&'a str>,
}

impl<'a> RoomRow<'a> {
    fn of(room: &'a RoomStatus, language: &Language) -> Self {
        let words = language.health_texts();
        let outflow = room.phase.has_line().then_some(room.outflow_per_minute);
        let wait = room.wait_seconds_low.zip(room.wait_seconds_high);
        let figures = [
            (
                words.room_waiting_label(&[]),
                room.waiting.map(|people| language.number(people)),
            ),
            (
                words.room_outflow_label(&[]),
                outflow.map(|people| language.number(people)),
            ),
            (
                words.room_wait_label(&[]),
                match room.wait_status {
                    Some(WaitKnowledge::NotKnownYet) => Some(language.wait_not_known_yet().to_owned()),
                    _ => wait.map(|(low, high)| language.wait(Some(low), Some(high))),
                },
            ),
        ];
        let figures = figures.into_iter().filter_map(|(label, figure)| Some((label, figure?)));
        Self {
            name: &room.name,
            phase: match room.phase {
                PublicPhase::Prequeue | PublicPhase::Drawing | PublicPhase::Queue if room.full => {
                    language.notice(Notice::RoomFull).heading.clone()
                }
                // The heading of the pages of those in line.
                PublicPhase::Queue | PublicPhase::Paused if room.sold_out => language.sold_out_headline().to_owned(),
                PublicPhase::Prequeue if room.started => language.page_texts().started_headline,
                phase => phase.words(language),
            },
            figures: figures.collect(),
            enter_url: room.enter_url.as_deref(),
        }
    }
}
