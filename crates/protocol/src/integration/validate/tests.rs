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
        ("CookieDomain", ".shop.example", Severity::Warning),
        ("Name", "Ausverkäufe", Severity::Warning),
        ("LayoutName", "Käufe", Severity::Warning),
        ("Culture", "dä", Severity::Warning),
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
fn constant_conditions_are_warned_of() {
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
        found,
        [warning("/Integrations/0/Triggers/0/TriggerParts/0/ValuesToCompare/1")]
    );
}

/// Returns the messages about one condition. All of them must be warnings.
fn said_of(change: impl FnOnce(&mut serde_json::Value)) -> Vec<String> {
    let mut json = serde_json::json!({ "Version": 1, "Integrations": [{
        "Name": "Sale", "ActionType": "Queue", "EventId": "sale", "QueueDomain": "q.example", "CookieValidityMinute": 20,
        "IsNormalizationEnabled": true,
        "Triggers": [{ "LogicalOperator": "And", "TriggerParts": [{ "ValidatorType": "UrlValidator" }] }]
    }]});
    change(&mut json["Integrations"][0]["Triggers"][0]);
    let config = IntegrationConfig::from_json(json.to_string().as_bytes()).unwrap();
    let found = validate(&config, |_| true);
    assert!(
        found.iter().all(|problem| problem.severity == Severity::Warning),
        "{found:?}"
    );
    found.into_iter().map(|problem| problem.message).collect()
}

#[test]
fn values_that_no_url_has_are_warned_of() {
    for (of, operator, value, said) in [
        ("HostName", "Contains", "Shop.example", "hosts in lower case"),
        ("HostName", "Equals", "https://shop.example", "neither scheme nor path"),
        ("HostName", "Equals", "shop.example:8443", "its port"),
        ("HostName", "Equals", "bücher.example", "addresses are ASCII"),
        ("HostName", "Equals", "", "every address has a host"),
        ("HostName", "Equals", "*.shop.example", "the asterisk"),
        ("PagePath", "Equals", "checkout", "a path begins with /"),
        ("PagePath", "Equals", "", "a path begins with /"),
        ("PagePath", "Contains", "/buy?show=7", "before the ?"),
        ("PagePath", "Contains", "/buy#top", "no fragment"),
        ("PagePath", "Contains", "/summer sale", "are escaped"),
        ("PagePath", "Contains", "/straße", "addresses are ASCII"),
        ("PagePath", "Contains", "/%63heckout", "see /checkout"),
        ("PagePath", "Contains", "/b%c3%bccher", "see /b%C3%BCcher"),
        ("PagePath", "Contains", "/shop//buy", "see /shop/buy"),
        (
            "PagePath",
            "Contains",
            "https://shop.example/buy",
            "neither scheme nor host",
        ),
        ("PagePath", "Contains", "/shows/*/buy", "the asterisk"),
        ("PageUrl", "Equals", "https://shop.example", "there is always a /"),
        ("PageUrl", "Equals", "/buy", "begins with https://"),
        ("PageUrl", "Contains", "https://Shop.example/", "in lower case"),
        (
            "PageUrl",
            "Contains",
            "https://shop.example?show=7",
            "there is always a /",
        ),
        ("PageUrl", "Contains", "?text=a%20b", "see ?text=a+b"),
        ("PageUrl", "Contains", "&QueueITToken=", "take the token out"),
        ("PageUrl", "Equals", "https://shop.example/buy", "not at Akamai"),
    ] {
        for list in [false, true] {
            let messages = said_of(|trigger| {
                let part = &mut trigger["TriggerParts"][0];
                part["UrlPart"] = of.into();
                part["Operator"] = if list {
                    format!("{operator}Any")
                } else {
                    operator.to_owned()
                }
                .into();
                part["ValueToCompare"] = value.into();
                part["ValuesToCompare"] = serde_json::json!([value]);
            });
            assert!(
                messages.iter().any(|message| message.contains(said)),
                "{of} {operator} {value}: {messages:?}"
            );
        }
    }
    for (of, operator, value, ignore_case) in [
        ("HostName", "Contains", "Shop.example", true),
        ("HostName", "Equals", "shop.example", false),
        ("PageUrl", "Contains", "//shop.example/", false),
        ("PageUrl", "Contains", "HTTPS://SHOP.example/", true),
        ("PageUrl", "Contains", "?show=7", false),
        ("PageUrl", "Contains", "*", false),
        ("PagePath", "Equals", "/b%C3%BCcher", false),
        ("PagePath", "Contains", "Checkout", false),
        ("PagePath", "Contains", "/b%c3%bccher", true),
    ] {
        let messages = said_of(|trigger| {
            trigger["TriggerParts"][0] = serde_json::json!({
                "ValidatorType": "UrlValidator", "UrlPart": of, "Operator": operator, "ValueToCompare": value, "IsIgnoreCase": ignore_case
            });
        });
        assert_eq!(messages, [""; 0], "{of} {operator} {value}");
    }
}

#[test]
fn conditions_that_contradict_each_other_are_warned_of() {
    let part = |of: &str, operator: &str, values: &[&str], negative: bool, ignore_case: bool| {
        let mut part = serde_json::json!({
            "ValidatorType": "UrlValidator", "UrlPart": of, "Operator": operator, "ValueToCompare": values[0], "ValuesToCompare": values,
            "IsNegative": negative, "IsIgnoreCase": ignore_case
        });
        if let Some(cookie) = of.strip_prefix("Cookie ") {
            part["ValidatorType"] = "CookieValidator".into();
            part["CookieName"] = cookie.into();
        }
        if let Some(header) = of.strip_prefix("Header ") {
            part["ValidatorType"] = "HttpHeaderValidator".into();
            part["HttpHeaderName"] = header.into();
        }
        part
    };
    let contradicts = |parts: &[serde_json::Value], operator: &str| {
        let messages = said_of(|trigger| {
            trigger["TriggerParts"] = parts.into();
            trigger["LogicalOperator"] = operator.into();
        });
        messages.iter().any(|message| message.contains("never matches"))
    };
    let host = |value, negative| part("HostName", "Equals", &[value], negative, false);
    let never = [
        [host("a.example", false), host("b.example", false)],
        [host("a.example", false), host("a.example", true)],
        [
            part("PagePath", "EqualsAny", &["/a", "/b"], false, false),
            part("PagePath", "Contains", &["/c"], false, true),
        ],
        [
            part("PagePath", "Contains", &["/checkout"], false, false),
            part("PagePath", "ContainsAny", &["/check", "/x"], true, false),
        ],
        [
            part("PagePath", "Contains", &["/checkout"], false, true),
            part("PageUrl", "Contains", &["CHECK"], true, true),
        ],
        [
            part("Cookie kind", "Equals", &["gift"], false, false),
            part("Cookie kind", "EqualsAny", &["gift", "present"], true, true),
        ],
        [
            part("Header X-Kind", "Contains", &["a"], false, false),
            part("Header x-kind", "ContainsAny", &["*"], true, false),
        ],
    ];
    for parts in &never {
        assert!(contradicts(parts, "And"), "{parts:?}");
        assert!(!contradicts(parts, "Or"), "{parts:?}");
    }
    for parts in [
        [host("a.example", false), host("b.example", true)],
        [
            part("PagePath", "EqualsAny", &["/a", "/b"], false, false),
            part("PagePath", "Equals", &["/b"], false, false),
        ],
        [
            part("PagePath", "Contains", &["/a"], false, false),
            part("PagePath", "Contains", &["/b"], false, false),
        ],
        [
            part("PagePath", "Contains", &["/check"], false, false),
            part("PagePath", "Contains", &["/checkout"], true, false),
        ],
        [
            part("PagePath", "Contains", &["/a"], false, true),
            part("PagePath", "Contains", &["/a"], true, false),
        ],
        [
            part("Cookie kind", "Equals", &["a"], false, false),
            part("Cookie Kind", "Equals", &["b"], false, false),
        ],
        [
            part("PageUrl", "Contains", &["/a"], false, false),
            part("PagePath", "Contains", &["/a"], true, false),
        ],
    ] {
        assert!(!contradicts(&parts, "And"), "{parts:?}");
    }
}

#[test]
fn a_trigger_that_neither_servers_nor_browsers_can_judge_is_warned_of() {
    let mut json = serde_json::json!({ "Version": 1, "Integrations": [{
        "Name": "Sale", "ActionType": "Queue", "EventId": "sale", "QueueDomain": "q.example", "CookieValidityMinute": 20,
        "Triggers": [{ "LogicalOperator": "And", "TriggerParts": [
            { "ValidatorType": "HttpHeaderValidator", "HttpHeaderName": "X-Kind", "Operator": "Equals", "ValueToCompare": "a" },
            { "ValidatorType": "JSVariableValidator", "Operator": "Equals", "ValueToCompare": "a" }
        ] }]
    }]});
    let mut judge = |operator: &str| {
        json["Integrations"][0]["Triggers"][0]["LogicalOperator"] = operator.into();
        let mut config = IntegrationConfig::from_json(json.to_string().as_bytes()).unwrap();
        config.integrations[0].triggers[0].trigger_parts[1].variable_name = Some("shop.kind".to_owned());
        validate(&config, |_| true)
            .into_iter()
            .map(|problem| problem.pointer)
            .collect::<Vec<_>>()
    };
    assert_eq!(judge("And"), ["/Integrations/0/Triggers/0/TriggerParts"]);
    assert_eq!(judge("Or"), [""; 0]);
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
