//! The integration configuration (section 4): which pages of a site belong to which waiting room,
//! as connectors download it, and how it is evaluated.
//!
//! - [`IntegrationConfig`]: the file of server-side connectors, PascalCase, every key always there
//!   (4.2).
//! - [`evaluate`] and [`trace`]: the one evaluation that connectors, the server's preview and the
//!   tests share (4.3).
//! - [`validate`]: what is wrong with a configuration, by JSON pointer.
//! - [`browser`]: the camelCase file of browser scripts (4.4).
//! - [`Push`]: a configuration in a signed envelope (4.1).
//! - [`presets`]: triggers that everybody needs.
//!
//! Where an action says `IsNormalizationEnabled`, its conditions look at the URL's normal form, as
//! the vendor's newer connectors do where the site gives them a normaliser: `/%63heckout` is
//! `/checkout` there.
//!
//! What it is not: it downloads nothing, caches nothing and carries no action out.

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
