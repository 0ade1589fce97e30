//! The file of browser scripts (4.4): the same actions and triggers in camelCase, and what only
//! browsers do.
//!
//! It is public: everybody who visits the site can read it. So what only servers can look at,
//! headers and bodies, is left out of it: in a browser such a condition never holds, and what it
//! would tell ("who sends this header passes") is nobody's business. Leaving out keeps what the
//! rest means: of conditions joined by `Or` the one, of those joined by `And` the whole trigger,
//! and an action without triggers altogether.

use serde::{Deserialize, Serialize};

use super::absent::or_default;
use super::ascii;
use super::model::{Integration, IntegrationConfig, IntegrationConfigError, Trigger, TriggerPart, bounded};
use super::vocabulary::{ActionType, LogicalOperator, Operator, RedirectLogic, UrlPart, ValidatorType};

mod legacy;

/// A customer's configuration for browsers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BrowserConfig {
    /// What the publisher said about this version.
    pub description: Option<String>,
    /// Whose it is.
    #[serde(deserialize_with = "or_default")]
    pub customer_id: String,
    /// The first that matches counts.
    #[serde(deserialize_with = "or_default")]
    pub integrations: Vec<BrowserIntegration>,
    /// Counts up with every publishing.
    #[serde(rename = "Version")]
    pub version: Option<i64>,
    /// RFC 3339.
    #[serde(rename = "PublishDate")]
    pub publish_date: Option<String>,
    /// The version of this format.
    #[serde(rename = "ConfigDataVersion")]
    pub config_data_version: Option<String>,
}

/// One action with its triggers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BrowserIntegration {
    /// As reports name it.
    #[serde(deserialize_with = "or_default")]
    pub name: String,
    /// What is done.
    pub action_type: Option<ActionType>,
    /// The room.
    pub event_id: Option<String>,
    /// Domain of the session cookie.
    pub cookie_domain: Option<String>,
    /// Keeps the session cookie to https.
    pub is_cookie_secure: Option<bool>,
    /// Host of the waiting room.
    pub queue_domain: Option<String>,
    /// Theme.
    pub layout_name: Option<String>,
    /// Language.
    pub culture: Option<String>,
    /// Whether each page renews the session.
    pub extend_validity: Option<bool>,
    /// How long a session lasts, minutes.
    pub validity: Option<i64>,
    /// Where visitors come back to. Read as a number or in the vendor's old misspelling too.
    #[serde(deserialize_with = "legacy::redirect_logic")]
    pub redirect_logic: Option<RedirectLogic>,
    /// Where to, if forced.
    pub forced_target_url: Option<String>,
    /// Any of them matches.
    #[serde(deserialize_with = "or_default")]
    pub triggers: Vec<BrowserTrigger>,
    /// Script text, run once the visitor has been through the room.
    pub on_verified: Option<String>,
    /// Script text, run while the room is idle.
    pub on_disabled: Option<String>,
    /// Script text, run when the waiting room does not answer.
    pub on_timeout: Option<String>,
    /// Takes the token out of the address bar.
    pub remove_token_from_url: Option<bool>,
    /// Before the names of the old query parameters.
    pub query_string_prefix: Option<String>,
}

/// Conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BrowserTrigger {
    /// The conditions.
    #[serde(deserialize_with = "or_default")]
    pub trigger_parts: Vec<BrowserTriggerPart>,
    /// How they are joined.
    pub logical_operator: Option<LogicalOperator>,
}

/// One condition. The old operators (`NotContains`, `IgEquals`, …) are read as what they mean
/// today.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "legacy::Part")]
pub struct BrowserTriggerPart {
    /// What it looks at.
    pub validator_type: Option<ValidatorType>,
    /// How it compares.
    pub operator: Option<Operator>,
    /// With what.
    pub value_to_compare: Option<String>,
    /// With what, for the operators of lists.
    pub values_to_compare: Option<Vec<String>>,
    /// Of URLs.
    pub url_part: Option<UrlPart>,
    /// Of cookies.
    pub cookie_name: Option<String>,
    /// Of the page's variables.
    pub variable_name: Option<String>,
    /// Turns the answer round.
    pub is_negative: bool,
    /// Compares in upper case.
    pub is_ignore_case: bool,
}

/// What an action does in browsers alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scripts {
    /// Script text, run once the visitor has been through the room.
    pub on_verified: Option<String>,
    /// Script text, run while the room is idle.
    pub on_disabled: Option<String>,
    /// Script text, run when the waiting room does not answer.
    pub on_timeout: Option<String>,
    /// Takes the token out of the address bar.
    pub remove_token_from_url: Option<bool>,
    /// Before the names of the old query parameters.
    pub query_string_prefix: Option<String>,
}

impl BrowserConfig {
    /// The same configuration for browsers, without what they cannot look at; `scripts` go with the
    /// integrations in their order.
    #[must_use]
    pub fn of(config: &IntegrationConfig, scripts: &[Scripts]) -> Self {
        let scripts = scripts.iter().cloned().chain(std::iter::repeat_with(Scripts::default));
        let integrations = (config.integrations.iter().zip(scripts))
            .map(|(integration, scripts)| BrowserIntegration::of(integration, scripts));
        Self {
            description: config.description.clone(),
            customer_id: config.customer_id.clone().unwrap_or_default(),
            integrations: integrations
                .filter(|integration| !integration.triggers.is_empty())
                .collect(),
            version: Some(config.version),
            publish_date: config.publish_date.clone(),
            config_data_version: config.config_data_version.clone(),
        }
    }

    /// Reads one.
    ///
    /// # Errors
    /// Too long, no JSON, or a key of another type.
    pub fn from_json(json: &[u8]) -> Result<Self, IntegrationConfigError> {
        bounded(json)
    }

    /// The script that hands it to the client: a page loads it from `queueclientConfig.js`.
    #[must_use]
    pub fn to_script(&self) -> String {
        // A page may hold the script itself, and must not end there.
        let json = ascii::json(self).replace('<', "\\u003c");
        format!(
            "window.queueit_clientside_config={json};\n\
             QueueIt.Javascript.PageEventIntegration.initQueueClient(window.queueit_clientside_config);\n"
        )
    }
}

impl BrowserIntegration {
    fn of(integration: &Integration, scripts: Scripts) -> Self {
        Self {
            name: integration.name.clone(),
            action_type: integration.action_type.clone(),
            event_id: integration.event_id.clone(),
            cookie_domain: integration.cookie_domain.clone(),
            is_cookie_secure: integration.is_cookie_secure,
            queue_domain: integration.queue_domain.clone(),
            layout_name: integration.layout_name.clone(),
            culture: integration.culture.clone(),
            extend_validity: integration.extend_cookie_validity,
            validity: integration.cookie_validity_minute,
            redirect_logic: integration.redirect_logic.clone(),
            forced_target_url: integration.forced_target_url.clone(),
            triggers: integration.triggers.iter().filter_map(BrowserTrigger::of).collect(),
            on_verified: scripts.on_verified,
            on_disabled: scripts.on_disabled,
            on_timeout: scripts.on_timeout,
            remove_token_from_url: scripts.remove_token_from_url,
            query_string_prefix: scripts.query_string_prefix,
        }
    }
}

impl BrowserTrigger {
    /// The trigger without what browsers cannot look at; `None` if it could never match.
    fn of(trigger: &Trigger) -> Option<Self> {
        let parts = trigger.trigger_parts.iter().map(BrowserTriggerPart::of);
        let trigger_parts: Vec<_> = match trigger.logical_operator {
            Some(LogicalOperator::Or) => Some(parts.flatten().collect()).filter(|parts: &Vec<_>| !parts.is_empty()),
            _ => parts.collect(),
        }?;
        Some(Self {
            trigger_parts,
            logical_operator: trigger.logical_operator.clone(),
        })
    }
}

impl BrowserTriggerPart {
    /// The condition, if browsers can look at such a thing.
    fn of(part: &TriggerPart) -> Option<Self> {
        match part.validator_type {
            Some(ValidatorType::Url | ValidatorType::Cookie | ValidatorType::UserAgent | ValidatorType::JsVariable) => {
                Some(Self {
                    validator_type: part.validator_type.clone(),
                    operator: part.operator.clone(),
                    value_to_compare: part.value_to_compare.clone(),
                    values_to_compare: part.values_to_compare.clone(),
                    url_part: part.url_part.clone(),
                    cookie_name: part.cookie_name.clone(),
                    variable_name: part.variable_name.clone(),
                    is_negative: part.is_negative,
                    is_ignore_case: part.is_ignore_case,
                })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
