//! The second room: a premiere with a pre-queue, whose numbers are drawn. It is repeated every few
//! minutes, so that a viewer who comes late or looks away can still see a draw.
//!
//! A schedule can only come from the configuration file. For the next showing the file is therefore
//! rewritten, the server is restarted on the same store (which loses no place), and the operator's
//! `reset` begins a new run of the room.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::children::Child;
use super::client::DemoClient;
use super::settings::{Secrets, Settings};
use super::{visitor, wait_until_ready};
use crate::step::Stopwatch;

/// The time from the scheduling of a showing to its start, T. During the first half minute there is
/// a countdown and no line yet, and the commitment is published.
const LEAD: Duration = Duration::from_secs(90);
/// The time before T at which the pre-queue opens.
pub(super) const PREQUEUE_MINUTES: u64 = 1;
const PREQUEUE: Duration = Duration::from_secs(PREQUEUE_MINUTES * 60);
/// The time after T until which people can join the draw, and the time after T at which the first
/// visitor is let in. Both are the server's rules and are shown in the progress line.
const CLOSES_AFTER: Duration = Duration::from_secs(15);
const FLOWS_AFTER: Duration = Duration::from_secs(30);
/// The time from one showing to the next.
const EVERY: Duration = Duration::from_secs(5 * 60);

/// The number of simulated visitors in the pre-queue.
const AUDIENCE: u32 = 15;
const ENTER_EVERY: Duration = Duration::from_millis(2_500);
/// The time from the opening of the pre-queue to the first entry.
const ENTER_SLACK: Duration = Duration::from_secs(1);

/// The pastimes that the premiere offers to visitors who wait.
const PASTIMES: &str = include_str!("pastimes.toml");

/// A showing of the premiere.
#[derive(Debug, Clone, Copy)]
pub(super) struct Showing {
    pub(super) starts: Timestamp,
    set: Stopwatch,
}

impl Showing {
    /// Returns a showing that is scheduled now.
    #[expect(
        clippy::disallowed_methods,
        reason = "the demo tells a real server when a sale starts"
    )]
    pub(super) fn set() -> Self {
        let lead = SignedDuration::try_from(LEAD).expect("a minute and a half");
        Self {
            starts: Timestamp::now() + lead,
            set: Stopwatch::start(),
        }
    }

    /// Returns the state of the showing, for the progress line.
    pub(super) fn news(&self) -> String {
        news(self.set.elapsed())
    }
}

fn news(since_set: Duration) -> String {
    let moments = [
        (LEAD - PREQUEUE, "its pre-queue opens in"),
        (LEAD, "it starts in"),
        (LEAD + CLOSES_AFTER, "numbers are drawn in"),
        (LEAD + FLOWS_AFTER, "drawn, the first is let in in"),
        (EVERY, "open, the next draw begins in"),
    ];
    let ahead = moments.iter().find(|(moment, _)| since_set < *moment);
    ahead.map_or_else(
        || "it begins anew".to_owned(),
        |(moment, what)| format!("{what} {} s", (*moment - since_set).as_secs() + 1),
    )
}

/// The components that showings need.
#[derive(Debug)]
pub(super) struct Premiere<'a> {
    pub(super) client: &'a DemoClient,
    pub(super) settings: &'a Settings,
    pub(super) secrets: &'a Secrets,
    pub(super) folder: &'a Path,
    pub(super) board: watch::Sender<Showing>,
}

impl Premiere<'_> {
    /// Runs one showing after the other; ends only if the server dies.
    pub(super) async fn run(&self, server: &mut Child) -> Result<()> {
        loop {
            let showing = *self.board.borrow();
            let _audience = self.audience();
            tokio::select! {
                failure = server.death() => return Err(failure),
                () = tokio::time::sleep(EVERY.saturating_sub(showing.set.elapsed())) => {}
            }
            let next = Showing::set();
            self.write_config(next)?;
            server.restart().await?;
            self.open(true, server).await?;
            self.board.send_replace(next);
        }
    }

    /// Writes the server's configuration with this showing, and the pastimes of its room: a folder
    /// with the name of a built-in theme adds to that theme.
    pub(super) fn write_config(&self, showing: Showing) -> Result<()> {
        let theme = self.folder.join("themes/ticketing");
        fs::create_dir_all(&theme).context("the demo's theme cannot be written")?;
        fs::write(theme.join("pastimes.toml"), PASTIMES).context("the demo's theme cannot be written")?;
        let config = self.settings.config(self.secrets, showing.starts)?;
        fs::write(self.folder.join("anteroom.toml"), config).context("the demo's configuration cannot be written")
    }

    /// Waits for the server; begins the next run if the room has had a showing before.
    pub(super) async fn open(&self, again: bool, server: &mut Child) -> Result<()> {
        let ready = format!("{}/health/ready", self.settings.queue_url());
        tokio::select! {
            failure = server.death() => return Err(failure),
            outcome = wait_until_ready(self.client, &ready) => outcome?,
        }
        if again {
            let (url, bearer) = (self.settings.premiere_reset(), self.secrets.admin_token());
            let answer = self.client.post(&url, bearer).await?;
            ensure!(
                answer.status.is_success(),
                "the premiere's reset was answered {}",
                answer.status
            );
        }
        Ok(())
    }

    /// Starts visitors who join the pre-queue, wait for their number and their turn, and go. They
    /// stop when the returned set is dropped.
    fn audience(&self) -> JoinSet<Result<bool>> {
        let opens = (LEAD - PREQUEUE + ENTER_SLACK).saturating_sub(self.board.borrow().set.elapsed());
        let mut audience = JoinSet::new();
        for seat in 0..AUDIENCE {
            let (client, queue_url) = (self.client.clone(), self.settings.queue_url());
            let entry = self.settings.premiere_entry();
            audience.spawn(async move {
                tokio::time::sleep(opens + ENTER_EVERY * seat).await;
                let place = visitor::enter(&client, &queue_url, &entry).await?;
                visitor::wait_and_go(&client, &queue_url, &place).await
            });
        }
        audience
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_news_follow_the_showing() {
        let told = |seconds| news(Duration::from_secs(seconds));
        assert_eq!(told(0), "its pre-queue opens in 31 s");
        assert_eq!(told(30), "it starts in 61 s");
        assert_eq!(told(90), "numbers are drawn in 16 s");
        assert_eq!(told(105), "drawn, the first is let in in 16 s");
        assert_eq!(told(120), "open, the next draw begins in 181 s");
        assert_eq!(told(300), "it begins anew");
    }

    #[test]
    fn everybody_of_the_audience_comes_in_time_for_the_draw() {
        assert!(ENTER_SLACK + ENTER_EVERY * AUDIENCE < PREQUEUE);
    }
}
