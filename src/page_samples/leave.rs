//! Samples of the page that asks for confirmation before a place is given up.

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene};
use crate::pages::LeavePage;

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |room_name, case| Scene {
        page: "leave",
        state: "question",
        case,
        sample: Sample::Leave(LeavePage {
            room_name,
            action: NOWHERE,
            line_url: NOWHERE,
        }),
    };
    vec![scene(ROOM, ""), scene(ROOM_LONG, "long")]
}
