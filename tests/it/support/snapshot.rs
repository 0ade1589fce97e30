//! What is left of an answer when it is compared as a whole: ids, times and what is drawn at random
//! are not.

use insta::Settings;

use super::Reply;

/// What takes the place of what differs from run to run.
const REDACTED: [(&str, &str); 4] = [
    ("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "[id]"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "[time]"),
    (r#""updateInterval": \d+"#, r#""updateInterval": "[interval]""#),
    // The names of assets.
    (r"\.[0-9a-f]{12}\.", ".[hash]."),
];

/// Runs assertions on snapshots without what differs from run to run.
pub(crate) fn redacted(assertions: impl FnOnce()) {
    let mut settings = Settings::clone_current();
    for (pattern, replacement) in REDACTED {
        settings.add_filter(pattern, replacement);
    }
    settings.bind(assertions);
}

impl Reply {
    /// A page, a tag a line.
    pub(crate) fn markup(&self) -> String {
        self.text().replace("><", ">\n<")
    }
}
