//! Why a config is not taken.

/// Why an integration config is refused, as a whole: the one before it stays.
#[derive(Debug, thiserror::Error)]
pub enum IntegrationError {
    /// No config at all, or one without a version.
    #[error(transparent)]
    Unreadable(#[from] protocol::integration::IntegrationConfigError),
    /// An envelope that is not signed with the customer's key.
    #[error(transparent)]
    Unsigned(#[from] protocol::integration::PushError),
    /// An envelope with a config from before.
    #[error("version {version} is older than the current {current}")]
    Outdated {
        /// In the envelope.
        version: i64,
        /// By which requests are judged.
        current: i64,
    },
    /// Another customer's.
    #[error("/CustomerId: this is the configuration of {0:?}")]
    Customer(String),
    /// An action that could not be carried out.
    #[error("{pointer}: {problem}")]
    Action {
        /// Where in the file, as a JSON pointer, for instance `/Integrations/0/EventId`.
        pointer: String,
        /// What is wrong there.
        problem: &'static str,
    },
}
