//! Faults, by script and at random.

use serde::Deserialize;

use super::{ScenarioError, share, within};

/// `[[faults.crash]]`, `[[faults.restart]]`, `[[faults.clock_step]]`, `[[faults.store_away]]`,
/// `[[faults.failover]]`, `[[faults.emptied]]`, `[[faults.partition]]`, `[[faults.pause]]` and
/// `[faults.chaos]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Faults {
    /// Crashes of a node.
    pub crash: Vec<Crash>,
    /// Orderly restarts of a node.
    pub restart: Vec<Restart>,
    /// Steps of a node's wall clock.
    pub clock_step: Vec<ClockStep>,
    /// Times in which the store answers no node.
    pub store_away: Vec<StoreAway>,
    /// Failovers of the store, which lose acknowledged commits.
    pub failover: Vec<Failover>,
    /// Moments at which the store comes back without any data.
    pub emptied: Vec<Emptied>,
    /// Times in which a node cannot reach the store.
    pub partition: Vec<Partition>,
    /// Times in which a node's process is stopped.
    pub pause: Vec<Pause>,
    /// Random faults during the whole run.
    pub chaos: Chaos,
}

/// A crash of a node, which loses everything that was not durable and restarts from the store.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crash {
    /// The moment, in seconds.
    pub at_s: u64,
    /// The index of the node, from 0.
    #[serde(default)]
    pub node: usize,
    /// The time until the restart, in milliseconds.
    #[serde(default = "down_ms")]
    pub down_ms: u64,
}

/// A restart of a node that first finishes its work, as in a rolling update.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Restart {
    /// The moment, in seconds.
    pub at_s: u64,
    /// The index of the node, from 0.
    #[serde(default)]
    pub node: usize,
    /// The time from the end until the restart, in milliseconds.
    #[serde(default = "down_ms")]
    pub down_ms: u64,
}

/// A loss of everything in the store.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emptied {
    /// The moment, in seconds.
    pub at_s: u64,
    /// Whether it happens only after the next commit, before the node that made it learns of it.
    #[serde(default)]
    pub amid_commit: bool,
}

/// A step of a node's wall clock.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockStep {
    /// The moment, in seconds.
    pub at_s: u64,
    /// The index of the node, from 0.
    #[serde(default)]
    pub node: usize,
    /// The size of the step in milliseconds; negative values set the clock back.
    pub by_ms: i64,
}

/// A failover of the store to another server, whose data is older.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failover {
    /// The moment, in seconds.
    pub at_s: u64,
    /// The commits of this many milliseconds before the failover are lost.
    #[serde(default)]
    pub loses_ms: u64,
}

/// A partition between a node and the store; visitors reach the node.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Partition {
    /// The moment, in seconds.
    pub at_s: u64,
    /// The index of the node, from 0.
    #[serde(default)]
    pub node: usize,
    /// The duration in milliseconds.
    pub for_ms: u64,
}

/// A stop of a node's process, which later continues without having noticed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pause {
    /// The moment, in seconds.
    pub at_s: u64,
    /// The index of the node, from 0.
    #[serde(default)]
    pub node: usize,
    /// The duration in milliseconds.
    pub for_ms: u64,
}

/// A time in which the store answers no node.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoreAway {
    /// The moment, in seconds.
    pub at_s: u64,
    /// The duration in milliseconds.
    pub for_ms: u64,
}

/// Faults at random moments, which can fall between any two steps of a node.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Chaos {
    /// Crashes an hour, over all nodes.
    pub crashes_an_hour: f64,
    /// The longest time for which a node is down, in milliseconds.
    pub down_ms_max: u64,
    /// Steps of wall clocks an hour, over all nodes.
    pub clock_steps_an_hour: f64,
    /// The largest size of a step in either direction, in milliseconds.
    pub clock_step_ms_max: u64,
    /// Failovers an hour.
    pub failovers_an_hour: f64,
    /// The longest time before a failover whose commits are lost, in milliseconds.
    pub failover_loses_ms_max: u64,
    /// Share of commits whose answer is lost; about half of these commits take effect.
    pub unknown_commits: f64,
    /// Share of commits that the store refuses.
    pub refused_commits: f64,
    /// Share of commits that reach the store a second time, up to 3 s later.
    pub repeated_commits: f64,
    /// Share of calls to the store whose reply arrives after the node has given up waiting for it,
    /// which it does after a second.
    pub late_replies: f64,
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
        for (index, restart) in self.restart.iter().enumerate() {
            within(&format!("faults.restart[{index}].node"), restart.node as u64, 0..=last)?;
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
        share("faults.chaos.refused_commits", self.chaos.refused_commits)?;
        share("faults.chaos.repeated_commits", self.chaos.repeated_commits)?;
        share("faults.chaos.late_replies", self.chaos.late_replies)
    }
}
