//! Older spellings that the vendor's browser scripts accept, translated to today's. They are never
//! written.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

use super::{BrowserTriggerPart, Operator, RedirectLogic, UrlPart, ValidatorType};

/// A condition with any spelling: a legacy operator can be negative itself where `isNegative` is
/// missing.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct PathPart {
    validator_type: Option<ValidatorType>,
    operator: Option<Operator>,
    value_to_compare: Option<String>,
    values_to_compare: Option<Vec<String>>,
    url_part: Option<UrlPart>,
    cookie_name: Option<String>,
    variable_name: Option<String>,
    is_negative: Option<bool>,
    is_ignore_case: Option<bool>,
}

impl From<PathPart> for BrowserTriggerPart {
    fn from(part: PathPart) -> Self {
        let old = match (&part.operator, part.is_negative) {
            (Some(Operator::Other(word)), None) => meaning(word),
            _ => None,
        };
        let (operator, is_negative, ignores_case) = match old {
            Some((operator, negative, ignores_case)) => (Some(operator), negative, ignores_case),
            None => (part.operator, part.is_negative.unwrap_or_default(), false),
        };
        Self {
            validator_type: part.validator_type,
            operator,
            value_to_compare: part.value_to_compare,
            values_to_compare: part.values_to_compare,
            url_part: part.url_part,
            cookie_name: part.cookie_name,
            variable_name: part.variable_name,
            is_negative,
            is_ignore_case: ignores_case || part.is_ignore_case.unwrap_or_default(),
        }
    }
}

/// Translates a legacy operator: today's operator, whether it is negative, whether it ignores case.
fn meaning(word: &str) -> Option<(Operator, bool, bool)> {
    match word {
        "NotEquals" => Some((Operator::Equals, true, false)),
        "NotContains" => Some((Operator::Contains, true, false)),
        "IgEquals" => Some((Operator::Equals, false, true)),
        "IgContains" => Some((Operator::Contains, false, true)),
        _ => None,
    }
}

/// Deserializes a redirect logic from a word, a number, or the old misspelling.
pub(super) fn redirect_logic<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<RedirectLogic>, D::Error> {
    struct Logic;

    impl Visitor<'_> for Logic {
        type Value = Option<RedirectLogic>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a redirect logic, as text or 0, 1, 2")
        }

        fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
            let known = usize::try_from(number).ok().and_then(|at| RedirectLogic::KNOWN.get(at));
            Ok(Some(
                known
                    .cloned()
                    .unwrap_or_else(|| RedirectLogic::Other(number.to_string().into())),
            ))
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
            Ok(Some(match text {
                "ForecedTargetUrl" => RedirectLogic::ForcedTargetUrl,
                other => other.into(),
            }))
        }
    }

    deserializer.deserialize_any(Logic)
}
