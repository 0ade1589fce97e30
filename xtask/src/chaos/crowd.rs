//! The load: a line that never ends, and the room's log gathered while it runs, since a room tells
//! its last ten minutes only.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use testkit::{Crowd, Grant, Operator, Service, VisitorRecord};
use tokio::task::JoinHandle;

/// Between two looks into the log.
const GATHER_EVERY: Duration = Duration::from_secs(5);
/// Newcomers come in groups, so often.
const COME_EVERY: Duration = Duration::from_secs(1);

/// Visitors and log.
#[derive(Debug)]
pub(super) struct ChaosCrowd {
    crowd: Crowd,
    per_second: usize,
    log: Arc<Mutex<BTreeSet<Grant>>>,
    gathering: JoinHandle<()>,
}

impl ChaosCrowd {
    /// So many are in line, and from now on the log is gathered.
    pub(super) async fn before(service: &Service, visitors: usize) -> Result<Self> {
        let crowd = Crowd::enter(service.balancer(), visitors).await?;
        let log = Arc::<Mutex<BTreeSet<Grant>>>::default();
        let operators = (0..service.nodes.len()).map(|node| service.operator(node));
        let gathering = tokio::spawn(gather(operators.collect(), log.clone()));
        Ok(Self {
            crowd,
            per_second: usize::try_from(service.max_outflow() / 60)?.max(1),
            log,
            gathering,
        })
    }

    /// As many newcomers as are let in, and a few more, spread over the next second.
    pub(super) fn come(&mut self) {
        let count = self.per_second + self.per_second / 10;
        let every = COME_EVERY / u32::try_from(count).unwrap_or(u32::MAX).max(1);
        self.crowd.come(count, every);
    }

    /// Lets time pass while newcomers come.
    pub(super) async fn goes_on_for(&mut self, seconds: u32) {
        for _ in 0..seconds {
            self.come();
            tokio::time::sleep(COME_EVERY).await;
        }
    }

    /// Waits until somebody is let in who was not yet; newcomers come meanwhile.
    pub(super) async fn until_somebody_is_let_in(&mut self) -> Result<()> {
        self.come();
        self.crowd.until_more_are_through(1).await
    }

    /// Everybody leaves: what each was told, and the log.
    pub(super) async fn end(self, service: &Service) -> Result<(Vec<VisitorRecord>, Vec<Grant>)> {
        let seen = self.crowd.leave().await?;
        self.gathering.abort();
        let mut log = std::mem::take(&mut *self.log.lock().unwrap_or_else(PoisonError::into_inner));
        for node in 0..service.nodes.len() {
            log.extend(service.operator(node).grants().await?);
        }
        Ok((seen, log.into_iter().collect()))
    }
}

async fn gather(operators: Vec<Operator>, log: Arc<Mutex<BTreeSet<Grant>>>) {
    loop {
        for operator in &operators {
            // Who is down at this moment is asked again.
            if let Ok(grants) = operator.grants().await {
                log.lock().unwrap_or_else(PoisonError::into_inner).extend(grants);
            }
        }
        tokio::time::sleep(GATHER_EVERY).await;
    }
}
