//! Which requests of a site fall under which action.

use std::sync::Arc;

use crate::action::{MatchedRule, QueueAction, RuleAction};
use crate::failure::Failure;
use crate::integration::LiveConfig;
use crate::visit::Visit;

/// Which requests fall under which action.
#[derive(Clone)]
pub(crate) enum Rules {
    /// All under this one.
    Room(Arc<RuleAction>),
    /// As triggers tell.
    Integration(LiveConfig),
}

impl Rules {
    /// Hands the visit's rule to `judge`.
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

    /// The first answer for an action under which visitors need a session.
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
