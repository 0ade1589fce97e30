//! Triggers whose conditions exclude each other, so that they never match.
//!
//! The check evaluates the texts that one condition demands against the trigger's other conditions
//! on the same property. A text in a path or host is also in the whole URL. When the result depends
//! on capitals, the check reports nothing.

use super::Problems;
use super::address::values;
use crate::integration::compare::{ANY_TEXT, holds};
use crate::integration::model::{Trigger, TriggerPart};
use crate::integration::vocabulary::{LogicalOperator, Operator, UrlPart, ValidatorType};

pub(super) fn check(trigger: &Trigger, problems: &mut Problems<'_>) {
    if trigger.logical_operator == Some(LogicalOperator::Or) {
        return;
    }
    let parts = &trigger.trigger_parts;
    if parts.iter().any(is_of_browsers) && parts.iter().any(is_of_servers) {
        problems.warn(
            "TriggerParts",
            "never matches: browsers see no headers and bodies, and servers no variables of the page",
        );
    }
    for (index, part) in parts.iter().enumerate() {
        let others = || {
            parts
                .iter()
                .enumerate()
                .filter(|(at, _)| *at != index)
                .map(|(_, other)| other)
        };
        if excludes(part, others) {
            problems.warn(
                &format!("TriggerParts/{index}"),
                "contradicts the trigger's other conditions on the same thing: the trigger never matches",
            );
            // The condition that it contradicts would be reported for the same reason.
            return;
        }
    }
}

/// Whether the other conditions refuse every text that the part demands.
fn excludes<'p, O: Iterator<Item = &'p TriggerPart>>(part: &TriggerPart, others: impl Fn() -> O) -> bool {
    let whole = matches!(part.operator, Some(Operator::Equals | Operator::EqualsAny));
    let demanded = values(part);
    let is_plain = |value: &str| value != ANY_TEXT && !value.is_empty();
    !part.is_negative
        && !demanded.is_empty()
        && demanded.iter().all(|(_, text)| is_plain(text))
        && demanded.iter().all(|(_, text)| {
            others().any(|other| {
                let same = is_same(part, other);
                let within = same || is_whole_address(other) && part.validator_type == Some(ValidatorType::Url);
                within && refuses(other, text, part.is_ignore_case, whole && same)
            })
        })
}

/// Whether `other` never holds for `text`, or, unless `whole`, for any text that contains `text`.
/// With `any_case`, the text can have any capitals.
fn refuses(other: &TriggerPart, text: &str, any_case: bool, whole: bool) -> bool {
    if matches!(other.operator, Some(Operator::Other(_)) | None) {
        return false;
    }
    if other.is_negative {
        let looks_inside = matches!(other.operator, Some(Operator::Contains | Operator::ContainsAny));
        // A case-sensitive condition does not exclude every spelling of such a text.
        return (whole || looks_inside) && (other.is_ignore_case || !any_case) && !holds(other, text);
    }
    // A contained text decides nothing here; `check` compares the pair in the other order, too.
    let tolerant = TriggerPart {
        is_ignore_case: other.is_ignore_case || any_case,
        ..other.clone()
    };
    whole && !holds(&tolerant, text)
}

/// Whether two parts examine the same property.
fn is_same(one: &TriggerPart, other: &TriggerPart) -> bool {
    let header = |part: &TriggerPart| part.http_header_name.as_deref().map(str::to_ascii_lowercase);
    one.validator_type == other.validator_type
        && match one.validator_type {
            Some(ValidatorType::Url) => one.url_part == other.url_part,
            Some(ValidatorType::Cookie) => one.cookie_name == other.cookie_name,
            Some(ValidatorType::HttpHeader) => header(one) == header(other),
            Some(ValidatorType::JsVariable) => one.variable_name == other.variable_name,
            Some(ValidatorType::UserAgent | ValidatorType::RequestBody) => true,
            Some(ValidatorType::Other(_)) | None => false,
        }
}

fn is_whole_address(part: &TriggerPart) -> bool {
    part.validator_type == Some(ValidatorType::Url) && part.url_part == Some(UrlPart::PageUrl)
}

fn is_of_browsers(part: &TriggerPart) -> bool {
    part.validator_type == Some(ValidatorType::JsVariable)
}

fn is_of_servers(part: &TriggerPart) -> bool {
    matches!(
        part.validator_type,
        Some(ValidatorType::HttpHeader | ValidatorType::RequestBody)
    )
}
