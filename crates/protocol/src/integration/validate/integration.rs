//! Checks of a single action.

use super::text::{check_ascii, check_length, given, is_queue_domain, is_web_url};
use super::{COOKIE_VALIDITY_MINUTES_MAX, Problems, TRIGGERS_MAX};
use crate::RoomId;
use crate::host_name::is_cookie_domain;
use crate::integration::model::Integration;
use crate::integration::vocabulary::{Action, ActionType, RedirectLogic};

pub(super) fn check(integration: &Integration, is_room: &impl Fn(&str) -> bool, problems: &mut Problems<'_>) {
    if integration.name.trim().is_empty() {
        problems.error("Name", "give it a name, by which reports know it");
    }
    check_length("Name", &integration.name, problems);
    check_ascii("Name", &integration.name, problems);
    check_type(integration, problems);
    if integration.triggers.is_empty() {
        problems.error("Triggers", "there are none, so it never matches");
    }
    problems.bound("Triggers", integration.triggers.len(), TRIGGERS_MAX);
    match integration.action() {
        Action::Ignore => {}
        Action::Cancel => {
            check_place(integration, is_room, problems);
            if integration
                .redirect_logic
                .as_ref()
                .is_some_and(|logic| *logic != RedirectLogic::AllowTParameter)
            {
                problems.warn(
                    "RedirectLogic",
                    "is not looked at when cancelling: visitors come back to the page that cancels",
                );
            }
        }
        Action::Queue => {
            check_place(integration, is_room, problems);
            check_validity(integration, problems);
            check_target(integration, problems);
        }
    }
}

fn check_type(integration: &Integration, problems: &mut Problems<'_>) {
    match &integration.action_type {
        Some(ActionType::Queue | ActionType::Cancel | ActionType::Ignore) => {}
        Some(ActionType::Other(word)) => problems.error(
            "ActionType",
            format!("{word:?} is none of Queue, Cancel and Ignore; connectors would let visitors pass"),
        ),
        None => problems.error("ActionType", "Queue, Cancel or Ignore is wanted"),
    }
}

/// Checks the room and its host, and the domain of the session cookie.
fn check_place(integration: &Integration, is_room: &impl Fn(&str) -> bool, problems: &mut Problems<'_>) {
    match given(&integration.event_id) {
        None => problems.error("EventId", "name the waiting room"),
        Some(id) => check_room("EventId", id, is_room, problems),
    }
    for (index, id) in integration
        .involved_waiting_room_ids
        .iter()
        .flatten()
        .enumerate()
        .take(TRIGGERS_MAX)
    {
        check_room(&format!("InvolvedWaitingRoomIds/{index}"), id, is_room, problems);
    }
    match given(&integration.queue_domain) {
        None => problems.error("QueueDomain", "name the waiting room's host: connectors know no other"),
        Some(domain) if is_queue_domain(domain) => check_length("QueueDomain", domain, problems),
        Some(_) => problems.error(
            "QueueDomain",
            "host[:port][/path] is wanted, without https:// before it",
        ),
    }
    match given(&integration.cookie_domain) {
        Some(domain) if !is_cookie_domain(domain) => {
            problems.error("CookieDomain", "a domain is wanted, such as shop.example");
        }
        Some(domain) if domain.starts_with('.') => problems.warn(
            "CookieDomain",
            "leave the dot before it away: browsers pass it over, and some platforms refuse to set such a cookie",
        ),
        _ => {}
    }
    for (key, text) in [
        ("LayoutName", &integration.layout_name),
        ("Culture", &integration.culture),
        ("QueuePathPrefix", &integration.queue_path_prefix),
    ] {
        check_length(key, text.as_deref().unwrap_or_default(), problems);
        check_ascii(key, text.as_deref().unwrap_or_default(), problems);
    }
}

fn check_room(key: &str, id: &str, is_room: &impl Fn(&str) -> bool, problems: &mut Problems<'_>) {
    match id.parse::<RoomId>() {
        Err(error) => problems.error(key, error),
        Ok(_) if is_room(id) => {}
        Ok(_) => problems.error(key, format!("there is no waiting room {id:?}")),
    }
}

fn check_validity(integration: &Integration, problems: &mut Problems<'_>) {
    match integration.cookie_validity_minute {
        Some(1..=COOKIE_VALIDITY_MINUTES_MAX) => {}
        Some(minutes) if minutes > COOKIE_VALIDITY_MINUTES_MAX => problems.error(
            "CookieValidityMinute",
            format!("at most {COOKIE_VALIDITY_MINUTES_MAX}: the session cookie itself lives a day"),
        ),
        _ => problems.error("CookieValidityMinute", "a number of minutes above 0 is wanted"),
    }
}

fn check_target(integration: &Integration, problems: &mut Problems<'_>) {
    let target = given(&integration.forced_target_url);
    check_length("ForcedTargetUrl", target.unwrap_or_default(), problems);
    check_ascii("ForcedTargetUrl", target.unwrap_or_default(), problems);
    match &integration.redirect_logic {
        Some(RedirectLogic::ForcedTargetUrl) if !target.is_some_and(is_web_url) => {
            problems.error(
                "ForcedTargetUrl",
                "an absolute URL is wanted, beginning with https:// or http://",
            );
        }
        Some(RedirectLogic::Other(word)) => problems.error(
            "RedirectLogic",
            format!("{word:?} is none of AllowTParameter, EventTargetUrl and ForcedTargetUrl"),
        ),
        Some(RedirectLogic::ForcedTargetUrl) => {}
        _ if target.is_some() => problems.warn(
            "ForcedTargetUrl",
            "is used with the redirect logic ForcedTargetUrl alone",
        ),
        _ => {}
    }
}
