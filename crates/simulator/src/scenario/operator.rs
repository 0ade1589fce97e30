//! The operator's scripted actions.

use serde::Deserialize;

use super::{Scenario, ScenarioError, within};

/// One action: `[[operator]]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename = "Order", deny_unknown_fields)]
pub struct OperatorAction {
    /// The moment, in seconds.
    pub at_s: u64,
    /// The index of the room, if there are several.
    #[serde(default)]
    pub room: u16,
    /// The action.
    pub action: Act,
}

/// An action: `"pause"`, `"resume"`, `"disable"`, `"enable"`, `"end"`, `"reset"`, `{ max_outflow =
/// 60 }`; with a pool also `{ pool_rate = 90 }`; with a site also `{ max_sessions = 50 }`, `{ stock
/// = 0 }`, `{ site_rate = 30 }`, `{ end_sessions = 5 }`.
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
    /// Sets the rate that the rooms of the pool share, in redirects a minute.
    PoolRate(u32),
    /// Sets the most people inside.
    MaxSessions(u64),
    /// Sets the number of items left.
    Stock(u64),
    /// Sets the site's rate in new visitors a minute; with autotune the highest.
    SiteRate(u32),
    /// Ends the sessions of this many people who are inside, the lowest numbers first.
    EndSessions(u64),
}

/// The subject of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    Room,
    Pool,
    Site,
}

impl Act {
    /// Returns the key, the value and the subject of an action that has a value.
    fn figure(self) -> Option<(&'static str, u64, About)> {
        match self {
            Self::MaxOutflow(rate) => Some(("max_outflow", u64::from(rate), About::Room)),
            Self::PoolRate(rate) => Some(("pool_rate", u64::from(rate), About::Pool)),
            Self::MaxSessions(most) => Some(("max_sessions", most, About::Site)),
            Self::Stock(left) => Some(("stock", left, About::Site)),
            Self::SiteRate(rate) => Some(("site_rate", u64::from(rate), About::Site)),
            Self::EndSessions(count) => Some(("end_sessions", count, About::Site)),
            Self::Pause | Self::Resume | Self::Disable | Self::Enable | Self::End | Self::Reset => None,
        }
    }
}

pub(super) fn check(orders: &[OperatorAction], scenario: &Scenario) -> Result<(), ScenarioError> {
    let last_room = scenario.rooms.len() as u64;
    for (index, order) in orders.iter().enumerate() {
        within(&format!("operator[{index}].room"), u64::from(order.room), 0..=last_room)?;
        let Some((key, figure, about)) = order.action.figure() else {
            continue;
        };
        let field = format!("operator[{index}].action.{key}");
        within(&field, figure, 0..=1_000_000)?;
        let lacks = match about {
            About::Room => None,
            About::Pool => scenario.pool.is_none().then_some("[pool]"),
            About::Site => scenario.site.is_none().then_some("[site]"),
        };
        if let Some(lacks) = lacks {
            let message = format!("there is no {lacks} that it could act on");
            return Err(ScenarioError::field(field, message));
        }
    }
    Ok(())
}
