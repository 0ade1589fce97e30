//! Checks the requirements, besides their own keys, of rooms that send e-mails or web pushes, or
//! require an identity or a key.

use crate::config::{ConfigProblem, ConfigProblems, IdentityVerifier, RoomDefinition};

/// Reports rooms that announce e-mail or web push without a table to send it, require an identity
/// or a key in a pre-queue that they lack, or take codes as payment without asking for them.
pub(in crate::config) fn check(
    rooms: &[RoomDefinition],
    (has_smtp, has_push, has_oidc): (bool, bool, bool),
    found: &mut Vec<ConfigProblem>,
) {
    for (index, room) in rooms.iter().enumerate() {
        if room.email_lead.is_some() && !has_smtp {
            ConfigProblems::under(format!("room[{index}]"), found).add(
                "email",
                "no server would send the e-mails: add [smtp] to the configuration file, or take this key out",
            );
        }
        if room.push_lead.is_some() && !has_push {
            ConfigProblems::under(format!("room[{index}]"), found).add(
                "push",
                "push services want to know whom to ask: add [push] with contact to the configuration file, or take \
                 this key out",
            );
        }
        let lacking = match room.joining.identity.map(|rule| rule.by) {
            Some(IdentityVerifier::Email) if !has_smtp => {
                Some("no server would send the codes: add [smtp] to the configuration file, or take this key out")
            }
            Some(IdentityVerifier::Oidc) if !has_oidc => {
                Some("there is no provider to sign in at: add [oidc] to the configuration file, or take this key out")
            }
            _ => None,
        };
        if let Some(problem) = lacking {
            ConfigProblems::under(format!("room[{index}]"), found).add("identity", problem);
        }
        if room.price.code_pays && !matches!(room.joining.identity, Some(rule) if rule.by == IdentityVerifier::Email) {
            ConfigProblems::under(format!("room[{index}]"), found).add(
                "price.code_pays",
                "the room asks for no code: set identity = \"email\", or take this key out",
            );
        }
        let identity_in_prequeue = room.joining.identity.is_some_and(|rule| rule.in_prequeue_only);
        for (key, is_of_prequeue) in [
            ("identity_at", identity_in_prequeue),
            ("visitor_key_at", room.joining.key_in_prequeue_only),
        ] {
            if is_of_prequeue && room.life.schedule.prequeue_ms == 0 {
                let message = format!("the room has no pre-queue: set prequeue_minutes, or {key} = \"entry\"");
                ConfigProblems::under(format!("room[{index}]"), found).add(key, message);
            }
        }
    }
}
