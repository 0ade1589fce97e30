//! Rules from a customer's integration config.
//!
//! - [`LiveConfig`]: the current config; requests read it without waiting.
//! - [`compile`]: compiles a config into actions, or refuses it as a whole.
//! - [`facts`]: the properties of a request that triggers can examine.

mod compile;
mod error;
mod facts;
mod live;

pub use error::IntegrationError;
pub use live::LiveConfig;
