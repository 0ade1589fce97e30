//! The assignment of requests to actions.

use std::sync::Arc;

use crate::action::{MatchedRule, QueueAction, RuleAction};
use crate::failure::Failure;
use crate::integration::LiveConfig;
use crate::visit::Visit;

/// The rules of a site.
#[derive(Clone)]
pub(crate) enum Rules {
    /// All requests match this action.
    Room(Arc<RuleAction>),
    /// The config's triggers determine the action.
    Integration(LiveConfig),
}

impl Rules {
    /// Calls `judge` with the rule that the visit matches.
    pub(crate) fn find<T>(&self, visit: &Visit<'_>, judge: impl FnOnce(Result<MatchedRule<'_>, Failure>) -> T) -> T {
        match self {
            Self::Room(action) => judge(Ok(MatchedRule {
                config_version: None,
                action: Some(action),
                base: action.base(),
            })),
            Self::Integration(live) => live.find(visit, judge),
        }
    }

    /// Returns the first result of `ask` among the actions that need a session.
    pub(crate) fn first<T>(&self, ask: impl Fn(&QueueAction) -> Option<T>) -> Option<T> {
        let ask = |action: &RuleAction| match action {
            RuleAction::Queue(action) => ask(action),
            RuleAction::Cancel(_) | RuleAction::Ignore { .. } => None,
        };
        match self {
            Self::Room(action) => ask(action),
            Self::Integration(live) => live.first(ask),
        }
    }
}
