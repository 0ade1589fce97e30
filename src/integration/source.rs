//! What operators write: triggers, configurations and actions, each named where others use it.
//! [`super::build`] makes of it what connectors and browsers download; [`super::check`] says what
//! is wrong with it.
//!
//! Keys that are absent have defaults; keys that do not exist are refused, so that a typing error
//! does not silently switch something off.

use protocol::integration::{Trigger as WireTrigger, presets};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest source, bytes of JSON: with its history entry it must fit into one value of the
/// store.
pub const SOURCE_BYTES_MAX: usize = 48 * 1024;

/// The configuration of actions that name none.
pub const DEFAULT_CONFIGURATION: &str = "Default (Queue-it)";
/// How long its sessions last, minutes.
pub const DEFAULT_VALIDITY_MINUTES: u32 = 20;

/// A trigger that is always there.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn {
    /// By which actions use it.
    pub name: &'static str,
    /// Makes it.
    pub make: fn() -> WireTrigger,
}

/// All of them. Their meaning is part of published editions: one that should mean something else
/// needs another name.
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

/// Everything of one customer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct IntegrationSource {
    /// Conditions, by name. `All Pages (Queue-it)`, `Good bots` and `Akamai bots` are always there.
    pub triggers: Vec<IntegrationTrigger>,
    /// How sessions are kept, by name. `Default (Queue-it)` is always there: 20 minutes, extended
    /// by every request, on the page's own domain.
    pub configurations: Vec<IntegrationConfiguration>,
    /// In the order in which they are looked at: the first with a trigger that matches counts.
    pub actions: Vec<IntegrationAction>,
}

/// Conditions under which an action is taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename = "Trigger", rename_all = "camelCase", deny_unknown_fields)]
pub struct IntegrationTrigger {
    /// By which actions use it.
    pub name: String,
    /// Whether all parts must hold (the default), or any.
    #[serde(default)]
    pub r#match: IntegrationMatch,
    /// The conditions.
    #[serde(default)]
    pub parts: Vec<IntegrationPart>,
}

/// How conditions are joined.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IntegrationMatch {
    /// All of them.
    #[default]
    All,
    /// Any of them.
    Any,
}

/// One condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename = "Part", rename_all = "camelCase", deny_unknown_fields)]
pub struct IntegrationPart {
    /// What of the request it looks at.
    pub of: IntegrationSubject,
    /// Name of the cookie, header or variable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How it compares.
    pub operator: IntegrationOperator,
    /// With what: for `equals` and `contains`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// With what: for `equalsAny` and `containsAny`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
    /// Turns the answer round; default false.
    #[serde(default)]
    pub negative: bool,
    /// Whether capitals do not count; default false.
    #[serde(default)]
    pub ignore_case: bool,
}

/// What a condition looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IntegrationSubject {
    /// The whole URL.
    PageUrl,
    /// The URL's path.
    PagePath,
    /// The URL's host.
    HostName,
    /// A cookie.
    Cookie,
    /// The user agent.
    UserAgent,
    /// A request header; not in browsers.
    HttpHeader,
    /// The request's body; not in browsers.
    RequestBody,
    /// A variable of the page; in browsers only.
    JsVariable,
}

/// How a condition compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IntegrationOperator {
    /// The same text.
    Equals,
    /// Somewhere in the text; `*` is any text that is not empty.
    Contains,
    /// The same as one of several.
    EqualsAny,
    /// One of several somewhere in the text.
    ContainsAny,
}

/// How sessions are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename = "Configuration", rename_all = "camelCase", deny_unknown_fields)]
pub struct IntegrationConfiguration {
    /// By which actions use it.
    pub name: String,
    /// How long a session lasts.
    pub validity_minutes: u32,
    /// Whether each request renews it; default true.
    #[serde(default = "yes")]
    pub extend: bool,
    /// Domain of the session cookie, where visitors cross sub-domains; default the page's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cookie_domain: Option<String>,
    /// Hides the session cookie from scripts; default false. Not where browser scripts keep the
    /// session.
    #[serde(default)]
    pub http_only: bool,
    /// Keeps the session cookie to https; default false.
    #[serde(default)]
    pub secure: bool,
    /// Whether browser scripts take the token out of the address bar; default false.
    #[serde(default)]
    pub remove_token_from_url: bool,
    /// Before the names of old query parameters.
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

/// What is done where a trigger matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename = "Action", rename_all = "camelCase", deny_unknown_fields)]
pub struct IntegrationAction {
    /// By which reports know it.
    pub name: String,
    /// What is done.
    pub r#type: IntegrationKind,
    /// Names of triggers, any of which takes it.
    #[serde(default)]
    pub triggers: Vec<String>,
    /// The waiting room: to queue in, or to give up the place in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// Rooms whose sessions count here too, or that are cancelled with it. Newer connectors only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_rooms: Vec<String>,
    /// Name of the configuration; default `Default (Queue-it)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
    /// Instead of the configuration's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validity_minutes: Option<u32>,
    /// Instead of the configuration's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extend: Option<bool>,
    /// Theme of the room's pages; default the room's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// Language of the room's pages; default the room's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culture: Option<String>,
    /// Where visitors come back to; default where they came from.
    #[serde(default)]
    pub redirect: IntegrationRedirect,
    /// Where to, for `page`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_url: Option<String>,
    /// `host[:port]` of the waiting room; default the room's own host, its customer's, or the
    /// server's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue_domain: Option<String>,
    /// A path before every path of the waiting room. Newer connectors only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path_prefix: Option<String>,
    /// JavaScript that browsers run once the visitor has been through the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_verified: Option<String>,
    /// JavaScript that browsers run while the room is idle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_disabled: Option<String>,
    /// JavaScript that browsers run when the waiting room does not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_timeout: Option<String>,
}

/// What an action does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IntegrationKind {
    /// Sends visitors to the room.
    Queue,
    /// Gives their place and session up.
    Cancel,
    /// Lets them pass.
    Ignore,
}

/// Where visitors come back to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IntegrationRedirect {
    /// Where they came from.
    #[default]
    Origin,
    /// The room's own target.
    RoomTarget,
    /// The action's `redirectUrl`.
    Page,
}

impl IntegrationSource {
    /// A configuration by its name.
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
