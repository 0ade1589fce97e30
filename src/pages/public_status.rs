//! How the service and its rooms stand, for everybody: the same figures as a page and, by their
//! names here, as JSON.

use askama::Template;
use serde::Serialize;

use super::frame::Frame;
use crate::{
    text::{HealthWords, Language},
    theme::Theme,
};

/// How the service stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    /// It does not take visitors yet.
    Starting,
    /// All is well.
    Ok,
    /// No new places.
    Degraded,
    /// It does not take visitors any more.
    Draining,
}

/// What a room is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PublicPhase {
    /// Not open yet.
    Idle,
    /// People get a place, and their numbers will be drawn or are being drawn.
    Prequeue,
    /// People are let in.
    Queue,
    /// Nobody is let in for now.
    Paused,
    /// Everybody passes.
    Disabled,
    /// It is over.
    Postqueue,
}

/// One room's figures. What its pages do not show is not here either.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RoomStatus {
    /// Whose.
    pub customer: String,
    /// Its id.
    pub room: String,
    /// Its name.
    pub name: String,
    /// What it is doing.
    pub phase: PublicPhase,
    /// People in line.
    pub waiting: Option<u64>,
    /// People let in during the last minute.
    pub outflow_per_minute: u64,
    /// Lower end of what a newcomer would wait.
    pub wait_seconds_low: Option<u64>,
    /// Upper end.
    pub wait_seconds_high: Option<u64>,
    /// Where to get a place, while there are places.
    pub enter_url: Option<String>,
}

/// What the page is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicStatusPage<'a> {
    /// How the service stands.
    pub health: Health,
    /// What is about all rooms, or about one alone.
    pub rooms: RoomsShown<'a>,
    /// When it was so, Unix seconds.
    pub at_seconds: u64,
}

/// Of which rooms a page tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoomsShown<'a> {
    /// The service's page: those that it may name.
    Listed(&'a [RoomStatus]),
    /// The page of one.
    One(&'a RoomStatus),
}

impl Health {
    fn words(self, words: &HealthWords) -> String {
        match self {
            Self::Starting => words.lead_starting(&[]),
            Self::Ok => words.lead_good(&[]),
            Self::Degraded => words.lead_degraded(&[]),
            Self::Draining => words.lead_stopping(&[]),
        }
    }

    /// The stable word for it.
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
    /// Every phase.
    pub const ALL: [Self; 6] = [
        Self::Idle,
        Self::Prequeue,
        Self::Queue,
        Self::Paused,
        Self::Disabled,
        Self::Postqueue,
    ];

    fn words(self, words: &HealthWords) -> String {
        match self {
            Self::Idle => words.phase_idle(&[]),
            Self::Prequeue => words.phase_prequeue(&[]),
            Self::Queue => words.phase_queue(&[]),
            Self::Paused => words.phase_paused(&[]),
            Self::Disabled => words.phase_disabled(&[]),
            Self::Postqueue => words.phase_postqueue(&[]),
        }
    }

    /// Whether there is a line to join and to tell figures of.
    #[must_use]
    pub fn has_line(self) -> bool {
        matches!(self, Self::Prequeue | Self::Queue | Self::Paused)
    }
}

impl PublicStatusPage<'_> {
    /// The page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let words = language.health_words();
        let rooms: &[RoomStatus] = match self.rooms {
            RoomsShown::Listed(rooms) => rooms,
            RoomsShown::One(room) => std::slice::from_ref(room),
        };
        let one = match self.rooms {
            RoomsShown::Listed(_) => None,
            RoomsShown::One(room) => Some(room),
        };
        let headline = (words.title(&[]), self.health.words(words));
        let mut frame = Frame::new(("status", self.health.name()), headline, language, theme);
        frame.brand = one.map_or(frame.brand, |room| &room.name);
        let view = PublicStatusView {
            frame,
            words,
            listed: one.is_none(),
            rooms: rooms.iter().map(|room| RoomRow::of(room, language)).collect(),
            updated: words.updated(&[&language.time_utc(self.at_seconds)]),
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "public_status.html")]
struct PublicStatusView<'a> {
    frame: Frame<'a>,
    words: &'a HealthWords,
    listed: bool,
    rooms: Vec<RoomRow<'a>>,
    updated: String,
}

/// A room in words.
struct RoomRow<'a> {
    name: &'a str,
    phase: String,
    figures: Vec<(String, String)>,
    enter_url: Option<&'a str>,
}

impl<'a> RoomRow<'a> {
    fn of(room: &'a RoomStatus, language: &Language) -> Self {
        let words = language.health_words();
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
                wait.map(|(low, high)| language.wait(Some(low), Some(high))),
            ),
        ];
        let figures = figures.into_iter().filter_map(|(label, figure)| Some((label, figure?)));
        Self {
            name: &room.name,
            phase: room.phase.words(words),
            figures: figures.collect(),
            enter_url: room.enter_url.as_deref(),
        }
    }
}
