//! Prepares an answer for comparison as a whole: replaces ids, times and random values.

use insta::Settings;

use super::Reply;

/// The patterns of values that differ between runs, and their replacements.
const REDACTED: [(&str, &str); 4] = [
    ("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "[id]"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "[time]"),
    (r#""updateInterval": \d+"#, r#""updateInterval": "[interval]""#),
    // The names of assets.
    (r"\.[0-9a-f]{12}\.", ".[hash]."),
];

/// Runs snapshot assertions with these replacements.
pub(crate) fn redacted(assertions: impl FnOnce()) {
    let mut settings = Settings::clone_current();
    for (pattern, replacement) in REDACTED {
        settings.add_filter(pattern, replacement);
    }
    settings.bind(assertions);
}

impl Reply {
    /// Returns a page with one tag per line.
    pub(crate) fn markup(&self) -> String {
        self.text().replace("><", ">\n<")
    }
}
