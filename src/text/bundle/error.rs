//! What can be wrong with embedded messages.

/// What is wrong with the embedded messages.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// No such culture in CLDR, or no tag at all.
    #[error("culture `{0}` is not known")]
    Culture(String),
    /// The file is not Fluent.
    #[error("{file}: {detail}")]
    Syntax {
        /// `locales/<language>/<name>.ftl`.
        file: String,
        /// What the parser or the bundle said.
        detail: String,
    },
    /// A message is missing or does not resolve, or one is not used by anything.
    #[error("language `{language}`: {}", problems.join("; "))]
    Messages {
        /// Language subtag.
        language: &'static str,
        /// One line each.
        problems: Vec<String>,
    },
}
