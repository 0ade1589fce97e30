//! Samples of the page that asks for a newcomer's identity.

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene};
use crate::pages::{IdentityError, IdentityPage, IdentityStep};

const ADDRESS: IdentityStep<'static> = IdentityStep::Address { typed: "" };

fn of(step: IdentityStep<'static>, error: Option<IdentityError>) -> IdentityPage<'static> {
    IdentityPage {
        room_name: ROOM,
        step,
        error,
        action: NOWHERE,
        fields: &[],
        next_url: NOWHERE,
    }
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
        ..of(IdentityStep::Code, None)
    };
    vec![
        scene(of(ADDRESS, None), ""),
        scene(of(typed, Some(IdentityError::Address)), "wrong"),
        scene(of(ADDRESS, Some(IdentityError::Many)), "too-many"),
        scene(of(ADDRESS, Some(IdentityError::Today)), "not-today"),
        scene(of(ADDRESS, Some(IdentityError::Old)), "old-code"),
        scene(of(ADDRESS, Some(IdentityError::Send)), "not-sent"),
        scene(of(IdentityStep::Code, None), ""),
        scene(of(IdentityStep::Code, Some(IdentityError::Code)), "wrong"),
        scene(long, "long"),
        scene(of(IdentityStep::SignIn, None), ""),
        scene(of(IdentityStep::SignIn, Some(IdentityError::SignIn)), "failed"),
        scene(of(IdentityStep::Taken, None), ""),
        scene(of(IdentityStep::Taken, Some(IdentityError::Turn)), "turn"),
        scene(of(IdentityStep::Taken, Some(IdentityError::Limit)), "limit"),
        scene(of(IdentityStep::Taken, Some(IdentityError::Away)), "store-away"),
    ]
}
