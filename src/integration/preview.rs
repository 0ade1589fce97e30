//! What a configuration makes of a request: for operators before they publish, and for the command
//! line. A request is told as JSON, `{"url","cookies":{},"headers":{},"userAgent","body"}`; all but
//! `url` may be left out.

use std::borrow::Cow;
use std::collections::BTreeMap;

use protocol::integration::{Action, Integration, IntegrationConfig, Request, Trace, evaluate, trace};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const USER_AGENT: &str = "user-agent";

/// A request as it is told.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename = "Told", rename_all = "camelCase", deny_unknown_fields)]
pub struct IntegrationRequest {
    /// The page's whole URL, without `queueittoken`.
    pub url: String,
    /// By name; capitals count.
    #[serde(default)]
    pub cookies: BTreeMap<String, String>,
    /// By name; capitals do not count.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Default: that of the headers.
    pub user_agent: Option<String>,
    /// Default: empty.
    #[serde(default)]
    pub body: String,
}

impl Request for IntegrationRequest {
    fn page_url(&self) -> &str {
        &self.url
    }

    fn user_agent(&self) -> Cow<'_, str> {
        match &self.user_agent {
            Some(text) => text.into(),
            None => self.header(USER_AGENT).unwrap_or_default(),
        }
    }

    fn cookie(&self, name: &str) -> Option<Cow<'_, str>> {
        self.cookies.get(name).map(Into::into)
    }

    fn header(&self, name: &str) -> Option<Cow<'_, str>> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.into())
    }

    fn body(&self) -> Cow<'_, str> {
        (&self.body).into()
    }
}

/// What a connector would do; all null where nothing matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IntegrationAnswer {
    /// The name of the action that matched.
    pub action: Option<String>,
    /// What it does: Queue, Cancel or Ignore.
    pub r#type: Option<&'static str>,
    /// Its room.
    pub room: Option<String>,
    /// How it came to that, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub trace: Option<Trace>,
}

impl IntegrationAnswer {
    /// What `config` makes of the request.
    #[must_use]
    pub fn to(told: &IntegrationRequest, config: &IntegrationConfig) -> Self {
        Self::with(evaluate(config, told), None)
    }

    /// The same with its trace.
    #[must_use]
    pub fn traced(told: &IntegrationRequest, config: &IntegrationConfig) -> Self {
        let (matched, trace) = trace(config, told);
        Self::with(matched, Some(trace))
    }

    fn with(matched: Option<&Integration>, trace: Option<Trace>) -> Self {
        Self {
            action: matched.map(|integration| integration.name.clone()),
            r#type: matched.map(|integration| match integration.action() {
                Action::Queue => "Queue",
                Action::Cancel => "Cancel",
                Action::Ignore => "Ignore",
            }),
            room: matched.and_then(|integration| integration.event_id.clone()),
            trace,
        }
    }
}
