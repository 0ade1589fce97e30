//! Rules from a customer's integration config (section 4).
//!
//! - [`LiveConfig`]: the config as it is now; requests read it without waiting for anybody.
//! - [`compile`]: a config made into actions, or refused as a whole.
//! - [`facts`]: what triggers may ask of a request.

mod compile;
mod error;
mod facts;
mod live;

pub use error::IntegrationError;
pub use live::LiveConfig;
