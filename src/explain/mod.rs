//! Explains why a visitor is let in, queued, refused or cancelled: the ordered trace of one
//! decision, rule → room → session and token → result.
//!
//! The module is pure: the input is a described request ([`ExplainRequest`]) and the state of the
//! waiting rooms ([`ExplainContext`]), the output an [`Explanation`]. The command `anteroom
//! explain` and the admin API both use it. For a page of a site the trace follows the steps of a
//! connector; for an address of the waiting room it follows the steps of the room for a new
//! visitor.
//!
//! An explanation states the input of each check, but never a secret or a valid hash. It changes
//! nothing and gives no place. It does not judge whether a place in a link, an enqueue token or an
//! invitation is valid, nor whether it is a visitor's turn.

mod page;
mod room;
mod room_address;
mod session;
mod text;
mod token;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;

use admission::WallMs;
use admission::lifecycle::Lifecycle;
use protocol::UnixSeconds;
use protocol::integration::IntegrationConfig;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use crate::config::{self, Config, Customer};

/// Maximum length of a URL, bytes.
pub const URL_BYTES_MAX: usize = 16 * 1024;

/// The description of a request. All fields except `url` are optional.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = Asked)]
pub struct ExplainRequest {
    /// A page of a site, as the browser has it, or an address of the waiting room.
    #[schema(max_length = 16384)]
    pub url: String,
    /// The customer whose site it is; optional if there is one customer, or if the address names
    /// the customer.
    pub customer: Option<String>,
    /// The room to which the page's connector leads, if the connector is configured in code instead
    /// of by an integration configuration.
    pub room: Option<String>,
    /// The browser's cookies for the site, by name.
    #[serde(default)]
    pub cookies: BTreeMap<String, String>,
    /// The request's headers, by name.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// The request's body, if triggers look at it.
    #[serde(default)]
    pub body: String,
    /// A `queueittoken`, unless the address contains one.
    pub token: Option<String>,
    /// The visitor's address, for tokens and sessions that are bound to an address.
    #[schema(value_type = Option<String>)]
    pub address: Option<IpAddr>,
    /// An integration configuration as connectors download it, in place of the published one.
    #[schema(value_type = Option<Object>)]
    pub integration: Option<IntegrationConfig>,
}

/// The known state of the waiting rooms.
#[derive(Clone, Copy)]
pub struct ExplainContext<'a> {
    /// Customers and rooms.
    pub config: &'a Config,
    /// The customer's published integration configuration.
    pub published: Option<&'a IntegrationConfig>,
    /// The only customer whose rooms the asker is allowed to know; `None` for all customers.
    pub reach: Option<&'a str>,
    /// The current time.
    pub now: WallMs,
    /// Returns the state of a room; `None` without a running server, in which case the room's
    /// schedule decides.
    pub lifecycle_of: &'a dyn Fn(&config::RoomDefinition) -> Option<Lifecycle>,
}

impl fmt::Debug for ExplainContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExplainContext")
            .field("now", &self.now)
            .finish_non_exhaustive()
    }
}

/// The subject of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Stage)]
pub enum ExplainStage {
    /// The request itself.
    Request,
    /// An action of the integration configuration and its triggers.
    Rule,
    /// The room.
    Room,
    /// The visitor's session cookie on the site.
    Session,
    /// The `queueittoken`.
    Token,
    /// The result.
    Result,
}

/// The finding of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Verdict)]
pub enum ExplainVerdict {
    /// The check holds.
    Yes,
    /// The check does not hold.
    No,
    /// A note without a check.
    Note,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Step)]
pub struct ExplainStep {
    /// The subject.
    pub stage: ExplainStage,
    /// The finding.
    pub verdict: ExplainVerdict,
    /// The finding in words.
    pub says: String,
}

/// The outcome of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Outcome)]
pub enum ExplainOutcome {
    /// The visitor sees the page, or continues to the target.
    Pass,
    /// The visitor is sent to the waiting room, or waits in it.
    Queue,
    /// The visitor's place is given up.
    Cancel,
    /// The visitor sees an error page.
    Error,
    /// The outcome is unknown.
    Unknown,
}

/// The explanation of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// The steps in the order in which they happen.
    pub steps: Vec<ExplainStep>,
    /// The outcome.
    pub outcome: ExplainOutcome,
    /// The URL to which the browser is sent, if any.
    pub url: Option<String>,
    /// The vendor's error id, if the outcome is an error of the waiting room.
    pub error_id: Option<u8>,
}

/// The reason why a request cannot be explained.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotExplain {
    /// The URL is too long or invalid.
    #[error("an absolute http or https URL of at most {URL_BYTES_MAX} bytes is wanted")]
    Url,
    /// The customer is ambiguous.
    #[error("there are several customers; name the customer whose page this is")]
    Customer,
    /// The customer does not exist.
    #[error("there is no customer with the id {0:?}")]
    NoCustomer(String),
}

impl CannotExplain {
    /// Returns the name of the invalid field.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Customer | Self::NoCustomer(_) => "customer",
        }
    }
}

/// Explains a request.
///
/// # Errors
/// Fails if the URL is invalid, or the customer is ambiguous or does not exist.
pub fn explain(asked: &ExplainRequest, context: &ExplainContext<'_>) -> Result<Explanation, CannotExplain> {
    let url = Url::parse(&asked.url)
        .ok()
        .filter(|url| url.has_host() && matches!(url.scheme(), "http" | "https"));
    let url = url
        .filter(|_| asked.url.len() <= URL_BYTES_MAX)
        .ok_or(CannotExplain::Url)?;
    let mut trace = ExplainTrace::default();
    let end = match room_address::RoomAddress::of(&url, context.config, context.reach) {
        Some(address) => address.explain(asked, context, &mut trace),
        None => page::explain(asked, customer(asked, context.config)?, context, &mut trace),
    };
    trace.say(ExplainStage::Result, ExplainVerdict::Note, end.says);
    Ok(Explanation {
        steps: trace.steps,
        outcome: end.outcome,
        url: end.url,
        error_id: end.error_id,
    })
}

/// Returns the id of the customer that a request concerns, whether or not the customer exists.
///
/// # Errors
/// Fails if the URL is invalid, or the customer cannot be determined.
pub fn customer_id(asked: &ExplainRequest, config: &Config, reach: Option<&str>) -> Result<String, CannotExplain> {
    let url = Url::parse(&asked.url).map_err(|_| CannotExplain::Url)?;
    match room_address::RoomAddress::of(&url, config, reach) {
        Some(place) => Ok(place.customer()),
        None => Ok(customer(asked, config)?.id.to_string()),
    }
}

fn customer<'c>(asked: &ExplainRequest, config: &'c Config) -> Result<&'c Customer, CannotExplain> {
    match (&asked.customer, config.customers.as_slice()) {
        (Some(id), customers) => {
            let found = customers.iter().find(|customer| customer.id.as_str() == id);
            found.ok_or_else(|| CannotExplain::NoCustomer(id.clone()))
        }
        (None, [only]) => Ok(only),
        (None, _) => Err(CannotExplain::Customer),
    }
}

#[derive(Debug, Default)]
struct ExplainTrace {
    steps: Vec<ExplainStep>,
}

impl ExplainTrace {
    fn say(&mut self, stage: ExplainStage, verdict: ExplainVerdict, says: impl Into<String>) {
        self.steps.push(ExplainStep {
            stage,
            verdict,
            says: says.into(),
        });
    }
}

/// The end of a trace.
#[derive(Debug)]
struct ExplainEnd {
    outcome: ExplainOutcome,
    url: Option<String>,
    error_id: Option<u8>,
    says: String,
}

impl ExplainEnd {
    fn new(outcome: ExplainOutcome, says: impl Into<String>) -> Self {
        Self {
            outcome,
            url: None,
            error_id: None,
            says: says.into(),
        }
    }

    fn at(self, url: String) -> Self {
        Self { url: Some(url), ..self }
    }

    fn error(id: u8, says: impl Into<String>) -> Self {
        Self {
            error_id: Some(id),
            ..Self::new(ExplainOutcome::Error, says)
        }
    }
}

impl ExplainContext<'_> {
    fn seconds(&self) -> UnixSeconds {
        UnixSeconds(self.now.seconds())
    }
}

impl ExplainRequest {
    /// Returns the value of a header, in any letter case.
    fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }
}
