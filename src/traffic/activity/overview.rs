//! Adds up the counts of a customer in both generations.

use std::collections::HashMap;

use super::super::agent::AgentName;
use super::super::score::SCORE_STEPS;
use super::super::{EntryOutcome, ScoreReason};
use super::{
    AgentCounts, AgentLine, CustomerTraffic, NetworkLine, NetworkTally, OutcomeLine, ReasonLine, ScoreLine, TenMinutes,
    TrafficOverview,
};

/// The number of networks and of kinds of browsers that an overview shows.
const SHOWN_MAX: usize = 20;

impl CustomerTraffic {
    pub(super) fn overview(&self, shows_prefixes: bool) -> TrafficOverview {
        let both = [&self.current, &self.previous];
        let sum = |of: &dyn Fn(&TenMinutes) -> u64| both.iter().map(|generation| of(generation)).sum::<u64>();
        let outcomes = EntryOutcome::ALL.map(|outcome| OutcomeLine {
            outcome,
            requests: sum(&|generation| generation.outcomes[outcome as usize]),
        });
        let scores = (0..SCORE_STEPS).map(|step| ScoreLine {
            from: u8::try_from(step * 10).expect("at most 100"),
            requests: sum(&|generation| generation.scores[step]),
        });
        let reasons = ScoreReason::ALL.map(|reason| ReasonLine {
            reason,
            points: reason.points(),
            requests: sum(&|generation| generation.reasons[reason as usize]),
        });
        let mut agents: HashMap<AgentName, AgentCounts> = HashMap::new();
        for generation in both {
            for (name, counts) in &generation.agents {
                let line = agents.entry(*name).or_default();
                line.requests += counts.requests;
                line.refused += counts.refused;
            }
        }
        let agents = agents.into_iter().map(|(agent, counts)| AgentLine {
            agent: agent.to_string(),
            requests: counts.requests,
            refused: counts.refused,
        });
        TrafficOverview {
            requests: outcomes.iter().map(|line| line.requests).sum(),
            outcomes: outcomes.to_vec(),
            scores: scores.collect(),
            reasons: reasons.to_vec(),
            agents: most(agents.collect(), |line| (line.requests, line.agent.clone())),
            networks: self.networks(None, shows_prefixes),
        }
    }

    /// Returns the networks with the most requests, of all rooms or of the one with this hash.
    pub(super) fn networks(&self, room: Option<u64>, shows_prefixes: bool) -> Vec<NetworkLine> {
        let mut networks: HashMap<u64, NetworkTally> = HashMap::new();
        let all = [&self.current, &self.previous]
            .into_iter()
            .flat_map(|generation| &generation.networks);
        for ((_, network), counts) in all.filter(|((of, _), _)| room.is_none_or(|room| room == *of)) {
            let line = networks.entry(*network).or_default();
            line.requests += counts.requests;
            line.newcomers += counts.newcomers;
            line.refused += counts.refused;
            line.score_max = line.score_max.max(counts.score_max);
            line.prefix = line.prefix.take().or_else(|| counts.prefix.clone());
        }
        let networks = networks.into_iter().map(|(network, counts)| NetworkLine {
            network: match counts.prefix.filter(|_| shows_prefixes) {
                Some(prefix) => prefix.into(),
                None => format!("{network:016x}"),
            },
            requests: counts.requests,
            newcomers: counts.newcomers,
            refused: counts.refused,
            score_max: counts.score_max,
        });
        most(networks.collect(), |line| (line.requests, line.network.clone()))
    }
}

/// Returns the lines with the most requests, in a stable order.
fn most<T>(mut lines: Vec<T>, rank: impl Fn(&T) -> (u64, String)) -> Vec<T> {
    lines.sort_by_cached_key(|line| {
        let (requests, name) = rank(line);
        (std::cmp::Reverse(requests), name)
    });
    lines.truncate(SHOWN_MAX);
    lines
}
