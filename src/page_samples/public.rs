//! Samples of the public pages: the purpose of this host, and the status of the service and its
//! rooms.

use app::view::WaitKnowledge;

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene};
use crate::pages::{AboutPage, Health, PublicPhase, PublicStatusPage, RoomStatus, RoomsShown};
use crate::text::Language;
use crate::theme::Theme;

/// 09:47:55 UTC.
const AT_SECONDS: u64 = 35_275;

/// The values of a status page.
#[derive(Debug, Clone)]
pub(super) struct StatusSample {
    health: Health,
    rooms: Vec<RoomStatus>,
    one: bool,
}

impl StatusSample {
    pub(super) fn render(&self, language: &Language, theme: &Theme) -> String {
        let rooms = match self.rooms.as_slice() {
            [room] if self.one => RoomsShown::One(room),
            rooms => RoomsShown::Listed(rooms),
        };
        let page = PublicStatusPage {
            health: self.health,
            rooms,
            at_seconds: AT_SECONDS,
            line_url: self.one.then_some(NOWHERE),
        };
        page.render(language, theme)
    }

    fn scene(self, case: &'static str) -> Scene {
        Scene {
            page: "status",
            state: self.health.name(),
            case,
            sample: Sample::Status(self),
        }
    }
}

pub(super) fn scenes() -> Vec<Scene> {
    let about = AboutPage {
        room_name: None,
        status_url: NOWHERE,
        line_url: None,
        indexed: false,
    };
    let of_room = AboutPage {
        room_name: Some(ROOM_LONG),
        line_url: Some(NOWHERE),
        ..about
    };
    let about = [(about, ""), (of_room, "long")].map(|(page, case)| Scene {
        page: "about",
        state: "about",
        case,
        sample: Sample::About(page),
    });
    let bare = |health| StatusSample {
        health,
        rooms: Vec::new(),
        one: false,
    };
    let of = |room| StatusSample {
        rooms: vec![room],
        one: true,
        ..bare(Health::Ok)
    };
    let listed = StatusSample {
        rooms: PublicPhase::ALL.map(|phase| room(phase, ROOM)).into(),
        ..bare(Health::Ok)
    };
    let worst = StatusSample {
        rooms: vec![
            RoomStatus {
                waiting: Some(12_345_678),
                outflow_per_minute: 123_456,
                wait_seconds_low: Some(90_000),
                wait_seconds_high: Some(190_000),
                ..room(PublicPhase::Queue, ROOM_LONG)
            },
            room(PublicPhase::Paused, ROOM_LONG),
        ],
        ..bare(Health::Degraded)
    };
    let status = [
        bare(Health::Ok).scene(""),
        bare(Health::Starting).scene(""),
        bare(Health::Degraded).scene(""),
        bare(Health::Draining).scene(""),
        listed.scene("rooms"),
        worst.scene("worst"),
        of(RoomStatus {
            wait_seconds_low: None,
            wait_seconds_high: None,
            wait_status: Some(WaitKnowledge::NotKnownYet),
            ..room(PublicPhase::Queue, ROOM)
        })
        .scene("wait-not-known-yet"),
        of(room(PublicPhase::Queue, ROOM)).scene("room"),
        of(RoomStatus {
            sold_out: true,
            wait_seconds_low: None,
            wait_seconds_high: None,
            wait_status: None,
            ..room(PublicPhase::Queue, ROOM)
        })
        .scene("sold-out"),
        of(room(PublicPhase::Postqueue, ROOM_LONG)).scene("room-long"),
    ];
    about.into_iter().chain(status).collect()
}

fn room(phase: PublicPhase, name: &str) -> RoomStatus {
    let line = phase.has_line();
    let wait = phase == PublicPhase::Queue;
    RoomStatus {
        customer: "demo".to_owned(),
        room: "sale".to_owned(),
        name: name.to_owned(),
        phase,
        started: false,
        full: false,
        sold_out: false,
        waiting: line.then_some(1_234),
        outflow_per_minute: 90,
        wait_seconds_low: wait.then_some(800),
        wait_seconds_high: wait.then_some(950),
        wait_status: wait.then_some(WaitKnowledge::Known),
        enter_url: line.then(|| NOWHERE.to_owned()),
    }
}
