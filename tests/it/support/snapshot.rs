//! Prepares an answer for comparison as a whole: replaces ids, times and random values. Compares a
//! description of an API with the committed one.

use std::path::Path;

use insta::Settings;
use serde_json::Value;

use super::Reply;

/// The patterns of values that differ between runs, and their replacements.
const REDACTED: [(&str, &str); 10] = [
    ("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "[id]"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "[time]"),
    (r#""updateInterval": \d+"#, r#""updateInterval": "[interval]""#),
    // The names of assets.
    (r"\.[0-9a-f]{12}\.", ".[hash]."),
    // The signatures of a draw, and then hashes and keys, which are half as long.
    ("[0-9a-f]{128}", "[signature]"),
    ("[0-9a-f]{64}", "[hash]"),
    (r#"nonce="[0-9a-f]{32}""#, r#"nonce="[nonce]""#),
    // The tokens of CrowdHandler's visitors.
    ("tok0[0-9A-Za-z_-]{28}", "[token]"),
    // The code of a transfer, and the QR code of its address.
    ("[2-9A-Z]{4}-[2-9A-Z]{4}", "[code]"),
    (r#"d="M[0-9hvzM -]+""#, r#"d="[picture]""#),
];

/// Runs snapshot assertions with these replacements.
pub(crate) fn redacted(assertions: impl FnOnce()) {
    let mut settings = Settings::clone_current();
    for (pattern, replacement) in REDACTED {
        settings.add_filter(pattern, replacement);
    }
    settings.bind(assertions);
}

/// Checks that a description is the one in a file of the project.
pub(crate) fn assert_committed(description: &Value, file: &str) {
    assert_responses_are_described(description);
    let said = serde_json::to_string_pretty(description).expect("JSON") + "\n";
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::fs::read_to_string(&committed).unwrap_or_default() != said {
        let name = committed.file_name().expect("a file");
        let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&new, said).expect("written");
        panic!(
            "the API has changed: look at the difference, then cp {} {}",
            new.display(),
            committed.display()
        );
    }
}

/// Fails if a response has no description, which OpenAPI requires.
fn assert_responses_are_described(description: &Value) {
    for (path, item) in description["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            for (status, response) in operation["responses"].as_object().expect("responses") {
                let is_described = response["description"].as_str().is_some_and(|text| !text.is_empty());
                assert!(is_described || response["$ref"].is_string(), "{method} {path} {status}");
            }
        }
    }
}

impl Reply {
    /// Returns a page with one tag per line.
    pub(crate) fn markup(&self) -> String {
        self.text().replace("><", ">\n<")
    }
}
