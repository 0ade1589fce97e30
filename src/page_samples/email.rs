//! Samples of the page where a visitor enters an e-mail address.

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene};
use crate::pages::{EmailError, EmailPage, EmailStep};

const ASK: EmailStep<'static> = EmailStep::Ask { typed: "" };
const KEPT: EmailStep<'static> = EmailStep::Stored {
    address: "ada@example.com",
};
/// The longest possible address, without a break opportunity.
const KEPT_LONG: EmailStep<'static> = EmailStep::Stored {
    address: "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww@mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm.example",
};

fn of(step: EmailStep<'static>, error: Option<EmailError>) -> EmailPage<'static> {
    EmailPage {
        room_name: ROOM,
        step,
        error,
        lead_minutes: 10,
        action: NOWHERE,
        fields: &[],
        line_url: NOWHERE,
    }
}

fn scene(page: EmailPage<'static>, case: &'static str) -> Scene {
    Scene {
        page: "email",
        state: page.step.name(),
        case,
        sample: Sample::Email(page),
    }
}

pub(super) fn scenes() -> Vec<Scene> {
    let long = EmailPage {
        room_name: ROOM_LONG,
        ..of(KEPT_LONG, None)
    };
    let typed = EmailStep::Ask { typed: "ada@example" };
    vec![
        scene(of(ASK, None), ""),
        scene(of(typed, Some(EmailError::Address)), "wrong"),
        scene(of(ASK, Some(EmailError::Many)), "too-many"),
        scene(of(ASK, Some(EmailError::Away)), "store-away"),
        scene(of(KEPT, None), ""),
        scene(long, "long"),
        scene(of(EmailStep::Sent, None), ""),
    ]
}
