//! Where in the source something of the built configuration was written: JSON pointers into the one
//! made into pointers into the other. Checks are made on what connectors will get; operators are
//! told of what they wrote.

use std::collections::BTreeMap;

use super::source::IntegrationSource;

/// The names that keys of the built configuration have in a source.
const KEYS: [(&str, &str); 20] = [
    ("Integrations", "actions"),
    ("Name", "name"),
    ("ActionType", "type"),
    ("EventId", "room"),
    ("InvolvedWaitingRoomIds", "otherRooms"),
    ("QueueDomain", "queueDomain"),
    ("QueuePathPrefix", "pathPrefix"),
    ("LayoutName", "theme"),
    ("Culture", "culture"),
    ("RedirectLogic", "redirect"),
    ("ForcedTargetUrl", "redirectUrl"),
    ("Triggers", "triggers"),
    ("TriggerParts", "parts"),
    ("LogicalOperator", "match"),
    ("ValidatorType", "of"),
    ("UrlPart", "of"),
    ("Operator", "operator"),
    ("ValueToCompare", "value"),
    ("ValuesToCompare", "values"),
    ("IsNegative", "negative"),
];

/// What cookies, headers and variables are called by.
const NAMES: [&str; 3] = ["CookieName", "HttpHeaderName", "VariableName"];

/// Where the things of a built configuration were written.
#[derive(Debug, Default)]
pub(super) struct Origins(BTreeMap<String, String>);

impl Origins {
    /// An integration is made of the action of the same number, and of the configuration that it
    /// names.
    pub(super) fn integration(&mut self, source: &IntegrationSource, index: usize) {
        let action = &source.actions[index];
        self.0
            .insert(format!("/Integrations/{index}"), format!("/actions/{index}"));
        let named = action.configuration.as_deref();
        let at = (source.configurations.iter()).position(|configuration| Some(configuration.name.as_str()) == named);
        let configuration = at.map_or(format!("/actions/{index}/configuration"), |at| {
            format!("/configurations/{at}")
        });
        let validity = match (action.validity_minutes, at) {
            (Some(_), _) => format!("/actions/{index}/validityMinutes"),
            (None, Some(_)) => format!("{configuration}/validityMinutes"),
            (None, None) => configuration.clone(),
        };
        self.0
            .insert(format!("/Integrations/{index}/CookieValidityMinute"), validity);
        let domain = at.map_or(configuration.clone(), |_| format!("{configuration}/cookieDomain"));
        self.0.insert(format!("/Integrations/{index}/CookieDomain"), domain);
    }

    /// A trigger of an integration (its number, and the trigger's in it) is made of the one that
    /// was `written`, or is a built-in that the action names at `at`.
    pub(super) fn trigger(&mut self, (integration, trigger): (usize, usize), at: usize, written: Option<usize>) {
        let origin = match written {
            Some(index) => format!("/triggers/{index}"),
            None => format!("/actions/{integration}/triggers/{at}"),
        };
        self.0
            .insert(format!("/Integrations/{integration}/Triggers/{trigger}"), origin);
    }

    /// Where it was written: what is known of the longest beginning, and the keys behind it by
    /// their other names.
    pub(super) fn of(&self, pointer: &str) -> String {
        let mut known = pointer;
        while !known.is_empty() {
            if let Some(origin) = self.0.get(known) {
                return origin.clone() + &in_the_source(&pointer[known.len()..]);
            }
            known = &known[..known.rfind('/').unwrap_or_default()];
        }
        in_the_source(pointer)
    }
}

fn in_the_source(pointer: &str) -> String {
    let keys = pointer
        .split('/')
        .map(|key| match KEYS.iter().find(|(built, _)| *built == key) {
            Some((_, written)) => written,
            None if NAMES.contains(&key) => "name",
            None => key,
        });
    keys.collect::<Vec<_>>().join("/")
}
