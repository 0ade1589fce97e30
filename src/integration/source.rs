//! The source of an integration configuration as operators write it: triggers, configurations and
//! actions, which refer to each other by name. [`super::build`] builds the files for connectors and
//! browsers from it; [`super::check`] finds its problems.
//!
//! Missing keys have defaults; unknown keys are refused, so that a typing error does not silently
//! disable a setting.

use protocol::integration::{Trigger as WireTrigger, presets};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum size of a source, bytes of JSON: with its history entry it must fit into one value of
/// the store.
pub const SOURCE_BYTES_MAX: usize = 48 * 1024;

/// The configuration of actions that name none.
pub const DEFAULT_CONFIGURATION: &str = "Default (Queue-it)";
/// Session validity of the default configuration, minutes.
pub const DEFAULT_VALIDITY_MINUTES: u32 = 20;

/// A trigger that always exists.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn {
    /// The name by which actions refer to it.
    pub name: &'static str,
    /// Creates the trigger.
    pub make: fn() -> WireTrigger,
}

/// All built-in triggers. Their meaning is part of published editions: a trigger with another
/// meaning needs another name.
pub const BUILT_IN_TRIGGERS: [BuiltIn; 3] = [
    BuiltIn {
        name: "All Pages (Queue-it)",
        make: presets::all_pages,
    },
    BuiltIn {
        name: "Good bots",
        make: presets::good_bots,
    },
    BuiltIn {
        name: "Akamai bots",
        make: presets::akamai_bots,
    },
];

/// The integration configuration of one customer, as operators write it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct IntegrationSource {
    /// Conditions, by name. `All Pages (Queue-it)`, `Good bots` and `Akamai bots` always exist.
    pub triggers: Vec<IntegrationTrigger>,
    /// Session settings, by name. `Default (Queue-it)` always exists: 20 minutes, extended by every
    /// request, on the page's own domain.
    pub configurations: Vec<IntegrationConfiguration>,
    /// The actions in the order of evaluation: the first one with a matching trigger applies.
    pub actions: Vec<IntegrationAction>,
}

/// Conditions under which an action applies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename = "Trigger", rename_all = "camelCase", deny_unknown_fields)]
pub struct IntegrationTrigger {
    /// The name by which actions refer to the trigger.
    pub name: String,
    /// Whether all parts must hold (the default), or any.
    #[serde(default)]
    pub r#match: IntegrationMatch,
    /// The conditions.
    #[serde(default)]
    pub parts: Vec<IntegrationPart>,
}

/// The combination of a trigger's conditions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IntegrationMatch {
    /// All conditions must hold.
    #[default]
    All,
    /// At least one condition must hold.
    Any,
}

/// One condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename = "Part", rename_all = "camelCase", deny_unknown_fields)]
pub struct IntegrationPart {
    /// The part of the request to compare.
    pub of: IntegrationSubject,
    /// Name of the cookie, header or variable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The kind of comparison.
    pub operator: IntegrationOperator,
    /// The text to compare with, for `equals` and `contains`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The texts to compare with, for `equalsAny` and `containsAny`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
    /// Negates the condition; default false.
    #[serde(default)]
    pub negative: bool,
    /// Ignores letter case; default false.
    #[serde(default)]
    pub ignore_case: bool,
}

/// The part of a request that a condition compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IntegrationSubject {
    /// The whole URL.
    PageUrl,
    /// The URL's path.
    PagePath,
    /// The URL's host.
    HostName,
    /// The value of a cookie.
    Cookie,
    /// The user agent.
    UserAgent,
    /// The value of a request header; not available in browsers.
    HttpHeader,
    /// The request's body; not available in browsers.
    RequestBody,
    /// A variable of the page; available in browsers only.
    JsVariable,
}

/// The kind of comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IntegrationOperator {
    /// The texts are equal.
    Equals,
    /// The text contains the value; `*` matches any text that is not empty.
    Contains,
    /// The text equals one of the values.
    EqualsAny,
    /// The text contains one of the values.
    ContainsAny,
}

/// Session settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename = "Configuration", rename_all = "camelCase", deny_unknown_fields)]
pub struct IntegrationConfiguration {
    /// The name by which actions refer to the configuration.
    pub name: String,
    /// Validity of a session, minutes.
    pub validity_minutes: u32,
    /// Whether each request renews it; default true.
    #[serde(default = "yes")]
    pub extend: bool,
    /// Domain of the session cookie, for sites with several subdomains; default: the page's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cookie_domain: Option<String>,
    /// Hides the session cookie from scripts; default false. Not usable where browser scripts keep
    /// the session.
    #[serde(default)]
    pub http_only: bool,
    /// Restricts the session cookie to https; default false.
    #[serde(default)]
    pub secure: bool,
    /// Whether browser scripts remove the token from the address bar; default false.
    #[serde(default)]
    pub remove_token_from_url: bool,
    /// Prefix of the names of old query parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query_string_prefix: Option<String>,
}

impl Default for IntegrationConfiguration {
    fn default() -> Self {
        Self {
            name: DEFAULT_CONFIGURATION.to_owned(),
            validity_minutes: DEFAULT_VALIDITY_MINUTES,
            extend: true,
            cookie_domain: None,
            http_only: false,
            secure: false,
            remove_token_from_url: false,
            query_string_prefix: None,
        }
    }
}

/// An action for requests that match a trigger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename = "Action", rename_all = "camelCase", deny_unknown_fields)]
pub struct IntegrationAction {
    /// The action's name in reports.
    pub name: String,
    /// The kind of action.
    pub r#type: IntegrationKind,
    /// Names of triggers; the action applies if any of them matches.
    #[serde(default)]
    pub triggers: Vec<String>,
    /// The waiting room in which visitors queue, or whose place is given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// Further rooms whose sessions are accepted, or that a cancel includes. Newer connectors only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_rooms: Vec<String>,
    /// Name of the configuration; default `Default (Queue-it)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
    /// Overrides the configuration's validity, minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validity_minutes: Option<u32>,
    /// Overrides whether each request extends a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extend: Option<bool>,
    /// Theme of the room's pages; default: the room's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// Language of the room's pages; default: the room's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culture: Option<String>,
    /// The page to which visitors return; default: the page that they came from.
    #[serde(default)]
    pub redirect: IntegrationRedirect,
    /// The URL for the redirect `page`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_url: Option<String>,
    /// `host[:port]` of the waiting room; default: the room's own host, its customer's, or the
    /// server's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue_domain: Option<String>,
    /// Prefix of every path of the waiting room. Newer connectors only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path_prefix: Option<String>,
    /// JavaScript that browsers run once the visitor has passed the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_verified: Option<String>,
    /// JavaScript that browsers run while the room is idle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_disabled: Option<String>,
    /// JavaScript that browsers run if the waiting room does not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_timeout: Option<String>,
}

/// The kind of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IntegrationKind {
    /// Sends visitors to the room.
    Queue,
    /// Gives up the visitors' place and session.
    Cancel,
    /// Lets visitors pass.
    Ignore,
}

/// The page to which visitors return.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IntegrationRedirect {
    /// The page that they came from.
    #[default]
    Origin,
    /// The room's own target.
    RoomTarget,
    /// The action's `redirectUrl`.
    Page,
}

impl IntegrationSource {
    /// Returns a configuration by its name.
    pub(super) fn configuration(&self, name: Option<&str>) -> Option<IntegrationConfiguration> {
        let name = name.unwrap_or(DEFAULT_CONFIGURATION);
        let written = self
            .configurations
            .iter()
            .find(|configuration| configuration.name == name);
        let built_in = || Some(IntegrationConfiguration::default()).filter(|default| default.name == name);
        written.cloned().or_else(built_in)
    }
}

fn yes() -> bool {
    true
}
