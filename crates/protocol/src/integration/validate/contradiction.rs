//! Triggers of conditions that exclude each other, so that they never match.
//!
//! Found by trying: the texts that one condition demands are given to the others that look at the
//! same thing. What is in a path or a host is in the whole address too. Where capitals leave it
//! open, nothing is said.

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
            // Its counterpart would say the same.
            return;
        }
    }
}

/// Whether none of the texts that a part demands is left by the others.
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

/// Whether a condition never holds for a text that is `text`, or for `whole` false, has it in it.
fn refuses(other: &TriggerPart, text: &str, any_case: bool, whole: bool) -> bool {
    if matches!(other.operator, Some(Operator::Other(_)) | None) {
        return false;
    }
    if other.is_negative {
        let looks_inside = matches!(other.operator, Some(Operator::Contains | Operator::ContainsAny));
        // Of texts in any case one may be left that is not excluded.
        return (whole || looks_inside) && (other.is_ignore_case || !any_case) && !holds(other, text);
    }
    // What is demanded of the whole text is judged where the other is the one that is looked at.
    let tolerant = TriggerPart {
        is_ignore_case: other.is_ignore_case || any_case,
        ..other.clone()
    };
    whole && !holds(&tolerant, text)
}

/// Whether two parts look at the same thing.
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
