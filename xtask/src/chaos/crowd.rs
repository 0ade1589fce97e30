//! The load: a line that never ends. The room's log is collected during the run, because a room
//! reports its last ten minutes only.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use testkit::{LoggedGrant, Operator, Service, VisitorCrowd, VisitorRecord};
use tokio::task::JoinHandle;

/// The interval between two readings of the log.
const GATHER_EVERY: Duration = Duration::from_secs(5);
/// The interval between two groups of newcomers.
const COME_EVERY: Duration = Duration::from_secs(1);

/// The visitors and the log.
#[derive(Debug)]
pub(super) struct ChaosCrowd {
    crowd: VisitorCrowd,
    per_second: usize,
    log: Arc<Mutex<BTreeSet<LoggedGrant>>>,
    gathering: JoinHandle<()>,
}

impl ChaosCrowd {
    /// Lets `visitors` visitors enter, and starts to collect the log.
    pub(super) async fn before(service: &Service, visitors: usize) -> Result<Self> {
        let crowd = VisitorCrowd::enter(service.balancer(), visitors).await?;
        let log = Arc::<Mutex<BTreeSet<LoggedGrant>>>::default();
        let operators = (0..service.nodes.len()).map(|node| service.operator(node));
        let gathering = tokio::spawn(gather(operators.collect(), log.clone()));
        Ok(Self {
            crowd,
            per_second: usize::try_from(service.max_outflow() / 60)?.max(1),
            log,
            gathering,
        })
    }

    /// Lets slightly more newcomers come than are let in, spread over the next second.
    pub(super) fn come(&mut self) {
        let count = self.per_second + self.per_second / 10;
        let every = COME_EVERY / u32::try_from(count).unwrap_or(u32::MAX).max(1);
        self.crowd.come(count, every);
    }

    /// Waits for `seconds` seconds while newcomers come.
    pub(super) async fn goes_on_for(&mut self, seconds: u32) {
        for _ in 0..seconds {
            self.come();
            tokio::time::sleep(COME_EVERY).await;
        }
    }

    /// Waits until another visitor is let in, while newcomers come.
    pub(super) async fn until_somebody_is_let_in(&mut self) -> Result<()> {
        self.come();
        self.crowd.until_more_are_through(1).await
    }

    /// Ends all visitors; returns their records and the log.
    pub(super) async fn end(self, service: &Service) -> Result<(Vec<VisitorRecord>, Vec<LoggedGrant>)> {
        let seen = self.crowd.leave().await?;
        self.gathering.abort();
        let mut log = std::mem::take(&mut *self.log.lock().unwrap_or_else(PoisonError::into_inner));
        for node in 0..service.nodes.len() {
            log.extend(service.operator(node).grants().await?);
        }
        Ok((seen, log.into_iter().collect()))
    }
}

async fn gather(operators: Vec<Operator>, log: Arc<Mutex<BTreeSet<LoggedGrant>>>) {
    loop {
        for operator in &operators {
            // A node that is down at this moment is asked again later.
            if let Ok(grants) = operator.grants().await {
                log.lock().unwrap_or_else(PoisonError::into_inner).extend(grants);
            }
        }
        tokio::time::sleep(GATHER_EVERY).await;
    }
}
