//! Samples of the pages outside the line.

use lol_html::{RewriteStrSettings, element, rewrite_str};

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene};
use crate::pages::{NoticeLinks, NoticePage, NoticeQuestion, NoticeRetry};
use crate::text::Notice;

const LINKS: Option<NoticeLinks<'static>> = Some(NoticeLinks {
    status: Some(NOWHERE),
    about: NOWHERE,
});

/// Returns each notice with its usual values, and two notices also in special cases.
pub(super) fn scenes() -> Vec<Scene> {
    let usual_scenes = Notice::ALL.iter().map(|notice| scene(usual(*notice), ""));
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
    let questions = [(false, "question"), (true, "question-again")].map(|(is_after_error, case)| Scene {
        sample: Sample::WithoutScripts(NoticePage {
            patience_seconds: Some(60),
            question: Some(NoticeQuestion {
                first: 7,
                second: 5,
                action: NOWHERE,
                fields: &[],
                is_after_error,
            }),
            ..usual(Notice::Slowed)
        }),
        ..scene(usual(Notice::Slowed), case)
    });
    usual_scenes.chain(cases).chain(questions).collect()
}

/// Returns a page with the content that browsers without scripts show, since browsers that measure
/// samples have scripts.
pub(super) fn without_scripts(html: &str) -> String {
    let settings = RewriteStrSettings::new().append_element_content_handler(element!("main noscript", |hidden| {
        hidden.remove_and_keep_content();
        Ok(())
    }));
    rewrite_str(html, settings).expect("a page of ours")
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
