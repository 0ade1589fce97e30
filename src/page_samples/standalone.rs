//! Samples of a room's page for everybody, as it is before its script has heard of the visitor.

use app::view::PageId;

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene};
use crate::config::Display;
use crate::http::{PageKind, shape};
use crate::pages::WaitingPage;
use crate::text::{Language, Notice};
use crate::theme::Theme;

/// The page for everybody.
#[derive(Debug, Clone, Copy)]
pub(super) struct StandaloneSample {
    kind: PageKind,
    room_name: &'static str,
}

impl StandaloneSample {
    pub(super) fn render(&self, language: &Language, theme: &Theme) -> String {
        let shape = shape(self.room_name, &Display::default(), theme, language, self.kind);
        WaitingPage::standalone(&shape, theme, language, NOWHERE).for_nobody(self.room_name, language)
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
            },
            room_name,
        }),
    };
    vec![
        scene(PageId::Before, false, "idle-for-everybody", ROOM),
        scene(PageId::Before, true, "for-everybody", ROOM),
        scene(PageId::Queue, true, "for-everybody", ROOM),
        scene(PageId::Queue, true, "for-everybody-long", ROOM_LONG),
        scene(PageId::After, false, "for-everybody", ROOM),
    ]
}
