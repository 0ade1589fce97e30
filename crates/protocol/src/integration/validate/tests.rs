use super::super::presets;
use super::*;
use crate::integration::IntegrationConfig;

fn problems(change: impl FnOnce(&mut serde_json::Value)) -> Vec<(String, Severity)> {
    let mut json = serde_json::json!({
        "Version": 1,
        "Integrations": [{
            "Name": "Sale", "ActionType": "Queue", "EventId": "sale", "QueueDomain": "q.example",
            "CookieValidityMinute": 20, "ExtendCookieValidity": true, "RedirectLogic": "AllowTParameter",
            "Triggers": [{
                "LogicalOperator": "And",
                "TriggerParts": [{ "ValidatorType": "UrlValidator", "UrlPart": "PagePath", "Operator": "Contains", "ValueToCompare": "/buy" }]
            }]
        }]
    });
    change(&mut json);
    let config = IntegrationConfig::from_json(json.to_string().as_bytes()).unwrap();
    let found = validate(&config, |room| room == "sale");
    found
        .into_iter()
        .map(|problem| (problem.pointer, problem.severity))
        .collect()
}

fn error(pointer: &str) -> (String, Severity) {
    (pointer.to_owned(), Severity::Error)
}

fn warning(pointer: &str) -> (String, Severity) {
    (pointer.to_owned(), Severity::Warning)
}

#[test]
fn a_good_configuration_has_no_problems() {
    assert_eq!(problems(|_| ()), []);
}

#[test]
fn every_key_that_connectors_need_is_named_where_it_is_missing() {
    for (key, value, severity) in [
        ("Name", " ", Severity::Error),
        ("ActionType", "Fight", Severity::Error),
        ("EventId", "", Severity::Error),
        ("EventId", "other", Severity::Error),
        ("EventId", "Sale", Severity::Error),
        ("QueueDomain", "", Severity::Error),
        ("QueueDomain", "https://q.example", Severity::Error),
        ("CookieDomain", "https://shop.example", Severity::Error),
        ("RedirectLogic", "Whatever", Severity::Error),
        ("ForcedTargetUrl", "https://shop.example/", Severity::Warning),
    ] {
        let found = problems(|json| json["Integrations"][0][key] = value.into());
        assert_eq!(found, [(format!("/Integrations/0/{key}"), severity)], "{key} {value:?}");
    }
    for minutes in [serde_json::json!(null), (-1).into(), 0.into(), 1441.into()] {
        let found = problems(|json| json["Integrations"][0]["CookieValidityMinute"] = minutes);
        assert_eq!(found, [error("/Integrations/0/CookieValidityMinute")]);
    }
    let found = problems(|json| json["Integrations"][0]["RedirectLogic"] = "ForcedTargetUrl".into());
    assert_eq!(found, [error("/Integrations/0/ForcedTargetUrl")]);
    assert_eq!(
        problems(|json| json["Integrations"] = serde_json::json!(null)),
        [warning("/Integrations")]
    );
}

#[test]
fn every_key_of_a_condition_is_named_where_it_is_missing() {
    let part = |key: &str| format!("/Integrations/0/Triggers/0/TriggerParts/0/{key}");
    for (key, value, named) in [
        ("ValidatorType", "CookieValidator", "CookieName"),
        ("ValidatorType", "HttpHeaderValidator", "HttpHeaderName"),
        ("ValidatorType", "JSVariableValidator", "ValidatorType"),
        ("ValidatorType", "Whatever", "ValidatorType"),
        ("UrlPart", "Query", "UrlPart"),
        ("Operator", "NotContains", "Operator"),
        ("Operator", "EqualsAny", "ValuesToCompare"),
    ] {
        let found = problems(|json| json["Integrations"][0]["Triggers"][0]["TriggerParts"][0][key] = value.into());
        assert_eq!(found, [error(&part(named))], "{key} {value:?}");
    }
    let found = problems(|json| json["Integrations"][0]["Triggers"][0]["TriggerParts"] = serde_json::json!([]));
    assert_eq!(found, [error("/Integrations/0/Triggers/0/TriggerParts")]);
    let found = problems(|json| json["Integrations"][0]["Triggers"][0]["LogicalOperator"] = "or".into());
    assert_eq!(found, [error("/Integrations/0/Triggers/0/LogicalOperator")]);
    let found = problems(|json| json["Integrations"][0]["Triggers"] = serde_json::json!([]));
    assert_eq!(found, [error("/Integrations/0/Triggers")]);
}

#[test]
fn conditions_that_are_decided_before_anybody_asks_are_told() {
    let changed = |value: &str, negative: bool| {
        problems(|json| {
            let part = &mut json["Integrations"][0]["Triggers"][0]["TriggerParts"][0];
            part["ValueToCompare"] = value.into();
            part["IsNegative"] = negative.into();
        })
    };
    assert_eq!(
        changed("*", true),
        [warning("/Integrations/0/Triggers/0/TriggerParts/0/IsNegative")]
    );
    assert_eq!(
        changed("", false),
        [warning("/Integrations/0/Triggers/0/TriggerParts/0/ValueToCompare")]
    );
    assert_eq!(changed("*", false), []);
    let found = problems(|json| {
        let part = &mut json["Integrations"][0]["Triggers"][0]["TriggerParts"][0];
        part["UrlPart"] = "HostName".into();
        part["Operator"] = "EqualsAny".into();
        part["ValuesToCompare"] = serde_json::json!(["shop.example", "shop.example:8443"]);
    });
    assert_eq!(
        found.first(),
        Some(&warning("/Integrations/0/Triggers/0/TriggerParts/0/ValuesToCompare"))
    );
}

#[test]
fn an_action_below_one_for_all_pages_never_gets_its_turn() {
    let queue = |name: &str, trigger: &Trigger| {
        serde_json::json!({
            "Name": name, "ActionType": "Queue", "EventId": "sale", "QueueDomain": "q.example", "CookieValidityMinute": 20, "Triggers": [trigger]
        })
    };
    let both = |first: &Trigger, second: &Trigger| {
        problems(|json| json["Integrations"] = serde_json::json!([queue("ABC", first), queue("XYZ", second)]))
    };
    let (all, bots) = (presets::all_pages(), presets::good_bots());
    assert_eq!(both(&all, &bots), [warning("/Integrations/1/Triggers")]);
    assert_eq!(both(&bots, &all), []);
    assert_eq!(both(&bots, &bots), [warning("/Integrations/1/Triggers")]);
}

#[test]
fn lists_are_bounded() {
    let found = problems(|json| {
        let one = json["Integrations"][0].clone();
        json["Integrations"] = vec![one; INTEGRATIONS_MAX + 1].into();
    });
    assert_eq!(found, [error("/Integrations")]);
    let found = problems(|json| {
        let part = &mut json["Integrations"][0]["Triggers"][0]["TriggerParts"][0];
        part["Operator"] = "ContainsAny".into();
        part["ValuesToCompare"] = vec!["x"; VALUES_MAX + 1].into();
    });
    assert_eq!(
        found,
        [error("/Integrations/0/Triggers/0/TriggerParts/0/ValuesToCompare")]
    );
}
