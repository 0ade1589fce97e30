//! `customers/{c}/integration/…`: editing, testing, publishing and rolling back a customer's
//! integration configuration. [`crate::integration`] defines its format and storage.

pub(in crate::http) mod draft;
pub(in crate::http) mod editions;
pub(in crate::http) mod preview;
pub(in crate::http) mod publish;

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::config::{Config, Customer, HostName, RoomDefinition};
use crate::http::AppState;
use crate::http::admin::problem::ProblemDetails;
use crate::integration::build::{BuiltIntegration, VersionInfo, build};
use crate::integration::check::{self, check};
use crate::integration::references::{self, ReferenceContext};
use crate::integration::repository::{Edition, IntegrationKeys};
use crate::integration::source::{IntegrationAction, IntegrationKind, IntegrationSource};

/// A customer's part of the admin store, with the configuration for its checks.
struct IntegrationAdmin<'a> {
    app: &'a AppState,
    owner: Customer,
    namespace: IntegrationKeys,
    config: Arc<Config>,
}

/// The problems of a source.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IntegrationJudgement)]
pub(in crate::http) struct Judgement {
    /// Whether the source can be published: it has no errors, at most warnings.
    publishable: bool,
    problems: Vec<check::IntegrationProblem>,
}

impl<'a> IntegrationAdmin<'a> {
    /// Finds an existing customer.
    fn of(app: &'a AppState, customer: &str) -> Result<Self, ProblemDetails> {
        let config = app.running.config();
        let owner = config.customers.iter().find(|found| found.id.as_str() == customer);
        let owner = owner.ok_or_else(|| ProblemDetails::not_found(format!("there is no customer {customer:?}")))?;
        Ok(Self {
            app,
            owner: owner.clone(),
            namespace: IntegrationKeys::of(&owner.id),
            config,
        })
    }

    fn rooms(&self) -> impl Iterator<Item = &RoomDefinition> {
        let rooms = self.config.rooms.iter();
        rooms.filter(|room| room.customer == self.owner.id)
    }

    /// Returns the host of an action's waiting room, if it is not the server's: the first host of
    /// its room, or of its customer.
    fn own_host(&self, action: &IntegrationAction) -> Option<&HostName> {
        let named = action.room.as_deref();
        let room = self.rooms().find(|room| Some(room.id.as_str()) == named);
        let of_room = room.and_then(|room| room.hosts.first());
        of_room.or(self.owner.hosts.first())
    }

    /// Returns the domain of the waiting room for an action that names none.
    fn domain(&self, action: &IntegrationAction) -> String {
        match self.own_host(action) {
            Some(host) => host.to_string(),
            None => of_url(&self.app.public_url),
        }
    }

    fn build(&self, source: &IntegrationSource) -> BuiltIntegration {
        let about = VersionInfo {
            customer: self.owner.id.as_str(),
            ..VersionInfo::default()
        };
        build(source, about, |_, action| self.domain(action))
    }

    fn judge(&self, source: &IntegrationSource) -> Judgement {
        let is_room = |id: &str| self.rooms().any(|room| room.id.as_str() == id);
        let built = self.build(source);
        let mut problems = check(source, &built, is_room);
        let surroundings = ReferenceContext {
            rooms: self.rooms().collect(),
            themes: &self.app.pages.themes(),
            languages: &self.app.languages,
        };
        problems.extend(references::check(source, &built, &surroundings));
        problems.extend(self.plain_http(source));
        Judgement {
            publishable: !problems.iter().any(check::IntegrationProblem::is_error),
            problems,
        }
    }

    /// Returns a warning for each action whose waiting room uses only http.
    fn plain_http(&self, source: &IntegrationSource) -> Vec<check::IntegrationProblem> {
        let is_plain = |action: &IntegrationAction| {
            let takes_the_servers = action.queue_domain.is_none() && self.own_host(action).is_none();
            action.r#type != IntegrationKind::Ignore && takes_the_servers && self.app.public_url.scheme() == "http"
        };
        let actions = source.actions.iter().enumerate().filter(|(_, action)| is_plain(action));
        let problems = actions.map(|(index, _)| check::IntegrationProblem {
            pointer: format!("/actions/{index}/queueDomain"),
            severity: check::IntegrationSeverity::Warning,
            message:
                "server.public_url is http, and connectors use https for the domain: name a domain that is served by https"
                    .to_owned(),
        });
        problems.collect()
    }

    /// Reads a version that is still kept.
    async fn edition(&self, version: u64) -> Result<Edition, ProblemDetails> {
        let lost = || {
            ProblemDetails::not_found(format!(
                "version {version} no longer exists; GET versions lists the versions that do"
            ))
        };
        let found = self
            .app
            .running
            .admin_store()
            .archived(&self.namespace.edition(version))
            .await;
        let found = found.map_err(|error| {
            tracing::error!(error = %error, "cannot read an edition");
            ProblemDetails::away()
        })?;
        found.ok_or_else(lost)
    }
}

/// Returns the host and port of a URL, as connectors append them to `https://`.
fn of_url(url: &url::Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}
