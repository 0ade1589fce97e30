//! The current integration config.

use std::fmt;
use std::sync::Arc;

use arc_swap::ArcSwapOption;
use protocol::integration::{Push, evaluate};
use protocol::redirect::Scheme;
use protocol::{CustomerId, SecretKey};

use super::compile::Compiled;
use super::error::IntegrationError;
use crate::action::{MatchedRule, RuleAction};
use crate::failure::Failure;
use crate::metrics;
use crate::visit::Visit;

/// A customer's integration config, which can be replaced while requests are judged. Cheap to
/// clone; all clones share the config.
///
/// Empty at first: until a config is set, [`OnFailure`](crate::OnFailure) decides.
#[derive(Clone)]
pub struct LiveConfig {
    customer: CustomerId,
    queue_scheme: Scheme,
    current: Arc<ArcSwapOption<Compiled>>,
}

impl LiveConfig {
    /// Makes a value without a config, for a customer.
    pub fn new(customer: CustomerId) -> Self {
        Self {
            customer,
            queue_scheme: Scheme::Https,
            current: Arc::default(),
        }
    }

    /// Sets the scheme of the config's queue domains, for configs set later. Default: https. Plain
    /// http is for demos on one machine.
    #[must_use]
    pub fn queue_scheme(self, queue_scheme: Scheme) -> Self {
        Self { queue_scheme, ..self }
    }

    /// Returns the customer that the config belongs to.
    pub fn customer(&self) -> &CustomerId {
        &self.customer
    }

    /// Replaces the config by a JSON text that the waiting room published, and returns its version.
    /// The next request is judged by the new config.
    ///
    /// # Errors
    /// Returns an error if any part of the config cannot be carried out. The current config then
    /// stays.
    pub fn replace(&self, json: &[u8]) -> Result<i64, IntegrationError> {
        let compiled = Compiled::from_json(json, &self.customer, self.queue_scheme)?;
        Ok(self.take(compiled))
    }

    /// Replaces the config by the one in the signed envelope that the waiting room pushes to sites
    /// that cannot download: the body of a request to one of the site's handlers. Even a rollback
    /// has a new version, so an older version is a replayed envelope.
    ///
    /// # Errors
    /// Returns an error if the envelope is not signed with the customer's key, or the config is
    /// older than the current one or cannot be carried out.
    pub fn replace_signed(&self, envelope: &[u8], secret: &SecretKey) -> Result<i64, IntegrationError> {
        let json = Push::from_json(envelope)?.open(secret)?;
        let compiled = Compiled::from_json(json.as_bytes(), &self.customer, self.queue_scheme)?;
        let version = compiled.config.version;
        match self.version() {
            Some(current) if version < current => Err(IntegrationError::Outdated { version, current }),
            _ => Ok(self.take(compiled)),
        }
    }

    fn take(&self, compiled: Compiled) -> i64 {
        let version = compiled.config.version;
        self.current.store(Some(Arc::new(compiled)));
        metrics::show_config_version(version);
        version
    }

    /// Returns the version of the config in force; `None` if there is none.
    pub fn version(&self) -> Option<i64> {
        self.current.load().as_ref().map(|current| current.config.version)
    }

    /// Calls `judge` with the rule that the visit matches.
    pub(crate) fn find<T>(&self, visit: &Visit<'_>, judge: impl FnOnce(Result<MatchedRule<'_>, Failure>) -> T) -> T {
        let current = self.current.load();
        let Some(Compiled { config, actions }) = current.as_deref() else {
            return judge(Err(Failure::NoConfig));
        };
        let matched = evaluate(config, visit);
        let index = matched.and_then(|matched| {
            config
                .integrations
                .iter()
                .position(|other| std::ptr::eq(other, matched))
        });
        judge(Ok(MatchedRule {
            config_version: Some(config.version),
            action: index.and_then(|index| actions.get(index)),
            base: actions.iter().find_map(RuleAction::base),
        }))
    }

    /// Returns the first result of `ask` among the actions.
    pub(crate) fn first<T>(&self, ask: impl Fn(&RuleAction) -> Option<T>) -> Option<T> {
        self.current.load().as_ref()?.actions.iter().find_map(ask)
    }
}

impl fmt::Debug for LiveConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveConfig")
            .field("customer", &self.customer)
            .field("version", &self.version())
            .finish_non_exhaustive()
    }
}
