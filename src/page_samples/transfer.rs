//! Samples of the pages that transfer a place to another device.

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene};
use crate::http::picker;
use crate::pages::{TransferError, TransferPage, TransferStep};
use crate::text::Language;
use crate::theme::Theme;

/// The values of one page.
#[derive(Debug, Clone)]
pub(super) struct TransferSample {
    room_name: &'static str,
    step: TransferStep<'static>,
    error: Option<TransferError>,
    has_line: bool,
}

impl TransferSample {
    pub(super) fn render(&self, language: &Language, theme: &Theme) -> String {
        let picks = matches!(self.step, TransferStep::Enter | TransferStep::Confirm { .. });
        let picker = picks.then(|| picker(language, NOWHERE, Vec::new()));
        let page = TransferPage {
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
            sample: Sample::Transfer(self),
        }
    }
}

const CODE: TransferStep<'static> = TransferStep::Code {
    code: "K7QX-3MTP",
    address: "https://queue.example/move/demo/sale",
    picture: "https://queue.example/move/demo/sale/K7QX-3MTP",
};

const CODE_LONG: TransferStep<'static> = TransferStep::Code {
    code: "WWWW-MMMM",
    address: "https://waiting-room.original-donaudampfschifffahrtsgesellschaft.example/move/donaudampfschifffahrt/abcdefghijklmnopqrst",
    picture: "https://waiting-room.original-donaudampfschifffahrtsgesellschaft.example/move/donaudampfschifffahrt/abcdefghijklmnopqrst/WWWW-MMMM?cid=zh-Hant-TW",
};

fn of(step: TransferStep<'static>, error: Option<TransferError>) -> TransferSample {
    TransferSample {
        room_name: ROOM,
        step,
        error,
        has_line: matches!(
            step,
            TransferStep::Offer | TransferStep::Code { .. } | TransferStep::Priority { .. }
        ),
    }
}

pub(super) fn scenes() -> Vec<Scene> {
    let long = TransferSample {
        room_name: ROOM_LONG,
        ..of(CODE_LONG, None)
    };
    let usual = [TransferStep::Offer, CODE, TransferStep::Enter];
    let usual = usual.map(|step| of(step, None).scene("")).into_iter();
    let confirm = |replaces| of(TransferStep::Confirm { replaces }, None);
    let confirm = [
        confirm(false).scene(""),
        confirm(true).scene("replaces"),
        long.scene("long"),
    ];
    let faults = [
        of(TransferStep::Enter, Some(TransferError::Code)).scene("wrong-code"),
        of(TransferStep::Enter, Some(TransferError::Many)).scene("too-many"),
        of(TransferStep::Enter, Some(TransferError::Turn)).scene("their-turn"),
        of(TransferStep::Confirm { replaces: false }, Some(TransferError::Link)).scene("link-ended"),
        of(TransferStep::Offer, Some(TransferError::Limit)).scene("no-more"),
        of(TransferStep::Offer, Some(TransferError::Away)).scene("store-away"),
    ];
    let asks = TransferStep::Priority { code: "" };
    let brings = TransferStep::Priority { code: "FANS2026" };
    let priority = [
        of(asks, None).scene(""),
        of(brings, Some(TransferError::Priority)).scene("wrong-code"),
    ];
    usual.chain(confirm).chain(faults).chain(priority).collect()
}
