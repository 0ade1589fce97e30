//! Checks a source against the existing rooms, themes and languages: targets that a room refuses,
//! and names that its pages would silently replace by their defaults.

use std::sync::Arc;

use protocol::integration::{IntegrationConfig, Operator, TriggerPart, UrlPart, ValidatorType};
use url::Url;

use super::build::BuiltIntegration;
use super::check::{IntegrationProblem, IntegrationSeverity};
use super::source::{IntegrationAction, IntegrationKind, IntegrationRedirect, IntegrationSource};
use crate::config::RoomDefinition;
use crate::target::{self, TargetHost};
use crate::text::Languages;
use crate::theme::Themes;

/// The objects with which a source is compared.
#[derive(Debug, Clone)]
pub struct ReferenceContext<'a> {
    /// The customer's rooms.
    pub rooms: Vec<&'a RoomDefinition>,
    /// The loaded themes.
    pub themes: &'a Arc<Themes>,
    /// The available languages.
    pub languages: &'a Languages,
}

/// Returns the mismatches: errors for targets that the room refuses (403 for every visitor),
/// warnings for the others.
#[must_use]
pub fn check(
    source: &IntegrationSource,
    built: &BuiltIntegration,
    surroundings: &ReferenceContext<'_>,
) -> Vec<IntegrationProblem> {
    let mut found = Vec::new();
    for (index, action) in source.actions.iter().enumerate() {
        if action.r#type == IntegrationKind::Ignore {
            continue;
        }
        let mut add = |pointer: String, severity, message| {
            let problem = IntegrationProblem {
                pointer,
                severity,
                message,
            };
            if !found.contains(&problem) {
                found.push(problem);
            }
        };
        names(action, surroundings, |key, message| {
            add(format!("/actions/{index}/{key}"), IntegrationSeverity::Warning, message);
        });
        let named = action.room.as_deref();
        let Some(room) = surroundings.rooms.iter().find(|room| Some(room.id.as_str()) == named) else {
            continue;
        };
        match (action.r#type, action.redirect, &action.redirect_url) {
            (IntegrationKind::Queue, IntegrationRedirect::Page, Some(url)) => {
                if let Some(message) = refused_target(room, url) {
                    add(
                        format!("/actions/{index}/redirectUrl"),
                        IntegrationSeverity::Error,
                        message,
                    );
                }
            }
            // A cancel returns to its page, regardless of its redirect setting.
            (IntegrationKind::Queue, IntegrationRedirect::Origin, _) | (IntegrationKind::Cancel, ..) => {
                for (pointer, host) in trigger_hosts(&built.config, index) {
                    if let Some(message) = refused_host(room, &host) {
                        add(built.origins.of(&pointer), IntegrationSeverity::Warning, message);
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// Warns of themes and languages that do not exist.
fn names(action: &IntegrationAction, surroundings: &ReferenceContext<'_>, mut warn: impl FnMut(&str, String)) {
    let given = |text: &'_ Option<String>| text.clone().filter(|text| !text.is_empty());
    if let Some(theme) = given(&action.theme).filter(|theme| surroundings.themes.get(theme).is_none()) {
        let known = surroundings.themes.names().join(", ");
        warn(
            "theme",
            format!("there is no theme {theme:?}: pages take the room's own. There are: {known}"),
        );
    }
    if let Some(culture) = given(&action.culture).filter(|culture| surroundings.languages.find(culture).is_none()) {
        warn(
            "culture",
            format!("{culture:?} is not spoken here: pages take the room's own, such as da-DK"),
        );
    }
}

/// Returns why a room refuses a target, if it does.
fn refused_target(room: &RoomDefinition, url: &str) -> Option<String> {
    let chosen = target::choose(&room.target_url, &room.target_hosts, Some(url), |_| None);
    let host = Url::parse(url).ok()?.host_str()?.to_owned();
    chosen.err().map(|target::ForeignTarget| {
        format!(
            "{host} is none of the target_hosts of the room {}, which refuses every visitor then (403): add it there, or take one of {}",
            room.id,
            listed(&room.target_hosts)
        )
    })
}

/// Returns why a room refuses to send visitors back to a page on this host, if it does.
fn refused_host(room: &RoomDefinition, host: &HostText) -> Option<String> {
    let mut hosts = room.target_hosts.iter();
    let fits = |allowed: &TargetHost| match host {
        HostText::Whole(host) => allowed.can_be(host),
        HostText::Piece(piece) => allowed.can_contain(piece),
    };
    (!hosts.any(fits)).then(|| {
        format!(
            "{} is none of the target_hosts of the room {}: visitors of such a page are sent back to it, which the room refuses (403). \
             Add the host there; it has {}",
            host.as_str(),
            room.id,
            listed(&room.target_hosts)
        )
    })
}

fn listed(hosts: &[TargetHost]) -> String {
    let hosts: Vec<String> = hosts.iter().map(ToString::to_string).collect();
    hosts.join(", ")
}

/// A host of pages, in lower case and without a port, as far as a condition determines it.
enum HostText {
    Whole(String),
    Piece(String),
}

impl HostText {
    fn as_str(&self) -> &str {
        match self {
            Self::Whole(text) | Self::Piece(text) => text,
        }
    }
}

/// Returns the hosts that the triggers of an action require, with pointers to the conditions.
fn trigger_hosts(config: &IntegrationConfig, action: usize) -> Vec<(String, HostText)> {
    let mut hosts = Vec::new();
    let triggers = config.integrations.get(action).map(|action| &action.triggers[..]);
    for (at, trigger) in triggers.unwrap_or_default().iter().enumerate() {
        for (index, part) in trigger.trigger_parts.iter().enumerate() {
            let pointer = format!("/Integrations/{action}/Triggers/{at}/TriggerParts/{index}");
            let texts = part_texts(part).into_iter();
            hosts.extend(texts.filter_map(|(key, text)| Some((format!("{pointer}/{key}"), host_of(part, &text)?))));
        }
    }
    hosts
}

/// Returns the texts by which a part includes pages, with their keys.
fn part_texts(part: &TriggerPart) -> Vec<(String, String)> {
    if part.is_negative || part.validator_type != Some(ValidatorType::Url) {
        return Vec::new();
    }
    let lower = |text: &String| text.to_ascii_lowercase();
    match part.operator {
        Some(Operator::EqualsAny | Operator::ContainsAny) => {
            let listed = part.values_to_compare.iter().flatten().enumerate();
            listed
                .map(|(index, text)| (format!("ValuesToCompare/{index}"), lower(text)))
                .collect()
        }
        _ => {
            let text = part.value_to_compare.iter();
            text.map(|text| ("ValueToCompare".to_owned(), lower(text))).collect()
        }
    }
}

fn host_of(part: &TriggerPart, text: &str) -> Option<HostText> {
    let whole = matches!(part.operator, Some(Operator::Equals | Operator::EqualsAny));
    match part.url_part.as_ref()? {
        UrlPart::PageUrl => {
            let (_, rest) = text.split_once("://")?;
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let ended = host.len() < rest.len();
            host_text(host, whole || ended)
        }
        UrlPart::HostName => host_text(text, whole),
        UrlPart::PagePath | UrlPart::Other(_) => None,
    }
}

fn host_text(text: &str, whole: bool) -> Option<HostText> {
    let (host, whole) = text.split_once(':').map_or((text, whole), |(host, _)| (host, true));
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
    // Another check warns of texts that are not hosts.
    let plain = !host.is_empty() && host.bytes().all(is_host);
    let made = if whole { HostText::Whole } else { HostText::Piece };
    plain.then(|| made(host.to_owned()))
}
