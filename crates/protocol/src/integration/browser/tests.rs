use super::*;
use crate::integration::presets;

fn config(triggers: Vec<Trigger>) -> IntegrationConfig {
    IntegrationConfig {
        version: 7,
        customer_id: Some("acme".to_owned()),
        integrations: vec![Integration {
            name: "My action".to_owned(),
            action_type: Some(ActionType::Queue),
            event_id: Some("sale".to_owned()),
            queue_domain: Some("q.example".to_owned()),
            cookie_validity_minute: Some(20),
            extend_cookie_validity: Some(true),
            triggers,
            ..Integration::default()
        }],
        ..IntegrationConfig::default()
    }
}

fn url_part(text: &str) -> TriggerPart {
    TriggerPart {
        validator_type: Some(ValidatorType::Url),
        url_part: Some(UrlPart::PagePath),
        operator: Some(Operator::Contains),
        value_to_compare: Some(text.to_owned()),
        ..TriggerPart::default()
    }
}

fn header_part() -> TriggerPart {
    presets::akamai_bots().trigger_parts[0].clone()
}

fn trigger(operator: LogicalOperator, trigger_parts: Vec<TriggerPart>) -> Trigger {
    Trigger {
        trigger_parts,
        logical_operator: Some(operator),
    }
}

#[test]
fn the_script_hands_the_whole_configuration_over() {
    let mut config = config(vec![trigger(LogicalOperator::And, vec![url_part("</script>")])]);
    config.description = Some("First".to_owned());
    let script = BrowserConfig::of(&config, &[]).to_script();
    assert_eq!(
        script,
        concat!(
            r#"window.queueit_clientside_config={"description":"First","customerId":"acme","integrations":[{"name":"My action","actionType":"Queue","#,
            r#""eventId":"sale","cookieDomain":null,"isCookieSecure":null,"queueDomain":"q.example","layoutName":null,"culture":null,"#,
            r#""extendValidity":true,"validity":20,"redirectLogic":null,"forcedTargetUrl":null,"triggers":[{"triggerParts":[{"validatorType":"UrlValidator","#,
            r#""operator":"Contains","valueToCompare":"\u003c/script>","valuesToCompare":null,"urlPart":"PagePath","cookieName":null,"variableName":null,"#,
            r#""isNegative":false,"isIgnoreCase":false}],"logicalOperator":"And"}],"onVerified":null,"onDisabled":null,"onTimeout":null,"#,
            r#""removeTokenFromUrl":null,"queryStringPrefix":null}],"Version":7,"PublishDate":null,"ConfigDataVersion":null};"#,
            "\nQueueIt.Javascript.PageEventIntegration.initQueueClient(window.queueit_clientside_config);\n"
        )
    );
}

#[test]
fn conditions_that_browsers_cannot_examine_are_omitted() {
    use LogicalOperator::{And, Or};
    let both = || vec![url_part("/buy"), header_part()];
    let triggers = |config: &IntegrationConfig| -> Vec<usize> {
        let browser = BrowserConfig::of(config, &[]);
        assert!(!browser.to_script().contains("Akamai"));
        (browser
            .integrations
            .iter()
            .flat_map(|integration| &integration.triggers))
        .map(|trigger| trigger.trigger_parts.len())
        .collect()
    };
    assert_eq!(triggers(&config(vec![trigger(Or, both())])), [1]);
    assert_eq!(
        triggers(&config(vec![trigger(And, both()), trigger(And, vec![url_part("/x")])])),
        [1]
    );
    let unseen = config(vec![trigger(Or, vec![header_part()])]);
    assert!(BrowserConfig::of(&unseen, &[]).integrations.is_empty());
}

#[test]
fn conditions_that_servers_cannot_examine_are_omitted() {
    use LogicalOperator::{And, Or};
    let variable = TriggerPart {
        validator_type: Some(ValidatorType::JsVariable),
        variable_name: Some("app.kind".to_owned()),
        operator: Some(Operator::Equals),
        value_to_compare: Some("gift".to_owned()),
        ..TriggerPart::default()
    };
    let both = || vec![url_part("/buy"), variable.clone()];
    let all = config(vec![
        trigger(Or, both()),
        trigger(And, both()),
        trigger(And, vec![url_part("/x")]),
    ]);
    let for_servers = all.clone().for_servers();
    let parts: Vec<usize> = (for_servers.integrations[0].triggers.iter())
        .map(|trigger| trigger.trigger_parts.len())
        .collect();
    assert_eq!(parts, [1, 1]);
    assert!(config(vec![trigger(And, both())]).for_servers().integrations.is_empty());
    let scripts = Scripts {
        on_verified: Some("passed()".to_owned()),
        ..Scripts::default()
    };
    let script = BrowserConfig::of(&all, &[scripts]).to_script();
    assert!(
        script.contains(r#""variableName":"app.kind""#) && script.contains(r#""onVerified":"passed()""#),
        "{script}"
    );
}

#[test]
fn older_spellings_are_read_as_what_they_mean() {
    let json = r#"{"customerId":"acme","integrations":[{"name":"a","redirectLogic":2,"triggers":[{"logicalOperator":"And","triggerParts":[
        {"operator":"NotContains","valueToCompare":"x"},
        {"operator":"IgEquals","valueToCompare":"x"},
        {"operator":"NotEquals","isNegative":false},
        {"operator":"Contains","isNegative":true,"isIgnoreCase":true,"unknown":1}
    ]}]},{"redirectLogic":"ForecedTargetUrl"},{"redirectLogic":null,"name":null},{"redirectLogic":9}]}"#;
    let config: BrowserConfig = serde_json::from_str(json).unwrap();
    let logic: Vec<_> = config
        .integrations
        .iter()
        .map(|integration| integration.redirect_logic.clone())
        .collect();
    let forced = Some(RedirectLogic::ForcedTargetUrl);
    assert_eq!(
        logic,
        [forced.clone(), forced, None, Some(RedirectLogic::Other("9".into()))]
    );
    let parts: Vec<_> = (config.integrations[0].triggers[0].trigger_parts.iter())
        .map(|part| {
            (
                part.operator.as_ref().map(Operator::as_str),
                part.is_negative,
                part.is_ignore_case,
            )
        })
        .collect();
    assert_eq!(
        parts,
        [
            (Some("Contains"), true, false),
            (Some("Equals"), false, true),
            (Some("NotEquals"), false, false),
            (Some("Contains"), true, true),
        ]
    );
    let again: BrowserConfig = serde_json::from_str(&serde_json::to_string(&config).unwrap()).unwrap();
    assert_eq!(again, config);
}
