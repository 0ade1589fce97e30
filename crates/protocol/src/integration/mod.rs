//! The integration configuration, which assigns pages of a site to waiting rooms: the format that
//! connectors download, and its evaluation.
//!
//! - [`IntegrationConfig`]: the file of server-side connectors, in PascalCase, with every key
//!   present.
//! - [`evaluate`] and [`trace`]: the evaluation that connectors, the server's preview and the tests
//!   share.
//! - [`validate`]: finds the errors of a configuration and reports them by JSON pointer.
//! - [`browser`]: the camelCase file of browser scripts.
//! - [`Push`]: a configuration in a signed envelope.
//! - [`presets`]: triggers that most sites need.
//!
//! The conditions of an action with `IsNormalizationEnabled` examine the URL's normal form, as the
//! vendor's newer connectors do when the site gives them a normaliser: there `/%63heckout` equals
//! `/checkout`.
//!
//! The module downloads nothing, caches nothing and carries out no action.

mod absent;
mod ascii;
pub mod browser;
mod compare;
mod evaluate;
mod model;
mod normal;
mod page_url;
pub mod presets;
mod push;
mod trace;
pub mod validate;
mod vocabulary;

pub use evaluate::{Request, evaluate};
pub use model::{CONFIG_BYTES_MAX, Integration, IntegrationConfig, IntegrationConfigError, Trigger, TriggerPart};
pub use push::{Push, PushError};
pub use trace::{EXCERPT_CHARS_MAX, IntegrationTrace, PartTrace, Trace, TriggerTrace, trace};
pub use vocabulary::{Action, ActionType, LogicalOperator, Operator, RedirectLogic, UrlPart, ValidatorType};

#[cfg(test)]
mod tests;
