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

/// An action: `"pause"`, `"resume"`, `"disable"`, `"enable"`, `"end"`, `"reset"` or `{ max_outflow
/// = 60 }`.
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
}

pub(super) fn check(orders: &[OperatorAction]) -> Result<(), ScenarioError> {
    for (index, order) in orders.iter().enumerate() {
        if let Act::MaxOutflow(rate) = order.action {
            within(
                &format!("operator[{index}].action.max_outflow"),
                u64::from(rate),
                0..=1_000_000,
            )?;
        }
    }
    Ok(())
}
