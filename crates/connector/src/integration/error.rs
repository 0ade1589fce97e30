//! Why a config is not taken.

/// Why an integration config is refused, as a whole: the one before it stays.
#[derive(Debug, thiserror::Error)]
pub enum IntegrationError {
    /// No config at all, or one without a version.
    #[error(transparent)]
    Unreadable(#[from] protocol::integration::ConfigError),
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
