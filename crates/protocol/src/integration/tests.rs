//! Tests of parsing, writing and evaluating whole configurations.

use std::borrow::Cow;
use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{
    Action, CONFIG_BYTES_MAX, IntegrationConfig, IntegrationConfigError, Request, ValidatorType, evaluate, presets,
    trace,
};

#[derive(Debug, Clone, Default)]
struct Page {
    url: &'static str,
    user_agent: &'static str,
    cookies: BTreeMap<&'static str, &'static str>,
    headers: BTreeMap<&'static str, &'static str>,
    body: &'static str,
}

impl Request for Page {
    fn page_url(&self) -> &str {
        self.url
    }
    fn user_agent(&self) -> Cow<'_, str> {
        self.user_agent.into()
    }
    fn cookie(&self, name: &str) -> Option<Cow<'_, str>> {
        self.cookies.get(name).map(|value| (*value).into())
    }
    fn header(&self, name: &str) -> Option<Cow<'_, str>> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| (*value).into())
    }
    fn body(&self) -> Cow<'_, str> {
        self.body.into()
    }
}

fn page(url: &'static str) -> Page {
    Page { url, ..Page::default() }
}

/// Makes a configuration of actions with one trigger each: name, operator of the trigger, its
/// parts.
fn config(actions: &[(&str, &str, serde_json::Value)]) -> IntegrationConfig {
    let integrations: Vec<_> = (actions.iter())
        .map(|(name, operator, parts)| {
            serde_json::json!({ "Name": name, "ActionType": "Queue", "Triggers": [{ "LogicalOperator": operator, "TriggerParts": parts }] })
        })
        .collect();
    let json = serde_json::json!({ "Version": 1, "Integrations": integrations });
    IntegrationConfig::from_json(json.to_string().as_bytes()).unwrap()
}

fn matched<'c>(config: &'c IntegrationConfig, request: &Page) -> Option<&'c str> {
    let matched = evaluate(config, request).map(|integration| integration.name.as_str());
    let (traced, trace) = trace(config, request);
    assert_eq!(traced.map(|integration| integration.name.as_str()), matched);
    let last = trace.integrations.last().filter(|integration| integration.matches);
    assert_eq!(last.map(|integration| integration.name.as_str()), matched);
    matched
}

fn contains(part: &str, value: &str) -> serde_json::Value {
    serde_json::json!({ "ValidatorType": "UrlValidator", "UrlPart": part, "Operator": "Contains", "ValueToCompare": value, "IsIgnoreCase": true })
}

#[test]
fn the_first_action_that_matches_counts() {
    let config = config(&[
        (
            "checkout",
            "And",
            serde_json::json!([contains("PagePath", "/checkout")]),
        ),
        ("shop", "And", serde_json::json!([contains("HostName", "shop.example")])),
        ("all", "And", serde_json::json!([contains("PageUrl", "*")])),
    ]);
    assert_eq!(
        matched(&config, &page("https://shop.example/Checkout")),
        Some("checkout")
    );
    assert_eq!(
        matched(&config, &page("https://shop.example/?x=/checkout")),
        Some("shop")
    );
    assert_eq!(matched(&config, &page("https://other.example/")), Some("all"));
    assert_eq!(matched(&config, &page("")), None);
}

#[test]
fn only_or_in_these_letters_means_any() {
    let parts = || serde_json::json!([contains("PagePath", "/a"), contains("PagePath", "/b")]);
    for (operator, of_one, of_none) in [("Or", true, false), ("or", false, false), ("And", false, false)] {
        assert_eq!(
            matched(&config(&[("x", operator, parts())]), &page("https://h/a")).is_some(),
            of_one
        );
        assert_eq!(
            matched(&config(&[("x", operator, parts())]), &page("https://h/c")).is_some(),
            of_none
        );
    }
    assert!(matched(&config(&[("x", "And", serde_json::json!([]))]), &page("https://h/")).is_some());
    assert!(matched(&config(&[("x", "Or", serde_json::json!([]))]), &page("https://h/")).is_none());
}

#[test]
fn conditions_look_at_what_they_name() {
    let one = |part: serde_json::Value| config(&[("x", "And", serde_json::json!([part]))]);
    let mut request = page("https://shop.example:8443/buy");
    request.user_agent = "Mozilla/5.0 (compatible; Googlebot/2.1)";
    request.cookies = [("Basket", "full")].into();
    request.headers = [("Akamai-Bot", "Akamai-Categorized Bot (googlebot):Monitor")].into();
    request.body = "kind=gift";
    for (part, holds) in [
        (
            serde_json::json!({ "ValidatorType": "CookieValidator", "CookieName": "Basket", "Operator": "Equals", "ValueToCompare": "full" }),
            true,
        ),
        (
            serde_json::json!({ "ValidatorType": "CookieValidator", "CookieName": "basket", "Operator": "Equals", "ValueToCompare": "full" }),
            false,
        ),
        (
            serde_json::json!({ "ValidatorType": "CookieValidator", "CookieName": "none", "Operator": "Contains", "ValueToCompare": "a", "IsNegative": true }),
            true,
        ),
        (
            serde_json::json!({ "ValidatorType": "HttpHeaderValidator", "HttpHeaderName": "akamai-bot", "Operator": "Contains", "ValueToCompare": "Bot" }),
            true,
        ),
        (
            serde_json::json!({ "ValidatorType": "RequestBodyValidator", "Operator": "Contains", "ValueToCompare": "gift" }),
            true,
        ),
        (
            serde_json::json!({ "ValidatorType": "UrlValidator", "UrlPart": "HostName", "Operator": "Equals", "ValueToCompare": "shop.example:8443" }),
            true,
        ),
        (
            serde_json::json!({ "ValidatorType": "UrlValidator", "UrlPart": "Query", "Operator": "Equals", "ValueToCompare": null }),
            true,
        ),
        (
            serde_json::json!({ "ValidatorType": "JSVariableValidator", "Operator": "Equals", "ValueToCompare": "x", "IsNegative": true }),
            false,
        ),
        (
            serde_json::json!({ "Operator": "Contains", "ValueToCompare": "" }),
            false,
        ),
    ] {
        assert_eq!(matched(&one(part.clone()), &request).is_some(), holds, "{part}");
    }
    let mut preset = one(serde_json::json!({}));
    for trigger in [presets::all_pages(), presets::good_bots(), presets::akamai_bots()] {
        preset.integrations[0].triggers = vec![trigger];
        assert!(matched(&preset, &request).is_some());
    }
}

#[test]
fn a_trace_says_what_decided() {
    let config = config(&[
        (
            "callback",
            "And",
            serde_json::json!([contains("PagePath", "/pay"), contains("PagePath", "/callback")]),
        ),
        ("all", "Or", serde_json::json!([contains("PageUrl", "*")])),
    ]);
    let (_, trace) = trace(&config, &page("https://shop.example/pay"));
    let got = serde_json::to_value(&trace).unwrap();
    assert_eq!(
        got,
        serde_json::json!({ "integrations": [
            { "name": "callback", "matches": false, "triggers": [{ "logicalOperator": "And", "matches": false, "parts": [
                { "subject": "PagePath", "found": "/pay", "condition": "Contains \"/pay\" (ignoring case)", "holds": true },
                { "subject": "PagePath", "found": "/pay", "condition": "Contains \"/callback\" (ignoring case)", "holds": false }
            ]}]},
            { "name": "all", "matches": true, "triggers": [{ "logicalOperator": "Or", "matches": true, "parts": [
                { "subject": "PageUrl", "found": "https://shop.example/pay", "condition": "Contains \"*\" (ignoring case)", "holds": true }
            ]}]}
        ]}),
        "{got:#}"
    );
}

#[test]
fn every_key_is_written_and_hardly_any_is_needed() {
    let config = config(&[("x", "And", serde_json::json!([{}]))]);
    let written: serde_json::Value = serde_json::from_str(&config.to_json()).unwrap();
    let keys = |value: &serde_json::Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(
        keys(&written).join(" "),
        "AccountId ConfigDataVersion CustomerId Description Integrations PublishDate Version"
    );
    let action = &written["Integrations"][0];
    assert_eq!(
        keys(action).join(" "),
        "ActionType CookieDomain CookieValidityMinute Culture EventId ExtendCookieValidity ForcedTargetUrl InvolvedWaitingRoomIds IsCookieHttpOnly \
         IsCookieSecure IsNormalizationEnabled LayoutName Name QueueDomain QueueIdUsageLimit QueuePathPrefix RedirectLogic Triggers VerifyQueueIdEnabled"
    );
    assert_eq!(keys(&action["Triggers"][0]).join(" "), "LogicalOperator TriggerParts");
    assert_eq!(
        keys(&action["Triggers"][0]["TriggerParts"][0]).join(" "),
        "CookieName HttpHeaderName IsIgnoreCase IsNegative Operator UrlPart ValidatorType ValueToCompare ValuesToCompare"
    );
    let text = r#"{"Version":3,"New":{"x":[]},"Integrations":[{"ActionType":"Fight","Name":null,"Triggers":null,"RedirectLogic":"Elsewhere"}]}"#;
    let odd = IntegrationConfig::from_json(text.as_bytes()).unwrap();
    assert_eq!(odd.integrations[0].action(), Action::Ignore);
    assert!(odd.to_json().contains("\"Fight\"") && odd.to_json().contains("\"Elsewhere\""));
}

#[test]
fn written_json_is_ascii_with_the_same_meaning() {
    let config = config(&[(
        "Köln 😀",
        "And",
        serde_json::json!([{ "ValidatorType": "CookieValidator", "CookieName": "kind", "Operator": "Equals", "ValueToCompare": "日本" }]),
    )]);
    let json = config.to_json();
    assert!(json.is_ascii() && json.contains(r"K\u00f6ln \ud83d\ude00"), "{json}");
    assert_eq!(IntegrationConfig::from_json(json.as_bytes()).unwrap(), config);
    let script = super::browser::BrowserConfig::of(&config, &[]).to_script();
    assert!(script.is_ascii() && script.contains(r"\u65e5\u672c"), "{script}");
    let secret = crate::SecretKey::new("secret").unwrap();
    let push = super::Push::sign(&json, &secret);
    assert_eq!(
        push.open(&secret).as_deref(),
        Ok(json.as_str()),
        "signed over what is sent"
    );
}

#[test]
fn an_escaped_address_is_the_plain_one_where_the_action_says_so() {
    let part = serde_json::json!([{ "ValidatorType": "UrlValidator", "UrlPart": "PagePath", "Operator": "Contains", "ValueToCompare": "checkout" }]);
    let mut config = config(&[("x", "And", part)]);
    for (normal, matches) in [(None, false), (Some(false), false), (Some(true), true)] {
        config.integrations[0].is_normalization_enabled = normal;
        let request = page("https://shop.example/%63heckout");
        assert_eq!(matched(&config, &request).is_some(), matches, "{normal:?}");
    }
}

#[test]
fn configurations_that_connectors_refuse_are_refused() {
    let read = |text: &str| IntegrationConfig::from_json(text.as_bytes());
    for text in ["{}", r#"{"Version":0}"#] {
        assert!(matches!(read(text), Err(IntegrationConfigError::NoVersion)), "{text}");
    }
    for text in ["", "[", r#"{"Version":"7"}"#, r#"{"Version":7,"Integrations":{}}"#] {
        assert!(matches!(read(text), Err(IntegrationConfigError::Json(_))), "{text}");
    }
    let long = format!(r#"{{"Version":1,"Description":"{}"}}"#, "x".repeat(CONFIG_BYTES_MAX));
    assert!(matches!(read(&long), Err(IntegrationConfigError::TooLong)));
}

fn parts() -> impl Strategy<Value = serde_json::Value> {
    let words = |words: &'static [&'static str]| prop::sample::select(words);
    (
        words(&["UrlValidator", "CookieValidator", "UserAgentValidator", "Nothing"]),
        words(&["PageUrl", "PagePath", "HostName", "Query"]),
        words(&["Equals", "Contains", "EqualsAny", "ContainsAny", "NotEquals"]),
        words(&["", "*", "a", "/a", "https://a/a"]),
        any::<(bool, bool)>(),
    )
        .prop_map(|(validator, url_part, operator, value, (negative, ignores_case))| {
            serde_json::json!({
                "ValidatorType": validator, "UrlPart": url_part, "CookieName": "a", "Operator": operator, "ValueToCompare": value,
                "ValuesToCompare": [value, "b"], "IsNegative": negative, "IsIgnoreCase": ignores_case
            })
        })
}

proptest! {
    #[test]
    fn a_configuration_is_read_as_it_was_written(parts in prop::collection::vec(parts(), 0..4), operator in "And|Or|and") {
        let config = config(&[("x", &operator, parts.into())]);
        prop_assert_eq!(IntegrationConfig::from_json(config.to_json().as_bytes()).unwrap(), config);
    }

    #[test]
    fn negation_inverts_the_result_with_known_exceptions(part in parts(), url in prop::sample::select(vec!["", "https://a/a", "/A"])) {
        let mut config = config(&[("x", "And", serde_json::json!([part]))]);
        let request = page(url);
        let before = matched(&config, &request).is_some();
        let part = &mut config.integrations[0].triggers[0].trigger_parts[0];
        part.is_negative = !part.is_negative;
        let is_excepted = matches!(part.validator_type, Some(ValidatorType::Other(_)))
            || part.operator.as_ref().unwrap().as_str() == "NotEquals"
            || part.operator.as_ref().unwrap().as_str() == "Contains" && part.value_to_compare.as_deref() == Some("*");
        prop_assert!(is_excepted || matched(&config, &request).is_some() != before);
    }
}
