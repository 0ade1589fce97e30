//! Samples of the pages that transfer a place to another device.

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene};
use crate::http::picker;
use crate::pages::{MoveError, MovePage, MoveStep};
use crate::text::Language;
use crate::theme::Theme;

/// The values of one page.
#[derive(Debug, Clone)]
pub(super) struct MoveSample {
    room_name: &'static str,
    step: MoveStep<'static>,
    error: Option<MoveError>,
    has_line: bool,
}

impl MoveSample {
    pub(super) fn render(&self, language: &Language, theme: &Theme) -> String {
        let picks = matches!(self.step, MoveStep::Enter | MoveStep::Confirm { .. });
        let picker = picks.then(|| picker(language, NOWHERE, Vec::new()));
        let page = MovePage {
            room_name: self.room_name,
            step: self.step,
            error: self.error,
            action: NOWHERE,
            fields: &[("code".to_owned(), "K7QX-3MTP".to_owned())],
            line_url: self.has_line.then_some(NOWHERE),
            picker: picker.as_ref(),
            // Samples run no scripts.
            watch: None,
        };
        page.render(language, theme)
    }

    fn scene(self, case: &'static str) -> Scene {
        Scene {
            page: "move",
            state: self.step.name(),
            case,
            sample: Sample::Move(self),
        }
    }
}

const CODE: MoveStep<'static> = MoveStep::Code {
    code: "K7QX-3MTP",
    address: "https://queue.example/move/demo/sale",
    picture: "https://queue.example/move/demo/sale/K7QX-3MTP",
};

const CODE_LONG: MoveStep<'static> = MoveStep::Code {
    code: "WWWW-MMMM",
    address: "https://waiting-room.original-donaudampfschifffahrtsgesellschaft.example/move/donaudampfschifffahrt/abcdefghijklmnopqrst",
    picture: "https://waiting-room.original-donaudampfschifffahrtsgesellschaft.example/move/donaudampfschifffahrt/abcdefghijklmnopqrst/WWWW-MMMM?cid=zh-Hant-TW",
};

fn of(step: MoveStep<'static>, error: Option<MoveError>) -> MoveSample {
    MoveSample {
        room_name: ROOM,
        step,
        error,
        has_line: matches!(
            step,
            MoveStep::Offer | MoveStep::Code { .. } | MoveStep::Priority { .. }
        ),
    }
}

pub(super) fn scenes() -> Vec<Scene> {
    let long = MoveSample {
        room_name: ROOM_LONG,
        ..of(CODE_LONG, None)
    };
    let usual = [MoveStep::Offer, CODE, MoveStep::Enter];
    let usual = usual.map(|step| of(step, None).scene("")).into_iter();
    let confirm = |replaces| of(MoveStep::Confirm { replaces }, None);
    let confirm = [
        confirm(false).scene(""),
        confirm(true).scene("replaces"),
        long.scene("long"),
    ];
    let faults = [
        of(MoveStep::Enter, Some(MoveError::Code)).scene("wrong-code"),
        of(MoveStep::Enter, Some(MoveError::Many)).scene("too-many"),
        of(MoveStep::Enter, Some(MoveError::Turn)).scene("their-turn"),
        of(MoveStep::Confirm { replaces: false }, Some(MoveError::Link)).scene("link-ended"),
        of(MoveStep::Offer, Some(MoveError::Limit)).scene("no-more"),
        of(MoveStep::Offer, Some(MoveError::Away)).scene("store-away"),
    ];
    let asks = MoveStep::Priority { code: "" };
    let brings = MoveStep::Priority { code: "FANS2026" };
    let priority = [
        of(asks, None).scene(""),
        of(brings, Some(MoveError::Priority)).scene("wrong-code"),
    ];
    usual.chain(confirm).chain(faults).chain(priority).collect()
}
