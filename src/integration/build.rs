//! Builds the files for connectors and browsers from an operator's source. The build is mechanical:
//! it omits everything that cannot be built, such as a reference to a missing trigger, and
//! [`super::check`] reports it. The origin of each part is recorded, so that problems of the result
//! can be reported for the source.

use protocol::integration::browser::{BrowserConfig, Scripts};
use protocol::integration::{
    ActionType, Integration, IntegrationConfig, LogicalOperator, Operator as WireOperator, RedirectLogic,
    Trigger as WireTrigger, TriggerPart, UrlPart, ValidatorType,
};

use super::pointer::Origins;
use super::source::{
    BUILT_IN_TRIGGERS, IntegrationAction, IntegrationConfiguration, IntegrationKind, IntegrationMatch,
    IntegrationOperator, IntegrationPart, IntegrationRedirect, IntegrationSource, IntegrationSubject,
    IntegrationTrigger,
};

/// The version of the format that this module writes.
const CONFIG_DATA_VERSION: &str = "1.0.0.4";

/// Properties of an edition apart from its source.
#[derive(Debug, Clone, Copy, Default)]
pub struct VersionInfo<'a> {
    /// The customer's id.
    pub customer: &'a str,
    /// The edition's number, from 1; 0 if the source is not published.
    pub version: i64,
    /// Time of publication, RFC 3339.
    pub published_at: Option<&'a str>,
    /// The publisher's comment.
    pub comment: Option<&'a str>,
}

/// The result of building a source.
#[derive(Debug)]
pub struct BuiltIntegration {
    /// The whole configuration; connectors receive [`BuiltIntegration::for_servers`] of it.
    pub config: IntegrationConfig,
    scripts: Vec<Scripts>,
    pub(super) origins: Origins,
}

impl BuiltIntegration {
    /// Returns the file for connectors.
    #[must_use]
    pub fn for_servers(&self) -> IntegrationConfig {
        self.config.clone().for_servers()
    }

    /// Returns the file for browsers.
    #[must_use]
    pub fn for_browsers(&self) -> BrowserConfig {
        BrowserConfig::of(&self.config, &self.scripts)
    }
}

/// Builds a source. `domain` returns the waiting room's host for an action that does not name one.
pub fn build(
    source: &IntegrationSource,
    about: VersionInfo<'_>,
    domain: impl Fn(usize, &IntegrationAction) -> String,
) -> BuiltIntegration {
    let mut built = BuiltIntegration {
        config: IntegrationConfig {
            description: about.comment.map(str::to_owned),
            customer_id: Some(about.customer.to_owned()),
            account_id: Some(about.customer.to_owned()),
            version: about.version,
            publish_date: about.published_at.map(str::to_owned),
            config_data_version: Some(CONFIG_DATA_VERSION.to_owned()),
            integrations: Vec::new(),
        },
        scripts: Vec::new(),
        origins: Origins::default(),
    };
    for (index, action) in source.actions.iter().enumerate() {
        let queue_domain = action.queue_domain.clone().unwrap_or_else(|| domain(index, action));
        let configuration = source
            .configuration(action.configuration.as_deref())
            .unwrap_or_default();
        built.origins.integration(source, index);
        let triggers = built.triggers(source, index);
        built
            .config
            .integrations
            .push(integration(action, &configuration, queue_domain, triggers));
        built.scripts.push(scripts(action, &configuration));
    }
    built
}

impl BuiltIntegration {
    /// Returns the existing triggers among those that an action names.
    fn triggers(&mut self, source: &IntegrationSource, action: usize) -> Vec<WireTrigger> {
        let mut triggers = Vec::new();
        for (at, name) in source.actions[action].triggers.iter().enumerate() {
            let written = source.triggers.iter().position(|trigger| trigger.name == *name);
            let built_in = BUILT_IN_TRIGGERS.iter().find(|built_in| built_in.name == name);
            let made = match (built_in, written) {
                (Some(built_in), _) => (built_in.make)(),
                (None, Some(index)) => trigger(&source.triggers[index]),
                (None, None) => continue,
            };
            let written = written.filter(|_| built_in.is_none());
            self.origins.trigger((action, triggers.len()), at, written);
            triggers.push(made);
        }
        triggers
    }
}

fn integration(
    action: &IntegrationAction,
    configuration: &IntegrationConfiguration,
    queue_domain: String,
    triggers: Vec<WireTrigger>,
) -> Integration {
    let common = Integration {
        name: action.name.clone(),
        triggers,
        // For most servers `/%63heckout` is the same page as `/checkout`; see
        // `protocol::integration`.
        is_normalization_enabled: Some(true),
        ..Integration::default()
    };
    let placed = |action_type| Integration {
        action_type: Some(action_type),
        event_id: action.room.clone(),
        cookie_domain: configuration.cookie_domain.clone(),
        layout_name: action.theme.clone(),
        culture: action.culture.clone(),
        extend_cookie_validity: Some(action.extend.unwrap_or(configuration.extend)),
        cookie_validity_minute: Some(action.validity_minutes.unwrap_or(configuration.validity_minutes).into()),
        queue_domain: Some(queue_domain),
        redirect_logic: Some(redirect_logic(action.redirect)),
        forced_target_url: action.redirect_url.clone(),
        is_cookie_http_only: Some(configuration.http_only),
        is_cookie_secure: Some(configuration.secure),
        involved_waiting_room_ids: Some(action.other_rooms.clone()),
        queue_path_prefix: action.path_prefix.clone(),
        ..common.clone()
    };
    match action.r#type {
        IntegrationKind::Queue => placed(ActionType::Queue),
        IntegrationKind::Cancel => placed(ActionType::Cancel),
        IntegrationKind::Ignore => Integration {
            action_type: Some(ActionType::Ignore),
            ..common
        },
    }
}

fn redirect_logic(redirect: IntegrationRedirect) -> RedirectLogic {
    match redirect {
        IntegrationRedirect::Origin => RedirectLogic::AllowTParameter,
        IntegrationRedirect::RoomTarget => RedirectLogic::EventTargetUrl,
        IntegrationRedirect::Page => RedirectLogic::ForcedTargetUrl,
    }
}

fn scripts(action: &IntegrationAction, configuration: &IntegrationConfiguration) -> Scripts {
    Scripts {
        on_verified: action.on_verified.clone(),
        on_disabled: action.on_disabled.clone(),
        on_timeout: action.on_timeout.clone(),
        remove_token_from_url: Some(configuration.remove_token_from_url),
        query_string_prefix: configuration.query_string_prefix.clone(),
    }
}

fn trigger(trigger: &IntegrationTrigger) -> WireTrigger {
    WireTrigger {
        trigger_parts: trigger.parts.iter().map(part).collect(),
        logical_operator: Some(match trigger.r#match {
            IntegrationMatch::All => LogicalOperator::And,
            IntegrationMatch::Any => LogicalOperator::Or,
        }),
    }
}

fn part(part: &IntegrationPart) -> TriggerPart {
    let (validator, url_part) = match part.of {
        IntegrationSubject::PageUrl => (ValidatorType::Url, Some(UrlPart::PageUrl)),
        IntegrationSubject::PagePath => (ValidatorType::Url, Some(UrlPart::PagePath)),
        IntegrationSubject::HostName => (ValidatorType::Url, Some(UrlPart::HostName)),
        IntegrationSubject::Cookie => (ValidatorType::Cookie, None),
        IntegrationSubject::UserAgent => (ValidatorType::UserAgent, None),
        IntegrationSubject::HttpHeader => (ValidatorType::HttpHeader, None),
        IntegrationSubject::RequestBody => (ValidatorType::RequestBody, None),
        IntegrationSubject::JsVariable => (ValidatorType::JsVariable, None),
    };
    let name_of = |subject| part.name.clone().filter(|_| part.of == subject);
    TriggerPart {
        validator_type: Some(validator),
        operator: Some(match part.operator {
            IntegrationOperator::Equals => WireOperator::Equals,
            IntegrationOperator::Contains => WireOperator::Contains,
            IntegrationOperator::EqualsAny => WireOperator::EqualsAny,
            IntegrationOperator::ContainsAny => WireOperator::ContainsAny,
        }),
        value_to_compare: part.value.clone(),
        values_to_compare: part.values.clone(),
        url_part,
        cookie_name: name_of(IntegrationSubject::Cookie),
        http_header_name: name_of(IntegrationSubject::HttpHeader),
        // Empty rather than missing: only downloaded configurations lack the name.
        variable_name: (part.of == IntegrationSubject::JsVariable).then(|| part.name.clone().unwrap_or_default()),
        is_negative: part.negative,
        is_ignore_case: part.ignore_case,
    }
}
