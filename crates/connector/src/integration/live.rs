//! The integration config as it is now.

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

/// A customer's integration config, which may be replaced while requests are judged by it. Cheap to
/// clone; all clones are one.
///
/// Empty at first: until there is a config, [`OnFailure`](crate::OnFailure) decides.
#[derive(Clone)]
pub struct LiveConfig {
    customer: CustomerId,
    queue_scheme: Scheme,
    current: Arc<ArcSwapOption<Compiled>>,
}

impl LiveConfig {
    /// None yet.
    pub fn new(customer: CustomerId) -> Self {
        Self {
            customer,
            queue_scheme: Scheme::Https,
            current: Arc::default(),
        }
    }

    /// How the config's queue domains are reached; https. Plain http is for demos on one machine.
    /// Of configs that are taken later.
    #[must_use]
    pub fn queue_scheme(self, queue_scheme: Scheme) -> Self {
        Self { queue_scheme, ..self }
    }

    /// Whose config it is.
    pub fn customer(&self) -> &CustomerId {
        &self.customer
    }

    /// Takes a config, the JSON that the waiting room publishes, and tells its version. The next
    /// request is judged by it.
    ///
    /// # Errors
    /// It could not be carried out, wholly or in part. Then the one before it stays.
    pub fn replace(&self, json: &[u8]) -> Result<i64, IntegrationError> {
        let compiled = Compiled::from_json(json, &self.customer, self.queue_scheme)?;
        Ok(self.take(compiled))
    }

    /// Takes a config in the signed envelope that is sent to a site which cannot download: the body
    /// of a request that a handler of the site's got. A rollback has a new version too, so an older
    /// one is somebody's repetition.
    ///
    /// # Errors
    /// It is not signed with the customer's key, or older than the current one, or could not be
    /// carried out.
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

    /// The version of the config by which requests are judged; `None` if there is none.
    pub fn version(&self) -> Option<i64> {
        self.current.load().as_ref().map(|current| current.config.version)
    }

    /// Hands the rule that the visit falls under to `judge`.
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

    /// The first answer for an action.
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
