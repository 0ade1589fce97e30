//! The steps of an evaluation, which explain why a page was queued or was not.
//!
//! A trace lists, in order, exactly what the evaluation examined: connectors stop at the first
//! integration that matches, at its first trigger that matches, and at the part that decides a
//! trigger. A trace contains excerpts of cookies and headers, so it is meant for the sender of the
//! request and the site's operators, not for logs.

use serde::Serialize;

use super::evaluate::{Request, TraceVisitor, walk};
use super::model::{Integration, IntegrationConfig, Trigger, TriggerPart};

/// Maximum length of an excerpt of the request or the configuration, in characters.
pub const EXCERPT_CHARS_MAX: usize = 200;

/// The evaluation of one request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    /// The integrations that were examined; only the last can match.
    pub integrations: Vec<IntegrationTrace>,
}

/// The evaluation of one integration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IntegrationTrace {
    /// Name of the integration.
    pub name: String,
    /// Whether one of its triggers matched.
    pub matches: bool,
    /// The triggers that were examined; only the last can match.
    pub triggers: Vec<TriggerTrace>,
}

/// The evaluation of one trigger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TriggerTrace {
    /// The operator that joins the trigger's parts, as written.
    pub logical_operator: Option<String>,
    /// Whether the trigger matched.
    pub matches: bool,
    /// The parts that were examined; the last one decided.
    pub parts: Vec<PartTrace>,
}

/// The evaluation of one part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PartTrace {
    /// The examined property, such as `PagePath` or `cookie basket`.
    pub subject: String,
    /// An excerpt of the examined text; null when servers cannot see the property.
    pub found: Option<String>,
    /// The comparison, such as `not Contains "/callback" (ignoring case)`.
    pub condition: String,
    /// Whether the part holds.
    pub holds: bool,
}

/// Like [`super::evaluate`], but also returns the steps of the evaluation.
pub fn trace<'c>(config: &'c IntegrationConfig, request: &impl Request) -> (Option<&'c Integration>, Trace) {
    let mut notes = Notes::default();
    let matched = walk(config, request, &mut notes);
    (matched, notes.trace)
}

/// The records of an evaluation, with parts and triggers whose owner has not been reported yet.
#[derive(Debug, Default)]
struct Notes {
    parts: Vec<PartTrace>,
    triggers: Vec<TriggerTrace>,
    trace: Trace,
}

impl TraceVisitor for Notes {
    fn part(&mut self, part: &TriggerPart, value: Option<&str>, holds: bool) {
        self.parts.push(PartTrace {
            subject: part.subject(),
            found: value.map(excerpt),
            condition: part.condition(),
            holds,
        });
    }

    fn trigger(&mut self, trigger: &Trigger, matches: bool) {
        self.triggers.push(TriggerTrace {
            logical_operator: trigger.logical_operator.as_ref().map(|word| excerpt(word.as_str())),
            matches,
            parts: std::mem::take(&mut self.parts),
        });
    }

    fn integration(&mut self, integration: &Integration, matches: bool) {
        self.trace.integrations.push(IntegrationTrace {
            name: excerpt(&integration.name),
            matches,
            triggers: std::mem::take(&mut self.triggers),
        });
    }
}

impl TriggerPart {
    /// Describes the examined property in words.
    fn subject(&self) -> String {
        use super::vocabulary::ValidatorType as Validator;
        let named = |what: &str, name: &Option<String>| format!("{what} {}", excerpt(name.as_deref().unwrap_or("?")));
        match &self.validator_type {
            Some(Validator::Url) => match &self.url_part {
                Some(part) => excerpt(part.as_str()),
                None => "no part of the URL".to_owned(),
            },
            Some(Validator::Cookie) => named("cookie", &self.cookie_name),
            Some(Validator::HttpHeader) => named("header", &self.http_header_name),
            Some(Validator::UserAgent) => "user agent".to_owned(),
            Some(Validator::RequestBody) => "request body".to_owned(),
            Some(Validator::JsVariable) => "a page's variable, which no server sees".to_owned(),
            Some(Validator::Other(word)) => format!("{}, which no connector knows", excerpt(word)),
            None => "nothing: ValidatorType is missing".to_owned(),
        }
    }

    /// Describes the comparison in words.
    fn condition(&self) -> String {
        use super::vocabulary::Operator;
        let not = if self.is_negative { "not " } else { "" };
        let case = if self.is_ignore_case { " (ignoring case)" } else { "" };
        let operator = match &self.operator {
            None => return "no operator: never holds".to_owned(),
            Some(Operator::Other(word)) => return format!("{}: no operator, never holds", excerpt(word)),
            Some(operator) => operator,
        };
        let wanted = match operator {
            Operator::EqualsAny | Operator::ContainsAny => {
                let listed = self.values_to_compare.as_deref().unwrap_or_default();
                let shown: Vec<String> = (listed.iter().take(LISTED_MAX))
                    .map(|value| format!("{:?}", excerpt(value)))
                    .collect();
                let more = if listed.len() > LISTED_MAX { ", …" } else { "" };
                format!("[{}{more}]", shown.join(", "))
            }
            _ => format!("{:?}", excerpt(self.value_to_compare.as_deref().unwrap_or_default())),
        };
        format!("{not}{} {wanted}{case}", operator.as_str())
    }
}

/// Maximum number of values of a list in a description.
const LISTED_MAX: usize = 10;

fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT_CHARS_MAX) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
