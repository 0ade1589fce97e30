//! A series of faults of one kind.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use testkit::{Bound, Link, Redis, Sentinels, Service, TestRoom, Verdict, VisitorViolation, now};

use super::crowd::ChaosCrowd;

/// The time in seconds for which a replica receives nothing before the primary is killed.
const LOST_S: u32 = 1;
/// Most findings of a series that are shown.
const NOTED_MAX: usize = 5;

/// A kind of fault, and the number of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FaultSeries {
    KillTheOnlyNode(u32),
    KillOneOfThree(u32),
    FailOver(u32),
    FailOverAndLose(u32),
}

/// The load during the faults.
#[derive(Debug)]
pub(super) struct Load {
    pub(super) binary: PathBuf,
    pub(super) visitors: usize,
    pub(super) max_outflow: u32,
}

/// The result of a series.
#[derive(Debug)]
pub(super) struct SeriesReport {
    pub(super) series: FaultSeries,
    pub(super) verdict: Verdict,
    /// The time from each fault until the next visitor was let in.
    pub(super) recovered: Vec<Duration>,
    /// The first few findings of visitors, except requests that no node answered.
    pub(super) noted: Vec<String>,
}

impl FaultSeries {
    /// Returns the number of faults.
    pub(super) fn times(self) -> u32 {
        match self {
            Self::KillTheOnlyNode(times)
            | Self::KillOneOfThree(times)
            | Self::FailOver(times)
            | Self::FailOverAndLose(times) => times,
        }
    }

    /// Causes all faults, and judges the result.
    pub(super) async fn play(self, load: &Load) -> Result<SeriesReport> {
        let rooms = TestRoom::of(load.max_outflow);
        match self {
            Self::KillTheOnlyNode(_) => {
                let mut service = Service::start(&load.binary, "embedded:", 1, &rooms).await?;
                self.kill(&mut service, load).await
            }
            Self::KillOneOfThree(_) => {
                let redis = Redis::start().await?;
                let mut service = Service::start(&load.binary, &redis.url(), 3, &rooms).await?;
                self.kill(&mut service, load).await
            }
            Self::FailOver(_) | Self::FailOverAndLose(_) => {
                let mut sentinels = Sentinels::start().await?;
                let options = if self.loses() { "" } else { "?replicas=1" };
                let service = Service::start(&load.binary, &sentinels.url(options), 3, &rooms).await?;
                self.fail_over(&service, &mut sentinels, load).await
            }
        }
    }

    fn loses(self) -> bool {
        matches!(self, Self::FailOverAndLose(_))
    }

    async fn kill(self, service: &mut Service, load: &Load) -> Result<SeriesReport> {
        let mut line = ChaosCrowd::before(service, load.visitors).await?;
        let mut recovered = Vec::new();
        for round in 0..self.times() {
            let count = service.nodes.len();
            let node = &mut service.nodes[round as usize % count];
            let killed = now();
            node.process.kill().await?;
            node.process.restart()?;
            line.until_somebody_is_let_in().await?;
            recovered.push(now() - killed);
            node.until_it_is("ok").await?;
            line.goes_on_for(1).await;
        }
        self.judge(service, line, recovered).await
    }

    async fn fail_over(self, service: &Service, sentinels: &mut Sentinels, load: &Load) -> Result<SeriesReport> {
        let mut line = ChaosCrowd::before(service, load.visitors).await?;
        let mut recovered = Vec::new();
        for _ in 0..self.times() {
            let leader = sentinels.leader().await?;
            if self.loses() {
                sentinels.make(leader, Link::ReplicationHeld);
                line.goes_on_for(LOST_S).await;
            }
            let killed = now();
            sentinels.fail_over().await?;
            if !self.loses() {
                // Nothing is acknowledged before a replica has it, and the only replica has become
                // the primary.
                sentinels.rejoin(leader).await?;
            }
            // A recovery may have to hold all visitors for a whole minute.
            while line.until_somebody_is_let_in().await.is_err() {
                anyhow::ensure!(now() - killed < 3 * testkit::patience(), "nobody is let in any more");
            }
            recovered.push(now() - killed);
            if self.loses() {
                sentinels.rejoin(leader).await?;
            }
            line.goes_on_for(2).await;
        }
        self.judge(service, line, recovered).await
    }

    async fn judge(self, service: &Service, line: ChaosCrowd, recovered: Vec<Duration>) -> Result<SeriesReport> {
        let (seen, log) = line.end(service).await?;
        let bound = Bound {
            max_outflow: service.max_outflow(),
        };
        let verdict = if self.loses() {
            // The log has lost grants, too, so every redirected visitor counts, whether logged or
            // not.
            Verdict::on_all_redirected(&seen, &log, bound)
        } else {
            Verdict::on(&seen, &log, bound)
        };
        let serious = verdict.findings.iter();
        let serious = serious.filter(|finding| !matches!(finding, VisitorViolation::Unreachable(_)));
        let noted = serious.take(NOTED_MAX);
        let noted = noted.map(|finding| format!("{self}: {finding:?}")).collect();
        Ok(SeriesReport {
            series: self,
            verdict,
            recovered,
            noted,
        })
    }
}

impl SeriesReport {
    /// Returns whether a guarantee was broken that no fault excuses.
    pub(super) fn is_broken(&self) -> bool {
        let verdict = &self.verdict;
        verdict.lost_places() > 0
            || !verdict.double_numbers.is_empty()
            || verdict.is_over_the_bound()
            || verdict.places == 0
    }
}

impl fmt::Display for FaultSeries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = self.times();
        match self {
            Self::KillTheOnlyNode(_) => write!(f, "{times} kills of the only node"),
            Self::KillOneOfThree(_) => write!(f, "{times} kills among three nodes"),
            Self::FailOver(_) => write!(f, "{times} failovers that lose nothing"),
            Self::FailOverAndLose(_) => write!(f, "{times} failovers that lose a second"),
        }
    }
}
