//! Samples of the pages about leaving the line: the one that asks for confirmation, and the one
//! that is shown while leaving can be undone.

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene};
use crate::pages::{LeavePage, LeavingPage};

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |state, case, sample| Scene {
        page: "leave",
        state,
        case,
        sample,
    };
    let question = |room_name| {
        Sample::Leave(LeavePage {
            room_name,
            action: NOWHERE,
            dialog_action: NOWHERE,
            line_url: NOWHERE,
        })
    };
    let pending = Sample::Leaving(LeavingPage {
        room_name: ROOM,
        undo_url: NOWHERE,
        seconds: 10,
    });
    vec![
        scene("question", "", question(ROOM)),
        scene("question", "long", question(ROOM_LONG)),
        scene("pending", "", pending),
    ]
}
