//! What an evaluation saw, for people who ask why a page was queued or was not.
//!
//! It lists what was looked at, in order, and nothing else: behind the first integration that
//! matches, behind the first trigger of it that does, and behind the part that decided a trigger,
//! connectors look no further. It holds excerpts of cookies and headers, so it is for whoever made
//! the request or runs the site, not for logs.

use serde::Serialize;

use super::evaluate::{Request, TraceVisitor, walk};
use super::model::{Integration, IntegrationConfig, Trigger, TriggerPart};

/// The most that is repeated of a text of the request or the configuration, characters.
pub const EXCERPT_CHARS_MAX: usize = 200;

/// The walk of one request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    /// Those that were looked at; only the last can match.
    pub integrations: Vec<IntegrationTrace>,
}

/// One integration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IntegrationTrace {
    /// Its name.
    pub name: String,
    /// Whether one of its triggers matched.
    pub matches: bool,
    /// Those that were looked at; only the last can match.
    pub triggers: Vec<TriggerTrace>,
}

/// One trigger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TriggerTrace {
    /// How its parts are joined, as it is written.
    pub logical_operator: Option<String>,
    /// Whether it matched.
    pub matches: bool,
    /// Those that were looked at; the last decided.
    pub parts: Vec<PartTrace>,
}

/// One part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PartTrace {
    /// What it looks at, e.g. `PagePath` or `cookie basket`.
    pub subject: String,
    /// An excerpt of what was there; null where servers cannot see such a thing.
    pub found: Option<String>,
    /// How it compares and with what, e.g. `not Contains "/callback" (ignoring case)`.
    pub condition: String,
    /// Whether it holds.
    pub holds: bool,
}

/// [`super::evaluate`], and what it saw.
pub fn trace<'c>(config: &'c IntegrationConfig, request: &impl Request) -> (Option<&'c Integration>, Trace) {
    let mut notes = Notes::default();
    let matched = walk(config, request, &mut notes);
    (matched, notes.trace)
}

/// What was seen of things whose end has not come yet.
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
    /// What it looks at, in words.
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

    /// How it compares, in words.
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

/// So many values of a list are repeated.
const LISTED_MAX: usize = 10;

fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT_CHARS_MAX) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
