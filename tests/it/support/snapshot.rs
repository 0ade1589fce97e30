//! Prepares an answer for comparison as a whole: replaces ids, times and random values.

use insta::Settings;

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

impl Reply {
    /// Returns a page with one tag per line.
    pub(crate) fn markup(&self) -> String {
        self.text().replace("><", ">\n<")
    }
}
