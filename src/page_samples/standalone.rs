//! Samples of a room's page for all visitors: before its script knows the visitor's state, and when
//! the server has a notice for the visitor instead of a status.

use app::view::PageId;

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene, after_load};
use crate::config::Display;
use crate::http::{PageKind, shape};
use crate::pages::WaitingPage;
use crate::text::{Language, Notice};
use crate::theme::Theme;

/// The page for all visitors.
#[derive(Debug, Clone, Copy)]
pub(super) struct StandaloneSample {
    kind: PageKind,
    room_name: &'static str,
    notice: Option<Notice>,
}

impl StandaloneSample {
    pub(super) fn render(&self, language: &Language, theme: &Theme) -> String {
        let shape = shape(self.room_name, &Display::default(), theme, language, self.kind);
        let page = WaitingPage::standalone(&shape, theme, language, NOWHERE).without_visitor(self.room_name, language);
        match self.notice {
            Some(notice) => after_load::explained(&page, notice, language),
            None => page,
        }
    }
}

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |page: PageId, placed, case, room_name| Scene {
        page: page.as_str(),
        state: Notice::Holding.name(),
        case,
        sample: Sample::Standalone(StandaloneSample {
            kind: PageKind {
                page,
                placed,
                drawn: page == PageId::Before,
                brings_round: false,
            },
            room_name,
            notice: None,
        }),
    };
    let notice = |notice: Notice, room_name| Scene {
        page: PageId::Queue.as_str(),
        state: notice.name(),
        case: if room_name == ROOM_LONG {
            "for-everybody-long"
        } else {
            "for-everybody"
        },
        sample: Sample::Standalone(StandaloneSample {
            kind: PageKind {
                page: PageId::Queue,
                placed: true,
                drawn: false,
                brings_round: false,
            },
            room_name,
            notice: Some(notice),
        }),
    };
    vec![
        scene(PageId::Before, false, "idle-for-everybody", ROOM),
        scene(PageId::Before, true, "for-everybody", ROOM),
        scene(PageId::Queue, true, "for-everybody", ROOM),
        scene(PageId::Queue, true, "for-everybody-long", ROOM_LONG),
        scene(PageId::After, false, "for-everybody", ROOM),
        notice(Notice::RoomFull, ROOM),
        notice(Notice::RoomFull, ROOM_LONG),
        notice(Notice::Overload, ROOM),
    ]
}
