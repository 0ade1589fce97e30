//! Evaluates a configuration for one request: for operators before they publish, and for the
//! command line. The request is described in JSON,
//! `{"url","cookies":{},"headers":{},"userAgent","body"}`; all keys except `url` are optional.

use std::borrow::Cow;
use std::collections::BTreeMap;

use protocol::integration::{Action, Integration, IntegrationConfig, Request, Trace, evaluate, trace};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const USER_AGENT: &str = "user-agent";

/// The description of a request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename = "Told", rename_all = "camelCase", deny_unknown_fields)]
pub struct IntegrationRequest {
    /// The page's whole URL, without `queueittoken`.
    pub url: String,
    /// Cookies by name, case-sensitive.
    #[serde(default)]
    pub cookies: BTreeMap<String, String>,
    /// Headers by name, case-insensitive.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// The user agent; default: the one in the headers.
    pub user_agent: Option<String>,
    /// The request's body; default: empty.
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

/// The decision of a connector; all fields are null if no action matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IntegrationAnswer {
    /// The name of the action that matched.
    pub action: Option<String>,
    /// The kind of that action: Queue, Cancel or Ignore.
    pub r#type: Option<&'static str>,
    /// The room of that action.
    pub room: Option<String>,
    /// The evaluation step by step, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub trace: Option<Trace>,
}

impl IntegrationAnswer {
    /// Evaluates `config` for the request.
    #[must_use]
    pub fn to(request: &IntegrationRequest, config: &IntegrationConfig) -> Self {
        Self::with(evaluate(config, request), None)
    }

    /// Like [`Self::to`], with the trace.
    #[must_use]
    pub fn traced(request: &IntegrationRequest, config: &IntegrationConfig) -> Self {
        let (matched, trace) = trace(config, request);
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
