//! Samples of the pages outside the line.

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene};
use crate::pages::{NoticeLinks, NoticePage, NoticeRetry};
use crate::text::Notice;

const LINKS: Option<NoticeLinks<'static>> = Some(NoticeLinks {
    status: Some(NOWHERE),
    about: NOWHERE,
});

/// Returns each notice with its usual values, and one notice also in special cases.
pub(super) fn scenes() -> Vec<Scene> {
    let usual = Notice::ALL.iter().map(|notice| scene(usual(*notice), ""));
    let token = NoticePage {
        error_id: 6,
        room_name: Some(ROOM),
        ..NoticePage::new(Notice::TokenExpired)
    };
    let cases = [
        scene(token, "no-way-back"),
        scene(
            NoticePage {
                way_back: Some(NOWHERE),
                room_name: Some(ROOM_LONG),
                ..token
            },
            "long",
        ),
    ];
    usual.chain(cases).collect()
}

fn usual(notice: Notice) -> NoticePage<'static> {
    let page = NoticePage::new(notice);
    match notice {
        Notice::UnknownCustomer | Notice::UnknownRoom | Notice::NotFound => NoticePage {
            links: Some(NoticeLinks {
                status: None,
                about: NOWHERE,
            }),
            ..page
        },
        Notice::Holding | Notice::RoomFull | Notice::Slowed | Notice::Overload | Notice::SoftBlock => NoticePage {
            // Samples run no scripts.
            retry: Some(NoticeRetry::Here {
                seconds: 600,
                nonce: None,
                address: None,
                without_scripts: None,
                work: None,
            }),
            // The price of a place requires no action of the visitor.
            way_back: (!matches!(notice, Notice::Slowed | Notice::SoftBlock)).then_some(NOWHERE),
            room_name: Some(ROOM),
            links: LINKS,
            ..page
        },
        _ => NoticePage {
            error_id: 6,
            way_back: Some(NOWHERE),
            room_name: Some(ROOM),
            links: LINKS,
            ..page
        },
    }
}

fn scene(page: NoticePage<'static>, case: &'static str) -> Scene {
    Scene {
        page: page.page_id(),
        state: page.notice.name(),
        case,
        sample: Sample::Notice(page),
    }
}
