//! Why somebody was let in, queued, refused or cancelled: the ordered trace of one decision, rule →
//! room → session and token → result.
//!
//! Pure: a request as it is told ([`ExplainRequest`]) and what is known of the waiting rooms
//! ([`ExplainContext`]) come in, an [`Explanation`] goes out. The command `anteroom explain` and
//! the admin API both ask here. For a page of a site it goes through what connectors do (section 4,
//! 1.4 and 2.3 of the notes), for an address of the waiting room through what the room does with a
//! newcomer.
//!
//! It says what each check saw, and never a secret or a hash that would pass. It changes nothing
//! and gives no place; whether a place in a link is good, whether an enqueue token or an invitation
//! is, and whether one's turn has come, it does not judge.

mod page;
mod place;
mod room;
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

/// Longest URL that is looked at, bytes.
pub const URL_BYTES_MAX: usize = 16 * 1024;

/// A request as it is told. All but `url` may be left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = Asked)]
pub struct ExplainRequest {
    /// A page of a site, as the browser has it, or an address of the waiting room.
    #[schema(max_length = 16384)]
    pub url: String,
    /// Whose site it is; may be left out where there is one customer, or where the address names
    /// it.
    pub customer: Option<String>,
    /// The room that the page's connector leads to, where that is configured in code and not by an
    /// integration configuration.
    pub room: Option<String>,
    /// The browser's cookies for the site, by name.
    #[serde(default)]
    pub cookies: BTreeMap<String, String>,
    /// The request's headers, by name.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// The request's body, as far as triggers look at it.
    #[serde(default)]
    pub body: String,
    /// A `queueittoken`, unless the address has one.
    pub token: Option<String>,
    /// The visitor's address, for what is bound to addresses.
    #[schema(value_type = Option<String>)]
    pub address: Option<IpAddr>,
    /// An integration configuration as connectors download it, instead of the published one.
    #[schema(value_type = Option<Object>)]
    pub integration: Option<IntegrationConfig>,
}

/// What is known of the waiting rooms.
#[derive(Clone, Copy)]
pub struct ExplainContext<'a> {
    /// Customers and rooms.
    pub config: &'a Config,
    /// The customer's published integration configuration.
    pub published: Option<&'a IntegrationConfig>,
    /// The only customer whose rooms are known to whoever asks, if there is one.
    pub reach: Option<&'a str>,
    /// The time.
    pub now: WallMs,
    /// How a room stands; `None` where no server says so, and then its schedule does.
    pub standing: &'a dyn Fn(&config::RoomDefinition) -> Option<Lifecycle>,
}

impl fmt::Debug for ExplainContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("now", &self.now).finish_non_exhaustive()
    }
}

/// What a step is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Stage)]
pub enum ExplainStage {
    /// What was asked.
    Request,
    /// An action of the integration configuration and its triggers.
    Rule,
    /// The room.
    Room,
    /// The visitor's session cookie on the site.
    Session,
    /// The `queueittoken`.
    Token,
    /// What comes of it.
    Result,
}

/// What a step found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Verdict)]
pub enum ExplainVerdict {
    /// It holds.
    Yes,
    /// It does not.
    No,
    /// Worth knowing.
    Note,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Step)]
pub struct ExplainStep {
    /// What it is about.
    pub stage: ExplainStage,
    /// What it found.
    pub verdict: ExplainVerdict,
    /// In words.
    pub says: String,
}

/// What comes of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Outcome)]
pub enum ExplainOutcome {
    /// The visitor sees the page, or goes on to the target.
    Pass,
    /// The visitor goes to the waiting room, or waits in it.
    Queue,
    /// The visitor's place is given up.
    Cancel,
    /// The visitor sees a page that says what is the matter.
    Error,
    /// It cannot be told.
    Unknown,
}

/// The trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// In the order in which they are made.
    pub steps: Vec<ExplainStep>,
    /// What comes of it.
    pub outcome: ExplainOutcome,
    /// Where the browser is sent, if anywhere.
    pub url: Option<String>,
    /// The vendor's error id, where it comes to an error of the waiting room's own.
    pub error_id: Option<u8>,
}

/// Why nothing can be explained.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotExplain {
    /// The address is too long or none.
    #[error("an absolute http or https URL of {URL_BYTES_MAX} bytes at most is wanted")]
    Url,
    /// Nobody knows whose page it is.
    #[error("there are several customers; say whose page this is")]
    Customer,
    /// There is no such customer.
    #[error("there is no customer with the id {0:?}")]
    NoCustomer(String),
}

impl CannotExplain {
    /// The field that is wrong.
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
/// If it cannot be told whose it is.
pub fn explain(asked: &ExplainRequest, world: &ExplainContext<'_>) -> Result<Explanation, CannotExplain> {
    let url = Url::parse(&asked.url)
        .ok()
        .filter(|url| url.has_host() && matches!(url.scheme(), "http" | "https"));
    let url = url
        .filter(|_| asked.url.len() <= URL_BYTES_MAX)
        .ok_or(CannotExplain::Url)?;
    let mut trace = ExplainTrace::default();
    let end = match place::RoomAddress::of(&url, world.config, world.reach) {
        Some(place) => place.explain(asked, world, &mut trace),
        None => page::explain(asked, customer(asked, world.config)?, world, &mut trace),
    };
    trace.say(ExplainStage::Result, ExplainVerdict::Note, end.says);
    Ok(Explanation {
        steps: trace.steps,
        outcome: end.outcome,
        url: end.url,
        error_id: end.error_id,
    })
}

/// The id of the customer that a request is about, be there one of that id or not.
///
/// # Errors
/// If nobody says so.
pub fn customer_id(asked: &ExplainRequest, config: &Config, reach: Option<&str>) -> Result<String, CannotExplain> {
    let url = Url::parse(&asked.url).map_err(|_| CannotExplain::Url)?;
    match place::RoomAddress::of(&url, config, reach) {
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

/// How it ends.
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
    /// The value of a header; capitals do not count.
    fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }
}
