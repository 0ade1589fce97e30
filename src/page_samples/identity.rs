//! Samples of the page that asks for a newcomer's identity.

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene};
use crate::http::picker;
use crate::pages::{IdentityError, IdentityPage, IdentityPrice, IdentityStep, NoticeWork};
use crate::text::Language;
use crate::theme::Theme;

const ADDRESS: IdentityStep<'static> = IdentityStep::Address { typed: "" };
const CODE: IdentityStep<'static> = IdentityStep::Code {
    sent_to: Some("ada@example.com"),
};

fn of(step: IdentityStep<'static>, error: Option<IdentityError>) -> IdentityPage<'static> {
    IdentityPage {
        room_name: ROOM,
        step,
        error,
        price: None,
        action: NOWHERE,
        fields: &[],
        next_url: NOWHERE,
        picker: None,
    }
}

/// Renders the page, with a language picker if it has one.
pub(super) fn render(page: &IdentityPage<'_>, language: &Language, theme: &Theme) -> String {
    let picker = page.price.is_none().then(|| picker(language, NOWHERE, Vec::new()));
    let page = IdentityPage {
        picker: picker.as_ref(),
        ..*page
    };
    page.render(language, theme)
}

fn scene(page: IdentityPage<'static>, case: &'static str) -> Scene {
    Scene {
        page: "identity",
        state: page.step.name(),
        case,
        sample: Sample::Identity(page),
    }
}

pub(super) fn scenes() -> Vec<Scene> {
    let typed = IdentityStep::Address { typed: "ada@example" };
    let long = IdentityPage {
        room_name: ROOM_LONG,
        ..of(CODE, None)
    };
    let works = IdentityPage {
        price: Some(IdentityPrice {
            stamp: "1700000000.00.00",
            nonce: "",
            work: Some(NoticeWork {
                script: None,
                challenge: "{}",
            }),
        }),
        ..of(typed, None)
    };
    vec![
        scene(of(ADDRESS, None), ""),
        scene(of(typed, Some(IdentityError::Address)), "wrong"),
        scene(of(ADDRESS, Some(IdentityError::Many)), "too-many"),
        scene(of(ADDRESS, Some(IdentityError::Soon { minutes: 20 })), "soon"),
        scene(of(ADDRESS, Some(IdentityError::Today)), "not-today"),
        scene(works, "works"),
        scene(of(ADDRESS, Some(IdentityError::Old)), "old-code"),
        scene(of(ADDRESS, Some(IdentityError::Send)), "not-sent"),
        scene(of(CODE, None), ""),
        scene(of(CODE, Some(IdentityError::Code)), "wrong"),
        scene(long, "long"),
        scene(of(IdentityStep::SignIn, None), ""),
        scene(of(IdentityStep::SignIn, Some(IdentityError::SignIn)), "failed"),
        scene(of(IdentityStep::Taken, None), ""),
        scene(of(IdentityStep::Taken, Some(IdentityError::Turn)), "turn"),
        scene(of(IdentityStep::Taken, Some(IdentityError::Limit)), "limit"),
        scene(of(IdentityStep::Taken, Some(IdentityError::Away)), "store-away"),
    ]
}
