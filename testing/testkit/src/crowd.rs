//! Hundreds of visitors, each in a task of its own.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::balancer::Balancer;
use crate::clock::{Moment, until};
use crate::visitor::{BrowsingVisitor, VisitorRecord, VisitorStep};

/// One of this many visitors asks for the redirect twice.
const ASKS_AGAIN_EVERY: usize = 5;

/// The visitors of a balancer.
#[derive(Debug)]
pub struct VisitorCrowd {
    balancer: Balancer,
    seen: Vec<Arc<Mutex<VisitorRecord>>>,
    tasks: JoinSet<()>,
    leave: watch::Sender<bool>,
}

impl VisitorCrowd {
    /// Creates an empty crowd.
    #[must_use]
    pub fn before(balancer: &Balancer) -> Self {
        Self {
            balancer: balancer.clone(),
            seen: Vec::new(),
            tasks: JoinSet::new(),
            leave: watch::Sender::new(false),
        }
    }

    /// Lets `count` visitors enter, one each `every`, without waiting for them.
    pub fn come(&mut self, count: usize, every: Duration) {
        for index in 0..count {
            let seen = Arc::<Mutex<VisitorRecord>>::default();
            self.seen.push(seen.clone());
            let visitor = BrowsingVisitor::new(self.balancer.clone(), index.is_multiple_of(ASKS_AGAIN_EVERY));
            let after = every * u32::try_from(index).unwrap_or(u32::MAX);
            let mut leave = self.leave.subscribe();
            self.tasks.spawn(async move {
                tokio::time::sleep(after).await;
                tokio::select! {
                    () = live(visitor, &seen) => {}
                    _ = leave.wait_for(|leaves| *leaves) => {}
                }
            });
        }
    }

    /// Lets `count` visitors enter at once, and returns when all have their places.
    ///
    /// # Errors
    /// Returns an error if a visitor gets no place.
    pub async fn enter(balancer: &Balancer, count: usize) -> Result<Self> {
        let mut crowd = Self::before(balancer);
        crowd.come(count, Duration::ZERO);
        crowd
            .until_all("everybody has a place", |seen| {
                seen.number.is_some() || seen.redirected.is_some()
            })
            .await?;
        Ok(crowd)
    }

    /// Returns each visitor's record so far.
    #[must_use]
    pub fn seen(&self) -> Vec<VisitorRecord> {
        let all = self.seen.iter();
        all.map(|seen| seen.lock().unwrap_or_else(PoisonError::into_inner).clone())
            .collect()
    }

    /// Returns how many visitors were redirected so far.
    #[must_use]
    pub fn redirected(&self) -> usize {
        self.seen().iter().filter(|seen| seen.redirected.is_some()).count()
    }

    /// Waits until the condition holds for every visitor.
    ///
    /// # Errors
    /// Returns an error if the condition never holds, or if a visitor lost a place.
    pub async fn until_all(&self, what: &str, is_so: impl Fn(&VisitorRecord) -> bool) -> Result<()> {
        let waited = until(what, || async {
            let seen = self.seen();
            // A visitor who lost a place has gone, so waiting longer is useless.
            let lost = seen.iter().find(|seen| !is_so(seen) && seen.is_lost());
            let all = seen.iter().all(&is_so).then_some(Ok(()));
            lost.map(|lost| Err(anyhow!("a place was lost: {lost:?}"))).or(all)
        });
        waited.await.and_then(|answered| answered).map_err(|error| {
            let others: Vec<VisitorRecord> = self.seen().into_iter().filter(|seen| !is_so(seen)).take(3).collect();
            error.context(format!("of some not: {others:?}"))
        })
    }

    /// Waits until every visitor was redirected.
    ///
    /// # Errors
    /// Returns an error if a visitor is never redirected.
    pub async fn until_through(&self) -> Result<()> {
        self.until_all("everybody is through", |seen| seen.redirected.is_some())
            .await
    }

    /// Waits until `count` more visitors than now were redirected, or all of them.
    ///
    /// # Errors
    /// Returns an error if they never are.
    pub async fn until_more_are_through(&self, count: usize) -> Result<()> {
        let wanted = (self.redirected() + count).min(self.seen.len());
        let what = format!("{wanted} are through");
        until(&what, || async { (self.redirected() >= wanted).then_some(()) }).await
    }

    /// Waits until every visitor got an answer other than a holding page after `since`, or was
    /// redirected. Returns how long that took.
    ///
    /// # Errors
    /// Returns an error if a visitor never gets such an answer.
    pub async fn until_served_since(&self, since: Moment) -> Result<Duration> {
        let is_served =
            |seen: &VisitorRecord| seen.redirected.is_some() || seen.last_served.is_some_and(|at| at > since);
        self.until_all("everybody is served again", is_served).await?;
        Ok(crate::now() - since)
    }

    /// Ends all visitors and returns their records.
    ///
    /// # Errors
    /// Returns an error if a visitor's task panicked.
    pub async fn leave(mut self) -> Result<Vec<VisitorRecord>> {
        self.leave.send_replace(true);
        while let Some(ended) = self.tasks.join_next().await {
            ensure!(ended.is_ok(), "a visitor panicked: {ended:?}");
        }
        Ok(self.seen())
    }
}

async fn live(mut visitor: BrowsingVisitor, shared: &Mutex<VisitorRecord>) {
    let mut next = visitor.enter().await;
    loop {
        visitor
            .seen
            .clone_into(&mut shared.lock().unwrap_or_else(PoisonError::into_inner));
        next = match next {
            VisitorStep::Enter(after) => {
                tokio::time::sleep(after).await;
                visitor.enter().await
            }
            VisitorStep::Poll(after) => {
                tokio::time::sleep(after).await;
                visitor.poll().await
            }
            // The visitor was redirected, and the shared state shows it already: while the store is
            // away, other nodes do not know of the grant, and answer that the visitor waits.
            VisitorStep::AskAgain => {
                visitor.ask_again().await;
                VisitorStep::Gone
            }
            VisitorStep::Gone => return,
        };
    }
}
