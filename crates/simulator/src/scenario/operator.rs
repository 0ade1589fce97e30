//! The operator's scripted actions.

use serde::Deserialize;

use super::{ScenarioError, within};

/// One action: `[[operator]]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename = "Order", deny_unknown_fields)]
pub struct OperatorAction {
    /// The moment, in seconds.
    pub at_s: u64,
    /// The action.
    pub action: Act,
}

/// An action: `"pause"`, `"resume"`, `"disable"`, `"enable"`, `"end"`, `"reset"`, `{ max_outflow =
/// 60 }`; with a site also `{ max_sessions = 50 }`, `{ stock = 0 }`, `{ site_rate = 30 }`, `{
/// end_sessions = 5 }`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Stops the line.
    Pause,
    /// Lets the line move again.
    Resume,
    /// Lets everybody pass, as if there were no room.
    Disable,
    /// Undoes [`Disable`](Self::Disable).
    Enable,
    /// Ends the run.
    End,
    /// Begins a new run.
    Reset,
    /// Sets the max outflow in redirects a minute; every node learns it at once.
    MaxOutflow(u32),
    /// Sets the most people inside.
    MaxSessions(u64),
    /// Sets the number of items left.
    Stock(u64),
    /// Sets the site's rate in new visitors a minute; with autotune the highest.
    SiteRate(u32),
    /// Ends the sessions of this many people who are inside, the lowest numbers first.
    EndSessions(u64),
}

impl Act {
    /// Returns the key and the figure of an action that has one, and whether it is about the site.
    fn figure(self) -> Option<(&'static str, u64, bool)> {
        match self {
            Self::MaxOutflow(rate) => Some(("max_outflow", u64::from(rate), false)),
            Self::MaxSessions(most) => Some(("max_sessions", most, true)),
            Self::Stock(left) => Some(("stock", left, true)),
            Self::SiteRate(rate) => Some(("site_rate", u64::from(rate), true)),
            Self::EndSessions(count) => Some(("end_sessions", count, true)),
            Self::Pause | Self::Resume | Self::Disable | Self::Enable | Self::End | Self::Reset => None,
        }
    }
}

pub(super) fn check(orders: &[OperatorAction], has_site: bool) -> Result<(), ScenarioError> {
    for (index, order) in orders.iter().enumerate() {
        let Some((key, figure, of_site)) = order.action.figure() else {
            continue;
        };
        let field = format!("operator[{index}].action.{key}");
        within(&field, figure, 0..=1_000_000)?;
        if of_site && !has_site {
            return Err(ScenarioError::field(field, "there is no [site] that it could act on"));
        }
    }
    Ok(())
}
