//! The file that server-side connectors download.
//!
//! Serialization writes every key, null when it is not used: several connectors read an absent key
//! as a trigger that never matches. Deserialization accepts absent, null and unknown keys, and
//! unknown words; only `Version` is required, because connectors refuse a configuration without
//! one.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::absent::or_default;
use super::ascii;
use super::vocabulary::{Action, ActionType, LogicalOperator, Operator, RedirectLogic, UrlPart, ValidatorType};

/// Maximum size of a configuration, in bytes of JSON.
pub const CONFIG_BYTES_MAX: usize = 1024 * 1024;

/// A customer's configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct IntegrationConfig {
    /// The publisher's description of this version.
    pub description: Option<String>,
    /// The integrations in order of evaluation: the first that matches applies.
    #[serde(deserialize_with = "or_default")]
    pub integrations: Vec<Integration>,
    /// The customer that the configuration belongs to.
    pub customer_id: Option<String>,
    /// The vendor's account id; this project writes the customer.
    pub account_id: Option<String>,
    /// Increases with every publication, from 1.
    pub version: i64,
    /// Time of publication, as RFC 3339.
    pub publish_date: Option<String>,
    /// The version of this format.
    pub config_data_version: Option<String>,
}

/// One action with its triggers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Integration {
    /// The name in reports and in the queue's URL (`man`).
    #[serde(deserialize_with = "or_default")]
    pub name: String,
    /// The action, as written; see [`Integration::action`].
    pub action_type: Option<ActionType>,
    /// The id of the room; Queue and Cancel need it.
    pub event_id: Option<String>,
    /// Domain of the session cookie; null is the page's own.
    pub cookie_domain: Option<String>,
    /// Theme of the room's pages; null is the room's own.
    pub layout_name: Option<String>,
    /// Language of the room's pages; null is the room's own.
    pub culture: Option<String>,
    /// Whether each request renews the session.
    pub extend_cookie_validity: Option<bool>,
    /// Duration of a session, in minutes.
    pub cookie_validity_minute: Option<i64>,
    /// `host[:port][/path]` of the waiting room; Queue and Cancel need it.
    pub queue_domain: Option<String>,
    /// The page to which visitors return.
    pub redirect_logic: Option<RedirectLogic>,
    /// The return URL when the logic is [`RedirectLogic::ForcedTargetUrl`].
    pub forced_target_url: Option<String>,
    /// Whether the session cookie is hidden from scripts.
    pub is_cookie_http_only: Option<bool>,
    /// Whether the session cookie is sent over https only.
    pub is_cookie_secure: Option<bool>,
    /// The triggers; the integration matches when one of them does.
    #[serde(deserialize_with = "or_default")]
    pub triggers: Vec<Trigger>,
    /// Other rooms whose sessions are accepted for this page, or that are cancelled with this one;
    /// newer connectors only.
    pub involved_waiting_room_ids: Option<Vec<String>>,
    /// A path that precedes every path of the waiting room; newer connectors only.
    pub queue_path_prefix: Option<String>,
    /// Whether the vendor counts the uses of a queue id; newer connectors only.
    pub verify_queue_id_enabled: Option<bool>,
    /// The maximum of that count.
    pub queue_id_usage_limit: Option<i64>,
    /// Whether triggers examine the URL's normal form ([`super::normal`]), in connectors that have
    /// a normaliser.
    pub is_normalization_enabled: Option<bool>,
}

impl Integration {
    /// Returns the action: [`Action::Ignore`] if the word is missing or unknown.
    #[must_use]
    pub fn action(&self) -> Action {
        self.action_type.as_ref().map_or(Action::Ignore, ActionType::action)
    }
}

/// A group of conditions on a request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Trigger {
    /// The conditions.
    #[serde(deserialize_with = "or_default")]
    pub trigger_parts: Vec<TriggerPart>,
    /// The operator that joins the conditions.
    pub logical_operator: Option<LogicalOperator>,
}

impl Trigger {
    /// Removes conditions that only browsers can examine. Returns whether the trigger can still
    /// match.
    fn keep_for_servers(&mut self) -> bool {
        let is_for_servers = |part: &TriggerPart| part.validator_type != Some(ValidatorType::JsVariable);
        if self.logical_operator != Some(LogicalOperator::Or) {
            return self.trigger_parts.iter().all(is_for_servers);
        }
        self.trigger_parts.retain(is_for_servers);
        !self.trigger_parts.is_empty()
    }
}

/// One condition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct TriggerPart {
    /// The property of the request to examine.
    pub validator_type: Option<ValidatorType>,
    /// The comparison.
    pub operator: Option<Operator>,
    /// The text to compare with; null is the empty text.
    pub value_to_compare: Option<String>,
    /// The texts to compare with, for the operators on lists.
    pub values_to_compare: Option<Vec<String>>,
    /// The part of the URL, for [`ValidatorType::Url`].
    pub url_part: Option<UrlPart>,
    /// The name of the cookie, case-sensitive.
    pub cookie_name: Option<String>,
    /// The name of the header, case-insensitive.
    pub http_header_name: Option<String>,
    /// The name of the page's variable. Servers cannot examine variables, so that connectors' files
    /// have no such key; only the file of browsers has it.
    #[serde(skip)]
    pub variable_name: Option<String>,
    /// Inverts the result.
    #[serde(deserialize_with = "or_default")]
    pub is_negative: bool,
    /// Compares without regard to case, in upper case.
    #[serde(deserialize_with = "or_default")]
    pub is_ignore_case: bool,
}

/// Why a text is not a configuration.
#[derive(Debug, thiserror::Error)]
pub enum IntegrationConfigError {
    /// Longer than [`CONFIG_BYTES_MAX`].
    #[error("longer than {CONFIG_BYTES_MAX} bytes")]
    TooLong,
    /// Not JSON, or a key has another type.
    #[error("not an integration configuration: {0}")]
    Json(#[from] serde_json::Error),
    /// Without a version: connectors refuse such a configuration.
    #[error("Version is missing or 0; published configurations count from 1")]
    NoVersion,
}

impl IntegrationConfig {
    /// Parses a downloaded configuration.
    ///
    /// # Errors
    /// When connectors cannot use the configuration at all. [`super::validate`] finds errors in
    /// single integrations.
    pub fn from_json(json: &[u8]) -> Result<Self, IntegrationConfigError> {
        let config: Self = bounded(json)?;
        if config.version == 0 {
            return Err(IntegrationConfigError::NoVersion);
        }
        Ok(config)
    }

    /// Removes conditions that only browsers can examine, since they never hold on a server. The
    /// removal preserves the meaning of the rest: it removes a condition from those joined by `Or`,
    /// the whole trigger when its conditions are joined by `And`, and an integration that has no
    /// triggers left.
    #[must_use]
    pub fn for_servers(mut self) -> Self {
        for integration in &mut self.integrations {
            integration.triggers.retain_mut(Trigger::keep_for_servers);
        }
        self.integrations.retain(|integration| !integration.triggers.is_empty());
        self
    }

    /// Returns the text that connectors download: JSON in ASCII, since not all of them read UTF-8.
    #[must_use]
    pub fn to_json(&self) -> String {
        ascii::json(self)
    }
}

/// Parses JSON of at most [`CONFIG_BYTES_MAX`].
pub(super) fn bounded<T: DeserializeOwned>(json: &[u8]) -> Result<T, IntegrationConfigError> {
    match json.len() {
        0..=CONFIG_BYTES_MAX => Ok(serde_json::from_slice(json)?),
        _ => Err(IntegrationConfigError::TooLong),
    }
}
