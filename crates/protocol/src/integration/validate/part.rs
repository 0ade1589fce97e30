//! Checks of one condition of a trigger. [`super::address`] checks the values of conditions on
//! URLs.

use super::text::{check_ascii, check_length, given, is_token, is_variable};
use super::{Problems, VALUES_MAX};
use crate::integration::compare::ANY_TEXT;
use crate::integration::model::TriggerPart;
use crate::integration::vocabulary::{Operator, UrlPart, ValidatorType};

pub(super) fn check(part: &TriggerPart, problems: &mut Problems<'_>) {
    check_subject(part, problems);
    match &part.operator {
        Some(Operator::Equals) => check_value(part, problems),
        Some(Operator::Contains) => {
            check_value(part, problems);
            check_always(part, problems);
        }
        Some(operator @ (Operator::EqualsAny | Operator::ContainsAny)) => check_values(operator, part, problems),
        Some(Operator::Other(word)) => problems.error(
            "Operator",
            format!("{word:?} is none of Equals, Contains, EqualsAny and ContainsAny; it would never hold"),
        ),
        None => problems.error("Operator", "Equals, Contains, EqualsAny or ContainsAny is wanted"),
    }
}

fn check_subject(part: &TriggerPart, problems: &mut Problems<'_>) {
    match &part.validator_type {
        Some(ValidatorType::Url) => check_url_part(part, problems),
        Some(ValidatorType::Cookie) => match given(&part.cookie_name) {
            Some(name) if is_token(name) => check_length("CookieName", name, problems),
            _ => problems.error("CookieName", "the name of a cookie is wanted; capitals count"),
        },
        Some(ValidatorType::HttpHeader) => match given(&part.http_header_name) {
            Some(name) if is_token(name) => check_length("HttpHeaderName", name, problems),
            _ => problems.error("HttpHeaderName", "the name of a request header is wanted"),
        },
        Some(ValidatorType::UserAgent) => {}
        Some(ValidatorType::RequestBody) => problems.warn(
            "ValidatorType",
            "connectors see no body unless the site hands it to them, and at the edge only its beginning",
        ),
        Some(ValidatorType::JsVariable) => match &part.variable_name {
            None => problems.error(
                "ValidatorType",
                "JSVariableValidator works in browsers alone; for servers it never holds",
            ),
            Some(name) if is_variable(name) => check_length("VariableName", name, problems),
            Some(_) => problems.error(
                "VariableName",
                "the name of a variable of the page is wanted, such as shop.kind",
            ),
        },
        Some(ValidatorType::Other(word)) => problems.error(
            "ValidatorType",
            format!("{word:?} is known to no connector; it would never hold, not even turned round"),
        ),
        None => problems.error("ValidatorType", "say what it looks at, such as UrlValidator"),
    }
}

fn check_url_part(part: &TriggerPart, problems: &mut Problems<'_>) {
    match &part.url_part {
        Some(UrlPart::PageUrl | UrlPart::PagePath | UrlPart::HostName) => {}
        Some(UrlPart::Other(word)) => problems.error(
            "UrlPart",
            format!("{word:?} is none of PageUrl, PagePath and HostName; connectors would compare with nothing"),
        ),
        None => problems.error("UrlPart", "PageUrl, PagePath or HostName is wanted"),
    }
}

fn check_value(part: &TriggerPart, problems: &mut Problems<'_>) {
    match &part.value_to_compare {
        Some(value) => check_text("ValueToCompare", value, part, problems),
        None => problems.error("ValueToCompare", "a text is wanted, which may be empty"),
    }
}

fn check_text(key: &str, value: &str, part: &TriggerPart, problems: &mut Problems<'_>) {
    check_length(key, value, problems);
    // [`super::address`] says more about URLs, and conditions on variables reach no server.
    if !matches!(
        part.validator_type,
        Some(ValidatorType::Url | ValidatorType::JsVariable)
    ) {
        check_ascii(key, value, problems);
    }
    check_asterisk(key, value, part, problems);
}

/// Warns of a `*` that is no wildcard: it is one only alone, with `Contains` or `ContainsAny`.
fn check_asterisk(key: &str, value: &str, part: &TriggerPart, problems: &mut Problems<'_>) {
    let is_wildcard = value == ANY_TEXT && matches!(part.operator, Some(Operator::Contains | Operator::ContainsAny));
    if value.contains(ANY_TEXT) && !is_wildcard {
        problems.warn(
            key,
            "the asterisk is looked for as it stands: it means any text only where the value is * alone, with Contains or ContainsAny",
        );
    }
}

/// Warns of conditions whose result does not depend on the request.
fn check_always(part: &TriggerPart, problems: &mut Problems<'_>) {
    match (part.value_to_compare.as_deref(), part.is_negative) {
        (Some(ANY_TEXT), true) => problems.warn(
            "IsNegative",
            "connectors do not turn Contains * round: it holds always; to match what is empty, use Equals with an empty text",
        ),
        (Some(""), false) => problems.warn("ValueToCompare", "every text contains the empty text: it holds always"),
        (Some(""), true) => problems.warn("ValueToCompare", "every text contains the empty text: it never holds"),
        _ => {}
    }
}

fn check_values(operator: &Operator, part: &TriggerPart, problems: &mut Problems<'_>) {
    let values = part.values_to_compare.as_deref().unwrap_or_default();
    if values.is_empty() {
        problems.error("ValuesToCompare", "list the texts to compare with");
    }
    if !problems.bound("ValuesToCompare", values.len(), VALUES_MAX) {
        return;
    }
    for (index, value) in values.iter().enumerate() {
        let key = format!("ValuesToCompare/{index}");
        check_text(&key, value, part, problems);
        if value == ANY_TEXT && part.is_negative && *operator == Operator::ContainsAny {
            problems.warn(&key, "turned round, it holds for the empty text alone");
        }
        if value.is_empty() && *operator == Operator::ContainsAny {
            problems.warn(&key, "every text contains the empty text");
        }
    }
}
