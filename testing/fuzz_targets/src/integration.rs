//! Decoders of configurations that connectors and browser scripts download, or that are pushed to
//! them. The input is the request to evaluate and the configuration, separated by a zero byte.

use std::borrow::Cow;

use protocol::SecretKey;
use protocol::integration::browser::BrowserConfig;
use protocol::integration::{IntegrationConfig, Push, Request, evaluate, trace, validate};

use crate::cut::texts;

/// A request whose parts are all the same text.
struct FuzzedPage(String);

impl Request for FuzzedPage {
    fn page_url(&self) -> &str {
        &self.0
    }

    fn user_agent(&self) -> Cow<'_, str> {
        (&self.0).into()
    }

    fn cookie(&self, _name: &str) -> Option<Cow<'_, str>> {
        Some((&self.0).into())
    }

    fn header(&self, name: &str) -> Option<Cow<'_, str>> {
        (!name.is_empty()).then(|| (&self.0).into())
    }

    fn body(&self) -> Cow<'_, str> {
        (&self.0).into()
    }
}

/// Decodes a configuration for servers. An accepted configuration is written as it was read,
/// evaluates to the same with and without a trace, and has only problems that point inside it.
pub(crate) fn integration_config(data: &[u8]) -> bool {
    let [url, json] = texts(data);
    let Ok(config) = IntegrationConfig::from_json(json.as_bytes()) else {
        return false;
    };
    let again = IntegrationConfig::from_json(config.to_json().as_bytes());
    assert_eq!(again.expect("what was written is read"), config);
    let page = FuzzedPage(url);
    let matched = evaluate(&config, &page);
    assert_eq!(matched, trace(&config, &page).0);
    assert_eq!(
        matched.map(|action| &action.name),
        evaluate(&config.clone().for_servers(), &page).map(|action| &action.name)
    );
    let written: serde_json::Value = serde_json::from_str(&config.to_json()).expect("JSON");
    for problem in validate::validate(&config, |room| room == "sale") {
        let key = problem.pointer.rsplit('/').next().unwrap_or_default();
        assert!(
            written.pointer(&problem.pointer).is_some(),
            "{key} of {}",
            problem.pointer
        );
    }
    let browser = BrowserConfig::of(&config, &[]);
    assert_eq!(read_browser_config(&browser.to_script()), Some(browser));
    true
}

/// Decodes a configuration for browsers. An accepted configuration is written as it was read,
/// except for old spellings.
pub(crate) fn browser_config(data: &[u8]) -> bool {
    let Ok(config) = BrowserConfig::from_json(data) else {
        return false;
    };
    assert_eq!(read_browser_config(&config.to_script()), Some(config));
    true
}

/// Reads the configuration in one of our scripts.
fn read_browser_config(script: &str) -> Option<BrowserConfig> {
    let (_, json) = script.split_once('=')?;
    let (json, _) = json.split_once(";\n")?;
    BrowserConfig::from_json(json.as_bytes()).ok()
}

/// Decodes a pushed configuration. An opened one is sealed into the same envelope again.
pub(crate) fn push(data: &[u8]) -> bool {
    let secret = SecretKey::new("00000000-0000-4000-8000-000000000000").expect("a key");
    let Ok(push) = Push::from_json(data) else {
        return false;
    };
    match push.open(&secret) {
        Ok(json) => {
            assert_eq!(Push::sign(&json, &secret).open(&secret), Ok(json));
            true
        }
        Err(_refused) => false,
    }
}
