//! What goes wrong, by script and at random.

use serde::Deserialize;

use super::{ScenarioError, share, within};

/// `[[faults.crash]]`, `[[faults.clock_step]]`, `[[faults.store_away]]`, `[[faults.failover]]`,
/// `[[faults.partition]]`, `[[faults.pause]]` and `[faults.chaos]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Faults {
    /// A node dies and comes back.
    pub crash: Vec<Crash>,
    /// A node's wall clock is set.
    pub clock_step: Vec<ClockStep>,
    /// The store answers nobody.
    pub store_away: Vec<StoreAway>,
    /// The store fails over, and loses commits that it had acknowledged.
    pub failover: Vec<Failover>,
    /// A node does not reach the store.
    pub partition: Vec<Partition>,
    /// A node's process stops, and goes on later.
    pub pause: Vec<Pause>,
    /// At random, all the time.
    pub chaos: Chaos,
}

/// A node dies at once, whatever it was about to do, and comes back with what the store holds.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crash {
    /// When.
    pub at_s: u64,
    /// Which, from 0.
    #[serde(default)]
    pub node: usize,
    /// For how long, milliseconds.
    #[serde(default = "down_ms")]
    pub down_ms: u64,
}

/// A node's wall clock is set.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockStep {
    /// When.
    pub at_s: u64,
    /// Which, from 0.
    #[serde(default)]
    pub node: usize,
    /// By how much, milliseconds; back if below 0.
    pub by_ms: i64,
}

/// Another server takes over the store, with what the first had so long before.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failover {
    /// When.
    pub at_s: u64,
    /// The commits of so many milliseconds before are lost.
    #[serde(default)]
    pub loses_ms: u64,
}

/// A node and the store do not reach one another; people reach both sides.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Partition {
    /// When.
    pub at_s: u64,
    /// Which, from 0.
    #[serde(default)]
    pub node: usize,
    /// For how long, milliseconds.
    pub for_ms: u64,
}

/// A node's process stops and goes on later, without having noticed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pause {
    /// When.
    pub at_s: u64,
    /// Which, from 0.
    #[serde(default)]
    pub node: usize,
    /// For how long, milliseconds.
    pub for_ms: u64,
}

/// The store answers nobody for a while.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoreAway {
    /// When.
    pub at_s: u64,
    /// For how long, milliseconds.
    pub for_ms: u64,
}

/// Faults at random moments, which fall between any two steps of a node.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Chaos {
    /// Crashes an hour, over all nodes.
    pub crashes_an_hour: f64,
    /// For how long a node is down, up to, milliseconds.
    pub down_ms_max: u64,
    /// Wall clocks set an hour, over all nodes.
    pub clock_steps_an_hour: f64,
    /// By how much at most either way, milliseconds.
    pub clock_step_ms_max: u64,
    /// Failovers an hour.
    pub failovers_an_hour: f64,
    /// Of how many milliseconds a failover loses the commits, up to.
    pub failover_loses_ms_max: u64,
    /// Share of commits whose answer is lost; every other of them was kept.
    pub unknown_commits: f64,
    /// Share of commits that the store refuses.
    pub refused_commits: f64,
}

fn down_ms() -> u64 {
    2_000
}

impl Faults {
    pub(super) fn check(&self, nodes: usize) -> Result<(), ScenarioError> {
        let last = nodes as u64 - 1;
        for (index, crash) in self.crash.iter().enumerate() {
            within(&format!("faults.crash[{index}].node"), crash.node as u64, 0..=last)?;
        }
        for (index, step) in self.clock_step.iter().enumerate() {
            within(&format!("faults.clock_step[{index}].node"), step.node as u64, 0..=last)?;
        }
        for (index, partition) in self.partition.iter().enumerate() {
            let field = format!("faults.partition[{index}].node");
            within(&field, partition.node as u64, 0..=last)?;
        }
        for (index, pause) in self.pause.iter().enumerate() {
            within(&format!("faults.pause[{index}].node"), pause.node as u64, 0..=last)?;
        }
        for (key, found) in [
            ("crashes_an_hour", self.chaos.crashes_an_hour),
            ("clock_steps_an_hour", self.chaos.clock_steps_an_hour),
            ("failovers_an_hour", self.chaos.failovers_an_hour),
        ] {
            if !(0.0..=100_000.0).contains(&found) {
                return Err(ScenarioError::field(
                    format!("faults.chaos.{key}"),
                    format!("{found} is not between 0 and 100,000"),
                ));
            }
        }
        share("faults.chaos.unknown_commits", self.chaos.unknown_commits)?;
        share("faults.chaos.refused_commits", self.chaos.refused_commits)
    }
}
