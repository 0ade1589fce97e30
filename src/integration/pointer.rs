//! Translates JSON pointers into the built configuration to pointers into its source: checks run on
//! the configuration that connectors receive, while operators need positions in their own source.

use std::collections::BTreeMap;

use super::source::IntegrationSource;

/// Keys of the built configuration, and the corresponding keys of a source.
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

/// Keys for the names of cookies, headers and variables.
const NAMES: [&str; 3] = ["CookieName", "HttpHeaderName", "VariableName"];

/// The origins of a built configuration's parts in its source.
#[derive(Debug, Default)]
pub(super) struct Origins(BTreeMap<String, String>);

impl Origins {
    /// Records an integration: it is built from the action with the same index and the
    /// configuration that the action names.
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

    /// Records a trigger of an integration (index of the integration, index of the trigger in it):
    /// it is built from the trigger at `written`, or it is a built-in that the action names at
    /// `at`.
    pub(super) fn trigger(&mut self, (integration, trigger): (usize, usize), at: usize, written: Option<usize>) {
        let origin = match written {
            Some(index) => format!("/triggers/{index}"),
            None => format!("/actions/{integration}/triggers/{at}"),
        };
        self.0
            .insert(format!("/Integrations/{integration}/Triggers/{trigger}"), origin);
    }

    /// Returns the position in the source: the recorded origin of the longest known prefix,
    /// followed by the remaining keys in the source's names.
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
