//! Compilation of a config into actions.
//!
//! Compilation ignores what the vendors' connectors ignore, but is strict with the fields that an
//! action requires: a config with an invalid action is refused as a whole, instead of leaving the
//! action's pages unprotected.

use protocol::host_name::is_cookie_domain;
use protocol::integration::{Action as Kind, Integration, IntegrationConfig, RedirectLogic};
use protocol::redirect::{QueueBase, Scheme, UNNAMED_ACTION};
use protocol::{CustomerId, Minutes, RoomId};

use super::error::IntegrationError;
use crate::action::{CancelAction, CookieAttributes, QueueAction, Rooms, RuleAction, TargetRule};
use crate::domains::is_queue_domain;

/// A config compiled for requests.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) config: IntegrationConfig,
    /// One action for each of the config's integrations, in order.
    pub(super) actions: Vec<RuleAction>,
}

/// The key of an integration that is invalid, and the reason.
type CompileProblem = (&'static str, &'static str);

impl Compiled {
    /// Parses and compiles a published config.
    pub(super) fn from_json(json: &[u8], customer: &CustomerId, scheme: Scheme) -> Result<Self, IntegrationError> {
        let config = IntegrationConfig::from_json(json)?;
        let named = config.customer_id.as_deref().unwrap_or_default();
        if !named.is_empty() && !named.eq_ignore_ascii_case(customer.as_str()) {
            return Err(IntegrationError::Customer(named.to_owned()));
        }
        let actions = config.integrations.iter().enumerate().map(|(index, integration)| {
            action(integration, config.version, scheme).map_err(|(key, problem)| IntegrationError::Action {
                pointer: format!("/Integrations/{index}/{key}"),
                problem,
            })
        });
        let mut actions: Vec<RuleAction> = actions.collect::<Result<_, _>>()?;
        share_cookie_domains(&mut actions);
        Ok(Self { config, actions })
    }
}

/// Gives cancel actions the cookie domain of their room's queue action. A cookie is deleted only
/// under the domain with which it was set; a cancel action that names no domain would otherwise
/// redirect the visitor to be cancelled again and again.
fn share_cookie_domains(actions: &mut [RuleAction]) {
    let setting = |action: &RuleAction| match action {
        RuleAction::Queue(QueueAction { rooms, cookie, .. }) => Some((rooms.own().clone(), cookie.domain.clone()?)),
        _ => None,
    };
    let set: Vec<(RoomId, String)> = actions.iter().filter_map(setting).collect();
    for action in actions {
        if let RuleAction::Cancel(CancelAction { rooms, cookie, .. }) = action
            && cookie.domain.is_none()
        {
            let same_room = set.iter().find(|(room, _)| room == rooms.own());
            cookie.domain = same_room.map(|(_, domain)| domain.clone());
        }
    }
}

fn action(integration: &Integration, config_version: i64, scheme: Scheme) -> Result<RuleAction, CompileProblem> {
    let name = given(&integration.name).unwrap_or(UNNAMED_ACTION).to_owned();
    Ok(match integration.action() {
        Kind::Ignore => RuleAction::Ignore { name },
        Kind::Cancel => RuleAction::Cancel(CancelAction {
            name,
            rooms: rooms(integration)?,
            base: base(integration, scheme)?,
            cookie: cookie(integration)?,
        }),
        Kind::Queue => RuleAction::Queue(QueueAction {
            name,
            config_version,
            rooms: rooms(integration)?,
            base: base(integration, scheme)?,
            cookie: cookie(integration)?,
            validity: validity(integration)?,
            extend: integration.extend_cookie_validity.unwrap_or(false),
            culture: owned(&integration.culture),
            theme: owned(&integration.layout_name),
            target: target(integration)?,
        }),
    })
}

fn rooms(integration: &Integration) -> Result<Rooms, CompileProblem> {
    const WANTED: &str = "a room's id is wanted: 3 to 20 lower-case letters or digits";
    let own: RoomId = text(&integration.event_id).parse().map_err(|_| ("EventId", WANTED))?;
    let involved = integration.involved_waiting_room_ids.iter().flatten();
    let involved: Result<Vec<RoomId>, CompileProblem> = involved
        .map(|id| id.parse().map_err(|_| ("InvolvedWaitingRoomIds", WANTED)))
        .collect();
    Ok(Rooms::new(own, involved?))
}

fn base(integration: &Integration, scheme: Scheme) -> Result<QueueBase, CompileProblem> {
    let domain = text(&integration.queue_domain);
    if !is_queue_domain(domain) {
        return Err(("QueueDomain", "host[:port][/path] is wanted, without a scheme"));
    }
    let prefix = integration.queue_path_prefix.as_deref();
    if prefix.is_some_and(|prefix| !is_queue_domain(&format!("{domain}/{prefix}"))) {
        return Err(("QueuePathPrefix", "a path is wanted"));
    }
    Ok(QueueBase::new(scheme, domain, prefix))
}

fn cookie(integration: &Integration) -> Result<CookieAttributes, CompileProblem> {
    let domain = owned(&integration.cookie_domain);
    if domain.as_deref().is_some_and(|domain| !is_cookie_domain(domain)) {
        return Err(("CookieDomain", "a host's name is wanted"));
    }
    Ok(CookieAttributes {
        domain,
        http_only: integration.is_cookie_http_only.unwrap_or(false),
        secure: integration.is_cookie_secure.unwrap_or(false),
    })
}

fn validity(integration: &Integration) -> Result<Minutes, CompileProblem> {
    let minutes = integration
        .cookie_validity_minute
        .and_then(|minutes| u32::try_from(minutes).ok());
    minutes
        .and_then(Minutes::new)
        .ok_or(("CookieValidityMinute", "a number of minutes is wanted, at least 1"))
}

fn target(integration: &Integration) -> Result<TargetRule, CompileProblem> {
    match &integration.redirect_logic {
        Some(RedirectLogic::EventTargetUrl) => Ok(TargetRule::Room),
        Some(RedirectLogic::ForcedTargetUrl) => owned(&integration.forced_target_url)
            .map(TargetRule::Forced)
            .ok_or(("ForcedTargetUrl", "a URL is wanted, since RedirectLogic forces it")),
        _ => Ok(TargetRule::Asked),
    }
}

fn text(value: &Option<String>) -> &str {
    value.as_deref().unwrap_or_default()
}

fn owned(value: &Option<String>) -> Option<String> {
    given(text(value)).map(str::to_owned)
}

fn given(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"Version":7,"CustomerId":"acme","Integrations":[
        {"Name":"Sale","ActionType":"Queue","EventId":"sale","QueueDomain":"wr.example.com","CookieValidityMinute":5},
        {"Name":"Done","ActionType":"Cancel","EventId":"sale","QueueDomain":"wr.example.com"},
        {"Name":"Else","ActionType":"Dance"}]}"#;

    fn compile(json: &str) -> Result<Compiled, IntegrationError> {
        Compiled::from_json(json.as_bytes(), &"acme".parse().unwrap(), Scheme::Https)
    }

    #[test]
    fn a_good_config_gives_an_action_for_each_integration() {
        let compiled = compile(GOOD).unwrap();
        assert!(matches!(
            compiled.actions[..],
            [RuleAction::Queue(_), RuleAction::Cancel(_), RuleAction::Ignore { .. }]
        ));
    }

    #[test]
    fn a_cancel_action_deletes_the_cookie_where_it_was_set() {
        let with_domain = GOOD.replace(":5", ":5,\"CookieDomain\":\".shop.example\"");
        for (json, domain) in [
            (GOOD, None),
            (&with_domain, Some(".shop.example")),
            (
                &with_domain.replace("Cancel\"", "Cancel\",\"CookieDomain\":\"own.example\""),
                Some("own.example"),
            ),
        ] {
            let compiled = compile(json).unwrap();
            assert_eq!(compiled.actions[1].cookie().unwrap().domain.as_deref(), domain);
        }
    }

    #[test]
    fn missing_parts_of_an_action_are_named() {
        for (good, bad, complaint) in [
            ("\"Version\":7", "\"Version\":0", "Version is missing or 0"),
            ("acme", "other", "/CustomerId: this is the configuration of \"other\""),
            ("\"sale\"", "\"Sale\"", "/Integrations/0/EventId: a room's id"),
            ("\"sale\"", "null", "/Integrations/0/EventId: a room's id"),
            ("wr.example.com", "", "/Integrations/0/QueueDomain: host"),
            ("wr.example.com", "http://wr", "/Integrations/0/QueueDomain: host"),
            (":5", ":0", "/Integrations/0/CookieValidityMinute: a number"),
            (":5", ":-5", "/Integrations/0/CookieValidityMinute: a number"),
            (
                ",\"CookieValidityMinute\":5",
                "",
                "/Integrations/0/CookieValidityMinute: a number",
            ),
            (
                ":5",
                ":5,\"CookieDomain\":\"a;b\"",
                "/Integrations/0/CookieDomain: a host",
            ),
            (
                ":5",
                ":5,\"QueuePathPrefix\":\"a?b\"",
                "/Integrations/0/QueuePathPrefix: a path",
            ),
            (
                ":5",
                ":5,\"InvolvedWaitingRoomIds\":[\"a_b\"]",
                "/Integrations/0/InvolvedWaitingRoomIds: a room",
            ),
            (
                ":5",
                ":5,\"RedirectLogic\":\"ForcedTargetUrl\"",
                "/Integrations/0/ForcedTargetUrl: a URL",
            ),
            ("[", "", "not an integration configuration: "),
        ] {
            let error = compile(&GOOD.replacen(good, bad, 1)).unwrap_err().to_string();
            assert!(error.starts_with(complaint), "{bad}: {error}");
        }
    }
}
