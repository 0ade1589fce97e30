//! The file that server-side connectors download (4.2).
//!
//! Written, every key is there, null where it is not used: several connectors take an absent key
//! for a trigger that never matches. Read, keys may be absent, null or unknown, and words may be
//! unknown; only `Version` must be there, because connectors refuse a configuration without one.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::absent::or_default;
use super::ascii;
use super::vocabulary::{Action, ActionType, LogicalOperator, Operator, RedirectLogic, UrlPart, ValidatorType};

/// The largest configuration that is read, bytes of JSON.
pub const CONFIG_BYTES_MAX: usize = 1024 * 1024;

/// A customer's configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct IntegrationConfig {
    /// What the publisher said about this version.
    pub description: Option<String>,
    /// In the order in which they are looked at: the first that matches counts.
    #[serde(deserialize_with = "or_default")]
    pub integrations: Vec<Integration>,
    /// Whose it is.
    pub customer_id: Option<String>,
    /// The vendor's account; ours is the customer.
    pub account_id: Option<String>,
    /// Counts up with every publishing, from 1.
    pub version: i64,
    /// RFC 3339.
    pub publish_date: Option<String>,
    /// The version of this format.
    pub config_data_version: Option<String>,
}

/// One action with its triggers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Integration {
    /// As reports and the queue's URL (`man`) name it.
    #[serde(deserialize_with = "or_default")]
    pub name: String,
    /// What is done; see [`Integration::action`].
    pub action_type: Option<ActionType>,
    /// The room; Queue and Cancel need it.
    pub event_id: Option<String>,
    /// Domain of the session cookie; null is the page's own.
    pub cookie_domain: Option<String>,
    /// Theme of the room's pages; null is the room's own.
    pub layout_name: Option<String>,
    /// Language of the room's pages; null is the room's own.
    pub culture: Option<String>,
    /// Whether each request renews the session.
    pub extend_cookie_validity: Option<bool>,
    /// How long a session lasts.
    pub cookie_validity_minute: Option<i64>,
    /// `host[:port][/path]` of the waiting room; Queue and Cancel need it.
    pub queue_domain: Option<String>,
    /// Where visitors come back to.
    pub redirect_logic: Option<RedirectLogic>,
    /// Where to, if the logic is [`RedirectLogic::ForcedTargetUrl`].
    pub forced_target_url: Option<String>,
    /// Hides the session cookie from scripts.
    pub is_cookie_http_only: Option<bool>,
    /// Keeps the session cookie to https.
    pub is_cookie_secure: Option<bool>,
    /// Any of them matches the integration.
    #[serde(deserialize_with = "or_default")]
    pub triggers: Vec<Trigger>,
    /// Other rooms whose sessions count here, or that are cancelled with this one; newer connectors
    /// only.
    pub involved_waiting_room_ids: Option<Vec<String>>,
    /// A path before every path of the waiting room; newer connectors only.
    pub queue_path_prefix: Option<String>,
    /// The vendor's count of uses of a queue id; newer connectors only.
    pub verify_queue_id_enabled: Option<bool>,
    /// Its limit.
    pub queue_id_usage_limit: Option<i64>,
    /// Whether triggers look at the URL's normal form ([`super::normal`]), in connectors that have
    /// a normaliser.
    pub is_normalization_enabled: Option<bool>,
}

impl Integration {
    /// What is done: nothing, if the word is missing or unknown.
    #[must_use]
    pub fn action(&self) -> Action {
        self.action_type.as_ref().map_or(Action::Ignore, ActionType::action)
    }
}

/// Conditions on a request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Trigger {
    /// The conditions.
    #[serde(deserialize_with = "or_default")]
    pub trigger_parts: Vec<TriggerPart>,
    /// How they are joined.
    pub logical_operator: Option<LogicalOperator>,
}

impl Trigger {
    /// Takes out what only browsers can look at; whether the rest can match at all.
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
    /// What it looks at.
    pub validator_type: Option<ValidatorType>,
    /// How it compares.
    pub operator: Option<Operator>,
    /// With what; null is the empty text.
    pub value_to_compare: Option<String>,
    /// With what, for the operators of lists.
    pub values_to_compare: Option<Vec<String>>,
    /// Of URLs.
    pub url_part: Option<UrlPart>,
    /// Of cookies; capitals count.
    pub cookie_name: Option<String>,
    /// Of headers; capitals do not count.
    pub http_header_name: Option<String>,
    /// Of the page's variables. No server looks at one, so connectors' files have no such key; it
    /// is for the file of browsers.
    #[serde(skip)]
    pub variable_name: Option<String>,
    /// Turns the answer round.
    #[serde(deserialize_with = "or_default")]
    pub is_negative: bool,
    /// Compares in upper case.
    #[serde(deserialize_with = "or_default")]
    pub is_ignore_case: bool,
}

/// Why a text is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum IntegrationConfigError {
    /// Longer than [`CONFIG_BYTES_MAX`].
    #[error("longer than {CONFIG_BYTES_MAX} bytes")]
    TooLong,
    /// No JSON, or a key of another type.
    #[error("not an integration configuration: {0}")]
    Json(#[from] serde_json::Error),
    /// Connectors refuse it.
    #[error("Version is missing or 0; published configurations count from 1")]
    NoVersion,
}

impl IntegrationConfig {
    /// Reads a downloaded configuration.
    ///
    /// # Errors
    /// What keeps connectors from using it at all. What makes single integrations useless is found
    /// by [`super::validate`].
    pub fn from_json(json: &[u8]) -> Result<Self, IntegrationConfigError> {
        let config: Self = bounded(json)?;
        if config.version == 0 {
            return Err(IntegrationConfigError::NoVersion);
        }
        Ok(config)
    }

    /// The same for connectors, without conditions that only browsers can look at, which never hold
    /// for a server. Leaving out keeps what the rest means: of conditions joined by `Or` the one,
    /// of those joined by `And` the whole trigger, and an integration without triggers altogether.
    #[must_use]
    pub fn for_servers(mut self) -> Self {
        for integration in &mut self.integrations {
            integration.triggers.retain_mut(Trigger::keep_for_servers);
        }
        self.integrations.retain(|integration| !integration.triggers.is_empty());
        self
    }

    /// The text that connectors download: JSON in ASCII, since not all of them read UTF-8.
    #[must_use]
    pub fn to_json(&self) -> String {
        ascii::json(self)
    }
}

/// Reads JSON of at most [`CONFIG_BYTES_MAX`].
pub(super) fn bounded<T: DeserializeOwned>(json: &[u8]) -> Result<T, IntegrationConfigError> {
    match json.len() {
        0..=CONFIG_BYTES_MAX => Ok(serde_json::from_slice(json)?),
        _ => Err(IntegrationConfigError::TooLong),
    }
}
