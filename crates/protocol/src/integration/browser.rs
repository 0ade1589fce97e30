//! The file of browser scripts: the same actions and triggers in camelCase, plus fields that only
//! browsers use.
//!
//! The file is public: every visitor of the site can read it. It therefore omits conditions on
//! headers and bodies, which only servers can examine: in a browser such a condition never holds,
//! and it would reveal secrets ("requests with this header pass"). The omission preserves the
//! meaning of the rest: it removes a condition from those joined by `Or`, the whole trigger when
//! its conditions are joined by `And`, and an action that has no triggers left.

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
    /// The publisher's description of this version.
    pub description: Option<String>,
    /// The customer that the configuration belongs to.
    #[serde(deserialize_with = "or_default")]
    pub customer_id: String,
    /// The actions in order of evaluation: the first that matches applies.
    #[serde(deserialize_with = "or_default")]
    pub integrations: Vec<BrowserIntegration>,
    /// Increases with every publication.
    #[serde(rename = "Version")]
    pub version: Option<i64>,
    /// Time of publication, as RFC 3339.
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
    /// The name in reports.
    #[serde(deserialize_with = "or_default")]
    pub name: String,
    /// The action.
    pub action_type: Option<ActionType>,
    /// The id of the room.
    pub event_id: Option<String>,
    /// The domain of the session cookie.
    pub cookie_domain: Option<String>,
    /// Whether the session cookie is sent over https only.
    pub is_cookie_secure: Option<bool>,
    /// The host of the waiting room.
    pub queue_domain: Option<String>,
    /// The theme of the room's pages.
    pub layout_name: Option<String>,
    /// The language of the room's pages.
    pub culture: Option<String>,
    /// Whether each page renews the session.
    pub extend_validity: Option<bool>,
    /// Duration of a session, in minutes.
    pub validity: Option<i64>,
    /// The page to which visitors return. Also parsed from a number or the vendor's old
    /// misspelling.
    #[serde(deserialize_with = "legacy::redirect_logic")]
    pub redirect_logic: Option<RedirectLogic>,
    /// The return URL when the logic is [`RedirectLogic::ForcedTargetUrl`].
    pub forced_target_url: Option<String>,
    /// The triggers; one match is enough.
    #[serde(deserialize_with = "or_default")]
    pub triggers: Vec<BrowserTrigger>,
    /// Script text to run once the visitor has passed the room.
    pub on_verified: Option<String>,
    /// Script text to run while the room is idle.
    pub on_disabled: Option<String>,
    /// Script text to run when the waiting room does not answer.
    pub on_timeout: Option<String>,
    /// Whether the script removes the token from the address bar.
    pub remove_token_from_url: Option<bool>,
    /// Prefix of the names of the legacy query parameters.
    pub query_string_prefix: Option<String>,
}

/// A group of conditions on a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BrowserTrigger {
    /// The conditions.
    #[serde(deserialize_with = "or_default")]
    pub trigger_parts: Vec<BrowserTriggerPart>,
    /// The operator that joins the conditions.
    pub logical_operator: Option<LogicalOperator>,
}

/// One condition. The legacy operators (`NotContains`, `IgEquals`, …) are translated to today's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "legacy::PathPart")]
pub struct BrowserTriggerPart {
    /// The property of the page to examine.
    pub validator_type: Option<ValidatorType>,
    /// The comparison.
    pub operator: Option<Operator>,
    /// The text to compare with.
    pub value_to_compare: Option<String>,
    /// The texts to compare with, for the operators on lists.
    pub values_to_compare: Option<Vec<String>>,
    /// The part of the URL, for [`ValidatorType::Url`].
    pub url_part: Option<UrlPart>,
    /// The name of the cookie, for [`ValidatorType::Cookie`].
    pub cookie_name: Option<String>,
    /// The name of the page's variable, for [`ValidatorType::JsVariable`].
    pub variable_name: Option<String>,
    /// Inverts the result.
    pub is_negative: bool,
    /// Compares without regard to case, in upper case.
    pub is_ignore_case: bool,
}

/// The fields of an action that only browsers use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scripts {
    /// Script text to run once the visitor has passed the room.
    pub on_verified: Option<String>,
    /// Script text to run while the room is idle.
    pub on_disabled: Option<String>,
    /// Script text to run when the waiting room does not answer.
    pub on_timeout: Option<String>,
    /// Whether the script removes the token from the address bar.
    pub remove_token_from_url: Option<bool>,
    /// Prefix of the names of the legacy query parameters.
    pub query_string_prefix: Option<String>,
}

impl BrowserConfig {
    /// Converts a configuration for browsers and omits conditions that browsers cannot examine.
    /// `scripts` belong to the integrations in order; missing ones are empty.
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

    /// Parses a configuration.
    ///
    /// # Errors
    /// When the text is too long or not JSON, or a key has another type.
    pub fn from_json(json: &[u8]) -> Result<Self, IntegrationConfigError> {
        bounded(json)
    }

    /// Returns the script that passes the configuration to the client: pages load it from
    /// `queueclientConfig.js`.
    #[must_use]
    pub fn to_script(&self) -> String {
        // A page can contain the script inline, where `</script>` in the JSON would end it.
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
    /// Converts a trigger without the conditions that browsers cannot examine; `None` if it could
    /// never match.
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
    /// Converts a condition; `None` when browsers cannot examine the property.
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
