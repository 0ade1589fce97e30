use serde_json::{Value, json};

use super::build::{BuiltIntegration, VersionInfo, build};
use super::check::{IntegrationProblem, check};
use super::preview::{IntegrationAnswer, IntegrationRequest};
use super::source::IntegrationSource;

fn source(change: impl FnOnce(&mut Value)) -> IntegrationSource {
    let mut json = json!({
        "triggers": [
            { "name": "Check-out", "parts": [
                { "of": "pagePath", "operator": "contains", "value": "/checkout", "ignoreCase": true },
                { "of": "pageUrl", "operator": "contains", "value": "/payment_paypal/", "ignoreCase": true, "negative": true }
            ] },
            { "name": "Gifts", "match": "any", "parts": [
                { "of": "jsVariable", "name": "shop.kind", "operator": "equals", "value": "gift" },
                { "of": "httpHeader", "name": "X-Secret-Proxy", "operator": "equals", "value": "1" },
                { "of": "cookie", "name": "Kind", "operator": "equalsAny", "values": ["gift", "present"] }
            ] }
        ],
        "configurations": [{ "name": "Short", "validityMinutes": 5, "extend": false, "cookieDomain": "shop.example" }],
        "actions": [
            { "name": "Bots", "type": "ignore", "triggers": ["Good bots"] },
            { "name": "Check-out", "type": "queue", "triggers": ["Check-out"], "room": "slow", "configuration": "Short" },
            { "name": "Gifts", "type": "queue", "triggers": ["Gifts"], "room": "sale", "validityMinutes": 7, "theme": "gift", "culture": "da-DK", "onVerified": "passed()" },
            { "name": "Everything", "type": "queue", "triggers": ["All Pages (Queue-it)"], "room": "sale", "redirect": "roomTarget" }
        ]
    });
    change(&mut json);
    serde_json::from_value(json).unwrap()
}

fn built(source: &IntegrationSource) -> BuiltIntegration {
    let about = VersionInfo {
        customer: "demo",
        version: 3,
        ..VersionInfo::default()
    };
    build(source, about, |_, action| {
        format!("{}.q.example", action.room.as_deref().unwrap_or("none"))
    })
}

fn problems(change: impl FnOnce(&mut Value)) -> Vec<IntegrationProblem> {
    let source = source(change);
    check(&source, &built(&source), |room| ["sale", "slow"].contains(&room))
}

/// Returns the pointers of errors in a changed source; warnings are omitted.
fn pointers(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let refused = problems(change).into_iter().filter(|problem| problem.is_error());
    refused.map(|problem| problem.pointer).collect()
}

#[test]
fn actions_are_built_of_triggers_and_configurations_by_name() {
    let built = built(&source(|_| ()));
    let config = built.for_servers();
    let shown: Vec<_> = (config.integrations.iter())
        .map(|action| {
            (
                action.name.as_str(),
                action.event_id.as_deref(),
                action.queue_domain.as_deref(),
                action.cookie_validity_minute,
                action.extend_cookie_validity,
                action.cookie_domain.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("Bots", None, None, None, None, None),
            (
                "Check-out",
                Some("slow"),
                Some("slow.q.example"),
                Some(5),
                Some(false),
                Some("shop.example")
            ),
            ("Gifts", Some("sale"), Some("sale.q.example"), Some(7), Some(true), None),
            (
                "Everything",
                Some("sale"),
                Some("sale.q.example"),
                Some(20),
                Some(true),
                None
            ),
        ]
    );
    assert_eq!(config.version, 3);
}

#[test]
fn each_side_gets_only_conditions_that_it_can_check() {
    let built = built(&source(|_| ()));
    let servers = built.for_servers().to_json();
    assert!(servers.contains("X-Secret-Proxy") && !servers.contains("shop.kind") && !servers.contains("passed()"));
    let browsers = built.for_browsers().to_script();
    assert!(!browsers.contains("X-Secret-Proxy") && browsers.contains("shop.kind") && browsers.contains("passed()"));
    assert!(browsers.contains(r#""removeTokenFromUrl":false"#));
}

#[test]
fn payment_callbacks_and_bots_are_left_alone() {
    let config = built(&source(|_| ())).config;
    let asked = |url: &str, agent: &str| {
        let request = IntegrationRequest {
            url: url.to_owned(),
            user_agent: Some(agent.to_owned()),
            ..IntegrationRequest::default()
        };
        IntegrationAnswer::to(&request, &config).action
    };
    assert_eq!(asked("https://shop.example/Checkout", "").as_deref(), Some("Check-out"));
    assert_eq!(
        asked("https://shop.example/checkout/payment_paypal/back", "").as_deref(),
        Some("Everything")
    );
    assert_eq!(
        asked("https://shop.example/checkout", "Googlebot/2.1").as_deref(),
        Some("Bots")
    );
}

#[test]
fn a_good_source_has_no_problems() {
    assert_eq!(problems(|_| ()), []);
    let empty = problems(|json| *json = json!({}));
    let pointed: Vec<_> = empty
        .iter()
        .map(|problem| (&*problem.pointer, problem.is_error()))
        .collect();
    assert_eq!(pointed, [("/actions", false)], "nothing is protected, which is told");
}

#[test]
fn problems_point_into_the_source() {
    for (change, pointer) in [
        (json!({ "triggers": [{ "name": "Check-out" }] }), "/triggers/0/parts"),
        (
            json!({ "actions": [{ "name": "x", "type": "queue", "triggers": ["Good bots"], "room": "gone" }] }),
            "/actions/0/room",
        ),
        (
            json!({ "actions": [{ "name": "x", "type": "queue", "triggers": ["Nobody's"], "room": "sale" }] }),
            "/actions/0/triggers/0",
        ),
        (
            json!({ "actions": [{ "name": "x", "type": "ignore" }] }),
            "/actions/0/triggers",
        ),
        (
            json!({ "actions": [{ "name": "", "type": "ignore", "triggers": ["Good bots"] }] }),
            "/actions/0/name",
        ),
        (
            json!({ "actions": [{ "name": "x", "type": "cancel", "triggers": ["Good bots"] }] }),
            "/actions/0/room",
        ),
        (
            json!({ "configurations": [{ "name": "Default (Queue-it)", "validityMinutes": 5 }] }),
            "/configurations/0/name",
        ),
        (
            json!({ "triggers": [{ "name": "All Pages (Queue-it)", "parts": [] }] }),
            "/triggers/0/name",
        ),
    ] {
        let found = problems(|json| {
            change
                .as_object()
                .unwrap()
                .iter()
                .for_each(|(key, value)| json[key] = value.clone())
        });
        let errors: Vec<_> = found
            .iter()
            .filter(|problem| problem.is_error())
            .map(|problem| problem.pointer.as_str())
            .collect();
        assert!(errors.contains(&pointer), "{change}: {found:?}");
    }
    type Accessor = fn(&mut Value) -> (&mut Value, Value);
    let places: [(Accessor, &str); 12] = [
        (
            |json| (&mut json["actions"][1]["configuration"], "No".into()),
            "/actions/1/configuration",
        ),
        (
            |json| (&mut json["actions"][2]["validityMinutes"], 0.into()),
            "/actions/2/validityMinutes",
        ),
        (
            |json| (&mut json["configurations"][0]["validityMinutes"], 0.into()),
            "/configurations/0/validityMinutes",
        ),
        (
            |json| (&mut json["configurations"][0]["cookieDomain"], "https://x".into()),
            "/configurations/0/cookieDomain",
        ),
        (
            |json| (&mut json["actions"][2]["queueDomain"], "https://x".into()),
            "/actions/2/queueDomain",
        ),
        (
            |json| (&mut json["actions"][2]["redirect"], "page".into()),
            "/actions/2/redirectUrl",
        ),
        (
            |json| (&mut json["actions"][2]["otherRooms"], json!(["gone"])),
            "/actions/2/otherRooms/0",
        ),
        (
            |json| (&mut json["triggers"][0]["parts"][1]["value"], Value::Null),
            "/triggers/0/parts/1/value",
        ),
        (
            |json| (&mut json["triggers"][1]["parts"][2]["values"], json!([])),
            "/triggers/1/parts/2/values",
        ),
        (
            |json| (&mut json["triggers"][1]["parts"][2]["name"], "a b".into()),
            "/triggers/1/parts/2/name",
        ),
        (
            |json| (&mut json["triggers"][1]["parts"][0]["name"], "a()".into()),
            "/triggers/1/parts/0/name",
        ),
        (
            |json| (&mut json["actions"][0]["onTimeout"], "x".repeat(5000).into()),
            "/actions/0/onTimeout",
        ),
    ];
    for (place, pointer) in places {
        let found = pointers(|json| {
            let (at, value) = place(json);
            *at = value;
        });
        assert_eq!(found, [pointer]);
    }
}

#[test]
fn probable_mistakes_cause_warnings() {
    let warned = |change: fn(&mut Value)| {
        let found = problems(change);
        assert!(found.iter().all(|problem| !problem.is_error()), "{found:?}");
        found.into_iter().map(|problem| problem.pointer).collect::<Vec<_>>()
    };
    assert_eq!(
        warned(|json| json["actions"].as_array_mut().unwrap().swap(2, 3)),
        ["/actions/3/triggers"]
    );
    assert_eq!(
        warned(|json| json["actions"][0]["room"] = "sale".into()),
        ["/actions/0/room"]
    );
    assert_eq!(
        warned(|json| json["actions"][1]["triggers"] = json!(["Gifts"])),
        ["/triggers/0/name", "/actions/2/triggers"]
    );
}

#[test]
fn a_problem_of_a_trigger_is_reported_once_however_many_actions_use_it() {
    let found = pointers(|json| {
        json["triggers"][0]["parts"][0]["value"] = Value::Null;
        json["actions"][3]["triggers"] = json!(["Check-out", "Gifts"]);
    });
    assert_eq!(
        found
            .iter()
            .filter(|pointer| *pointer == "/triggers/0/parts/0/value")
            .count(),
        1,
        "{found:?}"
    );
}

/// The example of the documentation can be published.
#[test]
fn the_documented_example_can_be_published() {
    let page = include_str!("../../docs/integrate/configuration.md");
    let (_, rest) = page.split_once("```json").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let source: IntegrationSource = serde_json::from_str(example).unwrap();
    assert_eq!(
        check(&source, &built(&source), |room| ["shop", "checkout"].contains(&room)),
        []
    );
}
