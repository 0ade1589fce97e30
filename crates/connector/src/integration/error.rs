//! The error of integration configs.

/// Why an integration config is refused as a whole. The current one stays.
#[derive(Debug, thiserror::Error)]
pub enum IntegrationError {
    /// The text is not a config, or has no version.
    #[error(transparent)]
    Unreadable(#[from] protocol::integration::IntegrationConfigError),
    /// An envelope that is not signed with the customer's key.
    #[error(transparent)]
    Unsigned(#[from] protocol::integration::PushError),
    /// An envelope with an older config than the current one.
    #[error("version {version} is older than the current {current}")]
    Outdated {
        /// The version in the envelope.
        version: i64,
        /// The version in force.
        current: i64,
    },
    /// The config of another customer.
    #[error("/CustomerId: this is the configuration of {0:?}")]
    Customer(String),
    /// An action that cannot be carried out.
    #[error("{pointer}: {problem}")]
    Action {
        /// Position in the file, as a JSON pointer, for instance `/Integrations/0/EventId`.
        pointer: String,
        /// The reason.
        problem: &'static str,
    },
}
