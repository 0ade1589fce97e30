//! Errors in embedded messages.

/// An error in the embedded messages.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The culture is unknown to CLDR, or the tag is malformed.
    #[error("culture `{0}` is not known")]
    Culture(String),
    /// The file is not Fluent.
    #[error("{file}: {detail}")]
    Syntax {
        /// `locales/<language>/<name>.ftl`.
        file: String,
        /// The error of the parser or the bundle.
        detail: String,
    },
    /// Messages are missing, unresolvable or unused.
    #[error("language `{language}`: {}", problems.join("; "))]
    Messages {
        /// Language subtag.
        language: &'static str,
        /// One problem each.
        problems: Vec<String>,
    },
}
